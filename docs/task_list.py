"""Makes the list of all tasks: ``python docs/task_list.py`` plays them by both judges and writes docs/task_list.md.

The episodes are kept in ``results/proof`` and ``results/proof-paper``, as ``bmoca prove`` does, so that a run that
was interrupted goes on.
"""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import Any

import suite_tasks

from bmoca_gym import Task, cli, randomization, tasks
from bmoca_gym.episodes.records import Episode
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.success_detectors.detector import Rule

PAGE = Path(__file__).parent / "task_list.md"
FOLDERS = {"corrected": Path("results/proof"), "paper": Path("results/proof-paper")}
CONFIGURATIONS = tuple(configuration.id for configuration in randomization.select("all"))

_HEAD = """\
# B-MoCA's tasks

All 131 tasks of B-MoCA by app, and the five that only its code has: instruction, Gymnasium id, category, step limit,
and the rules of both judges. The [gallery](gallery.md) shows them as pictures.

Each task was played in every published configuration, under both judges: by its expert, and by an agent that does
nothing. By the corrected rules the expert succeeds in all 45 configurations, and doing nothing never succeeds. The
paper's rules are less exact. Of the {tasks} tasks, {missed} can be done without the paper's rule noticing it, {early}
count as done before they are, and {free} count as done by doing nothing. Behind such a rule stands what was found, and
in which configurations:

- **not met**: the expert did the task, but the rule did not notice;
- **met early**: the rule counted a success that many steps before the task was done;
- **met by doing nothing**: the rule counted a success of the agent that does nothing.

`python docs/task_list.py` plays the tasks again and writes this page.
"""


def rule_text(rule: Any) -> str:
    """A rule in one line: its kind and the fields that are not at their default, as in the catalogue."""
    if not dataclasses.is_dataclass(rule):
        return repr(rule)
    name = type(rule).__name__.removesuffix("Rule")
    parts = []
    for field in dataclasses.fields(rule):
        value = getattr(rule, field.name)
        if field.name.startswith("_"):  # made from the others
            continue
        if value == field.default or value in ((), None) or field.name == "min_level":
            continue
        if field.name == "rules":
            parts += [rule_text(each) for each in value]
        elif field.name == "rule":
            parts.append(rule_text(value))
        else:
            parts.append(f"{field.name}={_plain(value)}")
    return f"{name}({', '.join(parts)})"


def _plain(value: Any) -> str:
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(each, tuple) and len(each) == 2 for each in value)
    ):
        return "{" + ", ".join(f"{key}: {_plain(each)}" for key, each in value) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value)


def code(rule: Rule) -> str:
    """The rule as inline code in a table's cell."""
    return f"`{rule_text(rule)}`".replace("|", "\\|")


def configurations(found: list[str]) -> str:
    """Ids of configurations in a few words: runs of neighbours as a range."""
    if len(found) == len(CONFIGURATIONS):
        return "everywhere"
    places = sorted(CONFIGURATIONS.index(configuration) for configuration in found)
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][1] + 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return ", ".join(
        CONFIGURATIONS[first] if first == last else f"{CONFIGURATIONS[first]}–{CONFIGURATIONS[last]}"
        for first, last in runs
    )


Played = dict[tuple[str, str], Episode]


def remarks(task: Task, expert: Played, noop: Played, by_corrected: Played) -> list[str]:
    """Measurements of the paper's rule: expert and noop by it, and the expert by the corrected one."""
    missed = [configuration for configuration in CONFIGURATIONS if not expert[task.id, configuration].success]
    free = [configuration for configuration in CONFIGURATIONS if noop[task.id, configuration].success]
    early = {
        configuration: by_corrected[task.id, configuration].steps - expert[task.id, configuration].steps
        for configuration in CONFIGURATIONS
        if configuration not in missed and configuration not in free
    }
    sooner = [configuration for configuration, steps in early.items() if steps > 0]
    told = []
    if missed:
        told.append(f"**not met**: {configurations(missed)}")
    if free:
        told.append(f"**met by doing nothing**: {configurations(free)}")
    if sooner:
        least, most = (
            min(early[configuration] for configuration in sooner),
            max(early[configuration] for configuration in sooner),
        )
        steps = f"{least}" if least == most else f"{least} to {most}"
        told.append(f"**met early** by {steps} step{'s' if most > 1 else ''}: {configurations(sooner)}")
    return told


def entry(task: Task, told: list[str]) -> str:
    """The lines of a task."""
    gym = f"`BMoCA-{task.gym_name}-v0`, " if task.gym_name else ""
    same = task.corrected == task.upstream
    lines = [
        f"### {task.instruction}",
        "",
        f"{gym}`{task.id}`, {task.category}, {suite_tasks.limit_of(task)}"
        + (", extra" if task.extra else ""),
        "",
        f"- {'both judges' if same else 'corrected'}: {code(task.corrected)}",
    ]
    if not same:
        lines.append(f"- paper: {code(task.upstream)}" + "".join(f"; {each}" for each in told))
    elif told:
        lines.append("- measured: " + "; ".join(told))
    return "\n".join(lines)


def page(chosen: list[Task], told: dict[str, list[str]]) -> str:
    """The whole page; ``told``: the remarks on each task."""
    paper = [task for task in chosen if not task.extra]

    def count(what: str) -> int:
        return sum(any(f"**{what}**" in each for each in told[task.id]) for task in paper)

    numbers = {"missed": count("not met"), "early": count("met early"), "free": count("met by doing nothing")}
    parts = [_HEAD.format(tasks=len(paper), **numbers)]
    for app in dict.fromkeys(task.app for task in chosen):
        parts.append(f"## {app}\n")
        parts += [entry(task, told[task.id]) + "\n" for task in chosen if task.app == app]
    return "\n".join(parts)


def _episodes(judge: str, agent: str) -> Played:
    return {
        (episode.task, episode.environment): episode
        for episode in ResultsFolder(FOLDERS[judge] / agent).episodes()
        if episode.seed == 0
    }


def main() -> None:
    """Play what is not played yet, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="2", help="phones that play at once (default: 2)")
    workers = parser.parse_args().workers
    for judge, folder in FOLDERS.items():
        for chosen in ("all", "extra"):
            cli.main(
                ["prove", "--tasks", chosen, "--judge", judge, "--workers", workers, "--out", str(folder)]
            )
    every = list(tasks.suite("bmoca"))
    played = [_episodes("paper", "expert"), _episodes("paper", "noop"), _episodes("corrected", "expert")]
    PAGE.write_text(page(every, {task.id: remarks(task, *played) for task in every}), encoding="utf-8")
    print(f"{PAGE}: {len(every)} tasks")


if __name__ == "__main__":
    main()
