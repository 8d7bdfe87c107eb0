"""Old names of modules still work for a release, and say what to write instead."""

import importlib
import pickle
import sys

import pytest

from bmoca_gym.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_new_module(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match="is now"):
        found = importlib.import_module(old)
    assert found is importlib.import_module(MOVED[old])
    assert found.__spec__ is not None
    assert found.__spec__.name == found.__name__ == MOVED[old]


def test_values_of_a_moved_module_pickle() -> None:
    found = importlib.import_module("bmoca_gym.suites.androidlab.call_actions")
    assert pickle.loads(pickle.dumps(found.SCALES["calls"])) == found.SCALES["calls"]
