"""Infos as columns and as arrays: equal to those of Gymnasium's vector environments, one environment at a time."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import VectorEnv

from bmoca_gym.envs.infos import WHOLE, arrays, columns

#: Entries of several types, which some environments don't have; dicts in dicts among them.
INFOS: list[dict[str, Any]] = [
    {"steps": 3, "score": 0.5, "success": True, "task": "alarm", "evidence": ["a", "b"]},
    {"steps": 4, "score": 1.0, "success": False, "task": "call", "evidence": [], "last": {"steps": 9, "more": {"at": 2}}},
    {"steps": 5, "task": None, "evidence": ["c"], "last": {"more": {"at": 4}, "said": "yes"}},
    {"steps": 6, "score": 2.5, "success": True, "task": "alarm", "evidence": ["a", "b"]},
]  # fmt: skip


def theirs() -> dict[str, Any]:
    vector: VectorEnv[Any, Any, Any] = VectorEnv()
    vector.num_envs = len(INFOS)
    found: dict[str, Any] = {}
    for number, info in enumerate(INFOS):
        found = vector._add_info(found, info, number)
    return found


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    if one.dtype == object:
        return other.dtype == object and one.tolist() == other.tolist()
    return bool(data_equivalence(one, other, exact=True))


def test_gives_what_gymnasium_gives() -> None:
    assert equal(arrays([(0, columns(range(4), INFOS))], 4), theirs())


def test_columns_of_parts_that_were_sent_give_the_same() -> None:
    for edge in (1, 2, 3):
        parts = [(0, columns(range(edge), INFOS[:edge])), (edge, columns(range(4 - edge), INFOS[edge:]))]
        assert equal(arrays(pickle.loads(pickle.dumps(parts)), 4), theirs()), edge


def test_environments_without_infos_have_none() -> None:
    found = arrays([(1, columns([2, 0], [{"steps": 5}, {"steps": 7}]))], 4)
    assert found["steps"].tolist() == [0, 7, 0, 5]
    assert found["_steps"].tolist() == [False, True, False, True]
    assert arrays([(0, columns([], []))], 4) == {}
    assert arrays([], 4) == {}


def test_some_dicts_stay_whole() -> None:
    for name in WHOLE:
        given: list[dict[str, Any]] = [{name: {"hour": 10}}, {name: {"city": "Seoul"}}]
        assert arrays([(0, columns(range(2), given))], 2)[name].tolist() == [each[name] for each in given]


def test_lists_of_one_length_and_arrays_stay_objects() -> None:
    given = [{"evidence": [1, 2], "final_obs": np.zeros(3)}, {"evidence": [3, 4], "final_obs": np.ones(3)}]
    found = arrays([(0, columns(range(2), given))], 2)
    assert found["evidence"].tolist() == [[1, 2], [3, 4]]
    assert found["final_obs"].shape == (2,)
    assert found["final_obs"][1].tolist() == [1, 1, 1]
