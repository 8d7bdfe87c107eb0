"""E-books on a new phone: short excerpts of works in the public domain, as EPUB files."""

from __future__ import annotations

import io
import zipfile
from html import escape
from importlib import resources

from bmoca_gym.handset.system.files import STORAGE

#: Where the books lie as they were downloaded, and where the reader keeps those in its library, by their names there.
DOWNLOADED = f"{STORAGE}/Download/Ebooks"
KEPT = "/data/data/com.aldiko.android/files/publications"
LIBRARY = (
    "romeo_and_juliet", "hamlet", "a_midsummer_nights_dream", "the_tempest", "oliver_twist", "a_tale_of_two_cities",
    "the_scarlet_letter", "the_house_of_the_seven_gables", "twice_told_tales", "don_quixote",
)  # fmt: skip
#: The books that were downloaded and are not in the library.
NEW = ("alices_adventures_in_wonderland", "through_the_looking_glass")

_MADE = (2024, 5, 1, 0, 0, 0)
_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""
_PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package version="3.0" unique-identifier="id" xmlns="http://www.idpf.org/2007/opf">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
{metadata}
<meta property="dcterms:modified">2024-05-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="toc" href="toc.xhtml" media-type="application/xhtml+xml" properties="nav"/>
{items}
</manifest>
<spine>
{spine}
</spine>
</package>
"""
_PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en">
<head><title>{title}</title></head>
<body>
{body}
</body>
</html>
"""


def packed(text: str) -> bytes:
    """Make a book's EPUB file from its text: lines of metadata, then chapters, each a ``# title`` and paragraphs
    separated by blank lines.

    Entries are stored uncompressed, so that the same text gives the same bytes with every release of zlib.
    """
    head, *chapters = text.split("\n# ")
    facts = dict(line.split(": ", 1) for line in head.strip().splitlines())
    metadata = [
        f'<dc:identifier id="id">urn:bmoca:{escape(facts["Title"])}</dc:identifier>',
        f"<dc:title>{escape(facts['Title'])}</dc:title>",
        f"<dc:creator>{escape(facts['Author'])}</dc:creator>",
        "<dc:language>en</dc:language>",
        f"<dc:source>{escape(facts['Source'])}</dc:source>",
        *(f"<dc:subject>{escape(subject)}</dc:subject>" for subject in facts["Subjects"].split("; ")),
    ]
    names = [f"chapter{number}.xhtml" for number in range(1, len(chapters) + 1)]
    titles = [chapter.partition("\n")[0] for chapter in chapters]
    items = [f'<item id="{name[:-6]}" href="{name}" media-type="application/xhtml+xml"/>' for name in names]
    links = [
        f'<li><a href="{name}">{escape(title)}</a></li>' for name, title in zip(names, titles, strict=True)
    ]
    toc = f'<nav epub:type="toc"><ol>{"".join(links)}</ol></nav>'
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "OEBPS/content.opf": _PACKAGE.format(
            metadata="\n".join(metadata), items="\n".join(items),
            spine="\n".join(f'<itemref idref="{name[:-6]}"/>' for name in names),
        ),
        "OEBPS/toc.xhtml": _PAGE.format(title=escape(facts["Title"]), body=toc),
    }  # fmt: skip
    for name, title, chapter in zip(names, titles, chapters, strict=True):
        paragraphs = [
            f"<p>{escape(one)}</p>" for one in chapter.partition("\n")[2].split("\n\n") if one.strip()
        ]
        body = "\n".join((f"<h2>{escape(title)}</h2>", *paragraphs))
        parts[f"OEBPS/{name}"] = _PAGE.format(title=escape(title), body=body)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _MADE), content)
    return made.getvalue()


def files() -> dict[str, bytes]:
    """The books as files of a phone: all of them in the download folder, and those of the library also in its own."""
    folder = resources.files(__name__)
    found: dict[str, bytes] = {}
    for name in (*LIBRARY, *NEW):
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        data = packed(text)
        title = text.partition("\n")[0].removeprefix("Title: ")
        found[f"{DOWNLOADED}/{title}.epub"] = data
        if name in LIBRARY:
            found[f"{KEPT}/{name}.epub"] = data
    return found
