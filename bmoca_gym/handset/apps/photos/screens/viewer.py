"""One picture in full screen with its bars, and its information."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.photos.handlers import (
    edit_shown,
    leaf,
    play,
    restore_shown,
    save_copy,
    seek,
    share_shown,
    switch_favorite,
    up,
)
from bmoca_gym.handset.apps.photos.library import Medium, description, local
from bmoca_gym.handset.apps.photos.state import ID
from bmoca_gym.handset.kits import picture_edit, picture_view
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.picture_edit import BAR, Edit
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.sizes import size_text
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources, decimal_separator
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import (
    MARGIN,
    icon_button,
    list_row,
    scrim,
    scrolling,
    slider,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.fitting import Panel
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_WHITE, _BLACK, _SHADE = 0xFFFFFFFF, 0xFF000000, 0x59000000
_APART = "\u2003"  # a wide space: a dot would read as a zero in Arabic


def _contained(res: Resources, photo: Medium, zone: str, zoom: float, x: float, y: float) -> Element:
    """The whole picture, as large as the screen allows, or its zoomed part."""
    if not photo.picture:
        return Icon("broken_image", 96, 0xFF9E9E9E, class_name="android.widget.ImageView")
    return picture_view.shown(
        res, photo.picture, zoom, x, y,
        id=ID + "photos_photofragment_components_background_photo_view", description=description(res, photo, zone),
    )  # fmt: skip


def screen(
    res: Resources,
    photo: Medium,
    favorite: bool,
    bars: bool,
    zone: str,
    zoom: float,
    x: float,
    y: float,
    editable: bool,
    second: int,
    playing: bool,
    trash: bool,
) -> Element:
    """The picture or the current frame of the video, with bars if they are shown.

    ``editable``: whether the app has an editor for it; ``second``: the position in the video; ``trash``: whether it is
    in the trash.
    """
    contained = _contained(res, photo, zone, zoom, x, y)
    picture = Stack(contained, width=FILL, height=FILL, align="center", justify="center")
    over: tuple[Element, ...] = ()
    if bars:
        over = (_bars(res, photo, favorite, editable, second, playing, trash),)
    elif photo.is_video and not playing:
        over = (
            Stack(
                _button(res, playing),
                width=FILL,
                height=FILL,
                align="center",
                justify="center",
                class_name="",
            ),
        )
    moves: dict[str, Any] = (
        {"drag": do(picture_view.pan)}
        if zoom > 1
        else {"tap": do(picture_view.tap), "swipe": do(leaf, photo.path)}
    )
    return Stack(
        picture, *over, width=FILL, height=FILL, background=_BLACK, pinch=do(picture_view.pinch), **moves,
        id=ID + "photo_view_pager", class_name="androidx.viewpager.widget.ViewPager",
    )  # fmt: skip


def _button(res: Resources, playing: bool) -> Element:
    glyph, name = ("pause", "pause_video") if playing else ("play_arrow", "play_video")
    return icon_button(
        glyph, res.string(f"photos.{name}"), do(play), _WHITE, size=40, width=72, height=72, radius=36,
        background=_SHADE, id=ID + name, class_name="android.widget.ImageView",
    )  # fmt: skip


def _time(res: Resources, second: int, length: int) -> Element:
    """The position in a video, which a tap changes, and its duration."""
    room = max(80.0, res.width - 144)
    bar = slider(
        res, second, 0, max(1, length // 1000), room, do(seek, room), id=ID + "photos_videoplayer_seekbar"
    )
    now = Text(clock_text(res, second * 1000), 13, _WHITE, align="center", width=56, id=ID + "current_time")
    whole = Text(clock_text(res, length), 13, _WHITE, align="center", width=56, id=ID + "total_time")
    return Row(now, bar, whole, width=FILL, height=48, align="center", justify="center", background=_SHADE,
               tap=do(take_touch), class_name="")  # fmt: skip


def _bars(
    res: Resources, photo: Medium, favorite: bool, editable: bool, second: int, playing: bool, trash: bool
) -> Element:
    star = "unfavorite" if favorite else "favorite"
    top = Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        toolbar(
            res, "",
            *(() if trash else (
                icon_button("star" if favorite else "star_border", res.string(f"photos.{star}"),
                            do(switch_favorite, photo.path), _WHITE, id=ID + star, selected=favorite),
            )),
            icon_button("info", res.string("photos.details"), do(open_overlay, "details"), _WHITE, id=ID + "details"),
            up=do(up), color=_WHITE, id=ID + "toolbar",
        ),
        width=FILL, background=_SHADE, tap=do(take_touch), class_name="",
    )  # fmt: skip
    label = res.string("photos.delete")
    gone = icon_button("delete", label, do(open_overlay, "delete_shown"), _WHITE, id=ID + "trash")
    shared = do(share_shown, photo.path)
    first = (
        icon_button(
            "restore_from_trash",
            res.string("photos.restore"),
            do(restore_shown, photo.path),
            _WHITE,
            id=ID + "restore",
        )
        if trash
        else icon_button("share", res.string("system_ui.share"), shared, _WHITE, id=ID + "share")
    )
    change = icon_button(
        "tune", res.string("photos.edit"), do(edit_shown, photo.path), _WHITE, id=ID + "edit"
    )
    middle = (Spacer(grow=1, height=1), change) if editable else ()
    bottom = Row(
        first, *middle, Spacer(grow=1, height=1), gone,
        width=FILL, height=56 + res.foot, pad=(16, 4, 16, 4 + res.foot), align="center",
        justify="end", background=_SHADE, tap=do(take_touch), id=ID + "photo_action_bar",
    )  # fmt: skip
    between: Element = Spacer(width=FILL, grow=1)
    film: tuple[Element, ...] = ()
    if photo.is_video:
        button = _button(res, playing)
        between = Stack(button, width=FILL, grow=1, align="center", justify="center", class_name="")
        film = (_time(res, second, photo.length),)
    return Column(top, between, *film, bottom, width=FILL, height=FILL, class_name="")


def editor(res: Resources, photo: Medium, edit: Edit) -> Element:
    """The picture with the crop rectangle, and the editing actions."""
    room = (res.width - 32.0, max(80.0, res.height - STATUS_HEIGHT - 3 * BAR - res.foot - 32))
    shown = picture_edit.cropping(photo.picture, edit, room, ID + "crop_view", res.string("photos.crop"))
    words = (res.string("photos.rotate"), res.string("photos.flip"), res.string("photos.flip_vertically"))
    bottom = Row(
        text_button(res, res.string("common.cancel"), do(up), color=_WHITE, id=ID + "cancel"),
        Spacer(grow=1, height=1),
        text_button(res, res.string("photos.save_copy"), do(save_copy), color=_WHITE, id=ID + "save"),
        width=FILL, height=BAR, pad=(8, 0), align="center", class_name="",
    )  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        Stack(shown, width=FILL, grow=1, align="center", justify="center", class_name=""),
        *picture_edit.controls(res, edit, res.string("photos.ratio_free"), words, ID), bottom,
        Spacer(width=FILL, height=res.foot),
        width=FILL, height=FILL, background=_BLACK, id=ID + "cpe_editor",
    )  # fmt: skip


def gone(res: Resources) -> Element:
    """The viewer of a picture that no longer exists."""
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        toolbar(res, "", up=do(up), color=_WHITE, id=ID + "toolbar"),
        Stack(
            Text(res.string("photos.gone"), 16, _WHITE, lines=3, align="center", pad=24, id=ID + "message"),
            width=FILL, grow=1, align="center", justify="center",
        ),
        width=FILL, height=FILL, background=_BLACK,
    )  # fmt: skip


def details(res: Resources, photo: Medium, zone: str) -> Element:
    """A sheet with a picture's date, name, measures and place."""
    at = local(photo, zone)
    width, height = pictures.size(photo.picture) or (0, 0)
    millions = width * height / 1_000_000
    number = res.digits(f"{millions:.1f}".replace(".", decimal_separator(res.locale)))
    first = (
        clock_text(res, photo.length) if photo.is_video else res.string("photos.megapixels", number=number)
    )
    measures = _APART.join([first, res.digits(f"{width} × {height}"), size_text(res, photo.size)])
    place = res.string("photos.on_this_device", size=size_text(res, photo.size))
    when = _APART.join([res.date(at.date(), "yMMMEd"), res.time(at.hour, at.minute)])
    path = pictures.own_path(photo.path).replace("/sdcard", "/storage/emulated/0", 1)
    body = scrolling(
        Text(when, 16, res.colors.text, 500, lines=2, pad=(20, 16), width=FILL, id=ID + "date"),
        Text(res.string("photos.details"), 14, res.colors.secondary, 500, pad=(20, 0, 20, 4), width=FILL,
             id=ID + "heading"),
        list_row(res, photo.name, measures, icon="movie" if photo.is_video else "image", inset=20,
                 title_id=ID + "title", summary_id=ID + "subtitle"),
        list_row(res, place, path, icon="smartphone", inset=20, title_id=ID + "title", summary_id=ID + "subtitle"),
        key="details", grow=0, pad=(0, 0, 0, 12),
    )  # fmt: skip
    sheet = Panel(
        body, width=min(res.width, 560), background=res.colors.surface, radius=16, tap=do(take_touch),
        id=ID + "details_sheet",
    )  # fmt: skip
    return scrim(res, sheet, CLOSE, justify="end", pad=(0, MARGIN, 0, 0))
