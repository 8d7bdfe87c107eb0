"""Rule on the clipboard's text, which the embedded handset or the app Clipper tells."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bmoca_gym.success_detectors.comparison import TextTest
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied

_COMMAND = "am broadcast -a clipper.get"
_TEXT = re.compile(r'^Broadcast completed: result=-1, data="(.*)"\s*\Z', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipboardRule(TextTest):
    """The text on the clipboard is what a `TextTest` asks for; exactly one of its fields is given.

    The embedded handset tells it itself. Elsewhere it takes the app Clipper (``ca.zgrs.clipper``), since Android's
    shell can't read the clipboard; from Android 10 on an app sees the clipboard only while it is in front.

    Raises:
        DetectorError: a field is malformed.
    """

    def __post_init__(self) -> None:
        self.check_test()

    def start(self, reading: Reading) -> ClipboardRule:
        """The rule itself: it remembers nothing."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the clipboard as it is now."""
        text = getattr(reading.device, "clipboard", None)
        if not isinstance(text, str):
            result = reading.shell(_COMMAND)
            found = _TEXT.search(result.output) if result.exit_code == 0 else None
            if found is None:
                said = shown(result.output.strip())
                return unknown(f"clipboard: {_COMMAND} answered {said}; is Clipper installed, and in front?")
            text = found[1]
        fault = self.fault(text)
        seen = f"clipboard: is {shown(text)}"
        return unsatisfied(f"{seen}; {fault}") if fault else satisfied(seen)
