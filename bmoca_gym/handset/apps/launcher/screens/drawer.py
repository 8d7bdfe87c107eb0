"""The app drawer: all apps in alphabetical order, and a search."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.launcher import handlers, state
from bmoca_gym.handset.apps.launcher.screens.home import ID, icon
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do


def drawer(res: Resources, image: Image, query: str, focused: bool) -> Element:
    """All apps that match the query."""
    c = res.colors
    columns = state.COLUMNS
    gap = 12 if res.width >= 360 else 4
    cell = (res.width - 16 - gap * (columns - 1)) / columns
    found = packages.matching(image, res, query)
    icons = [icon(res, app, cell, c.text, True, "drawer") for app in found]
    body: Element
    if icons:
        body = Grid(*icons, columns=columns, width=FILL, gap=gap, class_name="")
    else:
        message = res.string("launcher.no_apps_found", query=query)
        body = Text(message, 16, c.secondary, lines=3, align="center", width=FILL, pad=(24, 32))
    search = Row(
        Icon("search", 24, c.secondary),
        TextField(
            query,
            "search",
            do(handlers.search),
            focused=focused,
            hint=res.string("launcher.search_apps"),
            hint_color=c.secondary,
            accent=c.accent,
            on_submit=do(handlers.search_done),
            color=c.text,
            size=16,
            grow=1,
            height=48,
            id=ID + "search_box_input",
        ),
        width=FILL,
        height=48,
        pad=(16, 0),
        gap=12,
        align="center",
        background=c.raised,
        radius=24,
        id=ID + "search_container_all_apps",
        class_name="android.widget.FrameLayout",
    )
    return Column(
        search,
        Scroll(
            body,
            key="apps",
            width=FILL,
            grow=1,
            id=ID + "apps_list_view",
            description=res.string("launcher.apps_list"),
        ),
        width=FILL,
        height=FILL,
        pad=(8, 36, 8, 0),
        gap=12,
        background=c.background,
        swipe=do(handlers.swiped),
        id=ID + "apps_view",
        class_name="android.widget.RelativeLayout",
    )
