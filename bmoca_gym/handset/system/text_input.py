"""Text that is typed into the field that has the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, windows
from bmoca_gym.handset.ui.hit import find_element

TEXT_LIMIT = 10_000


def focused_field(phone: Phone) -> tuple[Any, str] | None:
    """The text field that has the focus, and the owner of its window."""
    key = phone.top.focus
    if not key:
        return None
    window = windows.layers(phone)[-1]
    found = find_element(
        windows.element(window, phone), lambda e: hasattr(e, "on_text") and getattr(e, "key", "") == key
    )
    return None if found is None else (found, window.owner or phone.top.package)


def type_text(phone: Phone, text: str) -> Phone:
    """The phone after ``text`` was committed to the focused field: line ends press Enter, but where they are text."""
    text = unicode_of(text).replace("\r\n", "\n")
    while text:
        found = focused_field(phone)
        if found is None:
            return phone
        if _holds_lines(found[0]):  # at once: the field would be laid out anew for each line
            return _changed(phone, lambda content, whole=text: (content + whole)[:TEXT_LIMIT])  # type: ignore[misc]
        line, end, text = text.partition("\n")
        if line:
            phone = _changed(phone, lambda content, line=line: (content + line)[:TEXT_LIMIT])  # type: ignore[misc]
        if end:
            phone = submit(phone)
    return phone


def _holds_lines(field: Any) -> bool:
    """Whether Enter makes a new line in a field."""
    return field.on_submit is None and field.lines != 1


def unicode_of(text: str) -> str:
    """``text`` with halves of surrogate pairs joined, and those without their other half replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def erase(phone: Phone) -> Phone:
    """The phone with the last character of the focused field gone."""
    return _changed(phone, lambda content: content[:-1])


def _changed(phone: Phone, change: Callable[[str], str]) -> Phone:
    found = focused_field(phone)
    if found is None:
        return phone
    field, owner = found
    text = change(field.content)
    if text == field.content:
        return phone
    function, arguments = field.on_text
    return phone.handled(owner, function, (*arguments, text))


def submit(phone: Phone) -> Phone:
    """The phone after Enter in the focused field: its action, a new line in a field of several, or no keyboard."""
    found = focused_field(phone)
    if found is None:
        return phone
    field, owner = found
    if field.on_submit is None:
        if not _holds_lines(field):
            return activities.focus(phone, "")
        return _changed(phone, lambda content: (content + "\n")[:TEXT_LIMIT])
    function, arguments = field.on_submit
    return activities.focus(phone.handled(owner, function, arguments), "")
