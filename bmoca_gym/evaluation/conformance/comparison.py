"""Compare an episode on a phone with the same episode on the embedded phone, without personal data."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.envs.targets import tap_target
from bmoca_gym.evaluation.conformance import trees
from bmoca_gym.evaluation.conformance.playing import STEP_SECONDS, Play, Seen
from bmoca_gym.evaluation.conformance.questions import without_names
from bmoca_gym.handset.gestures import LongPress, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: Most differences of one episode that are listed. All are counted.
MOST = 200

#: Seconds from which a phone counts as slow: to set up a task, for a step beyond its own time, to tell the UI tree.
SLOW: Mapping[str, float] = {"set-up": 300.0, "step": 5.0, "tree": 5.0}

#: Below this likeness two screens are different pages, whose nodes are not compared.
_ALIKE = 0.3

#: Cost of a screen that only one phone showed; two screens that are unlike by less are paired.
_GAP = 0.4

#: Places of a screen in the two episodes; None: one of them has no such screen.
_Pair = tuple[int | None, int | None]

_ID = re.compile(r"([A-Za-z][\w.]{0,100}):id/[A-Za-z_][\w.]{0,100}", re.ASCII)
#: Packages of Android itself, which say nothing of a phone's owner.
_SYSTEM = ("com.android.", "com.google.android.")
_CLASS = re.compile(r"(?:android|androidx)\.[\w.$]{1,150}", re.ASCII)


class Difference(NamedTuple):
    """A difference between two phones, and its place.

    Attributes:
        kind: ``other outcome``, ``unexpected question``, ``other screen``, ``missing screen``, ``extra screen``,
            ``slower``, or a kind of `trees.NodeDifference`.
        step: number of the step before which the screen was seen, on the phone; from 0.
        screen: package and activity of the screen.
        node: id, or class and text, of the node; "" where the whole screen differs. Of an outcome: what the expert
            touches on the embedded phone where it did something else on this one.
        expected: what the embedded phone has.
        found: what the phone has.
    """

    kind: str
    step: int
    screen: str
    node: str
    expected: str
    found: str


class Public:
    """What may be shared from a phone: whatever the embedded phone shows too, and the names of Android and its apps.

    Args:
        texts: public texts: those on the embedded phone's screens and in the task.
        packages: public apps: those of the embedded phone.
        all_texts: whether the owner has said that every text of the phone is public.
    """

    def __init__(self, texts: Collection[str], packages: Collection[str], all_texts: bool = False) -> None:
        self._texts, self._packages, self._all = frozenset(texts), frozenset(packages), all_texts

    def text(self, text: str) -> str:
        """Return a text in quotes, or only its length if it may be personal."""
        if self._all or not text or text in self._texts:
            return repr(text)
        return f"a text of {len(text)} characters"

    def question(self, text: str, without_names: str) -> str:
        """Return a question as `text` does; if it may be personal, the system's question without names."""
        return self.text(text) if self._all or not without_names else repr(without_names)

    def id(self, name: str) -> str:
        """Return a resource id, or only its length if its app or the id may be personal."""
        match = _ID.fullmatch(name)
        if not name or name in self._texts or (match and self._known(match[1])):
            return name or "no id"
        return f"an id of {len(name)} characters"

    def screen(self, front: str) -> str:
        """Return the package and activity, or "another app"."""
        return front if not front or self._known(front.partition("/")[0]) else "another app"

    def kind(self, class_name: str) -> str:
        """Return the class of a node, or "a class of an app" if that app may be personal."""
        if class_name in self._texts or _CLASS.fullmatch(class_name):
            return class_name
        return class_name if self._known(class_name.rpartition(".")[0]) else "a class of an app"

    def _known(self, package: str) -> bool:
        return package == "android" or package in self._packages or package.startswith(_SYSTEM)


def public_of(expected: Play, words: Collection[str], packages: Collection[str], all_texts: bool) -> Public:
    """Collect what is public in an episode. ``words``: additional texts, such as the instruction."""
    texts = set(words)
    for seen in expected.screens:
        for node in seen.tree.nodes:
            texts |= {node.text, node.content_description, node.resource_id, node.class_name}
    return Public(texts, packages, all_texts)


