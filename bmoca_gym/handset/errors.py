"""The root of all errors of the package, and the errors of the embedded handset.

The root is here because the handset imports nothing from the layers above it. Each message says what was given, what
was expected and what to do.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable


class BmocaError(Exception):
    """Base class of all errors that this package raises on purpose."""


class HandsetError(BmocaError):
    """Base class of the handset's errors."""


class GestureError(HandsetError, ValueError):
    """Raised for a gesture with an invalid coordinate, key or duration."""


class MissingLibraryError(HandsetError, ImportError):
    """Raised when a library is missing. The message has the command that installs it."""


def how_to_install(extra: str) -> str:
    """Return the commands that install an extra of the package, for a `MissingLibraryError`."""
    return f"pip install -c constraints.txt -e '.[{extra}]' in a checkout, otherwise pip install 'bmoca-gym[{extra}]'"


class UnknownLocaleError(HandsetError, ValueError):
    """Raised for a locale that the handset has no strings for."""


class UnknownAppError(HandsetError, ValueError):
    """Raised for an app that is neither in this package nor in an installed one."""


class UnknownStringError(HandsetError, KeyError):
    """Raised for the key of a string that a catalogue does not have, or has no text for."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class UnknownImageError(HandsetError, ValueError):
    """Raised for an image that is neither in this package nor in an installed one."""


class UnknownWallpaperError(HandsetError, ValueError):
    """Raised for the name of a wallpaper that does not exist."""


class WallpaperError(HandsetError, ValueError):
    """Raised for bytes that are not a picture the handset can show."""


class UnknownIconError(HandsetError, ValueError):
    """Raised for an icon that the icon font does not have."""


class ConfigurationError(HandsetError, ValueError):
    """Raised for a device configuration with a value that no phone can have."""


class SharedPreferencesError(HandsetError, ValueError):
    """Raised for bytes that are not a preferences file, or for a value that such a file can't hold."""


class FileAccessError(HandsetError, OSError):
    """Raised for a path of the virtual file system that does not exist or can't be read or written."""


class ContentError(HandsetError, ValueError):
    """Raised for a query that a content provider can't answer, or a row that it does not accept."""


def nearest(given: str, existing: Iterable[str]) -> str:
    """Return a suggestion for a message, `` Did you mean 'x'?``, or "" if no name is near.

    It has at most three names, and none that is much less similar than the first.
    """
    names = list(existing)
    if len(given) > 3 * max(
        map(len, names), default=0
    ):  # too long to be near one, and perhaps a million letters
        return ""
    close = difflib.get_close_matches(given, names, n=3, cutoff=0.5)
    # A common beginning, such as the suite before a task's name, does not tell names apart.
    same = len(
        [*itertools.takewhile(lambda letters: len(set(letters)) == 1, zip(given, *close, strict=False))]
    )
    likeness = [difflib.SequenceMatcher(None, name[same:], given[same:]).ratio() for name in close]
    near = [name for name, ratio in zip(close, likeness, strict=True) if ratio > max(likeness) - 0.1]
    return f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
