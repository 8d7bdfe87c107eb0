"""Shell commands for packages that test programs install: installation, broadcasts, starting their servers.

Such a server answers only over the wire. `server_of` says which command lines start one; the server of the
shell's stream runs it. In a shell without a wire such a command ends at once.
"""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.shell.android import appium_settings
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import apk, automation_packages, files, installed_apps, pushed_helpers
from bmoca_gym.handset.value import replace

_FORWARDER_ACTION = "accessibility_forwarder.intent.action."
_FORWARDER_HOST = "10.0.2.2"
_LARGEST_INT = (1 << 31) - 1
UIAUTOMATOR2, APPIUM, PUSHED = "uiautomator2", "appium", "pushed"
_UIAUTOMATOR2_PORT, _APPIUM_PORT = 9008, 6790


class Server(NamedTuple):
    """A server that a command starts: its kind, its port on the phone (0: it chooses one), and its process."""

    kind: str
    port: int
    process: str


def server_of(phone: Phone, words: list[str], class_path: str = "") -> Server | None:
    """The server that a command starts on this phone and that runs until it is ended, or None.

    ``class_path``: the variable CLASSPATH, which says where ``app_process`` finds what was pushed.
    """
    if words[0] == "app_process" and automation_packages.UIAUTOMATOR2_CLASS in words:
        rest = words[words.index(automation_packages.UIAUTOMATOR2_CLASS) + 1 :]
        port = rest[rest.index("-p") + 1 :][:1] if "-p" in rest else [str(_UIAUTOMATOR2_PORT)]
        known = port and re.fullmatch("[0-9]{1,5}", port[0]) and 1 <= int(port[0]) < 1 << 16
        if not known or automation_packages.UIAUTOMATOR2_FILE not in phone.files:
            return None
        return Server(UIAUTOMATOR2, int(port[0]), "app_process")
    if words[0] == "app_process":
        program = pushed_helpers.program_of(phone, words[1:], class_path)
        if program is None or pushed_helpers.refusal(program):
            return None
        return Server(PUSHED, 0, program.process)
    if words[:2] == ["am", "instrument"] and words[-1] == automation_packages.APPIUM_INSTRUMENTATION:
        installed = automation_packages.APPIUM_SERVER, automation_packages.APPIUM_SERVER_TEST
        if "-w" in words and all(name in phone.automation for name in installed):
            return Server(APPIUM, _APPIUM_PORT, automation_packages.APPIUM_SERVER)
    return None


def app_process(call: Call) -> Result:
    """``app_process / CLASS [ARGUMENT...]``, in the background: start a program that a client pushed, if
    it is supported.
    """
    program = pushed_helpers.program_of(call.phone, call.arguments, call.shell.variables.get("CLASSPATH", ""))
    refused = pushed_helpers.refusal(program) if program is not None else ""
    if refused:
        return failed(call.phone, refused, 1)
    if program is not None:
        return Result(pushed_helpers.started(call.phone, program))
    words = [word for word in call.arguments if not word.startswith("-")]
    name = words[1] if len(words) > 1 else ""
    return failed(call.phone, f"Error: could not find class '{name}'\nAborted\n", 134)


# Packages


def install(call: Call, words: list[str]) -> Result:
    """``pm install [OPTIONS] FILE``, or ``-S SIZE`` with the package on standard input."""
    phone = call.phone
    if "-S" in words:
        return installed(phone, call.stdin)
    if not words or words[-1].startswith("-"):
        return failed(phone, "Error: no package specified\n")
    try:
        data = files.read(phone, call.path(words[-1]))
    except FileAccessError:
        return failed(
            phone, f"Error: Unable to open file: {words[-1]}\nError: Can't open file: {words[-1]}\n"
        )
    return installed(phone, data)


def installed(phone: Phone, data: bytes) -> Result:
    """Install a package: as an app if it has a launcher activity, else as a package without screens."""
    try:
        manifest = apk.read_manifest(data)
    except apk.PackageFileError as error:
        return failed(phone, f"Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: {error}]\n")
    package = phone.image.inward(manifest.package)
    own = installed_apps.found(phone, package)
    if package in packages.owners_of(phone.image) and own is None:
        return printed(phone, "Success\n")  # another build of an app that is there: it stays as it is
    if package in automation_packages.KNOWN or not (manifest.launcher or own):
        return printed(automation_packages.install(phone, manifest), "Success\n")
    try:
        return printed(installed_apps.install(phone, manifest, data), "Success\n")
    except FileAccessError as error:
        return failed(phone, f"Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: {error}]\n")


