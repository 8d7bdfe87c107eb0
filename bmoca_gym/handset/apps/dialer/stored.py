"""The keys and values that Phone's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer.state import INCOMING, MISSED, OUTGOING, REJECTED, PastCall
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL

_KINDS = (INCOMING, OUTGOING, MISSED, REJECTED)


def are_calls(history: tuple[PastCall, ...]) -> bool:
    """Whether these are calls of known kinds, at times that can be shown."""
    return all(
        call.kind in _KINDS and FIRST_WALL <= call.at <= LAST_WALL and 0 <= call.seconds < 1 << 31
        for call in history
    )
