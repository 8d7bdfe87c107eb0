"""The names of the contract mean the same on the handset."""

from __future__ import annotations

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import contract
from bmoca_gym.handset.graphics.wallpapers import catalogue as wallpapers
from bmoca_gym.handset.system import files


def test_the_handset_knows_every_name() -> None:
    device = EmbeddedDevice()
    assert device.shell(f"getprop {contract.HANDSET_PROPERTY}").output == "1\n"
    device.shell(f"setprop {contract.CLOCK_PROPERTY} {contract.CLOCK_FROZEN}")
    before = device.shell("date").output
    device.wait(3600)
    assert device.shell("date").output == before
    device.shell(f"setprop {contract.CLOCK_PROPERTY} {contract.CLOCK_RUNNING}")
    device.wait(3600)
    assert device.shell("date").output != before
    for name in (*contract.WALLPAPERS, f"{contract.PROCEDURAL_PREFIX}7"):
        assert wallpapers.is_wallpaper(name)
        content = f"{contract.WALLPAPER_PREFIX}{name}\n".encode()
        device.write_file(files.WALLPAPER, content)
        assert device.read_file(files.WALLPAPER) == content
    assert set(wallpapers._SCENES) == set(contract.WALLPAPERS)