#: Where packages of an installation in several steps wait.
_SESSION = "/data/app/vmdl{}.tmp"
#: The file in the folder of a session of several packages that has the numbers of their sessions.
_CHILDREN = "sessions"


SESSION_VERBS = (
    "install-create",
    "install-write",
    "install-add-session",
    "install-commit",
    "install-abandon",
)


def session(call: Call, verb: str, words: list[str]) -> Result:
    """``pm install-create [--multi-package]``, ``install-write -S SIZE ID NAME [FILE]``, ``install-commit|abandon ID``,
    ``install-add-session ID ID...``.
    """
    phone = call.phone
    if verb == "install-create":
        number = 1_000_000 + phone.next_pid
        while files.exists(phone, _SESSION.format(number)):
            number += 1
        phone = files.make_directory(phone, _SESSION.format(number))
        return printed(phone, f"Success: created install session [{number}]\n")
    size = words[words.index("-S") + 1 :][:1] if "-S" in words else []
    left = [word for word in words if not word.startswith("-") or word == "-"]
    left = left[left[:1] == size and "-S" in words :]
    folder = _SESSION.format(left[0] if left and left[0].isdecimal() else "")
    if not files.is_directory(phone, folder):
        return failed(
            phone,
            f"Error: java.lang.SecurityException: Caller has no access to session {(*left, '')[0]}\n",
            255,
        )
    if verb == "install-write" and len(left) >= 2:
        path = posixpath.join(folder, posixpath.basename(left[1]) or "base.apk")
        data = files.read(phone, call.path(left[2])) if left[2:] and left[2] != "-" else call.stdin
        return printed(files.write(phone, path, data), f"Success: streamed {len(data)} bytes\n")
    if verb == "install-add-session":
        return _joined(phone, folder, left[1:])
    if files.exists(phone, posixpath.join(folder, _CHILDREN)):
        return _each(call, verb, folder)
    held = [files.read(phone, posixpath.join(folder, name)) for name in files.names_in(phone, folder)]
    phone = files.delete_directory(phone, folder)
    if verb == "install-abandon":
        return printed(phone, "Success\n")
    base = next((data for data in held if not _is_split(data)), b"")
    return installed(phone, base)


def _joined(phone: Phone, folder: str, children: list[str]) -> Result:
    """Make other sessions the packages of a multi-package session."""
    for child in children:
        if not (child.isdecimal() and files.is_directory(phone, _SESSION.format(child))):
            return failed(phone, f"Error: java.lang.IllegalStateException: no session {child}\n", 255)
        if _SESSION.format(child) == folder or files.exists(phone, f"{_SESSION.format(child)}/{_CHILDREN}"):
            said = f"Multi-session {child} can't be a child"
            return failed(phone, f"Error: java.lang.IllegalStateException: {said}\n", 255)
    if not children:
        return failed(phone, "Error: At least two sessionIds are required.\n")
    path = posixpath.join(folder, _CHILDREN)
    before = files.read(phone, path).decode().split() if files.exists(phone, path) else []
    names = " ".join(dict.fromkeys([*before, *children]))
    return printed(files.write(phone, path, names.encode()), "Success\n")


def _each(call: Call, verb: str, folder: str) -> Result:
    """Commit or abandon all packages of a session. If one can't be installed, none is."""
    children = files.read(call.phone, posixpath.join(folder, _CHILDREN)).decode().split()
    phone = files.delete_directory(call.phone, folder)
    for child in children:
        result = session(call._replace(phone=phone), verb, [child])
        if result.code:
            return result._replace(phone=files.delete_directory(call.phone, folder))
        phone = result.phone
    return printed(phone, "Success\n")


def _is_split(data: bytes) -> bool:
    """Whether an APK is a split of another package, or no APK at all."""
    try:
        return apk.read_manifest(data).split
    except apk.PackageFileError:
        return True


def instrumentation(phone: Phone) -> str:
    """The output of ``pm list instrumentation``."""
    if automation_packages.APPIUM_SERVER_TEST not in phone.automation:
        return ""
    target = automation_packages.APPIUM_SERVER
    return f"instrumentation:{automation_packages.APPIUM_INSTRUMENTATION} (target={target})\n"


