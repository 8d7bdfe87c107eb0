"""The servers in the phone according to their protocols, and hostile bytes: streams may end, the phone keeps working."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from adb_host import Host, Stream, packet
from handset_hand import Hand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from make_apk import apk, manifest

from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import automation_packages as packages
from bmoca_gym.handset.system import files
from bmoca_gym.handset.system.apk import Manifest, PackageFileError, read_manifest

UIAUTOMATOR2 = "shell:CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
APPIUM = f"shell:am instrument -w -e disableAnalytics true {packages.APPIUM_INSTRUMENTATION}"
PORTS = {"uiautomator2": "tcp:9008", "appium": "tcp:6790"}
LIVE = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def prepare(served: ServedPhone) -> None:
    served.apply(files.write, packages.UIAUTOMATOR2_FILE, b"jar")
    for name in (packages.APPIUM_SERVER, packages.APPIUM_SERVER_TEST):
        served.apply(packages.install, Manifest(name, 1, "1"))


def until(daemon: AdbDaemon, ports: set[str]) -> None:
    end = time.monotonic() + 30
    while set(daemon.inside) != ports:
        assert time.monotonic() < end, daemon.inside
        time.sleep(0.005)


@contextlib.contextmanager
def running(daemon: AdbDaemon, line: str) -> Iterator[Host]:
    """A server, started over a connection of its own: a `Host` follows one stream at a time."""
    with Host(daemon.port) as host:
        host.connect()
        assert host.open(line) is not None
        yield host


@pytest.fixture
def servers(daemon: AdbDaemon, served: ServedPhone) -> Iterator[AdbDaemon]:
    """A daemon with both servers running."""
    prepare(served)
    with running(daemon, UIAUTOMATOR2), running(daemon, APPIUM):
        until(daemon, set(PORTS.values()))
        yield daemon
    until(daemon, set())


def talk(stream: Stream, data: bytes) -> bytes:
    """Send bytes, and read until the answer's body is complete, or the stream ends."""
    stream.write(data)
    got = b""
    with contextlib.suppress(AssertionError, OSError):
        while True:
            got += stream.read(1)
            head, end, body = got.partition(b"\r\n\r\n")
            if end and not head.startswith(b"HTTP/1.1 100"):
                size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
                return got + stream.read(size - len(body))
            if end:
                got = body
    return got


