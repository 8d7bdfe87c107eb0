"""Experts for Contacts' editor."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.success_detectors.ui import dialled

_ID = "com.google.android.contacts:id/"
_LABEL = "android:id/text1"


class EditorExpert(AppExpert):
    """Opens the editor of a new contact and fills its fields, which are given by their keys in the string catalogue."""

    package = "com.google.android.contacts"
    label = "contacts.app_name"
    texts: dict[str, str]

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        add = screen.id(_ID + "floating_action_button")
        if add is not None:
            return screen.tap(add)
        if screen.id(_ID + "contact_editor_fragment") is None:
            return self.elsewhere(screen)
        fields = {key: _field(screen, key, text) for key, text in self.texts.items()}
        for key, text in self.texts.items():
            field = fields[key]
            if field is not None and not _says(field, key, text):
                return TypeText(text) if field.focused else screen.tap(field)
        if fields["phone"] is None:
            return _scroll(screen, "up")
        gesture = self.filled(screen)
        return _scroll(screen, "down") if gesture is None and None in fields.values() else gesture

    def filled(self, screen: Screen) -> Gesture | None:
        """Return the next move when all fields are filled in."""
        raise NotImplementedError

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """Return the next move when neither the list of contacts nor the editor is shown."""
        return PressKey("BACK")


class AddExpert(EditorExpert):
    """Adds a contact with a name and a number."""

    def __init__(self, name: str, number: str) -> None:
        self.name = name
        self.texts = {"first_name": name, "phone": number}
        self._saved = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`. A list after the contact was saved means that the app has crashed."""
        listed = screen.id(_ID + "floating_action_button") is not None
        return None if self._saved and listed else super().in_app(screen)

    def filled(self, screen: Screen) -> Gesture | None:
        """See `EditorExpert.filled`."""
        save = screen.id(_ID + "editor_menu_save_button")
        self._saved = save is not None
        return screen.tap(save) if save is not None else None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `EditorExpert.elsewhere`: the contact is shown once it is saved."""
        title = screen.id(_ID + "large_title")
        return None if title is not None and title.text == self.name else PressKey("BACK")


class DraftExpert(EditorExpert):
    """Fills in a new contact, chooses home or work as the number's label, and does not save it."""

    def __init__(self, first: str, last: str, phone: str, label: str) -> None:
        self.texts = {"first_name": first, "last_name": last, "phone": phone}
        self.type = f"contacts.type_{label}"

    def filled(self, screen: Screen) -> Gesture | None:
        """See `EditorExpert.filled`."""
        label = screen.id(_LABEL)
        if label is None:
            return _scroll(screen, "up")
        return screen.tap(label) if label.text != screen.string(self.type) else None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `EditorExpert.elsewhere`: the labels to choose from."""
        choice = screen.id(_LABEL, screen.string(self.type))
        return screen.tap(choice) if choice is not None else PressKey("BACK")


def _field(screen: Screen, key: str, text: str) -> UiNode | None:
    """A field by its hint or, in trees without hints, by its text: the hint if it is empty."""
    hint = screen.string(f"contacts.{key}")
    for node in screen.tree:
        if node.editable and (
            node.hint == hint or (not node.hint and (node.text == hint or _says(node, key, text)))
        ):
            return node
    return None


def _says(field: UiNode, key: str, text: str) -> bool:
    return dialled(field.text) == dialled(text) if key == "phone" else field.text == text


def _scroll(screen: Screen, direction: str) -> Gesture | None:
    """A swipe along the fields. Before a swipe back, the keyboard is closed to make room for them."""
    fields = screen.id(_ID + "contact_editor_fragment")
    if fields is None:
        return None
    keyboard = fields.bounds[3] < screen.tree.height * 0.8
    return PressKey("BACK") if keyboard and direction == "down" else screen.swipe(fields, direction)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"add": AddExpert, "draft": DraftExpert}
