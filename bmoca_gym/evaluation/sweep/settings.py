"""Settings of a sweep over numbers of configurations, and its trials."""

from __future__ import annotations

import importlib
from typing import Annotated, Any, Literal, NamedTuple

import pydantic

from bmoca_gym.errors import SettingsError
from bmoca_gym.policies import base_settings
from bmoca_gym.policies.base_settings import Settings, field
from bmoca_gym.policies.training import ALGORITHMS


class SweepSettings(Settings):
    """A sweep: algorithms × numbers of configurations × seeds, each trained and measured alike."""

    out: str = field("results/sweep", "folder of the sweep")
    algorithms: tuple[str, ...] = field(("bc",), f"what trains: any of {', '.join(ALGORITHMS)}")
    configurations: tuple[Annotated[int, pydantic.Field(ge=1, le=1_000_000)], ...] = field(
        (7, 14, 21, 35, 100, 1000),
        "numbers of configurations: up to 35 the first of the training configurations, more are drawn by the sampler",
    )  # fmt: skip
    seeds: tuple[Annotated[int, pydantic.Field(ge=0, le=2**31 - 1)], ...] = field(
        (0, 1, 2), "a trial for each; it also draws the configurations"
    )
    tasks: tuple[str, ...] = field(("representative",), "what is trained and measured")
    test_environments: tuple[str, ...] = field(("test",), "configurations that nothing is trained on")
    options: tuple[str, ...] = field(
        (),
        "fields of the algorithms, such as bc.epochs=10 or ppo.network.width=32; in a file a list of these",
    )
    threads: int = field(1, "threads of a trial; part of what makes a result repeatable", low=1, high=256)
    executor: Literal["local", "ray"] = field("local", "local: processes on this machine; ray: a cluster")
    address: str = field("", "of a Ray cluster, such as auto; empty: one is started on this machine")
    workers: int = field(2, "trials at once", low=1, high=100_000)
    attempts: int = field(3, "how often a trial is tried before it counts as failed", low=1, high=100)
    quiet: bool = field(False, "print no progress")


#: Fields that change where and how trials run, and nothing of their results.
FREE = ("out", "executor", "address", "workers", "attempts", "quiet", "algorithms", "configurations", "seeds")


class Trial(NamedTuple):
    """One training run of a sweep."""

    algorithm: str
    configurations: int
    seed: int

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.algorithm}-{self.configurations}-{self.seed}"


def trials(settings: SweepSettings) -> list[Trial]:
    """All trials, the small ones first.

    Raises:
        SettingsError: an unknown algorithm, an option of none, or a field that the sweep itself sets.
    """
    for name in settings.algorithms:
        if name not in ALGORITHMS:
            raise SettingsError(f"algorithms has {name!r}; algorithms are {', '.join(ALGORITHMS)}.")
        for seed in settings.seeds[:1]:
            training_settings(settings, Trial(name, settings.configurations[0], seed), {})
    if not (settings.algorithms and settings.configurations and settings.seeds):
        raise SettingsError("A sweep needs at least one of algorithms, configurations and seeds each.")
    for option in settings.options:
        if option.partition(".")[0] not in ALGORITHMS:
            raise SettingsError(
                f"The option {option!r} is of no algorithm: write ALGORITHM.FIELD=VALUE, such as bc.epochs=10."
            )
    return [
        Trial(algorithm, configurations, seed)
        for configurations in sorted(dict.fromkeys(settings.configurations))
        for algorithm in dict.fromkeys(settings.algorithms)
        for seed in dict.fromkeys(settings.seeds)
    ]


def training_settings(settings: SweepSettings, trial: Trial, place: dict[str, Any]) -> Any:
    """The settings of a trial's algorithm; ``place``: its ``out`` and ``environments``.

    Raises:
        SettingsError: an option that the algorithm does not have, or one that the sweep sets.
    """
    module, _, name = ALGORITHMS[trial.algorithm].settings.partition(":")
    cls = getattr(importlib.import_module(module), name)
    start = f"{trial.algorithm}."
    given = [option.removeprefix(start) for option in settings.options if option.startswith(start)]
    made = base_settings.load(cls, f"{trial.algorithm}.yaml", given)
    ours = {
        "tasks": list(settings.tasks), "seed": trial.seed, "threads": settings.threads, "quiet": True,
        "sampled_configurations": 0, **place,
    }  # fmt: skip
    known = {each.name for each in base_settings.fields(cls)}
    for option in given:
        if option.partition("=")[0].replace("-", "_") in ours:
            raise SettingsError(f"The option {start + option!r} is the sweep's own to set.")
    return base_settings.override(made, {key: value for key, value in ours.items() if key in known})
