"""Recipes: agents as stages in which a model is asked, and a memory of the steps.

AndroidWorld's M3A, T3A and SeeAct act in JSON; AndroidLab's six modes, ``al-…``, act in calls.
"""

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
from bmoca_gym.agents.language.screen import LabScreen, Screen
from bmoca_gym.agents.language.tokens import of_picture
from bmoca_gym.agents.options import Option
from bmoca_gym.envs import call_actions, json_actions
from bmoca_gym.errors import ActionError, PromptError, SettingsError, cut

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv

_ENDPOINT = (
    "model", "base_url", "api_key_variable", "prompt", "temperature", "top_p", "answer_tokens", "send_seed", "request",
    "stream", "timeout", "retries", "max_tokens_per_episode", "max_cost", "max_time", "price_in", "price_out", "cache",
    "replay",
)  # fmt: skip
#: The options of every recipe: those of the agent ``llm`` that say which model is asked and how, with the sampling of
#: AndroidWorld's agents; AndroidLab's have their own.
_SHARED = {"temperature": 0.0, "answer_tokens": 1000}

#: What a prompt may tell; a template has those placeholders that it needs.
_TOLD = ("goal", "history", "screen", "actions", "guidance", "kinds", "without_element")
_TOLD_AFTER = ("goal", "history", "before", "after", "action", "reason", "actions", "guidance")
_TOLD_IN_CALLS = ("goal", "app", "history", "screen", "choices", "actions", "kinds", "problem")
#: The templates of a memory, by its kind: lines of the history, or what stands between the turns of a dialogue.
_OF_MEMORY: dict[str, dict[str, tuple[str, ...]]] = {
    "lines": {
        "step": ("number", "action", "reason", "summary", "said"),
        "failed_step": ("number", "reason", "said"),
        "no_steps": (),
    },
    "dialogue": {"past": ("number",), "problem": ("reason",)},
}

