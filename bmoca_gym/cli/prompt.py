"""``bmoca prompt``: print or measure the prompts of a language agent."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.cli import agents, shared
from bmoca_gym.errors import writing

#: The language agents.
LANGUAGE_AGENTS = (
    "llm", "m3a", "t3a", "seeact", "al-xml", "al-xml-react", "al-xml-seeact", "al-som", "al-som-react", "al-som-seeact",
)  # fmt: skip


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "prompt",
        _prompt,
        "print the prompts of a language agent, or measure their length; no model is needed",
        """\
  bmoca prompt --tasks Alarm --environments 105
  bmoca prompt --tasks Calculator --environments 100 --multimodal --set-of-mark --picture marks.png
  bmoca prompt --measure --environments 100,105,109
  bmoca prompt --agent m3a --tasks androidworld/ContactsAddContact --environments androidworld/all --step 2
  bmoca prompt --agent al-xml --tasks androidlab/Clock1 --environments androidlab/pixel_7_pro --goals ~/Android-Lab""",
        usage="bmoca prompt [OPTION ...]",
    )
    made.add_argument(
        "--agent",
        choices=LANGUAGE_AGENTS,
        default="llm",
        metavar="NAME",
        help=f"{', '.join(LANGUAGE_AGENTS[:-1])} or {LANGUAGE_AGENTS[-1]} (default: llm); for an agent with stages the "
        "prompts before the action are printed, without earlier answers",
    )
    made.add_argument("--tasks", default="representative", help=shared.TASKS + " (default: representative)")
    made.add_argument("--environments", default="100", help=shared.ENVIRONMENTS + " (default: 100)")
    made.add_argument(
        "--step",
        type=int,
        default=0,
        metavar="N",
        help="number of steps that the task's expert takes first (default: 0)",
    )
    made.add_argument("--picture", type=Path, metavar="FILE", help="save the picture of the prompt as PNG")
    made.add_argument(
        "--measure",
        action="store_true",
        help="print a table of tokens and time, over all screens of the expert's episodes",
    )
    shared.add_pools(made)
    shared.add_goals(made)
    agents.add_options(made, *LANGUAGE_AGENTS)


class _Screen(NamedTuple):
    task: str
    environment: str
    step: int
    prompt: Any
    milliseconds: float  # for the step to this screen and the prompt, without the model


def _prompt(arguments: argparse.Namespace) -> int:
    from bmoca_gym import agents as registry
    from bmoca_gym.agents.language.tokens import PICTURE, counter
    from bmoca_gym.errors import SettingsError

    options = registry.options(arguments.agent, {"model": "none", **agents.given_options(arguments)})
    count, counted_by = counter()

    def tokens(screen: _Screen) -> int:
        pictures = PICTURE if screen.prompt.picture and arguments.agent == "llm" else 0
        return sum(map(count, screen.prompt.parts.values())) + pictures

    screens = _screens(arguments, options)
    if arguments.measure:
        rows = []
        by_pair: dict[tuple[str, str], list[_Screen]] = {}
        for screen in screens:
            by_pair.setdefault((screen.task, screen.environment), []).append(screen)
        for (task, environment), found in by_pair.items():
            sizes = [tokens(screen) for screen in found]
            observed = found[0].prompt.parts.get("observation")
            constant = "" if observed is None else sizes[0] - count(observed)
            times = [screen.milliseconds for screen in found]
            figures = [
                len(found),
                min(sizes),
                round(statistics.median(sizes)),
                max(sizes),
                sum(sizes),
                constant,
            ]
            rows.append((task[:40], environment, *map(str, figures), f"{statistics.median(times):.1f}"))
        columns = [
            "task",
            "environment",
            "screens",
            "least",
            "median",
            "most",
            "sum",
            "without screen",
            "ms per step",
        ]
        shared.print_table(columns, rows)
        words = "" if arguments.agent == "llm" else " of the text, without pictures"
        print(f"Tokens{words}: {counted_by}. Time: median of the phone's step and the prompt.")
        return 0
    chosen = next((screen for screen in screens if screen.step == arguments.step), None)
    if chosen is None:
        raise SettingsError(f"The expert's episode has no step {arguments.step}; give a smaller --step.")
    for name, part in chosen.prompt.parts.items():
        print(part if name == "role" else f"\n{part}")
    told = f"{tokens(chosen)} tokens ({counted_by})"
    if arguments.picture is not None:
        if chosen.prompt.picture is None:
            raise SettingsError(
                "This prompt has no picture. Give --multimodal, or an agent that uses pictures."
            )
        with writing(arguments.picture):
            arguments.picture.write_bytes(chosen.prompt.picture)
        told += f"; the picture is in {arguments.picture}"
    print(f"\n{told}")
    return 0


def _screens(arguments: argparse.Namespace, options: dict[str, Any]) -> Iterator[_Screen]:
    """Yield the screens of the experts' episodes, each with the prompt for an agent that took the same steps."""
    from bmoca_gym import agents as registry
    from bmoca_gym import randomization, tasks
    from bmoca_gym.agents.expert import ExpertAgent
    from bmoca_gym.envs import PhoneEnv
    from bmoca_gym.errors import ExpertError

    chosen = shared.names(arguments.tasks)
    checkouts = {"pools": arguments.pools, "goals": arguments.goals}
    env = PhoneEnv(tasks=chosen, **checkouts, **registry.environment_arguments(arguments.agent, options))
    asked: Any = registry.create(arguments.agent, {**options, "replay": True})
    expert = ExpertAgent()
    try:
        for environment in randomization.select(shared.names(arguments.environments)):
            for task in tasks.select(chosen, **checkouts):
                observation, info = env.reset(seed=0, options={"environment": environment, "task": task})
                asked.reset(env, info, 0)
                expert.reset(env, info, 0)
                step, done, seconds = 0, False, 0.0
                while not done:
                    started = time.perf_counter()
                    prompt = asked.prompt(observation, info)
                    seconds += time.perf_counter() - started
                    yield _Screen(task.id, environment.id, step, prompt, 1000 * seconds)
                    try:
                        action = expert.act(observation, info)
                    except ExpertError:
                        break
                    asked.note(action, observation)
                    started = time.perf_counter()
                    observation, _, terminated, truncated, info = env.step(action)
                    seconds = time.perf_counter() - started
                    done, step = terminated or truncated, step + 1
    finally:
        env.close()
