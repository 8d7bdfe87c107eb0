"""Applying a configuration: the calls that a real phone gets, a handset's resulting state, and failures by step."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import ConfigurationError, DeviceError, FileAccessError
from bmoca_gym.handset import images
from bmoca_gym.handset.apps.launcher.database import LAUNCHER_DATABASE_PATH
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system.sqlite_bytes import read_database
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import PROFILES, DeviceConfiguration, Sampler, application, get, select
from bmoca_gym.randomization.application import ALARMS_PATH, WALLPAPER_PATH, verify
from bmoca_gym.randomization.application_steps import STEPS
from bmoca_gym.randomization.device_configuration import WALLPAPERS
from bmoca_gym.randomization.icon_layout import launcher_db, parse_launcher_db

CONFIGURATION = get("105")


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_shared_steps_lead_to_the_phone_that_all_steps_in_order_lead_to(image: str) -> None:
    first = images.boot(None, images.image_named(image))
    rng = np.random.default_rng(7)
    sampler = Sampler(seed=0, densities="any", font_scales="any")
    for configuration in [*list(select("all"))[::9], *(sampler.sample(rng) for _ in range(5))]:
        found = []
        for _ in range(2):  # the second time with what the first has left
            device = EmbeddedDevice()
            device.phone = first
            configuration.apply(device, image)
            found.append(device.phone)
        in_order = EmbeddedDevice()
        in_order.phone = first
        target = application._target(configuration, in_order, image)
        for step in STEPS:
            if step.concerns(target):
                step.put(target)
        assert found == [in_order.phone] * 2
        assert in_order.log_since(0) == device.log_since(0)


class FakePhone:
    """A phone that obeys, except for commands and paths that match the pattern ``deaf``."""

    info = SimpleNamespace(serial="fake-0")

    def __init__(self, handset: bool = False, deaf: str = "(?!)", failing: str = "(?!)") -> None:
        self.handset, self.deaf, self.failing = handset, deaf, failing
        self.calls: list[str] = []
        self.files: dict[str, bytes] = {}
        self.kept = {"wm size": "1440x3040", "wm density": "560", "getprop sys.boot_completed": "1"}
        self.kept["settings get system time_12_24"] = "24"
        self.waited = 0.0

    def shell(self, command: str) -> ShellResult:
        self.calls.append(command)
        if re.search(self.failing, command):
            return ShellResult("Error: no service\n", 1)
        return ShellResult("".join(map(self._one, command.split("; "))), 0)

    def _one(self, command: str) -> str:
        if command == "getprop ro.bmoca.handset":
            return "1\n" if self.handset else "\n"
        if self.handset and re.match("stat|chown|restorecon|rm|am force-stop", command):
            raise AssertionError(f"{command}: not for the handset")
        for pattern, key in (
            (r"setprop (\S+) (\S+)", "getprop {}"),
            (r"settings put (\S+ \S+) (\S+)", "settings get {}"),
            (r"(wm size|wm density|cmd uimode night) (\S+)", "{}"),
            (r"(media volume --show --stream \d) --set (\d+)", "{} --get"),
        ):
            told = re.fullmatch(pattern, command)
            if told:
                if not re.search(self.deaf, command):
                    self.kept[key.format(told[1])] = told[2]
                return ""
        if (deleted := re.fullmatch(r"settings delete (\S+ \S+)", command)) and not re.search(
            self.deaf, command
        ):
            self.kept.pop(f"settings get {deleted[1]}", None)
            return "Deleted 1 rows\n"
        return self._answer(command)

    def _answer(self, command: str) -> str:
        kept = self.kept.get(command, "null" if command.startswith("settings get") else "")
        if command == "wm size":
            return f"Physical size: 1440x3040\nOverride size: {kept}\n"
        if command == "wm density":
            return f"Physical density: 560\nOverride density: {kept}\n"
        if command == "cmd uimode night":
            return f"Night mode: {kept}\n"
        if command.startswith("media"):
            return f"[v] will control stream=4\n[v] volume is {kept} in range [1..7]\n"
        return kept + "\n"

    def write_file(self, path: str, data: bytes) -> None:
        self.calls.append(f"write {path}")
        if re.search(self.failing, path):
            raise FileAccessError(f"{path}: Read-only file system")
        if not re.search(self.deaf, path):
            self.files[path] = data

    def read_file(self, path: str) -> bytes:
        if path not in self.files:
            raise FileAccessError(f"{path}: No such file or directory")
        return self.files[path]

    def wait(self, seconds: float) -> None:
        self.waited += seconds
        if self.kept.get("getprop sys.boot_completed") == "0" and self.waited > 45:
            self.kept["getprop sys.boot_completed"] = "1"


def _alarms(data: bytes) -> list[tuple[object, ...]]:
    connection = read_database(data)
    try:
        return connection.execute("SELECT hour, minutes, daysofweek, enabled FROM alarm_templates").fetchall()
    finally:
        connection.close()


@pytest.mark.parametrize("handset", [False, True])
def test_the_phone_ends_as_configured(handset):
    phone = FakePhone(handset)
    CONFIGURATION.apply(phone)
    assert phone.kept["getprop persist.sys.locale"] == "ko-KR"
    assert (phone.kept["wm size"], phone.kept["wm density"]) == ("1080x2160", "550")
    assert phone.kept["settings get system font_scale"] == "0.85"
    assert phone.kept["cmd uimode night"] == "no"
    assert [phone.kept[f"media volume --show --stream {n} --get"] for n in (1, 3, 4)] == ["0", "0", "1"]
    assert _alarms(phone.files[ALARMS_PATH]) == [(9, 0, 96, 0)]
    assert parse_launcher_db(phone.files[LAUNCHER_DATABASE_PATH]) == CONFIGURATION.icon_layout


def test_the_handset_is_told_a_name_and_is_not_waited_for():
    phone = FakePhone(handset=True)
    CONFIGURATION.apply(phone)
    assert phone.files[WALLPAPER_PATH] == b"bmoca-wallpaper:12_ocean\n"
    assert phone.waited == 0


def test_a_real_phone_gets_a_picture_of_its_size():
    phone = FakePhone()
    replace(CONFIGURATION, wallpaper="procedural:3").apply(phone)
    pixels = cv2.imdecode(np.frombuffer(phone.files[WALLPAPER_PATH], np.uint8), cv2.IMREAD_COLOR)
    assert pixels.shape == (2160, 1080, 3)
    from bmoca_gym.handset.graphics.wallpapers import catalogue

    assert np.array_equal(pixels[:, :, ::-1], catalogue.draw("procedural:3", 1080, 2160)[:, :, :3])


def test_a_real_phone_restarts_its_system_once_after_its_files_were_replaced():
    phone = FakePhone()
    CONFIGURATION.apply(phone)
    restart = next(
        index for index, call in enumerate(phone.calls) if "setprop persist.sys.locale ko-KR; stop" in call
    )
    assert sum("; start" in call or "zygote" in call or "reboot" in call for call in phone.calls) == 1
    # What the launcher left beside its database while it was still running goes when nothing runs.
    assert re.search(rf"stop; sleep \d; rm -f .*{LAUNCHER_DATABASE_PATH}-wal .*; start", phone.calls[restart])
    assert phone.calls.index("setprop persist.sys.timezone GMT") < restart
    for path in (WALLPAPER_PATH, ALARMS_PATH, LAUNCHER_DATABASE_PATH):
        written = phone.calls.index(f"write {path}")
        assert written < restart
        assert phone.calls[written + 1].startswith("chown $(stat -c %u:%g /data/")
        if path != WALLPAPER_PATH:
            assert phone.calls[written - 2].startswith("am force-stop com.google.android.")
            assert phone.calls[written - 1] == f"rm -f {path}-wal {path}-shm {path}-journal"
    assert all(phone.calls.index(call) > restart for call in ("wm density 550", "cmd uimode night no"))
    assert 45 < phone.waited < 80


def test_a_tablet_stays_on_its_side_and_a_phone_is_left_alone():
    tablet, phone = FakePhone(), FakePhone()
    get("109").apply(tablet)
    CONFIGURATION.apply(phone)
    assert tablet.kept["wm size"] == "1280x800"
    assert tablet.kept["settings get system accelerometer_rotation"] == "0"
    assert not any("rotation" in call for call in phone.calls)


def test_a_picture_of_the_users_is_brought_as_it_is(tmp_path):
    path = tmp_path / "cat.png"
    path.write_bytes(b"a cat")
    phone = FakePhone()
    replace(CONFIGURATION, wallpaper=path).apply(phone)
    assert phone.files[WALLPAPER_PATH] == b"a cat"
    with pytest.raises(ConfigurationError, match=r"wallpaper is .*dog.png', which can't be read"):
        replace(CONFIGURATION, wallpaper=tmp_path / "dog.png").apply(phone)


@pytest.mark.parametrize(
    ("step", "pattern"),
    [
        ("wallpaper", WALLPAPER_PATH),
        ("alarms", ALARMS_PATH),
        ("icon layout", LAUNCHER_DATABASE_PATH),
        ("locale", "persist.sys.locale"),
        ("screen", "wm size"),
        ("screen", "wm density"),
        ("rotation", "user_rotation"),
        ("font scale", "font_scale"),
        ("dark theme", "uimode"),
        ("volumes", "--stream 4"),
        ("time zone", "auto_time_zone"),
        ("time zone", "persist.sys.timezone"),
        ("time zone", "time_12_24"),
        ("brightness", "screen_brightness_mode"),
        ("animations", "animator_duration_scale"),
    ],
)
@pytest.mark.parametrize("how", ["deaf", "failing"])
def test_a_step_without_effect_is_named(step, pattern, how):
    assert step in [each.name for each in STEPS]
    with pytest.raises(DeviceError, match=f"configuration '109' on fake-0: step '{step}' failed: "):
        get("109").apply(FakePhone(**{how: pattern}))


def test_a_phone_that_does_not_come_back_is_given_up():
    phone = FakePhone()
    phone.wait = lambda seconds: None  # type: ignore[method-assign]
    with pytest.raises(
        DeviceError, match="step 'locale' failed: the system is not back 120 s after its restart"
    ):
        CONFIGURATION.apply(phone)


def test_what_was_on_the_phone_before_is_not_taken_for_the_new():
    phone = FakePhone()
    get("000").apply(phone)
    phone.deaf = "launcher.db"
    with pytest.raises(DeviceError, match=r"step 'icon layout' failed: the icon layout is .* when read back"):
        CONFIGURATION.apply(phone)


# Read again later


@pytest.mark.parametrize("id", ["105", "109"])
def test_what_was_applied_is_verified_and_nothing_is_changed(id):
    phone = FakePhone()
    get(id).apply(phone)
    phone.calls.clear()
    found = verify(get(id), phone)
    assert all(each.ok for each in found)
    assert [each.step for each in found] == [
        step.name for step in STEPS if id == "109" or step.name != "rotation"
    ]
    changing = r"settings (put|delete)|setprop|write|wm \w+ \d|--set|night (yes|no)|\b(am|rm) "
    assert not [call for call in phone.calls if re.search(changing, call)]


def test_each_property_that_is_not_as_it_should_be_is_named():
    phone = FakePhone()
    CONFIGURATION.apply(phone)
    phone.kept |= {
        "wm density": "330",
        "settings get system screen_brightness": "7",
        "cmd uimode night": "yes",
    }
    phone.kept["getprop persist.sys.timezone"] = "Asia/Seoul"
    phone.kept["settings get system time_12_24"] = "24"
    phone.files[WALLPAPER_PATH] += b"."
    del phone.files[ALARMS_PATH]
    wrong = {each.step: each for each in verify(CONFIGURATION, phone) if not each.ok}
    assert set(wrong) == {"wallpaper", "alarms", "time zone", "screen", "dark theme", "brightness"}
    assert "No such file" in wrong["alarms"].fault
    assert (wrong["screen"].found, wrong["screen"].wanted) == ("(1080, 2160, 330)", "(1080, 2160, 550)")
    assert "'Asia/Seoul'" in wrong["time zone"].found
    assert "'system time_12_24': '24'" in wrong["time zone"].found


def test_icons_of_apps_that_are_not_installed_are_not_asked_for():
    phone = FakePhone()
    configuration = get("100")
    configuration.apply(phone)
    packages = {icon.component.partition("/")[0] for icon in configuration.icon_layout.icons} - {
        "com.instagram.android"
    }
    phone.kept["pm list packages"] = "\n".join(f"package:{name}" for name in packages)
    fewer = replace(
        configuration.icon_layout,
        icons=tuple(icon for icon in configuration.icon_layout.icons if icon.app != "Instagram"),
    )
    phone.files[LAUNCHER_DATABASE_PATH] = launcher_db(fewer)
    assert all(each.ok for each in verify(configuration, phone))
    phone.kept["pm list packages"] += "\npackage:com.instagram.android"
    assert [each.step for each in verify(configuration, phone) if not each.ok] == ["icon layout"]


def test_rows_that_are_only_in_the_write_ahead_log_are_read(tmp_path):
    phone = FakePhone()
    CONFIGURATION.apply(phone)
    path = tmp_path / "alarms.db"
    path.write_bytes(phone.files[ALARMS_PATH])
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("UPDATE alarm_templates SET hour = 7")
    connection.commit()
    phone.files[ALARMS_PATH] = path.read_bytes()
    phone.files[f"{ALARMS_PATH}-wal"] = path.with_name("alarms.db-wal").read_bytes()
    connection.close()
    (wrong,) = [each for each in verify(CONFIGURATION, phone) if not each.ok]
    assert (wrong.step, wrong.found[:3]) == ("alarms", "[(7")


@pytest.mark.parametrize("image", images.names())
def test_the_embedded_phone_has_from_its_box_what_is_put_over_a_wire(image):
    """In the process these steps are left out: an episode starts from the suite's image."""
    device = EmbeddedDevice(image=image)
    for configuration in (CONFIGURATION, get("109")):
        configuration.apply(device, image)
        target = application._target(configuration, device, image)._replace(in_process=False)
        for step in STEPS:
            if step.concerns(target):
                assert step.found(target) == step.wanted(target), step.name
        assert all(each.ok for each in configuration.verify(device, image))


