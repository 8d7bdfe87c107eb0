"""The cyclic collector: objects are frozen between episodes, and garbage of other code is still found."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from bmoca_gym.devices import cyclic_collector
from bmoca_gym.devices.embedded import EmbeddedDevice


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.itself = self
        self.more = [[self] for _ in range(50)]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The collector as in a new process, restored afterwards."""
    monkeypatch.setattr(cyclic_collector, "_settled", 0)
    monkeypatch.setattr(cyclic_collector, "_found", 0)
    monkeypatch.setattr(cyclic_collector, "_frozen", False)
    monkeypatch.setattr(cyclic_collector, "_left_alone", False)
    monkeypatch.setattr(cyclic_collector, "_gestures", 0)
    monkeypatch.setattr(cyclic_collector, "_freezes", 0)
    monkeypatch.setattr(cyclic_collector, "_clean", 0)
    yield
    gc.unfreeze()


def test_what_is_loaded_first_freezes_what_there_is(watched: None) -> None:
    device = EmbeddedDevice()
    device.save_snapshot("start")
    gc.unfreeze()
    device.load_snapshot("start")
    assert gc.get_freeze_count() > 10_000
    assert gc.get_count() < (700, 2, 1)


def test_what_gestures_leave_is_frozen_but_not_the_garbage_among_it(watched: None) -> None:
    """Both with snapshots and in a long episode, no collection visits many young objects."""
    cyclic_collector.between_episodes()
    for gestures, loads in ((cyclic_collector._MANY, True), (cyclic_collector._TOO_MANY, False)):
        rings = [Ring() for _ in range(5)]
        garbage, kept = weakref.ref(rings.pop()), rings[0].more
        for _ in range(gestures):
            cyclic_collector.after_gesture()
        if loads:
            cyclic_collector.between_episodes()
        young = [one for generation in range(3) for one in gc.get_objects(generation)]
        assert garbage() is None
        assert len(young) < 500
        assert all(one is not kept for one in young)


def test_garbage_is_looked_for_seldom_where_there_is_none_and_at_each_freeze_where_there_is(
    watched: None,
) -> None:
    """Garbage that was frozen is left to the full collection."""
    cyclic_collector.between_episodes()
    gc.collect()

    def found() -> bool:
        ring = weakref.ref(Ring())
        cyclic_collector._freeze()
        return ring() is None

    assert all(found() for _ in range(20)), "garbage that is left again and again is found at once"
    for _ in range(cyclic_collector._CLEAN + 1):
        cyclic_collector._freeze()
    searches = [found() for _ in range(2 * cyclic_collector._SELDOM)]
    first = searches.index(True)
    assert 0 < first < cyclic_collector._SELDOM
    assert all(searches[first:])


def test_garbage_is_found_before_the_process_has_grown_by_a_half(watched: None) -> None:
    cyclic_collector.between_episodes()
    first = gc.get_freeze_count()
    alive = 0
    most = 0

    def gone(_: object) -> None:
        nonlocal alive
        alive -= 1

    kept = []
    for _ in range(first // 50):  # a whole process more of garbage, were it not found
        ring = Ring()
        alive += 1
        kept.append(weakref.ref(ring, gone))
        most = max(most, alive)
        cyclic_collector.between_episodes()
    assert gc.get_freeze_count() < 1.5 * first + 80_000
    assert alive < first // 50 // 2, "some were found"
    del kept


def _grow(monkeypatch: pytest.MonkeyPatch, size: int, garbage: int = 0, closes: bool = False) -> int:
    """The number of full collections when a settled process grows to ``size`` blocks and that many objects are found.

    ``closes``: whether each episode ends with a phone that is closed.
    """
    first = cyclic_collector._garbage()
    monkeypatch.setattr(cyclic_collector, "_size", lambda: size)
    monkeypatch.setattr(cyclic_collector, "_garbage", lambda: first + garbage)
    before = gc.get_stats()[2]["collections"]
    for _ in range(cyclic_collector._COUNTED):
        for _ in range(cyclic_collector._MANY):
            cyclic_collector.after_gesture()
        if closes:
            cyclic_collector.give_back()
        cyclic_collector.between_episodes()
    return int(gc.get_stats()[2]["collections"] - before)


@pytest.mark.parametrize(
    ("blocks", "garbage", "collections"),
    [(1_120_000, 900_000, 0), (1_130_000, 129_000, 0), (1_130_000, 130_000, 1), (1_400_000, 100_000, 0),
     (1_600_000, 0, 0), (1_600_000, 5_900, 0), (1_600_000, 6_000, 1), (5_900_000, 0, 0), (6_000_001, 0, 1)],
)  # fmt: skip
def test_a_full_collection_runs_where_the_process_has_grown_and_garbage_is_likely_or_it_has_grown_by_much(
    watched: None, monkeypatch: pytest.MonkeyPatch, blocks: int, garbage: int, collections: int
) -> None:
    monkeypatch.setattr(cyclic_collector, "_size", lambda: 1_000_000)
    cyclic_collector.between_episodes()
    assert _grow(monkeypatch, blocks, garbage) == collections


def test_frozen_garbage_is_found_by_the_full_collection_for_which_young_garbage_calls(
    watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cyclic_collector.between_episodes()
    ring = Ring()
    garbage = weakref.ref(ring)
    gc.freeze()
    del ring
    gc.collect()
    assert garbage() is not None
    size = 2 * cyclic_collector._settled
    assert _grow(monkeypatch, size) == 0
    assert garbage() is not None
    assert _grow(monkeypatch, size, size // 100) == 1
    assert garbage() is None


def test_garbage_is_found_where_phones_are_closed_and_opened_all_the_time(
    watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server does that: each task is played on a new phone, and the old one is closed."""
    cyclic_collector.between_episodes()
    ring = Ring()
    garbage = weakref.ref(ring)
    cyclic_collector.give_back()
    cyclic_collector.between_episodes()
    del ring
    size = 2 * cyclic_collector._settled
    assert _grow(monkeypatch, size, size // 100, closes=True) == 1
    assert garbage() is None


def test_garbage_of_requests_that_start_tasks_does_not_pile_up(watched: None) -> None:
    """The library of MCP's server leaves a cycle for each request, and one request in some starts a task."""
    cyclic_collector.between_episodes()
    size = cyclic_collector._settled
    started = size // 3 // 102  # a ring has 102 blocks
    alive = most = 0

    def gone(_: object) -> None:
        nonlocal alive
        alive -= 1

    kept = []
    for _ in range(started):
        for _ in range(3):
            Ring()  # a request that ends between two starts
        request = Ring()
        kept.append(weakref.ref(request, gone))
        alive += 1
        most = max(most, alive)
        cyclic_collector.give_back()  # the phone of the last task is closed
        cyclic_collector.between_episodes()
        del request
    # It is looked for at one start in `_COUNTED`.
    assert most <= size // 8 // 100 + 2 * cyclic_collector._COUNTED < started


def test_nothing_is_frozen_where_nobody_wants_it(watched: None) -> None:
    gc.unfreeze()
    gc.disable()
    try:
        cyclic_collector.between_episodes()
        assert gc.get_freeze_count() == 0
    finally:
        gc.enable()
    cyclic_collector.between_episodes()
    assert gc.get_freeze_count() > 0
    EmbeddedDevice().close()
    assert gc.get_freeze_count() == 0, "a phone that is closed gives it back"
    cyclic_collector.between_episodes()
    assert gc.get_freeze_count() > 0
    cyclic_collector.leave_alone()
    assert gc.get_freeze_count() == 0
    cyclic_collector.between_episodes()
    assert gc.get_freeze_count() == 0
