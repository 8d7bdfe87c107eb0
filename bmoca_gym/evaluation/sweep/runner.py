"""Runner of a sweep: runs each trial until it has a result or has failed too often. Finished trials are kept."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, tasks
from bmoca_gym.evaluation.sweep.executors import Executor, open_executor
from bmoca_gym.evaluation.sweep.settings import FREE, SweepSettings, Trial, training_settings, trials
from bmoca_gym.policies import base_settings

SETTINGS, RESULT, FAILURE = "sweep.yaml", "result.json", "failure.json"

#: Called with each trial that ended, its error or None, the number of finished trials, and the number of all trials.
OnTrial = Callable[[Trial, "str | None", int, int], None]


def run(
    settings: SweepSettings, on_trial: OnTrial | None = None, executor: Executor | None = None
) -> list[Path]:
    """Run all trials without a result. Failed trials are repeated.

    Returns:
        The folders of the trials that failed ``attempts`` times. Each has a ``failure.json``. A later run tries them
        again.

    Raises:
        SettingsError: the settings are invalid.
        ResumeError: the folder has a sweep with other settings, or trials of an algorithm with other settings.
    """
    out = Path(settings.out).absolute()
    all_trials = trials(settings)
    tasks.select(settings.tasks)
    _claim(settings, out)
    folders = [out / "trials" / trial.name for trial in all_trials]
    waiting = deque(number for number, folder in enumerate(folders) if not (folder / RESULT).exists())
    if not waiting:
        return []
    plain = base_settings.to_mapping(settings)
    errors: dict[int, list[str]] = {number: [] for number in waiting}
    failed: list[Path] = []
    done, running = len(all_trials) - len(waiting), 0
    executor = executor or open_executor(settings.executor, settings.address)
    try:
        while waiting or running:
            while waiting and running < settings.workers:
                number = waiting.popleft()
                job = {"settings": plain, "trial": list(all_trials[number]), "folder": str(folders[number])}
                executor.start(number, job)
                running += 1
            outcome = executor.next()
            running -= 1
            number, folder = outcome.number, folders[outcome.number]
            folder.mkdir(parents=True, exist_ok=True)
            if outcome.result is not None:
                result = {**outcome.result, "errors": errors[number]}
                _write(folder / RESULT, result)
                (folder / FAILURE).unlink(missing_ok=True)
                done += 1
            else:
                errors[number].append(str(outcome.error))
                if len(errors[number]) < settings.attempts:
                    waiting.append(number)
                else:
                    _write(folder / FAILURE, {**all_trials[number]._asdict(), "errors": errors[number]})
                    failed.append(folder)
            if on_trial is not None:
                on_trial(all_trials[number], outcome.error, done, len(all_trials))
    finally:
        executor.close()
    return failed


def results(out: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Read all results and all failures of a sweep, sorted by algorithm, number of configurations and seed."""

    def read(name: str) -> list[dict[str, Any]]:
        found = [json.loads(file.read_text(encoding="utf-8")) for file in (out / "trials").glob(f"*/{name}")]
        return sorted(found, key=lambda each: (each["algorithm"], each["configurations"], each["seed"]))

    return read(RESULT), read(FAILURE)


def _claim(settings: SweepSettings, out: Path) -> None:
    """Save the settings of the sweep and its algorithms, after a check against existing ones.

    Raises:
        ResumeError: existing settings differ.
    """
    base_settings.claim(settings, out / SETTINGS, FREE)
    for name in settings.algorithms:
        trained = training_settings(settings, Trial(name, settings.configurations[0], settings.seeds[0]), {})
        base_settings.claim(trained, out / f"{name}.yaml", ("seed",))


def _write(path: Path, content: dict[str, Any]) -> None:
    data_files.write(path, json.dumps(content, indent=1) + "\n")
