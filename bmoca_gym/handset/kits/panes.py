"""Two panes: on a wide screen, an app's list at the start, and the page it opened beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits.rails import RAIL, parted
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import Icon
from bmoca_gym.handset.value import Callback, memo, replace

#: dp: the least width of a window with two panes (Material's expanded width), and the width of a list in one.
EXPANDED, LIST = 840, 360
#: What accessibility services call `SlidingPaneLayout`; it says so itself, while other layouts give a framework class.
SLIDING_PANE_LAYOUT = "androidx.slidingpanelayout.widget.SlidingPaneLayout"

#: A function that builds elements from resources and arguments, and its arguments.
Built = tuple[Callable[..., Element], tuple[Any, ...]]


def has_room(phone: Phone) -> bool:
    """Whether the phone's screen has room for a list and its details beside each other."""
    res = resources.of(phone.configuration)
    return res.width >= EXPANDED and is_tablet(res)


@memo(64, asset=True)
def narrowed(res: Resources, width: int, beside_list: bool = False, rail: bool = False) -> Resources:
    """Return the resources of a part of the screen that is ``width`` dp wide, a ``rail`` not counted."""
    return replace(res, width=width, beside_list=beside_list, rail=rail)


def two_panes(
    res: Resources,
    width: int,
    first: Callable[..., Element],
    first_arguments: tuple[Any, ...],
    second: Callable[..., Element],
    second_arguments: tuple[Any, ...],
) -> Element:
    """Show two screens beside each other. ``width``: that of the first one, in dp."""
    start = first(narrowed(res, width), *first_arguments)
    rest = second(narrowed(res, res.width - width), *second_arguments)
    return Row(
        Column(start, width=width, height=FILL, class_name=""), Column(rest, grow=1, height=FILL, class_name=""),
        width=FILL, height=FILL, background=start.background, class_name="",
    )  # fmt: skip


def list_detail(
    res: Resources,
    class_name: str,
    ids: tuple[str, str, str],
    glyph: str,
    listed: Built,
    opened: Built | None,
    rail: bool,
) -> Element:
    """Show a list, and beside it what was opened from it, or a large ``glyph`` if that is nothing.

    ``class_name``, ``ids``: of the layout around both, and the ids of the panes; ``rail``: whether the list has tabs in
    a rail, which stands before both.
    """
    around, list_id, detail_id = ids
    function, arguments = listed
    start = function(narrowed(res, LIST, rail=rail), *arguments)
    ground = start.background
    side, start = parted(start) if rail else (None, start)
    if opened is None:
        rest: Element = Stack(
            Icon(glyph, 96, res.colors.divider, class_name=""), width=FILL, height=FILL, align="center",
            justify="center", class_name="",
        )  # fmt: skip
    else:
        function, arguments = opened
        rest = function(
            narrowed(res, res.width - (RAIL if rail else 0) - LIST - 1, beside_list=True), *arguments
        )
    panes = Row(
        Column(start, width=LIST, height=FILL, id=list_id, class_name="android.widget.FrameLayout"),
        Spacer(width=1, height=FILL, background=res.colors.divider),
        Column(rest, grow=1, height=FILL, id=detail_id, class_name="android.widget.FrameLayout"),
        width=FILL, height=FILL, background=ground, id=around, class_name=class_name,
    )  # fmt: skip
    if side is not None:
        panes = Row(side, Column(panes, grow=1, height=FILL, class_name=""), width=FILL, height=FILL,
                    background=ground, class_name="")  # fmt: skip
    # One colour under the status bar, whatever the page in a pane has there.
    return Stack(
        panes,
        Spacer(width=FILL, height=STATUS_HEIGHT, background=ground),
        width=FILL,
        height=FILL,
        class_name="",
    )


def over_list(
    res: Resources,
    dismiss: Callback,
    rail: bool,
    function: Callable[..., Element],
    arguments: tuple[Any, ...],
) -> Element:
    """Show a menu over the list's pane; a touch of the other pane or the rail dismisses it, too."""
    return Row(
        *((Spacer(width=RAIL, height=FILL, tap=dismiss, class_name=""),) if rail else ()),
        Column(function(narrowed(res, LIST), *arguments), width=LIST, height=FILL, class_name=""),
        Spacer(grow=1, height=FILL, tap=dismiss, class_name=""),
        width=FILL, height=FILL, class_name="",
    )  # fmt: skip
