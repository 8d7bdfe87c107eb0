"""Experts for Android 13's Clock, including bedtime and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bmoca_gym.demonstrations.experts.picking import pick_day, pick_time, picked_day_ok, picked_time_ok
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits, number
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.apps.clock import places
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.resources import weekdays
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.google.android.deskclock:id/"
_CARD = "androidx.cardview.widget.CardView"
_LIST = _ID + "alarm_recycler_view"
_TEXTS = ("android13", "clock")  # catalogues


def _part(nodes: Sequence[UiNode], id: str) -> UiNode | None:
    return next((node for node in nodes if node.resource_id == _ID + id), None)


def _time(screen: Screen, hour: int, minute: int) -> str:
    return screen.time(hour, minute).replace(" ", "\u200a")


def _more(screen: Screen, reach: float = 0.6) -> Gesture | None:
    """A swipe that scrolls a list, off its middle, where the floating button is; None if there is no list."""
    shown = next((node for node in screen.tree if node.scrollable), None)
    return _swiped(screen, shown, (shown.bounds[3] - shown.bounds[1]) * reach) if shown is not None else None


def _swiped(screen: Screen, shown: UiNode, by: float) -> Gesture:
    """A slow swipe that moves a list up by some px: far enough not to count as a tap, and less than the list's
    height."""
    left, top, right, bottom = shown.bounds
    x, start = (left * 7 + right) / 8, (top + bottom * 4) / 5
    reach = max((bottom - top) * 0.15, min(by, (bottom - top) * 0.6))
    tree = screen.tree
    return Swipe(x / tree.width, start / tree.height, x / tree.width, (start - reach) / tree.height, 0.9)


def _read_time(screen: Screen, text: str) -> str:
    """Parse a time of day in the screen's locale, into the form ``15:04``."""
    every = ((hour, minute) for hour in range(24) for minute in range(60))
    hour, minute = next(time for time in every if _time(screen, *time) == text)
    return f"{hour}:{minute:02d}"


