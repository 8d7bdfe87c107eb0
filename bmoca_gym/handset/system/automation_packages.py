"""Packages without a launcher activity that test programs install, and how the phone stands in for them.

They have no screens. Their servers are in `handset.servers`; this module has the phone's own knowledge of them.
"""

from __future__ import annotations

from bmoca_gym.handset.state import InstalledPackage, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.system.apk import Manifest
from bmoca_gym.handset.value import replace

ACCESSIBILITY_FORWARDER = "com.google.androidenv.accessibilityforwarder"
APPIUM_SETTINGS = "io.appium.settings"
APPIUM_SERVER = "io.appium.uiautomator2.server"
APPIUM_SERVER_TEST = "io.appium.uiautomator2.server.test"
#: The input methods that are the phone's own and those of ADBKeyboard and uiautomator2, as the setting names them.
KEYBOARD = "com.android.inputmethod.latin/.LatinIME"
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
UIAUTOMATOR_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
#: The component by which ``am instrument`` runs Appium's server.
APPIUM_INSTRUMENTATION = f"{APPIUM_SERVER_TEST}/androidx.test.runner.AndroidJUnitRunner"
#: The file that uiautomator2 puts its server in, and the class that ``app_process`` finds there.
UIAUTOMATOR2_FILE = "/data/local/tmp/u2.jar"
UIAUTOMATOR2_CLASS = "com.wetest.uia2.Main"

#: droidrun's and mobilerun's Portal, whose content provider is `shell.android.portal`.
PORTALS = ("com.mobilerun.portal", "com.droidrun.portal")

#: Input methods by the package that brings them.
INPUT_METHODS: dict[str, tuple[str, ...]] = {
    "com.android.adbkeyboard": (ADB_KEYBOARD,),
    "com.github.uiautomator": (UIAUTOMATOR_KEYBOARD,),
    "com.mobilerun.portal": ("com.mobilerun.portal/.input.MobilerunKeyboardIME",),
    APPIUM_SETTINGS: tuple(f"{APPIUM_SETTINGS}/.{name}" for name in ("AppiumIME", "EmptyIME", "UnicodeIME")),
}
_CURRENT, _ENABLED = ("secure", "default_input_method"), ("secure", "enabled_input_methods")

KNOWN = (ACCESSIBILITY_FORWARDER, APPIUM_SETTINGS, APPIUM_SERVER, APPIUM_SERVER_TEST, *PORTALS)
_FIRST_UID, _OTHERS_UID = 10150, 10400

#: The service that reads the screen for the accessibility forwarder, as the setting names it.
FORWARDER_SERVICE = f"{ACCESSIBILITY_FORWARDER}/{ACCESSIBILITY_FORWARDER}.AccessibilityForwarder"


def uid_of(package: str) -> int:
    """Return the user id of an installed package."""
    return (
        _FIRST_UID + KNOWN.index(package) if package in KNOWN else _OTHERS_UID + sum(package.encode()) % 100
    )


def install(phone: Phone, manifest: Manifest) -> Phone:
    """Install a package, replacing another version of it."""
    version = InstalledPackage(manifest.version_code, manifest.version_name)
    return replace(phone, automation=phone.automation.set(manifest.package, version))


def uninstall(phone: Phone, package: str) -> Phone:
    """Remove an installed package and end its process."""
    phone = ended(phone, package)
    return without_input_methods(replace(phone, automation=phone.automation.delete(package)))


def started(phone: Phone, package: str, uid: int = 2000) -> Phone:
    """Start a process of that name. Packages of `KNOWN` run under their own user."""
    if package in phone.processes:
        return phone
    uid = uid_of(package) if package in KNOWN else uid
    pid = phone.next_pid
    phone = replace(phone, processes=phone.processes.set(package, pid), next_pid=pid + 13)
    owner = f"u0a{uid - 10000}" if uid >= 10000 else str(uid)
    return phone.logged("ActivityManager", f"Start proc {pid}:{package}/{owner}")


def ended(phone: Phone, package: str) -> Phone:
    """End the process of that name and drop its settings."""
    phone = activities.remove_task(phone, package)
    found = phone.automation.get(package)
    if found is None or not found.flags:
        return phone
    return replace(phone, automation=phone.automation.set(package, found._replace(flags=())))


def restarted(phone: Phone) -> Phone:
    """End all processes of test programs: the system has restarted."""
    for name in [one for one in phone.processes if one in KNOWN or one.startswith("app_process")]:
        phone = ended(phone, name)
    return phone


def forwards(phone: Phone) -> bool:
    """Return whether the accessibility forwarder is installed and switched on."""
    enabled = phone.settings.get(("secure", "enabled_accessibility_services"), "")
    return ACCESSIBILITY_FORWARDER in phone.automation and FORWARDER_SERVICE in enabled.split(":")


# Input methods


def _installed(phone: Phone, package: str) -> bool:
    return package in phone.automation or any(one.package == package for one in phone.image.installed)


def input_methods(phone: Phone) -> tuple[str, ...]:
    """Return the ids of all input methods, the phone's own first."""
    brought = [names for package, names in INPUT_METHODS.items() if _installed(phone, package)]
    return (KEYBOARD, *(name for names in brought for name in names))


def enabled_input_methods(phone: Phone) -> tuple[str, ...]:
    """Return the ids of the enabled input methods, which always include the phone's own."""
    enabled = phone.settings.get(_ENABLED, "").split(":")
    return tuple(name for name in input_methods(phone) if name == KEYBOARD or name in enabled)


def input_method(phone: Phone) -> str:
    """Return the id of the current input method, or the phone's own if the setting names none that is installed."""
    current = phone.settings.get(_CURRENT, "")
    return current if current in input_methods(phone) else KEYBOARD


def select_input_method(phone: Phone, name: str) -> Phone:
    """Make an input method the current one."""
    return replace(phone, settings=phone.settings.set(_CURRENT, name))


def enable_input_method(phone: Phone, name: str) -> Phone:
    """Enable an input method."""
    return _with_enabled(phone, {*enabled_input_methods(phone), name})


def disable_input_method(phone: Phone, name: str) -> Phone:
    """Disable an input method. If it is the current one, the phone's own takes over."""
    phone = _with_enabled(phone, set(enabled_input_methods(phone)) - {name})
    return select_input_method(phone, KEYBOARD) if phone.settings.get(_CURRENT) == name else phone


def without_input_methods(phone: Phone) -> Phone:
    """Remove input methods from the settings whose packages are gone."""
    for names in INPUT_METHODS.values():
        for name in names:
            if name not in input_methods(phone) and name in (
                phone.settings.get(_CURRENT),
                *phone.settings.get(_ENABLED, "").split(":"),
            ):
                phone = disable_input_method(phone, name)
    return phone


def reset_input_methods(phone: Phone) -> Phone:
    """Enable and select only the phone's own input method."""
    return select_input_method(_with_enabled(phone, {KEYBOARD}), KEYBOARD)


def _with_enabled(phone: Phone, names: set[str]) -> Phone:
    text = ":".join(name for name in input_methods(phone) if name in names)
    return replace(phone, settings=phone.settings.set(_ENABLED, text))
