"""AndroidLab's judge: the page that counts, conditions, readers that find nothing or fail, malformed data."""

from __future__ import annotations

import copy
import pickle
import sys
import types

import pytest

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.suites.androidlab.compressed_tree import CompressedNode

JOHN = {"gate": ["Contact", "John"], "sub_goals": {"name": "John", "mobile": "1 (234) 567-8"}}


def page(device, *texts):
    """Show texts one below the other; a text in a list is nested in the one before it."""
    shown, top = [], 0
    for text in texts:
        inner = text if isinstance(text, list) else []
        height = 10 * max(1, len(inner))
        if inner:
            shown.append({"clickable": True, "bounds": (0, top, 100, top + height), "depth": 1})
        for i, one in enumerate(inner or [text]):
            y = top + 10 * i
            shown.append({"text": one, "bounds": (0, y, 100, y + 10), "depth": 2 if inner else 1})
        top += height
    device.show(*shown)


def judge(device, data, *pages, finish=True):
    """The detection at the end of an episode in which each action leaves the next page."""
    detector = Detector(rule_from_data({"last_page": data}))
    page(device, *pages[0])
    detector.reset(device)
    for i, texts in enumerate(pages[1:], 1):
        page(device, *texts)
        detector.finished = not finish and i == len(pages) - 1
        detector.check(device)
    if finish:
        detector.finished = True
        detector.check(device)
    # A second look says the same: nothing has happened since.
    return detector.check(device)


@pytest.fixture
def reader(monkeypatch):
    """Replace a suite's page reader by a function, and name it."""

    def made(function):
        module = types.ModuleType("bmoca_gym.suites.bmoca.readers.made_up")
        module.form = function
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return "bmoca/made_up.form"

    yield made
    from bmoca_gym.suites.androidlab.last_page import reader_named

    reader_named.cache_clear()


LIST, TYPED, DONE = ["Contacts"], ["Contact", "John"], ["Contact", "John", "Call 1 (234) 567-8"]


@pytest.mark.parametrize(
    ("pages", "finish", "score"),
    [
        ([LIST, TYPED, DONE], True, 1.0),
        ([LIST, TYPED, DONE], False, 0.5),  # what the last action left is not seen
        ([LIST, DONE, LIST], False, 1.0),
        ([LIST, DONE, TYPED], True, 0.5),  # what was undone does not count
        ([LIST, DONE, LIST], True, 1.0),  # a page that it does not know undoes nothing
        ([LIST, LIST], True, 0.0),
        ([DONE], True, 1.0),  # untouched
    ],
)
def test_the_last_page_that_it_knows_counts(device, pages, finish, score):
    found = judge(device, JOHN, *pages, finish=finish)
    assert (found.score, found.satisfied, found.known) == (score, score == 1, True)
    assert ("mobile" in found.evidence[0]) == (score > 0)


PAGE = [
    "Settings",
    ["Wi-Fi", "unchecked"],
    ["Birthday", "October 24, 1996"],
    ["selected, tab", "Alarm"],
    "Alarm 7:00",
]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("Wi-F", True),
        ("wi-fi", False),
        (["Wi-Fi", "Settings"], True),
        ({"key": "unchecked", "beside": "Wi-Fi"}, True),
        ({"key": "unchecked", "beside": "Birthday"}, False),
        ({"words": "October 24, 1996", "beside": "Birthday"}, True),
        ({"words": "October 24", "beside": "Birthday"}, False),
        ({"key": "October", "group": "Settings"}, True),
        ({"key": "October", "beside": "Settings"}, False),
        ({"key": "Alarm", "group": "selected", "first": True}, True),
        ({"key": "Alarm", "inside": "selected"}, False),
        ({"key": "7:00", "inside": "Alarm 7"}, True),
        ({"key": "Birthday", "words": "Birthday"}, True),
        ({"none": "Wi-Fi"}, False),
        ({"any": ["nothing", "Wi-Fi"]}, True),
        ({"all": ["nothing", "Wi-Fi"]}, False),
        (True, True),
    ],
)
def test_conditions(device, condition, holds):
    assert judge(device, {"sub_goals": {"it": condition}}, PAGE).satisfied is holds


def test_what_was_seen_and_what_it_goes_out_from(device):
    seen = {"gate": "player", "sub_goals": {"list": {"seen": "Favorite"}, "song": "PINK BLOOD"}}
    player, favorite = ["player", "PINK BLOOD"], ["Favorite"]
    assert judge(device, seen, favorite, player).satisfied
    assert judge(device, seen, player, player).score == 0.5
    assert judge(device, seen, ["player", "PINK BLOOD", "Favorite"]).satisfied
    after = {"gate": "form", "after": ["form", "400.00"], "sub_goals": {"cash": "500"}}
    assert judge(device, after, ["form", "400.00"], ["form", "500"]).satisfied
    assert not judge(device, after, ["form", "500"], ["form", "500"]).satisfied
    # Only what an agent acted on was seen.
    assert judge(device, after, ["form"], ["form", "400.00"], ["form", "500"], finish=False).score == 0.0


