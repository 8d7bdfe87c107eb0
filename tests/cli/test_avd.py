"""``bmoca avd`` and ``bmoca doctor`` as commands, and an evaluation on the result: exit codes and output."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "devices"))  # for sdk_folder
sys.path.insert(0, str(Path(__file__).parents[1] / "handset" / "servers"))  # for make_apk

import make_apk
import sdk_folder

from bmoca_gym import cli, extras, suite_names, tasks
from bmoca_gym.cli import avd, doctor
from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.building import build as avd_building
from bmoca_gym.devices.avd.building import creation as avd_creation
from bmoca_gym.devices.avd.building.apps import app_data
from bmoca_gym.devices.avd.building.emulator import RunningEmulator
from bmoca_gym.devices.avd.sdk import AndroidSdk
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.devices.machine import Machine
from bmoca_gym.envs import choices
from bmoca_gym.episodes.records import read
from bmoca_gym.handset import images, packages
from bmoca_gym.handset.value import replace as changed
from bmoca_gym.randomization import dump, get

CONFIGURATIONS = "100,105,109"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> AndroidSdk:
    """An SDK with three configurations of the tests' ten, on two virtual devices."""
    sdk = sdk_folder.make(tmp_path_factory.mktemp("avd"))
    with pytest.MonkeyPatch.context() as patch:
        use(patch, sdk)
        assert run("avd", "build", "--environments", CONFIGURATIONS, "--quiet") == 0
    return sdk


def use(patch: pytest.MonkeyPatch, sdk: AndroidSdk) -> None:
    """Let the process find that SDK."""
    for name, text in sdk.environment_of_programs().items():
        if name.startswith("ANDROID_") or name == "HOME":
            patch.setenv(name, text)


@pytest.fixture
def sdk(built: AndroidSdk, monkeypatch: pytest.MonkeyPatch) -> AndroidSdk:
    use(monkeypatch, built)
    return built


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AndroidSdk:
    made = sdk_folder.make(tmp_path)
    use(monkeypatch, made)
    return made


def run(*arguments: str) -> int:
    return cli.main([str(argument) for argument in arguments])


def test_a_dry_run_says_what_would_be_done_and_does_nothing(empty, capsys):
    assert run("avd", "build", "--environments", "100,109", "--dry-run") == 0
    assert capsys.readouterr().out.splitlines() == [
        "bmoca_pixel_3: make it (pixel_3, 1080x2160, 440 dpi): there is none",
        "bmoca_pixel_3: prepare bmoca_init (no APKs): there is none",
        "bmoca_pixel_3: build bmoca_100",
        "bmoca_WXGA_Tablet: make it (10.1in WXGA (Tablet), 1280x800, 160 dpi): there is none",
        "bmoca_WXGA_Tablet: prepare bmoca_init (no APKs): there is none",
        "bmoca_WXGA_Tablet: build bmoca_109",
    ]
    assert empty.virtual_devices() == ()
    assert run("avd", "list") == 0
    assert "There are no virtual devices of bmoca in" in capsys.readouterr().out
    assert run("avd", "verify") == avd.WRONG
    assert "Make them with: bmoca avd build" in capsys.readouterr().err


def test_what_is_there_is_listed(sdk, capsys):
    assert run("avd", "list") == 0
    text = capsys.readouterr().out
    assert "bmoca_100, bmoca_105" in text
    assert "1280×800" in text
    assert run("avd", "list", "--json") == 0
    tablet, pixel = json.loads(capsys.readouterr().out)
    assert (tablet["name"], pixel["snapshots"]) == ("bmoca_WXGA_Tablet", ["bmoca_100", "bmoca_105"])
    assert (pixel["missing"], pixel["disabled_tasks"], pixel["lost_snapshots"]) == ({}, [], [])


@pytest.mark.exhaustive
def test_what_is_there_is_verified_and_what_is_not_is_exit_code_1(sdk, capsys):
    assert run("avd", "verify", "--quiet") == 0
    assert "3 of 3 snapshots are correct." in capsys.readouterr().out
    assert run("avd", "verify", "--environments", "106", "--json") == avd.WRONG
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["ok"], found["snapshot"], found["properties"]) == (False, "bmoca_106", {})


def test_an_interruption_is_exit_code_130(empty, monkeypatch, capsys):
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(avd_creation, "create", interrupt)
    assert run("avd", "build", "--environments", "100") == avd.INTERRUPTED
    assert "Interrupted. Give the same command again to resume." in capsys.readouterr().err


