"""The page of wallpapers: a grid of the phone's wallpapers; a tap sets one."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.handlers.pages import choose_wallpaper
from bmoca_gym.handset.apps.settings.screens.pages import bar, search_button
from bmoca_gym.handset.apps.settings.state import ID
from bmoca_gym.handset.contract import WALLPAPERS
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture
from bmoca_gym.handset.value import do


def _tile(res: Resources, number: int, name: str, side: float, chosen: bool) -> Element:
    c = res.colors
    mark = (Icon("check_circle", 24, c.accent, pad=6, class_name=""),) if chosen else ()
    return Stack(
        Picture(name, width=side, height=side * 1.5, radius=8, class_name=""), *mark,
        width=side, height=side * 1.5, align="end", justify="end", tap=do(choose_wallpaper, name), selected=chosen,
        id=ID + "wallpaper_tile", description=res.string("settings.wallpaper_number", number=res.digits(str(number))),
        class_name="android.widget.ImageView",
    )  # fmt: skip


def screen(res: Resources, chosen: str | bytes) -> Element:
    """The wallpapers, with the current one marked."""
    columns = max(2, res.width // 140)
    side = (res.width - 32 - 8 * (columns - 1)) / columns
    tiles = [_tile(res, i + 1, name, side, name == chosen) for i, name in enumerate(WALLPAPERS)]
    grid = Grid(*tiles, columns=columns, gap=8, width=FILL, class_name="")
    return page(
        res, bar(res, res.string("settings.wallpaper"), search_button(res)),
        scrolling(Column(grid, width=FILL, pad=16, class_name=""), key="wallpapers", id=ID + "list"),
    )  # fmt: skip
