"""Values of properties: words, lists, sides, and addresses in them."""

from __future__ import annotations

import re
from typing import Final

from bmoca_gym.handset.web.files import resolve

SIDES: Final = ("top", "right", "bottom", "left")
CORNERS: Final = ("top-left", "top-right", "bottom-right", "bottom-left")
#: Values that any property accepts.
WIDE: Final = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
#: Font size keywords in px.
FONT_SIZES: Final = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}

_WORDS = re.compile(r"""(?:[^\s()"'/,]|\((?:[^()]|\([^()]*\))*\)|"[^"]*"|'[^']*')+|[/,]""")


def words_of(value: str) -> list[str]:
    """Split a value at its spaces. Functions and strings stay whole; ``/`` and ``,`` are separate words."""
    return _WORDS.findall(value)


def listed(value: str) -> list[str]:
    """Split a value at its commas, outside functions."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(value):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character == "," and depth <= 0:
            parts.append(value[start:at].strip())
            start = at + 1
    parts.append(value[start:].strip())
    return [part for part in parts if part]


def is_length(word: str) -> bool:
    """Whether a word is a number, with or without a unit."""
    return word[0].isdigit() or word[0] in "+-." or word.startswith("calc(")


_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)""")


def url_of(value: str) -> str | None:
    """Return the address in a value's ``url(…)``, if it has one."""
    found = _URL.search(value)
    return next((one for one in found.groups() if one is not None), "").strip() if found else None


def resolved(value: str, base: str) -> str:
    """Return a value with its addresses relative to the root of the files rather than to the sheet ``base``."""

    def replaced(found: re.Match[str]) -> str:
        address = next((one for one in found.groups() if one is not None), "").strip()
        name = None if address.startswith("#") else resolve(base, address)
        return f'url("{address if name is None else "/" + name}")'

    return _URL.sub(replaced, value)
