"""A yes or no that turns only after it has held for a while."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from traintray.core.diagnosis.policy import Policy


class Steady:
    """Votes of the last seconds on one question.

    Turns on when the answer was yes for `sustained_s` within the window, off when
    it was yes for less than `release_share` of that. A vote counts for the time
    since the vote before, so a machine that is sampled late is judged as fast.
    """

    def __init__(self, policy: Policy, sustained_s: float | None = None) -> None:
        """`sustained_s` takes the place of the policy's where a rule needs another."""
        if sustained_s is not None:
            policy = replace(policy, sustained_s=sustained_s)
        self._policy = policy
        self._votes: deque[tuple[float, float, bool | None]] = deque()
        self._last_at_s: float | None = None
        self.is_on = False
        self.onset_at_s: float | None = None
        """When the condition that is on began; None while it is off."""

    def vote(self, answer: bool | None, at_s: float) -> bool:
        """Take the answer for the time up to `at_s`; return the steady one.

        None means that it could not be told: neither yes nor no.
        """
        last, self._last_at_s = self._last_at_s, at_s
        step_s = 0.0 if last is None else min(self._policy.longest_step_s, at_s - last)
        self._votes.append((at_s, step_s, answer))
        while self._votes and self._votes[0][0] <= at_s - self._policy.window_s:
            self._votes.popleft()
        self._turn(at_s)
        return self.is_on

    def follow(self, policy: Policy, sustained_s: float) -> None:
        """Go by another policy from now on. Votes by the old one count no more; what
        is on stays on until it is voted off.
        """
        self._policy = replace(policy, sustained_s=sustained_s)
        self.reset()

    def known_s(self) -> float:
        """For how long of the window there was an answer."""
        return sum(step_s for _, step_s, answer in self._votes if answer is not None)

    def since_s(self) -> float:
        """From when on the window's answers belong to what stands now.

        What was before the condition began is no evidence of it, nor are seconds
        without an answer. When there is none: since the condition that is still on
        began, as right after a suspend; now where nothing is on.
        """
        told = [at - step_s for at, step_s, answer in self._votes if answer is not None]
        onset_s = self.onset_at_s
        if not told:
            return onset_s if onset_s is not None else (self._last_at_s or 0.0)
        return told[0] if onset_s is None else max(told[0], onset_s)

    def reset(self) -> None:
        """Forget the votes; what is on stays on until it is voted off."""
        self._votes.clear()
        self._last_at_s = None

    def _turn(self, at_s: float) -> None:
        yes = [(at, step_s) for at, step_s, answer in self._votes if answer]
        yes_s = sum(step_s for _, step_s in yes)
        # A tenth of a second of slack: fifteen steps of 0.999 s are fifteen seconds.
        if not self.is_on and yes_s >= self._policy.sustained_s - 0.1:
            self.is_on = True
            self.onset_at_s = yes[0][0] - yes[0][1]
        elif self.is_on and self._is_over(yes_s):
            self.is_on = False
            self.onset_at_s = None

    def _is_over(self, yes_s: float) -> bool:
        """Enough was seen to say no: missing answers end nothing."""
        release_s = self._policy.release_share * self._policy.sustained_s
        no_s = sum(step_s for _, step_s, answer in self._votes if answer is False)
        return (
            yes_s < release_s
            and no_s > self._policy.window_s - self._policy.sustained_s
        )
