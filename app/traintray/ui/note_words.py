"""What notifications say, as the desktop is given it."""

from __future__ import annotations

import signal

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.advice import Advice
from traintray.core.archive.records import Outcome
from traintray.core.diagnosis.verdict import Severity
from traintray.core.runs.live_run import CLEAR
from traintray.core.telling.deed import RunEnd, Tell, TellEnd, TellEnds, TellProof
from traintray.core.telling.ends import LATE_S
from traintray.platform.note import LONGEST_BODY, Action, Note, Urgency
from traintray.ui import format as fmt
from traintray.ui.joined import sentences
from traintray.ui.kind_words import chip
from traintray.ui.note_key import NoteKey, Topic
from traintray.ui.note_pictures import picture
from traintray.ui.run_names import titled
from traintray.ui.state_shape import Shape, shape_of_severity

translate = QCoreApplication.translate

_MANY_RUNS = 2


def lasting_note(
    deed: TellEnd | TellEnds | TellProof, icon: str
) -> tuple[NoteKey, Note]:
    """Return the notification about what stays true, and what it goes by."""
    if isinstance(deed, TellEnd):
        return NoteKey(Topic.END, deed.end.run_key), end_note(deed.end, icon)
    if isinstance(deed, TellEnds):
        return NoteKey(Topic.END, ""), ends_note(deed, icon)
    from traintray.ui.proof_note import proof_note

    run_key = deed.proof.after_run.rpartition("/")[2]
    return NoteKey(Topic.PROOF, run_key), proof_note(deed.proof, icon)


def tip_note(tell: Tell, icon: str) -> Note:
    """Return the notification about a finding."""
    advice = tell.advice
    show = translate("Notifier", "Show advice")
    actions = [Action("default", show), Action("advice", show)]
    if advice.proposals:
        actions.append(Action("apply", _apply_label(advice)))
    if tell.offers_mute:
        actions.append(Action("mute", translate("Notifier", "Don't tell again")))
    else:
        actions.append(Action("snooze", translate("Notifier", "Snooze")))
    critical = advice.severity is Severity.CRITICAL
    return Note(
        summary=advice.headline,
        body=_with_others(advice.notification_text, tell.other_runs),
        actions=tuple(actions),
        without_actions=translate("Notifier", "Open traintray for advice."),
        urgency=Urgency.CRITICAL if critical else Urgency.NORMAL,
        icon=icon,
        image=picture(shape_of_severity(advice.severity)),
    )


def end_note(end: RunEnd, icon: str) -> Note:
    """Return the notification about a run that has ended."""
    show = translate("Notifier", "Show run")
    return Note(
        summary=_end_title(end).format(name=end.record.name),
        body=_end_body(end),
        actions=(Action("default", show), Action("run", show)),
        urgency=Urgency.CRITICAL if end.is_critical else Urgency.NORMAL,
        icon=icon,
        image=picture(_end_shape(end)),
        stays=True,
    )


def ends_note(tell: TellEnds, icon: str) -> Note:
    """Return the notification about several runs that have ended."""
    show = translate("Notifier", "Show runs")
    ends = tell.ends
    bad = sum(end.is_bad for end in ends)
    title = translate("Notifier", "{count} runs have ended")
    last = translate("Notifier", "The last one was {name}.")
    body = last.format(name=titled(ends[-1].record))
    if bad:
        died = translate("Notifier", "Of these, {count} died.")
        body = sentences(died.format(count=bad), body)
    worst = max(ends, key=lambda end: (end.is_critical, end.is_bad))
    return Note(
        summary=title.format(count=len(ends)),
        body=body,
        actions=(Action("default", show), Action("run", show)),
        urgency=Urgency.CRITICAL if worst.is_critical else Urgency.NORMAL,
        icon=icon,
        image=picture(_end_shape(worst)),
        stays=True,
    )


def _apply_label(advice: Advice) -> str:
    proposal = advice.proposals[0]
    if proposal.knob == "thread_cap":
        return translate("Notifier", "Apply cap")
    return proposal.action


def _with_others(text: str, other_runs: int) -> str:
    if not other_runs:
        return text
    more = translate("Notifier", "So does another run.")
    if other_runs >= _MANY_RUNS:
        more = translate("Notifier", "So do {count} other runs.")
    both = sentences(text, more.format(count=other_runs))
    return both if len(both) <= LONGEST_BODY else text


def _end_title(end: RunEnd) -> str:
    if end.record.outcome is Outcome.FINISHED:
        return translate("Notifier", "{name} has finished")
    if end.is_critical:
        return translate("Notifier", "{name} ran out of memory")
    if end.is_bad:
        return translate("Notifier", "{name} has died")
    return translate("Notifier", "{name} has ended")


def _end_body(end: RunEnd) -> str:
    record = end.record
    how = {
        Outcome.FINISHED: translate("Notifier", "It ran for {time}, without an error."),
        Outcome.OUT_OF_MEMORY: translate(
            "Notifier", "The kernel killed it after {time}."
        ),
        Outcome.ENDED: translate(
            "Notifier", "It ran for {time}; the kernel does not tell how it ended."
        ),
    }.get(record.outcome)
    if how is None and record.signal is not None:
        how = translate("Notifier", "{signal} ended it after {time}.")
    elif how is None:
        how = translate("Notifier", "It ended after {time} with exit status {status}.")
    said = how.format(
        time=fmt.duration(end.lasted_s),
        signal=_signal_name(record.signal),
        status=record.exit_status,
    )
    if end.last_verdict is not None:
        said = sentences(said, _verdict(end.last_verdict))
    if end.late_s >= LATE_S:
        when = translate("Notifier", "That was at {time}.")
        clock = fmt.clock(record.ended_at_s, seconds=False)
        said = sentences(said, when.format(time=clock))
    return said


def _verdict(kind: str) -> str:
    last = translate("Notifier", "Last verdict: {verdict}.")
    healthy = translate("Notifier", "healthy")
    return last.format(verdict=healthy if kind == CLEAR else chip(kind))


def _end_shape(end: RunEnd) -> Shape:
    if end.is_critical:
        return Shape.CRITICAL
    if end.is_bad:
        return Shape.ATTENTION
    is_well = end.record.outcome is Outcome.FINISHED
    return Shape.OK if is_well else Shape.NO_DATA


def _signal_name(number: int | None) -> str:
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return translate("Notifier", "signal {number}").format(number=number)
