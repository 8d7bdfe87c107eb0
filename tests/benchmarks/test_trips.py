"""The count of files that a step passes through."""

from __future__ import annotations

from benchmarks.trips import passed
from bmoca_gym.handset.state import LogBuffer


def test_the_files_of_the_package_are_counted_and_no_others() -> None:
    found = passed(lambda: (LogBuffer().since(0), sorted([2, 1], key=lambda each: -each)))
    assert set(found) == {"handset/state.py"}
    assert found["handset/state.py"] >= 2  # `since` and `end`
    assert not passed(lambda: None)