def compare(
    expected: Play,
    found: Play,
    public: Public,
    tolerance: float = trees.TOLERANCE,
    slow: Mapping[str, float] = SLOW,
    step_seconds: float = STEP_SECONDS,
    locale: str = "en-US",
) -> list[Difference]:
    """List the differences in an episode: its outcome, unexpected questions, and then the others in step order.

    Args:
        expected: the episode on the embedded phone.
        found: the episode on the other phone.
        public: what may be in the list.
        tolerance: as for `trees.differences`.
        slow: seconds as in `SLOW`.
        step_seconds: seconds that each step takes anyway.
        locale: the locale of both phones.
    """
    made: list[Difference] = []
    kept = [step for step, seen in enumerate(found.screens) if seen.asks is None]
    pairs = [
        (one, None if other is None else kept[other])
        for one, other in _aligned(expected.screens, [found.screens[step] for step in kept])
    ]
    if found.outcome != "solved":  # what the phone never came to says nothing
        last = max((at for at, pair in enumerate(pairs) if None not in pair), default=-1)
        pairs = [pair for at, pair in enumerate(pairs) if at <= last or pair[1] is not None]
    if found.outcome != expected.outcome:
        step, front, node = _parted(expected, found, pairs, public, tolerance)
        made.append(Difference("other outcome", step, front, node, expected.outcome, _outcome(found)))
    elif found.score != expected.score:
        made.append(
            Difference(
                "other outcome", len(found.screens), "", "", _points(expected.score), _points(found.score)
            )
        )
    if found.set_up_seconds > slow["set-up"]:
        made.append(_slower(0, "", "set-up", slow["set-up"], found.set_up_seconds))
    for step, seen in enumerate(found.screens):
        if seen.asks is not None:
            front, node = public.screen(seen.front), public.id(seen.asks.id)
            text = public.question(seen.asks.text, without_names(seen.asks.text, locale))
            made.append(Difference("unexpected question", step, front, node, "", text))
    for one, other in pairs:
        if one is None and other is not None:
            front = public.screen(found.screens[other].front)
            made.append(Difference("extra screen", other, front, "", "", front))
        elif one is not None and other is None:
            front = expected.screens[one].front
            made.append(Difference("missing screen", one, front, "", front, ""))
        elif one is not None and other is not None:
            made += _of_screens(
                other, expected.screens[one], found.screens[other], public, tolerance, slow, step_seconds
            )
    return made


def _parted(
    expected: Play, found: Play, pairs: Sequence[_Pair], public: Public, tolerance: float
) -> tuple[int, str, str]:
    """Find where the expert left the way that it takes on the embedded phone: the step, the screen, and what it touches
    there on the embedded phone.
    """
    common: _Pair = None, None
    for one, other in pairs:
        if one is None:
            continue
        here = expected.screens[one]
        if other is None:
            return one, here.front, _target(here, public)
        common = one, other
        if not _goes_on_alike(here, found.screens[other], tolerance):
            break
    one, other = common
    if one is None or other is None:
        return max(len(found.screens) - 1, 0), "", ""
    return other, public.screen(found.screens[other].front), _target(expected.screens[one], public)


def _target(seen: Seen, public: Public) -> str:
    """Name the node that the expert touched on a screen, with what it says, or else the gesture."""
    node = _touched(seen)
    if node is None:
        return "" if seen.move is None else type(seen.move).__name__
    says = node.text or node.content_description
    return f"{_name(node, public)} {public.text(says)}" if node.resource_id and says else _name(node, public)


def _touched(seen: Seen) -> UiNode | None:
    """Return the node that the expert touched on a screen; of a row without an id, what it says first."""
    if not isinstance(seen.move, (Tap, LongPress)):
        return None
    target = tap_target(seen.tree, seen.move.x, seen.move.y)
    if target is None or target.resource_id or target.text or target.content_description:
        return target
    says = (node for node in seen.tree.subtree(target) if node.text or node.content_description)
    return next(says, target)


def _goes_on_alike(one: Seen, other: Seen, tolerance: float) -> bool:
    """Whether the expert did the same on a screen of each phone: to the same node, if it touched one."""
    nodes = _touched(one), _touched(other)
    if type(one.move) is not type(other.move) or nodes == (None, None):
        return type(one.move) is type(other.move)
    return any(
        left is nodes[0] and right is nodes[1]
        for left, right in trees.common(one.tree, other.tree, tolerance)
    )


def _outcome(found: Play) -> str:
    return f"{found.outcome}: {found.error}" if found.error else found.outcome


def _points(score: float) -> str:
    return f"score {score:g}"


def _slower(step: int, screen: str, what: str, expected: float, found: float) -> Difference:
    return Difference("slower", step, screen, what, f"at most {expected:g} s", f"{found:.1f} s")


