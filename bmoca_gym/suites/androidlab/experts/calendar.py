"""Experts for Calendar."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time
from typing import Any

from bmoca_gym.demonstrations.experts.picking import pick_day, pick_time
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.resources import long_date
from bmoca_gym.handset.ui.tree import UiNode, UiTree

_ID = "com.skuld.calendario:id/"
_TITLE, _OK, _TEXT = "android:id/alertTitle", "android:id/button1", "android:id/text1"


class _EditorExpert(AppExpert):
    """Fills in the event editor, and saves the event unless ``save`` is false.

    ``start``, ``end``: times of day; ``reminders``: the minutes before, exactly these; ``repeat``: the app's English
    wording. It remembers that it has saved, and which day it has picked.
    """

    package = "com.skuld.calendario"
    label = "calendario.app_name"
    namesakes = 1  # Google's

    def __init__(
        self, title: str = "", date: date | None = None, start: str = "", end: str = "",
        reminders: Sequence[int] | None = None, repeat: str = "", note: str = "", all_day: bool = False,
        save: bool = True,
    ) -> None:  # fmt: skip
        self._texts = {name: text for name, text in (("title", title), ("note", note)) if text}
        self._day = date
        self._times = {
            name: time.fromisoformat(text) for name, text in (("start", start), ("end", end)) if text
        }
        self._reminders, self._repeat, self._all_day = reminders, repeat, all_day
        self._save = save
        self._picking = ""
        self._done = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "action_save") is not None:
            return self._in_editor(screen)
        if screen.id("android:id/date_picker_header_date") is not None and self._day is not None:
            return pick_day(screen, self._day)
        if self._picking in self._times and (
            screen.id("android:id/time_header") is not None or screen.id("android:id/input_mode") is not None
        ):
            at = self._times[self._picking]
            return pick_time(screen, at.hour, at.minute)
        title = screen.id(_TITLE)
        if title is not None:
            return self._in_dialog(screen, title.text)
        return None if self._done else self.opening(screen)

    def opening(self, screen: Screen) -> Gesture | None:
        """Return the next gesture towards the editor."""
        raise NotImplementedError

    def _in_dialog(self, screen: Screen, title: str) -> Gesture:
        if title == screen.string("calendario.repeat"):
            found = screen.id(_TEXT, self._repeated(screen))
            return screen.tap(found) if found is not None else PressKey("BACK")
        for box in screen.tree.find_all(class_name="android.widget.CheckedTextView"):
            text = next((n.text for n in screen.tree if n.text and _within(n, box)), "")
            if box.checked != (text in self._said(screen)):
                return screen.tap(box)
        ok = screen.id(_OK)
        return screen.tap(ok) if ok is not None else PressKey("BACK")

    def _said(self, screen: Screen) -> list[str]:
        return [
            screen.string("calendario.minutes_before", count=n, shown=screen.digits(str(n)))
            for n in self._reminders or ()
        ]

    def _repeated(self, screen: Screen) -> str:
        return screen.shown(self._repeat, "calendario")[0]

    def _in_editor(self, screen: Screen) -> Gesture | None:
        missing = False
        for name, text in self._texts.items():
            field = screen.id(f"{_ID}edit_{name}")
            if field is None:
                missing = True
            elif field.text != text:
                return TypeText(text) if field.focused else screen.tap(field)
        wanted = self._fields(screen)
        for entry, matches in wanted:
            found = screen.ids(_ID + entry)
            if not found:
                missing = True
            elif not matches(found):
                self._picking = entry.removeprefix("text_").removesuffix("_time")
                return screen.tap(found[0])
        if missing:
            body = screen.id(_ID + "scroll_view")
            return screen.swipe(body, "up") if body is not None else PressKey("BACK")
        if not self._save:
            return None
        self._done = True
        save = screen.id(_ID + "action_save")
        return screen.tap(save) if save is not None else PressKey("BACK")

    def _fields(self, screen: Screen) -> list[tuple[str, Any]]:
        """The editor's elements that must get a value, each with its test."""
        found: list[tuple[str, Any]] = []
        if self._all_day:
            found.append(("switch_all_day", lambda nodes: nodes[0].checked))
        if self._day is not None and self.new:
            shown = f"{self._day:%d}"
            found.append(("text_start_date", lambda nodes: shown in _words(nodes[0].text)))
        for name, at in self._times.items():
            text = screen.time(at.hour, at.minute)
            found.append((f"text_{name}_time", lambda nodes, text=text: nodes[0].text == text))
        if self._reminders is not None:
            said = self._said(screen)
            found.append(("text_reminder", lambda nodes: sorted(n.text for n in nodes) == sorted(said)))
        if self._repeat:
            repeated = self._repeated(screen)
            found.append(("text_repeat", lambda nodes: nodes[0].text == repeated))
        return found

    #: Whether the event is new: the day is then one that it gets, and not one that it has.
    new = True


