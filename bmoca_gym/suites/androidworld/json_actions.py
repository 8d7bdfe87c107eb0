"""JSON actions of AndroidWorld's agents: grammar, parser, and translation of gestures into JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from bmoca_gym.envs import targets, wrappers
from bmoca_gym.envs.actions import Answer, Ask, Finish, Gestures, Move, OpenApp, Speech, Wait, no_such_action
from bmoca_gym.envs.registries import ModeSettings
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, OffScreenError, cut, nearest
from bmoca_gym.handset.gestures import (
    KEY_CODES,
    MOST_SCALE,
    Gesture,
    LongPress,
    Pinch,
    PressKey,
    Swipe,
    Tap,
    TypeText,
    pinch,
)
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidworld.elements import elements

DIRECTIONS = ("up", "down", "left", "right")

#: Seconds between the tap on a field and the typing.
SETTLE = 1.0

#: Duration of a swipe over the whole screen, in seconds.
SWIPE_SECONDS = 0.5

#: How far, as a part of the screen, the middle of a pinch may move.
_STILL = 0.05

#: Most DEL keys that clear a field.
_MOST_KEYS = 400

#: Longest reason for a missing action, in characters.
_LONGEST_REASON = 500

#: Most fields of an action.
_MOST_FIELDS = 32


class JsonAction(NamedTuple):
    """A kind of action.

    Attributes:
        example: an example, for prompts.
        does: its effect in words, for prompts.
        original: whether AndroidWorld has it; the others are extensions.
    """

    example: str
    does: str
    original: bool = True


#: All kinds of actions by ``action_type``, in the order in which prompts list them.
ACTIONS: dict[str, JsonAction] = {
    "status": JsonAction(
        '{"action_type": "status", "goal_status": "complete"}',
        'Ends the task. Say "complete" when the goal is reached, "infeasible" when it can\'t be.',
    ),
    "answer": JsonAction(
        '{"action_type": "answer", "text": "<the answer>"}',
        "Answers the question of the goal. The task goes on; a later answer replaces this one.",
    ),
    "click": JsonAction('{"action_type": "click", "index": <index>}', "Taps the element with that index."),
    "double_tap": JsonAction(
        '{"action_type": "double_tap", "index": <index>}', "Taps the element with that index twice, quickly."
    ),
    "long_press": JsonAction(
        '{"action_type": "long_press", "index": <index>}', "Holds the element with that index for a second."
    ),
    "input_text": JsonAction(
        '{"action_type": "input_text", "text": "<the text>", "index": <index>}',
        "Taps the text field with that index, writes the text and presses Enter: no click is needed before. With "
        '"clear_text": true, what the field has is deleted first.',
    ),
    "keyboard_enter": JsonAction('{"action_type": "keyboard_enter"}', "Presses Enter."),
    "navigate_home": JsonAction('{"action_type": "navigate_home"}', "Goes to the home screen."),
    "navigate_back": JsonAction('{"action_type": "navigate_back"}', "Goes back."),
    "scroll": JsonAction(
        '{"action_type": "scroll", "direction": "<up, down, left or right>", "index": <index, may be left out>}',
        "Shows what lies further in that direction: down shows what is below. Without an index the whole screen is "
        "scrolled.",
    ),
    "swipe": JsonAction(
        '{"action_type": "swipe", "direction": "<up, down, left or right>"}',
        "Moves a finger over the whole screen: up and down say where it goes, left and right where it comes from.",
    ),
    "open_app": JsonAction(
        '{"action_type": "open_app", "app_name": "<its name>"}', "Opens an app, whatever is on the screen."
    ),
    "wait": JsonAction('{"action_type": "wait"}', "Lets a moment pass, so that the screen can change."),
    "press_keyboard": JsonAction(
        '{"action_type": "press_keyboard", "keycode": "KEYCODE_DEL"}', "Presses a key.", original=False
    ),
    "pinch": JsonAction(
        '{"action_type": "pinch", "index": <index>, "scale": 2.0}',
        "Moves two fingers on the element with that index: apart, which zooms in, with a scale over 1; together, which "
        "zooms out, with a scale below 1.",
        original=False,
    ),
    "ask_user": JsonAction(
        '{"action_type": "ask_user", "text": "<the question>"}', "Asks the user a question.", original=False
    ),
}

#: Examples of common kinds, for messages.
EXAMPLES = ", ".join(
    ACTIONS[name].example.replace("<index>", "5") for name in ("click", "navigate_back", "status")
)

#: Their names for messages; only tasks with a user have someone to ask.
_KINDS = ", ".join(name for name in ACTIONS if name != "ask_user")

#: Kind of an answer without an action. A recipe uses it to pass on the reason.
UNKNOWN = "unknown"

_KEYS = {f"KEYCODE_{name}": name for name in KEY_CODES} | {"KEYCODE_APP_SWITCH": "OVERVIEW"}

_STRING = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|“(?:[^”\\]|\\.)*”"
_NAME = re.compile(rf"\s*({_STRING}|[A-Za-z_]\w*)\s*:\s*", re.DOTALL)
_VALUE = re.compile(
    rf"({_STRING}|[+-]?[0-9][0-9.eE+-]{{0,40}}|true|false|null|True|False|None)\s*", re.DOTALL
)
_END = re.compile(r"\s*(?:,\s*)?\}")
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_INDEX = re.compile(r"[0-9]{1,6}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,20})?")

#: Label before an action, also in the middle of a line, with code marks in between.
_LABEL = re.compile(r"\baction[ \t*_`]{0,4}[:：][\s*_`]{0,8}(?:json\s{0,4})?(?=\{)", re.IGNORECASE)

Fields = dict[str, "str | None"]


def listing(names: Iterable[str]) -> str:
    """Return lines that explain the actions to a language model, one for each action."""
    return "\n".join(f"- {ACTIONS[name].does} `{ACTIONS[name].example}`" for name in names)


def read(answer: str) -> Fields:
    """Find the action in a language model's answer; return its fields. Numbers and words stay as written.

    The action is the object after the last label ``Action:``. Without a label it is the only object in the
    answer with an ``action_type``. An object may be JSON or Python's notation, contains no other objects, and
    is never executed. What `wrappers.unwrapped` strips is ignored.

    >>> read('Reason: it is the fifth. Action: {"action_type": "click", "index": 5}')
    {'action_type': 'click', 'index': '5'}

    Raises:
        ActionError: there is no action, or more than one.
    """
    if len(answer) > MAX_ANSWER:
        raise ActionError(f"The answer has {len(answer)} characters; at most {MAX_ANSWER} are read.")
    if not answer.strip():
        raise ActionError(f"The answer is empty; an action is a JSON object such as {EXAMPLES}.")
    text = wrappers.unwrapped(answer)
    labels = [*_LABEL.finditer(text)]
    if labels:
        return _object(text, labels[-1].end())[0]
    found: list[Fields] = []
    problem: ActionError | None = None
    place = text.find("{")
    while place >= 0:
        try:
            fields, place = _object(text, place)
            if "action_type" in fields and fields not in found:
                found.append(fields)
        except ActionError as error:
            problem, place = problem or error, place + 1
        place = text.find("{", place)
    if len(found) > 1:
        raise ActionError("The answer has several actions; give exactly one, behind 'Action:'.")
    if found:
        return found[0]
    raise problem or ActionError(
        f"The answer has no action: it holds no JSON object with an action_type, such as {EXAMPLES}."
    )


def _object(text: str, place: int) -> tuple[Fields, int]:
    """Parse the object that starts at ``place``. Returns its fields and the position after it."""
    fields: Fields = {}
    start, place = place, place + 1
    while len(fields) <= _MOST_FIELDS:
        end = _END.match(text, place)
        if end:
            return fields, end.end()
        name = _NAME.match(text, place)
        value = _VALUE.match(text, name.end()) if name else None
        if name is None or value is None:
            break
        fields[_word(name[1]).casefold()] = _value(value[1])
        place = value.end()
        if text.startswith(",", place):
            place += 1
        elif not text.startswith("}", place):
            break
    rest = text[place : place + 40].strip()
    raise ActionError(
        f"The action {cut(text[start : start + 80])} can't be read as JSON from {cut(rest)} on: it must be one object "
        f"of texts and numbers, such as {EXAMPLES}."
    )


def _word(written: str) -> str:
    if written[0] not in "\"'“":
        return written
    return _ESCAPE.sub(
        lambda match: chr(int(match[1][1:], 16)) if len(match[1]) == 5 else _ESCAPES.get(match[1], match[1]),
        written[1:-1],
    )


def _value(written: str) -> str | None:
    if written in ("null", "None"):
        return None
    return _word(written) if written[0] in "\"'“" else written.removesuffix(".")


class JsonActionSpace(UnicodeText):
    """All texts that an agent may send. A sample is a well-formed action."""

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a random action that touches the phone: with probability 1/2 a click, else one of the other
        kinds.

        Indices are from 0 to 39 and may not exist on the screen. ``wait``, ``answer`` and ``status`` are
        never drawn.
        """
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        draw = self.np_random.integers
        if draw(2):
            return _written("click", index=int(draw(40)))
        kind = draw(6)
        if kind < 2:
            return _written(("long_press", "double_tap")[kind], index=int(draw(40)))
        if kind < 4:
            return _written(("scroll", "swipe")[kind - 2], direction=DIRECTIONS[draw(4)])
        if kind == 4:
            return _written("input_text", text=super().sample(), index=int(draw(40)))
        return _written(("navigate_home", "navigate_back", "keyboard_enter")[draw(3)])


