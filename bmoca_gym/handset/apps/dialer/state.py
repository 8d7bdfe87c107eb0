"""Phone's state: dialled digits, current calls, past calls."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.manifest import PhoneCall
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.android.dialer"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}/com.android.dialer.main.impl.MainActivity"
IN_CALL = f"{PACKAGE}/com.android.incallui.InCallActivity"
EMERGENCY_NUMBERS = ("911", "112", "000", "08", "110", "118", "119", "999")
RING_MILLISECONDS = 5000
NUMBER_LIMIT = 40
HISTORY_LIMIT = 100
#: Kinds of calls in the log (android.provider.CallLog.Calls), and the name of the notification of missed ones.
INCOMING, OUTGOING, MISSED, REJECTED = 1, 2, 3, 5
MISSED_KEY = "missed"
GREEN, RED = 0xFF1E8E3E, 0xFFD93025


@value
class PastCall(Value):
    """A past call. ``at``: wall ms; ``seconds``: its duration; ``kind``: of android.provider.CallLog."""

    number: str
    at: int
    seconds: int = 0
    kind: int = 2


@value
class Call(Value):
    """The current call. ``placed``, ``answered``: uptime in ms, ``answered`` -1 while it rings; ``incoming``: to this
    phone; ``more``: whether its rarely used buttons are shown.
    """

    number: str
    placed: int
    wall: int
    answered: int = -1
    muted: bool = False
    speaker: bool = False
    held: bool = False
    keypad: bool = False
    tones: str = ""
    incoming: bool = False
    more: bool = False

    @property
    def ringing(self) -> bool:
        """Whether it is incoming and has not been answered."""
        return self.incoming and self.answered < 0


#: The dialog that says that airplane mode is on.
OverlayName = Literal["", "refusal"]


@value
class Dialer(Value):
    """The app's state.

    Attributes:
        tab: 0 favourites, 1 recents, 2 contacts.
        number: the number on the dial pad.
        opened: wall time in ms of the call whose row shows its actions, 0 for none.
        missed: number of calls in the notification of missed calls.
        untold: number of missed calls that are not in it yet.
        second: the second call, which rings, is on hold, or is merged with the first.
        merged: whether the two calls are one conference.
    """

    tab: int = 0
    dial_pad: bool = False
    number: str = ""
    query: str = ""
    call: Call | None = None
    history: tuple[PastCall, ...] = ()
    overlay: OverlayName = ""
    opened: int = 0
    missed: int = 0
    untold: int = 0
    second: Call | None = None
    merged: bool = False

    @property
    def shown(self) -> Call | None:
        """The call shown on the call screen: the incoming one, else the active one."""
        return self.second if self.second is not None and self.second.ringing else self.call


def calls_in_hand(state: Dialer) -> tuple[PhoneCall, ...]:
    """The current calls for the system, ringing ones first."""
    calls = [call for call in (state.call, state.second) if call is not None]
    return tuple([_as_known(call) for call in sorted(calls, key=lambda call: not call.ringing)])


def _as_known(call: Call) -> PhoneCall:
    waits = "ringing" if call.incoming else "dialing"
    return PhoneCall(
        call.number, waits if call.answered < 0 else "held" if call.held else "active", call.incoming
    )
