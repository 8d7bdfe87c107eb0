"""A sweep of four tiny trials. A dying worker loses nothing. tests/evaluation/test_on_ray.py has Ray."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")
pytest.importorskip("sb3_contrib")
pytest.importorskip("minari")
pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

from bmoca_gym import cli
from bmoca_gym.errors import BmocaError, ResumeError, SettingsError, TrainingError
from bmoca_gym.evaluation import sweep
from bmoca_gym.evaluation.sweep import SweepSettings, Trial, report, table, trials
from bmoca_gym.evaluation.sweep.settings import training_settings
from bmoca_gym.executors import Make

OPTIONS = tuple(
    f"{algorithm}.{field}"
    for algorithm, fields in {
        "bc": ["epochs=1", "network.channels=4", "network.width=16", "network.layers=1", "batch=4"],
        "ppo": ["steps=16", "phones=2", "rollout=4", "batch=8", "epochs=1", "network.channels=4", "network.width=16",
                "tensorboard=false"],
    }.items()
    for field in fields
)  # fmt: skip


def settings(out: Path, **changes: Any) -> SweepSettings:
    usual: dict[str, Any] = {
        "algorithms": ("bc", "ppo"), "configurations": (1, 2), "seeds": (0,), "tasks": ("OpenClockApp",),
        "test_environments": ("100", "105"), "options": OPTIONS, "workers": 2, "quiet": True,
    }  # fmt: skip
    return SweepSettings(out=str(out), **usual | changes)


def results(out: Path) -> list[dict[str, Any]]:
    """All but what differs from run to run."""
    return [
        {key: value for key, value in each.items() if key not in ("seconds", "errors")}
        for each in sweep.results(out)[0]
    ]


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sweep in processes, one of whose workers is killed in its trial."""
    out = tmp_path_factory.mktemp("sweep") / "local"
    killer = Killer(out / "trials" / "ppo-1-0")
    assert sweep.run(settings(out)) == []
    killer.stop()
    return out


class Killer(threading.Thread):
    """Kills the worker of a trial as soon as it reports its process id."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._file, self._over = folder / "worker.json", threading.Event()
        self.killed = False
        self.start()

    def run(self) -> None:
        while not self._over.wait(0.002):
            try:
                worker = json.loads(self._file.read_text())
            except (OSError, ValueError):
                continue
            os.kill(worker["pid"], signal.SIGKILL)
            self.killed = True
            return

    def stop(self) -> None:
        self._over.set()
        self.join()
        assert self.killed


@pytest.mark.exhaustive
def test_a_killed_worker_loses_nothing(local: Path) -> None:
    found = sweep.results(local)[0]
    assert len(found) == 4
    errors = {
        f"{each['algorithm']}-{each['configurations']}-{each['seed']}": each["errors"] for each in found
    }
    assert any("exit code -9" in error for error in errors.pop("ppo-1-0"))
    assert not any(errors.values())


@pytest.mark.exhaustive
def test_workers_end_with_a_sweep_that_is_killed(tmp_path: Path) -> None:
    endless = (
        "ppo.steps=1000000000,ppo.minutes=0,ppo.phones=2,ppo.rollout=4,ppo.batch=8,ppo.tensorboard=false"
    )
    sweeping = subprocess.Popen(
        [sys.executable, "-m", "bmoca_gym.cli", "sweep", "algorithms=ppo", "configurations=1", "seeds=0", "tasks=OpenClockApp",
         f"options={endless}", "workers=1", "quiet=true", f"out={tmp_path}"]
    )  # fmt: skip
    about = tmp_path / "trials" / "ppo-1-0" / "worker.json"
    try:
        assert eventually(about.exists)
        pid = json.loads(about.read_text())["pid"]
        assert works(pid)
    finally:
        sweeping.kill()
        sweeping.wait()
    assert eventually(lambda: not works(pid))


def works(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    status = Path(f"/proc/{pid}/stat")
    try:
        os.kill(pid, 0)
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether a condition becomes true within a minute."""
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