# The embedded handset


def test_the_handset_can_draw_every_wallpaper_that_has_a_name():
    from bmoca_gym.handset.graphics.wallpapers import catalogue

    assert tuple(catalogue.WALLPAPERS) == WALLPAPERS
    for name in ("procedural:0", "procedural:2147483647", f"procedural:{10**10 - 1}"):
        assert catalogue.is_wallpaper(name)
        assert replace(CONFIGURATION, wallpaper=name).picture is None


@pytest.fixture
def device() -> Iterator[EmbeddedDevice]:
    made = EmbeddedDevice()
    yield made
    made.close()


def _check(device: EmbeddedDevice, configuration: DeviceConfiguration) -> None:
    assert device.phone.configuration == Configuration(
        width=configuration.profile.width,
        height=configuration.profile.height,
        density=configuration.density,
        font_scale=configuration.font_scale,
        locale=configuration.locale,
        dark=configuration.dark_theme,
        wallpaper=configuration.wallpaper,
        account=ALEX,
    )
    assert parse_launcher_db(device.read_file(LAUNCHER_DATABASE_PATH)) == configuration.icon_layout
    assert _alarms(device.read_file(ALARMS_PATH)) == [(9, 0, 96, 0)]
    for stream, level in ((1, 0), (3, 0), (4, 1)):
        assert f"volume is {level} in" in device.shell(f"media volume --show --stream {stream} --get").output


