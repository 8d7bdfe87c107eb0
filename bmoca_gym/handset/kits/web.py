"""The web that is there offline: addresses, the pages of ``pages.json``, and the search engines that find them.

``pages.json`` has an object for each page by its address without the scheme: ``title``, ``site`` (the name on the
band at the top), ``color`` of the band (AARRGGBB), ``blocks``. A block is one of ``{"heading": text}``,
``{"text": text}``, ``{"list": [text, ...]}``, ``{"link": text, "to": address}``, ``{"image": name}``: a name as
`Picture` takes it, or ``APP/SUBJECT`` for an `Illustration`.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib import resources as package_files
from typing import NamedTuple
from urllib.parse import quote_plus, unquote_plus

from bmoca_gym.handset.value import memo

#: Search engines: host and name.
ENGINES = {"search.example": "Seekwell", "find.example": "Findling"}
_ADDRESS = re.compile(
    r"(?:(https?)://)?((?:[^\s/?#:@.]+\.)+(?:[^\W\d_]{2,}|\d{1,3})|localhost)(:\d{1,5})?([/?#]\S*)?",
    re.IGNORECASE,
)
_QUERY = re.compile(r"[?&]q=([^&#]*)")
_WORD = re.compile(r"\w+")


class Block(NamedTuple):
    """``kind``: heading, text, item (of a list), link or image; ``to``: where a link leads."""

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
        """Its texts in reading order."""
        return tuple([block.text for block in self.blocks if block.kind != "image"])

    @property
    def image(self) -> str:
        """Its first picture, "" where it has none."""
        return next((block.text for block in self.blocks if block.kind == "image"), "")


def _blocks(entry: dict[str, object]) -> list[Block]:
    if "to" in entry:
        return [Block("link", str(entry["link"]), str(entry["to"]))]
    ((kind, content),) = entry.items()
    if isinstance(content, list):
        return [Block("item", item) for item in content]
    return [Block(kind, str(content))]


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """The pages by their addresses without scheme, as ``news.example/``."""
    folder = package_files.files("bmoca_gym.handset.kits")
    found = json.loads((folder / "pages.json").read_text(encoding="utf-8"))
    return {
        name: Page(
            page["title"], page["site"], int(page["color"], 16),
            tuple([block for entry in page["blocks"] for block in _blocks(entry)]),
        )
        for name, page in found.items()
    }  # fmt: skip


def address_of(text: str, engine: str) -> str:
    """Address that typed text leads to: an address as it is, anything else to the search engine."""
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
    """The address of an engine's results."""
    return f"https://{engine}/search?q={quote_plus(query)}"


def query_of(address: str) -> str:
    """Query that an address puts to an engine; "" where it is none."""
    found = _QUERY.search(address)
    return unquote_plus(found[1]) if found and host_of(address) in ENGINES else ""


def host_of(address: str) -> str:
    """``news.example`` of ``https://www.news.example/page``."""
    return re.split(r"[/?#]", address.partition("://")[2], maxsplit=1)[0].removeprefix("www.")


def short_address(address: str) -> str:
    """An address as the bar shows it: without what goes without saying."""
    return address.partition("://")[2].removeprefix("www.").removesuffix("/")


def is_known(address: str) -> bool:
    """Tell whether a site of that address answers."""
    return host_of(address) in _hosts()


@lru_cache(maxsize=1)
def _hosts() -> frozenset[str]:
    return frozenset([name.partition("/")[0] for name in pages()] + list(ENGINES))


@memo(256)
def page_at(address: str) -> Page:
    """The page at an address of a site that answers: the results of a search, or that there is no such page."""
    host = host_of(address)
    if host in ENGINES:
        return _results(host, query_of(address))
    path = re.split(r"[?#]", address.partition("://")[2].removeprefix("www."), maxsplit=1)[0]
    found = pages().get(path) or pages().get(path + "/") or pages().get(path.removesuffix("/"))
    if found is not None:
        return found
    front = pages()[host + "/"]
    lost = (
        Block("heading", "Page not found"),
        Block("text", "There is nothing at this address."),
        Block("link", f"Go to the front page of {front.site}", f"https://{host}/"),
    )
    return Page(f"Page not found - {front.site}", front.site, front.color, lost)


def _results(host: str, query: str) -> Page:
    name = ENGINES[host]
    if not query.strip():
        hint = Block("text", "Type what you look for in the address bar.")
        return Page(name, name, 0xFF37474F, (Block("heading", name), hint))
    blocks = []
    for address, page in found_by(query):
        words = next((block.text for block in page.blocks if block.kind == "text"), page.title)
        blocks += [Block("link", page.title, f"https://{address}"), Block("text", f"{address} — {words}")]
    if not blocks:
        blocks = [Block("text", f"Nothing was found for “{query}”. Try other words.")]
    return Page(f"{query} - {name}", name, 0xFF37474F, (Block("heading", query), *blocks))


def found_by(query: str) -> list[tuple[str, Page]]:
    """The pages that have words of ``query``, the best first."""
    wanted = {word.lower() for word in _WORD.findall(query)}
    scores = []
    for place, (address, page) in enumerate(pages().items()):
        title = {word.lower() for word in _WORD.findall(f"{address} {page.title}")}
        body = {word.lower() for text in page.texts for word in _WORD.findall(text)}
        score = 3 * len(wanted & title) + len(wanted & body)
        if score:
            scores.append((-score, place, address, page))
    return [(address, page) for _, _, address, page in sorted(scores, key=lambda entry: entry[:2])]
