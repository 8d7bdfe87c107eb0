"""Clock 7's sounds for alarms, the timer and falling asleep, and the page on which they are chosen."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.handlers.sounds import choose
from bmoca_gym.handset.apps.clock.state import ID
from bmoca_gym.handset.kits import sounds
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import heading, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Element, Row, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

#: Sounds that help to fall asleep.
SLEEP_SOUNDS = ("Deep space", "Fan", "Forest night", "Ocean waves", "Rain", "Thunderstorm", "White noise")


def sleep_sound(res: Resources, name: str) -> str:
    """A sound to fall asleep to in the phone's language; ``name``: its name in English, which the app keeps."""
    if name not in SLEEP_SOUNDS:
        return name
    return res.string(f"android13.clock_sound_{name.lower().replace(' ', '_')}")


def name_of(res: Resources, address: str | None, default: str) -> str:
    """The name of the sound at an address; "" means silent, None the default alarm sound, named ``default``."""
    if address is None:
        return res.string("android13.clock_default_sound", name=default)
    return sounds.name_of(res, address)


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
        width=FILL, pad=(24, 16), gap=20, align="center", tap=do(choose, purpose, value),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def sounds_page(res: Resources, purpose: str, chosen: str | None, default: str) -> Element:
    """The page of sounds for a purpose, with the chosen one marked. ``default``: the name of the default alarm
    sound."""
    if purpose == "sleep":
        title, head = "android13.clock_sleep_sounds", "android13.clock_sounds"
        rows = [
            _row(res, sleep_sound(res, name), "bedtime", name == chosen, purpose, name)
            for name in SLEEP_SOUNDS
        ]
    else:
        title = "android13.clock_timer_sound" if purpose == "timer" else "android13.clock_alarm_sound"
        head = "android13.clock_device_sounds"
        values: list[str | None] = [
            "",
            None,
            *[sounds.address_of("alarm", name) for name in sounds.SOUNDS["alarm"]],
        ]
        rows = [
            _row(res, name_of(res, value, default), "notifications_off" if value == "" else "notifications_active",
                 value == chosen, purpose, value)
            for value in values
        ]  # fmt: skip
    return page(
        res,
        toolbar(res, res.string(title), up=LEAVE, id=ID + "toolbar"),
        scrolling(heading(res, res.string(head), 24), *rows, key="sounds", id=ID + "ringtone_content"),
    )
