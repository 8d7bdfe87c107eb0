"""Walmart's handlers: navigation, search, cart, choices, the store's map."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.apps.walmart import assortment, plan
from bmoca_gym.handset.apps.walmart.state import (
    COMPONENT,
    ORDERS,
    QUANTITY_LIMIT,
    RECENT_LIMIT,
    TEXT_LIMIT,
    PageName,
    Walmart,
    quantity,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Callback, replace

# Ways through the app


def go(state: Walmart, context: Context, *screen: str) -> Next[Walmart]:
    """Open a screen on top of this one, given its name and argument."""
    return without_overlay(state), focus(""), start(COMPONENT, screen)


def show_tab(state: Walmart, context: Context, tab: PageName) -> Next[Walmart]:
    """Show a tab and close the screens above the tabs, or scroll to its top if it is shown already."""
    over = len(context.phone.tasks[-1].activities) - 1
    after = without_overlay(state, page=tab)
    if over:
        return after, focus(""), finish(over)
    return (after, scroll_to(tab)) if tab == state.page else after


def view_item(state: Walmart, context: Context, key: str) -> Next[Walmart]:
    """Open a product's page, and remember that it was seen."""
    others = tuple([other for other in state.viewed if other != key])
    return go(replace(state, viewed=(key, *others)[:RECENT_LIMIT]), context, "item", key)


def open_search(state: Walmart, context: Context) -> Next[Walmart]:
    """Open the search with the focus in its field."""
    return without_overlay(state, query=""), start(COMPONENT, ("find",)), focus("search")


def not_connected(state: Walmart, context: Context) -> Next[Walmart]:
    """Say that an action needs the shop's servers, which can't be reached here."""
    return state, focus(""), toast(context.res.string("walmart.no_connection"))


# Search


def type_query(state: Walmart, context: Context, text: str) -> Next[Walmart]:
    """Update the search query."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("suggestions")


def submit_query(state: Walmart, context: Context) -> Next[Walmart]:
    """Search for the typed text."""
    return look_for(state, context, state.query.strip()) if state.query.strip() else state


def look_for(state: Walmart, context: Context, text: str) -> Next[Walmart]:
    """Show the results for ``text``, and remember the search."""
    others = tuple([other for other in state.searches if other.casefold() != text.casefold()])
    state = replace(state, query="", searches=(text, *others)[:RECENT_LIMIT], order=ORDERS[0])
    return go(state, context, "results", "query", text)


def forget_searches(state: Walmart, context: Context) -> Walmart:
    """Clear the search history."""
    return replace(state, searches=())


def choose_order(state: Walmart, context: Context, order: str) -> Next[Walmart]:
    """Sort the results."""
    return without_overlay(state, order=order), scroll_to("results")


# The cart


def change(state: Walmart, context: Context, key: str, by: int) -> Walmart:
    """Change the quantity of a product in the cart."""
    number = min(QUANTITY_LIMIT, max(0, quantity(state.cart, key) + by))
    if key in dict(state.cart):
        cart = tuple([(other, number if other == key else count) for other, count in state.cart])
    else:
        cart = (*state.cart, (key, number))
    return replace(state, cart=tuple([entry for entry in cart if entry[1]]))


def remove(state: Walmart, context: Context, key: str) -> Walmart:
    """Take a product out of the cart."""
    return replace(state, cart=tuple([entry for entry in state.cart if entry[0] != key]))


# Choices


def choose_way(state: Walmart, context: Context, way: str) -> Walmart:
    """Choose how orders reach the shopper."""
    return replace(state, way=way)


def choose_store(state: Walmart, context: Context, store: str) -> Walmart:
    """Set the shopper's store."""
    return replace(state, store=store)


def choose_my_items(state: Walmart, context: Context, part: str) -> Next[Walmart]:
    """Show a part of My Items."""
    return replace(state, my_items=part), scroll_to("my_items")


def switch(state: Walmart, context: Context, name: str) -> Walmart:
    """Switch a kind of notifications on or off."""
    off = tuple([other for other in state.off if other != name]) if name in state.off else (*state.off, name)
    return replace(state, off=tuple(sorted(off)))


def type_email(state: Walmart, context: Context, text: str) -> Walmart:
    """Update the typed email address."""
    return replace(state, email=text[:TEXT_LIMIT])


# The store's map


def _centred(res: Resources, zoom: int, x: float, y: float, card: bool) -> tuple[Callback, Callback]:
    """Effects that scroll to a point of the plan, given as fractions."""
    width, height = plan.room(res, card)
    unit, scale = plan.unit_of(res, zoom), res.metrics.scale
    left = max(0.0, x * assortment.PLAN_WIDTH * unit - width / 2)
    top = max(0.0, y * assortment.PLAN_HEIGHT * unit - height / 2)
    return scroll_to("map_x", round(left * scale)), scroll_to("map_y", round(top * scale))


def zoom_by(state: Walmart, context: Context, by: int) -> Next[Walmart]:
    """Zoom the map in or out."""
    zoom = min(len(plan.FACTORS) - 1, max(0, state.zoom + by))
    res = context.res
    if state.spot:
        x, y = plan.middle(assortment.zones()[state.spot])
    else:
        # What is in the middle now stays there.
        offsets = dict(context.activity.offsets) if context.activity is not None else {}
        width, height = plan.room(res, False)
        unit, scale = plan.unit_of(res, state.zoom), res.metrics.scale
        x = (offsets.get("map_x", 0) / scale + width / 2) / (max(width, assortment.PLAN_WIDTH * unit))
        y = (offsets.get("map_y", 0) / scale + height / 2) / (max(height, assortment.PLAN_HEIGHT * unit))
    return replace(state, zoom=zoom), *_centred(res, zoom, x, y, bool(state.spot))


def choose_zone(state: Walmart, context: Context, key: str) -> Walmart:
    """Choose a zone of the plan, or none."""
    return replace(state, spot="" if key == state.spot else key)


def type_map_query(state: Walmart, context: Context, text: str) -> Next[Walmart]:
    """Update the search on the map."""
    return replace(state, map_query=text[:TEXT_LIMIT]), scroll_to("map_found")


def show_zone(state: Walmart, context: Context, key: str) -> Next[Walmart]:
    """Zoom in on a found zone."""
    zoom = max(1, state.zoom)
    place = _centred(context.res, zoom, *plan.middle(assortment.zones()[key]), True)
    return replace(state, spot=key, zoom=zoom, map_query=""), focus(""), *place


# A screen that is opened begins anew


def _with_map(state: Walmart, context: Context, store: str, zone: str) -> Next[Walmart]:
    """Show the whole plan on a map, or the zone it was opened for."""
    state = replace(state, spot="", zoom=0, map_query="")
    return show_zone(state, context, zone) if zone else state


def _with_results(state: Walmart, context: Context, *about: str) -> Walmart:
    return replace(state, order=ORDERS[0])


def _with_sign_in(state: Walmart, context: Context) -> Walmart:
    return replace(state, email="")


_BEGINNINGS: dict[str, Callable[..., Next[Walmart]]] = {
    "map": _with_map, "results": _with_results, "sign_in": _with_sign_in,
}  # fmt: skip


def created(state: Walmart, context: Context) -> Next[Walmart]:
    """Start a screen from scratch. Without a given screen, the app shows its first tab."""
    screen = context.activity.argument if context.activity is not None else None
    if not screen:
        return replace(state, page="shop")
    begin = _BEGINNINGS.get(screen[0])
    return state if begin is None else begin(state, context, *screen[1:])


def leave_map_search(state: Walmart, context: Context) -> Walmart:
    """End the search on the map."""
    return replace(state, map_query="")
