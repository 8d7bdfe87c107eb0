"""The curriculum over configurations: failed ones are drawn more often, and none is forgotten."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bmoca_gym import randomization
from bmoca_gym.policies.curriculum import HardConfigurations

CONFIGURATIONS = randomization.select(["000", "001", "002", "003"])


@pytest.mark.parametrize(("share", "easy"), [(0.0, 750), (0.5, 403), (1.0, 57)])
def test_configurations_that_fail_are_drawn_more_often(share: float, easy: int) -> None:
    drawn = HardConfigurations(CONFIGURATIONS, share)
    for _ in range(200):
        for configuration in ("000", "001", "003"):
            drawn.note(configuration, True)
        drawn.note("002", False)
    generator = np.random.default_rng(0)
    count = Counter(drawn(generator).id for _ in range(1000))
    assert abs(count.total() - count["002"] - easy) < 50
    assert len(count) == len(CONFIGURATIONS)


def test_a_configuration_fails_until_most_of_its_last_episodes_succeed() -> None:
    drawn = HardConfigurations(CONFIGURATIONS, 0.5)
    results = [True] * 7 + [False] + [True] * 2
    failing = []
    for success in results:
        failing.append(drawn.fails("001"))
        drawn.note("001", success)
    assert failing == [True] * 7 + [False, True, False]
    assert drawn.fails("002")


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9])
def test_episodes_count_as_if_configurations_were_drawn_evenly(share: float) -> None:
    drawn, generator = HardConfigurations(CONFIGURATIONS, share), np.random.default_rng(0)
    chances = {"000": 1.0, "001": 0.9, "002": 0.0, "003": 0.5}
    ended = []
    for _ in range(8000):
        configuration = drawn(generator).id
        success = bool(generator.random() < chances[configuration])
        ended.append((drawn.note(configuration, success), success))
    counted, solved = sum(counts for counts, _ in ended), sum(counts for counts, success in ended if success)
    assert abs(counted / len(ended) - 1) < 0.05
    assert abs(solved / counted - 0.6) < 0.05
