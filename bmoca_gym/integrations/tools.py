"""The tools with which a language model plays the phone, the same for every trainer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.envs.actions import Answer, Finish, Wait
from bmoca_gym.errors import BmocaError
from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.integrations.session import PhoneSession

#: The names of the tools: methods of `PhoneTools`, with types and docstrings.
TOOLS = ("tap", "long_press", "swipe", "type_text", "press", "wait", "answer", "finish")

#: The model's first message. The task and the first screen, which `PhoneTools.reset` returns, follow it.
PROMPT = (
    "You control an Android phone by tools. Do the task below, one tool call at a time. Elements of the screen are "
    "named by their numeric_tag. Call finish when the task is done."
)


class PhoneTools:
    """One phone: its public methods are the model's tools, and each answers with the screen that follows.

    Make a subclass for another reward: ``class Dense(PhoneTools): REWARD = "expert_distance"``.

    Args:
        settings: the other arguments of `PhoneSession`.
    """

    #: What a step earns, as of `PhoneEnv`. An episode's reward is the sum.
    REWARD: str | Mapping[str, Any] | None = "success"
    #: The training part of a split, within which training stays, as of `PhoneSession`.
    SPLIT = ""

    def __init__(self, **settings: Any) -> None:
        self.session = PhoneSession(**{"reward": self.REWARD, "split": self.SPLIT} | settings)

    def reset(
        self,
        task: str,
        seed: int | None = None,
        configuration: str | None = "",
        held_out: bool | None = False,
        **others: Any,
    ) -> str:
        """Start the task of a row. Return its instruction and the first screen.

        Raises:
            ArgumentError: the episode is for validation or tests, and the row does not say that it is ``held_out``.
        """
        instruction = self.session.start(task, seed, configuration or "", held_out)
        return f"Task: {instruction}\n\nScreen:\n{self.session.text()}"

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
        return self._told(lambda: self.session.act(TypeText(text)))

    def press(self, key: str) -> str:
        """Press a key.

        Args:
            key: HOME, BACK, OVERVIEW or ENTER.
        """
        return self._say(f'press("{str(key).upper()}")')

    def wait(self) -> str:
        """Let a moment pass."""
        return self._told(lambda: self.session.act(Wait()))

    def answer(self, text: str) -> str:
        """Answer the task's question.

        Args:
            text: the answer.
        """
        return self._told(lambda: self.session.act(Answer(str(text))))

    def finish(self, message: str) -> str:
        """End the task when it is done, or can't be done.

        Args:
            message: a word about the result.
        """
        return self._told(lambda: self.session.act(Finish(str(message))))

    def get_reward(self) -> float:
        """Return what the episode has earned."""
        return float(self.session.reward)

    def _say(self, action: str) -> str:
        return self._told(lambda: self.session.say(action))

    def _told(self, act: Callable[[], object]) -> str:
        try:
            act()
        except BmocaError as error:
            return f"Nothing was done: {error}"
        if self.session.over:
            return "The episode is over."
        return self.session.text()
