"""Walmart's state: tab, cart, store, search, the store's map."""

from __future__ import annotations

from typing import Literal, get_args

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.walmart.android"
ID = PACKAGE + ":id/"
#: The one activity: its argument says which screen it shows, () or None for the tabs.
MAIN = "com.walmart.glass.integration.splash.SplashActivity"
COMPONENT = f"{PACKAGE}/{MAIN}"

PageName = Literal["shop", "my_items", "search", "services", "account"]
OverlayName = Literal["", "sort"]
TABS: tuple[PageName, ...] = get_args(PageName)
WAYS = ("shipping", "pickup", "delivery")
MY_ITEMS = ("reorder", "lists", "registries")
ORDERS = ("best_match", "price_low", "price_high", "rating")
NOTIFICATIONS = ("order_updates", "deals", "reminders", "recommendations")
QUANTITY_LIMIT = 12
TEXT_LIMIT = 100
RECENT_LIMIT = 8

#: Products in the cart with their numbers, in the order in which they came.
Cart = tuple[tuple[str, int], ...]


@value
class Walmart(Value):
    """The app's state.

    Attributes:
        way: pickup, delivery or another way to get an order.
        page: the selected tab.
        off: notifications that are switched off.
        query: text in the search field.
        email: text in the sign-in field.
        spot, zoom, map_query: of the store's map: the chosen zone or "", its zoom (0: the whole plan), its search.
    """

    page: PageName = "shop"
    overlay: OverlayName = ""
    way: str = "pickup"
    store: str = "maple"
    cart: Cart = ()
    query: str = ""
    searches: tuple[str, ...] = ()
    viewed: tuple[str, ...] = ()
    my_items: str = "reorder"
    order: str = "best_match"
    off: tuple[str, ...] = ("recommendations",)
    email: str = ""
    spot: str = ""
    zoom: int = 0
    map_query: str = ""


def quantity(cart: Cart, key: str) -> int:
    """The number of pieces of a product in the cart."""
    return dict(cart).get(key, 0)


def pieces(cart: Cart) -> int:
    """The number of pieces in the cart."""
    return sum(number for _, number in cart)


def subtotal(cart: Cart) -> int:
    """The price of everything in the cart, in cents."""
    known = assortment.products()
    return sum(known[key].cents * number for key, number in cart)
