"""Recipes: agents defined by stages that ask a model, and by a memory of the steps.

AndroidWorld's M3A, T3A and SeeAct act in JSON. AndroidLab's six modes, ``al-…``, act in calls.
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
from bmoca_gym.agents.language.prompts import Prompt, Templates, message
from bmoca_gym.agents.language.screen import LabScreen, Screen
from bmoca_gym.agents.language.templated import TemplatedOptions
from bmoca_gym.agents.language.tokens import of_picture
from bmoca_gym.agents.options import Option
from bmoca_gym.errors import ActionError, PromptError, SettingsError, cut
from bmoca_gym.suites.androidlab import call_actions, calls
from bmoca_gym.suites.androidworld import json_actions

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info

_ENDPOINT = (
    "model", "base_url", "api_key_variable", "prompt", "temperature", "top_p", "answer_tokens", "send_seed", "request",
    "stream", "timeout", "retries", "max_tokens_per_episode", "max_cost", "max_time", "price_in", "price_out", "cache",
    "replay",
)  # fmt: skip
#: Defaults of options in recipes: the sampling of AndroidWorld's agents. AndroidLab's agents have further ones.
_SHARED = {"temperature": 0.0, "answer_tokens": 1000}

#: The placeholders that templates may have.
_TOLD = ("goal", "history", "screen", "actions", "guidance", "kinds", "without_element")
_TOLD_AFTER = ("goal", "history", "before", "after", "action", "reason", "actions", "guidance")
_TOLD_IN_CALLS = ("goal", "app", "history", "screen", "choices", "actions", "kinds", "problem")
#: The templates of a memory, by its kind: lines of the history, or parts of a dialogue.
_OF_MEMORY: dict[str, dict[str, tuple[str, ...]]] = {
    "lines": {
        "step": ("number", "action", "reason", "summary", "said"),
        "failed_step": ("number", "reason", "said"),
        "no_steps": (),
    },
    "dialogue": {"past": ("number",), "problem": ("reason",)},
}

#: The action modes with calls: their actions, and their functions.
_TABLES = {**dict.fromkeys(call_actions.SCALES, calls.DO), "numbered_calls": calls.FUNCTIONS}
_CALLED = {
    **dict.fromkeys(call_actions.SCALES, calls.CALLED),
    "numbered_calls": tuple(calls.FUNCTIONS),
}

#: Largest length of a summary in characters; the rest is cut.
_LONGEST_SUMMARY = 2000

_REASON = re.compile(
    r"\breason[ \t*_]{0,4}[:：](.*?)(?:\baction[ \t*_`]{0,4}[:：]|\Z)", re.IGNORECASE | re.DOTALL
)
_SIZE = re.compile(r"([0-9]{2,4})[x×]([0-9]{2,4})")


class Stage(NamedTuple):
    """A stage of a recipe: one request to the model in each step.

    Attributes:
        name: name of the stage and of its template.
        reads: the kind of its answer: an ``action`` in JSON, a ``call`` (see `calls`), a ``choice`` (see
            `grounding`), or ``text``.
        pictures: its pictures: ``plain``, ``marked``; after the action ``before`` and ``after``, both marked.
        continues: the stage whose dialogue it continues.
        after: whether it comes after the action, on the next screen.
    """

    name: str
    reads: str
    pictures: tuple[str, ...] = ()
    continues: str = ""
    after: bool = False


class Recipe(TemplatedOptions):
    """Recipe of a language agent: its view of the screen, its stages, the templates of its prompts.

    Like an agent's module of options it has `OPTIONS`, `resolve`, `environment` and `identity`.

    Args:
        name: name of the file in ``recipes``.
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
        """The stages in order."""
        return tuple(
            Stage(**{**stage, "pictures": tuple(stage.get("pictures", ()))}) for stage in self._data["stages"]
        )

    @property
    def screen(self) -> str:
        """Format of the elements: ``brief``, ``full``, ``choices`` (`Screen`), ``layout`` (`LabScreen`), ``numbers``.

        ``numbers``: the elements are numbered in the picture, and there is no text.
        """
        return str(self._data["screen"])

    @property
    def summary(self) -> str:
        """A short description."""
        return str(self._data["summary"])

    @property
    def folders(self) -> tuple[str, ...]:
        """Folders of templates. The first one with a template counts."""
        return tuple(self._data["templates"])

    @property
    def action_mode(self) -> str:
        """The action mode: ``json``, ``calls`` or ``numbered_calls``."""
        return str(self._data.get("action_mode", "json"))

    @property
    def memory(self) -> str:
        """Memory of the steps: ``lines``, one for each step, or the entire ``dialogue`` without screens."""
        return str(self._data.get("memory", "lines"))

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions in the prompt."""
        return tuple(self._data.get("actions", ()))

    @property
    def in_calls(self) -> bool:
        """Whether the agent acts in calls, like AndroidLab's agents, rather than in JSON."""
        return self.action_mode in _TABLES

    @property
    def observation(self) -> str:
        """The observation mode."""
        if not self.sees:
            return "text"
        return "pixels" if self.screen == "numbers" else "both"

    @property
    def has_role(self) -> bool:
        """True if requests begin with a system message."""
        return self.in_calls or self.screen == "choices"

    @property
    def teaches(self) -> bool:
        """True if the model answers with an action only, so that experts' actions can be training data."""
        return bool(self._data.get("teaches", False))

    @cached_property
    def sees(self) -> bool:
        """True if prompts have pictures."""
        return any(stage.pictures for stage in self.stages)

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The options: those of ``llm`` for the endpoint and sampling, and the size of pictures."""
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

    def check(self, options: Mapping[str, Any]) -> None:
        """Check the size of pictures.

        Raises:
            SettingsError: ``picture_size`` is invalid.
        """
        if self.sees:
            _size(options)

    def environment(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of ``gym.make`` for the options."""
        shown: dict[str, Any] = {"observation": self.observation}
        if self.sees:
            shown["resolution"] = _size(options)
        if self.in_calls:
            marks = {"set_of_mark": True} if self.screen == "numbers" else {}
            return {"action": self.action_mode, "elements": "androidlab", **shown, **marks}
        return {"action": "json", "elements": True, **shown}

    def templates(self, options: Mapping[str, Any]) -> Templates:
        """Read the templates of the prompts.

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
        """Return the screen in an observation."""
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
    """A finished step: screen, action, reason, and the model's first answer (``said``)."""

    screen: Screen | LabScreen
    action: str
    reason: str
    said: str = ""


