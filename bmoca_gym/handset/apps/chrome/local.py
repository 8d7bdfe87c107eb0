"""Pages in files of the phone. Pages with a puzzle can be played; others can be read."""

from __future__ import annotations

import re
from contextlib import suppress
from html.parser import HTMLParser

from bmoca_gym.handset.apps.chrome.puzzles import Puzzle
from bmoca_gym.handset.kits.web import Block, Page
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import documents
from bmoca_gym.handset.value import Value, memo, value

TYPES = ("text/html", "text/plain", "application/xhtml+xml")
_LIMIT = 200_000  # bytes of a page that are read
_BLOCKS_LIMIT = 2000
#: What pages with a puzzle are called, by AndroidWorld and by our suite of its tasks.
_PUZZLES = {
    "Maze Puzzle": "maze", "Maze": "maze",
    "Memory Task": "multiply", "Product of Five": "multiply",
    "Color Challenge": "draw", "Three Colors": "draw",
}  # fmt: skip
#: The seed stands where the page's script makes its source of numbers.
_SEED = re.compile(r"new \w+\((\d{1,10})\)")
_BREAKS = frozenset(
    [
        "article", "aside", "blockquote", "body", "br", "button", "dd", "div", "dt", "figure", "footer", "form",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "td",
        "th", "tr", "ul",
    ]
)  # fmt: skip
_UNSEEN = frozenset(["script", "style", "template", "noscript"])


@value
class Document(Value):
    """A parsed page: its content, and its puzzle, if any."""

    page: Page
    puzzle: Puzzle | None = None


class _Reader(HTMLParser):
    """Reads the title and the blocks of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.blocks: list[Block] = []
        self._text = ""
        self._kind = "text"
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.end_block()
            self._kind = "heading" if tag in ("h1", "h2", "h3") else "item" if tag == "li" else "text"
        if tag in _UNSEEN or tag == "title":
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._within:
            self._within.remove(tag)
        if tag in _BREAKS:
            self.end_block()
            self._kind = "text"

    def handle_data(self, data: str) -> None:
        if "title" in self._within:
            self.title += data
        elif not self._within:
            self._text += data

    def end_block(self) -> None:
        """Close the block that is read."""
        text = " ".join(self._text.split())
        if text and len(self.blocks) < _BLOCKS_LIMIT:
            self.blocks.append(Block(self._kind, text))
        self._text = ""


def document_at(phone: Phone, address: str) -> Document | None:
    """The page of the file that an address names, or None."""
    path = documents.path_of(address)
    if path not in phone.files or documents.type_of(path) not in TYPES:
        return None
    return _read(phone.files[path][:_LIMIT], path.rpartition("/")[2])


@memo(32)
def _read(data: bytes, name: str) -> Document:
    text = data.decode("utf-8", "replace")
    if documents.type_of(name) == "text/plain":
        return Document(
            Page(name, "", 0, tuple([Block("text", line) for line in text.splitlines() if line.strip()]))
        )
    reader = _Reader()
    with suppress(AssertionError):  # what the parser says to a declaration that nobody knows
        reader.feed(text)
        reader.close()
    reader.end_block()
    title = " ".join(reader.title.split()) or name
    kind, seed = _PUZZLES.get(title, ""), _SEED.search(text)
    puzzle = Puzzle(kind, int(seed[1])) if kind and seed else None
    return Document(Page(title, "", 0, tuple(reader.blocks)), puzzle)
