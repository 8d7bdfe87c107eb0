"""Shell commands that call services: monkey, service, cmd statusbar, notification and role."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import ZONE_PROPERTY, Notification, Phone
from bmoca_gym.handset.system import activities, notifications, roles, settings, status_bar
from bmoca_gym.handset.system.notifications import SHELL

Outcome = tuple["Phone", str, int]

#: Tags of the shell's notifications that hold no more than this many characters.
_TAG_LIMIT = 100


def monkey(phone: Phone, words: list[str]) -> Outcome:
    """``monkey -p PACKAGE -c android.intent.category.LAUNCHER 1``: start an app."""

    package, count = "", ""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "-p" and rest:
            package = rest.pop(0)
        elif word == "--port":
            return phone, "Error binding to network socket.\n", 251
        elif word == "-c" and rest:
            if rest.pop(0) not in ("android.intent.category.LAUNCHER", "android.intent.category.MAIN"):
                return phone, "** No activities found to run, monkey aborted.\n", 252
        elif not word.startswith("-"):
            count = word
    app = packages.enabled_of(phone.image).get(package)
    if app is None:
        return phone, "** No activities found to run, monkey aborted.\n", 252
    if count != "1":
        usage = (
            "usage: monkey -p PACKAGE -c android.intent.category.LAUNCHER 1 (random events are not made)\n"
        )
        return phone, usage, 1
    phone = (
        activities.go_home(phone)
        if app is packages.launcher_of(phone.image)
        else activities.start(phone, app.component)
    )
    return phone, f"  bash arg: -p\n  bash arg: {package}\nEvents injected: 1\n", 0


def statusbar(phone: Phone, words: list[str]) -> Outcome:
    """``cmd statusbar expand-notifications|expand-settings|collapse|check-support``."""
    verb = words[0] if words else ""
    if verb in ("expand-notifications", "expand-settings"):
        return status_bar.expand(phone, verb == "expand-settings"), "", 0
    if verb == "collapse":
        return status_bar.collapse(phone), "", 0
    if verb == "check-support":
        return phone, "true\n", 0
    if verb and verb != "help":
        return phone, f"Unknown command: {verb}\n", 255
    return phone, "Status bar commands:\n  expand-notifications | expand-settings | collapse\n", 1


def service(phone: Phone, words: list[str]) -> Outcome:
    """``service call statusbar 1|2`` expands or collapses the notifications (API 29). ``service call alarm 3 s16
    ZONE`` sets the time zone; an unknown one is GMT, as on Android.
    """
    if words == ["call", "statusbar", "1"]:
        return status_bar.expand(phone), "Result: Parcel(00000000    '....')\n", 0
    if words == ["call", "statusbar", "2"]:
        return status_bar.collapse(phone), "Result: Parcel(00000000    '....')\n", 0
    if words[:3] == ["call", "alarm", "3"] and len(words) == 5 and words[3] == "s16":
        return (
            settings.put_property(phone, ZONE_PROPERTY, words[4]),
            "Result: Parcel(00000000    '....')\n",
            0,
        )
    return phone, "usage: service call statusbar 1|2 | service call alarm 3 s16 ZONE\n", 1


def notification(phone: Phone, words: list[str]) -> Outcome:
    """``cmd notification post [-t TITLE] TAG TEXT`` posts a notification of the shell. ``allow_listener COMPONENT``
    and ``disallow_listener COMPONENT`` let a service read all notifications, or stop it.
    """
    usage = "usage: cmd notification post [-t|--title TITLE] TAG TEXT\n"
    if words[:1] in (["allow_listener"], ["disallow_listener"]) and len(words) == 2:
        return notifications.set_listener(phone, words[1], words[0] == "allow_listener"), "", 0
    if words[:1] != ["post"]:
        return phone, usage, 1
    title, rest = "", []
    left = words[1:]
    while left:
        word = left.pop(0)
        if word in ("-t", "--title", "-i", "--icon", "-I", "--large-icon", "-S", "--style") and left:
            text = left.pop(0)
            title = text if word in ("-t", "--title") else title
        elif word not in ("-v", "--verbose"):
            rest.append(word)
    if len(rest) != 2:
        return phone, usage, 1
    posted = Notification(
        SHELL,
        rest[0][:_TAG_LIMIT],
        title[: notifications.TEXT_LIMIT],
        rest[1][: notifications.TEXT_LIMIT],
        "adb",
    )
    return notifications.post(phone, posted), "posting:\n  " + f"{SHELL} tag={posted.key}\n", 0


def role(phone: Phone, words: list[str]) -> Outcome:
    """``cmd role get-role-holders|clear-role-holders ROLE``, ``add-role-holder|remove-role-holder ROLE PACKAGE``."""
    verb, *rest = [word for word in words if word not in ("--user", "0")] or [""]
    if verb not in _ROLE_VERBS or len(rest) != _ROLE_VERBS[verb]:
        forms = " | ".join(f"{name} ROLE{' PACKAGE' * (count - 1)}" for name, count in _ROLE_VERBS.items())
        return phone, f"usage: cmd role {forms}\n", 1
    name, *packages_given = rest
    if name not in roles.ROLES:
        return phone, f"Error: Unknown role: {name}\n", 255
    if verb == "get-role-holders":
        return phone, f"{roles.holder(phone, name)}\n", 0
    if verb == "clear-role-holders":
        return roles.give(phone, name, ""), "", 0
    package = packages_given[0]
    if verb == "add-role-holder":
        if package not in roles.candidates(phone, name):
            return phone, f"Error: {package} does not qualify for {name}\n", 255
        return roles.give(phone, name, package), "", 0
    return roles.give(phone, name, "") if roles.chosen(phone, name) == package else phone, "", 0


#: The verbs of ``cmd role``, and how many words follow each.
_ROLE_VERBS = {"get-role-holders": 1, "clear-role-holders": 1, "add-role-holder": 2, "remove-role-holder": 2}
