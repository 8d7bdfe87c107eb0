"""Simple Gallery's grids of folders and of media, and its settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_gallery.handlers import browsing, changes, viewing
from bmoca_gym.handset.apps.simple_gallery.library import (
    ALL,
    FAVORITES,
    RECYCLED,
    Folder,
    Medium,
    folder_name,
)
from bmoca_gym.handset.apps.simple_gallery.state import ID, SWITCHES
from bmoca_gym.handset.kits.navigation import focus_field, open_overlay, unmark
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.switches import check_boxes_page
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import empty_message, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text, TextField
from bmoca_gym.handset.value import Callback, do

_WHITE, _SHADE = 0xFFFFFFFF, 0x73000000
_RELATIVE = "android.widget.RelativeLayout"


def named(res: Resources, folder: str) -> str:
    """Name of a folder."""
    special = {ALL: "all_folders", FAVORITES: "favorites", RECYCLED: "recycle_bin"}
    if folder in special:
        return res.string(f"simple_gallery.{special[folder]}")
    return folder_name(folder) or res.string("simple_gallery.internal")


def thumbnail(res: Resources, picture: bytes | Late, id: str, side: float) -> Element:
    """A square thumbnail of a picture or a video."""
    if picture:
        return Picture(picture, width=FILL, height=side, id=id)
    return Stack(Icon("movie", 40, res.colors.secondary, class_name=""), width=FILL, height=side,
                 background=res.colors.raised, align="center", justify="center", id=id,
                 class_name="android.widget.ImageView")  # fmt: skip


def _nothing(res: Resources, glyph: str, query: str, id: str) -> Element:
    """What stands in place of an empty list: an icon and a sentence, or just a sentence after a search."""
    if not query:
        return empty_message(res, glyph, res.string("simple_gallery.no_media"), id=id)
    words = Text(
        res.string("simple_gallery.no_items"), 18, res.colors.secondary, lines=4, width=FILL, align="center",
        pad=(24, 24, 24, 8), id=id,
    )  # fmt: skip
    return Column(words, width=FILL, grow=1, class_name="")


def _search_bar(
    res: Resources, query: str, focused: bool, hint: str, actions: tuple[Element, ...], up: Callback | None
) -> Element:
    c = res.colors
    if query or (focused and up is None):
        lead = icon_button("arrow_back", res.string("simple_gallery.end_search"), do(browsing.clear_search), c.text,
                           id=ID + "top_toolbar_search_icon")  # fmt: skip
    elif up is not None:
        lead = icon_button("arrow_back", res.string("common.navigate_up"), up, c.text,
                           id=ID + "top_toolbar_search_icon")  # fmt: skip
    else:
        lead = icon_button("search", hint, do(focus_field, "search"), c.secondary, id=ID + "top_toolbar_search_icon",
                           class_name="android.widget.ImageView")  # fmt: skip
    field = TextField(
        query, "search", do(browsing.search), focused=focused, hint=hint, hint_color=c.secondary, accent=c.accent,
        color=c.text, size=16, grow=1, height=48, id=ID + "top_toolbar_search",
    )  # fmt: skip
    bar = Row(lead, field, *actions, width=FILL, height=48, align="center", background=c.raised, radius=24,
              id=ID + "top_toolbar_holder", class_name=_RELATIVE)  # fmt: skip
    return Column(bar, width=FILL, pad=(12, 6), class_name="")


def _selection_bar(res: Resources, count: int, total: int) -> Element:
    ink = res.colors.text

    def action(glyph: str, name: str, tap: Callback) -> Element:
        return icon_button(glyph, res.string(f"simple_gallery.{name}"), tap, ink, id=f"{ID}cab_{name}",
                           class_name="android.widget.Button", width=44)  # fmt: skip

    return selection_bar(
        res, res.digits(f"{count} / {total}"), do(unmark),
        action("delete", "delete", do(changes.ask_to_delete)),
        action("share", "share", do(changes.share_media)),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "selection_menu"), ink, width=44),
        id=ID, label="simple_gallery.deselect", close_id="android:id/action_mode_close_button", size=18, fitted=True,
        height=60,
    )  # fmt: skip


def _check(res: Resources, chosen: bool, id: str) -> tuple[Element, ...]:
    if not chosen:
        return ()
    mark = Icon("check", 20, _WHITE, width=28, height=28, radius=14, background=res.colors.accent, id=id)
    return (Row(mark, width=FILL, pad=6, justify="end", class_name=""),)


def _side(res: Resources, columns: int) -> float:
    return (res.width - 2 * (columns - 1)) / columns


def folders(
    res: Resources,
    found: tuple[Folder, ...],
    chosen: tuple[str, ...],
    query: str,
    focused: bool,
    columns: int,
) -> Element:
    """The folders."""
    c = res.colors
    if chosen:
        bar = _selection_bar(res, len(chosen), len(found))
    else:
        actions = (
            icon_button("photo_camera", res.string("simple_gallery.open_camera"), do(browsing.open_camera), c.text,
                        id=ID + "open_camera", class_name="android.widget.Button", width=44),
            icon_button("photo_library", res.string("simple_gallery.show_all"), do(browsing.open_folder, ALL), c.text,
                        id=ID + "show_all", class_name="android.widget.Button", width=44),
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "folders_menu"), c.text,
                        width=40),
        )  # fmt: skip
        bar = _search_bar(res, query, focused, res.string("simple_gallery.search_folders"), actions, None)
    if not found:
        empty = _nothing(res, "photo_library", query, ID + "directories_empty_placeholder")
        return page(res, bar, empty, id=ID + "directories_coordinator", class_name="android.view.ViewGroup")
    side = _side(res, columns)
    cells = [_folder(res, folder, folder.path in chosen, side) for folder in found]
    grid = Grid(*cells, columns=columns, gap=2, width=FILL, class_name="")
    return page(
        res, bar, scrolling(grid, key="grid", id=ID + "directories_grid", pad=(0, 0, 0, 24)),
        id=ID + "directories_coordinator", class_name="android.view.ViewGroup", bar=c.raised if chosen else None,
    )  # fmt: skip


def _folder(res: Resources, folder: Folder, chosen: bool, side: float) -> Element:
    name = Text(named(res, folder.path), 14, _WHITE, 500, id=ID + "dir_name")
    count = Text(res.digits(str(len(folder.media))), 14, _WHITE, id=ID + "photo_cnt")
    foot = Column(name, count, width=FILL, pad=(8, 4), background=_SHADE, id=ID + "dir_bottom_holder")
    over = Column(*_check(res, chosen, ID + "dir_check"), Spacer(width=FILL, grow=1), foot, width=FILL, height=side,
                  class_name="")  # fmt: skip
    return Stack(
        thumbnail(res, folder.picture, ID + "dir_thumbnail", side), over, width=FILL, height=side,
        tap=do(browsing.open_folder, folder.path), long_press=do(browsing.select, folder.path), selected=chosen,
        id=ID + "dir_holder", class_name=_RELATIVE,
    )  # fmt: skip


def media(
    res: Resources, folder: str, found: tuple[Medium, ...], chosen: tuple[str, ...], favorites: tuple[str, ...],
    query: str, focused: bool, columns: int, show_names: bool,
) -> Element:  # fmt: skip
    """The media of a folder."""
    c = res.colors
    if chosen:
        bar = _selection_bar(res, len(chosen), len(found))
    else:
        more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "media_menu"), c.text,
                           width=40)  # fmt: skip
        hint = res.string("simple_gallery.search_in", folder=named(res, folder))
        bar = _search_bar(res, query, focused, hint, (more,), do(viewing.leave))
    if not found:
        empty = _nothing(res, "photo", query, ID + "media_empty_text_placeholder")
        return page(res, bar, empty, id=ID + "media_coordinator", class_name="android.view.ViewGroup")
    side = _side(res, columns)
    cells = [
        _medium(res, medium, medium.path in chosen, medium.path in favorites, show_names, side)
        for medium in found
    ]
    grid = Grid(*cells, columns=columns, gap=2, width=FILL, class_name="")
    return page(
        res, bar, scrolling(grid, key="grid", id=ID + "media_grid", pad=(0, 0, 0, 24)),
        id=ID + "media_coordinator", class_name="android.view.ViewGroup", bar=c.raised if chosen else None,
    )  # fmt: skip


def _medium(
    res: Resources, medium: Medium, chosen: bool, favorite: bool, show_names: bool, side: float
) -> Element:
    film = medium.is_video
    parts: list[Element] = [*_check(res, chosen, ID + "medium_check")]
    if favorite and not chosen:
        star = Icon("star", 18, _WHITE, width=24, height=24, radius=12, background=_SHADE, id=ID + "favorite")
        parts.append(Row(star, width=FILL, pad=4, justify="end", class_name=""))
    parts.append(Spacer(width=FILL, grow=1))
    if film:
        length = Text(clock_text(res, medium.length, hours=True), 12, _WHITE, 500, pad=(4, 0), background=_SHADE,
                      id=ID + "video_duration")  # fmt: skip
        parts.append(length)
    if show_names:
        parts.append(Text(medium.name, 12, _WHITE, lines=3, width=FILL, pad=(4, 2), background=_SHADE,
                          id=ID + "medium_name"))  # fmt: skip
    shown: list[Element] = [thumbnail(res, medium.picture, ID + "medium_thumbnail", side)]
    if film:
        mark = Icon("play_circle_outline", 32, _WHITE, id=ID + "play_portrait_outline")
        shown.append(Stack(mark, width=FILL, height=side, align="center", justify="center", class_name=""))
    shown.append(Column(*parts, width=FILL, height=side, class_name=""))
    return Stack(
        *shown, width=FILL, height=side, tap=do(viewing.open_medium, medium.path), selected=chosen,
        long_press=do(browsing.select, medium.path), id=ID + "media_item_holder", class_name=_RELATIVE,
    )  # fmt: skip


#: What the ids of the settings call switches.
_IDS = {
    "autoplay": "autoplay_videos",
    "black": "black_background",
    "use_bin": "use_recycle_bin",
    "show_names": "show_file_names",
}


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The switches, in the order of `SWITCHES`."""
    return check_boxes_page(
        res, "simple_gallery", SWITCHES, values, browsing.switch, do(viewing.leave), ID, _IDS
    )
