"""Statistics against values computed by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.episodes import metrics


def test_wilson_interval_of_published_values() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
    for successes, episodes, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert metrics.wilson_interval(successes, episodes) == pytest.approx((low, high), abs=5e-5)


def test_wilson_interval_by_hand() -> None:
    # 1 of 2 with z = 2: scale 3, centre (0.5 + 1) / 3 = 0.5, half 2/3 · √(0.125 + 0.25) = 0.408248.
    assert metrics.wilson_interval(1, 2, z=2.0) == pytest.approx((0.5 - 0.408248, 0.5 + 0.408248), abs=1e-6)


def test_instances_count_once_however_often_they_were_played(make_episode: Any) -> None:
    def played(*outcomes: tuple[str, int, bool]) -> list[Any]:
        return [
            make_episode(task=task, instance=instance, seed=seed, success=success)
            for seed, (task, instance, success) in enumerate(outcomes)
        ]

    assert metrics.instance_rate(played(("t", 0, True), ("t", 0, False))) == (1, None)
    assert metrics.instance_rate(played(("t", 0, True), ("u", 0, False))) == (2, None)
    # Half of instance 0 and all of instance 1: 1.5 of 2.
    found = metrics.instance_rate(played(("t", 0, True), ("t", 0, False), ("t", 1, True)))
    assert found == (2, metrics.wilson_interval(1.5, 2))


def test_the_interval_over_runs_by_hand(make_episode: Any) -> None:
    def runs(*rates: float) -> list[Any]:
        return [
            make_episode(task=str(task), seed=seed, success=task < 4 * rate)
            for seed, rate in enumerate(rates)
            for task in range(4)
        ]

    assert metrics.run_interval(runs(0.5)) is None
    # Rates 1/4, 2/4, 3/4: mean 0.5, deviation 0.25, half 4.303 · 0.25 / √3.
    assert metrics.run_interval(runs(0.25, 0.5, 0.75)) == pytest.approx((0.0, 1.0), abs=0.13)
    assert metrics.run_interval(runs(*[0.5, 0.75] * 10)) == pytest.approx(
        (0.625 - 2.093 * 0.128247 / math.sqrt(20), 0.625 + 2.093 * 0.128247 / math.sqrt(20)), abs=1e-5
    )
    assert metrics.run_interval(runs(0.5, 0.5)) == (0.5, 0.5)


def test_both_judges_on_the_same_episodes(make_episode: Any) -> None:
    def scored(corrected: float, upstream: float, **others: Any) -> Any:
        scores = {"corrected": corrected, "upstream": upstream}
        return make_episode(success=corrected == 1, scores=scores, **others)

    episodes = [scored(1, 1), scored(0.5, 1), scored(0, 0), make_episode(success=True)]
    found = metrics.judged(episodes)
    assert found is not None
    assert found.episodes == 3
    assert found.rates == pytest.approx({"corrected": 1 / 3, "upstream": 2 / 3})
    assert found.scores == pytest.approx({"corrected": 0.5, "upstream": 2 / 3})
    assert found.differ == {"corrected": 0, "upstream": 1}
    assert metrics.mean_score(episodes) == pytest.approx((1 + 0.5 + 0 + 1) / 4)
    assert metrics.judged([make_episode()]) is None
    assert scored(1, 1, error="it fell").score == 0.0
    assert [make_episode(success=False, finished=said).hallucinated for said in ("", "infeasible", None)] == [
        True, False, False,
    ]  # fmt: skip


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_interval_holds_the_rate_and_is_symmetric(counts: tuple[int, int]) -> None:
    successes, episodes = counts
    low, high = metrics.wilson_interval(successes, episodes)
    assert 0 <= low <= successes / episodes <= high <= 1
    mirrored = metrics.wilson_interval(episodes - successes, episodes)
    assert mirrored == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(("successes", "episodes"), [(0, 0), (3, 2), (-1, 2)])
def test_wilson_interval_refuses_impossible_counts(successes: int, episodes: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        metrics.wilson_interval(successes, episodes)


def test_standard_error_is_over_runs(make_episode: Any) -> None:
    # Runs of rates 1, 1/2, 0: sample deviation 1/2, divided by √3.
    runs = [(0, True), (0, True), (1, True), (1, False), (2, False), (2, False)]
    episodes = [
        make_episode(task=f"t{i}", seed=seed, success=success) for i, (seed, success) in enumerate(runs)
    ]
    assert metrics.standard_error(episodes) == pytest.approx(0.5 / math.sqrt(3))
    assert metrics.standard_error(episodes[:2]) is None
    rate = metrics.success_rate(episodes)
    assert (rate.episodes, rate.successes, rate.mean) == (6, 3, 0.5)
    assert (rate.low, rate.high) == metrics.wilson_interval(3, 6)


def test_nothing_is_known_of_no_episodes() -> None:
    assert metrics.success_rate([]) == (0, 0, None, None, None, None)
    assert metrics.environment_gap([]) is None
    assert metrics.redundancy([]) is None
    assert metrics.mean_steps([]) is None


def test_gap_is_between_the_mean_and_the_worst_environment(make_episode: Any) -> None:
    outcomes = {"000": [True, True], "001": [True, False], "002": [False, False, False]}
    episodes = [
        make_episode(environment=name, seed=seed, success=success)
        for name, runs in outcomes.items()
        for seed, success in enumerate(runs)
    ]
    gap = metrics.environment_gap(episodes)
    assert gap == (0.5, 0.0, "002")
    assert gap is not None
    assert gap.difference == 0.5


def test_redundancy_counts_successes_with_a_known_expert(make_episode: Any) -> None:
    episodes = [
        make_episode(steps=6, expert_steps=4),
        make_episode(steps=5, expert_steps=5),
        make_episode(steps=40, expert_steps=None),
        make_episode(steps=9, expert_steps=3, success=False),
        make_episode(steps=0, expert_steps=0),
    ]
    assert metrics.redundancy(episodes) == pytest.approx((1.5 + 1.0) / 2)
    assert metrics.mean_steps(episodes) == pytest.approx((6 + 5 + 40 + 0) / 4)


def test_group_keeps_the_order_of_first_appearance(make_episode: Any) -> None:
    episodes = [make_episode(task=name, seed=i) for i, name in enumerate(["b", "a", "b"])]
    groups = metrics.group(episodes, lambda episode: episode.task)
    assert {name: [one.seed for one in part] for name, part in groups.items()} == {"b": [0, 2], "a": [1]}
    assert list(groups) == ["b", "a"]
