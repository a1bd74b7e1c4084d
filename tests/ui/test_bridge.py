"""The door between the sampling thread and the GUI."""

from __future__ import annotations

import threading

from PySide6.QtCore import Qt, QThread

from traintray.ui.bridge import Bridge


def post_from_a_thread(bridge, frames):
    thread = threading.Thread(target=lambda: [bridge.post(f) for f in frames])
    thread.start()
    thread.join()


def test_a_frame_arrives_on_the_thread_that_draws(qtbot):
    bridge = Bridge()
    threads = []
    bridge.frame_ready.connect(lambda _: threads.append(QThread.currentThread()))

    with qtbot.waitSignal(bridge.frame_ready) as caught:
        post_from_a_thread(bridge, ["frame"])

    assert caught.args == ["frame"]
    assert threads == [bridge.thread()]


def test_a_stalled_gui_finds_the_newest_frame_and_no_queue(qtbot):
    bridge = Bridge()
    seen = []
    bridge.frame_ready.connect(seen.append)

    with qtbot.waitSignal(bridge.frame_ready):
        post_from_a_thread(bridge, range(72))
    qtbot.wait(20)

    assert seen == [71]


def test_a_stalled_gui_is_woken_once(qtbot):
    bridge = Bridge()
    woken = []
    direct = Qt.ConnectionType.DirectConnection
    bridge._posted.connect(lambda: woken.append(1), direct)
    with qtbot.waitSignal(bridge.frame_ready):
        post_from_a_thread(bridge, range(72))

    assert woken == [1]


def test_the_next_frame_after_a_delivery_arrives_too(qtbot):
    bridge = Bridge()
    seen = []
    bridge.frame_ready.connect(seen.append)
    for frame in ("first", "second"):
        with qtbot.waitSignal(bridge.frame_ready):
            post_from_a_thread(bridge, [frame])

    assert seen == ["first", "second"]


def test_a_frame_that_is_not_worth_it_wakes_nobody_and_waits(qtbot):
    bridge = Bridge(worth_waking=lambda frame: frame == "finding")
    seen = []
    bridge.frame_ready.connect(seen.append)

    post_from_a_thread(bridge, ["dull"])
    qtbot.wait(20)
    assert seen == []

    bridge.fetch()
    bridge.fetch()
    assert seen == ["dull"]


def test_a_dull_frame_right_after_a_finding_does_not_hold_it_up(qtbot):
    bridge = Bridge(worth_waking=lambda frame: frame == "finding")

    with qtbot.waitSignal(bridge.frame_ready) as caught:
        post_from_a_thread(bridge, ["finding", "dull"])

    assert caught.args == ["dull"]  # the newest one, which has the finding as well
