"""Spawns ranks that train together; each takes the threads that torch gives it."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from networks import batches, network
from tempo import CPUS, Tempo, options


def rank_main(rank, ranks, chosen, folder):
    dist.init_process_group(
        "gloo", init_method=f"file://{folder}/rendezvous", rank=rank, world_size=ranks
    )
    torch.manual_seed(0)
    model = torch.nn.parallel.DistributedDataParallel(network("cnn", chosen.width))
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    data = batches("cnn", chosen.width, chosen.batch)
    tempo = Tempo()
    dist.barrier()
    if rank == 0:
        tempo.begin()
    while tempo.goes_on():
        for inputs, labels in data:
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(model(inputs), labels).backward()
            optimiser.step()


def main():
    chosen = options(width=32, batch=32, ranks_per_cpu=2, folder=".")
    ranks = chosen.ranks_per_cpu * CPUS
    folder = os.path.abspath(chosen.folder)
    mp.spawn(rank_main, (ranks, chosen, folder), nprocs=ranks)


if __name__ == "__main__":
    main()
