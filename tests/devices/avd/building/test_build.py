"""`bmoca avd build` and `verify` against bmoca-emulator, with the real adb: all ten test configurations, and
failures.

The console, adb and the snapshot files are the emulator's. This does not show how Android itself behaves.
"""

from __future__ import annotations

import json
import os
import socket
import time
from pathlib import Path

import numpy as np
import pytest
import sdk_folder

from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.avd import process as avd_process
from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.building import build as avd_building
from bmoca_gym.devices.avd.building import creation as avd_creation
from bmoca_gym.devices.avd.building import verification as avd_verifying
from bmoca_gym.devices.avd.building.build import Build
from bmoca_gym.devices.avd.building.emulator import RunningEmulator
from bmoca_gym.devices.avd.sdk import SYSTEM_IMAGE, AndroidSdk
from bmoca_gym.devices.avd.snapshots import BASE_SNAPSHOT, name_of
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import AndroidSdkError, DeviceError, EmulatorError, PortInUseError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import get, select

TEST = select("test")
FIRST = TEST[:3]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> AndroidSdk:
    """An SDK with a virtual device for each of the five phones of the test configurations, and all ten snapshots."""
    sdk = sdk_folder.make(tmp_path_factory.mktemp("avd"))
    avd_building.build(Build(sdk, TEST))
    return sdk


def steps(build: Build) -> list[str]:
    """The steps of a build, or of a dry run."""
    return [line.partition(": ")[2] for each in avd_building.plan(build) for line in each.lines()]


@pytest.mark.exhaustive
def test_all_ten_are_built_and_kept(built):
    assert {device.name: device.snapshots for device in built.virtual_devices()} == {
        "bmoca_WXGA_Tablet": ("bmoca_109", "bmoca_init"),
        "bmoca_pixel_3": (*(f"bmoca_{n}" for n in range(100, 106)), "bmoca_init"),
        "bmoca_pixel_4": ("bmoca_106", "bmoca_init"),
        "bmoca_pixel_5": ("bmoca_107", "bmoca_init"),
        "bmoca_pixel_6": ("bmoca_108", "bmoca_init"),
    }
    tablet = built.virtual_device("bmoca_WXGA_Tablet")
    assert (tablet.device, tablet.width, tablet.height, tablet.density) == (
        "10.1in WXGA (Tablet)",
        1280,
        800,
        160,
    )
    assert steps(Build(built, TEST)) == [f"keep bmoca_{configuration.id}" for configuration in TEST]
    begun = time.monotonic()
    avd_building.build(Build(built, TEST))  # starts nothing
    assert time.monotonic() - begun < 10


@pytest.mark.exhaustive
def test_all_ten_are_as_they_should_be_when_they_are_loaded(built):
    found = avd_verifying.verify(built, TEST)
    assert [(each.environment, each.wrong) for each in found] == [
        (configuration.id, "") for configuration in TEST
    ]
    assert [one.step for one in found[0].properties] == [
        "wallpaper", "alarms", "icon layout", "time zone", "locale", "screen", "font scale", "dark theme", "volumes",
        "brightness",
    ]  # fmt: skip
    assert "rotation" in [one.step for one in found[-1].properties]  # the tablet's


@pytest.mark.exhaustive
def test_a_loaded_snapshot_configurations_like_the_phone_in_the_process(built):
    with RunningEmulator(built, "bmoca_pixel_3") as running:
        for configuration in (get("100"), get("105")):
            running.device.load_snapshot(name_of(configuration))
            embedded = EmbeddedDevice()
            configuration.apply(embedded)
            embedded.perform(PressKey("HOME"))
            assert running.device.info.locale == configuration.locale
            assert np.array_equal(running.device.screenshot(), embedded.screenshot())
            assert running.device.ui_tree() == embedded.ui_tree()


@pytest.mark.exhaustive
def test_a_snapshot_that_was_changed_is_wrong_and_says_where(built):
    configuration = get("106")
    with RunningEmulator(built, "bmoca_pixel_4") as running:
        running.device.load_snapshot(name_of(configuration))
        running.device.shell(
            "settings put system font_scale 1.3; wm density 440; media volume --stream 4 --set 3"
        )
        running.device.save_snapshot(name_of(configuration))
    (found,) = avd_verifying.verify(built, [configuration])
    assert not found.ok
    assert [one.step for one in found.properties if not one.ok] == ["font scale", "volumes"]
    assert "font scale: 1.3, wanted 1.0" in found.wrong
    assert steps(Build(built, [configuration], force=True)) == ["build bmoca_106"]
    avd_building.build(Build(built, [configuration], force=True))
    assert avd_verifying.verify(built, [configuration])[0].ok


