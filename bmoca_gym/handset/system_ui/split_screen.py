"""The divider between two apps that share the screen: how it is moved, and how it closes one of them."""

from __future__ import annotations

from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import SYSTEM, Context, Phone
from bmoca_gym.handset.system import activities, split, status_bar
from bmoca_gym.handset.ui.elements import FILL, Box, Element, Scroll, Spacer, Stack, like, placed
from bmoca_gym.handset.value import do, memo, replace

#: Height in dp of what takes touches: the divider, and what surrounds it (``docked_stack_divider_insets``).
TOUCHED = 48
_ID = status_bar.ID
_BLACK, _HANDLE = 0xFF000000, 0xFFFFFFFF
#: Two taps within so many ms exchange the apps, since Android 12 (ViewConfiguration.DOUBLE_TAP_TIMEOUT).
_DOUBLE = 300


class Pane(Scroll):
    """A part of the screen: whatever of a window lies outside it can be neither seen nor touched. It does not
    scroll."""

    __slots__ = ()
    CLASS = ""


def layer_of(phone: Phone) -> Layer:
    """The divider."""
    return Layer(_divider, (phone.image.api_level >= split.PAIRS_STAY,), "divider", owner=SYSTEM)


def _divider(res: Resources, modern: bool) -> Element:
    wide, thick = (32, 4) if modern else (24, 2)
    bar = Stack(
        Spacer(width=wide, height=thick, radius=thick / 2, background=_HANDLE, class_name=""),
        width=FILL, height=split.DIVIDER, background=_BLACK, align="center", justify="center", class_name="",
    )  # fmt: skip
    return Stack(
        Stack(
            bar, width=FILL, height=TOUCHED, justify="center", drag=do(_moved), id=_ID + "docked_divider_handle",
            description=res.string("system_ui.split_divider"), class_name="android.view.View",
        ),
        width=FILL, height=TOUCHED, class_name="",
    )  # fmt: skip


def _moved(phone: Phone, context: Context) -> Phone:
    """Move the divider to the nearest position; beyond the last one, the app on that side closes.

    Since Android 12 a double tap exchanges the apps.
    """
    pair = split.shown(phone)
    if pair is None:
        return phone
    if not context.direction:
        return _tapped(phone)
    config = phone.configuration
    middle = (context.end_y - 0.5) * TOUCHED * config.metrics.scale
    places = split.places(config, pair.share)
    share = split.share_at(
        config, (places.end + places.start) / 2 + middle - split.DIVIDER * config.metrics.scale / 2
    )
    known = split.shares(config)
    if share < known[0] / 2:
        return activities.leave_split(phone, pair.lower)
    if share > 1 - (1 - known[-1]) / 2:
        return activities.leave_split(phone, pair.upper)
    nearest = min(known, key=lambda one: abs(one - share))
    return replace(phone, split=replace(pair, share=nearest, tapped=-1))


def _tapped(phone: Phone) -> Phone:
    pair = split.shown(phone)
    if pair is None or phone.image.api_level < split.PAIRS_STAY:
        return phone
    now = phone.clock.uptime
    if pair.tapped < 0 or now - pair.tapped > _DOUBLE:
        return replace(phone, split=replace(pair, tapped=now))
    return replace(
        phone, split=replace(pair, upper=pair.lower, lower=pair.upper, share=1 - pair.share, tapped=-1)
    )


@memo(64)
def pane(box: Box, width: int, height: int, under: int) -> Box:
    """A part of the screen that shows a window. ``under``: px of the window above the part, which are not seen."""
    made = Box(Pane(box.element, "", "x"), width, height)
    made.inside = (placed(like(box, box.element), 0, -under),)
    return made
