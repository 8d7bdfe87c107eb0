"""Android virtual devices: their folders and screens."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.handset.errors import ConfigurationError, nearest
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.errors import AvdError

_NAME = re.compile(r"[A-Za-z0-9._-]{1,255}")
_LARGEST_FILE = 1 << 20
_DEFAULT = Configuration()
#: The key of ``config.ini`` that names the handset's image; the Android emulator has no such key.
IMAGE_KEY = "bmoca.image"


class Avd(NamedTuple):
    """An Android virtual device. ``folder``: NAME.avd; ``configuration``: a phone with its screen.

    ``image``: the name of the image that its ``config.ini`` asks for with `IMAGE_KEY`, or "".
    """

    name: str
    folder: Path
    configuration: Configuration
    image: str = ""


def home(environment: Mapping[str, str]) -> Path:
    """The folder in which the emulator looks for virtual devices, from its environment variables."""
    for variable, below in (
        ("ANDROID_AVD_HOME", ""),
        ("ANDROID_EMULATOR_HOME", "avd"),
        ("ANDROID_USER_HOME", "avd"),
        ("ANDROID_SDK_HOME", ".android/avd"),
        ("HOME", ".android/avd"),
    ):
        if environment.get(variable):
            return Path(environment[variable]) / below
    return Path.home() / ".android/avd"


def names(environment: Mapping[str, str]) -> list[str]:
    """The names of all virtual devices, in alphabetical order."""
    return sorted(path.stem for path in home(environment).glob("*.ini") if _NAME.fullmatch(path.stem))


def load(name: str, environment: Mapping[str, str]) -> Avd:
    """Read a virtual device. Values that its ``config.ini`` lacks are those of a Pixel 3.

    Raises:
        AvdError: there is no such virtual device, or its files can't be read or describe an impossible phone.
    """
    folder = home(environment)
    if not _NAME.fullmatch(name):
        raise AvdError(f"AVD name {name!r}: it must be letters, digits, '.', '_' and '-'")
    known = names(environment)
    if name not in known:
        raise AvdError(
            f"Unknown AVD name [{name}] in {folder}; use -list-avds to see valid list.{nearest(name, known)}"
        )
    entry = _read(folder / f"{name}.ini")
    places = [Path(entry["path"])] if entry.get("path") else []
    if entry.get("path.rel"):
        places.append(folder.parent / entry["path.rel"])
    places.append(folder / f"{name}.avd")
    found = next((place for place in places if (place / "config.ini").is_file()), None)
    if found is None:
        raise AvdError(f"AVD {name}: no config.ini in {' or '.join(map(str, places))}; create the AVD again")
    settings = _read(found / "config.ini")
    return Avd(name, found, _configuration(found / "config.ini", settings), settings.get(IMAGE_KEY, ""))


@contextlib.contextmanager
def held(found: Avd) -> Iterator[None]:
    """Lock a virtual device against other emulators, as a context.

    Raises:
        AvdError: one runs already, which was not started with -read-only.
    """
    folder = os.open(found.folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AvdError(
                f"Running multiple emulators with the same AVD: another one uses {found.name}. End it, or start all "
                "but one with the -read-only flag"
            ) from None
        yield
    finally:
        os.close(folder)


def _configuration(path: Path, settings: Mapping[str, str]) -> Configuration:
    width, height, density = (
        _number(path, settings, key, default)
        for key, default in (
            ("hw.lcd.width", _DEFAULT.width),
            ("hw.lcd.height", _DEFAULT.height),
            ("hw.lcd.density", _DEFAULT.density),
        )
    )
    try:
        return Configuration(width, height, density)
    except ConfigurationError as error:
        raise AvdError(f"{path}: {error}") from error


def _number(path: Path, settings: Mapping[str, str], key: str, default: int) -> int:
    text = settings.get(key, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise AvdError(f"{path}: {key}={text}; it must be a whole number")
    return int(text)


def _read(path: Path) -> dict[str, str]:
    """Read the keys and values of an .ini file without sections."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise AvdError(f"{path}: larger than {_LARGEST_FILE} bytes; this is no AVD's file")
        text = path.read_text("utf-8", "replace")
    except OSError as error:
        raise AvdError(f"{path}: {error.strerror}") from error
    pairs = (line.partition("=") for line in text.splitlines() if not line.lstrip().startswith(("#", ";")))
    return {key.strip(): text.strip() for key, equals, text in pairs if equals}
