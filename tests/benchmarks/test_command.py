"""The command: a quick run prints its tables and writes sane JSON. No speed fails a test."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks import others, phones
from benchmarks.__main__ import PAGE

pytestmark = pytest.mark.exhaustive

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    out = tmp_path_factory.mktemp("benchmarks") / "figures.json"
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--out", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout, json.loads(out.read_text(encoding="utf-8"))


def numbers(figures: Any) -> Iterator[float]:
    if isinstance(figures, dict):
        for value in figures.values():
            yield from numbers(value)
    elif isinstance(figures, list):
        for value in figures:
            yield from numbers(value)
    elif isinstance(figures, (int, float)):
        yield figures


def test_every_case_is_measured_or_its_absence_explained(run: tuple[str, dict[str, Any]]) -> None:
    figures = run[1]
    mine = set(phones.cases(1))
    absent = set(figures["absent"]) - {PAGE}
    assert set(figures["rates"]) | absent == mine | set(others.OTHERS)
    assert bool(figures["page"]) != (PAGE in figures["absent"])
    assert not mine & set(figures["absent"])
    assert all(len(reason) > 10 for reason in figures["absent"].values())


def test_figures_are_sane(run: tuple[str, dict[str, Any]]) -> None:
    figures = run[1]
    assert all(math.isfinite(number) and number >= 0 for number in numbers(figures))
    for case in figures["rates"].values():
        assert case["steps_per_second"] > 0
        assert 0 < case["step_us"]["median"] <= case["step_us"]["p99"] <= case["step_us"]["longest"]
    for reset in figures["resets"].values():
        assert 0 < reset["median_ms"] <= reset["p99_ms"] <= reset["longest_ms"]
    assert figures["memory"]["tracemalloc_kb"] > 0
    assert figures["startup"]["import_to_first_frame_s"] >= figures["startup"]["import_s"] > 0


def test_every_budget_has_a_verdict_and_is_printed(run: tuple[str, dict[str, Any]]) -> None:
    printed, figures = run
    assert all((budget["met"] is None) == (budget["measured"] is None) for budget in figures["budgets"])
    assert "Budgets of the design" in printed
    assert all(heading in printed for heading in ("steps/s", "p99"))


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_a_phone_of_another_image_plays_the_tasks_whose_apps_it_has(image: str) -> None:
    env = phones.made(1, image)
    _, info = env.reset(seed=0)
    assert phones.device_of(env).phone.image.name == image
    assert info["task"] in {task.id for task in phones.six_tasks(image)}
    assert set(phones.of_image(1, image)) <= set(phones.cases(1))
    env.close()
