"""The suite and the app in examples/suite_package: installed with pip, it is played by its Gymnasium ids and checked."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.packages import ROOT, install

PLAY = """
import gymnasium as gym
import bmoca_gym
from bmoca_gym import agents

for gym_id in ("Office-WakeUpForMeeting-v0", "Office-AddUpBill-v0", "Office-NoteWhatToDo-v0", "Office-v0"):
    env = gym.make(gym_id, environments="100", action="text").unwrapped
    observation, info = env.reset(seed=1, options=None if gym_id == "Office-v0" else {"task_seed": 3})
    agent, over = agents.create("expert"), False
    agent.reset(env, info, 0)
    while not over:
        observation, reward, terminated, truncated, info = env.step(agent.act(observation, info))
        over = terminated or truncated
    print(gym_id, info["task_seed"], info["instruction"], reward)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment variables of a process that sees the package, installed into a folder of its own."""
    return install("suite_package", tmp_path_factory.mktemp("package"))


def run(installed: dict[str, str], *arguments: str, folder: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=installed, cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.exhaustive
def test_it_is_played(installed: dict[str, str]) -> None:
    lines = run(installed, "-c", PLAY).splitlines()
    assert len(lines) == 4
    assert all(line.endswith(" 1.0") for line in lines)
    assert lines[0].startswith("Office-WakeUpForMeeting-v0 3 Set an alarm for ")


@pytest.mark.exhaustive
def test_the_commands_of_the_tutorial(installed: dict[str, str], tmp_path: Path) -> None:
    page = (ROOT / "docs" / "tutorials" / "write-an-app.md").read_text(encoding="utf-8")
    commands = re.findall(r"^bmoca (tasks|solve) (.*)$", page, re.MULTILINE)
    assert [name for name, _ in commands] == ["tasks", "solve"]
    lines = [[name, *shlex.split(words)] for name, words in commands]
    program = f"from bmoca_gym import cli; print([cli.main(line) for line in {lines}])"
    printed = run(installed, "-c", program, folder=tmp_path)
    assert "Office-NoteWhatToDo-v0" in printed
    assert printed.splitlines()[-2:] == ["Film: todo.gif", "[0, 0]"]


def test_it_is_checked(installed: dict[str, str]) -> None:
    check = [
        "-m",
        "bmoca_gym.cli",
        "check-suite",
        "office",
        "--environments",
        "100,109",
        "--seeds",
        "50",
        "--quiet",
    ]
    lines = run(installed, *check, "--instances", "2").splitlines()
    assert lines[-2].endswith("0 problems.")
    assert lines[-1] == "Next: bmoca evaluate --agent random --suite office"
    assert [line.split()[1:] for line in lines if "/" in line] == [["4/4", "4/4", "4/4", "8/8"]] * 4
