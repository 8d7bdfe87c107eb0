"""Markor's editor of a note with its bar of text actions, and the rendered note."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.apps.markor import notes, preview
from bmoca_gym.handset.apps.markor.handlers import writing
from bmoca_gym.handset.apps.markor.notes import ACTIONS, Note
from bmoca_gym.handset.apps.markor.screens import bars
from bmoca_gym.handset.apps.markor.screens.bars import Offer
from bmoca_gym.handset.apps.markor.state import ID
from bmoca_gym.handset.kits.navigation import LEAVE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import empty_message, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Element, Row, Scroll
from bmoca_gym.handset.ui.widgets import TextField
from bmoca_gym.handset.value import do
from bmoca_gym.handset.web.still import Still


def offers(note: Note, viewed: bool, favoured: bool) -> tuple[Offer, ...]:
    """Actions of the bar over a note."""
    edits = (
        Offer("undo", "undo", do(writing.undo), bool(note.before)),
        Offer("redo", "redo", do(writing.redo), bool(note.after)),
        Offer("save", "save", do(writing.save), note.text != note.saved),
    )
    finds = (
        Offer("search", "", do(writing.ask_in_note, "note_search"), note.readable),
        Offer("search_replace", "", do(writing.ask_in_note, "note_replace"), note.readable),
    )
    turn = (
        Offer("edit", "edit", do(writing.view, False))
        if viewed
        else Offer("preview", "visibility", do(writing.view, True))
    )
    return (
        *(() if viewed else edits),
        turn,
        *(() if viewed else finds),
        Offer("share_text", "", do(writing.share_text)),
        Offer("share_file", "", do(writing.share_note)),
        Offer("favourite_note", "", do(writing.favour_note), on=favoured),
        Offer("reload", "", do(writing.reload)),
        Offer("info_selected_item", "", do(open_overlay, "note_info")),
    )


def screen(
    res: Resources, note: Note, viewed: bool, favoured: bool, focused: bool, action_bar: bool
) -> Element:
    """A note on its own page."""
    title = posixpath.splitext(posixpath.basename(note.path))[0]
    inside = parts(res, title, note, viewed, focused, action_bar, favoured, own=True)
    return page(res, *inside)


def parts(
    res: Resources, title: str, note: Note, viewed: bool, focused: bool, action_bar: bool, favoured: bool = False,
    own: bool = False,
) -> tuple[Element, ...]:  # fmt: skip
    """The bar of a note, its text, and the editing actions. ``own``: the note has its own page."""
    bar = bars.bar(
        res, title, offers(note, viewed, favoured), title_id=ID + "note__activity__text_note_title",
        up=LEAVE if own else None, room=bars.NAME, more="note_menu",
    )  # fmt: skip
    if not note.readable:
        return bar, empty_message(res, "block", res.string("markor.not_text"))
    if viewed:
        return bar, _shown(res, note)
    actions = (_actions(res, note.path),) if action_bar else ()
    return bar, _editor(res, note, focused), *actions


def _editor(res: Resources, note: Note, focused: bool) -> Element:
    c = res.colors
    # Its text begins at the top; all that is below it belongs to it, so that a touch there begins to write.
    field = TextField(
        note.text, "note", do(writing.write), focused=focused, accent=c.accent, color=c.text, size=15, lines=None,
        width=FILL, pad=(16, 12, 16, res.height), capitals="sentences",
        id=ID + "document__fragment__edit__highlighting_editor",
    )  # fmt: skip
    return Scroll(
        field, key="note", width=FILL, grow=1, class_name="android.widget.ScrollView",
        id=ID + "document__fragment__edit__content_editor__scrolling_parent",
    )  # fmt: skip


def _actions(res: Resources, path: str) -> Element:
    buttons = [
        icon_button(
            ACTIONS[name].glyph, res.string(f"markor.{name}"), do(writing.act, name), res.colors.secondary, height=44,
            class_name="android.widget.ImageView",
        )
        for name in notes.actions_of(path)
    ]  # fmt: skip
    return Scroll(
        Row(*buttons, height=44, id=ID + "document__fragment__edit__text_actions_bar"), key="actions", axis="x",
        width=FILL, height=44, background=res.colors.raised, class_name="android.widget.HorizontalScrollView",
        id=ID + "document__fragment__edit__text_actions_bar__scrolling_parent",
    )  # fmt: skip


def _shown(res: Resources, note: Note) -> Element:
    source = do(preview.page, note.path, note.text, preview.style_of(res), res.dark)
    view = Still(source, id=ID + "document__fragment_view_webview")
    return scrolling(view, key="view", class_name="android.widget.FrameLayout")
