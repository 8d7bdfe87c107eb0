"""The articles available offline, read from ``articles/*.json``, one file for each Wikipedia.

A file is an object with these members (``ARTICLE`` is the id of one of its articles, the same id in every language):

    articles            list of {"id", "title", "description", "sections"}: a section is {"title", "paragraphs"},
                        the first one without title is the introduction; a paragraph is a text in which
                        [[ARTICLE|words]] or [[ARTICLE]] is a link
    featured, random    ARTICLE of the card; list of ARTICLE
    top_read            list of {"article": ARTICLE, "views": whole number}
    news                list of {"text", "article": ARTICLE}
    on_this_day         list of {"month", "day", "year", "text", "article": ARTICLE}
    picture_of_the_day  {"picture", "text"}
    main_page           {"title", "description", "text"}: the start page, which lists all articles
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib import resources as package_files
from typing import Any, NamedTuple

from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.resources.words import plain

#: Every Wikipedia there is offline: its code and the language's own name.
LANGUAGES = {
    "en": "English", "ar": "العربية", "ak": "Akan", "de": "Deutsch", "es": "Español", "fr": "Français", "hi": "हिन्दी",
    "ja": "日本語", "ko": "한국어", "pt": "Português", "ru": "Русский", "ur": "اردو", "zh": "中文",
}  # fmt: skip
MAIN_PAGE = "main_page"
_LINK = re.compile(r"\[\[(\w+)(?:\|([^\]]+))?\]\]")


class Link(NamedTuple):
    """``start`` to ``end`` in a paragraph's text leads to the article ``key``."""

    start: int
    end: int
    key: str


class Paragraph(NamedTuple):
    """A text without mark-up, and its links."""

    text: str
    links: tuple[Link, ...] = ()


class Section(NamedTuple):
    """``title``: empty for the introduction."""

    title: str
    paragraphs: tuple[Paragraph, ...]


class Article(NamedTuple):
    """``key``: ``language/id``."""

    key: str
    title: str
    description: str
    sections: tuple[Section, ...]

    @property
    def language(self) -> str:
        """The code of its Wikipedia."""
        return self.key.partition("/")[0]

    @property
    def subject(self) -> str:
        """Its id, the same in every language."""
        return self.key.partition("/")[2]

    @property
    def extract(self) -> str:
        """Its first paragraph."""
        return self.sections[0].paragraphs[0].text


class Event(NamedTuple):
    """Something that happened on a day; ``key``: the article about it."""

    year: int
    month: int
    day: int
    text: str
    key: str


class Edition(NamedTuple):
    """Data of one Wikipedia: its articles by key, and the contents of its feed cards."""

    code: str
    articles: dict[str, Article]
    featured: str
    random: tuple[str, ...]
    top_read: tuple[tuple[str, int], ...]  # key and views
    news: tuple[tuple[str, str], ...]  # text and key
    on_this_day: tuple[Event, ...]  # by month and day
    picture: str
    picture_text: str


def language_of(locale: str) -> str:
    """The Wikipedia in the language of a locale."""
    return locale_named(locale).catalogue.partition("-")[0]


def is_rtl(code: str) -> bool:
    """Whether a Wikipedia's language is written from right to left."""
    return code in ("ar", "ur")


def _paragraph(code: str, titles: dict[str, str], marked: str) -> Paragraph:
    text, links, end = "", [], 0
    for found in _LINK.finditer(marked):
        text += marked[end : found.start()]
        words = found[2] or titles[found[1]]
        links.append(Link(len(text), len(text) + len(words), f"{code}/{found[1]}"))
        text += words
        end = found.end()
    return Paragraph(text + marked[end:], tuple(links))


def _sections(code: str, titles: dict[str, str], sections: list[dict[str, Any]]) -> tuple[Section, ...]:
    return tuple(
        Section(s["title"], tuple([_paragraph(code, titles, p) for p in s["paragraphs"]])) for s in sections
    )  # fmt: skip


@lru_cache(maxsize=len(LANGUAGES))
def edition(code: str) -> Edition:
    """The data of the Wikipedia ``code`` of `LANGUAGES`."""
    folder = package_files.files("bmoca_gym.handset.apps.wikipedia") / "articles"
    data = json.loads((folder / f"{code}.json").read_text(encoding="utf-8"))
    titles = {a["id"]: a["title"] for a in data["articles"]}
    found = [
        Article(f"{code}/{a['id']}", a["title"], a["description"], _sections(code, titles, a["sections"]))
        for a in data["articles"]
    ]
    main = data["main_page"]
    listed = [{"title": "", "paragraphs": [main["text"], *[f"[[{name}]]" for name in titles]]}]
    main_page = Article(
        f"{code}/{MAIN_PAGE}", main["title"], main["description"], _sections(code, titles, listed)
    )  # fmt: skip
    return Edition(
        code,
        {article.key: article for article in (*found, main_page)},
        f"{code}/{data['featured']}",
        tuple([f"{code}/{name}" for name in data["random"]]),
        tuple([(f"{code}/{item['article']}", item["views"]) for item in data["top_read"]]),
        tuple([(item["text"], f"{code}/{item['article']}") for item in data["news"]]),
        tuple(
            Event(e["year"], e["month"], e["day"], e["text"], f"{code}/{e['article']}")
            for e in data["on_this_day"]
        ),
        data["picture_of_the_day"]["picture"],
        data["picture_of_the_day"]["text"],
    )


def article(key: str) -> Article:
    """The article with a key.

    Raises:
        KeyError: there is none.
    """
    return edition(key.partition("/")[0]).articles[key]


def event_before(code: str, month: int, day: int) -> Event:
    """The event of a day of the year, or the last one before it."""
    events = edition(code).on_this_day
    past = [event for event in events if (event.month, event.day) <= (month, day)]
    return past[-1] if past else events[-1]


def in_other_languages(key: str) -> tuple[str, ...]:
    """Keys of the same article in the other Wikipedias, in the order of `LANGUAGES`."""
    code, _, name = key.partition("/")
    others = [f"{other}/{name}" for other in LANGUAGES if other != code]
    return tuple([other for other in others if other in edition(other.partition("/")[0]).articles])


def search(code: str, query: str) -> tuple[str, ...]:
    """The keys of matching articles: first titles that start with ``query``, then titles and descriptions that contain
    it, or else texts.
    """
    wanted = plain(query).strip()
    if not wanted:
        return ()
    ranked: list[list[str]] = [[], [], [], []]
    for item in edition(code).articles.values():
        title = plain(item.title)
        if title.startswith(wanted):
            rank = 0
        elif wanted in title:
            rank = 1
        elif wanted in plain(item.description):
            rank = 2
        elif any(wanted in plain(p.text) for s in item.sections for p in s.paragraphs):
            rank = 3
        else:
            continue
        ranked[rank].append(item.key)
    return tuple([*ranked[0], *ranked[1], *ranked[2]] or ranked[3])
