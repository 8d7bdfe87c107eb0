"""The services of the adb daemon, requested packet by packet: shells, the log, the screen, files."""

from __future__ import annotations

import struct
import time

import cv2
import numpy as np
import pytest
from adb_host import Host, Stream
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.input import perform
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files, processes
from bmoca_gym.handset.system import settings as phone_settings


def shell_packet(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


# Shells


def test_shell_protocol_2_keeps_outputs_apart_and_gives_the_exit_code(host: Host) -> None:
    assert host.shell("echo out; nosuch; echo more") == (
        b"out\nmore\n",
        b"/system/bin/sh: nosuch: inaccessible or not found\n",
        0,
    )
    assert host.shell("false")[2] == 1
    assert host.shell("nosuch")[2] == 127


def test_shell_without_protocol_and_exec(host: Host) -> None:
    assert host.ask("shell:echo a; nosuch").startswith(b"a\n/system/bin/sh: nosuch")
    assert host.ask("exec:echo a") == b"a\n"
    assert host.ask("exec:true") == b""


def test_what_a_shell_does_stays_and_the_next_connection_sees_it(daemon: AdbDaemon, host: Host) -> None:
    host.shell("settings put system answer 42")
    with Host(daemon.port) as other:
        other.connect()
        assert other.shell("settings get system answer")[0] == b"42\n"


@pytest.mark.parametrize(
    "service", ["shell,v2,TERM=xterm:logcat -d", "shell,v2,pty:logcat -d", "shell,v2:logcat -d"]
)
def test_a_log_that_is_asked_for_once_ends(host: Host, service: str) -> None:
    assert host.ask(service).endswith(b"\x03\x01\0\0\0\0")


def test_abb_is_cmd(host: Host) -> None:
    assert b"Night mode: no\n" in host.ask("abb:uimode\0night")
    assert host.ask("abb_exec:uimode\0night") == b"Night mode: no\n"
    assert host.ask("abb_exec:settings\0get\0system\0user_rotation") == b"0\n"


def test_packages_are_taken_to_their_end_and_refused(host: Host) -> None:
    stream = host.open("exec:cmd package 'install' '-r' -S 300000")
    assert stream is not None
    for _ in range(3):
        stream.write(b"x" * 100_000)
    assert stream.read_all().startswith(b"Failure [INSTALL_PARSE_FAILED_NOT_APK: ")
    assert host.ask("shell:pm install /data/local/tmp/x.apk").startswith(b"Error: Unable to open file: ")
    assert host.ask("abb_exec:package\0install\0-S\x000").startswith(
        b"Failure [INSTALL_PARSE_FAILED_NOT_APK: "
    )


def test_a_script_on_the_input_of_a_shell(host: Host) -> None:
    stream = host.open("shell,v2,TERM=xterm,raw:")
    assert stream is not None
    stream.write(shell_packet(0, b"echo one\nsettings put system a 5\nsettings"))
    stream.write(shell_packet(0, b" get system a\necho last; false") + shell_packet(4))
    assert stream.read_all() == (
        shell_packet(1, b"one\n")
        + shell_packet(1, b"5\n")
        + shell_packet(1, b"last\n")
        + shell_packet(3, b"\1")
    )


def test_a_shell_keeps_its_folder_and_variables_and_waits_for_the_end_of_an_if(host: Host) -> None:
    stream = host.open("shell,v2,raw:")
    assert stream is not None
    stream.write(shell_packet(0, b"cd /sdcard\nname=Download\nif [ -d $name ]\n"))
    stream.write(shell_packet(0, b"then echo 'a\nb'\nfi\npwd\n") + shell_packet(4))
    assert stream.read_all() == shell_packet(1, b"a\nb\n") + shell_packet(1, b"/sdcard\n") + shell_packet(
        3, b"\0"
    )


def test_only_commands_that_read_their_input_wait_for_it(served: ServedPhone, host: Host) -> None:
    assert host.shell("echo at once; settings put system a 1")[0] == b"at once\n"
    stream = host.open("shell,v2,raw:settings put system b 1; cat; settings get system b")
    assert stream is not None
    stream.write(shell_packet(0, b"one "))
    assert stream.read(9) == shell_packet(1, b"one ")
    # Others see what ran before it.
    assert phone_settings.get(served.phone, "system", "b") == "1"
    stream.write(shell_packet(0, b"two\n") + shell_packet(4))
    assert stream.read_all() == shell_packet(1, b"two\n") + shell_packet(1, b"1\n") + shell_packet(3, b"\0")


def test_a_host_that_closes_a_plain_stream_ends_its_input(served: ServedPhone, host: Host) -> None:
    stream = host.open("exec:cat > /sdcard/in.txt")
    assert stream is not None
    host.send(b"WRTE", stream.local, stream.remote, b"from the host")
    host.send(b"CLSE", stream.local, stream.remote)
    stream.read_all()
    end = time.monotonic() + 30
    while not (files.exists(served.phone, "/sdcard/in.txt") and files.read(served.phone, "/sdcard/in.txt")):
        assert time.monotonic() < end
        time.sleep(0.005)
    assert files.read(served.phone, "/sdcard/in.txt") == b"from the host"


def test_exit_ends_a_script(host: Host) -> None:
    stream = host.open("shell,v2,raw:")
    assert stream is not None
    stream.write(shell_packet(0, b"echo a\nexit 3\necho b\n"))
    assert stream.read_all() == shell_packet(1, b"a\n") + shell_packet(3, b"\3")


def test_a_terminal_echoes_prompts_and_ends_lines_with_a_return(host: Host) -> None:
    stream = host.open("shell:")
    assert stream is not None
    prompt = b"generic_x86_64:/ # "
    assert stream.read(len(prompt)) == prompt
    stream.write(b"echo hox\x7fi\r")
    shown = b"echo hox\b \bi\r\nhoi\r\n" + prompt
    assert stream.read(len(shown)) == shown
    stream.write(b"\x04")
    assert stream.read_all() == b"\r\n"


def test_a_line_without_end(host: Host) -> None:
    stream = host.open("shell,v2,raw:")
    assert stream is not None
    for _ in range(5):
        host.send(b"WRTE", stream.local, stream.remote, shell_packet(0, b"x" * 400_000))
        command = host.receive()[0]
        if command == b"CLSE":
            return
    raise AssertionError("a line of two megabytes was taken")


# The log


def test_a_log_goes_on_with_what_is_written(served: ServedPhone, host: Host) -> None:
    served.apply(Phone.logged, "Tag", "before")
    stream = host.open(
        "shell,v2,TERM=xterm:export ANDROID_LOG_TAGS=\"''\"; exec logcat '-v' 'tag' 'Tag:V' '*:S'"
    )
    assert stream is not None
    first = b"--------- beginning of main\nI/Tag     : before\n"
    assert stream.read(5 + len(first)) == shell_packet(1, first)
    served.apply(Phone.logged, "Other", "hidden")
    for number in range(300):
        served.apply(Phone.logged, "Tag", f"line {number}")
    text = b"".join(b"I/Tag     : line %d\n" % number for number in range(300))
    found = b""
    while len(found) < len(text):
        kind, size = struct.unpack("<BI", stream.read(5))
        assert kind == 1
        found += stream.read(size)
    assert found == text
    stream.close()


def test_a_log_shows_no_line_twice_after_a_snapshot_was_loaded(served: ServedPhone, host: Host) -> None:
    served.save_snapshot("s")
    stream = host.open("shell:logcat -v raw")
    assert stream is not None
    stream.read(len("--------- beginning of main\n"))
    served.apply(Phone.logged, "T", "one")
    assert stream.read(4) == b"one\n"
    served.load_snapshot("s")
    served.apply(Phone.logged, "T", "two")
    assert stream.read(4) == b"two\n"


# The screen


def _shown(served: ServedPhone) -> np.ndarray:
    config = served.phone.configuration
    return Renderer(config.width, config.height).frame(served.phone)


def test_screenshots_are_the_phones_pixel_for_pixel(served: ServedPhone, host: Host) -> None:
    for _ in range(2):
        raw = host.ask("exec:screencap")
        assert struct.unpack_from("<4I", raw) == (1080, 2160, 1, 1)
        pixels = np.frombuffer(raw, np.uint8, offset=16).reshape(2160, 1080, 4)
        assert np.array_equal(pixels[..., :3], _shown(served))
        assert (pixels[..., 3] == 255).all()
        picture = cv2.imdecode(np.frombuffer(host.ask("exec:screencap -p"), np.uint8), cv2.IMREAD_UNCHANGED)
        assert np.array_equal(picture, pixels[..., [2, 1, 0, 3]])
        served.apply(perform, PressKey("OVERVIEW"))


def test_the_framebuffer(served: ServedPhone, host: Host) -> None:
    data = host.ask("framebuffer:")
    header = struct.unpack_from("<14I", data)
    assert header == (2, 32, 1, 1080 * 2160 * 4, 1080, 2160, 0, 8, 16, 8, 8, 8, 24, 8)
    pixels = np.frombuffer(data, np.uint8, offset=56).reshape(2160, 1080, 4)
    assert np.array_equal(pixels[..., :3], _shown(served))


def test_small_services(daemon: AdbDaemon, host: Host) -> None:
    assert host.ask("root:") == b"adbd is already running as root\n"
    assert b"restarting" not in host.ask("unroot:")
    assert host.ask("remount:") == b"remount succeeded\n"
    assert host.ask("tcpip:5555") == b"restarting in TCP mode port: 5555\n"
    assert host.ask("tcpip:x") == b"invalid port\n"
    assert host.ask("usb:") == b"restarting in USB mode\n"
    host.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    pid = str(daemon.served.phone.processes["com.google.android.deskclock"]).encode()
    assert host.ask("jdwp") == pid + b"\n"
    stream = host.open("track-jdwp")
    assert stream is not None
    assert stream.read(9) == b"%04x" % (len(pid) + 1) + pid + b"\n"
    daemon.served.apply(processes.force_stop, "com.google.android.deskclock")
    assert stream.read(4) == b"0000"
    stream.close()


def test_reboot_ends_the_connection_and_the_apps_and_keeps_files(daemon: AdbDaemon, host: Host) -> None:
    daemon.served.apply(files.write, "/sdcard/kept", b"1")
    host.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert host.open("reboot:") is not None
    assert host.is_closed()
    assert daemon.served.phone.tasks == ()
    with Host(daemon.port) as again:
        again.connect()
        assert again.shell("cat /sdcard/kept")[0] == b"1"


# Files


def _request(id: bytes, data: bytes = b"") -> bytes:
    return id + struct.pack("<I", len(data)) + data


@pytest.fixture
def sync(host: Host) -> Stream:
    stream = host.open("sync:")
    assert stream is not None
    return stream


def _send(sync: Stream, path: str, data: bytes, mode: int = 0o100644, step: int = 65536) -> bytes:
    sync.write(_request(b"SEND", f"{path},{mode}".encode()))
    for start in range(0, len(data), step):
        sync.write(_request(b"DATA", data[start : start + step]))
    sync.write(b"DONE" + struct.pack("<I", 1700000000))
    return _answer(sync)


def _answer(sync: Stream) -> bytes:
    """The message of a FAIL, or b"" for an OKAY."""
    id, size = struct.unpack("<4sI", sync.read(8))
    assert id in (b"OKAY", b"FAIL")
    return sync.read(size) if id == b"FAIL" else b""


def _receive(sync: Stream, request: bytes) -> bytes | str:
    sync.write(request)
    data = b""
    while True:
        id, size = struct.unpack("<4sI", sync.read(8))
        if id == b"DONE":
            return data
        part = sync.read(size)
        if id == b"FAIL":
            return part.decode()
        assert id == b"DATA"
        assert 0 < size <= 65536
        data += part


def test_files_go_there_and_back_in_one_session(served: ServedPhone, sync: Stream) -> None:
    for size in (0, 1, 65536, 65537, 1_500_000):
        data = bytes(range(256)) * (size // 256 + 1)
        data = data[:size]
        assert _send(sync, f"/sdcard/new/{size}.bin", data) == b""
        assert files.read(served.phone, f"/sdcard/new/{size}.bin") == data
        assert _receive(sync, _request(b"RECV", f"/sdcard/new/{size}.bin".encode())) == data
    sync.write(_request(b"QUIT"))
    assert sync.read_all() == b""


def test_what_is_pushed_keeps_its_time_and_its_mode(served: ServedPhone, sync: Stream) -> None:
    for path, mode, kept in (
        ("/data/local/tmp/run", 0o100755, 0o777),
        ("/data/local/tmp/x", 0o100640, 0o666),
        ("/sdcard/y", 0o100755, 0o660),
    ):
        sync.write(
            _request(b"SEND", f"{path},{mode}".encode()) + _request(b"DATA", b"#!/system/bin/sh\n"[:4])
        )
        sync.write(b"DONE" + struct.pack("<I", 1_600_000_000))
        assert _answer(sync) == b""
        sync.write(_request(b"STAT", path.encode()))
        assert struct.unpack("<4s3I", sync.read(16)) == (b"STAT", 0o100000 | kept, 4, 1_600_000_000)
    sync.write(_request(b"SEND", b"/sdcard/z,33188") + b"DONE" + struct.pack("<I", 0))
    assert _answer(sync) == b""
    assert files.modified(served.phone, "/sdcard/z") == served.phone.clock.wall


def test_the_second_version_of_send_and_receive(sync: Stream) -> None:
    sync.write(_request(b"SND2", b"/sdcard/x") + b"SND2" + struct.pack("<2I", 0o100644, 0))
    sync.write(_request(b"DATA", b"abc") + b"DONE" + struct.pack("<I", 5))
    assert _answer(sync) == b""
    assert _receive(sync, _request(b"RCV2", b"/sdcard/x") + b"RCV2" + struct.pack("<I", 0)) == b"abc"
    refused = _receive(sync, _request(b"RCV2", b"/sdcard/x") + b"RCV2" + struct.pack("<I", 1))
    assert refused == "compression is not supported"
    sync.write(_request(b"SND2", b"/sdcard/x") + b"SND2" + struct.pack("<2I", 0o100644, 4))
    sync.write(_request(b"DATA", b"zzz") + b"DONE" + struct.pack("<I", 5))
    assert _answer(sync) == b"compression is not supported"
    assert _receive(sync, _request(b"RECV", b"/sdcard/x")) == b"abc"


def test_status_in_both_versions(served: ServedPhone, sync: Stream) -> None:
    served.apply(files.write, "/sdcard/f", b"12345")
    sync.write(_request(b"STAT", b"/sdcard/f"))
    assert struct.unpack("<4s3I", sync.read(16)) == (b"STAT", 0o100660, 5, served.phone.clock.wall // 1000)
    sync.write(_request(b"STAT", b"/nothing"))
    assert sync.read(16) == b"STAT" + b"\0" * 12
    for id in (b"STA2", b"LST2"):
        sync.write(_request(id, b"/storage/emulated/0/f"))
        name, error, _, _, mode, _, _, _, size, *times = struct.unpack("<4sIQQIIIIQqqq", sync.read(72))
        assert (name, error, mode, size) == (id, 0, 0o100660, 5)
        assert times == [served.phone.clock.wall // 1000] * 3
        sync.write(_request(id, b"/nothing"))
        assert struct.unpack_from("<4sI", sync.read(72)) == (id, 2)
        sync.write(_request(id, b"/sdcard"))
        # That is a link, which the one follows.
        assert struct.unpack_from("<I", sync.read(72), 24) == (0o40771 if id == b"STA2" else 0o120644,)


def test_links_are_listed_followed_made_and_replaced(served: ServedPhone, host: Host, sync: Stream) -> None:
    line = "cd /data/local/tmp; mkdir d; echo one > d/f; ln -s d to_d; ln -s d/f to_f; ln -s loop loop"
    assert host.shell(line) == (b"", b"", 0)
    folder = "/data/local/tmp"
    regular, directory, link = 0o100660, 0o40771, 0o120777
    for name, itself, behind in (
        ("to_f", link, regular), ("to_d", link, directory), ("to_d/", directory, directory),
        ("to_d/f", regular, regular), ("loop", link, 0), ("loop/x", 0, 0),
    ):  # fmt: skip
        path = f"{folder}/{name}".encode()
        sync.write(_request(b"STAT", path))
        assert struct.unpack_from("<I", sync.read(16), 4) == (itself,), name
        for id, mode in ((b"LST2", itself), (b"STA2", behind)):
            sync.write(_request(id, path))
            assert struct.unpack_from("<I", sync.read(72), 24) == (mode,), (name, id)
    sync.write(_request(b"LIST", f"{folder}/".encode()))
    found = {}
    while (entry := struct.unpack("<4s4I", sync.read(20)))[0] == b"DENT":
        found[sync.read(entry[4])] = entry[1]
    assert found.items() >= {b"to_d": link, b"to_f": link, b"loop": link, b"d": directory}.items()
    for name in ("to_f", "to_d/f"):
        assert _receive(sync, _request(b"RECV", f"{folder}/{name}".encode())) == b"one\n"
    assert "Too many levels" in str(_receive(sync, _request(b"RECV", f"{folder}/loop".encode())))
    # What is pushed takes a link's place; what it led to stays. A link's text is what is sent of it.
    assert _send(sync, f"{folder}/to_f", b"two") == b""
    assert _send(sync, f"{folder}/made", b"d/f\0", mode=link) == b""
    assert host.shell(f"cd {folder}; cat to_f made; readlink made to_f")[0] == b"twoone\nd/f\n"
    assert b"Operation not permitted" in _send(sync, "/sdcard/link", b"/etc/passwd", mode=link)


@pytest.mark.parametrize(
    ("path", "mode", "reason"),
    [
        ("/f", 0o100644, "couldn't create file: Read-only file system"),
        ("/system/f", 0o100644, "couldn't create file: Read-only file system"),
        ("/system/bin/sh", 0o100644, "couldn't create file: Read-only file system"),
        ("/etc/f", 0o100644, "couldn't create file: Read-only file system"),
        ("/proc/f", 0o100644, "couldn't create file: Read-only file system"),
        ("/f", 0o120777, "couldn't create file: Read-only file system"),
        ("/f", 0o040755, "couldn't create file: Read-only file system"),
        ("/nothing/a/f", 0o100644, "secure_mkdirs failed: Read-only file system"),
        ("/sdcard", 0o100644, "couldn't create file: Is a directory"),
        ("/sdcard/f", 9999999999, "bad mode"),
        ("/sdcard/f", 1 << 32, "bad mode"),
        ("/sdcard/f", -1, "bad mode"),
        ("/sdcard/f", 0o020644, "only files, directories and symbolic links can be made here"),
    ],
)
def test_what_can_not_be_pushed(served: ServedPhone, sync: Stream, path: str, mode: int, reason: str) -> None:
    before = served.phone
    assert _send(sync, path, b"data", mode).decode() == reason
    assert served.phone == before
    assert _send(sync, "/sdcard/new/folder/f", b"x") == b"", "the session goes on"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text("/.,%\0aé", max_size=12) | st.sampled_from(["/sdcard/q", "/sdcard/q/r", "/", "/data/data"]),
    st.text("0123456789-x٣", max_size=12) | st.integers(0, 1 << 33).map(str),
    st.integers(0, (1 << 32) - 1),
)
def test_any_name_mode_and_time_is_answered(sync: Stream, path: str, mode: str, at: int) -> None:
    sync.write(_request(b"SEND", f"{path},{mode}".encode()))
    sync.write(_request(b"DATA", b"x") + b"DONE" + struct.pack("<I", at))
    _answer(sync)
    sync.write(_request(b"STAT", b"/sdcard"))
    assert sync.read(16)[:4] == b"STAT"


def test_an_apps_own_file_has_a_time(sync: Stream) -> None:
    sync.write(_request(b"STAT", b"/data/user_de/0/com.google.android.deskclock/databases/alarms.db"))
    _, mode, size, when = struct.unpack("<4s3I", sync.read(16))
    assert mode == 0o100660
    assert size > 0
    assert when > 0


@pytest.mark.parametrize(
    "path",
    [
        "/proc/stat",
        "/proc/meminfo",
        "/proc/self/status",
        "/proc/1/task/1/comm",
        "/sys/devices/system/cpu/online",
        "/system/build.prop",
        "/dev/null",
    ],
)
def test_what_cat_reads_can_be_pulled(host: Host, sync: Stream, path: str) -> None:
    assert _receive(sync, _request(b"RECV", path.encode())) == host.shell(f"cat {path}")[0]
    sync.write(_request(b"STA2", path.encode()))
    _, error, _, _, mode, _, user, group, size, *_ = struct.unpack("<4sIQQIIIIQqqq", sync.read(72))
    assert error == 0
    assert host.shell(f"stat -c '%f %u %g %s' {path}")[0].decode().split() == [
        f"{mode:x}",
        *map(str, (user, group, size)),
    ]


@pytest.mark.parametrize("folder", ["/", "/proc", "/proc/1", "/proc/1/task", "/sys", "/system/bin", "/data"])
def test_folders_list_the_same_names_to_adb_and_to_ls(host: Host, sync: Stream, folder: str) -> None:
    sync.write(_request(b"LIST", folder.encode()))
    found = []
    while (entry := struct.unpack("<4s4I", sync.read(20)))[0] == b"DENT":
        found.append(sync.read(entry[4]).decode())
    assert found == host.shell(f"ls -a {folder}")[0].decode().split()


def test_lists_in_both_versions(served: ServedPhone, sync: Stream) -> None:
    for name in ("a", "b c", "é"):
        served.apply(files.write, f"/sdcard/d/{name}", b"xy")
    served.apply(files.make_directory, "/sdcard/d/sub")
    expected = {
        b".": 0o40771,
        b"..": 0o40771,
        b"a": 0o100660,
        b"b c": 0o100660,
        "é".encode(): 0o100660,
        b"sub": 0o40771,
    }
    sync.write(_request(b"LIST", b"/sdcard/d"))
    found = {}
    while (entry := struct.unpack("<4s4I", sync.read(20)))[0] == b"DENT":
        found[sync.read(entry[4])] = entry[1]
    assert entry == (b"DONE", 0, 0, 0, 0)
    assert found == expected
    sync.write(_request(b"LIS2", b"/sdcard/d"))
    found = {}
    while (wide := struct.unpack("<4sIQQIIIIQqqqI", sync.read(76)))[0] == b"DNT2":
        found[sync.read(wide[-1])] = wide[4]
    assert wide[0] == b"DONE"
    assert found == expected
    sync.write(_request(b"LIST", b"/nothing"))
    assert sync.read(20) == b"DONE" + b"\0" * 16


@pytest.mark.parametrize("path", ["/sdcard", "/sdcard/f/below", "relative", "", "/sdcard/\0x", "/data/data"])
def test_paths_where_no_file_can_be(served: ServedPhone, sync: Stream, path: str) -> None:
    served.apply(files.write, "/sdcard/f", b"12345")
    before = served.phone.files
    assert _send(sync, path, b"data") != b""
    assert isinstance(_receive(sync, _request(b"RECV", path.encode())), str)
    assert served.phone.files == before


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("/sdcard/../../../../etc/passwd", False),
        ("/../../../tmp/x", True),
        ("//etc//hosts", False),
        ("/sdcard/./../etc/x", False),
        ("/sdcard/./../data/local/tmp//x", True),
    ],
)
def test_tricks_with_paths_stay_in_the_phone(
    served: ServedPhone, sync: Stream, path: str, written: bool
) -> None:
    assert isinstance(_receive(sync, _request(b"RECV", path.encode())), str)
    if not written:
        assert b"Read-only file system" in _send(sync, path, b"mine")
        return
    assert _send(sync, path, b"mine") == b""
    assert files.read(served.phone, path) == b"mine"
    assert _receive(sync, _request(b"RECV", files.resolve(path).encode())) == b"mine"


def test_what_no_file_is_made_of(sync: Stream, served: ServedPhone) -> None:
    assert b"only files" in _send(sync, "/sdcard/pipe", b"", mode=0o10777)
    assert _send(sync, "/sdcard/folder", b"", mode=0o40755) == b""
    assert files.is_directory(served.phone, "/sdcard/folder")
    sync.write(_request(b"SEND", b"/sdcard/x") + b"DONE" + struct.pack("<I", 0))
    assert _answer(sync) == b"missing , in ID_SEND_V1"
    assert _send(sync, "/sdcard/fine", b"1") == b""


def test_a_phone_that_is_full(served: ServedPhone, sync: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "STORAGE_LIMIT", sum(map(len, served.phone.files.values())) + 100_000)
    assert b"No space left" in _send(sync, "/sdcard/big", b"x" * 3_000_000)
    assert _send(sync, "/sdcard/a", b"x" * 60_000) == b""
    assert b"No space left" in _send(sync, "/sdcard/b", b"x" * 60_000)
    assert _send(sync, "/sdcard/c", b"x") == b""


@pytest.mark.parametrize(
    "data",
    [
        b"ABCD\0\0\0\0", _request(b"STAT", b"/" * 1025), b"RECV\xff\xff\xff\xff", _request(b"SEND", b"/sdcard/x,33188") + b"WHAT\0\0\0\0",
        _request(b"SEND", b"/sdcard/x,33188") + b"DATA\xff\xff\xff\xff", _request(b"SEND", b"/sdcard/x,33188") + b"DATA" + struct.pack("<I", 65537),
    ],
)  # fmt: skip
def test_what_is_no_request_ends_the_session(
    served: ServedPhone, host: Host, sync: Stream, data: bytes
) -> None:
    sync.write(data)
    assert sync.read_all().startswith(b"FAIL")
    assert "/sdcard/x" not in served.phone.files
    assert host.shell("echo on")[0] == b"on\n"


def test_a_push_that_breaks_off_leaves_no_file_and_no_bytes(
    daemon: AdbDaemon, host: Host, sync: Stream
) -> None:
    room = daemon._room
    sync.write(_request(b"SEND", b"/sdcard/x,33188") + _request(b"DATA", b"half"))
    sync.close()
    host.shell("true")
    assert "/sdcard/x" not in daemon.served.phone.files
    assert daemon._room == room
