"""Expert agent: performs the gestures of the task's expert."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.experts.interrupted import WatchfulExpert
from bmoca_gym.envs import targets
from bmoca_gym.envs.actions import Answer, Finish, Speech, Wait
from bmoca_gym.errors import ActionError, ExpertError, cut
from bmoca_gym.handset.gestures import Gesture, LongPress, Tap
from bmoca_gym.handset.ui.tree import UiTree

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info


#: How often the expert looks again at a tree that lacks an element before it points at the picture.
_MOST_WAITS = 4


def _is_seen(move: Tap | LongPress, tree: UiTree, seen: UiTree) -> bool:
    """Whether the agent's tree has the target of a touch."""
    if seen is tree:
        return True
    target = targets.tap_target(tree, move.x, move.y)
    return target is None or any(
        (one.bounds, one.class_name, one.resource_id)
        == (target.bounds, target.class_name, target.resource_id)
        for one in seen.nodes
    )


class ExpertAgent:
    """Agent that shows that a task can be solved, and in how many steps.

    It reads the device's UI tree in every observation mode, so visual interruptions don't affect it. Before it
    continues, it closes whatever has come over the page.
    """

    name = "expert"

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Make a new expert for the episode's task.

        Raises:
            UnknownExpertError: the task has no expert.
        """
        self._env = env
        self._watchful: WatchfulExpert | None = None
        self._begin()

    def _written(self, move: Gesture | Speech, tree: UiTree) -> Any:
        """Write a move as an action. ``tree``: the phone's own.

        An agent that reads a tree can't name what the tree lacks, so the expert looks again, and later points at the
        picture.
        """
        mode: Any = self._env.action_mode
        if not mode.needs_tree:
            return mode.encode(move, tree)
        seen = self._env.seen_device.ui_tree()
        if self._watchful is None or not isinstance(move, (Tap, LongPress)) or _is_seen(move, tree, seen):
            self._waited = 0
            return mode.encode(move, seen)
        if self._waited >= _MOST_WAITS:
            try:
                return mode.encode(move, UiTree((), tree.width, tree.height, tree.rotation))
            except ActionError:
                pass  # it has no word for a point
        self._waited += 1
        self._watchful.keep(move)
        return mode.encode(Wait(), seen)

    def _begin(self) -> None:
        self._waited = 0
        self._last: Any = None
        self._equal = 0
        env = self._env
        self._task, self._expert = env.task, expert_for(env.task)
        self._watchful = WatchfulExpert(self._expert) if env.interrupted else None

    def _varied(self, action: Any, move: Gesture | Speech, tree: UiTree) -> Any:
        """Insert a wait where one more equal action would end the episode.

        To the phone, a slightly shifted tap would be a different action, but where elements are named it reads the
        same.
        """
        most = self._env.task.stop_after_repeats
        if self._watchful is None or not most:
            return action
        self._equal = self._equal + 1 if np.array_equal(action, self._last) else 1
        self._last = action
        if self._equal < most:
            return action
        try:
            mode: Any = self._env.action_mode
            pause = mode.encode(Wait(), tree)
        except ActionError:
            return action  # it has no word for that
        self._watchful.keep(move)
        self._last, self._equal = pause, 1
        return pause

    def act(self, observation: Any, info: Info) -> Any:
        """Return the expert's next gesture as an action, or ``finish`` at the end if the agent ends the episode.

        Raises:
            ExpertError: the expert has nothing left to do, but the episode has not ended, or its question has no
                answer.
            ActionError: the action mode has no action for the gesture.
        """
        if self._env.task is not self._task:  # the user has changed their mind
            self._begin()
        device = self._env.device
        tree, locale = device.ui_tree(), device.info.locale
        move: Gesture | Speech | None
        if self._watchful is None:
            move = self._expert.next_gesture(tree, locale)
        else:
            move = self._watchful.next_gesture(tree, device.ui_tree(windows=True), locale)
        if move is None and self._env.task.asks:
            raise ExpertError(
                f"The expert of {self._env.task.id} found no answer to {cut(self._env.task.instruction)}; the last "
                f"screen was of {tree.nodes[0].package if tree.nodes else 'no app'}."
            )
        if self._env.ends == "finish" and (move is None or isinstance(move, Answer)):
            move = Finish("" if move is None else move.text)
        if move is None:
            raise ExpertError(
                f"The expert of {self._env.task.id} has nothing left to do, but the success detector is not "
                f"satisfied: {'; '.join(info.get('evidence', ())) or 'without evidence'}."
            )
        try:
            return self._varied(self._written(move, tree), move, tree)
        except ActionError as error:
            task = self._env.task
            # The usual mode follows from `ends`, and a suite that says nothing has the default.
            ends = (
                f" {task.id} has `ends: success`, the default; `ends: finish` has text."
                if task.ends == "success"
                else ""
            )
            raise ActionError(
                f"{error} Choose a mode that can say it, for instance --action text.{ends}"
            ) from error
