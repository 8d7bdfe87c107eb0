"""Experts for Settings: they go to a page and do something there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits, number
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.resources import long_date
from bmoca_gym.handset.ui.tree import UiNode

_PACKAGE = "com.android.settings"
_ID = _PACKAGE + ":id/"
_TITLE, _SUMMARY = "android:id/title", "android:id/summary"
_OK = "android:id/button1"
_SWITCHES = ("android:id/switch_widget", _ID + "switchWidget")
_SEEK_BAR = "android.widget.SeekBar"
#: Pages that are not called as the rows that lead to them, by the keys of both.
_TITLES = {
    "android13.settings_app_notifications": "android13.settings_app_notifications_title",
    "android13.settings_browser_app": "android13.settings_default_browser",
    "see_all_apps": "android13.settings_all_apps",
}
#: Marks that keep the direction of a part of a text.
_ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
#: Where a slider is touched for its ends.
_ENDS = {"min": 0.005, "max": 0.995}


class PageExpert(AppExpert):
    """Follows rows, given by their keys in the string catalogue, from the first screen of Settings to a page.

    A key with a dot belongs to another catalogue than that of Settings.
    """

    package = _PACKAGE
    label = "settings.app_name"

    def __init__(self, way: Sequence[str] = ()) -> None:
        self.way = tuple(way)

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        bar = screen.id(_ID + "collapsing_toolbar")
        titles = [_string(screen, _TITLES.get(key, key)) for key in self.way]
        first = screen.id(_ID + "settings_homepage_container")
        if (
            first is not None and first.bounds[2] - first.bounds[0] < screen.tree.width
        ):  # a page stands beside it
            on_the_way = bar is None or bar.content_description in titles
            screen, first = (screen.beside(first), None) if on_the_way else (screen.inside(first), first)
        if first is not None:
            place = 0
        elif bar is not None and bar.content_description in titles:
            place = titles.index(bar.content_description) + 1
        else:
            return self.elsewhere(screen)
        if place == len(self.way):
            return self.on_page(screen)
        return self.touch(screen, self.way[place])

    def on_page(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do on the page that the path leads to."""
        return None

    def elsewhere(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do in a dialog, or on a page off the path."""
        return PressKey("BACK")

    def touch(self, screen: Screen, key: str) -> Gesture | None:
        """A tap on a row, or a swipe to look for it."""
        row = _row(screen, key)
        return screen.tap(row) if row is not None else _scrolled(screen)


class SwitchExpert(PageExpert):
    """Switches the row ``key`` on or off (``act``)."""

    def __init__(self, way: Sequence[str], key: str, act: str) -> None:
        super().__init__(way)
        self._key, self._on = key, act == "on"

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        title = _row(screen, self._key)
        if title is None:
            return _scrolled(screen)
        switch = _after(screen, title, _SWITCHES)
        if switch is None:  # it is a heading of the same name, above what is out of sight
            return _scrolled(screen)
        return screen.tap(switch) if switch.checked != self._on else None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`: the dark theme is explained before it is switched on."""
        got_it = screen.id(_OK, screen.string("settings.got_it"))
        return screen.tap(got_it) if got_it is not None else PressKey("BACK")


class SlideExpert(PageExpert):
    """Moves the slider of the row ``key`` to its ``end``, min or max."""

    def __init__(self, way: Sequence[str], key: str, end: str) -> None:
        super().__init__(way)
        self._key, self._end = key, end

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        name = _string(screen, self._key)
        slider = screen.tree.find(class_name=_SEEK_BAR, content_description=name)
        if slider is None:
            return _scrolled(screen)
        return _slid(screen, slider, self._end)


class BrightnessExpert(PageExpert):
    """Moves the brightness slider to its ``end``, and goes back to the page that shows the level."""

    def __init__(self, end: str) -> None:
        super().__init__(("display",))
        self._end = end
        self._done = False

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        return None if self._done else self.touch(screen, "brightness")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        slider = screen.id("com.android.systemui:id/slider")
        if slider is None:
            return PressKey("BACK")
        gesture = _slid(screen, slider, self._end)
        self._done = gesture is None
        return gesture or PressKey("BACK")


class PrivateDnsExpert(PageExpert):
    """Sets the private DNS ``host``; without ``save`` it is only typed."""

    def __init__(self, host: str, save: bool = True) -> None:
        super().__init__(("network",))
        self._host, self._save = host, save

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        done = any(node.text == self._host for node in screen.ids(_SUMMARY))
        return None if done else self.touch(screen, "android13.settings_private_dns")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        mode = screen.id(_ID + "private_dns_mode_provider")
        field = screen.id(_ID + "private_dns_mode_provider_hostname")
        save = screen.id(_OK)
        if mode is None or field is None or save is None:
            return PressKey("BACK")
        if not mode.checked:
            return screen.tap(mode)
        if field.text != self._host:
            return TypeText(self._host) if field.focused else screen.tap(field)
        return screen.tap(save) if self._save else None


class BluetoothNameExpert(PageExpert):
    """Sets the ``name`` under which nearby devices see the phone; without ``save`` it is only typed."""

    def __init__(self, name: str, save: bool = True) -> None:
        super().__init__(("connected_devices", "pair_device"))
        self._name, self._save = name, save

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        done = any(node.text == self._name for node in screen.ids(_SUMMARY))
        return None if done else self.touch(screen, "device_name_title")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        field, rename = screen.id(_ID + "edittext"), screen.id(_OK)
        if field is None or rename is None:
            return PressKey("BACK")
        if field.text != self._name:  # which is selected as the dialog opens
            return TypeText(self._name) if field.focused else screen.tap(field)
        return screen.tap(rename) if self._save else None


class DateExpert(PageExpert):
    """Sets the date to a ``day`` of the current month, after switching automatic time off.

    Without ``confirm`` it is only picked.
    """

    def __init__(self, day: date, confirm: bool = True) -> None:
        super().__init__(("system", "date_time"))
        self._day, self._confirm = day, confirm
        self._done = False

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        automatic = _row(screen, "android13.settings_auto_time")
        switch = None if automatic is None else _after(screen, automatic, _SWITCHES)
        if switch is not None and switch.checked:
            return screen.tap(switch)
        return None if self._done else self.touch(screen, "set_date")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        ok = screen.id(_OK)
        day = screen.tree.find(content_description=long_date(screen.locale, self._day))
        if ok is None or day is None:
            return PressKey("BACK")
        if not day.checked:
            return screen.tap(day)
        self._done = True
        return screen.tap(ok) if self._confirm else None


class SpeechExpert(PageExpert):
    """Sets the ``language`` of text-to-speech output, such as ``zh_CN``."""

    def __init__(self, language: str) -> None:
        super().__init__(("system", "languages_input", "android13.settings_tts"))
        self._language = language
        self._swipes = 0

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        done = any(node.text == screen.language(self._language) for node in screen.ids(_SUMMARY))
        return None if done else self.touch(screen, "android13.settings_tts_language")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        choices = screen.id("android:id/select_dialog_listview")
        if choices is None:
            return PressKey("BACK")
        choice = screen.id("android:id/text1", screen.language(self._language))
        if choice is not None:
            return screen.tap(choice)
        self._swipes += 1
        # Equal actions in a row would end the episode.
        return screen.swipe(choices, "up", 0.4 if self._swipes % 4 else 0.35)


class LanguageExpert(PageExpert):
    """Adds a language to the phone, by its name in the list."""

    def __init__(self, name: str) -> None:
        super().__init__(("system", "languages_input", "languages"))
        self._name = name

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`: the list of languages has a bar of its own."""
        if screen.id(_ID + "label", self._name) is not None:
            return None
        add = screen.id(_ID + "add_language")
        found = add or screen.id("android:id/locale", self._name)
        return screen.tap(found) if found is not None else PressKey("BACK")


class AppNotificationsExpert(PageExpert):
    """Switches all notifications of an ``app`` off."""

    def __init__(self, app: str) -> None:
        super().__init__(("notifications", "android13.settings_app_notifications"))
        self._app = app

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        switches = screen.ids(_ID + "switchWidget")
        switch = next((one for one in switches if one.content_description in screen.app(self._app)), None)
        if switch is None:
            return _scrolled(screen)
        return screen.tap(switch) if switch.checked else None


class NotificationAccessExpert(PageExpert):
    """Revokes an ``app``'s access to notifications; with ``look``, only opens the list."""

    def __init__(self, app: str, look: bool = False) -> None:
        super().__init__(("notifications", "android13.settings_notification_access"))
        self._app, self._look = app, look

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        allow = _row(screen, "android13.settings_allow_access")
        if allow is None:
            row = _of_app(screen, self._app)
            return screen.tap(row) if row is not None and not self._look else None
        switch = _after(screen, allow, _SWITCHES)
        return screen.tap(switch) if switch is not None and switch.checked else None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        turn_off = screen.id(_OK, screen.string("android13.settings_turn_off"))
        return screen.tap(turn_off) if turn_off is not None else PressKey("BACK")


class BrowserExpert(PageExpert):
    """Makes an app the default browser; without an app, only looks at the list of browsers."""

    def __init__(self, app: str = "") -> None:
        super().__init__(("android13.settings_apps", "default_apps", "android13.settings_browser_app"))
        self._app = app

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        row = _of_app(screen, self._app) if self._app else None
        radio = None if row is None else _after(screen, row, (_ID + "radio",))
        return screen.tap(row) if row is not None and radio is not None and not radio.checked else None


class UninstallExpert(PageExpert):
    """Uninstalls an ``app``; without ``confirm`` it answers no when asked."""

    def __init__(self, app: str, confirm: bool = True) -> None:
        super().__init__(("android13.settings_apps", "see_all_apps"))
        self._app, self._confirm = app, confirm
        self._asked = False

    def on_page(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if self._asked:
            return None
        row = _of_app(screen, self._app)
        return screen.tap(row) if row is not None else _scrolled(screen)

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `PageExpert.elsewhere`."""
        button = screen.id(_ID + "button2")
        if button is not None and not self._asked:
            return screen.tap(button)
        ok, cancel = screen.id(_OK), screen.id("android:id/button2")
        self._asked = ok is not None or self._asked
        answer = ok if self._confirm else cancel
        return screen.tap(answer) if answer is not None else PressKey("BACK")


class ReadExpert(PageExpert):
    """Answers with the text below the title of the row ``key``."""

    def __init__(self, way: Sequence[str], key: str) -> None:
        super().__init__(way)
        self._key = key

    def on_page(self, screen: Screen) -> Gesture | Answer | None:
        """See `PageExpert.on_page`."""
        title = _row(screen, self._key)
        below = None if title is None else _after(screen, title, (_SUMMARY,))
        return Answer(below.text.translate(_ISOLATES)) if below is not None else _scrolled(screen)


class ReadSwitchExpert(PageExpert):
    """Answers whether the row ``key`` is switched on."""

    def __init__(self, way: Sequence[str], key: str) -> None:
        super().__init__(way)
        self._key = key

    def on_page(self, screen: Screen) -> Gesture | Answer | None:
        """See `PageExpert.on_page`."""
        title = _row(screen, self._key)
        switch = None if title is None else _after(screen, title, _SWITCHES)
        if switch is None:
            return _scrolled(screen)
        return Answer("yes" if switch.checked else "no")


def _string(screen: Screen, key: str, **values: object) -> str:
    return screen.string(key if "." in key else f"settings.{key}", **values)


def _scrolled(screen: Screen) -> Gesture | None:
    """A swipe that shows the next part of the page without skipping anything."""
    rows = next((node for node in screen.tree if node.scrollable), None)
    return screen.swipe(rows, "up", 0.4) if rows is not None else None


def _row(screen: Screen, key: str) -> UiNode | None:
    """The title of a row, in which any number may appear. A heading above the row may have the same name."""
    found = []
    for node in (*screen.ids(_TITLE), *screen.ids(_ID + "switch_text")):
        count = number(node.text) or 0
        if ascii_digits(node.text) == _string(screen, key, count=count, shown=str(count)):
            found.append(node)
    return next((node for node in found if _in_clickable(screen, node)), found[0] if found else None)


def _in_clickable(screen: Screen, inner: UiNode) -> bool:
    left, top, right, bottom = inner.bounds
    return any(
        node.clickable
        and node.bounds[0] <= left <= right <= node.bounds[2]
        and node.bounds[1] <= top <= bottom <= node.bounds[3]
        for node in screen.tree
    )


def _of_app(screen: Screen, app: str) -> UiNode | None:
    """The title of the row of an app, by its English name."""
    names = screen.app(app)
    return next((node for node in screen.ids(_TITLE) if node.text in names), None)


def _after(screen: Screen, title: UiNode, ids: Sequence[str]) -> UiNode | None:
    """The first element with one of these ids in a title's row."""
    nodes = screen.tree.nodes
    for node in nodes[nodes.index(title) + 1 :]:
        if node.resource_id in ids:
            return node
        if node.resource_id == _TITLE:
            return None
    return None


def _slid(screen: Screen, slider: UiNode, end: str) -> Gesture | None:
    """A swipe that moves a slider to its end, unless it is already there. Its text is its value in percent."""
    there = float(ascii_digits(slider.text)) == (100 if end == "max" else 0)
    return None if there else screen.tap_at(slider, _ENDS[end])


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "go": PageExpert,
    "switch": SwitchExpert,
    "slide": SlideExpert,
    "brightness": BrightnessExpert,
    "private_dns": PrivateDnsExpert,
    "bluetooth_name": BluetoothNameExpert,
    "date": DateExpert,
    "speech": SpeechExpert,
    "add_language": LanguageExpert,
    "app_notifications": AppNotificationsExpert,
    "notification_access": NotificationAccessExpert,
    "browser": BrowserExpert,
    "uninstall": UninstallExpert,
    "read": ReadExpert,
    "read_switch": ReadSwitchExpert,
}
