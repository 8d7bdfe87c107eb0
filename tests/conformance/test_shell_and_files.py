"""The Device contract's shell and files: exit codes, quoting, paths, and no line or byte that crashes a phone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmoca_gym.devices.device import Device, ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import FileAccessError
from bmoca_gym.handset import packages
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"

#: Every file that is a part of an app's state and is there from the start.
OWN_FILES = [
    (owner.package, file.path)
    for owner in packages.owners_of(ANDROID10).values()
    for file in owner.files
    if file.there is None
]


# Shell


SH_LINES = [
    ("", "", 0),
    ("echo one two", "one two\n", 0),
    ("echo 'a  b' \"c;d\" e\\ f", "a  b c;d e f\n", 0),
    ("echo '&&' ';' '' x", "&& ;  x\n", 0),
    ('echo "say \\"no\\""', 'say "no"\n', 0),
    ("echo 'it'\\''s'", "it's\n", 0),
    ("echo a#b # a remark", "a#b\n", 0),
    ("echo a; echo b\necho c", "a\nb\nc\n", 0),
    ("true && echo yes || echo no", "yes\n", 0),
    ("false && echo yes || echo no", "no\n", 0),
    ("false; true", "", 0),
    ("true; false", "", 1),
    ("su 0 echo root", "root\n", 0),
    ("su root settings get system nothing", "null\n", 0),
    ("su -c 'echo a; false'", "a\n", 1),
    ("/system/bin/echo path", "path\n", 0),
    ("X=1; echo $X ${X} ${Y:-none} '$X' \"$X\"", "1 1 none $X 1\n", 0),
    ("echo one two | cat", "one two\n", 0),
    ("echo a > /sdcard/probe.txt; echo b >> /sdcard/probe.txt; cat < /sdcard/probe.txt", "a\nb\n", 0),
    ("ls /none 2>/dev/null; echo $?", "1\n", 0),
    ("echo $(echo a; echo b)", "a b\n", 0),
    ("if [ -d /sdcard ]; then echo Exists; else echo Missing; fi", "Exists\n", 0),
    ("for x in a b; do echo $x; done", "a\nb\n", 0),
    ("while true; do echo once; break; done", "once\n", 0),
    ("echo /sdcard/Down*", "/sdcard/Download\n", 0),
    ("echo /sdcard/none*", "/sdcard/none*\n", 0),
    ("(exit 3)", "", 3),
]


@pytest.mark.root
def test_lines_are_read_as_sh_reads_them(device: Device) -> None:
    for line, output, code in SH_LINES:
        assert device.shell(line) == ShellResult(output, code)


UNKNOWN_COMMANDS = ["no_such_program", "su 0 no_such_program", "echo a; no_such_program -x"]


@pytest.mark.handset
def test_an_unknown_command_answers_127(device: Device) -> None:
    for line in UNKNOWN_COMMANDS:
        result = device.shell(line)
        assert result.exit_code == 127
        assert "no_such_program" in result.output


SYNTAX_ERRORS = [
        "echo 'open", 'echo "open', "echo a |", "| echo a", "echo a & & echo b", "&& echo a", "echo a ;; b", "echo a >",
        "if true; then echo a", "for x in a; echo a; done", "echo a; fi", "(echo a", "echo a $(echo b", "echo `a",
    ]  # fmt: skip


@pytest.mark.handset
def test_what_the_shell_can_not_read_is_a_syntax_error_and_runs_nothing(device: Device) -> None:
    for line in SYNTAX_ERRORS:
        cursor = device.log_cursor()
        result = device.shell(line)
        assert result.exit_code == 2
        assert "syntax error" in result.output
        assert device.log_since(cursor) == []


WORDS_IN_LONG_LINES = ["su ", "su -c ", "toybox ", "exec ", "su 0 ", "echo;", "'"]


@pytest.mark.exhaustive
@pytest.mark.handset
def test_a_line_of_any_length_is_answered(device: Device) -> None:
    for word in WORDS_IN_LONG_LINES:
        for count in (10, 5_000, 100_000):
            assert isinstance(device.shell(word * count), ShellResult)


@pytest.mark.handset
def test_settings_are_kept_word_for_word(device: Device) -> None:
    for text in ("1", "two words", "", "quote ' and \"", "Ünïcode ☃"):
        quoted = "'" + text.replace("'", "'\\''") + "'"
        assert device.shell(f"settings put system probe {quoted}").exit_code == 0
        assert device.shell("settings get system probe").output == text + "\n"
    assert device.shell("settings delete system probe").output == "Deleted 1 rows\n"
    assert device.shell("settings get system probe").output == "null\n"


@pytest.mark.handset
def test_clock_and_zone(device: Device) -> None:
    assert (
        device.shell("setprop persist.sys.timezone Europe/Berlin; su 0 toybox date 070412302024.05").exit_code
        == 0
    )
    assert device.shell("date '+%Y-%m-%d %H:%M:%S'").output == "2024-07-04 12:30:05\n"
    assert device.shell("date +%s").output == "1720089005\n"
    for line in ("date 139912302024.05", "date tomorrow", "date 010100000001", "date 123123599999.59"):
        assert device.shell(line).exit_code == 1
    assert device.shell("date +%Y").output == "2024\n"


_WORDS = st.sampled_from(
    (
        "am start -n", "am force-stop", "pm clear", "pm path", "pm list packages", "wm size", "wm density", "reset", "settings put",
        "settings get", "settings list", "settings delete", "system", "secure", "global", "font_scale", "system_locales",
        "screen_brightness", "volume_ring", "ui_night_mode", "cmd uimode night", "yes", "no", "getprop", "setprop",
        "persist.sys.timezone", "persist.sys.locale", "ctl.restart", "zygote", "qemu.sf.lcd_density", "debug.bmoca.clock frozen",
        "media volume --stream", "--set", "--get", "--adj", "raise", "date", "date +%H", "input tap", "input swipe",
        "input text", "input keyevent", "logcat -c", "cat", "ls", "rm -f", "rm -r", "dumpsys activity", "echo", "su", "-c", "0", "toybox",
        "com.android.settings", "com.google.android.deskclock/com.android.deskclock.DeskClock", "/", "/sdcard/x", ALARMS,
        "/data/system/users/0/wallpaper", "1", "-1", "3", "99999999999999999999", "1e999", "nan", "0.5", "1080x2160", "x",
        "Europe/Berlin", "../..", "010112002030.00", "ar-EG", "zh-hans-CN,ko-KR", "''", "'a b'", ";", "&&", "||", "\n", "٣", "²", "\ud800",
    )
)  # fmt: skip
LINES = st.one_of(st.lists(_WORDS, min_size=1, max_size=7).map(" ".join), st.text(max_size=60))


@pytest.mark.exhaustive
@pytest.mark.handset
@given(st.lists(LINES, min_size=1, max_size=5))
@example(["settings put system screen_brightness ''", "am start -n com.android.settings"])
@example(["setprop persist.sys.timezone ../../etc; date"])
def test_no_line_raises_and_the_phone_goes_on(make_device: Callable[[], Device], lines: list[str]) -> None:
    device = make_device()
    for line in lines:
        output, code = device.shell(line)
        assert isinstance(output, str)
        assert 0 <= code <= 255
    device.wait(1)
    assert len(device.ui_tree()) > 0
    assert device.screenshot((16, 32)).shape == (32, 16, 3)


# Files


def test_a_file_comes_back_byte_for_byte(device: Device) -> None:
    data = bytes(range(256)) * 40
    device.write_file("/sdcard/Download/any name.bin", data)
    assert device.read_file("/sdcard/Download/any name.bin") == data
    assert "any name.bin" in device.shell("ls /sdcard/Download").output
    at, now = device.shell("stat -c %Y '/sdcard/Download/any name.bin'; date +%s").output.split()
    assert 0 <= int(now) - int(at) < 60, "it is written now, by the phone's clock"
    device.write_file("/sdcard/Download/any name.bin", b"")
    assert device.read_file("/sdcard/Download/any name.bin") == b""
    assert device.shell("rm '/sdcard/Download/any name.bin'").exit_code == 0
    with pytest.raises(FileAccessError, match="No such file"):
        device.read_file("/sdcard/Download/any name.bin")


ALIASES = [
    "/storage/emulated/0/a/f",
    "/mnt/sdcard/a/f",
    "//sdcard//a///f",
    "/sdcard/./a/../a/f",
    "/../../sdcard/a/f",
]


def test_a_file_has_one_content_under_all_its_names(device: Device) -> None:
    for alias in ALIASES:
        device.write_file("/sdcard/a/f", b"1")
        assert device.read_file(alias) == b"1"
        device.write_file(alias, b"2")
        assert device.read_file("/sdcard/a/f") == b"2"


NOT_ABSOLUTE = ["", "sdcard/f", "../f", "~/f", "./f", "C:\\f", "/sdcard/a\0b"]


def test_a_path_is_absolute(device: Device) -> None:
    for path in NOT_ABSOLUTE:
        with pytest.raises(FileAccessError):
            device.read_file(path)
        with pytest.raises(FileAccessError):
            device.write_file(path, b"x")


@pytest.mark.handset
def test_no_path_leads_out_of_the_phone(device: Device) -> None:
    for path in ("/../etc/passwd", "/sdcard/../../../etc/hostname", "/proc/self/environ"):
        with pytest.raises(FileAccessError, match="No such file"):
            device.read_file(path)


@pytest.mark.root
def test_directories_and_files_are_not_mistaken_for_each_other(device: Device) -> None:
    device.write_file("/sdcard/folder/f", b"1")
    for path in ("/sdcard/folder", "/sdcard/folder/", "/", "/data"):
        with pytest.raises(FileAccessError, match="directory"):
            device.write_file(path, b"x")
        with pytest.raises(FileAccessError, match="directory"):
            device.read_file(path)
    for path in ("/sdcard/folder/f/g", ALARMS + "/g"):
        with pytest.raises(FileAccessError):
            device.write_file(path, b"x")


@pytest.mark.handset
def test_a_missing_file_names_its_nearest(device: Device) -> None:
    with pytest.raises(FileAccessError, match=r"alarm\.db.*Did you mean .*alarms\.db"):
        device.read_file(ALARMS.replace("alarms", "alarm"))


# Files that are apps' states


@pytest.mark.handset
def test_what_an_app_wrote_it_can_read(device: Device) -> None:
    for _, path in OWN_FILES:
        data = device.read_file(path)
        cursor = device.log_cursor()
        device.write_file(path, data)
        assert device.read_file(path) == data
        assert not [line for line in device.log_since(cursor) if line.level == "E"]


DAMAGED = [b"", b"this is no such file", bytes(4096), b"SQLite format 3\0" + bytes(4096)]


@pytest.mark.handset
def test_an_app_that_can_not_open_its_file_keeps_default_data_and_says_so(device: Device) -> None:
    for damaged in DAMAGED:
        for package, path in OWN_FILES:
            default = device.read_file(path)
            cursor = device.log_cursor()
            device.write_file(path, damaged)
            assert device.read_file(path) == default
            lines = [line for line in device.log_since(cursor) if path in line.message]
            assert [(line.tag, line.level) for line in lines] == [(package, "E")]


@pytest.mark.exhaustive
@pytest.mark.handset
def test_a_file_damaged_anywhere_is_no_worse(device: Device) -> None:
    # A file is the same file over the wire, only slower to come.
    places = 40 if isinstance(device, EmbeddedDevice) else 6
    for package, path in OWN_FILES:
        data = device.read_file(path)
        component = packages.apps_of(ANDROID10).get(package, packages.launcher_of(ANDROID10)).component
        for at in range(0, len(data), max(1, len(data) // places)):
            for damaged in (data[:at], data[:at] + b"\xff" * 9 + data[at + 9 :]):
                device.write_file(path, damaged)
                device.read_file(path)
                device.shell(f"am start -n {component}")
                assert len(device.ui_tree()) > 0


def alarms_with(device: Device, statement: str, *values: object) -> bytes:
    """The phone's alarm database after an SQL statement."""

    def fill(connection: sqlite3.Connection) -> None:
        with closing(read_database(device.read_file(ALARMS))) as old:
            old.backup(connection)
        connection.execute(statement, values)

    return database_bytes(fill)


