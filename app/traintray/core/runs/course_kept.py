"""Keeps how a run goes in its first minutes, for a comparison with a later run."""

from __future__ import annotations

from collections.abc import Mapping

from traintray.core.archive.proof_record import Course
from traintray.core.progress.progress import Absent, Progress

BLOCK_S = 10.0
PIECE_S = 3.0
"""At least; what a run writes is looked at every 5 s. A step is written some time after
it was done (buffers, a loop that prints twice a second), over 3 s a few percent."""
TOLD_S = 5.0
"""How far apart speeds are taken that a bar prints itself: means of its last second."""
MOST_PIECES = 72
"""A minute of warm-up and five minutes, where each piece lasts 5 s."""
LONGEST_S = 1260.0
"""A run that takes its time for a step is watched for so long, at most."""
LONGEST_UNTOLD_S = 420.0
"""A run that does not tell its steps: a minute of warm-up, five minutes, and one until
a log is found."""
_SILENT_S = 30.0
"""After such a pause of ours (suspend, the app was off) a piece would be none."""
FIGURES = (
    "gpu_busy_fraction",
    "gpu_throttled_fraction",
    "cpu_cores",
    "usable_busy_fraction",
    "demand_threads",
    "switches_per_s",
    "cpu_pressure_fraction",
    "foreign_cores",
    "other_runs_cores",
    "stolen_cores",
    "active_runs",
    "fixed_work_s",
)
_DIGITS = 4

Figures = Mapping[str, float | None]


class CourseKept:
    """The course of one run, while it goes on."""

    def __init__(self) -> None:
        self._began_at_s: float | None = None
        self._last_at_s = 0.0
        self._blocks: dict[str, list[float | None]] = {name: [] for name in FIGURES}
        self._sums: dict[str, tuple[float, int]] = {}
        self._pieces: list[tuple[float, float, float]] = []
        self._mark: tuple[float, int] | None = None
        self._said: tuple[str, str] = "", ""

    def note(
        self, progress: Progress | Absent, figures: Figures, wall_s: float
    ) -> None:
        """Take one round, at `wall_s` in seconds since 1970."""
        if self._began_at_s is None:
            self._began_at_s = self._last_at_s = wall_s
        silent_s, self._last_at_s = wall_s - self._last_at_s, wall_s
        at_s = wall_s - self._began_at_s
        if at_s < 0 or self._is_whole(at_s):
            return
        if silent_s > _SILENT_S or silent_s < 0:
            self._mark = None
        self._note_figures(figures, at_s)
        if isinstance(progress, Progress):
            self._note_step(progress, at_s)

    def carry(self, earlier: Course | None) -> None:
        """Go on with what was kept before the app was started anew."""
        if earlier is None:
            return
        self._began_at_s = earlier.began_at_s
        self._pieces = [*earlier.paces]
        self._said = earlier.source, earlier.unit
        count = max(map(len, earlier.blocks.values()), default=0)
        for name in FIGURES:
            # What was never measured was not kept, and is missing in as many blocks.
            self._blocks[name] = [*earlier.blocks.get(name, [None] * count)]
        self._sums.clear()
        self._mark = None

    def course(self) -> Course | None:
        """Return what is known by now; None before the first round."""
        if self._began_at_s is None:
            return None
        source, unit = self._said
        return Course(
            began_at_s=self._began_at_s,
            block_s=BLOCK_S,
            blocks={
                name: tuple(values)
                for name, values in self._blocks.items()
                if any(value is not None for value in values)
            },
            paces=tuple(self._pieces),
            source=source,
            unit=unit,
        )

    def _is_whole(self, at_s: float) -> bool:
        longest_s = LONGEST_S if self._pieces else LONGEST_UNTOLD_S
        return at_s > longest_s or len(self._pieces) >= MOST_PIECES

    def _note_figures(self, figures: Figures, at_s: float) -> None:
        number = int(at_s // BLOCK_S)
        if number > len(self._blocks[FIGURES[0]]):
            self._close_blocks(number)
        for name in FIGURES:
            value = figures.get(name)
            if value is not None:
                total, count = self._sums.get(name, (0.0, 0))
                self._sums[name] = total + value, count + 1

    def _close_blocks(self, number: int) -> None:
        """End the block before block `number`; those in between were not watched."""
        for name in FIGURES:
            total, count = self._sums.get(name, (0.0, 0))
            blocks = self._blocks[name]
            blocks.append(_rounded(total / count) if count else None)
            blocks.extend([None] * (number - len(blocks)))
        self._sums.clear()

    def _note_step(self, progress: Progress, at_s: float) -> None:
        said = progress.source, progress.unit
        if said != self._said:
            # Another log counts something else: what was counted before is void.
            self._said, self._mark = said, None
            self._pieces.clear()
        if progress.marked_at_s is None:
            self._note_told(progress.steps_per_s, at_s)
        elif progress.step is not None:
            self._note_mark((progress.marked_at_s, progress.step), at_s)

    def _note_mark(self, mark: tuple[float, int], at_s: float) -> None:
        before = self._mark
        if before is None or mark[1] < before[1] or mark[0] < before[0]:
            self._mark = mark
            return
        lasted_s, steps = mark[0] - before[0], mark[1] - before[1]
        if steps > 0 and lasted_s >= PIECE_S:
            self._mark = mark
            self._add(at_s, lasted_s, steps / lasted_s)

    def _note_told(self, per_s: float | None, at_s: float) -> None:
        """Take a speed that the source prints itself, since it rounds its steps."""
        self._mark = None
        since_s = at_s - self._pieces[-1][0] if self._pieces else TOLD_S
        if per_s is not None and per_s > 0 and since_s >= TOLD_S:
            self._add(at_s, TOLD_S, per_s)

    def _add(self, at_s: float, lasted_s: float, per_s: float) -> None:
        self._pieces.append((round(at_s, 1), round(lasted_s, 2), _rounded(per_s)))


def _rounded(value: float) -> float:
    """Return a value to four digits: a record is written again and again."""
    return float(f"{value:.{_DIGITS}g}")
