"""Handlers of downloads, and of the context menu of links and pictures in a page."""

from __future__ import annotations

import re

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.state import Chrome, Tab, quiet
from bmoca_gym.handset.effects import share_text, show, toast
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits import navigation, web
from bmoca_gym.handset.kits.web import Block
from bmoca_gym.handset.manifest import Intent, Next, split
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clipboard, documents, files, intents
from bmoca_gym.handset.ui.illustrations import photograph_of, png_of
from bmoca_gym.handset.value import do

FOLDER = files.STORAGE + "/Download"
#: Kinds of blocks that have a menu.
_PRESSED = ("link", "image")
_PICTURE = (960, 600)  # px: the size of a picture that is downloaded


def press(state: Chrome, context: Context, number: int) -> Next[Chrome]:
    """Open the menu of a block after a long press."""
    return navigation.open_overlay(quiet(state), context, "link", number)


def block_of(tab: Tab, number: int, locale: str) -> Block | None:
    """The link or picture with that number on a tab's page, or None."""
    blocks = (
        () if tab.entry.error or tab.entry.web is not None else addresses.page_of(tab.entry, locale).blocks
    )
    found = blocks[number] if number < len(blocks) else None
    return found if found is not None and found.kind in _PRESSED else None


def open_apart(state: Chrome, context: Context, address: str, incognito: bool) -> Next[Chrome]:
    """Open the link in a new tab, in the background or, if it is incognito, in front."""
    if incognito or state.incognito:
        fresh, _ = split(browsing.new_tab(state, context, True))
        return browsing.load(fresh, context, address)
    front = state.current
    after, _ = split(browsing.open_apart(state, context, address))
    return browsing.choose_tab(after, context, front)


def copy(state: Chrome, context: Context, text: str) -> Next[Chrome]:
    """Copy the link's address or its text."""
    return quiet(state), do(clipboard.put, text)


def share_link(state: Chrome, context: Context, address: str) -> Next[Chrome]:
    """Open the share sheet for the link."""
    return quiet(state), share_text(address)


def download_page(state: Chrome, context: Context, address: str) -> Next[Chrome]:
    """Save the page at an address as a file."""
    known = web.page_at(address, context.res.locale)
    text = "\n".join((f"<title>{known.title}</title>", *[f"<p>{line}</p>" for line in known.texts]))
    name = re.sub(r"[^\w.-]+", "-", web.short_address(address)).strip("-") or "page"
    return _download(state, context, f"{name}.html", f"<!DOCTYPE html>\n{text}\n".encode())


def download_picture(state: Chrome, context: Context, name: str) -> Next[Chrome]:
    """Save a page's picture as a file."""
    app, _, subject = name.partition("/")
    photo = photograph_of(name)
    if photo:
        return _download(state, context, f"{subject}.jpg", photo)
    return _download(state, context, f"{subject}.png", png_of(app, subject, *_PICTURE))


def _download(state: Chrome, context: Context, name: str, data: bytes) -> Next[Chrome]:
    stem, _, end = name.rpartition(".")
    path, number = f"{FOLDER}/{name}", 1
    while files.exists(context.phone, path):
        path, number = f"{FOLDER}/{stem} ({number}).{end}", number + 1
    name = path.rpartition("/")[2]
    return quiet(state), do(_keep, path, data, context.res.string("chrome.file_downloaded", name=name))


def _keep(phone: Phone, path: str, data: bytes, said: str) -> Phone:
    try:
        return activities.toast(files.write(phone, path, data), said)
    except FileAccessError as error:
        return activities.toast(phone, str(error))


def open_file(state: Chrome, context: Context, path: str) -> Next[Chrome]:
    """Open a downloaded file in the app for its type."""
    asked = Intent(intents.VIEW, documents.uri_of(path), type=documents.type_of(path))
    if intents.candidates(context.phone, asked):
        return state, show(asked)
    return state, toast(context.res.string("files.cannot_open"))


def listed(phone: Phone) -> tuple[tuple[str, int], ...]:
    """Paths and times (wall ms) of the files in the folder of downloads, newest first."""
    found = [
        (path, phone.modified.get(path, 0))
        for path in phone.files
        if path.startswith(FOLDER + "/") and "/." not in path
    ]
    return tuple(sorted(found, key=lambda one: (-one[1], one[0])))
