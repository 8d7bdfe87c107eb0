"""Rule on the UI tree: selectors, predicates, digits and marks of every script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector
from bmoca_gym.success_detectors.ui import UiRule, dialled, normalised

NAME = "com.android.dialer:id/contactgrid_contact_name"
NUMBER = UiRule(resource_id=NAME, attribute="text", dialled="2024561111")


def check(device, rule, *nodes):
    device.show(*nodes)
    detector = Detector(rule)
    detector.reset(device)
    return detector.check(device)


@pytest.mark.parametrize(
    "text",
    [
        "(202) 456-1111",
        "202-456-1111",
        "2024561111",
        "\u2066(202) 456\u20111111\u2069",
        "\u200e٢٠٢ ٤٥٦ ١١١١\u200f",  # Arabic
        "۲۰۲۴۵۶۱۱۱۱",  # Urdu
        "२०२ ४५६ ११११",  # Hindi
    ],
)
def test_a_number_in_any_script(device, text):
    assert check(device, NUMBER, {"resource_id": NAME, "text": text}).satisfied


@pytest.mark.parametrize(
    "text", ["", "(202) 456-1112", "202456111", "12024561111", "202456111¹", "The White House"]
)
def test_another_number(device, text):
    detection = check(device, NUMBER, {"resource_id": NAME, "text": text})
    assert (detection.satisfied, detection.known) == (False, True)
    assert repr(text) in detection.evidence[0]


@pytest.mark.parametrize(
    ("text", "same"),
    [("c180", True), ("c\u200e١٨٠", True), ("c۱۸۰", True), ("c18", False), ("s180", False), ("c 180", False)],
)
def test_normalised_keeps_all_but_marks(device, text, same):
    rule = UiRule(resource_id="formula", attribute="text", normalised="c180")
    assert check(device, rule, {"resource_id": "formula", "text": text}).satisfied is same


def test_equals_compares_exactly(device):
    rule = UiRule(resource_id="formula", attribute="text", equals="c180")
    assert check(device, rule, {"resource_id": "formula", "text": "c180"}).satisfied
    assert not check(device, rule, {"resource_id": "formula", "text": "c١٨٠"}).satisfied


def test_equals_may_be_empty(device):
    rule = UiRule(resource_id="formula", attribute="text", equals="")
    assert check(device, rule, {"resource_id": "formula", "text": ""}).satisfied
    assert not check(device, rule, {"resource_id": "formula", "text": "1"}).satisfied


def test_without_spaces_drops_ascii_spaces_only(device):
    rule = UiRule(resource_id="n", attribute="text", without_spaces="(202)456-1111")
    assert check(device, rule, {"resource_id": "n", "text": "(202) 456-1111"}).satisfied
    assert not check(device, rule, {"resource_id": "n", "text": "(202)\u00a0456-1111"}).satisfied


def test_contains_looks_for_exactly_these_characters(device):
    rule = UiRule(resource_id="n", attribute="text", contains="2")
    assert check(device, rule, {"resource_id": "n", "text": "12 open tabs"}).satisfied
    assert not check(device, rule, {"resource_id": "n", "text": "٢ open tabs"}).satisfied


def test_matches_searches_the_normalised_text(device):
    rule = UiRule(resource_id="n", attribute="content_description", matches=r"(^|\D)2(\D|$)")
    assert check(device, rule, {"resource_id": "n", "content_description": "٢ open tabs"}).satisfied
    assert not check(device, rule, {"resource_id": "n", "content_description": "12 open tabs"}).satisfied


@pytest.mark.parametrize("value", [True, False])
def test_flags(device, value):
    rule = UiRule(resource_id="tab", attribute="selected", equals=value)
    assert check(device, rule, {"resource_id": "tab", "selected": value}).satisfied
    assert not check(device, rule, {"resource_id": "tab", "selected": not value}).satisfied
    assert not check(device, rule).satisfied


def test_existence_and_absence(device):
    there, gone = UiRule(resource_id="end_call"), UiRule(resource_id="end_call", exists=False)
    assert check(device, there, {"resource_id": "end_call"}).satisfied
    assert not check(device, there, {"resource_id": "end_call_button"}).satisfied
    assert check(device, gone).satisfied
    assert not check(device, gone, {"resource_id": "end_call"}).satisfied


def test_absence_of_a_value(device):
    rule = UiRule(resource_id="n", attribute="text", equals="x", exists=False)
    assert check(device, rule, {"resource_id": "n", "text": "y"}).satisfied
    assert not check(
        device, rule, {"resource_id": "n", "text": "y"}, {"resource_id": "n", "text": "x"}
    ).satisfied


def test_all_selectors_have_to_be_of_one_element(device):
    rule = UiRule(text="Portrait", class_name="android.widget.TextView", content_description="d")
    whole = {"text": "Portrait", "class_name": "android.widget.TextView", "content_description": "d"}
    assert check(device, rule, whole).satisfied
    halves = [{"text": "Portrait"}, {"class_name": "android.widget.TextView", "content_description": "d"}]
    assert not check(device, rule, *halves).satisfied


@pytest.mark.parametrize(
    ("text", "done"), [("Portrait", True), ("Porträt", True), ("Pop", False), ("", False)]
)
def test_a_selector_in_several_languages(device, text, done):
    rule = UiRule(
        text=("Portrait", "Porträt"), package="com.niksoftware.snapseed", attribute="selected", equals=True
    )
    node = {"text": text, "package": "com.niksoftware.snapseed", "selected": True}
    detection = check(device, rule, node)
    assert detection.satisfied is done
    assert "Portrait or Porträt" in detection.evidence[0]
    assert not check(device, rule, {**node, "package": "com.android.camera2"}).satisfied
    assert not check(device, rule, {**node, "selected": False}).satisfied


@pytest.mark.parametrize("texts", [(), ("",), ("a", 1), ("a", ""), 5])
def test_selectors_are_texts(texts):
    with pytest.raises(DetectorError, match="text"):
        UiRule(text=texts)


def test_one_of_several_elements_is_enough(device):
    detection = check(
        device, NUMBER, {"resource_id": NAME, "text": "1"}, {"resource_id": NAME, "text": "202 4561111"}
    )
    assert detection.satisfied
    assert "202 4561111" in detection.evidence[0]


@given(st.text())
def test_dialled_of_any_text(text):
    digits = dialled(text)
    assert set(digits) <= set("0123456789*#+,;")
    assert len(digits) == sum(unicodedata.category(c) == "Nd" or c in "*#+,;" for c in text)
    assert dialled(digits) == digits


@given(st.text())
def test_normalised_of_any_text(text):
    plain = normalised(text)
    assert normalised(plain) == plain
    assert dialled(plain) == dialled(text)


def test_no_mark_is_kept():
    controls = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    marks = [c for c in map(chr, range(0x110000)) if unicodedata.bidirectional(c) in controls]
    for mark in [*marks, "\u061c", "\u200e", "\u200f"]:
        assert normalised(f"{mark}a{mark}") == "a", hex(ord(mark))


@given(text=st.text(), flag=st.booleans())
def test_any_text_on_the_screen_is_judged(fake_device, text, flag):
    node = {"resource_id": NAME, "text": text, "content_description": text, "selected": flag}
    assert check(fake_device(), NUMBER, node).satisfied is (dialled(text) == "2024561111")
    matches = UiRule(resource_id=NAME, attribute="content_description", matches="^a+$")
    assert isinstance(check(fake_device(), matches, node).satisfied, bool)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "no element is named"),
        ({"attribute": "text", "equals": "x"}, "no element is named"),
        ({"resource_id": ""}, "resource_id is ''"),
        ({"resource_id": 7}, "put it in quotes"),
        ({"resource_id": "a", "equals": "x"}, "without attribute"),
        ({"resource_id": "a", "attribute": "txet", "equals": "x"}, "Did you mean 'text'"),
        ({"resource_id": "a", "attribute": "text"}, "exactly one of"),
        ({"resource_id": "a", "attribute": "text", "equals": "x", "matches": "x"}, "exactly one of"),
        ({"resource_id": "a", "attribute": "text", "equals": 180}, "put the value in quotes"),
        ({"resource_id": "a", "attribute": "text", "equals": True}, "put the value in quotes"),
        ({"resource_id": "a", "attribute": "selected", "equals": "true"}, "must be true or false"),
        ({"resource_id": "a", "attribute": "selected", "matches": "x"}, "takes equals"),
        ({"resource_id": "a", "attribute": "text", "dialled": "202-456"}, "did you mean '202456'"),
        ({"resource_id": "a", "attribute": "text", "matches": "["}, "not a regular expression"),
        ({"resource_id": "a", "attribute": "text", "matches": r"a(?!b)"}, "match what stands beside instead"),
        ({"resource_id": "a", "attribute": "text", "matches": r"(a)\1"}, "no back-references"),
        ({"resource_id": "a", "attribute": "text", "matches": r"\u066b"}, "write the character itself"),
        ({"resource_id": "a", "exists": "no"}, "must be true or false"),
    ],
)
def test_malformed_rules(fields, message):
    with pytest.raises(DetectorError, match=message):
        UiRule(**fields)
