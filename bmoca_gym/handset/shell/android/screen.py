"""Shell commands that read the screen: ``screencap`` and ``uiautomator dump``."""

from __future__ import annotations

import re
import struct
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset import screen
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.providers import videos
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.shell.android import h264
from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    CommandError,
    Interrupted,
    Options,
    Result,
    options,
    whole,
)
from bmoca_gym.handset.shell.paths import check_place, resolved, write_file
from bmoca_gym.handset.shell.streams import Printed, Sink
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.xml import windows_xml, xml_of
from bmoca_gym.handset.value import on_clear

#: The next phone, the output (bytes if it is not text), and the exit code.
ScreenOutcome = tuple["Phone", "str | bytes", int]

#: What stands before the pixels since Android 9: width, height, pixel format, colour space.
_HEADER = struct.Struct("<4I")
RGBA_8888, SRGB = 1, 1

DUMP_PATH = "/sdcard/window_dump.xml"
#: Paths that are the stream a command prints to.
_OUTPUT = ("/dev/tty", "/dev/stdout", "/proc/self/fd/1")


class _Kept(threading.local):
    """The renderer of a thread's last screenshot. Only what changed since is drawn again."""

    renderer: Any = None


_kept = _Kept()


#: API level from which dumps tell of hints. ``--hints``, which is this phone's own, tells of them before.
_HINTS = 34
#: API level from which ``uiautomator dump`` has --windows; older ones take no notice of it.
_WINDOWS = 30


def _forget() -> None:
    _kept.renderer = None


on_clear(_forget)


def pixels(phone: Phone) -> NDArray[np.uint8]:
    """The screen as ``uint8[height, width, 3]`` RGB, at the phone's own size."""
    config = phone.configuration
    renderer = _kept.renderer
    if renderer is None or (renderer.width, renderer.height) != (config.width, config.height):
        renderer = _kept.renderer = Renderer(config.width, config.height)
    frame: NDArray[np.uint8] = renderer.frame(phone)
    return frame


def rgba(phone: Phone, before: bytes = b"") -> bytes:
    """The screen's pixels row by row from the top left, four bytes each (red, green, blue, 255), appended
    to ``before``.
    """
    import cv2

    frame = pixels(phone)
    height, width, _ = frame.shape
    # In one piece with what stands before them: each copy of a large screen takes time.
    data = np.empty(len(before) + height * width * 4, np.uint8)
    data[: len(before)] = np.frombuffer(before, np.uint8)
    cv2.cvtColor(frame, cv2.COLOR_RGB2RGBA, dst=data[len(before) :].reshape(height, width, 4))
    return data.tobytes()


def _png(phone: Phone) -> bytes:
    import cv2

    picture = cv2.cvtColor(pixels(phone), cv2.COLOR_RGB2BGRA)
    return cv2.imencode(".png", picture)[1].tobytes()


def _raw(phone: Phone) -> bytes:
    config = phone.configuration
    return rgba(phone, _HEADER.pack(config.width, config.height, RGBA_8888, SRGB))


def screencap(phone: Phone, words: list[str]) -> ScreenOutcome:
    """``screencap [-p] [-d DISPLAY] [FILE]``: PNG with ``-p`` or if FILE ends in .png, else raw pixels."""
    usage = "usage: screencap [-hp] [-d display-id] [FILENAME]\n"
    as_png, path = False, ""
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "-p":
            as_png = True
        elif word == "-d" and left:
            if left.pop(0) != "0":
                return phone, "Invalid display ID: this phone has display 0 alone\n", 1
        elif word.startswith("-") or path:
            return phone, usage, 1
        else:
            path = word
    if not path or path in _OUTPUT:
        return phone, _png(phone) if as_png else _raw(phone), 0
    data = _png(phone) if as_png or path.endswith(".png") else _raw(phone)
    try:
        return files.write(phone, path, data), "", 0
    except FileAccessError as error:
        return phone, f"Error opening file: {error}\n", 1


def uiautomator(phone: Phone, words: list[str]) -> ScreenOutcome:
    """``uiautomator dump [--compressed] [--windows] [FILE]``. ``--compressed`` changes nothing: every tree has only
    the important views.
    """
    if words[:1] != ["dump"]:
        return phone, "Usage: uiautomator dump [--compressed] [FILE]\n", 1
    names = [word for word in words[1:] if not word.startswith("-")]
    path = names[0] if names else DUMP_PATH
    hints = phone.image.api_level >= _HINTS or "--hints" in words
    if "--windows" in words and phone.image.api_level >= _WINDOWS:
        text = windows_xml(screen.windows_of(phone), hints)
    else:
        text = xml_of(screen.ui_tree(phone), hints)
    # The typing error is Android's; programs look for it.
    said = f"UI hierchary dumped to: {path}\n"
    if path in _OUTPUT:
        return phone, text + said, 0
    return files.write(phone, path, text.encode()), said, 0


