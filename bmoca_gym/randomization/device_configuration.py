"""The device configuration: everything that is randomised about a phone, as one immutable value."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from numbers import Real
from pathlib import PurePath
from typing import Any

from bmoca_gym.devices.avd.configuration import Property
from bmoca_gym.devices.device import Device
from bmoca_gym.errors import ConfigurationError, UnknownLocaleError, cut, nearest
from bmoca_gym.handset.contract import PROCEDURAL_PREFIX, WALLPAPERS
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES, locale_named
from bmoca_gym.handset.value import Value, memo, value
from bmoca_gym.randomization import application
from bmoca_gym.randomization.device_profile import DeviceProfile, profile_from
from bmoca_gym.randomization.fields import mapping, whole_number
from bmoca_gym.randomization.icon_layout import IconLayout, layout_from

#: Sets of configurations: the two published ones, that for validation, and all others.
SPLITS = ("train", "validation", "test", "custom")

_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")
_PROCEDURAL = re.compile(PROCEDURAL_PREFIX + r"(0|[1-9][0-9]{0,9})", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)

#: Fields of a configuration in a file.
FIELDS = (
    "id",
    "split",
    "device",
    "density",
    "font_scale",
    "locale",
    "wallpaper",
    "dark_theme",
    "icon_layout",
    "interruptions",
    "motion",
    "start_seconds",
)

#: Fields that a configuration may lack.
OPTIONAL = ("split", "interruptions", "motion", "start_seconds")

#: How screens change: at once, or in the time that a phone takes.
MOTIONS = ("none", "real")
#: The most seconds that an app takes to start.
LONGEST_START = 60


@value
class DeviceConfiguration(Value):
    """Everything that is randomised about the phone of an environment. docs/environments.md explains the
    factors.

    Attributes:
        id: up to 64 letters, digits, dots, dashes and underscores.
        split: one of `SPLITS`.
        profile: the device, with its screen's size.
        density: dpi, 80 to 960.
        font_scale: 0.5 to 2.
        locale: one of the handset's fifteen locales. Any spelling that Android accepts is converted to the
            canonical one.
        wallpaper: one of `WALLPAPERS`, ``procedural:N`` with N below 10**10, or the path of a picture on this
            computer.
        dark_theme: whether the dark theme is on.
        icon_layout: the icons of the home screen.
        interruptions: what disturbs episodes on the phone, unless the argument of that name of an environment or
            evaluation says otherwise; kinds are separated by commas. "": nothing.
        motion: one of `MOTIONS`, unless the environment's argument says otherwise.
        start_seconds: seconds for which an app that is not yet running shows its icon, or nothing, when it is started.

    Raises:
        ConfigurationError: no phone can have a field's value; the message names the field and what is
            expected.
    """

    id: str
    split: str
    profile: DeviceProfile
    density: int
    font_scale: float
    locale: str
    wallpaper: str
    dark_theme: bool
    icon_layout: IconLayout
    interruptions: str = ""
    motion: str = "none"
    start_seconds: float = 0.0

    def __post_init__(self) -> None:
        if not (isinstance(self.id, str) and _ID.fullmatch(self.id)):
            raise ConfigurationError(
                f"id is {self.id!r}; it must be a text of at most 64 letters, digits, '.', '-', '_', such as "
                "'003' (in YAML in quotes: without them it is a number)"
            )
        if not (isinstance(self.split, str) and self.split in SPLITS):
            raise ConfigurationError(f"split is {self.split!r}; it must be one of {', '.join(SPLITS)}")
        if not isinstance(self.profile, DeviceProfile):
            raise ConfigurationError(f"profile is {self.profile!r}; it must be a DeviceProfile")
        if not isinstance(self.icon_layout, IconLayout):
            raise ConfigurationError(f"icon_layout is {self.icon_layout!r}; it must be an IconLayout")
        if not isinstance(self.dark_theme, bool):
            raise ConfigurationError(f"dark_theme is {self.dark_theme!r}; it must be true or false")
        set_field = object.__setattr__
        set_field(self, "density", checked_density(self.density))
        set_field(self, "font_scale", checked_font_scale(self.font_scale))
        set_field(self, "locale", checked_locale(self.locale))
        set_field(self, "wallpaper", checked_wallpaper(self.wallpaper))
        set_field(self, "interruptions", checked_interruptions(self.interruptions))
        set_field(self, "motion", checked_motion(self.motion))
        set_field(self, "start_seconds", checked_start_seconds(self.start_seconds))
        Configuration(
            **self.screen_configuration()
        )  # fields that don't fit together: the screen has too few dp for a phone

    @property
    def snapshot_name(self) -> str:
        """Name of the snapshot of a phone with this configuration.

        For the published configurations it is that of the reference implementation, such as
        ``train_env_003``. Other names end in a hash of the content, so that two configurations with the same
        id have different snapshots.
        """
        name = f"{self.split}_env_{self.id}"
        return name if self.split != "custom" else f"{name}-{self.digest}"

    @property
    def digest(self) -> str:
        """Hash of every field except ``id`` and ``split``, eight hexadecimal digits."""
        return _digest(self)

    @property
    def picture(self) -> str | None:
        """Path of the wallpaper's picture, if it is a user's own, else None."""
        named = self.wallpaper in WALLPAPERS or _PROCEDURAL.fullmatch(self.wallpaper)
        return None if named else self.wallpaper

    def screen_configuration(self) -> dict[str, Any]:
        """Arguments of a handset's `Configuration`: everything that the first frame needs.

        A user's own picture is not included; `apply` copies it to the phone.
        """
        arguments: dict[str, Any] = {
            "width": self.profile.width,
            "height": self.profile.height,
            "density": self.density,
            "font_scale": self.font_scale,
            "locale": self.locale,
            "dark": self.dark_theme,
        }
        return arguments if self.picture else arguments | {"wallpaper": self.wallpaper}

    def apply(self, device: Device, image: str = ANDROID10.name) -> None:
        """Apply this configuration to ``device``, see `bmoca_gym.randomization.application`.

        ``image``: the name of the image whose time zone, clock and brightness the phone gets over a wire.

        Raises:
            DeviceError: a step failed, or its result was not found when read back; the message names the
                step.
            ConfigurationError: the wallpaper's picture can't be read on this computer.
        """
        application.apply(self, device, image)

    def verify(self, device: Device, image: str = ANDROID10.name) -> tuple[Property, ...]:
        """Read back from ``device``, step by step, whether it has this configuration. Nothing is changed.

        ``image``: as for `apply`.

        Raises:
            ConfigurationError: the wallpaper's picture can't be read on this computer.
        """
        return application.verify(self, device, image)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for YAML or JSON. `from_dict` is the inverse."""
        return {
            "id": self.id,
            "split": self.split,
            "device": self.profile.to_dict(),
            "density": self.density,
            "font_scale": self.font_scale,
            "locale": self.locale,
            "wallpaper": self.wallpaper,
            "dark_theme": self.dark_theme,
            "icon_layout": self.icon_layout.to_dict(),
            **({"interruptions": self.interruptions} if self.interruptions else {}),
            **({"motion": self.motion} if self.motion != "none" else {}),
            **({"start_seconds": self.start_seconds} if self.start_seconds else {}),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> DeviceConfiguration:
        """Make a configuration from plain data, see `configuration_from`."""
        return configuration_from(data)


def configuration_from(data: object) -> DeviceConfiguration:
    """Make a configuration from plain data. All fields except those of `OPTIONAL` are required.

    Raises:
        ConfigurationError: a field is missing, unknown or malformed; the message names it.
    """
    fields = {"split": "custom", **mapping("", data, FIELDS, optional=OPTIONAL)}
    profile, layout = profile_from(fields.pop("device")), layout_from(fields.pop("icon_layout"))
    return DeviceConfiguration(profile=profile, icon_layout=layout, **fields)


@memo(1024)
def _digest(configuration: DeviceConfiguration) -> str:
    content = {field: what for field, what in configuration.to_dict().items() if field not in ("id", "split")}
    return hashlib.blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=4).hexdigest()


