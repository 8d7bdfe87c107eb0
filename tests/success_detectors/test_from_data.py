"""Rules from plain data: every error has the place and the remedy, whatever the data are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import kinds, rule_from_data
from bmoca_gym.success_detectors.app_data import BooleanList, PreferenceRule, SqliteRule
from bmoca_gym.success_detectors.combine import AllOf, Not
from bmoca_gym.success_detectors.ui import UiRule


def test_a_nested_rule():
    rule = rule_from_data(
        {
            "all": [
                {"sqlite": {"path": "/data/a.db", "table": "t", "rows_exist": [{"a": 1, "b": None}]}},
                {"not": {"ui": {"text": "x"}}},
            ]
        }
    )
    table = SqliteRule("/data/a.db", "t", rows_exist=((("a", 1), ("b", None)),))
    assert rule == AllOf((table, Not(UiRule(text="x"))))


def test_a_list_of_booleans():
    fields = {
        "path": "/data/a.xml",
        "key": "k",
        "type": "string",
        "boolean_list": {"false_at": [0], "length": 2},
    }
    wanted = PreferenceRule("/data/a.xml", "k", "string", boolean_list=BooleanList((0,), (), 2))
    assert rule_from_data({"preference": fields}) == wanted


UI = {"ui": {"text": "x"}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"iu": {"text": "x"}}, r"detector: there is no kind 'iu'"),
        ({"sqlight": {}}, r"Did you mean 'sqlite'"),
        (
            {"ui": {"resorce_id": "x"}},
            r"detector\.ui: there is no field 'resorce_id'. Did you mean 'resource_id'",
        ),
        ({"all": [UI, {"ui": {}}]}, r"detector\.all\[1\]\.ui: no element is named"),
        (
            {"all": [UI, {"not": {"log": {"tag": "x"}}}]},
            r"detector\.all\[1\]\.not\.log: the field 'regex' is missing",
        ),
        ({"all": []}, r"detector\.all: is \[\]; it must be a list of rules"),
        ({"all": UI}, r"must be a list of rules"),
        ({"ui": None}, r"must be fields with their values"),
        ({"ui": ["text"]}, r"must be fields with their values"),
        ({"log": {"tag": "t", "regex": "("}}, r"detector\.log: regex is '\('"),
        ({}, r"must be one of log, ui"),
        ({**UI, "log": {}}, r"must be one of log, ui"),
        (None, r"must be one of"),
        ([], r"must be one of"),
        ("ui", r"must be one of"),
        ({1: 2}, r"there is no kind 1"),
    ],
)
def test_errors_say_where_and_what(data, message):
    with pytest.raises(DetectorError, match=message):
        rule_from_data(data)


def test_data_that_holds_itself():
    loop: dict[str, object] = {}
    loop["not"] = loop
    with pytest.raises(DetectorError, match="deep"):
        rule_from_data(loop)
    rows: list[object] = []
    rows.append(rows)
    with pytest.raises(DetectorError, match="deep"):
        rule_from_data({"sqlite": {"path": "/data/a", "table": "t", "rows_exist": rows}})


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.dates()
    | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.integers(), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["tag", "regex", "min_level", "text", "attribute", "equals", "dialled", "path", "table", "rows_exist", "key",
     "type", "boolean_list", "command", "greater_than", "min_bytes", "row_count", "exists", "false_at"]
)  # fmt: skip


@given(
    kind=st.sampled_from(kinds()) | st.text(max_size=5),
    content=VALUES | st.dictionaries(FIELDS, VALUES, max_size=5),
)
def test_any_data_is_a_rule_or_a_detector_error(kind, content):
    error = None
    try:
        hash(rule_from_data({kind: content}))
    except DetectorError as raised:
        error = raised
    assert error is None or str(error).startswith("detector")
