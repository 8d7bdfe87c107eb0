"""Answers of adb's server: each wrong one is one error that says what to do."""

from __future__ import annotations

import socket
import sys
import threading
from contextlib import suppress

import pytest
from fake_adb import FakeAdbServer

from bmoca_gym.devices.adb import server as adb_server
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.errors import (
    AdbMissingError,
    AdbServerError,
    DeviceError,
    DeviceNotFoundError,
    DeviceOfflineError,
    DeviceUnauthorizedError,
    MissingLibraryError,
)


@pytest.mark.parametrize(
    ("state", "error", "message"),
    [
        ("unauthorized", DeviceUnauthorizedError, "Unlock it and accept"),
        ("authorizing", DeviceUnauthorizedError, "Unlock it and accept"),
        (
            "no permissions (user in plugdev group; are your udev rules wrong?)",
            DeviceUnauthorizedError,
            "udev rules",
        ),
        ("offline", DeviceOfflineError, "adb disconnect PHONE"),
        ("connecting", DeviceOfflineError, "Wait until it has booted"),
        ("bootloader", DeviceOfflineError, "Wait until it has booted"),
        ("host", DeviceError, "host"),
    ],
)
def test_a_phone_that_can_not_be_used(state: str, error: type[DeviceError], message: str) -> None:
    with FakeAdbServer(devices={"PHONE": state}) as server, pytest.raises(error, match=message):
        AdbDevice("PHONE", server.port)


def test_the_same_is_told_when_it_happens_later() -> None:
    with FakeAdbServer(lambda line, stdin: (b"0\n", b"", 0)) as server:
        device = AdbDevice("PHONE", server.port)
        device._server.patience = 0.2
        device.shell("true")
        server.devices["PHONE"] = "offline"
        server.refusal = "device offline"
        with pytest.raises(DeviceOfflineError, match="PHONE"):
            device.shell("true")
        server.refusal = "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set"
        with pytest.raises(DeviceUnauthorizedError, match="PHONE"):
            device.screenshot()
        server.devices.clear()
        with pytest.raises(DeviceNotFoundError, match="PHONE"):
            device.read_file("/sdcard/x")


def test_a_serial_that_nearly_is_one() -> None:
    with (
        FakeAdbServer(devices={"emulator-5554": "device"}) as server,
        pytest.raises(DeviceNotFoundError, match=r"emulator-5554: device.*Did you mean 'emulator-5554'"),
    ):
        AdbDevice("emulator-5545", server.port)


def test_the_one_phone() -> None:
    with FakeAdbServer(devices={}) as server:
        with pytest.raises(DeviceNotFoundError, match=r"sees 0\. Plug it in"):
            AdbServer(server.port).only_serial()
        server.devices["A"] = "device"
        assert AdbServer(server.port).only_serial() == "A"
        server.devices["B"] = "offline"
        with pytest.raises(DeviceNotFoundError, match=r"sees 2 \(A: device, B: offline\).*adb:SERIAL"):
            AdbServer(server.port).only_serial()


@pytest.mark.parametrize("version", [b"0020", b"0028", b"", b"zzzz"])
def test_a_server_of_another_version(version: bytes) -> None:
    with FakeAdbServer() as server:
        server.version = version
        with pytest.raises(AdbServerError, match=r"version 41.*kill-server"):
            AdbDevice("PHONE", server.port)


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"OK", b"OKAYzzzz", b"OKAY0004ab"]
)
def test_a_program_that_is_no_adb_server(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    with connection:
                        connection.recv(100)
                        connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        port = listening.getsockname()[1]
        with pytest.raises(AdbServerError, match=rf"{port} does not answer as an adb server"):
            AdbDevice("PHONE", port)
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_a_server_that_ends_in_the_middle_of_an_answer_is_asked_again() -> None:
    with FakeAdbServer() as server:
        connected = AdbServer(server.port)
        server.endings = 1
        assert connected.devices() == {"PHONE": "device"}
        assert server.endings == 0
        server.endings = 2
        with pytest.raises(AdbServerError, match="does not answer as an adb server: the stream ended early"):
            connected.devices()


def test_there_is_no_adb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adb_server.shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "adbutils", None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(AdbMissingError, match=r"pip install .*\[android\]'") as raised:
        AdbDevice("PHONE", port)
    assert isinstance(raised.value, DeviceError)
    assert isinstance(raised.value, MissingLibraryError)


@pytest.mark.exhaustive
def test_an_adb_that_can_not_start_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adb_server, "adb_program", lambda: "false")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(AdbServerError, match="ended with 1"):
        AdbDevice("PHONE", port)


@pytest.mark.parametrize("text", ["0", "65536", "x", "-1", "5037 "])
def test_a_port_that_is_none(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", text)
    with pytest.raises(AdbServerError, match="ANDROID_ADB_SERVER_PORT"):
        AdbDevice("PHONE")


def test_the_port_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeAdbServer(devices={"A": "device"}) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        assert AdbServer().devices() == {"A": "device"}
