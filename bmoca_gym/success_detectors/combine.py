"""Rules that combine rules: all, any, not, mean, and sub-goals in order."""

from __future__ import annotations

from dataclasses import dataclass

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors.detector import Detection, Reading, Rule, Watch


def _check_rules(rules: object) -> None:
    if not (isinstance(rules, tuple) and rules and all(callable(getattr(r, "start", None)) for r in rules)):
        raise DetectorError(f"rules are {rules!r}; they must be a list of one or more rules")


@dataclass(frozen=True, slots=True)
class AllOf:
    """Rule that holds if every rule holds at the same check. The score is the mean of theirs."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch every rule."""
        return _AllWatch(tuple([rule.start(reading) for rule in self.rules]))


@dataclass(frozen=True, slots=True)
class MeanOf:
    """Rule that holds if every rule holds at the same check. The score is the share of rules that hold."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch every rule."""
        return _AllWatch(tuple([rule.start(reading) for rule in self.rules]), whole=True)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Rule that holds if at least one rule holds. The score is the highest of theirs."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch every rule."""
        return _AnyWatch(tuple([rule.start(reading) for rule in self.rules]))


@dataclass(frozen=True, slots=True)
class Not:
    """Rule that holds if another does not. If the other can't be decided, neither can this one."""

    rule: Rule

    def __post_init__(self) -> None:
        _check_rules((self.rule,))

    def start(self, reading: Reading) -> Watch:
        """Watch the rule."""
        return _NotWatch(self.rule.start(reading))


@dataclass(frozen=True, slots=True)
class InOrder:
    """Rule of sub-goals that are reached one after the other. A sub-goal stays reached.

    The score is the share of sub-goals that were reached. A sub-goal is watched from the moment that the one
    before was reached. That moment is its reset, for log lines and for values to compare with. Several
    sub-goals can be reached at the same check, except by log lines: the lines of an action come before what
    it shows.
    """

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch the first sub-goal."""
        return _OrderWatch(self.rules, self.rules[0].start(reading))


@dataclass(frozen=True, slots=True)
class _AllWatch:
    watches: tuple[Watch, ...]
    whole: bool = False

    def check(self, reading: Reading) -> Detection:
        # Check all rules, also after one that fails, for the score and the evidence.
        found = [watch.check(reading) for watch in self.watches]
        holds = all(d.satisfied for d in found)
        return Detection(
            holds,
            1.0
            if holds
            else sum([float(d.satisfied) if self.whole else d.score for d in found]) / len(found),
            tuple([line for d in found for line in d.evidence]),
            all(d.known for d in found) or any(d.known and not d.satisfied for d in found),
        )


@dataclass(frozen=True, slots=True)
class _AnyWatch:
    watches: tuple[Watch, ...]

    def check(self, reading: Reading) -> Detection:
        found = [watch.check(reading) for watch in self.watches]
        for detection in found:
            if detection.satisfied:
                return detection
        return Detection(
            False,
            max([d.score for d in found]),
            tuple([line for d in found for line in d.evidence]),
            all(d.known for d in found),
        )


@dataclass(frozen=True, slots=True)
class _NotWatch:
    watch: Watch

    def check(self, reading: Reading) -> Detection:
        found = self.watch.check(reading)
        holds = found.known and not found.satisfied
        return Detection(holds, float(holds), tuple([f"not: {line}" for line in found.evidence]), found.known)


@dataclass(slots=True)
class _OrderWatch:
    rules: tuple[Rule, ...]
    watch: Watch
    reached: int = 0
    evidence: tuple[str, ...] = ()

    def check(self, reading: Reading) -> Detection:
        total = len(self.rules)
        while self.reached < total:
            found = self.watch.check(reading)
            if not found.satisfied:
                here = tuple([f"sub-goal {self.reached + 1} of {total}: {line}" for line in found.evidence])
                return Detection(False, self.reached / total, self.evidence + here, found.known)
            self.reached += 1
            self.evidence += tuple([f"sub-goal {self.reached} of {total}: {line}" for line in found.evidence])
            if self.reached < total:
                self.watch = self.rules[self.reached].start(reading)
        return Detection(True, 1.0, self.evidence)
