"""Clock and Calculator show every digit: no time, number or button's label is cut off in any configuration."""

from __future__ import annotations

import os
from collections import defaultdict
from datetime import date
from functools import cache
from typing import Any

import pytest
from handset_cuts import cut_in, cut_off

from bmoca_gym.handset import images, packages, resources
from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    CITIES_ACTIVITY,
    EXPIRED_ACTIVITY,
    Alarm,
    ClockState,
    EditLabel,
    PickAlarm,
    Timer,
)
from bmoca_gym.handset.images import ANDROID10, ANDROID13
from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.elements import Row, Spacer
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do, replace
from bmoca_gym.randomization.sampler import Sampler

#: Of how many sampled configurations a long run looks at Clock and Calculator, and at the other apps.
MANY, SOME = (300, 40) if os.environ.get("BMOCA_EVERYTHING") else (25, 8)

#: The font scales that Android's settings offer.
FONT_SCALES = (0.85, 1.0, 1.15, 1.3)
#: 22:58 on 1 May 2024: in words, the widest time there is.
LATE = 1714604280000

ALARMS = (
    Alarm(1, 22, 58, 127, True, True, "Get up"), Alarm(2, 12, 0, 0), Alarm(3, 0, 30, 96, False, True, "Weekend"),
    Alarm(4, 10, 45, 21),
)  # fmt: skip
HOURS = (10 * 3600 + 22 * 60 + 58) * 1000
TIMERS = (Timer(1, HOURS, HOURS, -1, "Soup"), Timer(2, HOURS, HOURS, 0), Timer(3, 60000, -90000 - HOURS, 0))
FORMULA = (*tuple(f"digit_{d}" for d in "123456789"), "op_mul", *tuple(f"digit_{d}" for d in "987654321"))


def _clock(**changes: Any) -> ClockState:
    return ClockState(alarms=ALARMS, next_alarm_id=5, timers=TIMERS, next_timer_id=4, **changes)


def _picker(res: resources.Resources, **changes: Any) -> PickAlarm:
    return PickAlarm(1, replace(time_picker.opened(res, 22, 58), **changes))


def clock_states(res: resources.Resources) -> list[ClockState]:
    """The states that Clock's main activity can show; the screen decides the picker's form."""
    watch = {"tab": "stopwatch", "watch_before": HOURS + 880}
    return [
        _clock(tab="alarm"), _clock(tab="alarm", expanded=1), _clock(tab="alarm", expanded=2),
        _clock(tab="alarm", dialog=_picker(res)), _clock(tab="alarm", dialog=_picker(res, field="minute")),
        _clock(tab="alarm", dialog=_picker(res, typed=True, wrong=True)),
        _clock(tab="alarm", dialog=_picker(res, typed=True, spinner=True)),
        _clock(tab="alarm", dialog=EditLabel(1, "Get up")),
        _clock(tab="clock", cities=("America/New_York", "Asia/Tokyo", "Europe/Berlin")),
        _clock(tab="timer", digits="225858"), _clock(tab="timer", setting_up=False),
        _clock(**watch, laps=(HOURS, HOURS + 90)), _clock(**watch, watch_since=0), _clock(tab="stopwatch"),
    ]  # fmt: skip


@cache
def _phone(image: Image, package: str) -> Phone:
    phone = images.boot(image.configuration, image)
    phone = replace(phone, clock=replace(phone.clock, wall=LATE))
    return activities.start(phone, packages.apps_of(image)[package].component)


def clocks(configuration: Configuration, image: Image) -> list[Phone]:
    """Phones of that configuration that show Clock's screens."""
    package = "com.google.android.deskclock"
    base = replace(_phone(image, package), configuration=configuration)
    shown = [
        replace(base, apps=base.apps.set(package, state))
        for state in clock_states(resources.of(configuration))
    ]
    other = shown[0]
    for component, argument in ((ALARM_ACTIVITY, 1), (EXPIRED_ACTIVITY, 3), (CITIES_ACTIVITY, "cities")):
        shown.append(activities.start(other, component, argument))
    return shown


def android13_clocks(configuration: Configuration, image: Image) -> list[Phone]:
    """Clock's screens that differ in a later release."""
    return [
        phone
        for phone in clocks(configuration, image)
        if getattr(phone.apps[phone.top.package], "tab", "") in ("timer", "stopwatch")
        and not phone.top.argument
    ]


