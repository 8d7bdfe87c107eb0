"""The embedded handset as a Device: the state of a phone, and the renderers that draw it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices import cyclic_collector
from bmoca_gym.devices.device import DeviceInfo, LogEntry, Screen, ShellResult, checked_size
from bmoca_gym.errors import DeviceError, GestureError, SnapshotError, nearest
from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import GESTURE_TYPES, NAMED, Gesture
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.screen import View
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.tree import UiTree

#: Most renderers, one for each screenshot size, before all are dropped. One of 1080 x 2160 px takes 16 MB.
MOST_RENDERERS = 8


class EmbeddedDevice(Screen):
    """A phone in this process.

    ``phone`` is its whole state, an immutable value. Keep it to return to it later; set it to continue from
    it.

    Args:
        configuration: screen, locale, theme and so on. None: the defaults of the image's own device.
        serial: the device's name in `DeviceInfo` and in messages.
        image: the image it is built from (Android release and apps), see `bmoca_gym.handset.images`.

    Raises:
        UnknownImageError: there is no such image.
    """

    def __init__(
        self, configuration: Configuration | None = None, serial: str = "embedded-0", image: str = "android10"
    ) -> None:
        self.serial = serial
        self._phone: Phone = images.boot(configuration, images.image_named(image))
        self._snapshots: dict[str, Phone] = {}
        self._renderers: dict[tuple[int, int], Any] = {}
        self._view = View(self._phone)

    @property
    def phone(self) -> Phone:
        """The phone's current state. Setting it continues from another state."""
        return self._phone

    @phone.setter
    def phone(self, phone: Phone) -> None:
        self._phone = phone

    @property
    def view(self) -> View:
        """What this device has derived from the phone: its windows, its UI tree."""
        return self._view.show(self._phone)

    @property
    def info(self) -> DeviceInfo:
        """Size in px, density, API level and locale, as they are now."""
        c = self.phone.configuration
        return DeviceInfo(self.serial, c.width, c.height, c.density, self.phone.image.api_level, c.locale)

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture.

        Raises:
            GestureError: ``gesture`` is not a gesture.
        """
        if not isinstance(gesture, GESTURE_TYPES):
            raise GestureError(f"{gesture!r} is not a gesture; make {NAMED}")
        phone = self._phone
        self._phone = inputs.perform(phone, gesture, self._view.show(phone))
        cyclic_collector.after_gesture()

    def wait(self, seconds: float) -> None:
        """Let virtual time pass, 0 to 1e9 seconds."""
        try:
            valid = 0 <= seconds < 1e9
        except TypeError:
            valid = False
        if not valid:
            raise DeviceError(f"wait({seconds!r}): seconds must be a number from 0 up to 1e9")
        self._phone = inputs.wait(self._phone, round(float(seconds) * 1000))

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return the screen as ``uint8[H, W, 3]`` RGB, rendered at ``size`` = (width, height) px or at native
        size.
        """
        picture: NDArray[np.uint8] = self.frame(size).copy()
        return picture

    def frame(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return what `screenshot` does, but as an array that can't be written to and that others may have."""
        view = self.view
        c = self._phone.configuration
        size = (c.width, c.height) if size is None else checked_size(size)
        renderer = self._renderers.get(size)
        if renderer is None:
            renderer = self._new_renderer(size)
        if self._phone.motion is not None and self._phone.motion.moves:
            moving: NDArray[np.uint8] = renderer.frame(self._phone)
            return moving
        picture: NDArray[np.uint8] = renderer.picture(c, view.shown, remember=view.is_snapshot)
        return picture

    def _new_renderer(self, size: tuple[int, int]) -> Any:
        # Imported here: a program that reads no pixels imports nothing that draws them.
        from bmoca_gym.handset.render.renderer import SEEN_FRAMES, Renderer

        if len(self._renderers) >= MOST_RENDERERS:
            self._renderers.clear()
        renderer = self._renderers[size] = Renderer(*size, SEEN_FRAMES)
        return renderer

    def ui_tree(self, windows: bool = False) -> UiTree:
        """Return the UI tree of the active window. It is the same object as long as the screen stays the
        same.

        ``windows``: add the elements of heads-up notifications, toasts and the volume panel.
        """
        return self._view.show(self._phone).ui_tree(windows)

    def lacks(self, resource_ids: frozenset[str]) -> bool:
        """Return True if it is known without the UI tree that no element there has one of these resource ids."""
        return self._view.show(self._phone).lacks(resource_ids)

    @property
    def screen(self) -> object:
        """Token of the screen: the same object as long as the screen, and so the UI tree, stays the same."""
        return self._view.show(self._phone).shown

    @property
    def content(self) -> object:
        """Token of the whole state except the clock: the same object as long as only time passes."""
        return self._view.show(self._phone).content

    def shell(self, command: str) -> ShellResult:
        """Run a command in the phone's shell."""
        self.phone, output, code = session.run(self.phone, command)
        return ShellResult(output, code)

    def read_file(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            FileAccessError: the file does not exist or can't be read.
        """
        return files.read(self.phone, path)

    def write_file(self, path: str, data: bytes) -> None:
        """Create or replace a file.

        Raises:
            FileAccessError: the path is not absolute, is a directory, or can't be written.
        """
        self.phone = files.write(self.phone, path, bytes(data))

    def log_cursor(self) -> int:
        """Return the position after the newest log line."""
        return self.phone.log.end

    def log_since(self, cursor: int) -> list[LogEntry]:
        """Return all log lines after ``cursor``, oldest first."""
        lines = self.phone.log.since(cursor)
        return [LogEntry(line.time / 1000, line.level, line.tag, line.message) for line in lines]

    def save_snapshot(self, name: str) -> None:
        """Save the phone's state as ``name``."""
        self._snapshots[name] = self.phone

    def load_snapshot(self, name: str) -> None:
        """Restore the state that was saved as ``name``.

        Raises:
            SnapshotError: there is no such snapshot.
        """
        kept = self._snapshots.get(name)
        if kept is None:
            known = ", ".join(self.snapshots()) or "none"
            raise SnapshotError(f"no snapshot {name!r}; there are {known}.{nearest(name, self._snapshots)}")
        self._phone = kept
        self._view.load(kept)
        cyclic_collector.between_episodes()

    def snapshots(self) -> tuple[str, ...]:
        """Return the names of the saved snapshots in alphabetical order."""
        return tuple(sorted(self._snapshots))

    def close(self) -> None:
        """Release the renderers, and return all objects to Python's cyclic garbage collector."""
        self._renderers.clear()
        cyclic_collector.give_back()

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_renderers": {}, "_view": View(self._phone)}
