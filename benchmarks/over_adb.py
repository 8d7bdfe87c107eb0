"""The command ``python -m benchmarks.over_adb``: cost of a handset behind adb, and as an AVD, compared with one in the
process.

The handset runs in its own process, behind an adb server on its own port; both end with the command. As an AVD, if
android-env is installed, it is what `device="avd"` drives: screenshots over gRPC, everything else over adb.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import util
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer, adb_program
from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import DeviceError
from bmoca_gym.handset.gestures import Tap

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"

#: What is measured: a name, and what to do once. A tap where nothing is leaves the screen as it was.
CASES: dict[str, Callable[[Device, PhoneEnv], object]] = {
    "step, pixels 128×256": lambda device, env: _step(env),
    "screenshot 1080×2160": lambda device, env: device.screenshot(),
    "screenshot at 128×256": lambda device, env: device.screenshot((128, 256)),
    "UI tree": lambda device, env: device.ui_tree(),
    "tap": lambda device, env: device.perform(Tap(0.5, 0.02)),
    "shell round trip": lambda device, env: device.shell("echo hi"),
    "log since a cursor": lambda device, env: device.log_since(0),
    "read a database": lambda device, env: device.read_file(ALARMS),
    "reset, known configuration": lambda device, env: env.reset(options={"environment": "100"}),
}


def _step(env: PhoneEnv) -> None:
    _, _, terminated, truncated, _ = env.step(env.action_space.sample())
    if terminated or truncated:
        env.reset(options={"environment": "100"})


def free_ports() -> int:
    """Return the first of two consecutive free ports."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                second.bind(("127.0.0.1", port + 1))
                return port


class Served(NamedTuple):
    """A handset in its own process. ``device``: the same one behind adb; ``emulator``: the process."""

    device: AdbDevice
    emulator: subprocess.Popen[bytes]


def _emulator(server_port: int, quiet: dict[str, Any]) -> tuple[subprocess.Popen[bytes], str]:
    """Start a handset, on other ports if another program was faster to take those that were free. Returns its serial,
    too.
    """
    for further in (2, 1, 0):
        console_port = free_ports()
        words = [
            "-m",
            "bmoca_gym.handset.servers.emulator.main",
            "-ports",
            f"{console_port},{console_port + 1}",
            "-virtual-time",  # measure the work of a step, not the seconds that it waits
        ]
        emulator = subprocess.Popen([sys.executable, *words], **quiet)
        serial = f"emulator-{console_port}"
        try:
            AdbServer(server_port).wait_for(serial, 30)
        except DeviceError:
            emulator.terminate()
            emulator.wait(20)
            if not further:
                raise
        else:
            return emulator, serial
    raise AssertionError  # the last attempt has returned or raised


@contextlib.contextmanager
def served() -> Iterator[Served]:
    """Start a handset in its own process behind its own adb server; both end with the context."""
    server_port = free_ports()
    adb = [adb_program(), "-P", str(server_port)]
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {
            "ANDROID_ADB_SERVER_PORT": str(server_port),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000",  # don't look for other emulators on this machine
            "ADB_LIBUSB": "0",
            "HOME": home,
            "TMPDIR": home,
        }
        quiet = {"env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*adb, "start-server"], check=True, **quiet)  # type: ignore[call-overload]
        try:
            emulator, serial = _emulator(server_port, quiet)
            try:
                # Close it before the server ends, or its thread would start another server.
                with contextlib.closing(AdbDevice(serial, server_port)) as device:
                    yield Served(device, emulator)
            finally:
                emulator.terminate()
                emulator.wait(20)
        finally:
            subprocess.run([*adb, "kill-server"], check=False, **quiet)  # type: ignore[call-overload]


def median_ms(action: Callable[[], object], times: int) -> float:
    """Return the median time of that many calls in ms, after one that does not count."""
    action()
    measured = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        measured.append(time.perf_counter() - start)
    return statistics.median(measured) * 1000


def measure(device: Device, times: int) -> dict[str, float]:
    """All cases on a device, in milliseconds."""
    env = PhoneEnv(tasks="Alarm", device=device)
    env.reset(seed=0, options={"environment": "100"})
    env.action_space.seed(0)
    return {name: median_ms(lambda run=run: run(device, env), times) for name, run in CASES.items()}  # type: ignore[misc]


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.over_adb", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="calls of each case (default %(default)s)")
    times = parser.parse_args(arguments).times
    measured = {"in process": measure(EmbeddedDevice(), times)}
    with served() as phone:
        measured["over adb"] = measure(phone.device, times)
    if util.find_spec("android_env") is not None:
        from benchmarks.over_avd import virtual

        with virtual("100") as device:
            measured["as an AVD"] = measure(device, times)
    table = Table(title=f"Median of {times} calls, milliseconds")
    table.add_column("what")
    for heading in measured:
        table.add_column(heading, justify="right")
    for name in CASES:
        table.add_row(name, *(f"{found[name]:.3f}" for found in measured.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
