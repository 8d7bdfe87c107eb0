"""Photos' main screen with its three tabs, and an album."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.photos import handlers
from bmoca_gym.handset.apps.photos.library import (
    CATEGORIES,
    TRASH,
    VIDEOS,
    Album,
    Medium,
    albums,
    day_title,
    days,
    description,
)
from bmoca_gym.handset.apps.photos.state import ID, PageName
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.google_bars import account_disc, account_menu, title_bar
from bmoca_gym.handset.kits.navigation import open_overlay, unmark
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.rails import tabbed_page
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.providers.pictures import Shown
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    icon_button,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Text, TextField
from bmoca_gym.handset.value import Callback, do

_GAP = 2
_ALL = Shown("")
_COVER = Picture.CLASS
TABS: dict[PageName, tuple[str, str, str]] = {
    "photos": ("photo", "tab_photos", "photos.app_name"),
    "search": ("search", "search_destination", "photos.search"),
    "library": ("photo_library", "tab_library", "photos.library"),
}


# Pictures in rows


def _columns(res: Resources) -> int:
    return max(3, round(res.width / 110))


@component(1024)
def _cell(
    res: Resources, photo: Medium, shown: Shown, side: int, zone: str, selecting: bool, chosen: bool
) -> Element:
    """A square thumbnail. ``selecting``: whether it has a check mark, which is set if it is ``chosen``."""
    c = res.colors
    small = side - 24 if chosen else side
    over: list[Element] = [_thumbnail(res, photo, small, 12 if chosen else 0)]
    label = description(res, photo, zone)
    if photo.is_video:
        over.append(_length(res, photo, side))
    if not selecting and not photo.is_video:
        return Picture(
            photo.picture, width=side, height=side, tap=do(handlers.open_photo, shown),
            long_press=do(handlers.select, photo.path),
            description=label, class_name="android.view.ViewGroup",
        )  # fmt: skip
    if selecting:
        glyph, ink = ("check_circle", c.accent) if chosen else ("radio_button_unchecked", 0xFFFFFFFF)
        mark = Icon(
            glyph, 22, ink, background=c.background if chosen else 0x33000000, radius=11, class_name=""
        )
        over.append(Column(mark, width=side, height=side, pad=6, class_name=""))
    return Stack(
        *over, width=side, height=side, background=c.raised, align="center", justify="center", selected=chosen,
        tap=do(handlers.open_photo, shown), long_press=do(handlers.select, photo.path), description=label,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _thumbnail(res: Resources, photo: Medium, side: float, radius: float, **options: Any) -> Element:
    if photo.picture:
        options.setdefault("class_name", "android.widget.ImageView")
        return Picture(photo.picture, width=side, height=side, radius=radius, **options)
    return Stack(
        Icon("movie", 40, res.colors.secondary, class_name=""), width=side, height=side, radius=radius,
        background=res.colors.raised, align="center", justify="center", **options,
    )  # fmt: skip


def _length(res: Resources, film: Medium, side: int) -> Element:
    """The duration of a video, in the upper corner of its thumbnail."""
    pill = Row(
        Text(clock_text(res, film.length), 12, 0xFFFFFFFF, 500, id=ID + "video_duration"),
        Icon("play_circle_outline", 16, 0xFFFFFFFF, class_name=""),
        pad=(6, 2), gap=3, align="center", background=0x73000000, radius=10, class_name="",
    )  # fmt: skip
    return Column(
        Row(Spacer(grow=1, height=1), pill, width=FILL, class_name=""),
        width=side,
        height=side,
        pad=5,
        class_name="",
    )


def _by_day(
    res: Resources, photos: tuple[Medium, ...], shown: Shown, chosen: tuple[str, ...], zone: str, today: int
) -> list[Element]:
    """Each day's title, and its pictures under it."""
    columns = _columns(res)
    side = (res.width - _GAP * (columns - 1)) // columns
    found: list[Element] = []
    for day, of_day in days(photos, zone):
        title = Text(
            day_title(res, day, today),
            14,
            res.colors.text,
            500,
            pad=(16, 16, 16, 10),
            width=FILL,
            id=ID + "title",
        )
        found.append(title)
        cells = [
            _cell(res, p, shown._replace(path=p.path), side, zone, bool(chosen), p.path in chosen)
            for p in of_day
        ]
        found.append(Grid(*cells, columns=columns, width=FILL, gap=_GAP, class_name=""))
    return found


