"""Compiles a network anew for every shape that comes, as careless code does."""

import torch
from tempo import Tempo, options


class Block(torch.nn.Module):
    """A network whose graph differs with its width and depth."""

    def __init__(self, width, depth):
        super().__init__()
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(width, width) for _ in range(depth)
        )

    def forward(self, rows):
        for number, layer in enumerate(self.layers):
            rows = torch.nn.functional.gelu(layer(rows)) + rows.sin() * number
            rows = torch.softmax(rows, 1) * rows.cumsum(1)
        return rows.std(1).log1p().sum()


def main():
    chosen = options(depth=3, first_width=17)
    torch._dynamo.config.cache_size_limit = 1000
    tempo = Tempo()
    tempo.begin()
    width = chosen.first_width
    while tempo.goes_on():
        torch._dynamo.reset()
        model = torch.compile(Block(width, chosen.depth), dynamic=False)
        model(torch.randn(width + 5, width)).backward()
        width += 1


if __name__ == "__main__":
    main()
