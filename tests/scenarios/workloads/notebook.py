"""A notebook's kernel with torch loaded: busy for some seconds, then idle."""

import time

from jupyter_client.manager import start_new_kernel
from tempo import Tempo, options

CELL = """
import time, torch
layer = torch.nn.Linear(512, 512)
end_s = time.monotonic() + {busy_s}
while time.monotonic() < end_s:
    layer(torch.randn(256, 512)).sum().backward()
"""


def main():
    chosen = options(busy_s=0.5)
    tempo = Tempo()
    manager, client = start_new_kernel()
    client.execute(CELL.format(busy_s=chosen.busy_s))
    tempo.begin()
    try:
        while tempo.goes_on():
            time.sleep(0.5)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main()