def _grid(
    res: Resources,
    photos: tuple[Medium, ...],
    shown: Shown,
    chosen: tuple[str, ...],
    zone: str,
    today: int,
    *,
    key: str,
    empty: str,
) -> Element:
    if not photos:
        glyph = "search_off" if key == "found" else "photo_library"
        return empty_message(res, glyph, res.string(empty), id=ID + "title")
    rows = _by_day(res, photos, shown, chosen, zone, today)
    return scrolling(*rows, Spacer(width=FILL, height=16), key=key, id=ID + "recycler_view")


def _selection_bar(res: Resources, count: int, trash: bool = False) -> Element:
    """The bar over selected pictures; in the ``trash``, with the action that restores them."""
    c = res.colors
    title = res.digits(res.string("photos.selected", count=count))
    first = (
        icon_button(
            "restore_from_trash",
            res.string("photos.restore"),
            do(handlers.restore_selected),
            c.text,
            id=ID + "restore",
        )
        if trash
        else icon_button(
            "share", res.string("system_ui.share"), do(handlers.share_selected), c.text, id=ID + "share"
        )
    )
    delete = icon_button(
        "delete", res.string("photos.delete"), do(open_overlay, "delete"), c.text, id=ID + "delete"
    )
    return selection_bar(
        res, title, do(unmark), first, delete, id=ID, label="photos.clear_selection",
        size=20 if res.width >= 300 else 17, fitted=True,
    )  # fmt: skip


# The tabs


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    clear: tuple[Element, ...] = ()
    if query:
        clear = (
            icon_button("close", res.string("photos.clear_search"), do(handlers.clear_search), c.secondary,
                        id=ID + "search_clear_button"),
        )  # fmt: skip
    field = TextField(
        query, "search", do(handlers.search), focused=focused, hint=res.string("photos.search_hint"),
        hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, grow=1, height=48, id=ID + "searchbox",
    )  # fmt: skip
    bar = Row(
        Icon("search", 24, c.secondary, class_name=""), field, *clear,
        width=FILL, height=48, pad=(16, 0, 4, 0), gap=8, align="center", background=c.raised, radius=24,
        id=ID + "search_bar",
    )  # fmt: skip
    return Column(bar, width=FILL, pad=(16, 8), class_name="")


def _categories(res: Resources, videos: bool) -> Element:
    rows = [
        list_row(
            res,
            res.string(f"photos.{name}"),
            icon=glyph,
            tap=do(handlers.open_album, shown),
            title_id=ID + "title",
        )
        for name, (glyph, shown) in (CATEGORIES | ({"videos": VIDEOS} if videos else {})).items()
    ]
    title = Text(
        res.string("photos.categories"),
        16,
        res.colors.text,
        500,
        pad=(16, 12, 16, 4),
        width=FILL,
        id=ID + "heading",
    )
    return scrolling(title, *rows, key="categories", id=ID + "recycler_view")


@component(128)
def _album_card(res: Resources, album: Album, side: int) -> Element:
    c = res.colors
    count = res.digits(res.string("photos.items", count=album.total))
    return Column(
        _thumbnail(res, album.cover, side, 12, id=ID + "album_cover_view", class_name=_COVER),
        Text(album.name, 14, c.text, 500, pad=(2, 8, 2, 0), id=ID + "album_cover_title"),
        Text(count, 12, c.secondary, pad=(2, 0), id=ID + "album_cover_subtitle"),
        width=side, tap=do(handlers.open_album, Shown("", "folder", album.folder)),
        description=f"{album.name}, {count}",
    )  # fmt: skip