def test_what_is_not_built_or_stale_is_wrong(built):
    other = replace(get("107"), density=330, font_scale=1.15)
    missing, stale, no_avd = avd_verifying.verify(built, [get("000"), other, replace(get("100"), profile=XL)])
    assert missing.fault.endswith(
        "is not built, or was not finished; build it with: bmoca avd build --environments 000"
    )
    assert "was built from another configuration" in stale.fault
    assert "screen: (1080, 2340, 440), wanted (1080, 2340, 330)" in stale.wrong
    assert "Unknown AVD name" in no_avd.fault
    assert avd_verifying.built(built, select("all")) == TEST


XL = get("100").profile.__class__("Pixel 4 XL", "pixel_4_xl", 1440, 3040, 560, (560, 460, 660))


@pytest.mark.exhaustive
def test_one_that_was_interrupted_goes_on_where_it_stopped(sdk):
    done: list[str] = []

    def report(avd: str, what: str) -> None:
        if what == "build bmoca_102":
            raise KeyboardInterrupt
        done.append(what)

    with pytest.raises(KeyboardInterrupt):
        avd_building.build(Build(sdk, FIRST), report)
    assert done == [
        "make the virtual device", "install apps, answer their first questions", "build bmoca_100", "build bmoca_101"
    ]  # fmt: skip
    assert steps(Build(sdk, FIRST)) == ["build bmoca_102", "keep bmoca_100", "keep bmoca_101"]
    # One whose folder is lost, and one whose configuration has changed since, are built anew.
    (sdk.virtual_device("bmoca_pixel_3").folder / "snapshots/bmoca_101/handset.snapshot").unlink()
    (sdk.virtual_device("bmoca_pixel_3").folder / "snapshots/bmoca_101").rmdir()
    changed = (replace(FIRST[0], dark_theme=True), *FIRST[1:])
    assert steps(Build(sdk, changed)) == ["build bmoca_100", "build bmoca_101", "build bmoca_102"]
    done.clear()
    avd_building.build(Build(sdk, FIRST), lambda avd, what: done.append(what))
    assert done == ["build bmoca_101", "build bmoca_102"]
    assert all(each.ok for each in avd_verifying.verify(sdk, FIRST))


def test_a_step_that_does_not_read_back_ends_the_build_by_name(sdk, monkeypatch):
    shell = AdbDevice.shell

    def deaf(self: AdbDevice, command: str) -> ShellResult:
        return ShellResult("", 0) if "settings put system font_scale" in command else shell(self, command)

    monkeypatch.setattr(AdbDevice, "shell", deaf)
    configuration = get("101")
    with pytest.raises(
        DeviceError,
        match=r"bmoca_pixel_3, bmoca_101: configuration '101' on emulator-\d+: step 'font scale' failed: font_scale is "
        r"1\.0 when read back; 1\.15 was set",
    ):
        avd_building.build(Build(sdk, [configuration]))
    record = avd_record.read(sdk.virtual_device("bmoca_pixel_3").folder)
    assert record is not None
    assert record.snapshots == {}
    monkeypatch.undo()
    assert steps(Build(sdk, [configuration])) == ["build bmoca_101"]


def test_what_an_app_writes_after_a_step_is_seen_at_the_end(sdk, monkeypatch):
    perform = AdbDevice.perform

    def meddle(self: AdbDevice, gesture: object) -> None:
        self.shell("settings put system screen_brightness 7")
        perform(self, gesture)  # type: ignore[arg-type]

    monkeypatch.setattr(AdbDevice, "perform", meddle)
    with pytest.raises(
        DeviceError, match=r"bmoca_100: step 'brightness' failed: it is .*'7'.* when read back at the end"
    ):
        avd_building.build(Build(sdk, [get("100")]))


