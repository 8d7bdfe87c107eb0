"""What the stored preferences of Pi Music Player may hold."""

from __future__ import annotations

from bmoca_gym.handset.apps.pi_music.state import BANDS, DECIBEL, FIELDS


def are_orders(orders: tuple[tuple[str, str], ...]) -> bool:
    """Whether these are orders of songs."""
    return all(order.removeprefix("-") in FIELDS for _, order in orders)


def are_levels(levels: tuple[int, ...]) -> bool:
    """Whether there is a level for each band."""
    return len(levels) == len(BANDS) and all(abs(level) <= DECIBEL for level in levels)
