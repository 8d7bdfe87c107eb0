"""Words in the form in which a search compares them: without case and accents."""

from __future__ import annotations

import re
import unicodedata

from bmoca_gym.handset.value import memo


@memo(8192, asset=True)
def plain(text: str) -> str:
    """Return a text without case and accents, so that "jose" finds "José". Scripts without accents are
    unchanged.

    >>> plain("São José"), plain("Ёлка"), plain("がく")
    ('sao jose', 'елка', 'がく')
    """
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", _MARKS.sub("", parts))


#: Combining diacritical marks of Latin, Greek and Cyrillic: other scripts' marks are letters of their own.
_MARKS = re.compile("[\u0300-\u036f]")
