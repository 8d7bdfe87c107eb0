"""Rule on a list in an app, for data that no file and no provider shows: it is opened and read at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import DetectorError
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.success_detectors import fields, patterns, phone_language
from bmoca_gym.success_detectors.comparison import unmatched
from bmoca_gym.success_detectors.detector import (
    Detection,
    Reading,
    Watch,
    satisfied,
    shown,
    unknown,
    unsatisfied,
)
from bmoca_gym.success_detectors.probe import ProbeRule
from bmoca_gym.success_detectors.ui import normalised

#: Most swipes in either direction, and the share of the list's height that each covers.
_SCROLLS, _REACH = 20, 0.35

_OF_12 = re.compile(r"\b(\d{1,2}):(\d\d)\s?([AP])M\b", re.ASCII)
_OF_24 = re.compile(r"\b([01]\d|2[0-3]):(\d\d)\b(?!\s?[AP]M)", re.ASCII)

#: Texts of a row in the order of the columns.
_Read = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListingRule:
    """Rule on the rows of a list, which is opened at the end of the episode as in `ProbeRule`.

    Attributes:
        open: see `ProbeRule`.
        seconds: see `ProbeRule`.
        tap: texts to tap then, one after the other.
        row: resource id of each row.
        columns: names of columns, each with the resource id of a text in a row. Columns with the same id have
            its texts one after the other, "" for missing ones.
        rows: the expected rows: by column a text or ``{matches: PATTERN}``; other columns don't matter. Each
            must match a different row. In texts ``9:00 AM`` and ``09:00`` are the same. Parts in ``<>`` are what
            the phone writes in its language: ``<app.name>`` (a text of its catalogue), ``<app.name 30>`` (one with
            plural forms), ``<09:00>``, ``<2024-05-13 MMM>`` (a day by a CLDR skeleton).
        nothing_else: there are no other rows.
        ordered: the rows have this order, and there are no others.

    Raises:
        DetectorError: a field is malformed.
    """

    open: str | tuple[str, ...]
    row: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[tuple[str, Any], ...], ...]
    tap: tuple[str, ...] = ()
    nothing_else: bool = True
    ordered: bool = False
    seconds: float = 3.0

    def __post_init__(self) -> None:
        ProbeRule(self.open, _List(self), self.seconds)
        fields.text("row", self.row)
        fields.flag("nothing_else", self.nothing_else)
        fields.flag("ordered", self.ordered)
        for text in self.tap:
            if phone_language.has_parts(fields.text("tap", text)):
                phone_language.checked("tap", text, False)
        names = [str(name) for name, _ in fields.pairs("columns", self.columns)]
        for row in self.rows:
            for name, wanted in fields.pairs("a row", row):
                fields.choice("a column", name, names)
                if not isinstance(wanted, str):
                    _pattern(str(name), wanted)
                elif phone_language.has_parts(wanted):
                    phone_language.checked(str(name), wanted, False)

    def start(self, reading: Reading) -> Watch:
        """Wait for the end of the episode."""
        return ProbeRule(self.open, _List(self), self.seconds).start(reading)


def _pattern(name: str, wanted: object) -> str:
    if isinstance(wanted, tuple) and len(wanted) == 1 and wanted[0][0] == "matches":
        if isinstance(wanted[0][1], str) and phone_language.has_parts(wanted[0][1]):
            return phone_language.checked(name, wanted[0][1], True)
        return fields.pattern(name, wanted[0][1])
    raise DetectorError(f"{name} is {shown(wanted)}; it must be a text, or {{matches: PATTERN}}")


@dataclass(frozen=True, slots=True)
class _List:
    """The part of the rule that judges the opened page."""

    rule: ListingRule

    def start(self, reading: Reading) -> _List:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge all rows of the list."""
        rule, device = self.rule, reading.device
        locale = device.info.locale
        for text in rule.tap:
            tree = device.ui_tree()
            node = next(
                (
                    n
                    for n in tree
                    if any(_called(text, one, locale) for one in (n.text, n.content_description))
                ),
                None,
            )
            if node is None:
                return unknown(f"listing: there is no {text!r} to be tapped")
            x, y = node.center
            device.perform(Tap(x / tree.width, y / tree.height))
            device.wait(1.0)
        found = _rows(device, rule.row, rule.columns)
        names = [name for name, _ in rule.columns]
        if rule.ordered:
            left = [
                want
                for want, row in zip(rule.rows, [*found, *[None] * len(rule.rows)], strict=False)
                if row is None or not _fits(names, want, row, locale)
            ]
        else:
            left = unmatched(rule.rows, found, lambda want, row: _fits(names, want, row, locale))
        if left:
            return unsatisfied(f"listing: no row {shown(dict(left[0]))} in its place, of {shown(found)}")
        if len(found) > len(rule.rows) and (rule.nothing_else or rule.ordered):
            return unsatisfied(f"listing: {len(found)} rows, wanted {len(rule.rows)}: {shown(found)}")
        return satisfied(f"listing: {len(found)} rows, as wanted")


