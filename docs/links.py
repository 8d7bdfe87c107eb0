"""Checks the links of a built site: ``python docs/links.py build/docs``. Each must lead to a file, or a place, in it.

Nothing is asked of the network: what leads out of the site is passed over.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag

_LINK = re.compile(r"""<[a-z]+\b[^>]*?\s(?:href|src)="([^"]*)\"""")
_PLACE = re.compile(r"""<[a-z][a-z0-9]*\b[^>]*?\s(?:id|name)="([^"]*)\"""")
_OUT = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//)")


@cache
def places(page: Path) -> frozenset[str]:
    """The anchors of a page; the empty one is its top."""
    return frozenset(["", *_PLACE.findall(page.read_text(encoding="utf-8"))])


def broken(site: Path) -> Iterator[tuple[str, str]]:
    """The links that lead nowhere of the pages that the first one leads to, each with its page."""
    waiting = [site.resolve() / "index.html"]
    seen = {*waiting}
    while waiting:
        page = waiting.pop()
        for link in sorted(set(_LINK.findall(page.read_text(encoding="utf-8")))):
            if _OUT.match(link):
                continue
            path, anchor = urldefrag(html.unescape(link))
            target = (page.parent / unquote(path.partition("?")[0])).resolve() if path else page
            is_page = target.suffix == ".html"
            if not target.is_file() or (is_page and unquote(anchor) not in places(target)):
                yield page.relative_to(site.resolve()).as_posix(), link
            elif is_page and target not in seen:
                seen.add(target)
                waiting.append(target)


def main() -> None:
    """Print what is broken, and fail if anything is."""
    (site,) = sys.argv[1:]
    found = [*broken(Path(site))]
    for page, link in found:
        print(f"{page}: {link} leads nowhere")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
