"""AVD folders as the SDK writes them, and the emulator's command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.emulator import avd, options
from bmoca_gym.handset.servers.emulator.command_line import CommandLine, parse
from bmoca_gym.handset.servers.errors import AvdError, CommandLineError

CONFIG = "hw.lcd.width = 720\nhw.lcd.height=1280\n# a remark\nhw.lcd.density=320\nhw.device.name=Nexus\n"


def make_avd(folder: Path, name: str, config: str = CONFIG, path: str = "") -> None:
    (folder / f"{name}.avd").mkdir(parents=True)
    (folder / f"{name}.ini").write_text(f"avd.ini.encoding=UTF-8\npath={path}\npath.rel=avd/{name}.avd\n")
    (folder / f"{name}.avd" / "config.ini").write_text(config)


@pytest.mark.parametrize(
    ("variable", "below"),
    [("ANDROID_AVD_HOME", ""), ("ANDROID_EMULATOR_HOME", "avd"), ("ANDROID_USER_HOME", "avd"), ("ANDROID_SDK_HOME", ".android/avd"),
     ("HOME", ".android/avd")],
)  # fmt: skip
def test_where_avds_are(tmp_path: Path, variable: str, below: str) -> None:
    make_avd(tmp_path / below, "Phone")
    environment = {"HOME": "/nowhere", variable: str(tmp_path)}
    assert avd.names(environment) == ["Phone"]
    found = avd.load("Phone", environment)
    assert found.configuration == Configuration(720, 1280, 320)
    assert found.folder == tmp_path / below / "Phone.avd"


def test_an_avd_in_another_folder(tmp_path: Path) -> None:
    make_avd(tmp_path / "avd", "Phone", path=str(tmp_path / "elsewhere"))
    (tmp_path / "avd" / "Phone.avd").rename(tmp_path / "elsewhere")
    found = avd.load("Phone", {"ANDROID_AVD_HOME": str(tmp_path / "avd")})
    assert found.folder == tmp_path / "elsewhere"


def test_an_avd_may_name_its_image(tmp_path: Path) -> None:
    make_avd(tmp_path, "Pixel", CONFIG + "bmoca.image=android13\n")
    make_avd(tmp_path, "Phone")
    environment = {"ANDROID_AVD_HOME": str(tmp_path)}
    assert [avd.load(name, environment).image for name in ("Pixel", "Phone")] == ["android13", ""]
    assert parse(["@Pixel", "-image", "android10"]).image == "android10"


def test_an_avd_that_says_nothing_of_its_screen(tmp_path: Path) -> None:
    make_avd(tmp_path, "Phone", "")
    assert avd.load("Phone", {"ANDROID_AVD_HOME": str(tmp_path)}).configuration == Configuration()


@pytest.mark.parametrize(
    "config", ["hw.lcd.width=wide", "hw.lcd.width=1", "hw.lcd.density=99999999", "hw.lcd.height=-5"]
)
def test_screens_that_no_phone_has(tmp_path: Path, config: str) -> None:
    make_avd(tmp_path, "Phone", config)
    with pytest.raises(AvdError, match=r"config\.ini"):
        avd.load("Phone", {"ANDROID_AVD_HOME": str(tmp_path)})


def test_avds_that_there_are_not(tmp_path: Path) -> None:
    environment = {"ANDROID_AVD_HOME": str(tmp_path)}
    make_avd(tmp_path, "Pixel_3")
    (tmp_path / "Broken.ini").write_text("path=/nowhere\n")
    with pytest.raises(AvdError, match="Did you mean 'Pixel_3'"):
        avd.load("Pixel3", environment)
    with pytest.raises(AvdError, match=r"no config\.ini"):
        avd.load("Broken", environment)
    for name in ("../Pixel_3", "a/b", "", "a\0b"):
        with pytest.raises(AvdError):
            avd.load(name, environment)


@given(st.binary(max_size=300))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        make_avd(Path(folder), "Phone")
        (Path(folder) / "Phone.avd" / "config.ini").write_bytes(data)
        try:
            avd.load("Phone", {"ANDROID_AVD_HOME": folder})
        except AvdError:
            return


def test_the_command_line_that_android_env_writes() -> None:
    words = (
        "-adb-path /usr/bin/adb -gpu swangle_indirect -no-audio -show-kernel -verbose -avd Pixel_3 -grpc 8554 -no-skin "
        "-no-window -ports 44151,5555 -snapshot clean -feature AllowSnapshotMigration,MigratableSnapshotSave "
        "-network-user-mode-options restrict=y -wifi-user-mode-options restrict=y"
    )
    assert parse(words.split()) == CommandLine("Pixel_3", (44151, 5555), "clean", 8554)


def test_other_ways_to_write_it() -> None:
    assert parse(["@Phone", "-port", "5560"]) == CommandLine("Phone", (5560, 5561))
    assert parse(["-no-boot-anim", "-no-audio", "-gpu", "host"]) == CommandLine()
    assert parse(["-avd", "A", "-qemu", "-enable-kvm", "what", "ever"]) == CommandLine("A")
    assert parse(["-list-avds"]).list_avds
    assert parse(["--help"]).help
    assert parse(["-version"]).version


@pytest.mark.parametrize(
    ("words", "loads", "saves"),
    [("", True, True), ("-no-snapshot", False, False), ("-no-snapshot-load", False, True), ("-no-snapshot-save", True, False),
     ("-read-only", True, False), ("-wipe-data", False, True), ("-snapshot a", True, True), ("-no-snapstorage", True, False)],
)  # fmt: skip
def test_when_snapshots_are_loaded_and_saved(words: str, loads: bool, saves: bool) -> None:
    found = parse(words.split())
    assert (found.loads_snapshot, found.saves_snapshot) == (loads, saves)


def test_unknown_options_are_named_and_left_out() -> None:
    assert parse(["-frobnicate", "7", "-glow", "-avd", "A", "-shine", "@B"]) == CommandLine(
        "B", warnings=tuple(f"unknown option: -{name} is ignored" for name in ("frobnicate", "glow", "shine"))
    )


def test_options_are_the_emulators() -> None:
    """The options are those of the emulator's own list, plus the ones named here."""
    lines = (Path(__file__).parent / "emulator_options.txt").read_text().splitlines()
    theirs = {line.split()[0]: line.endswith(" VALUE") for line in lines if line and not line.startswith("#")}
    wrong = {name: value for name, value in theirs.items() if options.takes_value(name) is not value}
    assert not wrong, f"the emulator takes a value (True) or none (False): {wrong}"
    assert {name for name in options.ACTING if name not in theirs} == {"help-OPTION", "suite", "virtual-time"}
    for name, value in theirs.items():
        if name not in ("port", "ports", "grpc"):
            assert parse([f"-{name}", *["x=y"] * value, "@B"]).avd == "B", name


