"""A program that a client pushed, as the phone's servers run it."""

from __future__ import annotations

from typing import Protocol

from bmoca_gym.handset.servers.adb.connection import AdbStream


class Helper(Protocol):
    """Answers the clients of a started program. ``address``: where it listens in the phone, as hosts ask for it."""

    address: str

    async def talk(self, stream: AdbStream) -> None:
        """Serve one connection to the address until either side ends it."""
        ...

    async def run(self) -> None:
        """What the program does besides, until it is cancelled. The program ends when this returns."""
        ...
