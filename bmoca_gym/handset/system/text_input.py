"""Text input into the focused field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.graphics import graphemes
from bmoca_gym.handset.state import SYSTEM, Phone
from bmoca_gym.handset.system import activities, clipboard, status_bar, windows
from bmoca_gym.handset.value import replace

TEXT_LIMIT = 10_000
#: Value of `Phone.keyboard_page` while the input method has hidden itself and the field keeps the focus.
HIDDEN = "hidden"


def focused_field(phone: Phone) -> tuple[Any, str] | None:
    """Return the text field with the focus, and the owner of its window."""
    if phone.shade is not None:
        field = status_bar.reply_field(phone)
        return None if field is None else (field, SYSTEM)
    if not phone.top.focus:
        return None
    window = windows.layers(phone)[-1]
    found = windows.focused(window, phone)
    return None if found is None else (found, window.owner or phone.top.package)


def keyboard_open(phone: Phone) -> bool:
    """Return whether the focused field has an open keyboard."""
    return phone.keyboard_page != HIDDEN and focused_field(phone) is not None


def hide_keyboard(phone: Phone) -> Phone:
    """Hide the keyboard. The field keeps the focus."""
    return phone if focused_field(phone) is None else replace(phone, keyboard_page=HIDDEN)


def open_keyboard(phone: Phone) -> Phone:
    """Show the keyboard again that the input method has hidden."""
    return replace(phone, keyboard_page="letters") if phone.keyboard_page == HIDDEN else phone


def selection_of(phone: Phone, field: Any) -> tuple[int, int]:
    """Return start and end of the selection in the focused field; both are the cursor if nothing is selected."""
    size, cursor = len(field.content), phone.top.cursor
    return (size, size) if cursor is None else (min(cursor[0], size), min(cursor[1], size))


def select(phone: Phone, start: int, end: int, toolbar: str = "") -> Phone:
    """Select from ``start`` to ``end`` in the focused field, or place the cursor if they are equal."""
    found = focused_field(phone)
    if found is None:
        return phone
    size = len(found[0].content)
    start, end = sorted((max(0, min(start, size)), max(0, min(end, size))))
    return activities.select(phone, None if start == size else (start, end), toolbar)


def type_text(phone: Phone, text: str) -> Phone:
    """Type ``text`` into the focused field, replacing the selection.

    Line ends press Enter, unless the field takes them as text.
    """
    text = unicode_of(text).replace("\r\n", "\n")
    while text:
        found = focused_field(phone)
        if found is None:
            return phone
        if _holds_lines(found[0]):  # at once: otherwise the field would be laid out again for each line
            return commit(phone, text)
        line, end, text = text.partition("\n")
        if line:
            phone = commit(phone, line)
        if end:
            phone = submit(phone)
    return phone


def _holds_lines(field: Any) -> bool:
    """Return whether Enter inserts a new line in a field."""
    return field.on_submit is None and field.lines != 1


def commit(phone: Phone, text: str) -> Phone:
    """Insert ``text`` as it is at the cursor of the focused field, replacing the selection."""
    found = focused_field(phone)
    if found is None:
        return phone
    start, end = selection_of(phone, found[0])
    room = TEXT_LIMIT - len(found[0].content) + end - start
    return _edited(phone, start, end, text[: max(0, room)])


def unicode_of(text: str) -> str:
    """Join halves of surrogate pairs in ``text``, and replace single halves by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def erase(phone: Phone, forward: bool = False) -> Phone:
    """Delete the selection, or else the character before the cursor (``forward``: after it)."""
    found = focused_field(phone)
    if found is None:
        return phone
    text = found[0].content
    start, end = selection_of(phone, found[0])
    if start == end and forward:
        end = graphemes.after(text, end)
    elif start == end:
        start = graphemes.backspace(text, start)
    return _edited(phone, start, end, "")


#: Characters allowed between the beginning of a sentence and its first letter, and between its full stop and its end.
_OPENING, _CLOSING = "\"'([{«‹“‘¿¡", "\"')]}»›”’"
_STOPS = ".?!؟۔。？！।"


def wants_capital(capitals: str, before: str) -> bool:
    """Return whether a keyboard capitalises what follows ``before`` (android.text.TextUtils.getCapsMode).

    ``capitals``: the field's mode: "", "sentences" or "words".
    """
    if not capitals:
        return False
    text = before.rstrip(_OPENING)
    shorter = text.rstrip(" \t")
    if not shorter or shorter.endswith("\n"):
        return True
    if capitals == "words" or shorter == text:
        return capitals == "words" and text[-1].isspace()
    shorter = shorter.rstrip(_CLOSING)
    if not shorter.endswith(tuple(_STOPS)):
        return False
    rest = shorter[:-1]
    while rest and rest[-1].isalpha():
        rest = rest[:-1]
    return not (shorter[-1] == "." and rest.endswith("."))  # "e.g. " does not end a sentence


