"""A program that a client pushed, as the phone's servers run it, and what it may use."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Protocol

from bmoca_gym.handset.servers.http import Stream
from bmoca_gym.handset.servers.served import ServedPhone


class Surroundings(Protocol):
    """What a program may use."""

    @property
    def served(self) -> ServedPhone:
        """The phone that it runs on."""
        ...

    @property
    def workers(self) -> Executor:
        """Threads for what takes long."""
        ...

    async def call(self, address: str) -> Stream | None:
        """Open a stream to the host that has reversed an address in the phone; None if none has."""
        ...

    async def hang_up(self, stream: Stream) -> None:
        """Close a stream that `call` opened."""
        ...


class Helper(Protocol):
    """Answers the clients of a started program. ``address``: where it listens in the phone, as hosts ask for it."""

    address: str

    async def talk(self, stream: Stream) -> None:
        """Serve one connection to the address until either side ends it."""
        ...

    async def run(self) -> None:
        """What the program does besides, until it is cancelled. The program ends when this returns."""
        ...
