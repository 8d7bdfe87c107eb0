"""An Android emulator as a process: command line, ports, output, and its end together with this process.

android-env's own launcher is not used, for these reasons. It chooses random ports, with a console that ``adb
emu`` does not find. It can't pass ``-read-only``, without which an AVD can have only one emulator. It can't
pass ``-no-snapshot-save``, without which the emulator overwrites the snapshot from which it has started. And
it leaves the emulator running when the program is killed. So the emulator is started here, and android-env
uses it as an "existing emulator".
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import signal
import socket
import subprocess
import tempfile
import time
import weakref
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.devices.avd.sdk import AndroidSdk
from bmoca_gym.errors import AccelerationError, EmulatorError, PortInUseError

HOST = "127.0.0.1"
#: Below the ports of outgoing connections, and above those that emulators choose themselves.
_FIRST_PORT, _LAST_PORT = 20_000, 32_000
#: Starts with other ports, if another program has taken a free one in the meantime.
TRIES = 5

#: Rendering mode: on the processor, which works on every machine. A snapshot loads only in the mode in which it was
#: saved.
GPU = "swiftshader_indirect"
_OPTIONS = ("-no-audio", "-no-boot-anim", "-no-snapshot-save", "-gpu", GPU)

#: Seconds for an emulator to end by itself.
_ENDING = 15.0
_CHECKING = 60.0
_POLL_SECONDS = 0.02

#: Shell script that kills the emulator's process group and its adb server when this process ends, for whatever reason:
#: it reads a pipe whose other end only this process has.
_GUARD = 'read _; kill -s KILL -- "-$1"; exec "$2" -P "$3" kill-server'

_PORT_TAKEN = re.compile(
    r"can't listen on|address already in use|ports? (?:is|are) already in use", re.IGNORECASE
)


class Ports(NamedTuple):
    """Ports of an emulator on this machine. adb's port is console + 1, as adb expects."""

    console: int
    grpc: int

    @property
    def adb(self) -> int:
        """Port of its adb daemon."""
        return self.console + 1

    @property
    def serial(self) -> str:
        """Serial of the emulator in adb."""
        return f"emulator-{self.console}"

    def check_free(self) -> None:
        """Check that no program listens on the ports.

        Raises:
            PortInUseError: one does; the message has the port.
        """
        for what, port in (("console", self.console), ("adb", self.adb), ("gRPC", self.grpc)):
            if not _is_free(port):
                raise PortInUseError(
                    f"another program listens on port {port}, which is to be the emulator's {what}. End that program, "
                    "choose other ports, or leave them out: free ones are found then."
                )


