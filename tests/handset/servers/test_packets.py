"""adb packets: a round trip, however the bytes are split, and no bytes raise anything but PacketError."""

from __future__ import annotations

import itertools
import struct

import pytest
from adb_host import packet
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.servers.adb.packets import (
    CNXN,
    HEADER_SIZE,
    OKAY,
    OPEN,
    WRTE,
    Packet,
    PacketParser,
    ShellParser,
    encoded,
    shell_packet,
)
from bmoca_gym.handset.servers.errors import PacketError

numbers = st.integers(0, 0xFFFFFFFF)
packets = st.builds(
    Packet, st.sampled_from([CNXN, OPEN, OKAY, WRTE]), numbers, numbers, st.binary(max_size=200)
)


def _cut(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    return [data[a:b] for a, b in itertools.pairwise(places)]


@given(st.lists(packets, max_size=6), st.lists(st.integers(0, 1500), max_size=12), st.booleans())
def test_what_is_written_is_read_back(written: list[Packet], cuts: list[int], sums: bool) -> None:
    parser = PacketParser(200)
    parser.check_sums = sums
    data = b"".join(encoded(p, sums) for p in written)
    assert [p for part in _cut(data, cuts) for p in parser.feed(part)] == written


def test_the_bytes_are_those_of_the_protocol() -> None:
    assert encoded(Packet(WRTE, 1, 2, b"abc"), True) == packet(b"WRTE", 1, 2, b"abc")
    assert encoded(Packet(WRTE, 1, 2, b"abc")) == packet(b"WRTE", 1, 2, b"abc", total=0)
    assert encoded(Packet(CNXN, 0x01000001, 1 << 20))[:4] == b"CNXN"


@given(st.lists(st.binary(max_size=100), max_size=10))
def test_any_bytes_are_packets_or_an_error(parts: list[bytes]) -> None:
    parser = PacketParser(64)
    held = 0
    try:
        for part in parts:
            for found in parser.feed(part):
                assert len(found.data) <= 64
            held = max(held, len(parser._bytes))
    except PacketError:
        return
    assert held <= HEADER_SIZE + 64 + 100


@pytest.mark.parametrize(
    "data",
    [
        b"\0" * 24,
        packet(b"SYNC", 1, 2),
        packet(b"WRTE", 1, 2)[:20] + b"\0\0\0\0",
        struct.pack("<6I", 0x45545257, 1, 2, 0xFFFFFFFF, 0, 0x45545257 ^ 0xFFFFFFFF),
        packet(b"WRTE", 1, 2, b"x" * 65),
    ],
)
def test_what_is_no_packet(data: bytes) -> None:
    with pytest.raises(PacketError):
        list(PacketParser(64).feed(data))


def test_a_wrong_sum_counts_only_where_sums_are_used() -> None:
    wrong = packet(b"WRTE", 1, 2, b"abc", total=7)
    assert len(list(PacketParser().feed(wrong))) == 1
    parser = PacketParser()
    parser.check_sums = True
    with pytest.raises(PacketError, match="add up"):
        list(parser.feed(wrong))


@given(
    st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=50)), max_size=6),
    st.lists(st.integers(0, 400), max_size=8),
)
def test_shell_packets_are_read_back(written: list[tuple[int, bytes]], cuts: list[int]) -> None:
    parser = ShellParser(50)
    data = b"".join(shell_packet(kind, part) for kind, part in written)
    assert [p for part in _cut(data, cuts) for p in parser.feed(part)] == written


def test_a_shell_packet_that_is_too_large() -> None:
    with pytest.raises(PacketError):
        list(ShellParser(50).feed(shell_packet(0, b"x" * 51)))
