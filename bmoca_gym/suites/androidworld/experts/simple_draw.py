"""The expert of Simple Draw Pro: it draws a line and saves the drawing."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText

_ID = "com.simplemobiletools.draw.pro:id/"


class CreateExpert(AppExpert):
    """Draws a line, and saves it as ``name`` with ``suffix`` in the folder Pictures.

    It remembers that it has saved it, since the canvas looks the same as before.
    """

    package = "com.simplemobiletools.draw.pro"
    label = "simple_draw.app_name"
    folder = "Pictures"

    def __init__(self, name: str, suffix: str) -> None:
        self.name, self.suffix = name, suffix
        self._saved = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "save_image_filename")
        if field is None:
            sheet = screen.id(_ID + "my_canvas")
            if self._saved or sheet is None:
                found = screen.id("android:id/text1", self.folder)
                return None if self._saved else screen.tap(found) if found else PressKey("BACK")
            save = screen.id(_ID + "menu_save")
            if screen.id(_ID + "undo") is None:
                return screen.swipe(sheet, "up", reach=0.3)
            return screen.tap(save) if save is not None else PressKey("BACK")
        if field.text != self.name:
            return TypeText(self.name) if field.focused else screen.tap(field)
        place = screen.id(_ID + "save_image_path")
        if place is not None and not place.text.endswith("/" + self.folder):
            return screen.tap(place)
        kind = screen.id("android:id/text1", self.suffix)
        row = next((n for n in screen.tree if n.checked and n.class_name.endswith("CheckedTextView")), None)
        if kind is None:  # the keyboard leaves no room for it
            return PressKey("BACK")
        if row is None or not row.bounds[1] <= kind.center[1] < row.bounds[3]:
            return screen.tap(kind)
        ok = screen.id("android:id/button1")
        if ok is None:
            return PressKey("BACK")
        self._saved = True
        return screen.tap(ok)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"create": CreateExpert}
