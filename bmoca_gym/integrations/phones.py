"""The phones of a server's clients, by name. A phone that nobody has used for a while makes room for others."""

from __future__ import annotations

import time
from collections.abc import Callable

from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.names import check_name
from bmoca_gym.integrations.session import PhoneSession

#: After so many seconds without use a phone is given up, as the session of its client is.
IDLE = 1800.0


class Phones:
    """Phones that are made on demand.

    Args:
        make: makes a phone.
        most: the most phones at once.
        idle: seconds without use after which a phone may be dropped.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        make: Callable[[], PhoneSession],
        most: int = 256,
        idle: float = IDLE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make, self._most, self._idle, self._clock = make, most, idle, clock
        #: Phones with the time of their last use, the one used last at the end.
        self._held: dict[str, tuple[PhoneSession, float]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def of(self, name: str) -> PhoneSession:
        """Return the phone with this name.

        Raises:
            ArgumentError: the name is too long, or there are too many phones.
        """
        check_name("phone", name)
        now = self._clock()
        held = self._held.pop(name, None)
        if held is None:
            self._give_up(now - self._idle)
            if len(self._held) >= self._most:
                raise ArgumentError(
                    f"{self._most} phones are in use, the most there may be. One is free when nobody has used it for "
                    f"{self._idle / 60:g} minutes."
                )
        phone = self._make() if held is None else held[0]
        self._held[name] = phone, now
        return phone

    def _give_up(self, before: float) -> None:
        while self._held:
            name = next(iter(self._held))
            phone, used = self._held[name]
            if used > before:
                return
            phone.close()
            del self._held[name]
