"""The offline web: addresses, the pages of ``pages.json``, and search engines that find them.

``pages.json`` has an object for each page, by its address without scheme: ``title``, ``site`` (the name in
the band at the top), ``color`` of the band (AARRGGBB), ``blocks``. A block is ``{"heading": text}``,
``{"text": text}``, ``{"list": [text, ...]}``, ``{"link": text, "to": address}`` or ``{"image": name}``; the
name is one for `Picture`, or ``APP/SUBJECT`` for an `Illustration`. Sites are in the phone's language, see
`content`; English words find their pages too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote_plus, unquote_plus

from bmoca_gym.handset.resources import translations
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import memo

_PACKAGE = "bmoca_gym.handset.kits"
_TEXTS = frozenset({"title", "site", "heading", "text", "list", "link"})
#: The locale in whose language the pages are written.
ENGLISH = "en-US"
#: Search engines: host and name.
ENGINES = {"search.example": "Seekwell", "find.example": "Findling"}
_ADDRESS = re.compile(
    r"(?:(https?)://)?((?:[^\s/?#:@.]+\.)+(?:[^\W\d_]{2,}|\d{1,3})|localhost)(:\d{1,5})?([/?#]\S*)?",
    re.IGNORECASE,
)
_QUERY = re.compile(r"[?&]q=([^&#]*)")
_WORD = re.compile(r"\w+")


class Block(NamedTuple):
    """``kind``: heading, text, item (of a list), link or image; ``to``: target of a link."""

    kind: str
    text: str
    to: str = ""


class Page(NamedTuple):
    """A page of a site."""

    title: str
    site: str
    color: int
    blocks: tuple[Block, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Return its texts in reading order."""
        return tuple([block.text for block in self.blocks if block.kind != "image"])

    @property
    def image(self) -> str:
        """Return its first picture, or ""."""
        return next((block.text for block in self.blocks if block.kind == "image"), "")


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the languages in which there are pages, each as the tag of a locale."""
    tags = {one.catalogue: tag for tag, one in reversed(LOCALES.items())}
    return tuple(
        [
            tag
            for catalogue, tag in sorted(tags.items())
            if tag == ENGLISH or translations.translations(_PACKAGE, catalogue)
        ]
    )


def _blocks(entry: dict[str, object]) -> list[Block]:
    if "to" in entry:
        return [Block("link", str(entry["link"]), str(entry["to"]))]
    ((kind, content),) = entry.items()
    if isinstance(content, list):
        return [Block("item", item) for item in content]
    return [Block(kind, str(content))]


@lru_cache(maxsize=len(LOCALES))
def pages(locale: str) -> dict[str, Page]:
    """Return the pages by address without scheme, such as ``news.example/``, in the language of ``locale``."""
    found = translations.read(_PACKAGE, "pages.json", locale, _TEXTS)
    return {
        name: Page(
            page["title"], page["site"], int(page["color"], 16),
            tuple([block for entry in page["blocks"] for block in _blocks(entry)]),
        )
        for name, page in found.items()
    }  # fmt: skip


def address_of(text: str, engine: str) -> str:
    """Return the address for typed text: an address as it is, anything else as a search."""
    text = text.strip()
    known = _ADDRESS.fullmatch(text)
    if known is None:
        return search_address(text, engine)
    scheme, host, port, rest = known.groups()
    rest = rest or "/"
    return (
        f"{(scheme or 'https').lower()}://{host.lower()}{port or ''}{rest if rest[0] == '/' else '/' + rest}"
    )


def search_address(query: str, engine: str) -> str:
    """Return the address of an engine's results."""
    return f"https://{engine}/search?q={quote_plus(query)}"


def query_of(address: str) -> str:
    """Return the query in an address of a search engine, or ""."""
    found = _QUERY.search(address)
    return unquote_plus(found[1]) if found and host_of(address) in ENGINES else ""


def host_of(address: str) -> str:
    """Return ``news.example`` for ``https://www.news.example/page``."""
    return re.split(r"[/?#]", address.partition("://")[2], maxsplit=1)[0].removeprefix("www.")


