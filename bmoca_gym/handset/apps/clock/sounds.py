"""Clock 7's sounds for alarms, the timer and falling asleep, and the page on which they are chosen."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

from bmoca_gym.handset.apps.clock import alarm_tab, preferences
from bmoca_gym.handset.apps.clock.state import ID, PACKAGE, ClockState, alarm_of
from bmoca_gym.handset.effects import finish, start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import heading, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Element, Row, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

SOUNDS_ACTIVITY = f"{PACKAGE}/com.android.deskclock.ringtone.RingtonePickerActivity"
#: The alarm sounds of Android, in the order of their ids in its media.
ALARM_SOUNDS = (
    "Argon", "Barium", "BeeBeep Alarm", "Beep-Beep-Beep Alarm", "Buzzer Alarm", "Carbon", "Cesium", "Fluorine",
    "Gallium", "Hassium", "Helium", "Krypton", "Neon", "Neptunium", "Nobelium", "Osmium", "Oxygen", "Piezo Alarm",
    "Platinum", "Plutonium", "Promethium", "Ringing Alarm", "Rooster Alarm", "Scandium",
)  # fmt: skip
_DEFAULT = "Cesium"
#: Sounds that help to fall asleep.
SLEEP_SOUNDS = ("Deep space", "Fan", "Forest night", "Ocean waves", "Rain", "Thunderstorm", "White noise")
_FIRST_ID = 20


def address_of(name: str) -> str:
    """The address of an alarm sound, as Android's media has it."""
    number = _FIRST_ID + ALARM_SOUNDS.index(name)
    return f"content://media/internal/audio/media/{number}?title={quote(name)}&canonical=1"


def name_of(res: Resources, address: str | None) -> str:
    """The name of the sound at an address: "" for silent, None for the default."""
    if address is None:
        return res.string("android13.clock_default_sound", name=_DEFAULT)
    if not address:
        return res.string("android13.clock_silent")
    return parse_qs(urlsplit(address).query).get("title", [res.string("android13.clock_unknown_sound")])[0]


# Handlers


def open_sounds(state: ClockState, context: Context, purpose: str) -> Next[ClockState]:
    """Open the page of sounds. ``purpose``: "alarm:" and an id, "timer" or "sleep"."""
    return state, start(SOUNDS_ACTIVITY, purpose)


def leave(state: ClockState, context: Context) -> Next[ClockState]:
    """Leave the page. The choice is kept."""
    return state, finish()


def _choose(state: ClockState, context: Context, purpose: str, value: str | None) -> ClockState:
    if purpose == "sleep":
        return preferences.with_bedtime(state, sound=value or "")
    if purpose == "timer":
        return preferences.put(state, "string", "timer_ringtone", value or "")
    return alarm_tab.set_ringtone(state, context, int(purpose.partition(":")[2]), value)


# Screen


def chosen_for(state: ClockState, purpose: str) -> str | None:
    """The sound of a purpose: an address, or the name of one to fall asleep to."""
    if purpose == "sleep":
        return preferences.bedtime(state.preferences).sound
    if purpose == "timer":
        return preferences.timer_sound(state.preferences)
    alarm = alarm_of(state, int(purpose.partition(":")[2]))
    return alarm.ringtone if alarm else None


@component(256)
def _row(res: Resources, name: str, glyph: str, chosen: bool, purpose: str, value: str | None) -> Element:
    c = res.colors
    mark = (
        (Icon("check", 24, c.accent, description=res.string("android13.clock_selected"),
              id=ID + "sound_image_selected"),)
        if chosen
        else ()
    )  # fmt: skip
    return Row(
        Icon(glyph, 24, c.secondary, id=ID + "ringtone_image"),
        Text(name, 16, c.text, lines=2, grow=1, id=ID + "ringtone_primary_text"),
        *mark,
        width=FILL, pad=(24, 16), gap=20, align="center", tap=do(_choose, purpose, value),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def sounds_page(res: Resources, purpose: str, chosen: str | None) -> Element:
    """The page of the sounds for a purpose, the chosen one marked."""
    if purpose == "sleep":
        title, head = "android13.clock_sleep_sounds", "android13.clock_sounds"
        rows = [_row(res, name, "bedtime", name == chosen, purpose, name) for name in SLEEP_SOUNDS]
    else:
        title = "android13.clock_timer_sound" if purpose == "timer" else "android13.clock_alarm_sound"
        head = "android13.clock_device_sounds"
        values: list[str | None] = ["", None, *[address_of(name) for name in ALARM_SOUNDS]]
        rows = [
            _row(res, name_of(res, value), "notifications_off" if value == "" else "notifications_active",
                 value == chosen, purpose, value)
            for value in values
        ]  # fmt: skip
    return page(
        res,
        toolbar(res, res.string(title), up=do(leave), id=ID + "toolbar"),
        scrolling(heading(res, res.string(head), 24), *rows, key="sounds", id=ID + "ringtone_content"),
    )
