"""`bmoca-emulator`: accepts the Android emulator's command line and serves one handset until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from bmoca_gym.handset import images
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers import allocator
from bmoca_gym.handset.servers.adb.announcing import DEFAULT_SERVER_PORT, farewell, keep_announced
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.console.server import Console
from bmoca_gym.handset.servers.emulator import avd, command_line, discovery, idle_log
from bmoca_gym.handset.servers.emulator import options as help_texts
from bmoca_gym.handset.servers.emulator.command_line import CommandLine
from bmoca_gym.handset.servers.emulator.snapshot_folder import QUICK_BOOT, SnapshotFolder
from bmoca_gym.handset.servers.errors import (
    CommandLineError,
    PortTakenError,
    SnapshotFileError,
    SnapshotNameError,
)
from bmoca_gym.handset.servers.grpc.server import GrpcServer
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import ZONE_PROPERTY, Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.value import replace

#: Makes the phone that a suite of that name starts with.
FirstPhone = Callable[[str], Phone]

#: Where the emulator looks for a free pair of ports, and where adb servers look for emulators.
_FIRST_CONSOLE_PORT, _LAST_CONSOLE_PORT = 5554, 5584
_TOKEN_FILE = ".emulator_console_auth_token"
_LARGEST_TOKEN = 4096

#: How long gRPC waits for the adb server to have taken the phone; without one it is served all the same.
_ADB_SECONDS = 10


class Emulator:
    """A phone with its adb daemon, console and gRPC. ``stopped``: set when it was asked to end.

    ``grpc_port``: of the emulator's gRPC; None if it is not served. Needs grpcio and protobuf.
    """

    def __init__(
        self,
        served: ServedPhone,
        name: str,
        server_port: int = DEFAULT_SERVER_PORT,
        token_file: Path | None = None,
        grpc_port: int | None = None,
        folder: str = "",
    ) -> None:
        self.served = served
        self.stopped = asyncio.Event()
        self.daemon = AdbDaemon(served)
        _check_token(token_file)
        self.console = Console(
            served, name, self.stopped.set, lambda: _token(token_file), str(token_file or ""), folder
        )
        self.grpc: GrpcServer | None = None
        self._grpc_port = grpc_port
        self._server_port = server_port
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, ports: tuple[int, int] | None = None) -> None:
        """Listen on the ports of console and daemon, or on the first free pair, and announce it to the adb server.

        gRPC comes last: anyone who finds its port open assumes that the phone has booted and that adb knows it.

        Raises:
            PortTakenError: a port is another program's, or no pair is free.
            MissingLibraryError: gRPC is asked for and not installed.
        """
        if ports is not None:
            await self._listen(*ports)
        else:
            await self._listen_on_free_pair()
        self._tasks.append(asyncio.create_task(keep_announced(self.daemon, self._server_port)))
        if self.served.clock_runs:
            self._tasks.append(asyncio.create_task(self._run_clock()))
        if self._grpc_port is not None:
            await self._serve_grpc(self._grpc_port)

    async def _serve_grpc(self, port: int) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.daemon.connected.wait(), _ADB_SECONDS)
        loop = asyncio.get_running_loop()
        self.grpc = GrpcServer(
            self.served, port, shut_down=lambda: loop.call_soon_threadsafe(self.stopped.set)
        )

    async def _listen(self, console_port: int, adb_port: int) -> None:
        await self.console.start(console_port)
        try:
            await self.daemon.start(adb_port)
        except PortTakenError:
            await self.console.close()
            raise

    async def _listen_on_free_pair(self) -> None:
        for port in range(_FIRST_CONSOLE_PORT, _LAST_CONSOLE_PORT + 1, 2):
            with contextlib.suppress(PortTakenError):
                await self._listen(port, port + 1)
                return
        raise PortTakenError(
            f"no free pair of ports from {_FIRST_CONSOLE_PORT} to {_LAST_CONSOLE_PORT + 1}; end another emulator, "
            "or choose ports with -ports"
        )

    async def _run_clock(self) -> None:
        told = self.served.phone.clock.uptime
        while True:
            await asyncio.sleep(self.served.seconds_between_catch_ups)
            self.served.catch_up()
            uptime = self.served.phone.clock.uptime
            if uptime > told:
                self.served.apply(idle_log.written, told, uptime)
            told = uptime

    async def close(self, patient: bool = True) -> None:
        """Close all ports and connections, and make the adb server forget the phone.

        ``patient``: wait for threads that are still working. A process that is ending need not, as a line or screenshot
        in them may take a second.
        """
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.grpc is not None:
            await asyncio.to_thread(self.grpc.close, patient)
        await self.console.close()
        await self.daemon.close(patient)
        if self.daemon.port:
            await farewell(self.daemon.port, self._server_port)


def _token(path: Path | None) -> str:
    """The console's token: the file's content ("" for none), or a new one if there is no file.

    Raises:
        OSError: the file can't be read.
    """
    if path is None:
        return ""
    if not path.exists():
        _make_token(path)
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST_TOKEN).decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return ""  # a home that can't be written to: its programs could not read a token either


def _check_token(path: Path | None) -> None:
    """Check at the start that the console's token can be read.

    Raises:
        CommandLineError: its file can't be read.
    """
    try:
        _token(path)
    except OSError as error:
        raise CommandLineError(f"{path}: {error.strerror}; make it readable, or delete it") from error


def _make_token(path: Path) -> None:
    """Write a token that only this user can read, atomically, since other emulators may start at the same time."""
    with contextlib.suppress(OSError), tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".") as file:
        file.write(secrets.token_urlsafe(12))
        file.flush()
        os.link(file.name, path)


def main(arguments: Sequence[str] | None = None, first_phone: FirstPhone | None = None) -> int:
    """Run the emulator until the console or a signal ends it. Returns the exit code.

    ``first_phone``: for ``-suite``, which the handset itself knows nothing about.
    """
    try:
        options = command_line.parse(sys.argv[1:] if arguments is None else arguments)
        told = _told(options)
        if told is not None:
            print(told, end="")
        else:
            allocator.keep_large_blocks()
            asyncio.run(_serve(options, os.environ, first_phone))
    except HandsetError as error:
        print(f"emulator: ERROR: {error}", file=sys.stderr, flush=True)
        return 1
    return 0


def _told(options: CommandLine) -> str | None:
    """What to print instead of running an emulator; None to run one."""
    if options.help or options.help_all or options.help_option:
        if options.help_option:
            return help_texts.help_of(options.help_option)
        return help_texts.whole_help() if options.help_all else help_texts.short_help()
    if options.version:
        return "bmoca-emulator: the embedded handset as an Android emulator (Android 10 and 13)\n"
    if options.accel_check:
        return "accel:\n0\nThe embedded handset needs no acceleration.\naccel\n"
    if options.list_avds:
        return "".join(f"{name}\n" for name in avd.names(os.environ))
    if options.webcam_list:
        return "There is no webcam attached to this phone.\n"
    if options.snapshot_list:
        return _snapshot_list(options)
    return None


def _snapshot_list(options: CommandLine) -> str:
    if not options.avd:
        raise CommandLineError("-snapshot-list lists the snapshots of an AVD: add -avd NAME or @NAME")
    names = sorted(SnapshotFolder(avd.load(options.avd, os.environ).folder / "snapshots", read_only=True))
    return "".join(f"{name}\n" for name in names) or "There is no snapshot available.\n"


async def _serve(
    options: CommandLine, environment: Mapping[str, str], first_phone: FirstPhone | None
) -> None:
    for warning in options.warnings:
        _print(f"WARNING: {warning}")
    server_port = _server_port(environment)
    token_file = Path(environment["HOME"]) / _TOKEN_FILE if environment.get("HOME") else None
    configuration, name, kept, image, folder = None, "handset", None, options.image, ""
    with contextlib.ExitStack() as stack:
        if options.avd:
            found = avd.load(options.avd, environment)
            if not options.read_only:
                stack.enter_context(avd.held(found))
            configuration, name, image = found.configuration, found.name, image or found.image
            folder = str(found.folder)
            if not options.no_snapstorage:
                kept = SnapshotFolder(found.folder / "snapshots", options.read_only)
        now = None if options.virtual_time else time.monotonic
        served = ServedPhone(_booted(options.suite, image, configuration, first_phone), now, kept=kept)
        _start_from_snapshot(options, served)
        served.apply(_as_asked, options)
        emulator = Emulator(served, name, server_port, token_file, options.grpc, folder)
        await _run(emulator, options.ports, name, discovery.folder(environment))
        if kept is not None and options.saves_snapshot:
            _keep(served, options.snapshot or QUICK_BOOT)


def _booted(
    suite: str, image: str, configuration: Configuration | None, first_phone: FirstPhone | None
) -> Phone:
    """Make the served phone: a suite's first one with the virtual device's screen, or a new one.

    Raises:
        CommandLineError: the phone of the suite has another image than the one that was asked for, or the program
            knows no suites.
    """
    if not suite:
        return images.boot(configuration, images.image_named(image or images.ANDROID10.name))
    if first_phone is None:
        raise CommandLineError("-suite: this program knows no suites; start bmoca-emulator")
    phone = first_phone(suite)
    if image not in ("", phone.image.name):
        raise CommandLineError(f"-suite {suite} has the image {phone.image.name}; {image} was asked for too")
    if configuration is None:
        return phone
    screen = replace(
        phone.configuration,
        width=configuration.width,
        height=configuration.height,
        density=configuration.density,
    )
    return replace(phone, configuration=screen)


def _as_asked(phone: Phone, options: CommandLine) -> Phone:
    """Apply the options of the command line to the phone."""
    properties = dict(options.properties)
    if options.timezone:
        properties[ZONE_PROPERTY] = options.timezone
    for name, text in properties.items():
        phone = settings.put_property(phone, name, text)
    if options.selinux:
        phone = session.run(phone, f"setenforce {int(options.selinux == 'enforcing')}")[0]
    return phone


def _entries(emulator: Emulator, name: str) -> dict[str, object]:
    """The entries for the running emulators' file."""
    folder = emulator.console.emulator.folder
    found: dict[str, object] = {"port.serial": emulator.console.port, "port.adb": emulator.daemon.port}
    found |= {"avd.name": name, "avd.id": name} | ({"avd.dir": folder} if folder else {})
    if emulator.grpc is not None:
        found["grpc.port"] = emulator.grpc.port
    return found | {"cmdline": shlex.join(sys.argv)}


