"""The page of one app: open it, force it to stop, clear its data."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.dialogs import message_dialog
from bmoca_gym.handset.apps.settings.page_screen import bar
from bmoca_gym.handset.apps.settings.rows import app_megabytes
from bmoca_gym.handset.apps.settings.state import ID, Dialog, SettingsState
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.manifest import App, Layer, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents, logcat, notifications, permissions
from bmoca_gym.handset.ui.components import app_icon, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do, replace


def open_it(state: SettingsState, context: Context, package: str) -> Any:
    """Start the app."""

    return state, start(packages.apps_of(context.phone.image)[package].component)


def ask(state: SettingsState, context: Context, kind: str) -> SettingsState:
    """Ask before stopping the app, or clearing its data."""
    return replace(state, dialog=Dialog(kind))


def force_stop(state: SettingsState, context: Context, package: str) -> Any:
    """Stop the app."""
    return replace(state, dialog=None), do(_stop, package)


def clear_data(state: SettingsState, context: Context, package: str) -> Any:
    """Stop the app and let it forget everything."""
    return replace(state, dialog=None), do(_stop, package), do(_forget, package)


def _stop(phone: Phone, package: str) -> Phone:
    pid = phone.processes.get(package)
    if pid is None:
        return phone
    phone = logcat.write(phone, "ActivityManager", f"Force stopping {package} appid=0 user=0: from pid 0")
    phone = logcat.write(phone, "ActivityManager", f"Killing {pid}:{package} (adj 900): stop {package}")
    return notifications.cancel_all(activities.remove_task(phone, package), package)


def _forget(phone: Phone, package: str) -> Phone:

    due = tuple(d for d in phone.due if d.owner != package)
    phone = intents.forget_preferred(permissions.forget(phone, package), package)
    return replace(phone, apps=phone.apps.set(package, packages.first_state(phone.image, package)), due=due)


def details(res: Resources, app: App, running: bool) -> Element:
    """An app's name, what can be done with it, and its size."""

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
        app_icon(res, app, 48), Text(res.string(f"{app.name}.{app.label}"), 20, c.text, lines=2, align="center",
                                     id=ID + "entity_header_title"),
        width=FILL, gap=12, pad=(16, 16), align="center", id=ID + "entity_header",
    )  # fmt: skip
    buttons = Row(
        button("open_in_new", "open", do(open_it, package), not own, "button1"),
        button("report_problem", "force_stop", do(ask, "force_stop"), running and not own, "button3"),
        width=FILL, pad=(16, 0),
    )  # fmt: skip
    size = summaries.megabytes(res, app_megabytes(package))
    rows: list[Element] = [
        list_row(res, res.string("settings.storage"), res.string("settings.app_size", size=size))
    ]
    if not own:
        rows.append(list_row(res, res.string("settings.clear_storage"), tap=do(ask, "clear_storage")))
    rows.append(list_row(res, res.string("settings.app_version"), package, title_id="android:id/title"))
    return page(
        res, bar(res, res.string("settings.app_info")),
        scrolling(head, buttons, *rows, key="details", id=ID + "list", pad=(0, 0, 0, 16)),
    )  # fmt: skip


def _dialog(res: Resources, kind: str, package: str) -> Element:
    texts = {"force_stop": ("force_stop_title", "force_stop_note", force_stop),
             "clear_storage": ("clear_storage_title", "clear_storage_note", clear_data)}  # fmt: skip
    title, text, handler = texts[kind]
    return message_dialog(
        res, res.string(f"settings.{title}"), res.string(f"settings.{text}"), res.string("common.ok"),
        do(handler, package), True,
    )  # fmt: skip


def layers(phone: Phone, state: SettingsState, package: str) -> tuple[Layer, ...]:
    """The windows of an app's page."""
    main = layer(details, packages.apps_of(phone.image)[package], package in phone.processes)
    if state.dialog is None:
        return (main,)
    return main, dialog(_dialog, state.dialog.kind, package)
