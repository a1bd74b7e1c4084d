"""Learns a policy in an environment that is written in plain Python."""

import random

import torch
from tempo import Tempo, options


class Maze:
    """A walker on a grid; every step costs some thousand Python operations."""

    def __init__(self, size, work):
        self._size, self._work = size, work
        self._place = [0, 0]

    def step(self, action):
        move = [(0, 1), (1, 0), (0, -1), (-1, 0)][action]
        self._place = [
            (here + there) % self._size
            for here, there in zip(self._place, move, strict=True)
        ]
        total = 0
        for n in range(self._work):
            total = (total * 31 + n * self._place[n & 1]) % 10007
        seen = [here / self._size for here in self._place]
        return [*seen, total / 10007, random.random()], random.random()


def main():
    chosen = options(size=20, work=3000)
    tempo = Tempo()
    policy = torch.nn.Sequential(
        torch.nn.Linear(4, 32), torch.nn.Tanh(), torch.nn.Linear(32, 4)
    )
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
    maze = Maze(chosen.size, chosen.work)
    seen, _ = maze.step(0)
    tempo.begin()
    while tempo.goes_on():
        scores = torch.log_softmax(policy(torch.tensor(seen)), 0)
        action = int(torch.multinomial(scores.exp(), 1))
        seen, reward = maze.step(action)
        (-scores[action] * reward).backward()
        optimiser.step()
        optimiser.zero_grad()


if __name__ == "__main__":
    main()
