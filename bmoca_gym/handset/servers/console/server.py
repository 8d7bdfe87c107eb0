"""The emulator's console: lines of text over a loopback port, for ``telnet`` and ``adb emu``."""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from collections.abc import Callable

from bmoca_gym.handset.servers.console import commands
from bmoca_gym.handset.servers.console.command import Emulator, Refusal
from bmoca_gym.handset.servers.errors import SnapshotNameError
from bmoca_gym.handset.servers.grpc.touch import Fingers
from bmoca_gym.handset.servers.listening import Listener
from bmoca_gym.handset.servers.served import ServedPhone

_LONGEST_LINE = 8192
_MOST_CONNECTIONS = 32
_MOST_WRONG_TOKENS = 3
#: Browsers can send lines to any port; the first one is always a request's.
_HTTP = re.compile(rb"[A-Z]+ \S* ?HTTP/[0-9]")
_WELCOME = "Android Console: type 'help' for a list of commands\nOK"


class Console:
    """Serves the console of a phone.

    ``stop``: called by ``kill``. ``token``: returns what must be passed to ``auth`` first, or "" if no token is
    required; it is called whenever somebody connects or authenticates, since the token's file may change, and raises
    OSError if the file can't be read. ``folder``: the AVD's, or "".
    """

    def __init__(
        self,
        served: ServedPhone,
        name: str,
        stop: Callable[[], object],
        token: Callable[[], str] = str,
        token_file: str = "",
        folder: str = "",
    ) -> None:
        self.port = 0
        self.emulator = Emulator(served, name, folder, mouse=Fingers(time.monotonic))
        self._stop = stop
        self._token = token
        self._token_file = token_file
        self._listener = Listener(self._talk, _MOST_CONNECTIONS, _LONGEST_LINE)

    async def start(self, port: int = 0) -> int:
        """Listen on a loopback port, or on any free one for 0. Returns the port.

        Raises:
            PortTakenError: another program listens there.
        """
        self.port = await self._listener.start(port)
        return self.port

    async def close(self) -> None:
        """Close the port and all connections."""
        await self._listener.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            known = not self._token()
        except OSError as error:
            await _say(writer, f"KO: {self._token_file} can't be read: {error.strerror}")
            return
        wrong = 0
        await _say(writer, _WELCOME if known else self._question())
        while wrong < _MOST_WRONG_TOKENS:
            try:
                line = await reader.readline()
            except ValueError:
                return  # a line without end
            if not line.endswith(b"\n") or _HTTP.match(line):
                return
            self._listener.active()
            words = line.decode("utf-8", "replace").strip().split(None, 1)
            name, rest = (*words, "", "")[:2]
            if name in ("quit", "exit"):
                return
            if name == "auth" and not known:
                known = self._matches(rest)
                wrong += not known
                await _say(
                    writer,
                    _WELCOME if known else f"KO: authentication token does not match {self._token_file}",
                )
            elif name == "kill" and known:
                await _say(writer, "OK: killing emulator, bye bye")
                self._stop()
                return
            elif name:
                await _say(writer, self._answer(name, rest, known))

    def _matches(self, given: str) -> bool:
        """Whether a token is the current one. Any token will do if the file has been emptied meanwhile."""
        try:
            token = self._token()
        except OSError:
            return False
        return not token or hmac.compare_digest(given.encode(), token.encode())

    def _question(self) -> str:
        return (
            "Android Console: Authentication required\n"
            "Android Console: type 'auth <auth_token>' to authenticate\n"
            f"Android Console: you can find your <auth_token> in\n'{self._token_file}'\nOK"
        )

    def _answer(self, name: str, rest: str, known: bool) -> str:
        try:
            if name in ("help", "h", "?"):
                return commands.help_of(rest) + "OK"
            if name == "ping":
                return "I am alive!\nOK"
            if not known:
                return "KO: unknown command, try 'help'"
            return "OK" if name == "auth" else commands.answer(self.emulator, name, rest)
        except (SnapshotNameError, Refusal) as error:
            return f"KO: {error}"


async def _say(writer: asyncio.StreamWriter, text: str) -> None:
    writer.write((text + "\n").replace("\n", "\r\n").encode("utf-8", "replace"))
    await writer.drain()
