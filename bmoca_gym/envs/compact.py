"""Compact text of a screen, ``elements="compact"``: a line for each element, without layouts and bounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs import set_of_mark, targets
from bmoca_gym.envs.observations import ElementList
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.value import memo

#: Length of a text in tokens (`tokens`) above which words are cut shorter, and the lengths to which each is cut, in
#: characters. Lines are never left out: a screen with very many elements stays longer.
BUDGET = 225
CUTS = (1000, 400, 200, 100, 60, 40, 24, 16)

#: Stands for words that are the same as in the line above, if they have at least so many characters.
DITTO, _LONG = '"', 8

#: Words that are longer by no more than this are left whole, in characters.
_SLACK = 4

#: Length below which what a field contains is never cut, in characters: a task may be about all of a note.
_CONTENT = 4000

#: From so many similar lines on, the words that all of them have are given once.
RUN = 5

#: Classes whose own text may be only their state, such as "ON".
_SWITCHES = ("Switch", "ToggleButton", "SwitchCompat")

#: Classes that scroll to the sides.
_SIDEWAYS = ("HorizontalScrollView", "ViewPager")

#: How far above an element the words beside it are searched, in levels, and among how many others that react.
_LEVELS, _NEIGHBOURS = 3, 3

#: Largest number of parts of an element's words.
_PARTS = 40

#: Tags of lines without an element: words that don't react, and what the next lines have in common.
_TEXT, _HEAD = -1, -2

#: Words of an element's resource id that name it: its last ones.
_OF_ID = 2

_SPACES = re.compile(r"\s+")
_PIECES = re.compile(r"[A-Za-z]+|[0-9]| (?=[0-9])|[^\sA-Za-z0-9]")
_ONLY_SIGNS = re.compile(r"[\s:|•·.,/–—-]*")
_HAS_NUMBER = re.compile(r"[0-9]")
_ONLY_NUMBERS = re.compile(r"[0-9]+")


class Line(NamedTuple):
    """A line of the text.

    Attributes:
        tag: tag of an element that reacts to a touch; below 0 for words that don't.
        words: the element's words in parts, uncut.
        state: its state, such as ``on``, or "".
        content: what a text field contains; None if it is not a text field.
        holds: whether a long press does something different from a tap.
        kind: the element's class and resource id.
    """

    tag: int
    words: tuple[str, ...]
    state: str = ""
    content: str | None = None
    holds: bool = False
    kind: tuple[str, str] = ("", "")


def description(tree: UiTree, longest: int) -> str:
    """Describe a screen with a line for each element that reacts to a touch, and the words between them.

    ``12 Alarm``
        Element 12: ``tap(12)`` and ``long_press(12)`` take its tag, which is that of `screen_description`. Its words
        are its own and those inside it; else those beside it; else the end of its resource id.
    ``12 Title = Lunch``
        A text field with its content.
    ``12 Wi-Fi: on``
        The state: ``on`` or ``off``, ``selected``, ``focused`` (it takes the text that is typed), ``disabled``; for a
        slider its ends and its height as fractions of the screen, for dual gestures.
    ``12 Alarm +``
        A long press on it does something different from a tap.
    ``- Today | No events``
        Words that don't react. ``- May _, 2024`` and ``- _ +`` give what the next lines of one kind have in common.
    ``12 list.txt, "``
        The second part is the same as in the last line of this kind. ``13 More options for "``: for the row around it.
    ``scrolls``
        The list in the middle of the screen scrolls; ``sideways``, or at another place.

    Elements without function and words are left out. Long words are cut (more if there are more elements), but the
    content of fields is not.

    Args:
        tree: the UI tree.
        longest: the largest number of characters; the rest is cut off.

    >>> alarm = UiNode("android.widget.Button", "", "Alarm", "", (0, 0, 540, 216), "", 0, clickable=True, selected=True)
    >>> description(UiTree((alarm,), 1080, 2160), 1000)
    '0 Alarm: selected'
    """
    return _description(_Screen(tree))[:longest]


class _Element:
    """An element in document order: its place, its parent's, its tag, and whether it reacts to a touch."""

    __slots__ = ("acts", "check", "inner", "node", "parent", "place", "tag", "words")

    def __init__(self, place: int, node: UiNode, parent: int, tag: int, acts: bool, words: str) -> None:
        self.place, self.node, self.parent, self.tag, self.acts = place, node, parent, tag, acts
        self.words = words  # its own
        self.inner: list[str] = []  # of elements inside or beside it that don't react
        self.check = node if node.checkable else None  # it, or an element inside it that can be checked


