"""Rules made of rules: all, any, not, and sub-goals that are reached one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors.detector import Detection, Reading, Rule, Watch


def _check_rules(rules: object) -> None:
    if not (isinstance(rules, tuple) and rules and all(callable(getattr(r, "start", None)) for r in rules)):
        raise DetectorError(f"rules are {rules!r}; they must be a list of one or more rules")


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every rule holds, at the same check. The score is the mean of theirs."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch every rule."""
        return _AllWatch(tuple([rule.start(reading) for rule in self.rules]))


@dataclass(frozen=True, slots=True)
class MeanOf:
    """Rule that holds if every rule does, at the same check; the score is the share of the rules that hold."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch every rule."""
        return _AllWatch(tuple([rule.start(reading) for rule in self.rules]), whole=True)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Rule that holds if at least one rule does. The score is the best of theirs."""

    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        _check_rules(self.rules)

    def start(self, reading: Reading) -> Watch:
        """Watch every rule."""
        return _AnyWatch(tuple([rule.start(reading) for rule in self.rules]))


@dataclass(frozen=True, slots=True)
class Not:
    """The rule does not hold, and the phone showed so: nothing follows from what can't be read."""

    rule: Rule

    def __post_init__(self) -> None:
        _check_rules((self.rule,))

    def start(self, reading: Reading) -> Watch:
        """Watch the rule."""
        return _NotWatch(self.rule.start(reading))


@dataclass(frozen=True, slots=True)
class InOrder:
    """Sub-goals that are reached one after the other; one that was reached stays reached.

    The score is the share that was reached. A sub-goal is watched from the moment that the one before it was
    reached: for it, that moment is the reset (of its log lines, of the values it compares with). Several may
    be reached in the same check, log lines excepted: what one action writes to the log belongs before what it
    shows.
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
        # All are asked, also after one that fails: the score and the evidence are of all.
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
