"""``awk``: its language, its limits, and unsupported features."""

from __future__ import annotations

import re
import shlex
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session

PHONE = images.boot()


def awk(program: str, text: str = "", options: str = "") -> tuple[str, int]:
    given = f"printf %s {shlex.quote(text)} | " if text else ""
    return session.run(PHONE, f"{given}awk {options} {shlex.quote(program)}")[1:]


@pytest.mark.parametrize(
    ("program", "text", "options", "printed"),
    [
        ("{print $2, NF, NR}", "a b c\n d  e \n", "", "b 3 1\ne 2 2\n"),
        (
            '$2 > 1 {printf "%s=%05.1f|%-4s|%c%c%%\\n", $1, $2*k, "a", 65, "hi"}',
            "x:1\ny:2\n",
            "-F: -v k=3",
            "y=006.0|a   |Ah%\n",
        ),
        (
            'BEGIN { for (i=0; i<3; i++) x = x i; print x, length(x), substr(x, 2), toupper("a"), index(x, 2) }',
            "",
            "",
            "012 3 12 A 3\n",
        ),
        (
            '{ n = gsub(/o+/, "[&\\\\&]"); print n, $0; sub("bar", "x"); print }',
            "foo bar foo\n",
            "",
            "2 f[oo&] bar f[oo&]\nf[oo&] x f[oo&]\n",
        ),
        (
            "function f(n) { return n < 2 ? 1 : n * f(n - 1) } BEGIN { print f(10), 7 % 3, 2^3^2, 1/3, -3, !0, 1e6, 0.1 + 0.2 }",
            "",
            "",
            "3628800 1 512 0.333333 -3 1 1000000 0.3\n",
        ),
        (
            "function fill(a, n) { a[n] = n * n } BEGIN { fill(b, 3); fill(b, 4); print b[3], b[4], length(b), (3 in b), (5 in b) }",
            "",
            "",
            "9 16 2 1 0\n",
        ),
        ("/2/,/4/", "1\n2\n3\n4\n5\n", "", "2\n3\n4\n"),
        ('NR==1, /c/ { print "r" $0 } END { print NR }', "a\nb\nc\nd\n", "", "ra\nrb\nrc\n4\n"),
        (
            '{ $2 = "X"; print; print NF; NF = 2; print; $5 = "e"; print }',
            "a,b,,c\n",
            "-F, -v OFS=-",
            "a-X--c\n4\na-X\na-X---e\n",
        ),
        (
            'BEGIN { n = split("a:b:c", p, ":"); print n, p[3] p[1]; print match("xxabc", /ab*/), RSTART, RLENGTH; delete p[1]; print length(p) }',
            "",
            "",
            "3 ca\n3 3 2\n2\n",
        ),
        (
            'BEGIN { a[1, 2] = 3; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] } if ((1, 2) in a) print "in" }',
            "",
            "",
            "1 2\nin\n",
        ),
        ("{ s += $1 } END { print s, s / NR }", "1\n2.5\n\n", "", "3.5 1.16667\n"),
        (
            '$1 ~ /^[a-c]+$/ && !/x/ { print "y", $1; next } { print "n" }',
            "abc\nabx\nd\n",
            "",
            "y abc\nn\nn\n",
        ),
        (
            "BEGIN { i = 5; do { i--; if (i == 3) continue; if (i == 1) break; print i } while (i) while (j++ < 2) print j++ }",
            "",
            "",
            "4\n2\n1\n",
        ),
        (
            '{ print ($1 < $2), ($1 "" < $2 ""), $1 == 10.0, ($3 == 0) }',
            "9 10\n10 9\n",
            "",
            "1 0 0 1\n0 1 1 1\n",
        ),
        ('BEGIN { print length(), 1 " " 2, 1==1, x+0, x "", "3x"+1, -"4" }', "", "", "0 1 2 1 0  4 -4\n"),
        ('BEGIN { RS = "" } { print NR ": " $1 "-" $NF }', "a\nb\n\n\nc d\ne\n", "", "1: a-b\n2: c-e\n"),
        ('BEGIN { RS = ";"; FS = "[0-9]+" } { print $2 }', "a12b;c3d", "", "b\nd\n"),
        (
            'BEGIN { printf "%d %x %o %e %s %5s|%.2s|%*d\\n", 3.9, 255, 8, 12345, 1e20, "a", "abc", 4, 7 }',
            "",
            "",
            "3 ff 10 1.234500e+04 100000000000000000000     a|ab|   7\n",
        ),
        (
            "BEGIN { print int(-3.7), sqrt(16), exp(0), log(1), atan2(0, -1), sin(0), cos(0) }",
            "",
            "",
            "-3 4 1 0 3.14159 0 1\n",
        ),
        (
            'BEGIN { print substr("hello", 0, 3), substr("hello", -1), substr("hello", 4, 9), tolower("AbC") }',
            "",
            "",
            "he hello lo abc\n",
        ),
        (
            '# comment\nBEGIN { if (1)\n print "a"\nelse\n print "b"; if (0) print 1; else print 2\n}\n',
            "",
            "",
            "a\n2\n",
        ),
        ('BEGIN { print ENVIRON["HOME"], ARGC, "a\\tb\\"\\101" }', "", "", '/ 1 a\tb"A\n'),
        ("{ print v }", "a\n", "-v v='x\\ty'", "x\ty\n"),
    ],
)
def test_programs(program: str, text: str, options: str, printed: str) -> None:
    assert awk(program, text, options) == (printed, 0)