def _called(wanted: str, text: str, locale: str) -> bool:
    """Whether an element's text is the one to tap."""
    if phone_language.has_parts(wanted):
        return patterns.search(phone_language.pattern(wanted, locale, False), normalised(text)) is not None
    return text == wanted


def _fits(names: list[str], wanted: tuple[tuple[str, Any], ...], row: _Read, locale: str) -> bool:
    for name, value in wanted:
        text = row[names.index(name)]
        given = value if isinstance(value, str) else value[0][1]
        if phone_language.has_parts(given):
            if not patterns.search(phone_language.pattern(given, locale, given is not value), text):
                return False
        elif isinstance(value, str):
            if text not in (value, _with_24_hours(value)):
                return False
        elif not any(patterns.search(given, one) for one in (text, _with_12_hours(text))):
            return False
    return True


# A setting of the phone chooses how an app writes times of day, here in English.


def _with_24_hours(text: str) -> str:
    return _OF_12.sub(lambda at: f"{int(at[1]) % 12 + 12 * (at[3] == 'P'):02}:{at[2]}", text)


def _with_12_hours(text: str) -> str:
    return _OF_24.sub(lambda at: f"{int(at[1]) % 12 or 12}:{at[2]} {'AP'[int(at[1]) > 11]}M", text)


def _rows(device: Device, row: str, columns: tuple[tuple[str, str], ...]) -> list[_Read]:
    """All rows of a list, from its top to its end."""
    for _ in range(_SCROLLS):
        before = device.ui_tree()
        if not _scrolled(device, before, row, up=False) or device.ui_tree() == before:
            break
    tree = device.ui_tree()
    found = list(_whole(tree, row, columns, top=True))
    for _ in range(_SCROLLS):
        ends = not _scrolled(device, tree, row, up=True) or device.ui_tree() == tree
        tree = device.ui_tree()
        more = list(_whole(tree, row, columns, bottom=ends))
        # Skip rows that were visible before the swipe.
        found += more[
            next((n for n in range(min(len(found), len(more)), 0, -1) if found[-n:] == more[:n]), 0) :
        ]
        if ends:
            break
    return found


def _list_of(tree: UiTree, row: str) -> UiNode | None:
    """The innermost scrollable element around the first row."""
    nodes = tree.nodes
    place = next((i for i, node in enumerate(nodes) if node.resource_id == row), -1)
    depth = nodes[place].depth if place >= 0 else 0
    for node in reversed(nodes[: max(0, place)]):
        if node.depth < depth:
            depth = node.depth
            if node.scrollable:
                return node
    return None


def _scrolled(device: Device, tree: UiTree, row: str, up: bool) -> bool:
    """Scroll the list with a slow swipe; return whether there is one."""
    around = _list_of(tree, row)
    if around is None:
        return False
    left, top, right, bottom = around.bounds
    x, middle, way = (
        (left + right) / 2 / tree.width,
        (top + bottom) / 2 / tree.height,
        _REACH * (bottom - top) / tree.height,
    )
    start, end = middle + way / 2, middle - way / 2
    device.perform(Swipe(x, start, x, end, 2.0) if up else Swipe(x, end, x, start, 2.0))
    device.wait(0.5)
    return True


def _whole(
    tree: UiTree, row: str, columns: tuple[tuple[str, str], ...], top: bool = False, bottom: bool = False
) -> Iterator[_Read]:
    """The rows that are not cut by an edge of the list. ``top``, ``bottom``: a row that touches that edge
    counts as complete.
    """
    around = _list_of(tree, row)
    nodes = tree.nodes
    for place, node in enumerate(nodes):
        if node.resource_id != row:
            continue
        if around is not None and (
            (not top and node.bounds[1] <= around.bounds[1])
            or (not bottom and node.bounds[3] >= around.bounds[3])
        ):
            continue
        texts: dict[str, list[str]] = {}
        for inner in nodes[place + 1 :]:
            if inner.depth <= node.depth:
                break
            texts.setdefault(inner.resource_id, []).append(normalised(inner.text))
        yield tuple([texts[id].pop(0) if texts.get(id) else "" for _, id in columns])
