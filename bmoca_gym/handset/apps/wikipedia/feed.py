"""The Explore feed: a search card, and a card for each content type that is switched on."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.actions import go, search, show_article
from bmoca_gym.handset.apps.wikipedia.articles import MAIN_PAGE, Article
from bmoca_gym.handset.apps.wikipedia.common import WIDE, article_row, empty_message, picture, popup
from bmoca_gym.handset.apps.wikipedia.state import (
    CONFIGURE,
    FEED_CONTENT_TYPES,
    GALLERY,
    ID,
    RANDOM,
    Wikipedia,
)
from bmoca_gym.handset.apps.wikipedia.themes import themed
from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.positions import top_on_screen
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system.clock import local_time
from bmoca_gym.handset.ui.components import filled_button, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do, replace

_NAMES = tuple([content.name for content in FEED_CONTENT_TYPES])


def _hidden_key(name: str, day: date) -> str:
    return f"{name}:{day.isoformat()}"


def shown_cards(state: Wikipedia, day: date) -> tuple[str, ...]:
    """Names of the cards in the feed on that day, from the top."""
    enabled = state.feed_enabled
    names = [_NAMES[i] for i in state.feed_order if enabled[i] and FEED_CONTENT_TYPES[i].row]
    if not state.history:
        names = [name for name in names if name != "because_you_read"]
    return tuple([name for name in names if _hidden_key(name, day) not in state.hidden])


def random_key(code: str, day: date, throws: int) -> str:
    """The article that the randomizer shows: the day's, and another with each throw."""
    pool = articles.edition(code).random
    return pool[(day.toordinal() + throws) % len(pool)]


# Handlers


def _open_menu(state: Wikipedia, context: Context, name: str) -> Wikipedia:
    button = do(_open_menu, name)
    top = top_on_screen(context.phone, "feed", lambda element: element.tap == button)
    return replace(state, overlay=(f"card:{top}", name))


def _hide(state: Wikipedia, context: Context, name: str) -> tuple[Any, ...]:
    key = _hidden_key(name, local_time(context.phone).date())
    kept = tuple([other for other in state.hidden if other.partition(":")[2] == key.partition(":")[2]])
    after = replace(state, hidden=(*kept, key), overlay=("", ""))
    return after, toast(context.res.string("wikipedia.card_hidden"))


# Cards


