"""Walmart's state: tab, cart, store, search; and its handlers."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.walmart.android"
ID = PACKAGE + ":id/"
#: The one activity: its argument says which screen it shows, () or None for the tabs.
MAIN = "com.walmart.glass.integration.splash.SplashActivity"
COMPONENT = f"{PACKAGE}/{MAIN}"

TABS = ("shop", "my_items", "search", "services", "account")
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
    """The app's state. ``way``: the delivery method; ``sheet``: "" or "sort"; ``off``: disabled notifications.

    ``query``: in the search field; ``email``: in the sign-in field. ``spot``, ``zoom``, ``map_query``: of the store's
    map: the chosen zone or "", 0 for the whole plan, what is looked for on it.
    """

    tab: str = "shop"
    way: str = "pickup"
    store: str = "maple"
    cart: Cart = ()
    query: str = ""
    searches: tuple[str, ...] = ()
    viewed: tuple[str, ...] = ()
    my_items: str = "reorder"
    order: str = "best_match"
    sheet: str = ""
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


# Ways through the app


def go(state: Walmart, context: Context, *screen: str) -> Next[Walmart]:
    """Open a screen on top of this one, given its name and argument."""
    return replace(state, sheet=""), focus(""), start(COMPONENT, screen)


def leave(state: Walmart, context: Context) -> Next[Walmart]:
    """Back to the screen before."""
    return replace(state, sheet=""), focus(""), finish()


def show_tab(state: Walmart, context: Context, tab: str) -> Next[Walmart]:
    """Show a tab and close the screens above the tabs, or scroll to its top if it is shown already."""
    over = len(context.phone.tasks[-1].activities) - 1
    after = replace(state, tab=tab, sheet="")
    if over:
        return after, focus(""), finish(over)
    return (after, scroll_to(tab)) if tab == state.tab else after


def view_item(state: Walmart, context: Context, key: str) -> Next[Walmart]:
    """Open a product's page, and remember that it was seen."""
    others = tuple([other for other in state.viewed if other != key])
    return go(replace(state, viewed=(key, *others)[:RECENT_LIMIT]), context, "item", key)


def open_search(state: Walmart, context: Context) -> Next[Walmart]:
    """Open the search, its field ready to be typed into."""
    return replace(state, query="", sheet=""), start(COMPONENT, ("search",)), focus("search")


def not_connected(state: Walmart, context: Context) -> Next[Walmart]:
    """Say that an action needs the shop's servers, which are out of reach here."""
    return state, focus(""), toast(context.res.string("walmart.no_connection"))


# Search


def type_query(state: Walmart, context: Context, text: str) -> Next[Walmart]:
    """Take over what is typed into the search field."""
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


def show_sheet(state: Walmart, context: Context, name: str) -> Walmart:
    """Open a sheet, or close it with ""."""
    return replace(state, sheet=name)


def choose_order(state: Walmart, context: Context, order: str) -> Next[Walmart]:
    """Sort the results."""
    return replace(state, order=order, sheet=""), scroll_to("results")


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
    """Choose how things come to the shopper."""
    return replace(state, way=way)


def choose_store(state: Walmart, context: Context, store: str) -> Walmart:
    """Make a store the shopper's own."""
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


# The app


def created(state: Walmart, context: Context) -> Walmart:
    """Start an activity. An opened screen starts fresh; without a task, the app shows its first tab."""
    screen = context.activity.argument if context.activity is not None else None
    if not screen:
        return replace(state, tab="shop")
    if screen[0] == "results":
        return replace(state, order=ORDERS[0])
    return replace(state, email="") if screen[0] == "sign_in" else state


def back(state: Walmart, context: Context) -> Next[Walmart]:
    """Close what lies over the screen; from another tab go to the first one."""
    if state.sheet:
        return replace(state, sheet="")
    screen = context.activity.argument if context.activity is not None else None
    if screen and screen[0] == "map":
        return replace(state, map_query="")
    return state if screen else replace(state, tab="shop")


def closed(state: Walmart) -> Walmart:
    """The state after the app is closed: the cart and the choices are kept."""
    return replace(state, tab="shop", sheet="", query="", email="", map_query="")
