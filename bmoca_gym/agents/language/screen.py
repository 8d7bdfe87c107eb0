"""Descriptions and pictures of a screen for recipes, in the formats of AndroidWorld's and AndroidLab's agents."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs import set_of_mark
from bmoca_gym.envs.pictures import png
from bmoca_gym.suites.androidworld.elements import on_screen

Element = dict[str, Any]

#: Flags of an element that M3A always lists, and flags that it lists only if they are true.
_ALWAYS, _WHERE_SO = ("clickable", "long_clickable", "editable"), ("scrollable", "focusable")

#: The letters of choices, which go from "A" to "ZZ".
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: Names of elements in choices, by a part of the class name.
_NAMES = (
    ("radiobutton", "radio button"), ("checkbox", "checkbox"), ("switch", "switch"), ("button", "button"),
    ("image", "image"), ("edittext", "text box"), ("text", "text"),
)  # fmt: skip


class Screen:
    """Description of the screen in an observation with ``elements=True``.

    Args:
        observation: the text, or the dictionary with ``text`` and ``pixels``.
    """

    def __init__(self, observation: Any) -> None:
        both = isinstance(observation, dict)
        listed = json.loads(observation["text"] if both else observation)
        self.width, self.height = int(listed["width"]), int(listed["height"])
        self.elements: list[Element] = [
            one for one in listed["elements"] if on_screen(one["bounds"], self.width, self.height)
        ]
        self._picture: NDArray[np.uint8] | None = observation["pixels"] if both else None

    def brief(self) -> str:
        """Write a line for each element with its main attributes, in the format of M3A."""
        return "\n".join(f"UI element {one['index']}: {_brief(one)}" for one in self.elements)

    def full(self) -> str:
        """Write a line for each element with all attributes, in the format of T3A."""
        return "\n".join(f"UI element {one['index']}: {_full(one)}" for one in self.elements)

    def choices(self) -> list[tuple[str, Element]]:
        """List the elements with a name, each with its letters, for a choice in the format of SeeAct."""
        named = [one for one in self.elements if one.get("class") and _said(one, "resource_id")]
        return [(letters(place), one) for place, one in enumerate(named[: letters_end()])]

    def plain(self) -> bytes:
        """Return the picture as PNG."""
        return png(self._pixels)

    def marked(self, label: str = "") -> bytes:
        """Return the picture as PNG, with a numbered box around each element. ``label``: a word in its corner."""
        picture = self._marked if not label else _labelled(self._marked, label)
        return png(picture)

    @property
    def _pixels(self) -> NDArray[np.uint8]:
        assert self._picture is not None, "the recipe has no pictures"
        return self._picture

    @cached_property
    def _marked(self) -> NDArray[np.uint8]:
        height, width = self._pixels.shape[:2]
        places = [(one["index"], one["bounds"]) for one in self.elements]
        marks = set_of_mark.boxes(places, (self.width, self.height), (width, height))
        return set_of_mark.draw(self._pixels, marks)


class LabScreen:
    """Description of the screen in an observation with ``elements="androidlab"``.

    ``layout``: the compressed tree as text; "" if there is only a picture.

    Args:
        observation: the text, the picture, or the dictionary with ``text`` and ``pixels``. The environment has drawn
            the numbers on the picture, if there are any.
    """

    def __init__(self, observation: Any) -> None:
        both = isinstance(observation, dict)
        text = observation["text"] if both else observation
        self.layout = text if isinstance(text, str) else ""
        self._picture = observation["pixels"] if both else None if self.layout else observation

    def choices(self) -> str:
        """Write a line for each element: its id and description, and its box."""
        return "\n".join(
            f"{found[1].rstrip()} | {found[2]}" for found in _ELEMENT_OF_LAYOUT.finditer(self.layout)
        )

    def plain(self) -> bytes:
        """Return the picture as PNG."""
        assert self._picture is not None, "the recipe has no pictures"
        return png(self._picture)


#: An element in the text of a compressed tree, with its bounds in the next line.
_ELEMENT_OF_LAYOUT = re.compile(r"^ *(\[n[0-9a-f]+\] .*): \n *bounds: (\[.*\])$", re.MULTILINE)


def letters(place: int) -> str:
    """Return the letters for a choice's index: A to Z, then AA to ZZ.

    >>> letters(0), letters(25), letters(26), letters(701)
    ('A', 'Z', 'AA', 'ZZ')
    """
    count = len(_LETTERS)
    if place < count:
        return _LETTERS[place]
    first, second = divmod(place - count, count)
    return _LETTERS[first] + _LETTERS[second]


def letters_end() -> int:
    """Return how many elements can have letters. The last letters stand for "none of these"."""
    return len(_LETTERS) * (len(_LETTERS) + 1) - 1


def named(element: Element) -> str:
    """Describe an element for a choice, such as ``button "Save"`` or ``text box "Name", empty``."""
    kind = str(element.get("class", "")).rpartition(".")[2].casefold()
    what = next((name for part, name in _NAMES if part in kind), "icon")
    if element.get("editable"):
        what = "text box"
    name = _said(element, "hint" if what == "text box" else "")
    text = str(element.get("text", ""))
    words = f"{what} {json.dumps(name, ensure_ascii=False)}" if name else what
    if what == "text box":
        return (
            f"{words}, with the text {json.dumps(text, ensure_ascii=False)}"
            if text not in ("", name)
            else f"{words}, empty"
        )
    if what in ("switch", "checkbox", "radio button"):
        return f"{words}, {'checked' if element.get('checked') else 'not checked'}"
    return words


def _said(element: Element, last: str) -> str:
    """Return the name of an element: a text box's hint, or any other element's text."""
    order = (
        ("hint", "content_description", "resource_id")
        if last == "hint"
        else ("text", "content_description", "hint", "resource_id")
    )
    found = next((str(element[name]) for name in order if element.get(name)), "")
    return found if not found or found != element.get("resource_id") else found.rpartition("/")[2]


def _brief(element: Element) -> str:
    fields: list[tuple[str, str]] = [("index", str(element["index"]))]
    for name, called in (
        ("text", "text"),
        ("content_description", "content_description"),
        ("hint", "hint_text"),
    ):
        if element.get(name):
            fields.append((called, json.dumps(element[name], ensure_ascii=False)))
    flags = [
        *_ALWAYS,
        *(name for name in _WHERE_SO if element.get(name)),
        "selected",
        "checked",
    ]
    fields += [(f"is_{name}", str(bool(element.get(name)))) for name in flags]
    return "{" + ", ".join(f'"{name}": {value}' for name, value in fields) + "}"


def _full(element: Element) -> str:
    """Write all attributes, as Python prints AndroidWorld's element class."""
    left, top, right, bottom = element["bounds"]
    box = f"BoundingBox(x_min={left}, x_max={right}, y_min={top}, y_max={bottom})"
    flags = (
        "checked", "checkable", "clickable", "editable", "enabled", "focused", "focusable", "long_clickable",
        "scrollable", "selected",
    )  # fmt: skip
    fields = [
        ("text", repr(element.get("text"))),
        ("content_description", repr(element.get("content_description"))),
        ("class_name", repr(element.get("class"))),
        ("bbox", "None"),
        ("bbox_pixels", box),
        ("hint_text", repr(element.get("hint"))),
        *((f"is_{name}", str(bool(element.get(name)))) for name in flags),
        ("is_visible", "True"),
        ("package_name", repr(element.get("package"))),
        ("resource_name", repr(element.get("resource_id"))),
        ("tooltip", "None"),
        ("resource_id", "None"),
    ]
    return f"UIElement({', '.join(f'{name}={value}' for name, value in fields)})"


def _labelled(picture: NDArray[np.uint8], label: str) -> NDArray[np.uint8]:
    """Write a word into the bottom right corner of a copy of a picture."""
    import cv2

    drawn: NDArray[np.uint8] = np.ascontiguousarray(picture).copy()
    height, width = drawn.shape[:2]
    scale = max(height / 1600, 0.35)
    (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    drawn[max(0, height - high - 12) :, max(0, width - wide - 12) :] = 255
    place = (max(0, width - wide - 6), height - 6)
    cv2.putText(drawn, label, place, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 1, cv2.LINE_AA)
    return drawn
