"""The app drawer: all apps in alphabetical order, and a search; on tablets of Android 13 a sheet."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.launcher import handlers, state
from bmoca_gym.handset.apps.launcher.screens.home import ID, icon
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.components import scrim
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text, TextField
from bmoca_gym.handset.value import do

#: The first API level that shows all apps on a sheet on tablets (12L); its columns, and dp: over it, and at its sides.
_SHEET_SINCE, _SHEET_COLUMNS, _ABOVE, _BESIDE = 33, 6, 48, 56


def is_sheet(res: Resources, image: Image) -> bool:
    """Whether all apps are on a sheet over the home screen."""
    return image.api_level >= _SHEET_SINCE and is_tablet(res)


def sheet(res: Resources, image: Image, query: str, focused: bool, wallpaper: str | bytes) -> Element:
    """All apps that match the query, on a sheet over the wallpaper."""
    c = res.colors
    handle = Spacer(width=36, height=4, radius=2, background=c.disabled)
    card = Column(
        Stack(handle, width=FILL, height=36, align="center", justify="center", class_name=""),
        *_parts(res, image, query, focused, _SHEET_COLUMNS, res.width - 2 * _BESIDE),
        width=FILL, height=FILL, pad=(_BESIDE, 0), gap=12, background=c.background, radius=28,
        tap=do(take_touch), swipe=do(handlers.swiped), id=ID + "apps_view", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    square = Spacer(width=FILL, height=56, background=c.background)  # where it ends at the foot of the screen
    shown = Stack(square, card, width=FILL, height=FILL, justify="end", class_name="")
    return Stack(
        Picture(wallpaper, width=FILL, height=res.height, class_name=""),
        scrim(res, shown, do(handlers.close_drawer), pad=(0, _ABOVE, 0, 0)),
        width=FILL, height=FILL, id=ID + "launcher",
    )  # fmt: skip


def drawer(res: Resources, image: Image, query: str, focused: bool) -> Element:
    """All apps that match the query."""
    return Column(
        *_parts(res, image, query, focused, state.COLUMNS, res.width - 16),
        width=FILL,
        height=FILL,
        pad=(8, 36, 8, 0),
        gap=12,
        background=res.colors.background,
        swipe=do(handlers.swiped),
        id=ID + "apps_view",
        class_name="android.widget.RelativeLayout",
    )


def _parts(
    res: Resources, image: Image, query: str, focused: bool, columns: int, width: float
) -> tuple[Element, Element]:
    """The search box, and the apps in ``columns`` that are ``width`` dp wide together."""
    c = res.colors
    gap = 12 if res.width >= 360 else 4
    cell = (width - gap * (columns - 1)) / columns
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
    apps = Scroll(
        body,
        key="apps",
        width=FILL,
        grow=1,
        id=ID + "apps_list_view",
        description=res.string("launcher.apps_list"),
    )
    return search, apps
