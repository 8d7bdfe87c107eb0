"""Audio Recorder's screens: first pages, recorder, list of records, settings."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.audio_recorder import state
from bmoca_gym.handset.apps.audio_recorder.state import ID, RECORDS, SETTINGS, SWITCHES, stem
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    icon_button,
    list_row,
    menu,
    page,
    scrolling,
    slider,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, take_touch
from bmoca_gym.handset.ui.fitting import FittedText
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Switch, Text, TextField
from bmoca_gym.handset.value import do

_BACKGROUND, _INK, _WEAK, _RED = 0xFF37474F, 0xFFFFFFFF, 0xB3FFFFFF, 0xFFE53935
_BARS = 28
_LOW = 360  # dp: under this height the letters are smaller and there is no picture of the sound


def clock_text(res: Resources, milliseconds: int) -> str:
    """Minutes and seconds, with hours if there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return res.digits(f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}")


# The first pages


def first_page(res: Resources, name: str) -> Element:
    """The page that welcomes, or the one that says how records are made."""
    welcome = name == "welcome"
    label = res.string("audio_recorder.get_started" if welcome else "audio_recorder.apply")
    button = Text(
        label, 16, _BACKGROUND, 500, lines=2, width=FILL, pad=(24, 14), align="center", background=_INK, radius=8,
        tap=do(state.turn_page, "setup" if welcome else "main"), id=ID + ("btn_action" if welcome else "btn_apply"),
        class_name="android.widget.Button",
    )  # fmt: skip
    lines: list[Element] = [
        Icon("mic" if welcome else "tune", 72, _INK, class_name=""),
        Text(
            res.string(f"audio_recorder.{name}_title"),
            24,
            _INK,
            500,
            lines=3,
            align="center",
            id=ID + "txt_title",
        ),
    ]
    for part in ("text",) if welcome else ("format", "rate", "channels"):
        said = res.string(f"audio_recorder.{name}_{part}")
        lines.append(Text(said, 16, _WEAK, lines=None, align="center", id=ID + f"txt_{part}"))
    body = scrolling(Column(*lines, width=FILL, gap=16, align="center", class_name=""), key=name, pad=(32, 48, 32, 16),
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, body, Column(button, width=FILL, pad=24, class_name=""), background=_BACKGROUND)


# The recorder