def _of_screens(
    step: int,
    one: Seen,
    other: Seen,
    public: Public,
    tolerance: float,
    slow: Mapping[str, float],
    step_seconds: float,
) -> list[Difference]:
    """Compare one screen of each phone."""
    front = public.screen(other.front)
    made: list[Difference] = []
    if other.late > one.late:
        made.append(_slower(step, front, "screen at rest", one.late, other.late))
    if other.tree_seconds > slow["tree"]:
        made.append(_slower(step, front, "tree", slow["tree"], other.tree_seconds))
    if other.step_seconds > step_seconds + slow["step"]:
        made.append(_slower(step, front, "step", step_seconds + slow["step"], other.step_seconds))
    if one.front != other.front:
        made.append(Difference("other screen", step, front, "", one.front, front))
    if trees.likeness(trees.outline(one.tree), trees.outline(other.tree)) < _ALIKE:
        if one.front == other.front:
            made.append(Difference("other screen", step, front, "", "the same nodes", "other nodes"))
        return made
    for difference in trees.differences(one.tree, other.tree, tolerance):
        node = difference.expected or difference.found
        assert node is not None
        made.append(
            Difference(
                difference.kind,
                step,
                front,
                _name(node, public),
                _told(difference.kind, difference.expected, one.tree, public, difference.found),
                _told(difference.kind, difference.found, other.tree, public, difference.expected),
            )
        )
    return made


def _name(node: UiNode, public: Public) -> str:
    """Name a node by its id, else by class and text."""
    if node.resource_id:
        return public.id(node.resource_id)
    return f"{public.kind(node.class_name)} {public.text(node.text or node.content_description)}"


def _told(kind: str, node: UiNode | None, tree: UiTree, public: Public, other: UiNode | None) -> str:
    """Say what a node has where it differs."""
    if node is None:
        return ""
    if kind == "renamed id":
        return public.id(node.resource_id)
    if kind == "other text":
        return public.text(node.text)
    if kind == "other description":
        return public.text(node.content_description)
    if kind == "other class":
        return public.kind(node.class_name)
    if kind == "other order":
        return "place {} of {}".format(*trees.place_among(tree, node))
    if kind == "other flags" and other is not None:
        differ = [flag for flag in trees.FLAGS if getattr(node, flag) != getattr(other, flag)]
        return ", ".join(flag if getattr(node, flag) else f"not {flag}" for flag in differ)
    if kind == "other bounds":
        left, top, right, bottom = node.bounds
        return f"{left},{top} to {right},{bottom} of {tree.width}×{tree.height}"
    return public.text(node.text or node.content_description)


def _aligned(expected: Sequence[Seen], found: Sequence[Seen]) -> list[_Pair]:
    """Pair the screens of two episodes in order, minimising the cost of unlike pairs and unpaired screens.

    Among equal pairings, the one with the earliest screens wins: if a question sends the expert back to the start, the
    way back counts as extra, not what was seen before the question.
    """
    rows, columns = len(expected), len(found)
    outlines = [[(trees.outline(seen.tree), seen.front) for seen in screens] for screens in (expected, found)]
    unlike = [
        [1 - trees.likeness(one, other) + (front != other_front) / 2 for other, other_front in outlines[1]]
        for one, front in outlines[0]
    ]
    #: Cost of pairing the rest of the episodes, from a row and a column on.
    costs = [
        [(rows - row + columns - column) * _GAP for column in range(columns + 1)] for row in range(rows + 1)
    ]
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            costs[row][column] = min(
                costs[row + 1][column + 1] + unlike[row][column],
                costs[row + 1][column] + _GAP,
                costs[row][column + 1] + _GAP,
            )
    pairs: list[_Pair] = []
    row = column = 0
    while row < rows and column < columns:
        cost = costs[row][column]
        if cost == costs[row + 1][column + 1] + unlike[row][column]:
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif cost == costs[row + 1][column] + _GAP:
            pairs.append((row, None))
            row += 1
        else:
            pairs.append((None, column))
            column += 1
    pairs += [(left, None) for left in range(row, rows)]
    pairs += [(None, left) for left in range(column, columns)]
    return pairs


def as_data(differences: Sequence[Difference]) -> list[dict[str, Any]]:
    """Return the first `MOST` differences as JSON data, without empty fields."""
    return [{key: value for key, value in one._asdict().items() if value != ""} for one in differences[:MOST]]
