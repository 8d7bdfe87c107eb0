"""The devices that the conformance suite holds to the contract, and the option that names a real one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "devices"))  # for served_handset

from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DeviceError, SnapshotError

#: The kinds of devices that there are without a phone of the user's: the embedded handset in process, and behind adb.
KINDS = ("embedded", "adb")
#: The kind that --device names.
REAL = "device"

#: What a test may need, and where it is.
MARKERS = {
    "in_process": "needs a device that lives in this process",
    "handset": "needs the embedded handset, in process or behind a wire: virtual time, its own apps and their files",
    "root": "needs root's rights",
    "snapshots": "needs snapshots, which only emulators keep",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--device", metavar="SERIAL", help="hold the phone that adb calls SERIAL to the contract")


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test on every kind of device that has what it needs."""
    if "make_device" not in metafunc.fixturenames:
        return
    marked = metafunc.definition.get_closest_marker
    kinds = KINDS if metafunc.config.getoption("--device", default=None) is None else (REAL,)
    if marked("in_process"):
        kinds = tuple(kind for kind in kinds if kind == "embedded")
    elif marked("handset"):
        kinds = tuple(kind for kind in kinds if kind != REAL)
    metafunc.parametrize("make_device", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def make_device(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Device]]:
    """Makes devices of one kind, fresh from the box; a phone of the user's is as it is."""
    if request.param == "embedded":
        yield EmbeddedDevice
        return
    from bmoca_gym.devices.adb import AdbDevice

    if request.param == REAL:
        serial = request.config.getoption("--device")
        try:
            AdbDevice(serial).check_health()
        except DeviceError as error:
            raise pytest.UsageError(f"--device {serial}: {error}") from error
        yield lambda: AdbDevice(serial)
        return
    from served_handset import NO_ADB, Handsets, adb_program

    if adb_program() is None:
        pytest.skip(NO_ADB)
    handsets = Handsets(tmp_path_factory.mktemp("adb"))
    try:
        yield handsets.device
    finally:
        handsets.close()


@pytest.fixture
def device(request: pytest.FixtureRequest, make_device: Callable[[], Device]) -> Device:
    made = make_device()
    if request.node.get_closest_marker("root") and made.shell("id -u").output.strip() != "0":
        pytest.skip("this phone gives no root's rights")
    if request.node.get_closest_marker("snapshots"):
        try:
            made.snapshots()
        except SnapshotError as error:
            pytest.skip(str(error))
    return made