def dump(phone: Phone, package: str) -> str:
    """The output of ``dumpsys package`` for an installed package."""
    found = phone.automation[package]
    state = (
        "installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=0 instant=false"
    )
    return (
        f"Packages:\n  Package [{package}] (6c0d2b8):\n    userId={automation_packages.uid_of(package)}\n"
        f"    codePath=/data/app/{package}\n    versionCode={found.version_code} minSdk=21 targetSdk=29\n"
        f"    versionName={found.version_name}\n    flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]\n"
        f"    dataDir=/data/user/0/{package}\n    install permissions:\n"
        f"      android.permission.INTERNET: granted=true\n    User 0: ceDataInode=131080 {state}\n"
    )


def services(phone: Phone, wanted: str) -> str:
    """The services that ``dumpsys activity services`` lists. Appium's settings app runs one in the foreground."""
    name = automation_packages.APPIUM_SETTINGS
    if name not in phone.processes or (wanted and wanted not in name):
        return "  (nothing)\n"
    pid = phone.processes[name]
    return (
        f"  User 0 active services:\n  * ServiceRecord{{3c3ab61 u0 {name}/.ForegroundService}}\n"
        f"    intent={{act=start cmp={name}/.ForegroundService}}\n    packageName={name}\n    processName={name}\n"
        f"    app=ProcessRecord{{59b3b7a {pid}:{name}/u0a{automation_packages.uid_of(name) - 10000}}}\n"
        "    isForeground=true foregroundId=1\n"
    )


# What their components do


def start(phone: Phone, component: str) -> Phone | None:
    """Start a test program's activity, which has no screen. None if it is not one of theirs."""
    package = component.partition("/")[0]
    if package not in phone.automation:
        return None
    return automation_packages.started(phone, package)


def start_service(phone: Phone, component: str, extras: Mapping[str, str]) -> Phone | None:
    """Start a test program's service. None if it is not one of theirs."""
    phone_with_it = start(phone, component)
    if phone_with_it is None or component != appium_settings.LOCATION_SERVICE:
        return phone_with_it
    return appium_settings.locate(phone_with_it, extras)


def broadcast(phone: Phone, action: str, component: str, extras: Mapping[str, str]) -> tuple[Phone, str]:
    """Deliver a broadcast to installed test packages. Returns the next phone and the result that ``am`` prints."""
    to = component.partition("/")[0]
    if action.startswith(_FORWARDER_ACTION) and to in ("", automation_packages.ACCESSIBILITY_FORWARDER):
        return _told_forwarder(phone, action.removeprefix(_FORWARDER_ACTION), extras), "result=0"
    if (
        action.startswith(automation_packages.APPIUM_SETTINGS + ".")
        and to in ("", automation_packages.APPIUM_SETTINGS)
        and automation_packages.APPIUM_SETTINGS in phone.automation
    ):
        return appium_settings.broadcast(phone, action.removeprefix(appium_settings.PACKAGE + "."), extras)
    return phone, "result=0"


def _told_forwarder(phone: Phone, name: str, extras: Mapping[str, str]) -> Phone:
    """Tell the accessibility forwarder what to send, and where."""
    package = automation_packages.ACCESSIBILITY_FORWARDER
    found = phone.automation.get(package)
    if found is None:
        return phone
    flags = dict(found.flags)
    if name in ("ENABLE_ACCESSIBILITY_TREE_LOGS", "DISABLE_ACCESSIBILITY_TREE_LOGS"):
        flags["tree"] = "1" if name.startswith("ENABLE") else "0"
    elif name == "SET_GRPC":
        port = extras.get("port", "0")
        known = re.fullmatch("[0-9]{1,10}", port) and int(port) <= _LARGEST_INT
        flags |= {"host": extras.get("host", _FORWARDER_HOST), "port": port if known else "0"}
    installed = found._replace(flags=tuple(sorted(flags.items())))
    return replace(
        automation_packages.started(phone, package), automation=phone.automation.set(package, installed)
    )


def typed(phone: Phone, text: str) -> str:
    """The text to type. With Appium's Unicode keyboard, texts arrive in IMAP's modified UTF-7 (RFC 3501, 5.1.3)."""
    if (
        phone.settings.get(("secure", "default_input_method"))
        != f"{automation_packages.APPIUM_SETTINGS}/.UnicodeIME"
    ):
        return text

    def decoded(found: re.Match[str]) -> str:
        part = found[1].replace(",", "/")
        try:
            return base64.b64decode(part + "=" * (-len(part) % 4)).decode("utf-16-be") if part else "&"
        except ValueError:
            return found[0]

    return re.sub(r"&([A-Za-z0-9+,]*)-", decoded, text)


COMMANDS: dict[str, Command] = {"app_process": app_process}