async def _run(emulator: Emulator, ports: tuple[int, int] | None, name: str, running: Path | None) -> None:
    """Serve a phone until it is asked to end. ``running``: the folder with the files of running emulators."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, emulator.stopped.set)
    configuration = emulator.served.phone.configuration
    try:
        await emulator.start(ports)
        _print(
            f"INFO: {name} ({configuration.width}x{configuration.height}, {configuration.density} dpi) serves its "
            f"console on port {emulator.console.port} and adb on port {emulator.daemon.port}"
            + (f", gRPC on port {emulator.grpc.port}" if emulator.grpc is not None else "")
        )
        with discovery.advertised(running, _entries(emulator, name)) as path:
            emulator.console.emulator.discovery = path
            await emulator.stopped.wait()
        _print("INFO: ending")
    finally:
        await emulator.close(patient=False)


def _start_from_snapshot(options: CommandLine, served: ServedPhone) -> None:
    """Load the snapshot to start from. If there is none, or it is damaged, the phone boots fresh."""
    name = options.snapshot or QUICK_BOOT
    if not options.loads_snapshot:
        return
    wanted = served.phone.image.name if options.image or options.suite else ""
    found = served.snapshots().get(name) if wanted else None
    if found is not None and found.image.name != wanted:
        _print(f"WARNING: snapshot '{name}' is of the image {found.image.name}, cold booting {wanted}")
        return
    try:
        served.load_snapshot(name)
        _print(f"INFO: loaded the snapshot '{name}'")
    except SnapshotFileError as error:
        _print(f"WARNING: {error}, cold booting")
    except SnapshotNameError:
        if options.snapshot:
            _print(f"WARNING: snapshot '{name}' does not exist, cold booting")


def _keep(served: ServedPhone, name: str) -> None:
    try:
        served.save_snapshot(name)
        _print(f"INFO: saved the snapshot '{name}'")
    except SnapshotNameError as error:
        _print(f"WARNING: {error}")


def _server_port(environment: Mapping[str, str]) -> int:
    text = environment.get("ANDROID_ADB_SERVER_PORT") or str(DEFAULT_SERVER_PORT)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= 65535):
        raise CommandLineError(f"ANDROID_ADB_SERVER_PORT is {text!r}; it must be a port from 1 to 65535")
    return int(text)


def _print(text: str) -> None:
    print(f"emulator: {text}", flush=True)


def program(first_phone: FirstPhone | None = None) -> NoReturn:
    """Run the emulator as a process. It exits without freeing the phone's memory, which would take long."""
    code = main(first_phone=first_phone)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    program()
