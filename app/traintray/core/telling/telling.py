"""Decides what to tell and when: once per episode, and not when asked to be quiet.

No Qt, no D-Bus and no clock: frames in, things to do out. What cannot be told now is
told later if it still holds; what was told, or is too like what was, is settled.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from traintray.core.archive.records import RunRecord
from traintray.core.frame import Frame
from traintray.core.proof.outcome import Proof
from traintray.core.telling import keeping
from traintray.core.telling.absence import Absence
from traintray.core.telling.causes import Causes
from traintray.core.telling.daytime import LocalTime
from traintray.core.telling.deed import Deed, Mute, Span, Tell, TellProof, Withdraw
from traintray.core.telling.ends import RunEnds
from traintray.core.telling.lost_gpus import LostGpus
from traintray.core.telling.repeats import Memory, Repeats
from traintray.core.telling.silence import Silence
from traintray.core.telling.snoozes import Snooze
from traintray.core.telling.standing import Standing, open_episodes, standing
from traintray.core.telling.wishes import Wishes

UNREAD_TIPS = 3
"""So many tips of a kind closed without a look say that they are not wanted."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What is shown about a run, and what to restore when it reached nobody."""

    what: Standing
    before: Memory


class Telling:
    """Remembers what was told. At most one tip is shown per run."""

    def __init__(
        self,
        wishes: Wishes,
        *,
        after_login: bool = False,
        local: LocalTime = time.localtime,
        kept: Mapping[str, object] | None = None,
    ) -> None:
        """`after_login`: the desktop has just started us, and everything else.

        `kept` is what `remembered` returned in an earlier life of the app.
        """
        self._wishes = wishes
        self._silence = Silence(local, after_login=after_login)
        self._repeats, self._causes = Repeats(), Causes()
        self._ends, self._absence = RunEnds(), Absence()
        self._lost_gpus = LostGpus()
        self._proofs: list[Proof] = []
        self._shown: dict[str, _Told] = {}
        """By run."""
        self._settled: set[tuple[int, bool]] = set()
        """What is told, or never will be, by `Standing.mark`."""
        self._seen: set[tuple[int, bool]] = set()
        self._frame: Frame | None = None
        kept = kept or {}
        self._budget = keeping.recall(kept, self._repeats, self._silence.snoozes)
        self._unread = keeping.unread(kept)

    # --- what comes in ------------------------------------------------------------

    def watch(self, frame: Frame) -> None:
        """Take the newest frame while nobody could be told of it."""
        self._frame = frame
        self._silence.update(frame)
        self._budget.update(frame.at_s, self._silence.day)
        self._ends.watch(frame)
        self._causes.update(frame.runs, frame.wall_s)
        self._lost_gpus.watch(frame)
        memories = (self._repeats, self._silence.snoozes, self._causes, self._ends)
        self._absence.clear(memories, frame)

    def update(self, frame: Frame) -> list[Deed]:
        """Take the newest frame; return what is to be done."""
        self.watch(frame)
        found = standing(frame)
        tips = [self._tip(one, frame, found) for one in found]
        for one in found:
            self._repeats.stand(one.topic, frame.wall_s)
        deeds: list[Deed] = [tip for tip in tips if tip is not None]
        still = open_episodes(frame)
        for key in [k for k, t in self._shown.items() if t.what.number not in still]:
            del self._shown[key]
            deeds.append(Withdraw(key))
        self._settled = {mark for mark in self._settled if mark[0] in still}
        self._seen = {mark for mark in self._seen if mark[0] in still}
        return deeds + self._news(frame)

    @property
    def wishes(self) -> Wishes:
        """The settings as they were told last."""
        return self._wishes

    def choose(self, wishes: Wishes) -> None:
        """Take the settings as they are now."""
        self._wishes = wishes

    def end(self, record: RunRecord, *, is_looked_at: bool) -> None:
        """Take the last record of a run; the next frame brings what is to be done.

        `is_looked_at`: the user has one of our windows before them, which shows it.
        Whether they look at the terminal cannot be known: see `ends.FINISHED_AFTER_S`.
        """
        if not is_looked_at and self._frame is not None:
            self._ends.take(record, self._wishes, self._frame.at_s)

    def prove(self, proof: Proof, *, is_looked_at: bool) -> None:
        """Take what came of a change of a knob; the next frame brings the deed."""
        if proof.verdict in ("helped", "slower") and not is_looked_at:
            self._proofs.append(proof)

    # --- what the user answers ----------------------------------------------------

    def snooze(self, run_key: str, span: Span = Span.FOR_A_WHILE) -> list[Deed]:
        """Say nothing more about this run, this kind or anything for a while."""
        frame = self._frame
        about = (
            [one for one in standing(frame) if one.run_key == run_key] if frame else []
        )
        if span is Span.THIS_KIND:
            mute: list[Deed] = [Mute(one.advice.kind) for one in about]
            return self._take_back([run_key]) + mute
        critical = any(one.is_critical for one in about) or self._lost_gpus.has(run_key)
        self._silence.begin(run_key, span, self._wishes, critical=critical)
        if span is Span.TODAY:
            calm = [key for key, t in self._shown.items() if not t.what.is_critical]
            return self._take_back(calm)
        return self._take_back([run_key])

    def wake(self) -> None:
        """End every snooze: what still holds is told with the next frame."""
        self._silence.snoozes.clear()

    def answer(self, kind: str, *, was_read: bool) -> None:
        """Note whether a tip of this kind was of use, or closed unread."""
        self._unread[kind] = 0 if was_read else self._unread.get(kind, 0) + 1

    def undelivered(self, name: str) -> None:
        """Note that what was told about a run or a GPU that is lost reached nobody."""
        self._take_back([name])

    @property
    def snoozes(self) -> tuple[Snooze, ...]:
        """What is not told for now."""
        return tuple(self._silence.snoozes)

    def remembered(self) -> dict[str, object]:
        """Return what a later life of the app should know, as JSON can hold it."""
        snoozes = self._silence.snoozes
        return keeping.kept(self._repeats, snoozes, self._budget, self._unread)

    # --- what is to be done ---------------------------------------------------------

    def _tip(
        self, one: Standing, frame: Frame, found: Sequence[Standing]
    ) -> Tell | None:
        """Return the tip about a run, if it is to be told now."""
        if one.mark not in self._seen:
            self._seen.add(one.mark)
            if self._is_known(one, found, frame.wall_s):
                self._settled.add(one.mark)
        if one.mark in self._settled or not self._is_time_for(one, frame):
            return None
        if not one.is_critical:
            self._budget.spend(one.advice.kind)
        before = self._repeats.tell(one.topic, frame.wall_s)
        self._shown[one.run_key] = _Told(one, before)
        same = [other for other in found if other.topic[1] == one.topic[1]]
        for other in same:
            self._settled |= other.settles
        kind = one.advice.kind
        return Tell(
            one.run_key,
            one.advice,
            other_runs=len(same) - 1,
            offers_mute=self._unread.get(kind, 0) >= UNREAD_TIPS,
        )

    def _is_known(
        self, one: Standing, found: Sequence[Standing], wall_s: float
    ) -> bool:
        """Whether it was told lately: of this run, or of another one that still has
        the same trouble.
        """
        if not self._repeats.may_begin(one.topic, wall_s):
            return True
        return any(
            other.topic[1] == one.topic[1]
            and other.run_key in self._shown
            and self._repeats.was_told_lately(other.topic, wall_s)
            for other in found
            if other.run_key != one.run_key
        )

    def _is_time_for(self, one: Standing, frame: Frame) -> bool:
        """Whether a tip may come now; else it waits for as long as it holds."""
        wishes, kind = self._wishes, one.advice.kind
        if not wishes.tips or kind in wishes.muted_kinds:
            return False
        critical = one.is_critical
        if self._silence.covers(one.run_key, wishes, critical=critical):
            return False
        if critical:
            return True
        is_symptom = self._causes.explain(one.run_key, kind, frame.wall_s)
        return not is_symptom and self._budget.allows(kind, wishes.tips_a_day)

    def _news(self, frame: Frame) -> list[Deed]:
        """Return what is to be told, or taken back, of all but findings."""
        deeds: list[Deed] = [*self._lost_gpus.back()]
        if self._silence.is_hushed:
            return deeds
        quiet = self._silence.is_quiet(self._wishes)
        deeds += self._ends.due(frame.at_s, only_critical=quiet)
        deeds += self._lost_gpus.due(self._silence, self._wishes)
        if not quiet:
            proofs, self._proofs = self._proofs, []
            deeds += [TellProof(proof) for proof in proofs if self._wishes.helped]
        return deeds

    def _take_back(self, runs: Collection[str]) -> list[Deed]:
        """Withdraw what is shown about these runs, or GPUs that are lost by UUID, to be
        told when the silence ends.
        """
        found: list[Deed] = [Withdraw(key) for key in runs if self._untell(key)]
        return found + self._lost_gpus.take_back(runs)

    def _untell(self, run_key: str) -> bool:
        """Take a telling for none; return whether there was one."""
        told = self._shown.pop(run_key, None)
        if told is None:
            return False
        self._settled -= told.what.settles
        self._repeats.restore(told.what.topic, told.before)
        if not told.what.is_critical:
            self._budget.refund(told.what.advice.kind)
        return True
