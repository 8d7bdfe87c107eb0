"""The Android SDK on this machine: its programs, packages and virtual devices."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from bmoca_gym.errors import AndroidSdkError, nearest
from bmoca_gym.handset.servers.emulator import avd as wire_avd
from bmoca_gym.handset.servers.errors import AvdError

#: System image of the published configurations. Images with Google Play have no root.
SYSTEM_IMAGE = "system-images;android-29;google_apis;x86_64"
PLATFORM = "platforms;android-29"

#: Environment variables with the SDK's folder; the second is the older name.
ROOT_VARIABLES = ("ANDROID_HOME", "ANDROID_SDK_ROOT")
#: Usual folders of the SDK, in the home folder and elsewhere.
_USUAL_BELOW_HOME = ("Android/Sdk", "Library/Android/sdk", ".local/share/android/sdk", "android-sdk")
_USUAL = ("/usr/lib/android-sdk",)

#: A folder with one of these is an SDK.
_SIGNS = ("platform-tools", "emulator", "cmdline-tools", "system-images", "platforms")

_INSTALL_TOOLS = (
    "download the command-line tools for Linux from https://developer.android.com/studio#command-line-tools-only "
    "and unpack them as SDK/cmdline-tools/latest"
)
#: Greatest depth of packages below the SDK's folder.
_DEEPEST = 4
_LARGEST_FILE = 4 << 20


class Package(NamedTuple):
    """An installed package. ``path``: sdkmanager's name for it, such as ``platform-tools``; ``folder``: its
    folder.
    """

    path: str
    version: str
    folder: Path


class VirtualDevice(NamedTuple):
    """A virtual device.

    Attributes:
        name: its name.
        folder: its folder.
        device: its device in avdmanager's list.
        system_image: sdkmanager's name of its system image; "" if unknown.
        width: px.
        height: px.
        density: dpi.
        fault: why it can't be used, else "".
    """

    name: str
    folder: Path
    device: str = ""
    system_image: str = ""
    width: int = 0
    height: int = 0
    density: int = 0
    fault: str = ""

    @property
    def snapshots(self) -> tuple[str, ...]:
        """Names of the snapshots in its folder, in alphabetical order, without the emulator's own."""
        found = (self.folder / "snapshots").glob("*")
        return tuple(sorted(path.name for path in found if path.is_dir() and path.name != "default_boot"))


class AndroidSdk:
    """An Android SDK. ``environment``: the environment variables; programs get `environment_of_programs`."""

    def __init__(self, root: Path, environment: Mapping[str, str] | None = None) -> None:
        self._root = root
        self._environment = dict(os.environ if environment is None else environment)

    @staticmethod
    def find(root: str | Path | None = None, environment: Mapping[str, str] | None = None) -> AndroidSdk:
        """Find the SDK: at ``root``, else in ``ANDROID_HOME`` or ``ANDROID_SDK_ROOT``, else in a usual
        folder.

        Args:
            root: its folder.
            environment: environment variables to use instead of the process's own.

        Raises:
            AndroidSdkError: there is none; the message says how to install it.
        """
        variables = dict(os.environ if environment is None else environment)
        if root is not None:
            return AndroidSdk(_checked(Path(root), "the folder that was given"), variables)
        for variable in ROOT_VARIABLES:
            if variables.get(variable):
                return AndroidSdk(_checked(Path(variables[variable]), variable), variables)
        home = Path(variables.get("HOME") or Path.home())
        places = [*(home / below for below in _USUAL_BELOW_HOME), *map(Path, _USUAL)]
        for place in places:
            # Debian's package of adb makes a folder that looks like an SDK.
            if (place / "emulator").is_dir() or (place / "cmdline-tools").is_dir():
                return AndroidSdk(place, variables)
        raise AndroidSdkError(
            "The Android SDK was not found: ANDROID_HOME is not set, and it is not in "
            f"{', '.join(map(str, places))}. Set ANDROID_HOME to its folder, or install it: {_INSTALL_TOOLS} "
            "(docs/real-devices.md)."
        )

    @property
    def root(self) -> Path:
        """Absolute path of the SDK's folder."""
        return self._root

    @property
    def emulator(self) -> Path:
        """The emulator program; raises AndroidSdkError if it is missing, as do the other programs."""
        return self._program("emulator/emulator", "emulator")

    @property
    def adb(self) -> Path:
        """The adb program of platform-tools."""
        return self._program("platform-tools/adb", "platform-tools")

    @property
    def avdmanager(self) -> Path:
        """The program that makes virtual devices."""
        return self._tool("avdmanager")

    @property
    def sdkmanager(self) -> Path:
        """The program that installs packages."""
        return self._tool("sdkmanager")

    @property
    def avd_home(self) -> Path:
        """Folder of the virtual devices, from the variables that Android's tools read."""
        return wire_avd.home(self._environment)

    def environment_of_programs(self) -> dict[str, str]:
        """Environment variables for the SDK's programs, so that all use this SDK and the same virtual
        devices.

        Without them, avdmanager and the emulator read different variables.
        """
        return self._environment | {
            "ANDROID_HOME": str(self.root),
            "ANDROID_SDK_ROOT": str(self.root),
            "ANDROID_AVD_HOME": str(self.avd_home),
        }

    def install_command(self, *packages: str) -> str:
        """Return the command that installs packages, for a message."""
        try:
            program = str(self.sdkmanager)
        except AndroidSdkError:
            program = str(self.root / "cmdline-tools/latest/bin/sdkmanager")
        return f"{program} {' '.join(repr(package) if ';' in package else package for package in packages)}"

    def packages(self) -> dict[str, Package]:
        """Return the installed packages by path, in alphabetical order."""
        found = (
            package for folder in _folders(self.root, _DEEPEST) if (package := _package(self.root, folder))
        )
        return {package.path: package for package in sorted(found)}

    def require_package(self, path: str) -> Package:
        """Return an installed package.

        Raises:
            AndroidSdkError: it is not installed; the message has the command that installs it.
        """
        known = self.packages()
        if path not in known:
            raise AndroidSdkError(
                f"the package {path} is not installed in {self.root}.{nearest(path, known)} Install it with: "
                f"{self.install_command(path)}"
            )
        return known[path]

    def virtual_devices(self) -> tuple[VirtualDevice, ...]:
        """Return the virtual devices in `avd_home` in alphabetical order; broken ones have a fault."""
        return tuple(self.virtual_device(name) for name in wire_avd.names(self._environment))

    def virtual_device(self, name: str) -> VirtualDevice:
        """Return the virtual device of that name; it has a fault if it does not exist or is broken."""
        try:
            found = wire_avd.load(name, self._environment)
        except AvdError as error:
            return VirtualDevice(name, self.avd_home / f"{name}.avd", fault=str(error))
        settings = read_properties(found.folder / "config.ini")
        # Some versions of avdmanager write a path that starts above the SDK's folder.
        place = settings.get("image.sysdir.1", "").replace("\\", "/").rpartition("system-images/")
        image = ";".join(part for part in (place[1] + place[2]).split("/") if part)
        screen = found.configuration
        return VirtualDevice(
            name,
            found.folder,
            settings.get("hw.device.name", ""),
            image,
            screen.width,
            screen.height,
            screen.density,
        )

    def _program(self, below: str, package: str) -> Path:
        path = self.root / below
        if not path.is_file():
            raise AndroidSdkError(
                f"{path} is missing: the SDK's package {package} is not installed. Install it with: "
                f"{self.install_command(package)}"
            )
        return _executable(path)

    def _tool(self, name: str) -> Path:
        """A program of the command-line tools: of ``latest``, else of the newest installed version."""
        folders = [self.root / "cmdline-tools/latest"]
        folders += sorted((self.root / "cmdline-tools").glob("[0-9]*"), key=_by_version, reverse=True)
        for folder in folders:
            if (folder / "bin" / name).is_file():
                return _executable(folder / "bin" / name)
        old = (
            " (the one in tools/bin is of 2017 and runs on Java 8 only)"
            if (self.root / "tools/bin").is_dir()
            else ""
        )
        raise AndroidSdkError(
            f"{folders[0] / 'bin' / name} is missing: the SDK has no command-line tools{old}. Install them: "
            f"{_INSTALL_TOOLS.replace('SDK/', f'{self.root}/')}"
        )