def _library(res: Resources, photos: tuple[Medium, ...]) -> Element:
    c = res.colors
    always = [
        Row(
            Icon(glyph, 24, c.accent, class_name=""),
            FittedText(res.string(f"photos.{name}"), 14, c.text, 500, grow=1, id=f"{ID}{name}_title"),
            grow=1, height=52, pad=(16, 0), gap=12, align="center", background=c.raised, radius=12,
            tap=do(handlers.open_album, shown), id=f"{ID}{name}_button", class_name="android.widget.Button",
        )
        for name, glyph, shown in (
            ("favorites", "star_border", CATEGORIES["favorites"][1]), ("trash", "delete", TRASH),
        )
    ]  # fmt: skip
    parts: list[Element] = [Row(*always, width=FILL, gap=12, class_name="")]
    known = albums(photos)
    if known:
        columns = max(2, res.width // 180)
        side = (res.width - 32 - 12 * (columns - 1)) // columns
        cards = [_album_card(res, album, side) for album in known]
        title = Text(
            res.string("photos.on_device"), 16, c.text, 500, pad=(0, 20, 0, 12), width=FILL, id=ID + "heading"
        )
        parts += [title, Grid(*cards, columns=columns, width=FILL, gap=12, class_name="")]
    return scrolling(*parts, key="library", pad=(16, 8, 16, 24), id=ID + "recycler_view")


def _tab(
    res: Resources, name: PageName, top: Element, body: Element, chosen: tuple[str, ...], typing: bool = False
) -> Element:
    """A tab over the row of all of them, which the keyboard hides while one is ``typing``."""
    tabs = tuple(
        [
            (res.string(label), glyph, ID + id, do(handlers.show_tab, tab))
            for tab, (glyph, id, label) in TABS.items()
        ]
    )
    head, bar = (_selection_bar(res, len(chosen)), res.colors.raised) if chosen else (top, None)
    return tabbed_page(
        res, tabs, list(TABS).index(name), head, body, id=ID + "tab_bar", rail_id=ID + "navigation_rail",
        typing=typing and not chosen, bar=bar,
    )  # fmt: skip


def _title(res: Resources) -> Element:
    title = res.string("photos.title")
    if res.material > 2:
        return title_bar(res, ID, title, disc=account_disc(res, ID), centered=True)
    return toolbar(res, title, id=ID + "toolbar")


def all_photos(
    res: Resources, photos: tuple[Medium, ...], chosen: tuple[str, ...], zone: str, today: int
) -> Element:
    """The first tab: all pictures. ``today``: the day's ordinal number."""
    body = _grid(res, photos, _ALL, chosen, zone, today, key="photos", empty="photos.no_photos")
    return _tab(res, "photos", _title(res), body, chosen)


def found(
    res: Resources,
    photos: tuple[Medium, ...],
    chosen: tuple[str, ...],
    zone: str,
    today: int,
    query: str,
    focused: bool,
    videos: bool,
) -> Element:
    """The search tab: categories, or the pictures found."""
    shown = Shown("", "search", query)
    body = (
        _grid(res, photos, shown, chosen, zone, today, key="found", empty="photos.no_results")
        if query
        else _categories(res, videos)
    )
    return _tab(res, "search", _search_bar(res, query, focused), body, chosen, focused)


def library(res: Resources, photos: tuple[Medium, ...], chosen: tuple[str, ...]) -> Element:
    """The tab of favourites and folders."""
    return _tab(res, "library", _title(res), _library(res, photos), chosen)


def album(
    res: Resources,
    shown: Shown,
    photos: tuple[Medium, ...],
    chosen: tuple[str, ...],
    zone: str,
    today: int,
) -> Element:
    """The pictures of a folder, or the favourites."""
    named = CATEGORIES | {"videos": VIDEOS, "trash": ("delete", TRASH)}
    title = next((name for name, (_, known) in named.items() if known == shown), "")
    name = res.string(f"photos.{title}") if title else posixpath.basename(shown.value)
    bar = (
        _selection_bar(res, len(chosen), shown == TRASH)
        if chosen
        else toolbar(res, name, up=do(handlers.up), id=ID + "toolbar")
    )
    body = _grid(res, photos, shown, chosen, zone, today, key="album", empty="photos.no_photos")
    about = (
        (Text(res.string("photos.trash_about"), 14, res.colors.secondary, lines=3, width=FILL, pad=(16, 8)),)
        if shown == TRASH
        else ()
    )
    return page(res, bar, *about, body, bar=res.colors.raised if chosen else None)


def account_sheet(res: Resources) -> Element:
    """The menu of the account's disc."""
    return account_menu(res, ID, res.string("photos.title"))


def delete_dialog(res: Resources, count: int, delete: Callback, for_good: bool) -> Element:
    """Asks before pictures are deleted. ``delete``: the handler that deletes them; ``for_good``: whether they are
    already in the trash."""
    text = res.digits(res.string("photos.delete_ask" if for_good else "photos.trash_ask", count=count))
    return questions.question(res, text, "photos.delete" if for_good else "photos.to_trash", delete, lines=6)
