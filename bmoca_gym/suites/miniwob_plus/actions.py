"""Action modes of MiniWoB++: its package's action spaces, performed with mouse and keyboard on the page.

The spaces are the package's own (`miniwob.action.ActionSpaceConfig`), so an agent for ``miniwob/click-test-2-v1`` sends
the same dictionaries here.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np

from bmoca_gym.envs.actions import Command, Move, Speech, Wait, no_such_action
from bmoca_gym.envs.registries import ModeSettings
from bmoca_gym.errors import ActionError, cut, nearest
from bmoca_gym.handset.gestures import Gesture, PressKey, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.miniwob_plus import page

#: Width and height of a page's task in CSS px, `miniwob.constants.TASK_WIDTH` and `TASK_HEIGHT`.
WIDTH, HEIGHT = 160, 210

#: Keys of the phone as `miniwob.constants.DEFAULT_ALLOWED_KEYS` calls them.
_KEYS = {"ENTER": "<Enter>", "DEL": "<Backspace>", "FORWARD_DEL": "<Delete>", "TAB": "<Tab>"}


class MiniWobActions:
    """Dictionaries with ``action_type`` and what it needs: ``coords``, ``ref``, ``key``, ``text`` or ``field``.

    ``action_type`` is the index of the type in the preset, or its name: ``"CLICK_COORDS"``. ``key`` is the index
    of the key, or its name, such as ``"<Enter>"``. A value that the type does not need may be missing.

    Args:
        preset: ``all_supported``, ``shi17``, ``liu18`` or ``humphreys22``, see `ActionSpaceConfig.get_preset`.
    """

    needs_tree = False
    wrong_format_counts = False

    def __init__(self, preset: str) -> None:
        self._preset = preset
        self._config = page.library("action").ActionSpaceConfig.get_preset(preset)
        self._config.screen_width, self._config.screen_height = WIDTH, HEIGHT
        self._types = [kind.value for kind in self._config.action_types]
        self.space: gym.Space[Any] = self._config.get_action_space()

    def to_gesture(self, action: Any, tree: UiTree | None = None) -> Move:
        """Return the command that performs an action on the page; a wait for ``NONE``."""
        if not isinstance(action, Mapping) or "action_type" not in action:
            raise ActionError(
                f"The action is {cut(action)}; it must be a dict with 'action_type', such as "
                "{'action_type': 'CLICK_ELEMENT', 'ref': 4}."
            )
        kind = self._named("action_type", action["action_type"], self._types)
        if kind == "NONE":
            return Wait()
        values = self._values(kind, action)
        words = " ".join([kind, *(str(value) for value in values.values())])
        return Command(f"{page.ACT} {shlex.quote(json.dumps({'type': kind, **values}))}", words)

    def encode(self, gesture: Gesture | Speech, tree: UiTree) -> dict[str, Any]:
        """Return the mouse or keyboard action equivalent to a gesture: a tap, a text or a key."""
        if isinstance(gesture, Tap) and "CLICK_COORDS" in self._types:
            view = tree.find(class_name="android.webkit.WebView")
            if view is not None:
                scale = (
                    tree.width / 216
                )  # as `bmoca_gym.handset.apps.miniwob.handlers.ZOOM` has it on its phone
                x = (gesture.x * tree.width - view.bounds[0]) / scale
                y = (gesture.y * tree.height - view.bounds[1]) / scale
                if 0 <= x <= WIDTH and 0 <= y <= HEIGHT:
                    return self.action("CLICK_COORDS", coords=self._coords(x, y))
        if isinstance(gesture, TypeText) and "TYPE_TEXT" in self._types:
            return self.action("TYPE_TEXT", text=gesture.text)
        if isinstance(gesture, PressKey) and gesture.key in _KEYS and "PRESS_KEY" in self._types:
            return self.action("PRESS_KEY", key=self._config.allowed_keys.index(_KEYS[gesture.key]))
        if gesture == PressKey("HOME") and "NONE" in self._types:  # what an agent does that does nothing
            return self.action("NONE")
        raise no_such_action(gesture, "MiniWoB++")

    def action(self, kind: str, **values: Any) -> dict[str, Any]:
        """Return an action of the space, as the package's ``create_action`` does; missing values are empty.

        Raises:
            ActionError: there is no such type in this preset, or no such value.
        """
        self._named("action_type", kind, self._types)
        made: dict[str, Any] = {name: _EMPTY[name](self._config) for name in self.space.spaces}  # type: ignore[attr-defined]
        for name in values:
            if name not in made:
                raise ActionError(f"An action of this preset has no {name!r}.{nearest(name, made)}")
        return {**made, "action_type": self._types.index(kind), **values}

    def _coords(self, x: float, y: float) -> Any:
        bins = self._config.coord_bins
        if bins is None:
            return np.array([x, y], np.float32)
        return np.array(
            [min(int(x / WIDTH * bins[0]), bins[0] - 1), min(int(y / HEIGHT * bins[1]), bins[1] - 1)]
        )

    def _values(self, kind: str, action: Mapping[str, Any]) -> dict[str, Any]:
        """The values that a type needs, as JSON."""
        try:
            if kind.endswith("_COORDS"):
                x, y = self._config.compute_raw_coords(action)
                more = {"amount": self._config.scroll_amount} if kind.startswith("SCROLL") else {}
                return {"x": x, "y": y, **more}
            if kind == "PRESS_KEY":
                key = action["key"]
                return {"key": self._named("key", key, self._config.allowed_keys)}
            found: dict[str, Any] = {}
            if "ELEMENT" in kind:
                found["ref"] = int(action["ref"])
            if kind.endswith("TEXT"):
                found["text"] = str(action["text"])
            elif kind.endswith("FIELD"):
                found["field"] = int(action["field"])
            return found
        except ActionError:
            raise
        except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
            raise ActionError(
                f"{kind}: {cut(dict(action))} lacks a value that it needs: {cut(error)}"
            ) from error

    @staticmethod
    def _named(what: str, given: Any, names: Any) -> str:
        """Return the name of a value given by index or name."""
        if isinstance(given, str):
            # ActionTypes of the package are texts too; their words are their values.
            given = getattr(given, "value", given)
            if given in names:
                return str(given)
            raise ActionError(
                f"{what} is {cut(given)}.{nearest(given, names)} Known: {', '.join(map(str, names))}."
            )
        try:
            index = int(given)
        except (TypeError, ValueError):
            index = -1
        if not 0 <= index < len(names):
            raise ActionError(
                f"{what} is {cut(given)}; it must be a name, or a whole number from 0 to {len(names) - 1}."
            )
        return str(names[index])


#: An empty value of each part of an action.
_EMPTY: dict[str, Any] = {
    "action_type": lambda config: 0,
    "coords": lambda config: np.zeros(2, np.float32 if config.coord_bins is None else np.int64),
    "ref": lambda config: 0,
    "key": lambda config: 0,
    "text": lambda config: "",
    "field": lambda config: 0,
}


def make(preset: str, settings: ModeSettings) -> MiniWobActions:
    """Make the action mode of a preset."""
    return MiniWobActions(preset)
