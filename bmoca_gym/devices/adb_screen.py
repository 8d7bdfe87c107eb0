"""The screen of a phone over adb: pixels from ``screencap``, the UI tree from ``uiautomator``."""

from __future__ import annotations

import struct
import time

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices import ui_dump
from bmoca_gym.devices.adb_server import Refusal, Stream
from bmoca_gym.devices.adb_shell import AdbShell
from bmoca_gym.errors import DeviceError, DeviceOfflineError

#: Width, height and pixel format; since Android 9 the colour space comes behind them.
_HEADER = struct.Struct("<3I")
_COLOUR_SPACE_SIZE = 4
_LARGEST_SIDE = 16384
#: How OpenCV turns the formats of four bytes a pixel into RGB: RGBA, RGBX and BGRA.
_TO_RGB = {1: cv2.COLOR_RGBA2RGB, 2: cv2.COLOR_RGBA2RGB, 5: cv2.COLOR_BGRA2RGB}

_TRIES = 3
_BETWEEN_TRIES = 0.5

_DUMP_FILE = "/data/local/tmp/bmoca_window.xml"
_DUMPS = (
    "uiautomator dump /dev/tty",
    f"rm -f {_DUMP_FILE}; uiautomator dump {_DUMP_FILE} && cat {_DUMP_FILE}",
)
_NEVER_IDLE = b"could not get idle state"


class AdbScreen:
    """Reads the screen of one phone."""

    def __init__(self, shell: AdbShell) -> None:
        self._shell = shell
        self._raw = True
        self._dump = 0

    def pixels(self, size: tuple[int, int] | None) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        """The screen as ``uint8[H, W, 3]`` RGB, scaled to ``size`` = (width, height) px, and its own size.

        Raises:
            DeviceError: no picture came, even when asked again.
        """
        problem = ""
        for _ in range(2):
            try:
                picture, to_rgb = self._raw_picture() if self._raw else self._png()
            except _BadPictureError as error:
                problem = str(error)
                continue
            except (Refusal, TimeoutError, ConnectionError) as error:
                raise DeviceOfflineError(
                    f"{self._shell.serial} was lost while it took a screenshot: {error}"
                ) from error
            height, width = picture.shape[:2]
            scaled = picture
            if size is not None and size != (width, height):
                scaled = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
            return np.asarray(cv2.cvtColor(scaled, to_rgb), np.uint8), (width, height)
        raise DeviceError(f"{self._shell.serial}: `screencap` gave no picture: {problem}")

    def _raw_picture(self) -> tuple[NDArray[np.uint8], int]:
        with self._shell.bytes_of("screencap 2>/dev/null") as stream:
            header = bytearray(_HEADER.size)
            if stream.receive_into(memoryview(header)) < _HEADER.size:
                raise _BadPictureError(
                    "it printed nothing (is the screen protected, or the phone still booting?)"
                )
            width, height, form = _HEADER.unpack(header)
            if not (1 <= width <= _LARGEST_SIDE and 1 <= height <= _LARGEST_SIDE):
                raise _BadPictureError(f"it says that the screen has {width} x {height} px")
            if form not in _TO_RGB:
                self._raw = False  # pixels of another size: the phone itself can make a picture file of them
                raise _BadPictureError(f"its pixels are of format {form}")
            return _pixels(stream, width, height), _TO_RGB[form]

    def _png(self) -> tuple[NDArray[np.uint8], int]:
        with self._shell.bytes_of("screencap -p 2>/dev/null") as stream:
            data = stream.rest()
        found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        if found is None:
            raise _BadPictureError(f"its {len(data)} bytes are no PNG file")
        return np.asarray(found, np.uint8), cv2.COLOR_BGR2RGB

    def dump(self) -> bytes:
        """The XML document of the active window's UI tree.

        Raises:
            DeviceError: the screen never comes to rest, or there is no tree for another reason.
        """
        said = b""
        for attempt in range(_TRIES):
            answer = self._shell.run(_DUMPS[self._dump])
            document = ui_dump.document_in(answer.printed)
            if document is not None:
                return document
            said = answer.output
            if _NEVER_IDLE in said:
                continue  # it has waited ten seconds already
            self._dump = (self._dump + 1) % len(_DUMPS)
            if attempt:
                time.sleep(_BETWEEN_TRIES)
        raise DeviceError(f"{self._shell.serial}: no UI tree in {_TRIES} tries: {_reason(said)}")


class _BadPictureError(Exception):
    """What ``screencap`` printed is no picture."""


def _pixels(stream: Stream, width: int, height: int) -> NDArray[np.uint8]:
    """The pixels behind a header, which is 16 bytes long since Android 9 and was 12 before."""
    size = width * height * 4
    # One byte more than there should be, so that it is seen where there are more.
    room = bytearray(_COLOUR_SPACE_SIZE + size + 1)
    filled = stream.receive_into(memoryview(room))
    start = filled - size
    if start not in (0, _COLOUR_SPACE_SIZE):
        raise _BadPictureError(f"{filled} bytes came for {width} x {height} px")
    return np.frombuffer(room, np.uint8, size, start).reshape(height, width, 4)


def _reason(said: bytes) -> str:
    if _NEVER_IDLE in said:
        return (
            "the screen never comes to rest, so uiautomator gives up. Switch animations off (`settings put global "
            "animator_duration_scale 0`, and window_animation_scale, transition_animation_scale), end what plays on "
            "the screen, or observe pixels"
        )
    if b"already registered" in said or b"Killed" in said:
        return (
            "another program holds the phone's UI automation, as the servers of uiautomator2 and Appium do: end it "
            "(`am force-stop com.github.uiautomator`, or close its session)"
        )
    text = said.decode("utf-8", "replace").strip()
    return text[-300:] or "nothing was printed; is a password or another protected screen shown?"
