"""Text actions of language agents: grammar, parser, and translation of gestures into text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

from bmoca_gym.envs import targets, wrappers
from bmoca_gym.envs.action_table import ACTIONS, EXAMPLES
from bmoca_gym.envs.actions import (
    NAVIGATION_POINTS,
    TAP_THRESHOLD,
    Answer,
    Ask,
    Finish,
    Move,
    Speech,
    Wait,
    beside_keys,
    dual_gesture,
    no_such_action,
    number_in,
)
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.errors import ActionError, OffScreenError, nearest
from bmoca_gym.handset.gestures import (
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
from bmoca_gym.handset.value import memo

#: Longest text action, and longest answer of a model in which an action is searched, in characters.
MAX_LENGTH = 4096
MAX_ANSWER = 131_072

#: Touch and lift of each direction, y0, x0, y1, x1 (paper, appendix A.1). ``up`` and ``down`` say where the finger
#: goes, ``left`` and ``right`` where it comes from. The discrete classes ``left`` and ``right`` do the opposite.
SWIPES: dict[str, tuple[float, float, float, float]] = {
    "up": (0.8, 0.5, 0.2, 0.5),
    "down": (0.2, 0.5, 0.8, 0.5),
    "left": (0.5, 0.2, 0.5, 0.8),
    "right": (0.5, 0.8, 0.5, 0.2),
}

#: Keys that ``press`` knows, and the longest ``wait(seconds)``.
_KEYS = dict.fromkeys((*NAVIGATION_POINTS, "ENTER"))
LONGEST_WAIT = 10.0
#: How far, as a part of the screen, a pinch may be from the middle of an element, and its middle may move.
_STILL = 0.05
#: Optional parameters that are read and that prompts don't offer.
_UNLISTED = {"wait": ["seconds"]}

#: Returns the numeric tags that the text of a screen names.
ShownTags = Callable[[UiTree], Collection[int]]

_CALL = re.compile(r"([A-Za-z]+(?:[-_][A-Za-z]+)*)\s*\((.*)\)", re.DOTALL)
_ARGUMENT = re.compile(
    r'\s*(?:"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'|“((?:[^”\\]|\\.)*)”)\s*(?:,|$)|([^,()"“”]+)(?:,|$)',
    re.DOTALL,
)
#: The name of an argument before its value.
_KEYWORD = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]{0,40})\s*=(?!=)\s*")
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,3})?")
_TAG = re.compile(r"[0-9]{1,6}")

#: Label of an action line, characters that may surround an action, a line that opens or closes a block of code, and the
#: beginning of an action.
_LABEL = re.compile(
    r"^(?:[^\w\n]|_)*(?:[0-9]{1,2}[.)](?:[^\w\n]|_)*)?(?:(?:next|final)[ _-])?action(?![^\W_])(?:[^\w\n(:：]|_)*[:：]",
    re.IGNORECASE | re.MULTILINE,
)
_AROUND = " \t\r`*"
_FENCE = re.compile(r"```+[A-Za-z0-9_+-]*")
_BEGINNING = re.compile(
    rf"\b(?:{'|'.join(action.written.replace('-', '[-_]') for action in ACTIONS.values())})[ \t]*\(",
    re.IGNORECASE,
)


class Call(NamedTuple):
    """A parsed text action: ``tap(5)`` is ``Call("tap", ("5",))``, ``tap(index=5)`` has a keyword argument."""

    name: str
    arguments: tuple[str, ...]
    keywords: tuple[tuple[str, str], ...] = ()


@memo(16)
def parse(text: str) -> Call:
    """Parse a text action: a name, then arguments in parentheses, with or without quotes and names.

    The whole text must be one action. Spaces around its parts do not matter. Inside quotes the escapes of
    JSON are valid, and ``\\'``.

    >>> parse(' dual-gesture( 0.5, 0.2, 0.5, 0.8 )')
    Call(name='dual_gesture', arguments=('0.5', '0.2', '0.5', '0.8'), keywords=())

    Raises:
        ActionError: the text does not have this form.
    """
    if len(text) > MAX_LENGTH:
        raise ActionError(f"The action has {len(text)} characters; at most {MAX_LENGTH} are read.")
    call = _CALL.fullmatch(text.strip())
    if call is None:
        raise ActionError(
            f"The action {_short(text)} is not of the form name(arguments); actions are {EXAMPLES}."
        )
    name, rest = call[1].lower().replace("-", "_"), call[2]
    arguments: list[str] = []
    keywords: list[tuple[str, str]] = []
    position = 0
    while position < len(rest) and rest[position:].strip():
        keyword = _KEYWORD.match(rest, position)
        found = _ARGUMENT.match(rest, keyword.end() if keyword else position)
        twice = keyword is not None and _KEYWORD.match(rest, keyword.end()) is not None
        if found is None or twice or (keywords and keyword is None):
            raise ActionError(
                f"The arguments of {_short(text)} can't be read from {_short(rest[position:])} on."
            )
        quoted = found[1] if found[1] is not None else found[2] if found[2] is not None else found[3]
        value = found[4].strip() if quoted is None else _ESCAPE.sub(_unescape, quoted)
        if keyword is None:
            arguments.append(value)
        else:
            keywords.append((keyword[1].lower().replace("-", "_"), value))
        position = found.end()
    return Call(name, tuple(arguments), tuple(keywords))


def action_line(answer: str) -> str:
    """Find the action in a language model's answer.

    With the label ``Action:`` at the beginning of a line, the action is the rest of that line or, if it is
    empty, the next line. Without the label, the action is the whole answer, or the only line that is an
    action. Quotes, spaces, asterisks, a full stop and code marks around the action are removed, as is everything that
    `wrappers.unwrapped` removes.

    >>> action_line("Observation: a clock.\\nThought: I could tap(3), but no.\\nAction: `tap(5)`")
    'tap(5)'

    Raises:
        ActionError: there is no action, or more than one.
    """
    if len(answer) > MAX_ANSWER:
        raise ActionError(f"The answer has {len(answer)} characters; at most {MAX_ANSWER} are read.")
    if len(answer) <= MAX_LENGTH and _is_action(answer):
        return answer.strip()
    text = wrappers.unwrapped(answer)
    if len(text) <= MAX_LENGTH and _is_action(text):
        return text
    labels = [*_LABEL.finditer(text)]
    if labels:
        ends = [label.start() for label in labels[1:]] + [len(text)]
        parts = [_lines(text[label.end() : end]) for label, end in zip(labels, ends, strict=True)]
        found = [line for lines in parts for line in [*lines[:1], *filter(_is_action, lines[1:])]]
    else:
        lines = _lines(text)
        found = lines if len(lines) == 1 else [*filter(_is_action, lines)]
    if not found:
        raise ActionError(
            "The answer is empty."
            if not answer.strip()
            else f"The answer has no action: no line begins with 'Action:', none is one of {EXAMPLES}."
        )
    if len(found) > 1 or (not _is_action(found[0]) and len(_BEGINNING.findall(found[0])) > 1):
        raise ActionError("The answer has several actions; give exactly one.")
    return found[0]


def _lines(text: str) -> list[str]:
    """The lines that are not empty, without characters around an action."""
    lines = [_bare(line) for line in text.split("\n") if not _FENCE.fullmatch(line.strip())]
    return [line for line in lines if line]


def _bare(line: str) -> str:
    bare = line.strip(_AROUND).rstrip(".;," + _AROUND)
    if bare[:1] in ("-", "•", ">") and _BEGINNING.match(bare, len(bare) - len(bare[1:].lstrip())):
        bare = bare[1:].lstrip(_AROUND)
    for left, right in ('""', "''", "“”"):
        if len(bare) > 2 and bare[0] == left and bare[-1] == right:
            inner = bare[1:-1].strip(_AROUND)
            return inner.replace('\\"', '"') if '\\"' in inner and not _is_action(inner) else inner
    return bare


def _is_action(line: str) -> bool:
    """Whether the line is a call of one of the actions, with any arguments."""
    if len(line) > MAX_LENGTH:
        return False
    try:
        return parse(line).name in ACTIONS
    except ActionError:
        return False


def _unescape(match: re.Match[str]) -> str:
    escape = match[1]
    return chr(int(escape[1:], 16)) if len(escape) == 5 else _ESCAPES.get(escape, escape)


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:79] + "…")


class TextActionSpace(UnicodeText):
    """All texts that an agent may send. A sample is a well-formed action."""

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a random action that touches the phone. Each kind has the same probability.

        Tags are from 0 to 39 and may not exist on the screen. ``wait``, ``answer`` and ``finish`` are never
        drawn.
        """
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        draw = self.np_random.integers
        kind = draw(6)
        if kind == 0:
            return f"tap({draw(40)})"
        if kind == 1:
            return f'swipe("{tuple(SWIPES)[draw(len(SWIPES))]}")'
        if kind == 2:
            return f'press("{tuple(NAVIGATION_POINTS)[draw(len(NAVIGATION_POINTS))]}")'
        if kind == 3:
            return f"dual-gesture({', '.join(f'{draw(101) / 100:.2f}' for _ in range(4))})"
        if kind == 4:
            return f"type({_quoted(super().sample())})"
        return f"long_press({draw(40)})"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class TextActions:
    """Actions as text: ``tap(5)``, ``swipe("up")``, ``press("BACK")``, ``dual-gesture(y, x, y, x)``, as in
    the paper.

    Extensions are ``type("…")``, ``long_press(5)``, ``wait()``, ``answer("…")``, ``finish("…")`` and ``ask_user("…")``;
    `bmoca_gym.envs.action_table.ACTIONS` has them all. ``tap`` and ``long_press`` touch the centre of the
    element that has the numeric tag in the last observation. ``dual-gesture`` takes fractions of the screen
    from 0 to 1. The text may be a language model's whole answer, see `action_line`. Any other text is a wrong
    format: it costs a step and nothing is sent to the phone.

    Args:
        tap_threshold: as for `DualGestureActions`.
        shown: returns the numeric tags that `encode` may use; None for all.
    """

    needs_tree = True
    wrong_format_counts = True

    def __init__(self, tap_threshold: float = TAP_THRESHOLD, shown: ShownTags | None = None) -> None:
        self.space = TextActionSpace(MAX_ANSWER)
        self._shown = shown
        self._tap_threshold = number_in("tap_threshold", tap_threshold, 0, 2)
        self._tags = _Tags()

    def to_gesture(self, action: Any, tree: UiTree | None) -> Move:
        """Translate the text into a move on the screen of ``tree``."""
        if not isinstance(action, str):
            raise ActionError(f"The action is {_short(repr(action))}; a text action is a str: {EXAMPLES}.")
        call = parse(action_line(action))
        known = ACTIONS.get(call.name)
        if known is None:
            raise ActionError(
                f"There is no action {_short(call.name)}.{nearest(call.name, ACTIONS)} Use {EXAMPLES}."
            )
        return _READERS[call.name](self, _arguments(call), tree)

    def _tap(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        return Tap(*self._center(arguments[0], tree))

    def _long_press(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        return LongPress(*self._center(arguments[0], tree))

    def _pinch(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        point = self._center(arguments[0], tree)
        scale = float(arguments[1]) if _NUMBER.fullmatch(arguments[1]) else 0.0
        if not 1 / MOST_SCALE <= scale <= MOST_SCALE:
            raise ActionError(f"pinch takes a scale from 0.1 to 10, not {_short(arguments[1])}.")
        return pinch(*point, scale)

    def _swipe(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        y0, x0, y1, x1 = _choice(SWIPES, arguments[0].lower(), "a direction")
        return Swipe(x0, y0, x1, y1)

    def _press(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        key = arguments[0].upper()
        _choice(_KEYS, key, "a key")
        return PressKey(key)

    def _dual_gesture(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        numbers = [float(argument) if _NUMBER.fullmatch(argument) else -1.0 for argument in arguments]
        for argument, number in zip(arguments, numbers, strict=True):
            if not 0.0 <= number <= 1.0:
                kind = OffScreenError if _NUMBER.fullmatch(argument) else ActionError
                raise kind(f"dual-gesture takes four numbers from 0 to 1, not {_short(argument)}.")
        y0, x0, y1, x1 = numbers
        return dual_gesture(y0, x0, y1, x1, self._tap_threshold)

    def _type(self, arguments: tuple[str, ...], tree: UiTree | None) -> Gesture:
        return TypeText(arguments[0])

    def _wait(self, arguments: tuple[str, ...], tree: UiTree | None) -> Wait:
        if not arguments:
            return Wait()
        seconds = float(arguments[0]) if _NUMBER.fullmatch(arguments[0]) else -1.0
        if not 0 <= seconds <= LONGEST_WAIT:
            raise ActionError(
                f"wait takes a number of seconds from 0 to {LONGEST_WAIT:g}, not {_short(arguments[0])}."
            )
        return Wait(seconds)

    def _finish(self, arguments: tuple[str, ...], tree: UiTree | None) -> Finish:
        return Finish(arguments[0] if arguments else "")

    def _answer(self, arguments: tuple[str, ...], tree: UiTree | None) -> Answer:
        return Answer(arguments[0])

    def _ask_user(self, arguments: tuple[str, ...], tree: UiTree | None) -> Ask:
        return Ask(arguments[0])

    def _center(self, tag: str, tree: UiTree | None) -> tuple[float, float]:
        nodes = self._tags.nodes(tree)
        if _TAG.fullmatch(tag) is None or int(tag) >= len(nodes):
            raise ActionError(
                f"{_short(tag)} is not a numeric tag of this screen; its tags are the whole numbers from 0 to "
                f"{len(nodes) - 1}."
            )
        assert tree is not None
        return targets.center(nodes[int(tag)], tree)

    def encode(self, gesture: Gesture | Speech | Wait, tree: UiTree) -> str:
        """Write a gesture as text: with the numeric tag of an element that is shown if that touches the same element,
        else with coordinates.
        """
        if isinstance(gesture, Wait):
            return "wait()"
        if isinstance(gesture, Answer):
            return f"answer({_quoted(gesture.text)})"
        if isinstance(gesture, Ask):
            return f"ask_user({_quoted(gesture.question)})"
        if isinstance(gesture, Finish):
            return f"finish({_quoted(gesture.message)})"
        if isinstance(gesture, (Tap, LongPress)):
            shown = None if self._shown is None else self._shown(tree)
            tag = targets.index_of(gesture.x, gesture.y, tree, self._tags.nodes(tree), shown)
            if isinstance(gesture, Tap):
                text = f"tap({tag})" if tag is not None else _coordinates(*beside_keys(gesture) * 2)
            elif tag is not None:
                text = f"long_press({tag})"
            else:
                raise ActionError(
                    f"{gesture!r} is on no element of this screen that a numeric tag could name."
                )
        elif isinstance(gesture, Swipe):
            points = gesture.y0, gesture.x0, gesture.y1, gesture.x1
            word = next((word for word, swipe in SWIPES.items() if swipe == points), None)
            text = f'swipe("{word}")' if word else _coordinates(*points)
        elif isinstance(gesture, Pinch):
            text = self._written_pinch(gesture, tree)
        elif isinstance(gesture, TypeText):
            text = f"type({_quoted(gesture.text)})"
        elif gesture.key in _KEYS:
            text = f'press("{gesture.key}")'
        else:
            raise no_such_action(gesture, "text")
        read = self.to_gesture(text, tree)
        if type(read) is not type(gesture):
            raise ActionError(f"As text {gesture!r} would be taken for {read!r}.")
        return text

    def _written_pinch(self, gesture: Pinch, tree: UiTree) -> str:
        """A pinch around its point, or the error for a swipe of two fingers."""
        scale = gesture.scale(tree.width, tree.height)
        nodes = self._tags.nodes(tree)
        shown = range(len(nodes)) if self._shown is None else self._shown(tree)
        away = {tag: math.dist(targets.center(nodes[tag], tree), gesture.middle) for tag in shown}
        tag = min(away, key=lambda one: away[one], default=-1)
        moves = math.dist(gesture.middle, gesture.end) > _STILL
        if tag < 0 or away[tag] > _STILL or moves or not 1 / MOST_SCALE <= scale <= MOST_SCALE:
            raise no_such_action(gesture, "text")
        return f"pinch({tag}, {round(scale, 3):g})"


def _arguments(call: Call) -> tuple[str, ...]:
    """The arguments of a call in the order of the action's parameters, whether given by name or by place."""
    known = ACTIONS[call.name]
    names = [parameter.name for parameter in known.parameters] or _UNLISTED.get(call.name, [])
    bound = dict(zip(names, call.arguments, strict=False))
    for given, value in call.keywords:
        name = wrappers.parameter(given, names)
        if not name:
            raise ActionError(
                f"{known.written} has no argument {_short(given)}; e.g. {known.example}. A text that contains = "
                "must be in quotes."
            )
        if name in bound:
            raise ActionError(f"{known.written} has two values for {name}; e.g. {known.example}.")
        bound[name] = value
    count, needed = len(call.arguments) + len(call.keywords), len(known.parameters)
    optional = known.optional or call.name in _UNLISTED
    if count != len(names) and not (optional and not count):
        raise ActionError(f"{known.written} takes {needed} argument(s), not {count}; e.g. {known.example}.")
    return tuple(bound[name] for name in names if name in bound)


class _Tags:
    """Nodes of a screen by numeric tag; those of the last screen are kept."""

    def __init__(self) -> None:
        self._tree: UiTree | None = None
        self._nodes: list[UiNode] = []

    def nodes(self, tree: UiTree | None) -> list[UiNode]:
        if tree is not self._tree:
            self._tree, self._nodes = tree, [] if tree is None else tree.numbered()
        return self._nodes


def _coordinates(*numbers: float) -> str:
    return f"dual-gesture({', '.join(repr(float(number)) for number in numbers)})"


_T = TypeVar("_T")


def _choice(known: dict[str, _T], given: str, what: str) -> _T:
    if given not in known:
        raise ActionError(f"{_short(given)} is not {what}; it must be one of {', '.join(known)}.")
    return known[given]


_Reader = Callable[[TextActions, tuple[str, ...], "UiTree | None"], Move]

#: Reader of the arguments of each action.
_READERS: dict[str, _Reader] = {
    "dual_gesture": TextActions._dual_gesture,
    "tap": TextActions._tap,
    "swipe": TextActions._swipe,
    "press": TextActions._press,
    "type": TextActions._type,
    "long_press": TextActions._long_press,
    "pinch": TextActions._pinch,
    "wait": TextActions._wait,
    "answer": TextActions._answer,
    "finish": TextActions._finish,
    "ask_user": TextActions._ask_user,
}
