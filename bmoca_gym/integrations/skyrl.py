"""SkyRL-gym: a phone as a text environment. Each answer of the model is a step.

``register()`` registers it as ``bmoca_gym``; ``skyrl_gym.make("bmoca_gym", extras=row)`` then makes the phone for a row
of `bmoca_gym.integrations.rows.dataset`: ``task``, ``seed`` and ``configuration``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any

import skyrl_gym
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput, ConversationType
from skyrl_gym.envs.registration import registry

from bmoca_gym.envs.action_table import EXAMPLES
from bmoca_gym.errors import ArgumentError, cut, nearest
from bmoca_gym.integrations.session import PhoneSession

#: The name under which `register` registers.
ID = "bmoca_gym"
#: What ``env_config`` may set.
SETTINGS = ("reward", "judge", "split")
#: What each answer of the model must have, as the first prompt says.
FORM = f"Answer with one action: {EXAMPLES}. Elements are named by their numeric_tag."


class PhoneTextEnv(BaseTextEnv):
    """One phone for SkyRL.

    Args:
        env_config: SkyRL's own settings of the environment: ``reward``, ``judge`` and ``split``, as of `PhoneSession`.
        extras: the row: ``task``, ``seed``, ``configuration`` and ``held_out``, as of `PhoneSession.start`, and
            ``max_turns`` to end earlier than the task's step limit. Other columns are ignored.

    Raises:
        ArgumentError: the row has no task, a field is not of its type, or there is no such setting.
    """

    def __init__(
        self, env_config: Mapping[str, Any] | None = None, extras: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__()
        settings, row = dict(env_config or {}), dict(extras or {})
        for name in settings.keys() - set(SETTINGS):
            near = nearest(str(name), SETTINGS)
            raise ArgumentError(f"env_config has {cut(name)}; its settings are {', '.join(SETTINGS)}.{near}")
        task, seed, held_out = row.get("task"), row.get("seed"), row.get("held_out")
        configuration, most = row.get("configuration", ""), row.get("max_turns")
        if not isinstance(task, str) or not task:
            raise ArgumentError("The row names no task: extras needs a column task, such as 'Alarm'.")
        if not isinstance(configuration, str):
            raise ArgumentError("The row's configuration must be a str.")
        if not isinstance(held_out, (bool, NoneType)):
            raise ArgumentError("The row's held_out must be True or False.")
        for name, number in {"seed": seed, "max_turns": most}.items():
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
                raise ArgumentError(f"The row's {name} must be a whole number from 0.")
        self._row = task, seed, configuration, held_out
        self._most_turns: int | None = most
        self._session = PhoneSession(**{"reward": "success"} | settings)

    def init(self, prompt: ConversationType) -> tuple[ConversationType, dict[str, Any]]:
        """Start the task. Return the prompt, with a message that has the task, the form of an answer and the first
        screen.

        Raises:
            ArgumentError: the episode is for validation or tests, and the row does not say that it is ``held_out``.
        """
        instruction = self._session.start(*self._row)
        assert self._session.info is not None
        limit = self._session.info["step_limit"]
        self.turns = 0
        self.max_turns = limit if self._most_turns is None else min(limit, self._most_turns)
        first = f"Task: {instruction}\n\n{FORM}\n\nScreen:\n{self._session.text()}"
        return [*prompt, {"role": "user", "content": first}], self._session.score()

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Perform the action in the model's answer. An answer without one costs a turn.

        Raises:
            ArgumentError: the episode is over or was not started.
        """
        reward, wrong = self._session.step(action)
        self.turns += 1
        done = self._session.over or self.turns >= self.max_turns
        seen = f"Screen:\n{self._session.text()}"
        said = f"Nothing was done: {wrong}\n\n{seen}" if wrong else seen
        return BaseTextEnvStepOutput(
            observations=[] if done else [{"role": "user", "content": said}],
            reward=reward,
            done=done,
            metadata=self._session.score(),
            postprocessed_action=None,
        )

    def get_metrics(self) -> dict[str, Any]:
        """Return ``success``, ``score`` and ``steps`` of the episode, which SkyRL averages."""
        score = self._session.score()
        return {name: float(score[name]) for name in ("success", "score", "steps")}

    def close(self) -> None:
        """Release the phone."""
        self._session.close()


def register() -> None:
    """Register `PhoneTextEnv` as ``bmoca_gym``. A second call does nothing."""
    if ID not in registry:
        skyrl_gym.register(id=ID, entry_point=f"{__name__}:{PhoneTextEnv.__name__}")
