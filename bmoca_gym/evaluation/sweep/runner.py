"""Runner of a sweep: runs each trial until it has a result or has failed too often. Finished trials are kept."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, randomization, splits
from bmoca_gym.errors import TrainingError, WorkerLostError
from bmoca_gym.evaluation.sweep.settings import FREE, SweepSettings, Trial, training_settings, trials
from bmoca_gym.executors import Executor, Pool, opened
from bmoca_gym.executors.worker import Work
from bmoca_gym.policies import base_settings

SETTINGS, RESULT, FAILURE = "sweep.yaml", "result.json", "failure.json"

#: Called with each trial that ended, its error or None, the number of finished trials, and the number of all trials.
OnTrial = Callable[[Trial, "str | None", int, int], None]


def run(
    settings: SweepSettings, on_trial: OnTrial | None = None, executor: Executor | None = None
) -> list[Path]:
    """Run all trials without a result. Failed trials are repeated.

    Args:
        settings: the settings of the sweep.
        on_trial: called with each trial that ended.
        executor: where the trials run, and not closed here; None opens the executor that the settings name.

    Returns:
        The folders of the trials that failed ``attempts`` times. Each has a ``failure.json``. A later run tries them
        again.

    Raises:
        SettingsError: the settings are invalid.
        ArgumentError: tasks or environments are unknown, or tasks are for validation or tests.
        ResumeError: the folder has a sweep with other settings, or trials of an algorithm with other settings.
    """
    out = Path(settings.out).absolute()
    all_trials = trials(settings)
    splits.training_tasks(settings.tasks)
    randomization.select(list(settings.test_environments))
    _claim(settings, out)
    folders = [out / "trials" / trial.name for trial in all_trials]
    waiting = [number for number, folder in enumerate(folders) if not (folder / RESULT).exists()]
    if not waiting:
        return []
    plain = base_settings.to_mapping(settings)
    jobs = {
        number: {"settings": plain, "trial": list(all_trials[number]), "folder": str(folders[number])}
        for number in waiting
    }
    errors: dict[int, list[str]] = {number: [] for number in waiting}
    failed: list[Path] = []
    done = len(all_trials) - len(waiting)
    with (
        opened(executor, settings.executor, settings.address) as place,
        closing(
            Pool(
                place,
                _trials,
                [[job] for job in jobs.items()],
                workers=min(settings.workers, len(jobs)),
                attempts=settings.attempts,
                repeated=(TrainingError, WorkerLostError),
            )
        ) as pool,
    ):
        for (number, _), result, error, again in pool:
            folder = folders[number]
            folder.mkdir(parents=True, exist_ok=True)
            if error is None:
                _write(folder / RESULT, {**result, "errors": errors[number]})
                (folder / FAILURE).unlink(missing_ok=True)
                done += 1
            else:
                errors[number].append(str(error))
                if not again:
                    _write(folder / FAILURE, {**all_trials[number]._asdict(), "errors": errors[number]})
                    failed.append(folder)
            if on_trial is not None:
                on_trial(all_trials[number], None if error is None else str(error), done, len(all_trials))
    return failed


@contextmanager
def _trials() -> Iterator[Work]:
    """Prepare a worker."""
    yield _attempt


def _attempt(job: tuple[int, dict[str, Any]]) -> dict[str, Any]:
    """Run a trial.

    Raises:
        TrainingError: it failed, with the place of the error.
    """
    try:
        from bmoca_gym.evaluation.sweep.trial import run_trial  # needs PyTorch, only on the worker

        return run_trial(job[1])
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        raise TrainingError(f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})") from None


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
