"""Recipes: agents as stages in which a model is asked, and a memory of the steps, such as M3A, T3A and SeeAct."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym import data_files
from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language import grounding
from bmoca_gym.agents.language.asking import Asking
from bmoca_gym.agents.language.models import Answer, ChatModel
from bmoca_gym.agents.language.options import OPTIONS as OPTIONS_OF_LLM
from bmoca_gym.agents.language.options import resolve
from bmoca_gym.agents.language.prompts import Prompt, Templates, message
from bmoca_gym.agents.language.screen import Screen
from bmoca_gym.agents.language.tokens import of_picture
from bmoca_gym.agents.options import Option
from bmoca_gym.envs import json_actions
from bmoca_gym.errors import ActionError, SettingsError, cut

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv

_ENDPOINT = (
    "model", "base_url", "api_key_variable", "prompt", "temperature", "top_p", "answer_tokens", "send_seed", "request",
    "stream", "timeout", "retries", "max_tokens_per_episode", "max_cost", "max_time", "price_in", "price_out", "cache",
    "replay",
)  # fmt: skip
#: The options of every recipe: those of the agent ``llm`` that say which model is asked and how, with AndroidWorld's
#: sampling.
_SHARED = {"temperature": 0.0, "answer_tokens": 1000}

#: What a prompt may tell; a template has those placeholders that it needs.
_TOLD = ("goal", "history", "screen", "actions", "guidance", "kinds", "without_element")
_TOLD_AFTER = ("goal", "history", "before", "after", "action", "reason", "actions", "guidance")
_PLACEHOLDERS_OF_STEPS = {
    "step": ("number", "action", "reason", "summary"),
    "failed_step": ("number", "reason"),
    "no_steps": (),
}

#: The most characters of a summary that are kept.
_LONGEST_SUMMARY = 2000

_REASON = re.compile(
    r"\breason[ \t*_]{0,4}[:：](.*?)(?:\baction[ \t*_`]{0,4}[:：]|\Z)", re.IGNORECASE | re.DOTALL
)
_SIZE = re.compile(r"([0-9]{2,4})[x×]([0-9]{2,4})")


class Stage(NamedTuple):
    """A stage of a recipe: once in each step a model is asked.

    Attributes:
        name: its template's too.
        reads: what its answer is: an ``action`` in JSON, a ``choice`` (see `grounding`), or ``text``.
        pictures: those that go with it: ``plain`` and ``marked``, after acting ``before`` and ``after``, both marked.
        continues: the stage whose dialogue it goes on with.
        after: whether it comes after the action, on the screen that this led to.
    """

    name: str
    reads: str
    pictures: tuple[str, ...] = ()
    continues: str = ""
    after: bool = False


class Recipe:
    """What makes an agent of a model: how it is told of the screen, the stages, the templates of its prompts.

    It has what an agent's module of options has: `OPTIONS`, `resolve`, `environment`, `identity`.

    Args:
        name: of the file in ``recipes``.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def _data(self) -> dict[str, Any]:
        path = Path(__file__).with_name("recipes") / f"{self.name}.yaml"
        data = data_files.parsed(data_files.read(path), str(path))
        assert isinstance(data, dict), path
        return data

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Its stages in order."""
        return tuple(
            Stage(**{**stage, "pictures": tuple(stage.get("pictures", ()))}) for stage in self._data["stages"]
        )

    @property
    def screen(self) -> str:
        """The way in which it tells the elements: ``brief``, ``full`` or ``choices``, as `Screen` has them."""
        return str(self._data["screen"])

    @property
    def actions(self) -> tuple[str, ...]:
        """The JSON actions that it offers."""
        return tuple(self._data.get("actions", ()))

    @cached_property
    def sees(self) -> bool:
        """Whether it is shown pictures."""
        return any(stage.pictures for stage in self.stages)

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:
        """Its options."""
        table = [
            option._replace(default=_SHARED.get(option.name, option.default))
            for option in OPTIONS_OF_LLM
            if option.name in _ENDPOINT
        ]
        size = Option(
            "picture_size",
            str,
            "540x1200",
            "WIDTHxHEIGHT of the pictures that are shown, in px (default: 540x1200)",
        )
        return (*table, size) if self.sees else tuple(table)

    def resolve(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with what stands in environment variables.

        Raises:
            SettingsError: no model, a limit on cost without prices, further fields that are no JSON object, or a size
                of pictures that is none.
            PromptError: a folder of templates that can't be used.
        """
        self.templates(options)
        if self.sees:
            _size(options)
        return resolve({**options, "prompt": ""}) | {"prompt": options["prompt"]}

    def environment(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of ``gym.make`` that go with the options."""
        shown = (
            {"observation": "both", "resolution": _size(options)} if self.sees else {"observation": "text"}
        )
        return {"action": "json", "elements": True, **shown}

    def identity(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that must agree for a run to go on in a results folder; the prompt by its templates' digest."""
        chosen = {option.name: options[option.name] for option in self.OPTIONS if option.scored}
        return chosen | {"prompt": self.templates(options).digest}

    def templates(self, options: Mapping[str, Any]) -> Templates:
        """The templates of its prompts.

        Raises:
            PromptError: see `Templates`.
        """
        told: dict[str, tuple[str, ...]] = {
            stage.name: _TOLD_AFTER if stage.after else _TOLD for stage in self.stages
        }
        if self.screen == "choices":
            told = {name: (*placeholders, "choices") for name, placeholders in told.items()} | {"role": ()}
        else:
            told["guidance"] = ()
        return Templates(options["prompt"], {**told, **_PLACEHOLDERS_OF_STEPS}, self._data["templates"])


M3A, T3A, SEEACT = Recipe("m3a"), Recipe("t3a"), Recipe("seeact")
RECIPES = {recipe.name: recipe for recipe in (M3A, T3A, SEEACT)}


def _size(options: Mapping[str, Any]) -> tuple[int, int]:
    found = _SIZE.fullmatch(options["picture_size"])
    if found is None:
        raise SettingsError(
            f"picture_size is {cut(options['picture_size'])}; it must be WIDTHxHEIGHT in px, such as 540x1200."
        )
    return int(found[1]), int(found[2])


class _Step(NamedTuple):
    """A step that was taken: its screen, its action in words, and why."""

    screen: Screen
    action: str
    reason: str


class RecipeAgent:
    """Asks a language model in the stages of a recipe. Its action is JSON, which the environment reads.

    Args:
        recipe: the name of a recipe.
        client: answers instead of the endpoint's model.
        options: all options of the recipe.
    """

    def __init__(self, recipe: str, client: ChatModel | None = None, **options: Any) -> None:
        self.name = recipe
        self._recipe = RECIPES[recipe]
        self._templates = self._recipe.templates(options)
        picture = of_picture(*_size(options)) if self._recipe.sees else 0
        self._asking = Asking(options, client, picture)
        self.notes = Notes()

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Begin an episode with an empty memory and a new budget."""
        self._goal = str(info["instruction"])
        self._memory: list[str] = []
        self._last: _Step | None = None
        self.notes = self._asking.begin(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> str:
        """The action that the model decides on, after it has summed up the last one where the recipe asks for that.

        Raises:
            LimitReachedError: the episode has used up its tokens, its money or its time.
            ModelError: the model gave no answer.
        """
        screen = Screen(observation)
        if self._last is not None:
            self._remember(self._last, screen, info.get("wrong_format"))
        dialogues: dict[str, list[dict[str, Any]]] = {}
        action, words, reason = "", "", ""
        for stage in self._recipe.stages:
            if stage.after:
                continue
            answer, messages = self._ask(stage, screen, dialogues.get(stage.continues, []))
            text = answer.written()
            dialogues[stage.name] = [*messages, message(text, role="assistant")]
            if stage.reads == "action":
                action, words, reason = self._decided(answer)
            elif stage.reads == "choice":
                action, words = self._chosen(text, screen)
        self._last = _Step(screen, words, reason)
        return action

    def close(self) -> None:
        """End the connections; may be called by another thread."""
        self._asking.close()

    def prompt(self, observation: Any, info: dict[str, Any]) -> Prompt:
        """The prompts of the stages before an action on a screen, without what answers add to them.

        Called once for each step, in the place of `act`, with `note` after it. Nothing is summed up.
        """
        screen = Screen(observation)
        if self._last is not None:
            self._keep(self._last, "", info.get("wrong_format"))
        stages = [stage for stage in self._recipe.stages if not stage.after]
        parts = {stage.name: self._templates.fill(stage.name, **self._told(screen)) for stage in stages}
        role = {"role": self._templates.fill("role")} if self._recipe.screen == "choices" else {}
        shown = [name for stage in stages for name in stage.pictures]
        return Prompt(role | parts, self._picture(shown[-1], screen) if shown else None)

    def note(self, answer: str, observation: Any) -> None:
        """Keep an action, as `prompt` asks for it, for the history of the next prompt."""
        self._last = _Step(Screen(observation), json_actions.written(json_actions.read(answer)), "")

    def _ask(
        self, stage: Stage, screen: Screen, dialogue: Sequence[Mapping[str, Any]], **told: str
    ) -> tuple[Answer, list[dict[str, Any]]]:
        """Ask the model in a stage; its answer and the messages of the request."""
        text = self._templates.fill(stage.name, **(told or self._told(screen)))
        pictures = [self._picture(name, screen) for name in stage.pictures]
        role = self._templates.fill("role") if self._recipe.screen == "choices" else ""
        messages: list[dict[str, Any]] = [dict(one) for one in dialogue]
        if not messages and role:
            messages.append(message(role, role="system"))
        messages.append(message(text, pictures))
        answered = str(dialogue[-1]["content"]) if dialogue else ""
        parts = {"role": role, "answer before": answered, stage.name: text}
        answer = self._asking.ask(
            messages,
            {name: part for name, part in parts.items() if part},
            pictures,
            lambda text: self._noted(stage, text, screen),
            step=len(self._memory),
            stage=stage.name,
            decides=stage.reads != "text",
        )
        return answer, messages

    def _noted(self, stage: Stage, text: str, screen: Screen) -> str | None:
        """The action in an answer, for the transcript."""
        try:
            if stage.reads == "action":
                return json_actions.written(json_actions.read(text))
            return grounding.read(text, screen.choices()).action if stage.reads == "choice" else None
        except ActionError:
            return None

    def _told(self, screen: Screen) -> dict[str, str]:
        """What prompts tell of the goal, the steps before, and the screen."""
        told = {"goal": self._goal, "history": self._history(), **self._offer()}
        if self._recipe.screen == "choices":
            return told | {"screen": "", "choices": grounding.options(screen.choices())}
        return told | {"screen": getattr(screen, self._recipe.screen)() or "none"}

    def _offer(self) -> dict[str, str]:
        without = [name for name, kind in grounding.KINDS.items() if not kind.element and name != "SWIPE"]
        guided = self._recipe.screen != "choices"
        return {
            "actions": json_actions.listing(self._recipe.actions),
            "guidance": self._templates.fill("guidance") if guided else "",
            "kinds": ", ".join(grounding.KINDS),
            "without_element": ", ".join(without),
        }

    def _history(self) -> str:
        return "\n".join(self._memory) or self._templates.fill("no_steps")

    def _picture(self, name: str, screen: Screen) -> bytes:
        if name == "before":
            assert self._last is not None
            return self._last.screen.marked(name)
        return screen.plain() if name == "plain" else screen.marked("" if name == "marked" else name)

    def _decided(self, answer: Answer) -> tuple[str, str, str]:
        """The action for the environment, the same in words, and the reason, of an answer with an action in JSON."""
        text = answer.written()
        if (
            answer.reason == "content_filter"
        ):  # as in the original: the endpoint refuses to go on with this task
            text = json_actions.written({"action_type": "status", "goal_status": "infeasible"})
        try:
            words = json_actions.written(json_actions.read(text))
        except ActionError:
            words = ""
        reason = _REASON.search(text.rpartition("</think>")[2])
        return text, words, " ".join(reason[1].split()) if reason else ""

    def _chosen(self, text: str, screen: Screen) -> tuple[str, str]:
        """The action for the environment, and the same in words, of an answer with a choice."""
        try:
            return grounding.read(text, screen.choices())
        except ActionError as error:
            fields = {"action_type": json_actions.UNKNOWN, "text": str(error)}
            return json_actions.written(fields), ""

    def _remember(self, last: _Step, screen: Screen, wrong_format: str | None) -> None:
        """Sum up a step where it was one and the recipe asks for that, and add it to the memory."""
        summary = ""
        after = [stage for stage in self._recipe.stages if stage.after]
        for stage in after if not wrong_format else ():
            tell = getattr(last.screen, self._recipe.screen), getattr(screen, self._recipe.screen)
            told = {"before": tell[0]() or "none", "after": tell[1]() or "none"}
            told |= {"action": last.action, "reason": last.reason or "none"}
            told |= {"goal": self._goal, "history": self._history(), **self._offer()}
            answer, _ = self._ask(stage, screen, [], **told)
            summary = " ".join(answer.written().rpartition("</think>")[2].split())[:_LONGEST_SUMMARY]
        self._keep(last, summary, wrong_format)

    def _keep(self, last: _Step, summary: str, wrong_format: str | None) -> None:
        """Add a step to the memory: what was done and came of it, or why nothing was done."""
        number = str(len(self._memory) + 1)
        if wrong_format:
            line = self._templates.fill("failed_step", number=number, reason=wrong_format)
        else:
            line = self._templates.fill(
                "step", number=number, action=last.action, reason=last.reason, summary=summary
            )
        self._memory.append(line)