def _card(res: Resources, name: str, *parts: Element) -> Element:
    c = res.colors
    title = res.string(f"wikipedia.{name}")
    head = Row(
        Text(title, 20, c.text, 500, lines=2, grow=1, id=ID + "view_card_header_title"),
        icon_button(
            "more_vert", res.string("common.more_options"), do(_open_menu, name), c.secondary,
            id=ID + "view_list_card_header_menu", class_name="android.widget.ImageView",
        ),
        width=FILL, pad=(16, 4, 0, 0), align="center", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Column(
        head, *parts, width=FILL, background=c.surface, radius=12, border=c.divider, pad=(0, 0, 0, 8),
        class_name="androidx.cardview.widget.CardView",
    )  # fmt: skip


def _summary(res: Resources, found: Article) -> Element:
    c = res.colors
    return Column(
        *picture(found.subject, 160, id=ID + "articleImage"),
        Text(found.title, 22, c.text, 500, lines=2, pad=(16, 12, 16, 0), id=ID + "articleTitle"),
        Text(found.description, 14, c.secondary, lines=2, pad=(16, 2), id=ID + "articleDescription"),
        Text(found.extract, 14, c.text, lines=4, pad=(16, 6, 16, 8), id=ID + "articleExtract"),
        width=FILL, tap=do(show_article, found.key), class_name="android.view.ViewGroup",
    )  # fmt: skip


def _featured_article(res: Resources, code: str) -> tuple[Element, ...]:
    return (_summary(res, articles.article(articles.edition(code).featured)),)


def _top_read(res: Resources, theme: int, code: str) -> tuple[Element, ...]:
    rows: list[Element] = []
    for place, (key, views) in enumerate(articles.edition(code).top_read):
        lead = res.digits(str(place + 1))
        count = res.string("wikipedia.views", views=res.digits(f"{views // 1000}"))
        rows.append(article_row(res, theme, key, do(show_article, key), lead, count))
    return tuple(rows)


def _picture_of_the_day(res: Resources, code: str) -> tuple[Element, ...]:
    edition = articles.edition(code)
    return (
        Picture(
            edition.picture, width=FILL, height=220, tap=do(go, GALLERY, code), description=edition.picture_text,
            id=ID + "view_featured_image_card_image",
        ),
        Text(edition.picture_text, 14, res.colors.text, lines=4, pad=(16, 10), width=FILL,
             id=ID + "view_featured_image_card_image_description"),
    )  # fmt: skip


def _because_you_read(res: Resources, theme: int, code: str, read: str) -> tuple[Element, ...]:
    found = articles.article(read)
    others = [key for key, _ in articles.edition(code).top_read if key != read][:3]
    return (
        Text(found.title, 14, res.colors.secondary, lines=2, pad=(16, 0, 16, 4),
             id=ID + "view_card_header_subtitle"),
        *[article_row(res, theme, key, do(show_article, key)) for key in others],
    )  # fmt: skip


def _in_the_news(res: Resources, code: str) -> tuple[Element, ...]:
    c = res.colors
    width = min(240, res.width - 80)
    stories = [
        Column(
            *picture(articles.article(key).subject, 110, id=ID + "horizontal_scroll_list_item_image"),
            Text(text, 14, c.text, lines=5, pad=(12, 8), id=ID + "horizontal_scroll_list_item_text"),
            width=width, background=c.raised, radius=8, tap=do(show_article, key),
            class_name="androidx.cardview.widget.CardView",
        )
        for text, key in articles.edition(code).news
    ]  # fmt: skip
    return (
        Scroll(
            Row(*stories, gap=12, pad=(16, 4, 16, 8)),
            key="news",
            axis="x",
            width=FILL,
            id=ID + "news_cardview_recycler_view",
        ),
    )


def _on_this_day(res: Resources, code: str, day: date) -> tuple[Element, ...]:
    c = res.colors
    event = articles.event_before(code, day.month, day.day)
    then = date(event.year, event.month, event.day)
    return (
        Text(res.date(then, "MMMMd"), 14, c.secondary, pad=(16, 0, 16, 6), id=ID + "day"),
        Column(
            Row(
                Icon("circle", 12, c.accent, pad=(0, 5)),
                Text(res.digits(str(event.year)), 20, c.accent, 500, id=ID + "year"),
                gap=12, align="center",
            ),
            Text(event.text, 16, c.text, lines=6, pad=(24, 4, 0, 0), id=ID + "text"),
            width=FILL, pad=(16, 4), tap=do(show_article, event.key), id=ID + "view_on_this_day_click_container",
        ),
    )  # fmt: skip


def _randomizer(res: Resources, code: str, day: date, dice: int) -> tuple[Element, ...]:
    return (
        _summary(res, articles.article(random_key(code, day, dice))),
        text_button(
            res, res.string("wikipedia.more_random_articles"), do(go, RANDOM), id=ID + "footerActionButton"
        ),
    )


def _main_page(res: Resources, code: str, day: date) -> tuple[Element, ...]:
    c = res.colors
    return (
        Column(
            Text(res.date(day, "MMMMEEEEd"), 14, c.secondary, lines=2, pad=(16, 0, 16, 4),
                 id=ID + "view_card_header_subtitle"),
            Row(
                Text(res.string("wikipedia.view_main_page"), 14, c.accent, 500, grow=1, lines=2),
                Icon("arrow_forward", 20, c.accent, turn=True),
                width=FILL, pad=(16, 10), gap=8, align="center",
            ),
            width=FILL, tap=do(show_article, f"{code}/{MAIN_PAGE}"), id=ID + "view_static_card_container",
        ),
    )  # fmt: skip


@component(256)
def _built(res: Resources, theme: int, name: str, code: str, day: date, read: str, dice: int) -> Element:
    """One card. Arguments that it does not show are blank, so that it is not built again."""
    res = themed(res, theme)
    if name == "featured_article":
        parts = _featured_article(res, code)
    elif name == "top_read":
        parts = _top_read(res, theme, code)
    elif name == "picture_of_the_day":
        parts = _picture_of_the_day(res, code)
    elif name == "because_you_read":
        parts = _because_you_read(res, theme, code, read)
    elif name == "in_the_news":
        parts = _in_the_news(res, code)
    elif name == "on_this_day":
        parts = _on_this_day(res, code, day)
    elif name == "randomizer":
        parts = _randomizer(res, code, day, dice)
    else:
        parts = _main_page(res, code, day)
    return _card(res, name, *parts)


_NO_DAY = date(2000, 1, 1)
_DATED = ("on_this_day", "randomizer", "main_page")


def _search_card(res: Resources) -> Element:
    c = res.colors
    return Row(
        Icon("search", 24, c.secondary),
        Text(res.string("wikipedia.search_wikipedia"), 16, c.secondary, grow=1),
        width=FILL, height=48, pad=(16, 0), gap=16, align="center", background=c.raised, radius=24, tap=do(search),
        id=ID + "search_container", description=res.string("wikipedia.search_wikipedia"),
    )  # fmt: skip


def feed(
    res: Resources, theme: int, names: tuple[str, ...], code: str, day: date, read: str, dice: int
) -> Element:
    """The feed's list; ``res`` is the screen's own, ``theme`` the app's."""
    in_theme = themed(res, theme)
    if not names:
        button: Callback = do(go, CONFIGURE)
        nothing = empty_message(
            in_theme, "explore", res.string("wikipedia.feed_empty"), "",
            filled_button(in_theme, res.string("wikipedia.customize"), button, id=ID + "customize_button"),
            id=ID + "empty_container",
        )  # fmt: skip
        return Column(_search_card(in_theme), nothing, width=FILL, grow=1, pad=(12, 8), class_name="")
    cards = [
        _built(
            res, theme, name, code, day if name in _DATED else _NO_DAY, read if name == "because_you_read" else "",
            dice if name == "randomizer" else 0,
        )
        for name in names
    ]  # fmt: skip
    if res.width >= WIDE and len(cards) > 1:
        sides = [Column(*cards[i::2], grow=1, gap=12, class_name="") for i in (0, 1)]
        body: list[Element] = [Row(*sides, width=FILL, gap=12, class_name="")]
    else:
        body = cards
    return scrolling(
        _search_card(in_theme), *body, Spacer(width=FILL, height=4), key="feed", gap=12, pad=(12, 8),
        id=ID + "feed_view",
    )  # fmt: skip


def card_menu(res: Resources, theme: int, name: str, top: int) -> Element:
    """The menu of a card."""
    return popup(
        themed(res, theme),
        (
            (res.string("wikipedia.hide_this_card"), ID + "menu_feed_card_dismiss", do(_hide, name)),
            (res.string("wikipedia.customize_the_feed"), ID + "menu_feed_card_customize", do(go, CONFIGURE)),
        ),
        top,
    )
