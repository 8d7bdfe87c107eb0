"""The real adb, Debian's and the one in adbutils, with the phone's daemon."""

from __future__ import annotations

import hashlib
import socket
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from make_apk import apk
from real_adb import PROGRAMS, Adb, needs_adb

from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.screen import ui_tree
from bmoca_gym.handset.servers.adb.connection import AdbStream
from bmoca_gym.handset.servers.adb.daemon import ROOM, AdbDaemon
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.xml import xml_of
from tests.ports import free_port

pytestmark = needs_adb


@pytest.fixture(params=sorted(PROGRAMS) or ["none"])
def adb(request: pytest.FixtureRequest, daemon: AdbDaemon, tmp_path: Path) -> Iterator[Adb]:
    """An adb program, connected to the phone."""
    made = Adb(PROGRAMS[request.param], tmp_path)
    made.start()
    try:
        made.connect(daemon.port)
        yield made
    finally:
        made.close()


def test_devices_and_shell(adb: Adb) -> None:
    assert "product:sdk_phone_x86_64 model:Android_SDK_built_for_x86_64 device:generic_x86_64" in adb.text(
        "devices", "-l"
    )
    assert adb.text("get-state") == "device\n"
    done = adb.run("shell", "echo out; nosuch")
    assert (done.returncode, done.stdout) == (127, b"out\n")
    assert b"nosuch" in done.stderr
    assert adb.run("shell", "false").returncode == 1
    assert adb.run("shell", "exit 7").returncode == 7
    assert adb.run("shell", input=b"echo a\nwm density\nexit 3\n").stdout == b"a\nPhysical density: 440\n"
    assert adb.run("shell", input=b"exit 3\n").returncode == 3


def test_files(adb: Adb, daemon: AdbDaemon, tmp_path: Path) -> None:
    big = tmp_path / "big.bin"
    big.write_bytes(np.random.default_rng(0).bytes(300_000))
    adb.text("push", str(big), "/sdcard/Download/")
    assert files.read(daemon.served.phone, "/sdcard/Download/big.bin") == big.read_bytes()
    adb.text("push", str(big), "/data/local/tmp")
    assert files.is_directory(daemon.served.phone, "/data/local/tmp")
    done = adb.run("pull", "/sdcard/nothing", str(tmp_path / "x"))
    assert done.returncode == 1
    assert b"No such file or directory" in done.stdout + done.stderr
    done = adb.run("push", str(big), "/sdcard/Download/big.bin/below")
    assert done.returncode == 1
    assert b"Not a directory" in done.stdout + done.stderr


@pytest.mark.apart
@pytest.mark.exhaustive
def test_fifty_megabytes_there_and_back(adb: Adb, daemon: AdbDaemon, tmp_path: Path) -> None:
    size = 50_000_000
    big, back = tmp_path / "big.bin", tmp_path / "back.bin"
    big.write_bytes(np.random.default_rng(0).bytes(size))
    hashed = hashlib.sha256(big.read_bytes()).hexdigest()
    before = _peak_megabytes(reset=True)
    for _ in range(3):  # in the place of the one before, which nothing holds any longer
        adb.text("push", str(big), "/sdcard/Download/big.bin")
    assert _peak_megabytes() - before < 4 * 50, "the file, its pieces, and what the one before has left"
    assert hashlib.sha256(files.read(daemon.served.phone, "/sdcard/Download/big.bin")).hexdigest() == hashed
    assert adb.text("shell", "sha256sum /sdcard/Download/big.bin").split()[0] == hashed
    before = _peak_megabytes(reset=True)
    adb.text("pull", "/sdcard/Download/big.bin", str(back))
    assert _peak_megabytes() - before < 30, "it is sent in pieces"
    assert hashlib.sha256(back.read_bytes()).hexdigest() == hashed
    assert adb.run("exec-out", "cat", "/sdcard/Download/big.bin").stdout == big.read_bytes()
    assert daemon._room == ROOM, "nothing is still accounted for"
    adb.text("shell", "rm /sdcard/Download/big.bin")


