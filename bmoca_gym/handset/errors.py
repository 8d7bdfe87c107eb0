"""Errors of the embedded handset. Each says what was given, what was expected and what to do."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable


class HandsetError(Exception):
    """Base of everything that the handset raises on purpose."""


class GestureError(HandsetError, ValueError):
    """A gesture with a coordinate, key or duration that no hand could make."""


class MissingLibraryError(HandsetError, ImportError):
    """A system library or a package that the handset draws with is absent; names the command that mends it."""


class UnknownLocaleError(HandsetError, ValueError):
    """A locale that the handset has no strings for."""


class UnknownAppError(HandsetError, ValueError):
    """The name of an app that neither the package nor an installed distribution has."""


class UnknownImageError(HandsetError, ValueError):
    """The name of an image that neither the package nor an installed distribution has."""


class UnknownWallpaperError(HandsetError, ValueError):
    """A wallpaper name that is neither published nor procedural."""


class WallpaperError(HandsetError, ValueError):
    """Bytes that are not a picture the handset can show."""


class UnknownIconError(HandsetError, ValueError):
    """An icon name that the icon font does not have."""


class ConfigurationError(HandsetError, ValueError):
    """A device configuration with a value outside what a phone can have."""


class SharedPreferencesError(HandsetError, ValueError):
    """Bytes that are no preferences file, or a value that such a file can't hold."""


class FileAccessError(HandsetError, OSError):
    """A path of the virtual file system that does not exist or can't be read or written."""


class ContentError(HandsetError, ValueError):
    """A query that the phone's content providers can't answer, or rows that they don't take."""


def nearest(given: str, existing: Iterable[str]) -> str:
    """A sentence part that names the nearest existing names: `` Did you mean 'x'?``, or nothing.

    At most three, and none that is much farther away than the first.
    """
    close = difflib.get_close_matches(given, list(existing), n=3, cutoff=0.5)
    # What all have in common says nothing: the suite before a task's name.
    same = len(
        [*itertools.takewhile(lambda letters: len(set(letters)) == 1, zip(given, *close, strict=False))]
    )
    likeness = [difflib.SequenceMatcher(None, name[same:], given[same:]).ratio() for name in close]
    near = [name for name, ratio in zip(close, likeness, strict=True) if ratio > max(likeness) - 0.1]
    return f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
