"""Markor's other pages: More, settings, and the target of a text that another app shares."""

from __future__ import annotations

from bmoca_gym.handset.apps.markor.handlers import app, writing
from bmoca_gym.handset.apps.markor.listing import Entry
from bmoca_gym.handset.apps.markor.screens import bars
from bmoca_gym.handset.apps.markor.state import ID, SWITCHES, TAB_FILES, TABS
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    heading,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Element
from bmoca_gym.handset.ui.widgets import Switch, TextField
from bmoca_gym.handset.value import do

_SITE = "https://github.com/gsantner/markor"
#: Pages of the project: glyph, and address.
_PAGES = {
    "question": ("bug_report", _SITE + "/issues"),
    "help": ("info", _SITE + "/blob/master/README.md"),
    "translate": ("translate", "https://crowdin.com/project/markor"),
    "source_code": ("code", _SITE),
    "project_license": ("copyright", _SITE + "/blob/master/LICENSE.txt"),
}


def more_list(res: Resources) -> Element:
    """The settings, and pages of the project."""
    rows = [
        list_row(res, res.string("markor.app_name"), res.string("markor.version"), icon="description"),
        list_row(res, res.string("markor.settings"), tap=do(app.open_settings), icon="settings"),
        *[
            list_row(res, res.string(f"markor.{name}"), tap=do(app.open_page, address), icon=glyph)
            for name, (glyph, address) in _PAGES.items()
        ],
    ]
    return scrolling(*rows, key="more", id=ID + "recycler_view")


def settings(res: Resources, tab: str, values: tuple[bool, ...]) -> Element:
    """The settings; ``values``: of `SWITCHES`."""
    rows = [
        heading(res, res.string("markor.general")),
        list_row(
            res, res.string("markor.tab_first"), res.string(f"markor.{tab}"), tap=do(open_overlay, "tab")
        ),
        _switch(res, "remember_folder", values[3]),
        heading(res, res.string("markor.editor")),
        *[_switch(res, name, on) for name, on in zip(SWITCHES[:3], values, strict=False)],
    ]
    bar = toolbar(res, res.string("markor.settings"), up=LEAVE, id=ID + "toolbar")
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "recycler_view"))


def _switch(res: Resources, name: str, on: bool) -> Element:
    tap = do(switch, name)
    end = Switch(
        on, res.string("common.on" if on else "common.off"), color=res.colors.accent, tap=tap,
        id="android:id/switch_widget",
    )  # fmt: skip
    return list_row(
        res, res.string(f"markor.{name}"), res.string(f"markor.{name}_text"), tap=tap, end=end, lines=3
    )


def tab_dialog(res: Resources, chosen: str) -> Element:
    """The tab that the app begins with."""
    rows = [choice(res, res.string(f"markor.{tab}"), tab == chosen, do(app.begin_with, tab)) for tab in TABS]
    return dialog_card(
        res, *rows, dismiss=CLOSE, title=res.string("markor.tab_first"),
        buttons=(cancel(res),),
    )  # fmt: skip


def share_screen(res: Resources, text: str, focused: bool, found: tuple[Entry, ...]) -> Element:
    """Targets for a text: a note of the notebook, the clipboard, another app."""
    c = res.colors
    field = TextField(
        text, "shared", do(writing.type_shared), focused=focused, accent=c.accent, color=c.text, size=15, lines=6,
        width=FILL, pad=(16, 12), id=ID + "document__fragment__share_into__highlighting_editor",
    )  # fmt: skip
    rows = [
        list_row(
            res, res.string(f"markor.{tab}"), tap=do(writing.append_shared, TAB_FILES[tab]), icon=TABS[tab]
        )
        for tab in ("quicknote", "todo")
    ]
    rows += [
        list_row(res, res.string(f"markor.{name}"), tap=do(writing.pass_on, how), icon=glyph)
        for name, how, glyph in (("share_text", "share", "share"), ("clipboard", "clipboard", "content_copy"))
    ]
    rows.append(heading(res, res.string("markor.append_to")))
    rows += [
        list_row(res, entry.name, tap=do(writing.append_shared, entry.path), icon="description")
        for entry in found
        if not entry.is_folder
    ]
    bar = bars.bar(res, res.string("markor.share_into"), (), up=LEAVE)
    return page(res, bar, field, divider(res), scrolling(*rows, key="share", id=ID + "recycler_view"))
