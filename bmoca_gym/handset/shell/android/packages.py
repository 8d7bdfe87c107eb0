"""The shell commands ``pm`` and ``cmd package``, and the output of ``dumpsys package``."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App, Intent
from bmoca_gym.handset.shell.android import am, automation
from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, failed, printed, usage
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import (
    automation_packages,
    clock,
    first_runs,
    installed_apps,
    intents,
    permissions,
)
from bmoca_gym.handset.system import processes as running_processes
from bmoca_gym.handset.value import replace

_USAGE = (
    "pm list packages [-3 -s -f -e -d -U -i] [FILTER] | pm path PACKAGE | pm clear PACKAGE | "
    "pm grant|revoke PACKAGE PERMISSION | pm dump PACKAGE | pm enable|disable-user PACKAGE | pm trim-caches SIZE | "
    "pm compile|bg-dexopt-job"
)
_NO_UNINSTALL = "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"
_SYSTEM = ("android", "com.android.", "com.google.")
_FEATURES = (
    "reqGlEsVersion=0x30000", "android.hardware.bluetooth", "android.hardware.camera", "android.hardware.camera.front",
    "android.hardware.faketouch", "android.hardware.location", "android.hardware.microphone",
    "android.hardware.screen.portrait",
    "android.hardware.telephony", "android.hardware.touchscreen", "android.hardware.touchscreen.multitouch",
    "android.hardware.wifi",
)  # fmt: skip
#: What a verb makes of a package, as it prints it.
_NEW_STATES = {
    "enable": "enabled",
    "default-state": "default",
    "disable": "disabled",
    "disable-user": "disabled-user",
}
#: Verbs that succeed and change nothing: what they print, and how many words they need.
_SUCCEEDS = {
    "trim-caches": ("", 1), "compile": ("Success\n", 1), "bg-dexopt-job": ("Success\n", 0),
    "reconcile-secondary-dex-files": ("Success\n", 1), "force-dex-opt": ("Success\n", 1),
}  # fmt: skip
_SETTINGS = "android.settings.SETTINGS"
#: Permissions that any app holds from its installation.
_INSTALLED_WITH = ("android.permission.ACCESS_NETWORK_STATE", "android.permission.INTERNET")
_OUTPUT = ("--brief", "--components", "--query-flags")
_RESOLVER = ("android", "com.android.internal.app.ResolverActivity")


def _is_system(package: str) -> bool:
    return package.startswith(_SYSTEM)


def uid_of(phone: Phone, package: str) -> int:
    """The user id of an app, a provider or a test program."""

    if package in phone.automation:
        return automation_packages.uid_of(package)
    return packages.apps_of(phone.image)[package].uid if package in packages.apps_of(phone.image) else 10001


def _path(package: str) -> str:
    return f"/data/app/{package}/base.apk"


#: What ``pm list`` prints of each kind but packages.
_LISTS: dict[str, Callable[[Phone], str]] = {
    "features": lambda phone: "".join(f"feature:{name}\n" for name in _FEATURES),
    "instrumentation": automation.instrumentation,
    "libraries": lambda phone: (
        "library:android.test.base\nlibrary:android.test.runner\nlibrary:org.apache.http.legacy\n"
    ),
    "permission-groups": lambda phone: "All Permissions:\n\n",
    "permissions": lambda phone: "All Permissions:\n\n",
    "users": lambda phone: "Users:\n\tUserInfo{0:Owner:13} running\n",
}


def _list(call: Call, verb: str, words: list[str]) -> Result:
    """``pm list features|libraries|users|instrumentation|permissions|packages``."""
    phone = call.phone
    kind, *rest = words or [""]
    if kind in _LISTS:
        return printed(phone, _LISTS[kind](phone))
    if kind != "packages":
        return failed(
            phone, f"Error: unknown list type '{kind}'\n" if kind else "Error: no list type specified\n"
        )
    flags: set[str] = set()
    wanted = ""
    while rest:
        word = rest.pop(0)
        if word in ("--user", "--uid"):
            del rest[:1]
        elif word in ("-3", "-s", "-f", "-e", "-d", "-U", "-i", "-a", "-l", "-u", "--show-versioncode"):
            flags.add(word)
        elif word.startswith("-"):
            return failed(phone, f"Error: Unknown option: {word}\n")
        else:
            wanted = word
    lines = []
    installed = phone.automation
    own = {one.package for one in phone.image.installed}
    for package in sorted([*packages.owners_of(phone.image), *installed]):
        system = _is_system(package) and package not in installed and package not in own
        if (
            wanted not in package
            or ("-3" in flags and system)
            or ("-s" in flags and not system)
            or ("-d" in flags and package not in phone.image.disabled)
            or ("-e" in flags and package in phone.image.disabled)
        ):
            continue
        line = f"package:{_path(package)}={package}" if "-f" in flags else f"package:{package}"
        if "--show-versioncode" in flags:
            version = installed[package].version_code if package in installed else _version(phone, package)[0]
            line += f" versionCode:{version}"
        line += "  installer=null" if "-i" in flags else ""
        line += f" uid:{uid_of(phone, package)}" if "-U" in flags else ""
        lines.append(line + "\n")
    return printed(phone, "".join(lines))


def _version(phone: Phone, package: str) -> tuple[int, str]:
    """Version code and name of an app; for apps of the system, Android's own version."""
    own = installed_apps.found(phone, package)
    if own is not None:
        return own.version_code, own.version_name
    return phone.image.versions.get(package, (phone.image.api_level, phone.image.release))


