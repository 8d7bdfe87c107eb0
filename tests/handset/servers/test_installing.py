"""Installed packages: each is an app with its name, its files and a screen, and all lists of packages agree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from handset_hand import Hand
from make_apk import apk
from real_adb import PROGRAMS, Adb, needs_adb

from bmoca_gym.handset import images, input, packages
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.system import apk as packages_read
from bmoca_gym.handset.system import files

NOTES = "org.example.notes"


@pytest.fixture
def adb(daemon: AdbDaemon, tmp_path: Path) -> Iterator[Adb]:
    made = Adb(next(reversed(PROGRAMS.values())), tmp_path)
    made.start()
    try:
        made.connect(daemon.port)
        yield made
    finally:
        made.close()


@pytest.fixture
def notes() -> Hand:
    """A phone with the app installed from a file."""
    hand = Hand()
    hand.device.write_file("/data/local/tmp/notes.apk", apk(NOTES, 7, "2.1", label="Notes"))
    assert hand.shell("pm install -r -t /data/local/tmp/notes.apk") == "Success\n"
    return hand


def test_what_a_manifest_says() -> None:
    found = packages_read.read_manifest(apk(NOTES, 7, "2.1", label="Notes"))
    assert found == packages_read.Manifest(
        NOTES, 7, "2.1", f"{NOTES}.Main", "Notes", (f"{NOTES}.Main", f"{NOTES}.Other")
    )
    assert packages_read.read_manifest(apk(NOTES)).launcher == ""


def test_all_who_list_packages_agree(notes: Hand) -> None:
    path = f"/data/app/{NOTES}/base.apk"
    assert notes.shell(f"pm list packages -3 -f -U --show-versioncode {NOTES}") == (
        f"package:{path}={NOTES} versionCode:7 uid:10200\n"
    )
    assert notes.shell(f"pm list packages -s {NOTES}") == ""
    assert notes.shell(f"pm path {NOTES}") == f"package:{path}\n"
    assert notes.device.read_file(path) == apk(NOTES, 7, "2.1", label="Notes")
    told = notes.shell(f"dumpsys package {NOTES}")
    for part in (
        f"codePath=/data/app/{NOTES}",
        "versionCode=7 ",
        "versionName=2.1\n",
        "userId=10200\n",
        f"{NOTES}/.Main filter",
    ):
        assert part in told
    assert notes.shell(f"pm resolve-activity --brief {NOTES}").endswith(f"{NOTES}/.Main\n")
    assert "drwxrwx--x 2 u0_a200 u0_a200" in notes.shell(f"ls -ld /data/data/{NOTES}")
    assert notes.shell(f"pm uninstall {NOTES}") == "Success\n"
    assert notes.shell(f"pm list packages {NOTES}; pm path {NOTES}; ls /data/app") == ""
    assert "Unable to find package" in notes.shell(f"dumpsys package {NOTES}")
    assert "No such file" in notes.device.shell(f"ls /data/data/{NOTES}").output
    assert notes.phone.image == images.ANDROID10
    assert "Failure" in notes.device.shell(f"pm uninstall {NOTES}").output


def test_it_starts_and_shows_which_app_it_is(notes: Hand) -> None:
    for line in (f"am start -n {NOTES}/.Main", f"am start -n {NOTES}/.Other", f"monkey -p {NOTES} 1"):
        notes.device.perform(PressKey("HOME"))
        assert "Error" not in notes.shell(line)
        assert notes.phone.top.component == f"{NOTES}/{NOTES}.Main"
        assert NOTES in notes.text("android:id/message")
        assert {node.package for node in notes.tree} >= {NOTES}
    assert NOTES in notes.shell("pidof " + NOTES + f" && ps -A | grep {NOTES}")
    assert notes.device.shell(f"am start -n {NOTES}/.Inner").exit_code == 1
    notes.shell(f"echo x > /data/data/{NOTES}/files/kept; am force-stop {NOTES}")
    assert notes.phone.home
    assert notes.shell(f"cat /data/data/{NOTES}/files/kept") == "x\n"
    assert notes.shell(f"pm clear {NOTES}") == "Success\n"
    assert not files.exists(notes.phone, f"/data/data/{NOTES}/files")


def test_it_is_among_the_apps_of_the_launcher(notes: Hand) -> None:
    width, height = notes.phone.configuration.width, notes.phone.configuration.height
    notes.shell(f"input swipe {width // 2} {int(height * 0.8)} {width // 2} {int(height * 0.2)}")
    while not notes.sees(text="Notes"):
        before = notes.tree
        notes.shell(f"input swipe {width // 2} {int(height * 0.8)} {width // 2} {int(height * 0.3)}")
        assert notes.tree != before, "not in the drawer"
    notes.tap(text="Notes")
    assert notes.phone.top.package == NOTES


def test_a_snapshot_keeps_it_and_an_update_its_files(notes: Hand) -> None:
    notes.shell(f"echo x > /data/data/{NOTES}/files/kept; am start -n {NOTES}/.Main")
    assert snapshot_file.loads(snapshot_file.dumps(notes.phone)) == notes.phone
    notes.device.write_file("/data/local/tmp/notes.apk", apk(NOTES, 8, "2.2", label="Notes"))
    assert notes.shell("pm install /data/local/tmp/notes.apk") == "Success\n"
    assert "versionCode:8 uid:10200" in notes.shell(f"pm list packages -U --show-versioncode {NOTES}")
    assert notes.shell(f"cat /data/data/{NOTES}/files/kept") == "x\n"
    assert notes.phone.home, "an app that is replaced is stopped"


def test_other_phones_do_not_have_it(notes: Hand) -> None:
    assert NOTES not in packages.apps_of(images.boot().image)
    assert NOTES in packages.apps_of(input.wait(notes.phone, 1000).image)


def test_what_is_no_package_and_what_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand()
    assert "Unable to open file" in hand.device.shell("pm install /nowhere.apk").output
    for data in (b"", b"PK\3\4", b"x" * 1000):
        hand.device.write_file("/data/local/tmp/x.apk", data)
        assert "INSTALL_PARSE_FAILED_NOT_APK" in hand.device.shell("pm install /data/local/tmp/x.apk").output
    hand.device.write_file("/data/local/tmp/x.apk", apk(NOTES, label="Notes"))
    monkeypatch.setattr(files, "STORAGE_LIMIT", 400_000)
    assert "INSUFFICIENT_STORAGE" in hand.device.shell("pm install /data/local/tmp/x.apk").output
    assert hand.phone.image == images.ANDROID10


@needs_adb
def test_the_real_adb_installs(adb: Adb, daemon: AdbDaemon, tmp_path: Path) -> None:
    package, empty = tmp_path / "notes.apk", tmp_path / "empty.apk"
    package.write_bytes(apk(NOTES, label="Notes"))
    empty.write_bytes(b"")
    done = adb.run("install", str(empty), seconds=10)
    assert done.returncode == 1
    assert b"INSTALL_PARSE_FAILED_NOT_APK" in done.stdout + done.stderr
    for way in (["install"], ["install", "--no-streaming"], ["install-multiple"]):
        assert "Success" in adb.text(*way, str(package))
        assert NOTES in packages.apps_of(daemon.served.phone.image)
        assert adb.text("shell", "pm", "path", NOTES) == f"package:/data/app/{NOTES}/base.apk\n"
        assert "Success" in adb.text("uninstall", NOTES)
        assert NOTES not in packages.apps_of(daemon.served.phone.image)


def _session(hand: Hand, options: str = "") -> str:
    return hand.shell(f"pm install-create {options}").partition("[")[2].partition("]")[0]


def test_several_packages_are_installed_at_once() -> None:
    hand = Hand()
    parent, names = _session(hand, "--multi-package"), ("org.example.one", "org.example.two")
    children = []
    for name in names:
        children.append(_session(hand))
        hand.device.write_file("/data/local/tmp/x.apk", apk(name))
        hand.shell(f"pm install-write {children[-1]} base.apk /data/local/tmp/x.apk")
    assert hand.device.shell(f"pm install-add-session {parent} 7").exit_code == 255
    assert hand.device.shell(f"pm install-add-session {parent} {parent}").exit_code == 255
    assert hand.shell(f"pm install-add-session {parent} {' '.join(children)}") == "Success\n"
    assert hand.shell(f"pm install-commit {parent}") == "Success\n"
    assert hand.shell("pm list packages org.example.").split() == [f"package:{name}" for name in names]
    assert "vmdl" not in hand.shell("ls /data/app")
