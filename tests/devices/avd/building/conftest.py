"""An SDK for virtual devices that are built."""

from __future__ import annotations

from pathlib import Path

import pytest
import sdk_folder

from bmoca_gym.devices.avd.sdk import AndroidSdk


@pytest.fixture
def sdk(tmp_path: Path) -> AndroidSdk:
    """An SDK whose emulator is bmoca-emulator, without any virtual device."""
    return sdk_folder.make(tmp_path)
