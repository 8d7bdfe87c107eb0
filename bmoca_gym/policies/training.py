"""The command ``train.py`` (``bmoca train``): reads the settings of an algorithm, and trains."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import extras, heartbeat
from bmoca_gym.errors import BmocaError, SettingsError, nearest
from bmoca_gym.policies import base_settings

#: Exit codes of bad input, and after Ctrl-C (128 + SIGINT, as in shells).
BAD_INPUT, INTERRUPTED = 2, 130


class Algorithm(NamedTuple):
    """An algorithm.

    Attributes:
        settings: its settings, as ``module:name``.
        check: the function that checks them; it does not need PyTorch.
        run: the function that trains.
        extra: the extra that it needs.
        summary: what it is, in a line.
    """

    settings: str
    check: str
    run: str
    extra: str
    summary: str


_USAGE = "usage: bmoca train {} [--config FILE] [--field value | field=value]..."

#: The examples of the help.
EXAMPLES = (
    "bmoca train bc dataset=demos out=runs/bc",
    "bmoca train dagger start_from=runs/bc/policy.zip out=runs/dagger",
    "bmoca train ppo tasks=OpenClockApp minutes=10 out=runs/ppo",
    "bmoca train ppo --config ppo_from_bc out=runs/ppo-from-bc",
)

#: The algorithms. ``run`` takes the settings, and writes everything into the run's folder.
ALGORITHMS: dict[str, Algorithm] = {
    "bc": Algorithm(
        "bmoca_gym.policies.settings:CloningSettings",
        "bmoca_gym.policies.checks:bc",
        "bmoca_gym.policies.cloning:run",
        "learning",
        "behaviour cloning: imitate demonstrations",
    ),
    "dagger": Algorithm(
        "bmoca_gym.policies.settings:DaggerSettings",
        "bmoca_gym.policies.checks:dagger",
        "bmoca_gym.policies.dagger:run",
        "learning",
        "DAgger: play, label the visited screens with the expert, train, repeat",
    ),
    "ppo": Algorithm(
        "bmoca_gym.policies.ppo_settings:PpoSettings",
        "bmoca_gym.policies.checks:ppo",
        "bmoca_gym.policies.ppo:run",
        "rl",
        "PPO: reinforcement learning from scratch or from a checkpoint",
    ),
}


def algorithm(name: str) -> Algorithm:
    """Return an algorithm by name.

    Raises:
        SettingsError: there is no such algorithm; the message suggests the nearest.
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
        print("Interrupted. Give the same command again to resume.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output, such as head, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BmocaError, OSError) as error:
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
        print(f"{_USAGE.format(name)}\n\n{chosen.summary[0].upper()}{chosen.summary[1:]}.\n\nfields:")
        print(base_settings.help_text(cls, f"{name}.yaml"))
        print("\nexamples:", *(f"  {line}" for line in EXAMPLES if line.split()[2] == name), sep="\n")
        print("\nGive the same command again to resume an interrupted run.")
        return 0
    extras.require(f"Training with {name}", chosen.extra)
    settings = base_settings.command_line(cls, rest, f"{name}.yaml")
    _named(chosen.check)(settings)
    base_settings.compare(settings, Path(settings.out or f"runs/{name}") / "config.yaml", settings.free)
    if not settings.quiet:
        print(f"Training with {name} in {settings.out or f'runs/{name}'}.", flush=True)
    # PyTorch takes seconds to load. Nobody should wonder meanwhile whether anything happens.
    with heartbeat.saying("Loading PyTorch", settings.quiet):
        run: Callable[[Any], object] = _named(chosen.run)
    run(settings)
    return 0


def usage() -> str:
    """Return the help of ``train.py``."""
    lines = [f"  {name:8} {each.summary}" for name, each in ALGORITHMS.items()]
    examples = [f"  {line}" for line in EXAMPLES]
    return "\n".join(
        [
            _USAGE.format("ALGORITHM"),
            "",
            "Train a policy. In a checkout, python train.py is the same command.",
            "",
            "algorithms:",
            *lines,
            "",
            "bmoca train ALGORITHM --help lists the fields of an algorithm.",
            "",
            "examples:",
            *examples,
        ]
    )


def _named(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(importlib.import_module(module), attribute)
