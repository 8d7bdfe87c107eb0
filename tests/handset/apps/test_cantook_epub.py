"""EPUB files in Cantook: metadata, chapters and paragraphs; hostile files are refused with the reason."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.handset.apps.cantook import epub
from bmoca_gym.handset.images import ebooks

GOOD = ebooks.files()[f"{ebooks.KEPT}/a_tale_of_two_cities.epub"]
CONTAINER, PACKAGE, CHAPTER = "META-INF/container.xml", "OEBPS/content.opf", "OEBPS/chapter1.xhtml"


def with_part(name: str, data: bytes | None, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The good file with another part, or without it."""
    with zipfile.ZipFile(io.BytesIO(GOOD)) as archive:
        whole = {part: archive.read(part) for part in archive.namelist()} | {name: data}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        for part, content in whole.items():
            if content is not None:
                archive.writestr(part, content)
    return made.getvalue()


def test_a_book_is_read() -> None:
    book = epub.read(GOOD)
    assert (book.title, book.author, book.language) == ("A Tale of Two Cities", "Charles Dickens", "en")
    assert book.subjects == ("Historical", "Classics")
    assert [title[:4] for title in book.chapters] == ["Book", "Book"]
    assert [piece.heading for piece in book.pieces[:2]] == [True, False]
    assert max(len(piece.text) for piece in book.pieces) <= 240
    assert (book.progress(0), book.progress(len(book.pieces))) == (0, 1)
    assert all(book.place(book.progress(n)) == n for n in range(len(book.pieces)))


def test_text_is_taken_by_paragraphs() -> None:
    page = (
        b"<html><head><title>no</title><style>p {}</style></head><body>loose<h1>One &amp; two</h1><p>A <i>b</i>"
        b"\n c&nbsp;d<br/>e<script>alert(1)</script></p><!-- no --><div><div>deep</div>tail</div><svg><text>no</text></svg>"
        + b"<p>" + "wörd".encode() + b"</body></html>"
    )  # fmt: skip
    book = epub.read(with_part(CHAPTER, page))
    own = [piece for piece in book.pieces if piece.chapter == 0]
    assert [piece.text for piece in own] == ["loose", "One & two", "A b c d", "e", "deep", "tail", "wörd"]
    assert [piece.text for piece in own if piece.heading] == ["One & two"]
    assert book.chapters[0] == "One & two"


BOMB = b"<p>" + b"a " * (epub.PART_LIMIT // 2 + 1) + b"</p>"
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><container><rootfile full-path="&b;"/></container>'
ENCRYPTED = b'<e xmlns="urn:x"><CipherReference URI="OEBPS/chapter1.xhtml"/></e>'


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not_epub"),
        (b"%PDF-1.7", "not_epub"),
        (b"PK", "damaged"),
        (GOOD[:-40], "damaged"),
        (GOOD[:200] + bytes(200) + GOOD[400:], "damaged"),
        (with_part(CONTAINER, None), "not_epub"),
        (with_part(CONTAINER, b"<container/>"), "damaged"),
        (with_part(CONTAINER, b"<container"), "damaged"),
        (with_part(CONTAINER, LAUGHS), "damaged"),
        (with_part(PACKAGE, None), "damaged"),
        (with_part(PACKAGE, b"<package/>"), "empty"),
        (with_part(CHAPTER, BOMB), "too_large"),
        (with_part("META-INF/rights.xml", b"<rights/>"), "protected"),
        (with_part("META-INF/encryption.xml", ENCRYPTED), "protected"),
        (with_part("mimetype", None, zipfile.ZIP_LZMA), "damaged"),
    ],
)
def test_what_is_no_book_is_refused(data: bytes, reason: str) -> None:
    assert epub.opened(data) == reason
    with pytest.raises(epub.EpubError, match=reason):
        epub.read(data)
    assert reason in epub.REASONS


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([CONTAINER, PACKAGE, CHAPTER]), st.integers(0, len(GOOD) - 1))
def test_no_file_is_too_strange(noise: bytes, part: str, place: int) -> None:
    for data in (with_part(part, noise), GOOD[:place] + noise + GOOD[place + len(noise) :], b"PK" + noise):
        book = epub.opened(data)
        assert isinstance(book, epub.Publication) or book in epub.REASONS
