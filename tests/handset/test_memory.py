"""The bound on the memory of all caches: it holds, no frame changes, and no step waits for all caches."""

from __future__ import annotations

import hashlib
import time

import gymnasium as gym
import pytest

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.devices import cyclic_collector
from bmoca_gym.handset import memory
from bmoca_gym.handset.value import clear_caches, memo
from bmoca_gym.randomization import Sampler


@pytest.fixture(autouse=True)
def new(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound as in a new process."""
    clear_caches()
    monkeypatch.setattr(memory, "_floor", None)
    monkeypatch.setattr(memory, "_looks", 0)
    monkeypatch.setattr(memory, "_left", [])
    monkeypatch.setattr(memory, "_all", False)
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


def test_a_few_caches_are_cleared_at_a_look() -> None:
    for number in range(60):
        _megabyte(number)
    memory._left.extend([_megabyte.cache_clear] * (memory.AT_ONCE + 1))  # type: ignore[attr-defined]
    memory.look()
    assert len(memory._left) == 1
    assert _megabyte.cache_info().currsize == 0  # type: ignore[attr-defined]


def test_a_large_cache_is_cleared_in_parts() -> None:
    left = list(range(100))

    def part() -> bool:
        left.pop()
        return bool(left)

    memory._left.append(part)
    memory.look()
    assert len(left) == 100 - memory.AT_ONCE
    for _ in range(100):
        memory.look()
    assert left == memory._left == []


def test_a_measurement_is_quick_and_counts_what_libraries_allocate() -> None:
    before = memory.in_use()
    kept = bytes(32 << 20)
    assert 30 << 20 < memory.in_use() - before < 40 << 20, len(kept)
    started = time.process_time()
    for _ in range(20):
        memory.in_use()
    assert time.process_time() - started < 1
