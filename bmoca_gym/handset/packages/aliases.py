"""Apps with other package names on an image: names are translated when they leave or enter a phone.

An app's code knows one package. Google's build of the same app has another package but the same classes:
``com.android.contacts/com.android.contacts.A`` becomes
``com.google.android.contacts/com.android.contacts.A``. UI trees, the log and the shell's output have the
image's names; the shell and the servers accept them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from bmoca_gym.handset.state import Image
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
def _reversed(names: Aliases) -> Aliases:
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


def outward(image: Image, text: str) -> str:
    """Translate a text that leaves a phone."""
    return renamed(image.aliases, text)


def inward(image: Image, text: str) -> str:
    """Translate a text that enters a phone."""
    return renamed(_reversed(image.aliases), text)
