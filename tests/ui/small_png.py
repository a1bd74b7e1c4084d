"""Writes pictures of screens as small PNG files: at most 256 colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

_COLOURS = 256
_COARSE_BITS = 4
"""Where there are more colours, those are kept that stand for most pixels, each the
commonest of its cell of 16 x 16 x 16 levels."""


def save(image: QImage, path: Path) -> None:
    """Write `image`; exactly as it is where it has few colours."""
    pixels = _pixels(image)
    colours, which, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    which = which.reshape(pixels.shape)
    if len(colours) > _COLOURS:
        kept = _commonest(colours, counts)
        which = _nearest(colours, kept)[which]
        colours = kept
    indexed = np.zeros((pixels.shape[0], (pixels.shape[1] + 3) // 4 * 4), np.uint8)
    indexed[:, : pixels.shape[1]] = which
    made = QImage(
        indexed.data,
        pixels.shape[1],
        pixels.shape[0],
        indexed.shape[1],
        QImage.Format.Format_Indexed8,
    )
    made.setColorTable([int(colour) | 0xFF000000 for colour in colours])
    if not made.save(str(path), "PNG", 0):  # the smallest file
        raise OSError(f"{path} cannot be written")


def _pixels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    words = np.frombuffer(plain.constBits(), np.uint32)
    rows = words.reshape(plain.height(), plain.bytesPerLine() // 4)
    return rows[:, : plain.width()] & 0xFFFFFF


def _channels(colours: np.ndarray) -> np.ndarray:
    parts = [(colours >> shift) & 0xFF for shift in (16, 8, 0)]
    return np.stack(parts, axis=1).astype(np.int32)


def _commonest(colours: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the colours to keep: the exact ones that are used most, then those that
    stand for the most of what is left.
    """
    order = np.argsort(-counts, kind="stable")
    exact = colours[order[: _COLOURS // 2]]
    rest, weight = colours[order[_COLOURS // 2 :]], counts[order[_COLOURS // 2 :]]
    shift = 8 - _COARSE_BITS
    cells = (_channels(rest) >> shift) @ np.array([1 << 8, 1 << 4, 1])
    first: dict[int, int] = {}
    total = np.bincount(cells, weights=weight)
    for index, cell in enumerate(cells):
        first.setdefault(int(cell), index)  # `rest` is sorted: the commonest one
    best = sorted(first, key=lambda cell: -total[cell])[: _COLOURS - len(exact)]
    return np.concatenate([exact, rest[[first[cell] for cell in best]]])


def _nearest(colours: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """Return for each colour the index of the kept one that is closest to it."""
    have, want = _channels(kept), _channels(colours)
    found = np.empty(len(want), np.int64)
    for start in range(0, len(want), 4096):
        part = want[start : start + 4096]
        apart = ((part[:, None, :] - have[None, :, :]) ** 2).sum(axis=2)
        found[start : start + 4096] = apart.argmin(axis=1)
    return found
