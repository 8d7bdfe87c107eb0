"""Audio Recorder's first pages, and the recorder."""

from __future__ import annotations

import zlib

from bmoca_gym.handset.apps.audio_recorder import handlers
from bmoca_gym.handset.apps.audio_recorder.records import stem
from bmoca_gym.handset.apps.audio_recorder.state import ID, RECORDS, SETTINGS
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, take_touch
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Slider, Text
from bmoca_gym.handset.value import do

#: The app's blue grey, in the light theme and in the dark one.
_GROUNDS = 0xFF37474F, 0xFF1E272C
INK, _WEAK, _RED = 0xFFFFFFFF, 0xB3FFFFFF, 0xFFE53935
_BARS = 28
_LOW = 360  # dp: under this height the letters are smaller and there is no picture of the sound


def ground(res: Resources) -> int:
    """Colour of the recorder and of the bars of lists."""
    return _GROUNDS[res.dark]


def clock_text(res: Resources, milliseconds: int) -> str:
    """Format a duration: minutes and seconds, after hours if there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return res.digits(f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}")


# The first pages


def welcome(res: Resources) -> Element:
    """The page that welcomes the user."""
    return _first_page(res, "welcome", ("text",), "mic", "get_started", "btn_action", "setup")


def setup(res: Resources) -> Element:
    """The page that says how records are made."""
    return _first_page(res, "setup", ("format", "rate", "channels"), "tune", "apply", "btn_apply", "main")


def _first_page(
    res: Resources, name: str, parts: tuple[str, ...], glyph: str, label: str, button: str, after: str
) -> Element:
    """A page with lines of text, and a button that leads to the page ``after`` it."""
    turn = Text(
        res.string(f"audio_recorder.{label}"), 16, ground(res), 500, lines=2, width=FILL, pad=(24, 14), align="center",
        background=INK, radius=8, tap=do(handlers.turn_page, after), id=ID + button,
        class_name="android.widget.Button",
    )  # fmt: skip
    title = res.string(f"audio_recorder.{name}_title")
    lines: list[Element] = [
        Icon(glyph, 72, INK, class_name=""),
        Text(title, 24, INK, 500, lines=3, align="center", id=ID + "txt_title"),
    ]
    for part in parts:
        said = res.string(f"audio_recorder.{name}_{part}")
        lines.append(Text(said, 16, _WEAK, lines=None, align="center", id=ID + f"txt_{part}"))
    body = scrolling(Column(*lines, width=FILL, gap=16, align="center", class_name=""), key=name, pad=(32, 48, 32, 16),
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, body, Column(turn, width=FILL, pad=24, class_name=""), background=ground(res))


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
    sound: int,
) -> Element:
    """The recorder. ``lasts``: length of the current record in ms; ``made``: ms recorded or played so far; ``sound``:
    the seed of the picture of its sound.
    """
    low = res.height < _LOW
    label = res.string("audio_recorder.recording") if recording else stem(current) or ""
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), INK,
                       id=ID + "btn_share")  # fmt: skip
    bar = Row(
        icon_button("file_download", res.string("audio_recorder.import"), do(handlers.ask_for_import), INK,
                    id=ID + "btn_import", enabled=not recording),
        FittedText(res.string("audio_recorder.app_name"), 20, INK, 500, grow=1, align="center"),
        more if current and not recording else Spacer(width=48, height=48),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar",
    )  # fmt: skip
    count = min(_BARS, int(res.width - 48) // 9)
    shown = range(count if current else 0)
    if recording:  # what was heard last, a bar for each half second
        shown = range(max(0, made // 500 - count), made // 500)
    wave = () if low else (_wave(sound, shown),)
    middle = Column(*wave, width=FILL, grow=1, align="center", justify="center", class_name="")
    side: Element = Spacer(width=48, height=48)
    if current and not recording:
        side = icon_button("pause" if playing else "play_arrow",
                           res.string("audio_recorder.pause" if playing else "audio_recorder.play"), do(handlers.play),
                           INK, id=ID + "btn_play", size=36)  # fmt: skip
    name = Text(label, 20, INK, lines=2, align="center", id=ID + "txt_name", pad=(24, 2),
                tap=do(handlers.ask_for_name) if current and not recording else None)  # fmt: skip
    channels = res.string("audio_recorder.stereo_short" if stereo else "audio_recorder.mono")
    info = Text(
        f"M4a, 44.1 kHz, 128 kbps, {channels}", 14, _WEAK, lines=2, align="center", id=ID + "txt_record_info"
    )
    clock = Text(clock_text(res, made), 40 if low else 54, INK, 700, id=ID + "txt_progress")
    level = round(1000 * made / lasts) if playing and lasts else 0
    bar_width = res.width - 32
    place = Slider(
        level / 1000, INK, _WEAK, width=bar_width, drag=do(take_touch), id=ID + "play_progress", enabled=False
    )
    seek = Row(place, width=FILL, pad=(16, 0), class_name="")
    line = Row(side, clock, Spacer(width=48, height=48), align="center", class_name="")
    names = Column(line, *((name,) if label else ()), info, width=FILL, gap=2, align="center", class_name="")
    return page(res, bar, middle, names, seek, _buttons(res, recording, running), background=ground(res))


def _wave(sound: int, places: range) -> Element:
    """A picture of the sound: a bar for each place in it, in words of different loudness; empty without a sound."""
    bars = []
    for place in places:
        word, letter = (zlib.crc32(b"%d %d" % (sound, at)) % 64 for at in (-1 - place // 5, place))
        bars.append(Spacer(width=3, height=6 + letter * (16 + word) // 72, radius=2, background=_WEAK))
    return Row(
        *bars, width=FILL, height=80, gap=6, align="center", justify="center", id=ID + "record",
        class_name="android.view.View",
    )  # fmt: skip


def _buttons(res: Resources, recording: bool, running: bool) -> Element:
    blank = Spacer(width=48, height=48)
    ends = (
        icon_button("delete_forever", res.string("audio_recorder.delete"), do(open_overlay, "drop"), INK,
                    id=ID + "btn_delete"),
        icon_button("stop", res.string("audio_recorder.stop"), do(handlers.stop), INK, id=ID + "btn_record_stop"),
    )  # fmt: skip
    record = Icon(
        "pause" if running else "fiber_manual_record", 40, INK if running else _RED, width=64, height=64, radius=32,
        background=0x33FFFFFF, tap=do(handlers.press_record), id=ID + "btn_record",
        description=res.string(f"audio_recorder.{'pause' if running else 'record'}"),
        class_name="android.widget.ImageButton",
    )  # fmt: skip
    return Row(
        icon_button("settings", res.string("audio_recorder.settings"), do(handlers.open_page, SETTINGS), INK,
                    id=ID + "btn_settings"),
        Spacer(grow=1, height=1), ends[0] if recording else blank, record, ends[1] if recording else blank,
        Spacer(grow=1, height=1),
        icon_button("list", res.string("audio_recorder.records"), do(handlers.open_page, RECORDS), INK,
                    id=ID + "btn_records_list"),
        width=FILL, height=88, pad=(8, 0), align="center", class_name="",
    )  # fmt: skip