class AddExpert(_EditorExpert):
    """Adds an event."""

    def opening(self, screen: Screen) -> Gesture | None:
        """See `_EditorExpert.opening`."""
        add = screen.id(_ID + "fab")
        return screen.tap(add) if add is not None else PressKey("BACK")


class EditExpert(_EditorExpert):
    """Changes the event with that title, on ``date`` or today."""

    new = False

    def __init__(self, event: str, **changes: Any) -> None:
        super().__init__(**changes)
        self._event = event
        self._back_at_today = False
        self._before: UiTree | None = None

    def opening(self, screen: Screen) -> Gesture | None:
        """See `_EditorExpert.opening`."""
        edit = screen.id(_ID + "action_edit")
        if edit is not None:
            title = screen.id(_ID + "text_title")
            return screen.tap(edit) if title is not None and title.text == self._event else PressKey("BACK")
        row = screen.id(_ID + "text_title", self._event)
        if row is not None:
            return screen.tap(row)
        if self._day is None:
            return self._on_today(screen)
        words = long_date(screen.locale, self._day)
        day = next((node for node in screen.tree if node.content_description == words), None)
        if day is None:
            return _to_month(screen, self._day)
        return screen.scroll_down() if day.checked else screen.tap(day)

    def _on_today(self, screen: Screen) -> Gesture | None:
        """Look through the list. By its end it may have moved on to another day: return to today, once."""
        today = screen.tree.find(text=screen.string("calendario.go_to_today"))
        if today is not None:
            self._back_at_today = True
            return screen.tap(today)
        if screen.id(_ID + "text_month") is None:
            return PressKey("BACK")
        onward, before, self._before = screen.scroll_down(), self._before, screen.tree
        if onward is not None and screen.tree != before:
            return onward
        menu = screen.tree.find(content_description=screen.string("common.more_options"))
        return None if self._back_at_today or menu is None else screen.tap(menu)


def _to_month(screen: Screen, day: date) -> Gesture:
    """Return a tap on the arrow towards a day's month; Back if no month is shown."""
    shown = screen.id(_ID + "text_month")
    months = [
        screen.date(date(year, month, 1), "yMMMM") for year in range(2000, 2100) for month in range(1, 13)
    ]
    if shown is None or shown.text not in months:
        return PressKey("BACK")
    earlier = months.index(shown.text) > (day.year - 2000) * 12 + day.month - 1
    arrow = screen.id(_ID + ("button_previous" if earlier else "button_next"))
    return screen.tap(arrow) if arrow is not None else PressKey("BACK")


def _words(text: str) -> list[str]:
    return ascii_digits(text).replace(",", " ").split()


def _within(inner: UiNode, outer: UiNode) -> bool:
    return inner.bounds[1] >= outer.bounds[1] and inner.bounds[3] <= outer.bounds[3]


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"add": AddExpert, "edit": EditExpert}
