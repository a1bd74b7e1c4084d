"""Plain Python processes that count, one per CPU."""

import multiprocessing

from tempo import CPUS, Tempo


def count():
    tempo, total = Tempo(), 1
    while tempo.goes_on():
        for _ in range(20000):
            total = (total * 31 + 7) % 1000003


def main():
    processes = [multiprocessing.Process(target=count) for _ in range(CPUS)]
    for process in processes:
        process.start()
    Tempo().begin()
    for process in processes:
        process.join()


if __name__ == "__main__":
    main()