def _known(phone: Phone, package: str) -> None:

    if package not in packages.owners_of(phone.image) and package not in phone.automation:
        raise CommandError(f"Unknown package: {package}")


def _resolved(call: Call, verb: str, words: list[str]) -> Result:
    """``pm resolve-activity|query-activities [--brief] INTENT``."""
    every = verb == "query-activities"
    brief = "--brief" in words
    found = _answering(call.phone, am.intent_of([word for word in words if word not in _OUTPUT]))
    if not found:
        return printed(call.phone, "No activities found\n" if every else "No activity found\n")
    head = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
    if not every and len(found) > 1:
        found = [_RESOLVER]
    parts = [
        head
        + (
            am.short_component(f"{package}/{name}")
            if brief
            else f"  ActivityInfo:\n    name={name}\n    packageName={package}"
        )
        + "\n"
        for package, name in found
    ]
    if not every:
        return printed(call.phone, parts[0])
    told = "".join(f"  Activity #{at}:\n    {part}" for at, part in enumerate(parts))
    return printed(call.phone, f"{len(parts)} activities found:\n{told}")


def _answering(phone: Phone, intent: Intent) -> list[tuple[str, str]]:
    """(package, class) of the activities that an intent could start."""
    apps = packages.enabled_of(phone.image)
    if intent.component:
        package, _, name = am.component_of(intent.component).partition("/")
        app = apps.get(package)
        known = app is not None and (name == app.activity or name in intents.exported(app))
        return [(package, name)] if known else []
    if intent.action not in ("", intents.MAIN):
        return [
            (app.package, intents.activity_of(phone, app, intent))
            for app in intents.candidates(phone, intent)
        ]
    if intents.HOME_CATEGORY in intent.categories:
        home = packages.launcher_of(phone.image)
        return [(home.package, home.activity)]
    if intents.LAUNCHER in intent.categories and not intent.package:
        return [
            (app.package, app.activity)
            for app in apps.values()
            if app is not packages.launcher_of(phone.image)
        ]
    app = apps.get(intent.package)
    return [] if app is None else [(app.package, app.activity)]


def _show_path(call: Call, verb: str, words: list[str]) -> Result:
    phone, package = call.phone, words[0]
    known = package in packages.owners_of(phone.image) or package in phone.automation
    return printed(phone, f"package:{_path(package)}\n") if known else Result(phone, code=1)


def _clear(call: Call, verb: str, words: list[str]) -> Result:
    """``pm clear PACKAGE``: reset an app's data to its first state."""
    phone, package = call.phone, words[0]
    if package not in packages.owners_of(phone.image):
        if package not in phone.automation:
            return failed(phone, "Failed\n")
        ended = automation_packages.ended(phone, package)
        return printed(permissions.forget(ended, package), "Success\n")
    phone = clock.cancel_all(running_processes.force_stop(phone, package), package)
    phone = intents.forget_preferred(permissions.forget(first_runs.forget(phone, package), package), package)
    phone = installed_apps.clear(phone, package) if installed_apps.found(phone, package) else phone
    first = packages.first_state(phone.image, package, phone.configuration.account is not None)
    return printed(replace(phone, apps=phone.apps.set(package, first)), "Success\n")


