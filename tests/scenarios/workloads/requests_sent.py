"""Asks the inference server for answers, some at once, for a bounded time."""

import http.client
import threading
import time

from tempo import Tempo, options


def ask(port, batch, tempo):
    """Send one request after the other over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    body = bytes(batch * 3 * 32 * 32)
    while tempo.goes_on():
        connection.request("POST", "/", body)
        connection.getresponse().read()
        time.sleep(0.002)


def main():
    chosen = options(port=8765, batch=8, clients=3)
    tempo = Tempo()
    for _ in range(chosen.clients):
        threading.Thread(
            target=ask, args=(chosen.port, chosen.batch, tempo), daemon=True
        ).start()
    while tempo.goes_on():
        time.sleep(0.5)


if __name__ == "__main__":
    main()
