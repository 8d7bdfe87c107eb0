"""Experts of Contacts."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey


class NewContactExpert(AppExpert):
    """Opens the page to create a contact."""

    package = "com.android.contacts"
    label = "contacts.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        add = screen.id("com.android.contacts:id/floating_action_button")
        return screen.tap(add) if add is not None else PressKey("BACK")


class EditContactExpert(AppExpert):
    """Opens the page to edit the first contact."""

    package = "com.android.contacts"
    label = "contacts.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        for id in ("menu_edit", "cliv_name_textview"):
            found = screen.id(f"com.android.contacts:id/{id}")
            if found is not None:
                return screen.tap(found)
        return PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "new": NewContactExpert,
    "edit": EditContactExpert,
}