def written(fields: Mapping[str, Any]) -> str:
    """Write an action's fields as JSON. Numbers that `read` returned as text become numbers again."""
    numbers = ("index", "x", "y", "to_x", "to_y")
    return json.dumps(
        {
            name: int(value)
            if name in numbers and isinstance(value, str) and _INDEX.fullmatch(value)
            else value
            for name, value in fields.items()
            if value is not None
        },
        ensure_ascii=False,
    )


def _written(kind: str, **fields: Any) -> str:
    return written({"action_type": kind, **fields})


class JsonActions:
    """Actions of AndroidWorld's agents: ``{"action_type": "click", "index": 5}``, see `ACTIONS`.

    An ``index`` refers to the elements of `bmoca_gym.suites.androidworld.elements.elements`; ``x`` and ``y`` in px of
    the screen may be given instead. The text may be a language model's whole answer, see `read`. Any other text
    is a wrong format: it costs a step and nothing is sent to the phone.

    Extensions to the original: ``swipe`` takes ``x``, ``y``, ``to_x`` and ``to_y``. ``input_text`` without a
    place writes into the focused field and does not press Enter. ``status`` takes a ``text``, which is the
    answer if there was none before. ``press_keyboard`` presses a key, ``pinch`` zooms with two fingers, and
    ``ask_user`` asks a task's user.
    """

    needs_tree = True
    wrong_format_counts = True

    def __init__(self) -> None:
        self.space = JsonActionSpace(MAX_ANSWER)

    def to_gesture(self, action: Any, tree: UiTree | None) -> Move:
        """Translate the text into a move on the screen of ``tree``."""
        if not isinstance(action, str):
            raise ActionError(f"The action is {cut(action)}; a JSON action is a str: {EXAMPLES}.")
        fields = read(action)
        kind = (fields.get("action_type") or "").casefold()
        if kind == UNKNOWN:
            raise ActionError((fields.get("text") or "No action was chosen.")[:_LONGEST_REASON])
        reader = _READERS.get(kind)
        if reader is None:
            raise ActionError(
                f"There is no action_type {cut(kind)}.{nearest(kind, ACTIONS)} Kinds are {_KINDS}."
            )
        assert tree is not None
        return reader(fields, tree)

    def encode(self, gesture: Gesture | Speech | Wait, tree: UiTree) -> str:
        """Write a gesture as JSON: with the index if that touches the same element, else with coordinates."""
        if isinstance(gesture, Wait):
            return _written("wait")
        if isinstance(gesture, Answer):
            return _written("answer", text=gesture.text)
        if isinstance(gesture, Ask):
            return _written("ask_user", text=gesture.question)
        if isinstance(gesture, Finish):
            said = {"text": gesture.message} if gesture.message else {}
            return _written("status", goal_status=gesture.status or "complete", **said)
        if isinstance(gesture, (Tap, LongPress)):
            kind = "click" if isinstance(gesture, Tap) else "long_press"
            index = targets.index_of(gesture.x, gesture.y, tree, elements(tree))
            if index is not None:
                return _written(kind, index=index)
            x, y = targets.pixel(tree, gesture.x, gesture.y)
            return _written(kind, x=x, y=y)
        if isinstance(gesture, Swipe):
            x, y = targets.pixel(tree, gesture.x0, gesture.y0)
            to_x, to_y = targets.pixel(tree, gesture.x1, gesture.y1)
            return _written("swipe", x=x, y=y, to_x=to_x, to_y=to_y)
        if isinstance(gesture, Pinch):
            return _written_pinch(gesture, tree)
        if isinstance(gesture, TypeText):
            return _written("input_text", text=gesture.text)
        if isinstance(gesture, PressKey):
            kind = _KINDS_OF_KEYS.get(gesture.key, "")
            key = next(code for code, name in reversed(_KEYS.items()) if name == gesture.key)
            return _written(kind) if kind else _written("press_keyboard", keycode=key)
        raise no_such_action(gesture, "json")


