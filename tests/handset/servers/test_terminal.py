"""The terminal of an interactive shell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.servers.adb.terminal import LINE_LIMIT, Terminal


@pytest.mark.parametrize(
    ("typed", "shown", "lines"),
    [
        (b"ls\r", b"ls\r\n", [b"ls\n"]), (b"a\nb\r", b"a\r\nb\r\n", [b"a\n", b"b\n"]), (b"lx\x7fs\r", b"lx\b \bs\r\n", [b"ls\n"]),
        ("é\x7f\r".encode(), "é\b \b\r\n".encode(), [b"\n"]), (b"rm\x03ls\r", b"rm^C\r\n# ls\r\n", [b"ls\n"]), (b"\x04", b"", [None]), (b"a\x04\r", b"a\r\n", [b"a\n"]),
        (b"\x1b[A\x00\r", b"[A\r\n", [b"[A\n"]), (b"\x7f", b"", []),
    ],
)  # fmt: skip
def test_typing(typed: bytes, shown: bytes, lines: list[bytes]) -> None:
    assert Terminal("# ").feed(typed) == (shown, lines)


def test_a_long_line_is_cut() -> None:
    terminal = Terminal("# ")
    terminal.feed(b"x" * 10 * LINE_LIMIT)
    assert terminal.feed(b"\r")[1] == [b"x" * LINE_LIMIT + b"\n"]


@given(st.lists(st.binary(max_size=20), max_size=8))
def test_it_does_not_matter_how_typing_is_cut(parts: list[bytes]) -> None:
    whole, cut = Terminal("# "), Terminal("# ")
    shown, lines = whole.feed(b"".join(parts))
    pieces = [cut.feed(part) for part in parts]
    assert b"".join(echo for echo, _ in pieces) == shown
    assert [line for _, found in pieces for line in found] == lines
