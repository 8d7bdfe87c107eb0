"""Answers in the phone's language: times, dates, durations, lengths, sizes, numbers, yes and no."""

from __future__ import annotations

from datetime import date, time

import pytest

from bmoca_gym.handset import resources
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.success_detectors.answer import AnswerRule
from bmoca_gym.success_detectors.answers import languages

OTHERS = [locale for locale in LOCALES if locale != "en-US"]
DAY = date(1996, 10, 24)
BIRTHDAY = AnswerRule(datetime=DAY)
WALK = AnswerRule(duration="12 h 58 min")
LENGTH = AnswerRule(distance="73 km")
BEHIND = AnswerRule(offset="-6 h")
FIVE_PAST_FIVE = AnswerRule(datetime="17:05")
COUNT = AnswerRule(number=3.0)
ON = AnswerRule(yes_no=True)
OFF = AnswerRule(yes_no=False)


@pytest.mark.parametrize("locale", OTHERS)
def test_dates_are_read_as_the_phone_writes_them(locale: str) -> None:
    for form in (
        resources.long_date(locale, DAY),
        *(resources.format_date(locale, DAY, one) for one in ("yMMMd", "yMd")),
    ):
        assert not BIRTHDAY.fault(form, locale=locale), form
    for other in (date(1996, 10, 25), date(1996, 11, 24), date(1995, 10, 24)):
        assert BIRTHDAY.fault(resources.long_date(locale, other), locale=locale)


@pytest.mark.parametrize("locale", OTHERS)
@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_is_known_by_its_name(locale: str, month: int) -> None:
    rule = AnswerRule(datetime=DAY.replace(month=month))
    for said in range(1, 13):
        text = resources.long_date(locale, DAY.replace(month=said))
        assert bool(rule.fault(text, locale=locale)) is (said != month), text


@pytest.mark.parametrize("locale", OTHERS)
@pytest.mark.parametrize("hours", [False, True])
def test_times_are_read_as_the_phone_writes_them(locale: str, hours: bool) -> None:
    for at in (time(17, 5), time(5, 5), time(0, 30), time(12, 30)):
        rule = AnswerRule(datetime=f"{at:%H:%M}")
        text = resources.format_time(locale, at.hour, at.minute, hours)
        assert not rule.fault(text, locale=locale), text
        other = resources.format_time(locale, (at.hour + 12) % 24, at.minute, hours)
        assert rule.fault(other, locale=locale), other


@pytest.mark.parametrize("locale", OTHERS)
def test_english_is_right_in_every_language(locale: str) -> None:
    for rule, text in (
        (BIRTHDAY, "October 24, 1996"), (WALK, "12 hr 58 min"), (LENGTH, "73 km"), (BEHIND, "6 hours behind"),
        (FIVE_PAST_FIVE, "5:05 PM"), (COUNT, "There are three."), (ON, "Yes"), (OFF, "No"),
    ):  # fmt: skip
        assert not rule.fault(text, locale=locale), text


