"""Phones that the handset can't be: without root, old, busy, broken; each simulated by a fake adb server."""

from __future__ import annotations

import base64
import shlex
import struct
import threading

import cv2
import numpy as np
import pytest
from fake_adb import FakeAdbServer

from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.errors import (
    DeviceError,
    DeviceLostError,
    DeviceOfflineError,
    FileAccessError,
    GestureError,
    ScreenError,
)
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText

INFO = (
    b"Physical size: 1080x2400\nOverride size: 1080x2160\nPhysical density: 420\nOverride density: 440\n"
    b"api=34\nlocale=\ndefault=de-DE\n"
)


class Phone:
    """A simulated phone. ``user``: the user of adb; ``su``: the way to become root."""

    def __init__(self, user: str = "2000", su: str = "", answers: dict[str, bytes] | None = None) -> None:
        self.user, self.su = user, su
        self.answers = answers or {}
        self.ran: list[str] = []
        self.files: dict[str, bytes] = {}

    def __call__(self, line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        user = self.user
        words = shlex.split(line) if line.startswith(("su ", "run-as ")) else []
        if words[:4] == ["su", "0", "sh", "-c"] and self.su == "0":
            user, line = "0", words[4]
        elif words[:2] == ["su", "-c"] and self.su == "-c":
            user, line = "0", words[2]
        elif words[:2] == ["run-as", "com.debuggable"]:
            user, line = "10", words[4]
        elif words[:1] == ["run-as"]:
            return b"", b"run-as: package not debuggable: " + words[1].encode(), 1
        elif words:
            return b"", b"/system/bin/sh: su: inaccessible or not found\n", 127
        if line.startswith("id -u"):
            return user.encode() + b"\n", b"", 0
        self.ran.append(line)
        if line.startswith("wm size"):
            return INFO, b"", 0
        if line.startswith("cat "):
            path = shlex.split(line)[1]
            return (
                (self.files[path], b"", 0)
                if path in self.files
                else (b"", b"cat: No such file or directory", 1)
            )
        if "cat > " in line:
            self.files[shlex.split(line)[-1]] = stdin
            return b"", b"", 0
        return self.answers.get(line, user.encode()), b"", 0


def device_of(server: FakeAdbServer) -> AdbDevice:
    device = AdbDevice("PHONE", server.port, shell_timeout=5)
    device.__dict__["_handset"] = False
    return device


# Root


@pytest.mark.parametrize(
    ("user", "su", "runs_as"),
    [("0", "", b"0"), ("2000", "0", b"0"), ("2000", "-c", b"0"), ("2000", "", b"2000")],
)
def test_the_shell_is_root_where_it_can_be(user: str, su: str, runs_as: bytes) -> None:
    with FakeAdbServer(Phone(user, su)) as server:
        server.services["root:"] = b"adbd cannot run as root in production builds\n"
        assert device_of(server).shell("who 'am' $I").output.encode() == runs_as


def test_a_daemon_that_restarts_as_root() -> None:
    phone = Phone()

    class Restarting(dict[str, bytes]):
        def __getitem__(self, name: str) -> bytes:
            phone.user = "0"
            return super().__getitem__(name)

    with FakeAdbServer(phone) as server:
        server.services = Restarting({"root:": b"restarting adbd as root\n"})
        assert device_of(server).shell("x").output == "0"


@pytest.mark.parametrize("su", ["0", "-c"])
def test_files_of_others_are_roots(su: str) -> None:
    phone = Phone(su=su)
    with FakeAdbServer(phone) as server:
        server.denied = "/data/"
        device = device_of(server)
        device.write_file("/data/system/a file", b"\0\xff\n" * 100_000)
        assert phone.files["/data/system/a file"] == b"\0\xff\n" * 100_000
        assert device.read_file("/data/system/a file") == b"\0\xff\n" * 100_000
        assert phone.ran[1] == "mkdir -p /data/system && cat > '/data/system/a file'"
        with pytest.raises(FileAccessError, match="No such file"):
            device.read_file("/data/none")
        device.write_file("/sdcard/x", b"1")
        assert server.files == {"/sdcard/x": b"1"}


def test_without_root_an_app_that_can_be_debugged_gives_its_files() -> None:
    phone = Phone()
    with FakeAdbServer(phone) as server:
        server.services["root:"] = b"adbd cannot run as root in production builds\n"
        server.denied = "/data/"
        device = device_of(server)
        for folder in ("/data/data", "/data/user/0", "/data/user_de/0"):
            path = f"{folder}/com.debuggable/files/f"
            device.write_file(path, b"mine")
            assert device.read_file(path) == b"mine"
        for path in ("/data/data/com.other/f", "/data/system/f"):
            for use in (
                lambda path=path: device.read_file(path),
                lambda path=path: device.write_file(path, b""),
            ):
                with pytest.raises(FileAccessError, match=r"root's rights.*without Google Play"):
                    use()


# Old phones, and streams that end


def test_a_shell_that_does_not_tell_exit_codes() -> None:
    def shell(line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        assert line.startswith("exec 2>&1; sh -c ")
        return (
            (b"0\nbmoca-exit-code:0\n" if "id -u" in line else b"bmoca-exit-code:\nbmoca-exit-code:7\n"),
            b"",
            0,
        )

    with FakeAdbServer(shell) as server:
        server.features = "cmd"
        assert device_of(server).shell("x") == ("bmoca-exit-code:\n", 7)


def test_a_line_that_prints_nothing_for_long_is_given_up() -> None:
    end = threading.Event()

    def shell(line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        if line == "hang":
            end.wait(10)
        return b"0\n", b"", 0

    with FakeAdbServer(shell) as server:
        device = AdbDevice("PHONE", server.port, shell_timeout=0.3)
        with pytest.raises(DeviceError, match=r"`hang` has printed nothing for 0\.3 s"):
            device.shell("hang")
        end.set()


def test_a_stream_that_ends_in_the_middle() -> None:
    with FakeAdbServer() as server:
        server.services["shell,v2,raw:id -u 2>/dev/null || whoami"] = b"\x01\x05\0\0\0ab"
        with pytest.raises(DeviceOfflineError, match="in the middle"):
            device_of(server).shell("x")


# The screen


def screencap(data: bytes, png: bytes = b"") -> FakeAdbServer:
    return FakeAdbServer(lambda line, stdin: (png if "-p" in line else data, b"", 0))


PIXELS = np.random.default_rng(0).integers(0, 256, (6, 4, 4), np.uint8)


@pytest.mark.parametrize(
    ("header", "order"),
    [
        (struct.pack("<4I", 4, 6, 1, 1), [0, 1, 2]),
        (struct.pack("<3I", 4, 6, 1), [0, 1, 2]),
        (struct.pack("<4I", 4, 6, 2, 1), [0, 1, 2]),
        (struct.pack("<3I", 4, 6, 5), [2, 1, 0]),
    ],
)
def test_raw_pixels_of_every_android(header: bytes, order: list[int]) -> None:
    with screencap(header + PIXELS.tobytes()) as server:
        assert np.array_equal(device_of(server).screenshot(), PIXELS[..., order])


def test_pixels_of_another_format_come_as_a_picture_file() -> None:
    png = cv2.imencode(".png", np.ascontiguousarray(PIXELS[..., 2::-1]))[1].tobytes()
    with screencap(struct.pack("<4I", 4, 6, 43, 1) + bytes(96), png) as server:
        device = device_of(server)
        for _ in range(2):
            assert np.array_equal(device.screenshot(), PIXELS[..., :3])
        assert server.lines == ["screencap 2>/dev/null"] + ["screencap -p 2>/dev/null"] * 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "printed nothing"),
        (struct.pack("<4I", 4, 6, 1, 1) + bytes(95), "111 bytes|99 bytes"),
        (struct.pack("<4I", 4, 6, 1, 1) + bytes(97), "bytes came for 4 x 6"),
        (struct.pack("<4I", 0, 6, 1, 1), "0 x 6"),
        (b"\x89PNG" + b"\xff" * 100, "px"),
        (struct.pack("<4I", 4, 6, 43, 1), "no PNG"),
    ],
)
def test_what_is_no_picture_is_asked_for_three_times_and_told(data: bytes, message: str) -> None:
    with screencap(data) as server, pytest.raises(ScreenError, match=message) as raised:
        device_of(server).screenshot((2, 2))
    assert len(server.lines) == 3
    assert isinstance(raised.value, DeviceLostError)


