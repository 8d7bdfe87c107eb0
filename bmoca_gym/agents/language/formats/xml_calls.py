"""Calls in tags in the style of Qwen3-Coder: ``<function=NAME><parameter=KEY>value</parameter></function>``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from bmoca_gym.agents.language.formats.reading import FormatError

_FUNCTION = re.compile(r"<function=([^>\s]{1,80})\s*>")
_PARAMETER = re.compile(r"<parameter=([^>\s]{1,80})\s*>")
#: Where a value ends. Tags may be missing.
_END = re.compile(r"</parameter>|<parameter=|</function>|</tool_call>|</seed:tool_call>")

_MOST_CALLS, _MOST_PARAMETERS = 16, 16


class XmlCall(NamedTuple):
    """A function call. Values are texts, without a line break at either end."""

    name: str
    arguments: Mapping[str, str]


class XmlAnswer(NamedTuple):
    """An answer with calls.

    Attributes:
        calls: the calls in order. Those in the thought count only if there are no others.
        thought: the text up to ``</think>``.
        content: the text before the first call.
    """

    calls: tuple[XmlCall, ...]
    thought: str
    content: str


def read(text: str) -> XmlAnswer:
    """Read the calls of an answer, tolerating a missing closing tag and a truncated end.

    Raises:
        FormatError: a function has more than 16 parameters.
    """
    thought, closed, rest = text.partition("</think>")
    if not closed:
        thought, rest = "", text
    calls = _calls(rest) or _calls(thought)
    content = re.split(r"<tool_call>|<seed:tool_call>|<function=", rest, maxsplit=1)[0]
    return XmlAnswer(calls, thought.replace("<think>", "").strip(), content.strip())


def _calls(text: str) -> tuple[XmlCall, ...]:
    found = []
    functions = list(_FUNCTION.finditer(text))[:_MOST_CALLS]
    ends = [*(function.start() for function in functions[1:]), len(text)][: len(functions)]
    for function, end in zip(functions, ends, strict=True):
        close = text.find("</function>", function.end(), end)
        found.append(XmlCall(function[1], _parameters(text, function.end(), close if close >= 0 else end)))
    return tuple(found)


def _parameters(text: str, place: int, end: int) -> dict[str, str]:
    found: dict[str, str] = {}
    while (key := _PARAMETER.search(text, place, end)) is not None:
        if len(found) == _MOST_PARAMETERS:
            raise FormatError(f"A call has more than {_MOST_PARAMETERS} parameters.")
        stop = _END.search(text, key.end(), end)
        place = stop.start() if stop else end
        value = text[key.end() : place]
        found[key[1]] = value.removeprefix("\n").removesuffix("\n")
    return found
