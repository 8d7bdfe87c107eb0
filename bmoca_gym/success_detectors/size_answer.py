"""Rule on an answer with a storage size, compared with the phone's own figure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bmoca_gym.success_detectors import fields, patterns
from bmoca_gym.success_detectors.comparison import plain
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied
from bmoca_gym.success_detectors.setting import check_reads

#: Units of sizes in Android: powers of 1000.
_UNITS = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_SIZE = re.compile(r"(?<![\w.,])(\d+(?:\.(\d+))?) ?([KMGT]?B|[KMGT])(?![A-Za-z])", re.IGNORECASE)
# Longest answer in characters, and longest number of bytes in digits.
_LONGEST, _LONGEST_NUMBER = 4000, 19


@dataclass(frozen=True, slots=True)
class SizeAnswerRule:
    """Rule that holds if the agent's answer is a size such as ``1.6 GB``, equal to the output of ``command``
    in bytes.

    The first group of ``regex`` (RE2) is the number in the output. The answer must contain exactly one size,
    with any other words, and be correct to its last digit: 1.6 GB means 1.55 to 1.65.

    Raises:
        DetectorError: a field is malformed, or the command does not only read.
    """

    command: str
    regex: str

    def __post_init__(self) -> None:
        check_reads("command", self.command)
        fields.pattern("regex", self.regex)

    def start(self, reading: Reading) -> SizeAnswerRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the agent's answer."""
        answer = reading.answer
        if answer is None:
            return unsatisfied("size_answer: none was given")
        result = reading.shell(self.command)
        wanted = self._bytes(result.output) if result.exit_code == 0 else None
        if wanted is None:
            said = shown(result.output)
            return unknown(f"size_answer: {self.command}: {self.regex!r} finds no number in {said}")
        found = _SIZE.findall(plain(answer)[:_LONGEST])
        place = f"size_answer: {shown(answer)}"
        if len(found) != 1:
            return unsatisfied(f"{place}: {len(found)} sizes in it, wanted one")
        whole, decimals, unit = found[0]
        size = _UNITS[unit.upper() if unit.upper() in _UNITS else unit.upper() + "B"]
        exact = abs(float(whole) * size - wanted) <= size / 10 ** len(decimals) / 2 * (1 + 1e-9)
        return satisfied(place) if exact else unsatisfied(f"{place}: wanted {wanted} bytes")

    def _bytes(self, output: str) -> int | None:
        match = patterns.search(self.regex, output)
        text = match[1] if match is not None and match.re.groups else ""
        return int(text) if text and text.isdecimal() and len(text) < _LONGEST_NUMBER else None
