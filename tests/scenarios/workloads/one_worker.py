"""One loader worker prepares pictures for a device that could take far more."""

from device import Device
from pictures import Augmented
from tempo import Tempo, options
from torch.utils.data import DataLoader


def main():
    chosen = options(side=320, batch=32, step_ms=20.0)
    tempo = Tempo()
    loader = DataLoader(Augmented(chosen.side), batch_size=chosen.batch, num_workers=1)
    device = Device(chosen.step_ms)
    batches = iter(loader)
    next(batches)
    tempo.begin()
    for _ in batches:
        device.step()
        if not tempo.goes_on():
            break


if __name__ == "__main__":
    main()