def _written_pinch(gesture: Pinch, tree: UiTree) -> str:
    """A pinch around its point, or the error for a two-finger swipe."""
    scale = gesture.scale(tree.width, tree.height)
    if math.dist(gesture.middle, gesture.end) > _STILL or not 1 / MOST_SCALE <= scale <= MOST_SCALE:
        raise no_such_action(gesture, "json")
    x, y = targets.pixel(tree, *gesture.middle)
    return _written("pinch", x=x, y=y, scale=round(scale, 3))


def make(settings: ModeSettings) -> JsonActions:
    """Make the action mode ``json``."""
    return JsonActions()


_KINDS_OF_KEYS = {"ENTER": "keyboard_enter", "HOME": "navigate_home", "BACK": "navigate_back"}


def _index(fields: Fields, tree: UiTree) -> UiNode | None:
    """The element of the field ``index``; None without that field."""
    given = fields.get("index")
    if given is None:
        return None
    nodes = elements(tree)
    if not _INDEX.fullmatch(given) or int(given) >= len(nodes):
        raise ActionError(
            f"index is {cut(given)}, which no element of this screen has; indices are the whole numbers from 0 to "
            f"{len(nodes) - 1}."
        )
    return nodes[int(given)]


def _point(fields: Fields, tree: UiTree, names: tuple[str, str] = ("x", "y")) -> tuple[float, float] | None:
    """The point of two fields in px, as fractions of the screen; None without these fields."""
    given = [fields.get(name) for name in names]
    if given == [None, None]:
        return None
    fractions = []
    for name, text, size in zip(names, given, (tree.width, tree.height), strict=True):
        problem = f"{name} is {cut(text)}; it must be a number of px from 0 to {size}."
        if text is None or not _NUMBER.fullmatch(text):
            raise ActionError(problem)
        if not 0 <= float(text) <= size:
            raise OffScreenError(problem)
        fractions.append(min((float(text) + 0.5) / size, 1.0))
    return fractions[0], fractions[1]


