"""Action modes of AndroidLab's agents, in both of its grammars: ``do(action="Tap", element=[…])`` and ``tap(5)``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bmoca_gym.envs import targets
from bmoca_gym.envs.actions import Finish, Gestures, Move, OpenApp, Speech, Wait, no_such_action
from bmoca_gym.envs.registries import ModeSettings
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, OffScreenError, cut, nearest
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.androidlab.calls import CALLED, DO, FINISH, FUNCTIONS, Value, bound, quoted, read
from bmoca_gym.suites.androidlab.compressed_tree import compressed
from bmoca_gym.suites.androidlab.elements import labelled

DIRECTIONS = ("up", "down", "left", "right")

#: Lengths of swipes in tenths of the screen's width; vertical swipes are twice as long.
DISTANCES = {"long": 10, "medium": 2, "short": 1}

#: Duration of a swipe, and time that ``Wait`` adds to the step's own, in seconds.
SWIPE_SECONDS, WAIT_SECONDS = 0.4, 5.0

#: Longest ``wait(seconds)``. A longer one waits `WAIT_SECONDS`.
_LONGEST_WAIT = 10.0

#: Most characters before the cursor that typing deletes.
_MOST_DELETED = 100

# Meaning of calls -----------------------------------------------------------------------------------


def _text(value: Value, name: str) -> str:
    if not isinstance(value, str):
        raise ActionError(f"{name} is {cut(value)}; it must be a text in quotes.")
    return value


class Scale(NamedTuple):
    """What the numbers of a point mean. An agent states its scale; it is never guessed from the numbers.

    Attributes:
        words: the scale in words.
        most: largest coordinate, or 0 for px of the screen.
        cells: how many units the screen's width and height are each divided into.
        middle: what is added to a coordinate: half a unit, if coordinates count cells.
    """

    words: str
    most: float = 0.0
    cells: float = 0.0
    middle: float = 0.0

    def to_px(self, x: float, y: float, tree: UiTree) -> tuple[float, float]:
        """Convert a point to px."""
        if not self.most:
            return x, y
        width, height = tree.width, tree.height
        return (
            min((x + self.middle) / self.cells * width, width - 1),
            min((y + self.middle) / self.cells * height, height - 1),
        )

    def written(self, point: tuple[float, float], tree: UiTree) -> list[float]:
        """Convert a point in px, the inverse of `to_px`, with enough digits to tell pixels apart."""
        points = ((point[0] + 0.5) / tree.width, (point[1] + 0.5) / tree.height)
        return [round(min(max(one * self.cells - self.middle, 0), self.most), 6) for one in points]


#: Scales by action mode. AutoGLM counts 0 to 999; AndroidLab's agents have boxes in px.
SCALES: dict[str, Scale] = {
    "calls": Scale("px of the screen"),
    "calls_0_999": Scale("thousandths of the screen, from 0 to 999", 999, 1000, 0.5),
    "calls_0_1000": Scale("thousandths of the screen, from 0 to 1000", 1000, 1000),
    "calls_0_1": Scale("fractions of the screen, from 0 to 1", 1, 1),
}


def _point(value: Value, tree: UiTree, scale: Scale) -> tuple[float, float]:
    """The centre of a box, or the point, in px of the screen."""
    if not isinstance(value, tuple) or len(value) not in (2, 4):
        raise ActionError(
            f"element is {cut(value)}; it must be [x1, y1, x2, y2], or [x, y], in {scale.words}."
        )
    if scale.most and not all(0 <= one <= scale.most for one in value):
        raise OffScreenError(f"element is {[*value]}; its numbers must be {scale.words}.")
    x, y = value if len(value) == 2 else ((value[0] + value[2]) / 2, (value[1] + value[3]) / 2)
    x, y = scale.to_px(x, y, tree)
    if not (0 <= x < tree.width and 0 <= y < tree.height):
        raise OffScreenError(
            f"element is {[*value]}; its centre is not on the screen, which has {tree.width} × {tree.height} px."
        )
    return x, y


def _fraction(tree: UiTree, x: float, y: float) -> tuple[float, float]:
    """The centre of the pixel at (x, y), as fractions of the screen; points outside are clipped."""
    x, y = min(max(x, 0), tree.width - 1), min(max(y, 0), tree.height - 1)
    return (math.floor(x) + 0.5) / tree.width, (math.floor(y) + 0.5) / tree.height


def _swipe(tree: UiTree, x: float, y: float, direction: Value, dist: Value, unit: float = 1.0) -> Swipe:
    """A swipe from (x, y) in px, which stops at the edge of the screen.

    ``unit``: the px of a ``dist`` of 1.
    """
    if direction not in DIRECTIONS:
        raise ActionError(f"direction is {cut(direction)}; it must be one of {', '.join(DIRECTIONS)}.")
    if isinstance(dist, str) and dist in DISTANCES:
        length: float = DISTANCES[dist] * (tree.width // 10)
    elif isinstance(dist, (int, float)) and not isinstance(dist, bool) and dist > 0:
        length = dist * unit
    else:
        raise ActionError(
            f"dist is {cut(dist)}; it must be one of {', '.join(DISTANCES)}, or a number above 0."
        )
    right, down = {"up": (0, -2), "down": (0, 2), "left": (-1, 0), "right": (1, 0)}[str(direction)]
    start, end = _fraction(tree, x, y), _fraction(tree, x + right * length, y + down * length)
    return Swipe(*start, *end, seconds=SWIPE_SECONDS)


def _typed(text: str, tree: UiTree, *after: Gesture) -> Move:
    """Replace the text of the focused field before its cursor."""
    field = next((node for node in tree.nodes if node.focused and node.editable), None)
    count = _MOST_DELETED if field is None else min(len(field.text), _MOST_DELETED)
    gestures = (*(PressKey("DEL") for _ in range(count)), TypeText(text), *after)
    return Gestures(gestures) if len(gestures) > 1 else TypeText(text)


_Fields = Mapping[str, Value]


def _do_swipe(fields: _Fields, tree: UiTree, scale: Scale) -> Move:
    element = fields.get("element")
    x, y = (tree.width // 2, tree.height // 2) if element is None else _point(element, tree, scale)
    unit = tree.width / scale.cells if scale.most else 1.0
    return _swipe(tree, x, y, fields["direction"], fields.get("dist", "medium"), unit)


def _finish(fields: _Fields, tree: UiTree) -> Move:
    message = fields.get("message")
    return Finish("" if message is None else str(message))


#: Reader of the arguments of each action of ``do``.
_DO: dict[str, Callable[[_Fields, UiTree, Scale], Move]] = {
    "Tap": lambda fields, tree, scale: Tap(*_fraction(tree, *_point(fields["element"], tree, scale))),
    "Long Press": lambda fields, tree, scale: LongPress(
        *_fraction(tree, *_point(fields["element"], tree, scale))
    ),
    "Swipe": _do_swipe,
    "Type": lambda fields, tree, scale: _typed(_text(fields["text"], "text"), tree, PressKey("ENTER")),
    "Enter": lambda fields, tree, scale: PressKey("ENTER"),
    "Home": lambda fields, tree, scale: PressKey("HOME"),
    "Back": lambda fields, tree, scale: PressKey("BACK"),
    "Wait": lambda fields, tree, scale: Wait(WAIT_SECONDS),
    "Launch": lambda fields, tree, scale: OpenApp(_text(fields["app"], "app")),
}


def _middle(fields: _Fields, tree: UiTree) -> tuple[float, float]:
    """The centre of the element with a number, in px."""
    index, nodes = fields["index"], labelled(tree)
    if not isinstance(index, int) or isinstance(index, bool) or not 1 <= index <= len(nodes):
        raise ActionError(
            f"index is {cut(index)}, which no element of this screen has; indices are the whole numbers from 1 to "
            f"{len(nodes)}."
        )
    left, top, right, bottom = nodes[index - 1].bounds
    return (left + right) // 2, (top + bottom) // 2


def _wait(fields: _Fields, tree: UiTree) -> Move:
    seconds = fields.get("interval", WAIT_SECONDS)
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
        raise ActionError(f"interval is {cut(seconds)}; it must be a number of seconds.")
    return Wait(float(seconds) if 0 <= seconds <= _LONGEST_WAIT else WAIT_SECONDS)


#: Reader of the arguments of each function.
_FUNCTIONS: dict[str, Callable[[_Fields, UiTree], Move]] = {
    "tap": lambda fields, tree: Tap(*_fraction(tree, *_middle(fields, tree))),
    "long_press": lambda fields, tree: LongPress(*_fraction(tree, *_middle(fields, tree))),
    "swipe": lambda fields, tree: _swipe(
        tree, *_middle(fields, tree), fields["direction"], fields.get("dist", "medium")
    ),
    "text": lambda fields, tree: _typed(_text(fields["input_str"], "input_str"), tree),
    "enter": lambda fields, tree: PressKey("ENTER"),
    "home": lambda fields, tree: PressKey("HOME"),
    "back": lambda fields, tree: PressKey("BACK"),
    "wait": _wait,
    "launch": lambda fields, tree: OpenApp(_text(fields["app_name"], "app_name")),
    "finish": _finish,
}


# The two action modes -------------------------------------------------------------------------------


class CallActionSpace(UnicodeText):
    """All texts that an agent may send. A sample is a well-formed action.

    Args:
        numbers: whether samples refer to elements by number, or to points of a screen of 1080 × 2160 px or
            more.
        scale: scale of points.
    """

    def __init__(self, numbers: bool, scale: Scale | None = None) -> None:
        super().__init__(MAX_ANSWER)
        self._numbers = numbers
        self._most = scale.most if scale else 0.0

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a random action that touches the phone. Each kind has the same probability.

        ``wait`` and ``finish`` are never drawn.
        """
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        draw = self.np_random.integers
        kind = draw(5)
        element: Any = int(draw(1, 40)) if self._numbers else self._drawn_point()
        if kind == 3:
            text = quoted(super().sample())
            return f"text({text})" if self._numbers else f'do(action="Type", text={text})'
        if kind == 4:
            name = ("Home", "Back", "Enter")[draw(3)]
            return f"{name.lower()}()" if self._numbers else f'do(action="{name}")'
        name = ("Tap", "Long Press", "Swipe")[kind]
        direction, dist = DIRECTIONS[draw(4)], (*DISTANCES,)[draw(3)]
        if self._numbers:
            further = f', "{direction}", "{dist}"' if name == "Swipe" else ""
            return f"{name.lower().replace(' ', '_')}({element}{further})"
        further = f', direction="{direction}", dist="{dist}"' if name == "Swipe" else ""
        return f'do(action="{name}", element={element}{further})'

    def _drawn_point(self) -> list[Any]:
        draw = self.np_random.integers
        if not self._most:
            return [int(draw(1080)), int(draw(2160))]
        if self._most == 1:
            return [int(draw(101)) / 100, int(draw(101)) / 100]
        return [int(draw(int(self._most) + 1)), int(draw(int(self._most) + 1))]


