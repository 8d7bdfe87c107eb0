"""Text input into the focused field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.graphics import graphemes
from bmoca_gym.handset.state import SYSTEM, Phone
from bmoca_gym.handset.system import activities, clipboard, status_bar, windows
from bmoca_gym.handset.value import replace

TEXT_LIMIT = 10_000
#: The value of `Phone.keyboard_page` while an input method has hidden itself and the field keeps the focus.
HIDDEN = "hidden"


def focused_field(phone: Phone) -> tuple[Any, str] | None:
    """The text field that has the focus, and the owner of its window."""
    if phone.shade is not None:
        field = status_bar.reply_field(phone)
        return None if field is None else (field, SYSTEM)
    if not phone.top.focus:
        return None
    window = windows.layers(phone)[-1]
    found = windows.focused(window, phone)
    return None if found is None else (found, window.owner or phone.top.package)


def keyboard_open(phone: Phone) -> bool:
    """Whether the focused field has an open keyboard."""
    return phone.keyboard_page != HIDDEN and focused_field(phone) is not None


def hide_keyboard(phone: Phone) -> Phone:
    """The phone without a keyboard; the field keeps the focus."""
    return phone if focused_field(phone) is None else replace(phone, keyboard_page=HIDDEN)


def open_keyboard(phone: Phone) -> Phone:
    """The phone with the keyboard open again that an input method has hidden."""
    return replace(phone, keyboard_page="letters") if phone.keyboard_page == HIDDEN else phone


def selection_of(phone: Phone, field: Any) -> tuple[int, int]:
    """Start and end of what is selected in the focused field; the cursor where they are equal."""
    size, cursor = len(field.content), phone.top.cursor
    return (size, size) if cursor is None else (min(cursor[0], size), min(cursor[1], size))


def select(phone: Phone, start: int, end: int, toolbar: str = "") -> Phone:
    """The phone with what is from ``start`` to ``end`` selected in the focused field, or the cursor there."""
    found = focused_field(phone)
    if found is None:
        return phone
    size = len(found[0].content)
    start, end = sorted((max(0, min(start, size)), max(0, min(end, size))))
    return activities.select(phone, None if start == size else (start, end), toolbar)


def type_text(phone: Phone, text: str) -> Phone:
    """The phone after ``text`` was committed to the focused field, in place of what was selected there.

    Line ends press Enter, but where they are text.
    """
    text = unicode_of(text).replace("\r\n", "\n")
    while text:
        found = focused_field(phone)
        if found is None:
            return phone
        if _holds_lines(found[0]):  # at once: the field would be laid out anew for each line
            return commit(phone, text)
        line, end, text = text.partition("\n")
        if line:
            phone = commit(phone, line)
        if end:
            phone = submit(phone)
    return phone


def _holds_lines(field: Any) -> bool:
    """Whether Enter makes a new line in a field."""
    return field.on_submit is None and field.lines != 1


def commit(phone: Phone, text: str) -> Phone:
    """The phone with ``text``, whatever is in it, at the cursor of the focused field, or in place of the selection."""
    found = focused_field(phone)
    if found is None:
        return phone
    start, end = selection_of(phone, found[0])
    room = TEXT_LIMIT - len(found[0].content) + end - start
    return _edited(phone, start, end, text[: max(0, room)])


def unicode_of(text: str) -> str:
    """``text`` with halves of surrogate pairs joined, and those without their other half replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def erase(phone: Phone, forward: bool = False) -> Phone:
    """The phone without what is selected, or without the character before the cursor (``forward``: behind it)."""
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


#: What may stand between the beginning of a sentence and its first letter, and between its end and its stop.
_OPENING, _CLOSING = "\"'([{«‹“‘¿¡", "\"')]}»›”’"
_STOPS = ".?!؟۔。？！।"


