"""The page of an app: open, force stop, clear data."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.dialogs import message_dialog
from bmoca_gym.handset.apps.settings.page_screen import bar
from bmoca_gym.handset.apps.settings.state import ID, PERMISSIONS, Dialog, SettingsState
from bmoca_gym.handset.effects import finish, start
from bmoca_gym.handset.manifest import App, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import (
    activities,
    disk,
    installed_apps,
    intents,
    logcat,
    notifications,
    permissions,
)
from bmoca_gym.handset.ui.components import app_icon, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text
from bmoca_gym.handset.value import Callback, do, replace


def open_it(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Start the app."""

    return state, start(packages.apps_of(context.phone.image)[package].component)


def ask(state: SettingsState, context: Context, kind: str) -> SettingsState:
    """Ask before stopping the app, or clearing its data."""
    return replace(state, dialog=Dialog(kind))


def force_stop(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Stop the app."""
    return replace(state, dialog=None), do(_stop, package)


def clear_data(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Stop the app and let it forget everything."""
    return replace(state, dialog=None), do(_stop, package), do(_forget, package)


def uninstall(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Take an installed app from the phone."""
    return replace(state, dialog=None), finish(), do(installed_apps.uninstall, package)


def set_notifications(state: SettingsState, context: Context, package: str, on: bool) -> Next[SettingsState]:
    """Switch the app's notifications on or off."""
    return state, do(notifications.allow, package, on)


def open_permissions(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Show the app's permissions."""
    return state, start(PERMISSIONS, package)


def set_permission(
    state: SettingsState, context: Context, package: str, group: str, on: bool
) -> Next[SettingsState]:
    """Grant or revoke the permissions of a group."""
    app = packages.apps_of(context.phone.image)[package]
    decide = permissions.grant if on else permissions.revoke
    return state, *[do(decide, package, name) for name in _names(app, group)]


def _groups(app: App) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(permissions.GROUPS[name] for name in app.permissions if name in permissions.GROUPS)
    )


def _names(app: App, group: str) -> list[str]:
    return [name for name in app.permissions if permissions.GROUPS.get(name) == group]


def _allowed(phone: Phone, app: App, group: str) -> bool:
    return all(permissions.granted(phone, app.package, name) for name in _names(app, group))


def _group_names(res: Resources, groups: tuple[str, ...]) -> str:
    names = [res.string(f"settings.permission_{group}") for group in groups]
    return res.string("common.list_separator").join(names) or res.string("settings.no_permissions")


def permission_page(res: Resources, app: App, groups: tuple[tuple[str, bool], ...]) -> Element:
    """The groups of permissions that an app asks for, each with its switch."""
    c = res.colors
    rows = [
        list_row(
            res, res.string(f"settings.permission_{group}"), id=ID + f"permission_{group}",
            tap=do(set_permission, app.package, group, not on),
            end=Switch(on, res.string("common.on" if on else "common.off"), color=c.accent,
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


def permission_layers(phone: Phone, package: str) -> tuple[Layer, ...]:
    """The windows of an app's permissions."""
    app = packages.apps_of(phone.image)[package]
    return (
        layer(permission_page, app, tuple((group, _allowed(phone, app, group)) for group in _groups(app))),
    )


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


def details(
    res: Resources, app: App, running: bool, notifies: bool, groups: tuple[str, ...], removable: bool
) -> Element:
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
    on_off = Switch(notifies, label, color=c.accent, id="android:id/switch_widget")
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


def _dialog(res: Resources, kind: str, package: str) -> Element:
    texts = {"force_stop": ("force_stop_title", "force_stop_note", force_stop),
             "clear_storage": ("clear_storage_title", "clear_storage_note", clear_data),
             "uninstall": ("uninstall", "uninstall_question", uninstall)}  # fmt: skip
    title, text, handler = texts[kind]
    return message_dialog(
        res, res.string(f"settings.{title}"), res.string(f"settings.{text}"), res.string("common.ok"),
        do(handler, package), True,
    )  # fmt: skip


def layers(phone: Phone, state: SettingsState, package: str) -> tuple[Layer, ...]:
    """The windows of an app's page."""
    app = packages.apps_of(phone.image)[package]
    groups = tuple([group for group in _groups(app) if _allowed(phone, app, group)])
    notifies = notifications.may_post(phone, package)
    removable = installed_apps.found(phone, package) is not None
    main = layer(details, app, package in phone.processes, notifies, groups, removable)
    if state.dialog is None:
        return (main,)
    return main, dialog(_dialog, state.dialog.kind, package)
