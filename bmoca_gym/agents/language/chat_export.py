"""Fine-tuning data: experts' solutions as prompts and answers. The prompts come from the language agents themselves."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from bmoca_gym import agents, splits
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.agent import LanguageAgent
from bmoca_gym.agents.language.formats.agent import FormatAgent
from bmoca_gym.agents.language.formats.styles import STYLES
from bmoca_gym.agents.language.generic.agent import RECIPES as GENERIC
from bmoca_gym.agents.language.generic.agent import GenericAgent, tools, turn
from bmoca_gym.agents.language.generic.writing import written_by
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.agents.language.prompts import described
from bmoca_gym.agents.language.recipe import RECIPES, RecipeAgent
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.agents.language.vendors.agent import VENDORS
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, ArgumentError, BmocaError, SettingsError, writing
from bmoca_gym.version import __version__

#: Ways to write pictures: inside the line as data URLs, as an agent sends them, or as separate files.
IMAGES = ("inline", "files")

#: The agents with such data: ``llm``, the recipes whose answers are only an action, those of phone models, and those of
#: any model that a YAML file describes. The vendors' agents for computer use have none: their turns are not messages of
#: a chat, but items of the vendor's protocol with signatures that only the vendor can make.
AGENTS = ("llm", *(name for name, recipe in RECIPES.items() if recipe.teaches), *STYLES, *GENERIC)

#: Options with a fixed value: experts have no thoughts but what a format needs, in English, and do not call functions.
_FIXED: dict[str, Any] = {"model": "expert", "replay": True}
_FIXED_OF_LLM: dict[str, Any] = {"chain_of_thought": False, "tools": False}
_FIXED_OF_FORMATS: dict[str, Any] = {"language": "English"}

#: Licence of the data: that of the package, whose experts, phone and instructions make it.
LICENCE = "Apache-2.0"

#: Actions that name an element: by its numeric tag, or by its bounds in px.
_TAGGED = re.compile(r"(?:tap|long_press)\(([0-9]+)\)")
_BOUNDS = re.compile(r'do\(action="[A-Z][A-Za-z ]*", element=\[([0-9]+), *([0-9]+), *([0-9]+), *([0-9]+)\]')

#: Most episodes that a refusal names.
_MOST_NAMED = 5

_DATA_URL = "data:image/png;base64,"

#: Called with the number of written episodes, and the number of all episodes.
OnEpisode = Callable[[int, int], None]


class Scribe:
    """Replacement for the model: gives the answer in ``answer`` and ``calls``, and keeps the last request."""

    def __init__(self) -> None:
        self.answer = ""
        self.calls: tuple[tuple[str, str], ...] = ()
        self.request: dict[str, Any] = {}

    def ask(self, request: Mapping[str, Any], *place: int) -> Answer:
        """Return the answer, and keep the request."""
        self.request = dict(request)
        return Answer(self.answer, self.calls, 0, 0, "stop", 0.0)

    def close(self) -> None:
        """Do nothing: there is no connection."""


def messages(
    source: Source, options: Mapping[str, Any], seed: int = 0, agent_name: str = "llm"
) -> list[list[dict[str, Any]]]:
    """Make the messages of each step of a solution: the agent's request, and the expert's action as the answer.

    Args:
        source: the task and the configuration.
        options: all options of the language agent.
        seed: seed of the episode, and of the choice of few-shot examples.
        agent_name: one of `AGENTS`.

    Raises:
        BmocaError: the expert can't solve the task with the agent's actions, or an action names an element that the
            agent does not see.
    """
    scribe: Any = Scribe()  # it has the methods of a model
    agent: LanguageAgent | RecipeAgent | FormatAgent | GenericAgent
    if agent_name == "llm":
        agent = LanguageAgent(client=scribe, **options)
    elif agent_name in STYLES:
        agent = FormatAgent(agent_name, client=scribe, **options)
    elif agent_name in GENERIC:
        agent = GenericAgent(agent_name, client=scribe, **{"recipe": GENERIC[agent_name].name, **options})
    else:
        agent = RecipeAgent(agent_name, client=scribe, **options)
    env = PhoneEnv(source.task, source.configuration, **agents.environment_arguments(agent_name, options))
    lines: list[list[dict[str, Any]]] = []
    try:
        for screen in solutions.play(env, *source, seed=seed):
            if not lines:
                agent.reset(env, screen.info, seed)
            if not shows(screen.observation, screen.action):
                raise ActionError(f"{screen.action} names an element that the text of the screen lacks.")
            scribe.answer = screen.action  # in a format, an action is a whole answer
            if isinstance(agent, RecipeAgent):
                scribe.answer = agent.answer(screen.action)
            elif (
                isinstance(agent, LanguageAgent) and options["elements"] != "compact"
            ):  # there, the action alone
                scribe.answer = f"Action: {screen.action}"
            elif isinstance(agent, GenericAgent):
                recipe = GENERIC[agent_name].recipe(options)
                scribe.answer, calls = written_by(recipe, screen.action, screen.thought)
                scribe.calls = tuple(calls)
            said = agent.act(screen.observation, screen.info)
            if isinstance(agent, GenericAgent):  # its action is our function call, not the model's answer
                said = scribe.answer
            answer: dict[str, Any] = {"role": "assistant", "content": said}
            if scribe.calls:
                answer = turn(said, scribe.calls, [f"call_{len(lines)}_0"])
            lines.append([*scribe.request["messages"], answer])
    finally:
        env.close()
    return lines


def shows(observation: Any, action: Any) -> bool:
    """Whether the text of an observation has the element that an action names: its numeric tag, or its bounds.

    True for an action that names no element, and for a picture without a text.
    """
    text = observation["text"] if isinstance(observation, dict) else observation
    if not isinstance(text, str) or not isinstance(action, str):
        return True
    if bounds := _BOUNDS.search(action):
        left, top, right, bottom = bounds.groups()
        return f"[{left},{top}][{right},{bottom}]" in text
    tag = _TAGGED.fullmatch(action)
    return tag is None or described(text, int(tag[1])) is not None


def chosen_options(given: Mapping[str, Any], agent: str = "llm") -> dict[str, Any]:
    """Check given options of an agent, and add all others.

    Raises:
        SettingsError: there is no such data for the agent, it does not have an option, or the option is fixed here.
    """
    if agent not in AGENTS:
        why = " A vendor's agent has none: its turns are not messages of a chat." if agent in VENDORS else ""
        raise SettingsError(f"agent is {agent!r}; fine-tuning data exist for {', '.join(AGENTS)}.{why}")
    own = {"llm": _FIXED_OF_LLM, **dict.fromkeys(STYLES, _FIXED_OF_FORMATS)}
    fixed = _FIXED | own.get(agent, {})
    for name in fixed:
        if name in given:
            raise SettingsError(f"{name} can't be given for fine-tuning data; it is {fixed[name]!r}.")
    return agents.options(agent, {**given, **fixed})


def export(
    solved: Path | Sequence[Source],
    output: Path,
    given: Mapping[str, Any],
    *,
    agent: str = "llm",
    images: str = "inline",
    on_episode: OnEpisode | None = None,
    held_out: bool = False,
) -> dict[str, Any]:
    """Export experts' solutions as JSON lines, one for each step: ``{"messages": [...]}``, with ``tools`` if
    the model calls functions.

    Experts play the tasks, so the prompts are those of an evaluation with the same options. ``OUTPUT.about.json``
    describes the data: their number, tasks, environments, options and licence.

    Args:
        solved: tasks and configurations; or a dataset of ``bmoca demos collect``, whose episodes without noise count.
        output: the file of lines. It is replaced at the end.
        given: options of the language agent.
        agent: one of `AGENTS`.
        images: one of `IMAGES`. Files are in a folder beside the output, named after it.
        on_episode: called after each episode.
        held_out: also export episodes that are for validation or tests. ``OUTPUT.about.json`` names them.

    Returns:
        The content of ``OUTPUT.about.json``.

    Raises:
        ArgumentError: episodes are for validation or tests.
        BmocaError: there are no demonstrations, or options conflict.
        OutputError: a file can't be written.
    """
    if images not in IMAGES:
        raise SettingsError(f"images is {images!r}; it must be one of {', '.join(IMAGES)}.")
    options = chosen_options(given, agent)
    sources = solutions.recorded(str(solved)) if isinstance(solved, Path) else tuple(solved)
    if not held_out:
        _check_for_training(sources)
    pictures = output.with_name(output.stem + "_images") if images == "files" else None
    partial = output.with_name(output.name + ".new")
    target = output.with_name(output.name + ".about.json")
    written: list[Source] = []
    failed: list[str] = []
    count = 0
    # A template of chats shows the functions that the model may call.
    recipe = GENERIC[agent].recipe(options) if agent in GENERIC else None
    further = {"tools": tools(recipe)} if recipe is not None and recipe.answers == "functions" else {}
    with writing(output):
        output.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("w", encoding="utf-8") as file:
            for number, source in enumerate(sources):
                try:
                    lines = messages(source, options, number, agent)
                except BmocaError as error:
                    failed.append(f"{source.task.id} in {source.configuration.id}: {error}")
                else:
                    seed = f"-{source.task.task_seed}" if source.task.task_seed else ""
                    name = f"{source.task.id}{seed}-{source.configuration.digest}"
                    _write(file, lines, further, pictures, output.parent, name)
                    written.append(source)
                    count += len(lines)
                if on_episode is not None:
                    on_episode(number + 1, len(sources))
        partial.replace(output)
        about = _about(agent, options, written, failed, count)
        target.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return about


def _check_for_training(sources: Sequence[Source]) -> None:
    found = [why for source in sources if (why := splits.held_out(*source))]
    if found:
        more = f"; and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise ArgumentError(
            f"{len(found)} of {len(sources)} episodes are not for training: {'; '.join(found[:_MOST_NAMED])}{more}. "
            "Leave them out, or give --held-out (in Python held_out=True) to export them all the same."
        )


def _write(
    file: TextIO,
    lines: Sequence[list[dict[str, Any]]],
    further: Mapping[str, Any],
    pictures: Path | None,
    base: Path,
    name: str,
) -> None:
    for step, line in enumerate(lines):
        if pictures is not None:
            parts = [part for message in line for part in _pictures(message)]
            for number, part in enumerate(
                parts
            ):  # the last is this step's, those before it are earlier ones'
                _to_file(part, pictures / f"{name}-{step + 1 + number - len(parts):02}.png", base)
        file.write(json.dumps({"messages": line, **further}, ensure_ascii=False) + "\n")


def _pictures(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [part for part in content if part["type"] == "image_url"] if isinstance(content, list) else []


def _to_file(part: dict[str, Any], path: Path, base: Path) -> None:
    """Write a picture to a file, and replace it by the file's path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(part["image_url"]["url"].removeprefix(_DATA_URL)))
    part["image_url"] = {"url": path.relative_to(base).as_posix()}


def _about(
    agent: str, options: Mapping[str, Any], written: Sequence[Source], failed: Sequence[str], count: int
) -> dict[str, Any]:
    return {
        "format": "chat",
        "licence": LICENCE,
        "made_by": "experts of bmoca_gym on its embedded phone",
        "bmoca_gym_version": __version__,
        "lines": count,
        "episodes": len(written),
        "tasks": list(dict.fromkeys(source.task.id for source in written)),
        "environments": list(dict.fromkeys(source.configuration.id for source in written)),
        "held_out": [why for source in written if (why := splits.held_out(*source))],
        "left_out": list(failed),
        "agent": {"name": agent, **agents.identity(agent, options)},
    }
