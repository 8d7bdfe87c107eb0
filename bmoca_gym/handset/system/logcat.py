"""The system log, a buffer of limited size, as a value."""

from __future__ import annotations

from bmoca_gym.handset.packages import aliases
from bmoca_gym.handset.state import LogLine, Phone
from bmoca_gym.handset.value import replace

LEVELS = "VDIWEF"


#: The longest tag and message together (LOGGER_ENTRY_MAX_PAYLOAD, without separators).
_LONGEST = 4065


def write(phone: Phone, tag: str, message: str, level: str = "I") -> Phone:
    """Append a log line with the time of the phone's clock. A line that is too long is cut off."""
    if phone.image.aliases:
        message = aliases.outward(phone.image, message)
    if len(tag) + len(message) > _LONGEST:
        tag = tag[:_LONGEST]
        message = message[: _LONGEST - len(tag)]
    return replace(phone, log=phone.log.added(LogLine(phone.clock.wall, level, tag, message)))
