"""Tables of answers that a person would accept, and of answers that a person would not, for every kind of question."""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.success_detectors import rule_from_data
from bmoca_gym.suites.androidlab.size_answer import SizeAnswerRule

FILES = [file.read_text("utf-8") for file in sorted(Path(__file__).with_name("answers").glob("*.yaml"))]
#: Cases by kind of question. Answers are texts also where YAML sees a number or a word such as "no".
TABLES = {
    kind: [{**answers, "rule": case["rule"]} for case, answers in zip(cases, texts[kind], strict=True)]
    for file in FILES
    for texts in [yaml.load(file, yaml.CBaseLoader)]
    for kind, cases in yaml.load(file, yaml.CSafeLoader).items()
}


def judge(rule):
    """Return a function that tells why an answer is wrong by a table's rule, or ""."""
    if "size" in rule:
        return lambda answer: SizeAnswerRule.fault(answer, rule["size"])
    return rule_from_data({"answer": rule}).fault


@pytest.mark.parametrize("kind", TABLES)
def test_the_table(kind):
    wrong = []
    for case in TABLES[kind]:
        fault = judge(case["rule"])
        wrong += [f"refused: {answer!r}: {fault(answer)}" for answer in case["accepted"] if fault(answer)]
        wrong += [
            f"accepted: {answer!r} for {case['rule']}" for answer in case["refused"] if not fault(answer)
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", TABLES)
def test_there_are_at_least_sixty_of_each(kind):
    count: Counter[str] = Counter()
    for case in TABLES[kind]:
        for column in ("accepted", "refused"):
            assert all(isinstance(answer, str) for answer in case[column]), case["rule"]
            assert len(set(case[column])) == len(case[column]), case["rule"]
            count[column] += len(case[column])
    assert min(count["accepted"], count["refused"]) >= 60, count


#: Ways to write an answer that change nothing. "{}" is the answer.
DECORATIONS = (
    "{}", " {} ", "\n{}\n", "{}.", "{}!", '"{}"', "“{}”", "«{}»", "'{}'", "**{}**", "*{}*", "`{}`", "```\n{}\n```", "# {}", "- {}", "• {}",
    "({})", "[{}]", "<answer>{}</answer>", "<b>{}</b>", "\\boxed{{{}}}", "Answer: {}", "The answer is {}", "**Answer:** {}", "Final answer: {}.",
    "It is {}.", "\u200b{}\ufeff",
)  # fmt: skip
#: Words around an answer that a person does not take for an answer.
DOUBTS = (
    "not {}",
    "It is not {}",
    "It isn't {}",
    "maybe {}",
    "Perhaps {}",
    "probably {}",
    "{}?",
    "It might be {}",
)

CASES = [(case["rule"], case["accepted"], case["refused"]) for kind in TABLES for case in TABLES[kind]]
PLAIN = {
    "text": ({"text": "Café Aurora"}, "Café Aurora", "Café Borealis"),
    "title": (
        {"text": "Salt, and Pepper: the 2nd"},
        "Salt, and Pepper: the 2nd",
        "Salt, and Pepper: the 3rd",
    ),
    "texts": ({"text": ["Run", "Walk"]}, "Run, Walk", "Run, Walk, Swim"),
    "number": ({"number": 12}, "12", "13"),
    "minutes": ({"number": 90, "unit": "min"}, "90 min", "91 min"),
    "quantity": ({"text": "2 tablespoons"}, "2 tablespoons", "3 tablespoons"),
    "date": ({"datetime": "2023-10-15"}, "October 15, 2023", "October 16, 2023"),
    "time": ({"datetime": "15:34"}, "3:34 PM", "3:35 PM"),
    "moment": ({"datetime": "2023-10-15 15:34"}, "October 15 2023 15:34", "October 15 2023 15:35"),
    "duration": ({"duration": 5400}, "1 h 30 min", "1 h 31 min"),
    "distance": ({"distance": "7.0 km"}, "7 km", "8 km"),
    "offset": ({"offset": "-6 h"}, "6 hours behind", "6 hours ahead"),
    "yes": ({"yes_no": True}, "yes", "no"),
    "says": ({"text": "Buying cake", "compare": "says"}, "Buying cake", "Buying bread"),
    "digits": ({"text": "22331144", "compare": "digits"}, "22331144", "22331145"),
    "size": ({"size": 1618000000}, "1.6 GB", "1.7 GB"),
}


@pytest.mark.parametrize("name", PLAIN)
@given(st.lists(st.sampled_from(DECORATIONS), max_size=2))
@settings(max_examples=30)
def test_decoration_changes_nothing(name, decorations):
    rule, right, wrong = PLAIN[name]
    for decoration in decorations:
        right, wrong = decoration.format(right), decoration.format(wrong)
    fault = judge(rule)
    assert fault(right) == "", right
    assert fault(wrong) != "", wrong


@pytest.mark.parametrize("name", [name for name in PLAIN if name != "says"])
@pytest.mark.parametrize("doubt", DOUBTS)
def test_a_doubt_makes_no_answer_right(name, doubt):
    rule, right, _ = PLAIN[name]
    assert judge(rule)(doubt.format(right)), doubt.format(right)


WORDS = st.text("abcdeßéñ漢字ßΩ0123456789 ,;.&'\"-+", min_size=1, max_size=12).filter(
    lambda text: any(c.isalpha() for c in text) and not (text[0].isdigit() or text[-1].isdigit())
)


@given(
    st.lists(WORDS, min_size=1, max_size=4),
    st.sampled_from((", ", "; ", "\n", "\n- ", " and ", "，", " | ")),
    st.randoms(),
)
@settings(max_examples=40)
def test_any_texts_in_any_order_and_form_are_the_answer(values, divider, chance):
    shuffled = values[:]
    chance.shuffle(shuffled)
    rule = rule_from_data({"answer": {"text": values}})
    assert rule.fault(divider.join(shuffled)) == ""
    assert rule.fault(divider.join([*shuffled, "zzzz"])) != ""


@given(
    st.text()
    | st.text("0123456789:.,-+/ apmhTZkoct*`'\"[](){}\n|&½²①")
    | st.text(st.characters(exclude_categories=()))
)
@settings(deadline=timedelta(seconds=2), max_examples=50)
def test_nothing_raises(answer):
    for rule, _, _ in CASES:
        assert isinstance(judge(rule)(answer), str)


HOSTILE = (
    "(",
    "1,",
    "1 ",
    "1:1",
    "9 h ",
    "a ",
    "and ",
    "**",
    "`",
    "- [ ] ",
    "1) ",
    "the ",
    "not ",
    "Run, ",
    "one hundred ",
    "1/",
    "½",
    "15.",
    "15:34 ",
    "[x](",
    "Salt and ",
    "\n",
    "'",
    "a" * 60 + " ",
)


@pytest.mark.parametrize("part", HOSTILE)
def test_no_answer_takes_long(part):
    began = time.process_time()
    for rule, _, _ in PLAIN.values():
        fault = judge(rule)
        for length in (3999, 100_000):
            assert isinstance(fault((part * length)[:length]), str)
    assert time.process_time() - began < 10
