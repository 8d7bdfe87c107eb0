"""Experts of Contacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.success_detectors.ui import dialled

_ID = "com.google.android.contacts:id/"
_LABEL = "android:id/text1"


class ContactsExpert(AppExpert):
    """Base of the experts of the app."""

    package = "com.google.android.contacts"
    label = "contacts.app_name"


class TypeExpert(ContactsExpert):
    """Fills the editor of a new contact, and does not save it.

    ``fields``: by the ``hint`` of each, its ``text`` and, where it has labels, its ``label``; of several with one hint,
    in their order.
    """

    def __init__(self, given: str, family: str = "", fields: Sequence[Mapping[str, Any]] = ()) -> None:
        self._name = f"{given} {family}".strip()
        names = [{"hint": "First name", "text": given}, {"hint": "Last name", "text": family}]
        self._fields = [field for field in [*names, *fields] if field["text"]]
        self._choosing = ""

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "contact_editor_fragment") is not None:
            return self._in_editor(screen)
        add = screen.id(_ID + "floating_action_button")
        if add is not None:
            return screen.tap(add)
        choice = screen.id(_LABEL, self._choosing)
        return screen.tap(choice) if choice is not None else self.elsewhere(screen)

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """Return what to do where neither the list of contacts, the editor nor a dialog is shown."""
        return PressKey("BACK")

    def filled(self, screen: Screen) -> Gesture | None:
        """Return what to do when all fields are filled."""
        return None

    def _in_editor(self, screen: Screen) -> Gesture | None:
        seen: dict[str, int] = {}
        missing = False
        for field in self._fields:
            hint, text = field["hint"], field["text"]
            place = seen[hint] = seen.get(hint, -1) + 1
            nodes = [node for node in screen.tree if node.editable and node.hint == hint]
            if len(nodes) <= place:
                missing = True
                continue
            node = nodes[place]
            if not _says(node, text):
                return TypeText(text) if node.focused else screen.tap(node)
            label = field.get("label")
            shown = _label_of(screen, node)
            if label and shown is None:
                missing = True
            elif label and shown is not None and shown.text != label:
                self._choosing = label
                return screen.tap(shown)
        return _scroll(screen, "up") if missing else self.filled(screen)


class AddExpert(TypeExpert):
    """Adds a contact."""

    def filled(self, screen: Screen) -> Gesture | None:
        """See `TypeExpert.filled`."""
        save = screen.id(_ID + "editor_menu_save_button")
        return screen.tap(save) if save is not None else None

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `TypeExpert.elsewhere`: the contact is shown once it is saved."""
        title = screen.id(_ID + "large_title")
        return None if title is not None and title.text == self._name else PressKey("BACK")


class ReadExpert(ContactsExpert):
    """Answers with what is known of a person: the text ``below`` which that stands."""

    def __init__(self, name: str, below: str) -> None:
        self._name, self._below = name, below

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        title = screen.id(_ID + "large_title")
        if title is None:
            row = screen.id(_ID + "cliv_name_textview", self._name)
            return screen.tap(row) if row is not None else PressKey("BACK")
        if title.text != self._name:
            return PressKey("BACK")
        header = ""
        for node in screen.tree:
            if node.resource_id == _ID + "header":
                header = node.text
            elif node.resource_id == _ID + "sub_header" and node.text == self._below:
                return Answer(header)
        return screen.scroll_down()


def _says(field: UiNode, text: str) -> bool:
    return field.text == text or (bool(dialled(text)) and dialled(field.text) == dialled(text) == text)


def _label_of(screen: Screen, field: UiNode) -> UiNode | None:
    """The label that stands below a field."""
    nodes = screen.tree.nodes
    for node in nodes[nodes.index(field) + 1 :]:
        if node.editable:
            return None
        if node.resource_id == _LABEL:
            return node
    return None


def _scroll(screen: Screen, direction: str) -> Gesture | None:
    fields = screen.id(_ID + "contact_editor_fragment")
    return screen.swipe(fields, direction) if fields is not None else None


#: What a task's ``expert`` may name.
VERBS = {"add": AddExpert, "type": TypeExpert, "read": ReadExpert}