def ask(host: Host, port: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """One request: the status and the value of the answer."""
    stream = host.open(port)
    assert stream is not None
    data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = talk(
        stream,
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data,
    )
    stream.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    kind = json.loads(rest) if b"json" in head else rest
    return int(head.split()[1]), kind


def alive(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect()
        assert ask(host, PORTS["uiautomator2"], "GET", "/ping") == (200, b"pong")
        assert ask(host, PORTS["appium"], "GET", "/status")[1]["value"]["ready"] is True
        assert host.shell("echo on") == (b"on\n", b"", 0)


# Starting and ending


def test_servers_live_as_long_as_what_started_them(
    daemon: AdbDaemon, served: ServedPhone, host: Host
) -> None:
    assert host.open(PORTS["uiautomator2"]) is None, "nothing listens"
    assert b"could not find class" in host.ask(UIAUTOMATOR2), "its file was not pushed"
    assert b"Unable to find instrumentation" in host.ask(APPIUM), "it is not installed"
    prepare(served)
    with running(daemon, UIAUTOMATOR2):
        until(daemon, {"tcp:9008"})
        assert b"app_process" in host.ask("shell:ps -A")
        assert host.ask(UIAUTOMATOR2).endswith(b"Address already in use\n")
        assert ask(host, "tcp:9008", "GET", "/ping") == (200, b"pong")
    until(daemon, set())
    assert b"app_process" not in host.ask("shell:ps -A")

    with running(daemon, APPIUM):
        until(daemon, {"tcp:6790"})
        assert host.ask("shell:am force-stop io.appium.uiautomator2.server") == b""
        until(daemon, set())
    with running(daemon, UIAUTOMATOR2.replace("9008", "9100")):
        until(daemon, {"tcp:9100"})
        assert ask(host, "tcp:9100", "GET", "/ping") == (200, b"pong")
        host.ask("shell:killall app_process")
        until(daemon, set())


def test_a_server_ends_with_its_stream(daemon: AdbDaemon, served: ServedPhone, host: Host) -> None:
    prepare(served)
    stream = host.open(UIAUTOMATOR2)
    assert stream is not None
    until(daemon, {"tcp:9008"})
    stream.close()
    until(daemon, set())


def test_packages_of_test_programs(served: ServedPhone, host: Host) -> None:
    def said(line: str) -> str:
        return host.ask("shell:" + line).decode()

    for name, version in [
        ("io.appium.settings", 191),
        ("io.appium.uiautomator2.server", 278),
        ("io.appium.uiautomator2.server.test", 0),
    ]:
        data = apk(name, version, "8.0.9")
        stream = host.open(f"abb_exec:package\0install\0-r\0-S\0{len(data)}")
        assert stream is not None
        stream.write(data)
        assert stream.read_all() == b"Success\n"
    assert said("pm list instrumentation") == (
        "instrumentation:io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner "
        "(target=io.appium.uiautomator2.server)\n"
    )
    assert (
        said("pm list packages --show-versioncode appium.settings")
        == "package:io.appium.settings versionCode:191\n"
    )
    assert "versionName=8.0.9" in said("dumpsys package io.appium.settings")
    assert "isForeground" not in said("dumpsys activity services io.appium.settings")
    assert said("am start -n io.appium.settings/.Settings").startswith("Starting: ")
    assert "isForeground=true" in said("dumpsys activity services io.appium.settings")
    settings_app = "io.appium.settings"

    def told(name: str, more: str = "") -> str:
        return said(
            f"am broadcast -a {settings_app}.{name} -n {settings_app}/.receivers.Any {more}"
        ).splitlines()[-1]

    assert told("location").endswith("result=0")
    place = "-e longitude 9.5 -e latitude 48.25 -e altitude 7"
    assert said(f"am start-foreground-service {place} {settings_app}/.LocationService").startswith(
        "Starting service"
    )
    assert served.phone.location == (9.5, 48.25, 7.0)
    assert told("location").endswith('result=-1, data="48.25000 9.50000 7.00000"')
    assert "no service started" in said("am start-service com.example.none/.Other")
    assert told("animation", "--es setstatus disable").endswith("result=-1")
    assert said("settings get global window_animation_scale") == "0\n"
    assert told("animation", "--es setstatus maybe").endswith("result=0")
    assert told("locale", "--es lang fr --es country CA").endswith("result=-1")
    assert served.phone.configuration.locale == "fr-CA"
    assert told("locale", "--es lang xx --es country YY").endswith("result=0")
    assert told("nothing").endswith("result=0")
    said("content insert --uri content://sms/inbox --bind address:s:5550100 --bind body:s:Hi")
    sms = json.loads(told("sms.read", "--es max 1").partition('data="')[2][:-1])
    assert (sms["total"], sms["items"][0]["address"], sms["items"][0]["body"]) == (1, "5550100", "Hi")
    shown = said(f"am broadcast -a {settings_app}.notifications").partition('data="')[2].rpartition('"')[0]
    assert [one["packageName"] for one in json.loads(shown)["statusBarNotifications"]] == [
        one.package for one in served.phone.notifications
    ]
    served.apply(files.write, "/data/local/tmp/x.apk", apk("io.appium.settings", 192, "9"))
    assert said("pm install -r /data/local/tmp/x.apk") == "Success\n"
    assert served.phone.automation["io.appium.settings"].version_code == 192
    assert "io.appium.settings/.UnicodeIME" in said("ime list -a -s")
    assert said("pm uninstall io.appium.settings") == "Success\n"
    assert "io.appium.settings" not in said("pm list packages")
    assert "io.appium.settings" not in served.phone.processes
    served.apply(files.write, "/data/local/tmp/y.apk", apk("org.example"))
    assert said("pm install /data/local/tmp/y.apk") == "Success\n"
    assert "package:org.example\n" in said("pm list packages -3")
    assert said("pm uninstall org.example") == "Success\n"


# Manifests


@pytest.mark.parametrize("utf_8", [False, True])
def test_a_manifest_is_read(utf_8: bool) -> None:
    assert read_manifest(apk("a.bc", 7, "1.2-β", utf_8)) == Manifest("a.bc", 7, "1.2-β")


@given(st.binary(max_size=200), st.integers(0, 400), st.booleans())
def test_any_manifest_is_read_or_refused(noise: bytes, at: int, utf_8: bool) -> None:
    xml = bytearray(manifest("a.b", 1, "1", utf_8))
    xml[at : at + len(noise)] = noise
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("AndroidManifest.xml", bytes(xml))
    data = bytearray(file.getvalue())
    with contextlib.suppress(PackageFileError):
        read_manifest(bytes(data))
    data[at : at + len(noise)] = noise
    with contextlib.suppress(PackageFileError):
        read_manifest(bytes(data))


# What they answer


def test_errors_of_json_rpc(servers: AdbDaemon, host: Host) -> None:
    def code(body: Any) -> int:
        status, answer = ask(host, "tcp:9008", "POST", "/jsonrpc/0", body)
        assert status == 200
        return int(answer["error"]["code"])

    assert code(b"{") == code(b"[" * 100_000) == code(b'{"a":' + b"1" * 100 + b"}") == code(b"NaN") == -32700
    assert code([]) == code({"method": 1}) == code(5) == -32600
    assert code({"method": "nothing"}) == code({"method": "__init__"}) == code({"method": "_click"}) == -32601
    for parameters in ([], [1], ["a", "b"], [1e300, 1], [True, 1], [[], {}], {"x": 1}, "x", [1, 2, 3, 4]):
        assert code({"method": "click", "params": parameters}) == -32602
    assert code({"method": "objInfo", "params": [{"text": "none"}]}) == -32001
    assert ask(host, "tcp:9008", "GET", "/jsonrpc/0")[0] == 405
    assert ask(host, "tcp:9008", "GET", "/etc/passwd")[0] == 404


def test_errors_of_webdriver(servers: AdbDaemon, host: Host) -> None:
    def said(method: str, path: str, body: Any = None) -> tuple[int, str]:
        status, answer = ask(host, "tcp:6790", method, path, body)
        return status, answer["value"]["error"]

    assert said("POST", "/session", {}) == (400, "session not created")
    assert said("GET", "/session/x/source") == (404, "invalid session id")
    assert said("GET", "/nothing") == (404, "unknown command")
    value = ask(
        host, "tcp:6790", "POST", "/session", {"capabilities": {"alwaysMatch": {}, "firstMatch": [{"a": 1}]}}
    )[1]["value"]
    assert value["capabilities"] == {"a": 1}
    path = f"/session/{value['sessionId']}"
    assert ask(host, "tcp:6790", "GET", "/sessions")[1]["value"][0]["id"] == value["sessionId"]
    assert said("POST", path + "/element", b"[" * 100_000) == (400, "invalid argument")
    assert said("POST", path + "/element", [1]) == (400, "invalid argument")
    assert said("POST", path + "/element", {}) == (400, "invalid argument")
    assert said("POST", path + "/element", {"strategy": "name", "selector": "x"}) == (400, "invalid selector")
    assert said("POST", path + "/element", {"strategy": "id", "selector": "x"}) == (404, "no such element")
    assert said("POST", path + "/element/none/click") == (404, "no such element")
    assert said("GET", path + "/element/none/click") == (405, "unknown method")
    assert said("GET", path + "/alert/text") == (404, "no such alert")
    for body in ({}, {"actions": 1}, {"actions": [1]}, {"actions": [{"actions": 1}]}, {"actions": [{"type": "pointer", "actions": [{"type": "x"}]}]},
                 {"actions": [{"type": "pointer", "actions": [{"type": "pointerMove", "x": 1e300}]}]}, {"actions": [{"actions": []}] * 20},
                 {"actions": [{"type": "pointer", "actions": [{"type": "pointerMove", "origin": 5}]}]}):  # fmt: skip
        assert said("POST", path + "/actions", body) == (400, "invalid argument"), body
    for name, body in (("click", {}), ("swipe", {"area": {"left": 0, "top": 0, "width": 9, "height": 9}, "direction": "up"}),
                       ("drag", {"start": {"x": 1, "y": 1}, "end": {"x": 2}}), ("click", {"offset": {"x": "a", "y": 1}}),
                       ("fling", {"area": {"left": 0, "top": 0, "width": 0, "height": 9}, "direction": "up"})):  # fmt: skip
        assert said("POST", f"{path}/appium/gestures/{name}", body) == (400, "invalid argument"), name
    assert ask(host, "tcp:6790", "DELETE", path)[0] == 200
    until(servers, {"tcp:9008"})


# Hostile bytes


@LIVE
@given(data=st.binary(max_size=300), port=st.sampled_from(sorted(PORTS.values())))
def test_noise(servers: AdbDaemon, data: bytes, port: str) -> None:
    with Host(servers.port) as host, contextlib.suppress(OSError, AssertionError):
        host.connect()
        host.socket.settimeout(0.02)
        stream = host.open(port)
        assert stream is not None
        stream.write(data or b"x")
        stream.read(1)
    alive(servers)


heads = st.sampled_from(
    [b"GET / HTTP/1.1", b"POST /jsonrpc/0 HTTP/1.1", b"POST /session HTTP/1.0", b"GET /status HTTP/2.0", b"GET  / HTTP/1.1", b"G\0T / HTTP/1.1",
     b"GET " + b"/a" * 20_000 + b" HTTP/1.1", b"", b"DELETE /session/" + b"%00" * 100 + b" HTTP/1.1"]
)  # fmt: skip
headers = st.sampled_from(
    [b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Content-Length: 1048577", b"content-length: 0x5", b": x",
     b"Content-Length: 5\r\nContent-Length: 6", b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"Connection: close", b"X: " + b"y" * 20_000, b"a b: c"]
)  # fmt: skip


@LIVE
@given(
    head=heads,
    lines=st.lists(headers, max_size=3),
    body=st.binary(max_size=40),
    port=st.sampled_from(sorted(PORTS.values())),
)
def test_requests_that_are_none(
    servers: AdbDaemon, head: bytes, lines: list[bytes], body: bytes, port: str
) -> None:
    with Host(servers.port) as host, contextlib.suppress(OSError, AssertionError):
        host.connect()
        host.socket.settimeout(0.02)
        stream = host.open(port)
        assert stream is not None
        stream.write(b"\r\n".join([head, *lines, b"", body]))
        stream.read(1)
    alive(servers)


def refused(daemon: AdbDaemon, port: str, *parts: bytes) -> bytes:
    """The answer to bytes after which the server closes the stream."""
    with Host(daemon.port) as host:
        host.connect()
        stream = host.open(port)
        assert stream is not None
        for part in parts:
            stream.write(part)
        return stream.read_all()


def test_sizes_are_refused_before_anything_is_kept(servers: AdbDaemon) -> None:
    for port in PORTS.values():
        for size, status in ((b"99999999999999", 413), (b"1048577", 413), (b"x", 400)):
            answer = refused(
                servers,
                port,
                b"POST /jsonrpc/0 HTTP/1.1\r\nHost: [::1]\r\nContent-Length: " + size + b"\r\n\r\n",
            )
            assert answer.startswith(b"HTTP/1.1 %d " % status)
        assert refused(servers, port, b"GET /" + b"a" * 6_000, b"a" * 4_000).startswith(b"HTTP/1.1 431 ")
        assert refused(
            servers, port, b"POST / HTTP/1.1\r\nHost: 127.0.0.1:9008\r\nTransfer-Encoding: chunked\r\n\r\n"
        ).startswith(b"HTTP/1.1 411 ")
    alive(servers)


@pytest.mark.exhaustive
def test_thousands_of_connections_take_little_memory(servers: AdbDaemon) -> None:
    alive(servers)
    gc.collect()
    hello = packet(b"CNXN", 0x01000001, 1 << 20, b"host::features=shell_v2")
    partial = b"POST /jsonrpc/0 HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 1000000\r\n\r\n" + b"{" * 60_000
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for port in PORTS.values():
            for _ in range(8):
                with Host(servers.port) as host:
                    opened = b"".join(packet(b"OPEN", n, 0, port.encode() + b"\0") for n in range(1, 257))
                    host.socket.sendall(hello + opened)
                    data = b"".join(packet(b"WRTE", n, n, partial) for n in range(1, 257))
                    with contextlib.suppress(OSError):
                        host.socket.sendall(data)
                        host.socket.settimeout(0.2)
                        host.socket.recv(1 << 16)
                    host.socket.setsockopt(1, 13, struct.pack("ii", 1, 0))  # SO_LINGER: reset
        for attempt in range(60):  # it gives those up one after the other, and takes new ones then
            with contextlib.suppress(AssertionError if attempt < 59 else ()):
                alive(servers)
                break
            time.sleep(0.5)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - before < 96 << 20


def test_a_request_that_never_ends_is_given_up(
    servers: AdbDaemon, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bmoca_gym.handset.servers import http

    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.2)
    for start in (b"GET /st", b""):
        stream = host.open(PORTS["appium"])
        assert stream is not None
        if start:
            stream.write(start)
            monkeypatch.setattr(http, "IDLE_SECONDS", 0.2)
        begun = time.monotonic()
        assert stream.read_all() == b""
        assert time.monotonic() - begun < 5


def test_nothing_is_left_in_the_phone(servers: AdbDaemon, served: ServedPhone) -> None:
    before = served.phone
    alive(servers)
    assert served.phone == before
    assert served.run(lambda phone: session.run(phone, "ps -A | grep -c app_process")[:2]) == "1\n"


def test_the_data_of_every_listed_package_can_be_cleared() -> None:
    hand = Hand(image="android13")
    installed = hand.phone
    for package in packages.KNOWN:
        installed = packages.install(installed, Manifest(package, 1, "1"))
    hand.phone = installed
    listed = [line.removeprefix("package:") for line in hand.shell("pm list packages").splitlines()]
    assert set(packages.KNOWN) < set(listed)
    assert [package for package in listed if hand.shell(f"pm clear {package}") != "Success\n"] == []
    assert hand.device.shell("pm clear com.example.absent") == ("Failed\n", 1)


def _start_elements(count: int, width: int, attributes: int) -> bytes:
    """A manifest with that many elements, each with that many attributes of a width in bytes."""
    pool = struct.pack("<HHI5I", 1, 28, 28 + 4 + 4, 1, 0, 256, 32, 0) + struct.pack("<I", 0) + b"\1\1a\0"
    element = struct.pack(
        "<HHIIIIIHHHHHH", 0x102, 16, 36, 1, 0, 0xFFFFFFFF, 0, 20, width, attributes, 0, 0, 0
    )
    body = pool + element * count
    return struct.pack("<HHI", 3, 8, 8 + len(body)) + body


@pytest.mark.parametrize(
    "xml",
    [
        _start_elements(18_000, 0, 65_535),
        _start_elements(18_000, 20, 65_535),
        struct.pack("<HHI", 3, 8, 8) + struct.pack("<HHI5I", 1, 28, 28, 1 << 14, 0, 256, 28, 0) * 30_000,
    ],
    ids=["attributes without a width", "attributes beyond the element", "many string pools"],
)
def test_no_manifest_takes_long(xml: bytes) -> None:
    """A package of 392 bytes took minutes, while no other shell was served."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("AndroidManifest.xml", xml[: 1 << 20])
    started = time.process_time()
    with pytest.raises(PackageFileError):
        read_manifest(file.getvalue())
    assert time.process_time() - started < 2
