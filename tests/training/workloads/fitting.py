"""One process with as many threads as there are CPUs: nothing is wrong with it."""

import sys

from model import train

train(float(sys.argv[1]))
