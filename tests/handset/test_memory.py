"""The bound on the memory of all caches: it holds, no frame changes, and no step waits for all caches."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import pytest

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.devices import cyclic_collector
from bmoca_gym.handset import memory, screen
from bmoca_gym.handset.render import renderer
from bmoca_gym.handset.render.renderer import SEEN_FRAMES
from bmoca_gym.handset.value import clear_caches, memo, oldest_forgetters, sized_memo
from bmoca_gym.randomization import Sampler


@pytest.fixture(autouse=True)
def new(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound as in a new process."""
    clear_caches()
    monkeypatch.setattr(memory, "_floor", None)
    monkeypatch.setattr(memory, "_looks", 0)
    monkeypatch.setattr(memory, "to_clear", [])
    monkeypatch.setattr(memory, "_which", "oldest")
    monkeypatch.setattr(memory, "_rounds", 0)
    monkeypatch.setattr(memory, "PROCESS_BYTES", 0)
    monkeypatch.setattr(cyclic_collector, "_gestures", 0)


@memo(100)
def _megabyte(number: int) -> bytes:
    return bytes(1 << 20)


def _walk(steps: int) -> tuple[str, int]:
    """Random steps in sampled configurations: a digest of all frames, and the largest growth in bytes."""
    env = gym.make("BMoCA-v0", tasks="all", environments=Sampler(), action="discrete", observation="pixels")
    digest, start, most = hashlib.sha256(), memory.in_use(), 0
    env.reset(seed=3)
    env.action_space.seed(3)
    for step in range(steps):
        frame, _, terminated, truncated, _ = env.step(env.action_space.sample())
        digest.update(frame.tobytes())
        if terminated or truncated:
            env.reset()
        if step % 50 == 0:
            most = max(most, memory.in_use() - start)
    env.close()
    return digest.hexdigest(), most


def test_caches_keep_within_their_bound_and_frames_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With unlimited configurations a process grew to 1.1 GB, and there was no bound."""
    whole, grown = _walk(600)
    clear_caches()
    monkeypatch.setattr(memory, "_floor", None)
    monkeypatch.setattr(memory, "CACHE_BYTES", 10 << 20)
    monkeypatch.setattr(memory, "LOOKS", 1)
    monkeypatch.setattr(cyclic_collector, "_MANY", 1)
    bounded, kept = _walk(600)
    assert bounded == whole
    assert kept < grown * 0.8


def test_memory_of_others_does_not_keep_caches_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the caches were cleared, the program's own memory counts as part of the floor."""
    monkeypatch.setattr(memory, "CACHE_BYTES", 50 << 20)
    monkeypatch.setattr(memory, "LOOKS", 1)
    memory.look()
    kept = bytearray(b"x") * (80 << 20)
    for _ in range(1000):
        memory.look()
    assert memory._floor is not None
    assert memory.in_use() - memory._floor < 50 << 20
    _megabyte(1)
    for _ in range(100):
        memory.look()
    assert _megabyte.cache_info().currsize == 1, f"{len(kept)} bytes are somebody else's"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("floor", "used", "after"),
    [(80, 190, 90), (80, 150, 80), (80, 400, 300), (300, 120, 120), (100, 100, 100)],
    ids=["refilled", "refilled a little", "the program has grown", "the program has shrunk", "as before"],
)
def test_what_caches_hold_again_is_not_taken_for_somebody_else_s(
    monkeypatch: pytest.MonkeyPatch, floor: int, used: int, after: int
) -> None:
    """While caches were cleared, the first ones filled again, so that the bound rose: AndroidWorld took 614 MB."""
    monkeypatch.setattr(memory, "CACHE_BYTES", 200)
    monkeypatch.setattr(memory, "in_use", lambda: used)
    monkeypatch.setattr(memory, "_floor", floor)
    monkeypatch.setattr(memory, "_which", "all")
    memory.to_clear.append(lambda: None)
    memory.look()
    assert (memory._floor, memory.to_clear, memory._which) == (after, [], "oldest")


@pytest.mark.parametrize(
    ("which", "rounds", "used", "after"),
    [
        ("oldest", 0, 270, ("oldest", False)),
        ("oldest", 0, 271, ("oldest", True)),
        ("oldest", memory.ROUNDS - 1, 271, ("screens", True)),
        ("screens", memory.ROUNDS, 270, ("oldest", False)),
        ("screens", memory.ROUNDS, 271, ("all", True)),
    ],
)
def test_more_is_cleared_where_the_oldest_entries_are_not_enough(
    monkeypatch: pytest.MonkeyPatch, which: str, rounds: int, used: int, after: tuple[str, bool]
) -> None:
    """Every cache of screens was emptied at the bound, and drawing them anew took a step twice its time."""
    monkeypatch.setattr(memory, "CACHE_BYTES", 200)
    monkeypatch.setattr(memory, "FREED", 30)
    monkeypatch.setattr(memory, "in_use", lambda: used)
    monkeypatch.setattr(memory, "_floor", 100)
    monkeypatch.setattr(memory, "_which", which)
    monkeypatch.setattr(memory, "_rounds", rounds)
    memory.to_clear.append(lambda: None)
    memory.go_on()
    assert (memory._which, bool(memory.to_clear)) == after
    assert memory._rounds == (0 if not after[1] else rounds + (which == "oldest"))