class CallActions:
    """Actions of AndroidLab's agents in its XML mode: ``do(action="Tap", element=[0, 0, 200, 90])``, see
    `DO`.

    The text may be a language model's whole answer, see `read`. Any other text is a wrong format: it costs a step and
    nothing is sent to the phone.

    Args:
        mode: the action mode, which states the scale of boxes and points, see `SCALES`. ``calls``: px of the
            screen, as in the compressed tree. A coordinate beyond the scale is a wrong format.
    """

    needs_tree = True
    wrong_format_counts = True
    edits = "typing"

    def __init__(self, mode: str = "calls") -> None:
        self._scale = SCALES[mode]
        self.space = CallActionSpace(numbers=False, scale=self._scale)

    def to_gesture(self, action: Any, tree: UiTree | None) -> Move:
        """Translate the text into a move on the screen of ``tree``."""
        if not isinstance(action, str):
            raise ActionError(f"The action is {cut(action)}; a call is a str, such as {DO['Tap'].example}.")
        call = read(action, CALLED)
        assert tree is not None
        if call.name == "finish":
            return _finish(bound(call, "finish", FINISH, call.arguments), tree)
        given = [*call.arguments[:1], *(value for name, value in call.keywords if name == "action")]
        kinds = [name for name in DO if name != "finish"]
        named = given[0] if len(given) == 1 else None
        if not isinstance(named, str) or named not in kinds:
            told = (
                f"There is no action {cut(named)}.{nearest(str(named), kinds)}"
                if given
                else "do names no action."
            )
            raise ActionError(f"{told} Give one of {', '.join(kinds)}.")
        rest = call._replace(keywords=tuple(one for one in call.keywords if one[0] != "action"))
        return _DO[named](bound(rest, named, DO[named], call.arguments[1:]), tree, self._scale)

    def encode(self, gesture: Gesture | Speech | Wait, tree: UiTree) -> str:
        """Write a gesture as a call: with the box of an element if that touches the same element, else with a point."""
        if isinstance(gesture, Wait):
            return 'do(action="Wait")'
        if isinstance(gesture, Finish):
            return f"finish(message={quoted(gesture.message)})"
        if isinstance(gesture, (Tap, LongPress)):
            name = "Tap" if isinstance(gesture, Tap) else "Long Press"
            return f'do(action="{name}", element={self._element(gesture.x, gesture.y, tree)})'
        if isinstance(gesture, Swipe):
            direction, length = _straight(gesture, tree)
            dist: float = length
            start: list[float] = [*targets.pixel(tree, gesture.x0, gesture.y0)]
            if self._scale.most:
                start = self._scale.written(targets.pixel(tree, gesture.x0, gesture.y0), tree)
                dist = round(length * self._scale.cells / tree.width, 6)
            return f'do(action="Swipe", element={start}, direction="{direction}", dist={dist})'
        if isinstance(gesture, TypeText):
            return f'do(action="Type", text={quoted(gesture.text)})'
        if isinstance(gesture, PressKey) and gesture.key in ("ENTER", "HOME", "BACK"):
            return f'do(action="{gesture.key.title()}")'
        raise no_such_action(gesture, "calls")

    def _element(self, x: float, y: float, tree: UiTree) -> list[Any]:
        """A box in px with the same target as a touch at a point; in other scales the point itself."""
        if not self._scale.most:
            return _box(x, y, tree)
        return self._scale.written(targets.pixel(tree, x, y), tree)


