"""An article: its text with links, and its tool bars."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.articles import Paragraph
from bmoca_gym.handset.apps.wikipedia.handlers import reading, saving
from bmoca_gym.handset.apps.wikipedia.handlers.opening import follow, go, search
from bmoca_gym.handset.apps.wikipedia.screens.common import picture, popup, sheet, tabs_button
from bmoca_gym.handset.apps.wikipedia.state import ID, PAGE_LANGUAGES
from bmoca_gym.handset.apps.wikipedia.themes import is_dark
from bmoca_gym.handset.kits.navigation import leave_page, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    divider,
    filled_button,
    icon_button,
    list_row,
    page,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer
from bmoca_gym.handset.ui.linked_text import Anchored, LinkedText, Span
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

_READ_WIDTH = 720  # dp: lines of more are hard to read


def _bottom_bar(res: Resources, key: str, saved: bool) -> Element:
    c = res.colors
    items: tuple[tuple[str, str, str, Callback], ...] = (
        ("page_save", "bookmark" if saved else "bookmark_border", "save", do(saving.save, key)),
        ("page_language", "translate", "language", do(go, PAGE_LANGUAGES)),
        ("page_find_in_article", "find_in_page", "find_in_page", do(reading.start_finding)),
        ("page_theme", "text_format", "theme", do(open_overlay, "theme")),
        ("page_contents", "format_list_bulleted", "contents", do(open_overlay, "contents")),
    )
    return Row(
        *[
            Column(
                Icon(glyph, 24, c.secondary, class_name=""),
                Text(res.string(f"wikipedia.{label}"), 11, c.secondary, align="center", class_name="", lines=1),
                grow=1, height=56, pad=(2, 8, 2, 4), gap=3, align="center", tap=tap, id=ID + id,
                description=res.string(f"wikipedia.{label}"), selected=label == "save" and saved,
                class_name="android.widget.TextView",
            )
            for id, glyph, label, tap in items
        ],
        width=FILL, height=56, background=c.surface, id=ID + "page_actions_tab_layout",
    )  # fmt: skip


def _tool_bar(res: Resources, tab_count: int) -> Element:
    c = res.colors
    field = Row(
        Text(res.string("wikipedia.search_wikipedia"), 14, c.secondary, grow=1, class_name=""),
        grow=1, height=36, pad=(12, 0), align="center", background=c.raised, radius=4, tap=do(search),
        id=ID + "page_toolbar_button_search", description=res.string("wikipedia.search_wikipedia"),
        class_name="android.widget.TextView",
    )  # fmt: skip
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), c.text),
        field,
        *tabs_button(res, tab_count),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "page_menu"), c.text,
                    id=ID + "page_toolbar_button_show_overflow_menu", class_name="android.widget.ImageView"),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "page_toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _find_bar(res: Resources, text: str, focused: bool, at: int, count: int) -> Element:
    c = res.colors
    shown = res.digits(f"{at + 1 if count else 0}/{count}")
    able = count > 0
    tone = c.text if able else c.disabled
    return Row(
        icon_button("close", res.string("wikipedia.close"), do(reading.stop_finding), c.text,
                    id=ID + "close_button", class_name="android.widget.ImageView"),
        TextField(text, "find", do(reading.find), focused=focused, hint=res.string("wikipedia.find_in_page"),
                  hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=48,
                  on_submit=do(reading.find_next, 1), id=ID + "find_in_page_input"),
        Text(shown if text else "", 14, c.secondary, id=ID + "find_in_page_match", pad=(4, 0)),
        icon_button("keyboard_arrow_up", res.string("wikipedia.find_previous"), do(reading.find_next, -1),
                    tone, enabled=able, id=ID + "find_in_page_prev", width=40,
                    class_name="android.widget.ImageView"),
        icon_button("keyboard_arrow_down", res.string("wikipedia.find_next"), do(reading.find_next, 1),
                    tone, enabled=able, id=ID + "find_in_page_next", width=40,
                    class_name="android.widget.ImageView"),
        width=FILL, height=56, pad=(4, 0), align="center", background=c.raised,
    )  # fmt: skip


def _spans(
    res: Resources, theme: int, number: int, text: Paragraph, found: tuple[tuple[int, int, int], ...], at: int
) -> tuple[Span, ...]:
    c = res.colors
    spans = [
        Span(link.start, link.end, c.accent, c.background, do(reading.tap_link, link.key))
        for link in text.links
    ]
    here = [(i, start, end) for i, (place, start, end) in enumerate(found) if place == number]
    background = 0xFF8A6D00 if is_dark(theme) else 0xFFFFE49C
    for i, first, last in here:
        color, tone = (0xFF202122, 0xFFFFA500) if i == at else (c.text, background)
        spans.append(Span(first, last, color, tone, None, f"match:{i}"))
    return tuple(spans)


def _rule(res: Resources) -> Element:
    line = Spacer(width=FILL, height=1, background=res.colors.divider)
    return Column(line, width=FILL, pad=(16, 0), class_name="")


def _body(
    res: Resources,
    theme: int,
    key: str,
    size: int,
    pictures: bool,
    found: tuple[tuple[int, int, int], ...],
    at: int,
) -> Element:
    """The article's text. ``found``: matches of the search; ``at``: the current one."""
    c = res.colors
    shown = articles.article(key)
    scale = 1 + size / 10
    align = "start" if articles.is_rtl(shown.language) == res.rtl else "end"

    def text(words: str, anchor: str, sp: float, color: int, weight: int, *pad: float) -> Element:
        return Anchored(
            words, anchor, size=sp * scale, color=color, weight=weight, align=align, width=FILL, pad=pad
        )

    parts: list[Element] = []
    if pictures:
        parts += picture(shown.subject, min(240, res.height * 0.3), id=ID + "view_page_header_image")
    parts += [
        text(shown.title, "section:0", 28, c.text, 500, 16, 16, 16, 0),
        text(shown.description, "", 14, c.secondary, 400, 16, 4, 16, 8),
        _rule(res),
        Spacer(width=FILL, height=4),
    ]
    number = 0
    for place, section in enumerate(shown.sections):
        if section.title:
            parts += [text(section.title, f"section:{place}", 22, c.text, 500, 16, 20, 16, 4), _rule(res)]
        for item in section.paragraphs:
            parts.append(
                LinkedText(
                    item.text, f"paragraph:{number}", _spans(res, theme, number, item, found, at), size=16 * scale,
                    color=c.text, align=align, width=FILL, pad=(16, 8),
                )
            )  # fmt: skip
            number += 1
    parts.append(Spacer(width=FILL, height=24))
    width = min(res.width, _READ_WIDTH)
    column = Column(*parts, width=width, class_name="android.webkit.WebView")
    return Scroll(
        Column(column, width=FILL, align="center", class_name=""), key=reading.scroll_key(key), width=FILL, grow=1,
        id=ID + "page_web_view", class_name="android.webkit.WebView",
    )  # fmt: skip


