"""``bmoca tasks``, ``environments``, ``splits`` and ``version``: list tasks, configurations, splits and versions."""

from __future__ import annotations

import argparse
import json
import shlex
import textwrap
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared
from bmoca_gym.errors import writing
from bmoca_gym.version import __version__


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    made = shared.add_command(
        commands,
        "tasks",
        _tasks,
        "list tasks with their Gymnasium ids",
        """\
  bmoca tasks
  bmoca tasks app:Clock
  bmoca tasks representative --json
  bmoca tasks --suite androidworld tag:search
  bmoca tasks --verbs
  bmoca tasks --stores""",
    )
    made.add_argument("tasks", nargs="?", default="all", help=shared.TASKS + " (default: all)")
    made.add_argument("--suite", metavar="NAME", help="the suite of these tasks (default: bmoca)")
    made.add_argument(
        "--json", action="store_true", help="print JSON with all fields; tasks with parameters as instance 0"
    )
    made.add_argument(
        "--verbs", action="store_true", help="for a task of your own: list what the suite's experts can do"
    )
    made.add_argument(
        "--stores",
        action="store_true",
        help="for a task of your own: list the stores, tables of apps by name",
    )

    made = shared.add_command(
        commands,
        "environments",
        _environments,
        "list the configurations of environments, or sample new ones",
        """\
  bmoca environments test
  bmoca environments 003,105 --json
  bmoca environments mine.yaml
  bmoca environments sample --seed 7 -n 100 -o configurations.yaml
  bmoca environments sample -n 20 --profiles "Pixel 3,Pixel 4 XL" --locales ko-KR,ar-EG --densities continuous
  bmoca environments sample -n 5 --base 100 --icon-layouts any --pages 2 --folders 3 -o homes.yaml""",
    )
    made.add_argument(
        "environments", nargs="?", default="all", help=shared.ENVIRONMENTS + "; or sample (default: all)"
    )
    made.add_argument("--json", action="store_true", help="print JSON with all fields")
    made.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write the configurations to a file (.yaml or .json), for --environments",
    )
    drawn = made.add_argument_group(
        "options of sample",
        textwrap.fill(
            "A factor is a value, several values separated by commas, or one of the words in its line. Factors that "
            "are not given vary, unless --base fixes them.",
            shared.WIDTH - 2,
        ),
    )
    drawn.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="seed of the sampler; the same seed gives the same configurations (default: a random seed)",
    )
    drawn.add_argument(
        "-n", "--number", type=shared.from_one, metavar="N", help="number of configurations (default: 10)"
    )
    for name, words in _FACTORS.items():
        drawn.add_argument("--" + name.replace("_", "-"), metavar="VALUE", help=words)
    drawn.add_argument(
        "--pages", type=shared.from_one, metavar="N", help="pages of sampled home screens (default: 1)"
    )
    drawn.add_argument(
        "--folders",
        type=shared.from_one,
        metavar="N",
        help="largest number of folders on sampled home screens (default: 0)",
    )
    drawn.add_argument(
        "--base", metavar="ID", help="a configuration that fixes all factors that are not given"
    )

    made = shared.add_command(
        commands,
        "splits",
        _splits,
        "list the official splits into training, validation and test, with digests to cite",
        """\
  bmoca splits
  bmoca splits androidworld --by template
  bmoca splits androidworld --by app -o by_app.json
  bmoca demos collect --tasks androidworld/by_template:train --environments androidworld/by_template:train -o demos
  bmoca evaluate --agent expert --suite androidworld --tasks by_template:test

Names of parts, such as androidworld/by_template:train, stand for tasks and for environments wherever these are named.
Training refuses parts for validation and tests.""",
    )
    made.add_argument("suite", nargs="?", help="the suite (default: all)")
    made.add_argument(
        "--by",
        metavar="KIND",
        help="what is held apart: instance, template, app or configuration (default: all)",
    )
    made.add_argument("--json", action="store_true", help="print JSON with the content of all parts")
    made.add_argument("-o", "--output", type=Path, metavar="FILE", help="write that JSON to a file")

    shared.add_command(
        commands, "version", _version, "print the versions of the package and its tasks", "  bmoca version"
    )


_FACTORS = {
    "profiles": "device profiles, such as Pixel 3; or any",
    "densities": "densities in dpi, such as 440; or published, continuous, any",
    "font_scales": "font scales, such as 1.15; or published, continuous, any",
    "locales": "locales, such as ko-KR; or any",
    "wallpapers": "names, or paths of pictures; or published, procedural, any",
    "dark_theme": "true, false; or any",
    "icon_layouts": "published; or any",
    "interruptions": "levels such as daily, or kinds; each is an alternative",
    "motions": "none, real",
    "start_seconds": "seconds that apps take to start, such as 2.5",
}
_WORDS = ("any", "published", "continuous", "procedural")