class NumberedCallActions:
    """Actions of AndroidLab's agents in its SoM mode: ``tap(5)``, ``text("…")``, see `FUNCTIONS`.

    Numbers are those of marked pictures: they begin at 1 and refer to `bmoca_gym.suites.androidlab.elements.labelled`.
    The text may be a language model's whole answer, see `read`. Any other text is a wrong format, as for
    `CallActions`.
    """

    needs_tree = True
    wrong_format_counts = True
    edits = "typing"

    def __init__(self) -> None:
        self.space = CallActionSpace(numbers=True)

    def to_gesture(self, action: Any, tree: UiTree | None) -> Move:
        """Translate the text into a move on the screen of ``tree``."""
        if not isinstance(action, str):
            raise ActionError(f"The action is {cut(action)}; a call is a str, such as tap(5).")
        call = read(action, FUNCTIONS)
        assert tree is not None
        fields = bound(call, call.name, FUNCTIONS[call.name], call.arguments)
        return _FUNCTIONS[call.name](fields, tree)

    def encode(self, gesture: Gesture | Speech | Wait, tree: UiTree) -> str:
        """Write a gesture as a call.

        Raises:
            ActionError: no numbered element is there.
        """
        if isinstance(gesture, Wait):
            return f"wait({WAIT_SECONDS:g})"
        if isinstance(gesture, Finish):
            return f"finish({quoted(gesture.message)})"
        if isinstance(gesture, (Tap, LongPress)):
            place = targets.index_of(gesture.x, gesture.y, tree, labelled(tree))
            if place is None:
                raise ActionError(f"{gesture!r} is on no numbered element of this screen.")
            return f"{'tap' if isinstance(gesture, Tap) else 'long_press'}({place + 1})"
        if isinstance(gesture, Swipe):
            direction, length = _straight(gesture, tree)
            return f'swipe({_number_on(gesture, tree)}, "{direction}", {length})'
        if isinstance(gesture, TypeText):
            return f"text({quoted(gesture.text)})"
        if isinstance(gesture, PressKey) and gesture.key in ("ENTER", "HOME", "BACK"):
            return f"{gesture.key.lower()}()"
        raise no_such_action(gesture, "numbered_calls")


