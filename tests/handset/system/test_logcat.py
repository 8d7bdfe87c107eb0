"""The log buffer: bounded, with cursors that keep counting."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.state import LogBuffer, LogLine


def filled(count: int, buffer: LogBuffer | None = None) -> LogBuffer:
    buffer = buffer or LogBuffer()
    for i in range(count):
        buffer = buffer.added(LogLine(i, "I", "tag", str(i)))
    return buffer


def numbers(buffer: LogBuffer, cursor: int = 0) -> list[int]:
    return [int(line.message) for line in buffer.since(cursor)]


@given(st.integers(0, 300), st.integers(-5, 310))
def test_since_gives_what_came_after_the_cursor(count: int, cursor: int) -> None:
    buffer = filled(count)
    assert buffer.end == count
    assert numbers(buffer, cursor) == list(range(max(0, cursor), count))


def test_old_lines_fall_out_and_cursors_stay_right() -> None:
    buffer = filled(10_000)
    assert buffer.end == 10_000
    kept = numbers(buffer)
    assert kept[-1] == 9_999
    assert 8_000 < len(kept) <= 8_192
    assert kept == list(range(10_000 - len(kept), 10_000))
    assert numbers(buffer, 9_990) == list(range(9_990, 10_000))
    assert numbers(buffer, 3) == kept


@given(st.integers(0, 200), st.integers(0, 200))
def test_clearing_keeps_counting(before: int, after: int) -> None:
    cleared = filled(before).cleared()
    assert cleared.since(0) == []
    assert cleared.end == before
    assert numbers(filled(after, cleared), before) == list(range(after))
    assert numbers(filled(after, cleared), 0) == list(range(after))


def test_lines_are_stamped_with_the_phones_clock() -> None:
    phone = inputs.wait(images.boot(), 5000)
    phone = phone.logged("Tag", "message", "W")
    assert phone.log.since(0) == [LogLine(phone.clock.wall, "W", "Tag", "message")]


def test_an_older_buffer_is_not_changed_by_a_newer_one() -> None:
    buffer = filled(70)
    first, second = buffer.added(LogLine(0, "I", "a", "a")), buffer.added(LogLine(0, "I", "b", "b"))
    assert first != second
    assert len(buffer.since(0)) == 70
    assert first == buffer.added(LogLine(0, "I", "a", "a"))
    assert hash(first) == hash(buffer.added(LogLine(0, "I", "a", "a")))