class _Screen:
    """A tree as a cache key that is compared by identity, since hashing a hundred nodes is slow."""

    __slots__ = ("tree",)

    def __init__(self, tree: UiTree) -> None:
        self.tree = tree

    def __hash__(self) -> int:
        return id(self.tree.nodes)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Screen)
            and other.tree.nodes is self.tree.nodes
            and (other.tree.width, other.tree.height) == (self.tree.width, self.tree.height)
        )


@memo(256)
def _description(screen: _Screen) -> str:
    found, end = lines(screen.tree), _scrolling(screen.tree)
    text = ""
    for cut in CUTS:
        text = "\n".join([*_written(found, cut), *end])
        if tokens(text) <= BUDGET:
            break
    return text


def tokens(text: str) -> float:
    """Estimate the number of tokens of a compact text.

    Fitted to SmolLM2's tokenizer, which has a token for each digit, and one to two for a letter that is not Latin.
    """
    count = 1.25 * text.count("\n")
    for piece in _PIECES.findall(text):
        count += max(1.0, 1 + (len(piece) - 6) / 5) if piece < "\x7f" else 1.4
    return count


def lines(tree: UiTree) -> list[Line]:
    """Return the lines of a screen in document order, without the last one, which says what scrolls."""
    elements = _elements(tree)
    loose = _loose(elements)
    _take_words_beside(elements, loose)
    ids = Counter(one.node.resource_id for one in elements)
    given = {one.words for one in elements if one.acts}
    found: list[Line] = []
    titles: dict[int, str] = {}
    for one in elements:
        if one.acts:
            words = _words(one, ids[one.node.resource_id] == 1)
            at = _around(elements, one)
            if (
                at >= 0 and len(first := titles[at]) >= _LONG
            ):  # the row's title in the name of a button in the row
                words = tuple(part.replace(first, DITTO) for part in words)
            titles[one.place] = words[0]
            found.append(_line(one, words, tree))
        elif one.place in loose and one.words not in given and not _ONLY_SIGNS.fullmatch(one.words):
            found.append(Line(_TEXT, (one.words,)))
    return found


def _elements(tree: UiTree) -> list[_Element]:
    """Return all elements with their parents, tags and own words."""
    tags = {id(node): tag for tag, node in enumerate(tree.numbered())}
    found: list[_Element] = []
    above: list[int] = []
    for place, node in enumerate(tree.nodes):
        while above and tree.nodes[above[-1]].depth >= node.depth:
            above.pop()
        shown = node.visible and _on_screen(node, tree)
        acts = shown and id(node) in tags and (targets.takes_taps(node) or node.long_clickable)
        parent, tag = above[-1] if above else -1, tags.get(id(node), -1)
        found.append(_Element(place, node, parent, tag, acts, _own_words(node, acts) if shown else ""))
        above.append(place)
    return found


def _on_screen(node: UiNode, tree: UiTree) -> bool:
    left, top, right, bottom = node.bounds
    return max(left, 0) < min(right, tree.width) and max(top, 0) < min(bottom, tree.height)


def _own_words(node: UiNode, acts: bool) -> str:
    """Return the words of an element itself. They don't include the content of a field that reacts."""
    text, described = _in_line(node.text), _in_line(node.content_description)
    if _is_field(node) and acts:
        return _in_line(node.hint) or described
    if targets.takes_position(node):
        return f"{described or _name(node)} {text}".strip()
    if text and described and text != described and len(text) <= 2 and text.isalpha():
        return f"{text} {described}"  # such as the first letter of a day
    return text or described


def _in_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def _name(node: UiNode) -> str:
    """Return the last words of an element's resource id; its class if it has none."""
    name = node.resource_id.rpartition("/")[2]
    words = [word for word in name.split("_") if word]
    return " ".join(words[-_OF_ID:]) or node.class_name.rpartition(".")[2]


def _is_field(node: UiNode) -> bool:
    return node.editable or node.class_name.endswith("EditText")


def _is_switch(node: UiNode) -> bool:
    return node.class_name.endswith(_SWITCHES)


