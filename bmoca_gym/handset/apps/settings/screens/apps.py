"""The page of an app, and the page of its permissions."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.handlers.apps import (
    ask,
    open_it,
    open_permissions,
    set_notifications,
    set_permission,
)
from bmoca_gym.handset.apps.settings.screens.pages import bar
from bmoca_gym.handset.apps.settings.state import ID
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import disk
from bmoca_gym.handset.ui.components import app_icon, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text, WideSwitch
from bmoca_gym.handset.value import Callback, do


def _group_names(res: Resources, groups: tuple[str, ...]) -> str:
    names = [res.string(f"settings.permission_{group}") for group in groups]
    return res.string("common.list_separator").join(names) or res.string("settings.no_permissions")


def permission_page(res: Resources, app: App, groups: tuple[tuple[str, bool], ...], modern: bool) -> Element:
    """The permission groups an app requests, each with its switch. ``modern``: use Android 13's switches."""
    c = res.colors
    kind = WideSwitch if modern else Switch
    rows = [
        list_row(
            res, res.string(f"settings.permission_{group}"),
            tap=do(set_permission, app.package, group, not on),
            end=kind(on, res.string("common.on" if on else "common.off"), color=c.accent,
                     id="android:id/switch_widget"),
        )
        for group, on in groups
    ]  # fmt: skip
    if not rows:
        rows = [
            Text(res.string("settings.no_permissions"), 16, c.secondary, lines=3, pad=(16, 24), width=FILL)
        ]
    head = Row(app_icon(res, app, 32), Text(app.title(res), 16, c.text, lines=2, grow=1), gap=16, pad=(16, 12),
               width=FILL, align="center", id=ID + "entity_header")  # fmt: skip
    return page(
        res, bar(res, res.string("settings.permissions")),
        scrolling(head, *rows, key="permissions", id=ID + "list", pad=(0, 0, 0, 16)),
    )  # fmt: skip


def details(
    res: Resources, app: App, running: bool, notifies: bool, groups: tuple[str, ...], removable: bool,
    modern: bool,
) -> Element:  # fmt: skip
    """An app's name, the actions on it, and its size. ``modern``: use Android 13's switches."""
    c = res.colors
    package = app.package
    own = package == "com.android.settings"

    def button(glyph: str, key: str, tap: Callback, enabled: bool, id: str) -> Element:
        ink = c.accent if enabled else c.disabled
        return Column(
            Icon(glyph, 24, ink, class_name=""),
            Text(res.string(f"settings.{key}"), 14, ink, 500, lines=2, align="center", class_name=""),
            grow=1, gap=6, pad=(4, 12), align="center", tap=tap, enabled=enabled, id=ID + id,
            class_name="android.widget.Button", description=res.string(f"settings.{key}"),
        )  # fmt: skip

    head = Column(
        app_icon(res, app, 48),
        Text(app.title(res), 20, c.text, lines=2, align="center", id=ID + "entity_header_title"),
        width=FILL, gap=12, pad=(16, 16), align="center", id=ID + "entity_header",
    )  # fmt: skip
    remove = (button("delete", "uninstall", do(ask, "uninstall"), True, "button2"),) if removable else ()
    buttons = Row(
        button("open_in_new", "open", do(open_it, package), not own, "button1"),
        *remove,
        button("report_problem", "force_stop", do(ask, "force_stop"), running and not own, "button3"),
        width=FILL, pad=(16, 0),
    )  # fmt: skip
    size = summaries.megabytes(res, disk.app_bytes(package) // disk.MEGABYTE)
    rows: list[Element] = [
        list_row(res, res.string("settings.storage"), res.string("settings.app_size", size=size))
    ]
    if not own:
        rows.append(list_row(res, res.string("settings.clear_storage"), tap=do(ask, "clear_storage")))
    label = res.string("common.on" if notifies else "common.off")
    on_off = (WideSwitch if modern else Switch)(
        notifies, label, color=c.accent, id="android:id/switch_widget"
    )
    rows.append(
        list_row(res, res.string("settings.show_notifications"), tap=do(set_notifications, package, not notifies),
                 end=on_off)
    )  # fmt: skip
    rows.append(
        list_row(
            res,
            res.string("settings.permissions"),
            _group_names(res, groups),
            tap=do(open_permissions, package),
        )
    )
    rows.append(list_row(res, res.string("settings.app_version"), package, title_id="android:id/title"))
    return page(
        res, bar(res, res.string("settings.app_info")),
        scrolling(head, buttons, *rows, key="details", id=ID + "list", pad=(0, 0, 0, 16)),
    )  # fmt: skip