def before_cursor(phone: Phone) -> str:
    """Return the text before the cursor of the focused field; "" if something is selected."""
    found = focused_field(phone)
    if found is None:
        return ""
    start, end = selection_of(phone, found[0])
    text: str = found[0].content
    return text[:start] if start == end else ""


def replace_before(phone: Phone, count: int, text: str) -> Phone:
    """Replace as many characters before the cursor of the focused field by ``text``."""
    found = focused_field(phone)
    if found is None:
        return phone
    start, end = selection_of(phone, found[0])
    room = TEXT_LIMIT - len(found[0].content) + count + end - start
    return _edited(phone, max(0, start - count), end, text[: max(0, room)])


def set_text(phone: Phone, text: str) -> Phone:
    """Replace all text of the focused field, and place the cursor at its end."""
    found = focused_field(phone)
    if found is None:
        return phone
    return _edited(activities.select(phone, None), 0, len(found[0].content), unicode_of(text)[:TEXT_LIMIT])


def _edited(phone: Phone, start: int, end: int, text: str) -> Phone:
    """Replace the text from ``start`` to ``end``, and place the cursor after it."""
    found = focused_field(phone)
    if found is None:
        return phone
    field, owner = found
    key, component, before = field.key, phone.top.component, field.content
    if start == end and not text:
        return phone
    after = before[:start] + text + before[end:]
    if after != before:
        function, arguments = field.on_text
        phone = phone.handled(owner, function, (*arguments, after))
    if phone.top.cursor is None and not phone.top.toolbar:
        return phone  # the cursor is at the end, and stays there
    if (phone.top.focus, phone.top.component) != (key, component):
        return phone
    # An app may keep another text than what was typed, such as one more bracket. What follows the cursor stays.
    found = focused_field(phone)
    behind = len(before) - end
    at = 0 if found is None else len(found[0].content) - behind
    return select(phone, at, at)


def act(phone: Phone) -> Phone:
    """Perform the action of the focused field, or hide the keyboard if it has none."""
    found = focused_field(phone)
    if found is None:
        return phone
    return activities.focus(phone, "") if found[0].on_submit is None else submit(phone)


def submit(phone: Phone) -> Phone:
    """Press Enter in the focused field: perform its action, begin a new line, or hide the keyboard.

    The keyboard stays if the action moves the focus to another field.
    """
    found = focused_field(phone)
    if found is None:
        return phone
    field, owner = found
    if field.on_submit is None:
        if not _holds_lines(field):
            return activities.focus(phone, "")
        return commit(phone, "\n")
    function, arguments = field.on_submit
    after = phone.handled(owner, function, arguments)
    moved = after.top.component == phone.top.component and after.top.focus != phone.top.focus
    return after if moved else activities.focus(after, "")


# Selection and clipboard


def select_all(phone: Phone, toolbar: str = "") -> Phone:
    """Select all text of the focused field."""
    found = focused_field(phone)
    return phone if found is None else select(phone, 0, len(found[0].content), toolbar)


def select_word(phone: Phone, at: int) -> Phone:
    """Select the word at an offset of the focused field, and open the toolbar."""
    found = focused_field(phone)
    return phone if found is None else select(phone, *graphemes.word_at(found[0].content, at), "main")


def selected_text(phone: Phone) -> str:
    """Return the selected text of the focused field."""
    found = focused_field(phone)
    if found is None:
        return ""
    start, end = selection_of(phone, found[0])
    text: str = found[0].content[start:end]
    return text


def collapse(phone: Phone) -> Phone:
    """Remove the selection: the cursor goes to its end, and the toolbar closes."""
    found = focused_field(phone)
    if found is None:
        return phone
    _, end = selection_of(phone, found[0])
    return select(phone, end, end)


def copy(phone: Phone) -> Phone:
    """Copy the selection to the clipboard. From the toolbar, this closes the toolbar and removes the selection."""
    text = selected_text(phone)
    if not text:
        return phone
    phone = clipboard.put(phone, text)
    return collapse(phone) if phone.top.toolbar else phone


def cut(phone: Phone) -> Phone:
    """Move the selection to the clipboard."""
    text = selected_text(phone)
    return erase(clipboard.put(phone, text)) if text else phone


def paste(phone: Phone) -> Phone:
    """Paste the clipboard's text at the cursor of the focused field, replacing the selection."""
    return commit(phone, phone.clipboard)


def may(phone: Phone, command: str) -> bool:
    """Return whether one of `COMMANDS` has something to act on; the toolbar offers only these."""
    found = focused_field(phone)
    if found is None:
        return False
    start, end = selection_of(phone, found[0])
    if command == "paste":
        return bool(phone.clipboard)
    if command == "select_all":
        return bool(end - start < len(found[0].content))
    return start < end


#: Commands of the toolbar, in its order.
COMMANDS: dict[str, Callable[[Phone], Phone]] = {
    "cut": cut, "copy": copy, "paste": paste, "select_all": select_all,
}  # fmt: skip
