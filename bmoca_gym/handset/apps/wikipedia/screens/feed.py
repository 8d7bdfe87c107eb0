"""The Explore feed: a search card, and a card for each content type that is switched on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.articles import MAIN_PAGE, Article
from bmoca_gym.handset.apps.wikipedia.handlers.arranging import hide_card, open_card_menu, random_key
from bmoca_gym.handset.apps.wikipedia.handlers.opening import go, search, show_article
from bmoca_gym.handset.apps.wikipedia.screens.common import WIDE, article_row, empty_message, picture, popup
from bmoca_gym.handset.apps.wikipedia.state import (
    CONFIGURE,
    GALLERY,
    ID,
    RANDOM,
)
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui import illustrations
from bmoca_gym.handset.ui.components import filled_button, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do


class About(NamedTuple):
    """What cards are about: the Wikipedia of a language, the day, the article read last, throws of the randomizer."""

    code: str
    day: date = date(2000, 1, 1)
    read: str = ""
    dice: int = 0


# Cards


def _card(res: Resources, name: str, *parts: Element) -> Element:
    c = res.colors
    title = res.string(f"wikipedia.{name}")
    head = Row(
        Text(title, 20, c.text, 500, lines=2, grow=1, id=ID + "view_card_header_title"),
        icon_button(
            "more_vert", res.string("common.more_options"), do(open_card_menu, name), c.secondary,
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


def _featured_article(res: Resources, about: About) -> tuple[Element, ...]:
    return (_summary(res, articles.article(articles.edition(about.code).featured)),)


def _top_read(res: Resources, about: About) -> tuple[Element, ...]:
    rows: list[Element] = []
    for place, (key, views) in enumerate(articles.edition(about.code).top_read):
        lead = res.digits(str(place + 1))
        count = res.string("wikipedia.views", views=res.digits(f"{views // 1000}"))
        rows.append(article_row(res, key, do(show_article, key), lead, count))
    return tuple(rows)


def _picture_of_the_day(res: Resources, about: About) -> tuple[Element, ...]:
    edition = articles.edition(about.code)
    return (
        illustrations.picture(
            edition.picture, width=FILL, height=220, tap=do(go, GALLERY, about.code), description=edition.picture_text,
            id=ID + "view_featured_image_card_image",
        ),
        Text(edition.picture_text, 14, res.colors.text, lines=4, pad=(16, 10), width=FILL,
             id=ID + "view_featured_image_card_image_description"),
    )  # fmt: skip


def _because_you_read(res: Resources, about: About) -> tuple[Element, ...]:
    found = articles.article(about.read)
    others = [key for key, _ in articles.edition(about.code).top_read if key != about.read][:3]
    return (
        Text(found.title, 14, res.colors.secondary, lines=2, pad=(16, 0, 16, 4),
             id=ID + "view_card_header_subtitle"),
        *[article_row(res, key, do(show_article, key)) for key in others],
    )  # fmt: skip


def _in_the_news(res: Resources, about: About) -> tuple[Element, ...]:
    c = res.colors
    width = min(240, res.width - 80)
    stories = [
        Column(
            *picture(articles.article(key).subject, 110, id=ID + "horizontal_scroll_list_item_image"),
            Text(text, 14, c.text, lines=5, pad=(12, 8), id=ID + "horizontal_scroll_list_item_text"),
            width=width, background=c.raised, radius=8, tap=do(show_article, key),
            class_name="androidx.cardview.widget.CardView",
        )
        for text, key in articles.edition(about.code).news
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


def _on_this_day(res: Resources, about: About) -> tuple[Element, ...]:
    c = res.colors
    event = articles.event_before(about.code, about.day.month, about.day.day)
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


def _randomizer(res: Resources, about: About) -> tuple[Element, ...]:
    return (
        _summary(res, articles.article(random_key(about.code, about.day, about.dice))),
        text_button(
            res, res.string("wikipedia.more_random_articles"), do(go, RANDOM), id=ID + "footerActionButton"
        ),
    )


def _main_page(res: Resources, about: About) -> tuple[Element, ...]:
    c = res.colors
    return (
        Column(
            Text(res.date(about.day, "MMMMEEEEd"), 14, c.secondary, lines=2, pad=(16, 0, 16, 4),
                 id=ID + "view_card_header_subtitle"),
            Row(
                Text(res.string("wikipedia.view_main_page"), 14, c.accent, 500, grow=1, lines=2),
                Icon("arrow_forward", 20, c.accent),
                width=FILL, pad=(16, 10), gap=8, align="center",
            ),
            width=FILL, tap=do(show_article, f"{about.code}/{MAIN_PAGE}"), id=ID + "view_static_card_container",
        ),
    )  # fmt: skip


#: Each card's function, and the fields of `About` that it shows besides the Wikipedia.
_CARDS: dict[str, tuple[Callable[[Resources, About], tuple[Element, ...]], tuple[str, ...]]] = {
    "featured_article": (_featured_article, ()),
    "top_read": (_top_read, ()),
    "picture_of_the_day": (_picture_of_the_day, ()),
    "because_you_read": (_because_you_read, ("read",)),
    "in_the_news": (_in_the_news, ()),
    "on_this_day": (_on_this_day, ("day",)),
    "randomizer": (_randomizer, ("day", "dice")),
    "main_page": (_main_page, ("day",)),
}


@component(256)
def _built(res: Resources, name: str, about: About) -> Element:
    """One card. What a card does not show is left blank in ``about``, so that it is not rebuilt needlessly."""
    return _card(res, name, *_CARDS[name][0](res, about))


def _search_card(res: Resources) -> Element:
    c = res.colors
    return Row(
        Icon("search", 24, c.secondary),
        Text(res.string("wikipedia.search_wikipedia"), 16, c.secondary, grow=1),
        width=FILL, height=48, pad=(16, 0), gap=16, align="center", background=c.raised, radius=24, tap=do(search),
        id=ID + "search_container", description=res.string("wikipedia.search_wikipedia"),
    )  # fmt: skip


def feed(res: Resources, names: tuple[str, ...], about: About) -> Element:
    """The feed's list."""
    if not names:
        button: Callback = do(go, CONFIGURE)
        nothing = empty_message(
            res, "explore", res.string("wikipedia.feed_empty"), "",
            filled_button(res, res.string("wikipedia.customize"), button, id=ID + "customize_button"),
            id=ID + "empty_container",
        )  # fmt: skip
        return Column(_search_card(res), nothing, width=FILL, grow=1, pad=(12, 8), class_name="")
    cards = [
        _built(res, name, About(about.code, **{one: getattr(about, one) for one in _CARDS[name][1]}))
        for name in names
    ]
    if res.width >= WIDE and len(cards) > 1:
        sides = [Column(*cards[i::2], grow=1, gap=12, class_name="") for i in (0, 1)]
        body: list[Element] = [Row(*sides, width=FILL, gap=12, class_name="")]
    else:
        body = cards
    return scrolling(
        _search_card(res), *body, Spacer(width=FILL, height=4), key="feed", gap=12, pad=(12, 8),
        id=ID + "feed_view",
    )  # fmt: skip


def card_menu(res: Resources, name: str, top: int) -> Element:
    """The menu of a card."""
    return popup(
        res,
        (
            (res.string("wikipedia.hide_this_card"), ID + "menu_feed_card_dismiss", do(hide_card, name)),
            (res.string("wikipedia.customize_the_feed"), ID + "menu_feed_card_customize", do(go, CONFIGURE)),
        ),
        top,
    )
