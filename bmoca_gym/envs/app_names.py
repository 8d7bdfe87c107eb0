"""Names of apps: the package that a name means, and how to open it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import ActionError, cut, nearest

#: Usual names of apps, separated by "|", and the packages that may be meant; the first one that the phone has counts.
#: The first name is the one that is shown. The names of a task's suite come before these.
NAMES: dict[str, tuple[str, ...]] = {
    "Android World": ("com.example.androidworld",),
    "Audio Recorder": ("com.dimowner.audiorecorder",),
    "Broccoli|broccoli recipe|recipe": ("com.flauschcode.broccoli",),
    "Calculator": ("com.google.android.calculator", "com.android.calculator2"),
    "Calendar|google calendar": ("com.google.android.calendar", "com.simplemobiletools.calendar.pro"),
    "Camera": ("com.android.camera2",),
    "Chrome|google chrome|browser": ("com.android.chrome",),
    "Clipper": ("ca.zgrs.clipper",),
    "Clock": ("com.google.android.deskclock", "com.android.deskclock"),
    "Contacts": ("com.google.android.contacts", "com.android.contacts"),
    "Files|file manager": ("com.google.android.documentsui", "com.android.documentsui"),
    "Gallery": ("com.google.android.apps.photos", "com.simplemobiletools.gallery.pro"),
    "Gmail|google mail|email": ("com.google.android.gm",),
    "Google|google search": ("com.google.android.googlequicksearchbox",),
    "Instagram": ("com.instagram.android",),
    "Joplin": ("net.cozic.joplin",),
    "Maps|google maps": ("com.google.android.apps.maps",),
    "MAPS.ME|map.me|mapsme": ("com.mapswithme.maps.pro",),
    "Markor": ("net.gsantner.markor",),
    "Messages": ("com.google.android.apps.messaging",),
    "OpenTracks|open tracks|open tracks sports tracker|activity tracker": ("de.dennisguse.opentracks",),
    "OsmAnd": ("net.osmand",),
    "Phone|dialer": ("com.google.android.dialer", "com.android.dialer"),
    "Photos|google photos": ("com.google.android.apps.photos",),
    "Play Store|google play": ("com.android.vending",),
    "Pro Expense|expense": ("com.arduia.expense",),
    "Retro Music|retro player|retro": ("code.name.monkey.retromusic",),
    "Settings|system settings": ("com.android.settings",),
    "Simple Calendar Pro|simple calendar": ("com.simplemobiletools.calendar.pro",),
    "Simple Draw Pro|simple draw": ("com.simplemobiletools.draw.pro",),
    "Simple Gallery Pro|simple gallery": ("com.simplemobiletools.gallery.pro",),
    "Simple SMS Messenger|simple sms": ("com.simplemobiletools.smsmessenger",),
    "Snapseed": ("com.niksoftware.snapseed",),
    "Tasks|tasks.org": ("org.tasks",),
    "VLC|vlc player": ("org.videolan.vlc",),
    "Walmart": ("com.walmart.android",),
    "Wikipedia": ("org.wikipedia",),
    "YouTube": ("com.google.android.youtube",),
}  # fmt: skip

_PACKAGE = re.compile(r"[A-Za-z]\w{0,60}(?:\.\w{1,60}){1,12}", re.ASCII)


def packages_named(name: str, apps: Iterable[tuple[str, str]] = ()) -> tuple[str, ...]:
    """Return the packages that a name may mean, the most likely one first; () for an unknown name.

    Case, spaces and further words do not matter ("the Clock app" is "clock").

    Args:
        name: a name or a package.
        apps: names and packages of the suite's own apps.
    """
    known = {_plain(called): [package] for called, package in apps}
    for names, packages in NAMES.items():
        for called in names.split("|"):
            known.setdefault(_plain(called), []).extend(packages)
    if _PACKAGE.fullmatch(name.strip()) and _plain(name) not in known:  # MAPS.ME is a name
        return (name.strip(),)
    # The longest known beginning counts: "simple calendar" before "simple".
    longest = max(called.count(" ") for called in known) + 1
    words = _plain(name).removeprefix("the ").split(" ", longest)
    for count in range(min(len(words), longest), 0, -1):
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


@lru_cache(maxsize=32)
def names_of(
    installed: frozenset[str] | None, apps: tuple[tuple[str, str], ...] = ()
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Return the usual names of the apps on a phone, by package, and these names in alphabetical order.

    Args:
        installed: the packages of the phone; None if it does not list them.
        apps: names and packages of the suite's own apps. Their names come first.
    """
    found = {package: name for name, package in apps}
    for place in (0, 1):  # an app that a name means in the first place, then one that it may mean
        for names, packages in NAMES.items():
            for package in packages[place : place + 1]:
                found.setdefault(package, names.partition("|")[0])
    there = set(found) if installed is None else set(installed)
    named = {package: name for package, name in found.items() if package in there}
    return MappingProxyType(named), tuple(sorted(set(named.values())))


def _all_names(apps: Iterable[tuple[str, str]]) -> Iterator[str]:
    for called, _ in apps:
        yield _plain(called)
    for names in NAMES:
        yield from map(_plain, names.split("|"))


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
