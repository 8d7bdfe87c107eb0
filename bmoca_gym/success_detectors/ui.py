"""Rule on the UI tree: an element exists, or has an attribute with a certain value."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from itertools import compress
from operator import attrgetter
from typing import Any

from bmoca_gym.errors import DetectorError
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.success_detectors import fields, patterns, phone_language
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, shown, unsatisfied
from bmoca_gym.success_detectors.phone_language import normalised

TEXTS = ("text", "content_description", "resource_id", "class_name", "package", "hint")
FLAGS = (
    "checkable", "checked", "clickable", "enabled", "focusable", "focused", "long_clickable", "password",
    "scrollable", "selected",
)  # fmt: skip
SELECTORS = ("resource_id", "text", "content_description", "class_name", "package", "hint")
PREDICATES = ("equals", "normalised", "dialled", "without_spaces", "contains", "matches")

_READ = {name: attrgetter(name) for name in (*TEXTS, *FLAGS)}


def dialled(text: str) -> str:
    """Return the characters of ``text`` that a phone dials: digits of any script as ASCII, and ``*#+,;``.

    All other characters only make a number readable and are dropped.
    """
    return "".join(
        [str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text if c.isdecimal() or c in "*#+,;"]
    )


def without_spaces(text: str) -> str:
    """Return ``text`` without ASCII spaces."""
    return text.replace(" ", "")


@dataclass(frozen=True, slots=True)
class UiRule:
    """Rule that holds if an element matches all selectors, and one such element passes the test.

    Selectors, at least one, compared exactly: ``resource_id`` (complete: ``package:id/name``), ``text``,
    ``content_description``, ``class_name``, ``package``, ``hint`` (of a text field). Each is one text, or
    several of which one must match, such as a label in several languages. ``<app.name>`` stands for a text of an app's
    catalogue in every language.

    Test, optional: ``attribute`` and one predicate. For one of `FLAGS`, ``equals`` true or false. For one of
    `TEXTS`, one of ``equals`` (exactly), ``normalised`` (after `normalised`), ``dialled`` (after `dialled`),
    ``without_spaces`` (after `without_spaces`), ``contains`` (a part of it, exactly), ``matches`` (a regular
    expression of RE2, searched after `normalised`).

    ``exists``: false negates the rule: there is no such element.

    Raises:
        DetectorError: a field is malformed, or fields don't fit together.
    """

    resource_id: str | tuple[str, ...] | None = None
    text: str | tuple[str, ...] | None = None
    content_description: str | tuple[str, ...] | None = None
    class_name: str | tuple[str, ...] | None = None
    package: str | tuple[str, ...] | None = None
    hint: str | tuple[str, ...] | None = None
    attribute: str | None = None
    equals: str | bool | None = None
    normalised: str | None = None
    dialled: str | None = None
    without_spaces: str | None = None
    contains: str | None = None
    matches: str | None = None
    exists: bool = True
    # What every check needs: resource ids, how to read each selector with its values, the rule's name and wish for
    # evidence.
    _ids: frozenset[str] = field(init=False, repr=False, compare=False)
    _selectors: tuple[tuple[Any, frozenset[str]], ...] = field(init=False, repr=False, compare=False)
    _called: str = field(init=False, repr=False, compare=False)
    _wanted: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check_fields()
        wanted = {name: getattr(self, name) for name in SELECTORS if getattr(self, name) is not None}
        texts = {
            name: phone_language.in_every_language(name, fields.texts(name, one))
            for name, one in wanted.items()
        }
        for name, prepared in (
            ("_ids", frozenset(texts.get("resource_id", ()))),
            ("_selectors", tuple([(_READ[name], frozenset(allowed)) for name, allowed in texts.items()])),
            ("_called", " ".join([" or ".join(fields.texts(name, one)) for name, one in wanted.items()])),
            ("_wanted", self._wish()),
        ):
            object.__setattr__(self, name, prepared)

    def _check_fields(self) -> None:
        fields.flag("exists", self.exists)
        selectors = [name for name in SELECTORS if getattr(self, name) is not None]
        if not selectors:
            raise DetectorError(f"no element is named; give at least one of {', '.join(SELECTORS)}")
        for name in selectors:
            fields.texts(name, getattr(self, name))
        given = [name for name in PREDICATES if getattr(self, name) is not None]
        if self.attribute is None:
            if given:
                raise DetectorError(f"{given[0]} is given without attribute; say which one it is about")
            return
        fields.choice("attribute", self.attribute, _READ)
        if len(given) != 1:
            raise DetectorError(f"attribute {self.attribute} needs exactly one of {', '.join(PREDICATES)}")
        self._check_predicate(self.attribute, given[0])

    def _check_predicate(self, attribute: str, predicate: str) -> None:
        wanted = getattr(self, predicate)
        if attribute in FLAGS:
            if predicate != "equals":
                raise DetectorError(f"{predicate} is for text; {attribute} is a flag and takes equals")
            fields.flag("equals", wanted)
        elif predicate == "matches":
            fields.pattern("matches", wanted)
        elif predicate == "equals":
            if not isinstance(wanted, str):
                raise DetectorError(f"equals is {wanted!r}, but {attribute} is text; put the value in quotes")
        elif predicate == "contains":
            fields.text("contains", wanted)
        elif fields.text(predicate, wanted) != _CHANGES[predicate](wanted):
            raise DetectorError(
                f"{predicate} is {wanted!r}, which no text can be after the change; did you mean "
                f"{_CHANGES[predicate](wanted)!r}?"
            )

    def start(self, reading: Reading) -> UiRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the elements on the screen."""
        found = self._elements(reading)
        if self.attribute is None:
            holds, seen = bool(found), "on the screen" if found else "not on the screen"
        elif not found:
            holds, seen = False, "not on the screen"
        else:
            values: list[str | bool] = list(map(_READ[self.attribute], found))
            hit = next((value for value in values if self._passes(value)), None)
            holds = hit is not None
            seen = f"{self.attribute} is {shown(hit if holds else values[0])}"
        evidence = f"ui: {self._called}: {seen}"
        return satisfied(evidence) if holds is self.exists else unsatisfied(f"{evidence}; {self._wanted}")

    def _elements(self, reading: Reading) -> list[UiNode]:
        if self._ids and reading.lacks(self._ids):
            return []
        nodes: list[UiNode] | tuple[UiNode, ...] = reading.ui_tree().nodes
        for read, allowed in self._selectors:
            nodes = list(compress(nodes, map(allowed.__contains__, map(read, nodes))))
        return list(nodes)

    def _passes(self, value: str | bool) -> bool:
        if self.equals is not None:
            return value == self.equals
        assert isinstance(value, str)  # the other predicates are refused for flags
        if self.dialled is not None:
            return dialled(value) == self.dialled
        if self.normalised is not None:
            return normalised(value) == self.normalised
        if self.without_spaces is not None:
            return without_spaces(value) == self.without_spaces
        if self.contains is not None:
            return self.contains in value
        return patterns.search(self.matches or "", normalised(value)) is not None

    def _wish(self) -> str:
        if self.attribute is None:
            return "wanted" if self.exists else "not wanted"
        predicate = next(name for name in PREDICATES if getattr(self, name) is not None)
        return f"{'wanted' if self.exists else 'not wanted'}: {predicate} {getattr(self, predicate)!r}"


_CHANGES = {"normalised": normalised, "dialled": dialled, "without_spaces": without_spaces}
