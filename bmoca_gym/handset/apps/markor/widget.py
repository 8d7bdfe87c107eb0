"""Markor's home screen widget: the notebook's files, and buttons for a new note, the to-do list and QuickNote."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK
from bmoca_gym.handset.apps.markor.state import DOCUMENT, ID, MAIN, PACKAGE, TAB_FILES, Markor
from bmoca_gym.handset.kits.app_widgets import RADIUS, open_activity, show_intent
from bmoca_gym.handset.manifest import AppWidget, Intent
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.ui.components import scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

_MOST = 30
_NOTEBOOK = do(open_activity, f"{PACKAGE}/{MAIN}")
_NEW = do(
    show_intent,
    Intent(intents.SEND, package=PACKAGE, type="text/plain", extras=(("android.intent.extra.TEXT", ""),)),
)


def _shows(phone: Phone) -> tuple[Any, ...]:
    """Paths of the notebook's text files, in the app's order."""
    state: Markor = phone.apps[PACKAGE]
    found = listing.of_folder(phone, NOTEBOOK, state.order)
    return (tuple([one.path for one in found if not one.is_folder and listing.is_text(one.path)][:_MOST]),)


def _opens(path: str) -> Callback:
    return do(open_activity, f"{PACKAGE}/{DOCUMENT}", path)


#: Buttons: id, glyph, key of the name, and what they open.
_BUTTONS = (
    ("widget_main", "home", "go_to_home", _NOTEBOOK),
    ("widget_new_note", "add", "create_new", _NEW),
    ("widget_todo", "assignment_turned_in", "todo", _opens(TAB_FILES["todo"])),
    ("widget_quicknote", "flash_on", "quicknote", _opens(TAB_FILES["quicknote"])),
)


def _notes(res: Resources, paths: tuple[str, ...]) -> Element:
    c = res.colors
    rows: list[Element] = [
        Text(
            path.rpartition("/")[2],
            15,
            c.text,
            width=FILL,
            pad=(12, 8),
            tap=_opens(path),
            id=ID + "widget_note_title",
        )
        for path in paths
    ]
    if not rows:
        words = res.string("markor.empty_directory")
        rows.append(Text(words, 14, c.secondary, lines=2, pad=(12, 8), id=ID + "widget_empty_hint"))
    buttons = [
        Icon(
            glyph, 22, 0xFFFFFFFF, width=40, height=40, background=c.accent, radius=20, tap=opens, id=ID + name,
            description=res.string(f"markor.{words}"), class_name="android.widget.ImageButton",
        )
        for name, glyph, words, opens in _BUTTONS
    ]  # fmt: skip
    return Column(
        Row(
            Text(res.string("markor.app_name"), 16, 0xFFFFFFFF, 700, id=ID + "widget_header_title"),
            width=FILL, height=36, pad=(15, 0), align="center", tap=_NOTEBOOK, id=ID + "widget_header",
        ),
        Row(
            scrolling(*rows, key="markor_widget", id=ID + "widget_notes_list", height=FILL),
            Column(*buttons, gap=5, pad=(0, 8, 8, 0), class_name=""),
            width=FILL, grow=1, background=c.background, radius=RADIUS, id=ID + "widget_list_container",
            class_name="android.widget.FrameLayout",
        ),
        width=FILL, height=FILL, background=c.bar, radius=RADIUS, class_name="android.widget.RelativeLayout",
    )  # fmt: skip


WIDGETS = (
    AppWidget("other.writeily.widget.WrMarkorWidgetProvider", "markor.app_name", 2, 2, _notes, _shows),
)
