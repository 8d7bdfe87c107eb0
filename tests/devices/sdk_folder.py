"""An Android SDK folder for tests: bmoca-emulator as its emulator, the real adb, and a stand-in for avdmanager.

The stand-in writes and refuses the same as the real one, according to its sources and users' reports. The real one, a
Java program, was never run here.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import zipfile
from importlib import util
from pathlib import Path

import pytest

from bmoca_gym.devices.avd.sdk import PLATFORM, SYSTEM_IMAGE, AndroidSdk

NO_ADB = "no adb: install adbutils, or the system's adb package"
_ROOT = Path(__file__).resolve().parents[2]

_EMULATOR = """#!/bin/sh
PYTHONPATH="{root}:$PYTHONPATH" exec "{python}" -m bmoca_gym.handset.servers.emulator.main -virtual-time "$@"
"""

_PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<ns2:repository xmlns:ns2="http://schemas.android.com/repository/android/common/02"><license id="a" type="text">Terms</license>
<localPackage path="{path}" obsolete="false"><revision><major>{major}</major><minor>{minor}</minor></revision>
<display-name>Something</display-name></localPackage></ns2:repository>
"""

AVDMANAGER = r'''#!{python}
"""A stand-in for avdmanager."""
import argparse, os, re, shutil, sys
from pathlib import Path

DEVICES = {{
    "pixel_3": (1080, 2160, 440), "pixel_4": (1080, 2280, 440), "pixel_5": (1080, 2340, 440),
    "pixel_6": (1080, 2400, 420), "10.1in WXGA (Tablet)": (1280, 800, 160), "2.7in QVGA": (240, 320, 120),
}}
sdk = Path(__file__).resolve().parents[3]
home = Path(os.environ.get("ANDROID_AVD_HOME") or Path(os.environ["HOME"]) / ".android/avd")


def refuse(text):
    print("Error: " + text, file=sys.stderr)
    sys.exit(1)


parser = argparse.ArgumentParser(allow_abbrev=False)
parser.add_argument("verb", choices=["list", "create", "delete"])
parser.add_argument("noun", choices=["device", "avd"])
parser.add_argument("-c", "--compact", action="store_true")
parser.add_argument("-f", "--force", action="store_true")
parser.add_argument("-n", "--name")
parser.add_argument("-k", "--package")
parser.add_argument("-d", "--device")
given = parser.parse_args()
if given.verb == "list":
    print("\n".join(DEVICES))
    sys.exit(0)
if not re.fullmatch(r"[a-zA-Z0-9._-]+", given.name):
    refuse("AVD name '%s' contains invalid characters." % given.name)
folder, ini = home / (given.name + ".avd"), home / (given.name + ".ini")
if given.verb == "delete":
    if not ini.exists():
        refuse("There is no Android Virtual Device named '%s'." % given.name)
    shutil.rmtree(folder)
    ini.unlink()
    sys.exit(0)
image = given.package.split(";")
if not sdk.joinpath(*image).is_dir():
    refuse("Package path is not valid. Valid system image paths are:")
if ini.exists() and not given.force:
    refuse("Android Virtual Device '%s' already exists.\nUse --force if you want to replace it." % given.name)
if given.device not in DEVICES:
    refuse("No device found matching --device %s." % given.device)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
width, height, density = DEVICES[given.device]
(folder / "config.ini").write_text(
    "PlayStore.enabled=no\nabi.type=x86_64\navd.ini.encoding=UTF-8\nhw.cpu.arch=x86_64\nhw.device.manufacturer=Google\n"
    "hw.device.name=%s\nhw.keyboard=no\nhw.lcd.density=%d\nhw.lcd.height=%d\nhw.lcd.width=%d\n"
    "image.sysdir.1=%s/\ntag.display=Google APIs\ntag.id=google_apis\n"
    % (given.device, density, height, width, "/".join(image))
)
ini.write_text(
    "avd.ini.encoding=UTF-8\npath=%s\npath.rel=avd/%s.avd\ntarget=android-29\n" % (folder, given.name)
)
print("[=======================================] 100% Fetch remote repository...")
'''


def adb_program() -> str | None:
    """The adb on PATH, or the one that adbutils brings."""
    spec = util.find_spec("adbutils")
    bundled = Path(spec.origin).parent / "binaries" / "adb" if spec is not None and spec.origin else None
    return shutil.which("adb") or (str(bundled) if bundled is not None and bundled.is_file() else None)


def make(folder: Path, system_image: str = SYSTEM_IMAGE) -> AndroidSdk:
    """An SDK below ``folder``, with a home folder and a folder for virtual devices beside it."""
    pytest.importorskip("grpc", reason="the emulator's gRPC needs grpcio: install the extra android")
    adb = adb_program()
    if adb is None:
        pytest.skip(NO_ADB)
    root = folder / "sdk"
    _program(root / "emulator/emulator", _EMULATOR.format(root=_ROOT, python=sys.executable))
    _program(root / "cmdline-tools/latest/bin/avdmanager", AVDMANAGER.format(python=sys.executable))
    (root / "platform-tools").mkdir()
    (root / "platform-tools/adb").symlink_to(adb)
    for path, major, minor in (
        ("emulator", 35, 4),
        ("platform-tools", 36, 0),
        (system_image, 12, 0),
        (PLATFORM, 5, 0),
    ):
        place = root.joinpath(*path.split(";"))
        place.mkdir(parents=True, exist_ok=True)
        (place / "package.xml").write_text(_PACKAGE.format(path=path, major=major, minor=minor))
    (root / "cmdline-tools/latest/source.properties").write_text(
        "Pkg.Revision=16.0\nPkg.Path=cmdline-tools;16.0\n"
    )
    for name in ("home", "avd"):
        (folder / name).mkdir()
    environment = {name: text for name, text in os.environ.items() if not name.startswith("ANDROID_")}
    # An empty file of the console's token: nobody is asked for one, since the tests' own home folder is another.
    (folder / "home" / ".emulator_console_auth_token").touch()
    return AndroidSdk.find(
        root, environment | {"HOME": str(folder / "home"), "ANDROID_AVD_HOME": str(folder / "avd")}
    )


def _program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def write_apk(path: Path) -> Path:
    """Write a file that resembles an APK, but that no Android would accept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("AndroidManifest.xml", b"\x03\x00\x08\x00")
    return path
