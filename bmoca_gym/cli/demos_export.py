"""``bmoca demos export``: export experts' solutions as fine-tuning data for language agents."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: Options of the language agents that change the prompts.
_OPTIONS = (
    "multimodal", "set_of_mark", "bounding_boxes", "leaves_only", "elements", "actions", "history", "prompt",
    "few_shot", "few_shot_from", "few_shot_choice", "few_shot_redraw", "few_shot_tokens", "picture_size", "recipe",
)  # fmt: skip


def add_to(demos: Any) -> None:
    """Add the command to ``bmoca demos``."""
    made = shared.add_command(
        demos,
        "export",
        _export,
        "export experts' solutions as prompts and answers, to fine-tune a language model",
        """\
  bmoca demos export demos --format chat -o train.jsonl
  bmoca demos export demos --format chat -o train.jsonl --multimodal --set-of-mark --images files
  bmoca demos export --tasks androidworld/all --environments androidworld/all --elements compact -o short.jsonl
  bmoca demos export --agent al-xml --tasks androidlab/all --environments train -o xml.jsonl
  bmoca demos export --agent al-som --tasks androidlab/all --environments new.yaml -o som.jsonl --images files
  bmoca demos export --agent qwen3-vl --tasks androidworld/all --instances 5 -o qwen.jsonl --images files
  bmoca demos export --agent generic --recipe mine.yaml --tasks all -o mine.jsonl

The prompts are those of bmoca evaluate with the same agent and options, and for llm with --no-chain-of-thought.""",
        usage="bmoca demos export (DIR | --tasks TASKS) -o FILE [OPTION ...]",
    )
    add = made.add_argument
    add(
        "folder",
        type=Path,
        metavar="DIR",
        nargs="?",
        help="folder of a dataset: export the tasks and configurations of its solved episodes",
    )
    add("--tasks", help="instead of DIR, the tasks to export: " + shared.TASKS)
    add("--environments", help="with --tasks: " + shared.ENVIRONMENTS + " (default: train)")
    add(
        "--instances",
        type=shared.from_one,
        default=1,
        metavar="N",
        help="with --tasks: number of training instances of each task with parameters (default: 1)",
    )
    add(
        "--format",
        choices=("chat",),
        default="chat",
        help="format: a JSON line with the messages of each step (default: chat)",
    )
    add("-o", "--output", type=Path, required=True, metavar="FILE", help="the file of lines, .jsonl")
    add(
        "--images", choices=("inline", "files"), default="inline",
        help="pictures: data URLs in the lines, or separate files (default: inline)",
    )  # fmt: skip
    add(
        "--held-out",
        action="store_true",
        help="with DIR: export episodes that are for validation or tests too; FILE.about.json names them",
    )
    add("--quiet", action="store_true", help="print no progress")
    made.later(_add_options)


def _add_options(parser: shared.Parser) -> None:
    from bmoca_gym.agents.language.chat_export import AGENTS
    from bmoca_gym.agents.language.generic.agent import RECIPES as GENERIC
    from bmoca_gym.agents.language.options import OPTIONS
    from bmoca_gym.agents.language.recipe import RECIPES

    parser.add_argument(
        "--agent",
        default="llm",
        choices=AGENTS,
        metavar="NAME",
        help="the agent of the prompts and answers: llm, al-xml or al-som (AndroidLab's modes), a phone model's, such "
        "as qwen3-vl, or generic with --recipe (default: llm)",
    )
    for option in (*OPTIONS, *RECIPES["al-som"].OPTIONS[-1:], *GENERIC["generic"].OPTIONS[-1:]):
        if option.name in _OPTIONS:
            flag = "--" + option.name.replace("_", "-")
            given: dict[str, Any] = {"action": "store_true"}
            if option.kind is not bool:
                given = {"type": option.kind, "choices": option.choices or None}
                given["metavar"] = None if option.choices else option.metavar or "N"
            parser.add_argument(
                flag, dest=option.name, default=None, help=option.help.replace("%", "%%"), **given
            )


def _export(arguments: argparse.Namespace) -> int:
    """``bmoca demos export``."""
    from bmoca_gym import splits
    from bmoca_gym.agents.language import chat_export, solutions
    from bmoca_gym.errors import SettingsError

    if (arguments.folder is None) == (arguments.tasks is None):
        raise SettingsError("Give either the folder of a dataset, or --tasks.")
    solved = arguments.folder or solutions.chosen(
        shared.names(arguments.tasks),
        splits.training_environments(shared.names(arguments.environments or "train")),
        arguments.instances,
    )
    given = {name: getattr(arguments, name) for name in _OPTIONS if getattr(arguments, name) is not None}

    def show(done: int, total: int) -> None:
        if not arguments.quiet and (done % 20 == 0 or done == total):
            print(f"{done} of {total} episodes", file=sys.stderr)

    about = chat_export.export(
        solved, arguments.output, given, agent=arguments.agent, images=arguments.images, on_episode=show,
        held_out=arguments.held_out,
    )  # fmt: skip
    print(
        f"{arguments.output}: {shared.counted(about['lines'], 'line')} from "
        f"{shared.counted(about['episodes'], 'episode')}, {shared.counted(len(about['tasks']), 'task')}, "
        f"{shared.counted(len(about['environments']), 'environment')}; licence {about['licence']}."
    )
    if about["held_out"]:
        print(
            f"For validation or tests: {shared.counted(len(about['held_out']), 'episode')}. Don't test a model there "
            "that was trained on them.",
            file=sys.stderr,
        )
    if about["left_out"]:
        print(
            f"Left out: {shared.counted(len(about['left_out']), 'episode')}. The first one: {about['left_out'][0]}",
            file=sys.stderr,
        )
    return 0