def is_sdk(folder: Path) -> bool:
    """Whether a folder looks like an SDK."""
    return any((folder / sign).is_dir() for sign in _SIGNS)


def read_properties(path: Path) -> dict[str, str]:
    """Return the keys and values of an ``.ini`` or ``.properties`` file without sections; {} if it can't be
    read.
    """
    try:
        text = path.read_text("utf-8", "replace") if path.stat().st_size <= _LARGEST_FILE else ""
    except OSError:
        return {}
    pairs = (line.partition("=") for line in text.splitlines() if not line.lstrip().startswith(("#", ";")))
    return {key.strip(): text.strip() for key, equals, text in pairs if equals}


def _checked(folder: Path, what: str) -> Path:
    folder = folder.expanduser().absolute()
    if not folder.is_dir():
        raise AndroidSdkError(
            f"{what} is {str(folder)!r}, which is not a folder; it must be Android's SDK, the folder with emulator, "
            f"platform-tools and cmdline-tools in it. To install it, {_INSTALL_TOOLS}."
        )
    if not is_sdk(folder):
        inner = next((below for below in sorted(folder.glob("*/")) if is_sdk(below)), None)
        raise AndroidSdkError(
            f"{what} is {str(folder)!r}, which is not an Android SDK: it has none of {', '.join(_SIGNS)}."
            + (f" Did you mean {str(inner)!r}?" if inner else f" To install it, {_INSTALL_TOOLS}.")
        )
    return folder


def _executable(path: Path) -> Path:
    if not os.access(path, os.X_OK):
        raise AndroidSdkError(f"{path} may not be run. Mend it with: chmod +x {path}")
    return path


def _by_version(folder: Path) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d{1,9}", folder.name)))


def _folders(root: Path, deepest: int) -> list[Path]:
    """All folders that may contain a package. Packages are never nested."""
    try:
        below = [path for path in root.iterdir() if path.is_dir() and not path.name.startswith(".")]
    except OSError:
        return []
    found = []
    for folder in below:
        if (folder / "package.xml").is_file() or (folder / "source.properties").is_file():
            found.append(folder)
        elif deepest > 1:
            found += _folders(folder, deepest - 1)
    return found


def _package(root: Path, folder: Path) -> Package | None:
    properties = read_properties(folder / "source.properties")
    path, version = ";".join(folder.relative_to(root).parts), properties.get("Pkg.Revision", "")
    if not version:
        path, version = _of_xml(folder / "package.xml", path)
    return Package(path, version, folder) if version else None


def _of_xml(path: Path, name: str) -> tuple[str, str]:
    """Path and version of a package from its ``package.xml``; ``name`` and "" without one."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            return name, ""
        # The file comes from a download, so entities and the network are off.
        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        document = etree.fromstring(path.read_bytes(), parser)
    except (OSError, etree.XMLSyntaxError):
        return name, ""
    package = None if document is None else document.find(".//localPackage")
    if package is None:
        return name, ""
    numbers = (package.findtext(f"revision/{part}") for part in ("major", "minor", "micro"))
    return package.get("path") or name, ".".join(number.strip() for number in numbers if number)
