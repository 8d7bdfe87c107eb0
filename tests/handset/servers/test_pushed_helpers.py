"""Programs that clients push and start with app_process: mobilecli's server, scrcpy's, and unknown ones."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from adb_host import Host, Stream

from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.input import perform
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.http import Request
from bmoca_gym.handset.servers.pushed_helpers.mobilecli import DeviceServer
from bmoca_gym.handset.servers.pushed_helpers.scrcpy_control import Control
from bmoca_gym.handset.servers.pushed_helpers.table import HELPERS
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import display, files, pushed_helpers
from bmoca_gym.handset.system.pushed_helpers import Program

DEX, JAR = "/data/local/tmp/mobilecli.dex", "/data/local/tmp/scrcpy-server.jar"
MOBILECLI = "com.mobilenext.mobilecli.DeviceServer"
SCRCPY = f"CLASSPATH={JAR} app_process / {pushed_helpers.SCRCPY}"
EDITOR = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"


def run(served: ServedPhone, line: str) -> tuple[str, int]:
    def ran(phone: Any) -> tuple[Any, tuple[str, int]]:
        phone, output, code = session.run(phone, line)
        return phone, (output, code)

    return served.run(ran)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def typed(served: ServedPhone) -> str:
    return next(node.text for node in screen.ui_tree(served.phone).nodes if node.focused)


def test_the_table_has_all_that_the_phone_starts() -> None:
    assert HELPERS.keys() == pushed_helpers.FILES.keys()


# Starting and ending


def test_a_program_in_the_background_is_a_process_until_it_is_killed(
    daemon: AdbDaemon, served: ServedPhone, host: Host
) -> None:
    line = f"CLASSPATH={DEX} nohup app_process / {MOBILECLI} >/dev/null 2>&1 &"
    host.ask(f"shell:{line}")
    assert daemon.inside == {}, "the file is not there"
    served.apply(files.write, DEX, b"dex\n038")
    host.ask(f"shell:{line}")
    until(lambda: daemon.inside)
    assert list(daemon.inside) == [DeviceServer.address]
    assert MOBILECLI in host.ask("shell:ps -A").decode()
    body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "device.version"}).encode()
    stream = host.open(DeviceServer.address)
    assert stream is not None
    stream.write(b"POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    got = b""
    while not got.endswith(b"}}"):
        got += stream.read(1)
    answer = json.loads(got.partition(b"\r\n\r\n")[2])
    assert answer == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {"dexSha256": hashlib.sha256(b"dex\n038").hexdigest()},
    }
    stream.close()
    host.ask(f"shell:pkill {MOBILECLI}")
    until(lambda: not daemon.inside)
    assert pushed_helpers.programs(served.phone) == []


def test_a_restart_ends_programs(served: ServedPhone) -> None:
    served.apply(files.write, DEX, b"dex")
    run(served, f"app_process / {MOBILECLI} &")
    assert pushed_helpers.programs(served.phone) == [Program(MOBILECLI, (), DEX)]
    run(served, "reboot")
    assert pushed_helpers.programs(served.phone) == []


@pytest.mark.parametrize(
    ("line", "said", "code"),
    [
        ("app_process / com.example.Main", "could not find class 'com.example.Main'", 134),
        (f"CLASSPATH=/sdcard/no.jar app_process / {MOBILECLI}", "could not find class", 134),
        (f"{SCRCPY} 1.25 video=false", "serves clients of scrcpy 2.0 to 3.9", 1),
        (f"{SCRCPY} 4.1", "serves clients of scrcpy 2.0 to 3.9", 1),
        (f"{SCRCPY}", "serves clients of scrcpy 2.0 to 3.9", 1),
        (f"{SCRCPY} 3.1 scid=80000000 video=false", "scid", 1),
        (f"{SCRCPY} 3.1 scid=x video=false", "scid", 1),
        (f"{SCRCPY} 3.1 video_codec=h265", "H.264 alone", 1),
    ],
)
def test_what_is_not_served_fails_at_once(served: ServedPhone, line: str, said: str, code: int) -> None:
    served.apply(files.write, JAR, b"jar")
    output, status = run(served, line)
    assert (said in output, status) == (True, code), output
    assert pushed_helpers.programs(served.phone) == []


def test_video_without_pyav_is_refused(served: ServedPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    served.apply(files.write, JAR, b"jar")
    assert run(served, f"{SCRCPY} 3.1")[1] == 1
    assert "PyAV" in run(served, f"{SCRCPY} 3.1")[0]
    assert run(served, f"{SCRCPY} 3.1 video=false >/dev/null &")[1] == 0


def test_a_phone_runs_so_many_programs(served: ServedPhone) -> None:
    served.apply(files.write, JAR, b"jar")
    for number in range(40):
        run(served, f"{SCRCPY} 3.1 video=false scid={number:x} >/dev/null &")
    assert len(pushed_helpers.programs(served.phone)) == pushed_helpers.MOST_PROGRAMS


# mobilecli


@pytest.fixture
def call(served: ServedPhone) -> Callable[..., Any]:
    served.apply(files.write, DEX, b"dex")
    server = DeviceServer(served, Program(MOBILECLI, (), DEX))

    def sent(method: object, params: object = None) -> Any:
        asked = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": method,
            **({} if params is None else {"params": params}),
        }
        answer = asyncio.run(server.answer(Request("POST", "/", json.dumps(asked).encode())))
        told = json.loads(answer.body)
        return told["result"] if "result" in told else told["error"]["code"]

    return sent


def picture_of(answer: Any) -> Any:
    return cv2.imdecode(np.frombuffer(base64.b64decode(answer["data"]), np.uint8), cv2.IMREAD_COLOR)


def test_mobilecli(served: ServedPhone, call: Callable[..., Any]) -> None:
    apps = {app["packageName"]: app for app in call("device.apps.list")}
    assert apps["com.android.settings"]["appName"] == "Settings"
    assert call("device.clipboard.set", {"text": "日本語"}) == {"ok": True}
    assert call("device.clipboard.get") == {"text": "日本語"} == {"text": served.phone.clipboard}
    assert call("device.clipboard.clear") == {"ok": True}
    assert served.phone.clipboard == ""
    assert call("device.location.set", {"lat": 48.5, "lon": 9}) == {"ok": True}
    assert served.phone.location == (9.0, 48.5, 0.0)
    assert call("device.location.clear") == {"ok": True}
    assert served.phone.location == ()

    assert call("device.io.keyboard.hide") == {"dismissed": False}
    run(served, EDITOR)
    (root,) = call("device.dump.ui", {"waitUntilIdle": 2000})["hierarchy"]
    nodes = screen.ui_tree(served.phone).nodes
    flat, left = [], [root]
    while left:
        node = left.pop(0)
        flat.append(node)
        left = [*node.get("children", []), *left]
    assert [node["resource-id"] for node in flat] == [node.resource_id for node in nodes]
    assert [node["rect"]["x"] for node in flat] == [node.bounds[0] for node in nodes]
    (focused,) = (node for node in flat if node["focused"])
    assert (focused["text"], bool(focused["hint"])) == ("", True)
    assert call("device.io.keyboard.hide") == {"dismissed": True}

    assert picture_of(call("device.screenshot")).shape == (2160, 1080, 3)
    small = call("device.screenshot", {"format": "jpeg", "quality": 50, "maxSize": 540})
    assert picture_of(small).shape == (540, 270, 3)
    clip = {"clip": {"x": 0, "y": 10, "width": 54, "height": 20}, "screenWidth": 108}
    assert picture_of(call("device.screenshot", clip)).shape == (200, 540, 3)


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("device.nothing", {}, -32601), (5, {}, -32600), ("device.clipboard.set", {}, -32602),
        ("device.clipboard.set", [1], -32602), ("device.clipboard.set", {"text": 5}, -32602),
        ("device.location.set", {"lat": "x", "lon": 1}, -32602), ("device.location.set", {"lat": 200, "lon": 1}, -32603),
        ("device.screenshot", {"scale": 0}, -32602), ("device.screenshot", {"clip": {"x": 1}}, -32602),
        ("device.screenshot", {"clip": {"x": 9e5, "y": 0, "width": 1, "height": 1}, "screenWidth": 9}, -32602),
        ("device.screenshot", {"scale": 1e300}, -32602),
    ],
)  # fmt: skip
def test_mobilecli_is_told_what_is_wrong(
    call: Callable[..., Any], method: object, params: object, code: int
) -> None:
    assert call(method, params) == code


# scrcpy


@contextlib.contextmanager
def scrcpy(daemon: AdbDaemon, options: str, sockets: int) -> Iterator[tuple[Stream, list[Stream]]]:
    """The server, started as scrcpy does, and its sockets."""
    with contextlib.ExitStack() as hosts:
        opened = [hosts.enter_context(Host(daemon.port)) for _ in range(sockets + 1)]
        for host in opened:
            host.connect()
        server = opened[0].open(
            f"shell:{SCRCPY} 3.3.1 scid=0000002a log_level=info tunnel_forward=true {options}"
        )
        assert server is not None
        until(lambda: daemon.inside)
        assert list(daemon.inside) == ["localabstract:scrcpy_0000002a"]
        streams = [host.open("localabstract:scrcpy_0000002a") for host in opened[1:]]
        assert all(streams)
        yield server, streams  # type: ignore[misc]


def touch(action: int, x: int, y: int) -> bytes:
    return struct.pack(">BBQiiHHHII", 2, action, 1, x, y, 540, 1080, 0xFFFF, 1, 1)


def text_message(kind: int, head: bytes, text: str) -> bytes:
    data = text.encode()
    return bytes([kind]) + head + struct.pack(">I", len(data)) + data


def test_scrcpy_controls_the_phone(daemon: AdbDaemon, served: ServedPhone) -> None:
    served.apply(files.write, JAR, b"jar")
    served.apply(perform, PressKey("SLEEP"))
    with scrcpy(daemon, "video=false audio=true", 2) as (server, (audio, control)):
        assert server.read(14) == b"[server] INFO:"
        assert audio.read(65) == b"\0" + served.phone.properties["ro.product.model"].encode().ljust(64, b"\0")
        assert audio.read(4) == bytes(4), "no sound"
        assert not display.of(served.phone).asleep
        control.write(text_message(9, struct.pack(">QB", 77, 0), "Größe"))
        got = sorted([control.read(9)[:1], b""])  # which of the two comes first is not said
        assert got[1] in (b"\0", b"\1")
        until(lambda: served.phone.clipboard == "Größe")
        run(served, EDITOR)
        control.write(text_message(1, b"", "Ann") + text_message(1, b"", " 表"))
        until(lambda: typed(served) == "Ann 表")
        control.write(struct.pack(">BBIII", 0, 0, 67, 0, 0) + struct.pack(">BBIII", 0, 1, 67, 0, 0))
        until(lambda: typed(served) == "Ann ")
        control.close()
        until(lambda: not daemon.inside)
    assert pushed_helpers.programs(served.phone) == []


def test_scrcpy_calls_a_host_back_that_has_reversed_its_socket(
    daemon: AdbDaemon, served: ServedPhone
) -> None:
    served.apply(files.write, JAR, b"jar")
    with Host(daemon.port) as back, Host(daemon.port) as starting:
        back.connect()
        assert back.ask("reverse:forward:localabstract:scrcpy;tcp:27183").startswith(b"OKAY")
        starting.connect()
        assert starting.open(f"shell:{SCRCPY} 2.4 video=false audio=false") is not None
        command, remote, _, name = back.receive()
        assert (command, name) == (b"OPEN", b"tcp:27183\0")
        back.send(b"OKAY", 99, remote)
        control = Stream(back, 99, remote)
        assert control.read(64).rstrip(b"\0").decode() == served.phone.properties["ro.product.model"]
        control.write(b"\x05")
        until(lambda: served.phone.shade is not None)
        control.close()
        until(lambda: not pushed_helpers.programs(served.phone))


def test_control_messages(served: ServedPhone) -> None:
    control = Control(served, 16)
    run(served, "am start -a android.settings.SETTINGS")
    before = screen.ui_tree(served.phone)
    assert control.feed(struct.pack(">BiiHHhhI", 3, 270, 540, 540, 1080, 0, -0x7FFF // 8, 0)) == b""
    assert screen.ui_tree(served.phone) != before, "the wheel scrolls down"
    assert control.feed(struct.pack(">BiiHHhhI", 3, 270, 540, 540, 1080, 0, 0x7FFF // 2, 0)) == b""
    assert screen.ui_tree(served.phone) == before
    (battery,) = (node for node in before.nodes if node.text == "Battery")
    x, y = (int(part) // 2 for part in battery.center)
    down, up = touch(0, x, y), touch(1, x, y)
    assert control.feed(down[:9]) == control.feed(down[9:] + up) == b"", "a message may come in parts"
    assert screen.ui_tree(served.phone) != before
    assert control.feed(b"\x04\0\x04\1") == b""
    assert screen.ui_tree(served.phone) == before
    for message, shade in ((b"\x05", True), (b"\x07", False), (b"\x06", True), (b"\x07", False)):
        control.feed(message)
        assert (served.phone.shade is not None) is shade
    control.feed(b"\x0b")
    assert display.rotation(served.phone) == 1
    control.feed(b"\x0b\x0a\0\x0f\x11")
    assert display.rotation(served.phone) == 0
    control.feed(b"\x10\x15com.android.contacts\0"[:2] + b"com.android.contacts ")
    assert served.phone.top.package == "com.android.contacts"
    served.apply(perform, PressKey("SLEEP"))
    control.feed(b"\x04\0")
    assert not display.of(served.phone).asleep
    assert control.feed(text_message(9, struct.pack(">QB", 5, 1), "x")) == b"\x01" + struct.pack(">Q", 5)
    assert control.feed(b"\x08\0") == b"\0\0\0\0\1x"


@pytest.mark.parametrize("data", [b"\xff", b"\x01\xff\xff\xff\xff", b"\x09" + b"\xff" * 13, b"\x0c\0\0"])
def test_what_is_no_control_message_ends_the_connection(served: ServedPhone, data: bytes) -> None:
    assert Control(served, 16).feed(data) is None


def test_scrcpy_streams_the_screen(daemon: AdbDaemon, served: ServedPhone) -> None:
    av = pytest.importorskip("av", reason="PyAV is not installed")
    served.apply(files.write, JAR, b"jar")
    with scrcpy(daemon, "audio=false max_size=720", 2) as (_, (video, control)):
        assert video.read(65)[:1] == b"\0"
        assert struct.unpack(">4sII", video.read(12)) == (b"h264", 360, 720)
        decoder = av.CodecContext.create("h264", "r")

        def frames() -> Iterator[Any]:
            config = b""
            while True:
                head, size = struct.unpack(">QI", video.read(12))
                data = config + video.read(size)
                config = data if head >> 63 else b""
                for frame in decoder.decode(av.Packet(data)) if not config else ():
                    yield frame.to_ndarray(format="rgb24")

        shown = frames()
        first = next(shown)
        assert first.shape == (720, 360, 3)
        control.write(struct.pack(">BBIII", 0, 0, 223, 0, 0))  # sleep: the screen goes black
        assert next(shown).mean() < 20 < first.mean()
