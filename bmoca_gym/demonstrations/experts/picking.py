"""Date picking and time picking for experts."""

from __future__ import annotations

from datetime import date, timedelta

from bmoca_gym.demonstrations.experts.reading import Screen, number
from bmoca_gym.handset.gestures import Gesture, TypeText
from bmoca_gym.handset.resources import day_periods, format_date, long_date
from bmoca_gym.handset.ui.tree import UiNode

#: The OK button of Android's own pickers.
_OK = "android:id/button1"
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
        return screen.id(_OK)
    return _part(screen, "confirm_button")


def _part(screen: Screen, *names: str) -> UiNode | None:
    """Return the part of a picker that has one of these ids, in whatever package."""
    return next((node for node in screen.tree if node.resource_id.partition(":id/")[2] in names), None)


def pick_time(screen: Screen, hour: int, minute: int) -> Gesture | None:
    """Return the next gesture in a time picker, finally its OK button; None if the screen has no time picker.

    It may be Android's own or that of Material Components.
    """
    ok = picked_time_ok(screen)
    if not _has_androids(screen):
        return (_pick_in_material(screen, hour, minute) or screen.tap(ok)) if ok else None
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
    return screen.tap(ok) if ok else None


def shows_time_picker(screen: Screen) -> bool:
    """Return whether the screen has a time picker."""
    return _has_androids(screen) or picked_time_ok(screen) is not None


def picked_time_ok(screen: Screen) -> UiNode | None:
    """Return the OK button of a time picker; None if the screen has none."""
    return screen.id(_OK) if _has_androids(screen) else _part(screen, "material_timepicker_ok_button")


def _has_androids(screen: Screen) -> bool:
    return bool(screen.id("android:id/time_header") or screen.id("android:id/input_mode"))


def _pick_in_material(screen: Screen, hour: int, minute: int) -> Gesture | None:
    """Return the next gesture in Material Components' picker; None if it shows the time."""
    halves = [_part(screen, f"material_clock_period_{half}_button") for half in ("am", "pm")]
    shown_hour = hour if halves[0] is None else hour % 12 or 12
    for field, wanted in (("hour", shown_hour), ("minute", minute)):
        chip, typed = _part(screen, f"material_{field}_tv"), _part(screen, f"material_{field}_text_input")
        if chip is not None and number(chip.text) != wanted:
            dial, mode = (
                _part(screen, f"material_{part}") for part in ("clock_face", "timepicker_mode_button")
            )
            if dial is None or not chip.checked:
                return screen.tap(chip)
            numbers = screen.tree.subtree(dial)[1:]
            return screen.tap(next((n for n in numbers if number(n.text) == wanted), mode or chip))
        if typed is not None and number(typed.text) != wanted:
            return TypeText(f"{wanted:02d}") if typed.focused else screen.tap(typed)
        half = halves[hour >= 12]
        if half is not None and not half.checked:
            return screen.tap(half)
    return None


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
    ok = screen.id(_OK)
    return screen.tap(ok) if ok else None
