"""The expert for the clipboard: it types text into a field and copies it."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, TypeText

_ID = "com.google.android.contacts:id/"
_ITEM = "android:id/floating_toolbar_menu_item_text"


class CopyExpert(AppExpert):
    """Types a text into the search of Contacts, selects all of it and copies it.

    It remembers what it has tapped on the text's toolbar, since no screen shows what is on the clipboard.
    """

    package = "com.google.android.contacts"
    label = "contacts.app_name"

    def __init__(self, text: str) -> None:
        self.text = text
        self._left = ["select_all", "copy"]

    def restarted(self) -> None:
        """See `AppExpert.restarted`."""
        super().restarted()
        if self._left:  # what was copied stays on the clipboard
            self._left = ["select_all", "copy"]

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if not self._left:
            return None
        items = screen.ids(_ITEM)
        if items:
            return self._choose(screen)
        field = screen.id(_ID + "search_view")
        if field is None:
            search = screen.id(_ID + "menu_search")
            return screen.tap(search) if search is not None else PressKey("BACK")
        if field.text != self.text:
            return TypeText(self.text) if field.focused else screen.tap(field)
        touch = screen.tap(field)
        return LongPress(touch.x, touch.y)

    def _choose(self, screen: Screen) -> Gesture:
        wanted = screen.id(_ITEM, screen.string(f"system_ui.{self._left[0]}"))
        if wanted is None:  # all is selected already, or it is among those that did not fit
            more = screen.id("android:id/overflow")
            if more is not None:
                return screen.tap(more)
            del self._left[0]
            return self._choose(screen)
        del self._left[0]
        return screen.tap(wanted)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"copy": CopyExpert}
