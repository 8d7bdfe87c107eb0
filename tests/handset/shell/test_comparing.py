"""cmp, diff, file, od and mktemp, and commands that want a terminal or a network."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import files

PHONE = images.boot()
FILES = {"a": b"one\ntwo\nthree\n", "b": b"one\n2\nthree\nfour", "c": b"ONE\n two\nthree\n", "n": b"x\0y"}
for _name, _data in FILES.items():
    PHONE = files.write(PHONE, f"/sdcard/{_name}", _data)


@pytest.mark.parametrize(
    ("line", "output", "error", "code"),
    [
        ("cmp a a", "", "", 0),
        ("cmp a b", "a b differ: char 5, line 2\n", "", 1),
        ("cmp -s a b", "", "", 1),
        ("cmp -l a b | head -2", "5 164 62\n6 167 12\n", "cmp: EOF on a\n", 0),
        ("head -1 a | cmp - a", "", "cmp: EOF on -\n", 1),
        ("cmp a zzz", "", "cmp: zzz: No such file or directory\n", 2),
        ("diff a a; diff -s a a", "Files a and a are identical\n", "", 0),
        ("diff a b", "--- a\n+++ b\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n\\ No newline at end of file\n", "", 1),
        ("diff -U 0 a b", "--- a\n+++ b\n@@ -2 +2 @@\n-two\n+2\n@@ -3,0 +4 @@\n+four\n\\ No newline at end of file\n", "", 1),
        ("diff -q a b", "Files a and b differ\n", "", 1),
        ("diff -iw a c", "", "", 0),
        ("diff a n", "Files a and n differ\n", "", 1),
        ("diff a zzz", "", "diff: zzz: No such file or directory\n", 2),
        ("mkdir d e; cp a d; cp b e/a; touch d/x; diff -q d e", "Only in d: x\nFiles d/a and e/a differ\n", "", 1),
        ("printf 'hi\\n' | od", "0000000 064550 000012\n0000003\n", "", 0),
        ("printf 'hi\\n' | od -c", "0000000   h   i  \\n\n0000003\n", "", 0),
        ("printf 'hi\\n' | od -An -t x1", " 68 69 0a\n", "", 0),
        ("printf 'abcdefgh' | od -A d -t d4", "0000000  1684234849  1751606885\n0000008\n", "", 0),
        ("printf '%064d' 0 | od -x", f"0000000{' 3030' * 8}\n*\n0000100\n", "", 0),
        ("od -N 2 -j 4 -A x -t u1 a", "000004 116 119\n000006\n", "", 0),
        ("od -t q a", "", "od: bad -t q\n", 1),
        ("file a n d /system/bin/sh zzz /sdcard", "a:              ASCII text\nn:              data\n"
         "d:              cannot open: No such file or directory\n"
         "/system/bin/sh: ELF executable, 64-bit LSB x86-64, dynamic (/system/bin/linker64), stripped\n"
         "zzz:            cannot open: No such file or directory\n/sdcard:        symbolic link to /storage/self/primary\n", "", 0),
        ("screencap -p /sdcard/s.png; file -b s.png", "PNG image data, 1080 x 2160\n", "", 0),
        ("tty; tty -s", "not a tty\n", "", 1),
        ("stty -a", "", "stty: tcgetattr standard input: Not a tty\n", 1),
        ("vi a", "", "vi: needs a terminal, and this shell has none; use sed, or echo with > FILE\n", 1),
        ("nc localhost 80", "", "nc: connect: Connection refused\n", 1),
        ("echo x | nc -w 1 8.8.8.8 53", "", "nc: connect: Network is unreachable\n", 1),
        ("nc example.org 80", "", "nc: example.org:80: No address associated with hostname\n", 1),
        ("nc localhost", "", "usage: nc [-46EeLltUu] [-w SECONDS] [-p PORT] [-q SECONDS] [-s ADDRESS] ADDRESS PORT\n", 1),
        ("f=$(mktemp); [ -f $f ] && stat -c %a $f; echo ${#f}", "600\n30\n", "", 0),
        ("d=$(mktemp -d -p /sdcard x.XXXXXX); [ -d $d ]; echo $? ${#d}", "0 16\n", "", 0),
        ("a=$(mktemp); b=$(mktemp); [ $a != $b ]", "", "", 0),
        ("mktemp /system/x.XXXX", "", "mktemp: Failed to create file /system/x.", 1),
        ("mktemp x", "", "mktemp: Need XX in template\n", 1),
    ],
)  # fmt: skip
def test_tools(line: str, output: str, error: str, code: int) -> None:
    result = session.execute(PHONE, f"cd /sdcard; {line}")
    if error.endswith("."):
        assert result.error.decode().startswith(error)
    else:
        assert result.error.decode() == error
    assert (result.output.decode(), result.code) == (output, code)


_LINES = st.lists(st.sampled_from("abc"), max_size=8).map(lambda lines: "".join(f"{x}\n" for x in lines))


@settings(max_examples=25, deadline=None)
@given(_LINES, _LINES)
def test_patch_makes_the_second_file_of_what_diff_says(first: str, second: str) -> None:
    phone = files.write(files.write(PHONE, "/sdcard/1", first.encode()), "/sdcard/2", second.encode())
    said = session.execute(phone, "diff /sdcard/1 /sdcard/2")
    assert (said.code, bool(said.output)) == (int(first != second),) * 2
    assert _patched(first.splitlines(), said.output.decode()) == second.splitlines()


def _patched(lines: list[str], patch: str) -> list[str]:
    """What a patch in the unified form makes of lines."""
    made, at = [], 0
    for line in patch.splitlines()[2:]:
        if line.startswith("@@"):
            first = line.split()[1][1:].partition(",")
            begin = int(first[0]) - (first[2] != "0")
            made += lines[at:begin]
            at = begin
        elif line[0] == "+":
            made.append(line[1:])
        else:
            assert lines[at] == line[1:]
            made += [line[1:]] if line[0] == " " else []
            at += 1
    return made + lines[at:]


def test_large_files_are_compared_in_time() -> None:
    lines = "".join(f"{n % 7}\n" for n in range(30_000)).encode()
    other = "".join(f"{n % 5}\n" for n in range(30_000)).encode()
    phone = files.write(files.write(PHONE, "/sdcard/1", lines), "/sdcard/2", other)
    assert session.execute(phone, "diff /sdcard/1 /sdcard/2 | wc -l").code == 0
