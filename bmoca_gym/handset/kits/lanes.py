"""Side-by-side lanes for events at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def in_lanes(spans: Sequence[tuple[int, int, T]]) -> tuple[tuple[T, int, int, int, int], ...]:
    """Place overlapping spans in lanes.

    Each of ``spans`` has a first and a last minute and a value. The result has the value, the two minutes, the lane and
    the number of lanes side by side.
    """
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
