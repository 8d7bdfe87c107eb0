"""DAgger: the policy plays, the expert labels every screen with its action, and the policy learns from the labels.

Configurations can be sampled. Sampled ones share nothing with the test set.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bmoca_gym import splits
from bmoca_gym.demonstrations.recorder import Job, Plan, record_all
from bmoca_gym.heartbeat import saying
from bmoca_gym.policies import base_settings, checkpoint, checks, cloning, learner, sampled_configurations
from bmoca_gym.policies.cloning import CHECKPOINT, METRICS, SETTINGS, STATE
from bmoca_gym.policies.learner import Learner
from bmoca_gym.policies.metrics import Metrics, Report
from bmoca_gym.policies.rollout import Play, play
from bmoca_gym.policies.settings import DaggerSettings
from bmoca_gym.policies.steps import StepStore
from bmoca_gym.randomization import DeviceConfiguration

_PICTURES, _STEPS = "steps.bin", "steps.npz"


def run(settings: DaggerSettings, report: Report | None = None) -> Path:
    """Train by DAgger. An interrupted run resumes after its last complete round, and reaches the same weights.

    Returns:
        The checkpoint of the last round.

    Raises:
        SettingsError, DatasetError, CheckpointError, ResumeError, TrainingError: the run can't begin or resume.
    """
    folder = Path(settings.out or "runs/dagger")
    checks.dagger(settings)  # before anything is written
    with saying("Preparing PyTorch", settings.quiet):
        learner.prepare(settings)
    known, sampled = training_configurations(settings)
    base_settings.claim(settings, folder / SETTINGS, settings.free)
    student = Learner(settings, cloning.new_network(settings))
    store = StepStore(settings.capacity, folder / _PICTURES)
    finished = 0
    if (folder / STATE).exists():
        saved = learner.load_state(folder / STATE)
        student.restore(saved["learner"])
        store.load(folder / _STEPS)
        store.forget(saved["added"])
        finished = saved["rounds"]
    else:
        _begin(settings, known, sampled, store)
    with Metrics(
        folder / METRICS, finished, settings, folder / CHECKPOINT, report, learnt=settings.tasks,
        totals={"round": settings.rounds},
    ) as metrics:  # fmt: skip
        for number in range(finished, settings.rounds):
            started = time.perf_counter()
            line = _round(settings, number, student, store, [*known, *sampled], metrics)
            line = {"round": number + 1, **line, "seconds": round(time.perf_counter() - started, 1)}
            metrics.at((number + 1) / settings.rounds)
            metrics.write(line)
            # Save the steps first: a state needs its steps, and steps without a state are dropped.
            store.save(folder / _STEPS)
            checkpoint.save(student.acting, folder / CHECKPOINT, cloning.about(settings, store, line))
            learner.save_state(
                {"learner": student.state(), "rounds": number + 1, "added": store.added}, folder / STATE
            )
    return folder / CHECKPOINT


def training_configurations(
    settings: DaggerSettings,
) -> tuple[list[DeviceConfiguration], list[DeviceConfiguration]]:
    """Return the named configurations, and the sampled ones."""
    known = list(splits.training_environments(list(settings.environments)))
    return known, sampled_configurations.drawn(settings.seed, settings.sampled_configurations)


def _begin(
    settings: DaggerSettings,
    known: Sequence[DeviceConfiguration],
    sampled: Sequence[DeviceConfiguration],
    store: StepStore,
) -> None:
    """Record episodes of the expert before the first round."""
    chosen = splits.training_tasks(settings.tasks)
    jobs = [Job(task, configuration) for configuration in [*known, *sampled] for task in chosen]
    if settings.expert_episodes and settings.expert_episodes < len(jobs):
        rng = np.random.default_rng([settings.seed, 3])
        jobs = [jobs[number] for number in sorted(rng.permutation(len(jobs))[: settings.expert_episodes])]
    with saying(f"The expert first plays {len(jobs)} episodes", settings.quiet):
        for recording in record_all(jobs, Plan(seed=settings.seed, noise=settings.noise)):
            store.append(recording)


def _round(
    settings: DaggerSettings,
    number: int,
    student: Learner,
    store: StepStore,
    all_configurations: Sequence[DeviceConfiguration],
    metrics: Metrics,
) -> dict[str, Any]:
    rng = np.random.default_rng([settings.seed, 4, number])
    chosen = splits.training_tasks(settings.tasks)
    jobs = [
        Job(chosen[episode % len(chosen)], all_configurations[int(rng.integers(len(all_configurations)))])
        for episode in range(settings.episodes)
    ]
    share = settings.expert_share * 0.5**number
    how = Play(record=True, expert_share=share, seed=settings.seed * 1_000_003 + number)
    metrics.at(number / settings.rounds, f"round {number + 1}: playing {len(jobs)} episodes")
    outcomes = play(student.acting, jobs, how)
    new = sum(store.append(outcome.recording) for outcome in outcomes if outcome.recording is not None)
    losses, rights = [], []
    for batch in range(settings.batches):
        rows = store.draw(student.rng, settings.batch, settings.hard)
        progress = (number + batch / settings.batches) / settings.rounds
        metrics.at(progress, f"round {number + 1}: batch {batch + 1} of {settings.batches}")
        found = student.learn(store.batch(rows), store.instructions, progress)
        store.remember(rows, found.losses.cpu().numpy())
        losses.append(found.mean)
        rights.append(found.accuracy)
    return {
        "success": float(np.mean([outcome.success for outcome in outcomes])),
        "expert_share": share,
        "new_steps": new,
        "steps": len(store),
        "loss": float(np.mean(losses)),
        "accuracy": float(np.mean(rights)),
    }
