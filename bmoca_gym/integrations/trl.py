"""TRL's ``environment_factory``: a language model plays the phone by tool calls while `GRPOTrainer` trains it.

``GRPOTrainer(..., environment_factory=PhoneTools)`` makes one phone a rollout. A row of the training set names the
task: its columns ``task``, ``seed`` and ``configuration`` are those of `PhoneSession.start`. `dataset` makes such rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bmoca_gym import randomization, splits
from bmoca_gym.envs.actions import Answer, Finish, Wait
from bmoca_gym.errors import ArgumentError, BmocaError, UnknownEnvironmentError, cut
from bmoca_gym.handset.gestures import PressKey, TypeText
from bmoca_gym.integrations.session import PhoneSession


class PhoneTools:
    """One phone for TRL: its public methods are the model's tools, and each answers with the screen that follows.

    Make a subclass for another reward: ``class Dense(PhoneTools): REWARD = "expert_distance"``.
    """

    #: What a step earns, as of `PhoneEnv`. An episode's reward is the sum.
    REWARD: str | Mapping[str, Any] | None = "success"

    def __init__(self) -> None:
        self._session = PhoneSession(reward=self.REWARD)

    def reset(self, task: str, seed: int = 0, configuration: str = "", **others: Any) -> str:
        """Start the task of a row. Return its instruction and the first screen."""
        instruction = self._session.start(task, seed, configuration)
        return f"Task: {instruction}\n\nScreen:\n{self._session.text()}"

    def tap(self, element: int) -> str:
        """Touch an element of the screen.

        Args:
            element: its numeric_tag.
        """
        return self._say(f"tap({element})")

    def long_press(self, element: int) -> str:
        """Hold an element of the screen for a second.

        Args:
            element: its numeric_tag.
        """
        return self._say(f"long_press({element})")

    def swipe(self, direction: str) -> str:
        """Swipe over the screen.

        Args:
            direction: up or down, where the finger goes; left or right, where it comes from.
        """
        return self._say(f'swipe("{direction}")')

    def type_text(self, text: str) -> str:
        """Type into the text field that has the focus.

        Args:
            text: what to type.
        """
        return self._told(lambda: self._session.act(TypeText(text)))

    def press(self, key: str) -> str:
        """Press a key.

        Args:
            key: HOME, BACK, OVERVIEW or ENTER.
        """
        return self._told(lambda: self._session.act(PressKey(key.upper())))

    def wait(self) -> str:
        """Let a moment pass."""
        return self._told(lambda: self._session.act(Wait()))

    def answer(self, text: str) -> str:
        """Answer the task's question.

        Args:
            text: the answer.
        """
        return self._told(lambda: self._session.act(Answer(text)))

    def finish(self, message: str) -> str:
        """End the task when it is done, or can't be done.

        Args:
            message: a word about the result.
        """
        return self._told(lambda: self._session.act(Finish(message)))

    def get_reward(self) -> float:
        """Return what the episode has earned."""
        return float(self._session.reward)

    def _say(self, action: str) -> str:
        return self._told(lambda: self._session.say(action))

    def _told(self, act: Any) -> str:
        try:
            act()
        except BmocaError as error:
            return f"Nothing was done: {error}"
        if self._session.over:
            return "The episode is over."
        return self._session.text()


def dataset(
    choice: str = "representative", environments: str = "train", instances: int = 1
) -> list[dict[str, Any]]:
    """Make the rows of a training set: each task in each configuration.

    A row has ``prompt``, ``task``, ``seed`` and ``configuration``.

    Seeds are those for training, from 1000 on, so that no instance for tests is among them. Tasks and configurations
    can be parts of a split for training, such as ``"androidworld/by_template:train"``.
    ``datasets.Dataset.from_list(dataset(...))`` makes TRL's form of them.

    Args:
        choice: tasks, as of `gymnasium.make`.
        environments: configurations, as of `gymnasium.make`.
        instances: how many instances of a task with parameters.

    Raises:
        ArgumentError: tasks or configurations are for validation or tests, see `bmoca_gym.splits`.
    """
    rows: list[dict[str, Any]] = []
    configurations = splits.training_environments(environments)
    for task in splits.training_tasks(choice, instances):
        for configuration in configurations:
            rows.append(
                {
                    "prompt": [{"role": "user", "content": PROMPT}],
                    "task": f"{task.suite}/{task.id}",
                    "seed": task.task_seed,
                    "configuration": named(configuration, task.suite),
                }
            )
    return rows


def named(configuration: randomization.DeviceConfiguration, suite: str) -> str:
    """Return the id by which any suite finds a configuration.

    Raises:
        ArgumentError: it is not a published one, which a row could name.
    """
    for name in (configuration.id, f"{suite}/{configuration.id}"):
        try:
            if randomization.get(name) == configuration:
                return name
        except UnknownEnvironmentError:
            continue
    raise ArgumentError(
        f"Configuration {cut(configuration.id)} has no id that a row can name: choose published ones."
    )


#: What a row's prompt says; the task and the first screen, which `PhoneTools.reset` returns, follow it.
PROMPT = (
    "You control an Android phone by tools. Do the task below, one tool call at a time. Elements of the screen are "
    "named by their numeric_tag. Call finish when the task is done."
)
