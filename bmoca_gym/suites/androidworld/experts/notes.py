"""Experts for Joplin: they search for a note and read it, or count a notebook's to-dos, and answer a question."""

from __future__ import annotations

import re

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, number
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_BUTTON, _BOX, _WEB = "android.widget.Button", "android.widget.CheckBox", "android.webkit.WebView"
_TITLE = "android.widget.EditText"


class _JoplinExpert(AppExpert):
    package = "net.cozic.joplin"
    label = "joplin.app_name"

    def button(self, screen: Screen, name: str) -> UiNode | None:
        """A button, found by the string key of its description."""
        return screen.tree.find(class_name=_BUTTON, content_description=screen.string(f"joplin.{name}"))


class _FindExpert(_JoplinExpert):
    """Searches for the note with a title."""

    def __init__(self, title: str) -> None:
        self.title = title

    def found(self, screen: Screen, row: UiNode) -> Gesture | Answer | None:
        """Return the next move in the search results: open the note."""
        return screen.tap(row)

    def read(self, screen: Screen, body: UiNode) -> Gesture | Answer | None:
        """Return the next move for the open note."""
        raise NotImplementedError

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        web = screen.tree.find(class_name=_WEB)
        field = screen.tree.find(class_name=_TITLE)
        if web is not None:
            meant = field is not None and field.text == self.title
            return self.read(screen, web) if meant else PressKey("BACK")
        if field is not None and field.hint == screen.string("joplin.search"):
            if field.text != self.title:
                clear = self.button(screen, "clear")
                if clear is not None:
                    return screen.tap(clear)
                return TypeText(self.title) if field.focused else screen.tap(field)
            row = next((node for node in screen.tree if node.text == self.title and node != field), None)
            return self.found(screen, row) if row is not None else PressKey("BACK")
        search = self.button(screen, "search")
        return screen.tap(search) if search is not None else PressKey("BACK")


class IsTodoExpert(_FindExpert):
    """Answers whether a note is a to-do, that is, has a check box."""

    def found(self, screen: Screen, row: UiNode) -> Answer:
        """See `_FindExpert.found`."""
        named = screen.string("joplin.todo_named", title=self.title)
        return Answer(str(screen.tree.find(class_name=_BOX, content_description=named) is not None))


class ReadExpert(_FindExpert):
    """Answers with a line of a note."""

    def answer(self, line: str) -> str:
        """The answer in a line, or "" if the line doesn't have it."""
        raise NotImplementedError

    def read(self, screen: Screen, body: UiNode) -> Gesture | Answer | None:
        """See `_FindExpert.read`."""
        for node in screen.tree.subtree(body):
            said = self.answer(node.text)
            if said:
                return Answer(said)
        return screen.scroll_down()


#: How a note says who came to a meeting, in the benchmark's own notes too.
_CAME = re.compile(r"attend|people|person|individual|participa|present|took part|joined", re.IGNORECASE)


class AttendeesExpert(ReadExpert):
    """Answers how many attendees a meeting had."""

    def answer(self, line: str) -> str:
        """See `ReadExpert.answer`."""
        found = number(line) if _CAME.search(line) else None
        return str(found) if found is not None else ""


class QuantityExpert(ReadExpert):
    """Answers how much of an ingredient a recipe takes."""

    def __init__(self, title: str, ingredient: str) -> None:
        super().__init__(title)
        self._line = re.compile(rf"(\d.*) {re.escape(ingredient)}")

    def answer(self, line: str) -> str:
        """See `ReadExpert.answer`."""
        found = self._line.fullmatch(line)
        return found[1] if found else ""


class CountTodosExpert(_JoplinExpert):
    """Answers how many to-dos a notebook has. Open ones are listed before all other notes.

    It remembers those it has seen, and whether the drawer was scrolled up.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._opened = False
        self._seen: set[str] = set()
        self._before: list[str] = []

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        menu = self.button(screen, "sidebar")
        if menu is None:
            folder = screen.tree.find(text=self.folder)
            if folder is not None:
                self._opened = True
                return screen.tap(folder)
            return screen.scroll_down() or PressKey("BACK")
        if not self._opened:
            return screen.tap(menu)
        rows = [node for node in screen.tree if node.class_name == _BOX]
        self._seen.update(node.content_description for node in rows)
        listed = next((node for node in screen.tree if node.scrollable), None)
        texts = [node.text for node in screen.tree.subtree(listed) if node.text] if listed is not None else []
        if listed is not None and len(rows) == len(texts) and texts != self._before:
            self._before = texts
            return screen.swipe(listed, "up", reach=0.4)
        return Answer(str(len(self._seen)))


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "is_todo": IsTodoExpert, "count_attendees": AttendeesExpert, "quantity": QuantityExpert,
    "count_todos": CountTodosExpert,
}  # fmt: skip