def _decide(call: Call, verb: str, words: list[str]) -> Result:
    """``pm grant|revoke PACKAGE PERMISSION``."""
    package, permission = words
    _known(call.phone, package)
    if "." not in permission:
        raise CommandError(f"Unknown permission: {permission}")
    decide = permissions.grant if verb == "grant" else running_processes.revoke
    return Result(decide(call.phone, package, permission))


def _uninstall(call: Call, verb: str, words: list[str]) -> Result:
    phone, package = call.phone, words[-1]
    if installed_apps.removable(phone, package):
        return printed(installed_apps.uninstall(phone, package), "Success\n")
    if package in phone.automation:
        return printed(automation_packages.uninstall(phone, package), "Success\n")
    known = package in packages.owners_of(phone.image)
    return failed(phone, _NO_UNINSTALL if known else "Failure [not installed for 0]\n")


def _refuse_to_hide(call: Call, verb: str, words: list[str]) -> Result:
    _known(call.phone, words[-1])
    raise CommandError(f"Error: java.lang.SecurityException: {words[-1]} can not be hidden on this phone")


def _has_feature(call: Call, verb: str, words: list[str]) -> Result:
    known = words[0] in _FEATURES
    return printed(call.phone, f"{str(known).lower()}\n", int(not known))


def _protected(phone: Phone, package: str) -> bool:
    """Whether a package can't be disabled: the launcher, the settings, and packages that are not apps."""
    app = packages.apps_of(phone.image).get(package)
    if app is None or app is packages.launcher_of(phone.image):
        return True
    return any(_SETTINGS in offered.actions for offered in app.intents)


def _set_state(call: Call, verb: str, words: list[str]) -> Result:
    """``pm enable|default-state|disable|disable-user PACKAGE``."""
    phone, package = call.phone, words[0]
    _known(phone, package)
    state = _NEW_STATES[verb]
    if not state.startswith("disabled"):
        return printed(installed_apps.enable(phone, package), f"Package {package} new state: {state}\n")
    if verb == "disable" and call.shell.user != "root":
        said = f"Shell cannot change component state for {package}/null to 2"
    elif _protected(phone, package):
        said = f"Cannot disable a protected package: {package}"
    else:
        return printed(installed_apps.disable(phone, package), f"Package {package} new state: {state}\n")
    return failed(
        phone,
        f"\nException occurred while executing '{verb}':\njava.lang.SecurityException: {said}\n",
        255,
    )


def _kept_in_shape(call: Call, verb: str, words: list[str]) -> Result:
    """Accept a maintenance verb, such as ``compile``. Nothing changes: there are no caches and no compiled code."""
    said, operands = _SUCCEEDS[verb]
    if len(words) < operands:
        return failed(call.phone, f"Error: {verb} needs an argument\n", 255)
    package = words[-1] if verb == "compile" and words[-1:] and not words[-1].startswith("-") else ""
    if package:
        _known(call.phone, package)
    return printed(call.phone, said)


def _resolver_lines(app: App) -> list[str]:
    """The intent actions of an app besides the launcher's, with the class that handles each."""
    lines = []
    for offered in app.intents:
        name = am.short_component(f"{app.package}/{offered.activity or app.activity}")
        for action in offered.actions:
            lines += [
                f"      {action}:",
                f"        7d5b8a2 {name} filter 1f4c6d3",
                f'          Action: "{action}"',
            ]
        lines += [f'          Scheme: "{scheme}"' for scheme in offered.schemes if scheme]
        lines += [f'          StaticType: "{kind}"' for kind in offered.types]
    return [*lines, ""]


