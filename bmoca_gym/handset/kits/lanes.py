"""Side-by-side lanes for events at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def in_lanes(spans: Sequence[tuple[int, int, T]]) -> tuple[tuple[T, int, int, int, int], ...]:
    """Each thing of ``spans``, its first and last minute and itself, with its lane among how many beside each other."""
    placed: list[tuple[T, int, int, int, int]] = []
    group: list[tuple[int, int, T, int]] = []
    lanes: list[int] = []

    def close() -> None:
        placed.extend([(thing, begin, end, lane, len(lanes)) for begin, end, thing, lane in group])
        group.clear()
        lanes.clear()

    for begin, end, thing in sorted(spans, key=lambda span: (span[0], -span[1])):
        if lanes and begin >= max(lanes):
            close()
        free = next((lane for lane, until in enumerate(lanes) if until <= begin), len(lanes))
        if free == len(lanes):
            lanes.append(end)
        else:
            lanes[free] = end
        group.append((begin, end, thing, free))
    close()
    return tuple(placed)
