"""Device profiles: models of phones and tablets, their screens in px and the densities of their display
sizes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bmoca_gym.errors import ConfigurationError, cut, nearest
from bmoca_gym.handset.value import Value, value
from bmoca_gym.randomization.fields import mapping, whole_number

#: Font scales of the three display sizes of a profile, in the order of `DeviceProfile.densities`. As in the published
#: configurations, a smaller display size has larger text and vice versa (paper, appendix A.2).
FONT_SCALES: tuple[float, float, float] = (1.0, 1.15, 0.85)

_DEVICE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}")


@value
class DeviceProfile(Value):
    """A model of phone or tablet.

    Attributes:
        name: its name.
        avd_device_id: avdmanager's id of the device.
        width: width of the screen in px, in the orientation in which the device is used; 240 to 4096.
        height: height of the screen in px, in that orientation; 240 to 4096.
        density: dpi of the real device; 80 to 960.
        densities: dpi of its normal, small and large display size. A low density makes everything small.

    Raises:
        ConfigurationError: a size or density is outside its range, or the name is invalid.
    """

    name: str
    avd_device_id: str
    width: int
    height: int
    density: int
    densities: tuple[int, int, int]

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and 0 < len(self.name.strip()) <= 64):
            raise ConfigurationError(f"device.name is {self.name!r}; it must be a text of 1 to 64 characters")
        if not (isinstance(self.avd_device_id, str) and _DEVICE_ID.fullmatch(self.avd_device_id)):
            raise ConfigurationError(
                f"device.avd_device_id is {self.avd_device_id!r}; it must be an id that "
                "`avdmanager list device` shows, such as 'pixel_3'"
            )
        for name, low, high, unit in (
            ("width", 240, 4096, "px"),
            ("height", 240, 4096, "px"),
            ("density", 80, 960, "dpi"),
        ):
            object.__setattr__(
                self, name, whole_number(f"device.{name}", getattr(self, name), low, high, unit)
            )
        if not (isinstance(self.densities, (tuple, list)) and len(self.densities) == 3):
            raise ConfigurationError(
                f"device.densities is {self.densities!r}; it must be three numbers of dpi: normal, small, "
                "large"
            )
        checked = tuple(whole_number("device.densities", number, 80, 960, "dpi") for number in self.densities)
        object.__setattr__(self, "densities", checked)

    def font_scale_for(self, density: int) -> float:
        """Return the font scale of one of the profile's densities; 1 for any other."""
        return FONT_SCALES[self.densities.index(density)] if density in self.densities else 1.0

    def to_dict(self) -> str | dict[str, Any]:
        """Return the name of a published profile, or all fields of another one."""
        if PROFILES.get(self.name) == self:
            return self.name
        return {
            "name": self.name,
            "avd_device_id": self.avd_device_id,
            "width": self.width,
            "height": self.height,
            "density": self.density,
            "densities": list(self.densities),
        }


#: Fields of a device in a file.
FIELDS = ("name", "avd_device_id", "width", "height", "density", "densities")

_ROWS = (
    DeviceProfile("Pixel 3", "pixel_3", 1080, 2160, 440, (440, 330, 550)),
    DeviceProfile("Pixel 4", "pixel_4", 1080, 2280, 440, (440, 330, 550)),
    DeviceProfile("Pixel 4 XL", "pixel_4_xl", 1440, 3040, 560, (560, 460, 660)),
    DeviceProfile("Pixel 5", "pixel_5", 1080, 2340, 440, (440, 330, 550)),
    DeviceProfile("Pixel 6", "pixel_6", 1080, 2400, 420, (440, 330, 700)),
    # The reference's own table says 1200x800; the SDK's profile is 1280x800, in landscape.
    DeviceProfile("WXGA Tablet", "WXGA_Tablet", 1280, 800, 160, (160, 130, 177)),
)

#: B-MoCA's published profiles, by name.
PROFILES: dict[str, DeviceProfile] = {profile.name: profile for profile in _ROWS}


def profile_from(given: object) -> DeviceProfile:
    """Return a published profile by name, a profile from a mapping of all fields, or the given profile.

    Raises:
        ConfigurationError: it is none of these; the message names the field and what is expected.
    """
    if isinstance(given, DeviceProfile):
        return given
    if isinstance(given, str) and given in PROFILES:
        return PROFILES[given]
    if not isinstance(given, Mapping):
        raise ConfigurationError(
            f"device is {cut(given)}; it must be one of {', '.join(PROFILES)}, or a mapping with "
            f"{', '.join(FIELDS)}.{nearest(str(given)[:80], PROFILES)}"
        )
    return DeviceProfile(**mapping("device", given, FIELDS, optional=()))
