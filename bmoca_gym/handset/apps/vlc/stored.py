"""The keys and values that VLC's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.vlc.library import ORDERS


def are_orders(orders: tuple[tuple[str, str, bool], ...]) -> bool:
    """Whether these are orders of tabs' lists."""
    return all(by in ORDERS.get(tab, ()) for tab, by, _ in orders)