@pytest.mark.parametrize(
    ("rule", "locale", "text"),
    [
        (BIRTHDAY, "de-DE", "Am 24. Okt. 1996."),
        (BIRTHDAY, "es-US", "Nació el 24 de octubre de 1996."),
        (BIRTHDAY, "pt-BR", "24 de out. de 1996"),
        (BIRTHDAY, "ko-KR", "1996년 10월 24일입니다"),
        (BIRTHDAY, "de-DE", "Donnerstag, 24. Oktober 1996"),
        (AnswerRule(datetime="1996-10-01"), "fr-CA", "le 1er octobre 1996"),
        (FIVE_PAST_FIVE, "ko-KR", "오후 5시 5분"),
        (FIVE_PAST_FIVE, "zh-Hans-CN", "下午5点05分"),
        (FIVE_PAST_FIVE, "ja-JP", "17時5分です"),
        (FIVE_PAST_FIVE, "es-US", "a las 5:05 de la tarde"),
        (FIVE_PAST_FIVE, "ru-MD", "5:05 вечера"),
        (FIVE_PAST_FIVE, "ar-EG", "٥:٠٥ مساءً"),
        (AnswerRule(datetime="17:30"), "zh-Hans-CN", "下午5点半"),
        (WALK, "ko-KR", "12시간 58분"),
        (WALK, "de-DE", "12 Stunden und 58 Minuten"),
        (WALK, "fr-CA", "12 heures et 58 minutes"),
        (WALK, "ru-MD", "12 ч 58 мин"),
        (WALK, "ar-EG", "١٢ س ٥٨ د"),
        (WALK, "hi-IN", "12 घंटे 58 मिनट"),
        (WALK, "ja-JP", "12時間58分です"),
        (WALK, "zh-Hans-CN", "12 小时 58 分钟"),
        (AnswerRule(duration="2 h 5 min"), "ar-EG", "ساعتان و٥ دقائق"),
        (LENGTH, "ru-MD", "73 км"),
        (LENGTH, "de-DE", "73 Kilometer"),
        (AnswerRule(distance="7.0 km"), "fr-CA", "7,0 kilomètres"),
        (BEHIND, "ko-KR", "6시간 느림"),
        (BEHIND, "de-DE", "6 Stunden zurück"),
        (BEHIND, "ak-GH", "Ɛka akyi nnɔnhwere 6"),
        (BEHIND, "zh-Hans-CN", "晚 6 小时"),
        (BEHIND, "ru-MD", "−6 ч"),
        (COUNT, "ko-KR", "거래 3건"),
        (COUNT, "ja-JP", "3件です"),
        (COUNT, "ar-EG", "٣"),
        (ON, "ko-KR", "네, 켜져 있습니다"),
        (ON, "es-US", "Sí, no hay problema"),
        (ON, "zh-Hans-CN", "是的"),
        (OFF, "zh-Hans-CN", "不是"),
        (OFF, "de-DE", "Nein, es ist nicht eingeschaltet."),
        (OFF, "hi-IN", "नहीं"),
    ],
)
def test_what_a_person_would_say_is_right(rule: AnswerRule, locale: str, text: str) -> None:
    assert not rule.fault(text, locale=locale)


@pytest.mark.parametrize(
    ("rule", "locale", "text"),
    [
        (BIRTHDAY, "de-DE", "24. Oktober 1996 oder 25. Oktober 1996"),
        (BIRTHDAY, "de-DE", "nicht am 24. Oktober 1996"),
        (BIRTHDAY, "es-US", "quizás el 24 de octubre de 1996"),
        (BIRTHDAY, "es-US", "24 de septiembre de 1996"),
        (BIRTHDAY, "de-DE", "Freitag, 24. Oktober 1996"),
        (FIVE_PAST_FIVE, "ko-KR", "오전 5시 5분"),
        (FIVE_PAST_FIVE, "es-US", "a las 5:05 de la mañana"),
        (WALK, "ko-KR", "12시간 59분"),
        (WALK, "ja-JP", "12時間58分以上"),
        (WALK, "de-DE", "mehr als 12 Stunden 58 Minuten"),
        (WALK, "zh-Hans-CN", "58 分钟"),
        (LENGTH, "ru-MD", "73 м"),
        (LENGTH, "fr-CA", "74 kilomètres"),
        (BEHIND, "ko-KR", "6시간 빠름"),
        (BEHIND, "de-DE", "6 Stunden voraus"),
        (BEHIND, "ar-EG", "٧ ساعات متأخر"),
        (COUNT, "ko-KR", "거래 4건"),
        (COUNT, "ko-KR", "3건 이상"),
        (COUNT, "de-DE", "nicht 3"),
        (ON, "ko-KR", "아니요"),
        (ON, "fr-CA", "non"),
        (OFF, "ru-MD", "да"),
        (ON, "de-DE", "vielleicht ja"),
    ],
)
def test_what_is_wrong_or_denied_is_not(rule: AnswerRule, locale: str, text: str) -> None:
    assert rule.fault(text, locale=locale)


