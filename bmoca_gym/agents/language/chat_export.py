"""Fine-tuning data: experts' solutions as prompts and answers, the prompts made by the language agents themselves."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from bmoca_gym import __version__, agents, randomization
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.agent import LanguageAgent
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.agents.language.recipe import RECIPES, RecipeAgent
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import BmocaError, SettingsError, writing

#: How pictures are written: inside the line as data URLs, as an agent sends them, or as files beside it.
IMAGES = ("inline", "files")

#: The agents that such data are for: ``llm``, and the recipes whose answers are an action alone.
AGENTS = ("llm", *(name for name, recipe in RECIPES.items() if recipe.teaches))

#: The agents' options that make no sense here: there is no thought to learn, and no call of a function.
_FIXED: dict[str, Any] = {"model": "expert", "replay": True}
_FIXED_OF_LLM: dict[str, Any] = {"chain_of_thought": False, "tools": False}

#: The licence of what is written: that of the package, whose experts, phone and instructions it comes from.
LICENCE = "Apache-2.0"

_DATA_URL = "data:image/png;base64,"

#: Called with how many episodes are written, and how many there are.
OnEpisode = Callable[[int, int], None]


class Scribe:
    """Stands for the model: answers what it is told to, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answer = ""
        self.request: dict[str, Any] = {}

    def ask(self, request: Mapping[str, Any], *place: int) -> Answer:
        """The answer that was put in ``answer``."""
        self.request = dict(request)
        return Answer(self.answer, (), 0, 0, "stop", 0.0)

    def close(self) -> None:
        """Nothing is open."""


def messages(
    source: Source, options: Mapping[str, Any], seed: int = 0, agent_name: str = "llm"
) -> list[list[dict[str, Any]]]:
    """The messages of each step of a solution: those that the agent sends, and the expert's action as the answer.

    Args:
        source: the task and the configuration.
        options: all options of the language agent.
        seed: the episode's; few-shot examples are drawn from it.
        agent_name: which agent, one of `AGENTS`.

    Raises:
        BmocaError: the expert does not do the task by the agent's actions.
    """
    scribe: Any = Scribe()  # it asks and closes, as a model does
    agent: LanguageAgent | RecipeAgent
    if agent_name == "llm":
        agent = LanguageAgent(client=scribe, **options)
    else:
        agent = RecipeAgent(agent_name, client=scribe, **options)
    env = BMoCAEnv(source.task, source.configuration, **agents.environment_arguments(agent_name, options))
    lines: list[list[dict[str, Any]]] = []
    try:
        for screen in solutions.play(env, *source, seed=seed):
            if not lines:
                agent.reset(env, screen.info, seed)
            scribe.answer = (
                agent.answer(screen.action) if isinstance(agent, RecipeAgent) else f"Action: {screen.action}"
            )
            said = agent.act(screen.observation, screen.info)
            lines.append([*scribe.request["messages"], {"role": "assistant", "content": said}])
    finally:
        env.close()
    return lines


def chosen_options(given: Mapping[str, Any], agent: str = "llm") -> dict[str, Any]:
    """All options of the agent whose prompts are written.

    Raises:
        SettingsError: an agent that such data can't be made for, an option that it does not have, or one that can't be
            chosen here.
    """
    if agent not in AGENTS:
        raise SettingsError(f"Fine-tuning data are for {', '.join(AGENTS)}, not for {agent!r}.")
    fixed = _FIXED | (_FIXED_OF_LLM if agent == "llm" else {})
    for name in fixed:
        if name in given:
            raise SettingsError(f"{name} can't be chosen for fine-tuning data; it is {fixed[name]!r}.")
    return agents.options(agent, {**given, **fixed})


def export(
    solved: Path | Sequence[Source],
    output: Path,
    given: Mapping[str, Any],
    *,
    agent: str = "llm",
    images: str = "inline",
    on_episode: OnEpisode | None = None,
) -> dict[str, Any]:
    """Write solutions by experts as JSON lines, one for each step: ``{"messages": [...]}``.

    Experts play them, so that the agent sees them as it does in an evaluation: text, boxes and pictures as its options
    say. Beside the lines, ``OUTPUT.about.json`` says what they are, how many, and under which licence.

    Args:
        solved: tasks and configurations; or a folder of ``bmoca demos collect``, for those that were solved without
            noise.
        output: the file; it is replaced when all is written.
        given: options of the language agent.
        agent: which agent, one of `AGENTS`.
        images: one of `IMAGES`; files lie in a folder beside the output, named after it.
        on_episode: is told of every episode.

    Returns:
        What ``OUTPUT.about.json`` has.

    Raises:
        BmocaError: there are no demonstrations, or options that don't go together.
        OutputError: a file can't be written.
    """
    if images not in IMAGES:
        raise SettingsError(f"images is {images!r}; it must be one of {', '.join(IMAGES)}.")
    options = chosen_options(given, agent)
    sources = solutions.recorded(str(solved)) if isinstance(solved, Path) else tuple(solved)
    pictures = output.with_name(output.stem + "_images") if images == "files" else None
    partial = output.with_name(output.name + ".new")
    target = output.with_name(output.name + ".about.json")
    written: list[Source] = []
    failed: list[str] = []
    count = 0
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
                    _write(file, lines, pictures, output.parent, name)
                    written.append(source)
                    count += len(lines)
                if on_episode is not None:
                    on_episode(number + 1, len(sources))
        partial.replace(output)
        about = _about(agent, options, written, failed, count)
        target.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return about


def _write(
    file: TextIO, lines: Sequence[list[dict[str, Any]]], pictures: Path | None, base: Path, name: str
) -> None:
    for step, line in enumerate(lines):
        if pictures is not None:
            for message in line:
                _to_files(message, pictures / f"{name}-{step:02}.png", base)
        file.write(json.dumps({"messages": line}, ensure_ascii=False) + "\n")


def _to_files(message: dict[str, Any], path: Path, base: Path) -> None:
    """Put the picture of a message, if it has one, into a file, and the file's path in its place."""
    for part in message["content"] if isinstance(message["content"], list) else ():
        if part["type"] == "image_url":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(part["image_url"]["url"].removeprefix(_DATA_URL)))
            part["image_url"]["url"] = path.relative_to(base).as_posix()


def _about(
    agent: str, options: Mapping[str, Any], written: Sequence[Source], failed: Sequence[str], count: int
) -> dict[str, Any]:
    tested = {configuration.digest for configuration in randomization.select("test")}
    return {
        "format": "chat",
        "licence": LICENCE,
        "made_by": "experts of bmoca_gym on its embedded phone",
        "bmoca_gym_version": __version__,
        "lines": count,
        "episodes": len(written),
        "tasks": list(dict.fromkeys(source.task.id for source in written)),
        "environments": list(dict.fromkeys(source.configuration.id for source in written)),
        "of_the_test_set": sum(source.configuration.digest in tested for source in written),
        "left_out": list(failed),
        "agent": {"name": agent, **agents.identity(agent, options)},
    }
