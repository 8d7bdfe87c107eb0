"""Few-shot examples in a format: turns with an expert's pictures and answers, placed before the dialogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.examples import Choice
from bmoca_gym.agents.language.prompts import message
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import BmocaError

if TYPE_CHECKING:
    from bmoca_gym.tasks import Task

#: Number of solutions that are kept.
_KEPT = 32

#: A solution: the picture and the answer of each step.
Steps = tuple[tuple[bytes, str], ...]


class FormatExamples:
    """An agent's examples in a format, chosen like those of ``llm``.

    Args:
        format: name of the format.
        size: width and height of the screen's picture in px.
        options: the options ``few_shot``, ``few_shot_from`` and ``few_shot_choice``.
        encode: turns a picture into the PNG that the model gets.

    Raises:
        DatasetError: the dataset has no demonstrations.
    """

    def __init__(
        self,
        format: str,
        size: tuple[int, int],
        options: Mapping[str, Any],
        encode: Callable[[NDArray[np.uint8]], bytes],
    ) -> None:
        self._format, self._size, self._encode = format, size, encode
        self._made: dict[tuple[str, int, str], Steps] = {}
        self._choice: Choice[tuple[str, Steps]] = Choice(options)

    def messages(self, env: PhoneEnv, seed: int) -> list[dict[str, Any]]:
        """Make the messages of an episode's examples.

        Raises:
            DatasetError: there are too few examples for this episode.
        """
        chosen = self._choice.draw(env, (seed,), self._example)
        return [turn for goal, steps in chosen for turn in _turns(goal, steps)]

    def _example(self, source: Source, task: Task) -> tuple[str, Steps] | None:
        try:
            return source.task.instruction, self._solution(source)
        except BmocaError:  # the expert can't say it in this grammar
            return None

    def _solution(self, source: Source) -> Steps:
        """Record a solution on the embedded phone, or return it if it was recorded recently.

        Raises:
            BmocaError: see `solutions.play`.
        """
        place = source.task.id, source.task.task_seed, source.configuration.digest
        if place not in self._made:
            if len(self._made) >= _KEPT:
                del self._made[next(iter(self._made))]
            env = PhoneEnv(
                source.task,
                source.configuration,
                action=self._format,
                observation="pixels",
                resolution=self._size,
            )
            try:
                self._made[place] = tuple(
                    [
                        (self._encode(screen.observation), screen.action)
                        for screen in solutions.play(env, *source)
                    ]
                )
            finally:
                env.close()
        return self._made[place]


def _turns(goal: str, steps: Steps) -> list[dict[str, Any]]:
    found = []
    for number, (picture, answer) in enumerate(steps, start=1):
        text = f"Step {number} of the example:" if number > 1 else f"An example. The task: {goal}"
        found += [message(text, [picture]), message(answer, role="assistant")]
    return found
