"""Walmart: the shop's app of May 2024, for a guest without a connection."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import browse, item, places, store_map, stored, tabs
from bmoca_gym.handset.apps.walmart.parts import BLUE, YELLOW
from bmoca_gym.handset.apps.walmart.state import (
    MAIN,
    MY_ITEMS,
    NOTIFICATIONS,
    ORDERS,
    PACKAGE,
    WAYS,
    Walmart,
    back,
    closed,
    created,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, Next, dialog, layer
from bmoca_gym.handset.state import Activity, Context, Phone


def _created(state: Walmart, context: Context) -> Next[Walmart]:
    screen = context.activity.argument if context.activity is not None else None
    if screen and screen[0] == "map":
        return store_map.opened(state, context, screen[2])
    return created(state, context)


def _tab_layer(state: Walmart) -> Layer:
    if state.tab == "my_items":
        return layer(tabs.my_items, state.my_items, state.viewed, state.cart, bars="light")
    if state.tab == "search":
        return layer(tabs.search, state.cart, bars="light")
    if state.tab == "services":
        return layer(tabs.services, state.store, state.cart, bars="light")
    if state.tab == "account":
        return layer(tabs.account, state.store, state.cart, bars="light")
    return layer(tabs.shop, state.way, state.store, state.cart, bars="light")


def _shown(state: Walmart, activity: Activity) -> Layer:
    screen: tuple[str, ...] = activity.argument or ("tabs",)
    kind, about = screen[0], screen[1:]
    if kind == "search":
        focused = activity.focus == "search"
        return layer(browse.search, state.query, focused, state.searches, bars="light")
    if kind == "results":
        return layer(browse.results, state.tab, screen, state.order, state.cart, bars="light")
    if kind == "department":
        return layer(browse.department, state.tab, *about, state.cart, bars="light")
    if kind == "item":
        return layer(item.item, *about, state.way, state.store, state.cart, bars="light")
    if kind == "cart":
        return layer(item.cart_page, state.way, state.cart, bars="light")
    if kind == "map":
        focused = activity.focus == "map"
        return layer(
            store_map.screen, about[0], state.spot, state.zoom, state.map_query, focused, bars="light"
        )
    if kind == "stores":
        return layer(places.stores, state.store, bars="light")
    if kind == "store":
        return layer(places.store, *about, about[0] == state.store, bars="light")
    if kind == "service":
        return layer(places.service, *about, state.store, bars="light")
    if kind == "notifications":
        return layer(places.notifications, state.off, bars="light")
    if kind == "sign_in":
        return layer(places.sign_in, state.email, activity.focus == "email", bars="light")
    return _tab_layer(state)


def _windows(phone: Phone, state: Walmart, activity: Activity) -> tuple[Layer, ...]:
    shown = _shown(state, activity)
    return (shown, dialog(browse.sort_dialog, state.order)) if state.sheet == "sort" else (shown,)


def _layers(phone: Phone, state: Walmart, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, _windows(phone, state, activity))


APP = App(
    name="walmart",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("brightness_7", BLUE, YELLOW),
    state=Walmart,
    layers=_layers,
    uid=10135,
    back=back,
    closed=closed,
    created=_created,
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
                "zoom": Stored("store_map_zoom", range(len(store_map.FACTORS))),
            },
        ),
    ),
)
