"""Rule on the agent's answer: paraphrases, near misses, and arbitrary text."""

from __future__ import annotations

import time
from datetime import date, datetime, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.success_detectors.answer import AnswerRule


def judged(device, rule, answer):
    detector = Detector(rule_from_data({"answer": rule}))
    detector.reset(device)
    detector.answer = answer
    return detector.check(device)


TITLES = {"text": ["Dinner, with Ann", "Run", "Run"]}


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ({"text": "Dinner, with Ann"}, ["dinner,  with ann ", "Dinner, with Ann"], ["Dinner", "with Ann, Dinner", ""]),
        ({"text": "Café", "compare": "exact"}, ["Café", " Café\n"], ["café", "Cafe"]),
        ({"text": "Annual review", "compare": "fuzzy"}, ["Anual review", "annual review"], ["Annual", "Annual re"]),
        (TITLES, ["Run, Dinner, with Ann, run", "Dinner, with Ann,Run,Run,"],
         ["Run, Dinner, with Ann", "Run, Run, Run, Dinner, with Ann", "Dinner, with Bob, Run, Run", "Run, Run"]),
        ({"text": ["a", "b"], "separator": "\n", "compare": "any_case"}, ["b\na", "a\n\nb"], ["a, b", "a\na"]),
        ({"number": 1250}, ["1250", "1,250", "It is 1250.0 m.", "١٢٥٠", "1250."], ["1250 and 3", "-1250", "125", "12.50", "x1250", "1,25,0"]),
        ({"number": -3.5, "tolerance": 0.1}, ["-3.45", "\u22123.6"], ["3.5", "-3.7"]),
        ({"number": 135, "whole": True}, ["135", " 135.0 ", "1_35", "1.35e2", "١٣٥"], ["It is 135.", "135, Walk the dog", "135,", "nan", "inf", "", "136", "one"]),
        ({"number": 7000, "tolerance": 10, "whole": True}, ["7000", "7009.9", "6990.1"], ["7010", "6990", "7,000", "7000 m", "7 km"]),
        ({"number": [2, 2, 3]}, ["3, 2 and 2"], ["2, 3", "2, 2, 3, 3", "2 3 3"]),
        ({"number": 3, "dates_beside": True}, ["3 on May 6, 2024", "2024-05-06: 3", "3"],
         ["Two on May 3, 2024", "3 or 4 on May 6", "3 on day 6"]),
        ({"datetime": date(2023, 10, 15)}, ["2023-10-15", "October 15, 2023", "15 Oct 2023", "on Oct. 15th", "10/15/2023"],
         ["2022-10-15", "October 5", "15", "October 15 or October 16", ""]),
        ({"datetime": "15:34"}, ["15:34", "at 3:34 PM", "3:34 p.m.", "15:34:00"], ["3:34", "3:34 AM", "15:35", "15:34:10", "15:34 or 16:00"]),
        ({"datetime": "3 pm"}, ["3pm", "15:00", "3 P.M."], ["3", "3 am"]),
        ({"datetime": datetime(2023, 10, 15, 15, 34)}, ["October 15 2023 3:34 PM", "2023-10-15T15:34", "15:34 on 15 October"],
         ["October 15", "15:34", "October 16 15:34"]),
        ({"datetime": ["9:00", "10:30"]}, ["10:30 and 9 AM"], ["9:00", "9:00, 9:00"]),
        ({"duration": "1 h 30 min"}, ["90 minutes", "1h30m", "1.5 hours", "1 hour and 30 minutes", "1:30:00", "5,400 s"],
         ["90", "1 h", "1 h or 30 min", "1:31", ""]),
        ({"duration": 45, "tolerance": 5}, ["48 s", "45 sec"], ["51 s"]),
        ({"offset": "-6 h"}, ["6 hours behind", "-6 h", "It is six hours earlier there."],
         ["6 hours ahead", "6 hours", "7 hours behind", "6 hours behind, 6 hours ahead"]),
        ({"offset": "5 h 45 min", "tolerance": 60}, ["5 hours 45 minutes ahead", "+5 h 45 min"], ["5 hours 45 minutes earlier"]),
        ({"distance": "7.0 km"}, ["7 km", "it is 7,000 metres", "8 min, 7.0km"], ["7", "7.1 km", "7 km or 8 km", "7 kmh", "7 miles"]),
        ({"distance": [1609.344, "30 ft"], "tolerance": 1}, ["9.5 m and 1 mile"], ["1 mi", "9.5 min and 1 mile"]),
        ({"text": ["EB", "824"], "compare": "says"}, ["subway 824 and subway EB.", "eb, 824"], ["824", "8245 EB", "824 eBay"]),
        ({"text": "Teleféric - Café", "compare": "says"}, ["It is TELEFERIC CAFÉ!"], ["Teleféric", "Teleféric's Café"]),
        ({"yes_no": True}, ["Yes", "yes, it is.", "TRUE"], ["no", "yes and no", "eyes", "maybe", ""]),
        ({"yes_no": False}, ["No", "no, none"], ["yes", "not sure", "none"]),
    ],
)  # fmt: skip
def test_answers(device, rule, right, wrong):
    for answer in right:
        assert judged(device, rule, answer).satisfied, answer
    for answer in wrong:
        detection = judged(device, rule, answer)
        assert (detection.satisfied, detection.known) == (False, True), answer


