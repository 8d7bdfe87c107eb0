"""What models write around an action: thoughts, tags, tokens that end a turn. For all modes that read text."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Tokens with which models begin and end a turn.
_TOKEN = (
    r"<[|｜][\w▁ -]{1,40}[|｜]>|</?s>|<(?:end_of_turn|start_of_turn|eos|bos|pad|end_of_text|eot)>"
    r"|\[(?:EOS|/INST)\]"
)
_ENDS = re.compile(rf"(?:\s|{_TOKEN})+\Z")
_BEGINS = re.compile(rf"\A(?:\s|{_TOKEN})+")
# A tag that opens behind white space or another tag, and its end. In a quoted text it is a part of that text.
_TAG = re.compile(
    r"(?:(?<=[\s>])|\A)<(answer|action|final_answer)>(.*?)(?:</\1>(?=[\s<]|\Z)|\Z)", re.DOTALL | re.IGNORECASE
)
#: Deepest tags inside tags that are taken off.
_DEEPEST = 3

#: Names that agents use for a parameter besides its own, by what it means.
SYNONYMS: tuple[frozenset[str], ...] = (
    frozenset({"numeric_tag", "index", "element", "tag", "id", "element_id", "number", "node"}),
    frozenset(
        {"text", "content", "message", "answer", "value", "input", "input_str", "input_text", "string"}
    ),
    frozenset({"direction"}),
    frozenset({"key", "button", "key_name", "keycode"}),
    frozenset({"interval", "seconds", "duration", "time"}),
    frozenset({"app", "app_name"}),
)


def unwrapped(answer: str) -> str:
    """Return a model's answer without its thoughts, the tags around its action, and the tokens that end its turn.

    If there are tags ``<answer>`` or ``<action>``, only what is inside counts. Tags and tokens in a quoted text stay.

    >>> unwrapped("<think>It is the fifth.</think><answer>tap(5)</answer><|im_end|>")
    'tap(5)'
    """
    text = answer.rpartition("</think>")[2]
    for _ in range(_DEEPEST):
        text = _BEGINS.sub("", _stripped(text))
        inside = [match[2].strip() for match in _TAG.finditer(text)]
        if not inside:
            break
        text = "\n".join(dict.fromkeys(inside))
    return _stripped(text)


def _stripped(text: str) -> str:
    """A text without white space and tokens at its end. A search from every position would take quadratic time."""
    tail = _ENDS.search(text, max(0, len(text) - 400))
    return text[: tail.start()] if tail else text.rstrip()


def parameter(name: str, known: Sequence[str]) -> str:
    """Return the parameter of ``known`` that an agent means by a name, or "" if it matches none, or several.

    >>> parameter("content", ["text"]), parameter("words", ["text"])
    ('text', '')
    """
    name = name.casefold()
    if name in known:
        return name
    meant = {one for group in SYNONYMS if name in group for one in known if one in group}
    return meant.pop() if len(meant) == 1 else ""
