"""Prove that a drawn task can be done: its expert does it, and shortened experts don't, on an unobserved phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bmoca_gym import randomization
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.unobserved import Unobserved
from bmoca_gym.envs.actions import Answer, Finish
from bmoca_gym.envs.episode_state import EpisodeState
from bmoca_gym.errors import BmocaError
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task, head
from bmoca_gym.tasks.chain import Part, Proof


def proof(task: Task, parts: Sequence[Part], configuration: DeviceConfiguration | None = None) -> Proof:
    """Let the expert do a chain. Then let it do the chain without each of its parts, on copies of the phone.

    Args:
        task: the chain.
        parts: its parts.
        configuration: the phone's; None for the suite's first.
    """
    if configuration is None:
        (configuration, *_) = randomization.select(head(task.suite).environments or "all")
    player = _Player(task, configuration)
    try:
        asked = [index for index, part in enumerate(parts) if part.holds]
        before = []
        for index in asked:
            if player.done(index):  # by an earlier part; what held from the beginning is found below
                return Proof(False, (index,), player.steps)
            before.append(player.saved())
            player.play(parts[index].task)
            if player.endless or not player.done(index):
                return Proof(False, (index,), player.steps)
        player.end()
        reached = player.reached()
        found = Proof(player.success, tuple(i for i, done in enumerate(reached) if not done), player.steps)
        if found.wrong:
            return found
        by_others = []
        for at, (left_out, state) in enumerate(zip(asked, before, strict=True)):
            player.go_back(state)
            for index in asked[at + 1 :]:
                player.play(parts[index].task)
            player.end()
            if player.done(left_out):
                by_others.append(left_out)
        return found._replace(wrong=tuple(by_others))
    finally:
        player.close()


def proof_against(
    task: Task, shortened: Sequence[Task], configuration: DeviceConfiguration | None = None
) -> Proof:
    """Let the expert do a task. Then let experts that do less try it from the same start.

    Args:
        task: the task.
        shortened: the tasks of the other experts. The proof's ``wrong`` has the indices of those whose experts do the
            task.
        configuration: as for `proof`.
    """
    if configuration is None:
        (configuration, *_) = randomization.select(head(task.suite).environments or "all")
    player = _Player(task, configuration)
    try:
        start = player.saved()
        player.play(task)
        player.end()
        found = Proof(player.success, (), player.steps)
        wrong = []
        for index, one in enumerate(shortened if found.done else ()):
            player.go_back(start)
            player.play(one)
            player.end()
            if player.success:
                wrong.append(index)
        return found._replace(wrong=tuple(wrong))
    finally:
        player.close()


class _Player:
    """An environment in which experts do the parts of a chain."""

    def __init__(self, task: Task, configuration: DeviceConfiguration) -> None:
        self._env = Unobserved([task])
        self._env.judges_steps = not task.sub_goals
        _, self._info = self._env.reset(seed=0, options={"environment": configuration})
        self._over = False
        #: Whether an expert went on until the step limit.
        self.endless = False

    @property
    def steps(self) -> int:
        """The steps so far."""
        return self._info["steps"]

    @property
    def success(self) -> bool:
        """Whether the whole chain is done."""
        return self._info["success"]

    def reached(self) -> list[bool]:
        """Which parts are done."""
        return list(self._env.reached().values())

    def done(self, index: int) -> bool:
        """Whether a part is done."""
        return self._env.reached()[str(index + 1)]

    def play(self, part: Task) -> None:
        """Run a part's expert until it has nothing left to do, gets lost, or the episode is over."""
        wanted, expert = self._env.task, expert_for(part)
        while not self._over:
            try:
                if self._env.task is not wanted:  # the user has changed their mind
                    wanted, expert = self._env.task, expert_for(self._env.task)
                move = expert.next_gesture(self._env.device.ui_tree(), self._env.device.info.locale)
                if move is None or isinstance(move, Answer):
                    return
                self._step(move)
            except BmocaError:
                return

    def end(self) -> None:
        """Finish, if that is how the episode ends."""
        if not self._over and self._env.ends == "finish":
            self._step(Finish("", "complete"))

    def _step(self, move: Any) -> None:
        _, _, terminated, truncated, self._info = self._env.step(move)
        self._over, self.endless = terminated or truncated, truncated

    def saved(self) -> tuple[EpisodeState, bool]:
        """Save the episode's state for `go_back`."""
        return self._env.save_state(), self._over

    def go_back(self, state: tuple[EpisodeState, bool]) -> None:
        """Continue from a saved state."""
        saved, self._over = state
        _, self._info = self._env.restore_state(saved)

    def close(self) -> None:
        """Close the phone."""
        self._env.close()