def test_a_command_is_asked_before_each_action(device):
    data = {"query": "settings get global x", "sub_goals": {"off": {"none": {"output_is": "1"}}}}
    assert judge(device, data, LIST).satisfied, "a command that fails answers ERROR, which is another value"
    device.answers["settings get global x"] = ("1\n", 0)
    assert not judge(device, data, LIST).satisfied
    assert judge(device, {**data, "sub_goals": {"on": {"output": "1"}}}, LIST).satisfied


def test_readers_find_fields(device, reader):
    def form(root: CompressedNode, title: str = "Form"):
        words = [node.words.strip() for node in root.walk()]
        return {"cash": words[words.index(title) + 1], "days": ["Mon", "Tue"]} if title in words else None

    data = {
        "reader": reader(form),
        "after": {"cash": "400.00"},
        "sub_goals": {"cash": ["500", "500.00"], "day": {"field": "days", "has": "Mon"}},
    }
    assert judge(device, data, ["Form", "400.00"], ["Form", "500.00"]).satisfied
    assert judge(device, data, ["Form", "400.00"], ["Form", "501"]).score == 0.5
    assert not judge(device, data, ["Form", "500"]).satisfied
    found = judge(device, {**data, "with": {"title": "Other"}}, ["Form", "400.00"], ["Form", "500"])
    assert (found.satisfied, found.known) == (False, True)


def test_a_reader_that_fails_knows_no_page(device, reader):
    def form(root):
        if any("odd" in node.key for node in root.walk()):
            raise IndexError("list index out of range")
        return {"cash": "1"}

    data = {"reader": reader(form), "sub_goals": {"cash": "1"}}
    found = judge(device, data, ["odd"])
    assert (found.satisfied, found.known) == (False, False)
    assert "failed: IndexError: 'list index out of range'" in found.evidence[0]
    assert judge(device, data, ["even"], ["odd"]).satisfied, "the page before still counts"


def test_complete_may_be_less_or_never(device):
    goals = {"title": "John", "mobile": "1 (234) 567-8"}
    assert judge(device, {"sub_goals": goals, "complete": ["mobile"]}, ["1 (234) 567-8"]).score == 1.0
    never = judge(device, {"sub_goals": goals, "complete": False}, DONE)
    assert (never.satisfied, never.score) == (False, 1.0)


def test_it_is_a_value_whose_memory_can_be_copied(device):
    rule = rule_from_data({"last_page": {**JOHN, "after": "Contact"}})
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert hash(rule) == hash(copy.deepcopy(rule))
    detector = Detector(rule)
    page(device, *DONE)
    detector.reset(device)
    detector.check(device)
    other = detector.copy()
    for one in (detector, other):
        one.finished = True
        assert one.check(device).satisfied


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], r"last_page: is \[\]; it must be fields"),
        ({"sub_goals": {}}, r"sub_goals: is \{\}; it must be conditions by name"),
        ({"sub_goals": {"a": "b"}, "gates": "c"}, r"there is no field 'gates'\. Did you mean 'gate'"),
        ({"sub_goals": {"a": 3}}, r"sub_goals\.a: is 3; it must be a text that a key has in it"),
        ({"sub_goals": {"a": {"key": "b", "besides": "c"}}}, r"no field 'besides'\. Did you mean 'beside'"),
        ({"sub_goals": {"a": {"beside": "c"}}}, "neither key nor words is given"),
        (
            {"sub_goals": {"a": {"key": "b", "beside": "c", "group": "d"}}},
            "in beside and group; give one place",
        ),
        ({"sub_goals": {"a": {"any": []}}}, r"any is \[\]; it must be a list of conditions"),
        ({"sub_goals": {"a": {"field": "b"}}}, "a field takes one of is and has"),
        ({"sub_goals": {"a": {"output": 7}}}, "output is 7; it must be text; put it in quotes"),
        ({"sub_goals": {"a": "b"}, "complete": ["c"]}, "it must be a list of sub-goals, of a, or false"),
        ({"sub_goals": {"a": "b"}, "reader": "nowhere/x.y"}, "it must be suite/module.function"),
        ({"sub_goals": {"a": "b"}, "reader": "bmoca/nothing.y"}, r"there is no module .*readers\.nothing"),
        ({"sub_goals": {"a": "b"}, "with": [1]}, r"with: is \[1\]; it must be values by name"),
        ({"sub_goals": {"a": "b"}, "query": ""}, "query is ''; it must be text that is not empty"),
    ],
)
def test_malformed_data_is_named(data, says):
    with pytest.raises(DetectorError, match=says):
        rule_from_data({"last_page": data})
