"""The program in which AndroidWorld's own code sets tasks up and judges them. A user's Python runs it.

It doesn't need this package. Arguments: a checkout, the adb program, a file with a package that stands for the
accessibility forwarder's, the longest time in seconds that a fixed sleep may take, and the family of tasks. Each line
of standard input is a JSON object: ``begin`` with a task's name and ``seed``, or ``end`` with the agent's ``answer``.
Each is answered with a line on standard output: ``goal``, ``params`` and ``score`` before anything is done; ``score``
and ``torn_down`` afterwards; or ``error``.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import json
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Seconds that a sleep may take in tasks with text messages: they come some time after they were sent.
_MESSAGES = 4.0


def main(checkout: str, adb: str, forwarder: str, pace: str, family: str) -> None:
    """Answer the lines of standard input."""
    # The benchmark's code prints. Its words go to standard error.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path[0] = checkout
    os.chdir(checkout)

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    try:
        begin, end = _benchmark(adb, Path(forwarder).read_bytes(), float(pace), family)
    except Exception as error:
        say({"error": _told(error)})
        return
    say({})
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            say(begin(asked["begin"], asked["seed"]) if "begin" in asked else end(asked["answer"]))
        except Exception as error:
            say({"error": _told(error)})


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:400]


def _benchmark(
    adb: str, forwarder: bytes, pace: float, family: str
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The functions that start and end a task."""
    slept, longest = time.sleep, pace

    def sleep(seconds: float) -> None:
        slept(min(seconds, longest))

    time.sleep = sleep  # type: ignore[assignment]
    wrapper: Any = importlib.import_module("android_env.wrappers.a11y_grpc_wrapper")
    wrapper._get_accessibility_forwarder_apk = lambda: forwarder
    launcher: Any = importlib.import_module("android_world.env.env_launcher")
    if family == "miniwob":
        types = importlib.import_module("android_world.task_evals.miniwob.miniwob_registry").TASK_REGISTRY
    else:
        types = importlib.import_module("android_world.registry").TaskRegistry().get_registry(family)
    env = launcher.load_and_setup_env(console_port=5554, adb_path=adb, grpc_port=8554)
    running: Any = None

    def begin(name: str, seed: int) -> dict[str, Any]:
        nonlocal running, longest
        longest = max(pace, _MESSAGES) if "Sms" in name else pace
        task = types[name]
        # As `suite_utils.create_suite` draws the first instance of a suite with this seed.
        own_seed = int(hashlib.sha256(f"{seed}_{name}_0".encode()).hexdigest(), 16) % 2**32
        task.set_device_time(env)
        random.seed(own_seed)
        params = task.generate_random_params()
        params["seed"] = own_seed
        # Some tasks put other words for a date into their parameters.
        told = {key: _plain(value) for key, value in params.items()}
        running = task(params)
        env.reset(go_home=True)
        running.initialize_task(env)
        return {
            "goal": running.goal,
            "params": told,
            "score": float(running.is_successful(env)),
        }

    def end(answer: str) -> dict[str, Any]:
        env.interaction_cache = answer
        found: dict[str, Any] = {}
        try:
            found["score"] = float(running.is_successful(env))
        except Exception as error:
            found["judge"] = _told(error)
        try:
            running.tear_down(env)
            found["torn_down"] = True
        except Exception as error:
            found.update(torn_down=False, tear_down=_told(error))
        return found

    return begin, end


def _plain(value: Any) -> Any:
    """A parameter in a form that JSON can hold; None for a picture."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value if isinstance(value, (str, int, float, bool)) else None


if __name__ == "__main__":
    main(*sys.argv[1:])
