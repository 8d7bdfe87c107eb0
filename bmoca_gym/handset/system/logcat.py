"""The system log: a bounded buffer of lines, as a value."""

from __future__ import annotations

from bmoca_gym.handset import aliases
from bmoca_gym.handset.state import LogLine, Phone
from bmoca_gym.handset.value import replace

LEVELS = "VDIWEF"


def write(phone: Phone, tag: str, message: str, level: str = "I") -> Phone:
    """The phone with one more log line, stamped with its clock."""
    message = aliases.outward(phone.image, message)
    return replace(phone, log=phone.log.added(LogLine(phone.clock.wall, level, tag, message)))