def _box(x: float, y: float, tree: UiTree) -> list[int]:
    """The bounds of an element whose centre has the same target as a touch at (x, y), or else the point; in
    px.
    """
    point = [*targets.pixel(tree, x, y)]
    target = targets.tap_target(tree, x, y)
    if target is None or targets.takes_position(target) or not targets.takes_taps(target):
        return point
    boxes = [node.bounds for node in compressed(tree).walk() if node.bounds is not None]
    for box in sorted(boxes, key=lambda box: box != target.bounds):
        middle = _fraction(tree, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        if targets.tap_target(tree, *middle) is target and targets.top_target(tree, *middle) is target:
            return [*box]
    return point


def _straight(swipe: Swipe, tree: UiTree) -> tuple[str, int]:
    """The direction of a swipe and the ``dist`` in px that makes it as long.

    Raises:
        ActionError: it is not straight or holds first. No call does that.
    """
    right, down = (swipe.x1 - swipe.x0) * tree.width, (swipe.y1 - swipe.y0) * tree.height
    if swipe.held or 10 * min(abs(right), abs(down)) > max(abs(right), abs(down)):
        raise ActionError(f"{swipe!r} is not a straight swipe; calls have no others.")
    if abs(down) >= abs(right):
        return ("down" if down > 0 else "up"), max(1, round(abs(down) / 2))
    return ("right" if right > 0 else "left"), max(1, round(abs(right)))


def _number_on(swipe: Swipe, tree: UiTree) -> int:
    """The number of the nearest element to a swipe's start from which a swipe scrolls the same thing."""
    moved = targets.swipe_target(tree, swipe.x0, swipe.y0)
    x, y = targets.pixel(tree, swipe.x0, swipe.y0)
    found: list[tuple[float, int]] = []
    for number, node in enumerate(labelled(tree), start=1):
        middle = targets.center(node, tree)
        if targets.swipe_target(tree, *middle) is moved:
            found.append((math.dist((x, y), node.center), number))
    if not found:
        raise ActionError(f"{swipe!r} begins on no numbered element of this screen.")
    return min(found)[1]


def make(mode: str, settings: ModeSettings) -> CallActions | NumberedCallActions:
    """Make the action mode ``numbered_calls``, or one of `SCALES`."""
    return NumberedCallActions() if mode == "numbered_calls" else CallActions(mode)
