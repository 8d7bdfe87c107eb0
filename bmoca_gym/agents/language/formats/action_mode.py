"""Action mode of a format: an action is a model's whole answer, in its maker's grammar."""

from __future__ import annotations

from typing import Any

from bmoca_gym.agents.language import saying
from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.formats.writing import ANSWER_FIRST, EDITS, WRITERS, write
from bmoca_gym.envs.actions import Deed, Finish, Move, Several, speech_of
from bmoca_gym.envs.registries import ModeSettings
from bmoca_gym.envs.spaces import UnicodeText
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, cut
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.ui.tree import UiTree

#: Most things that one answer may do.
_MOST = 32


class FormatSpace(UnicodeText):
    """All texts that an agent may send. A sample is a well-formed answer.

    Args:
        format: name of the format.
        resolution: size of the observed picture, (width, height) in px.
    """

    def __init__(self, format: str, resolution: tuple[int, int]) -> None:
        super().__init__(MAX_ANSWER)
        self._format, self._resolution = format, resolution

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a random answer that touches the phone: a tap or, one time in eight, the BACK key."""
        if mask is not None or probability is not None or self._format not in WRITERS:
            return super().sample(mask, probability)
        draw = self.np_random
        gesture = Tap(*draw.random(2).tolist()) if draw.integers(8) else PressKey("BACK")
        return write(self._format, gesture, Frame((1080, 2400), FORMATS[self._format].sent(self._resolution)))


class FormatActions:
    """Answers of a phone model in its maker's grammar, see `FORMATS`.

    Any other text is a wrong format: it costs a step and nothing is sent to the phone.

    Args:
        format: name of the format.
        resolution: size of the observed picture, (width, height) in px. The model is sent what `Format.sent` makes of
            it, and px in its answers refer to that picture.
    """

    needs_tree = True
    wrong_format_counts = True

    def __init__(self, format: str, resolution: tuple[int, int]) -> None:
        self.format = format
        self._format = FORMATS[format]
        self._picture = self._format.sent(resolution)
        self.edits = EDITS.get(format, "keys")
        self.answers_first = format in ANSWER_FIRST
        self.space = FormatSpace(format, resolution)

    def to_gesture(self, action: Any, tree: UiTree | None) -> Move:
        """Translate an answer into a move on the screen of ``tree``. Anything after the end of the task is dropped."""
        if not isinstance(action, str):
            raise ActionError(f"The action is {cut(action)}; it must be a model's answer, a str.")
        if len(action) > MAX_ANSWER:
            raise ActionError(f"The answer has {len(action)} characters; at most {MAX_ANSWER} are read.")
        assert tree is not None
        reading, moves = self._format.moves(action, Frame((tree.width, tree.height), self._picture), tree)
        if not moves:
            return Finish("\n".join(reading.said.values()))
        if len(moves) == 1:
            return moves[0]
        if len(moves) > _MOST:
            raise FormatError(f"The answer does {len(moves)} things; at most {_MOST} are done in a step.")
        deeds: list[Deed] = []
        for move in moves:
            if speech_of(move) is not None:
                return Several(tuple(deeds), speech_of(move))
            deeds.append(move)  # type: ignore[arg-type]
        return Several(tuple(deeds))

    def encode(self, gesture: Move, tree: UiTree) -> str:
        """Write a gesture as an answer, with a thought that says what it does.

        Raises:
            ActionError: the grammar has no such action.
        """
        if self.format not in WRITERS:
            raise ActionError(f"Nothing is written in the format {self.format}.")
        frame = Frame((tree.width, tree.height), self._picture)
        return write(self.format, gesture, frame, saying.sentence(gesture, tree))


def make(format: str, settings: ModeSettings) -> FormatActions:
    """Make the action mode of a format."""
    return FormatActions(format, settings.resolution)