class RecipeAgent:
    """Language agent that follows a recipe. Its action is JSON or a call, which the environment reads.

    Args:
        recipe: name of the recipe.
        client: a replacement for the endpoint's model.
        options: all options of the recipe.
    """

    def __init__(self, recipe: str, client: ChatModel | None = None, **options: Any) -> None:
        self.name = recipe
        self._recipe = RECIPES[recipe]
        self._templates = self._recipe.templates(options)
        self._size = _size(options) if self._recipe.sees else None
        self._asking = Asking(options, client, of_picture(*self._size) if self._size else 0)
        self.notes = Notes()

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode with an empty memory and a new budget."""
        self._goal = str(info["instruction"])
        self._has_user = getattr(getattr(env, "task", None), "user", None) is not None
        self._app = str(getattr(getattr(env, "task", None), "app", "")) or "none"
        self._memory: list[str] = []
        self._dialogue: list[dict[str, Any]] = []
        self._problem = ""
        self._last: _Step | None = None
        self.notes = self._asking.begin(seed)

    def act(self, observation: Any, info: Info) -> str:
        """Return the model's action. Some recipes first ask for a summary of the last step.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        screen = self._recipe.seen(observation)
        if info.get("reply"):
            self._goal += f"\nThe user says: {info['reply']}"
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
        """Send one test request, before anything is played.

        Raises:
            ModelError: the model gave no answer.
        """
        self._asking.test_call(self._size)

    def close(self) -> None:
        """Close the connections. Any thread may call this."""
        self._asking.close()

    def prompt(self, observation: Any, info: Info) -> Prompt:
        """Make the prompts of the stages before an action, without parts that depend on answers.

        Call this once for each step instead of `act`, then call `note`. There are no summaries.
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
        """Record an action for the history of the next prompt."""
        self._last = _Step(self._recipe.seen(observation), self._read(answer), "", answer)

    def answer(self, action: str) -> str:
        """Write the answer that a model should learn for an action.

        Raises:
            PromptError: the recipe also asks for thoughts, which experts don't have.
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
        """Ask the model in a stage. Returns its answer and the messages of the request."""
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
        """Return the action in an answer, for the transcript."""
        try:
            if stage.reads in ("action", "call"):
                return self._read(text)
            if stage.reads == "choice" and isinstance(screen, Screen):
                return grounding.read(text, screen.choices()).action
            return None
        except ActionError:
            return None

    def _read(self, text: str) -> str:
        """Return the action in an answer, in its standard form."""
        if self._recipe.in_calls:
            return calls.written(calls.read(text, _CALLED[self._recipe.action_mode]))
        return json_actions.written(json_actions.read(text))

    def _told(self, screen: Screen | LabScreen) -> dict[str, str]:
        """Return the values of placeholders: the goal, the previous steps, the screen, and so on."""
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
            return {"actions": calls.listing(table, names), "kinds": ", ".join(names)}
        without = [name for name, kind in grounding.KINDS.items() if not kind.element and name != "SWIPE"]
        guided = self._recipe.screen != "choices"
        return {
            "actions": json_actions.listing(
                (*self._recipe.actions, *(["ask_user"] if self._has_user else []))
            ),
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
        """Write the earlier turns of the episode, as in the transcript."""
        return "\n\n".join(str(one["content"]) for one in self._dialogue)

    def _picture(self, name: str, screen: Screen | LabScreen) -> bytes:
        if name == "before":
            assert self._last is not None
            screen = self._last.screen
        if name == "plain" or isinstance(screen, LabScreen):
            return screen.plain()
        return screen.marked("" if name == "marked" else name)

    def _decided(self, answer: Answer) -> tuple[str, str, str]:
        """Read an answer with an action in JSON: the action for the environment, its standard form, and the reason."""
        text = answer.written()
        if answer.reason == "content_filter":  # as in the original: the endpoint refuses this task
            text = json_actions.written({"action_type": "status", "goal_status": "infeasible"})
        try:
            words = json_actions.written(json_actions.read(text))
        except ActionError:
            words = ""
        reason = _REASON.search(text.rpartition("</think>")[2])
        return text, words, " ".join(reason[1].split()) if reason else ""

    def _chosen(self, text: str, screen: Screen | LabScreen) -> tuple[str, str]:
        """Read an answer with a choice: the action for the environment, and its description in words."""
        assert isinstance(screen, Screen), "calls are not chosen"
        try:
            return grounding.read(text, screen.choices())
        except ActionError as error:
            fields = {"action_type": json_actions.UNKNOWN, "text": str(error)}
            return json_actions.written(fields), ""

    def _remember(self, last: _Step, screen: Screen | LabScreen, wrong_format: str | None) -> None:
        """Add a step to the memory, with a summary if the recipe has one and the step was not in a wrong format."""
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
        """Add a step to the memory: its action and summary, or the reason of its wrong format."""
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
