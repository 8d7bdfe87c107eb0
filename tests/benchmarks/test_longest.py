"""The longest steps: each with its action, handlers and app, and the bound on processes that wait for each other."""

from __future__ import annotations

import pytest

from benchmarks import longest
from bmoca_gym.handset.state import Phone


def test_the_longest_steps_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(longest, "LONG", 0.0)
    longest.main(["--steps", "20", "--shown", "2", "--phones", "4"])
    head, *steps, last = capsys.readouterr().out.splitlines()
    assert head.startswith("20 steps, ")
    times = [float(line.split()[0]) for line in steps]
    assert len(times) == 2
    assert times == sorted(times, reverse=True)
    assert all("of them in the collector: " in line and line.rpartition("then ")[2] for line in steps)
    assert last.startswith("2 processes with 4 phones each: at most ")


def test_a_step_names_what_handled_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longest, "LONG", 0.0)
    handled = Phone.handled
    steps = longest.measure(60, configurations=1)
    assert Phone.handled is handled
    touched = [step for step in steps if step.handlers]
    assert any("launcher.handlers" in handler for step in touched for handler in step.handlers)


def test_processes_that_wait_gain_less_than_their_number() -> None:
    assert longest.bound([1.0], processes=2, phones=8) == pytest.approx(2)
    few, many = (longest.bound([1.0] * 99 + [100.0], 2, phones) for phones in (8, 512))
    assert 1 < few < many < 2
