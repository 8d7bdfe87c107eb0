"""The shortest path through a graph (Dijkstra)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

Node = TypeVar("Node")


class Leg(Protocol):
    """An edge from a node to the next one; ``ms``: its duration."""

    @property
    def ms(self) -> int:
        """Milliseconds."""


L = TypeVar("L", bound=Leg)


def quickest(
    start: Node, goal: Node, neighbours: Callable[[Node], Iterable[tuple[Node, L]]]
) -> tuple[L, ...] | None:
    """Return the legs of the quickest path, or None. Among equally quick ones, the first found wins.

    ``neighbours(node)``: the nodes that can be reached from it, and the legs to them.
    """
    heap: list[tuple[int, int, Node]] = [(0, 0, start)]
    came: dict[Node, tuple[Node, L]] = {}
    best = {start: 0}
    done: set[Node] = set()
    count = 0
    while heap:
        cost, _, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        if node == goal:
            legs = []
            while node != start:
                node, leg = came[node]
                legs.append(leg)
            return tuple(reversed(legs))
        for other, leg in neighbours(node):
            total = cost + leg.ms
            if other not in best or total < best[other]:
                best[other] = total
                came[other] = node, leg
                count += 1
                heapq.heappush(heap, (total, count, other))
    return None
