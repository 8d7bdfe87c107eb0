"""Fine-tuning data: experts' solutions as prompts and answers, the prompts made by the language agent itself."""

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
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.errors import BmocaError, SettingsError, writing

#: How pictures are written: inside the line as data URLs, as an agent sends them, or as files beside it.
IMAGES = ("inline", "files")

#: The agent's options that make no sense here: there is no thought to learn, and no call of a function.
_FIXED: dict[str, Any] = {"model": "expert", "chain_of_thought": False, "tools": False, "replay": True}

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


def messages(source: Source, options: Mapping[str, Any], seed: int = 0) -> list[list[dict[str, Any]]]:
    """The messages of each step of a solution: those that the agent sends, and the expert's action as the answer.

    Args:
        source: the task and the configuration.
        options: all options of the language agent.
        seed: the episode's; few-shot examples are drawn from it.

    Raises:
        BmocaError: the expert does not do the task by text actions.
    """
    scribe = Scribe()
    agent = LanguageAgent(client=scribe, **options)  # type: ignore[arg-type]  # it asks and closes, as a model does
    env = BMoCAEnv(**agents.environment_arguments("llm", options))
    lines: list[list[dict[str, Any]]] = []
    try:
        for screen in solutions.play(env, *source, seed=seed):
            if not lines:
                agent.reset(env, screen.info, seed)
            scribe.answer = f"Action: {screen.action}"
            said = agent.act(screen.observation, screen.info)
            lines.append([*scribe.request["messages"], {"role": "assistant", "content": said}])
    finally:
        env.close()
    return lines


def chosen_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the agent whose prompts are written.

    Raises:
        SettingsError: an option that it does not have, or one that can't be chosen here.
    """
    for name in _FIXED:
        if name in given:
            raise SettingsError(f"{name} can't be chosen for fine-tuning data; it is {_FIXED[name]!r}.")
    return agents.options("llm", {**given, **_FIXED})


def export(
    folder: Path,
    output: Path,
    given: Mapping[str, Any],
    *,
    images: str = "inline",
    on_episode: OnEpisode | None = None,
) -> dict[str, Any]:
    """Write the demonstrations in a folder as JSON lines, one for each step: ``{"messages": [...]}``.

    The episodes that were solved without noise are played again by their experts, so that the agent sees them as it
    does in an evaluation: text, boxes and pictures as its options say. Beside the lines, ``OUTPUT.about.json`` says
    what they are.

    Args:
        folder: of ``bmoca demos collect``.
        output: the file; it is replaced when all is written.
        given: options of the language agent.
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
    options = chosen_options(given)
    sources = solutions.recorded(str(folder))
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
                    lines = messages(source, options, number)
                except BmocaError as error:
                    failed.append(f"{source.task.id} in {source.configuration.id}: {error}")
                    continue
                _write(
                    file, lines, pictures, output.parent, f"{source.task.id}-{source.configuration.digest}"
                )
                written.append(source)
                count += len(lines)
                if on_episode is not None:
                    on_episode(number + 1, len(sources))
        partial.replace(output)
        about = _about(options, written, failed, count)
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
    options: Mapping[str, Any], written: Sequence[Source], failed: Sequence[str], count: int
) -> dict[str, Any]:
    tested = {configuration.digest for configuration in randomization.select("test")}
    return {
        "format": "chat",
        "bmoca_gym_version": __version__,
        "lines": count,
        "episodes": len(written),
        "tasks": list(dict.fromkeys(source.task.id for source in written)),
        "environments": list(dict.fromkeys(source.configuration.id for source in written)),
        "of_the_test_set": sum(source.configuration.digest in tested for source in written),
        "left_out": list(failed),
        "agent": agents.identity("llm", options),
    }
