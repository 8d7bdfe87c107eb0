"""Pages over YouTube's tabs: search and results, a channel, lists of videos and channels; and sheets."""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube.handlers.pages import (
    forget_watched,
    hide,
    leave,
    open_search,
    save,
    search,
    subscribe,
    type_query,
)
from bmoca_gym.handset.apps.youtube.screens.parts import (
    bar,
    cards,
    channel_row,
    counted,
    look,
    mark,
    message,
    pivot_page,
    row,
    search_button,
    sheet,
    sheet_row,
    subscribe_button,
    video_count,
)
from bmoca_gym.handset.apps.youtube.state import ID
from bmoca_gym.handset.apps.youtube.videos import TOPICS, channels, found, suggestions, told, videos_of
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_OFFERED = 8
_TITLES = {"history": "history", "later": "watch_later", "liked": "liked_videos"}


# Search


def search_page(res: Resources, dark: bool, query: str, searches: tuple[str, ...], focused: bool) -> Element:
    """The search field, the search history, and suggestions."""
    res = look(res, dark)
    head = search_bar(
        res, query, focused, res.string("youtube.search_hint"), do(type_query), do(leave),
        field={"size": 16, "height": 48, "on_submit": do(search), "id": ID + "search_edit_text"},
        clear={"id": ID + "search_clear"}, labels=("common.navigate_up", "youtube.clear"), height=52, gap=0,
        id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    wanted = plain(query.strip())
    before = tuple([text for text in searches if wanted in plain(text)])
    offered = [(text, "history") for text in before]
    offered += [(text, "search") for text in suggestions(query, res.locale) if text not in before]
    rows = [_offered(res, text, glyph, text == query) for text, glyph in offered[:_OFFERED]]
    return page(res, head, scrolling(*rows, key="suggestions", id=ID + "results"))


def _offered(res: Resources, text: str, glyph: str, typed: bool) -> Element:
    c = res.colors
    fill: Element = icon_button(
        "north_west", res.string("youtube.edit_suggestion", text=text), do(type_query, text), c.secondary, size=20,
        id=ID + "edit_suggestion", class_name="android.widget.ImageView",
    )  # fmt: skip
    if typed:
        fill = Spacer(width=48, height=1)
    return Row(
        Row(
            Icon(glyph, 22, c.secondary, id=ID + "search_type_icon"),
            Text(text, 16, c.text, grow=1, id=ID + "text"),
            grow=1, height=48, gap=18, align="center", tap=do(search, text), id=ID + "suggestion",
        ),
        fill, width=FILL, pad=(16, 0, 4, 0), align="center", class_name="",
    )  # fmt: skip


def results(res: Resources, dark: bool, tab: str, query: str, hidden: tuple[int, ...]) -> Element:
    """The page of results."""
    res = look(res, dark)
    c = res.colors
    field = Row(
        Text(query, 16, c.text, grow=1, id=ID + "search_query"),
        icon_button("close", res.string("youtube.clear"), do(open_search), c.secondary, size=20, width=40, height=40,
                    id=ID + "search_clear"),
        grow=1, height=40, pad=(14, 0, 0, 0), radius=20, background=c.raised, align="center",
        tap=do(open_search, query), id=ID + "search_box",
    )  # fmt: skip
    head = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(leave), c.text), field,
        width=FILL, height=52, pad=(4, 0, 12, 0), align="center", id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    keys, ids = found(query, tuple([res.string(f"youtube.{topic}") for topic in TOPICS]), res.locale)
    ids = tuple([id for id in ids if id not in hidden])
    rows = [channel_row(res, key) for key in keys]
    if ids:
        rows.append(cards(res, ids))
    if not rows:
        rows.append(message(res, res.string("youtube.no_results"), "search_off"))
    return pivot_page(res, tab, head, scrolling(*rows, key="found", id=ID + "results"))


# Channels and lists


def channel(res: Resources, dark: bool, tab: str, key: str, subscribed: bool) -> Element:
    """A channel with its videos."""
    res = look(res, dark)
    c = res.colors
    about = channels()[key]
    name = told(res.locale, about.name)
    ids = videos_of(key)
    facts = f"{counted(res, 'subscribers', about.subscribers)} · {video_count(res, len(ids))}"
    head = Row(
        mark(res, key, 64),
        Column(
            Text(name, 20, c.text, 700, lines=3, id=ID + "channel_name"),
            Text(about.handle, 13, c.secondary, lines=1),
            Text(facts, 13, c.secondary, lines=3, id=ID + "metadata"),
            grow=1, gap=2, class_name="",
        ),
        width=FILL, pad=(14, 14, 14, 8), gap=14, align="center", class_name="",
    )  # fmt: skip
    return pivot_page(
        res, tab, bar(res, name, search_button(res)),
        scrolling(
            picture(f"youtube/{about.picture}", width=FILL, height=min(160, res.width / 4),
                    class_name=""),
            head, Text(told(res.locale, about.about), 14, c.text, lines=3, pad=(14, 0)),
            Row(subscribe_button(res, key, subscribed), pad=(14, 12), class_name=""),
            *[row(res, id, "channel") for id in ids], Spacer(width=1, height=12),
            key="channel", id=ID + "results",
        ),
    )  # fmt: skip


def listed(res: Resources, dark: bool, tab: str, key: str, ids: tuple[int, ...]) -> Element:
    """The history, or a list of videos. ``key``: history, later or liked."""
    res = look(res, dark)
    title = res.string(f"youtube.{_TITLES[key]}")
    rows = [row(res, id, key) for id in ids]
    if rows and key != "history":
        rows.insert(0, Text(video_count(res, len(ids)), 13, res.colors.secondary, pad=(14, 4)))
    if not rows:
        rows.append(message(res, res.string("youtube.nothing_here"), "playlist_play"))
    return pivot_page(
        res, tab, bar(res, title, search_button(res)), scrolling(*rows, key=key, id=ID + "results")
    )


def followed(res: Resources, dark: bool, tab: str, keys: tuple[str, ...]) -> Element:
    """All channels that the user follows."""
    res = look(res, dark)
    rows = [channel_row(res, key, subscribe_button(res, key, True)) for key in keys]
    if not rows:
        rows.append(message(res, res.string("youtube.no_subscriptions"), "subscriptions"))
    head = bar(res, res.string("youtube.subscriptions"), search_button(res))
    return pivot_page(res, tab, head, scrolling(*rows, key="followed", id=ID + "results"))


# Sheets


def video_sheet(res: Resources, dark: bool, id: int, where: str, saved: bool) -> Element:
    """A sheet with the actions on a video of a list. ``where``: which one."""
    res = look(res, dark)
    rows = [
        sheet_row(res, "access_time", res.string("youtube.remove_later" if saved else "youtube.save_later"),
                  do(save, id))
    ]  # fmt: skip
    if where == "history":
        rows.append(
            sheet_row(res, "delete_outline", res.string("youtube.remove_history"), do(forget_watched, id))
        )
    elif where == "card":
        rows.append(sheet_row(res, "block", res.string("youtube.not_interested"), do(hide, id)))
    return sheet(res, *rows)


def unsubscribe_dialog(res: Resources, dark: bool, key: str) -> Element:
    """Ask whether to unsubscribe from a channel."""
    res = look(res, dark)
    name = told(res.locale, channels()[key].name)
    text = res.string("youtube.unsubscribe_from", name=name)
    return question(res, text, "youtube.unsubscribe", do(subscribe, key))