def _peak_megabytes(reset: bool = False) -> float:
    """The peak memory of this process, in which the daemon runs, since the last reset; 0 if unknown."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0.0
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def test_folders(adb: Adb, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "a" / "b").mkdir(parents=True)
    for name in ("x y.txt", "a/é.txt", "a/b/deep.bin", "a/b/empty", "a/it's $HOME; `x` *", "a/b/.hidden"):
        (folder / name).write_bytes(b"" if name.endswith("empty") else name.encode() * 1000)
    for number in range(150):
        (folder / "a" / f"{number}.txt").write_bytes(b"%d" % number * number)
    adb.text("push", str(folder), "/sdcard/Download/new")
    adb.text("pull", "/sdcard/Download/new", str(tmp_path / "back"))
    assert _hashes(tmp_path / "back") == _hashes(folder)
    # Into a folder that is there it goes below, under its own name; and again it takes the same place.
    for _ in range(2):
        adb.text("push", str(folder), "/sdcard/Download")
    adb.text("pull", "/sdcard/Download/folder/a", str(tmp_path))
    assert _hashes(tmp_path / "a") == _hashes(folder / "a")


def _hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_log_that_goes_on(adb: Adb, daemon: AdbDaemon) -> None:
    daemon.served.apply(Phone.logged, "Mine", "before")
    with adb.popen("logcat", "-v", "epoch", "Mine:V", "*:S") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"--------- beginning of main\n"
        assert process.stdout.readline().endswith(b" I Mine    : before\n")
        for number in range(200):
            daemon.served.apply(Phone.logged, "Mine", f"line {number}")
        found = [process.stdout.readline().rpartition(b": ")[2] for _ in range(200)]
        process.kill()
    assert found == [b"line %d\n" % number for number in range(200)]
    assert adb.text("logcat", "-c") == ""
    assert adb.text("logcat", "-d") == ""


def test_the_screen(adb: Adb, daemon: AdbDaemon) -> None:
    adb.text("shell", "am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    raw = adb.run("exec-out", "screencap").stdout
    pixels = np.frombuffer(raw, np.uint8, offset=16).reshape(2160, 1080, 4)
    phone = daemon.served.phone
    assert np.array_equal(pixels[..., :3], Renderer(1080, 2160).frame(phone))
    dumped = adb.run("exec-out", "uiautomator", "dump", "/dev/tty").stdout.decode()
    assert dumped == xml_of(ui_tree(phone)) + "UI hierchary dumped to: /dev/tty\n"


def test_forward_and_reverse(adb: Adb, daemon: AdbDaemon) -> None:
    async def shout(stream: AdbStream) -> None:
        while data := await stream.read():
            await stream.write(data.upper())

    daemon.inside["tcp:9008"] = shout
    port = int(adb.text("forward", "tcp:0", "tcp:9008"))
    assert _told(port, b"hello") == b"HELLO"
    assert adb.text("forward", "--list").split() == [adb.serial, f"tcp:{port}", "tcp:9008"]
    closed = int(adb.text("forward", "tcp:0", "tcp:22"))
    assert _told(closed, b"anyone?") == b""

    # There and back: the host's port leads into the phone, and the phone's reversed port to a server of the host.
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_answer_once, args=(server, b"from the host"))
        thread.start()
        adb.text("reverse", "tcp:7100", f"tcp:{server.getsockname()[1]}")
        assert "tcp:7100" in adb.text("reverse", "--list")
        around = int(adb.text("forward", "tcp:0", "tcp:7100"))
        assert _told(around, b"x") == b"from the host"
        thread.join(30)
    adb.text("reverse", "--remove-all")
    assert adb.text("reverse", "--list").strip() == ""
    assert adb.text("shell", "echo on") == "on\n"


def _told(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(data)
        client.settimeout(30)
        try:
            return client.recv(100)
        except ConnectionError:
            return b""


def _answer_once(server: socket.socket, answer: bytes) -> None:
    client, _ = server.accept()
    with client:
        client.recv(1)
        client.sendall(answer)


def test_root_install_and_reboot(adb: Adb, tmp_path: Path) -> None:
    assert adb.text("root") == "adbd is already running as root\n"
    assert "remount succeeded" in adb.text("remount")
    package = tmp_path / "app.apk"
    package.write_bytes(b"PK\3\4" + bytes(300_000))
    for arguments in (["install", "-r", str(package)], ["install", "--no-streaming", str(package)]):
        done = adb.run(*arguments)
        assert done.returncode == 1, done
        assert b"INSTALL_PARSE_FAILED_NOT_APK" in done.stdout + done.stderr
    adb.text("reboot")
    adb.text("wait-for-device")
    assert adb.text("shell", "getprop sys.boot_completed") == "1\n"


def test_adbutils(adb: Adb, daemon: AdbDaemon, tmp_path: Path) -> None:
    adbutils = pytest.importorskip("adbutils", reason="adbutils is not installed")
    device = adbutils.AdbClient("127.0.0.1", adb.port, socket_timeout=30).device(adb.serial)
    assert device.shell("echo hi") == "hi"
    result = device.shell2("nosuch", v2=True)
    assert (result.returncode, "nosuch" in result.stderr) == (127, True)
    assert tuple(device.window_size(landscape=False)) == (1080, 2160)
    device.sync.push(b"12345", "/sdcard/f.txt")
    assert device.sync.stat("/sdcard/f.txt").size == 5
    assert device.sync.read_bytes("/sdcard/f.txt") == b"12345"
    assert {entry.path for entry in device.sync.list("/sdcard")} >= {"f.txt", "Download"}
    assert device.root().startswith("adbd is already running")
    assert "<hierarchy" in device.dump_hierarchy()
    shown = np.asarray(device.screenshot().convert("RGB")) if _has_pillow() else None
    assert shown is None or np.array_equal(shown, Renderer(1080, 2160).frame(daemon.served.phone))


def _has_pillow() -> bool:
    from importlib import util

    return util.find_spec("PIL") is not None


def test_an_adb_server_of_its_own_is_gone_at_the_end(daemon: AdbDaemon, tmp_path: Path) -> None:
    made = Adb(next(iter(PROGRAMS.values())), tmp_path)
    made.start()
    made.connect(daemon.port)
    made.close()
    end = time.monotonic() + 30
    while daemon.online and time.monotonic() < end:
        time.sleep(0.02)
    assert not daemon.online
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", made.port), timeout=30)
    assert free_port() != daemon.port


def test_pseudo_files_are_pulled_and_bug_reports_made(adb: Adb, tmp_path: Path) -> None:
    adb.text("pull", "/proc/version", str(tmp_path / "version"))
    assert (tmp_path / "version").read_text() == adb.text("shell", "cat /proc/version")
    assert "meminfo" in adb.text("ls", "/proc")
    adb.text("bugreport", str(tmp_path / "report.zip"))
    with zipfile.ZipFile(tmp_path / "report.zip") as file:
        assert "DUMP OF SERVICE battery" in file.read(file.read("main_entry.txt").decode()).decode()


def test_fast_deployment_ends(adb: Adb, tmp_path: Path) -> None:
    """Its agent is Java code, which this phone does not run: adb has to fail at once, and not to hang."""
    package = tmp_path / "a.apk"
    package.write_bytes(apk("com.example.app"))
    done = adb.run("install", "--fastdeploy", str(package))
    assert done.returncode == 1
    assert b"could not find class 'com.android.fastdeploy.DeployAgent'" in done.stdout + done.stderr