def _place(fields: Fields, tree: UiTree) -> tuple[tuple[float, float] | None, UiNode | None]:
    """The point that an action touches, and the element if the action names one."""
    node, point = _index(fields, tree), _point(fields, tree)
    if node is not None and point is not None:
        raise ActionError("The action has an index and also x and y; give one or the other.")
    return (targets.center(node, tree) if node is not None else point), node


def _touched(fields: Fields, tree: UiTree) -> tuple[float, float]:
    point, _ = _place(fields, tree)
    if point is None:
        raise ActionError(f"{fields['action_type']} needs the index of an element, or x and y in px.")
    return point


def _needed(fields: Fields, name: str) -> str:
    text = fields.get(name)
    if not text:
        kind = str(fields["action_type"]).casefold()
        raise ActionError(f"{kind} needs {name}, as in {ACTIONS[kind].example}.")
    return text


def _direction(fields: Fields) -> str:
    given = _needed(fields, "direction").casefold()
    if given not in DIRECTIONS:
        raise ActionError(f"direction is {cut(given)}; it must be one of {', '.join(DIRECTIONS)}.")
    return given


def _click(fields: Fields, tree: UiTree) -> Move:
    return Tap(*_touched(fields, tree))


def _double_tap(fields: Fields, tree: UiTree) -> Move:
    tap = Tap(*_touched(fields, tree))
    return Gestures((tap, tap))


def _long_press(fields: Fields, tree: UiTree) -> Move:
    return LongPress(*_touched(fields, tree))


