"""One rank of a distributed run; torchrun starts it."""

import torch
import torch.distributed as dist
from networks import batches, network
from tempo import Tempo, options


def main():
    chosen = options(width=32, batch=32)
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = torch.nn.parallel.DistributedDataParallel(network("cnn", chosen.width))
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    data = batches("cnn", chosen.width, chosen.batch)
    tempo = Tempo()
    dist.barrier()
    if dist.get_rank() == 0:
        tempo.begin()
    while tempo.goes_on():
        for inputs, labels in data:
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(model(inputs), labels).backward()
            optimiser.step()


if __name__ == "__main__":
    main()
