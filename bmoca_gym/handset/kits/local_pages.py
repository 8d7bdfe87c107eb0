"""Pages in files on the phone, which browsers show with the web engine."""

from __future__ import annotations

import html
import re
from typing import Any

from bmoca_gym.handset.errors import MissingLibraryError
from bmoca_gym.handset.resources.configuration import HANDLE_BAR, STATUS_HEIGHT
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clock, documents
from bmoca_gym.handset.value import Callback, memo
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.interpreter import library
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page, Start
from bmoca_gym.handset.web.view import Web

TYPES = ("text/html", "text/plain", "application/xhtml+xml")
#: Types of files beside a page that it can read.
_BESIDE = re.compile(r"(text|image)/|application/(javascript|json|xhtml)|application/octet-stream$")
#: How many files beside a page it can read, and the largest of them in bytes.
_FILES, _LARGEST = 500, 4 << 20
#: Characters at the beginning of a page in which what it says about its viewport is looked for.
_HEAD = 20_000
#: Width in CSS px of a page that says nothing about it.
_WIDE = 980
#: Height in dp of what is above and below a page: status bar, tool bar, navigation bar.
_BARS = STATUS_HEIGHT + 57 + HANDLE_BAR
_META = re.compile(r"<meta\b[^>]*\bname\s*=\s*[\"']?viewport\b[^>]*>", re.IGNORECASE)
_CONTENT = re.compile(r"\bcontent\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
#: A text is a page of one element.
_PLAIN = (
    "<!DOCTYPE html><title>{title}</title>"
    '<meta name="viewport" content="width=device-width">'
    '<pre style="word-wrap: break-word; white-space: pre-wrap; font-size: 13px">{text}</pre>'
)


def path_at(phone: Phone, address: str) -> str:
    """Return the path of the page that an address names, or "" if it is not in a file."""
    path = documents.path_of(address.partition("#")[0].partition("?")[0])
    return path if path in phone.files and documents.type_of(path) in TYPES else ""


def playable() -> bool:
    """Return whether the library that runs pages is installed."""
    try:
        library()
    except MissingLibraryError:
        return False
    return True


def opened(phone: Phone, address: str, uptime: int, leaves: Callback, owner: str, dark: bool) -> Web | None:
    """Return a new view of the page in the file that an address names, or None if it doesn't name one.

    A page at a ``file://`` address can read the files in its folder and below; one from another app's provider, as
    Files passes it on, can read only itself. ``leaves``, ``owner``: see `Web`; ``dark``: whether the browser is.
    """
    path = path_at(phone, address)
    if not path:
        return None
    data = phone.files[path]
    name = path.lstrip("/")
    contents = {name: data}
    if documents.type_of(path) == "text/plain":
        text = html.escape(data.decode("utf-8", "replace"))
        contents = {name: _PLAIN.format(title=html.escape(path.rpartition("/")[2]), text=text).encode()}
    elif address.startswith("file:"):
        contents |= _beside(phone, path)
    configuration = phone.configuration
    density = configuration.density / 160
    width = configuration.width / density
    wanted, scale = _viewport(contents[name][:_HEAD].decode("utf-8", "replace"), width)
    zoom = density * (scale or width / wanted)
    viewport = Viewport(wanted, (configuration.height / density - _BARS) * density / zoom, density, dark)
    query = re.search(r"[?#].*$", address, re.DOTALL)
    offset = clock.local_time(phone, phone.clock.wall).utcoffset()
    start = Start(
        Given(contents), name, seed=_seed(query[0] if query else ""), clock=phone.clock.wall,
        offset=0 if offset is None else int(offset.total_seconds() // 60), viewport=viewport,
        query=query[0] if query else "", url=address.partition("#")[0].partition("?")[0],
    )  # fmt: skip
    return Web(Page(start), zoom=zoom, at=uptime, owner=owner, leaves=leaves)


def _beside(phone: Phone, path: str) -> dict[str, Any]:
    folder = path.rpartition("/")[0] + "/"
    names = sorted(
        other
        for other in phone.files
        if other.startswith(folder) and _BESIDE.match(documents.type_of(other)) and "/." not in other
    )
    found = {other.lstrip("/"): phone.files[other] for other in names[:_FILES]}
    return {name: data for name, data in found.items() if len(data) <= _LARGEST}


@memo(64)
def _viewport(head: str, width: float) -> tuple[float, float]:
    """Return the width of a page in CSS px, and its initial scale; 0 to make it fit."""
    found = _META.search(head)
    content = _CONTENT.search(found[0]) if found else None
    if content is None:
        return _WIDE, 0.0
    parts = [part.partition("=") for part in re.split(r"[,;]", next(filter(None, content.groups()), ""))]
    said = {name.strip().lower(): value.strip().lower() for name, _, value in parts}
    scale = _number(said.get("initial-scale", ""))
    wanted = said.get("width", "device-width" if scale else "")
    if wanted == "device-width":
        return width, scale or 1.0
    return (min(max(_number(wanted), 200.0), 10_000.0) if _number(wanted) else float(_WIDE)), scale


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) else 0.0


def _seed(query: str) -> int:
    """Return the seed of a page's randomness: the ``seed`` in its address, else 1."""
    found = re.search(r"[?&]seed=(\d{1,10})\b", query)
    return int(found[1]) if found else 1
