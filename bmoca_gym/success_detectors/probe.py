"""Rule on data that no file and no provider shows: at the end of the episode a page is opened and judged."""

from __future__ import annotations

from dataclasses import dataclass

from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.detector import Detection, Reading, Rule, Watch, shown, unknown

#: Snapshot of a handset before a probe.
_BEFORE = "before_probe"


@dataclass(frozen=True, slots=True)
class ProbeRule:
    """Rule that opens a page at the end of the episode and judges it with another ``rule``. Before the end it
    is unknown.

    The embedded handset is unchanged afterwards. On other devices the page stays open.

    Attributes:
        open: a shell line, or several, such as ``am start -n com.example/.Form``.
        rule: the rule that judges the page.
        seconds: seconds to wait after the lines.

    Raises:
        DetectorError: a field is malformed.
    """

    open: str | tuple[str, ...]
    rule: Rule
    seconds: float = 3.0

    def __post_init__(self) -> None:
        fields.texts("open", self.open)
        if not callable(getattr(self.rule, "start", None)):
            raise DetectorError(f"rule is {self.rule!r}; it must be a rule")
        if not 0 <= fields.number("seconds", self.seconds) <= 60:
            raise DetectorError(f"seconds is {self.seconds!r}; it must be from 0 to 60")

    def start(self, reading: Reading) -> Watch:
        """Start the rule at the beginning of the episode."""
        return _ProbeWatch(self, self.rule.start(reading))


@dataclass(frozen=True, slots=True)
class _ProbeWatch:
    rule: ProbeRule
    watch: Watch

    def check(self, reading: Reading) -> Detection:
        if not reading.finished:
            return unknown("probe: waits for the end of the episode")
        device = reading.device
        if not is_handset(device):
            return self._probed(device, reading)
        device.save_snapshot(_BEFORE)
        try:
            return self._probed(device, reading)
        finally:
            device.load_snapshot(_BEFORE)

    def _probed(self, device: Device, reading: Reading) -> Detection:
        for line in fields.texts("open", self.rule.open):
            result = device.shell(line)
            if result.exit_code != 0:
                return unknown(f"probe: exit code {result.exit_code} of {line!r}: {shown(result.output)}")
        device.wait(self.rule.seconds)
        found = self.watch.check(Reading(device, reading.answer, True, reading.means))
        return Detection(
            found.satisfied, found.score, tuple([f"probe: {line}" for line in found.evidence]), found.known
        )
