"""Experts of Contacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits, number
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, TypeText
from bmoca_gym.handset.resources import long_date
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.success_detectors.ui import dialled

_ID = "com.google.android.contacts:id/"
_DIALER = "com.google.android.dialer:id/"
_MESSAGES = "com.google.android.apps.messaging:id/"
_LABEL = "android:id/text1"


class ContactsExpert(AppExpert):
    """Base of the experts of the app."""

    package = "com.google.android.contacts"
    label = "contacts.app_name"


class FormExpert(ContactsExpert):
    """Fills in an editor.

    ``fields``: for each its ``hint``, its ``text`` and, if it has labels, its ``label``. Several with the same hint are
    taken in order, or by their ``place`` among these. Hints and labels are in English.
    """

    #: Key of the title of the editor that is not for this.
    not_titled = "new_contact"

    def __init__(self, fields: Sequence[Mapping[str, Any]]) -> None:
        self._fields = [field for field in fields if field["text"]]
        self._choosing = ""
        self._done: tuple[int, ...] = ()  # fields of the open editor that may be out of sight by now

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "contact_editor_fragment") is not None:
            other = screen.tree.find(text=screen.string(f"contacts.{self.not_titled}"))
            return self._in_editor(screen) if other is None else PressKey("BACK")
        choice = next(
            (node for node in screen.ids(_LABEL) if node.text in _said(screen, self._choosing)), None
        )
        if choice is not None:
            return screen.tap(choice)
        self._done = ()
        return self.elsewhere(screen)

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """Return what to do if neither the editor nor a choice of labels is shown."""
        raise NotImplementedError

    def filled(self, screen: Screen) -> Gesture | None:
        """Return what to do once all fields are filled in: save."""
        save = screen.id(_ID + "editor_menu_save_button")
        return screen.tap(save) if save is not None else None

    def _in_editor(self, screen: Screen) -> Gesture | None:
        seen: dict[str, int] = {}
        missing = hidden = False
        for at, field in enumerate(self._fields):
            hint, text = field["hint"], field["text"]
            place = seen[hint] = field.get("place", seen.get(hint, -1) + 1)
            if at in self._done:
                continue
            nodes = [node for node in screen.tree if node.editable and node.hint in _said(screen, hint)]
            written = [
                node for node in nodes if _says(node, text)
            ]  # the fields before it may be out of sight
            if not written and len(nodes) <= place:
                missing = True
                continue
            node = written[0] if written else nodes[place]
            if not _says(node, text):
                return TypeText(text) if node.focused else screen.tap(node)
            label = field.get("label")
            shown = _label_of(screen, node)
            if label and shown is None:
                missing, hidden = True, True
            elif label and shown is not None and shown.text not in _said(screen, label):
                self._choosing = label
                return screen.tap(shown)
            else:
                self._done += (at,)
        return _more(screen, 0.3 if hidden else 0.7) if missing else self.filled(screen)


class TypeExpert(FormExpert):
    """Fills in the editor of a new contact without saving it."""

    not_titled = "edit_contact"

    def __init__(self, given: str, family: str = "", fields: Sequence[Mapping[str, Any]] = ()) -> None:
        names = [{"hint": "First name", "text": given}, {"hint": "Last name", "text": family}]
        super().__init__([*names, *fields])
        self._name = f"{given} {family}".strip()

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.elsewhere`: the contact is shown once it is saved."""
        add = screen.id(_ID + "floating_action_button")
        if add is not None:
            return screen.tap(add)
        title = screen.id(_ID + "large_title")
        return None if title is not None and title.text == self._name else PressKey("BACK")

    def filled(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.filled`."""
        return None


class AddExpert(TypeExpert):
    """Adds a contact."""

    _saved = False

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.elsewhere`. A list after the contact was saved means that the app has crashed."""
        listed = screen.id(_ID + "floating_action_button") is not None
        return None if self._saved and listed else super().elsewhere(screen)

    def filled(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.filled`."""
        self._saved = True
        return FormExpert.filled(self, screen)


class EditExpert(FormExpert):
    """Fills in fields of an existing contact, and saves it."""

    def __init__(self, name: str, fields: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(fields)
        self._name = name
        self._saved = False

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.elsewhere`."""
        opened = _person(screen, self._name)
        if opened is not None:
            return opened
        edit = screen.id(_ID + "menu_edit")
        return screen.tap(edit) if edit is not None and not self._saved else None

    def filled(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.filled`."""
        self._saved = True
        return super().filled(screen)


class BirthdayExpert(EditExpert):
    """Gives a contact a birthday."""

    def __init__(self, name: str, day: date) -> None:
        super().__init__(name, [])
        self._day = day

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.elsewhere`."""
        return self._on_calendar(screen) or super().elsewhere(screen)

    def filled(self, screen: Screen) -> Gesture | None:
        """See `FormExpert.filled`. The date field can't be typed into."""
        field = screen.id(_ID + "event_date")
        if field is None:
            return _more(screen)
        if field.text != long_date(screen.locale, self._day):
            return screen.tap(field)
        return super().filled(screen)

    def _on_calendar(self, screen: Screen) -> Gesture | None:
        toggle = screen.id(_ID + "month_navigation_fragment_toggle")
        if toggle is None:
            return None
        days = screen.id(_ID + "month_grid")
        if days is None:
            return self._on_years(screen)
        months = [screen.date(self._day.replace(month=month, day=1), "yMMMM") for month in range(1, 13)]
        if days.content_description not in months:  # another year is shown
            return screen.tap(toggle)
        behind = self._day.month - 1 - months.index(days.content_description)
        if behind:
            return _turned(screen, days, behind)
        day = screen.tree.find(content_description=long_date(screen.locale, self._day))
        ok = screen.id(_ID + "confirm_button")
        found = ok if day is not None and day.checked else day
        return screen.tap(found) if found is not None else None

    def _on_years(self, screen: Screen) -> Gesture | None:
        years = {int(ascii_digits(node.text)): node for node in screen.ids(_ID + "year")}
        if self._day.year in years:
            return screen.tap(years[self._day.year])
        listed = screen.id(_ID + "mtrl_calendar_year_selector_frame")
        if listed is None or not years:
            return None
        first = min(years)
        # A long swipe flings the list past more years than it shows. Equal actions in a row would end the episode.
        reach = 0.95 if min(abs(year - self._day.year) for year in years) > 2 * len(years) else 0.4
        direction = "down" if first > self._day.year else "up"
        return screen.swipe(listed, direction, reach if first // 3 % 2 else reach - 0.1)


def _turned(screen: Screen, days: UiNode, months: int) -> Gesture | None:
    """Turn to another page of the calendar, alternating taps and swipes: repeated equal actions would end the
    episode."""
    turn = screen.id(_ID + ("month_navigation_next" if months > 0 else "month_navigation_previous"))
    if months % 2 and turn is not None:
        return screen.tap(turn)
    x, y = days.center[0] / screen.tree.width, days.center[1] / screen.tree.height
    half = (days.bounds[2] - days.bounds[0]) / screen.tree.width / 2
    way = 0.8 * half if (months > 0) is not screen.rtl else -0.8 * half
    return Swipe(x + way, y, x - way, y)


class LabelExpert(ContactsExpert):
    """Creates a label, and applies it to people."""

    def __init__(self, name: str, people: Sequence[str]) -> None:
        self._name, self._people = name, people

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        choose = _text(screen, screen.string("google_contacts.choose_contacts"))
        if choose is not None:
            rows = [n for n in screen.tree if n.class_name == "android.view.ViewGroup" and n.clickable]
            names = {n.text: n for n in screen.tree if n.resource_id == _ID + "cliv_name_textview"}
            for person in self._people:
                row = next((r for r in rows if person in names and _within(names[person], r)), None)
                if row is not None and not row.selected:
                    return screen.tap(row)
            add = screen.id(_ID + "menu_add")
            return screen.tap(add) if add is not None else None
        field = screen.id(_ID + "label_name")
        if field is not None:
            if field.text != self._name:
                return TypeText(self._name) if field.focused else screen.tap(field)
            ok = screen.id("android:id/button1")
            return screen.tap(ok) if ok is not None else PressKey("BACK")
        add, header = screen.id(_ID + "menu_add"), screen.id(_ID + "account_header")
        if add is not None and header is not None:
            shown = ascii_digits(header.text).rpartition("•")[2]
            return screen.tap(add) if number(shown) != len(self._people) else None
        for found in (
            _text(screen, self._name),
            _text(screen, screen.string("google_contacts.create_label")),
            screen.id(_ID + "menu_labels"),
        ):
            if found is not None:
                return screen.tap(found)
        return PressKey("BACK")


class OpenExpert(ContactsExpert):
    """Opens a person's details."""

    def __init__(self, name: str) -> None:
        self._name = name

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        return _person(screen, self._name) or self.in_details(screen.pane(_ID + "detail_container"))

    def in_details(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do on the person's page."""
        return None


class DeleteExpert(OpenExpert):
    """Deletes a person; if ``confirmed`` is false, stops at the confirmation."""

    def __init__(self, name: str, confirmed: bool = True) -> None:
        super().__init__(name)
        self._confirmed = confirmed
        self._asked = False

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        yes, delete = (
            screen.id("android:id/button1"),
            screen.id("android:id/title", screen.string("contacts.delete")),
        )
        if yes is not None:
            self._asked = True
            return screen.tap(yes) if self._confirmed else None
        if delete is not None:
            return screen.tap(delete)
        if screen.id(_ID + "floating_action_button") is not None and self._asked:
            return None
        return super().in_app(screen)

    def in_details(self, screen: Screen) -> Gesture | None:
        """See `OpenExpert.in_details`."""
        more = screen.tree.find(content_description=screen.string("common.more_options"))
        return screen.tap(more) if more is not None else None


class CallExpert(OpenExpert):
    """Calls a person; with ``end``, also hangs up."""

    def __init__(self, name: str, end: bool = False) -> None:
        super().__init__(name)
        self._end = end
        self._called = False

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        end = screen.id(_DIALER + "incall_end_call")
        if end is not None or self._called:
            self._called = True
            return screen.tap(end) if end is not None and self._end else None
        return super().next_gesture(tree, locale)

    def in_details(self, screen: Screen) -> Gesture | None:
        """See `OpenExpert.in_details`."""
        call = screen.id(_ID + "verb_call")
        return screen.tap(call) if call is not None else None


class DraftExpert(OpenExpert):
    """Writes a message to a person; with ``send``, also sends it."""

    def __init__(self, name: str, text: str, send: bool = False) -> None:
        super().__init__(name)
        self._text, self._send = text, send
        self._sent = False

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        field = screen.id(_MESSAGES + "compose_message_text")
        if field is None:
            return super().next_gesture(tree, locale)
        if self._sent or not self._text:
            return None
        if field.text != self._text:
            return TypeText(self._text) if field.focused else screen.tap(field)
        send = screen.id(_MESSAGES + "send_message_button_icon")
        self._sent = self._send
        return screen.tap(send) if send is not None and self._send else None

    def in_details(self, screen: Screen) -> Gesture | None:
        """See `OpenExpert.in_details`."""
        write = screen.id(_ID + "verb_text")
        return screen.tap(write) if write is not None else None


class ReadExpert(OpenExpert):
    """Answers with a detail of a contact: the text above the label ``below``, in English."""

    def __init__(self, name: str, below: str) -> None:
        super().__init__(name)
        self._below = below

    def in_details(self, screen: Screen) -> Gesture | Answer | None:
        """See `OpenExpert.in_details`."""
        header = ""
        for node in screen.tree:
            if node.resource_id == _ID + "header":
                header = node.text
            elif node.resource_id == _ID + "sub_header" and node.text in _said(screen, self._below):
                return Answer(header)
        return screen.scroll_down()


class CompanyExpert(OpenExpert):
    """Answers with the company of a person."""

    def in_details(self, screen: Screen) -> Gesture | Answer | None:
        """See `OpenExpert.in_details`."""
        company = screen.id(_ID + "organization_name")
        return Answer(company.text) if company is not None else screen.scroll_down()


def _person(screen: Screen, name: str) -> Gesture | None:
    """The next gesture towards a person's page; None if it is shown."""
    title = screen.id(_ID + "large_title")
    if title is not None:
        return PressKey("BACK") if title.text != name else None
    row = screen.id(_ID + "cliv_name_textview", name)
    return screen.tap(row) if row is not None else PressKey("BACK")


def _said(screen: Screen, english: str) -> tuple[str, ...]:
    """The texts that the app may show for one of its English texts."""
    return screen.shown(english, "contacts", "google_contacts")


def _text(screen: Screen, text: str) -> UiNode | None:
    return screen.tree.find(text=text)


def _within(node: UiNode, other: UiNode) -> bool:
    left, top, right, bottom = node.bounds
    x1, y1, x2, y2 = other.bounds
    return x1 <= left and y1 <= top and right <= x2 and bottom <= y2


def _says(field: UiNode, text: str) -> bool:
    return field.text == text or (bool(dialled(text)) and dialled(field.text) == dialled(text) == text)


def _label_of(screen: Screen, field: UiNode) -> UiNode | None:
    """The label below a field."""
    nodes = screen.tree.nodes
    for node in nodes[nodes.index(field) + 1 :]:
        if node.editable:
            return None
        if node.resource_id == _LABEL:
            return node
    return None


def _more(screen: Screen, reach: float = 0.7) -> Gesture | None:
    """The next gesture towards a field that is not on the screen: further down, or under "More fields"."""
    more = screen.id(_ID + "more_fields")
    if more is not None:
        return screen.tap(more)
    fields = screen.id(_ID + "contact_editor_scroller")
    return screen.swipe(fields, "up", reach) if fields is not None else None


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "add": AddExpert,
    "type": TypeExpert,
    "edit": EditExpert,
    "birthday": BirthdayExpert,
    "label": LabelExpert,
    "open": OpenExpert,
    "delete": DeleteExpert,
    "call": CallExpert,
    "draft": DraftExpert,
    "read": ReadExpert,
    "company": CompanyExpert,
}
