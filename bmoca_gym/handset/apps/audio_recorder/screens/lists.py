"""Audio Recorder's list of records, and its settings."""

from __future__ import annotations

from datetime import datetime

from bmoca_gym.handset.apps.audio_recorder import handlers
from bmoca_gym.handset.apps.audio_recorder.records import stem
from bmoca_gym.handset.apps.audio_recorder.screens.recorder import INK, clock_text, ground
from bmoca_gym.handset.apps.audio_recorder.state import ID, SWITCHES
from bmoca_gym.handset.kits.navigation import LEAVE, open_overlay
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Switch, Text
from bmoca_gym.handset.value import do


def _bar(res: Resources, title: str) -> Element:
    back = icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, INK,
                       id=ID + "btn_back")  # fmt: skip
    return Row(back, Text(title, 20, INK, 500, grow=1, pad=(8, 0)), width=FILL, height=56, pad=(4, 0), align="center",
               background=ground(res), id=ID + "toolbar")  # fmt: skip


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
                icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu", path), c.secondary,
                            id=ID + "list_item_more", width=40),
                width=FILL, pad=(16, 8, 4, 8), gap=8, align="center", tap=do(handlers.select, path),
                id=ID + "container",
            )
        )  # fmt: skip
    if not rows:
        rows = [Text(res.string("audio_recorder.no_records"), 16, c.secondary, lines=3, width=FILL, align="center",
                     pad=32, id=ID + "txtEmpty")]  # fmt: skip
    body = scrolling(*rows, key="records", id=ID + "recycler_view",
                     class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    return page(res, _bar(res, res.string("audio_recorder.records")), body, bar=ground(res))


_SWITCH_IDS = {"ask_name": "swAskToRename", "stereo": "swRecordInStereo"}


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The switches, in the order of `SWITCHES`."""
    rows = []
    for name, on in zip(SWITCHES, values, strict=True):
        tap = do(switch, name)
        end = Switch(on, res.string("common.on" if on else "common.off"), color=res.colors.accent, tap=tap,
                     id=ID + _SWITCH_IDS[name], description=res.string(f"audio_recorder.{name}"))  # fmt: skip
        rows.append(list_row(res, res.string(f"audio_recorder.{name}"), tap=tap, end=end, lines=3))
    bar = _bar(res, res.string("audio_recorder.settings"))
    return page(
        res, bar, scrolling(*rows, key="settings", class_name="android.widget.ScrollView"), bar=ground(res)
    )