def _loose(elements: Sequence[_Element]) -> set[int]:
    """Assign words and checks inside elements that react to these elements. Returns the places of all other words."""
    loose: set[int] = set()
    for one in elements:
        if one.acts:
            continue
        at = _around(elements, one)
        if at < 0:
            if one.words:
                loose.add(one.place)
            continue
        around = elements[at]
        around.check = around.check or one.check
        full = len(around.inner) == _PARTS
        if one.words and not (full or _is_switch(one.node) or one.words in (around.words, *around.inner)):
            around.inner.append(one.words)
    return loose


def _around(elements: Sequence[_Element], one: _Element) -> int:
    """Return the place of the nearest element around one that reacts, or -1."""
    at = one.parent
    while at >= 0 and not elements[at].acts:
        at = elements[at].parent
    return at


def _take_words_beside(elements: Sequence[_Element], loose: set[int]) -> None:
    """Give elements without words those next to them; elements that can be checked come first."""
    wordless = [
        one
        for one in elements
        if one.acts
        and not one.inner
        and (not one.words or _is_switch(one.node))
        and (one.node.checkable or _is_field(one.node) or not one.node.resource_id)
    ]
    for one in sorted(wordless, key=lambda one: not one.node.checkable):
        at = one.parent
        for _ in range(_LEVELS):
            if at < 0:
                break
            acting = 0
            beside = []
            for other in _inside(elements, at):
                acting += other.acts and (
                    _NEIGHBOURS if other is not one and _same_kind(other.node, one.node) else 1
                )
                if acting > _NEIGHBOURS:
                    break
                if other.place in loose:
                    beside.append(other)
            if acting > _NEIGHBOURS:
                break
            if beside:
                one.words, one.inner = "", [other.words for other in beside[:_PARTS]]
                loose.difference_update(other.place for other in beside)
                break
            at = elements[at].parent


def _inside(elements: Sequence[_Element], at: int) -> Iterator[_Element]:
    for place in range(at + 1, len(elements)):
        if elements[place].node.depth <= elements[at].node.depth:
            return
        yield elements[place]


def _kind(node: UiNode) -> tuple[str, str]:
    return node.class_name, node.resource_id


def _same_kind(one: UiNode, other: UiNode) -> bool:
    return _kind(one) == _kind(other)


def _words(one: _Element, alone: bool) -> tuple[str, ...]:
    """Return the words of an element that reacts. ``alone``: no other element has its resource id."""
    node = one.node
    words = _without_repeats([part for part in (one.words, *one.inner) if part]) or [_name(node)]
    if (
        alone
        and node.resource_id
        and _ONLY_NUMBERS.fullmatch(one.words)
        and not _HAS_NUMBER.search(_name(node))
    ):
        words[0] = f"{words[0]} {_name(node)}"  # such as the hours of a time
    return tuple(words)


def _line(one: _Element, words: tuple[str, ...], tree: UiTree) -> Line:
    node = one.node
    content = None
    if _is_field(node):
        content = "" if node.text == node.hint else _in_line(node.text)
    return Line(
        one.tag, words, _state(one, tree), content, node.long_clickable and content is None, _kind(node)
    )


def _without_repeats(words: Sequence[str]) -> list[str]:
    """Leave out parts whose words are contained in other parts."""
    padded = [f" {part} " for part in words]
    return [
        part
        for place, part in enumerate(words)
        if not any(
            padded[place] in other and (padded[place] != other or at < place)
            for at, other in enumerate(padded)
            if at != place
        )
    ]


def _state(one: _Element, tree: UiTree) -> str:
    node = one.node
    said = []
    if one.check is not None:
        said.append("on" if one.check.checked else "off")
    if node.selected:
        said.append("selected")
    if node.focused and _is_field(node):
        said.append("focused")
    if not node.enabled:
        said.append("disabled")
    if targets.takes_position(node):
        left, top, right, bottom = node.bounds
        middle = (top + bottom) / 2 / tree.height
        said.append(f"x {left / tree.width:.2f} to {right / tree.width:.2f}, y {middle:.2f}")
    return ", ".join(said)


def _written(found: Sequence[Line], cut: int) -> list[str]:
    """Write the lines, with each part of their words shortened. Words that don't react share a line."""
    written: list[str] = []
    for tag, group in groupby(_shortened(found), lambda line: min(line.tag, 0)):
        if tag == _TEXT:
            texts = [_cut(line.words[0], cut) for line in group]
            written.append("- " + " | ".join(text for text, _ in groupby(texts)))
        else:
            written += [f"- {line.words[0]}" if tag else _with_tag(line, cut) for line in group]
    return written


