"""Tiny evaluations on the embedded handset, from the command line's names to the report."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from bmoca_gym import tasks
from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.records import Episode, read
from bmoca_gym.evaluation import evaluate, report, settings_for

ROOT = Path(__file__).parents[2]


def timeless(episodes: list[Episode]) -> list[Episode]:
    return [replace(episode, seconds=0.0) for episode in episodes]


@pytest.mark.exhaustive
@pytest.mark.parametrize("agent", ["noop", "random"])
def test_workers_do_not_change_a_record(results: Path, agent: str) -> None:
    settings = settings_for(agent, ["Alarm", "Call"], ["003", "109"], seeds=2)
    one = evaluate(settings, results / "one")
    two = evaluate(settings, results / "two", workers=2)
    assert timeless(one) == timeless(two)
    assert [episode.error for episode in one] == [None] * 8
    assert [episode.success for episode in one] == [False] * 8
    films = [
        {path.relative_to(results / name): path.read_bytes() for path in (results / name).rglob("*.webp")}
        for name in ("one", "two")
    ]
    assert films[0] == films[1]
    if agent == "random":
        assert len({episode.actions for episode in one}) == 8, "each episode has a seed of its own"
    else:
        assert {episode.actions for episode in one} == {("press HOME",) * limit for limit in (11, 17)}


@pytest.mark.parametrize("action", ["dual_gesture", "text"])
def test_other_action_modes(results: Path, action: str) -> None:
    settings = settings_for("random", "Calculator", "108", action=action, observation="text")
    (episode,) = evaluate(settings, results)
    assert episode.error is None
    assert episode.steps == settings.tasks[0].step_limit


def test_films_show_the_screen_in_its_shape(results: Path) -> None:
    settings = settings_for("noop", "Alarm", ["100", "109"])
    episodes = evaluate(settings, results)
    shapes = []
    for episode in episodes:
        frames = sorted((results / str(episode.film)).iterdir())
        assert len(frames) == episode.steps + 1
        shapes.append(cv2.imread(str(frames[0])).shape)
    profiles = [environment.profile for environment in settings.environments]
    assert shapes == [(256, round(256 * one.width / one.height), 3) for one in profiles]
    assert shapes[0][1] < 256 < shapes[1][1], "a phone, then a tablet"


def test_the_paper_s_judge_and_ours_do_not_share_a_folder(results: Path) -> None:
    assert not evaluate(settings_for("noop", "Language", "101", judge="paper"), results)[0].error
    with pytest.raises(ValueError, match="judge 'upstream', not 'corrected'"):
        evaluate(settings_for("noop", "Language", "101"), results)


@pytest.mark.parametrize("task", [task.id for task in tasks.select("representative") if task.expert])
def test_the_expert_does_the_task_and_measures_others(results: Path, task: str) -> None:
    (done,) = evaluate(settings_for("expert", task, "100"), results / "expert")
    assert (done.error, done.success, done.total_reward) == (None, True, 1.0)
    assert done.expert_steps == done.steps > 0
    assert metrics.redundancy([done]) == 1.0
    (idle,) = evaluate(settings_for("noop", task, "100"), results / "noop")
    assert (idle.success, idle.expert_steps) == (False, done.steps)
    summary = report.write(results / "expert")
    assert summary.total.rate.mean == 1.0


@pytest.mark.exhaustive
def test_a_run_that_is_killed_goes_on(results: Path) -> None:
    command = [
        sys.executable,
        str(ROOT / "evaluate.py"),
        "--agent",
        "random",
        "--tasks",
        "Alarm,Call",
        "--environments",
        "100,109",
        "--seeds",
        "6",
        "--films",
        "first",
        "--out",
        str(results),
    ]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    process = subprocess.Popen(command, **quiet)
    path = results / "episodes.jsonl"
    deadline = time.monotonic() + 120
    try:
        while not path.exists() or path.read_bytes().count(b"\n") < 2:
            assert process.poll() is None, "the run ended before it could be killed"
            assert time.monotonic() < deadline
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=20)
    finally:
        process.kill()
    before = read(path)
    assert 2 <= len(before) < 24
    assert not (results / "report.html").exists()
    subprocess.run([*command, "--workers", "2"], check=True, timeout=300, **quiet)
    after = read(path)
    assert len(after) == 24
    assert set(before) < set(after)
    settings = settings_for("random", ["Alarm", "Call"], ["100", "109"], seeds=6, films="first")
    assert timeless(after) == timeless(evaluate(settings, results.with_name("straight")))
    assert (results / "report.html").exists()
