"""Packages without a launcher activity that test programs install, and what the phone does in their place.

They have no screens. Their servers are in `handset.servers`; this module has what the phone knows of them.
"""

from __future__ import annotations

from bmoca_gym.handset.state import InstalledPackage, Phone
from bmoca_gym.handset.system import activities, logcat
from bmoca_gym.handset.system.apk import Manifest
from bmoca_gym.handset.value import replace

ACCESSIBILITY_FORWARDER = "com.google.androidenv.accessibilityforwarder"
APPIUM_SETTINGS = "io.appium.settings"
APPIUM_SERVER = "io.appium.uiautomator2.server"
APPIUM_SERVER_TEST = "io.appium.uiautomator2.server.test"
#: What ``am instrument`` runs Appium's server by.
APPIUM_INSTRUMENTATION = f"{APPIUM_SERVER_TEST}/androidx.test.runner.AndroidJUnitRunner"
#: The file that uiautomator2 puts its server in, and the class that ``app_process`` finds there.
UIAUTOMATOR2_FILE = "/data/local/tmp/u2.jar"
UIAUTOMATOR2_CLASS = "com.wetest.uia2.Main"

#: droidrun's and mobilerun's Portal, whose content provider is `shell.android.portal`.
PORTALS = ("com.mobilerun.portal", "com.droidrun.portal")

KNOWN = (ACCESSIBILITY_FORWARDER, APPIUM_SETTINGS, APPIUM_SERVER, APPIUM_SERVER_TEST, *PORTALS)
_FIRST_UID, _OTHERS_UID = 10150, 10400

#: The service that reads the screen for the accessibility forwarder, as the setting names it.
FORWARDER_SERVICE = f"{ACCESSIBILITY_FORWARDER}/{ACCESSIBILITY_FORWARDER}.AccessibilityForwarder"


def uid_of(package: str) -> int:
    """The user id that an installed package runs under."""
    return (
        _FIRST_UID + KNOWN.index(package) if package in KNOWN else _OTHERS_UID + sum(package.encode()) % 100
    )


def install(phone: Phone, manifest: Manifest) -> Phone:
    """The phone with a package installed, in place of another version of it."""
    version = InstalledPackage(manifest.version_code, manifest.version_name)
    return replace(phone, automation=phone.automation.set(manifest.package, version))


def uninstall(phone: Phone, package: str) -> Phone:
    """The phone without an installed package, its process ended."""
    phone = ended(phone, package)
    return replace(phone, automation=phone.automation.delete(package))


def started(phone: Phone, package: str, uid: int = 2000) -> Phone:
    """The phone with a process of that name; packages of `KNOWN` run under their own user."""
    if package in phone.processes:
        return phone
    uid = uid_of(package) if package in KNOWN else uid
    pid = phone.next_pid
    phone = replace(phone, processes=phone.processes.set(package, pid), next_pid=pid + 13)
    owner = f"u0a{uid - 10000}" if uid >= 10000 else str(uid)
    return logcat.write(phone, "ActivityManager", f"Start proc {pid}:{package}/{owner}")


def ended(phone: Phone, package: str) -> Phone:
    """The phone without the process of that name, and without what the process was told."""
    phone = activities.remove_task(phone, package)
    found = phone.automation.get(package)
    if found is None or not found.flags:
        return phone
    return replace(phone, automation=phone.automation.set(package, found._replace(flags=())))


def restarted(phone: Phone) -> Phone:
    """The phone with no process of a test program: its system has restarted."""
    for name in [one for one in phone.processes if one in KNOWN or one.startswith("app_process")]:
        phone = ended(phone, name)
    return phone


def forwards(phone: Phone) -> bool:
    """Whether the accessibility forwarder is installed and switched on."""
    enabled = phone.settings.get(("secure", "enabled_accessibility_services"), "")
    return ACCESSIBILITY_FORWARDER in phone.automation and FORWARDER_SERVICE in enabled.split(":")
