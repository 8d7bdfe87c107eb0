"""What a parser returns: an answer's actions in its maker's words, with points in px of the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bmoca_gym.errors import ActionError, OffScreenError, cut, nearest

#: An action in its maker's words: ``name``, its arguments, and points as ``x``, ``y``, ``to_x``, ``to_y`` in px of the
#: screen.
Action = dict[str, Any]


class FormatError(ActionError):
    """Raised for an answer that has no action in its maker's grammar. The message says which rule it breaks."""


class OutsideError(FormatError, OffScreenError):
    """Raised for an answer with a point outside the screen, or outside its scale."""


class Frame(NamedTuple):
    """Sizes in px, width and height.

    Attributes:
        screen: size of the phone's screen.
        picture: size of the picture that was sent to the model.
    """

    screen: tuple[int, int]
    picture: tuple[int, int]


class Reading(NamedTuple):
    """A parsed answer.

    Attributes:
        actions: the actions in order; empty if the answer ends the task with just text.
        thought: the model's reasoning before the action.
        said: the answer's other texts by name, such as ``conclusion`` or ``summary``, for histories.
    """

    actions: tuple[Action, ...]
    thought: str = ""
    said: Mapping[str, str] = {}


#: Reads an answer.
Read = Callable[[str, Frame], Reading]


def unknown(name: object, names: Mapping[str, Any]) -> FormatError:
    """Make the error for an action that the grammar does not have."""
    return FormatError(
        f"There is no action {cut(name)}.{nearest(str(name), names)} The actions are {', '.join(names)}."
    )


def between(text: str, start: str, end: str) -> str | None:
    """Return the text between two marks, without white space around it; None if the first mark is missing.

    If the second mark is missing, everything up to the end of the text counts.
    """
    _, found, rest = text.partition(start)
    return rest.partition(end)[0].strip() if found else None


def present(
    name: str, given: Mapping[str, Any], actions: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
) -> list[str]:
    """Return the arguments of an action that were given, in the order of its table.

    Args:
        name: name of the action.
        given: its arguments.
        actions: for each action, its required and its optional arguments.

    Raises:
        FormatError: there is no such action, or a required argument is missing.
    """
    if name not in actions:
        raise unknown(name, actions)
    needed, optional = actions[name]
    for key in needed:
        if key not in given:
            raise FormatError(f"{name} lacks {key}.")
    return [key for key in (*needed, *optional) if key in given]