#: How often ``screenrecord`` takes a picture (ms), and how long it records, and may.
_FRAME_MILLISECONDS, _RECORD_SECONDS = 1000, 180


#: Pixels of a frame of a size that is asked for, as encoders of phones take them.
_MOST_PIXELS = 4096 * 2304
_BITS, _MOST_BITS = 20_000_000, 200_000_000
_OPTIONS = ("time-limit=", "size=", "bit-rate=", "output-format=", "display-id=", "verbose", "bugreport")


def record(call: Call) -> Result:
    """``screenrecord [--time-limit SECONDS] [--size WxH] [--bit-rate N] FILE``: a video with one frame a second; with
    ``--output-format=h264`` an H.264 stream, on standard output if FILE is ``-``.
    """
    import cv2

    found = options(call, "", long=_OPTIONS, least=1, most=1)
    kind = found.get("output-format", "mp4")
    if kind not in ("mp4", "h264"):
        raise CommandError(f"Unknown format '{kind}'", 2)
    if kind == "mp4" and found.operands[0] == "-":
        raise CommandError("an mp4 can't be written to the output; there is --output-format=h264", 2)
    if found.get("display-id", "0") != "0":
        raise CommandError("Invalid display ID: this phone has display 0 alone")
    seconds = whole(found.get("time-limit", str(_RECORD_SECONDS)), 1, _RECORD_SECONDS)
    size = re.fullmatch(r"(\d{2,4})x(\d{2,4})", found.get("size", ""), re.ASCII)
    if "size" in found and size is None:
        raise CommandError(f"Invalid size '{found['size']}', must be width x height")
    phone = call.phone
    if size and int(size[1]) * int(size[2]) > _MOST_PIXELS:
        raise CommandError(f"unable to configure video/avc codec at {size[0]} (err=-22)")
    if kind == "h264":
        sides = (
            (int(size[1]), int(size[2])) if size else (phone.configuration.width, phone.configuration.height)
        )
        encoder = h264.Encoder(
            h264.fitting(*sides), 1000 // _FRAME_MILLISECONDS, _bits(found), headers_apart=False
        )
        return _streamed(call, encoder, seconds, found.operands[0])
    place = resolved(call, found.operands[0])
    check_place(call.shell.tree(phone), place, found.operands[0])
    config = phone.configuration
    width, height = (int(size[1]), int(size[2])) if size else (config.width, config.height)
    pictures: list[bytes] = []
    try:
        for _ in range(seconds):
            frame = cv2.resize(pixels(phone), (width, height), interpolation=cv2.INTER_AREA)
            data = cv2.imencode(
                ".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 80]
            )[1].tobytes()
            pictures.append(pictures[-1] if pictures and data == pictures[-1] else data)
            call.shell.spend(len(data))
            phone = call.shell.sleep(phone, _FRAME_MILLISECONDS)
    except Interrupted:  # who stops a recording wants what there is of it
        phone = call.shell.phone
    made = videos.film(pictures, width, height, len(pictures) * _FRAME_MILLISECONDS, phone.clock.wall)
    return Result(write_file(phone, place, made, found.operands[0]))


def _bits(found: Options) -> int:
    """Bits per second of ``--bit-rate``: 4000000, or 4M."""
    text = found.get("bit-rate", str(_BITS))
    return (
        whole(text[:-1], 1, 200) * 1_000_000 if text[-1:] in ("M", "m") else whole(text, 10_000, _MOST_BITS)
    )


def _streamed(call: Call, encoder: h264.Encoder, seconds: int, path: str) -> Result:
    """Encode a frame whenever the screen changes, for the given time. Each frame is output at once."""
    phone = call.phone
    made = Sink(None, False) if path != "-" else call.streams.output
    place = resolved(call, path) if path != "-" else ""
    if place:
        check_place(call.shell.tree(phone), place, path)
    shown: Any = None
    try:
        for second in range(seconds):
            frame = pixels(phone)
            if shown is None or not np.array_equal(frame, shown):
                shown = frame
                for data, _ in encoder.packets(frame, second * _FRAME_MILLISECONDS * 1000):
                    call.shell.spend(len(data))
                    made.chunks.append(Printed(data, made.error))
            phone = call.shell.sleep(phone, _FRAME_MILLISECONDS)
    except Interrupted:
        phone = call.shell.phone
    return Result(write_file(phone, place, made.joined(), path) if place else phone)


COMMANDS: dict[str, Command] = {"screenrecord": record}
