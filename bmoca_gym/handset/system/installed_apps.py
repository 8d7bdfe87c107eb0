"""Installing apps from packages, removing them, and switching apps off."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.state import InstalledApp, Phone
from bmoca_gym.handset.system import (
    activities,
    automation_packages,
    clock,
    files,
    first_runs,
    intents,
    notifications,
    permissions,
    processes,
)
from bmoca_gym.handset.system.apk import Manifest
from bmoca_gym.handset.value import replace

#: The first user id of installed apps.
_FIRST_UID = 10200
#: How many apps can be installed in addition to those of the image.
MOST = 200


def folder_of(package: str) -> str:
    """Return the folder of an app's package."""
    return f"/data/app/{package}"


def data_of(package: str) -> str:
    """Return the folder of an app's own files."""
    return f"/data/data/{package}"


def found(phone: Phone, package: str) -> InstalledApp | None:
    """Return the installed app of a package, or None."""
    return next((one for one in phone.image.installed if one.package == package), None)


#: From this API level on, the user can remove those of the image's apps that are not part of Android.
_REMOVES_SINCE = 33
_PARTS_OF_ANDROID = ("com.android.", "com.google.")


def removable(phone: Phone, package: str) -> bool:
    """Return whether the user can remove an app."""
    if found(phone, package) is not None:
        return True
    if phone.image.api_level < _REMOVES_SINCE or package.startswith(_PARTS_OF_ANDROID):
        return False
    app = packages.apps_of(phone.image).get(package)
    return app is not None and app is not packages.launcher_of(phone.image)


def install(phone: Phone, manifest: Manifest, data: bytes) -> Phone:
    """Install an app. Another version of it is replaced, and its files stay.

    Raises:
        FileAccessError: there is no room for it.
    """
    package = manifest.package
    before = found(phone, package)
    others = tuple(one for one in phone.image.installed if one.package != package)
    if len(others) >= MOST:
        raise FileAccessError("No space left on device")
    uid = before.uid if before else max([_FIRST_UID - 1, *(one.uid for one in others)]) + 1
    name = manifest.launcher or (before.activity if before else "")
    label = manifest.label or package.rpartition(".")[2].capitalize()
    app = InstalledApp(
        package, name, label, uid, manifest.version_code, manifest.version_name, manifest.activities
    )
    if before:
        phone = activities.remove_task(phone, package)
    phone = files.write(phone, f"{folder_of(package)}/base.apk", data)
    for folder in ("cache", "code_cache", "files"):
        path = f"{data_of(package)}/{folder}"
        phone = phone if files.exists(phone, path) else files.make_directory(phone, path)
    image = replace(phone.image, installed=tuple(sorted((*others, app))))
    first = packages.first_state(image, package)
    return replace(phone, image=image, apps=phone.apps.set(package, first))


def _without(phone: Phone, folder: str) -> Phone:
    """Remove a folder that should only exist once something is written into it."""
    return files.delete_directory(phone, folder) if files.exists(phone, folder) else phone


def clear(phone: Phone, package: str) -> Phone:
    """Delete the installed app's own files."""
    return files.make_directory(_without(phone, data_of(package)), data_of(package))


def uninstall(phone: Phone, package: str) -> Phone:
    """Remove an app that is `removable`, its process, its files, and the user's decisions about it."""
    phone = notifications.cancel_all(activities.remove_task(phone, package), package)
    phone = clock.cancel_all(
        intents.forget_preferred(permissions.forget(first_runs.forget(phone, package), package), package),
        package,
    )
    own = packages.apps_of(phone.image).get(package)
    image = replace(
        phone.image,
        apps=tuple(name for name in phone.image.apps if packages.app_named(name) is not own),
        installed=tuple(one for one in phone.image.installed if one.package != package),
        disabled=tuple(name for name in phone.image.disabled if name != package),
    )
    phone = replace(phone, image=image, apps=phone.apps.delete(package))
    for folder in (folder_of(package), data_of(package), f"{files.STORAGE}/Android/data/{package}"):
        phone = _without(phone, folder)
    return automation_packages.without_input_methods(phone)


def disable(phone: Phone, package: str) -> Phone:
    """Switch an app off: its process ends, nothing shows or starts it, and its data stay."""
    phone = notifications.cancel_all(processes.force_stop(phone, package), package)
    phone = clock.cancel_all(intents.forget_preferred(phone, package), package)
    disabled = tuple(sorted({*phone.image.disabled, package}))
    return replace(phone, image=replace(phone.image, disabled=disabled))


def enable(phone: Phone, package: str) -> Phone:
    """Switch an app on again."""
    disabled = tuple(name for name in phone.image.disabled if name != package)
    return replace(phone, image=replace(phone.image, disabled=disabled))