@pytest.mark.parametrize("configuration", select("all"), ids=lambda configuration: configuration.id)
def test_the_handset_becomes_every_published_environment(device, configuration):
    clock = device.phone.clock
    configuration.apply(device)
    _check(device, configuration)
    assert device.phone.clock == clock
    assert device.phone.home
    assert device.ui_tree().nodes


def test_what_was_before_leaves_nothing(device):
    """Applying A then B equals applying B: nothing of the earlier configuration is left."""
    for configuration in select("test")[::3] + select("train")[::9]:
        fresh = EmbeddedDevice()
        configuration.apply(fresh)
        configuration.apply(device)
        assert device.ui_tree() == fresh.ui_tree()
        assert device.phone.configuration == fresh.phone.configuration
        assert device.read_file(LAUNCHER_DATABASE_PATH) == fresh.read_file(LAUNCHER_DATABASE_PATH)


def test_a_handset_made_with_the_screen_configuration_is_already_of_that_screen():
    for configuration in select("test"):
        device = EmbeddedDevice(Configuration(**configuration.screen_configuration()))
        before = device.phone.configuration
        configuration.apply(device)
        assert device.phone.configuration == before


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6))
def test_any_sampled_configuration_goes_onto_the_handset(device, seed):
    configuration = Sampler(seed, densities="any", font_scales="any").configuration(0)
    configuration.apply(device)
    _check(device, configuration)


