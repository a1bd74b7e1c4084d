"""Data sets that cost what preparing real data costs, made without any file."""

import numpy as np
import torch
from PIL import Image, ImageEnhance, ImageFilter
from torch.utils.data import Dataset

ENDLESS = 1 << 20


def augmented(index, side):
    """Return a picture after a long chain of PIL operations, 64 x 64."""
    dice = np.random.default_rng(index)
    blocks = dice.integers(0, 255, (side // 16, side // 16, 3), dtype=np.uint8)
    picture = Image.fromarray(np.kron(blocks, np.ones((16, 16, 1), dtype=np.uint8)))
    picture = picture.rotate(
        float(dice.uniform(-20, 20)), resample=Image.Resampling.BICUBIC
    )
    picture = picture.filter(ImageFilter.GaussianBlur(float(dice.uniform(0.5, 2))))
    picture = ImageEnhance.Color(picture).enhance(float(dice.uniform(0.7, 1.3)))
    picture = picture.resize((64, 64), Image.Resampling.LANCZOS)
    return torch.from_numpy(np.asarray(picture, dtype=np.float32).transpose(2, 0, 1))


class Augmented(Dataset):
    """Pictures that PIL turns, blurs, colours and shrinks."""

    def __init__(self, side):
        self._side = side

    def __len__(self):
        return ENDLESS

    def __getitem__(self, index):
        return augmented(index, self._side), index % 10


class Spectra(Dataset):
    """Signals that NumPy windows, transforms and normalises on one thread."""

    def __init__(self, side):
        self._samples = side * 256

    def __len__(self):
        return ENDLESS

    def __getitem__(self, index):
        dice = np.random.default_rng(index)
        signal = dice.standard_normal(self._samples).reshape(-1, 256)
        power = np.log1p(np.abs(np.fft.rfft(signal * np.hanning(256), axis=1)))
        power = (power - power.mean(0)) / (power.std(0) + 1e-6)
        return torch.from_numpy(power[:64, :64].astype(np.float32)), index % 10


class Whitened(Dataset):
    """Rows that NumPy multiplies by their own covariance, on its pool of threads."""

    def __init__(self, side):
        self._side = side

    def __len__(self):
        return ENDLESS

    def __getitem__(self, index):
        dice = np.random.default_rng(index)
        rows = dice.standard_normal((self._side, self._side), dtype=np.float32)
        for _ in range(4):
            rows = rows @ rows.T
            rows /= np.abs(rows).max()
        return torch.from_numpy(rows[:32, :32].copy()), index % 10


class Ready(Dataset):
    """Rows that cost next to nothing."""

    def __init__(self, side):
        self._side = side

    def __len__(self):
        return ENDLESS

    def __getitem__(self, index):
        return torch.full((3, 32, 32), float(index % 7)), index % 10


DATA = {
    "pictures": Augmented,
    "spectra": Spectra,
    "whitened": Whitened,
    "ready": Ready,
}
