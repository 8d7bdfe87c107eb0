"""Rule on a system setting: the output of a shell command, compared with a value or with the output at reset."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import fields, patterns
from bmoca_gym.success_detectors.detector import (
    Detection,
    Reading,
    Watch,
    satisfied,
    shown,
    unknown,
    unsatisfied,
)

#: Commands that only read. Rules run at every step and may use no others.
READING_COMMANDS = (
    r"settings get (system|secure|global) \S+",
    r"settings list (system|secure|global)",
    r"media volume --show --stream \d+ --get",
    r"cmd uimode night",
    r"cmd role get-role-holders \S+",
    r"getprop \S+",
    r"wm (size|density)",
    r"date \+\S+",
    r"pm list packages( -[defs3])?",
    r"pm path \S+",
    r"dumpsys (activity activities|alarm|audio|battery|bluetooth_manager|connectivity|diskstats|notification|power"
    r"|telephony\.registry|wifi|window)",
)

_READS_ONLY = re.compile("|".join(READING_COMMANDS))
_SHELL_CHARACTERS = frozenset(";&|<>$`\\\"'(){}*?#!~\n\r\t\0")
_NUMBERS = ("equals", "not_equals", "greater_than", "less_than")
_AT_RESET = ("greater_than_at_reset", "less_than_at_reset", "differs_from_reset")


def check_reads(name: str, command: object) -> None:
    """Check that a command only reads.

    Raises:
        DetectorError: it is not one of `READING_COMMANDS`.
    """
    given = fields.text(name, command)
    if _SHELL_CHARACTERS.intersection(given) or not _READS_ONLY.fullmatch(given):
        raise DetectorError(
            f"{name} is {given!r}; a rule may only read: one of {', '.join(READING_COMMANDS)} "
            "(without 'adb shell', quotes or ';')"
        )


@dataclass(frozen=True, slots=True)
class SettingRule:
    """Rule that holds if the output of ``command`` passes every given comparison.

    The value is the first group of ``regex`` (RE2, searched), or the whole match if there is no group.
    ``equals``, ``not_equals``: a number (compared as a number) or text. ``greater_than``, ``less_than``: a
    number. ``greater_than_at_reset``, ``less_than_at_reset``, ``differs_from_reset``: true compares with the
    value at the start of the episode.

    Raises:
        DetectorError: a field is malformed, nothing is compared, or the command is not one of
            `READING_COMMANDS`.
    """

    command: str
    regex: str
    equals: str | int | float | None = None
    not_equals: str | int | float | None = None
    greater_than: int | float | None = None
    less_than: int | float | None = None
    greater_than_at_reset: bool = False
    less_than_at_reset: bool = False
    differs_from_reset: bool = False

    def __post_init__(self) -> None:
        check_reads("command", self.command)
        fields.pattern("regex", self.regex)
        for name in _AT_RESET:
            fields.flag(name, getattr(self, name))
        given = [name for name in _NUMBERS if getattr(self, name) is not None]
        for name in given:
            value = getattr(self, name)
            if name in ("greater_than", "less_than") or not isinstance(value, str):
                fields.number(name, value)
        if not given and not self.needs_reset_value:
            raise DetectorError(f"nothing is compared; give one of {', '.join(_NUMBERS + _AT_RESET)}")

    @property
    def needs_reset_value(self) -> bool:
        """Whether the rule compares with the value at the start of the episode."""
        return self.greater_than_at_reset or self.less_than_at_reset or self.differs_from_reset

    def read(self, reading: Reading) -> str | None:
        """Return the current value; None if the command fails or ``regex`` does not match."""
        result = reading.shell(self.command)
        match = patterns.search(self.regex, result.output) if result.exit_code == 0 else None
        if match is None:
            return None
        value: str | None = match[1] if match.re.groups else match[0]
        return value

    def start(self, reading: Reading) -> Watch:
        """Remember the value at the start of the episode, if it is needed."""
        return _SettingWatch(self, self.read(reading) if self.needs_reset_value else None)


@dataclass(frozen=True, slots=True)
class _SettingWatch:
    rule: SettingRule
    at_reset: str | None

    def check(self, reading: Reading) -> Detection:
        rule = self.rule
        value = rule.read(reading)
        if value is None:
            result = reading.shell(rule.command)
            return unknown(
                f"setting: {rule.command}: {rule.regex!r} finds nothing in {shown(result.output)} "
                f"(exit code {result.exit_code})"
            )
        if rule.needs_reset_value and self.at_reset is None:
            return unknown(f"setting: {rule.command}: is {shown(value)}, had no value at reset")
        failed = self._failed(value)
        evidence = f"setting: {rule.command}: is {shown(value)}"
        if self.at_reset is not None:
            evidence += f", was {shown(self.at_reset)}"
        return unsatisfied(f"{evidence}; wanted: {failed}") if failed else satisfied(evidence)

    def _failed(self, value: str) -> str:
        """The first comparison that does not hold, in words, or nothing."""
        rule, start = self.rule, self.at_reset or ""
        size = _number(value)
        if rule.equals is not None and not _same(value, rule.equals):
            return f"equals {rule.equals!r}"
        if rule.not_equals is not None and _same(value, rule.not_equals):
            return f"not equals {rule.not_equals!r}"
        if rule.greater_than is not None and not size > rule.greater_than:
            return f"greater than {rule.greater_than}"
        if rule.less_than is not None and not size < rule.less_than:
            return f"less than {rule.less_than}"
        if rule.greater_than_at_reset and not size > _number(start):
            return "greater than at reset"
        if rule.less_than_at_reset and not size < _number(start):
            return "less than at reset"
        if rule.differs_from_reset and value == start:
            return "differs from reset"
        return ""


def _number(text: str) -> float:
    """``text`` as a number, or nan, which compares false with everything."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def _same(value: str, wanted: str | int | float) -> bool:
    return value == wanted if isinstance(wanted, str) else _number(value) == wanted
