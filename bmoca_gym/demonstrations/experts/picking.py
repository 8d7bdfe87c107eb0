"""Date picking and time picking for experts."""

from __future__ import annotations

from datetime import date, timedelta

from bmoca_gym.demonstrations.experts.reading import Screen, number
from bmoca_gym.handset.gestures import Gesture, TypeText
from bmoca_gym.handset.resources import day_periods, format_date, long_date
from bmoca_gym.handset.ui.tree import UiNode

#: For how many days after the wanted one a page of days is known to be past it.
_PASSED = 100
#: Ids of the buttons to the month before and after, of Android's picker and Material's.
_BACK, _ON = ("prev", "month_navigation_previous"), ("next", "month_navigation_next")
_FACE_NUMBER = "android.widget.RadialTimePickerView$RadialPickerTouchHelper"


def pick_day(screen: Screen, day: date) -> Gesture | None:
    """Return the next gesture in a date picker, finally its OK button; None if the screen has no date picker.

    It may be Android's own or that of Material Components.
    """
    ok = picked_day_ok(screen)
    if ok is None:
        return None
    words = long_date(screen.locale, day)
    found = next((node for node in screen.tree if node.content_description == words), None)
    header = screen.id("android:id/date_picker_header_date")
    if header is not None:
        picked = header.text == format_date(screen.locale, day, "MMMEd")
    else:
        picked = found is not None and found.checked
    if picked:
        return screen.tap(ok)
    if found is None:
        later = {long_date(screen.locale, day + timedelta(days)) for days in range(1, _PASSED)}
        passed = any(node.content_description in later for node in screen.tree)
        found = _part(screen, *(_BACK if passed else _ON))
    return screen.tap(found) if found is not None else None


def picked_day_ok(screen: Screen) -> UiNode | None:
    """Return the OK button of a date picker; None if the screen has no date picker."""
    if screen.id("android:id/date_picker_header_date") is not None:
        return screen.id("android:id/button1")
    return _part(screen, "confirm_button")


def _part(screen: Screen, *names: str) -> UiNode | None:
    """Return the part of a date picker that has one of these ids, in whatever package."""
    return next((node for node in screen.tree if node.resource_id.partition(":id/")[2] in names), None)


def pick_time(screen: Screen, hour: int, minute: int) -> Gesture | None:
    """Return the next gesture in a time picker, finally its OK button."""
    halves = screen.id("android:id/am_label"), screen.id("android:id/pm_label")
    if screen.id("android:id/radial_picker") is None:
        return _type_time(screen, hour, minute)
    hours, minutes = screen.id("android:id/hours"), screen.id("android:id/minutes")
    if hours is None or minutes is None:
        return None
    shown = hour if halves[0] is None else hour % 12 or 12
    if number(hours.text) != shown:
        return _face(screen, str(shown)) if hours.checked else screen.tap(hours)
    wanted = halves[hour >= 12]
    if wanted is not None and not wanted.checked:
        return screen.tap(wanted)
    if number(minutes.text) != minute:
        return _face(screen, str(minute)) if minutes.checked else screen.tap(minutes)
    ok = screen.id("android:id/button1")
    return screen.tap(ok) if ok else None


def _face(screen: Screen, label: str) -> Gesture | None:
    found = screen.tree.find(class_name=_FACE_NUMBER, content_description=label)
    if found is not None:
        return screen.tap(found)
    mode = screen.id("android:id/toggle_mode")
    return screen.tap(mode) if mode else None


def _type_time(screen: Screen, hour: int, minute: int) -> Gesture | None:
    spinner = screen.id("android:id/am_pm_spinner")
    choices = screen.ids("android:id/text1")
    twelve = spinner is not None or bool(choices)
    fields = (
        ("android:id/input_hour", hour % 12 or 12 if twelve else hour),
        ("android:id/input_minute", minute),
    )
    for resource_id, wanted in fields:
        field = screen.id(resource_id)
        if field is not None and number(field.text) != wanted:
            return TypeText(f"{wanted:02d}") if field.focused else screen.tap(field)
    if choices:
        return screen.tap(choices[hour >= 12])
    if spinner is not None and spinner.text != day_periods(screen.locale)[hour >= 12]:
        return screen.tap(spinner)
    ok = screen.id("android:id/button1")
    return screen.tap(ok) if ok else None
