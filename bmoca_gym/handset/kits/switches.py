"""A settings page with switches, for small apps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import Callback, do


def switches_page(
    res: Resources, app: str, switches: tuple[tuple[str, bool], ...], change: Callable[..., Any], up: Callback,
    color: int, id: str,
) -> Element:  # fmt: skip
    """Show the page. ``app``: catalogue of its strings; ``switches``: pairs of a name and whether it is on.

    ``change``: the app's handler, which gets the name; ``id``: prefix of the app's resource ids.
    """
    rows = []
    for name, on in switches:
        tap = do(change, name)
        end = Switch(on, res.string("common.on" if on else "common.off"), color=color, tap=tap,
                     id=f"{id}settings_{name}")  # fmt: skip
        rows.append(list_row(res, res.string(f"{app}.{name}"), tap=tap, end=end, lines=3))
    bar = toolbar(res, res.string(f"{app}.settings"), up=up, id=id + "settings_toolbar")
    return page(res, bar, scrolling(*rows, key="settings", id=id + "settings_holder"))
