"""The emulator's console: its list of snapshots, its token, and its refusals."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bmoca_gym.devices.adb.console import EmulatorConsole, console_port
from bmoca_gym.errors import SnapshotError

#: As emulator 36 prints it.
LIST = """List of snapshots present on all disks:
ID        TAG                 VM SIZE                DATE       VM CLOCK
--        default_boot           1.2G 2024-05-01 10:00:00   00:01:02.345
--        test_env_100            96M 2024-05-02 11:00:00  100:01:02.345
--        a_name_that_is_longer_than_twenty      0 B 2024-05-02 11:00:00   00:00:02.345
OK
"""


class FakeConsole:
    """Sends a greeting, and for each line the entry of ``answers``; without one it hangs up."""

    def __init__(self, answers: dict[str, str], greeting: str = "Android Console: type 'help'\nOK\n") -> None:
        self.answers, self.greeting = answers, greeting
        self.heard: list[str] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rw", newline="") as file:
                file.write(self.greeting.replace("\n", "\r\n"))
                file.flush()
                for line in file:
                    self.heard.append(line.strip())
                    if line.strip() not in self.answers:
                        break
                    file.write(self.answers[line.strip()].replace("\n", "\r\n"))
                    file.flush()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


@pytest.fixture
def fake() -> Iterator[FakeConsole]:
    made = FakeConsole({"avd snapshot list": LIST})
    yield made
    made.close()


AUTHENTICATION = "Android Console: Authentication required\nAndroid Console: type 'auth <auth_token>'\nOK\n"


def test_the_names_of_the_snapshots(fake: FakeConsole) -> None:
    console = EmulatorConsole(fake.port)
    assert console.names() == ("a_name_that_is_longer_than_twenty", "default_boot", "test_env_100")
    fake.answers["avd snapshot list"] = "There is no snapshot available.\nOK\n"
    assert console.names() == ()


def test_saving_and_loading(fake: FakeConsole) -> None:
    fake.answers |= {"avd snapshot save a": "OK\n", "avd snapshot load b": "KO: no such snapshot\n"}
    EmulatorConsole(fake.port).save("a")
    with pytest.raises(SnapshotError, match="refused `avd snapshot load b`: no such snapshot"):
        EmulatorConsole(fake.port).load("b")
    assert fake.heard == ["avd snapshot save a", "quit", "avd snapshot load b"]


def test_the_token_is_told_where_it_is_asked_for(
    fake: FakeConsole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    fake.greeting = AUTHENTICATION
    with pytest.raises(SnapshotError, match=r"token in .*emulator_console_auth_token"):
        EmulatorConsole(fake.port).names()
    (tmp_path / ".emulator_console_auth_token").write_text("secret\n")
    fake.answers["auth secret"] = "Android Console: type 'help'\nOK\n"
    assert len(EmulatorConsole(fake.port).names()) == 3
    fake.answers["auth secret"] = "KO: authentication token does not match\n"
    with pytest.raises(SnapshotError, match="does not match") as raised:
        EmulatorConsole(fake.port).names()
    assert "secret" not in str(raised.value)


def test_a_console_that_hangs_up_or_is_not_there(fake: FakeConsole) -> None:
    with pytest.raises(SnapshotError, match="closed the connection"):
        EmulatorConsole(fake.port).save("x")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(SnapshotError, match=f"port {port} does not answer"):
        EmulatorConsole(port).names()


@pytest.mark.parametrize(
    ("serial", "port"),
    [
        ("emulator-5554", 5554),
        ("emulator-40000", 40000),
        ("emulator-", None),
        ("127.0.0.1:5555", None),
        ("0A1B", None),
    ],
)
def test_serials_of_emulators(serial: str, port: int | None) -> None:
    assert console_port(serial) == port
