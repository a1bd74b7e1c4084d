"""Loader workers read pieces of a large file that is never in the page cache."""

import mmap
import os

import torch
from device import Device
from tempo import CPUS, Tempo, options
from torch.utils.data import DataLoader, Dataset

MEGABYTE = 1 << 20


class Chunks(Dataset):
    """Pieces of one file, in an order that no read-ahead guesses."""

    def __init__(self, path, piece_bytes, direct):
        self._path, self._piece_bytes, self._direct = path, piece_bytes, direct
        self._size = os.path.getsize(path)

    def __len__(self):
        return 1 << 20

    def __getitem__(self, index):
        at = index * 2654435761 % (self._size - self._piece_bytes) & ~4095
        flags = os.O_RDONLY | (os.O_DIRECT if self._direct else 0)
        file = os.open(self._path, flags)
        try:
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_RANDOM)
            with mmap.mmap(-1, self._piece_bytes) as room:
                os.preadv(file, [room], at)
                first = bytearray(room[:3072])
            os.posix_fadvise(file, at, self._piece_bytes, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)
        return torch.frombuffer(first, dtype=torch.uint8).float(), index % 10


def write_file(path, size_mb):
    block = os.urandom(MEGABYTE)
    with open(path, "wb") as file:
        for _ in range(size_mb):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def main():
    chosen = options(
        folder=".",
        size_mb=1200,
        piece_kb=512,
        batch=64,
        workers_per_cpu=2,
        step_ms=10.0,
        direct=0,
    )
    tempo = Tempo()
    path = os.path.join(chosen.folder, "pieces.bin")
    write_file(path, chosen.size_mb)
    loader = DataLoader(
        Chunks(path, chosen.piece_kb << 10, chosen.direct),
        batch_size=chosen.batch,
        num_workers=chosen.workers_per_cpu * CPUS,
    )
    device = Device(chosen.step_ms)
    tempo.begin()
    for _ in loader:
        device.step()
        if not tempo.goes_on():
            break


if __name__ == "__main__":
    main()
