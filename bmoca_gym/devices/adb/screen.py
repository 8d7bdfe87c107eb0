"""Screen of a phone over adb: pixels from ``screencap``, the UI tree from ``uiautomator``."""

from __future__ import annotations

import struct
import time

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.adb import ui_dump
from bmoca_gym.devices.adb.automation import AdbAutomation
from bmoca_gym.devices.adb.shell import AdbShell
from bmoca_gym.devices.adb.stream import Refusal, Stream
from bmoca_gym.errors import DeviceOfflineError, ScreenError

#: Width, height and pixel format; since Android 9 the colour space follows.
_HEADER = struct.Struct("<3I")
_COLOUR_SPACE_SIZE = 4
_LARGEST_SIDE = 16384
#: OpenCV's conversions of formats with four bytes a pixel into RGB: RGBA, RGBX and BGRA.
_TO_RGB = {1: cv2.COLOR_RGBA2RGB, 2: cv2.COLOR_RGBA2RGB, 5: cv2.COLOR_BGRA2RGB}

_TRIES = 3
_BETWEEN_TRIES = 0.5
_BETWEEN_PICTURES = 0.1

_DUMP_FILE = "/data/local/tmp/bmoca_window.xml"
_DUMPS = (
    "uiautomator dump{} /dev/tty",
    f"rm -f {_DUMP_FILE}; uiautomator dump{{}} {_DUMP_FILE} && cat {_DUMP_FILE}",
)
_HINTS = " --hints"
_NEVER_IDLE = b"could not get idle state"


class AdbScreen:
    """Reads the screen of one phone."""

    def __init__(self, shell: AdbShell) -> None:
        self._shell = shell
        self._raw = True
        self._has_windows = True
        self._dump = 0
        self._automation = AdbAutomation(shell)

    def pixels(self, size: tuple[int, int] | None) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        """Return the screen as ``uint8[H, W, 3]`` RGB, scaled to ``size`` = (width, height) px, and its
        native size.

        Raises:
            DeviceOfflineError: the phone is gone.
            ScreenError: the output is not a picture, even after further tries.
        """
        problem = ""
        server, serial = self._shell.server, self._shell.serial
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_BETWEEN_PICTURES)
                server.wait_for(serial, server.patience)  # a broken connection also cuts the picture
            try:
                picture, to_rgb = server.reading(serial, self._raw_picture if self._raw else self._png)
            except _BadPictureError as error:
                problem = str(error)
                continue
            except (Refusal, OSError) as error:
                raise DeviceOfflineError(f"{serial} was lost while it took a screenshot: {error}") from error
            height, width = picture.shape[:2]
            scaled = picture
            if size is not None and size != (width, height):
                scaled = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
            return np.asarray(cv2.cvtColor(scaled, to_rgb), np.uint8), (width, height)
        raise ScreenError(f"{serial}: `screencap` gave no picture in {_TRIES} tries: {problem}")

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
                self._raw = False  # an unknown pixel format: let the phone make a PNG file
                raise _BadPictureError(f"its pixels are of format {form}")
            return _pixels(stream, width, height), _TO_RGB[form]

    def _png(self) -> tuple[NDArray[np.uint8], int]:
        with self._shell.bytes_of("screencap -p 2>/dev/null") as stream:
            data = stream.rest()
        found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        if found is None:
            raise _BadPictureError(f"its {len(data)} bytes are no PNG file")
        return np.asarray(found, np.uint8), cv2.COLOR_BGR2RGB

    def dump(self, handset: bool = False) -> bytes:
        """Return the UI tree of the active window as XML.

        ``handset``: the phone is the embedded handset, whose dumps include hints on request, as rules need them.

        If ``uiautomator`` fails three times and a uiautomator2 server runs on the phone, that server is used,
        and from then on it is asked first. It does not wait for the screen to settle, and while it runs
        ``uiautomator`` can't be used.

        Raises:
            ScreenError: the screen keeps changing, or there is no tree for another reason.
        """
        if self._automation.used and (document := self._automation.dump()) is not None:
            return document
        said = b""
        for attempt in range(_TRIES):
            if attempt > 1:
                time.sleep(_BETWEEN_TRIES)
            answer = self._shell.run(_DUMPS[self._dump].format(_HINTS if handset else ""), reads=True)
            document = ui_dump.document_in(answer.printed)
            if document is not None:
                return document
            said = answer.output
            # Try again only if the screen may settle or another program may release the automation.
            if _NEVER_IDLE not in said and not _is_held(said):
                self._dump = (self._dump + 1) % len(_DUMPS)
        document = self._automation.dump()
        if document is None:
            raise ScreenError(f"{self._shell.serial}: no UI tree in {_TRIES} tries: {_reason(said)}")
        return document

    def dump_of_windows(self, handset: bool = False) -> bytes | None:
        """Return the UI trees of all windows as XML; None if this phone's ``uiautomator`` can't give them, or not now.

        ``handset``: see `dump`.
        """
        if not self._has_windows:
            return None
        options = f" --windows{_HINTS if handset else ''}"
        answer = self._shell.run(_DUMPS[1].format(options), reads=True)
        document = ui_dump.document_in(answer.printed, "displays")
        # Older phones take no notice of --windows.
        self._has_windows = document is not None or ui_dump.document_in(answer.printed) is None
        return document


class _BadPictureError(Exception):
    """Output of ``screencap`` that is not a picture."""


def _pixels(stream: Stream, width: int, height: int) -> NDArray[np.uint8]:
    """The pixels after a header, which has 16 bytes since Android 9 and 12 before."""
    size = width * height * 4
    # Room for one more byte than expected, to notice if there are too many.
    room = np.empty(_COLOUR_SPACE_SIZE + size + 1, np.uint8)
    filled = stream.receive_into(room.data)
    start = filled - size
    if start not in (0, _COLOUR_SPACE_SIZE):
        raise _BadPictureError(f"{filled} bytes came for {width} x {height} px")
    return room[start : start + size].reshape(height, width, 4)


def _is_held(said: bytes) -> bool:
    """Whether another program uses the phone's UI automation."""
    return b"already registered" in said or said.strip() == b"Killed"


def _reason(said: bytes) -> str:
    if _NEVER_IDLE in said:
        return (
            "the screen never comes to rest, so uiautomator gives up. Switch animations off (`settings put global "
            "animator_duration_scale 0`, and window_animation_scale, transition_animation_scale), end what plays on "
            "the screen, or observe pixels"
        )
    if _is_held(said):
        return (
            "another program holds the phone's UI automation, as the servers of uiautomator2 and Appium do: end it "
            "(`am force-stop com.github.uiautomator`, or close its session)"
        )
    text = said.decode("utf-8", "replace").strip()
    return text[-300:] or "nothing was printed; is a password or another protected screen shown?"
