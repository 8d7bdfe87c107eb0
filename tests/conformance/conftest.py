"""The devices that the conformance suite checks against the contract, and the option that names a real one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "devices"))  # for served_handset and fake_sdk

from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DeviceError

if TYPE_CHECKING:
    from fake_sdk import Rotation

#: The kinds of devices that there are without a phone of the user's: the embedded handset in process, behind adb, and
#: as an emulator that android-env drives.
KINDS = ("embedded", "adb", "avd")
#: The kind that --device names.
REAL = "device"

#: What a test may need, and where it is.
MARKERS = {
    "in_process": "needs a device that lives in this process",
    "handset": "needs the embedded handset, in process or behind a wire: virtual time, its own apps and their files",
    "root": "needs root's rights",
    "image": "needs the launcher and the clock of the system image that B-MoCA uses, as the handset has them",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device", metavar="SERIAL", help="hold the phone that adb calls SERIAL to the contract"
    )


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    serial = config.getoption("--device", default=None)
    if serial is not None:
        from bmoca_gym.devices.adb.device import AdbDevice

        try:
            AdbDevice(serial).check_health()
        except DeviceError as error:
            raise pytest.UsageError(f"--device {serial}: {error}") from error


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test on every kind of device that meets its needs."""
    if "make_device" not in metafunc.fixturenames:
        return
    marked = metafunc.definition.get_closest_marker
    real = metafunc.config.getoption("--device", default=None) is not None
    if real and (marked("in_process") or marked("handset")):
        reason = MARKERS["in_process" if marked("in_process") else "handset"]
        kinds = [pytest.param(REAL, marks=pytest.mark.skip(reason=reason))]
    elif real:
        kinds = [pytest.param(REAL)]
    else:
        kinds = [pytest.param(kind) for kind in KINDS if kind == "embedded" or not marked("in_process")]
    metafunc.parametrize("make_device", kinds, indirect=True, scope="module")


@pytest.fixture(scope="module")
def make_device(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Device]]:
    """Makes devices of one kind, fresh from the box; a user's own phone stays as it is."""
    if request.param == "embedded":
        yield EmbeddedDevice
        return
    from bmoca_gym.devices.adb.device import AdbDevice

    if request.param == REAL:
        serial = request.config.getoption("--device")
        yield lambda: AdbDevice(serial)
        return
    from served_handset import NO_ADB, Handsets, adb_program

    if adb_program() is None:
        pytest.skip(NO_ADB)
    made: Handsets | Rotation
    if request.param == "avd":
        pytest.importorskip("android_env", reason="needs android-env: install the extra android")
        from fake_sdk import Rotation

        made = Rotation(tmp_path_factory.mktemp("avd"))
    else:
        made = Handsets(tmp_path_factory.mktemp("adb"))
    try:
        yield made.device
    finally:
        made.close()


@pytest.fixture
def device(request: pytest.FixtureRequest, make_device: Callable[[], Device]) -> Device:
    made = make_device()
    if request.node.get_closest_marker("root") and made.shell("id -u").output.strip() != "0":
        pytest.skip("this phone gives no root's rights")
    if request.node.get_closest_marker("image"):
        for package in ("com.google.android.apps.nexuslauncher", "com.google.android.deskclock"):
            if made.shell(f"pm path {package}").exit_code != 0:
                pytest.skip(f"this phone has no {package}")
    return made
