"""``bmoca demos export``: demonstrations as fine-tuning data for language agents."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: The options of the language agent that change its prompts.
_OPTIONS = (
    "multimodal", "set_of_mark", "bounding_boxes", "leaves_only", "actions", "history", "prompt", "few_shot",
    "few_shot_from", "few_shot_choice", "few_shot_redraw", "few_shot_tokens",
)  # fmt: skip


def add_to(demos: Any) -> None:
    """Add the command to those of ``bmoca demos``."""
    from bmoca_gym.agents.language.options import OPTIONS

    made = shared.add_command(
        demos,
        "export",
        _export,
        "write demonstrations as prompts and answers, for fine-tuning a language model",
        """\
  bmoca demos export demos --format chat -o train.jsonl
  bmoca demos export demos --format chat -o train.jsonl --multimodal --set-of-mark --images files

The prompts are those of `bmoca evaluate --agent llm --no-chain-of-thought` with the same options.""",
    )
    add = made.add_argument
    add("folder", type=Path, metavar="DIR", help="the dataset's folder")
    add(
        "--format",
        choices=("chat",),
        default="chat",
        help="chat: a JSON line for each step, with its messages (default)",
    )
    add("-o", "--output", type=Path, required=True, metavar="FILE", help="ends in .jsonl")
    add(
        "--images", choices=("inline", "files"), default="inline",
        help="pictures of --multimodal: data URLs in the lines, or files beside them (default: inline)",
    )  # fmt: skip
    add("--quiet", action="store_true", help="print no progress")
    for option in OPTIONS:
        if option.name in _OPTIONS:
            flag = "--" + option.name.replace("_", "-")
            given: dict[str, Any] = {"action": "store_true"} if option.kind is bool else {"type": option.kind}
            if option.choices:
                given["choices"] = option.choices
            add(flag, dest=option.name, default=None, help=option.help.replace("%", "%%"), **given)


def _export(arguments: argparse.Namespace) -> int:
    """``bmoca demos export``."""
    from bmoca_gym.agents.language import chat_export

    given = {name: getattr(arguments, name) for name in _OPTIONS if getattr(arguments, name) is not None}

    def show(done: int, total: int) -> None:
        if not arguments.quiet and (done % 20 == 0 or done == total):
            print(f"{done} of {total} episodes", file=sys.stderr)

    about = chat_export.export(
        arguments.folder, arguments.output, given, images=arguments.images, on_episode=show
    )
    print(
        f"{arguments.output}: {about['lines']} lines, of {about['episodes']} episodes, {len(about['tasks'])} tasks, "
        f"{len(about['environments'])} environments."
    )
    if about["of_the_test_set"]:
        print(
            f"{about['of_the_test_set']} of the episodes are in environments of the test set: who trains on them can't "
            "be tested there.",
            file=sys.stderr,
        )
    if about["left_out"]:
        print(
            f"{len(about['left_out'])} episodes are left out, the first one since: {about['left_out'][0]}",
            file=sys.stderr,
        )
    return 0
