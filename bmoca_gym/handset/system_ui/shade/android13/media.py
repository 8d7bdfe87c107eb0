"""Media controls of Android 13: a card in the shade for each app that plays or has paused."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import status_bar
from bmoca_gym.handset.system_ui.shade import handlers
from bmoca_gym.handset.system_ui.shade.android13 import colors
from bmoca_gym.handset.ui.components import app_icon
from bmoca_gym.handset.ui.elements import (
    FILL,
    WIDGET,
    Column,
    Element,
    LeftToRight,
    Row,
    Spacer,
    Stack,
    component,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_ID = status_bar.ID
_STEPS = 200
#: Whether controls stay after their app has ended (Settings.Secure.MEDIA_CONTROLS_RESUME).
RESUMPTION = ("secure", "qs_media_resumption")


class Media(NamedTuple):
    """What an app plays. ``share``: how much of it has been played, 0 to `_STEPS`; ``position``: where it is paused, in
    ms; ``ended``: whether the app has ended and could resume; ``asked``: whether the card asks if it should be hidden.
    """

    app: App
    playing: bool
    title: str
    artist: str
    share: int
    position: int = 0
    ended: bool = False
    asked: bool = False


def media_of(phone: Phone) -> tuple[Media, ...]:
    """What the phone's apps play or have paused: first what is playing, last what has ended."""
    found = []
    hidden = () if phone.display is None else phone.display.hidden
    asked = "" if phone.shade is None else phone.shade.asked
    stays = phone.settings.get(RESUMPTION, "1") == "1"
    for package, app in packages.enabled_of(phone.image).items():
        ended = package not in phone.processes
        if app.media_session is None or app.media_key is None or (ended and not (app.resumes and stays)):
            continue
        session = app.media_session(phone)
        if session is None:
            continue
        if not session.playing and (package, session.title, session.position) in hidden:
            continue
        share = _STEPS * session.position // session.length if session.length else 0
        found.append(
            Media(
                app, session.playing, session.title, session.artist, min(_STEPS, share),
                0 if session.playing else session.position, ended, package == asked,
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda one: (not one.playing, one.ended)))


def _key(res: Resources, glyph: str, words: str, key: str, package: str, id: str) -> Element:
    return Icon(
        glyph, 24, colors.PALE, width=48, height=48, tap=do(handlers.media, package, key),
        description=res.string(f"system_ui.{words}"), id=_ID + id, class_name=WIDGET + "ImageButton",
    )  # fmt: skip


@component(64)
def card(res: Resources, media: Media, opens: bool = True) -> Element:
    """The card: title and artist, progress, and buttons. ``opens``: a tap opens the app, and a long press asks
    whether to hide the card.
    """
    package = media.app.package
    if media.asked and opens:
        return _question(res, media)
    glyph, words = ("pause", "media_pause") if media.playing else ("play_arrow", "media_play")
    main = Stack(
        Icon(glyph, 26, colors.BLACK, class_name=""), width=52, height=52, radius=18, background=colors.ACCENT,
        align="center", justify="center", tap=do(handlers.media, package, "play_pause"),
        description=res.string(f"system_ui.{words}"), id=_ID + "actionPlayPause", class_name=WIDGET + "ImageButton",
    )  # fmt: skip
    texts = Column(
        Text(media.title, 16, colors.PALE, 500, width=FILL, id=_ID + "header_title"),
        Text(media.artist, 14, colors.SOFT, width=FILL, id=_ID + "header_artist"),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    # What goes along the time of a recording isn't mirrored.
    buttons = Row(
        _key(res, "skip_previous", "media_previous", "previous", package, "actionPrev"), _line(media.share),
        _key(res, "skip_next", "media_next", "next", package, "actionNext"),
        width=FILL, gap=4, align="center", class_name="",
    )  # fmt: skip
    icon = Row(app_icon(res, media.app, 20), width=FILL, id=_ID + "icon", class_name=WIDGET + "ImageView")
    return Column(
        icon, Row(texts, main, width=FILL, gap=12, align="center", class_name=""),
        *(() if media.ended else (LeftToRight(buttons, width=FILL),)),
        width=FILL, pad=(16, 14, 16, 6), gap=6, background=colors.DULL, radius=28,
        tap=do(handlers.open_player, package) if opens else do(take_touch), id=_ID + "qs_media_controls",
        long_press=do(handlers.ask_to_hide, package) if opens else None,
        class_name=WIDGET + "FrameLayout",
        description=media.app.title(res),
    )  # fmt: skip


def _button(res: Resources, words: str, tap: Any, id: str) -> Element:
    return Text(
        res.string(words), 14, colors.PALE, 500, pad=(16, 10), tap=tap, background=colors.DIM, radius=20, id=_ID + id,
        class_name=WIDGET + "Button",
    )  # fmt: skip


def _question(res: Resources, media: Media) -> Element:
    """The question of whether to hide a card, shown in its place. What is playing can't be hidden."""
    name = media.app.title(res)
    asks = (
        res.string("system_ui.media_active")
        if media.playing
        else res.string("system_ui.media_hide", app=name)
    )
    hide = () if media.playing else (
        _button(res, "system_ui.media_hide_button",
                do(handlers.hide_player, media.app.package, media.title, media.position), "dismiss"),
    )  # fmt: skip
    gear = Icon(
        "settings", 20, colors.PALE, width=48, height=40, tap=do(handlers.open_media_settings),
        description=res.string("system_ui.open_settings"), id=_ID + "settings", class_name=WIDGET + "ImageButton",
    )  # fmt: skip
    buttons = Row(
        *hide, _button(res, "common.cancel", do(handlers.ask_to_hide, ""), "cancel"), Spacer(grow=1, height=1), gear,
        width=FILL, gap=8, align="center", class_name="",
    )  # fmt: skip
    return Column(
        Text(asks, 16, colors.PALE, lines=3, width=FILL, id=_ID + "remove_text"), buttons,
        width=FILL, pad=(16, 20, 16, 14), gap=16, background=colors.DULL, radius=28, tap=do(take_touch),
        id=_ID + "qs_media_controls", class_name=WIDGET + "FrameLayout", description=name,
    )  # fmt: skip


def carousel(res: Resources, played: tuple[Media, ...], at: int) -> tuple[Element, ...]:
    """What plays, as one card: dots indicate the others beside it, which a swipe shows."""
    if len(played) < 2:
        return tuple([card(res, one) for one in played])
    at = min(at, len(played) - 1)
    dots = [
        Spacer(width=6, height=6, radius=3, background=colors.PALE if place == at else colors.DIM)
        for place in range(len(played))
    ]
    page, pages = res.digits(str(at + 1)), res.digits(str(len(played)))
    indicator = Row(
        *dots, gap=6, align="center", id=_ID + "media_page_indicator",
        description=res.string("system_ui.page", page=page, pages=pages), class_name=WIDGET + "LinearLayout",
    )  # fmt: skip
    return (
        Column(
            card(res, played[at]), indicator, width=FILL, gap=6, align="center",
            swipe=do(handlers.next_player, len(played)), id=_ID + "media_carousel",
            class_name=WIDGET + "FrameLayout",
        ),
    )  # fmt: skip


def _line(share: int) -> Element:
    parts: list[Any] = []
    for part, tone in ((share, colors.ACCENT), (_STEPS - share, colors.DIM)):
        if part:
            parts.append(Spacer(grow=part, height=4, radius=2, background=tone))
    return Row(*parts, grow=1, id=_ID + "media_progress_bar", class_name=WIDGET + "SeekBar")