def free_ports() -> Ports:
    """Return ports on which no program listens now."""
    while True:
        ports = Ports(secrets.randbelow((_LAST_PORT - _FIRST_PORT) // 2) * 2 + _FIRST_PORT, free_port())
        with contextlib.suppress(PortInUseError):
            ports.check_free()
            return ports


def free_port() -> int:
    """Return a port on which no program listens now."""
    while True:
        port = secrets.randbelow(_LAST_PORT - _FIRST_PORT) + _FIRST_PORT
        if _is_free(port):
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as made:
        made.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # ports that have just been closed count as free
        try:
            made.bind((HOST, port))
        except (OSError, OverflowError):
            return False
    return True


def listens(port: int) -> bool:
    """Whether a program listens on a port."""
    with socket.socket() as made:
        made.settimeout(1.0)
        return made.connect_ex((HOST, port)) == 0


def says_port_taken(said: str) -> bool:
    """Whether the output of an emulator says that a port is in use."""
    return bool(_PORT_TAKEN.search(said))


def command(
    sdk: AndroidSdk,
    avd: str,
    ports: Ports,
    snapshot: str = "",
    *,
    read_only: bool = True,
    window: bool = False,
) -> list[str]:
    """Return the command line of an emulator.

    Args:
        sdk: the Android SDK.
        avd: the AVD.
        ports: the emulator's ports.
        snapshot: snapshot to start from; "" to boot.
        read_only: save no snapshots, so that several emulators can run on the AVD.
        window: show the emulator's window.
    """
    words = [
        str(sdk.emulator),
        "-avd",
        avd,
        "-ports",
        f"{ports.console},{ports.adb}",
        "-grpc",
        str(ports.grpc),
    ]
    words += _OPTIONS
    words += ["-snapshot", snapshot] if snapshot else ["-no-snapshot-load"]
    words += ["-read-only"] if read_only else []
    return words if window else [*words, "-no-window"]


class EmulatorProcess:
    """A started emulator. It ends with `end`, when this object is garbage collected, and when this process
    ends.

    ``server_port``: port of the adb server that it announces itself to. That server ends too if this process
    is killed.
    """

    def __init__(self, sdk: AndroidSdk, words: Sequence[str], server_port: int) -> None:
        self._log = tempfile.TemporaryFile(prefix="bmoca-emulator-")  # noqa: SIM115
        environment = sdk.environment_of_programs() | {"ANDROID_ADB_SERVER_PORT": str(server_port)}
        try:
            # A session of its own: its child processes can be killed with it, and Ctrl-C does not reach it.
            self._process = subprocess.Popen(
                list(words), env=environment, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            self._log.close()
            raise EmulatorError(
                f"{words[0]} can't be run: {error}. Install the SDK's emulator again."
            ) from error
        guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "sh", str(self._process.pid), str(sdk.adb), str(server_port)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self._end = weakref.finalize(self, _end, self._process, guard, self._log)

    @property
    def id(self) -> int:
        """Process id."""
        return self._process.pid

    def ended(self, seconds: float = 0.0) -> str:
        """Return how it has ended, in words, or "" if it still runs after ``seconds``."""
        code = _exit_code(self._process, seconds)
        if code is None:
            return ""
        return f"ended by signal {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"

    @property
    def said(self) -> str:
        """The end of its output."""
        if self._log.closed:
            return ""
        # Read without the shared file offset, at which the emulator goes on writing.
        size = os.fstat(self._log.fileno()).st_size
        data = os.pread(self._log.fileno(), 4000, max(0, size - 4000))
        return data.decode("utf-8", "replace").strip()

    def kill(self) -> None:
        """Kill it and all processes that it has started, even if it hangs."""
        _signal(self._process, signal.SIGKILL)

    def end(self) -> None:
        """End it; kill it if it does not end by itself. A second call does nothing."""
        self._end()


def _end(process: subprocess.Popen[bytes], guard: subprocess.Popen[bytes], log: object) -> None:
    guard.kill()
    guard.wait()
    if guard.stdin is not None:
        guard.stdin.close()
    if _exit_code(process) is None:
        process.terminate()
        _exit_code(process, _ENDING)
    _signal(process, signal.SIGKILL)  # child processes that are left
    process.wait()
    log.close()  # type: ignore[attr-defined]


def _exit_code(process: subprocess.Popen[bytes], seconds: float = 0.0) -> int | None:
    """Its exit code (a negative signal number if killed), or None if it still runs after ``seconds``.

    It is not reaped, so that its process id, which is also that of its group, is not used again before the
    group is killed.
    """
    end = time.monotonic() + seconds
    while process.returncode is None:
        try:
            found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # other code has reaped it
            return 0
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        if time.monotonic() >= end:
            return None
        time.sleep(_POLL_SECONDS)
    return process.returncode


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def check_acceleration(sdk: AndroidSdk) -> None:
    """Check that the emulator can use the processor's virtualisation. Each emulator program is asked once.

    Raises:
        AccelerationError: it can't; the message has the emulator's reason and what to do.
    """
    if os.access("/dev/kvm", os.R_OK | os.W_OK):
        return
    said = _refusal(sdk.emulator)
    if said:
        raise AccelerationError(
            f"the emulator finds no virtualisation: {said}. On Linux it needs /dev/kvm: switch virtualisation on in "
            "the firmware (in a cloud, take a machine with nested virtualisation), load the module kvm_intel or "
            "kvm_amd, and join the group: sudo gpasswd -a $USER kvm, then log in again. `bmoca doctor` checks all this."
        )


@lru_cache(maxsize=8)
def _refusal(emulator: Path) -> str:
    try:
        done = subprocess.run(
            [str(emulator), "-accel-check"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=_CHECKING, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"`{emulator} -accel-check` failed: {error}"
    said = " ".join(done.stdout.decode("utf-8", "replace").split())
    return (
        ""
        if done.returncode == 0
        else said[-300:] or f"`{emulator} -accel-check` ended with {done.returncode}"
    )
