"""Experts of Files and of Contacts."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey


class PlaceExpert(AppExpert):
    """Opens a place of the file manager's drawer. ``place``: images, audio, videos or downloads."""

    package = "com.android.documentsui"
    label = "files.app_name"

    def __init__(self, place: str) -> None:
        self.place = place

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        row = screen.id("android:id/title", screen.string(f"files.{self.place}"))
        if row is not None:
            return screen.tap(row)
        roots = screen.tree.find(content_description=screen.string("files.show_roots"))
        return screen.tap(roots) if roots is not None else PressKey("BACK")


class NewContactExpert(AppExpert):
    """Opens the page on which a contact is made."""

    package = "com.android.contacts"
    label = "contacts.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        add = screen.id("com.android.contacts:id/floating_action_button")
        return screen.tap(add) if add is not None else PressKey("BACK")


class EditContactExpert(AppExpert):
    """Opens the page on which the first contact is edited."""

    package = "com.android.contacts"
    label = "contacts.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        for id in ("menu_edit", "cliv_name_textview"):
            found = screen.id(f"com.android.contacts:id/{id}")
            if found is not None:
                return screen.tap(found)
        return PressKey("BACK")