@pytest.mark.handset
def test_alarms_that_are_written_are_the_alarms(device: Device) -> None:
    device.write_file(
        ALARMS, alarms_with(device, "UPDATE alarm_templates SET hour = 22, minutes = 7, enabled = 1")
    )
    device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    tab = device.ui_tree().find(content_description="Alarm")
    assert tab is not None
    device.perform(Tap(tab.center[0] / device.info.width, tab.center[1] / device.info.height))
    assert device.ui_tree().find(text="10:07 PM") is not None


NO_ALARMS = [(25, 0, 0), (-1, 0, 0), (7, 60, 0), (7, 0, 128), (7, 0, -1), ("x", 0, 0), (2**40, 0, 0)]


@pytest.mark.handset
def test_a_row_that_is_no_alarm_makes_the_file_a_damaged_one(device: Device) -> None:
    for row in NO_ALARMS:
        default = device.read_file(ALARMS)
        cursor = device.log_cursor()
        statement = "UPDATE alarm_templates SET hour = ?, minutes = ?, daysofweek = ?"
        device.write_file(ALARMS, alarms_with(device, statement, *row))
        assert device.read_file(ALARMS) == default
        assert any(ALARMS in line.message and line.level == "E" for line in device.log_since(cursor))


@pytest.mark.exhaustive
@pytest.mark.handset
@settings(max_examples=30)  # python -m tests.fuzz --only files tries more
@given(data=st.binary(max_size=400))
def test_no_bytes_crash_an_app(make_device: Callable[[], Device], data: bytes) -> None:
    device = make_device()
    for _, path in OWN_FILES:
        device.write_file(path, data)
        device.read_file(path)
    assert len(device.ui_tree()) > 0