def test_any_screen_follows_any_other(device):
    """Small after large, dense after coarse: no step in between may be an impossible phone."""
    big = replace(CONFIGURATION, profile=replace(PROFILES["Pixel 4 XL"], name="Big"), density=960)
    tiny = replace(
        CONFIGURATION, profile=replace(PROFILES["Pixel 3"], name="Tiny", width=240, height=400), density=80
    )
    dense = replace(tiny, density=210)
    for configuration in (big, tiny, dense, big, dense, tiny, big):
        configuration.apply(device)
        _check(device, configuration)


def test_a_picture_of_the_users_shows_on_the_handset(device, tmp_path):
    path = tmp_path / "green.png"
    assert cv2.imwrite(str(path), np.full((64, 32, 3), (0, 200, 0), np.uint8))
    replace(CONFIGURATION, wallpaper=path, icon_layout=get("109").icon_layout).apply(device)
    middle = device.screenshot((108, 216))[130, 54]
    assert middle[1] > 150 > 100 > max(middle[0], middle[2])


def test_a_picture_that_is_none_is_named(device, tmp_path):
    path = tmp_path / "none.png"
    path.write_bytes(b"no picture")
    with pytest.raises(DeviceError, match="step 'wallpaper' failed"):
        replace(CONFIGURATION, wallpaper=path).apply(device)