def test_memory_is_given_back_only_where_the_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The C library kept what was freed: a process that had 386 MB with empty caches needed 255."""
    resident = [100 << 20]
    trims: list[int] = []
    monkeypatch.setattr(memory, "_resident", lambda: resident[0])
    monkeypatch.setattr(memory, "_trim", lambda: trims.append)
    monkeypatch.setattr(memory, "_trimmed", 0)
    for grown in (0, memory.TRIMMED, 1):
        resident[0] += grown
        memory._give_back()
    assert trims == [0, 0]


@pytest.mark.parametrize(("floor", "most"), [(0, 380), (70, 380), (180, 380), (181, 381), (900, 1100)])
def test_a_small_program_leaves_more_to_the_caches(
    monkeypatch: pytest.MonkeyPatch, floor: int, most: int
) -> None:
    monkeypatch.setattr(memory, "CACHE_BYTES", 200)
    monkeypatch.setattr(memory, "PROCESS_BYTES", 380)
    assert memory._most(floor) == most


def test_the_oldest_screens_and_frames_go_first() -> None:
    env = gym.make("BMoCA-v0", tasks="all", environments=Sampler(), action="discrete", observation="pixels")
    env.reset(seed=3)
    env.action_space.seed(3)
    for _ in range(400):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
    env.close()
    kept: list[OrderedDict[Any, Any]] = [screen._screens, SEEN_FRAMES._packed, renderer._drawn_windows]
    unpacked = [0, len(SEEN_FRAMES._late), 0]
    before = [[*one] for one in kept]
    for forget in oldest_forgetters(0.25):
        while forget() is True:
            pass
    after = [[*one] for one in kept]
    for whole, left, more in zip(before, after, unpacked, strict=True):
        assert left
        assert whole[-len(left) :] == left
        goal = (len(whole) + more) * 0.75 - more
        assert goal - 16 <= len(left) <= goal


class Clock:
    """Processor time that passes only when a cache is cleared."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        monkeypatch.setattr(time, "thread_time", lambda: self.seconds)

    def takes(self, seconds: float, more: Callable[[], object] = lambda: None) -> Callable[[], object]:
        """A function that clears a cache in so many seconds, and returns what ``more`` returns."""

        def clear() -> object:
            self.seconds += seconds
            return more()

        return clear


def test_caches_are_cleared_for_two_milliseconds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight caches at a look, whatever they held, made a reset wait for up to 137 ms."""
    clock = Clock(monkeypatch)
    for number in range(60):
        _megabyte(number)
    memory.to_clear.extend([clock.takes(0.025), *[clock.takes(0.001)] * 7, _megabyte.cache_clear])  # type: ignore[attr-defined]
    memory.go_on()
    assert _megabyte.cache_info().currsize == 0  # type: ignore[attr-defined]
    assert (len(memory.to_clear), round(clock.seconds, 3)) == (6, 0.002)
    for _ in range(4):
        memory.go_on()
    assert (len(memory.to_clear), round(clock.seconds, 3)) == (0, 0.032)


def test_clearing_goes_on_after_each_gesture() -> None:
    """It went on at every 128th, so that the first caches were full again before the last ones were empty."""
    cleared: list[int] = []
    memory.to_clear.extend([lambda: cleared.append(1)] * 2)
    cyclic_collector.after_gesture()
    assert cleared == [1, 1]
    assert memory.to_clear == []


def test_threads_do_not_clear_the_same_cache() -> None:
    cleared: list[int] = []
    memory.to_clear.append(lambda: cleared.append(1))
    with memory._clearing:
        memory.go_on()
    assert cleared == []
    memory.go_on()
    assert cleared == [1]


def test_a_large_cache_is_cleared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, left = Clock(monkeypatch), list(range(10))

    def part() -> bool:
        left.pop()
        return bool(left)

    memory.to_clear.append(clock.takes(0.002, part))
    memory.look()
    assert len(left) == 9
    for _ in range(9):
        memory.look()
    assert left == memory.to_clear == []


def test_a_measurement_is_quick_and_counts_what_libraries_allocate() -> None:
    before = memory.in_use()
    kept = bytes(32 << 20)
    assert 30 << 20 < memory.in_use() - before < 40 << 20, len(kept)
    started = time.process_time()
    for _ in range(20):
        memory.in_use()
    assert time.process_time() - started < 1


def test_a_screen_that_is_dropped_is_held_by_no_other_cache() -> None:
    """A quarter of the screens was dropped and nothing was free, since their windows and snapshots held them too."""
    test_the_oldest_screens_and_frames_go_first()
    dropped = {id(one) for one in screen._screens.values()}
    while len(screen._screens):
        for forget in oldest_forgetters(memory.OLDEST):
            while forget() is True:
                pass
    left = [shown for shown in renderer._drawn_windows.values() if id(shown) in dropped]
    left += [shown for _, shown, _ in screen._snapshots.values() if id(shown) in dropped]
    assert not left


def test_results_are_kept_up_to_a_number_of_bytes() -> None:
    made: list[int] = []

    @sized_memo(100, len)
    def zeros(number: int) -> bytes:
        made.append(number)
        return bytes(number)

    for number in (40, 50, 40, 30, 40, 50, 200, 40):
        assert zeros(number) == bytes(number)
    assert made == [40, 50, 30, 50, 200, 40]
    assert (len(zeros), zeros.used) == (1, 40)
    assert not zeros.clear_part()
    assert (len(zeros), zeros.used) == (0, 0)
    zeros(10)
    clear_caches()
    assert (len(zeros), zeros.used) == (0, 0)
