"""Rule for an answer with a storage size, compared with the phone's own figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bmoca_gym.success_detectors import fields, patterns
from bmoca_gym.success_detectors.answers import languages, quantities, wording
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied
from bmoca_gym.success_detectors.setting import check_reads

# Longest answer in characters, and longest number of bytes in digits.
_LONGEST_ANSWER, _LONGEST_NUMBER = 4000, 19


@dataclass(frozen=True, slots=True)
class SizeAnswerRule:
    """Rule that holds if the agent's answer is a size such as ``1.6 GB``, equal to the output of ``command``
    in bytes.

    The first group of ``regex`` (RE2) is the number in the output. The answer must contain exactly one size, among any
    other words, and be correct to its last digit: 1.6 GB means 1.55 to 1.65.

    Raises:
        DetectorError: a field is malformed, or the command does more than read.
    """

    #: The rule reads the agent's answer, so the task is a question.
    asks: ClassVar[bool] = True

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
        fault = self.fault(answer, wanted, reading.locale)
        place = f"size_answer: {shown(answer)}"
        return unsatisfied(f"{place}: {fault}") if fault else satisfied(place)

    @staticmethod
    def fault(answer: str, wanted: int, locale: str = "en-US") -> str:
        """Return why ``answer``, in a locale's language or in English, is not a size of ``wanted`` bytes, or ""."""
        text = wording.cleaned(answer[: _LONGEST_ANSWER + 1])
        if max(len(answer), len(text)) > _LONGEST_ANSWER:
            return f"is longer than {_LONGEST_ANSWER} characters"
        return languages.judged(text, locale, "size", lambda said: _size_fault(said, wanted))

    def _bytes(self, output: str) -> int | None:
        match = patterns.search(self.regex, output)
        text = match[1] if match is not None and match.re.groups else ""
        return int(text) if text and text.isdecimal() and len(text) < _LONGEST_NUMBER else None


def _size_fault(text: str, wanted: int) -> str:
    """Why a cleaned-up English answer is not a size of that many bytes, or ""."""
    if wording.doubtful(text):
        return "it leaves open whether the size is meant"
    outside, inside = map(quantities.prepared, wording.in_parentheses(text))
    found, again = quantities.sizes(outside), quantities.sizes(inside)
    if not found:
        outside, found, again = quantities.prepared(text), quantities.sizes(quantities.prepared(text)), []
    if len(found) != 1:
        return f"{len(found)} sizes in it, wanted one"
    if quantities.bounded(outside, found):
        return "it denies the size, or gives a bound"
    right = [abs(one.readings[0] - wanted) <= one.half * (1 + 1e-9) for one in (*found, *again)]
    return "" if all(right) else f"wanted {wanted} bytes"
