"""Programs that clients push onto the phone and start with ``app_process``: which of them are served, and their names.

The pushed file is not run. Its class selects the protocol, and the file must exist. A started program is a process of
the phone, named by its whole command line, until something ends it; `handset.servers.pushed_helpers` answers for it.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from typing import NamedTuple

from bmoca_gym.handset.errors import how_to_install
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import automation_packages, files
from bmoca_gym.handset.value import replace

#: The classes that are served, and the file that each one's client pushes by default.
SCRCPY = "com.genymobile.scrcpy.Server"
FILES = {
    SCRCPY: "/data/local/tmp/scrcpy-server.jar",
    "com.mobilenext.mobilecli.DeviceServer": "/data/local/tmp/mobilecli.dex",
}
#: Limits: programs at the same time, characters of a command line.
MOST_PROGRAMS, _LONGEST = 16, 2000
_SCRCPY_VERSIONS = re.compile(r"[23]\.\d{1,2}(?:\.\d{1,2})?")
_SCID = re.compile(r"-1|[0-7]?[0-9a-fA-F]{1,7}")
_PROCESS = "app_process"
_CLASS_PATH = "-Djava.class.path="


class Program(NamedTuple):
    """A started program: its class, its arguments, and its file."""

    class_name: str
    arguments: tuple[str, ...]
    file: str

    @property
    def process(self) -> str:
        """Return the name of its process: the command line."""
        return " ".join((_PROCESS, f"{_CLASS_PATH}{self.file}", "/", self.class_name, *self.arguments))


def program_of(phone: Phone, words: Sequence[str], class_path: str) -> Program | None:
    """Return the program that ``app_process`` starts with these words; None if it is not served or its file is
    missing.
    """
    left = list(words)
    while left and left[0].startswith("-"):
        option = left.pop(0)
        if option.startswith(_CLASS_PATH):
            class_path = option.removeprefix(_CLASS_PATH)
    left = left[:1] + [word for at, word in enumerate(left[1:]) if at or not word.startswith("--nice-name")]
    if (
        len(left) < 2
        or left[1] not in FILES
        or sum(map(len, left)) > _LONGEST
        or any(" " in word for word in left)
    ):
        return None
    paths = (class_path or FILES[left[1]]).split(":")
    held = [path for path in paths if " " not in path and files.resolve(path) in phone.files]
    return Program(left[1], tuple(left[2:]), held[0]) if held else None


def scrcpy_options(program: Program) -> dict[str, str]:
    """Return the options by name that follow the version in the arguments of scrcpy's server."""
    return dict(word.partition("=")[::2] for word in program.arguments[1:])


def refusal(program: Program) -> str:
    """Return the error message of a program that can't do what it is asked for, or ""."""
    if program.class_name != SCRCPY:
        return ""
    version, options = (*program.arguments, "")[0], scrcpy_options(program)
    if not _SCRCPY_VERSIONS.fullmatch(version):
        return f"[server] ERROR: this phone serves clients of scrcpy 2.0 to 3.9, and this one is {version[:40]!r}\n"
    if not _SCID.fullmatch(options.get("scid", "-1")):
        return f"[server] ERROR: scid {options['scid'][:40]!r} is not a hexadecimal number of 31 bits\n"
    if options.get("video", "true") == "true":
        if (
            options.get("video_codec", "h264") != "h264"
            or options.get("video_source", "display") != "display"
        ):
            return "[server] ERROR: this phone streams its display as H.264 alone\n"
        if importlib.util.find_spec("av") is None:
            return f"[server] ERROR: video needs PyAV: {how_to_install('scrcpy')}; or use video=false\n"
    return ""


def started(phone: Phone, program: Program) -> Phone:
    """Start a program's process."""
    if program.process in phone.processes or len(programs(phone)) >= MOST_PROGRAMS:
        return phone
    return automation_packages.started(phone, program.process)


def programs(phone: Phone) -> list[Program]:
    """Return the running programs."""
    found = []
    for name in phone.processes:
        words = name.split(" ")
        if words[0] == _PROCESS and len(words) > 3 and words[1].startswith(_CLASS_PATH):
            found.append(Program(words[3], tuple(words[4:]), words[1].removeprefix(_CLASS_PATH)))
    return sorted(found)


def ended(phone: Phone, program: Program) -> Phone:
    """End a program's process."""
    if program.process not in phone.processes:
        return phone
    return replace(phone, processes=phone.processes.delete(program.process))
