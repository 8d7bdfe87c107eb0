"""What the stored preferences of Retro Music may hold."""

from __future__ import annotations

from bmoca_gym.handset.apps.retro_music.state import MOST_TABS, ORDERS, TABS


def are_tabs(tabs: tuple[str, ...]) -> bool:
    """Whether these are different tabs, and as many as the bar allows."""
    return 0 < len(tabs) <= MOST_TABS and len({*tabs}) == len(tabs) and all(tab in TABS for tab in tabs)


def are_orders(orders: tuple[tuple[str, str], ...]) -> bool:
    """Whether these are orders of tabs' lists."""
    return all(order in ORDERS.get(tab, ()) for tab, order in orders)


def are_counts(counts: tuple[tuple[int, int], ...]) -> bool:
    """Whether each song has been played at least once."""
    return all(count > 0 for _, count in counts)
