"""EPUB files: metadata, chapters, and the short pieces of text that make up pages.

Files may come from anywhere, so everything is limited: their size, their unpacked size, the number of
chapters and pieces. XML is parsed without entities, DTDs and network. Unreadable files are refused with the
reason.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from typing import Any
from urllib.parse import unquote

from lxml import etree

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system.zip_bytes import BROKEN
from bmoca_gym.handset.value import Value, memo, value

MIME = "application/epub+zip"
#: Bytes of a file, files in it, bytes of one of them and of all chapters together, chapters, pieces of text.
FILE_LIMIT, ENTRY_LIMIT, PART_LIMIT, TEXT_LIMIT, CHAPTER_LIMIT, PIECE_LIMIT = (
    32 << 20, 5_000, 2 << 20, 6 << 20, 1_000, 50_000,
)  # fmt: skip
#: Letters of a title or a name, and how many subjects are kept.
_NAME_LIMIT, _SUBJECT_LIMIT = 200, 10
#: A piece is as many whole sentences as fit into so many letters, or as many words where one sentence does not.
_PIECE = 240
_SENTENCE_ENDS = (". ", "? ", "! ", "; ")
_DAMAGE = (*BROKEN, KeyError)
_XHTML = ("application/xhtml+xml", "text/html", "application/xml")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Elements that begin and end a paragraph, and those whose text is not read.
_BLOCKS = {
    *_HEADINGS, "address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt", "figcaption",
    "figure", "footer", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "td", "th", "tr",
    "ul",
}  # fmt: skip
_UNREAD = {"head", "math", "noscript", "script", "style", "svg", "template", "title"}


class EpubError(HandsetError, ValueError):
    """Raised for a file that is not a book the app can open. ``reason``: one of `REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


#: Why a file is refused: too large, no EPUB, damaged, protected against copying, without any text.
REASONS = ("too_large", "not_epub", "damaged", "protected", "empty")


@value
class Piece(Value):
    """Part of a paragraph. ``paragraph``: its number in the book. Pieces of a paragraph continue its text."""

    chapter: int
    paragraph: int
    text: str
    heading: bool = False


@value
class Publication(Value):
    """The content of a book. ``chapters``: titles; ``starts``: number of letters before each piece, and the total."""

    title: str
    author: str = ""
    language: str = ""
    publisher: str = ""
    description: str = ""
    subjects: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    starts: tuple[int, ...] = (0,)

    def progress(self, place: int) -> float:
        """Share of the text before a piece, from 0 to 1."""
        return self.starts[min(place, len(self.pieces))] / max(1, self.starts[-1])

    def place(self, progress: float) -> int:
        """The piece that starts nearest to a progress."""
        return min(range(len(self.pieces)), key=lambda n: abs(self.progress(n) - progress), default=0)


@memo(16, asset=True)
def opened(data: bytes) -> Publication | str:
    """Open the book in a file, or return why it can't be read: one of `REASONS`."""
    try:
        return read(data)
    except EpubError as error:
        return error.reason


def read(data: bytes) -> Publication:
    """Read the book in a file.

    Raises:
        EpubError: it is too large, not an EPUB, damaged, protected, or has no text.
    """
    if len(data) > FILE_LIMIT:
        raise EpubError("too_large")
    if not data.startswith(b"PK"):
        raise EpubError("not_epub")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > ENTRY_LIMIT:
                raise EpubError("too_large")
            return _publication(archive)
    except EpubError:
        raise
    except _DAMAGE as error:
        raise EpubError("damaged") from error


def _publication(archive: zipfile.ZipFile) -> Publication:
    names = set(archive.namelist())
    if "META-INF/container.xml" not in names:
        raise EpubError("not_epub")
    found = _xml(_part(archive, "META-INF/container.xml")).xpath("//*[local-name()='rootfile']/@full-path")
    root = str(found[0]) if found else ""
    if root not in names:
        raise EpubError("damaged")
    package = _xml(_part(archive, root))
    base = posixpath.dirname(root)
    parts = _spine(package, base)
    if {"META-INF/rights.xml", "META-INF/license.lcpl"} & names or _encrypted(archive, names) & set(parts):
        raise EpubError("protected")
    if len(parts) > CHAPTER_LIMIT:
        raise EpubError("too_large")
    title, author, language, publisher, description = (
        _first(package, name) for name in ("title", "creator", "language", "publisher", "description")
    )
    subjects = tuple(dict.fromkeys(filter(None, map(_plain, _all(package, "subject")))))[:_SUBJECT_LIMIT]
    chapters, pieces = _text(archive, [part for part in parts if part in names])
    if not pieces:
        raise EpubError("empty")
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece.text))
    return Publication(
        title or posixpath.basename(root), author, language, publisher, description, subjects, tuple(chapters),
        tuple(pieces), tuple(starts),
    )  # fmt: skip


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    """The content of a file in the archive, however small it claims to be."""
    info = archive.getinfo(name)
    if info.flag_bits & 1:
        raise EpubError("protected")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise EpubError("damaged")
    with archive.open(info) as part:
        content = part.read(PART_LIMIT + 1)
    if len(content) > PART_LIMIT:
        raise EpubError("too_large")
    return content


def _xml(content: bytes) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise EpubError("damaged") from error


def _all(package: Any, name: str) -> list[str]:
    """The texts of a kind of metadata."""
    path = f"//*[local-name()='metadata']/*[local-name()='{name}']"
    return ["".join(element.itertext()) for element in package.xpath(path)]


def _first(package: Any, name: str) -> str:
    return next(filter(None, map(_plain, _all(package, name))), "")


def _plain(text: str) -> str:
    return " ".join(text.split())[:_NAME_LIMIT]


def _spine(package: Any, base: str) -> list[str]:
    """The names of the documents in the order in which they are read."""
    items = {
        item.get("id"): item.get("href")
        for item in package.xpath("//*[local-name()='manifest']/*[local-name()='item']")
        if item.get("media-type", _XHTML[0]) in _XHTML
    }
    wanted = [
        ref.get("idref") for ref in package.xpath("//*[local-name()='spine']/*[local-name()='itemref']")
    ]
    found = [items[name] for name in wanted if items.get(name)]
    return [posixpath.normpath(posixpath.join(base, unquote(str(href).partition("#")[0]))) for href in found]


def _encrypted(archive: zipfile.ZipFile, names: set[str]) -> set[str]:
    if "META-INF/encryption.xml" not in names:
        return set()
    found = _xml(_part(archive, "META-INF/encryption.xml")).xpath("//*[local-name()='CipherReference']/@URI")
    return {unquote(str(uri)) for uri in found}


def _text(archive: zipfile.ZipFile, parts: list[str]) -> tuple[list[str], list[Piece]]:
    chapters: list[str] = []
    pieces: list[Piece] = []
    size = paragraph = 0
    for name in parts:
        content = _part(archive, name)
        size += len(content)
        if size > TEXT_LIMIT:
            raise EpubError("too_large")
        blocks = _blocks(content)
        if not blocks:
            continue
        title = next((text for text, heading in blocks if heading), "")
        for text, heading in blocks:
            pieces += [Piece(len(chapters), paragraph, part, heading) for part in _cut(text)]
            paragraph += 1
        if len(pieces) > PIECE_LIMIT:
            raise EpubError("too_large")
        chapters.append(title[:_NAME_LIMIT])
    return chapters, pieces


def _blocks(content: bytes) -> list[tuple[str, bool]]:
    """The paragraphs of a document, and whether each is a heading."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True)
    try:
        root = etree.fromstring(content, parser) if content.strip() else None
    except etree.XMLSyntaxError as error:
        raise EpubError("damaged") from error
    if root is None:
        return []
    blocks: list[tuple[str, bool]] = []
    words: list[str] = []
    unread = heading = 0

    def flush() -> None:
        text = " ".join("".join(words).split())
        if text:
            blocks.append((text, heading > 0))
        if len(blocks) > PIECE_LIMIT:
            raise EpubError("too_large")
        words.clear()

    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        step = 1 if event == "start" else -1
        if tag in _BLOCKS:
            flush()
        heading += step * (tag in _HEADINGS)
        unread += step * (tag in _UNREAD or not tag)
        text = element.text if event == "start" else element.tail
        if text and not unread:
            words.append(text)
    flush()
    return blocks


def _cut(text: str) -> list[str]:
    """Split a paragraph into pieces, at the ends of sentences if possible."""
    pieces: list[str] = []
    start = 0
    while len(text) - start > _PIECE:
        limit = start + _PIECE
        end = max([text.rfind(mark, start, limit) for mark in _SENTENCE_ENDS]) + 1
        if end < start + _PIECE // 3:
            end = text.rfind(" ", start + 1, limit)
        end = end if end > start else limit
        pieces.append(text[start:end].strip())
        start = end
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]
