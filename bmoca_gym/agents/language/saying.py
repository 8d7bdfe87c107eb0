"""What an expert says about a move, in one sentence, for the thoughts and action lines of training data."""

from __future__ import annotations

from bmoca_gym.envs.actions import Answer, Ask, Command, Finish, Gestures, Move, OpenApp, Wait
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree

_KEYS = {"OVERVIEW": "the overview key", "DEL": "the delete key", "ENTER": "Enter"}


def sentence(move: Move, tree: UiTree) -> str:
    """Describe a move on the screen of ``tree``, such as ``Tap "Add alarm".``"""
    if isinstance(move, Tap):
        return f"Tap {label(tree, move.x, move.y)}."
    if isinstance(move, LongPress):
        return f"Long-press {label(tree, move.x, move.y)}."
    if isinstance(move, Swipe):
        way = _way(move)
        if not move.held and way in ("up", "down"):  # a page, wherever the finger begins
            return f"Swipe {way}."
        what = f"{'Drag' if move.held else 'Swipe'} {label(tree, move.x0, move.y0)}"
        return f"{what} {way}." if way in ("up", "down") else f"{what} to the {way}."
    if isinstance(move, Pinch):
        first, last = move.spans(tree.width, tree.height)
        return "Zoom in." if last > first else "Zoom out."
    if isinstance(move, TypeText):
        return f"Type {_quoted(move.text)}." if move.text else "Clear the text."
    if isinstance(move, PressKey):
        return f"Press {_KEYS.get(move.key, move.key.replace('_', ' ').lower())}."
    if isinstance(move, OpenApp):
        return f"Open {_short(move.name)}."
    if isinstance(move, Command):
        return f"{_short(move.words)}."
    if isinstance(move, Wait):
        return "Wait."
    if isinstance(move, Gestures):
        return "Clear the text." if clears(move) else "Do several things."
    if isinstance(move, Ask):
        return "Ask the user."
    if isinstance(move, Answer) or (isinstance(move, Finish) and move.message):
        return "Answer the question."
    return "The task is done." if isinstance(move, Finish) and move.status != "infeasible" else "Give up."


def clears(move: Move) -> bool:
    """Whether a move is the keys that delete a field's text on both sides of the cursor."""
    return isinstance(move, Gestures) and all(
        isinstance(one, PressKey) and one.key in ("DEL", "FORWARD_DEL") for one in move.gestures
    )


def label(tree: UiTree, x: float, y: float) -> str:
    """Name what lies at a point, in fractions of the screen.

    It is the label of the smallest element there that has one, or the first label inside the smallest one.
    """
    across, down = x * tree.width, y * tree.height
    there = [node for node in tree.nodes if _has(node, across, down)]
    if not there:
        return "the screen"
    smallest = min(reversed(there), key=_area)
    if 4 * _area(smallest) > tree.width * tree.height:
        return "the screen"
    within = [node for node in tree.nodes if _inside(node, smallest) and _words(node)]
    around = [node for node in there if _words(node) and _area(node) <= 4 * _area(smallest)]
    chosen = next(iter(within), min(around, key=_area) if around else None)
    return _quoted(_words(chosen)) if chosen is not None else _kind(smallest)


def _words(node: UiNode) -> str:
    return " ".join((node.text or node.content_description or node.hint).split())


def _kind(node: UiNode) -> str:
    name = node.class_name.rpartition(".")[2]
    return f"the {name}" if name not in ("", "View", "FrameLayout") else "the screen"


def _quoted(text: str) -> str:
    return '"{}"'.format(_short(text).replace('"', "'"))


def _short(text: str) -> str:
    return " ".join(text.split())[:80]


def _has(node: UiNode, x: float, y: float) -> bool:
    left, top, right, bottom = node.bounds
    return left <= x < right and top <= y < bottom


def _inside(node: UiNode, other: UiNode) -> bool:
    left, top, right, bottom = node.bounds
    return (
        other.bounds[0] <= left
        and other.bounds[1] <= top
        and right <= other.bounds[2]
        and bottom <= other.bounds[3]
    )


def _area(node: UiNode) -> int:
    left, top, right, bottom = node.bounds
    return (right - left) * (bottom - top)


def _way(swipe: Swipe) -> str:
    right, down = swipe.x1 - swipe.x0, swipe.y1 - swipe.y0
    if abs(down) >= abs(right):
        return "down" if down > 0 else "up"
    return "right" if right > 0 else "left"
