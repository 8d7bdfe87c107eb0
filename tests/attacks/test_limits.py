"""Limits of a phone: no space, long names and paths, slow expressions and lists. Nothing raises."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from bmoca_gym.handset import images, packages
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps.files import handlers
from bmoca_gym.handset.apps.files import state as files_app
from bmoca_gym.handset.apps.launcher import handlers as launcher
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.call import LimitError
from bmoca_gym.handset.shell.commands import COMMANDS
from bmoca_gym.handset.shell.language import line as shell_line
from bmoca_gym.handset.shell.language.special import COMMANDS as SPECIAL
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
        (handlers.create_directory, "Failed to create folder"),
        (handlers.put_down, "Some files were not copied"),
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
    """60,000 patterns took 6 s before the first look at the clock."""
    looked: list[int] = []
    running = session.Running(images.boot(), None, lambda: looked.append(1))
    session.run_in(running, "seq 1 300 > /sdcard/p; seq 1 9 | grep -f /sdcard/p", session.Input(b""))
    assert len(looked) > 300


def test_a_long_line_is_searched_in_little_memory() -> None:
    """Searching 4 MB once took 450 MB: a number for each character and state."""
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
    """One character at a time, 8 MB took 6 s without a look at the clock."""
    phone = session.run(images.boot(), "dd if=/dev/zero bs=1M count=2 of=/sdcard/z")[0]
    start = time.process_time()
    line = "tr '\\000' a < /sdcard/z | tr -s b | tr -cd a | cut -c 2-,1-99,3-7 | wc -c"
    assert session.run(phone, line)[1] == "2097153\n"
    assert time.process_time() - start < 3


def test_a_condition_without_end_is_refused() -> None:
    """A condition with 4,000 parts raised sqlite3.OperationalError out of the shell."""
    condition = "address='1' AND " * 4000 + "address='2'"
    said, code = session.run(images.boot(), f'content query --uri content://sms --where "{condition}"')[1:]
    assert ("the condition can't be read" in said, code) == (True, 1), said[:300]


def test_what_clients_leave_on_the_phone_is_bounded() -> None:
    """Log lines of 100 KB and any number of settings and properties took unlimited memory."""
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


class _Over:
    """A check of a line whose time is up after a number of looks."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise LimitError("Killed", 137)


@pytest.mark.parametrize("name", sorted({*COMMANDS, *SPECIAL}))
def test_every_command_passes_the_gate(name: str) -> None:
    """However it is called, it counts as a step of its line, and does not run once the time is up."""
    for line in (
        name,
        f"X=1 {name}",
        f"sh -c {name}",
        f"eval '{name}'",
        f"{name} &",
        f"echo a | xargs {name}",
    ):
        progress = session.run_in(session.Running(images.boot(), None, _Over(0)), line, session.Input())
        assert progress.code == 137, line
    running = session.Running(images.boot(), None)
    running.line._steps = shell_line.STEP_LIMIT
    with pytest.raises(LimitError, match="runs no more than 4096 commands"):
        running.invoke(running.phone, [name])


@pytest.mark.parametrize(
    "line",
    [
        "xargs -n1 true < /sdcard/words", "xargs -I{} true {} < /sdcard/words", "tr '\\n' '\\0' < /sdcard/words | xargs -0 -n1 true", "while :; do :; done", "while true; do find /sdcard -maxdepth 0 -exec true {} \\;; done",
        "while true; do find /sdcard -maxdepth 0 -exec sh -c : \\;; done", "f() { f; }; f", "while true; do timeout 9 true; done", "while :; do X=1; done", "until false; do for i in 1; do :; done; done",
        "while true; do env true; done", "while true; do eval :; done", "while true; do su 0 true; done", "while true; do : & done", "while true; do wait; done",
        "(while true; do :; done) & wait", "while true; do [[ a ]]; done", "while true; do case a in a) ;; esac; done", "while true; do (:); done", "while true; do x=$(:); done",
    ],
)  # fmt: skip
def test_no_command_goes_around_the_limits_of_a_line(line: str) -> None:
    """``xargs`` with 1.4 million words ran for 14 s to its end."""
    phone = files.write(images.boot(), "/sdcard/words", b"a\n" * 20_000)
    looked: list[int] = []
    running = session.Running(phone, None, lambda: looked.append(1))
    progress = session.run_in(running, line, session.Input())
    said = b"".join(part.data for part in progress.printed)
    assert progress.code != 0
    assert b"a line runs no more than 4096 commands" in said or b"nested too deeply" in said
    # Whoever ends a line, because its time is over or its client has gone, is asked all the time.
    assert len(looked) > (60 if b"nested" in said else 4096)


def test_the_arguments_of_xargs_take_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """8 MB of input took 550 MB: all argument lists were made before the first command."""
    phone = files.write(images.boot(), "/sdcard/words", b"ab\n" * 100_000)
    monkeypatch.setattr(shell_line, "STEP_LIMIT", 100)
    tracemalloc.start()
    try:
        assert session.run(phone, "xargs -n1 true < /sdcard/words")[2] == 1
        assert session.run(phone, "xargs true < /sdcard/words")[2] == 0
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_a_script_is_not_parsed_for_each_of_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A here-document of 5,000 lines in an interactive shell blocked everybody for 5 s."""
    parsed: list[int] = []
    parse = session.parse
    monkeypatch.setattr(session, "parse", lambda text: (parsed.append(len(text)), parse(text))[1])
    for opening, line, closing in (
        ("cat <<E\n", "a line of text with fi and done\n", "E\n"), ("cat <<-'E F'\n", "\tx\n", "\t\tE F\n"), ("x='\n", "a\n", "'\n"), ('x="\n', "a\n", '"\n'),
        ("if true; then\n", "echo a\n", "fi\n"), ("f() {\n", "echo a\n", "}\n"), ("while x; do\n", "echo a\n", "done\n"), ("(\n", "echo a\n", ")\n"),
        ("x=`\n", "echo a\n", "`\n"), ("x=$(\n", "echo a\n", ")\n"), ("case a in\n", "# a\n", "esac\n"), ("a=(\n", "1\n", ")\n"), ("echo ${x:-\n", "a\n", "}\n"),
    ):  # fmt: skip
        script = session.Script()
        parsed.clear()
        for text in (opening, *[line] * 300):
            assert not script.add(text) or script.taken() is None
        assert len(parsed) < 4, opening
        assert script.add(closing), opening
        assert script.taken() == opening + line * 300 + closing
        assert script.size == 0


def test_a_script_that_does_not_end_is_refused() -> None:
    script = session.Script()
    script.add("cat <<E\n")
    assert script.taken() is None
    for _ in range(60_000):
        script.add("a\n")
    with pytest.raises(LimitError, match="script too long: over 131072 letters"):
        script.add("a" * 20_000)
    script = session.Script()
    script.add("if true\n")
    with pytest.raises(LimitError, match="takes too long to parse"):
        script.taken(-1)