def screen(
    res: Resources, theme: int, key: str, size: int, pictures: bool, saved: bool, tab_count: int, finding: bool,
    wanted: str, at: int, focused: bool,
) -> Element:  # fmt: skip
    """The article ``key``. ``size``: steps of the text size; ``wanted``: the text to find while ``finding``."""
    found = reading.found_in(key, wanted) if finding else ()
    bar = _find_bar(res, wanted, focused, at, len(found)) if finding else _tool_bar(res, tab_count)
    foot = () if finding else (divider(res), _bottom_bar(res, key, saved))
    return page(res, bar, _body(res, theme, key, size, pictures, found, at), *foot)


# What opens over it


def contents(res: Resources, key: str) -> Element:
    """The table of contents."""
    c = res.colors
    shown = articles.article(key)
    rows = [
        list_row(res, section.title or shown.title, tap=do(reading.to_section, key, i),
                 title_id=ID + "page_toc_item_text", inset=24)
        for i, section in enumerate(shown.sections)
    ]  # fmt: skip
    return sheet(
        res,
        Text(res.string("wikipedia.contents"), 20, c.text, 500, pad=(24, 4, 24, 8)),
        Scroll(
            Column(*rows, width=FILL, class_name=""),
            key="contents",
            width=FILL,
            most=res.height * 0.6,
            id=ID + "toc_list",
            class_name="android.widget.ListView",
        ),
        pad=(0, 0, 0, 8),
    )


def preview(res: Resources, key: str) -> Element:
    """A preview of the article that a link leads to, before it is followed."""
    c = res.colors
    shown = articles.article(key)
    apart = text_button(
        res, res.string("wikipedia.open_in_new_tab"), do(reading.open_apart, key),
        id=ID + "link_preview_secondary_button",
    )  # fmt: skip
    read = filled_button(
        res, res.string("wikipedia.read_article"), do(follow, key), id=ID + "link_preview_primary_button"
    )  # fmt: skip
    if res.width < 360:  # long words beside each other would be cut
        buttons: Element = Column(read, apart, width=FILL, gap=4, pad=(16, 4), align="center")
    else:
        buttons = Row(Spacer(grow=1, height=1), apart, read, width=FILL, gap=8, pad=(16, 4), align="center")
    return sheet(
        res,
        *picture(shown.subject, min(120, res.height * 0.2)),
        Text(shown.title, 24, c.text, 500, lines=2, pad=(16, 12, 16, 0), width=FILL, id=ID + "link_preview_title"),
        Text(shown.description, 14, c.secondary, lines=2, pad=(16, 2), width=FILL),
        Text(shown.extract, 16, c.text, lines=4 if res.height < 600 else 6, pad=(16, 8), width=FILL,
             id=ID + "link_preview_extract"),
        buttons,
        id=ID + "dialog_link_preview_container", pad=(0, 0, 0, 8),
    )  # fmt: skip


def menu(res: Resources) -> Element:
    """The overflow menu."""
    items = (
        (res.string("wikipedia.new_tab"), ID + "page_new_tab", do(reading.new_tab)),
        (res.string("wikipedia.nav_explore"), ID + "page_explore", do(reading.explore)),
    )
    return popup(res, items, 28)


def languages_screen(res: Resources, key: str) -> Element:
    """The languages that the article can be read in."""
    c = res.colors
    bar = toolbar(res, res.string("wikipedia.other_languages"), up=do(leave_page))
    others = articles.in_other_languages(key)
    if not others:
        none = Text(res.string("wikipedia.no_other_languages"), 16, c.secondary, lines=4, align="center", width=FILL,
                    pad=(24, 48))  # fmt: skip
        return page(res, bar, none)
    rows = [
        list_row(
            res, articles.LANGUAGES[other.partition("/")[0]], articles.article(other).title,
            tap=do(reading.read_in, other), title_id=ID + "localized_language_name",
            summary_id=ID + "language_subtitle",
        )
        for other in others
    ]  # fmt: skip
    return page(
        res,
        bar,
        Scroll(
            Column(*rows, width=FILL, class_name=""),
            key="langlinks",
            width=FILL,
            grow=1,
            id=ID + "langlinks_recycler",
        ),
    )
