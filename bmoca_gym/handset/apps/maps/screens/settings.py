"""The app's settings: units of distances, theme, first map style, search history."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps.handlers import choose_theme, choose_units, forget_recents
from bmoca_gym.handset.apps.maps.state import ID, THEMES, UNITS
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page, open_overlay
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import RadioButton, Switch
from bmoca_gym.handset.value import Callback, do

_VERSION = "11.127"


def settings(res: Resources, theme: str, units: str, satellite_first: bool, remembers: bool) -> Element:
    """The page. ``remembers``: whether there are searches to forget."""
    c = res.colors
    state = res.string("common.on" if satellite_first else "common.off")
    toggle = Switch(satellite_first, state, color=c.accent, tap=do(switch, "satellite_first"),
                    id=ID + "satellite_switch")  # fmt: skip
    rows = (
        list_row(res, res.string("maps.theme"), res.string(f"maps.theme_{theme}"), tap=do(open_overlay, "theme"),
                 id=ID + "theme_setting"),
        list_row(res, res.string("maps.distance_units"), res.string(f"maps.{units}"),
                 tap=do(open_overlay, "units"), id=ID + "units_setting"),
        list_row(res, res.string("maps.start_in_satellite"), tap=do(switch, "satellite_first"), end=toggle, lines=3,
                 id=ID + "satellite_setting"),
        divider(res),
        list_row(res, res.string("maps.delete_history"), tap=do(forget_recents), enabled=remembers,
                 id=ID + "history_setting"),
        divider(res),
        list_row(res, res.string("maps.app_name"), res.string("maps.version", version=_VERSION), id=ID + "version"),
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("maps.settings"), up=do(leave_page), title_id=ID + "title"),
        scrolling(*rows, key="settings", id=ID + "recycler_view"),
    )


def _choice(
    res: Resources, title: str, options: tuple[tuple[str, str, Callback], ...], chosen: str
) -> Element:
    c = res.colors
    rows = [
        list_row(res, label, end=RadioButton(name == chosen, c.accent, c.secondary, class_name=""), tap=tap,
                 selected=name == chosen, lines=3, id=ID + f"option_{name}", inset=0)
        for name, label, tap in options
    ]  # fmt: skip
    return dialog_card(res, *rows, title=title, dismiss=CLOSE, buttons=(cancel(res),),
                       pad=(16 if res.width < 320 else 24, 20, 16, 8))  # fmt: skip


def units_dialog(res: Resources, units: str) -> Element:
    """A dialog to choose the units in which distances are written."""
    options = tuple([(name, res.string(f"maps.{name}"), do(choose_units, name)) for name in UNITS])
    return _choice(res, res.string("maps.distance_units"), options, units)


def theme_dialog(res: Resources, theme: str) -> Element:
    """The choice of theme: light, dark, or the phone's."""
    options = tuple([(name, res.string(f"maps.theme_{name}"), do(choose_theme, name)) for name in THEMES])
    return _choice(res, res.string("maps.theme"), options, theme)