def recorder(
    res: Resources,
    current: str,
    lasts: int,
    made: int,
    recording: bool,
    running: bool,
    playing: bool,
    stereo: bool,
) -> Element:
    """The recorder. ``lasts``: length of the current record in ms; ``made``: ms recorded or played so far."""
    low = res.height < _LOW
    label = res.string("audio_recorder.recording") if recording else stem(current) or ""
    more = icon_button("more_vert", res.string("common.more_options"), do(state.open_overlay, "menu"), _INK,
                       id=ID + "btn_share")  # fmt: skip
    bar = Row(
        icon_button("file_download", res.string("audio_recorder.import"), do(state.ask_for_import), _INK,
                    id=ID + "btn_import", enabled=not recording),
        FittedText(res.string("audio_recorder.app_name"), 20, _INK, 500, grow=1, align="center"),
        more if current and not recording else Spacer(width=48, height=48),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar",
    )  # fmt: skip
    wave = () if low else (_wave(res, made // 1000 if recording else lasts // 1000),)
    middle = Column(*wave, width=FILL, grow=1, align="center", justify="center", class_name="")
    side: Element = Spacer(width=48, height=48)
    if current and not recording:
        side = icon_button("pause" if playing else "play_arrow",
                           res.string("audio_recorder.pause" if playing else "audio_recorder.play"), do(state.play),
                           _INK, id=ID + "btn_play", size=36)  # fmt: skip
    name = Text(label, 20, _INK, lines=2, align="center", id=ID + "txt_name", pad=(24, 2),
                tap=do(state.ask_name_of) if current and not recording else None)  # fmt: skip
    channels = res.string("audio_recorder.stereo_short" if stereo else "audio_recorder.mono")
    info = Text(
        f"M4a, 44.1 kHz, 128 kbps, {channels}", 14, _WEAK, lines=2, align="center", id=ID + "txt_record_info"
    )
    clock = Text(clock_text(res, made), 40 if low else 54, _INK, 700, id=ID + "txt_progress")
    level = round(1000 * made / lasts) if playing and lasts else 0
    bar_width = res.width - 32
    place = slider(res, level, 0, 1000, bar_width, do(take_touch), id=ID + "play_progress", enabled=False)
    seek = Row(place, width=FILL, pad=(16, 0), class_name="")
    line = Row(side, clock, Spacer(width=48, height=48), align="center", class_name="")
    names = Column(line, *((name,) if label else ()), info, width=FILL, gap=2, align="center", class_name="")
    return page(res, bar, middle, names, seek, _buttons(res, recording, running), background=_BACKGROUND)


def _wave(res: Resources, seed: int) -> Element:
    """A picture of the sound."""
    bars = [
        Spacer(width=3, height=8 + (i * i * 7 + seed * (i + 3) * 5) % 64, radius=2, background=_WEAK)
        for i in range(min(_BARS, int(res.width - 48) // 9))
    ]
    return Row(*bars, height=80, gap=6, align="center", id=ID + "record", class_name="android.view.View")


def _buttons(res: Resources, recording: bool, running: bool) -> Element:
    blank = Spacer(width=48, height=48)
    ends = (
        icon_button("delete_forever", res.string("audio_recorder.delete"), do(state.open_overlay, "drop"), _INK,
                    id=ID + "btn_record_delete"),
        icon_button("stop", res.string("audio_recorder.stop"), do(state.stop), _INK, id=ID + "btn_record_stop"),
    )  # fmt: skip
    record = Icon(
        "pause" if running else "fiber_manual_record", 40, _INK if running else _RED, width=64, height=64, radius=32,
        background=0x33FFFFFF, tap=do(state.press_record), id=ID + "btn_record",
        description=res.string(f"audio_recorder.{'pause' if running else 'record'}"),
        class_name="android.widget.ImageButton",
    )  # fmt: skip
    return Row(
        icon_button("settings", res.string("audio_recorder.settings"), do(state.open_page, SETTINGS), _INK,
                    id=ID + "btn_settings"),
        Spacer(grow=1, height=1), ends[0] if recording else blank, record, ends[1] if recording else blank,
        Spacer(grow=1, height=1),
        icon_button("list", res.string("audio_recorder.records"), do(state.open_page, RECORDS), _INK,
                    id=ID + "btn_records_list"),
        width=FILL, height=88, pad=(8, 0), align="center", class_name="",
    )  # fmt: skip


# Over it


def name_dialog(res: Resources, name: str, focused: bool, ask: bool) -> Element:
    """The question for a record's name."""
    c = res.colors
    field = TextField(
        name, "name", do(state.type_name), focused=focused, accent=c.accent, color=c.text, size=16, width=FILL,
        pad=(8, 12), on_submit=do(state.save_name), id=ID + "input_name",
    )  # fmt: skip
    never = Row(
        CheckBox(not ask, c.accent, c.secondary, tap=do(state.switch, "ask_name"), id=ID + "check_box"),
        Text(res.string("audio_recorder.do_not_ask"), 14, c.text, lines=2, grow=1),
        width=FILL, gap=8, align="center", class_name="",
    )  # fmt: skip
    return dialog_card(
        res, field, Spacer(width=FILL, height=1, background=c.accent), never,
        title=res.string("audio_recorder.record_name"), dismiss=do(state.close_overlay), gap=4,
        buttons=(
            text_button(res, res.string("common.cancel"), do(state.close_overlay), id=ID + "dialog_negative_btn"),
            text_button(res, res.string("audio_recorder.save"), do(state.save_name), id=ID + "dialog_positive_btn"),
        ),
    )  # fmt: skip


def record_menu(res: Resources) -> Element:
    """Actions on a record."""
    items = (
        (res.string("audio_recorder.share"), do(state.share_record)),
        (res.string("audio_recorder.rename"), do(state.ask_name_of)),
        (res.string("audio_recorder.info"), do(state.open_overlay, "info")),
        (res.string("audio_recorder.delete"), do(state.open_overlay, "delete")),
    )
    return menu(res, items, do(state.close_overlay))


def info_dialog(res: Resources, path: str, lasts: int, size: int, at: datetime) -> Element:
    """Details of a record."""
    close = do(state.close_overlay)
    lines = (
        stem(path), clock_text(res, lasts), res.digits(f"{size / 1024:.1f} KB"),
        f"{res.date(at.date())} {res.time(at.hour, at.minute)}", path.replace("/sdcard", "/storage/emulated/0", 1),
    )  # fmt: skip
    return dialog_card(
        res, Text("\n".join(lines), 15, res.colors.text, lines=None, id=ID + "txt_info"), dismiss=close,
        title=res.string("audio_recorder.info"),
        buttons=(text_button(res, res.string("common.ok"), close, id=ID + "dialog_positive_btn"),),
    )  # fmt: skip


def question(res: Resources, drop: bool) -> Element:
    """Ask whether to delete a record, or to discard a recording."""
    close = do(state.close_overlay)
    text = res.string("audio_recorder.drop_question" if drop else "audio_recorder.delete_question")
    answer = do(state.drop) if drop else do(state.delete)
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=4, id=ID + "dialog_message"), dismiss=close,
        buttons=(
            text_button(res, res.string("common.cancel"), close, id=ID + "dialog_negative_btn"),
            text_button(res, res.string("audio_recorder.delete"), answer, id=ID + "dialog_positive_btn"),
        ),
    )  # fmt: skip


# The other pages


def _bar(res: Resources, title: str) -> Element:
    back = icon_button("arrow_back", res.string("common.navigate_up"), do(state.leave), _INK, turn=True,
                       id=ID + "btn_back")  # fmt: skip
    return Row(back, Text(title, 20, _INK, 500, grow=1, pad=(8, 0)), width=FILL, height=56, pad=(4, 0), align="center",
               background=_BACKGROUND, id=ID + "toolbar")  # fmt: skip


def records(res: Resources, found: tuple[tuple[str, int, datetime], ...]) -> Element:
    """The list of records, newest first."""
    c = res.colors
    rows: list[Element] = []
    for path, lasts, at in found:
        words = Column(
            Text(stem(path), 16, c.text, 500, id=ID + "list_item_name"),
            Text(f"{res.date(at.date(), 'MMMd')}, {res.time(at.hour, at.minute)}", 14, c.secondary,
                 id=ID + "list_item_description"),
            grow=1, gap=2, class_name="",
        )  # fmt: skip
        rows.append(
            Row(
                words, Text(clock_text(res, lasts), 14, c.secondary, id=ID + "list_item_duration"),
                icon_button("more_vert", res.string("common.more_options"), do(state.show_menu, path), c.secondary,
                            id=ID + "list_item_more", width=40),
                width=FILL, pad=(16, 8, 4, 8), gap=8, align="center", tap=do(state.select, path), id=ID + "container",
            )
        )  # fmt: skip
    if not rows:
        rows = [Text(res.string("audio_recorder.no_records"), 16, c.secondary, lines=3, width=FILL, align="center",
                     pad=32, id=ID + "txtEmpty")]  # fmt: skip
    body = scrolling(*rows, key="records", id=ID + "recycler_view",
                     class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    return page(res, _bar(res, res.string("audio_recorder.records")), body, bar=_BACKGROUND)


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The switches, in the order of `SWITCHES`."""
    rows = []
    for name, on in zip(SWITCHES, values, strict=True):
        tap = do(state.switch, name)
        end = Switch(on, res.string("common.on" if on else "common.off"), color=res.colors.accent, tap=tap,
                     id=ID + f"switch_{name}")  # fmt: skip
        rows.append(list_row(res, res.string(f"audio_recorder.{name}"), tap=tap, end=end, lines=3))
    bar = _bar(res, res.string("audio_recorder.settings"))
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "settings_scroll"), bar=_BACKGROUND)