def calculators(configuration: Configuration, image: Image) -> list[Phone]:
    """Phones of that configuration that show Calculator's screens."""
    package = "com.google.android.calculator"
    base = replace(_phone(image, package), configuration=configuration)
    empty = base.apps[package]
    history = ((FORMULA, "121932631112635269"), (FORMULA, "-0.00000000012193263111"))
    states = [
        empty, replace(empty, advanced=True), replace(empty, advanced=True, inverse=True, degrees=False),
        replace(empty, formula=FORMULA), replace(empty, formula=FORMULA, finished="121932631112635269"),
        replace(empty, formula=FORMULA, finished="-12193263111263.526988887"),
        replace(empty, formula=FORMULA, problem="divide_by_zero"), replace(empty, history=history, overlay="history"),
        replace(empty, history=history, overlay="clear"), replace(empty, overlay="menu"),
    ]  # fmt: skip
    return [replace(base, apps=base.apps.set(package, state)) for state in states]


@cache
def configurations(count: int) -> tuple[Configuration, ...]:
    """Sampled configurations at every font scale; of those that only differ in height, the lowest."""
    found: dict[Any, Configuration] = {}
    for one in Sampler(17).configurations(count):
        for font_scale in FONT_SCALES:
            given = one.screen_configuration() | {"font_scale": font_scale, "dark": False}
            given.pop("wallpaper", None)
            made = Configuration(**given)
            res = resources.of(made)
            key = (res.width, font_scale, made.locale)
            if key not in found or resources.of(found[key]).height > res.height:
                found[key] = made
    return tuple(found.values())


def defects(count: int, screens: Any, image: Image) -> dict[str, list[str]]:
    """The texts that are cut off, and in which configurations."""
    found = defaultdict(list)
    for c in configurations(count):
        for phone in screens(c, image):
            for cut in cut_off(phone):
                found[cut].append(f"{c.locale} {c.width}x{c.height} {c.density} dpi {c.font_scale}")
    return found


@pytest.mark.exhaustive(unless=lambda count: count < MANY)
@pytest.mark.parametrize("count", [3, MANY])
@pytest.mark.parametrize(
    ("screens", "image"),
    [(clocks, ANDROID10), (android13_clocks, ANDROID13), (calculators, ANDROID10)],
)
def test_no_time_number_or_button_is_cut_off(screens: Any, image: Image, count: int) -> None:
    found = defects(count, screens, image)
    assert not found, "\n".join(f"{cut}: {where[:3]}" for cut, where in found.items())


@pytest.mark.parametrize("font_scale", FONT_SCALES)
def test_the_date_picker_keeps_its_date(font_scale: float) -> None:
    """In Arabic the date with its weekday and month is long."""
    for locale in LOCALES:
        for density in (330, 700):
            c = Configuration(width=1080, height=2340, density=density, locale=locale, font_scale=font_scale)
            res = resources.of(c)
            for month, day in ((9, 30), (12, 27), (2, 29)):
                picker = date_picker.opened(date(2028, month, day))
                dialog = date_picker.picker_dialog(res, picker, None, print, do(print), do(print))
                assert not cut_in(dialog.layout(c.metrics, c.width, c.height, c.width, c.height)), (
                    locale,
                    density,
                )


#: Names and texts of others that Android ellipsises too, by what their ids end with.
OTHERS = ("/username", "android:id/title", "/articleExtract", "/view_list_card_item_pageviews")


@pytest.mark.exhaustive(unless=lambda count: count < SOME)
@pytest.mark.parametrize("count", [1, SOME])
def test_no_app_opens_with_a_button_or_a_time_cut_off(count: int) -> None:
    found = defaultdict(list)
    for c in configurations(count):
        for package in packages.apps_of(ANDROID10):
            for cut in cut_off(replace(_phone(ANDROID10, package), configuration=c)):
                if not cut.partition(": ")[0].endswith(OTHERS):
                    found[cut].append(f"{c.locale} {c.width}x{c.height} {c.density} dpi {c.font_scale}")
    assert not found, "\n".join(f"{cut}: {where[:3]}" for cut, where in found.items())


def test_the_check_sees_what_is_cut_off() -> None:
    """A calendar's title on a narrow screen is a defect of the kind that the test looks for."""
    row = Row(Text("10:30 PM", 36, id="time"), width=60)
    box = row.layout(resources.of(Configuration()).metrics, 1080, 2160)
    assert cut_in(box) == {"time: '10:30 PM' is ellipsised"}
    beside = Row(
        Spacer(width=100, height=1), Text("OK", 14, tap=do(print), class_name="android.widget.Button")
    )
    assert cut_in(Row(beside, width=90).layout(resources.of(Configuration()).metrics, 1080, 2160))
    prose = Row(Text("Call me 3 times and no more than that, please", 36), width=60)
    assert not cut_in(prose.layout(resources.of(Configuration()).metrics, 1080, 2160))
