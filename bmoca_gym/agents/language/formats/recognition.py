"""Find the grammars that can read an answer, to advise users whose agent and model don't match."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym import agents
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.envs import text_actions
from bmoca_gym.envs.action_table import ACTIONS
from bmoca_gym.envs.actions import Answer, Finish, Move
from bmoca_gym.envs.registries import ACTION_MODES, DEFAULT_MODE_SETTINGS
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.ui.tree import UiTree

#: Most characters of an answer that are tried in all grammars.
_LONGEST = 20_000


class Recognised(NamedTuple):
    """A grammar that reads an answer.

    Attributes:
        name: the format, which is also the agent's name.
        tapped: where its first action taps, as fractions of the screen; None if it does not tap.
    """

    name: str
    tapped: tuple[float, float] | None


def formats_reading(text: str, frame: Frame) -> list[Recognised]:
    """List the formats that have an agent and can read an answer.

    Args:
        text: the answer.
        frame: the sizes of the screen, and of the picture that the model got.
    """
    found = []
    tree = UiTree((), *frame.screen)
    for name in FORMATS:
        if name not in agents.names():
            continue
        first = _first_move(name, text[:_LONGEST], frame, tree)
        # Where any text is an answer to the user, only actions on the phone count.
        speaks = isinstance(first, (Answer, Finish)) and _first_move(name, "words", frame, tree) is not None
        if first is not None and not speaks:
            found.append(Recognised(name, (first.x, first.y) if isinstance(first, Tap) else None))
    return found


def _first_move(name: str, text: str, frame: Frame, tree: UiTree) -> Move | None:
    try:
        _, moves = FORMATS[name].moves(text, frame, tree)
    except ActionError:
        return None
    return moves[0] if moves else None


def modes_reading(text: str) -> list[str]:
    """List the text action modes that can read an action, on a screen without elements."""
    found = []
    tree = UiTree((), 1080, 2400)
    for name in ACTION_MODES.names():
        mode = ACTION_MODES.get(name)(DEFAULT_MODE_SETTINGS)
        try:
            if name == "text":  # its tags need elements
                if text_actions.parse(text_actions.action_line(text[:_LONGEST])).name not in ACTIONS:
                    continue
            elif mode.wrong_format_counts and name not in FORMATS:
                mode.to_gesture(text[:_LONGEST], tree)
            else:
                continue
        except ActionError:
            continue
        found.append(name)
    return found
