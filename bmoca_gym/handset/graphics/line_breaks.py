"""Possible line breaks: at spaces, after hyphens, and between the characters of East Asian scripts.

This is the part of UAX #14 that user interfaces need.
"""

from __future__ import annotations

import re
from functools import cache

#: Characters after which a line may break, and which are invisible at its end.
SPACES = frozenset(" \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u200b\u205f\u3000")

_SPACE = "".join(sorted(SPACES))
_HYPHEN = "\u2010\u2013\u2014\\-"
#: Han, kana, Hangul syllables, bopomofo, Yi: a line may break before and after each.
_IDEOGRAPH = (
    "\u2e80-\u2fdf\u3041-\u3096\u309f-\u30fa\u30ff-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff"
    "\uff66-\uff9d\U00020000-\U0003fffd"
)
#: Characters that never end a line.
_OPENING = "([{⁅⁽₍〈《「『【〔〖〘〚〝（［｛｟｢“‘".replace("[", r"\[")
#: Characters that never begin one: closing marks, iteration marks, small kana, combining marks, variation selectors.
_CLOSING = (
    r"!%),.:;?\]}…‥’”、。〉》」』】〕〗〙〛〞〟々〻・゛゜ゝゞーヽヾァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ"
    "！％），．：；？］｝～｠｡｣､･ｰﾞﾟ\u0300-\u036f\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef"
)

_PARTS_OF_ASCII = re.compile(r" +|[^ ]*?[^ -]-+(?=[^ \d-])|[^ ]+")

_ORDINARY = f"(?:(?![{_OPENING}]{{1,4}}[{_IDEOGRAPH}])[^{_SPACE}{_IDEOGRAPH}])"
_PARTS = (
    rf"[{_SPACE}]+"
    rf"|[{_OPENING}]{{0,4}}[{_IDEOGRAPH}][{_CLOSING}]*"
    rf"|{_ORDINARY}*?(?![{_HYPHEN}]){_ORDINARY}[{_HYPHEN}]+(?![{_SPACE}{_HYPHEN}\d])"
    rf"|{_ORDINARY}+[{_CLOSING}]*"
    rf"|."
)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern for any script. Compiling it is slow, and a phone in English may never need it."""
    return re.compile(_PARTS, re.DOTALL)


@cache
def _unlike_words() -> re.Pattern[str]:
    """Return characters at which texts may break other than at single spaces between words."""
    return re.compile(f"[{_SPACE[1:]}{_HYPHEN}{_IDEOGRAPH}]")


def breakable_words(text: str) -> list[str]:
    """Split a text at all possible breaks. Runs of `SPACES` are parts of their own."""
    if text.isascii():
        if "-" in text or "  " in text:
            return _PARTS_OF_ASCII.findall(text)
    elif "  " in text or _unlike_words().search(text) is not None:
        return _pattern().findall(text)
    words: list[str] = []  # as most texts have them
    for number, word in enumerate(text.split(" ")):
        if number:
            words.append(" ")
        if word:
            words.append(word)
    return words
