"""Timing: cases take turns, episodes are reset when they end, ratios are taken within a round."""

from __future__ import annotations

import gymnasium as gym
import pytest

from benchmarks import budgets, others, phones
from benchmarks.budgets import Budget
from benchmarks.timing import Case, Rates, Round, distribution, environment_case, measure, ratio


class Turns:
    """Records when it has its turn, and makes a number of steps."""

    def __init__(self, name: str, steps: int, turns: list[str]) -> None:
        self.name, self.steps, self.turns = name, steps, turns

    def run(self, seconds: float) -> Round:
        self.turns.append(self.name)
        return Round(seconds, [0.001] * self.steps)


def test_cases_take_turns_and_a_first_round_is_not_counted() -> None:
    turns: list[str] = []
    rates = measure([Turns("a", 10, turns), Turns("b", 30, turns)], rounds=3, seconds=2.0)
    assert turns == ["a", "b"] * 4
    assert rates["a"].per_round == [5.0, 5.0, 5.0]
    assert len(rates["b"].step_seconds) == 90


def test_an_episode_that_ends_is_reset_once() -> None:
    steps, resets = 0, 0

    def step() -> bool:
        nonlocal steps
        steps += 1
        return steps % 5 == 0

    def reset() -> None:
        nonlocal resets
        resets += 1
        assert steps % 5 == 0

    done = Case(step, reset).run(0.001)
    assert len(done.step_seconds) == steps
    assert resets == 1 + steps // 5
    assert done.seconds >= 0.001


def test_an_environment_under_random_actions() -> None:
    before: list[None] = []
    case = environment_case(gym.make("CartPole-v1"), before_step=lambda: before.append(None))
    done = case.run(0.01)
    case.close()
    assert len(before) == len(done.step_seconds) > 0


def test_a_ratio_is_the_median_of_the_rounds_own() -> None:
    rates = {"fast": Rates([10.0, 100.0, 30.0]), "slow": Rates([5.0, 50.0, 1.0])}
    assert ratio(rates, "fast", "slow") == 2.0
    assert ratio(rates, "fast", "absent") is None
    assert rates["fast"].steps_per_second == 30.0


def test_only_the_phone_is_compared() -> None:
    rates = {phones.PIXELS: Rates([20.0]), others.ALE: Rates([10.0])}
    assert budgets.ratios(rates) == {phones.PIXELS: {others.ALE: 2.0}}


def test_distribution_is_in_milliseconds() -> None:
    assert distribution([0.001] * 99 + [0.5]) == {
        "median_ms": 1.0,
        "p99_ms": pytest.approx(6, abs=1),
        "longest_ms": 500.0,
    }


@pytest.mark.parametrize(
    ("limit", "at_least", "figure", "met"),
    [
        (2, True, 2.1, True),
        (2, True, 1.9, False),
        (2, False, 1.9, True),
        (2, False, 2.1, False),
        (2, True, None, None),
    ],
)
def test_a_budget_is_met_missed_or_not_measured(
    limit: float, at_least: bool, figure: float | None, met: bool | None
) -> None:
    verdict = Budget("speed", limit, "steps/s", lambda _: figure, at_least).verdict({})
    assert (verdict["measured"], verdict["met"]) == (figure, met)
