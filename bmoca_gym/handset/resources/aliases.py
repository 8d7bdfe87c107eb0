"""Apps with other package names on an image: `Image.outward` and `Image.inward` translate what leaves or enters it.

An app's code knows one package. Google's build of the same app has another package but the same classes:
``com.android.contacts/com.android.contacts.A`` becomes
``com.google.android.contacts/com.android.contacts.A``. UI trees, the log and the shell's output have the
image's names; the shell and the servers accept them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from bmoca_gym.handset.value import memo

Aliases = tuple[tuple[str, str], ...]


@cache
def _rewriter(names: Aliases) -> Callable[[str], str]:
    """A function that replaces the first name of each pair in a text by the second."""
    known = dict(names)
    packages = "|".join(re.escape(name) for name in known if "/" not in name)
    # A package is a whole name or followed by a class; parts of longer names and authorities of providers are kept.
    pattern = re.compile(
        rf"(?<![\w.])(?<!content://)({packages})(/\.?[\w$]+(?:\.[\w$]+)*)?(?!\w|\.\w)", re.ASCII
    )

    def renamed(found: re.Match[str]) -> str:
        package, name = found[1], found[2] or ""
        if name.startswith("/."):
            name = f"/{package}{name[1:]}"
        return known.get(package + name, known[package] + name)

    return lambda text: pattern.sub(renamed, text)


@cache
def turned(names: Aliases) -> Aliases:
    """Return the pairs the other way round."""
    return tuple((outside, own) for own, outside in names)


def renamed(names: Aliases, text: str) -> str:
    """Replace the first name of each pair in a text by the second."""
    if not names or not text:
        return text
    return _renamed(names, text) if len(text) <= _SHORT else _rewriter(names)(text)


#: Characters of a text that is remembered: ids and names come again and again.
_SHORT = 100


@memo(2048)
def _renamed(names: Aliases, text: str) -> str:
    return _rewriter(names)(text)
