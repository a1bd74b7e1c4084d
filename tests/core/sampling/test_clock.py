from __future__ import annotations

import os
import threading
import time

import pytest

from traintray.core.sampling.clock import Interrupt, SystemClock


def test_the_clocks_are_those_of_the_kernel():
    clock = SystemClock()
    boot_s = time.clock_gettime(time.CLOCK_BOOTTIME)

    assert clock.boot_s() == pytest.approx(boot_s, abs=1)
    assert clock.monotonic_s() == pytest.approx(time.monotonic(), abs=1)
    assert clock.wall_s() == pytest.approx(time.time(), abs=1)


def test_a_deadline_that_has_passed_is_not_slept_for():
    clock = SystemClock()
    began_s = clock.monotonic_s()

    assert not clock.sleep_until(began_s - 3600, Interrupt())
    assert clock.monotonic_s() - began_s < 1


def test_a_sleep_lasts_until_its_deadline():
    clock = SystemClock()
    deadline_s = clock.monotonic_s() + 0.02

    assert not clock.sleep_until(deadline_s, Interrupt())
    assert clock.monotonic_s() >= deadline_s


def test_an_interrupt_ends_a_sleep_in_another_thread():
    clock, interrupt = SystemClock(), Interrupt()
    answers = []
    sleeper = threading.Thread(
        target=lambda: answers.append(
            clock.sleep_until(clock.monotonic_s() + 3600, interrupt)
        )
    )
    sleeper.start()
    interrupt.set()
    sleeper.join(timeout=10)

    assert answers == [True]


def test_after_an_interrupt_no_sleep_begins():
    interrupt = Interrupt()
    interrupt.set()
    interrupt.set()

    assert interrupt.is_set()
    assert interrupt.wait(timeout_s=3600)
    assert interrupt.wait(timeout_s=3600)


def test_an_interrupt_leaves_no_descriptor_behind():
    before = os.listdir("/proc/self/fd")
    for _ in range(10):
        Interrupt()

    assert os.listdir("/proc/self/fd") == before


def test_waking_ends_one_wait_and_is_no_interrupt():
    interrupt = Interrupt()
    interrupt.wake()
    interrupt.wake()

    assert not interrupt.wait(timeout_s=3600)
    assert not interrupt.wait(timeout_s=0)
    interrupt.wake()
    assert not interrupt.wait(timeout_s=3600)
    interrupt.set()
    assert interrupt.wait(timeout_s=3600)