def _tasks(arguments: argparse.Namespace) -> int:
    """``bmoca tasks``."""
    from bmoca_gym import tasks
    from bmoca_gym.demonstrations.experts import expert_for
    from bmoca_gym.tasks.to_data import task_to_data

    if arguments.verbs or arguments.stores:
        return _parts_of_tasks(arguments)
    templates = tasks.templates(shared.names_in(arguments.suite, arguments.tasks))
    if Path(arguments.tasks).is_file():
        for template in templates:
            if template.first.expert:
                expert_for(template.first)  # raises if there is no such verb or argument
    if arguments.json:
        return shared.print_json(
            [
                task_to_data(template.first)
                | {
                    "gym_id": tasks.suite(template.suite).gym_id(template),
                    "parameters": list(template.parameters),
                }
                for template in templates
            ]
        )
    rows = [
        (tasks.suite(task.suite).gym_id(task), task.instruction, task.app, str(task.step_limit))
        for task in [template.first for template in templates]
    ]
    shared.print_table(["Gymnasium id", "instruction", "app", "steps"], rows, ids=True)
    if Path(arguments.tasks).is_file():
        print(f"Next: bmoca check-suite {shlex.quote(arguments.tasks)}")
    return 0


def _parts_of_tasks(arguments: argparse.Namespace) -> int:
    """``bmoca tasks --verbs`` and ``--stores``: what a task file can name."""
    from bmoca_gym import stores
    from bmoca_gym.demonstrations.experts import verbs

    columns = ("store", "columns") if arguments.stores else ("verb", "arguments", "what it does")
    rows: list[tuple[str, ...]] = (
        [(name, ", ".join(column.name for column in stores.get(name).columns)) for name in stores.names()]
        if arguments.stores
        else [*verbs(arguments.suite or "bmoca")]
    )
    if arguments.json:
        return shared.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    return shared.print_table([*columns], rows, ids=True)


def _environments(arguments: argparse.Namespace) -> int:
    """``bmoca environments``."""
    from bmoca_gym import randomization

    if arguments.environments == "sample":
        chosen = _sampled(arguments)
    else:
        chosen = randomization.select(shared.names(arguments.environments))
    if arguments.output is not None:
        randomization.dump(chosen, arguments.output)
        print(f"{arguments.output}: {len(chosen)} environments")
        return 0
    if arguments.json:
        return shared.print_json([configuration.to_dict() for configuration in chosen])
    rows = [
        (
            one.id,
            one.split,
            one.profile.name,
            str(one.density),
            f"{one.font_scale:g}",
            one.locale,
            one.wallpaper,
            "dark" if one.dark_theme else "light",
        )
        for one in chosen
    ]
    return shared.print_table(
        ["id", "split", "device", "dpi", "font scale", "locale", "wallpaper", "theme"], rows
    )


def _splits(arguments: argparse.Namespace) -> int:
    """``bmoca splits``."""
    from bmoca_gym import split_files, splits, tasks

    if arguments.suite is not None and arguments.by is not None:
        found = [splits.get(arguments.suite, arguments.by)]
    else:
        given = arguments.suite is None
        suites = [name for name in tasks.suites() if split_files.has(name)] if given else [arguments.suite]
        kinds = split_files.KINDS if arguments.by is None else (arguments.by,)
        found = [splits.get(suite, by) for suite in suites for by in splits.kinds(suite) if by in kinds]
    content = [split.to_dict() for split in found]
    if arguments.output is not None:
        with writing(arguments.output):
            arguments.output.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        print(f"{arguments.output}: {shared.counted(len(found), 'split')}")
        return 0
    if arguments.json:
        return shared.print_json(content)
    for split in found if len(found) == 1 else ():
        for part in split.parts:
            drawn = any(template.parameters for template in part.templates)
            numbers = f"instances {part.instances.start} to {part.instances.stop - 1}, " if drawn else ""
            print(
                f"{part.name}: {shared.counted(len(part.templates), 'task')}, {numbers}"
                f"{shared.counted(len(part.environments), 'configuration')}"
            )
            words = ", ".join(template.id for template in part.templates)
            print(textwrap.fill(words, shared.WIDTH, initial_indent="  ", subsequent_indent="  "))
    return shared.print_table(
        ["suite", "by", "train", "validation", "test", "version", "digest"],
        [
            (
                split.suite,
                split.by,
                *(f"{len(part.templates)} tasks × {len(part.environments)}" for part in split.parts),
                split.version,
                split.digest,
            )
            for split in found
        ],
    )


def _sampled(arguments: argparse.Namespace) -> Any:
    """Sample configurations by the options of ``sample``."""
    from bmoca_gym.randomization import RandomLayout, Sampler, get

    factors: dict[str, Any] = {name: _factor(getattr(arguments, name)) for name in _FACTORS}
    if arguments.pages or arguments.folders:
        factors["icon_layouts"] = RandomLayout(pages=arguments.pages or 1, folders=arguments.folders or 0)
    base = None if arguments.base is None else get(arguments.base)
    return Sampler(arguments.seed, base=base, **factors).configurations(arguments.number or 10)


def _factor(text: str | None) -> object:
    """Read a factor for the sampler: a word, or a list of texts, numbers and booleans."""
    if text is None or text in _WORDS:
        return text
    return [_typed(name) for name in shared.names(text)]


def _typed(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _version(arguments: argparse.Namespace) -> int:
    """``bmoca version``."""
    from bmoca_gym import tasks

    suites = ", ".join(f"{name} {tasks.suite(name).version}" for name in tasks.suites())
    print(f"bmoca_gym {__version__}, suites {suites}")
    return 0