# The UI tree

NODE = (
    b'<node index="0" text="%s" resource-id="" class="android.widget.FrameLayout" package="a" content-desc="" '
    b'checkable="false" checked="false" clickable="true" enabled="true" focusable="false" focused="false" '
    b'scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][%d,%d]" />'
)


def dumped(text: bytes = b"x", width: int = 1080, height: int = 2160) -> bytes:
    return b"<?xml version='1.0'?><hierarchy rotation=\"0\">" + NODE % (text, width, height) + b"</hierarchy>"


def dumping(*outputs: bytes) -> Phone:
    """A phone whose dumps are these, one after the other, and then the last one forever."""
    left = list(outputs)

    class Dumping(Phone):
        def __call__(self, line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
            if "uiautomator" in line:
                self.ran.append(line)
                return left.pop(0) if len(left) > 1 else left[0], b"", 0
            return super().__call__(line, stdin)

    return Dumping()


def dumps(phone: Phone) -> list[str]:
    return [line for line in phone.ran if "uiautomator" in line]


IDLE = b"ERROR: could not get idle state.\n"


def test_a_screen_that_comes_to_rest_late() -> None:
    phone = dumping(IDLE, IDLE, dumped() + b"UI hierchary dumped to: /dev/tty\n")
    with FakeAdbServer(phone) as server:
        tree = device_of(server).ui_tree()
        assert (tree.width, tree.height, tree.nodes[0].text) == (1080, 2160, "x")
        assert dumps(phone) == ["uiautomator dump /dev/tty"] * 3


def test_a_screen_that_never_comes_to_rest() -> None:
    phone = dumping(IDLE)
    with (
        FakeAdbServer(phone) as server,
        pytest.raises(DeviceError, match=r"3 tries.*never comes to rest.*animator_duration"),
    ):
        device_of(server).ui_tree()
    assert len(dumps(phone)) == 3


def test_a_phone_that_can_not_dump_to_a_terminal_dumps_to_a_file_from_then_on() -> None:
    phone = dumping(b"ERROR: null root node\n", dumped())
    with FakeAdbServer(phone) as server:
        device = device_of(server)
        assert device.ui_tree() == device.ui_tree()
        terminal, *files = dumps(phone)
        assert terminal == "uiautomator dump /dev/tty"
        assert len(files) == 2
        assert all("cat /data/local/tmp/bmoca_window.xml" in line for line in files)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (b"java.lang.IllegalStateException: UiAutomationService X already registered!", "uiautomator2 and Appium"),
        (b"Killed \n", "uiautomator2 and Appium"),
        (b"", "nothing was printed"),
        (b"strange", "strange"),
        (b"<hierarchy rotation=\"0\"><node bounds=\"[0,0]\"/></hierarchy>", "bounds"),
        (b"<hierarchy rotation=\"0\"><node></hierarchy>", "not XML"),
        (b"<hierarchy rotation=\"0\"><other/></hierarchy>", "element 'other'"),
        (b"<hierarchy rotation=\"0\">" + b"<node bounds='[0,0][1,1]'>" * 300 + b"</node>" * 300 + b"</hierarchy>", "depth|XML"),
    ],
)  # fmt: skip
def test_dumps_that_are_none(said: bytes, message: str) -> None:
    with FakeAdbServer(dumping(said)) as server, pytest.raises(DeviceError, match=message):
        device_of(server).ui_tree()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (b"&#55357;&#56397; &amp; &#10;", "👍 & \n"),
        (b"&#55357;", "\ufffd"),
        (b"&#57000; &#56320;", "\ufffd \ufffd"),
        (b"\x01\x0b", ".."),
        ("ü ☃ 時計".encode(), "ü ☃ 時計"),
    ],
)
def test_characters_that_xml_can_not_hold(written: bytes, text: str) -> None:
    with FakeAdbServer(dumping(dumped(written))) as server:
        assert device_of(server).ui_tree().nodes[0].text == text


