"""Tasks' settings: appearance of the list, and defaults of new tasks."""

from __future__ import annotations

from bmoca_gym.handset.apps.tasks.handlers import listing
from bmoca_gym.handset.apps.tasks.state import DEFAULTS, ID, PRIORITIES, Preferences
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    heading,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import do

_SWITCHES = ("full_titles", "notes")


def screen(res: Resources, kept: Preferences) -> Element:
    """The switches and choices of the settings."""
    rows: list[Element] = [heading(res, res.string("tasks.task_list_options"))]
    for name in _SWITCHES:
        on = getattr(kept, name)
        tap = do(listing.prefer, name, not on)
        end = Switch(on, res.string("common.on" if on else "common.off"), color=res.colors.accent, tap=tap,
                     id="android:id/switch_widget")  # fmt: skip
        rows.append(list_row(res, res.string(f"tasks.show_{name}"), tap=tap, end=end))
    rows += [
        heading(res, res.string("tasks.task_defaults")),
        list_row(res, res.string("tasks.default_priority"), res.string(f"tasks.{PRIORITIES[kept.priority]}"),
                 tap=do(open_overlay, "priority")),
        list_row(res, res.string("tasks.default_deadline"), res.string(f"tasks.{kept.deadline}"),
                 tap=do(open_overlay, "deadline")),
        heading(res, res.string("tasks.about")),
        list_row(res, res.string("tasks.version"), "13.6.5"),
    ]  # fmt: skip
    bar = toolbar(res, res.string("tasks.settings"), up=do(listing.leave_settings), id=ID + "toolbar")
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "recycler_view"))


def choices(res: Resources, name: str, chosen: object) -> Element:
    """The default priority, or the default due date, of new tasks."""
    options = [(one, res.string(f"tasks.{label}")) for label, one in DEFAULTS[name].items()]
    return choice_dialog(
        res, options, chosen, listing.prefer, name, title=res.string(f"tasks.default_{name}")
    )
