"""The keys and values that Walmart's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.state import Cart


def is_store(key: str) -> bool:
    """Whether there is such a store."""
    return key in assortment.stores()


def is_cart(cart: Cart) -> bool:
    """Whether these are pairs of different products and quantities."""
    keys = {key for key, _ in cart}
    return are_products(tuple(keys)) and len(keys) == len(cart) and all(0 < count < 1000 for _, count in cart)


def are_products(keys: tuple[str, ...]) -> bool:
    """Whether these are products."""
    return all(key in assortment.products() for key in keys)


def is_spot(zone: str) -> bool:
    """Whether this is a zone of a store, or "" for none."""
    return not zone or zone in assortment.zones()
