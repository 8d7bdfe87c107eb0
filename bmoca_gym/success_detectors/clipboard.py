"""Rule on the text on the clipboard, read through the app Clipper."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bmoca_gym.success_detectors.comparison import TextTest
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unknown, unsatisfied

_COMMAND = "am broadcast -a clipper.get"
_TEXT = re.compile(r'^Broadcast completed: result=-1, data="(.*)"\s*\Z', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipboardRule(TextTest):
    """Rule that holds if the text on the clipboard passes a `TextTest`; give exactly one of its fields.

    It needs the app Clipper (``ca.zgrs.clipper``), since Android's shell can't read the clipboard. From
    Android 10 on, apps can read the clipboard only in the foreground; on the embedded handset always.

    Raises:
        DetectorError: a field is malformed.
    """

    def __post_init__(self) -> None:
        self.check_test()

    def start(self, reading: Reading) -> ClipboardRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current clipboard."""
        result = reading.shell(_COMMAND)
        found = _TEXT.search(result.output) if result.exit_code == 0 else None
        if found is None:
            return unknown(
                f"clipboard: {_COMMAND} answered {shown(result.output.strip())}; is Clipper installed?"
            )
        fault = self.fault(found[1])
        seen = f"clipboard: is {shown(found[1])}"
        return unsatisfied(f"{seen}; {fault}") if fault else satisfied(seen)