def test_the_time_in_a_zone_is_by_the_phones_clock(device):
    assert "does not say what time it is" in judged(device, {"time_in": "Asia/Tokyo"}, "3 PM").evidence[0]
    device = EmbeddedDevice()
    now = int(device.shell("date +%s").output)
    rule = {"time_in": "Asia/Tokyo", "tolerance": 120}
    for late, right in ((0, True), (60, True), (240, False), (-9 * 3600, False)):
        moment = datetime.fromtimestamp(now + 9 * 3600 + late, timezone.utc)
        assert judged(device, rule, f"It is {moment:%I:%M %p} there.").satisfied == right, late
    assert not judged(device, rule, "late").satisfied


def test_no_answer_is_not_the_answer(device):
    assert "none was given" in judged(device, {"yes_no": False}, None).evidence[0]
    assert not judged(device, {"text": "a"}, "a" * 5000).satisfied
    assert device.asked == []


RULES = [
    AnswerRule(text="a"),
    AnswerRule(text=("a, b", "c"), compare="fuzzy"),
    AnswerRule(number=(1, 2)),
    AnswerRule(datetime=datetime(2023, 10, 15, 15)),
    AnswerRule(duration=60),
    AnswerRule(distance=60),
    AnswerRule(yes_no=True),
]


@given(st.text() | st.text("0123456789:.,-+ apmhTs/"))
@example("0/0/0")
@example("It is 1/2/2020.")
@example("1,250/2")
@example("68,0'1")
def test_any_answer_is_judged(answer):
    for rule in RULES:
        assert isinstance(rule.fault(answer), str)


@given(
    st.lists(st.text("abc, d", min_size=1).filter(lambda text: text.strip(" ,")), min_size=1, max_size=4),
    st.randoms(),
)
def test_the_values_themselves_in_any_order_are_the_answer_unless_they_separate(values, chance):
    plain = [value.replace(",", " ") for value in values]
    shuffled = plain[:]
    chance.shuffle(shuffled)
    assert AnswerRule(text=tuple(plain)).fault(", ".join(shuffled)) == ""


@given(st.integers(-(10**9), 10**9), st.datetimes(datetime(1980, 1, 1), datetime(2037, 12, 31)))
def test_what_is_written_is_read(number, moment):
    moment = moment.replace(microsecond=0)
    assert AnswerRule(number=number).fault(f"{number:,}") == ""
    for text in (
        f"{moment:%Y-%m-%d %H:%M:%S}",
        f"{moment:%B} {moment.day}, {moment.year} at {moment:%I:%M:%S %p}",
    ):
        assert AnswerRule(datetime=moment).fault(text) == "", text


@pytest.mark.parametrize(
    "answer", ["1," * 2000, "9 h " * 1000, "1:1" * 1300, "a " * 2000, "1." * 2000, "1 of " * 800]
)
def test_no_answer_takes_long(answer):
    began = time.monotonic()
    for rule in (*RULES, AnswerRule(text="ab " * 1300, compare="fuzzy")):
        rule.fault(answer)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "nothing is expected; give exactly one of text"),
        ({"text": "a", "number": 1}, "text, number is expected"),
        ({"text": 7}, "put it in quotes"),
        ({"number": "7"}, "must be a finite number"),
        ({"number": []}, "empty list"),
        ({"datetime": 1534}, "put it in quotes"),
        ({"datetime": ["15:34", "2023-10-15"]}, "all must be dates, or times, or both"),
        ({"datetime": "soon"}, "must be a date such as"),
        ({"duration": "90"}, "must be seconds, or text"),
        ({"time_in": "Mars/Base"}, "must be a time zone such as"),
        ({"distance": "90"}, "must be metres, or text"),
        ({"yes_no": "yes"}, "must be true or false"),
        ({"text": "a", "compare": "nearly"}, "must be one of same, any_case, exact, fuzzy"),
        ({"number": 1, "unit": "stones"}, "must be one of"),
        ({"text": "a", "unit": "km"}, "only with number"),
        ({"text": "a", "whole": True}, "only with number"),
        ({"number": 1, "tolerance": -1}, "must be 0 or more"),
    ],
)
def test_malformed_rules(fields, message):
    with pytest.raises(DetectorError, match=message):
        rule_from_data({"answer": fields})


SIZE = {"size_answer": {"command": "dumpsys diskstats", "regex": r"(?m)^App Size: (\d+)$"}}


@pytest.mark.parametrize(
    ("printed", "right", "wrong"),
    [
        ("App Size: 1618000000\nOther: 2\n", ["1.6 GB", "Apps take 1.62 GB.", "1618MB", "2 GB", "1.6g"],
         ["1.7 GB", "1.61 GB", "1.6 MB", "1.6", "1.6 GB and 2 GB", "16 GB", ""]),
        ("App Size: none\n", [], ["1.6 GB", "0 B"]),
    ],
)  # fmt: skip
def test_a_size_is_right_to_the_digit_that_it_gives(device, printed, right, wrong):
    device.answers["dumpsys diskstats"] = printed, 0
    detector = Detector(rule_from_data(SIZE))
    for answers, holds in ((right, True), (wrong, False)):
        for answer in answers:
            detector.reset(device)
            detector.answer = answer
            assert detector.check(device).satisfied == holds, answer
    detector.answer = None
    assert not detector.check(device).satisfied
    with pytest.raises(DetectorError, match="may only read"):
        rule_from_data({"size_answer": {"command": "rm -r /sdcard", "regex": "."}})