@pytest.mark.exhaustive
def test_apps_that_are_missing_are_named_and_only_their_tasks_are_disabled(sdk, monkeypatch, tmp_path):
    there = {"org.wikipedia"}
    shell = AdbDevice.shell

    def without(self: AdbDevice, command: str) -> ShellResult:
        if command.startswith("pm install"):
            there.add("com.instagram.android")
            return ShellResult("Success\n", 0)
        answer = shell(self, command)
        if command == "pm list packages":
            lines = [
                line for line in answer.output.splitlines()
                if ("instagram" not in line and "wikipedia" not in line) or line.removeprefix("package:") in there
            ]  # fmt: skip
            return ShellResult("\n".join(lines) + "\n", 0)
        return answer

    monkeypatch.setattr(AdbDevice, "shell", without)
    tasks = {"Instagram": ("open_instagram",), "Wikipedia": ("open_wikipedia",), "Clock": ("open_clock",)}
    avd_building.build(Build(sdk, [get("100")], tasks=tasks))
    folder = sdk.virtual_device("bmoca_pixel_3").folder
    record = avd_record.read(folder)
    assert record is not None
    assert record.missing == {"Instagram": "com.instagram.android*.apk, version 325.0.0.35.91"}
    assert record.disabled_tasks == ("open_instagram",)
    assert set(record.versions) == {"Calculator", "Snapseed", "Walmart", "Wikipedia"}
    assert avd_verifying.verify(sdk, [get("100")])[0].ok  # its icon is not asked for
    # The APK comes later: it is added to what is there, and the snapshots are built on that.
    sdk_folder.write_apk(tmp_path / "apks/com.instagram.android_325.0.0.35.91.apk")
    assert "lose bmoca_100, which was built on the bmoca_init before" in steps(
        Build(sdk, [get("101")], tmp_path / "apks")
    )
    build = Build(sdk, [get("100")], tmp_path / "apks", tasks=tasks)
    assert steps(build) == [
        f"prepare {BASE_SNAPSHOT} (com.instagram.android_325.0.0.35.91.apk): there are new APKs", "build bmoca_100"
    ]  # fmt: skip
    avd_building.build(build)
    record = avd_record.read(folder)
    assert record is not None
    assert (dict(record.missing), record.disabled_tasks) == ({}, ())
    assert steps(build) == ["keep bmoca_100"]
    assert steps(Build(sdk, [get("100")])) == ["keep bmoca_100"]  # also where the folder is not named again


def test_snapshots_of_an_older_procedure_are_built_again(sdk, monkeypatch):
    """AndroidLab's snapshots that the first procedure had built kept GMT."""
    monkeypatch.setattr(avd_building, "RECIPE", 1)
    avd_building.build(Build(sdk, [get("100")]))
    assert steps(Build(sdk, [get("100")])) == ["keep bmoca_100"]
    monkeypatch.undo()
    assert steps(Build(sdk, [get("100")])) == [
        f"prepare {BASE_SNAPSHOT} (no APKs): another release of bmoca_gym makes it otherwise", "build bmoca_100"
    ]  # fmt: skip


# What is missing, taken or refused


def test_a_port_that_is_taken(sdk):
    port = avd_process.free_ports().console
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(PortInUseError, match=rf"another program listens on port {port}, .* console"),
    ):
        avd_building.build(Build(sdk, [get("100")], port=port))
    with pytest.raises(PortInUseError, match="port 5555: it must be an even number"):
        RunningEmulator(sdk, "bmoca_pixel_3", 5555)


def test_a_free_port_that_is_taken_in_the_last_moment(built, monkeypatch):
    """The emulator is started again on other ports."""
    taken, others = avd_process.free_ports(), avd_process.free_ports()
    choices = iter([taken, others])
    monkeypatch.setattr(avd_process, "free_ports", lambda: next(choices))
    with socket.create_server(("127.0.0.1", taken.grpc)), RunningEmulator(built, "bmoca_pixel_5") as running:
        assert running.ports == others
        assert running.device.serial == others.serial


@pytest.mark.exhaustive
def test_two_emulators_of_one_virtual_device_are_refused(built):
    with (
        RunningEmulator(built, "bmoca_pixel_5"),
        pytest.raises(
            EmulatorError, match=r"has ended with 1 while it started. It said: .*Running multiple emulators"
        ),
    ):
        RunningEmulator(built, "bmoca_pixel_5")


def test_nothing_is_left_of_an_emulator_on_a_port_of_ones_own(built):
    port = avd_process.free_ports().console
    running = RunningEmulator(built, "bmoca_pixel_5", port)
    assert running.device.serial == f"emulator-{port}"
    process, server = running._process.id, running._server_port
    assert avd_process.listens(server)
    running.close()
    running.close()
    assert not os.path.exists(f"/proc/{process}")
    end = time.monotonic() + 30
    while avd_process.listens(server) and time.monotonic() < end:
        time.sleep(0.02)
    assert not avd_process.listens(server)
    assert not any(avd_process.listens(port) for port in (running.ports.console, running.ports.adb))


