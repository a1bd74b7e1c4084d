"""Decides whether a tree that has a framework loaded is a training run at all."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from traintray.core.detection.roles import has_collectives
from traintray.core.detection.run import Member, Role
from traintray.core.detection.serving import is_no_training
from traintray.core.detection.tree import RunTree
from traintray.core.detection.world import World
from traintray.core.readings import ProcessFacts

_ASK_CALLERS_S = 5.0
SERVER_LIBRARIES = (
    *("/httptools/", "/uvloop/", "/gevent/", "/granian/", "/robyn/", "/bjoern."),
)
"""What uvicorn and its kin speak HTTP with; no training library needs them."""
CALLED_IN_TRAINING = ("ipykernel", "ray::", "dask", "distributed.cli", "debugpy")
"""Parts of command lines of processes that others call although they train."""


def judge(
    tree: RunTree,
    root_facts: ProcessFacts | None,
    members: Sequence[Member],
    world: World,
    at_s: float,
) -> bool:
    """Tell whether the tree serves, tests or installs; remembered in the tree.

    The names of programs are looked at once, callers every 5 s: a server begins to
    listen when its model is loaded. Once known it stays known.
    """
    if tree.is_no_training or root_facts is None:
        return tree.is_no_training
    is_first = tree.asked_callers_at_s == float("-inf")
    if is_first and is_no_training(root_facts.command):
        tree.is_no_training = True
    elif at_s >= tree.asked_callers_at_s + _ASK_CALLERS_S:
        tree.is_no_training = _answers_requests(tree, root_facts, members, world)
    if is_first or at_s >= tree.asked_callers_at_s + _ASK_CALLERS_S:
        tree.asked_callers_at_s = at_s
    return tree.is_no_training


def may_be_called(
    tree: RunTree,
    root_facts: ProcessFacts | None,
    members: Sequence[Member],
    world: World,
    at_s: float,
) -> bool:
    """Tell whether the tree listens and is none that does so although it trains.

    A server at rest has nobody who calls it, and the text of its program may lie in a
    package: so this proves nothing, but leaves open what the tree is. Asked every 5 s.
    """
    if root_facts is None or at_s >= tree.asked_listening_at_s + _ASK_CALLERS_S:
        tree.asked_listening_at_s = at_s
        tree.may_be_called = root_facts is None or any(
            _listens(world, member.pid) for member in _may_serve(root_facts, members)
        )
    return tree.may_be_called


def _may_serve(root_facts: ProcessFacts, members: Sequence[Member]) -> Sequence[Member]:
    """Return the members whose calls would be requests; none where ranks, a notebook
    or a debugger call.
    """
    words = " ".join(root_facts.command)
    if any(part in words for part in CALLED_IN_TRAINING):
        return ()
    asked = [m for m in members if m.role in (Role.MAIN, Role.RANK, Role.LAUNCHER)]
    if any(m.threads and has_collectives(m.threads.thread_names) for m in asked):
        return ()  # ranks listen for each other
    return asked


def _listens(world: World, pid: int) -> bool:
    try:
        return world.listens(pid)
    except OSError:
        return False


def _answers_requests(
    tree: RunTree, root_facts: ProcessFacts, members: Sequence[Member], world: World
) -> bool:
    asked = _may_serve(root_facts, members)
    if not asked:
        return False
    speaks_http = any(
        part in path for path in root_facts.mapped_files for part in SERVER_LIBRARIES
    )
    if not speaks_http and not _script_serves(tree, root_facts, world):
        return False
    return any(_has_callers(world, m.pid) for m in asked)


def _script_serves(tree: RunTree, root_facts: ProcessFacts, world: World) -> bool:
    """Tell what the text of its program says, read once: it runs as it was then."""
    with suppress(OSError):
        if tree.script_serves is None:
            tree.script_serves = world.script_serves(root_facts)
    return tree.script_serves is True


def _has_callers(world: World, pid: int) -> bool:
    try:
        return world.has_callers(pid)
    except OSError:
        return False
