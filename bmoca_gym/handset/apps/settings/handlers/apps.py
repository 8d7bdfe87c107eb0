"""Handlers of an app's page: open, force stop, clear data, uninstall, permissions."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.state import PERMISSIONS, Dialog, DialogName, SettingsState
from bmoca_gym.handset.effects import finish, start
from bmoca_gym.handset.manifest import App, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import (
    activities,
    first_runs,
    installed_apps,
    intents,
    notifications,
    permissions,
    processes,
)
from bmoca_gym.handset.value import do, replace


def open_it(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Start the app."""

    return state, start(packages.apps_of(context.phone.image)[package].component)


def ask(state: SettingsState, context: Context, kind: DialogName) -> SettingsState:
    """Ask before stopping the app, or clearing its data."""
    return replace(state, dialog=Dialog(kind))


def force_stop(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Stop the app."""
    return replace(state, dialog=None), do(_stop, package)


def clear_data(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Stop the app and clear its data."""
    return replace(state, dialog=None), do(_stop, package), do(_forget, package)


def uninstall(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Uninstall an app."""
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
    decide = permissions.grant if on else processes.revoke
    return state, *[do(decide, package, name) for name in names_in(app, group)]


def groups_of(app: App) -> tuple[str, ...]:
    """The groups of permissions that an app requests."""
    return tuple(
        dict.fromkeys(permissions.GROUPS[name] for name in app.permissions if name in permissions.GROUPS)
    )


def names_in(app: App, group: str) -> list[str]:
    """The permissions of a group that an app requests."""
    return [name for name in app.permissions if permissions.GROUPS.get(name) == group]


def allowed(phone: Phone, app: App, group: str) -> bool:
    """Whether an app has all permissions it requests from a group."""
    return all(permissions.granted(phone, app.package, name) for name in names_in(app, group))


def _stop(phone: Phone, package: str) -> Phone:
    pid = phone.processes.get(package)
    if pid is None:
        return phone
    phone = phone.logged("ActivityManager", f"Force stopping {package} appid=0 user=0: from pid 0")
    phone = phone.logged("ActivityManager", f"Killing {pid}:{package} (adj 900): stop {package}")
    return notifications.cancel_all(activities.remove_task(phone, package), package)


def _forget(phone: Phone, package: str) -> Phone:

    due = tuple(d for d in phone.due if d.owner != package)
    phone = intents.forget_preferred(permissions.forget(first_runs.forget(phone, package), package), package)
    first = packages.first_state(phone.image, package, phone.configuration.account is not None)
    return replace(phone, apps=phone.apps.set(package, first), due=due)