#: The action modes that are calls: their actions, and the functions that are called.
_TABLES = {"calls": call_actions.DO, "numbered_calls": call_actions.FUNCTIONS}
_CALLED = {"calls": call_actions.CALLED, "numbered_calls": tuple(call_actions.FUNCTIONS)}

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
        reads: what its answer is: an ``action`` in JSON, a ``call`` (see `call_actions`), a ``choice`` (see
            `grounding`), or ``text``.
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
    """Definition of an agent that asks a model: its view of the screen, its stages, the templates of its prompts.

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
        """The way in which it tells the elements: ``brief``, ``full`` or ``choices``, as `Screen` has them; ``layout``,
        as `LabScreen`; ``numbers``, in the picture alone.
        """
        return str(self._data["screen"])

    @property
    def summary(self) -> str:
        """Description in a few words."""
        return str(self._data["summary"])

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders with its templates; the first that has one counts."""
        return tuple(self._data["templates"])

    @property
    def action_mode(self) -> str:
        """The action mode: ``json``, ``calls`` or ``numbered_calls``."""
        return str(self._data.get("action_mode", "json"))

    @property
    def memory(self) -> str:
        """Memory of the steps: ``lines``, one for each, or the whole ``dialogue`` without its screens."""
        return str(self._data.get("memory", "lines"))

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions that it offers."""
        return tuple(self._data.get("actions", ()))

    @property
    def in_calls(self) -> bool:
        """Whether it acts in calls, as AndroidLab's agents, and not in JSON."""
        return self.action_mode in _TABLES

    @property
    def observation(self) -> str:
        """The observation mode."""
        if not self.sees:
            return "text"
        return "pixels" if self.screen == "numbers" else "both"

    @property
    def has_role(self) -> bool:
        """Whether its requests begin with a system message."""
        return self.in_calls or self.screen == "choices"

    @property
    def teaches(self) -> bool:
        """Whether an expert's actions make training data for it: it answers with an action and nothing else."""
        return bool(self._data.get("teaches", False))

    @cached_property
    def sees(self) -> bool:
        """Whether it is shown pictures."""
        return any(stage.pictures for stage in self.stages)

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:
        """Its options."""
        shared = _SHARED | ({"top_p": 0.7, "answer_tokens": 512} if self.in_calls else {})
        table = [
            option._replace(default=shared.get(option.name, option.default))
            for option in OPTIONS_OF_LLM
            if option.name in _ENDPOINT
        ]
        size = Option(
            "picture_size",
            str,
            str(self._data.get("picture_size", "540x1200")),
            "width and height of the pictures in the prompt, in px (default: 540x1200; 720x1560 for al-…)",
            metavar="WxH",
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
        shown: dict[str, Any] = {"observation": self.observation}
        if self.sees:
            shown["resolution"] = _size(options)
        if self.in_calls:
            marks = {"set_of_mark": True} if self.screen == "numbers" else {}
            return {"action": self.action_mode, "elements": "androidlab", **shown, **marks}
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
        if self.in_calls:
            told = {"role": _TOLD_IN_CALLS, **dict.fromkeys(told, _TOLD_IN_CALLS)}
            told |= {"answer": ("call",)} if self.teaches else {}
        elif self.screen == "choices":
            told = {name: (*placeholders, "choices") for name, placeholders in told.items()} | {"role": ()}
        else:
            told["guidance"] = ()
        return Templates(options["prompt"], {**told, **_OF_MEMORY[self.memory]}, self.folders)

    def seen(self, observation: Any) -> Screen | LabScreen:
        """The screen that an observation shows."""
        return LabScreen(observation) if self.in_calls else Screen(observation)


#: The recipes by name.
RECIPES = {
    name: Recipe(name)
    for name in (
        "m3a", "t3a", "seeact",
        "al-xml", "al-xml-react", "al-xml-seeact", "al-som", "al-som-react", "al-som-seeact",
    )
}  # fmt: skip


def _size(options: Mapping[str, Any]) -> tuple[int, int]:
    found = _SIZE.fullmatch(options["picture_size"])
    if found is None:
        raise SettingsError(
            f"picture_size is {cut(options['picture_size'])}; it must be WIDTHxHEIGHT in px, such as 540x1200."
        )
    return int(found[1]), int(found[2])


class _Step(NamedTuple):
    """A step that was taken: its screen, its action in words, and why; ``said``: the model's first answer."""

    screen: Screen | LabScreen
    action: str
    reason: str
    said: str = ""


class RecipeAgent:
    """Asks a language model in the stages of a recipe. Its action is JSON or a call, which the environment reads.

    Args:
        recipe: the name of a recipe.
        client: answers instead of the endpoint's model.
        options: all options of the recipe.
    """

    def __init__(self, recipe: str, client: ChatModel | None = None, **options: Any) -> None:
        self.name = recipe
        self._recipe = RECIPES[recipe]
        self._templates = self._recipe.templates(options)
        self._size = _size(options) if self._recipe.sees else None
        self._asking = Asking(options, client, of_picture(*self._size) if self._size else 0)
        self.notes = Notes()

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Begin an episode with an empty memory and a new budget."""
        self._goal = str(info["instruction"])
        self._app = str(getattr(getattr(env, "task", None), "app", "")) or "none"
        self._memory: list[str] = []
        self._dialogue: list[dict[str, Any]] = []
        self._problem = ""
        self._last: _Step | None = None
        self.notes = self._asking.begin(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> str:
        """The action that the model decides on, after it has summed up the last one where the recipe asks for that.

        Raises:
            LimitReachedError: the episode has used up its tokens, its money or its time.
            ModelError: the model gave no answer.
        """
        screen = self._recipe.seen(observation)
        if self._last is not None:
            self._remember(self._last, screen, info.get("wrong_format"))
        dialogues: dict[str, list[dict[str, Any]]] = {}
        action, words, reason, said = "", "", "", ""
        for stage in self._recipe.stages:
            if stage.after:
                continue
            answer, messages = self._ask(stage, screen, dialogues.get(stage.continues, []))
            text = answer.written()
            said = said or text
            dialogues[stage.name] = [*messages, message(text, role="assistant")]
            if stage.reads == "action":
                action, words, reason = self._decided(answer)
            elif stage.reads == "choice":
                action, words = self._chosen(text, screen)
            elif stage.reads == "call":
                action, words = text, self._noted(stage, text, screen) or ""
        self._last = _Step(screen, words, reason, said)
        return action

    def test_call(self) -> None:
        """Ask the model once, before anything is played.

        Raises:
            ModelError: the model gave no answer.
        """
        self._asking.test_call(self._size)

    def close(self) -> None:
        """End the connections; may be called by another thread."""
        self._asking.close()

    def prompt(self, observation: Any, info: dict[str, Any]) -> Prompt:
        """The prompts of the stages before an action on a screen, without what answers add to them.

        Called once for each step, in the place of `act`, with `note` after it. Nothing is summed up.
        """
        screen = self._recipe.seen(observation)
        if self._last is not None:
            self._keep(self._last, "", info.get("wrong_format"))
        stages = [stage for stage in self._recipe.stages if not stage.after]
        told = self._told(screen)
        parts = {stage.name: self._templates.fill(stage.name, **told).strip() for stage in stages}
        role = {"role": self._templates.fill("role", **told)} if self._recipe.has_role else {}
        if self._dialogue:
            role["turns before"] = self._turns_before()
        shown = [name for stage in stages for name in stage.pictures]
        return Prompt(role | parts, self._picture(shown[-1], screen) if shown else None)

    def note(self, answer: str, observation: Any) -> None:
        """Keep an action, as `prompt` asks for it, for the history of the next prompt."""
        self._last = _Step(self._recipe.seen(observation), self._read(answer), "", answer)

    def answer(self, action: str) -> str:
        """Answer that a model is trained to give for an action.

        Raises:
            PromptError: the recipe asks for thoughts too, which no expert has.
        """
        if not self._recipe.teaches:
            raise PromptError(f"{self.name} asks for thoughts, which experts don't have.")
        return self._templates.fill("answer", call=action)

    def _ask(
        self,
        stage: Stage,
        screen: Screen | LabScreen,
        dialogue: Sequence[Mapping[str, Any]],
        **told: str,
    ) -> tuple[Answer, list[dict[str, Any]]]:
        """Ask the model in a stage; its answer and the messages of the request."""
        told = told or self._told(screen)
        text = self._templates.fill(stage.name, **told).strip()
        pictures = [self._picture(name, screen) for name in stage.pictures]
        role = self._templates.fill("role", **told) if self._recipe.has_role else ""
        messages: list[dict[str, Any]] = [dict(one) for one in dialogue]
        if not messages:
            messages += [message(role, role="system")] if role else []
            messages += self._dialogue
        messages.append(message(text, pictures))
        answered = str(dialogue[-1]["content"]) if dialogue else ""
        parts = {
            "role": role,
            "turns before": self._turns_before(),
            "answer before": answered,
            stage.name: text,
        }
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

    def _noted(self, stage: Stage, text: str, screen: Screen | LabScreen) -> str | None:
        """The action in an answer, for the transcript."""
        try:
            if stage.reads in ("action", "call"):
                return self._read(text)
            if stage.reads == "choice" and isinstance(screen, Screen):
                return grounding.read(text, screen.choices()).action
            return None
        except ActionError:
            return None

    def _read(self, text: str) -> str:
        """The action in an answer, as it would be written alone."""
        if self._recipe.in_calls:
            return call_actions.written(call_actions.read(text, _CALLED[self._recipe.action_mode]))
        return json_actions.written(json_actions.read(text))

    def _told(self, screen: Screen | LabScreen) -> dict[str, str]:
        """Values for prompts: the goal, the previous steps, and the screen."""
        told = {"goal": self._goal, "history": self._history(), **self._offer()}
        if isinstance(screen, LabScreen):
            told |= {"app": self._app, "problem": self._problem}
            return told | {"screen": screen.layout, "choices": screen.choices()}
        if self._recipe.screen == "choices":
            return told | {"screen": "", "choices": grounding.options(screen.choices())}
        return told | {"screen": getattr(screen, self._recipe.screen)() or "none"}

    def _offer(self) -> dict[str, str]:
        if self._recipe.in_calls:
            table, names = _TABLES[self._recipe.action_mode], self._recipe.actions
            return {"actions": call_actions.listing(table, names), "kinds": ", ".join(names)}
        without = [name for name, kind in grounding.KINDS.items() if not kind.element and name != "SWIPE"]
        guided = self._recipe.screen != "choices"
        return {
            "actions": json_actions.listing(self._recipe.actions),
            "guidance": self._templates.fill("guidance") if guided else "",
            "kinds": ", ".join(grounding.KINDS),
            "without_element": ", ".join(without),
        }

    def _history(self) -> str:
        if self._recipe.memory == "dialogue":
            return ""
        between = "\n\n" if self._recipe.in_calls else "\n"  # whole answers, or a line for each step
        return between.join(self._memory) or self._templates.fill("no_steps")

    def _turns_before(self) -> str:
        """The turns of the episode before this one, as the transcript shows them."""
        return "\n\n".join(str(one["content"]) for one in self._dialogue)

    def _picture(self, name: str, screen: Screen | LabScreen) -> bytes:
        if name == "before":
            assert self._last is not None
            screen = self._last.screen
        if name == "plain" or isinstance(screen, LabScreen):
            return screen.plain()
        return screen.marked("" if name == "marked" else name)

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

    def _chosen(self, text: str, screen: Screen | LabScreen) -> tuple[str, str]:
        """The action for the environment, and the same in words, of an answer with a choice."""
        assert isinstance(screen, Screen), "calls are not chosen"
        try:
            return grounding.read(text, screen.choices())
        except ActionError as error:
            fields = {"action_type": json_actions.UNKNOWN, "text": str(error)}
            return json_actions.written(fields), ""

    def _remember(self, last: _Step, screen: Screen | LabScreen, wrong_format: str | None) -> None:
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
        fill = self._templates.fill
        if self._recipe.memory == "dialogue":
            self._dialogue += [message(fill("past", number=number)), message(last.said, role="assistant")]
            self._problem = fill("problem", reason=wrong_format) if wrong_format else ""
            line = last.action
        elif wrong_format:
            line = fill("failed_step", number=number, reason=wrong_format, said=last.said)
        else:
            told = {"action": last.action, "reason": last.reason, "summary": summary, "said": last.said}
            line = fill("step", number=number, **told)
        self._memory.append(line)
