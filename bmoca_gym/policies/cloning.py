"""Behaviour cloning: learn the expert's actions from demonstrations."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym import tasks
from bmoca_gym.errors import DatasetError
from bmoca_gym.heartbeat import saying
from bmoca_gym.policies import base_settings, checkpoint, checks, learner
from bmoca_gym.policies.collage import Collages
from bmoca_gym.policies.compact_network import make_network
from bmoca_gym.policies.learner import Learner
from bmoca_gym.policies.metrics import Metrics, Report
from bmoca_gym.policies.network import ScreenNetwork
from bmoca_gym.policies.settings import ANY, CloningSettings, ImitationSettings
from bmoca_gym.policies.steps import StepStore

#: Files in the folder of a run.
SETTINGS, CHECKPOINT, STATE, METRICS = "config.yaml", "policy.zip", "state.pt", "metrics.jsonl"

#: Passes over the dataset unless the settings say how many, and the fewest batches then: a handful of demonstrations is
#: a single batch, and 40 batches are too few to learn it.
EPOCHS, FEWEST_BATCHES = 40, 120


def run(settings: CloningSettings, report: Report | None = None) -> Path:
    """Train by behaviour cloning. An interrupted run resumes at the last saved state, and reaches the same weights.

    Returns:
        The checkpoint of the last epoch, or of the epoch with the best validation loss.

    Raises:
        SettingsError, DatasetError, CheckpointError, ResumeError, TrainingError: the run can't begin or resume.
    """
    folder = Path(settings.out or "runs/bc")
    checks.bc(settings)  # before anything is written
    with saying("Preparing the network", settings.quiet):
        learner.prepare(settings)
        network = new_network(settings)
    if not settings.dataset:
        base_settings.claim(settings, folder / SETTINGS, settings.free)
    store = demonstrations(settings, folder)
    train, held = split(store, settings)
    base_settings.claim(settings, folder / SETTINGS, settings.free)
    collages = Collages(store, train) if settings.collage else None
    batches = _batches(train, settings)
    epochs = settings.epochs or usual_epochs(batches)
    student = Learner(settings, network)
    state: dict[str, Any] = {"epoch": 0, "best": None, "waited": 0}
    if (folder / STATE).exists():
        saved = learner.load_state(folder / STATE)
        student.restore(saved["learner"])
        state = saved["state"]
    with Metrics(
        folder / METRICS, state["epoch"], settings, folder / CHECKPOINT, report, learnt=_names(settings),
        totals={"epoch": epochs},
    ) as metrics:  # fmt: skip
        metrics.say(
            f"{len(train):,} steps to learn from; {epochs} epochs of {batches} batch{'es' * (batches > 1)}."
        )
        while state["epoch"] < epochs and not _patience_is_over(state, settings):
            started = time.perf_counter()
            line = _epoch(student, store, collages, train, state["epoch"], epochs, settings, metrics)
            state["epoch"] += 1
            line = {"epoch": state["epoch"], **line}
            if len(held):
                loss, accuracy = validate(student, store, held, settings.batch)
                line |= {"validation_loss": loss, "validation_accuracy": accuracy}
                better = state["best"] is None or loss < state["best"]
                state["best"] = loss if better else state["best"]
                state["waited"] = 0 if better else state["waited"] + 1
            else:
                better = True
            if better:
                checkpoint.save(student.acting, folder / CHECKPOINT, about(settings, store, line))
            metrics.at(state["epoch"] / epochs)
            metrics.write({**line, "seconds": round(time.perf_counter() - started, 1)})
            if state["epoch"] % settings.keep_every == 0 or state["epoch"] == epochs:
                learner.save_state({"learner": student.state(), "state": state}, folder / STATE)
    return folder / CHECKPOINT


def new_network(settings: ImitationSettings) -> ScreenNetwork:
    """Make a network with the weights of ``start_from``, or with random weights."""
    if not settings.start_from:
        return make_network(settings.network)
    return checkpoint.load(settings.start_from, settings.network.action, settings.network.t5_name)


def demonstrations(settings: CloningSettings, folder: Path) -> StepStore:
    """Load the steps of the dataset. Without a dataset, demonstrations are collected into the run's folder.

    Raises:
        DatasetError: the dataset can't be read, or lacks what is asked for.
        ArgumentError: tasks or environments are for validation or tests.
    """
    from bmoca_gym.demonstrations import dataset
    from bmoca_gym.demonstrations.recorder import Job, Plan

    path = Path(settings.dataset) if settings.dataset else folder / "demonstrations"
    if not settings.dataset:
        chosen, configurations = checks.for_training(settings)
        jobs = [Job(task, configuration) for configuration in configurations for task in chosen]
        dataset.collect(jobs, Plan(seed=settings.seed, noise=settings.noise), path, quiet=settings.quiet)
    opened, numbers = checks.episodes(settings, path)
    store = StepStore(sum(opened.entries[number]["steps"] + 1 for number in numbers))
    for number in numbers:
        store.append(opened.recording(number))
    if not len(store):
        raise DatasetError(f"{path} has no step with an expert's label for these tasks and environments.")
    return store


def learnt_tasks(settings: ImitationSettings) -> list[str]:
    """List the ids of the tasks that a run learns."""
    from bmoca_gym.demonstrations import dataset

    named = [*settings.tasks]
    if isinstance(settings, CloningSettings):
        named, _ = checks.asked_for(settings)
        if named == [ANY]:
            return [*dataset.open_dataset(Path(settings.dataset)).tasks]
    return [task.id for task in tasks.select(named)]


def _names(settings: CloningSettings) -> list[str]:
    """List the names of the tasks that a run learns, for ``bmoca evaluate``."""
    from bmoca_gym.demonstrations import dataset

    named, _ = checks.asked_for(settings)
    return dataset.open_dataset(Path(settings.dataset)).names if named == [ANY] else named


def split(store: StepStore, settings: CloningSettings) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Split the rows of a store into training rows, and rows of the validation environments."""
    names = store.environments
    count = checks.validation_count(settings, len(names))
    order = np.random.default_rng([settings.seed, 2]).permutation(len(names))
    kept = {names[number] for number in order[:count]}
    return store.rows_of([name for name in names if name not in kept]), store.rows_of(sorted(kept))


