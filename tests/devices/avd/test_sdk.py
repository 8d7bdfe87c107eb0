"""Finding Android's SDK, its programs, packages and virtual devices, in folders that tests make."""

from __future__ import annotations

from pathlib import Path

import pytest

from bmoca_gym.devices.avd.sdk import SYSTEM_IMAGE, AndroidSdk, VirtualDevice
from bmoca_gym.errors import AndroidSdkError


def program(path: Path, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "sdk"
    program(folder / "emulator/emulator")
    program(folder / "platform-tools/adb")
    for name in ("avdmanager", "sdkmanager"):
        program(folder / f"cmdline-tools/latest/bin/{name}")
    return folder


def found(root: Path, **environment: str) -> AndroidSdk:
    return AndroidSdk.find(root, {"HOME": str(root.parent), **environment})


def test_programs(root):
    sdk = found(root)
    assert sdk.root == root
    assert (sdk.emulator, sdk.adb) == (root / "emulator/emulator", root / "platform-tools/adb")
    assert sdk.avdmanager == root / "cmdline-tools/latest/bin/avdmanager"
    assert sdk.sdkmanager == root / "cmdline-tools/latest/bin/sdkmanager"


def test_the_newest_command_line_tools_where_none_is_called_latest(root):
    (root / "cmdline-tools/latest").rename(root / "cmdline-tools/9.0")
    program(root / "cmdline-tools/12.0/bin/avdmanager")
    assert found(root).avdmanager == root / "cmdline-tools/12.0/bin/avdmanager"


@pytest.mark.parametrize(
    ("part", "lost", "says"),
    [
        ("emulator", "emulator/emulator", r"package emulator is not installed.*/bin/sdkmanager emulator"),
        ("adb", "platform-tools/adb", r"package platform-tools is not installed.*sdkmanager platform-tools"),
        (
            "avdmanager",
            "cmdline-tools/latest/bin/avdmanager",
            r"no command-line tools.*unpack them as .*/latest",
        ),
    ],
)
def test_a_missing_part_is_named_with_the_command_that_installs_it(root, part, lost, says):
    (root / lost).unlink()
    with pytest.raises(AndroidSdkError, match=says):
        getattr(found(root), part)
    program(root / lost, 0o644)
    with pytest.raises(AndroidSdkError, match=rf"may not be run. Mend it with: chmod \+x .*{lost}"):
        getattr(found(root), part)


def test_the_tools_of_2017_are_told_from_todays(root):
    (root / "cmdline-tools/latest").rename(root / "tools")
    with pytest.raises(AndroidSdkError, match=r"the one in tools/bin is of 2017"):
        _ = found(root).avdmanager


def test_where_it_is_looked_for(root, tmp_path):
    other = tmp_path / "other"
    program(other / "emulator/emulator")
    home = {"HOME": str(tmp_path / "home")}
    assert (
        AndroidSdk.find(environment={"ANDROID_HOME": str(root), "ANDROID_SDK_ROOT": str(other)}).root == root
    )
    assert AndroidSdk.find(environment={"ANDROID_HOME": "", "ANDROID_SDK_ROOT": str(other)}).root == other
    assert AndroidSdk.find(str(other), {"ANDROID_HOME": str(root)}).root == other
    usual = program(tmp_path / "home/Android/Sdk/emulator/emulator").parents[1]
    assert AndroidSdk.find(environment=home).root == usual
    usual.rename(tmp_path / "gone")
    (tmp_path / "home/Android/Sdk/platform-tools").mkdir(parents=True)  # as Debian's adb makes one
    with pytest.raises(
        AndroidSdkError, match=r"SDK was not found: ANDROID_HOME is not set.*command-line-tools-only"
    ):
        AndroidSdk.find(environment=home)


def test_a_wrong_folder_is_named_and_the_right_one_near_it(root, tmp_path):
    with pytest.raises(
        AndroidSdkError, match=r"the folder that was given is '/nowhere/sdk', which is not a folder"
    ):
        AndroidSdk.find("/nowhere/sdk", {})
    with pytest.raises(
        AndroidSdkError, match=rf"ANDROID_HOME is '{tmp_path}', which is not an Android SDK.*mean '{root}'"
    ):
        AndroidSdk.find(environment={"ANDROID_HOME": str(tmp_path)})


@pytest.mark.parametrize(
    ("variables", "below"),
    [
        ({"ANDROID_AVD_HOME": "/a", "ANDROID_USER_HOME": "/b"}, "/a"),
        ({"ANDROID_EMULATOR_HOME": "/c", "ANDROID_USER_HOME": "/b"}, "/c/avd"),
        ({"ANDROID_USER_HOME": "/b"}, "/b/avd"),
        ({"HOME": "/h"}, "/h/.android/avd"),
    ],
)
def test_the_folder_of_virtual_devices_and_that_all_programs_are_told_of_it(root, variables, below):
    sdk = AndroidSdk.find(root, variables)
    assert sdk.avd_home == Path(below)
    told = sdk.environment_of_programs()
    assert told["ANDROID_AVD_HOME"] == below
    assert told["ANDROID_HOME"] == told["ANDROID_SDK_ROOT"] == str(root)


def test_installed_packages_by_either_of_their_files(root):
    (root / "emulator/source.properties").write_text(
        "# of the emulator\nPkg.Revision=35.4.9\nPkg.Path=emulator\n"
    )
    image = root.joinpath(*SYSTEM_IMAGE.split(";"))
    image.mkdir(parents=True)
    (image / "package.xml").write_text(
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><n:repository xmlns:n="x">'
        f'<localPackage path="{SYSTEM_IMAGE}"><revision><major>12</major><minor>3</minor></revision>'
        "<display-name>&e;</display-name></localPackage></n:repository>"
    )
    (root / "platform-tools/package.xml").write_text("no XML at all")
    sdk = found(root)
    assert {path: package.version for path, package in sdk.packages().items()} == {
        "emulator": "35.4.9",
        SYSTEM_IMAGE: "12.3",
    }
    assert sdk.require_package("emulator").folder == root / "emulator"
    with pytest.raises(
        AndroidSdkError, match=r"'?system-images;android-30;google_apis;x86_64.* mean .*android-29"
    ):
        sdk.require_package("system-images;android-30;google_apis;x86_64")


def avd(home: Path, name: str, config: str) -> None:
    folder = home / f"{name}.avd"
    folder.mkdir(parents=True)
    (folder / "config.ini").write_text(config)
    (home / f"{name}.ini").write_text(f"path={folder}\n")


def test_virtual_devices(root, tmp_path):
    home = tmp_path / "avd"
    sdk = found(root, ANDROID_AVD_HOME=str(home))
    assert sdk.virtual_devices() == ()
    avd(
        home, "one",
        "hw.device.name=pixel_3\nhw.lcd.width=1080\nhw.lcd.height=2160\nhw.lcd.density=440\n"
        "image.sysdir.1=sdk/system-images/android-29/google_apis/x86_64/\n",
    )  # fmt: skip
    avd(home, "two", "hw.lcd.width=wide\n")
    (home / "three.ini").write_text("path=/nowhere\n")
    for name in ("b", "a", "default_boot"):
        (home / "one.avd/snapshots" / name).mkdir(parents=True)
    one, three, two = sdk.virtual_devices()
    assert one == VirtualDevice("one", home / "one.avd", "pixel_3", SYSTEM_IMAGE, 1080, 2160, 440)
    assert one.snapshots == ("a", "b")
    assert "hw.lcd.width=wide; it must be a whole number" in two.fault
    assert "no config.ini" in three.fault
    assert "Unknown AVD name [on]" in sdk.virtual_device("on").fault
