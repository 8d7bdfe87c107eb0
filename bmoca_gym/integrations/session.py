"""A phone that another program plays through calls: what all integrations share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy import uint8
from numpy.typing import NDArray

from bmoca_gym import splits
from bmoca_gym.demonstrations.distance import ExpertDistance
from bmoca_gym.devices.device import Device, run
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import Answer, Finish, GestureActions, Move, OpenApp, Wait
from bmoca_gym.envs.app_names import open_app
from bmoca_gym.envs.choices import element_list, one_template
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.episode_state import EpisodeState
from bmoca_gym.envs.infos import Info
from bmoca_gym.envs.observations import MAX_LENGTH, screen_description
from bmoca_gym.envs.rewards import Reward, options_of
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.errors import ActionError, ArgumentError, UnknownExpertError, cut, nearest
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.integrations.names import check_name
from bmoca_gym.tasks.task import judge_named
from bmoca_gym.tasks.template import INSTANCES, TaskTemplate

#: Most saved states of a session.
MOST_STATES = 256


class _Moves(GestureActions):
    """Takes moves as they are, and texts as text actions. A text that is not an action costs a step."""

    needs_tree = wrong_format_counts = True

    def __init__(self) -> None:
        self.words = TextActions()

    def to_gesture(self, action: Any, tree: UiTree | None = None) -> Move:
        """Return the move that an action stands for.

        Raises:
            ActionError: a text is not an action.
        """
        if isinstance(action, str):
            return self.words.to_gesture(action, tree)
        return super().to_gesture(action)


class PhoneSession:
    """One phone. It starts without a task; `start` starts one, and every move is then one of its steps.

    Args:
        image: name of the phone's image while no task is played, such as ``"android13"``.
        reward: what a step earns, as in `PhoneEnv`.
        judge: the rules that judge success, as in `PhoneEnv`.
        elements: which elements a screen's text lists and how, such as ``"compact"``, as in `PhoneEnv`; False for those
            of text actions.
        held_out: whether episodes for validation and tests may be started too, as an evaluation does. Otherwise each
            has to be asked for as such, since training must not see them.
        split: the training part of a split, such as ``"androidworld/by_template:train"``, or several separated by
            commas: tasks that it keeps for validation or tests are held out too.
        side_effects: whether to watch for them, for `report`.

    Raises:
        ArgumentError, UnknownJudgeError: there is no such image, reward, judge or list of elements, or the split is not
            the training part of one.
    """

    def __init__(
        self,
        image: str = "android10",
        reward: str | Mapping[str, Any] | None = None,
        judge: str = "corrected",
        elements: bool | str = False,
        held_out: bool = False,
        split: str = "",
        side_effects: bool = False,
    ) -> None:
        if reward is not None:
            Reward(options_of(reward))
        self._reward, self._judge = reward, judge_named(judge)
        self._elements = element_list(elements)
        self._held_out, self._side_effects = held_out, side_effects
        self._parts = [splits.training_part(name.strip()) for name in split.split(",") if name.strip()]
        self._free = EmbeddedDevice(image=image)
        self._env: PhoneEnv | None = None
        self._info: Info | None = None
        #: Saved states with what the session says about them: `reward` and `truncated`.
        self._states: dict[str, tuple[EpisodeState, float, bool]] = {}
        self._moves = _Moves()
        self.reward = 0.0
        self.over = self.truncated = False

    @property
    def device(self) -> Device:
        """The phone."""
        return self._free if self._env is None else self._env.device

    @property
    def info(self) -> Info | None:
        """The info of the last step, or None if there is no task."""
        return self._info

    def start(
        self, task: str, seed: int | None = None, configuration: str = "", held_out: bool | None = False
    ) -> str:
        """Start a task on a new phone. Return its instruction.

        Args:
            task: id of a task, such as ``"androidworld/contacts_add_contact"``, or its short name.
            seed: number of the instance, for a task with parameters; None for the first one for training, or for tests
                where those may be started.
            configuration: id of a configuration; "" for the one that `PhoneEnv` draws
                from the suite's own with seed 0.
            held_out: whether the episode may be for validation or tests, for this one alone.

        Raises:
            UnknownTaskError, UnknownEnvironmentError: there is no such task or configuration.
            ArgumentError: the seed is not the number of an instance, a name is too long, or the episode is for
                validation or tests. The episode before goes on.
        """
        check_name("task", task)
        check_name("configuration", configuration)
        template = one_template(task)
        evaluates = self._held_out or bool(held_out)
        if seed is None:
            seed = INSTANCES["test" if evaluates else "train"].start
        env = PhoneEnv(
            tasks=template, environments=configuration or None, observation="text", judge=self._judge,
            reward=self._reward, side_effects=self._side_effects,
        )  # fmt: skip
        env.action_mode = self._moves
        _, info = env.reset(seed=0, options={"task_seed": seed} if template.parameters else {})
        if not evaluates and (why := self._why_held_out(env, template)):
            env.close()
            raise ArgumentError(
                f"{why}. Training takes instances from {INSTANCES['train'].start} on, and configurations that are not "
                "held out; an evaluation asks for this episode by held_out."
            )
        self.close()
        self._env, self._info = env, info
        return info["instruction"]

    def _why_held_out(self, env: PhoneEnv, template: TaskTemplate) -> str:
        apart = (splits.kept_apart(template, part) for part in self._parts)
        return splits.held_out(env.task, env.environment) or next(filter(None, apart), "")

    def tree(self) -> UiTree:
        """Return the UI tree of the screen."""
        return self.device.ui_tree()

    def text(self) -> str:
        """Describe the screen's elements as text observations do, leaving out those that contain others."""
        if self._elements is not None:
            return self._elements.text(self.tree(), MAX_LENGTH)
        return screen_description(self.tree(), leaves_only=True)

    def picture(self, width: int = 0) -> NDArray[uint8]:
        """Return the screen, ``uint8[H, W, 3]`` RGB, at its own size or scaled to ``width`` px."""
        if not width:
            return self.device.screenshot()
        high = round(width * self.device.info.height / self.device.info.width)
        return self.device.screenshot((width, max(1, high)))

    def say(self, action: str) -> None:
        """Perform a text action, such as ``tap(5)``.

        Raises:
            ActionError: it is not one; nothing was done.
            ArgumentError: the episode is over.
        """
        self.act(self._moves.words.to_gesture(action, self.tree()))

    def act(self, move: Move) -> None:
        """Make a move: a step of the task, or a plain gesture if there is no task.

        Raises:
            ActionError: the phone does not have an app of that name, or there is no task to answer.
            ArgumentError: the episode is over.
            DeviceError: the phone refuses.
        """
        if self._env is None:
            self._act_freely(move)
            return
        _, info = self._step(self._env, move)
        if info["wrong_format"] is not None:
            raise ActionError(info["wrong_format"])

    def run(self, command: str) -> None:
        """Run a shell command, and let a moment pass: a step of the task, if there is one.

        Raises:
            ArgumentError: the episode is over; nothing was run.
            DeviceError: the command failed; no step was counted.
        """
        self._check_running()
        run(self.device, command)
        self.act(Wait())

    def step(self, action: str) -> tuple[float, str | None]:
        """Perform a text action as `PhoneEnv` does: a text that is not one costs a step, and nothing is done.

        So an agent that never writes an action still reaches the end of its episode.

        Returns:
            What the step earned, and why the text is not an action, or None.

        Raises:
            ArgumentError: no task was started, or the episode is over.
        """
        if self._env is None:
            raise ArgumentError("No task was started. Start one.")
        reward, info = self._step(self._env, action)
        return reward, info["wrong_format"]

    def _step(self, env: PhoneEnv, action: Move | str) -> tuple[float, Info]:
        self._check_running()
        *_, earned, terminated, self.truncated, info = env.step(action)
        reward = float(earned)
        self._info = info
        self.reward += reward
        self.over = terminated or self.truncated
        return reward, info

    def _check_running(self) -> None:
        if self.over:
            raise ArgumentError("The episode is over. Start a task.")

    def _act_freely(self, move: Move) -> None:
        if isinstance(move, OpenApp):
            open_app(self._free, move.name)
        elif isinstance(move, Gesture):
            self._free.perform(move)
        elif isinstance(move, (Answer, Finish)):
            raise ActionError("There is no task to answer or finish. Start one.")
        elif not isinstance(move, Wait):
            raise ActionError(f"Without a task the phone takes gestures, not {cut(move)}.")
        self._free.wait(1.0)

    def score(self) -> dict[str, Any]:
        """Return how the task stands: ``success``, ``score``, ``sub_goals``, ``evidence``, ``steps``, ``over``, ….

        Raises:
            ArgumentError: no task was started.
        """
        if self._info is None:
            raise ArgumentError("No task was started. Start one.")
        names = (
            "task",
            "task_seed",
            "environment",
            "instruction",
            "success",
            "score",
            "sub_goals",
            "evidence",
            "steps",
            "step_limit",
        )
        told: Mapping[str, Any] = self._info
        return {name: told[name] for name in names} | {"reward": self.reward, "over": self.over}

    def report(self) -> dict[str, Any]:
        """Return `score`, and what an evaluation asks at the end of an episode.

        These are ``side_effects`` and ``harmful_acts``, as in an `Info` but at any moment, and ``expert_distance``: how
        many steps the expert would still need, 0 to 30; None if the task has no expert.

        Raises:
            ArgumentError: no task was started.
        """
        told, env = self.score(), self._env
        assert env is not None
        effects = env.effects()
        distance: int | None = 0
        if not told["success"]:
            try:
                distance = ExpertDistance().steps(env)
            except UnknownExpertError:
                distance = None
        return told | {
            "side_effects": None if effects is None else [*effects.side_effects],
            "harmful_acts": None if effects is None else [*effects.harmful_acts],
            "expert_distance": distance,
        }

    def save(self, name: str) -> None:
        """Save the state of the episode under a name.

        Raises:
            ArgumentError: no task was started, the name is too long, or there are too many states.
        """
        check_name("state", name)
        if self._env is None:
            raise ArgumentError("No task was started: there is no episode to save.")
        if len(self._states) >= MOST_STATES and name not in self._states:
            raise ArgumentError(
                f"{MOST_STATES} states are saved, the most there may be. Save under a name that is in use."
            )
        self._states[name] = self._env.save_state(), self.reward, self.truncated

    def restore(self, name: str) -> None:
        """Continue from a saved state, with the reward that had been earned there.

        Raises:
            ArgumentError: there is no state with that name in this episode.
        """
        check_name("state", name)
        if name not in self._states or self._env is None:
            raise ArgumentError(
                f"There is no saved state {cut(name)} of this task; a new task drops those of the task before."
                f"{nearest(name, self._states)}"
            )
        state, self.reward, self.truncated = self._states[name]
        _, self._info = self._env.restore_state(state)
        self.over = not state.running

    def close(self) -> None:
        """End the episode and drop its states. The session can start another."""
        if self._env is not None:
            self._env.close()
        self._env = self._info = None
        self._states, self.reward, self.over, self.truncated = {}, 0.0, False, False