def _epoch(
    student: Learner,
    store: StepStore,
    collages: Collages | None,
    rows: NDArray[np.int64],
    epoch: int,
    epochs: int,
    settings: CloningSettings,
    metrics: Metrics,
) -> dict[str, Any]:
    order = student.rng.permutation(rows)
    batches = _batches(rows, settings)
    size = min(settings.batch, len(rows))
    losses, rights = [], []
    for number in range(batches):
        chosen = np.take(order, range(number * size, (number + 1) * size), mode="wrap")
        progress = (epoch + number / batches) / epochs
        metrics.at(progress, f"epoch {epoch + 1}: batch {number + 1} of {batches}")
        batch = store.batch(chosen)
        if collages is not None:
            batch = collages.changed(batch, chosen, settings.collage, student.rng)
        found = student.learn(batch, store.instructions, progress)
        losses.append(found.mean)
        rights.append(found.accuracy)
    return {"loss": float(np.mean(losses)), "accuracy": float(np.mean(rights))}


def usual_epochs(batches: int) -> int:
    """Return the number of epochs for a dataset with that many batches, if the settings give none."""
    return max(EPOCHS, -(-FEWEST_BATCHES // batches))


def _batches(rows: NDArray[np.int64], settings: CloningSettings) -> int:
    """Return the number of batches of an epoch. All have the same size."""
    return max(1, len(rows) // settings.batch)


def validate(student: Learner, store: StepStore, rows: NDArray[np.int64], batch: int) -> tuple[float, float]:
    """Compute mean loss and accuracy on validation rows."""
    parts = np.array_split(rows, -(-len(rows) // batch))
    found = [student.judge(store.batch(part), store.instructions) for part in parts]
    weights = [len(part) for part in parts]
    return (
        float(np.average([each.mean for each in found], weights=weights)),
        float(np.average([each.accuracy for each in found], weights=weights)),
    )


def _patience_is_over(state: dict[str, Any], settings: CloningSettings) -> bool:
    return 0 < settings.patience <= state["waited"]


def about(settings: ImitationSettings, store: StepStore, line: dict[str, Any]) -> dict[str, Any]:
    """Make the description of a checkpoint's training."""
    return {
        "tasks": learnt_tasks(settings),
        "instructions": list(store.instructions),
        "seed": settings.seed,
        "steps": store.added,
        "environments": len(store.environments),
        "last": line,
    }
