"""The command ``train.py`` (``bmoca train``): reads the settings of an algorithm, and runs it."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bmoca_gym import extras
from bmoca_gym.errors import BmocaError, HandsetError, SettingsError, nearest
from bmoca_gym.policies import base_settings

#: Exit codes of bad input, and of an interruption by Ctrl-C (128 + SIGINT, as shells have it).
BAD_INPUT, INTERRUPTED = 2, 130


class Algorithm(NamedTuple):
    """An algorithm: its settings and its function (``module:name``), the extra that it needs, and what it does."""

    settings: str
    run: str
    extra: str
    summary: str


#: The algorithms. ``run`` is called with the settings, and leaves everything in the run's folder.
ALGORITHMS: dict[str, Algorithm] = {
    "bc": Algorithm(
        "bmoca_gym.policies.settings:CloningSettings",
        "bmoca_gym.policies.cloning:run",
        "learning",
        "behaviour cloning: imitate demonstrations",
    ),
    "dagger": Algorithm(
        "bmoca_gym.policies.settings:DaggerSettings",
        "bmoca_gym.policies.dagger:run",
        "learning",
        "DAgger: play, ask the expert in the states that were visited, train, again",
    ),
    "ppo": Algorithm(
        "bmoca_gym.policies.ppo_settings:PpoSettings",
        "bmoca_gym.policies.ppo:run",
        "rl",
        "PPO: reinforcement learning, from scratch or from a checkpoint",
    ),
}


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name.

    Raises:
        SettingsError: there is none; the message names the nearest.
    """
    if name not in ALGORITHMS:
        raise SettingsError(
            f"There is no algorithm {name!r}.{nearest(name, ALGORITHMS)} Algorithms: {', '.join(ALGORITHMS)}."
        )
    return ALGORITHMS[name]


def main(arguments: Sequence[str]) -> int:
    """Run ``ALGORITHM [--config FILE] [--field value | field=value]...``. Returns the exit code."""
    try:
        return _main(list(arguments))
    except KeyboardInterrupt:
        print("Interrupted. The same command goes on where it stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BmocaError, HandsetError, OSError) as error:
        print(f"train: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT


def _main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage())
        return 0
    name, *rest = arguments
    chosen = algorithm(name)
    cls = _named(chosen.settings)
    if "-h" in rest or "--help" in rest:
        print(f"python train.py {name} [--config FILE] [--field value | field=value]...\n")
        print(f"{chosen.summary[0].upper()}{chosen.summary[1:]}.\n")
        print(base_settings.help_text(cls, f"{name}.yaml"))
        return 0
    extras.require(f"Training with {name}", chosen.extra)
    settings = base_settings.command_line(cls, rest, f"{name}.yaml")
    run: Callable[[Any], object] = _named(chosen.run)
    run(settings)
    return 0


def usage() -> str:
    """The help of ``train.py``."""
    lines = [f"  {name:8} {each.summary}" for name, each in ALGORITHMS.items()]
    return "\n".join(["python train.py ALGORITHM [--config FILE] [--field value | field=value]...", "", *lines,
                      "", "python train.py ALGORITHM --help lists its fields."])  # fmt: skip


def _named(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(importlib.import_module(module), attribute)
