"""Running of lines: pipes, redirections, variables, loops, limits; and that no line ends the shell."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.commands import COMMANDS
from bmoca_gym.handset.shell.language.special import COMMANDS as SPECIAL
from bmoca_gym.handset.system import files

PHONE = images.boot()


def out(line: str, stdin: bytes = b"") -> str:
    """The output of a line that must succeed."""
    _, output, error, code = session.execute(PHONE, line, stdin)
    assert (error, code) == (b"", 0)
    return output.decode()


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("X=1; echo $X${X}2", "112\n"),
        ("X='a  b'; echo $X; echo \"$X\"", "a b\na  b\n"),
        ("X=1; X=2 sh -c 'echo $X'; echo $X", "2\n1\n"),
        ("echo ${A:-b} ${A:=c} $A ${A:+d} ${#A}", "b c c d 1\n"),
        ("false; echo $?; echo $?", "1\n0\n"),
        ("echo $HOME $EXTERNAL_STORAGE $ANDROID_DATA", "/ /sdcard /data\n"),
        ("echo $PATH | grep -c /system/bin", "1\n"),
        ("(X=1; cd /sdcard); echo [$X] $PWD", "[] /\n"),
        ("{ X=1; cd /sdcard; }; echo [$X]; pwd", "[1]\n/sdcard\n"),
        ("cd /sdcard && cd Download && pwd && cd - && pwd", "/sdcard/Download\n/sdcard\n"),
        ("echo a | cat | tr a b", "b\n"),
        ("printf 'a\\nb\\n' | while read x; do echo [$x]; done", "[a]\n[b]\n"),
        ("echo 'a b c' | { read x y; echo $y; }", "b c\n"),
        ("for f in /sdcard/M*; do echo $f; done", "/sdcard/Movies\n/sdcard/Music\n"),
        ("for x in 1 2 3; do if [ $x = 2 ]; then continue; fi; echo $x; done", "1\n3\n"),
        ("i=; until [ \"$i\" = xxx ]; do i=x$i; done; echo $i", "xxx\n"),
        ("if false; then echo a; elif true; then echo b; else echo c; fi", "b\n"),
        ("ls /none 2>&1 | cat", "ls: /none: No such file or directory\n"),
        ("{ echo a; ls /none; } 2>/dev/null || echo b", "a\nb\n"),
        ("echo a > /dev/null; echo b >/dev/stdout", "b\n"),
        ("echo `echo a` $(echo $(echo b))", "a b\n"),
        ("! false && echo a", "a\n"),
        ("echo a & echo b", "a\nb\n"),
        ("sh -c 'echo $0 $1 $#' sh x y", "sh x 2\n"),
        ("eval 'X=1; echo $X'", "1\n"),
        ("echo 'echo a; echo b' | sh", "a\nb\n"),
        ("echo 'echo $1' > /sdcard/s.sh; sh /sdcard/s.sh one", "one\n"),
        ("su -c id | cut -d' ' -f1", "uid=0(root)\n"),
        ("su 2000 id -u", "2000\n"),
        ("exec echo a; echo never", "a\n"),
        ("command -v ls", "/system/bin/ls\n"),
        ("env A=1 sh -c 'echo $A'; echo [$A]", "1\n[]\n"),
        ("test 1 -lt 2 && [ a = a ] && [ ! -e /none ] && [ -d /sdcard -a -n x ] && echo all", "all\n"),
        ("yes=1; [ -z \"$no\" ] && echo $yes", "1\n"),
        ("case abc in a*) echo yes;; *) echo no;; esac", "yes\n"),
        ("for x in 1 2 'a*' ab; do case $x in 1|2) echo digit;; 'a*') echo star;; (a?) echo two; esac; done", "digit\ndigit\nstar\ntwo\n"),
        ("case x in y) echo a;; esac; echo $?; p='?'; case x in $p) echo b; esac; case x in \"$p\") echo c; esac", "0\nb\n"),
        ("case a in [b-z]) echo 1;; [!b-z]) echo 2;; esac | cat", "2\n"),
        ("f() { echo $1-$#; return 3; echo never; }; f a b; echo $?", "a-2\n3\n"),
        ("f() { X=$1; }; f here; echo $X; (f there; echo $X); echo $X", "here\nthere\nhere\n"),
        ("function up { tr a-z A-Z; }; echo small | up; ls() { echo mine; }; ls", "SMALL\nmine\n"),
        ("f() if [ $1 -gt 0 ]; then echo $1; f $(($1-1)); fi; f 3", "3\n2\n1\n"),
        ("set -- a 'b c'; for x; do echo [$x]; done; shift; echo $1 $#; f() { echo $1; }; f z; echo $1", "[a]\n[b c]\nb c 1\nz\nb c\n"),
        ("set -- a; f() { set -- x y; echo $#; }; f; echo $# ${10}; set a b c d e f g h i j; echo ${10}", "2\n1\nj\n"),
        ("sh -c 'for x in \"$@\"; do echo [$x]; done' sh 'a b' ''", "[a b]\n[]\n"),
        ("echo $((1 + 2 * 3)) $(( (1+2)*3 )) $((7/2)) $((-7/2)) $((-7%3)) $((1<<4|1))", "7 9 3 -3 -1 17\n"),
        ("x=5; echo $((x++ + 1)) $x $((--x)) $((y += 3)) $y \"$(($x*$y))\"", "6 6 5 3 3 15\n"),
        ("echo $((2147483647+1)) $((0x1f)) $((2#101)) $((!0)) $((~0)) $((1<2 ? 10 : 1/0)) $((0 && 1/0)) $(())", "-2147483648 31 5 1 -1 10 0 0\n"),
        ("i=0; while [ $i -lt 4 ]; do i=$((i+1)); done; echo $i; let i=i*2; echo $i $?; let 0; echo $?", "4\n8 0\n1\n"),
        ("echo $( (echo a; echo b) | cat )", "a b\n"),
        ("cat <<E; echo behind\na $((1+1)) $HOME \\$x `echo q` it's \"so\"\nE", "a 2 / $x q it's \"so\"\nbehind\n"),
        ("cat <<'E' | tr a b; cat <<-F\n$a\nE\n\tx\n\t\ty\n\tF\necho end", "$b\nx\ny\nend\n"),
        ("while read x; do echo [$x]; done <<E\n1\n2\nE", "[1]\n[2]\n"),
        ("X=$(cat <<E\ninside\nE\n); echo $X; cat <<<\"a b\"", "inside\na b\n"),
        ("if true; then cat <<E\nyes\nE\nfi", "yes\n"),
        ("f() { cat <<E\n$1\nE\n}; f one; f two", "one\ntwo\n"),
        ("trap 'echo bye' EXIT; set -e -o pipefail; echo on", "on\nbye\n"),
    ],
)  # fmt: skip
def test_lines(line: str, printed: str) -> None:
    assert out(line) == printed


@pytest.mark.parametrize(
    ("line", "said", "code"),
    [
        ("nothing", "/system/bin/sh: nothing: inaccessible or not found\n", 127),
        ("/sdcard/Download", "/system/bin/sh: /sdcard/Download: can't execute: Permission denied\n", 126),
        ("echo a > /none/x", "/system/bin/sh: can't create /none/x: No such file or directory\n", 1),
        ("echo a > /x", "/system/bin/sh: can't create /x: Read-only file system\n", 1),
        ("echo a > /sdcard", "/system/bin/sh: can't create /sdcard: Is a directory\n", 1),
        ("cat < /none", "/system/bin/sh: can't open /none: No such file or directory\n", 1),
        ("cd /none", "/system/bin/sh: cd: /none: No such file or directory\n", 2),
        ("[ a -eq b ]", "/system/bin/sh: [: a: bad number\n", 2),
        ("[ a = a", "/system/bin/sh: [: missing ]\n", 2),
        ("run-as com.android.settings ls", "run-as: package not debuggable: com.android.settings\n", 1),
        ("run-as org.example", "run-as: unknown package: org.example\n", 1),
        ("exit 7", "", 7),
        ("(exit 3)", "", 3),
        ("true | false", "", 1),
        ("false | true", "", 0),
        ("if true; then", "/system/bin/sh: syntax error: unexpected end of file\n", 2),
        ("echo $((1/0))", "/system/bin/sh: 1/0: zero divisor\n", 1),
        ("echo $((1 +))", "/system/bin/sh: 1 +: unexpected end of expression\n", 1),
        ("a=b c=d; echo $((a))", "/system/bin/sh: b: unexpected 'b'\n", 1),
        ("shift", "/system/bin/sh: shift: nothing to shift\n", 1),
        ("f() { return; }; f; return 4", "", 4),
        ("exit 300", "", 44),
        ("cat <<E\nno end", "/system/bin/sh: syntax error: here document 'E' unclosed\n", 2),
    ],
)  # fmt: skip
def test_errors(line: str, said: str, code: int) -> None:
    after, output, error, found = session.execute(PHONE, line)
    assert (output.decode(), error.decode(), found) == ("", said, code)
    assert after == PHONE


def test_the_outputs_are_apart_and_in_order() -> None:
    line = "echo a; ls /none; echo b"
    _, output, error, _ = session.execute(PHONE, line)
    assert (output, error) == (b"a\nb\n", b"ls: /none: No such file or directory\n")
    assert session.run(PHONE, line)[1] == "a\nls: /none: No such file or directory\nb\n"


def test_bytes_go_through_pipes_and_files_unchanged() -> None:
    data = bytes(range(256)) * 3
    phone, output, _, _ = session.execute(PHONE, "cat | tee /sdcard/b | cat > /sdcard/c; cat /sdcard/c", data)
    assert output == files.read(phone, "/sdcard/b") == files.read(phone, "/sdcard/c") == data
    assert session.execute(phone, "base64 /sdcard/b | base64 -d | gzip | gunzip")[1] == data
    assert session.execute(phone, "cat /sdcard/b /sdcard/b > /sdcard/b; wc -c < /sdcard/b")[1] == b"1536\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("while true; do true; done", "no more than"),
        ("while true; do sleep 3600; done", "waits no longer than"),
        ("sleep 999999999", "waits no longer than"),
        ("for a in 1 2 3 4 5 6 7 8; do for b in 1 2 3 4 5 6 7 8; do for c in 1 2 3 4 5 6 7 8; do for d in 1 2 3 4 5 6 7 8; do true; done; done; done; done", "no more than"),
        ("X=xxxxxxxxxxxxxxxx; while true; do X=$X$X; done", "Argument list too long"),
        ("truncate -s 19999999 /sdcard/z; while true; do cat /sdcard/z /sdcard/z > /dev/null; done", "MiB"),
        ("echo 'sh /sdcard/r' > /sdcard/r; sh /sdcard/r", "nested too deeply"),
        ("sqlite3 /sdcard/x.db 'with recursive c(x) as (select 1 union all select x+1 from c) select count(*) from c'", "takes too long"),
        ("seq 99999999", "no more than"),
        ("f() { f; }; f", "nested too deeply"),
        ("f() { { ( if true; then f; fi ); }; }; f", "nested too deeply"),
        ("f() { sh -c 'echo $(f)'; g=$(f); }; f", "nested too deeply"),
        ("f() { echo $(f); }; f", "nested too deeply"),
        ("f() { f | f; }; f", "nested too deeply"),
        ("i=0; while let i=i+1; do true; done", "no more than"),
        ("echo $((" + "(" * 300 + "1" + ")" * 300 + "))", "nested too deeply"),
        ("echo $((" + "1+" * 3000 + "1))", "too long"),
        ("X=xxxxxxxxxxxxxxxx; while true; do X=$(cat <<E\n$X$X\nE\n); done", "Argument list too long"),
        ("eval eval eval eval eval eval eval eval eval eval eval echo a", "nested too deeply"),
    ],
)  # fmt: skip
def test_every_line_ends(line: str, said: str) -> None:
    start = time.perf_counter()
    _, _, error, code = session.execute(PHONE, line)
    assert code != 0
    assert said in error.decode()
    assert time.perf_counter() - start < 20


def test_an_expression_that_would_take_for_ever_is_answered() -> None:
    line = "x" * 4000
    start = time.perf_counter()
    assert session.execute(PHONE, f"echo {line} | grep -E '(x+x+)+y'")[3] == 1
    assert session.execute(PHONE, f"echo {line} | sed -E 's/(x*)*y/z/'")[1].decode() == line + "\n"
    assert session.execute(PHONE, f"case={line}; echo /sdcard/*x*x*x*x*x*x*x*y")[3] == 0
    assert time.perf_counter() - start < 10


def test_stopping_at_a_command_that_does_not_end() -> None:
    endless = lambda words: words[0] == "logcat"  # noqa: E731
    progress = session.run_until(PHONE, "echo a; exec logcat -v brief", endless)
    assert progress.endless == ("logcat", "-v", "brief")
    assert [part.data for part in progress.printed] == [b"a\n"]
    for line in ("logcat | head -1", "logcat > /sdcard/x", "X=$(logcat)", "logcat -d >/dev/null"):
        assert session.run_until(PHONE, line, endless).endless == ()


def test_every_command_answers_without_arguments_and_with_strange_ones() -> None:
    for name in COMMANDS:
        for words in (
            "",
            "-h",
            "--help",
            "--",
            "''",
            "-Z9",
            "/",
            "/none",
            "-",
            "x y z",
            "-n",
            "-e",
            "'\x01é☃'",
        ):
            _, _, error, code = session.execute(PHONE, f"{name} {words}", b"a\nb\n")
            assert 0 <= code <= 255, (name, words)
            assert b"bad arguments" not in error or name in ("media", "service", "wm"), (name, words, error)


WORDS = st.sampled_from(
    [*COMMANDS, *SPECIAL, "case a in", "a|*)", ";;", "esac", "f()", "f", "$((", "1+", "x++", "))", "<<E", "\nE\n", "<<<", "\"$@\"", "|", "&&", "||", ";", "\n", ">", ">>", "<", "2>&1", "2>/dev/null", "&", "(", ")", "{", "}", "if", "then", "else", "fi", "while",
     "for x in a b", "do", "done", "$x", "${x:-y}", "$(", ")", "`", "'", '"', "\\", "*", "?", "[a-z]*", "/sdcard", "/sdcard/*", "/sdcard/t.txt",
     "/data/data", "/dev/null", "-", "-n", "-r", "-l", "-e", "-c", "-d", "-rf", "x=1", "1", "-5", "99999999999999999999", "a", "é", "\0", "\ud800",
     "%s", "+%Y", "s/a/b/g", "^a*$", "[", "]", "=", "!", "-name", "-exec", "{}", "-delete", "com.android.settings", "select 1"]
)  # fmt: skip
LINES = st.one_of(st.lists(WORDS, min_size=1, max_size=12).map(" ".join), st.text(max_size=60))


@given(LINES, st.binary(max_size=60))
def test_no_line_and_no_bytes_raise(line: str, stdin: bytes) -> None:
    phone, output, error, code = session.execute(PHONE, line, stdin)
    assert isinstance(output, bytes)
    assert isinstance(error, bytes)
    assert 0 <= code <= 255
    again = session.execute(PHONE, line, stdin)
    assert again == (phone, output, error, code), "the same line does the same to the same phone"


@given(st.binary(max_size=80))
def test_any_bytes_may_be_a_script(data: bytes) -> None:
    phone, output, _, code = session.execute(PHONE, "sh", data)
    assert isinstance(output, bytes)
    assert 0 <= code <= 255
    assert inputs.wait(phone, 1).clock.uptime > 0


@pytest.mark.parametrize(
    ("text", "wants_more"),
    [("cat <<E\na\n", True), ("cat <<E\na\nE\n", False), ("f() {\n", True), ("case a in\n", True), ("echo $((1+", True), ("echo $((1+)", True),
     ("case a in b) c;; esac\n", False), ("a;;\n", False)],
)  # fmt: skip
def test_lines_that_want_more_of_them(text: str, wants_more: bool) -> None:
    script = session.Script()
    complete = [script.taken() for line in text.splitlines(keepends=True) if script.add(line)]
    assert complete[-1:] == ([None] if wants_more else [text])
