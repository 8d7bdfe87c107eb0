"""The expert agent: asks the task's expert for the next gesture, and writes it as an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.actions import Answer, Finish
from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv


class ExpertAgent:
    """Shows that a task can be done, and in how many steps.

    It reads the UI tree from the device, whatever the observation mode is.
    """

    name = "expert"

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Make the expert of the episode's task: one that remembers what parts are done begins anew.

        Raises:
            UnknownExpertError: the task has none.
        """
        self._env = env
        self._expert = expert_for(env.task)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """The expert's gesture on the screen as it is now, as an action; at last, where that is asked for, ``finish``.

        Raises:
            ExpertError: the expert has nothing left to do, and yet the episode goes on.
            ActionError: the action mode has no action for the gesture.
        """
        device = self._env.device
        tree = device.ui_tree()
        move: Gesture | Answer | Finish | None = self._expert.next_gesture(tree, device.info.locale)
        if self._env.ends == "finish" and (move is None or isinstance(move, Answer)):
            move = Finish("" if move is None else move.text)
        if move is None:
            raise ExpertError(
                f"The expert of {self._env.task.id} has nothing left to do, but the detector does not call "
                f"the task done: {'; '.join(info.get('evidence', ())) or 'without evidence'}."
            )
        return self._env.action_mode.encode(move, tree)
