"""Calls of AndroidLab's agents as text, in both of its grammars: ``do(action="Tap", element=[…])`` and ``tap(5)``.

Tables of the calls, and reading and writing one. Calls are parsed and never executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bmoca_gym.envs import wrappers
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, cut, nearest

#: Most arguments of a call, and most calls that are read in an answer.
_MOST_ARGUMENTS, _MOST_CALLS = 16, 50


class CallAction(NamedTuple):
    """A kind of action.

    Attributes:
        example: an example, for prompts.
        does: its effect in words, for prompts.
        parameters: names of its parameters in order; those that end with ``?`` may be left out.
    """

    example: str
    does: str
    parameters: tuple[str, ...] = ()


FINISH = CallAction(
    'finish(message="<what you have found out or done>")',
    "Ends the task. To a question, the message is the answer.",
    ("message?",),
)

#: Actions of ``do(action="…")`` by name, and ``finish``, in the order of prompts.
DO: dict[str, CallAction] = {
    "Tap": CallAction('do(action="Tap", element=[x1, y1, x2, y2])', "Taps the middle of a box.", ("element",)),
    "Type": CallAction(
        'do(action="Type", text="<the text>")',
        "Writes into the field that has the focus, in place of what stands there, and presses Enter.",
        ("text",),
    ),
    "Swipe": CallAction(
        'do(action="Swipe", element=[x1, y1, x2, y2], direction="up", dist="medium")',
        "Moves a finger from the middle of a box, or of the screen without one; direction says where it goes (up, "
        "down, left, right), dist how far (short, medium, long).",
        ("element?", "direction", "dist?"),
    ),
    "Long Press": CallAction(
        'do(action="Long Press", element=[x1, y1, x2, y2])', "Holds the middle of a box for a second.", ("element",)
    ),
    "Home": CallAction('do(action="Home")', "Goes to the home screen."),
    "Back": CallAction('do(action="Back")', "Goes back."),
    "Enter": CallAction('do(action="Enter")', "Presses Enter."),
    "Wait": CallAction('do(action="Wait")', "Lets some seconds pass, so that the screen can change."),
    "Launch": CallAction('do(action="Launch", app="<its name>")', "Opens an app.", ("app",)),
    "finish": FINISH,
}  # fmt: skip

#: Functions of the first grammar.
CALLED = ("do", "finish")

#: Functions of the second grammar, in the order of prompts.
FUNCTIONS: dict[str, CallAction] = {
    "tap": CallAction("tap(5)", "Taps the element with that number.", ("index",)),
    "text": CallAction(
        'text("<the text>")',
        "Writes into the field that has the focus, in place of what stands there. Tap the field first.",
        ("input_str",),
    ),
    "long_press": CallAction("long_press(5)", "Holds the element with that number for a second.", ("index",)),
    "swipe": CallAction(
        'swipe(5, "up", "medium")',
        "Moves a finger from the middle of the element with that number: where it goes (up, down, left, right), and "
        "how far (short, medium, long).",
        ("index", "direction", "dist?"),
    ),
    "back": CallAction("back()", "Goes back."),
    "home": CallAction("home()", "Goes to the home screen."),
    "enter": CallAction("enter()", "Presses Enter."),
    "wait": CallAction("wait(5)", "Lets that many seconds pass, up to ten.", ("interval?",)),
    "launch": CallAction('launch("<its name>")', "Opens an app.", ("app_name",)),
    "finish": CallAction('finish("<what you have found out or done>")', FINISH.does, FINISH.parameters),
}

#: Aliases of functions.
_ALIASES = {"type": "text"}

Value = str | int | float | bool | None | tuple[float, ...]


class Call(NamedTuple):
    """A parsed call: its name, positional arguments and keyword arguments."""

    name: str
    arguments: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


def listing(table: Mapping[str, CallAction], names: Iterable[str]) -> str:
    """Return lines that explain actions of `DO` or `FUNCTIONS` to a language model, one for each action."""
    return "\n".join(f"- `{table[name].example}` {table[name].does}" for name in names)


# Reading --------------------------------------------------------------------------------------------

_TEXT = re.compile(
    r'"""(.*?)"""|\'\'\'(.*?)\'\'\'|"([^"\\]*(?:\\.[^"\\]*)*)"|\'([^\'\\]*(?:\\.[^\'\\]*)*)\'|“([^”\\]*(?:\\.[^”\\]*)*)”',
    re.DOTALL,
)
_WORD = re.compile(r"(?:True|False|None|true|false|null)\b")
_WORDS = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}
_ONE = r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,20})?"
_LIST = re.compile(rf"[\[(]\s*({_ONE}(?:\s*,\s*{_ONE}){{0,7}})\s*,?\s*[\])]")
_NUMBER = re.compile(rf"{_ONE}(?![\w.])")
_NAME = re.compile(r"([A-Za-z_]\w{0,40})\s*=\s*(?!=)")
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": ""}
_SPACE = re.compile(r"\s*")

_FENCED = re.compile(r"```+[A-Za-z0-9_+-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_LABEL = re.compile(r"\baction[ \t*_`]{0,4}[:：][\s*_`]{0,8}", re.IGNORECASE)
_ANSWER = re.compile(r"\bfinal[ \t]answer[ \t*_`]{0,4}[:：]", re.IGNORECASE)
#: Beginning of a call on a line of its own, and what may follow it.
_BEGINNING = re.compile(r"^[ \t>*`•-]{0,20}([A-Za-z_]\w{0,40})[ \t]{0,4}\(", re.MULTILINE)
_REST = re.compile(r"[ \t`*.;]*(?:#[^\n]*)?(?=\n|\Z)")


def read(answer: str, known: Iterable[str]) -> Call:
    """Find the call in a language model's answer.

    It is the only call in the first code block, else the call after the label ``Action:``, else the only call on a line
    of its own. If there is a ``Final Answer:``, only the text after the last one counts. What `wrappers.unwrapped`
    strips is ignored. Arguments are quoted texts, numbers, lists of numbers, true, false and none. Texts keep leading
    zeros.

    Args:
        answer: the model's answer.
        known: names of the existing functions.

    >>> read('It is the first.\\nAction: tap(index=5)', ["tap"])
    Call(name='tap', arguments=(), keywords=(('index', 5),))

    Raises:
        ActionError: there is no call, or more than one, or it can't be read.
    """
    names = tuple(known)
    if len(answer) > MAX_ANSWER:
        raise ActionError(f"The answer has {len(answer)} characters; at most {MAX_ANSWER} are read.")
    if not answer.strip():
        raise ActionError(f"The answer is empty; an action is one of {_shown(names)}.")
    text = wrappers.unwrapped(answer)
    finals = [*_ANSWER.finditer(text)]
    if finals:
        text = text[finals[-1].end() :]
    block = next((one[1] for one in _FENCED.finditer(text) if _BEGINNING.search(_unlabelled(one[1]))), None)
    labels = [*_LABEL.finditer(text)]
    if block is not None:
        found = _calls(_unlabelled(block), None)
    elif labels:
        ends = [*(label.start() for label in labels[1:]), len(text)]
        parts = [text[label.end() : end] for label, end in zip(labels, ends, strict=True)]
        found = [call for part in parts if _BEGINNING.match(part) for call in _calls(part, None)]
    else:
        found = _calls(text, {*names, *_ALIASES})
    calls = dict.fromkeys(found)
    if not calls:
        raise ActionError(f"The answer has no action: no line of it is a call of one of {_shown(names)}.")
    if len(calls) > 1:
        raise ActionError("The answer has several actions; give exactly one.")
    call = next(iter(calls))
    name = _ALIASES.get(call.name, call.name)
    if name not in names:
        raise ActionError(
            f"There is no action {cut(name)}.{nearest(name, names)} Use one of {_shown(names)}."
        )
    return call._replace(name=name)


def _unlabelled(block: str) -> str:
    """The text of a code block without a label before its call."""
    return _LABEL.sub("", block)


def _shown(names: Iterable[str]) -> str:
    return ", ".join(f"{name}(…)" for name in names)


def _calls(text: str, only: set[str] | None) -> list[Call]:
    """The calls on lines of their own, except in comments. ``only``: any other word before a bracket is prose."""
    found: list[Call] = []
    problem: ActionError | None = None
    place = 0
    for _ in range(_MOST_CALLS):
        begins = _BEGINNING.search(text, place)
        if begins is None:
            break
        name, place = begins[1].casefold(), begins.end()
        if only is not None and name not in only:
            continue
        try:
            call, end = _call(text, name, begins.start(1), place)
        except ActionError as error:
            problem = problem or error
            continue
        if only is None or _REST.match(text, end):
            found.append(call)
        place = end
    if problem and (only is None or not found):
        raise problem
    return found


def _call(text: str, name: str, start: int, place: int) -> tuple[Call, int]:
    """Parse the call whose arguments start at ``place``. Returns it and the position after it."""
    arguments: list[Value] = []
    keywords: list[tuple[str, Value]] = []
    while len(arguments) + len(keywords) <= _MOST_ARGUMENTS:
        place = _past_space(text, place)
        if text.startswith(")", place):
            return Call(name, tuple(arguments), tuple(keywords)), place + 1
        given = _NAME.match(text, place)
        read_value = _value(text, given.end() if given else place)
        if read_value is None or (keywords and not given):
            break
        value, place = read_value
        if given is None:
            arguments.append(value)
        else:
            keywords.append((given[1], value))
        place = _past_space(text, place)
        if text.startswith(",", place):
            place += 1
        elif not text.startswith(")", place):
            break
    raise ActionError(
        f"The action {cut(text[start : start + 80])} can't be read from {cut(text[place : place + 40])} on: arguments "
        "are texts in quotes, numbers, and lists of numbers."
    )


def _past_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _value(text: str, place: int) -> tuple[Value, int] | None:
    """Parse the value that begins at ``place``. Returns it and the position after it, or None."""
    found = _TEXT.match(text, place)
    if found:
        written = next(part for part in found.groups() if part is not None)
        return _ESCAPE.sub(_unescaped, written), found.end()
    found = _NUMBER.match(text, place)
    if found:
        return _number(found[0]), found.end()
    found = _WORD.match(text, place)
    if found:
        return _WORDS[found[0]], found.end()
    found = _LIST.match(text, place)
    if found is None:
        return None
    numbers = [float(one) for one in re.findall(r"[+-]?[0-9.]+", found[1])]
    place = found.end()
    second = _LIST.match(text, place)  # bounds as the compressed tree has them: [x1,y1][x2,y2]
    if second:
        numbers += [float(one) for one in re.findall(r"[+-]?[0-9.]+", second[1])]
        place = second.end()
    return tuple(numbers), place


def _number(written: str) -> int | float:
    return float(written) if "." in written else int(written)


def _unescaped(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) > 2:
        return chr(int(escape[1:], 16))
    return _ESCAPES.get(escape, match[0])


def bound(call: Call, what: str, action: CallAction, given: Sequence[Value]) -> dict[str, Value]:
    """The arguments of a call by name. ``given``: the positional ones."""
    names = [name.rstrip("?") for name in action.parameters]
    needed = [name for name in action.parameters if not name.endswith("?")]
    bound: dict[str, Value] = dict(zip(names, given, strict=False))
    for given_name, value in call.keywords:
        name = wrappers.parameter(given_name, names) or given_name
        if name in bound or name not in names:
            told = "is given twice" if name in bound else "is not one of its arguments"
            raise ActionError(f"{what}: {cut(name)} {told}; write it as in {action.example}.")
        bound[name] = value
    missing = [name for name in needed if bound.get(name) is None]
    if len(given) > len(names) or missing:
        told = f"{missing[0]} is missing" if missing else f"{len(given)} arguments are too many"
        raise ActionError(f"{what}: {told}; write it as in {action.example}.")
    return bound


def quoted(text: str) -> str:
    """Write a text as an argument."""
    return json.dumps(text, ensure_ascii=False)


def written(call: Call) -> str:
    """Write a call as text."""
    given = [
        *map(_shown_value, call.arguments),
        *(f"{name}={_shown_value(one)}" for name, one in call.keywords),
    ]
    return f"{call.name}({', '.join(given)})"


def _shown_value(value: Value) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, tuple):
        return f"[{', '.join(f'{number:g}' for number in value)}]"
    return repr(value)
