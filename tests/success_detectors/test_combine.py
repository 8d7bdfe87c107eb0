"""All, any, not and in order: truth, scores, evidence, and unreadable data."""

from __future__ import annotations

import itertools

import pytest

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.success_detectors.combine import AllOf, AnyOf, InOrder, Not
from bmoca_gym.success_detectors.ui import UiRule

UNREADABLE = {"sqlite": {"path": "/data/a.db", "table": "t", "row_count": 1}}


def text(name):
    return {"ui": {"text": name}}


def judged(device, data, *shown):
    device.show(*[{"text": name} for name in shown])
    detector = Detector(rule_from_data(data))
    detector.reset(device)
    return detector.check(device)


@pytest.mark.parametrize("shown", [s for n in range(4) for s in itertools.combinations("abc", n)])
def test_all_any_not(device, shown):
    rules = [text(name) for name in "abc"]
    every = judged(device, {"all": rules}, *shown)
    assert every.satisfied is (len(shown) == 3)
    assert every.score == pytest.approx(len(shown) / 3)
    assert len(every.evidence) == 3
    some = judged(device, {"any": rules}, *shown)
    assert some.satisfied is bool(shown)
    assert some.score == float(bool(shown))
    assert len(some.evidence) == (1 if shown else 3)
    assert judged(device, {"not": {"any": rules}}, *shown).satisfied is (not shown)
    assert judged(device, {"not": {"all": rules}}, *shown).satisfied is (len(shown) < 3)


def test_nothing_follows_from_what_cannot_be_read(device):
    assert not judged(device, {"not": UNREADABLE}).satisfied
    assert not judged(device, {"not": {"not": UNREADABLE}}).satisfied
    assert not judged(device, {"not": {"any": [UNREADABLE, text("a")]}}).satisfied
    assert not judged(device, {"not": {"all": [UNREADABLE, text("a")]}}, "a").satisfied
    # Whatever is in the file, the other rule decides these.
    assert judged(device, {"not": {"all": [UNREADABLE, text("a")]}}).satisfied
    assert judged(device, {"any": [UNREADABLE, text("a")]}, "a").satisfied


def test_the_score_of_nested_rules(device):
    data = {"all": [text("a"), {"all": [text("b"), text("c")]}]}
    assert judged(device, data, "a", "b").score == pytest.approx(0.75)
    either = {"any": [text("c"), {"all": [text("a"), text("d")]}]}
    assert judged(device, either, "a", "b").score == pytest.approx(0.5)


ABC = {"in_order": [text("a"), text("b"), text("c")]}


class TestInOrder:
    def episode(self, device, *screens):
        detector = Detector(rule_from_data(ABC))
        detector.reset(device)
        found = []
        for screen in screens:
            device.show(*[{"text": name} for name in screen])
            found.append(detector.check(device))
        return found

    def test_one_after_the_other(self, device):
        found = self.episode(device, "a", "b", "c")
        assert [d.score for d in found] == pytest.approx([1 / 3, 2 / 3, 1.0])
        assert [d.satisfied for d in found] == [False, False, True]
        assert found[-1].evidence[1].startswith("sub-goal 2 of 3: ")

    def test_what_was_reached_stays_reached(self, device):
        assert [d.satisfied for d in self.episode(device, "a", "", "b", "", "c", "")][-2:] == [True, True]

    def test_another_order_does_not_count(self, device):
        assert [d.score for d in self.episode(device, "c", "b", "a", "c")] == pytest.approx(
            [0, 0, 1 / 3, 1 / 3]
        )

    def test_all_at_once(self, device):
        assert self.episode(device, "abc")[0].satisfied

    def test_a_line_from_before_a_sub_goal_was_next_does_not_count_for_it(self, device):
        rule = rule_from_data({"in_order": [text("a"), {"log": {"tag": "T", "regex": "b"}}]})
        detector = Detector(rule)
        detector.reset(device)
        device.write_log("T", "b")
        assert detector.check(device).score == 0
        device.show({"text": "a"})
        assert detector.check(device).score == 0.5
        device.write_log("T", "b")
        assert detector.check(device).satisfied

    def test_a_new_episode_begins_at_the_first_sub_goal(self, device):
        detector = Detector(rule_from_data(ABC))
        detector.reset(device)
        device.show({"text": "a"})
        detector.check(device)
        detector.reset(device)
        device.show({"text": "b"})
        assert detector.check(device).score == 0


@pytest.mark.parametrize("cls", [AllOf, AnyOf, InOrder])
@pytest.mark.parametrize("rules", [(), [UiRule(text="a")], ("a",), None])
def test_malformed_combinations(cls, rules):
    with pytest.raises(DetectorError, match="list of one or more rules"):
        cls(rules)


def test_not_takes_a_rule():
    with pytest.raises(DetectorError):
        Not("a")
