"""Zoom's settings without an account: meetings, audio connection, colour of reactions."""

from __future__ import annotations

from bmoca_gym.handset.apps.zoom import handlers
from bmoca_gym.handset.apps.zoom.screens.forms import bar, blue, ground, heading, option
from bmoca_gym.handset.apps.zoom.state import AUDIO, ID, SWITCHES, TONES
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

#: The resource ids of a switch and of its row.
_IDS = {
    "mute_mic": ("chkAutoMuteMic", "optionAutoMuteMic"),
    "original_audio": ("chkOriginalAudio", "optionEnableOriginalAudio"),
    "not_open_camera": ("chkNotOpenCamera", "optionNotOpenCamera"),
    "preview": ("chkTurnOnVideoWithoutPreview", "optionTurnOnVideoWithoutPreview"),
    "show_no_video": ("chkShowNoVideo", "optionShowNoVideo"),
    "driving_mode": ("chkEnableDrivingMode", "optionEnableDrivingMode"),
    "copy_link": ("chkTurnOnAutoCopyMeetingLink", "optionTurnOnAutoCopyMeetingLink"),
    "closed_caption": ("chkClosedCaption", "optionCloseCaption"), "show_timer": ("chkShowTimer", "optionShowTimer"),
    "join_leave_tip": ("chkShowJoinLeaveTip", "optionShowJoinLeaveTip"),
}  # fmt: skip
#: A reaction's colours, in the order of `TONES`.
_SKINS = (0xFFFFC83D, 0xFFF7DECE, 0xFFF3D2A2, 0xFFD5AB88, 0xFFAF7E57, 0xFF7C533E)


def _row(
    res: Resources, label: str, tap: Callback, entry: str, value: str = "", value_id: str = ""
) -> Element:
    c = res.colors
    end: list[Element] = (
        [Text(value, 15, c.secondary, lines=2, align="end", id=ID + value_id)] if value else []
    )
    end.append(Icon("chevron_right", 24, c.disabled, class_name=""))
    return Row(
        Text(label, 16, c.text, grow=1, lines=3), *end, width=FILL, pad=(16, 14), gap=8, align="center", tap=tap,
        background=c.surface, id=ID + entry, class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _page(res: Resources, title: str, key: str, *rows: Element) -> Element:
    body = scrolling(*rows, Spacer(width=FILL, height=24), key=key, class_name="android.widget.ScrollView")
    return page(res, bar(res, res.string(f"zoom.{title}")), body, background=ground(res))


def main(res: Resources) -> Element:
    """The first page of the settings."""
    return _page(
        res, "settings", "settings", Spacer(width=FILL, height=16),
        _row(res, res.string("zoom.meetings"), do(handlers.open_page, "meetings"), "btnMeeting"), divider(res, 16),
        _row(res, res.string("zoom.about"), do(handlers.open_page, "about"), "btnAbout"),
    )  # fmt: skip


def about(res: Resources) -> Element:
    """About page of the app."""
    c = res.colors
    return _page(
        res, "about", "about", Spacer(width=FILL, height=24),
        Column(
            Icon("videocam", 64, blue(res), id=ID + "imgLogo"),
            Text(res.string("zoom.app_name"), 20, c.text, 500, id=ID + "txtAppName"),
            Text(res.string("zoom.zooming_text"), 15, c.secondary, lines=3, align="center", id=ID + "txtInfo"),
            width=FILL, pad=(24, 0), gap=8, align="center", class_name="",
        ),
    )  # fmt: skip


def meetings(res: Resources, audio: str, switches: tuple[str, ...]) -> Element:
    """The settings of meetings."""
    rows: list[Element] = []
    for group, names in SWITCHES.items():
        rows.append(heading(res, res.string(f"zoom.{group}")))
        of_group: list[Element] = []
        if group == "audio_group":
            of_group.append(_row(res, res.string("zoom.auto_connect"), do(handlers.open_page, "audio"),
                                 "optionAutoConnectAudio", res.string(f"zoom.audio_{audio}"),
                                 "txtAutoConnectAudioSelection"))  # fmt: skip
        for name in names:
            tap = do(handlers.switch, name)
            of_group.append(option(res, res.string(f"zoom.{name}"), name in switches, tap, *_IDS[name]))
        if group == "general_group":
            of_group.append(
                _row(
                    res,
                    res.string("zoom.skin_tone"),
                    do(handlers.open_page, "tone"),
                    "optionReactionSkinTone",
                )
            )
        for place, row in enumerate(of_group):
            rows += [divider(res, 16), row] if place else [row]
    return _page(res, "meetings", "meetings", *rows)


def _choice(res: Resources, label: str, chosen: bool, tap: Callback, entry: str, *lead: Element) -> Element:
    """A row of a single choice. ``entry``: the suffix of the row's ids."""
    c = res.colors
    tick = Icon("check", 24, blue(res), id=ID + f"img_{entry}", description=res.string("zoom.selected"))
    return Row(
        *lead, Text(label, 16, c.text, grow=1, lines=2), *((tick,) if chosen else (Spacer(width=24, height=24),)),
        width=FILL, pad=(16, 14), gap=12, align="center", tap=tap, background=c.surface, id=ID + f"panel_{entry}",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


_AUDIO_IDS = {"off": "off", "any": "internet"}


def audio_page(res: Resources, chosen: str) -> Element:
    """Choices for connecting audio when joining."""
    rows = [
        _choice(
            res,
            res.string(f"zoom.audio_{one}"),
            one == chosen,
            do(handlers.choose, "audio", one),
            _AUDIO_IDS[one],
        )
        for one in AUDIO
    ]
    return _page(res, "auto_connect", "audio", Spacer(width=FILL, height=16), *rows)


def tone_page(res: Resources, chosen: str) -> Element:
    """The skin tone of reaction hands."""
    rows = []
    for tone, skin in zip(TONES, _SKINS, strict=True):
        hand = Stack(
            Icon("thumb_up", 22, skin, class_name=""),
            width=32,
            height=32,
            align="center",
            justify="center",
            class_name="",
        )
        tap = do(handlers.choose, "tone", tone)
        rows.append(_choice(res, res.string(f"zoom.tone_{tone}"), tone == chosen, tap, tone, hand))
    return _page(
        res, "skin_tone", "tone", Spacer(width=FILL, height=16), Column(*rows, width=FILL, class_name="")
    )