def dump(phone: Phone, package: str) -> str:
    """The output of ``dumpsys package PACKAGE``."""

    if package in phone.automation:
        return automation.dump(phone, package)
    found = packages.owners_of(phone.image).get(package)
    if found is None:
        return f"Unable to find package: {package}\n"
    uid, level = uid_of(phone, package), phone.image.api_level
    own = installed_apps.found(phone, package)
    version = _version(phone, package)
    lines = []
    if isinstance(found, App):
        lines += ["Activity Resolver Table:", "  Non-Data Actions:", "      android.intent.action.MAIN:",
                  f"        7d5b8a2 {am.short_component(found.component)} filter 1f4c6d3",
                  '          Action: "android.intent.action.MAIN"',
                  '          Category: "android.intent.category.LAUNCHER"', ""]  # fmt: skip
        lines[-1:] = _resolver_lines(found)
    flags = (
        "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA"
        if _is_system(package) and own is None
        else "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
    )
    lines += [
        "Packages:", f"  Package [{package}] (5a1c9e7):", f"    userId={uid}", f"    pkg=Package{{2f6be4 {package}}}",
        f"    codePath=/data/app/{package}", f"    resourcePath=/data/app/{package}",
        f"    versionCode={version[0]} minSdk=21 targetSdk={level}", f"    versionName={version[1]}",
        f"    flags=[ {flags} ]",
        f"    pkgFlags=[ {flags} ]", f"    dataDir=/data/user/0/{package}", "    timeStamp=2024-05-01 09:00:00",
        "    firstInstallTime=2024-05-01 09:00:00", "    lastUpdateTime=2024-05-01 09:00:00",
    ]  # fmt: skip
    asked = found.permissions if isinstance(found, App) else ()
    if isinstance(found, App):
        lines += ["    requested permissions:", *(f"      {name}" for name in (*_INSTALLED_WITH, *asked))]
        held = (*_INSTALLED_WITH, *(name for name in asked if name not in permissions.GROUPS))
        lines += ["    install permissions:", *(f"      {name}: granted=true" for name in held)]
    lines += [
        "    User 0: ceDataInode=131074 installed=true hidden=false suspended=false stopped=false "
        f"notLaunched=false enabled={3 if package in phone.image.disabled else 0} instant=false virtual=false",
        "      gids=[3003]",
    ]
    decided = sorted(
        {name for name in asked if name in permissions.GROUPS}
        | {n for p, n in phone.permissions if p == package}
    )
    if decided:
        lines.append("      runtime permissions:")
        for name in decided:
            allowed = str(permissions.granted(phone, package, name)).lower()
            chosen = "USER_SET" if (package, name) in phone.permissions else ""
            lines.append(f"        {name}: granted={allowed}, flags=[ {chosen}]")
    return "\n".join(lines) + "\n"


class _Verb(NamedTuple):
    """A verb of ``pm``: its function, and how many words it takes."""

    run: Callable[[Call, str, list[str]], Result]
    least: int = 0
    most: int = 1 << 16


#: The verbs of ``pm`` and ``cmd package`` by name.
_VERBS: dict[str, _Verb] = {
    "clear": _Verb(_clear, 1, 1),
    "dump": _Verb(lambda call, verb, words: printed(call.phone, dump(call.phone, words[0])), 1, 1),
    "get-install-location": _Verb(lambda call, verb, words: printed(call.phone, "0[auto]\n")),
    "has-feature": _Verb(_has_feature, 1),
    "help": _Verb(lambda call, verb, words: printed(call.phone, f"Package manager (package) commands:\n  {_USAGE}\n")),
    "install": _Verb(lambda call, verb, words: automation.install(call, words)),
    "list": _Verb(_list),
    "uninstall": _Verb(_uninstall, 1),
    **dict.fromkeys(("path", "-p"), _Verb(_show_path, 1, 1)),
    **dict.fromkeys(("grant", "revoke"), _Verb(_decide, 2, 2)),
    **dict.fromkeys(("hide", "suspend"), _Verb(_refuse_to_hide, 1)),
    **dict.fromkeys(("resolve-activity", "query-activities"), _Verb(_resolved)),
    **dict.fromkeys(_NEW_STATES, _Verb(_set_state, 1, 1)),
    **dict.fromkeys(_SUCCEEDS, _Verb(_kept_in_shape)),
    **dict.fromkeys(automation.SESSION_VERBS, _Verb(automation.session)),
}  # fmt: skip


def manage(call: Call) -> Result:
    """``pm VERB [--user ID] [WORDS]``: lists, paths, data, permissions, installation. `_VERBS` lists the verbs."""
    verb, *words = call.arguments or [""]
    words = words[2:] if words[:1] == ["--user"] else words
    known = _VERBS.get(verb)
    if verb and known is None:
        return failed(call.phone, f"Unknown command: {verb}\nusage: {_USAGE}\n")
    if known is None or not known.least <= len(words) <= known.most:
        return usage(call, _USAGE)
    return known.run(call, verb, words)


COMMANDS: dict[str, Command] = {"pm": manage}
