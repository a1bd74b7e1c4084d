"""Feeds a device, or a network on the CPU, from a DataLoader."""

import os

from device import Device
from networks import Trainer, network
from pictures import DATA
from tempo import CPUS, Tempo, options
from torch.utils.data import DataLoader


def main():
    chosen = options(
        data="pictures",
        side=320,
        batch=32,
        workers_per_cpu=1.0,
        context="fork",
        step_ms=40.0,
        launch_share=0.0,
        compute=0,
        pin_main=0,
    )
    tempo = Tempo()
    cpus = CPUS if chosen.workers_per_cpu >= 0 else 0
    workers = int(cpus * chosen.workers_per_cpu)
    if chosen.pin_main:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    loader = DataLoader(
        DATA[chosen.data](chosen.side),
        batch_size=chosen.batch,
        num_workers=workers,
        multiprocessing_context=chosen.context if workers else None,
    )
    device = Device(chosen.step_ms, chosen.launch_share)
    trainer = Trainer(network("cnn", 16)) if chosen.compute else None
    has_begun = False
    for inputs, labels in loader:
        if not has_begun:
            tempo.begin()
            has_begun = True
        if trainer is not None:
            for _ in range(chosen.compute):
                trainer.step(inputs, labels)
        else:
            device.step()
        if not tempo.goes_on():
            break


if __name__ == "__main__":
    main()
