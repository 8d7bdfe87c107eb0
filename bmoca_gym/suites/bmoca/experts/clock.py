"""Experts of Clock's alarms."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.picking import pick_time, shows_time_picker
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.resources import weekdays
from bmoca_gym.handset.ui.tree import UiNode, UiTree

_PACKAGE = "com.google.android.deskclock"
_ID = _PACKAGE + ":id/"
_TAB = "android.support.v7.app.ActionBar$Tab"


class ClockExpert(AppExpert):
    """Base of Clock's experts: they go to a tab and act there."""

    package = _PACKAGE
    label = "clock.app_name"
    #: The tab, by its key in the string catalogue.
    tab = "alarm"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        tab = screen.tree.find(class_name=_TAB, content_description=screen.string(f"clock.{self.tab}"))
        if tab is None:
            return PressKey("BACK")
        return self.on_tab(screen) if tab.selected else screen.tap(tab)

    def on_tab(self, screen: Screen) -> Gesture | None:
        """The next gesture on the tab, or None when everything is done."""
        raise NotImplementedError


class PageExpert(ClockExpert):
    """Goes to a tab and, if a button is named, taps it."""

    def __init__(self, tab: str, button: str = "") -> None:
        self.tab = tab
        self.button = button

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        button = screen.id(_ID + "fab")
        wanted = (
            self.button and button and button.content_description == screen.string(f"clock.{self.button}")
        )
        return screen.tap(button) if button is not None and wanted else None


class DeleteAlarmExpert(ClockExpert):
    """Deletes the alarm at a time of day."""

    def __init__(self, hour: int, minute: int) -> None:
        self.hour = hour
        self.minute = minute

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        clock = screen.id(_ID + "digital_clock", screen.time(self.hour, self.minute))
        if clock is None:
            return None
        card = _card_of(screen.tree, clock)
        delete = _in(card, _ID + "delete")
        if delete is not None:
            return screen.tap(delete)
        arrow = _in(card, _ID + "arrow")
        closed = arrow is not None and arrow.content_description == screen.string("clock.expand_alarm")
        return screen.tap(arrow) if arrow is not None and closed else _show_more(screen)


class AlarmExpert(ClockExpert):
    """Sets an alarm at a time of day on chosen days (bits, Monday is 1; 0 for once), or switches on an existing one."""

    def __init__(self, hour: int, minute: int, days: int = 0) -> None:
        self.hour = hour
        self.minute = minute
        self.days = days

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if shows_time_picker(screen):
            return pick_time(screen, self.hour, self.minute)
        return super().in_app(screen)

    def on_tab(self, screen: Screen) -> Gesture | None:
        """See `ClockExpert.on_tab`."""
        clock = screen.id(_ID + "digital_clock", screen.time(self.hour, self.minute))
        if clock is None:
            add = screen.id(_ID + "fab")
            return screen.tap(add) if add else None
        card = _card_of(screen.tree, clock)
        switch = _in(card, _ID + "onoff")
        if switch is not None and not switch.checked:
            return screen.tap(switch)
        if not self.days:
            return None
        return self._choose_days(screen, card)

    def _choose_days(self, screen: Screen, card: list[UiNode]) -> Gesture | None:
        repeat = _in(card, _ID + "repeat_onoff")
        if repeat is None:
            arrow = _in(card, _ID + "arrow")
            if arrow is not None and arrow.content_description == screen.string("clock.expand_alarm"):
                return screen.tap(arrow)
            return _show_more(screen)
        if not repeat.checked:
            return screen.tap(repeat)
        names = weekdays(screen.locale, "wide")
        seen = 0
        for node in card:
            if node.resource_id.startswith(_ID + "day_button_"):
                seen += 1
                wanted = bool(self.days >> names.index(node.content_description) & 1)
                if node.checked != wanted:
                    return screen.tap(node)
        return None if seen == 7 else _show_more(screen)


def _show_more(screen: Screen) -> Gesture | None:
    scrollable = screen.id(_ID + "alarm_recycler_view")
    return screen.swipe(scrollable, "up") if scrollable else None


def _card_of(tree: UiTree, clock: UiNode) -> list[UiNode]:
    """The row of the list with an alarm's time."""
    row: UiNode | None = None
    for node in tree:
        if node is clock:
            break
        if node.class_name == "android.view.ViewGroup" and node.content_description.startswith(clock.text):
            row = node
    return tree.subtree(row) if row is not None else [clock]


def _in(nodes: list[UiNode], resource_id: str) -> UiNode | None:
    return next((n for n in nodes if n.resource_id == resource_id), None)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "alarm": AlarmExpert,
    "delete_alarm": DeleteAlarmExpert,
    "page": PageExpert,
}
