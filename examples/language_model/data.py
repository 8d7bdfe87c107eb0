"""Writes experts' conversations, one per line, for `finetune.py` to learn from.

    python data.py --tasks Alarm --environments train -o runs/alarm.jsonl
    python data.py --tasks representative --environments train,sample:70 -o runs/six.jsonl

Members of validation and test parts are refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from conversation import of_expert

from bmoca_gym import splits
from bmoca_gym.agents.language import solutions
from bmoca_gym.errors import BmocaError


def main(arguments: list[str]) -> int:
    """Play the experts, and write. Returns the number of conversations."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--tasks", default="representative", help="tasks, as of bmoca evaluate (default: representative)")
    add("--environments", default="train", help="configurations, as of bmoca evaluate (default: train)")
    add("--instances", type=int, default=1, help="instances of each task with parameters (default: 1)")
    add("--steps", type=int, help="only the first steps of each episode: where it begins differs most")
    add("-o", "--output", type=Path, required=True, help="the file of lines, .jsonl")
    given = parser.parse_args(arguments)
    try:
        configurations = splits.training_environments(given.environments.split(","))
        sources = solutions.chosen(given.tasks.split(","), configurations, given.instances)
    except BmocaError as error:
        raise SystemExit(str(error)) from None
    given.output.parent.mkdir(parents=True, exist_ok=True)
    written = lost = 0
    with given.output.open("w", encoding="utf-8") as file:
        for number, source in enumerate(sources):
            try:
                made = [*of_expert(source, number, given.steps)]
            except BmocaError as error:
                lost += 1
                print(error, file=sys.stderr)
                continue
            for messages in made:
                file.write(json.dumps({"messages": messages}, ensure_ascii=False) + "\n")
            written += len(made)
    print(f"{given.output}: {written} conversations of {len(sources) - lost} episodes; {lost} left out.")
    return written


if __name__ == "__main__":
    main(sys.argv[1:])
