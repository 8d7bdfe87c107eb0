"""A program that a client pushed: how the phone's servers run it, and what it may use."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Protocol

from bmoca_gym.handset.servers.http import Stream
from bmoca_gym.handset.servers.served import ServedPhone


class Surroundings(Protocol):
    """What a pushed program may use."""

    @property
    def served(self) -> ServedPhone:
        """The phone on which it runs."""
        ...

    @property
    def workers(self) -> Executor:
        """Threads for long work."""
        ...

    async def call(self, address: str) -> Stream | None:
        """Open a stream to the host that has reversed an address in the phone, or return None."""
        ...

    async def hang_up(self, stream: Stream) -> None:
        """Close a stream that `call` opened."""
        ...


class Helper(Protocol):
    """Answers the clients of a started program. ``address``: where it listens in the phone."""

    address: str

    async def talk(self, stream: Stream) -> None:
        """Serve one connection to the address until either side ends it."""
        ...

    async def run(self) -> None:
        """Do everything else the program does, until cancelled. The program ends when this returns."""
        ...
