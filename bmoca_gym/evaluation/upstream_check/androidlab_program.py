"""The program in which AndroidLab's own code judges traces. A user's Python runs it, without needing this package.

Arguments: a checkout, and a folder for what the benchmark's code writes. Each line of standard input is a JSON object
with the ``judge``, a task's id, and the ``trace``, the folder of an episode. Each is answered with a line on standard
output: ``complete``, ``score``, ``rrr``, ``ror``, or ``error``.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

#: A model that the benchmark's code knows by name. Its address is in the environment variable OPENAI_BASE_URL.
_MODEL = "gpt-4o-2024-05-13"


def main(checkout: str, scratch: str) -> None:
    """Answer the lines of standard input."""
    # The benchmark's code prints. Its words go to standard error.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path[0] = checkout
    os.chdir(checkout)

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    try:
        judge = _judge(scratch)
    except Exception as error:
        say({"error": f"{type(error).__name__}: {error}"})
        return
    say({})
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            say(judge(asked["judge"], asked["trace"]))
        except Exception as error:
            say({"error": f"{type(error).__name__}: {error}"})


def _judge(scratch: str) -> Callable[[str, str], dict[str, Any]]:
    code: Any = importlib.import_module("evaluation.task")
    app_config: Any = importlib.import_module("evaluation.configs").AppConfig
    # Each page is judged by every judge of its app. The text of its compressed tree is remembered.
    code.get_compressed_xml = functools.cache(code.get_compressed_xml)
    configs = {}
    for file in sorted(Path("evaluation/config").glob("*.yaml")):
        config = app_config(str(file), output_dir=scratch)
        configs.update(dict.fromkeys(config.get_metrics(), config))

    def judge(name: str, trace: str) -> dict[str, Any]:
        item = {
            "task_id": name,
            "trace_root": trace,
            "trace_file": f"{trace}/traces/trace.jsonl",
            "xml_path": f"{trace}/xml",
        }
        task = code.Evaluation_Task(
            configs[name], {name: item}, SimpleNamespace(judge_model=_MODEL, api_key=""), detail=True
        )
        task._evaluate_single_task({"task_id": name})
        (found,) = task.all_result
        complete = found["result"].get("complete") == True  # noqa: E712 (as the benchmark's sums compare it)
        return {
            "complete": complete,
            "score": 1 if complete else code.calculate_partial_acc(found["result"]),
            "rrr": found["RRR"],
            "ror": found["reasonable_operation_ratio"],
        }

    return judge


if __name__ == "__main__":
    main(*sys.argv[1:])
