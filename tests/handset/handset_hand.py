"""A hand on an embedded phone: it finds elements in the UI tree, as an agent would, and touches their centres."""

from __future__ import annotations

from typing import Any

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: Installed apps by the name of their string catalogue.
APPS = {app.name: app for app in packages.apps_of(ANDROID10).values()}


class Hand:
    """Finds elements by ``id`` (the part after the slash suffices), ``text``, ``description``, ``class_name``."""

    def __init__(self, image: str = "android10", **configuration: Any) -> None:
        self.device = EmbeddedDevice(Configuration(**configuration), image=image)
        self._mark = 0

    @property
    def phone(self) -> Phone:
        return self.device.phone

    @phone.setter
    def phone(self, phone: Phone) -> None:
        self.device.phone = phone

    @property
    def tree(self) -> UiTree:
        return self.device.ui_tree()

    @property
    def activity(self) -> str:
        """The class of the front activity, without its package: ``DeskClock``."""
        return self.phone.top.component.rpartition(".")[2]

    def state(self, app: str) -> Any:
        """The state of an app, by the name of its catalogue."""
        return self.phone.apps[APPS[app].package]

    # Looking

    def all(self, id: str = "", **attributes: str) -> list[UiNode]:
        if "description" in attributes:
            attributes["content_description"] = attributes.pop("description")
        found = self.tree.find_all(**attributes)
        return [n for n in found if not id or n.resource_id == id or n.resource_id.endswith("/" + id)]

    def sees(self, id: str = "", **attributes: str) -> bool:
        return bool(self.all(id, **attributes))

    def node(self, id: str = "", index: int = 0, **attributes: str) -> UiNode:
        found = self.all(id, **attributes)
        if not found:
            seen = [(n.resource_id, n.text, n.content_description) for n in self.tree]
            raise AssertionError(f"no element {id!r} {attributes} on the screen; there are {seen}")
        return found[index]

    def text(self, id: str, index: int = 0) -> str:
        return self.node(id, index).text

    def texts(self, id: str = "") -> list[str]:
        return [n.text for n in self.all(id) if n.text]

    # Touching

    def do(self, gesture: Gesture) -> None:
        self.device.perform(gesture)

    def at(self, node: UiNode, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
        """A point of a node, given as fractions of it, as fractions of the screen."""
        left, top, right, bottom = node.bounds
        config = self.phone.configuration
        return (left + x * (right - left)) / config.width, (top + y * (bottom - top)) / config.height

    def tap(self, id: str = "", index: int = 0, **attributes: str) -> None:
        self.do(Tap(*self.at(self.node(id, index, **attributes))))

    def hold(self, id: str = "", index: int = 0, **attributes: str) -> None:
        self.do(LongPress(*self.at(self.node(id, index, **attributes))))

    def swipe(self, direction: str, seconds: float = 0.3) -> None:
        """Across the middle of the screen, 60 % of it."""
        points = {
            "up": (0.5, 0.8, 0.5, 0.2), "down": (0.5, 0.2, 0.5, 0.8),
            "left": (0.8, 0.5, 0.2, 0.5), "right": (0.2, 0.5, 0.8, 0.5),
        }[direction]  # fmt: skip
        self.do(Swipe(*points, seconds))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.do(PressKey(key))

    def type(self, text: str) -> None:
        self.do(TypeText(text))

    def wait(self, seconds: float) -> None:
        self.device.wait(seconds)

    # The rest of the contract

    def shell(self, line: str) -> str:
        """Run a line that must succeed."""
        output, code = self.device.shell(line)
        assert code == 0, output
        return output

    def open(self, app: str) -> None:
        """Bring an app to the front."""
        self.shell(f"am start -n '{APPS[app].component}'")

    def new_log(self) -> list[tuple[str, str]]:
        """(tag, message) of every line since the last call."""
        lines = self.device.log_since(self._mark)
        self._mark = self.device.log_cursor()
        return [(line.tag, line.message) for line in lines]

    # The notification over the app, which is no part of the active window's tree either

    def heads_up(self) -> list[UiNode]:
        """The elements of the notification over the app, or none."""
        shown = [s for s in screen.surfaces(self.phone) if s.kind == "heads_up"]
        return [node for surface in shown for node in screen.tree_of(self.phone, surface)]

    def tap_heads_up(self, text: str) -> None:
        """Touch a line or a button of that notification."""
        found = [node for node in self.heads_up() if node.text == text]
        assert found, f"no {text!r} over the app; there are {[n.text for n in self.heads_up() if n.text]}"
        self.do(Tap(*self.at(found[0])))

    # The on-screen keyboard, which is no part of the active window's tree

    def keys(self) -> dict[str, tuple[float, float]]:
        """The keys of the keyboard by label, and their centres as fractions of the screen."""
        shown = [s for s in screen.surfaces(self.phone) if s.kind == "keyboard"]
        found: dict[str, tuple[float, float]] = {}

        def collect(box: Box, x: int, y: int) -> None:
            if box.element.tap is not None:
                config = self.phone.configuration
                found[box.element.description] = (
                    (x + box.width / 2) / config.width,
                    (y + box.height / 2) / config.height,
                )
            for dx, dy, child in box.children:
                collect(child, x + dx, y + dy)

        for surface in shown:
            collect(surface.box, surface.x, surface.y)
        return found

    def key(self, *labels: str) -> None:
        """Press keys of the on-screen keyboard."""
        for label in labels:
            keys = self.keys()
            assert label in keys, f"no key {label!r}; there are {list(keys)}"
            self.do(Tap(*keys[label]))
