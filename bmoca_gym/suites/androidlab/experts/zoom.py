"""Experts for Zoom."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText

_ID = "us.zoom.videomeetings:id/"


class ZoomExpert(AppExpert):
    """Base of the experts of the app."""

    package = "us.zoom.videomeetings"
    label = "zoom.app_name"


class FormExpert(ZoomExpert):
    """Fills in the form to join a meeting; with ``join``, also tries to join.

    ``options``: the resource ids of the rows whose switches must be on.
    """

    def __init__(
        self, number: str, name: str = "", options: tuple[str, ...] | list[str] = (), join: bool = False
    ) -> None:
        self._number, self._name, self._options, self._join = number, name, options, join
        self._joined = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._joined:
            return self._back_to_form(screen)
        enter = screen.id(_ID + "btnJoinConf")
        if enter is not None:
            return screen.tap(enter)
        fields = [("edtConfNumber", self._number)] + ([("edtScreenName", self._name)] if self._name else [])
        for entry, text in fields:
            field = screen.id(_ID + entry)
            if field is None:
                return PressKey("BACK")
            if field.text.replace(" ", "") != text:
                return TypeText(text) if field.focused else screen.tap(field)
        for entry in self._options:
            row = screen.id(_ID + entry)
            if row is None:
                # The keyboard lies over it.
                return PressKey("BACK") if any(node.focused for node in screen.tree) else screen.scroll_down()
            _, top, _, bottom = row.bounds
            switch = next((n for n in screen.tree if n.checkable and top <= n.center[1] < bottom), None)
            if switch is None:
                return screen.scroll_down()
            if not switch.checked:
                return screen.tap(row)
        if not self._join:
            return None
        button = screen.id(_ID + "btnJoin")
        if button is None:
            return PressKey("BACK")
        self._joined = True
        return screen.tap(button)

    def _back_to_form(self, screen: Screen) -> Gesture | None:
        leave = screen.id(_ID + "btnLeave")
        return screen.tap(leave) if leave is not None else None


class SettingExpert(ZoomExpert):
    """Opens a page of the meeting settings, by the resource id of its ``row``, and chooses ``panel`` there."""

    def __init__(self, row: str, panel: str = "") -> None:
        self._row, self._panel = row, panel
        self._chosen = not panel

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        for entry in ("btnSettings", "btnMeeting", self._row):
            node = screen.id(_ID + entry)
            if node is not None:
                return screen.tap(node)
        if screen.id(_ID + "panel_off") is None and screen.id(_ID + "panel_default") is None:
            return screen.scroll_down() or PressKey("BACK")
        if self._chosen:
            return None
        panel = screen.id(_ID + self._panel)
        if panel is None:
            return screen.scroll_down() or PressKey("BACK")
        self._chosen = True
        return screen.tap(panel)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"fill": FormExpert, "choose": SettingExpert}
