"""Settings of a sweep over numbers of configurations; its trials."""

from __future__ import annotations

import importlib
from typing import Annotated, Any, Literal, NamedTuple

import pydantic

from bmoca_gym.errors import SettingsError
from bmoca_gym.policies import base_settings
from bmoca_gym.policies.base_settings import Settings, field
from bmoca_gym.policies.training import ALGORITHMS


class SweepSettings(Settings):
    """Settings of a sweep: algorithms × numbers of configurations × seeds."""

    out: str = field("results/sweep", "folder of the sweep")
    algorithms: tuple[str, ...] = field(("bc",), f"algorithms to train with, any of {', '.join(ALGORITHMS)}")
    configurations: tuple[Annotated[int, pydantic.Field(ge=1, le=1_000_000)], ...] = field(
        (7, 14, 21, 35, 100, 1000),
        "numbers of training configurations; up to 35 are the first published ones, the sampler draws more",
    )  # fmt: skip
    seeds: tuple[Annotated[int, pydantic.Field(ge=0, le=2**31 - 1)], ...] = field(
        (0, 1, 2), "seeds of the trials; a seed also draws the configurations"
    )
    tasks: tuple[str, ...] = field(("representative",), "tasks to train and evaluate")
    test_environments: tuple[str, ...] = field(("test",), "configurations for evaluation only")
    options: tuple[str, ...] = field(
        (),
        "fields of the algorithms, such as bc.epochs=10 or ppo.network.width=32",
    )
    threads: int = field(
        1, "PyTorch threads of a trial; other numbers may give other results", low=1, high=256
    )
    executor: Literal["local", "ray"] = field("local", "local: processes on this machine; ray: a Ray cluster")
    address: str = field("", "address of a Ray cluster, such as auto; empty: start one on this machine")
    workers: int = field(2, "number of trials that run at once", low=1, high=100_000)
    attempts: int = field(3, "number of attempts before a trial counts as failed", low=1, high=100)
    quiet: bool = field(False, "print no progress")


#: Fields that may change when a sweep is resumed: they do not affect the result of a trial.
FREE = ("out", "executor", "address", "workers", "attempts", "quiet", "algorithms", "configurations", "seeds")


class Trial(NamedTuple):
    """One training run of a sweep."""

    algorithm: str
    configurations: int
    seed: int

    @property
    def name(self) -> str:
        """Name of the trial's folder."""
        return f"{self.algorithm}-{self.configurations}-{self.seed}"


def trials(settings: SweepSettings) -> list[Trial]:
    """List all trials, those with few configurations first.

    Raises:
        SettingsError: an algorithm or option is unknown, or an option is a field that the sweep sets.
    """
    for name in settings.algorithms:
        if name not in ALGORITHMS:
            raise SettingsError(f"Unknown algorithm {name!r}. Use any of {', '.join(ALGORITHMS)}.")
        for seed in settings.seeds[:1]:
            training_settings(settings, Trial(name, settings.configurations[0], seed), {})
    if not (settings.algorithms and settings.configurations and settings.seeds):
        raise SettingsError(
            "A sweep needs at least one algorithm, one number of configurations and one seed."
        )
    for option in settings.options:
        if option.partition(".")[0] not in ALGORITHMS:
            raise SettingsError(
                f"The option {option!r} names no algorithm. Write ALGORITHM.FIELD=VALUE, such as bc.epochs=10."
            )
    return [
        Trial(algorithm, configurations, seed)
        for configurations in sorted(dict.fromkeys(settings.configurations))
        for algorithm in dict.fromkeys(settings.algorithms)
        for seed in dict.fromkeys(settings.seeds)
    ]


def training_settings(settings: SweepSettings, trial: Trial, place: dict[str, Any]) -> Any:
    """Make the settings of a trial's algorithm. ``place``: its ``out`` and ``environments``.

    Raises:
        SettingsError: the algorithm does not have an option, or the sweep sets it.
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
            raise SettingsError(f"The option {start + option!r} can't be given: the sweep sets this field.")
    return base_settings.override(made, {key: value for key, value in ours.items() if key in known})