@pytest.mark.exhaustive
def test_ctrl_c_ends_the_emulator_and_the_next_run_goes_on(empty):
    """With a real process, interrupted while its emulator runs."""
    command = [sys.executable, "-m", "bmoca_gym.cli", "avd", "build", "--environments", "train"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    folder = empty.avd_home / "bmoca_pixel_3.avd"
    end = time.monotonic() + 60
    while time.monotonic() < end and not (folder / "snapshots/bmoca_000").exists():
        time.sleep(0.01)
    process.send_signal(2)
    said = process.communicate(timeout=60)[0].decode()
    assert process.returncode == avd.INTERRUPTED, said
    assert not avd_creation.is_running(empty.virtual_device("bmoca_pixel_3"))
    record = avd_record.read(folder)
    assert record is not None
    assert record.base
    assert len(record.snapshots) < 35
    assert run("avd", "build", "--environments", "000,001", "--quiet") == 0
    assert run("avd", "verify", "--environments", "000,001", "--quiet") == 0


@pytest.mark.exhaustive
def test_who_pauses_is_waited_for(empty, monkeypatch, capsys):
    typed: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin.readline", lambda: typed.append("Enter") or "", raising=False)
    assert run("avd", "build", "--environments", "100", "--pause", "--quiet") == 0
    assert typed == ["Enter"]
    assert (
        "bmoca_pixel_3 is ready. Log in, close the apps' dialogs, then press Enter."
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["build", "--sdk", "/nowhere"], "the folder that was given is '/nowhere', which is not a folder"),
        (["build", "--apks", "/nowhere"], "--apks '/nowhere' is not a folder"),
        (["build", "--port", "5555"], "port 5555: it must be an even number"),
        (["build", "--pause"], "--pause waits for the Enter key, but standard input is not a terminal"),
        (["build", "--environments", "999"], "There is no environment '999'"),
        (["delete"], "Name the virtual devices to delete"),
        (
            ["delete", "Pixel_7", "--yes"],
            "bmoca did not make Pixel_7, and deletes only its own virtual devices: none",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(empty, words, says, capsys):
    assert run("avd", *words, *(["--quiet"] if words[0] == "build" else [])) == cli.BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith("bmoca: ")
    assert error.count("\n") == 1
    assert says in error


def test_delete_asks_and_deletes_only_its_own(empty, monkeypatch, capsys):
    avd_creation.create(empty, "mine", get("100").profile, sdk_folder.SYSTEM_IMAGE)
    folder = avd_creation.create(empty, "bmoca_pixel_3", get("100").profile, sdk_folder.SYSTEM_IMAGE).folder
    avd_record.write(folder, avd_record.AvdRecord(sdk_folder.SYSTEM_IMAGE))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert run("avd", "delete", "--all") == cli.BAD_INPUT
    assert "give --yes" in capsys.readouterr().err
    assert run("avd", "delete", "mine", "--yes") == cli.BAD_INPUT
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, left in (("n", ["bmoca_pixel_3", "mine"]), ("y", ["mine"])):
        monkeypatch.setattr("builtins.input", lambda _, answer=answer: answer)
        assert run("avd", "delete", "bmoca_pixel_3") == 0
        assert [device.name for device in empty.virtual_devices()] == left


def test_the_doctor_finds_what_was_built(sdk, capsys):
    run("doctor", "--environments", CONFIGURATIONS, "--json")
    found = {check["name"]: check for check in json.loads(capsys.readouterr().out)}
    for name in ("emulator", "platform-tools", "cmdline-tools", "system image", "AVD bmoca_pixel_3", "adb"):
        assert found[name]["state"] == "ok", found[name]
    assert found["AVD bmoca_WXGA_Tablet"]["detail"] == "1 of 1 snapshots"
    assert run("doctor", "--environments", "100,106") == 1
    text = capsys.readouterr().out
    assert re.search(r"missing +AVD bmoca_pixel_4 [^→]*→ bmoca avd build\n", text)


def test_the_doctor_without_an_sdk(tmp_path, capsys, monkeypatch):
    assert run("doctor", "--sdk", str(tmp_path)) == 1
    assert re.search(r"missing +Android SDK *\n +→ ", capsys.readouterr().out)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT"):
        monkeypatch.delenv(name, raising=False)
    assert run("doctor") == 0
    told = capsys.readouterr().out
    headings = re.findall(r"^(\w[^:]*):$", told, re.MULTILINE)
    assert headings == ["This package", "Speed", "Extras", "Android, for real phones and virtual devices"]
    assert "The package works." in told
    for line, after in itertools.pairwise(told.splitlines()):
        assert not line.startswith(("  missing", "  wrong")) or "→" in after or after.startswith(" " * 12), (
            line
        )
    monkeypatch.setattr(Machine, "phones", lambda self, port: {})  # no server is started
    assert run("doctor", "--for", "adb", "--json") == 1
    names = [check["name"] for check in json.loads(capsys.readouterr().out)]
    assert "Android SDK" not in names
    for suite in ("androidworld", "androidlab"):
        run("doctor", "--for", "adb", "--suite", suite, "--device", "embedded", "--json")
        count = len(tasks.suite(suite))
        assert json.loads(capsys.readouterr().out)[-1] == {
            "section": doctor.ANDROID, "name": f"suite {suite}", "state": "ok", "mend": "",
            "detail": f"{count} of {count} tasks can be played on embedded-0",
        }  # fmt: skip
    run("doctor", "--for", "adb", "--suite", "bmoca", "--device", "embedded", "--json")
    assert json.loads(capsys.readouterr().out)[-1]["state"] == "ok"


class Lacking(EmbeddedDevice):
    """A phone without two apps, root and Android's newer dumps, and with another version of a third."""

    def shell(self, command: str) -> ShellResult:
        answer = super().shell(command)
        if command == "pm list packages":
            there = [line for line in answer.output.splitlines() if line != "package:org.tasks"]
            return ShellResult("\n".join(there) + "\n", 0)
        if command in ("dumpsys package org.tasks", "dumpsys package ca.zgrs.clipper"):
            return ShellResult("Unable to find package\n", 0)
        if command == "dumpsys package com.flauschcode.broccoli":
            return ShellResult("    versionCode=1020500 minSdk=21\n    versionName=1.2.5\n", 0)
        return ShellResult("", 1) if command in ("su 0 id -u", "pm path ca.zgrs.clipper") else answer


def test_in_the_image_the_doctor_advises_nothing_that_changes_it(monkeypatch, capsys):
    monkeypatch.setattr(Machine, "phones", lambda self, port: {})  # no server is started
    monkeypatch.setattr(Machine, "package", lambda self, name: "")  # nor is any extra there
    monkeypatch.setattr(Machine, "which", lambda self, name: "")
    monkeypatch.setenv(extras.IMAGE, ".[llm]")
    assert run("doctor", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    mends = {check["mend"] for check in found if check["section"] == "extras"}
    assert "docker build -t bmoca-gym --build-arg PACKAGE='.[llm,play]' ." in mends
    assert not [check for check in found if re.search(r"\bpip\b|\bsudo\b|sdkmanager", check["mend"])]
    assert "image" in {check["name"] for check in found if check["section"] == "this package"}
    assert run("doctor") == 0
    told = capsys.readouterr().out.partition("\nExtras:")[2].partition("\nAndroid")[0]
    # Once for all, and beside it only those that need an image of their own.
    assert "  to add NAME: docker build -t bmoca-gym --build-arg PACKAGE='.[llm,NAME]' .\n" in told
    assert told.count("docker build -t bmoca-gym ") == 1
    assert "→ docker build -t bmoca-openenv --build-arg PACKAGE='.[openenv]' " in told


def test_the_doctor_names_what_a_phone_lacks_for_a_suite(monkeypatch, capsys):
    monkeypatch.setattr(Machine, "phones", lambda self, port: {})
    monkeypatch.setattr(choices, "open_device", lambda choice, image: (Lacking(image=image), True))
    assert run("doctor", "--for", "adb", "--suite", "androidworld", "--json") == 1
    found = {check["name"]: check for check in json.loads(capsys.readouterr().out)}
    assert found["app Tasks"]["state"] == found["app Clipper"]["state"] == "missing"
    assert found["app Tasks"]["mend"].startswith(
        "put org.tasks*.apk, version code 130605 into a folder, then: adb -s"
    )
    assert (found["app Broccoli"]["state"], found["app Broccoli"]["detail"]) == (
        "wrong",
        "com.flauschcode.broccoli 1.2.5, version code 1020500; expected: com.flauschcode.broccoli*.apk, version code 1020600",
    )
    assert found["app Markor"]["state"] == found["capability sms"]["state"] == "ok"
    assert found["capability root"]["state"] == found["capability clipboard"]["state"] == "missing"
    assert "or a rooted phone" in found["capability root"]["mend"]
    suite = found["suite androidworld"]
    count = len(tasks.suite("androidworld"))
    assert suite["detail"].startswith(f"0 of {count} tasks can be played on embedded-0; not: ")
    assert "tasks_due_on_date (org.tasks, root)" in suite["detail"]
    assert "simple_sms_send_clipboard_content (clipboard, root)" in suite["detail"]


@pytest.mark.exhaustive
def test_a_virtual_device_for_androidworld(tmp_path, monkeypatch, capsys):
    """Apps are installed and started, settings made, and missing parts reported; the doctor finds the result on the
    phone.
    """
    data = app_data(suite_names.folder("androidworld") / "apps.yaml")
    sdk = sdk_folder.make(tmp_path, data.system_image)
    use(monkeypatch, sdk)
    there = packages.owners_of(images.ANDROID13)
    # The phone has most apps already; of the others one comes as an APK.
    *missing, new = [None, *(app for app in data.apps if app.package not in there)]
    apks, names = tmp_path / "apks", []
    apks.mkdir()
    if new is not None:
        names.append(f"{new.file or new.package}_{new.version or new.code}.apk")
        (apks / names[0]).write_bytes(
            make_apk.apk(new.package, new.code or 1, new.version or "1.0", label=new.name)
        )
    build = ["avd", "build", "--suite", "androidworld", "--apks", str(apks)]
    assert run(*build, "--dry-run") == 0
    assert capsys.readouterr().out.splitlines() == [
        "bmoca_android13_pixel_6: make it (pixel_6, 1080x2400, 420 dpi): there is none",
        f"bmoca_android13_pixel_6: prepare bmoca_init ({', '.join(names) or 'no APKs'}): there is none",
        "bmoca_android13_pixel_6: build bmoca_pixel_6",
    ]
    assert run(*build, "--quiet") == 0
    record = avd_record.read(sdk.virtual_device("bmoca_android13_pixel_6").folder)
    assert record is not None
    assert (record.system_image, record.disabled_tasks) == (data.system_image, ())
    assert set(record.missing) == {app.name for app in missing if app is not None}
    assert record.versions["Broccoli"] == "1.2.6"
    assert new is None or new.name in record.versions
    with RunningEmulator(sdk, "bmoca_android13_pixel_6", read_only=True) as running:
        phone = running.device
        phone.load_snapshot("bmoca_pixel_6")
        assert all(one.ok for one in get("androidworld/pixel_6").verify(phone, "android13"))
        said = phone.shell("settings get system time_12_24; settings get secure sms_default_application")
        assert said.output.split() == ["24", "com.simplemobiletools.smsmessenger"]
        assert (new is None) or f"package:{new.package}" in phone.shell("pm list packages").output
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(phone.server.port))
        capsys.readouterr()
        run("doctor", "--for", "adb", "--suite", "androidworld", "--device", f"adb:{phone.serial}", "--json")
    found = {
        check["name"]: (check["state"], check["detail"]) for check in json.loads(capsys.readouterr().out)
    }
    assert found["app Broccoli"] == ("ok", "com.flauschcode.broccoli 1.2.6, version code 1020600")
    for name in ("capability root", "capability sms", "capability clipboard", "suite androidworld"):
        assert found[name][0] == "ok", name


# device="avd"


@pytest.mark.exhaustive
def test_the_experts_do_their_tasks_on_what_was_built(sdk, tmp_path):
    pytest.importorskip("android_env")
    words = [
        "evaluate",
        "--agent",
        "expert",
        "--device",
        "avd",
        "--environments",
        CONFIGURATIONS,
        "--films",
        "none",
    ]
    assert run(*words, "--out", tmp_path / "avd", "--quiet") == 0
    words[4] = "embedded"
    assert run(*words, "--out", tmp_path / "embedded", "--quiet") == 0
    played, beside = (
        {
            (episode.task, episode.environment): (episode.success, episode.steps, episode.error)
            for episode in read(tmp_path / name / "episodes.jsonl")
        }
        for name in ("avd", "embedded")
    )
    assert len(played) == 18
    assert played == beside
    assert {success for success, _, _ in played.values()} == {True}


@pytest.mark.exhaustive
def test_a_task_without_its_app_and_a_stale_snapshot_are_refused(sdk, tmp_path, capsys):
    pytest.importorskip("android_env")
    folder = sdk.virtual_device("bmoca_pixel_3").folder
    record = avd_record.read(folder)
    assert record is not None
    words = ["screenshot", "--device", "avd", "-o", str(tmp_path / "a.png"), "--environment"]
    other = changed(get("100"), dark_theme=True)
    dump([other], tmp_path / "other.yaml")
    assert run(*words, str(tmp_path / "other.yaml")) == cli.BAD_INPUT
    assert "the snapshot bmoca_100 was built from another configuration of that id" in capsys.readouterr().err
    missing = avd_building.replace(
        record, missing={"Clock": "clock.apk"}, disabled_tasks=("create_alarm_at_10_30_am",)
    )
    avd_record.write(folder, missing)
    assert run(*words, "100") == cli.BAD_INPUT
    assert "needs an app that is not installed" in capsys.readouterr().err
    avd_record.write(folder, record)
    assert run(*words, "100") == 0
