"""Four spawned ranks, each with its default thread pool."""

import sys

import torch.multiprocessing
from model import train


def rank(_number: int, seconds: float) -> None:
    train(seconds)


if __name__ == "__main__":
    torch.multiprocessing.spawn(rank, (float(sys.argv[1]),), nprocs=4)
