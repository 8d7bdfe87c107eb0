"""Limits of a phone: no space, names and paths that are too long, expressions and lists that take long. Nothing raises."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from bmoca_gym.handset import images, packages
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps.files import state as files_app
from bmoca_gym.handset.apps.launcher import state as launcher
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.tools import regex
from bmoca_gym.handset.state import Context, Notification
from bmoca_gym.handset.system import files, notifications
from bmoca_gym.handset.value import replace


def test_nothing_raises_where_there_is_no_space(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = session.run(images.boot(image=images.image_named("android13")), "echo 1 > /sdcard/Download/a")[0]
    monkeypatch.setattr(files, "STORAGE_LIMIT", 0)
    monkeypatch.setattr(files, "ENTRY_LIMIT", 0)
    shot = inputs.perform(phone, PressKey("SYSRQ"))
    assert shot.files == phone.files
    assert "Failed to store the screenshot" in shot.log.since(phone.log.end)[-1].message
    # A wallpaper of the system's takes none.
    _, *effects = launcher.set_wallpaper(
        phone.apps[packages.launcher_of(phone.image).package], Context(phone), "01_red"
    )
    for function, arguments in effects:
        phone = function(phone, *arguments)
    assert b"01_red" in files.read(phone, files.WALLPAPER)
    app = replace(
        phone.apps[files_app.PACKAGE],
        stack=("storage",),
        source=("storage",),
        carrying="copy",
        carried=("/sdcard/Download/a",),
        name="new",
    )
    for handler, said in (
        (files_app.create_directory, "Failed to create folder"),
        (files_app.put_down, "Some files were not copied"),
    ):
        after = replace(phone, apps=phone.apps.set(files_app.PACKAGE, app)).handled(
            files_app.PACKAGE, handler, ()
        )
        assert (after.files, after.toast) == (phone.files, said)


def test_no_path_and_no_name_is_longer_than_linux_has_them() -> None:
    """A folder of 30,000 levels took 860 MB."""
    phone = images.boot()
    for line in (
        "mkdir -p /sdcard/" + "a/" * 30_000,
        "echo x > /sdcard/" + "é" * 128,
        "touch /sdcard/" + "a" * 256,
    ):
        after, said, code = session.run(phone, line)
        assert (code, after.modified) == (1, phone.modified)
        assert "File name too long" in said
        assert len(said) < 70_000
    with pytest.raises(FileAccessError, match="File name too long"):
        files.make_directory(phone, "/sdcard/" + "a/" * 3000)


def test_patterns_of_grep_are_accounted_for() -> None:
    """60,000 patterns took 6 s before anybody looked at the clock."""
    looked: list[int] = []
    running = session.Running(images.boot(), None, lambda: looked.append(1))
    session.run_in(running, "seq 1 300 > /sdcard/p; seq 1 9 | grep -f /sdcard/p", session.Input(b""))
    assert len(looked) > 300


def test_a_long_line_is_searched_in_little_memory() -> None:
    """What a search of 4 MB had seen took 450 MB: a number for each letter and each place in the expression."""
    looked: list[int] = []
    expression = regex.Regex("a*a*a*a*b", spend=looked.append)
    assert expression.search("a" * 200) is None
    line = "a" * 3000
    tracemalloc.start()
    try:
        assert expression.search(line) is None
        assert tracemalloc.get_traced_memory()[1] < 1 << 19
    finally:
        tracemalloc.stop()
    assert looked  # five million steps went by before anybody looked at the clock


def test_long_lines_are_cut_and_translated_in_little_time() -> None:
    """Letter by letter, 8 MB took 6 s, in which nobody looked at the clock."""
    phone = session.run(images.boot(), "dd if=/dev/zero bs=1M count=2 of=/sdcard/z")[0]
    start = time.process_time()
    line = "tr '\\000' a < /sdcard/z | tr -s b | tr -cd a | cut -c 2-,1-99,3-7 | wc -c"
    assert session.run(phone, line)[1] == "2097153\n"
    assert time.process_time() - start < 3


def test_a_condition_without_end_is_refused() -> None:
    """One of 4,000 parts raised sqlite3.OperationalError out of the shell."""
    condition = "address='1' AND " * 4000 + "address='2'"
    said, code = session.run(images.boot(), f'content query --uri content://sms --where "{condition}"')[1:]
    assert ("the condition can't be read" in said, code) == (True, 1), said[:300]


def test_what_clients_leave_on_the_phone_is_bounded() -> None:
    """Log lines of 100 KB, settings and properties without number took memory without end."""
    phone = images.boot()
    long = "a" * 60_000
    logged = session.run(session.run(phone, f"log -t {long} m")[0], f"log -t t {long}")[0].log.since(
        phone.log.end
    )
    assert [len(line.tag) + len(line.message) for line in logged] == [4065, 4065]
    line = f"i=0; while settings put system k$i {long}; do i=$((i+1)); done"
    after, said, _ = session.run(phone, line)
    assert "You are adding too many system settings" in said
    assert len(after.settings) == len(phone.settings) + (1 << 20) // 60_003
    line = f"content insert --uri content://settings/system --bind name:s:a --bind value:s:{long}"
    assert (session.run(phone, line)[2], session.run(after, line)[2]) == (0, 1)
    after, said, code = session.run(phone, f"setprop debug.a {'b' * 92}; setprop debug.b {'b' * 91}")
    assert (said.startswith("Failed to set property 'debug.a'"), code) == (True, 0)
    assert set(after.properties) - set(phone.properties) == {"debug.b"}
    noted = notifications.post(phone, Notification("com.android.settings", "key", long, long)).notifications[
        0
    ]
    assert len(noted.title) == len(noted.text) == 5120
