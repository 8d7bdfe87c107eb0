"""How many steps a task's expert still needs from a state, found by playing on a copy of the phone."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any, NamedTuple

from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.unobserved import Unobserved
from bmoca_gym.envs.actions import Answer, Finish, Speech
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.episode_state import EpisodeState
from bmoca_gym.envs.infos import Info
from bmoca_gym.errors import ArgumentError, DeviceError, ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.value import aged, make_room

#: How experts have played on, by state, in all environments of this process, and how many of these are remembered.
_known: dict[Any, Played] = {}
aged(_known)
_REMEMBERED = 8192


class Played(NamedTuple):
    """How an expert's play from a state went.

    Attributes:
        steps: its steps to the end; the maximum counted if it got lost.
        lost: why it did not reach the end, or "".
    """

    steps: int
    lost: str = ""


class ExpertDistance:
    """Potential of a state: minus the expert's remaining steps, as a fraction of the maximum counted.

    The steps are exact: a new expert plays from the state to the end on a copy of the phone, on which no further
    interruption comes. Where the task is done, only the end of the episode is left. A state from which the expert does
    not reach the end counts as ``most`` steps. Works only on the embedded phone.

    Args:
        most: the most steps that count.

    Raises:
        ArgumentError: ``most`` is not a positive integer.
    """

    def __init__(self, most: int = 30) -> None:
        if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= 1000:
            raise ArgumentError(
                f"reward 'expert_distance': most is {most!r}; it must be from 1 to 1000 steps."
            )
        self.most = most
        self._copy: Unobserved | None = None

    def __call__(self, env: PhoneEnv, info: Info) -> float:
        """Return the potential of an environment's current state, from -1 to 0."""
        return -self.steps(env) / self.most

    def steps(self, env: PhoneEnv) -> int:
        """Return how many steps the expert needs from an environment's current state, at most ``most``.

        Raises:
            DeviceError, UnknownExpertError: as `played`.
        """
        return self.played(env).steps

    def played(self, env: PhoneEnv) -> Played:
        """Have a new expert play on from an environment's current state, and return how that went.

        Raises:
            DeviceError: the phone is not the embedded one.
            UnknownExpertError: the task has no expert.
        """
        state = env.save_state()
        since_asked = None if state.asked_at is None else state.steps - state.asked_at
        key = (
            state.phone, state.task, state.repeated, pickle.dumps(state.detector), state.ends, state.talk, since_asked,
            env.step_seconds, self.most,
        )  # fmt: skip
        found = _known.get(key)
        if found is None:
            found = self._played(env, state)
            make_room(_known, _REMEMBERED)
            _known[key] = found
        return found

    def _played(self, env: PhoneEnv, state: EpisodeState) -> Played:
        if self._copy is None:
            self._copy = Unobserved(env.task, env.environment, step_seconds=env.step_seconds)
        # A fickle user changes their mind some steps after the question, so the steps are counted on.
        copy, task = self._copy, state.task
        asked = [call for call in task.expert if not (state.talk.asked and call.verb == "user.ask")]
        expert = expert_for(replace(task, expert=tuple(asked)))  # it asks once
        limit = state.steps + self.most
        begin = replace(state, step_limit=limit, running=True, parts=(), reached=())
        copy.restore_state(begin)
        if state.ends == "finish" and state.last.detection.satisfied:
            # A new expert would do again what is done: send a message twice, or look for what was deleted.
            if copy.step(Finish(""))[-1]["success"]:
                return Played(1)
            copy.restore_state(begin)
        for steps in range(self.most):
            if copy.task is not task:  # the user has changed their mind
                task, expert = copy.task, expert_for(copy.task)
            tree = copy.device.ui_tree()
            try:
                move: Gesture | Speech | None = expert.next_gesture(tree, copy.device.info.locale)
            except ExpertError as error:
                return Played(self.most, f"unknown screen: {error}")
            if state.ends == "finish" and (move is None or isinstance(move, Answer)):
                move = Finish("" if move is None else move.text)
            if move is None:
                return Played(self.most, "nothing left to do")
            try:
                _, _, terminated, truncated, info = copy.step(move)
            except DeviceError as error:
                return Played(self.most, f"refused: {error}")
            if info["success"] and (terminated or truncated):
                return Played(steps + 1)
            if terminated:
                return Played(self.most, "ended without success")
        return Played(self.most, "too many steps")
