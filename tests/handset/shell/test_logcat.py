"""``logcat``: its formats, filters and limits, and options that it does not have."""

from __future__ import annotations

import re

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.android import logcat as shell_logcat
from bmoca_gym.handset.shell.android.logcat import LogcatError

WALL = 1714557600123


@pytest.fixture
def written(hand: Hand) -> Hand:
    """A phone with four lines in its log, a minute apart."""
    hand.phone = inputs.wait(hand.phone, 123)
    for level, tag, text in (
        ("I", "One", "first"),
        ("D", "Two", "second"),
        ("W", "LongerTagName", "third"),
        ("E", "One", "two\nlines"),
    ):
        hand.phone = hand.phone.logged(tag, text, level)
        hand.phone = inputs.wait(hand.phone, 60_000)
    return hand


def _lines(hand: Hand, options: str) -> list[str]:
    output = hand.shell(f"logcat -d {options}")
    return output.removeprefix("--------- beginning of main\n").splitlines()


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("", "05-01 10:00:00.123  1842  1842 I One     : first"),
        ("-v threadtime", "05-01 10:00:00.123  1842  1842 I One     : first"),
        ("-v brief", "I/One     ( 1842): first"),
        ("-v time", "05-01 10:00:00.123 I/One     ( 1842): first"),
        ("-v tag", "I/One     : first"),
        ("-v process", "I( 1842) first  (One)"),
        ("-v thread", "I( 1842: 1842) first"),
        ("-v raw", "first"),
        ("-vbrief", "I/One     ( 1842): first"),
        ("--format=time -v year", "2024-05-01 10:00:00.123 I/One     ( 1842): first"),
        ("-v epoch", "     1714557600.123  1842  1842 I One     : first"),
        ("-v usec,UTC", "05-01 10:00:00.123000  1842  1842 I One     : first"),
    ],
)  # fmt: skip
def test_formats(written: Hand, options: str, line: str) -> None:
    assert _lines(written, options)[0] == line


def test_the_line_that_android_env_reads(written: Hand) -> None:
    pattern = r"^[ ]+(?P<timestamp>[0-9]+\.[0-9]+)[ ]+(?P<pid>[0-9]+)[ ]+(?P<tid>[0-9]+)[ ]+(?P<priority>.)[ ]+(?P<tag>[^:]*):[ ](?P<message>.*)$"
    found = [re.match(pattern, line) for line in _lines(written, "-v epoch")]
    assert [match["message"] for match in found if match] == ["first", "second", "third", "two", "lines"]


def test_the_long_format_and_lines_in_a_message(written: Hand) -> None:
    assert _lines(written, "-v long")[:3] == ["[ 05-01 10:00:00.123  1842: 1842 I/One      ]", "first", ""]
    assert _lines(written, "-v tag One:E *:S") == ["E/One     : two", "E/One     : lines"]


def test_times_are_of_the_phones_zone(written: Hand) -> None:
    written.shell("setprop persist.sys.timezone Asia/Kolkata")
    assert _lines(written, "")[0].startswith("05-01 15:30:00.123")
    assert _lines(written, "-v UTC")[0].startswith("05-01 10:00:00.123")


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        ("", ["first", "second", "third", "two", "lines"]), ("'*:W'", ["third", "two", "lines"]), ("'*:S'", []), ("-s One", ["first", "two", "lines"]),
        ("Two:V '*:S'", ["second"]), ("One:E Two:S", ["third", "two", "lines"]), ("One:s '*:e'", []), ("'One:I,Two:D' '*:S'", ["first", "second", "two", "lines"]),
        ("-t 2", ["third", "two", "lines"]), ("-t 1 One:I '*:S'", ["two", "lines"]), ("-T 0", []), ("-t 99", ["first", "second", "third", "two", "lines"]),
        ("-T '05-01 10:01:30.000'", ["third", "two", "lines"]), ("-T 1714557660.124", ["third", "two", "lines"]), ("-T '2024-05-01 10:02:00.0'", ["third", "two", "lines"]),
        ("-b all", ["first", "second", "third", "two", "lines"]), ("-b main,crash --buffer=system", ["first", "second", "third", "two", "lines"]),
    ],
)  # fmt: skip
def test_which_lines(written: Hand, options: str, texts: list[str]) -> None:
    assert _lines(written, f"-v raw {options}") == texts


def test_the_size_of_its_buffers(written: Hand) -> None:
    assert re.fullmatch(
        r"main: ring buffer is 256 KiB \(0 KiB consumed\), max entry .*\n", written.shell("logcat -g")
    )
    assert written.shell("logcat -G 1M; logcat --prune x") == ""


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ("-m 2", 2),
        ("--max-count=1 -e first", 1),
        ("--pid=1842", 5),
        ("--pid 7", 0),
        ("-m 0", 0),
        ("-b main,crash -m3", 3),
        ("--print -D", 5),
    ],
)
def test_how_many_lines(written: Hand, options: str, count: int) -> None:
    assert len(_lines(written, options)) == count


def test_clearing(written: Hand) -> None:
    assert written.shell("logcat -b all -c") == ""
    assert written.shell("logcat -d") == ""
    written.phone = written.phone.logged("T", "new")
    assert _lines(written, "-v raw") == ["new"]


@pytest.mark.parametrize(
    "options", ["-z", "-v fancy", "-b attic", "-t", "-v", "-t soon", "-T '31-31 10:00:00.0'", "One:X", ":V", "One:VV", "--regex='('", "-e"]
)  # fmt: skip
def test_options_that_it_has_not(hand: Hand, options: str) -> None:
    result = hand.device.shell(f"logcat -d {options}")
    assert result.exit_code != 0
    assert "logcat" in result.output


@pytest.mark.parametrize(
    ("words", "endless"), [([], True), (["-d"], False), (["-c"], False), (["-t", "5"], False), (["-T", "5"], True), (["-v", "time", "*:S"], True)]
)  # fmt: skip
def test_whether_it_goes_on(words: list[str], endless: bool) -> None:
    assert shell_logcat.request_of(images.boot(), words).endless is endless


@given(
    st.lists(
        st.text(max_size=10) | st.sampled_from(["-d", "-v", "-t", "-T", "time", "*:S", "9" * 30, "-b"]),
        max_size=6,
    )
)
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    phone = images.boot().logged("T", "text")
    try:
        _, output, _ = shell_logcat.logcat(phone, words)
    except LogcatError:
        return
    assert isinstance(output, str)


def test_lines_are_chosen_by_an_expression() -> None:
    phone = images.boot()
    for text in ("score: 12", "nothing", "score: none"):
        phone = phone.logged("Game", text)
    for option in ("-e '^score: [0-9]+$'", "-e'^score: [0-9]+$'", "--regex='^score: [0-9]+$'"):
        _, output, _ = session.run(phone, f"logcat -d -v raw {option}")
        assert output.splitlines()[1:] == ["score: 12"]
    assert session.run(phone, "logcat -d -e '('")[2] != 0
