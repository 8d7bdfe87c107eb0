"""Names of apps: the package that a name means, and how to open it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import ActionError, cut, nearest

#: Usual names of apps, separated by "|", and the packages that may be meant; the first one that the phone has counts.
#: The names of a task's suite come before these.
NAMES: dict[str, tuple[str, ...]] = {
    "android world": ("com.example.androidworld",),
    "audio recorder": ("com.dimowner.audiorecorder",),
    "broccoli|broccoli recipe|recipe": ("com.flauschcode.broccoli",),
    "calculator": ("com.google.android.calculator", "com.android.calculator2"),
    "calendar|google calendar": ("com.google.android.calendar", "com.simplemobiletools.calendar.pro"),
    "camera": ("com.android.camera2",),
    "chrome|google chrome|browser": ("com.android.chrome",),
    "clipper": ("ca.zgrs.clipper",),
    "clock": ("com.google.android.deskclock", "com.android.deskclock"),
    "contacts": ("com.google.android.contacts", "com.android.contacts"),
    "files|file manager": ("com.google.android.documentsui", "com.android.documentsui"),
    "gallery": ("com.google.android.apps.photos", "com.simplemobiletools.gallery.pro"),
    "gmail|google mail|email": ("com.google.android.gm",),
    "google|google search": ("com.google.android.googlequicksearchbox",),
    "instagram": ("com.instagram.android",),
    "joplin": ("net.cozic.joplin",),
    "maps|google maps": ("com.google.android.apps.maps",),
    "maps.me|map.me|mapsme": ("com.mapswithme.maps.pro",),
    "markor": ("net.gsantner.markor",),
    "messages": ("com.google.android.apps.messaging",),
    "opentracks|open tracks|open tracks sports tracker|activity tracker": ("de.dennisguse.opentracks",),
    "osmand": ("net.osmand",),
    "phone|dialer": ("com.google.android.dialer", "com.android.dialer"),
    "photos|google photos": ("com.google.android.apps.photos",),
    "play store|google play": ("com.android.vending",),
    "pro expense|expense": ("com.arduia.expense",),
    "retro music|retro player|retro": ("code.name.monkey.retromusic",),
    "settings|system settings": ("com.android.settings",),
    "simple calendar pro|simple calendar": ("com.simplemobiletools.calendar.pro",),
    "simple draw pro|simple draw": ("com.simplemobiletools.draw.pro",),
    "simple gallery pro|simple gallery": ("com.simplemobiletools.gallery.pro",),
    "simple sms messenger|simple sms": ("com.simplemobiletools.smsmessenger",),
    "snapseed": ("com.niksoftware.snapseed",),
    "tasks|tasks.org": ("org.tasks",),
    "vlc|vlc player": ("org.videolan.vlc",),
    "walmart": ("com.walmart.android",),
    "wikipedia": ("org.wikipedia",),
    "youtube": ("com.google.android.youtube",),
}  # fmt: skip

_PACKAGE = re.compile(r"[A-Za-z]\w{0,60}(?:\.\w{1,60}){1,12}", re.ASCII)


def packages_named(name: str, apps: Iterable[tuple[str, str]] = ()) -> tuple[str, ...]:
    """Return the packages that a name may mean, the most likely one first; () for an unknown name.

    Case, spaces and further words do not matter ("the Clock app" is "clock").

    Args:
        name: a name or a package.
        apps: names and packages of the suite's own apps.
    """
    if _PACKAGE.fullmatch(name.strip()):
        return (name.strip(),)
    known = {_plain(called): [package] for called, package in apps}
    for names, packages in NAMES.items():
        for called in names.split("|"):
            known.setdefault(called, []).extend(packages)
    words = _plain(name).removeprefix("the ").split(" ")
    # The longest known beginning counts: "simple calendar" before "simple".
    for count in range(len(words), 0, -1):
        found = known.get(" ".join(words[:count]))
        if found:
            return tuple(dict.fromkeys(found))
    return ()


def open_app(device: Device, name: str, apps: Iterable[tuple[str, str]] = ()) -> None:
    """Open the app that a name means.

    Raises:
        ActionError: the phone has no such app. If the name is unknown, the message suggests the nearest one.
    """
    apps = tuple(apps)
    packages = packages_named(name, apps)
    for package in packages:
        started = device.shell(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
        if started.exit_code == 0 and "No activities found" not in started.output:
            return
    close = "" if packages else nearest(_plain(name), dict.fromkeys(_all_names(apps)))
    raise ActionError(f"There is no app {cut(name)} on this phone.{close} Nothing was opened.")


def _all_names(apps: Iterable[tuple[str, str]]) -> Iterator[str]:
    for called, _ in apps:
        yield _plain(called)
    for names in NAMES:
        yield from names.split("|")


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