def test_values_that_are_unknown_only_warn() -> None:
    found = parse(["-selinux", "permissive", "-timezone", "Europe/Paris", "-prop", "a.b=c=d", "-prop", "x="])
    assert (found.selinux, found.timezone, found.warnings) == ("permissive", "Europe/Paris", ())
    assert found.properties == (("a.b", "c=d"), ("x", ""))
    wrong = parse(
        ["-selinux", "maybe", "-timezone", "Mars/North", "-prop", "novalue", "-crash-report-mode", "never"]
    )
    assert (wrong.selinux, wrong.timezone, wrong.properties) == ("", "", ())
    assert [line.split()[0] for line in wrong.warnings] == ["-prop", "-selinux", "-timezone"]


@pytest.mark.parametrize(
    "words", [["-avd"], ["Phone"], ["-ports", "5554"], ["-ports", "a,b"], ["-ports", "5554,5554"], ["-port", "65535"], ["-port", "0"],
              ["-grpc", "-1"], ["-grpc"], ["-gpu"], ["-port", "9" * 5000], [""], ["-"], ["@"]]
)  # fmt: skip
def test_command_lines_that_can_not_be_read(words: list[str]) -> None:
    with pytest.raises(CommandLineError):
        parse(words)


@given(
    st.lists(
        st.text(max_size=12) | st.sampled_from(["-avd", "-port", "5554", "-ports", "1,2", "@x", "-qemu"]),
        max_size=8,
    )
)
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    try:
        parse(words)
    except CommandLineError:
        return
