"""Checks of what a training run asks for. They don't need PyTorch, so wrong arguments are errors at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym import randomization, splits
from bmoca_gym.envs.rewards import Reward, options_of
from bmoca_gym.errors import ArgumentError, DatasetError, SettingsError, UnknownTaskError
from bmoca_gym.policies import checkpoint
from bmoca_gym.policies.ppo_settings import PpoSettings
from bmoca_gym.policies.settings import ANY, CloningSettings, DaggerSettings, ImitationSettings
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task

if TYPE_CHECKING:
    from bmoca_gym.demonstrations.dataset import Dataset


def bc(settings: CloningSettings) -> None:
    """Check what behaviour cloning asks for.

    Raises:
        ArgumentError: tasks or environments are unknown, or are for validation or tests.
        DatasetError: the dataset can't be read, or lacks a demonstration.
        CheckpointError, SettingsError: the weights to start from, or the share for validation, can't be used.
    """
    _, configurations = for_training(settings)
    _check_start(settings)
    if settings.dataset:
        opened, numbers = episodes(settings, Path(settings.dataset))
        count = len({opened.entries[number]["environment"] for number in numbers})
    else:
        count = len(configurations)
    validation_count(settings, count)


def dagger(settings: DaggerSettings) -> None:
    """Check what DAgger asks for.

    Raises:
        ArgumentError: tasks or environments are unknown, or are for validation or tests.
        CheckpointError, SettingsError: the weights to start from can't be used.
    """
    splits.training_environments(list(settings.environments))
    splits.training_tasks(settings.tasks)
    _check_start(settings)


def ppo(settings: PpoSettings) -> None:
    """Check what PPO asks for.

    Raises:
        ArgumentError: tasks, environments or the reward are unknown, or tasks or environments are for validation or
            tests.
        CheckpointError: the weights to start from can't be used.
        SettingsError: settings exclude each other.
    """
    if (settings.mask or settings.explore) and settings.network.action != "discrete":
        raise SettingsError(
            "mask and explore need network.action=discrete: dual gestures have no classes to mask or draw."
        )
    if settings.take_back and settings.reward == "success":
        raise SettingsError(
            "take_back needs a dense reward, such as reward=expert_distance; success is earned at the end."
        )
    Reward(options_of(reward(settings)))
    if not settings.sampled_configurations:
        splits.training_environments(list(settings.environments))
    splits.training_tasks(settings.tasks)
    for named in (settings.validation_environments, settings.test_environments):
        if named:
            randomization.select(list(named))
    if settings.start_from:
        checkpoint.network_of(settings.start_from, settings.network.action, settings.network.t5_name)


def for_training(settings: CloningSettings) -> tuple[tuple[Task, ...], tuple[DeviceConfiguration, ...]]:
    """Return the tasks and configurations that a run asks for; () for those that may be anything in the dataset.

    Raises:
        ArgumentError: tasks or environments are for validation or tests.
    """
    named, where = asked_for(settings)
    return (
        () if named == [ANY] else splits.training_tasks(named),
        () if where == [ANY] else splits.training_environments(where),
    )


def asked_for(settings: CloningSettings) -> tuple[list[str], list[str]]:
    """Return the names of tasks and environments. They can be `ANY` only with a dataset."""
    asked = [*settings.tasks], [*settings.environments]
    if settings.dataset:
        return asked
    named, where = asked
    return ["representative"] if named == [ANY] else named, ["train"] if where == [ANY] else where


def episodes(settings: CloningSettings, path: Path) -> tuple[Dataset, list[int]]:
    """Open a dataset. Return it with the numbers of the episodes that a run asks for.

    Raises:
        DatasetError: it can't be read, or lacks a demonstration of a task in one of the environments.
        ArgumentError: an episode is for validation or tests.
    """
    from bmoca_gym.demonstrations import dataset

    named, where = asked_for(settings)
    chosen, configurations = for_training(settings)
    opened = dataset.open_dataset(path)
    there = opened.keys()
    ids = [*opened.tasks] if named == [ANY] else [task.id for task in chosen]
    if where == [ANY]:
        wanted = {key for key in there if key[0] in set(ids)}
        missing = [task for task in ids if task not in {name for name, _ in wanted}]
    else:
        pairs = [(task, one.id) for one in configurations for task in ids]
        wanted = set(pairs)
        missing = [f"{task} in environment {one}" for task, one in pairs if (task, one) not in there]
    if missing:
        others = f", and lacks {len(missing) - 1} others" if len(missing) > 1 else ""
        raise DatasetError(
            f"{path} has no demonstration of {missing[0]}{others}. It has {opened.episodes} episodes of "
            f"{len(opened.tasks)} tasks in {len(opened.environments)} environments. Choose from these with tasks=... "
            f"and environments=... ({ANY!r}, the default, is all of the dataset)."
        )
    numbers = [
        number
        for number, entry in enumerate(opened.entries)
        if (entry["task"], entry["environment"]) in wanted
    ]
    for number in numbers:
        entry = opened.entries[number]
        configuration = splits.check_training(dataset.configuration_of(entry))
        try:
            task = dataset.task_of(entry)
        except UnknownTaskError:  # recorded with a file of tasks that is not here
            continue
        if why := splits.held_out(task, configuration):
            raise ArgumentError(
                f"{path}, episode {number}: {why}. Training must not see it: choose other tasks=..., or delete it with "
                f"bmoca demos remove {path} {number}"
            )
    return opened, numbers


def validation_count(settings: CloningSettings, environments: int) -> int:
    """Return how many of the environments are for validation.

    Raises:
        SettingsError: the share leaves none for training, or none for validation.
    """
    count = round(settings.validation * environments)
    if settings.validation > 0 and not 0 < count < environments:
        raise SettingsError(
            f"validation={settings.validation} of {environments} environments gives {count} for validation; both sides "
            "need at least one."
        )
    return count


def reward(settings: PpoSettings) -> dict[str, Any]:
    """Return what a step earns, as for `PhoneEnv`. With gamma as its discount the best policies stay the best."""
    found: dict[str, Any] = {"name": settings.reward}
    if settings.reward != "success":
        discount = settings.gamma if settings.reward_discount is None else settings.reward_discount
        found |= {"discount": discount, "weight": settings.reward_weight}
    return found


def _check_start(settings: ImitationSettings) -> None:
    if not settings.start_from:
        return
    wanted = settings.network
    if checkpoint.network_of(settings.start_from, wanted.action, wanted.t5_name) != wanted:
        raise SettingsError(
            f"start_from={settings.start_from!r} has other network settings. Use the settings of the checkpoint."
        )
