"""Programs outside all runs are named as a person would name them."""

from dataclasses import replace

import pytest

from core.detection.fake_world import FakeProcess, FakeWorld
from traintray.core.detection.consumers import Consumers

OWN = 999


def program(pid, parent, name, cores=0.0, **changes):
    return FakeProcess(
        pid, parent=parent, name=name, cores=cores, is_python=False, **changes
    )


SHELL = (
    program(5, 1, "systemd"),
    program(6, 5, "gnome-terminal-"),
    program(7, 6, "bash"),
)


def named(*processes, members=(), rounds=3, titles=None):
    """Watch these processes for some seconds; return names with their CPUs."""
    world = FakeWorld(*processes)
    consumers = Consumers((titles or {}).get, own_pid=OWN)
    for second in range(rounds):
        found = consumers.update(world.table(float(second)), members, float(second))
    return [(one.name, round(one.cpu_cores, 2)) for one in found]


def test_a_builds_many_compilers_count_as_the_build():
    build = [
        program(10, 7, "make"),
        program(11, 10, "sh"),
        program(12, 11, "g++"),
        program(13, 12, "cc1plus", 1.0),
        program(14, 10, "g++"),
        program(15, 14, "cc1plus", 0.9),
        program(16, 10, "ld", 0.5),
    ]

    assert named(*SHELL, *build) == [("make", 2.4)]


def test_a_script_of_a_shell_is_known_by_what_it_runs():
    script = [program(10, 7, "bash"), program(11, 10, "xz", 1.0)]

    assert named(*SHELL, *script) == [("xz", 1.0)]


def test_the_largest_comes_first_and_each_has_its_own_line():
    others = [program(10, 7, "ffmpeg", 0.5), program(11, 7, "firefox", 1.5)]

    assert named(*SHELL, *others) == [("firefox", 1.5), ("ffmpeg", 0.5)]


def test_processes_of_one_name_and_parent_are_one_program():
    browser = [program(10, 5, "chrome", 0.4)]
    browser += [program(11 + n, 10, "chrome", 0.3) for n in range(4)]
    stress = [program(30 + n, 7, "stress-ng", 1.0) for n in range(2)]

    assert named(*SHELL, *browser, *stress) == [("stress-ng", 2.0), ("chrome", 1.6)]


def test_a_shell_that_is_busy_itself_is_named():
    assert named(*SHELL, program(10, 7, "bash", 1.0)) == [("bash", 1.0)]


def test_runs_and_what_is_below_them_are_not_named():
    run = [FakeProcess(10, parent=7), program(11, 10, "ffmpeg", 1.0)]

    assert named(*SHELL, *run, members={10}) == []


def test_what_started_a_run_too_is_not_the_program():
    harness = [
        program(10, 7, "python", 0.0),
        FakeProcess(11, parent=10),
        program(12, 10, "stress-ng", 0.0),
        program(13, 12, "stress-ng-cpu", 1.0),
    ]

    assert named(*SHELL, *harness, members={11}) == [("stress-ng", 1.0)]


def test_this_program_and_the_kernel_are_not_named():
    kernel = [program(2, 0, "kthreadd"), program(20, 2, "kswapd0", 1.0)]
    own = [program(OWN, 7, "traintray", 0.2), program(21, OWN, "nvidia-smi", 0.3)]

    assert named(*SHELL, *kernel, *own) == []


def test_a_python_program_is_called_by_its_script():
    served = FakeProcess(10, parent=7, cores=1.0)

    assert named(*SHELL, served, titles={10: "serve.py"}) == [("serve.py", 1.0)]


def test_what_uses_hardly_anything_is_not_named():
    assert named(*SHELL, program(10, 7, "top", 0.1), rounds=3) == [("top", 0.1)]
    world = FakeWorld(*SHELL, program(10, 7, "top", 0.1))
    consumers = Consumers({}.get, own_pid=OWN)
    for second in range(10):
        world.change(10, cores=0.1 if second % 4 == 0 else 0.0)
        found = consumers.update(world.table(float(second)), (), float(second))
    assert found == ()


def test_the_use_is_that_of_the_last_ten_seconds():
    world = FakeWorld(*SHELL, program(10, 7, "ffmpeg", 2.0))
    consumers = Consumers({}.get, own_pid=OWN)
    seen = []
    for second in range(25):
        if second == 5:
            world.change(10, cores=0.0)
        found = consumers.update(world.table(float(second)), (), float(second))
        seen.append(round(found[0].cpu_cores, 2) if found else None)

    assert seen[4] == 2.0
    assert seen[8] == 1.0
    assert seen[13:15] == [0.2, None]


def test_a_process_whose_rate_is_not_known_yet_is_not_guessed_at():
    world = FakeWorld(*SHELL, program(10, 7, "make"))
    consumers = Consumers({}.get, own_pid=OWN)
    consumers.update(world.table(0.0), (), 0.0)
    # It runs for long, and may be read only now.
    world.processes[11] = program(11, 10, "cc1plus", 1.0, cpu_s=500.0)
    table = world.table(1.0)
    table.processes[11] = replace(table.processes[11], cpu_cores=None)

    assert consumers.update(table, (), 1.0) == ()


def test_after_a_gap_the_mean_begins_anew():
    world = FakeWorld(*SHELL, program(10, 7, "ffmpeg", 2.0))
    consumers = Consumers({}.get, own_pid=OWN)
    for second in range(3):
        consumers.update(world.table(float(second)), (), float(second))
    consumers.reset()

    assert consumers.update(world.table(5000.0), (), 5000.0) == ()


@pytest.mark.parametrize("wrapper", ["sudo", "timeout", "nice"])
def test_a_wrapper_is_not_the_program(wrapper):
    wrapped = [program(10, 7, wrapper), program(11, 10, "ffmpeg", 1.0)]

    assert named(*SHELL, *wrapped) == [("ffmpeg", 1.0)]


def test_in_a_container_the_shim_is_not_the_program():
    inside = [
        program(10, 1, "containerd-shim"),
        program(11, 10, "tini"),
        program(12, 11, "java", 1.0),
    ]

    assert named(*inside) == [("java", 1.0)]


def test_what_becomes_a_run_is_no_longer_named():
    world = FakeWorld(*SHELL, FakeProcess(10, parent=7))
    consumers = Consumers({}.get, own_pid=OWN)
    for second in range(3):
        consumers.update(world.table(float(second)), (), float(second))

    assert consumers.update(world.table(3.0), {10}, 3.0) == ()