@pytest.mark.exhaustive
def test_what_is_finished_is_not_done_again(local: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again: list[Any] = []

    def never(trial: Trial, error: str | None, done: int, count: int) -> None:
        again.append(trial)

    before = (local / "trials/bc-1-0/result.json").stat().st_mtime_ns
    assert sweep.run(settings(local), never) == []
    assert cli.main(["sweep", "--config", str(local / "sweep.yaml")]) == 0
    assert "report.html" in capsys.readouterr().out
    assert (again, before) == ([], (local / "trials/bc-1-0/result.json").stat().st_mtime_ns)
    with pytest.raises(ResumeError, match="threads"):
        sweep.run(settings(local, threads=2))
    # Results of an algorithm whose settings have changed since, by a release or a file, are not mixed with others.
    file = local / "bc.yaml"
    theirs = file.read_text()
    file.write_text(theirs.replace("learning_rate: ", "learning_rate: 7"))
    with pytest.raises(ResumeError, match=r"bc\.yaml has learning_rate=7"):
        sweep.run(settings(local))
    file.write_text(theirs)


class Fails:
    """An executor in which every job fails except those with one seed. It is its own worker."""

    distant = False

    def start(self, make: Make) -> Fails:
        return self

    def wait(self) -> None:
        pass

    kill = close = wait

    def do(self, job: tuple[int, dict[str, Any]]) -> dict[str, Any]:
        algorithm, configurations, seed = job[1]["trial"]
        if seed == 1:
            raise TrainingError("no luck")
        success = {"open_the_clock_app": {"100": True, "105": False}}
        factors = {
            "open_the_clock_app": {
                configuration: configuration == "100" for configuration in ("100", *table.FACTORS)
            }
        }
        result = {"algorithm": algorithm, "configurations": configurations, "seed": seed, "seconds": 0.1}
        return {**result, "train": success, "test": success, "factors": factors}


@pytest.mark.exhaustive
def test_failures_are_retried_and_reported(tmp_path: Path) -> None:
    told = []
    failed = sweep.run(
        settings(tmp_path, algorithms=("bc",), configurations=(7, 100), seeds=(0, 1), attempts=2, workers=1),
        lambda trial, error, done, count: told.append((trial.name, error)),
        Fails(),
    )
    assert [path.name for path in failed] == ["bc-7-1", "bc-100-1"]
    assert told.count(("bc-7-1", "no luck")) == 2
    lines = report.write(tmp_path)
    assert [(line.configurations, line.task, line.test.mean, line.test.error) for line in lines] == [
        (configurations, task, 0.5, None)
        for configurations in (7, 100)
        for task in ("all", "open_the_clock_app")
    ]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Failed trials" in page
    assert "no luck" in page


@pytest.mark.exhaustive
def test_the_report_of_the_sweep(local: Path) -> None:
    lines = report.write(local)
    assert [(line.algorithm, line.configurations) for line in lines if line.task == "all"] == [
        (algorithm, configurations) for algorithm in ("bc", "ppo") for configurations in (1, 2)
    ]
    first = {
        name: (local / name).read_bytes() for name in ("curve.svg", "factors.svg", "sweep.csv", "curve.png")
    }
    report.write(local)
    assert {name: (local / name).read_bytes() for name in first} == first
    page = (local / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert 'href="http' not in page
    assert "src=" not in page


def test_mean_standard_error_and_drops() -> None:
    assert table.point([0.5]) == (0.5, None, 1)
    assert table.point([0.0, 1.0]) == (0.5, pytest.approx(0.5), 2)
    everywhere = dict.fromkeys(("100", *table.FACTORS), True)
    factors = {"a": {**everywhere, "100-large": False}, "b": everywhere}
    drops = table.factor_drops([{"algorithm": "bc", "configurations": 7, "factors": factors}])
    assert {name: drop.mean for name, drop in drops["bc, 7 configurations"].items() if drop.mean} == {
        "larger elements": 0.5
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"algorithms": ("dqn",)}, "dqn"),
        ({"options": ("bc.epoch=3",)}, "epochs"),
        ({"options": ("bc.seed=3",)}, "the sweep sets this field"),
        ({"options": ("epochs=3",)}, "ALGORITHM"),
        ({"seeds": ()}, "at least one"),
    ],
)
def test_what_is_no_sweep_is_told(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=message):
        trials(settings(tmp_path, **changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tasks": ("by_template:test",)}, "by_template:test is not for training"),
        ({"test_environments": ("999",)}, "There is no environment '999'"),
    ],
)
def test_wrong_names_are_errors_before_the_first_trial(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(BmocaError, match=message):
        sweep.run(settings(tmp_path, **changes))


def test_trials_train_on_what_they_should(tmp_path: Path) -> None:
    from bmoca_gym import randomization
    from bmoca_gym.evaluation.sweep.trial import training_configurations

    assert [configuration.id for configuration in training_configurations(Trial("bc", 7, 3))] == [
        f"{number:03d}" for number in range(7)
    ]
    sampled = training_configurations(Trial("bc", 36, 3))
    test = randomization.select("test")
    assert len(sampled) == 36
    for factor in ("locale", "icon_layout", "profile"):
        assert not {getattr(configuration, factor) for configuration in sampled} & {
            getattr(configuration, factor) for configuration in test
        }
    made = training_settings(settings(tmp_path), Trial("ppo", 7, 3), {"out": "x"})
    assert (made.seed, made.out, made.steps, made.tasks, made.threads) == (3, "x", 16, ("OpenClockApp",), 1)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sweep", "--fields"]) == 0
    assert "number of attempts" in capsys.readouterr().out
    assert cli.main(["sweep", "configuration=7"]) == 2
    assert "configurations" in capsys.readouterr().err
