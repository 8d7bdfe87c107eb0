"""Console of an Android emulator, used for snapshots, which adb does not offer."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from pathlib import Path

from bmoca_gym.errors import SnapshotError

HOST = "127.0.0.1"
_TOKEN_FILE = ".emulator_console_auth_token"
#: Timeout in seconds: an emulator writes and reads gigabytes for a snapshot.
_SECONDS = 180.0

#: A line of the list of snapshots: id, name, size, date.
_LISTED = re.compile(r"\S+\s+(\S.*?)\s+[\d.]+ ?[kKMGT]?i?B?\s+\d{4}-\d\d-\d\d\s.*")
_SERIAL = re.compile(r"emulator-(\d{1,5})", re.ASCII)


def console_port(serial: str) -> int | None:
    """Return the console port of an emulator's serial; None if it is not an emulator's."""
    found = _SERIAL.fullmatch(serial)
    return int(found[1]) if found else None


class EmulatorConsole:
    """Saves and loads snapshots through the console on a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def names(self) -> tuple[str, ...]:
        """Return the names of the emulator's snapshots in alphabetical order."""
        found = map(_LISTED.fullmatch, self.ask("avd snapshot list"))
        return tuple(sorted({match[1] for match in found if match}))

    def save(self, name: str) -> None:
        """Save the whole state under a name; an older snapshot of that name is replaced."""
        self.ask(f"avd snapshot save {_checked(name)}")

    def load(self, name: str) -> None:
        """Restore the state that was saved under a name."""
        self.ask(f"avd snapshot load {_checked(name)}")

    def ask(self, command: str) -> list[str]:
        """Send a command; return the lines of its answer.

        Raises:
            SnapshotError: the console does not answer, needs a token that can't be read, or refuses.
        """
        try:
            with socket.create_connection((HOST, self.port), timeout=10.0) as connection:
                connection.settimeout(_SECONDS)
                reader = connection.makefile("r", encoding="utf-8", errors="replace", newline="\n")
                with reader:
                    greeting = self._answer(reader, command)
                    if any("Authentication required" in line for line in greeting):
                        connection.sendall(f"auth {_token()}\n".encode())
                        self._answer(reader, "auth")
                    connection.sendall(f"{command}\n".encode("utf-8", "replace"))
                    answer = self._answer(reader, command)
                    connection.sendall(b"quit\n")
                    return answer
        except OSError as error:
            raise SnapshotError(
                f"the emulator's console on port {self.port} does not answer: {error}. Snapshots of an emulator need "
                "it; it must run on this machine"
            ) from error

    def _answer(self, reader: Iterable[str], command: str) -> list[str]:
        lines: list[str] = []
        for line in reader:
            text = line.rstrip("\r\n")
            if text == "OK":
                return lines
            if text.startswith("KO"):
                raise SnapshotError(
                    f"the emulator refused `{command}`: {text.removeprefix('KO').lstrip(': ')}"
                )
            lines.append(text)
        raise ConnectionError("it closed the connection")


def _token() -> str:
    path = Path.home() / _TOKEN_FILE
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SnapshotError(
            f"the emulator's console asks for the token in {path}, which can't be read: {error}. The emulator writes "
            "that file in the home folder of the user who starts it"
        ) from error


def _checked(name: str) -> str:
    if not name or not name.isprintable() or name != name.strip():
        raise SnapshotError(
            f"snapshot name {name!r}: it must be printable characters, with none blank at its ends"
        )
    return name
