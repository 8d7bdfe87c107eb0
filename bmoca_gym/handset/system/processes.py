"""Processes of the system and of apps, and stopping apps."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, automation_packages, notifications, permissions
from bmoca_gym.handset.value import replace

#: Processes that always run: process id, parent, user id, name.
_SYSTEM = (
    (1, 0, 0, "init"), (2, 0, 0, "[kthreadd]"), (1350, 1, 1000, "surfaceflinger"), (1398, 1, 0, "zygote64"),
    (1402, 1, 0, "adbd"), (1842, 1398, 1000, "system_server"), (1935, 1398, 10094, "com.android.systemui"),
    (1990, 1398, 1001, "com.android.phone"),
)  # fmt: skip
_LAUNCHER_PID = 2003


def listed(phone: Phone) -> list[tuple[int, int, int, str]]:
    """Return the running processes: process id, parent, user id, name."""

    launcher = packages.launcher_of(phone.image)
    running = {launcher.package: _LAUNCHER_PID, **phone.processes}
    own = [(pid, 1398, _uid_of(phone, package), package) for package, pid in running.items()]
    return sorted([*_SYSTEM, *own])


def _uid_of(phone: Phone, name: str) -> int:

    known = name in phone.automation
    return automation_packages.uid_of(name) if known else packages.uid_of(phone.image, name)


def force_stop(phone: Phone, package: str) -> Phone:
    """Stop an app: no task, no process, no notifications."""
    return notifications.cancel_all(automation_packages.ended(phone, package), package)


def revoke(phone: Phone, package: str, name: str) -> Phone:
    """Take a permission away from an app and end its process, as Android does: the app asks again when it is opened."""
    held = permissions.granted(phone, package, name)
    phone = permissions.revoke(phone, package, name)
    pid = phone.processes.get(package)
    if not held or pid is None:
        return phone
    phone = phone.logged("ActivityManager", f"Killing {pid}:{package} (adj 900): permissions revoked")
    task = next((t for t in phone.tasks if t.package == package), None)
    in_front = not phone.home and phone.top.package == package
    phone = activities.remove_task(phone, package)
    if task is None or in_front:
        return phone
    return replace(
        phone, tasks=(replace(task, activities=()), *phone.tasks)
    )  # its card stays in the overview