def _with_tag(line: Line, cut: int) -> str:
    words = ", ".join(_cut(part, cut) for part in line.words)
    state = f": {line.state}" if line.state else ""
    content = "" if line.content is None else f" = {_cut(line.content, max(cut, _CONTENT))}".rstrip()
    return f"{line.tag} {words}{state}{content}{' +' if line.holds else ''}"


def _cut(words: str, longest: int) -> str:
    return words if len(words) <= longest + _SLACK else words[: longest - 1].rstrip() + "…"


def _shortened(found: Sequence[Line]) -> list[Line]:
    """State what lines of one kind have in common once, before the first of them, with ``_`` for what differs."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for place, line in enumerate(found):
        if line.tag >= 0:
            kinds.setdefault(line.kind, []).append(place)
    shortened = list(found)
    heads: list[tuple[int, Line]] = []
    for places in kinds.values():
        if len(places) < RUN:
            continue
        words = [found[place].words for place in places]
        head = "_"
        rest: Sequence[tuple[str, ...]] = words
        if any(len(parts) > 1 for parts in words):
            head, rest = _without_shared_parts(words)
        elif places[-1] - places[0] < len(places):
            head, rest = _without_shared_ends([parts[0] for parts in words])
        hold = all(found[place].holds for place in places)
        if head != "_" or hold:
            heads.append((places[0], Line(_HEAD, (head + " +" * hold,))))
        for place, above, own in zip(places, [(), *rest], rest, strict=False):
            line = found[place]
            shortened[place] = line._replace(words=_with_dittos(own, above), holds=line.holds and not hold)
    for place, line in sorted(heads, reverse=True):
        shortened.insert(place, line)
    return shortened


def _without_shared_parts(words: Sequence[tuple[str, ...]]) -> tuple[str, Sequence[tuple[str, ...]]]:
    """Return the parts that all have, after ``_``, and the other parts of each; "_" and all if one has no others."""
    shared = [part for part in words[0] if all(part in parts for parts in words)]
    rest = [tuple(part for part in parts if part not in shared) for parts in words]
    return (", ".join(["_", *shared]), rest) if all(rest) else ("_", words)


def _without_shared_ends(words: Sequence[str]) -> tuple[str, Sequence[tuple[str, ...]]]:
    """Return the first and the last words that all have, around ``_``, and the middle of each; all if one has none."""
    split = [each.split(" ") for each in words]
    before, after = _shared(split), _shared([each[::-1] for each in split])
    if any(len(each) <= before + after for each in split):
        return "_", [(each,) for each in words]
    first = split[0]
    head = " ".join([*first[:before], "_", *first[len(first) - after :]])
    return head, [(" ".join(each[before : len(each) - after]).rstrip(","),) for each in split]


def _with_dittos(words: tuple[str, ...], above: tuple[str, ...]) -> tuple[str, ...]:
    """Replace long parts after the first that are the same as those of the line above."""
    return tuple(
        DITTO if place and len(part) >= _LONG and above[place : place + 1] == (part,) else part
        for place, part in enumerate(words)
    )


def _shared(split: Sequence[Sequence[str]]) -> int:
    """Count the first words that all have in common."""
    count = 0
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count


def _scrolling(tree: UiTree) -> list[str]:
    """Say what can be scrolled: nothing, or one line."""
    said: dict[str, None] = {}
    for node in tree.nodes:
        if not (node.scrollable and node.visible and _on_screen(node, tree)):
            continue
        words = "scrolls sideways" if node.class_name.endswith(_SIDEWAYS) else "scrolls"
        if not targets.contains(node, tree.width // 2, tree.height // 2):
            x, y = targets.center(node, tree)
            words += f" at x {x:.2f}, y {y:.2f}"
        said[words] = None
    return ["; ".join(said)] if said else []


def named(tree: UiTree) -> list[int]:
    """Return the tags of the elements that have a line."""
    return [line.tag for line in lines(tree) if line.tag >= 0]


def _drawn(picture: NDArray[np.uint8], tree: UiTree) -> NDArray[np.uint8]:
    """Draw a box with its tag around each element that has a line."""
    height, width = picture.shape[:2]
    nodes = tree.numbered()
    places = [(tag, nodes[tag].bounds) for tag in named(tree)]
    return set_of_mark.draw(picture, set_of_mark.boxes(places, (tree.width, tree.height), (width, height)))


#: As the observation's argument ``elements`` names it.
LIST = ElementList(description, _drawn, tags=named)