def checked_density(given: object) -> int:
    """Return a density in dpi. Raises ConfigurationError if it is invalid."""
    return whole_number("density", given, 80, 960, "dpi")


def checked_font_scale(given: object) -> float:
    """Return a font scale. Raises ConfigurationError if it is invalid."""
    if not isinstance(given, Real) or isinstance(given, bool) or not 0.5 <= float(given) <= 2.0:
        raise ConfigurationError(f"font_scale is {given!r}; it must be a number from 0.5 to 2")
    return float(given)


def checked_locale(given: object) -> str:
    """Return the canonical tag of one of the handset's locales. Raises ConfigurationError if it is invalid."""
    try:
        return locale_named(given).tag  # type: ignore[arg-type]
    except UnknownLocaleError:
        raise ConfigurationError(
            f"locale is {given!r}; it must be one of {', '.join(LOCALES)}.{nearest(str(given), LOCALES)}"
        ) from None


def checked_interruptions(given: object) -> str:
    """Return a level, a file or kinds as one text. Raises ConfigurationError if it is none of these.

    Whether they exist is checked only when a phone is to be disturbed.
    """
    if isinstance(given, PurePath):
        given = str(given)
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise ConfigurationError(
            f"interruptions is {cut(given)}; it must be a level such as 'daily', a YAML file or a list of kinds"
        )
    return ",".join(names)


def checked_motion(given: object) -> str:
    """Return one of `MOTIONS`. Raises ConfigurationError if it is none of them."""
    if not isinstance(given, str) or given not in MOTIONS:
        raise ConfigurationError(
            f"motion is {cut(given)}; it must be 'none' or 'real'.{nearest(str(given)[:200], MOTIONS)}"
        )
    return given


def checked_start_seconds(given: object) -> float:
    """Return the seconds that an app takes to start. Raises ConfigurationError if they are invalid."""
    if not isinstance(given, Real) or isinstance(given, bool) or not 0 <= float(given) <= LONGEST_START:
        raise ConfigurationError(
            f"start_seconds is {cut(given)}; it must be a number from 0 to {LONGEST_START}"
        )
    return float(given)


def checked_wallpaper(given: object) -> str:
    """Return the name or path of a wallpaper. Raises ConfigurationError if it is invalid."""
    if isinstance(given, PurePath):
        given = str(given)
    if isinstance(given, str) and (
        given in WALLPAPERS or _PROCEDURAL.fullmatch(given) or PurePath(given).suffix.lower() in _PICTURES
    ):
        return given
    raise ConfigurationError(
        f"wallpaper is {given!r}; it must be one of {', '.join(WALLPAPERS)}, 'procedural:N' with a number N, "
        f"or the path of a picture ({', '.join(_PICTURES)}).{nearest(str(given), WALLPAPERS)}"
    )
