"""The Android emulator's command line: the supported options and their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bmoca_gym.handset.servers.errors import CommandLineError

#: Options that change nothing about this phone, which has no window, kernel, disk image or accelerator.
_FLAGS = frozenset(
    ("crash-report-mode", "delay-adb", "force-snapshot-load", "gpu-debug", "no-accel",
     "no-audio", "no-boot-anim", "no-cache", "no-direct-adb", "no-hidpi-scaling", "no-jni", "no-location-ui",
     "no-metrics", "no-passive-gps", "no-sim", "no-skin", "no-snapshot-update-time", "no-window", "no-qt",
     "qt-hide-window", "ranchu", "selinux", "show-kernel", "verbose", "writable-system", "netfast",
     "allow-host-audio", "use-keycode-forwarding")
)  # fmt: skip
#: Flags that are fields of `CommandLine`.
_SWITCHES = frozenset(
    ("help", "version", "list-avds", "accel-check", "read-only", "no-snapshot", "no-snapshot-load",
     "no-snapshot-save", "no-snapstorage", "wipe-data", "virtual-time")
)  # fmt: skip
_VALUED = frozenset(
    ("accel", "adb-path", "audio", "avd-arch", "cache", "cache-size", "camera-back", "camera-front",
     "code-profile", "cores", "data", "datadir", "debug", "dns-server", "encryption-key", "engine", "feature",
     "gpu", "http-proxy", "initdata", "kernel", "logcat", "memory", "netdelay", "netspeed",
     "network-user-mode-options", "nojni", "partition-size", "phone-number", "prop", "quit-after-boot",
     "ramdisk", "scale", "sdcard", "skin", "skindir", "snapstorage", "sysdir", "system", "target", "timezone",
     "tcpdump", "vendor", "wifi-client-port", "wifi-server-port", "wifi-user-mode-options", "window-size")
)  # fmt: skip

HELP = """Android Emulator usage: bmoca-emulator [options] [@NAME | -avd NAME]
  -avd NAME | @NAME    boot with the screen of an AVD; without it a Pixel 3's
  -port PORT           console on PORT, adb on PORT + 1
  -ports CONSOLE,ADB   console and adb
  -grpc PORT           serve the emulator's gRPC on PORT
  -snapshot NAME       boot from a snapshot, and save it again at the end (without it: default_boot)
  -no-snapshot-load    boot from no snapshot
  -no-snapshot-save    save no snapshot at the end
  -no-snapshot         neither
  -no-snapstorage      keep snapshots in this process, not in the AVD's folder
  -read-only           change nothing in the AVD's folder: several may run on one AVD then
  -wipe-data           boot from no snapshot
  -image NAME          no option of the Android emulator: the image to boot, android10 (default) or android13
  -suite NAME          no option of the Android emulator: start as the tasks of a suite do (androidworld, androidlab or
                       bmoca): its image, configuration, clock and data, and the copies of apps that AndroidWorld's
                       own programs put back before each task
  -virtual-time        no option of the Android emulator: time moves by `sleep` in the phone's shell alone
  -accel-check         say that no acceleration is needed
  -list-avds           list available AVDs
  -version             say what this is
  -help                print this help
All other options of the Android emulator are accepted and change nothing.
"""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command line's options. ``ports``: console and adb, None for the first free pair. ``ignored``: unknown options.

    ``snapshot``: "" for the one that an AVD keeps when it ends. ``image``: "" for the suite's, the AVD's, or android10.
    ``suite``: the suite whose first state the phone starts with, or "".
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
    image: str = ""
    suite: str = ""
    ignored: tuple[str, ...] = field(default=())

    @property
    def loads_snapshot(self) -> bool:
        """Whether the phone starts from a snapshot, where there is one."""
        return not (self.no_snapshot or self.no_snapshot_load or self.wipe_data)

    @property
    def saves_snapshot(self) -> bool:
        """Whether the phone is kept as a snapshot when it ends."""
        return not (self.no_snapshot or self.no_snapshot_save or self.no_snapstorage or self.read_only)


def parse(words: Sequence[str]) -> CommandLine:
    """Read the words after the program's name.

    Raises:
        CommandLineError: an option without its value, a port that is none, or a word that belongs to no option.
    """
    found: dict[str, object] = {}
    ignored: list[str] = []
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
        elif name in ("avd", "snapshot", "image", "suite"):
            found[name] = _value(word, left)
        elif name == "port":
            console = _port(word, _value(word, left))
            found["ports"] = (console, _port(word, str(console + 1)))
        elif name == "ports":
            found["ports"] = _ports(_value(word, left))
        elif name == "grpc":
            found["grpc"] = _port(word, _value(word, left))
        elif name in _SWITCHES or name == "h":
            found["help" if name == "h" else name.replace("-", "_")] = True
        elif name in _VALUED:
            _value(word, left)
        elif name not in _FLAGS:
            ignored.append(word)
            if left and not left[0].startswith(("-", "@")):
                left.pop(0)
    return CommandLine(**found, ignored=tuple(ignored))  # type: ignore[arg-type]


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