def short_address(address: str) -> str:
    """Return an address as the address bar shows it, without scheme and "www."."""
    return address.partition("://")[2].removeprefix("www.").removesuffix("/")


def title_at(address: str, locale: str) -> str:
    """Return the title of the page at an address in the language of ``locale``; for an unknown site, the short
    address."""
    return page_at(address, locale).title if is_known(address) else short_address(address)


def is_known(address: str) -> bool:
    """Return whether a site with this address exists."""
    return host_of(address) in _hosts()


@lru_cache(maxsize=1)
def _hosts() -> frozenset[str]:
    return frozenset([name.partition("/")[0] for name in pages(ENGLISH)] + list(ENGINES))


@memo(256)
def page_at(address: str, locale: str) -> Page:
    """Return the page at an address of an existing site: search results, or a message that there is no such page."""
    host = host_of(address)
    if host in ENGINES:
        return _results(host, query_of(address), locale)
    path = re.split(r"[?#]", address.partition("://")[2].removeprefix("www."), maxsplit=1)[0]
    known = pages(locale)
    found = known.get(path) or known.get(path + "/") or known.get(path.removesuffix("/"))
    if found is not None:
        return found
    front = known[host + "/"]
    missing = _said(locale, "Page not found")
    lost = (
        Block("heading", missing),
        Block("text", _said(locale, "There is nothing at this address.")),
        Block("link", _said(locale, "Go to the front page of {site}", site=front.site), f"https://{host}/"),
    )
    return Page(f"{missing} - {front.site}", front.site, front.color, lost)


def _said(locale: str, english: str, **values: object) -> str:
    """Return a message of a site that is not on any of its pages."""
    return translations.text(_PACKAGE, locale, english, **values)


def _results(host: str, query: str, locale: str) -> Page:
    name = ENGINES[host]
    if not query.strip():
        hint = Block("text", _said(locale, "Type what you look for in the address bar."))
        return Page(name, name, 0xFF37474F, (Block("heading", name), hint))
    blocks = []
    for address, page in found_by(query, locale):
        words = next((block.text for block in page.blocks if block.kind == "text"), page.title)
        blocks += [Block("link", page.title, f"https://{address}"), Block("text", f"{address} — {words}")]
    if not blocks:
        said = _said(locale, "Nothing was found for “{query}”. Try other words.", query=query)
        blocks = [Block("text", said)]
    return Page(f"{query} - {name}", name, 0xFF37474F, (Block("heading", query), *blocks))


def found_by(query: str, locale: str) -> list[tuple[str, Page]]:
    """Return the pages that match ``query``, best first; words may be in the language or in English."""
    wanted = _split(plain(query))
    scores = []
    for place, (address, page) in enumerate(pages(locale).items()):
        title, body = _searched(locale)[address]
        score = sum(3 * title.has(word) + body.has(word) for word in wanted)
        if score:
            scores.append((-score, place, address, page))
    return [(address, page) for _, _, address, page in sorted(scores, key=lambda entry: entry[:2])]


class _Searched(NamedTuple):
    """A text for searching: its words, and the whole text for languages without spaces between words."""

    words: frozenset[str]
    whole: str

    def has(self, word: str) -> bool:
        """Return whether a word occurs. A word that is not ASCII also matches as a part of another word."""
        return word in self.words or (not word.isascii() and word in self.whole)


@lru_cache(maxsize=len(LOCALES))
def _searched(locale: str) -> dict[str, tuple[_Searched, _Searched]]:
    """Return address and titles of each page, and its texts, in the language and in English."""
    found = {}
    for address, english in pages(ENGLISH).items():
        both = (english, pages(locale)[address])
        title = " ".join([plain(text) for text in (address, *[page.title for page in both])])
        body = " ".join([plain(" ".join(page.texts)) for page in both])
        found[address] = (_Searched(_split(title), title), _Searched(_split(body), body))
    return found


def _split(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))
