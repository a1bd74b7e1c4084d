"""Trains on a device: launches kernels, waits for them; may come to rest.

The main process does what it does with a real GPU: it is busy with launches for a
part of every step and sleeps until the device is done.
"""

import time

import torch
from device import Device
from networks import Trainer, batches, network
from tempo import Tempo, options


def main():
    chosen = options(step_ms=80.0, launch_share=0.5, rest_after_s=0.0)
    tempo = Tempo()
    trainer = Trainer(network("mlp", 1))
    data = batches("mlp", 1, 8)
    device = Device(chosen.step_ms, chosen.launch_share)
    torch.set_num_threads(1)
    start_s = time.monotonic()
    if not chosen.rest_after_s:
        tempo.begin()
    while tempo.goes_on():
        trainer.step(*data[0])
        device.step()
        if chosen.rest_after_s and time.monotonic() - start_s > chosen.rest_after_s:
            tempo.begin()
            time.sleep(600)


if __name__ == "__main__":
    main()
