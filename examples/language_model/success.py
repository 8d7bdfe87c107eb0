"""Plays a model in many configurations at once, and says how many it solves: several times faster than one after
another.

    python success.py runs/grpo --tasks Alarm --environments test -o runs/grpo/test.json

At each screen all episodes write their answers together. The likeliest answer is taken, as `player.py` does; with
``--temperature 1 --times 3`` each configuration is played three times, by chance. For a score with films and
transcripts, use ``bmoca evaluate``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import torch
from grpo import Players
from player import LONGEST
from transformers import AutoModelForCausalLM, AutoTokenizer

from bmoca_gym.agents.language import solutions
from bmoca_gym.episodes.metrics import wilson_interval
from bmoca_gym.errors import BmocaError


def main(arguments: list[str]) -> list[dict[str, Any]]:
    """Play, and print and write the successes. Returns a row for each task and configuration."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("model", help="folder of finetune.py or grpo.py, or a checkpoint")
    add("--tasks", default="Alarm", help="tasks, as of bmoca evaluate (default: Alarm)")
    add("--environments", default="test", help="configurations, as of bmoca evaluate (default: test)")
    add("--instances", type=int, default=1, help="instances of each task with parameters (default: 1)")
    add("--times", type=int, default=1, help="episodes in each configuration (default: 1)")
    add("--temperature", type=float, default=0.0, help="of the answers (default: 0, the likeliest)")
    add("--answer-tokens", type=int, default=LONGEST, help=f"longest answer (default: {LONGEST})")
    add("--together", type=int, default=10, help="configurations played at once (default: 10)")
    add("--threads", type=int, default=0, help="of PyTorch (default: all cores)")
    add("--seed", type=int, default=0)
    add("-o", "--output", type=Path, help="writes the rows as JSON")
    given = parser.parse_args(arguments)
    try:
        sources = solutions.chosen(given.tasks.split(","), given.environments.split(","), given.instances)
    except BmocaError as error:
        raise SystemExit(str(error)) from None
    if given.threads:
        torch.set_num_threads(given.threads)
    tokenizer, model = (kind.from_pretrained(given.model) for kind in (AutoTokenizer, AutoModelForCausalLM))
    players = Players(
        model, tokenizer, "episode", given.times, "success", given.temperature, given.answer_tokens
    )
    rows: list[dict[str, Any]] = []
    for at in range(0, len(sources), given.together):
        some = sources[at : at + given.together]
        groups = players.play(
            [(source, 1_000_003 * given.seed + number) for number, source in enumerate(some, at)]
        )
        for source, group in zip(some, groups, strict=True):
            solved = sum(episode.members for episode in group.episodes if episode.success)
            rows.append(
                {
                    "task": source.task.id,
                    "configuration": source.configuration.id,
                    "episodes": given.times,
                    "solved": solved,
                    "steps": group.steps,
                }
            )
        print(f"{len(rows)} of {len(sources)} configurations played", file=sys.stderr)
    solved, episodes = (sum(row[key] for row in rows) for key in ("solved", "episodes"))
    low, high = wilson_interval(solved, episodes)
    print(f"{solved} of {episodes}, {solved / episodes:.1%} ({100 * low:.1f} to {100 * high:.1f})")
    if given.output:
        given.output.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
