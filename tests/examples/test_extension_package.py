"""The plugin in examples/extension_package: installed with pip, its modes, rule, measure and agent play and are checked."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.packages import ROOT, install

CHECK = """
import json
import gymnasium as gym
import bmoca_gym
from gymnasium.utils.env_checker import check_env
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.success_detectors import Detector, rule_from_data

env = gym.make("BMoCA-Alarm-v0", interface="compass")
check_env(env.unwrapped, skip_render_check=True)
device = EmbeddedDevice()
found = []
for brightness in (20, 250):
    device.shell(f"settings put system screen_brightness {brightness}")
    detector = Detector(rule_from_data({"brightness": {"least": 200}}))
    detector.reset(device)
    found.append(detector.check(device).satisfied)
greys = gym.make("BMoCA-Alarm-v0", interface="compass-greys")
check_env(greys.unwrapped, skip_render_check=True)
shapes = [list(one.observation_space.shape) for one in (env, greys)]
print(json.dumps([repr(env.action_space), shapes, found]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment variables of a process that sees the package, installed into a folder of its own."""
    return install("extension_package", tmp_path_factory.mktemp("package"))


def run(installed: dict[str, str], *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], env=installed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_modes_the_rule_and_the_interfaces(installed: dict[str, str]) -> None:
    said = json.loads(run(installed, "-c", CHECK).splitlines()[-1])
    assert said == ["Discrete(10)", [[128, 64, 3], [9]], [False, True]]


def test_the_agent_is_evaluated_and_the_measure_is_a_column(
    installed: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "results"
    chosen = (
        "--agent",
        "wanderer",
        "--interface",
        "compass",
        "--tasks",
        "Alarm",
        "--environments",
        "100",
        "--out",
        str(out),
    )
    said = run(installed, "-m", "bmoca_gym.cli", "evaluate", *chosen)
    assert "Variety: " in said
    with (out / "summary.csv").open(newline="") as file:
        total = next(row for row in csv.DictReader(file) if row["group"] == "all")
    assert 0 < float(total["variety"]) <= 1


def test_nothing_of_it_is_known_without_the_package() -> None:
    code = 'import bmoca_gym.envs.registries as r; print("compass" in r.ACTION_MODES.names())'
    assert run({**os.environ, "PYTHONPATH": str(ROOT)}, "-c", code).strip() == "False"
