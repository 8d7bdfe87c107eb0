"""Search with suggestions, results, and a department's categories."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.handlers import (
    choose_order,
    forget_searches,
    go,
    look_for,
    submit_query,
    type_query,
    view_item,
)
from bmoca_gym.handset.apps.walmart.screens.parts import (
    BLUE,
    WHITE,
    blue_page,
    branded,
    header,
    link,
    message,
    product_grid,
    row,
    tabbed,
    title,
)
from bmoca_gym.handset.apps.walmart.state import ID, ORDERS, Cart
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, divider, icon_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Text, TextField
from bmoca_gym.handset.value import Callback, do

# The search


def field_bar(
    res: Resources, text: str, key: str, focused: bool, hint: str, on_text: Callback, on_submit: Callback | None,
    id: str,
) -> Element:  # fmt: skip
    """The blue bar with a field to type into; ``on_text`` takes the text."""
    c = res.colors
    field = TextField(
        text, key, on_text, focused=focused, hint=hint, hint_color=c.secondary, accent=BLUE, color=c.text, size=15,
        grow=1, height=40, on_submit=on_submit, id=ID + id,
    )  # fmt: skip
    clear = icon_button("close", res.string("walmart.clear"), (on_text[0], (*on_text[1], "")), c.secondary, size=20,
                        id=ID + "clear_button", width=40, height=40)  # fmt: skip
    pill = Row(
        field, *((clear,) if text else ()),
        grow=1, height=40, pad=(12, 0, 4, 0), align="center", background=WHITE, radius=20, class_name="",
    )  # fmt: skip
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, WHITE), pill,
        width=FILL, height=60, pad=(0, 0, 12, 0), gap=2, align="center", background=BLUE, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _suggestion(res: Resources, glyph: str, text: str, tap: Callback) -> Element:
    return Row(
        Icon(glyph, 22, res.colors.secondary),
        Text(text, 16, res.colors.text, grow=1, id=ID + "suggestion_text"),
        Icon("north_west", 20, res.colors.secondary),
        width=FILL, height=48, pad=(16, 0), gap=16, align="center", tap=tap, id=ID + "search_suggestion",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def search(res: Resources, query: str, focused: bool, searches: tuple[str, ...]) -> Element:
    """The search field, with results or the search history."""
    res = branded(res)
    bar = field_bar(res, query, "search", focused, res.string("walmart.search_walmart"), do(type_query),
                    do(submit_query), "search_src_text")  # fmt: skip
    if query.strip():
        known = assortment.products()
        rows = [_suggestion(res, "search", query.strip(), do(look_for, query.strip()))]
        for key in assortment.search(query)[:8]:
            rows.append(_suggestion(res, "search", known[key].name, do(view_item, key)))
    elif searches:
        clear = link(res.string("walmart.clear_all"), do(forget_searches), ID + "clear_searches")
        rows = [title(res, res.string("walmart.recent_searches"), clear)]
        rows += [_suggestion(res, "history", text, do(look_for, text)) for text in searches]
    else:
        rows = [title(res, res.string("walmart.popular_searches"))]
        rows += [_suggestion(res, "search", text, do(look_for, text)) for text in assortment.popular()]
    return blue_page(res, bar, scrolling(*rows, key="suggestions", id=ID + "search_suggestions"))


# What was found

#: What finds products for a screen of results, by its kind.
_FOUND: dict[str, Callable[..., tuple[str, ...]]] = {
    "query": assortment.search, "department": assortment.in_department, "category": assortment.in_department,
}  # fmt: skip
#: How products rank in the orders other than that in which they are found.
_RANKS: dict[str, Callable[[assortment.Product], int]] = {
    "price_low": lambda product: product.cents,
    "price_high": lambda product: -product.cents,
    "rating": lambda product: -product.rating,
}


def found(screen: tuple[str, ...], order: str) -> tuple[str, ...]:
    """The keys of the results for a query, a department or a category."""
    keys = _FOUND[screen[1]](*screen[2:])
    known, rank = assortment.products(), _RANKS.get(order)
    return keys if rank is None else tuple(sorted(keys, key=lambda key: rank(known[key])))


def _name_of(screen: tuple[str, ...]) -> str:
    if screen[1] == "query":
        return f"“{screen[2]}”"
    department = assortment.departments()[screen[2]]
    names = [category.name for category in department.categories if category.key in screen[3:]]
    return names[0] if names else department.name


def results(res: Resources, tab: str, screen: tuple[str, ...], order: str, cart: Cart) -> Element:
    """The page of results, as tiles."""
    res = branded(res)
    c = res.colors
    keys = found(screen, order)
    name = _name_of(screen)
    if not keys:
        nothing = message(res, "search_off", res.string("walmart.no_results", name=name),
                          res.string("walmart.no_results_text"))  # fmt: skip
        return tabbed(res, tab, header(res, cart, up=True), scrolling(nothing, key="results"))
    sort = Row(
        Icon("sort", 18, c.text),
        Text(res.string("walmart.sort"), 14, c.text, 500),
        height=36, pad=(12, 0), gap=6, align="center", background=WHITE, radius=18, border=c.divider,
        tap=do(open_overlay, "sort"), id=ID + "sort_button", class_name="android.widget.Button",
    )  # fmt: skip
    head = Row(
        Column(
            Text(name, 18, c.text, 700, lines=2, id=ID + "results_title"),
            Text(res.string("walmart.results", count=len(keys)), 13, c.secondary, id=ID + "results_count"),
            grow=1, class_name="",
        ),
        sort,
        width=FILL, pad=(16, 14, 16, 6), gap=8, align="center", class_name="",
    )  # fmt: skip
    body = scrolling(head, product_grid(res, keys, cart), Spacer(width=1, height=16), key="results",
                     id=ID + "recycler_view")  # fmt: skip
    return tabbed(res, tab, header(res, cart, up=True), body)


def sort_dialog(res: Resources, order: str) -> Element:
    """The sort orders."""
    res = branded(res)
    rows = [
        Row(
            RadioButton(name == order, BLUE, id=ID + "sort_radio"),
            Text(res.string(f"walmart.{name}"), 16, res.colors.text, grow=1, lines=2),
            width=FILL, least=48, gap=12, align="center", tap=do(choose_order, name), selected=name == order,
            id=ID + f"sort_{name}",
        )
        for name in ORDERS
    ]  # fmt: skip
    return dialog_card(
        res,
        scrolling(*rows, key="orders", grow=0),
        dismiss=CLOSE,
        title=res.string("walmart.sort_by"),
    )


# A department


def department(res: Resources, tab: str, key: str, cart: Cart) -> Element:
    """A department with its categories."""
    res = branded(res)
    about = assortment.departments()[key]
    rows = [
        row(res, "", category.name, "", do(go, "results", "category", key, category.key), ID + "subcategory_item",
            assortment.in_department(key, category.key)[0])
        for category in about.categories
    ]  # fmt: skip
    every = row(res, "", res.string("walmart.shop_all", name=about.name), "", do(go, "results", "department", key),
                ID + "shop_all", about.picture)  # fmt: skip
    columns = 2 if res.width >= 700 else 1
    body = scrolling(
        Text(about.name, 24, res.colors.text, 700, lines=2, pad=(16, 16, 16, 8), width=FILL,
             id=ID + "category_container_title"),
        every, divider(res, 16),
        Grid(*rows, columns=columns, width=FILL, class_name=""),
        Spacer(width=1, height=16), key="department", id=ID + "category_container",
    )  # fmt: skip
    return tabbed(res, tab, header(res, cart, up=True), body)
