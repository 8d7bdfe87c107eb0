"""The devices that the conformance suite holds to the contract, and the option that will name a real one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice

#: How each kind of device is made, fresh from its box. A new kind of device needs one line here.
FACTORIES: dict[str, Callable[[], Device]] = {"embedded": EmbeddedDevice}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device", metavar="SERIAL", help="hold the phone that adb calls SERIAL to the contract (later release)"
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    serial = config.getoption("--device", default=None)
    if serial is not None:
        raise pytest.UsageError(
            f"--device {serial}: phones behind adb come with a later release. "
            f"Leave the option out to test the kinds there are: {', '.join(FACTORIES)}."
        )


@pytest.fixture(scope="module", params=FACTORIES)
def make_device(request: pytest.FixtureRequest) -> Callable[[], Device]:
    """Makes devices of one kind; each test that asks for it runs on every kind."""
    return FACTORIES[request.param]


@pytest.fixture
def device(make_device: Callable[[], Device]) -> Device:
    return make_device()