def _pinch(fields: Fields, tree: UiTree) -> Move:
    given = _needed(fields, "scale")
    scale = float(given) if _NUMBER.fullmatch(given) else 0.0
    if not 1 / MOST_SCALE <= scale <= MOST_SCALE:
        raise ActionError(
            f"scale is {cut(given)}; it must be a number from 0.1 (zooms out) to 10 (zooms in)."
        )
    return pinch(*_touched(fields, tree), scale)


def _input_text(fields: Fields, tree: UiTree) -> Move:
    text = TypeText(_needed(fields, "text"))
    point, node = _place(fields, tree)
    clears = (fields.get("clear_text") or "").casefold() == "true"
    if point is None:
        node = next((node for node in tree.nodes if node.focused and node.editable), None)
    keys = _clearing(node) if clears else ()
    if point is None:
        return Gestures((*keys, text)) if keys else text
    return Gestures((Tap(*point), *keys, text, PressKey("ENTER")), SETTLE)


def _clearing(node: UiNode | None) -> tuple[Gesture, ...]:
    """The keys that delete the text of a field, wherever its cursor is."""
    count = min(len(node.text), _MOST_KEYS) if node is not None else 0
    return (*(PressKey("DEL") for _ in range(count)), *(PressKey("FORWARD_DEL") for _ in range(count)))


def _scroll(fields: Fields, tree: UiTree) -> Move:
    """Swipe from the centre of the element or the screen to its edge, opposite to the scroll direction."""
    node = _index(fields, tree)
    left, top, right, bottom = node.bounds if node is not None else (0, 0, tree.width, tree.height)
    x0, x1 = max(left, 0) / tree.width, min(right, tree.width) / tree.width
    y0, y1 = max(top, 0) / tree.height, min(bottom, tree.height) / tree.height
    if x0 >= x1 or y0 >= y1:
        raise ActionError("The element with that index is not on the screen.")
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    ends = {"down": (x, y0), "up": (x, y1), "right": (x0, y), "left": (x1, y)}
    return Swipe(x, y, *ends[_direction(fields)])


#: Start and end of a swipe in each direction, (x, y).
_SWIPES = {
    "down": (0.5, 0.0, 0.5, 1.0),
    "up": (0.5, 1.0, 0.5, 0.0),
    "left": (0.0, 0.5, 1.0, 0.5),
    "right": (1.0, 0.5, 0.0, 0.5),
}


def _swipe(fields: Fields, tree: UiTree) -> Move:
    start, end = _point(fields, tree), _point(fields, tree, ("to_x", "to_y"))
    if start is None and end is None:
        return Swipe(*_SWIPES[_direction(fields)], seconds=SWIPE_SECONDS)
    if start is None or end is None:
        raise ActionError("swipe needs a direction, or all of x, y, to_x and to_y in px.")
    return Swipe(*start, *end)


def _open_app(fields: Fields, tree: UiTree) -> Move:
    return OpenApp(_needed(fields, "app_name"))


def _answer(fields: Fields, tree: UiTree) -> Move:
    return Answer(_needed(fields, "text"))


def _ask_user(fields: Fields, tree: UiTree) -> Move:
    return Ask(_needed(fields, "text"))


def _status(fields: Fields, tree: UiTree) -> Move:
    given = (fields.get("goal_status") or "").casefold()
    return Finish(fields.get("text") or "", "infeasible" if given == "infeasible" else "complete")


def _press_keyboard(fields: Fields, tree: UiTree) -> Move:
    given = _needed(fields, "keycode").upper()
    if given not in _KEYS:
        raise ActionError(f"keycode is {cut(given)}.{nearest(given, _KEYS)} Keys are {', '.join(_KEYS)}.")
    return PressKey(_KEYS[given])


#: Reader of the fields of each kind.
_READERS: dict[str, Callable[[Fields, UiTree], Move]] = {
    "status": _status,
    "answer": _answer,
    "ask_user": _ask_user,
    "click": _click,
    "double_tap": _double_tap,
    "long_press": _long_press,
    "pinch": _pinch,
    "input_text": _input_text,
    "keyboard_enter": lambda fields, tree: PressKey("ENTER"),
    "navigate_home": lambda fields, tree: PressKey("HOME"),
    "navigate_back": lambda fields, tree: PressKey("BACK"),
    "scroll": _scroll,
    "swipe": _swipe,
    "open_app": _open_app,
    "wait": lambda fields, tree: Wait(),
    "press_keyboard": _press_keyboard,
}