class ClockExpert(AppExpert):
    """Goes to a tab of Clock, then acts there."""

    package = "com.google.android.deskclock"
    label = "clock.app_name"
    tab = "alarm"

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        tab = screen.id(_ID + f"tab_menu_{self.tab}")
        if tab is None:
            return self.elsewhere(screen)
        return self.on_tab(screen) if tab.selected else screen.tap(tab)

    def on_tab(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do on the tab, or None when everything is done."""
        return None

    def elsewhere(self, screen: Screen) -> Gesture | Answer | None:
        """Return the next gesture if no tabs are shown."""
        return PressKey("BACK")


class OpenExpert(ClockExpert):
    """Opens Clock and does nothing else."""

    def in_app(self, screen: Screen) -> None:
        """See `AppExpert.in_app`."""
        return None


class CardsExpert(ClockExpert):
    """Base of experts that act on the cards of alarms."""

    def card(self, screen: Screen, time: str) -> list[UiNode] | None:
        """Return the elements of the card of the alarm at a time; None if it is not on the screen."""
        for card in screen.tree.find_all(class_name=_CARD):
            inside = screen.tree.subtree(card)
            clock = _part(inside, "digital_clock")
            if clock is not None and clock.text == time:
                return inside
        return None

    def first(self, screen: Screen) -> list[UiNode] | None:
        """Return the elements of the first card if its time is out of sight, above it; else None."""
        card = screen.tree.find(class_name=_CARD)
        inside = screen.tree.subtree(card) if card is not None else []
        return inside if inside and _part(inside, "digital_clock") is None else None

    def clear(self, screen: Screen, card: Sequence[UiNode]) -> Gesture | None:
        """Return a swipe that brings a card fully into view and out from under the floating button; None if none is
        needed.
        """
        shown, button = screen.id(_LIST), screen.id(_ID + "fab")
        if shown is None or button is None:
            return None
        _, top, _, bottom = card[0].bounds
        room = top - shown.bounds[1]  # how far it may go up
        covered = bottom > button.bounds[1] or bottom >= shown.bounds[3]
        far = room > (shown.bounds[3] - shown.bounds[1]) * 0.2
        return _swiped(screen, shown, room * 0.8) if covered and far else None


class AlarmExpert(CardsExpert):
    """Sets an alarm with the given properties, or changes an existing one to have them.

    ``days``: bits, Monday is 1; ``day``: the one day it rings on; ``saves``: if false, the label is typed but not
    saved.
    """

    def __init__(
        self,
        hour: int,
        minute: int = 0,
        label: str = "",
        days: int | None = None,
        ringtone: str = "",
        vibrate: bool | None = None,
        on: bool = True,
        day: date | None = None,
        saves: bool = True,
    ) -> None:
        self._hour, self._minute = hour, minute
        self._label, self._days, self._ringtone, self._vibrate = label, days, ringtone, vibrate
        self._on, self._day, self._saves = on, day, saves
        self._made = False
        self._scheduled = False
        self._swipes = 0
        self._scrolled = False  # inside the card, whose time may be out of sight

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.elsewhere`."""
        picking = pick_time(screen, self._hour, self._minute)
        if picking is not None:
            ok = picked_time_ok(screen)
            self._made = ok is not None and picking == screen.tap(ok)
            return picking
        scheduling = pick_day(screen, self._day) if self._day is not None else None
        if scheduling is not None:
            ok = picked_day_ok(screen)
            self._scheduled = ok is not None and scheduling == screen.tap(ok)
            return scheduling
        field = screen.id(_ID + "label_input_field")
        if field is not None:
            return self._write(screen, field)
        if screen.id(_ID + "ringtone_content") is not None:
            return self._choose(screen)
        return PressKey("BACK")

    def _write(self, screen: Screen, field: UiNode) -> Gesture | None:
        if field.text != self._label:
            return TypeText(self._label) if field.focused else screen.tap(field)
        ok = screen.id("android:id/button1")
        return (screen.tap(ok) if ok is not None else PressKey("BACK")) if self._saves else None

    def _choose(self, screen: Screen) -> Gesture | None:
        row = screen.id(_ID + "ringtone_primary_text", self._ringtone)
        if row is None:
            return _more(screen)
        mark = screen.id(_ID + "sound_image_selected")
        chosen = mark is not None and mark.bounds[1] < row.bounds[3] and mark.bounds[3] > row.bounds[1]
        return PressKey("BACK") if chosen else screen.tap(row)

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        card = self.card(screen, _time(screen, self._hour, self._minute))
        if card is None and self._scrolled:
            card = self.first(screen)
        if card is None:
            if self._made:
                self._swipes += 1
                return _more(screen) if self._swipes < 4 else None
            add = screen.id(_ID + "fab")
            return screen.tap(add) if add is not None else None
        act = self._changed(screen, card)
        if act is not None and self._under_button(screen, act):
            self._scrolled = True
            return _more(screen, 0.3)
        if act is None and self._swipes < 4:
            act = self.clear(screen, card)
            self._swipes += act is not None
        return act

    def _under_button(self, screen: Screen, act: Gesture) -> bool:
        """Whether a tap would reach the floating button."""
        button = screen.id(_ID + "fab")
        if button is None or not isinstance(act, Tap):
            return False
        left, top, right, bottom = button.bounds
        x, y = act.x * screen.tree.width, act.y * screen.tree.height
        return left <= x < right and top <= y < bottom

    def _changed(self, screen: Screen, card: list[UiNode]) -> Gesture | None:
        switch = _part(card, "onoff")
        if switch is not None and switch.checked != self._on:
            return screen.tap(switch)
        label = _part(card, "edit_label") or _part(card, "label")
        title = _part(card, "edit_label")
        if self._label and (label is None or label.text != self._label):
            return screen.tap(title) if title is not None else self._turned(screen, card)
        if self._days is not None:
            names = weekdays(screen.locale, "wide")
            days = [node for node in card if node.resource_id.startswith(_ID + "day_button_")]
            summary = _part(card, "repeat_summary") or _part(card, "days_of_week")
            if len(days) < 7 and (summary is None or not self._repeats(screen, summary)):
                return self._turned(screen, card)
            for day in days:
                if day.checked != bool(self._days >> names.index(day.content_description) & 1):
                    return screen.tap(day)
        if self._day is not None and not self._scheduled:
            schedule = _part(card, "schedule_alarm")
            return screen.tap(schedule) if schedule is not None else self._turned(screen, card)
        if self._ringtone or self._vibrate is not None:
            return self._sounded(screen, card)
        return None

    def _repeats(self, screen: Screen, summary: UiNode) -> bool:
        """Whether the summary of days shows the wanted ones."""
        if self._days == 127:
            return summary.text == screen.string("clock.every_day")
        names = weekdays(screen.locale, "wide")
        wanted = {name for bit, name in enumerate(names) if (self._days or 0) >> bit & 1}
        return {name for name in names if name in summary.content_description} == wanted

    def _sounded(self, screen: Screen, card: list[UiNode]) -> Gesture | None:
        ringtone, vibrate = _part(card, "choose_ringtone"), _part(card, "vibrate_onoff")
        if ringtone is None or vibrate is None:
            return self._turned(screen, card)
        if self._vibrate is not None and vibrate.checked != self._vibrate:
            return screen.tap(vibrate)
        return screen.tap(ringtone) if self._ringtone and ringtone.text != self._ringtone else None

    def _turned(self, screen: Screen, card: list[UiNode]) -> Gesture | None:
        """Expand the card, or scroll to the rest of it."""
        arrow = _part(card, "arrow")
        closed = arrow is not None and arrow.content_description == screen.string("clock.expand_alarm")
        if arrow is not None and closed:
            return screen.tap(arrow)
        return _more(screen, 0.4)


class SwitchOffExpert(CardsExpert):
    """Switches off the alarms at the given times, or all of them, including those further down."""

    def __init__(self, times: Sequence[str] = ()) -> None:
        self._times = [tuple(map(int, time.split(":"))) for time in times]
        self._scrolled = False

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        wanted = [_time(screen, hour, minute) for hour, minute in self._times]
        left = list(wanted)
        for card in screen.tree.find_all(class_name=_CARD):
            inside = screen.tree.subtree(card)
            clock, switch = _part(inside, "digital_clock"), _part(inside, "onoff")
            if clock is None or switch is None or (wanted and clock.text not in wanted):
                continue
            if switch.checked:
                return screen.tap(switch)
            if clock.text in left:
                left.remove(clock.text)
                moved = self.clear(screen, inside) if not self._scrolled else None
                if moved is not None:
                    self._scrolled = True
                    return moved
        if not self._scrolled and (left or not wanted):
            self._scrolled = True
            return _more(screen) if self._goes_on(screen) else None
        return None

    def _goes_on(self, screen: Screen) -> bool:
        shown = screen.id(_LIST)
        return shown is not None and shown.scrollable


class DeleteExpert(CardsExpert):
    """Deletes the alarm at a time."""

    def __init__(self, hour: int, minute: int = 0) -> None:
        self._hour, self._minute = hour, minute
        self._deleted = False

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        card = self.card(screen, _time(screen, self._hour, self._minute))
        if card is None:
            return None if self._deleted else _more(screen)
        delete, arrow = _part(card, "delete"), _part(card, "arrow")
        if delete is not None:
            self._deleted = True
            return screen.tap(delete)
        closed = arrow is not None and arrow.content_description == screen.string("clock.expand_alarm")
        if arrow is not None and closed:
            return screen.tap(arrow)
        return _more(screen, 0.4)


class ReadAlarmsExpert(CardsExpert):
    """Answers a question about the alarms. ``ask``: "earliest", "count", or, about the one at a time, "on", "daily" or
    "vibrates"."""

    def __init__(self, ask: str, time: str = "") -> None:
        self._ask, self._of = ask, time
        self._seen: dict[str, tuple[bool, str]] = {}
        self._scrolled = 0

    def on_tab(self, screen: Screen) -> Gesture | Answer | None:
        """See `ClockExpert.on_tab`."""
        before = len(self._seen)
        for card in screen.tree.find_all(class_name=_CARD):
            inside = screen.tree.subtree(card)
            clock, switch, days = (_part(inside, id) for id in ("digital_clock", "onoff", "days_of_week"))
            if clock is not None and switch is not None:
                self._seen[clock.text] = switch.checked, days.text if days is not None else ""
        shown = screen.id(_LIST)
        more = shown is not None and shown.scrollable and (self._scrolled == 0 or len(self._seen) > before)
        if not self._of:
            if more and self._scrolled < 3:
                self._scrolled += 1
                return _more(screen)
            on = [time for time, (is_on, _) in self._seen.items() if is_on]
            return Answer(_read_time(screen, on[0]) if self._ask == "earliest" else str(len(on)))
        hour, minute = map(int, self._of.split(":"))
        time = _time(screen, hour, minute)
        if time not in self._seen:
            return _more(screen)
        is_on, shown_days = self._seen[time]
        if self._ask == "vibrates":
            return self._vibration(screen, self.card(screen, time))
        held = is_on if self._ask == "on" else is_on and shown_days == screen.string("clock.every_day")
        return Answer("Yes" if held else "No")

    def _vibration(self, screen: Screen, card: list[UiNode] | None) -> Gesture | Answer | None:
        box = _part(card or [], "vibrate_onoff")
        if box is not None:
            return Answer("Yes" if box.checked else "No")
        arrow = _part(card or [], "arrow")
        if arrow is not None and arrow.content_description == screen.string("clock.expand_alarm"):
            return screen.tap(arrow)
        return _more(screen)


def _city_names(screen: Screen, english: str) -> tuple[str, ...]:
    """The names that the screen may use for a city."""
    return places.cities_called(screen.locale, english) or (english,)


def _city(screen: Screen, english: str) -> UiNode | None:
    """The row of a city."""
    found = (screen.id(_ID + "city_name", name) for name in _city_names(screen, english))
    return next((node for node in found if node is not None), None)


class CitiesExpert(ClockExpert):
    """Adds cities to the world clock."""

    tab = "clock"

    def __init__(self, names: Sequence[str], saves: bool = True) -> None:
        self._names, self._saves = list(names), saves

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        self._names = [name for name in self._names if _city(screen, name) is None]
        add = screen.id(_ID + "fab")
        return screen.tap(add) if self._names and add is not None else None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.elsewhere`."""
        field = screen.id(_ID + "search_src_text")
        if field is None or not self._names:
            return PressKey("BACK")
        if field.text != self._names[0]:
            return TypeText(self._names[0]) if field.focused else screen.tap(field)
        found = _city(screen, self._names[0])
        return screen.tap(found) if found is not None and self._saves else None


class RemoveCityExpert(ClockExpert):
    """Swipes a city off the world clock."""

    tab = "clock"

    def __init__(self, name: str) -> None:
        self._name = name

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        city = _city(screen, self._name)
        if city is None:
            return None
        height = city.center[1] / screen.tree.height
        return Swipe(0.8, height, 0.15, height)


class ReadCityExpert(ClockExpert):
    """Answers with the time in a city and its difference from local time."""

    tab = "clock"

    def __init__(self, name: str) -> None:
        self._name = name

    def on_tab(self, screen: Screen) -> Gesture | Answer | None:
        """See `ClockExpert.on_tab`."""
        for row in screen.ids(_ID + "city_container"):
            inside = screen.tree.subtree(row)
            name, time, ahead = (_part(inside, id) for id in ("city_name", "digital_clock", "hours_ahead"))
            if (
                name is not None
                and name.text in _city_names(screen, self._name)
                and time is not None
                and ahead is not None
            ):
                return Answer(f"{_read_time(screen, time.text)}, {ascii_digits(ahead.text)}")
        return _more(screen)


class TimerExpert(ClockExpert):
    """Enters a timer digit by digit, and starts it if ``starts`` is set."""

    tab = "timer"

    def __init__(self, hours: int = 0, minutes: int = 0, seconds: int = 0, starts: bool = False) -> None:
        self._digits = f"{hours:02d}{minutes:02d}{seconds:02d}".lstrip("0")
        self._starts = starts

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        shown = screen.id(_ID + "timer_setup_time")
        if shown is None:
            return None
        entered = "".join(c for c in ascii_digits(shown.text) if c.isdecimal()).lstrip("0")
        left = self._digits[len(entered) :] if self._digits.startswith(entered) else None
        if left is None:
            return self._press(screen, "timer_setup_delete")
        if not left:
            return self._press(screen, "fab") if self._starts else None
        return self._press(screen, f"timer_setup_digit_{'00' if left.startswith('00') else left[0]}")

    def _press(self, screen: Screen, key: str) -> Gesture | None:
        button = screen.id(_ID + key)
        return screen.tap(button) if button is not None else None


class BedtimeExpert(ClockExpert):
    """Sets the bedtime and the wake-up time, such as ``22:00``. ``saves``: if false, the last one is not confirmed."""

    tab = "bedtime"

    def __init__(self, bedtime: str = "", wake_up: str = "", saves: bool = True) -> None:
        self._wanted = {"bedtime_clock": bedtime, "wake_clock": wake_up}
        self._saves = saves
        self._setting = ""

    def _shown(self, screen: Screen, id: str) -> bool:
        hour, minute = map(int, self._wanted[id].split(":"))
        clock = screen.id(_ID + id)
        return clock is not None and clock.text == _time(screen, hour, minute)

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        for id, wanted in self._wanted.items():
            clock = screen.id(_ID + id)
            if wanted and clock is not None and not self._shown(screen, id):
                self._setting = id
                return screen.tap(clock)
        return None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.elsewhere`."""
        if not self._setting:
            return PressKey("BACK")  # begun here: the picker doesn't say which time it sets
        hour, minute = map(int, self._wanted[self._setting].split(":"))
        picking = pick_time(screen, hour, minute)
        if picking is not None:
            ok = picked_time_ok(screen)
            last = ok is not None and picking == screen.tap(ok)
            return None if last and not self._saves else picking
        clock = screen.id(_ID + "target_clock")
        if clock is not None and clock.text != _time(screen, hour, minute):
            return screen.tap(clock)
        return PressKey("BACK")


class WakeAlarmExpert(ClockExpert):
    """Switches the wake-up alarm on, on the page that sets its time."""

    tab = "bedtime"

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        clock = screen.id(_ID + "wake_clock")
        return screen.tap(clock) if clock is not None else _more(screen)

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.elsewhere`."""
        switch = screen.id(_ID + "toggle_switch")
        if switch is None:
            return PressKey("BACK")
        return None if switch.checked else screen.tap(switch)


class SleepSoundExpert(ClockExpert):
    """Chooses the sound to fall asleep to, by its English name."""

    tab = "bedtime"

    def __init__(self, name: str) -> None:
        self._name = name
        self._chosen = False

    def _said(self, screen: Screen) -> str:
        return screen.string(f"android13.clock_sound_{self._name.lower().replace(' ', '_')}")

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        sound = screen.id(_ID + "sleep_sound")
        if sound is None:
            return _more(screen)
        return None if sound.text == self._said(screen) else screen.tap(sound)

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.elsewhere`."""
        row = screen.id(_ID + "ringtone_primary_text", self._said(screen))
        if self._chosen or row is None:
            return PressKey("BACK") if self._chosen else _more(screen)
        self._chosen = True
        return screen.tap(row)


class SettingExpert(ClockExpert):
    """Chooses the value of a setting, both by their English names. A value may be the start of the last part of its
    name.

    Without a value, it only opens the list of values or toggles the setting.
    """

    def __init__(self, name: str, value: str = "") -> None:
        self._name, self._value = name, value
        self._opened = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._opened:
            return None
        if screen.id("android:id/list") is not None:
            option = next((n for n in screen.ids("android:id/text1") if self._is(screen, n.text)), None)
            if option is not None:
                return screen.tap(option)
            shown = screen.id("android:id/list")
            return screen.swipe(shown, "up", 0.4) if shown is not None else None
        if screen.id(_ID + "recycler_view") is not None:
            return self._on_page(screen)
        settings = screen.id("android:id/title", screen.string("android13.clock_settings"))
        more = screen.id(_ID + "overflow_action_button")
        found = settings or more
        return screen.tap(found) if found is not None else PressKey("BACK")

    def _is(self, screen: Screen, text: str) -> bool:
        wanted, values = number(self._value), screen.shown(self._value, *_TEXTS)
        values += places.zones_called(screen.locale, self._value) if self._value else ()
        return text.rpartition(") ")[2].startswith(values) or (wanted is not None and number(text) == wanted)

    def _on_page(self, screen: Screen) -> Gesture | None:
        titles = screen.ids("android:id/title")
        title = next((node for node in titles if node.text in screen.shown(self._name, *_TEXTS)), None)
        if title is None:
            return _more(screen)
        self._opened = not self._value
        below = [n for n in screen.ids("android:id/summary") if n.bounds[1] >= title.bounds[3]]
        chosen = bool(self._value and below) and self._is(screen, below[0].text)
        return None if chosen else screen.tap(title)


#: Experts by the names that a task's ``expert`` field uses.
VERBS: Mapping[str, Any] = {
    "add_cities": CitiesExpert,
    "alarm": AlarmExpert,
    "bedtime": BedtimeExpert,
    "delete": DeleteExpert,
    "open": OpenExpert,
    "read": ReadAlarmsExpert,
    "read_city": ReadCityExpert,
    "remove_city": RemoveCityExpert,
    "set": SettingExpert,
    "sleep_sound": SleepSoundExpert,
    "switch_off": SwitchOffExpert,
    "timer": TimerExpert,
    "wake_alarm": WakeAlarmExpert,
}
