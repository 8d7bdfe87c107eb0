"""Several workers, killed processes and interruptions, on the fake environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evaluation_fakes import FakeEnv, dead_at_once, no_phone

from bmoca_gym.episodes.records import Episode, read
from bmoca_gym.errors import DeviceError, UnknownAgentError
from bmoca_gym.evaluation import evaluate


def timeless(episodes: list[Episode]) -> list[Episode]:
    return [replace(episode, seconds=0.0) for episode in episodes]


@pytest.mark.exhaustive
def test_workers_make_the_same_records_and_films_as_one_process(results: Path, make_settings: Any) -> None:
    settings = make_settings("evaluation_fakes:Winner", seeds=2)
    one = evaluate(settings, results / "one", make_env=FakeEnv)
    two = evaluate(settings, results / "two", make_env=FakeEnv, workers=2)
    assert timeless(one) == timeless(two)
    assert [episode.success for episode in one] == [True, True, False, False] * 2
    lines = [(results / name / "episodes.jsonl").read_text().splitlines() for name in ("one", "two")]
    assert len(lines[0]) == len(lines[1]) == 8
    films = [
        {
            path.relative_to(results / name): path.read_bytes()
            for path in (results / name / "films").rglob("*.webp")
        }
        for name in ("one", "two")
    ]
    assert films[0] == films[1]
    assert len(films[0]) == 4 * 4 + 4 * 6


def test_more_workers_than_episodes(results: Path, make_settings: Any) -> None:
    settings = make_settings("evaluation_fakes:Winner")
    settings = replace(settings, tasks=settings.tasks[:1], environments=settings.environments[:1])
    assert [one.success for one in evaluate(settings, results, make_env=FakeEnv, workers=3)] == [True]
    assert len(evaluate(settings, results, make_env=FakeEnv, workers=3)) == 1, "nothing left to do"


@pytest.mark.exhaustive
def test_a_process_that_dies_is_one_failed_episode(results: Path, make_settings: Any) -> None:
    episodes = evaluate(
        make_settings("evaluation_fakes:Dying", seeds=2), results, make_env=FakeEnv, workers=2
    )
    assert [(one.task, one.success, one.error) for one in episodes] == [
        ("back", True, None),
        ("back", True, None),
        ("other", False, "the worker process ended with exit code 3"),
        ("other", False, "the worker process ended with exit code 3"),
    ] * 2


@pytest.mark.parametrize(
    ("make_env", "message"),
    [(no_phone, "no phone answers"), (dead_at_once, "before its first job.*code 4")],
)
def test_workers_without_a_phone_end_the_run(
    results: Path, make_settings: Any, make_env: Any, message: str
) -> None:
    with pytest.raises(DeviceError, match=message):
        evaluate(make_settings(), results, make_env=make_env, workers=2)
    assert read(results / "episodes.jsonl") == []


def test_workers_name_an_agent_that_does_not_exist(results: Path, make_settings: Any) -> None:
    with pytest.raises(UnknownAgentError, match="No module named 'no_such_module'"):
        evaluate(make_settings("no_such_module:Agent"), results, make_env=FakeEnv, workers=2)


RUN = """
import sys
sys.path.insert(0, {fakes!r})
from pathlib import Path
from evaluation_fakes import FakeEnv, a_task, an_environment
from bmoca_gym.evaluation import Settings, evaluate

if __name__ == "__main__":
    settings = Settings(agent="evaluation_fakes:Slow", tasks=(a_task("back"), a_task("other")), action="discrete",
                        environments=(an_environment("000", "train"), an_environment("100")), observation="pixels",
                        catalogue_version="1", seeds=5)
    try:
        evaluate(settings, Path(sys.argv[1]), workers=int(sys.argv[2]), make_env=FakeEnv)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def process_group_lives(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_stopped_goes_on(
    results: Path, make_settings: Any, tmp_path: Path, workers: int, stop: signal.Signals
) -> None:
    script = tmp_path / "run.py"
    script.write_text(RUN.format(fakes=str(Path(__file__).parent)))
    process = subprocess.Popen(
        [sys.executable, str(script), str(results), str(workers)], start_new_session=True
    )
    path = results / "episodes.jsonl"
    try:
        deadline = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(stop)
        code = process.wait(timeout=20)
        while process_group_lives(process.pid):
            assert time.monotonic() < deadline, "workers outlive the run"
            time.sleep(0.02)
    finally:
        process.kill()
    assert code == (130 if stop == signal.SIGINT else -signal.SIGKILL)
    before = read(path)
    assert 3 <= len(before) < 20
    settings = make_settings("evaluation_fakes:Slow", seeds=5)
    new: list[Episode] = []
    episodes = evaluate(settings, results, make_env=FakeEnv, on_episode=lambda one, *_: new.append(one))
    assert sorted(one.key for one in [*before, *new]) == sorted(settings.grid())
    assert [one.key for one in episodes] == settings.grid()
    assert set(before) < set(episodes), "what was there is there still, seconds and all"
