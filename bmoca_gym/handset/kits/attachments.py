"""Attachments of mails and messages, shown as chips with a small preview."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

from bmoca_gym.handset.effects import share, show
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import documents, intents
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import Callback


class Attached(NamedTuple):
    """An attached file. ``picture``: its content if it can be shown, with its size in px."""

    path: str
    picture: bytes = b""
    size: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """The file's name."""
        return posixpath.basename(self.path)


def carried(phone: Phone, paths: tuple[str, ...]) -> tuple[Attached, ...]:
    """Return the attachments at these paths."""
    found = []
    for path in paths:
        data = phone.files.get(path, b"") if path.lower().endswith(pictures.SUFFIXES) else b""
        size = pictures.size(data) if data else None
        found.append(Attached(path, data, size) if size else Attached(path))
    return tuple(found)


def shared_files(phone: Phone, intent: Intent) -> tuple[str, ...]:
    """Return the paths of an intent's files that exist."""
    return tuple([path for path in map(documents.path_of, intents.streams(intent)) if path in phone.files])


def shared_file(phone: Phone, intent: Intent) -> str:
    """Return the path of an intent's first file, or "" if it has none that exists."""
    return next(iter(shared_files(phone, intent)), "")


def share_file(path: str, type: str = "") -> Callback:
    """Effect: share a file with another app. ``type``: its MIME type, by default the one of its suffix."""
    sent = ((intents.STREAM, documents.uri_of(path)),)
    return share(Intent(intents.SEND, type=type or documents.type_of(path), extras=sent))


def share_files(paths: tuple[str, ...]) -> Callback:
    """Effect: share files with another app, all at once."""
    if len(paths) == 1:
        return share_file(paths[0])
    kinds = {documents.type_of(path) for path in paths}
    sorts = {kind.partition("/")[0] for kind in kinds}
    common = kinds.pop() if len(kinds) == 1 else f"{sorts.pop()}/*" if len(sorts) == 1 else "*/*"
    sent = ((intents.STREAM, tuple(map(documents.uri_of, paths))),)
    return share(Intent(intents.SEND_MULTIPLE, type=common, extras=sent))


def ask_for_file(reply: Callback, type: str = "*/*") -> Callback:
    """Effect: let the user pick a file. ``reply``: the app's handler for the resulting intent."""
    return show(Intent(intents.GET_CONTENT, type=type, categories=(intents.OPENABLE,)), reply)


def picked_file(phone: Phone, result: Any) -> str:
    """Return the path of the picked file, or ""."""
    path = documents.path_of(result.data) if isinstance(result, Intent) else ""
    return path if path in phone.files else ""


def chip(
    res: Resources, file: Attached, *, id: str, title_id: str, remove: Callback | None = None, **options: Any
) -> Element:
    """Show a file's picture or icon and its name, and with ``remove`` a button that detaches it."""
    c = res.colors
    mark: Element = Icon("attach_file", 20, c.secondary, class_name="")
    if file.picture:
        mark = Picture(file.picture, width=40, height=40, radius=4, class_name="")
    gone: tuple[Element, ...] = ()
    if remove is not None:
        label = res.string("common.remove_attachment", name=file.name)
        gone = (icon_button("close", label, remove, c.secondary, size=20, id=id + "_remove"),)
    options = {"width": FILL, "background": c.raised, "radius": 8, **options}
    return Row(
        mark, Text(file.name, 14, c.text, lines=2, grow=1, id=title_id), *gone,
        pad=(12, 10, 4 if remove else 12, 10), gap=12, align="center", id=id, **options,
    )  # fmt: skip


def large(res: Resources, file: Attached, width: float, id: str) -> Element:
    """Show a picture at the size it has in a message, at most ``width`` dp wide, or a chip for any other file."""
    if not file.picture:
        return chip(res, file, id=id, title_id=id + "_title", width=width)
    across, down = file.size
    scale = min(width / across, 280 / down)
    shown = Picture(
        file.picture, width=max(24.0, across * scale), height=max(24.0, down * scale), radius=14, id=id,
        description=res.string("common.picture"),
    )  # fmt: skip
    return Column(shown, class_name="")