def test_a_screen_that_was_turned() -> None:
    with FakeAdbServer(dumping(dumped(width=2160, height=1080))) as server:
        device = device_of(server)
        tree = device.ui_tree()
        assert (tree.width, tree.height) == (2160, 1080)
        device.perform(Tap(0.5, 0.5))
        assert server.lines[-1] == "input tap 1080.00 540.00"


# Info and gestures


def test_info_of_a_phone_with_overrides_and_no_locale_of_its_own() -> None:
    with FakeAdbServer(Phone()) as server:
        info = device_of(server).info
        assert (info.width, info.height, info.density, info.api_level, info.locale) == (
            1080,
            2160,
            440,
            34,
            "de-DE",
        )


def test_info_of_a_screen_that_is_turned() -> None:
    with FakeAdbServer(
        lambda line, stdin: (INFO + b"init=1080x2400 420dpi cur=2160x1080 app=2000x1080\n", b"", 0)
    ) as server:
        info = device_of(server).info
        assert (info.width, info.height) == (2160, 1080)


def test_a_phone_that_has_not_booted() -> None:
    with (
        FakeAdbServer(lambda line, stdin: (b"cmd: Can't find service: window\n", b"", 20)) as server,
        pytest.raises(DeviceError, match="Has it booted"),
    ):
        device_of(server).perform(Tap(0.5, 0.5))


