"""Apps that an image has under other packages than their own: names rewritten where they leave a phone and come in.

An app's code knows one package; Google's build of the same app has another, while the classes of its activities keep
theirs: ``com.android.contacts/com.android.contacts.A`` is ``com.google.android.contacts/com.android.contacts.A``
there. UI trees, the log and what the shell prints tell the image's names; the shell and the servers take them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from bmoca_gym.handset.state import Image

Aliases = tuple[tuple[str, str], ...]


@cache
def _rewriter(names: Aliases) -> Callable[[str], str]:
    """A function of a text that replaces the first name of each pair by the second."""
    known = dict(names)
    packages = "|".join(re.escape(name) for name in known if "/" not in name)
    # A package stands alone or before a class; it is no part of a longer name, and no provider's authority.
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
    """A text with the second name of each pair in place of the first."""
    return _rewriter(names)(text) if names else text


def outward(image: Image, text: str) -> str:
    """A text as it leaves a phone of that image."""
    return renamed(image.aliases, text)


def inward(image: Image, text: str) -> str:
    """A text as it comes in."""
    return renamed(_reversed(image.aliases), text)
