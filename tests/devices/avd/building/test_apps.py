"""Apps of virtual devices: APKs in a folder, a phone's answers to them, and questions that are dismissed."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
import sdk_folder

from bmoca_gym import suite_names, tasks
from bmoca_gym.devices.avd.building import apps as avd_apps
from bmoca_gym.devices.avd.building import base as avd_base
from bmoca_gym.devices.avd.building.apps import Element, FirstRun, app_data
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.errors import CatalogueError, DeviceError, SettingsError
from bmoca_gym.handset import images
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.randomization.application_steps import run

APPS = app_data().apps


class FakePhone:
    """An Android with one app, which shows ``screens`` one after the other, each until one of its ids is tapped.

    ``answers``: output of commands by pattern; an int is an exit code.
    """

    info = SimpleNamespace(serial="fake-0")

    def __init__(
        self, package: str = "org.app", screens: tuple[str, ...] = (), asks_again: bool = False
    ) -> None:
        self.installed = {package, "com.google.android.music"}
        self.off: set[str] = set()
        self.package, self.screens, self.asks_again = package, screens, asks_again
        self.left = list(screens)
        self.answers: dict[str, str | int] = {}
        self.files: dict[str, bytes] = {}
        self.calls: list[str] = []
        self.gestures: list[object] = []
        self.waited = 0.0
        self.kept: dict[str, str] = {}

    def shell(self, command: str) -> ShellResult:
        self.calls.append(command)
        for pattern, answer in self.answers.items():
            if re.search(pattern, command):
                return ShellResult("no\n", answer) if isinstance(answer, int) else ShellResult(answer, 0)
        told = re.fullmatch(r"settings put (\S+ \S+) (\S+); settings get \S+ \S+", command)
        if told:
            return ShellResult(told[2] + "\n", 0)
        if command.startswith("pm disable-user"):
            self.off.add(command.split()[-1])
        if command.startswith("am force-stop") and self.asks_again:
            self.left = list(self.screens)
        outputs = {
            "pm list packages": "".join(f"package:{name}\n" for name in sorted(self.installed)),
            "pm list packages -d": "".join(f"package:{name}\n" for name in sorted(self.off)),
            "id -u": "0\n",
            "locksettings get-disabled": "true\n",
            "svc power stayon true; settings get global stay_on_while_plugged_in": "7\n",
        }
        return ShellResult(outputs.get(command, ""), 0)

    def write_file(self, path: str, data: bytes) -> None:
        self.files[path] = data

    def read_file(self, path: str) -> bytes:
        return self.files[path]

    def wait(self, seconds: float) -> None:
        self.waited += seconds

    def perform(self, gesture: object) -> None:
        self.gestures.append(gesture)
        if isinstance(gesture, Tap) and self.left:
            self.left.pop(0)

    def ui_tree(self, windows: bool = False) -> UiTree:
        shown = self.left[0] if self.left else "org.app:id/main"
        desc, id = (shown, "") if " " in shown else ("", shown)
        node = UiNode("android.widget.Button", id, "", desc, (100, 200, 300, 400), self.package, 0)
        return UiTree((node,), 1000, 2000)


ASKS = FirstRun(
    "org.app", (Element(id="org.app:id/accept"), Element(id="org.app:id/skip"), Element(desc="Close, now"))
)


def test_the_expected_apps_are_the_references():
    assert {app.name: app.code for app in APPS} == {
        "Calculator": 85005407, "Instagram": 372509503, "Snapseed": 1251211, "Walmart": 24190029, "Wikipedia": 50484
    }  # fmt: skip
    assert APPS[1].expected == "com.instagram.android*.apk, version 325.0.0.35.91"
    assert {each.package for each in app_data().first_run} <= {app.package for app in APPS} | {
        "com.android.chrome"
    }


def test_the_apps_of_androidworld():
    data = app_data(suite_names.folder("androidworld") / avd_apps.FILE)
    assert data.system_image == "system-images;android-33;google_apis;x86_64"
    by_name = {app.name: app for app in data.apps}
    assert by_name["Broccoli"].expected == "com.flauschcode.broccoli*.apk, version code 1020600"
    assert by_name["Clipper"].expected == "clipper*.apk"
    assert by_name["OsmAnd"].expected == "net.osmand*.apk, version 4.6.13"
    assert by_name["VLC"].is_version(13050407, "3.5.4")
    assert not by_name["VLC"].is_version(13050406, "3.5.4")
    assert by_name["OsmAnd"].is_version(4613, "4.6.13")
    packages = {app.package for app in data.apps}
    brought = ("com.android.", "com.google.android.")
    assert all(each.package in packages or each.package.startswith(brought) for each in data.first_run)
    # Every app of the suite that Android does not bring is there, and the handset has the build that is expected.
    for package in dict(tasks.suite("androidworld").apps).values():
        assert package in packages or package.startswith(brought), package
    versions = images.ANDROID13.versions
    assert all(
        by_package.is_version(*versions[by_package.package])
        for by_package in data.apps
        if by_package.package in versions
    )


def test_the_apps_of_androidlab():
    data = app_data(suite_names.folder("androidlab") / avd_apps.FILE)
    by_package = {app.package: app for app in data.apps}
    assert by_package["us.zoom.videomeetings"].expected == "us.zoom.videomeetings*.apk"
    assert by_package["com.aldiko.android"].is_version(1, "any")
    brought = ("com.android.", "com.google.android.")
    needed = {package for task in tasks.suite("androidlab") for package in task.packages}
    assert {package for package in needed if not package.startswith(brought)} == set(by_package)
    assert {each.package for each in data.first_run} <= needed


def test_apks_of_androidworld_are_found_by_their_version_codes(tmp_path):
    data = app_data(suite_names.folder("androidworld") / avd_apps.FILE)
    names = ["org.videolan.vlc_13050408.apk", "clipper.apk", "net.osmand-4.6.13.apk", "org.tasks_130605.apk"]
    for name in [*names, "org.tasks_130606.apk"]:
        sdk_folder.write_apk(tmp_path / name)
    assert sorted(path.name for path in avd_apps.find_apks(tmp_path, data.apps).values()) == sorted(names)


def test_their_tasks_are_those_of_the_catalogue():
    assert {app.name for app in APPS} <= {task.app for task in tasks.select("all")}


@pytest.mark.parametrize(
    "text",
    [
        "apps: [",
        "apps: []",
        "apps: [{name: A, package: a.b}]\nfirst_run: []\nshell: [1]",
        "apps: []\nfirst_run: []\nx: 1",
        "apps: [{name: A}]\nfirst_run: []\ndisabled: []",
        "3",
    ],
)
def test_a_malformed_file_is_named(text):
    with pytest.raises(CatalogueError, match=r"apps.yaml is malformed"):
        avd_apps.parse(text)


def test_apks_are_found_by_their_package(tmp_path):
    names = [
        "org.wikipedia.apk",
        "com.instagram.android_325.0.0.35.91-372509503_minAPI28(x86_64)(nodpi)_apkmirror.com.apk",
        "com.niksoftware.snapseed-2.20.0.526050212.apk",
        "org.wikipedia.beta.apk",
        "com.walmart.androidx.apk",
        "readme.txt",
    ]
    for name in names:
        sdk_folder.write_apk(tmp_path / name)
    found = avd_apps.find_apks(tmp_path, APPS)
    assert {package: path.name for package, path in found.items()} == {
        "org.wikipedia": names[0], "com.instagram.android": names[1], "com.niksoftware.snapseed": names[2]
    }  # fmt: skip


def test_of_two_apks_the_expected_version_is_taken_and_else_nobody_guesses(tmp_path):
    for version in ("23.0", "24.19"):
        sdk_folder.write_apk(tmp_path / f"com.walmart.android_{version}.apk")
    assert avd_apps.find_apks(tmp_path, APPS)["com.walmart.android"].name == "com.walmart.android_24.19.apk"
    (tmp_path / "com.walmart.android_24.19.apk").rename(tmp_path / "com.walmart.android_25.0.apk")
    with pytest.raises(
        SettingsError, match=r"Walmart has several files, .*23.0.apk, .*25.0.apk; leave one: .* 24.19"
    ):
        avd_apps.find_apks(tmp_path, APPS)


def test_what_is_no_apk_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"none' is not a folder"):
        avd_apps.find_apks(tmp_path / "none", APPS)
    (tmp_path / "org.wikipedia.apk").write_bytes(b"<html>Not found</html>")
    with pytest.raises(SettingsError, match=r"org.wikipedia.apk is not an APK"):
        avd_apps.find_apks(tmp_path, APPS)
    (tmp_path / "org.wikipedia.apk").unlink()
    sdk_folder.write_apk(tmp_path / "org.wikipedia.apkm")
    with pytest.raises(SettingsError, match=r"org.wikipedia.apkm is a bundle of several APKs"):
        avd_apps.find_apks(tmp_path, APPS)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: res=-113]\n",
            r"ABIS.*get the x86_64 or the universal variant",
        ),
        (
            "Failure [INSTALL_FAILED_OLDER_SDK]\n",
            r"a.apk was not installed: Failure \[INSTALL_FAILED_OLDER_SDK\]",
        ),
        ("Success\n", r"a.apk was installed, but org.wikipedia is not on the phone"),
        (1, r"a.apk was not installed: no"),
    ],
)
def test_an_apk_that_is_refused(tmp_path, answer, says):
    phone = FakePhone()
    phone.answers = {"pm install": answer}
    with pytest.raises(DeviceError, match=says):
        avd_apps.install(phone, {"org.wikipedia": sdk_folder.write_apk(tmp_path / "a.apk")})
    assert phone.calls[1] == "rm -f /data/local/tmp/bmoca.apk"


def test_an_apk_that_is_taken(tmp_path):
    phone = FakePhone("org.wikipedia")
    phone.answers = {
        "pm install": "Success\n",
        "dumpsys package": "    versionCode=50484 minSdk=21\n    versionName=2.7.50484-r\n",
    }
    path = sdk_folder.write_apk(tmp_path / "a.apk")
    avd_apps.install(phone, {"org.wikipedia": path})
    assert phone.files == {"/data/local/tmp/bmoca.apk": path.read_bytes()}
    assert phone.calls[0] == "pm install -r -g /data/local/tmp/bmoca.apk"
    assert avd_apps.version_of(phone, "org.wikipedia") == (50484, "2.7.50484-r")
    phone.answers = {}
    assert avd_apps.version_of(phone, "org.wikipedia") == (0, "")


def test_questions_are_tapped_away_and_do_not_come_back():
    phone = FakePhone(screens=("org.app:id/accept", "Close, now"))
    avd_apps.pass_first_run(phone, ASKS)
    assert phone.gestures == [Tap(0.2, 0.15), Tap(0.2, 0.15), PressKey("HOME")]
    assert phone.calls.count("monkey -p org.app -c android.intent.category.LAUNCHER 1") == 2
    assert 0 < phone.waited < 60


def test_an_app_that_still_asks_is_named():
    phone = FakePhone(screens=("org.app:id/accept",), asks_again=True)
    with pytest.raises(
        DeviceError, match=r"org.app still shows 'org.app:id/accept' after it was tapped.*--window"
    ):
        avd_apps.pass_first_run(phone, ASKS)


def test_an_app_that_does_not_start_is_named_and_one_that_is_not_there_is_passed_over():
    phone = FakePhone()
    phone.package = "android"  # a dialog: "keeps stopping"
    with pytest.raises(
        DeviceError, match=r"org.app does not show up when it is started; the screen is of android"
    ):
        avd_apps.pass_first_run(phone, ASKS)
    phone.installed.clear()
    phone.calls.clear()
    avd_apps.pass_first_run(phone, ASKS)
    assert phone.calls == ["pm list packages"]


def test_the_base_of_an_android(tmp_path):
    phone = FakePhone("org.wikipedia")
    phone.answers = {"dumpsys package": "versionName=2.7\n"}
    found = avd_base.prepare(phone, {})
    assert found.versions == {"Wikipedia": "2.7"}
    assert set(found.missing) == {"Calculator", "Instagram", "Snapseed", "Walmart"}
    assert phone.off == {"com.google.android.music"}
    assert phone.files["/sdcard/Pictures/99_Colosseum.jpg"].startswith(b"\xff\xd8\xff")
    assert any("MEDIA_SCANNER_SCAN_FILE" in call for call in phone.calls)


@pytest.mark.parametrize(
    ("step", "command", "answer", "says"),
    [
        (
            "root",
            "id -u",
            "2000\n",
            "commands run as user '2000', not as root: use a system image of Google APIs",
        ),
        ("root", "id -u", 1, "ended with 1"),
        ("screen stays on", "screen_off_timeout", "60000\n", "'60000' when read back; '1800000' was set"),
        ("screen stays on", "svc power", "0\n", "stay_on_while_plugged_in is '0'"),
        ("lock screen off", "get-disabled", "false\n", "'false' when read back"),
        ("apps off", "pm list packages -d", "package:com.google.android.musicfx\n", "music is still on"),
        ("apps off", "pm disable-user", 255, "ended with 255"),
        ("first run of org.wikipedia", "monkey", 252, "ended with 252"),
    ],
)
def test_a_step_of_the_base_that_fails_is_named(step, command, answer, says):
    phone = FakePhone("org.wikipedia")
    phone.answers = {command: answer}
    with pytest.raises(DeviceError, match=re.escape(f"step '{step}' failed: ") + ".*" + re.escape(says)):
        avd_base.prepare(phone, {})


def test_who_pauses_answers_by_hand_what_is_still_asked():
    phone = FakePhone("org.wikipedia", ("org.wikipedia:id/fragment_onboarding_skip_button",), asks_again=True)
    with pytest.raises(DeviceError, match=r"step 'first run of org.wikipedia' failed: .*--window --pause"):
        avd_base.prepare(phone, {})

    def by_hand() -> None:
        phone.asks_again = False

    assert avd_base.prepare(phone, {}, by_hand).missing
    phone.asks_again = True
    phone.left = list(phone.screens)
    with pytest.raises(DeviceError, match=r"step 'first run of org.wikipedia' failed"):
        avd_base.prepare(phone, {}, lambda: None)


def test_a_command_that_fails_is_quoted():
    phone = FakePhone()
    phone.answers = {"date": 3}
    with pytest.raises(DeviceError, match="`date` ended with 3: no"):
        run(phone, "date")
