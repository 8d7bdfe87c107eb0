"""On/off settings: their handler, and a page of switches or check boxes for small apps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element
from bmoca_gym.handset.ui.widgets import CheckBox, Switch
from bmoca_gym.handset.value import Callback, do, replace

S = TypeVar("S")

_WIDGET = "android:id/switch_widget"


def switch(state: S, context: Context, name: str) -> S:
    """Handler: toggle the field ``name`` of the app's state."""
    changed: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **changed)


def switches_page(
    res: Resources, app: str, switches: tuple[tuple[str, bool], ...], change: Callable[..., Any], up: Callback,
    color: int, id: str, *, preferences: bool = False, boxes: bool = False,
    names: Mapping[str, str] | None = None,
) -> Element:  # fmt: skip
    """Show the page. ``app``: catalogue of its strings; ``switches``: pairs of a name and whether it is on.

    ``change``: the app's handler, which gets the name; ``id``: prefix of the app's resource ids. ``preferences``: the
    page is made by Android's preferences, not by a layout of the app. ``boxes``: check boxes instead of switches.
    ``names``: a switch's name in its id, where that differs.
    """
    c = res.colors
    rows: list[Element] = []
    for name, on in switches:
        tap = do(change, name)
        entry = _WIDGET if preferences else f"{id}settings_{(names or {}).get(name, name)}"
        if boxes:
            end: Element = CheckBox(on, color, c.secondary, tap=tap, id=entry)
        else:
            end = Switch(on, res.string("common.on" if on else "common.off"), color=color, tap=tap, id=entry)
        end.description = res.string(f"{app}.{name}")
        row = list_row(res, res.string(f"{app}.{name}"), tap=tap, end=end, lines=3)
        if not preferences:
            row.id, row.class_name = f"{entry}_holder", "android.widget.RelativeLayout"
        rows.append(row)
    bar = toolbar(
        res,
        res.string(f"{app}.settings"),
        up=up,
        id=id + ("main_toolbar" if preferences else "settings_toolbar"),
    )
    if preferences:
        return page(res, bar, scrolling(*rows, key="settings", id=id + "recycler_view"))
    holder = Column(*rows, width=FILL, id=id + "settings_holder", class_name="android.widget.LinearLayout")
    body = scrolling(
        holder, key="settings", id=id + "settings_nested_scrollview", class_name="android.widget.ScrollView"
    )
    return page(res, bar, body, id=id + "settings_coordinator", class_name="android.view.ViewGroup")


def check_boxes_page(
    res: Resources, app: str, switches: Mapping[str, bool], values: tuple[bool, ...], change: Callable[..., Any],
    up: Callback, id: str, names: Mapping[str, str],
) -> Element:  # fmt: skip
    """Show the settings of one of the Simple Mobile Tools: check boxes of ``values``, in the order of ``switches``.

    The rest is as for `switches_page`.
    """
    shown = tuple(zip(switches, values, strict=True))
    return switches_page(res, app, shown, change, up, res.colors.accent, id, boxes=True, names=names)