def wants_capital(capitals: str, before: str) -> bool:
    """Whether a keyboard begins what follows ``before`` with a capital (android.text.TextUtils.getCapsMode).

    ``capitals``: of the field: "", "sentences" or "words".
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
    return not (shorter[-1] == "." and rest.endswith("."))  # "e.g. " ends no sentence


def before_cursor(phone: Phone) -> str:
    """Text before the cursor of the focused field; "" if something is selected."""
    found = focused_field(phone)
    if found is None:
        return ""
    start, end = selection_of(phone, found[0])
    text: str = found[0].content
    return text[:start] if start == end else ""


def replace_before(phone: Phone, count: int, text: str) -> Phone:
    """The phone with ``text`` in place of as many characters before the cursor of the focused field."""
    found = focused_field(phone)
    if found is None:
        return phone
    start, end = selection_of(phone, found[0])
    room = TEXT_LIMIT - len(found[0].content) + count + end - start
    return _edited(phone, max(0, start - count), end, text[: max(0, room)])


def set_text(phone: Phone, text: str) -> Phone:
    """The phone with ``text`` in the focused field, in place of all that was in it, and the cursor behind it."""
    found = focused_field(phone)
    if found is None:
        return phone
    return _edited(activities.select(phone, None), 0, len(found[0].content), unicode_of(text)[:TEXT_LIMIT])


def _edited(phone: Phone, start: int, end: int, text: str) -> Phone:
    """The phone with ``text`` in place of what stands from ``start`` to ``end``, and the cursor behind it."""
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
    # An app may keep another text than was typed, with a bracket more or a letter less: what follows stays the same.
    found = focused_field(phone)
    behind = len(before) - end
    at = 0 if found is None else len(found[0].content) - behind
    return select(phone, at, at)


def act(phone: Phone) -> Phone:
    """The phone after the action of the focused field, without a keyboard where it has none."""
    found = focused_field(phone)
    if found is None:
        return phone
    return activities.focus(phone, "") if found[0].on_submit is None else submit(phone)


def submit(phone: Phone) -> Phone:
    """The phone after Enter in the focused field: its action, a new line in a field of several, or no keyboard.

    The keyboard stays where the action moves the focus to another field.
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
    """The phone with all text of the focused field selected."""
    found = focused_field(phone)
    return phone if found is None else select(phone, 0, len(found[0].content), toolbar)


def select_word(phone: Phone, at: int) -> Phone:
    """The phone with the word at an offset of the focused field selected, and the toolbar open."""
    found = focused_field(phone)
    return phone if found is None else select(phone, *graphemes.word_at(found[0].content, at), "main")


def selected_text(phone: Phone) -> str:
    """The selected text of the focused field."""
    found = focused_field(phone)
    if found is None:
        return ""
    start, end = selection_of(phone, found[0])
    text: str = found[0].content[start:end]
    return text


def collapse(phone: Phone) -> Phone:
    """The phone without a selection: the cursor is where it ended, the toolbar closed."""
    found = focused_field(phone)
    if found is None:
        return phone
    _, end = selection_of(phone, found[0])
    return select(phone, end, end)


def copy(phone: Phone) -> Phone:
    """The phone with what is selected on its clipboard; from the toolbar, which closes, it is no longer selected."""
    text = selected_text(phone)
    if not text:
        return phone
    phone = clipboard.put(phone, text)
    return collapse(phone) if phone.top.toolbar else phone


def cut(phone: Phone) -> Phone:
    """The phone with what is selected on its clipboard, and no longer in the field."""
    text = selected_text(phone)
    return erase(clipboard.put(phone, text)) if text else phone


def paste(phone: Phone) -> Phone:
    """The phone with the clipboard's text at the cursor of the focused field, or in place of the selection."""
    return commit(phone, phone.clipboard)


def may(phone: Phone, command: str) -> bool:
    """Whether one of `COMMANDS` has something to act on: the toolbar offers no others."""
    found = focused_field(phone)
    if found is None:
        return False
    start, end = selection_of(phone, found[0])
    if command == "paste":
        return bool(phone.clipboard)
    if command == "select_all":
        return bool(end - start < len(found[0].content))
    return start < end


#: What can be done with a text, in the order in which the toolbar offers it.
COMMANDS: dict[str, Callable[[Phone], Phone]] = {
    "cut": cut, "copy": copy, "paste": paste, "select_all": select_all,
}  # fmt: skip