@pytest.mark.parametrize(
    ("gesture", "line"),
    [
        (Tap(0.25, 1.0), "input tap 270.00 2159.00"),
        (LongPress(0.5, 0.5, 1.5), "input swipe 540.00 1080.00 540.00 1080.00 1500"),
        (Swipe(0, 0, 1, 0.5, 0.0001), "input swipe 0.00 0.00 1079.00 1080.00 1"),
        (PressKey("OVERVIEW"), "input keyevent KEYCODE_APP_SWITCH"),
        (PressKey("HOME"), "input keyevent KEYCODE_HOME"),
        (TypeText("a 'b'%s"), "input text 'a%s'\"'\"'b'\"'\"'%' && input text s"),
    ],
)
def test_gestures_are_lines(gesture: object, line: str) -> None:
    with FakeAdbServer(Phone()) as server:
        device_of(server).perform(gesture)  # type: ignore[arg-type]
        assert server.lines[-1] == line


def test_a_phone_that_lets_nobody_touch_it() -> None:
    def shell(line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        if line.startswith("input"):
            return (
                b"",
                b"java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS",
                255,
            )
        return INFO, b"", 0

    with (
        FakeAdbServer(shell) as server,
        pytest.raises(GestureError, match=r"USB debugging \(security settings\)"),
    ):
        device_of(server).perform(Tap(0, 0))


@pytest.mark.parametrize(
    ("keyboard", "action", "extra"),
    [
        ("com.android.adbkeyboard/.AdbIME", "ADB_INPUT_B64", "msg"),
        ("com.github.uiautomator/.AdbKeyboard", "ADB_KEYBOARD_INPUT_TEXT", "text"),
    ],
)
def test_unicode_takes_an_input_method(keyboard: str, action: str, extra: str) -> None:
    phone = Phone(answers={"ime list -s -a": b"com.google/.Latin\n" + keyboard.encode() + b"\n"})
    with FakeAdbServer(phone) as server:
        device_of(server).perform(TypeText("Zoë 時"))
    coded = base64.b64encode("Zoë 時".encode()).decode()
    assert phone.ran[-2:] == [
        f"ime enable {keyboard} && ime set {keyboard}",
        f"am broadcast -a {action} --es {extra} {coded}",
    ]


def test_unicode_without_one_says_so() -> None:
    with (
        FakeAdbServer(Phone()) as server,
        pytest.raises(GestureError, match=r"adb types ASCII alone.*AdbIME"),
    ):
        device_of(server).perform(TypeText("é"))
    assert not any("input text" in line for line in server.lines)


def test_a_phone_without_a_log_command() -> None:
    def shell(line: str, stdin: bytes) -> tuple[bytes, bytes, int]:
        return b"", b"/system/bin/sh: log: not found\n", 127

    with FakeAdbServer(shell) as server:
        device = device_of(server)
        with pytest.raises(DeviceError, match=r"no `log` command.*Android 7"):
            device.log_cursor()
        device.close()
