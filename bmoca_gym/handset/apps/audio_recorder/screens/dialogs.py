"""Audio Recorder's menu and dialogs."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.audio_recorder import handlers
from bmoca_gym.handset.apps.audio_recorder.records import stem
from bmoca_gym.handset.apps.audio_recorder.screens.recorder import clock_text
from bmoca_gym.handset.apps.audio_recorder.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, menu, text_button
from bmoca_gym.handset.ui.elements import FILL, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, Text, TextField
from bmoca_gym.handset.value import Callback, do


def name_dialog(res: Resources, name: str, focused: bool, ask: bool) -> Element:
    """Ask for the name of a record."""
    c = res.colors
    field = TextField(
        name, "name", do(handlers.type_name), focused=focused, accent=c.accent, color=c.text, size=16, width=FILL,
        pad=(8, 12), on_submit=do(handlers.save_name), id=ID + "input_name",
    )  # fmt: skip
    never = Row(
        CheckBox(not ask, c.accent, c.secondary, tap=do(switch, "ask_name"), id=ID + "check_box",
                 description=res.string("audio_recorder.do_not_ask")),
        Text(res.string("audio_recorder.do_not_ask"), 14, c.text, lines=2, grow=1, class_name=""),
        width=FILL, gap=8, align="center", class_name="",
    )  # fmt: skip
    return dialog_card(
        res, field, Spacer(width=FILL, height=1, background=c.accent), never,
        title=res.string("audio_recorder.record_name"), dismiss=CLOSE, gap=4,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id=ID + "dialog_negative_btn"),
            text_button(res, res.string("audio_recorder.save"), do(handlers.save_name), id=ID + "dialog_positive_btn"),
        ),
    )  # fmt: skip


def record_menu(res: Resources) -> Element:
    """Actions on a record."""
    items = (
        (res.string("audio_recorder.share"), do(handlers.share_record)),
        (res.string("audio_recorder.rename"), do(handlers.ask_for_name)),
        (res.string("audio_recorder.info"), do(open_overlay, "info")),
        (res.string("audio_recorder.delete"), do(open_overlay, "delete")),
    )
    return menu(res, items, CLOSE)


def info_dialog(res: Resources, path: str, lasts: int, size: int, at: datetime) -> Element:
    """Details of a record."""
    lines = (
        stem(path), clock_text(res, lasts), res.digits(f"{size / 1024:.1f} KB"),
        f"{res.date(at.date())} {res.time(at.hour, at.minute)}", path.replace("/sdcard", "/storage/emulated/0", 1),
    )  # fmt: skip
    return dialog_card(
        res, Text("\n".join(lines), 15, res.colors.text, lines=None, id=ID + "txt_information"), dismiss=CLOSE,
        title=res.string("audio_recorder.info"),
        buttons=(text_button(res, res.string("common.ok"), CLOSE, id=ID + "dialog_positive_btn"),),
    )  # fmt: skip


def drop_dialog(res: Resources) -> Element:
    """Ask before a recording is discarded."""
    return _question(res, "drop_question", do(handlers.drop))


def delete_dialog(res: Resources) -> Element:
    """Ask before a record is deleted."""
    return _question(res, "delete_question", do(handlers.delete))


def _question(res: Resources, key: str, answer: Callback) -> Element:
    text = Text(res.string(f"audio_recorder.{key}"), 16, res.colors.text, lines=4, id=ID + "dialog_content")
    return dialog_card(
        res, text, dismiss=CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id=ID + "dialog_negative_btn"),
            text_button(res, res.string("audio_recorder.delete"), answer, id=ID + "dialog_positive_btn"),
        ),
    )  # fmt: skip
