"""Notes being edited: text, undo, and the bar's text actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import Value, memo, replace, value

#: A longer text is not opened, and none becomes longer.
LONGEST = 100_000
#: How many changes can be undone, and how many characters their texts have together.
_UNDONE, _KEPT = 40, 400_000


@value
class Note(Value):
    """A note.

    Attributes:
        text: the current text.
        saved: the text in the file.
        before, after: texts for undo and redo.
        readable: whether the file is text and small enough to edit.
    """

    path: str = ""
    text: str = ""
    saved: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    readable: bool = True

    def changed(self, text: str) -> Note:
        """The note with another text."""
        if text == self.text or not self.readable:
            return self
        most = min(_UNDONE, 1 + _KEPT // (1 + len(self.text)))
        return replace(self, text=text, before=(*self.before, self.text)[-most:], after=())

    def undone(self) -> Note:
        """The note as it was before the last change."""
        if not self.before:
            return self
        return replace(self, text=self.before[-1], before=self.before[:-1], after=(*self.after, self.text))

    def redone(self) -> Note:
        """The note as it was before the last change was undone."""
        if not self.after:
            return self
        return replace(self, text=self.after[-1], after=self.after[:-1], before=(*self.before, self.text))

    def acted(self, name: str, at: tuple[int, int], today: str) -> tuple[str, int, int]:
        """Apply one of `ACTIONS` to the selection ``at``. Return the text, and the start and end of its selection."""
        action = ACTIONS[name]
        return action.change(self.text, action.text.replace("{today}", today), *at)


#: A text, and the start and end of what is selected in it.
_Changed = tuple[str, int, int]


def _around(text: str, mark: str, start: int, end: int) -> _Changed:
    """Put a mark before and after the selection."""
    text = text[:start] + mark + text[start:end] + mark + text[end:]
    return text, start + len(mark), end + len(mark)


def _insert(text: str, added: str, start: int, end: int) -> _Changed:
    """Replace the selection."""
    return text[:start] + added + text[end:], start + len(added), start + len(added)


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the selected lines start and end."""
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if last < 0 else last


def _begin_lines(text: str, mark: str, start: int, end: int) -> _Changed:
    """Put a mark at the beginning of each selected line, or remove it if all have it."""
    first, last = _lines(text, start, end)
    lines = text[first:last].split("\n")
    if all(line.startswith(mark) for line in lines):
        changed = [line[len(mark) :] for line in lines]
    else:
        changed = [mark + _LEAD.sub("", line) for line in lines]
    block = "\n".join(changed)
    return text[:first] + block + text[last:], first + len(block), first + len(block)


def _delete_lines(text: str, mark: str, start: int, end: int) -> _Changed:
    """Delete the selected lines."""
    first, last = _lines(text, start, end)
    return text[:first] + text[last + 1 :], first, first


class Action(NamedTuple):
    """A button of the bar.

    Attributes:
        glyph: its icon.
        change: function from the note's text, the action's text and the selection to the changed text and selection.
        text: what the action adds; ``{today}`` stands for the date.
    """

    glyph: str
    change: Callable[[str, str, int, int], _Changed]
    text: str = ""


ACTIONS = {
    "checklist": Action("check_box", _begin_lines, "- [ ] "),
    "unordered_list": Action("format_list_bulleted", _begin_lines, "- "),
    "ordered_list": Action("format_list_numbered", _begin_lines, "1. "),
    "bold": Action("format_bold", _around, "**"),
    "italic": Action("format_italic", _around, "_"),
    "strikeout": Action("format_strikethrough", _around, "~~"),
    "inline_code": Action("code", _around, "`"),
    "heading": Action("title", _begin_lines, "# "),
    "quote": Action("format_quote", _begin_lines, "> "),
    "horizontal_line": Action("horizontal_rule", _insert, "\n----\n"),
    "toggle_done": Action("done", _begin_lines, "x "),
    "add_context": Action("alternate_email", _insert, " @"),
    "add_project": Action("local_offer", _insert, " +"),
    "priority": Action("priority_high", _begin_lines, "(A) "),
    "date": Action("event", _insert, "{today}"),
    "delete_lines": Action("delete_sweep", _delete_lines),
}
_MARKDOWN = ("checklist", "unordered_list", "ordered_list", "bold", "italic", "strikeout", "inline_code", "heading",
             "quote", "horizontal_line", "date", "delete_lines")  # fmt: skip
_TODO = ("toggle_done", "add_context", "add_project", "priority", "date", "delete_lines")
_PLAIN = ("checklist", "unordered_list", "ordered_list", "date", "delete_lines")
#: What a line may begin with in the place of what an action puts there.
_LEAD = re.compile(r"(- \[.\] |- |\d+\. |> |#+ |x |\([A-Z]\) )?")


def actions_of(path: str) -> tuple[str, ...]:
    """The actions for a file, by the ending of its name."""
    if path.endswith("todo.txt"):
        return _TODO
    return _MARKDOWN if is_markdown(path) else _PLAIN


def is_markdown(path: str) -> bool:
    """Whether a file is written in Markdown."""
    return path.lower().endswith((".md", ".markdown", ".mkd"))


def note_of(phone: Phone, kept: Note | None, path: str) -> Note:
    """The note in a file: ``kept`` if it is of that file and still current, otherwise read again."""
    data = phone.files.get(path, b"")
    if kept is not None and kept.path == path and (kept.text != kept.saved or kept.saved.encode() == data):
        return kept
    return _read(path, data)


@memo(16)
def _read(path: str, data: bytes) -> Note:
    if len(data) <= LONGEST:
        try:
            text = data.decode()
            return Note(path, text, text)
        except UnicodeDecodeError:
            pass
    return Note(path, readable=False)