def test_files_and_exit_codes() -> None:
    phone = session.run(PHONE, "printf 'a 1\\nb 2\\n' > /sdcard/x; printf 'c 3\\n' > /sdcard/y")[0]
    line = "awk '{ print FILENAME, FNR, k, $2 > \"/sdcard/o\" } END { exit NR }' /sdcard/x k=v /sdcard/y; echo $?; cat /sdcard/o"
    assert session.run(phone, line)[1] == "3\n/sdcard/x 1  1\n/sdcard/x 2  2\n/sdcard/y 1 v 3\n"
    again = "awk '{ print $1 >> \"/sdcard/y\" }' /sdcard/x; cat /sdcard/y; echo 'BEGIN { print \"f\" }' > /sdcard/p; awk -f /sdcard/p"
    assert session.run(phone, again)[1] == "c 3\na\nb\nf\n"
    assert session.run(phone, "dumpsys battery | awk -F': ' '/level/ { print $2 }'")[1] == "100\n"
    assert session.run(phone, "awk 1 /sdcard/nope")[2] == 1


@pytest.mark.parametrize(
    "program",
    ["{ print", "BEGIN { f( }", "BEGIN { getline }", "BEGIN { system(\"ls\") }", "{ print | \"sh\" }", "BEGIN { print 1/0 }", "BEGIN { nope() }",
     "BEGIN { print 1 % 0 }", "BEGIN { x[1] = 1; print x + 1; x = 1; x[2] = 1 }", "BEGIN { printf \"%999999999d\", 1 }", "BEGIN { $-1 = 2 }", "BEGIN { NF = 1e9 }",
     "BEGIN { print /(/ }", "BEGIN { " + "(" * 300, "{" * 300, "BEGIN { print " + "-" * 300 + "1 }", "BEGIN { substr() }", "BEGIN { return 1 }", "BEGIN { $1e9 = 1 }", "BEGIN { print (1, 2) + 1 }",
     "function f() { return f() } BEGIN { f() }", "BEGIN { break }", "@"],
)  # fmt: skip
def test_what_it_refuses(program: str) -> None:
    output, code = awk(program)
    assert code != 0
    assert output


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "program",
    ["BEGIN { while (1) x = x \"aaaaaaaa\" }", "BEGIN { for (;;) i++ }", "BEGIN { x = \"aaaa\"; for (;;) gsub(/a/, \"aaaa\", x) }", "BEGIN { for (;;) a[i++] = i }",
     "BEGIN { for (;;) printf \"%60000d\", 1 }", "BEGIN { while (1) $0 = $0 \" x x x x\" NF }"],
)  # fmt: skip
def test_no_program_runs_for_ever(program: str) -> None:
    start = time.process_time()
    assert re.search("a line reads and writes no more than|takes too long", awk(program)[0])
    assert time.process_time() - start < 20


PIECES = ["BEGIN", "END", "{", "}", "(", ")", "print", "printf", "$1", "x", "a[1]", "=", "+=", "+", "-", "/", "/a/", "~", "in", "if", "else", "for", "while", "\n",
          ";", ",", "1", '"s"', "NF", "<", ">", "?", ":", "!", "&&", "f(", "length", "split(", "exit", "next", "delete a", "getline", "++", "--", "^"]  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_any_program_is_run_or_refused(pieces: list[str]) -> None:
    code = awk(" ".join(pieces), "a b\nc\n")[1]
    assert 0 <= code <= 255
