"""Small networks that keep a CPU busy, and one step of training."""

import torch
from torch import nn


class Cnn(nn.Module):
    """Three convolutions; takes pictures of 32 x 32."""

    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, width, 3, padding=1),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(),
            nn.Conv2d(2 * width, 4 * width, 3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
        )
        self.head = nn.Linear(4 * width, 10)

    def forward(self, pictures):
        return self.head(self.body(pictures).flatten(1))


class Transformer(nn.Module):
    """Two layers of attention over 64 tokens."""

    def __init__(self, width):
        super().__init__()
        layer = nn.TransformerEncoderLayer(
            8 * width, 4, 16 * width, batch_first=True, dropout=0.0
        )
        self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(8 * width, 10)

    def forward(self, tokens):
        return self.head(self.body(tokens).mean(1))


class Mlp(nn.Module):
    """Three wide dense layers."""

    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(32 * width, 32 * width),
            nn.GELU(),
            nn.Linear(32 * width, 32 * width),
            nn.GELU(),
            nn.Linear(32 * width, 10),
        )

    def forward(self, rows):
        return self.body(rows)


def network(kind, width):
    """Return a network by its name."""
    return {"cnn": Cnn, "transformer": Transformer, "mlp": Mlp}[kind](width)


def batches(kind, width, batch, count=4):
    """Return batches that lie in memory."""
    shape = {
        "cnn": (3, 32, 32),
        "transformer": (64, 8 * width),
        "mlp": (32 * width,),
    }[kind]
    return [
        (torch.randn(batch, *shape), torch.randint(0, 10, (batch,)))
        for _ in range(count)
    ]


class Trainer:
    """A network with its optimiser."""

    def __init__(self, model):
        self.model = model
        self._optimiser = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)

    def step(self, inputs, labels):
        """Take one step; return the loss with its graph."""
        self._optimiser.zero_grad(set_to_none=True)
        loss = nn.functional.cross_entropy(self.model(inputs), labels)
        loss.backward()
        self._optimiser.step()
        return loss
