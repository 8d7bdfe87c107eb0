"""Checks of names that clients give: of tasks, configurations, saved states and phones."""

from __future__ import annotations

from pathlib import PurePath

from bmoca_gym.errors import ArgumentError, cut

#: Longest name, in characters.
LONGEST_NAME = 200


def check_name(what: str, name: str) -> None:
    """Check the length of a name given by a client.

    Raises:
        ArgumentError: it is too long.
    """
    if len(name) > LONGEST_NAME:
        raise ArgumentError(f"The {what}'s name has {len(name)} characters; at most {LONGEST_NAME} are read.")


def check_choice(what: str, name: str) -> None:
    """Check a client's choice of task or configuration: the only files it may name are in the server's folder.

    Raises:
        ArgumentError: it is too long, or names a file elsewhere.
    """
    check_name(what, name)
    for part in name.split(","):
        path = PurePath(part.strip())
        if path.is_absolute() or ".." in path.parts:
            raise ArgumentError(
                f"The {what} {cut(name)} is not in the folder in which the server was started: clients can't name "
                "files elsewhere."
            )
