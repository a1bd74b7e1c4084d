"""One process that sets its number of threads in code."""

import sys

import torch
from model import train

torch.set_num_threads(16)
train(float(sys.argv[1]))
