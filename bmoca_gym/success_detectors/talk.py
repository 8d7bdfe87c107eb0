"""Rules on what the agent and the user have said: what the user now wants, and a task that is rightly left undone."""

from __future__ import annotations

from dataclasses import dataclass

from bmoca_gym.success_detectors.detector import Detection, Reading, Rule, Watch, satisfied, unsatisfied


@dataclass(frozen=True, slots=True)
class LastWish:
    """Rule for a user who may change their mind: ``first`` counts until then, and ``then`` from then on."""

    first: Rule
    then: Rule

    def start(self, reading: Reading) -> Watch:
        """Watch both rules from the beginning of the episode."""
        return _WishWatch(self.first.start(reading), self.then.start(reading))


@dataclass(frozen=True, slots=True)
class _WishWatch:
    first: Watch
    then: Watch

    def check(self, reading: Reading) -> Detection:
        return (self.then if reading.talk.changed else self.first).check(reading)


@dataclass(frozen=True, slots=True)
class LeftUndone:
    """Rule that holds if the agent has asked, has changed nothing, and ends without saying that the task is done."""

    def start(self, reading: Reading) -> LeftUndone:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge what was said, and what was changed."""
        talk = reading.talk
        if not talk.asked:
            return unsatisfied("the user was not asked")
        if talk.status is None:
            return unsatisfied("the agent has not said that it leaves the task undone")
        if talk.status == "complete":
            return unsatisfied("the agent says that the task is done")
        if talk.changes is None:
            return unsatisfied("nobody has looked what was changed")
        if talk.changes:
            return unsatisfied(f"changed: {talk.changes[0]}")
        return satisfied("the user was asked, and the task was left undone")
