"""The Android emulator's command line: the supported options and their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.servers.emulator import options
from bmoca_gym.handset.servers.errors import CommandLineError

#: Flags that are fields of `CommandLine`.
_SWITCHES = frozenset(
    ("help", "help-all", "version", "list-avds", "accel-check", "read-only", "no-snapshot", "no-snapshot-load",
     "no-snapshot-save", "no-snapstorage", "snapshot-list", "virtual-time", "webcam-list", "wipe-data")
)  # fmt: skip
_TEXTS = frozenset(("avd", "image", "selinux", "snapshot", "suite", "timezone"))
_MOST_PROPERTIES = 100
_SELINUX = ("enforcing", "permissive", "disabled")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The options of a command line.

    Attributes:
        ports: of console and adb; None for the first free pair.
        snapshot: "" for the one that an AVD keeps when it ends.
        image: "" for the suite's, the AVD's, or android10.
        suite: the suite whose first state the phone starts with, or "".
        selinux: "enforcing" or "permissive"; "" for the image's.
        timezone: "" for the image's.
        properties: names and values of system properties.
        help_option: the option whose help is requested.
        warnings: what is unknown and so ignored.
    """

    avd: str = ""
    ports: tuple[int, int] | None = None
    snapshot: str = ""
    grpc: int | None = None
    list_avds: bool = False
    version: bool = False
    help: bool = False
    accel_check: bool = False
    read_only: bool = False
    no_snapshot: bool = False
    no_snapshot_load: bool = False
    no_snapshot_save: bool = False
    no_snapstorage: bool = False
    wipe_data: bool = False
    virtual_time: bool = False
    snapshot_list: bool = False
    webcam_list: bool = False
    image: str = ""
    suite: str = ""
    selinux: str = ""
    timezone: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    help_all: bool = False
    help_option: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def loads_snapshot(self) -> bool:
        """Whether the phone starts from a snapshot, if there is one."""
        return not (self.no_snapshot or self.no_snapshot_load or self.wipe_data)

    @property
    def saves_snapshot(self) -> bool:
        """Whether the phone is saved as a snapshot when it ends."""
        return not (self.no_snapshot or self.no_snapshot_save or self.no_snapstorage or self.read_only)


def parse(words: Sequence[str]) -> CommandLine:
    """Parse the words after the program's name.

    Raises:
        CommandLineError: an option lacks its value, a port is not valid, or a word belongs to no option.
    """
    found: dict[str, object] = {}
    warnings: list[str] = []
    properties: list[tuple[str, str]] = []
    left = list(words)
    while left:
        word = left.pop(0)
        name = word.lstrip("-")
        if word.startswith("@") and len(word) > 1:
            found["avd"] = word[1:]
        elif not word.startswith("-") or not name:
            raise CommandLineError(
                f"invalid command-line parameter: {word}. Hint: use '@{word}' to launch a virtual device named {word!r}"
            )
        elif name == "qemu":
            break  # what follows is for QEMU
        elif name in _TEXTS:
            found[name] = _value(word, left)
        elif name == "prop":
            key, equals, text = _value(word, left).partition("=")
            if key and equals and len(properties) < _MOST_PROPERTIES:
                properties.append((key, text))
            else:
                warnings.append(
                    f"-prop {key[:80]!r} is ignored: write -prop NAME=VALUE, at most {_MOST_PROPERTIES}"
                )
        elif name == "port":
            console = _port(word, _value(word, left))
            found["ports"] = (console, _port(word, str(console + 1)))
        elif name == "ports":
            found["ports"] = _ports(_value(word, left))
        elif name == "grpc":
            found["grpc"] = _port(word, _value(word, left))
        elif name in _SWITCHES or name == "h":
            found["help" if name == "h" else name.replace("-", "_")] = True
        elif name.startswith("help-"):
            found["help_option"] = name.removeprefix("help-")
        elif options.takes_value(name):
            _value(word, left)
        elif options.takes_value(name) is None and not name.startswith("debug-"):
            warnings.append(f"unknown option: {word} is ignored")
            if left and not left[0].startswith(("-", "@")):
                left.pop(0)
    if "selinux" in found and found["selinux"] not in _SELINUX:
        warnings.append(
            f"-selinux {str(found.pop('selinux'))[:80]!r} is ignored: write enforcing or permissive"
        )
    if "timezone" in found and not time_zones.is_zone(str(found["timezone"])):
        warnings.append(
            f"-timezone {str(found.pop('timezone'))[:80]!r} is ignored: write one as Europe/Paris"
        )
    return CommandLine(**found, properties=tuple(properties), warnings=tuple(warnings))  # type: ignore[arg-type]


def _value(option: str, left: list[str]) -> str:
    if not left:
        raise CommandLineError(f"{option} must be followed by a parameter")
    return left.pop(0)


def _port(option: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= 65535):
        raise CommandLineError(f"{option}: {text!r} is not a port; it must be a number from 1 to 65535")
    return int(text)


def _ports(text: str) -> tuple[int, int]:
    console, comma, adb = text.partition(",")
    if not comma or console == adb:
        raise CommandLineError(f"-ports: {text!r}; write two different ports, -ports <consoleport>,<adbport>")
    return _port("-ports", console), _port("-ports", adb)
