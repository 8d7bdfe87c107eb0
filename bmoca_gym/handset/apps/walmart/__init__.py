"""Walmart: the shop's app of May 2024, for a guest without a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.walmart import plan, stored
from bmoca_gym.handset.apps.walmart.handlers import created, leave_map_search
from bmoca_gym.handset.apps.walmart.screens import browse, item, places, store_map, tabs
from bmoca_gym.handset.apps.walmart.screens.parts import BLUE, YELLOW
from bmoca_gym.handset.apps.walmart.state import MAIN, MY_ITEMS, NOTIFICATIONS, ORDERS, PACKAGE, WAYS, Walmart
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.ui.elements import Element


def _page(
    screen: Callable[..., Element], arguments: Callable[[Walmart, Place], tuple[Any, ...]], up: str = ""
) -> Page[Walmart]:
    return Page(screen, arguments, up=up, bars="light")


def _map(state: Walmart, place: Place) -> tuple[Any, ...]:
    return place.argument[1], state.spot, state.zoom, state.map_query, place.focus == "map"


#: The tabs, and the screens that open over them: an activity's argument says which, and what it shows.
NAVIGATION = Navigation(
    Walmart,
    {
        "shop": _page(tabs.shop, lambda s, at: (s.way, s.store, s.cart)),
        "my_items": _page(tabs.my_items, lambda s, at: (s.my_items, s.viewed, s.cart), up="shop"),
        "search": _page(tabs.search, lambda s, at: (s.cart,), up="shop"),
        "services": _page(tabs.services, lambda s, at: (s.store, s.cart), up="shop"),
        "account": _page(tabs.account, lambda s, at: (s.store, s.cart), up="shop"),
        "find": _page(browse.search, lambda s, at: (s.query, at.focus == "search", s.searches)),
        "results": _page(browse.results, lambda s, at: (s.page, at.argument, s.order, s.cart)),
        "department": _page(browse.department, lambda s, at: (s.page, *at.argument[1:], s.cart)),
        "item": _page(item.item, lambda s, at: (*at.argument[1:], s.way, s.store, s.cart)),
        "cart": _page(item.cart_page, lambda s, at: (s.way, s.cart)),
        "map": Page(store_map.screen, _map, back=leave_map_search, bars="light"),
        "stores": _page(places.stores, lambda s, at: (s.store,)),
        "store": _page(places.store, lambda s, at: (*at.argument[1:], at.argument[1] == s.store)),
        "service": _page(places.service, lambda s, at: (*at.argument[1:], s.store)),
        "notifications": _page(places.notifications, lambda s, at: (s.off,)),
        "sign_in": _page(places.sign_in, lambda s, at: (s.email, at.focus == "email")),
    },
    {"sort": Overlay(browse.sort_dialog, lambda s, at: (s.order,))},
    where=lambda s, at: at.argument[0] if at.argument else s.page,
    kept=("way", "store", "cart", "searches", "viewed", "my_items", "order", "off", "spot", "zoom"),
)


def _layers(phone: Phone, state: Walmart, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, NAVIGATION.layers(phone, state, activity))


APP = App(
    name="walmart",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("brightness_7", BLUE, YELLOW),
    state=Walmart,
    layers=_layers,
    uid=10135,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=created,
    files=(
        preference_file(
            PACKAGE,
            {
                "way": Stored("fulfillment", WAYS),
                "store": Stored("store", stored.is_store),
                "cart": Stored("cart", stored.is_cart),
                "searches": "recent_searches",
                "viewed": Stored("recently_viewed", stored.are_products),
                "my_items": Stored("my_items_tab", MY_ITEMS),
                "order": Stored("sort", ORDERS),
                "off": Stored("notifications_off", NOTIFICATIONS),
                "spot": Stored("store_map_zone", stored.is_spot),
                "zoom": Stored("store_map_zoom", range(len(plan.FACTORS))),
            },
        ),
    ),
)