def test_an_emulator_that_ends_at_once_is_quoted(sdk):
    sdk.emulator.write_text(
        "#!/bin/sh\n[ \"$1\" = -accel-check ] && exit 0\necho 'INFO | Android emulator'; echo 'ERROR | kernel: no disk'; exit 3\n"
    )
    with pytest.raises(
        EmulatorError, match=r"ended with 3 while it started. It said: ERROR \| kernel: no disk"
    ):
        avd_building.build(Build(sdk, [get("100")]))
    assert steps(Build(sdk, [get("100")]))[0].startswith("prepare bmoca_init")  # the device itself is made


def test_an_image_that_is_not_installed(sdk):
    with pytest.raises(
        AndroidSdkError, match=r"android-30;default;x86_64 is not installed .* Install it with: .*'$"
    ):
        avd_building.build(Build(sdk, [get("100")], system_image="system-images;android-30;default;x86_64"))
    assert sdk.virtual_devices() == ()


def test_a_device_that_avdmanager_does_not_know(sdk):
    with pytest.raises(
        AndroidSdkError, match=r"avdmanager knows no device 'pixel_4_xl'.*'cmdline-tools;latest'"
    ):
        avd_building.build(Build(sdk, [replace(get("100"), profile=XL)]))


def test_an_avdmanager_that_refuses_is_quoted(sdk):
    sdk.avdmanager.write_text(
        "#!/bin/sh\necho 'ERROR: JAVA_HOME is not set and no java was found' >&2\nexit 1\n"
    )
    with pytest.raises(
        AndroidSdkError, match=r"list device --compact` ended with 1: ERROR: JAVA_HOME.*openjdk-17"
    ):
        avd_building.build(Build(sdk, [get("100")]))


def test_what_somebody_else_has_made_is_made_anew_and_another_image_too(sdk):
    avd_creation.create(sdk, "bmoca_pixel_3", get("100").profile, SYSTEM_IMAGE)
    assert "it was not finished, or not made by bmoca" in steps(Build(sdk, [get("100")]))[0]
    folder = sdk.virtual_device("bmoca_pixel_3").folder
    avd_record.write(folder, avd_record.AvdRecord("system-images;android-28;default;x86"))
    assert "it is of system-images;android-28" in steps(Build(sdk, [get("100")]))[0]
    (folder / "config.ini").unlink()
    assert "no config.ini" in steps(Build(sdk, [get("100")]))[0]


def test_hardware_that_snapshots_depend_on_is_set(sdk):
    profile = replace(get("100").profile, name="Own", width=720, height=1280, density=320)
    made = avd_creation.create(sdk, "own", profile, SYSTEM_IMAGE)
    assert (made.width, made.height, made.density) == (720, 1280, 320)
    text = (made.folder / "config.ini").read_text()
    assert "hw.keyboard=no\n" in text
    assert "hw.initialOrientation=portrait\n" in text
    avd_creation.delete(sdk, "own")
    assert sdk.virtual_devices() == ()
    assert list(Path(sdk.avd_home).iterdir()) == []


def test_a_running_device_is_not_deleted(built):
    with (
        RunningEmulator(built, "bmoca_pixel_5"),
        pytest.raises(AndroidSdkError, match="is running; end its emulator"),
    ):
        avd_creation.delete(built, "bmoca_pixel_5")
    with pytest.raises(AndroidSdkError, match=r"There is no AVD 'bmoca_pixel_55'.*bmoca_pixel_5"):
        avd_creation.delete(built, "bmoca_pixel_55")


def test_a_snapshot_of_ones_own_configuration_has_a_name_of_its_own():
    mine, other = (replace(get("100"), split="custom", dark_theme=dark) for dark in (False, True))
    assert name_of(get("100")) == "bmoca_100"
    assert len({name_of(get("100")), name_of(mine), name_of(other)}) == 3
    assert json.dumps(name_of(mine)).startswith('"bmoca_100-')


def test_a_snapshot_that_is_not_kept_names_the_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(EmbeddedDevice, "save_snapshot", lambda self, name: None)
    with pytest.raises(
        DeviceError, match=rf"no snapshot 'a' after it was saved. Is the disk of {tmp_path} full\? Make room"
    ):
        avd_building.save(EmbeddedDevice(), "a", tmp_path)
