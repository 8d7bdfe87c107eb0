"""Language agent: sends each screen as text to a model, and returns its answer as the action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language.asking import Asking
from bmoca_gym.agents.language.models import ChatModel
from bmoca_gym.agents.language.options import RESOLUTION
from bmoca_gym.agents.language.prompts import Demonstration, Prompt, Prompts, described
from bmoca_gym.agents.language.tokens import PICTURE
from bmoca_gym.envs.text_actions import action_line, parse
from bmoca_gym.errors import ActionError

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info

#: Chooses the solutions in prompts. Called with the environment and the episode's seed, and with the step's number if
#: new ones are drawn at each step.
ChooseDemonstrations = Callable[..., Sequence[Demonstration]]


class LanguageAgent:
    """Agent that asks a language model for each action. The action is the model's whole answer.

    Args:
        demonstrations: chooses the few-shot examples; None for the choice by the options.
        client: a replacement for the endpoint's model.
        options: all options, see `bmoca_gym.agents.language.options.OPTIONS`.
    """

    name = "llm"

    def __init__(
        self,
        demonstrations: ChooseDemonstrations | None = None,
        client: ChatModel | None = None,
        **options: Any,
    ) -> None:
        self._options = options
        self._prompts_for = {to_user: Prompts(options, to_user) for to_user in (False, True)}
        self._prompts = self._prompts_for[False]
        self._asking = Asking(options, client, PICTURE)
        if demonstrations is None and options["few_shot"]:
            from bmoca_gym.agents.language.examples import Examples

            demonstrations = Examples(options)
        self._choose = demonstrations
        self.notes = Notes()

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode with an empty history and a new budget."""
        self._goal, self._seed = str(info["instruction"]), seed
        self._prompts = self._prompts_for[getattr(getattr(env, "task", None), "user", None) is not None]
        self._env, self._redraws = env, bool(self._choose and self._options["few_shot_redraw"])
        self._demonstrations = self._choose(env, seed) if self._choose and not self._redraws else ()
        self._previous: list[str] = []
        self._last: str | None = None  # the last action, as in the history; dropped if its format was wrong
        self.notes = self._asking.begin(seed)

    def prompt(self, observation: Any, info: Info) -> Prompt:
        """Make the prompt for a screen. Call this once for each step."""
        wrong_format = info.get("wrong_format")
        if self._last is not None and wrong_format is None:
            self._previous.append(self._last)
        if info.get("reply"):
            self._goal += f"\nThe user says: {info['reply']}"
        self._last = None
        if self._redraws and self._choose:
            self._demonstrations = self._choose(self._env, self._seed, len(self.notes.turns))
        both = isinstance(observation, dict)
        history = self._options["history"]
        return self._prompts.build(
            self._goal,
            observation["text"] if both else observation,
            previous=self._previous[-history:] if history else (),
            wrong_format=wrong_format,
            picture=observation["pixels"] if both else None,
            demonstrations=self._demonstrations,
        )

    def act(self, observation: Any, info: Info) -> str:
        """Return the model's answer.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        prompt = self.prompt(observation, info)
        answer = self._asking.ask(
            prompt.messages(),
            prompt.parts,
            [] if prompt.picture is None else [prompt.picture],
            lambda text: self.note(text, observation),
            self._prompts.tools,
        )
        return answer.written()

    def note(self, answer: str, observation: Any) -> str | None:
        """Record an answer for the history of the next prompt. Returns the action in it, or None."""
        action = _action(answer)
        self._last = None if action is None else _shown(action, observation)
        return action

    def test_call(self) -> None:
        """Send one test request, before anything is played.

        Raises:
            ModelError: the model gave no answer.
        """
        self._asking.test_call(RESOLUTION if self._options["multimodal"] else None, self._prompts.tools)

    def close(self) -> None:
        """Close the connections. Any thread may call this."""
        self._asking.close()


def _action(answer: str) -> str | None:
    """Return the action line of an answer; None if it has no valid one."""
    try:
        line = action_line(answer)
        parse(line)
    except ActionError:
        return None
    return line


def _shown(action: str, observation: Any) -> str:
    """Write an action for the history: a touch with the description of its element, as in the paper."""
    name, arguments, keywords = parse(action)
    arguments += tuple([value for _, value in keywords])
    if name not in ("tap", "long_press") or len(arguments) != 1 or not arguments[0].isdecimal():
        return action
    element = described(
        observation["text"] if isinstance(observation, dict) else observation, int(arguments[0])
    )
    return action if element is None else f"{action}: {element}"
