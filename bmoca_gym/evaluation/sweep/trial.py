"""One trial of a sweep: train on a number of configurations, then evaluate. An executor runs it in any process."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import socket
import time
from pathlib import Path
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.recorder import Job
from bmoca_gym.errors import writing
from bmoca_gym.evaluation.sweep.settings import SweepSettings, Trial, training_settings
from bmoca_gym.policies import base_settings, sampled_configurations
from bmoca_gym.policies import checkpoint as checkpoints
from bmoca_gym.policies.rollout import Play, play
from bmoca_gym.policies.training import ALGORITHMS
from bmoca_gym.randomization import DeviceConfiguration, configuration_files

#: Number of published training configurations. The sampler draws more.
PUBLISHED = 35

#: Largest number of training configurations for evaluation.
MEASURED = 100


def run_trial(job: dict[str, Any]) -> dict[str, Any]:
    """Train and evaluate. Equal jobs give equal results on any worker, except for ``seconds``.

    An interrupted run is resumed from its folder.

    Args:
        job: ``settings`` (the sweep's, as plain data), ``trial`` (its three fields), ``folder`` (an absolute path).

    Returns:
        ``algorithm``, ``configurations``, ``seed``, ``seconds``, ``weights`` (a digest), and ``train``, ``test`` and
        ``factors``: for each task and configuration, whether the policy solved the task.
    """
    settings = base_settings.from_mapping(SweepSettings, job["settings"])
    trial, folder = Trial(*job["trial"]), Path(job["folder"])
    worker = {"pid": os.getpid(), "host": socket.gethostname()}
    with writing(folder / "worker.json"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "worker.json").write_text(json.dumps(worker), encoding="utf-8")
    start = time.perf_counter()
    trained = training_configurations(trial)
    file = folder / "configurations.yaml"
    configuration_files.dump(trained, file)
    place = {"out": str(folder / "run"), "environments": [str(file)]}
    module, _, name = ALGORITHMS[trial.algorithm].run.partition(":")
    checkpoint = getattr(importlib.import_module(module), name)(training_settings(settings, trial, place))
    measured = {
        "train": trained[:MEASURED],
        "test": list(randomization.select(list(settings.test_environments))),
        "factors": [randomization.get("100"), *randomization.select("factors")],
    }
    network = checkpoints.load(checkpoint)
    found = {name: _success(network, settings, chosen) for name, chosen in measured.items()}
    weights = hashlib.sha256(b"".join(each.numpy().tobytes() for each in network.state_dict().values()))
    seconds = round(time.perf_counter() - start, 1)
    return {**trial._asdict(), "seconds": seconds, "weights": weights.hexdigest()[:16], **found}


def training_configurations(trial: Trial) -> list[DeviceConfiguration]:
    """Return a trial's training configurations. Drawn ones share no locale, device or layout with the test set."""
    if trial.configurations <= PUBLISHED:
        return list(randomization.select("train")[: trial.configurations])
    return sampled_configurations.drawn(trial.seed, trial.configurations)


def _success(
    network: Any, settings: SweepSettings, environments: list[DeviceConfiguration]
) -> dict[str, dict[str, bool]]:
    jobs = [
        Job(task, configuration) for task in tasks.select(settings.tasks) for configuration in environments
    ]
    found: dict[str, dict[str, bool]] = {}
    for outcome in play(network, jobs, Play()):
        found.setdefault(outcome.job.task.id, {})[outcome.job.environment.id] = outcome.success
    return found
