"""The part of an instruction that only the phone knows: what an app says after the set-up."""

from __future__ import annotations

from dataclasses import dataclass

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import SetUpError
from bmoca_gym.success_detectors import fields, patterns
from bmoca_gym.success_detectors.detector import shown


@dataclass(frozen=True, slots=True)
class Told:
    """Text that a shell command prints: the first group of ``regex`` (RE2), which is searched in its output.

    Raises:
        DetectorError: a field is malformed.
    """

    command: str
    regex: str

    def __post_init__(self) -> None:
        fields.text("command", self.command)
        fields.pattern("regex", self.regex)

    def text(self, device: Device) -> str:
        """Run the command and return the text.

        Raises:
            SetUpError: the command failed, or the text is not in its output.
        """
        result = device.shell(self.command)
        found = patterns.search(self.regex, result.output) if result.exit_code == 0 else None
        if found is None or not found.re.groups:
            raise SetUpError(f"{self.command}: {self.regex!r} finds no text in {shown(result.output)}")
        return str(found[1])
