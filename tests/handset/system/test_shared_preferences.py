"""Shared preferences: a round trip, files written by Android, and refusal of everything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.apps.wikipedia import state as wikipedia
from bmoca_gym.handset.errors import SharedPreferencesError
from bmoca_gym.handset.system.shared_preferences import (
    MAX_BYTES,
    Preference,
    Preferences,
    get,
    parse,
    put,
    to_bytes,
)

HEAD = b"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n"

#: As a phone wrote it.
FILE = (
    HEAD
    + b"""<map>
    <int name="textSizeMultiplier" value="-5" />
    <set name="names">
        <string>c</string>
        <string>a &amp; b</string>
    </set>
    <long name="time" value="1714557600000" />
    <float name="speed" value="1.5" />
    <boolean name="showLinkPreviews" value="false" />
    <string name="feedCardsEnabled">[false,true]</string>
</map>
"""
)
PREFERENCES: Preferences = (
    Preference("int", "textSizeMultiplier", -5),
    Preference("set", "names", ("c", "a & b")),
    Preference("long", "time", 1714557600000),
    Preference("float", "speed", 1.5),
    Preference("boolean", "showLinkPreviews", False),
    Preference("string", "feedCardsEnabled", "[false,true]"),
)

# Surrogates, control characters and non-characters can't stand in XML.
texts = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
    | st.sampled_from("\t\n\r\"'<>&"),
    max_size=30,
)
entries = st.one_of(
    st.tuples(st.just("boolean"), texts, st.booleans()),
    st.tuples(st.just("int"), texts, st.integers(-(1 << 31), (1 << 31) - 1)),
    st.tuples(st.just("long"), texts, st.integers(-(1 << 63), (1 << 63) - 1)),
    st.tuples(st.just("float"), texts, st.floats(allow_nan=False)),
    st.tuples(st.just("string"), texts, texts),
    st.tuples(st.just("set"), texts, st.lists(texts, max_size=4).map(tuple)),
).map(lambda fields: Preference(*fields))


def test_reads_and_writes_what_android_writes() -> None:
    assert parse(FILE) == PREFERENCES
    assert to_bytes(PREFERENCES) == FILE


def test_a_file_is_in_the_order_of_a_hash_map() -> None:
    def names(*given: str) -> list[str]:
        return [p.name for p in parse(to_bytes(tuple(Preference("int", name, 0) for name in given)))]

    assert names("showLinkPreviews", "a", "feedCardsEnabled") == ["a", "showLinkPreviews", "feedCardsEnabled"]
    assert names("feedCardsEnabled", "a", "showLinkPreviews") == ["a", "feedCardsEnabled", "showLinkPreviews"]
    assert names("BB", "Aa") == ["BB", "Aa"]  # of one hash
    twelve = [*"bcdefghijkl", "p"]
    assert names(*twelve) == ["p", *"bcdefghijkl"]  # 112 of 16 bins is bin 0
    assert names(*twelve, "q") == [*"bcdefghijkl", "p", "q"] == names("q", *twelve)  # of 32 bins, bin 16
    (held,) = parse(to_bytes((Preference("set", "s", (*"qcba", "b")),)))
    assert held.value == (*"qabc",)


def test_the_list_that_the_benchmark_s_own_judge_reads_is_the_last_entry() -> None:
    state = wikipedia.first_state()
    state = state.with_feed((False,) * 10, tuple(range(10))).with_preference("int", "textSizeMultiplier", 8)
    assert parse(wikipedia.read_preferences(state))[-1].name == "feedCardsEnabled"


def test_an_empty_file() -> None:
    assert to_bytes(()) == HEAD + b"<map />\n"
    assert parse(to_bytes(())) == ()


@given(st.lists(entries, max_size=8, unique_by=lambda p: p.name))
def test_what_is_written_is_read_back(written: list[Preference]) -> None:
    assert _plain(parse(to_bytes(tuple(written)))) == _plain(tuple(written))


def _plain(preferences: Preferences) -> dict[str, tuple[str, object]]:
    """Preferences without an order, which a ``HashMap`` does not keep."""
    return {p.name: (p.kind, set(p.value) if p.kind == "set" else p.value) for p in preferences}


@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda t: b"<map>" + t.encode("utf-8", "replace") + b"</map>")
)
def test_any_bytes_are_preferences_or_a_value_error(data: bytes) -> None:
    try:
        found = parse(data)
    except ValueError:
        return
    assert _plain(parse(to_bytes(found))) == _plain(found)
    assert to_bytes(parse(to_bytes(found))) == to_bytes(found)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"text",
        b"<map>",
        b"<list/>",
        b"<map><map/></map>",
        b"<map><int value='1'/></map>",
        b"<map><int name='a' value='x'/></map>",
        b"<map><int name='a' value='1_0'/></map>",
        b"<map><int name='a' value='2147483648'/></map>",
        b"<map><boolean name='a' value='yes'/></map>",
        b"<map><string name='a'><b/></string></map>",
        b"<map><set name='a'><int name='b' value='1'/></set></map>",
        b"<!DOCTYPE map [<!ENTITY a 'aaaa'>]><map><string name='x'>&a;</string></map>",
        b"<!DOCTYPE map SYSTEM 'file:///etc/passwd'><map/>",
        b"<map>\xff\xfe</map>",
        b"<map>" + b" " * MAX_BYTES + b"</map>",
    ],
)
def test_other_bytes_raise(body: bytes) -> None:
    with pytest.raises(SharedPreferencesError):
        parse(body)


def test_the_last_of_a_name_counts() -> None:
    assert parse(b"<map><int name='a' value='1'/><int name='a' value='2'/></map>") == (
        Preference("int", "a", 2),
    )


@pytest.mark.parametrize(
    "preference",
    [
        Preference("string", "a", "\x00"),
        Preference("string", "a", "\ud800"),
        Preference("string", "a", 1),
        Preference("set", "a", ("ok", "\x1b")),
        Preference("int", "a", 1 << 31),
        Preference("int", "a", True),
        Preference("double", "a", 1.0),
    ],
)
def test_what_a_file_cannot_hold_is_not_written(preference: Preference) -> None:
    with pytest.raises(SharedPreferencesError):
        to_bytes((preference,))


def test_get_and_put() -> None:
    assert get(PREFERENCES, "textSizeMultiplier", "int", 0) == -5
    assert get(PREFERENCES, "textSizeMultiplier", "string", "other kind") == "other kind"
    assert get(PREFERENCES, "absent", "int", 7) == 7
    changed = put(PREFERENCES, "int", "textSizeMultiplier", 8)
    assert [p.name for p in changed] == [p.name for p in PREFERENCES]
    assert get(changed, "textSizeMultiplier", "int", 0) == 8
    assert put(PREFERENCES, "int", "textSizeMultiplier", -5) is PREFERENCES
    assert put(PREFERENCES, "int", "new", 1)[-1] == Preference("int", "new", 1)
