"""Answers to AndroidWorld's questions: of any length and script, they are judged without a crash."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from babel.units import format_unit
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym import tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset import resources
from bmoca_gym.handset.resources.locales import LOCALES, locale_named
from bmoca_gym.success_detectors.answer import AnswerRule

QUESTIONS = [task for task in tasks.suite("androidworld") if isinstance(task.corrected, AnswerRule)]


class Said:
    """An action mode whose actions are moves."""

    needs_tree = False
    wrong_format_counts = False

    def to_gesture(self, action: Any, tree: Any) -> Any:
        return action


ENV = PhoneEnv(QUESTIONS, "androidworld/all", step_seconds=0, step_limit=10**9)
ENV.action_mode = Said()  # type: ignore[assignment]

#: Of any script, with halves of surrogate pairs and control characters; of what answers are made of; very long.
ANYTHING = (
    st.text(st.characters(exclude_categories=()))
    | st.text("0123456789:.,-+ apmhTOctober/")
    | st.builds(lambda text, times: text * times, st.text(max_size=3), st.integers(0, 50_000))
)


def test_there_are_questions() -> None:
    assert len(QUESTIONS) >= 15
    assert {task.app for task in QUESTIONS} >= {"Tasks", "Simple Calendar Pro", "OpenTracks", "Joplin"}


@settings(max_examples=25)
@given(st.sampled_from(QUESTIONS), ANYTHING)
def test_any_answer_is_judged(task: tasks.Task, text: str) -> None:
    if getattr(ENV, "task", None) is not task:
        ENV.reset(options={"task": task})
    _, reward, terminated, _, info = ENV.step(Answer(text))
    assert (reward, terminated) == (0.0, False)
    assert info["answer"].encode("utf-8").decode("utf-8") == info["answer"], "files can hold it"
    for rule in (task.corrected, task.upstream):
        if isinstance(rule, AnswerRule):
            assert isinstance(rule.fault(text[:4000]), str)


#: Yes, no, and what stands between two texts.
WORDS = {
    "ak": ("Aane", "Daabi", " ne "), "ar": ("نعم", "لا", " و "), "de": ("Ja", "Nein", " und "), "es": ("Sí", "No", " y "),
    "fr": ("Oui", "Non", " et "), "hi": ("हाँ", "नहीं", " और "), "ja": ("はい", "いいえ", "と"), "ko": ("네", "아니요", ", "),
    "pt-BR": ("Sim", "Não", " e "), "pt-PT": ("Sim", "Não", " e "), "ru": ("Да", "Нет", " и "), "ur": ("ہاں", "نہیں", " اور "),
    "zh-Hans": ("是", "否", "和"),
}  # fmt: skip
UNITS = {"min": "duration-minute", "m": "length-meter", "s": "duration-second", "km": "length-kilometer"}


def in_language(rule: AnswerRule, locale: str) -> str:
    """The answer that a rule expects, as somebody says it in the language of a phone."""
    yes, no, both = WORDS[locale_named(locale).catalogue]
    if rule.kind == "yes_no":
        return yes if rule.yes_no else no
    if rule.kind == "text":
        assert rule.text is not None
        return rule.text if isinstance(rule.text, str) else both.join(rule.text)
    if rule.kind == "datetime":
        at = datetime.fromisoformat(str(rule.datetime))
        return f"{resources.long_date(locale, at.date())} {resources.format_time(locale, at.hour, at.minute)}"
    assert isinstance(rule.number, (int, float))
    if not rule.unit:
        return resources.digits(locale, str(rule.number))
    unit = UNITS[rule.unit]
    said = format_unit(
        rule.number, unit, "long", locale=locale_named(locale).babel, format="0.###", numbering_system="latn"
    )
    return resources.digits(locale, said)


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en-US"])
@pytest.mark.parametrize("task", QUESTIONS, ids=lambda task: task.id)
def test_answers_in_the_language_of_the_phone_are_right(task: tasks.Task, locale: str) -> None:
    rule = task.corrected
    assert isinstance(rule, AnswerRule)
    said = in_language(rule, locale)
    assert not rule.fault(said, locale=locale), said
