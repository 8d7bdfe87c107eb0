"""The list of widgets that apps offer for the home screen."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.launcher import handlers, state
from bmoca_gym.handset.apps.launcher.screens.home import ID, ShownWidget, widget_view
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.components import app_icon, icon_button, scrolling, sheet
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

#: Size of a cell in the pictures of widgets, dp.
_CELL_WIDTH, _CELL_HEIGHT = 72, 116


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class _Offer(Column):
    """A widget of the list. ``carry``: handlers that lift it and drop it on the home screen."""

    __slots__ = ("carry",)

    def __init__(self, carry: Any, *children: Element, **options: Any) -> None:
        Column.__init__(self, *children, **options)
        self.carry = carry


def _picture(element: Element) -> Element:
    """An element that can't be touched and that accessibility services don't see."""
    element.class_name = ""
    element.tap = element.long_press = element.swipe = element.drag = element.pinch = None
    for child in element.inner():
        _picture(child)
    return element


def _offer(res: Resources, provider: str, shown: ShownWidget) -> Element:
    c, one = res.colors, shown.widget
    preview = Stack(
        _picture(widget_view(res, shown)), width=one.columns * _CELL_WIDTH, height=one.rows * _CELL_HEIGHT,
        background=0xFF5F6368, radius=24, id=ID + "widget_preview_container",
    )  # fmt: skip
    return _Offer(
        (do(handlers.lift), do(handlers.drop_widget, provider, None)),
        preview,
        Text(res.string(shown.label), 14, c.text, 500, align="center", id=ID + "widget_name"),
        Text(
            res.digits(f"{one.columns} × {one.rows}"), 14, c.secondary, align="center", id=ID + "widget_dims",
        ),
        width=FILL, align="center", gap=4, pad=(0, 8, 0, 16), id=ID + "widget_cell",
        tap=do(handlers.tell_to_hold), long_press=do(handlers.hold_widget, provider),
        description=res.string(shown.label),
    )  # fmt: skip


def _header(res: Resources, app: App, count: int, unfolded: bool) -> Element:
    c = res.colors
    return Row(
        app_icon(res, app, 44),
        Column(
            Text(app.title(res), 16, c.text, 500, id=ID + "app_title"),
            Text(res.string("launcher.widget_count", count=count), 14, c.secondary, id=ID + "app_subtitle"),
            grow=1, class_name="",
        ),
        Icon("expand_less" if unfolded else "expand_more", 24, c.secondary, id=ID + "toggle"),
        width=FILL, gap=16, pad=(16, 12), align="center", background=c.raised, radius=20,
        tap=do(handlers.unfold_widgets, app.package), id=ID + "widgets_list_header", checked=unfolded,
    )  # fmt: skip


def _found(res: Resources, app: App, query: str) -> bool:
    """Whether the name of an app, or of a widget it offers, matches the query."""
    names = [app.title(res), *[res.string(one.label) for one in app.widgets]]
    return any(query.casefold() in name.casefold() for name in names)


def _search(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        query, "search", do(handlers.search_widgets), focused=focused, hint=res.string("launcher.search"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=48,
        id=ID + "widgets_search_bar_edit_text",
    )  # fmt: skip
    clear = icon_button(
        "close", res.string("common.clear_search"), do(handlers.clear_widget_search), c.secondary, size=20,
        id=ID + "widgets_search_cancel_button",
    )  # fmt: skip
    bar = Row(
        Icon("search", 24, c.secondary, class_name=""), field, *((clear,) if query else ()), width=FILL, height=48,
        pad=(16, 0, 0 if query else 16, 0), gap=12, align="center", background=c.raised, radius=24,
        id=ID + "widgets_search_bar", class_name="android.widget.LinearLayout",
    )  # fmt: skip
    return Column(bar, width=FILL, pad=(16, 0, 16, 12), class_name="")


def picker(
    res: Resources, image: Image, unfolded: str, shown: tuple[ShownWidget, ...], query: str, searching: bool
) -> Element:
    """The list: apps with widgets, and the widgets of the unfolded app. ``query``: the search text."""
    apps = packages.enabled_of(image)
    typed, query = query, query.strip()
    counts = {
        app.package: len(app.widgets) for app in apps.values() if app.widgets and _found(res, app, query)
    }
    rows: list[Element] = []
    for package in sorted(counts, key=lambda name: sort_key(apps[name].title(res), res.locale)):
        app = apps[package]
        rows.append(_header(res, app, counts[package], package == unfolded))
        if package == unfolded:
            rows += [
                _offer(res, state.provider_of(app, one), found)
                for one, found in zip(app.widgets, shown, strict=True)
            ]
    if not rows:
        none = res.string("launcher.no_widgets")
        rows.append(
            Text(
                none,
                16,
                res.colors.secondary,
                lines=3,
                align="center",
                width=FILL,
                pad=(24, 32),
                id=ID + "no_widgets_text",
            )
        )
    # The keyboard leaves less of the screen: the list then takes all of it.
    height: float = FILL if searching else round(res.height * 0.86)
    return sheet(
        res, Text(res.string("launcher.widgets"), 22, res.colors.text, align="center", width=FILL, pad=(0, 8, 0, 16),
                  id=ID + "title"),
        _search(res, typed, searching),
        scrolling(*rows, key="widgets", gap=4, pad=(16, 0, 16, 24), id=ID + "primary_widgets_list_view"),
        dismiss=do(handlers.close_widgets), height=height, pad=(0, STATUS_HEIGHT if searching else 0, 0, 0),
        id=ID + "container",
    )  # fmt: skip