TWO, ONE = AnswerRule(text=("Call Ann", "Team Meeting")), AnswerRule(text="Conference Room A")


@pytest.mark.parametrize(
    ("rule", "locale", "text"),
    [
        (TWO, "de-DE", "Call Ann und Team Meeting"),
        (TWO, "ko-KR", "Call Ann와 Team Meeting"),
        (TWO, "ko-KR", "Call Ann, Team Meeting입니다"),
        (TWO, "zh-Hans-CN", "Call Ann和Team Meeting"),
        (TWO, "ja-JP", "Call Ann、Team Meetingです"),
        (TWO, "ar-EG", "Call Ann و Team Meeting"),
        (TWO, "hi-IN", "Call Ann और Team Meeting हैं"),
        (ONE, "de-DE", "Der Ort ist Conference Room A."),
        (ONE, "ko-KR", "장소는 Conference Room A입니다"),
        (ONE, "zh-Hans-CN", "地点是Conference Room A"),
        (ONE, "ja-JP", "場所はConference Room Aです。"),
        (ONE, "ru-MD", "Место: Conference Room A"),
        (ONE, "ur-PK", "جگہ Conference Room A ہے"),
        (ONE, "ak-GH", "Beaeɛ no ne Conference Room A"),
        (ONE, "ko-KR", "Conference Room A"),
    ],
)
def test_texts_may_stand_in_a_sentence_of_the_language(rule: AnswerRule, locale: str, text: str) -> None:
    assert not rule.fault(text, locale=locale)


@pytest.mark.parametrize(
    ("rule", "locale", "text"),
    [
        (ONE, "de-DE", "Der Ort ist nicht Conference Room A"),
        (ONE, "ko-KR", "Conference Room A가 아닙니다"),
        (ONE, "ko-KR", "장소는 Conference Room B입니다"),
        (ONE, "zh-Hans-CN", "地点不是Conference Room A"),
        (ONE, "es-US", "El lugar no es Conference Room A"),
        (TWO, "de-DE", "Call Ann oder Team Meeting"),
        (TWO, "de-DE", "Call Ann und Run"),
        (TWO, "es-US", "Call Ann y"),
        (ONE, "fr-CA", "Der Ort ist Conference Room A"),
    ],
)
def test_other_sentences_are_wrong(rule: AnswerRule, locale: str, text: str) -> None:
    assert rule.fault(text, locale=locale)


def test_words_of_another_language_are_not_read() -> None:
    assert BIRTHDAY.fault("24. Oktober 1996", locale="fr-CA")
    assert WALK.fault("12시간 58분", locale="de-DE")
    assert ON.fault("oui", locale="de-DE")


@pytest.mark.parametrize("locale", ["en-US", "nl-NL"])
def test_english_and_unknown_locales_have_no_words_of_their_own(locale: str) -> None:
    assert languages.in_english("24. Oktober 1996", locale, "datetime") is None


@pytest.mark.parametrize("locale", OTHERS)
def test_names_of_a_zone_and_of_the_language_depend_on_the_phone(locale: str) -> None:
    zone, language = AnswerRule(text="<zone Asia/Shanghai>", compare="says"), AnswerRule(text="<language>")
    assert not language.fault(LOCALES[locale].name, locale=locale)
    assert not language.fault(locale, locale=locale)
    assert language.fault("English", locale=locale)
    assert not language.fault("English (United States)", locale="en-US")
    assert zone.fault("Asia", locale=locale)


def test_the_zone_of_china_in_some_languages() -> None:
    rule = AnswerRule(text="<zone Asia/Shanghai>", compare="says")
    for locale, text in (
        ("ko-KR", "GMT+08:00 중국 표준시"), ("de-DE", "Chinesische Normalzeit"), ("en-US", "China Standard Time"),
        ("zh-Hans-CN", "GMT+08:00 中国标准时间"),
    ):  # fmt: skip
        assert not rule.fault(text, locale=locale)
    assert rule.fault("GMT+09:00 일본 표준시", locale="ko-KR")
