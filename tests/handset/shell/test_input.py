"""Shell input is read on demand: every command that wraps others with every command that reads."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.streams import Input
from bmoca_gym.handset.state import Phone

PHONE = session.run(images.boot(), "echo '\"$@\"' > /data/local/tmp/run; chmod 755 /data/local/tmp/run")[0]
WRAPPERS = (
    "{}", "sh -c '{}'", "su -c '{}'", "su root sh -c '{}'", "su 0 {}", "su 2000 {}", "env A=1 {}", "env sh -c '{}'", "A=1 {}", "eval {}", "time {}",
    "timeout 9 {}", "nice -n 5 {}", "nohup {}", "setsid {}", "command {}", "(exec {})", "toybox {}", "/data/local/tmp/run {}",
    "sh /data/local/tmp/run {}", "find /sdcard -maxdepth 0 -exec {} \\;", "for i in 1; do {}; done", "if true; then {}; fi", "if {}; then :; fi",
    "while {}; do break; done", "until {}; do :; done", "case a in a) {};; esac", "{{ {}; }}", "({})", "f() {{ {}; }}; f", "{} | cat", "! {}",
    "true && {}", "x=$({}) && echo \"$x\"", "echo \"`{}`\"",
)  # fmt: skip
#: What a reader prints of three lines, and what it leaves.
READERS = {
    "echo x": ("x\n", "a\nb\nc\n"),
    "head -n1": ("a\n", "b\nc\n"),
    "head -c2": ("a\n", "b\nc\n"),
    "cat": ("a\nb\nc\n", ""),
    "cat -": ("a\nb\nc\n", ""),
    "wc -l": ("3\n", ""),
    "grep b": ("b\n", ""),
    "sort -r": ("c\nb\na\n", ""),
    "sed -n 2p": ("b\n", ""),
    "tail -n1": ("c\n", ""),
    "xargs echo": ("a b c\n", ""),
    "tee /sdcard/t": ("a\nb\nc\n", ""),
}


def fed(line: str, *parts: bytes) -> tuple[str, int]:
    """The output of a line whose input arrives in parts, each on demand, and the number of parts that it asked for."""
    left = list(parts)

    def refill(phone: Phone, given: Input, enough: Callable[[Input], bool], seconds: int | None) -> Phone:
        while not enough(given):
            if left:
                given.data += left.pop(0)
            else:
                given.ended = True
        return phone

    running = session.Running(PHONE, None, refill=refill)
    progress = session.run_in(running, line, Input(ended=False))
    return b"".join(part.data for part in progress.printed).decode(), len(parts) - len(left)


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_every_wrapper_leaves_the_input_to_the_command_that_reads(wrapper: str) -> None:
    for reader, (printed, left) in READERS.items():
        line = wrapper.format(reader)
        said = "".join(part for part in (printed, left))
        whole = session.execute(PHONE, f"{line}; cat", b"a\nb\nc\n").output.decode()
        assert whole.replace("    0m00.00s real     0m00.00s user     0m00.00s system\n", "") == said, line
        in_parts = fed(f"{line} 2>/dev/null; cat", b"a", b"\nb", b"\n", b"c\n")[0]
        assert in_parts == said, line
        # Who reads nothing does not ask for anything.
        if reader == "echo x":
            assert fed(line, b"a\n")[1] == 0, line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('while read l; do sh -c "echo got $l"; done', "got a\ngot b\ngot c\n"),
        ("sh -c 'read x; echo [$x]'; read y; echo [$y]; cat", "[a]\n[b]\nc\n"),
        ("read -n1 x; echo [$x]; cat", "[a]\n\nb\nc\n"),
        ("read -N3 x; echo \"[$x]\"; cat", "[a\nb]\n\nc\n"),
        ("read -d c x; echo \"[$x]\"; cat", "[a\nb]\n\n"),
        ("read x < /dev/null; echo $?; read y; echo $y", "1\na\n"),
        ("while read l; do for i in 1; do echo $i$l; done; done", "1a\n1b\n1c\n"),
        ("while read l; do echo $l | cat; done", "a\nb\nc\n"),
        ("read a b <<< 'x y z'; echo $b; cat", "y z\na\nb\nc\n"),
        ("while read l; do echo $l | xargs echo; done", "a\nb\nc\n"),
        ("find /sdcard -maxdepth 0 -exec true {} +; cat", "a\nb\nc\n"),
        ("sh", "/system/bin/sh: a: inaccessible or not found\n/system/bin/sh: b: inaccessible or not found\n"
               "/system/bin/sh: c: inaccessible or not found\n"),
    ],
)  # fmt: skip
def test_what_is_left_is_there_for_the_next(line: str, said: str) -> None:
    assert session.execute(PHONE, line + " 2>&1", b"a\nb\nc\n").output.decode() == said
    assert fed(line, b"a\n", b"b\nc", b"\n")[0] == said


def test_a_reader_asks_for_no_more_than_it_needs() -> None:
    assert fed("read x; echo $x", b"a\n", b"b\n") == ("a\n", 1)
    assert fed("head -n2", b"a\n", b"b\n", b"c\n") == ("a\nb\n", 2)
    assert fed("sh -c 'read x; read y; echo $x$y'", b"a\n", b"b\n", b"c\n") == ("ab\n", 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sh -c 'echo out; echo err >&2; echo on' 2>/dev/null", "out\non\n"),
        ("sh -c 'echo out; echo err >&2' 2>&1 | tr a-z A-Z", "OUT\nERR\n"),
        ("eval 'X=1'; echo $X; eval 'cd /sdcard'; pwd", "1\n/sdcard\n"),
        ("echo 'X=2' > /sdcard/s; . /sdcard/s; echo $X; sh /sdcard/s; echo $X", "2\n2\n"),
        ("sh -c 'X=1; cd /sdcard'; echo [$X]; pwd", "[]\n/\n"),
        ("{ echo a; exit 3; } > /sdcard/o; echo no", ""),
        ("(echo a; exit 3) > /sdcard/o; cat /sdcard/o", "a\n"),
        ("for i in 1 2; do echo $i; break; done > /sdcard/o; cat /sdcard/o", "1\n"),
        ("sh -c 'settings put system x 1; echo a'; settings get system x", "a\n1\n"),
    ],
)
def test_a_command_that_is_wrapped_writes_where_it_should(line: str, said: str) -> None:
    assert session.run(PHONE, line)[1] == said
