"""Experts of Cantook."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree

_ID = "com.aldiko.android:id/"
_PICKER = "com.google.android.documentsui"
_ITEM = "android:id/title"


class CantookExpert(AppExpert):
    """Base of the experts of the app."""

    package = "com.aldiko.android"
    label = "cantook.app_name"

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        raise NotImplementedError

    def in_tab(self, screen: Screen, tab: str) -> Gesture | None:
        """Return the tap that leads to a tab of the bottom bar; None if it is shown."""
        item = screen.id(f"{_ID}navigation_{tab}")
        if item is None:
            return PressKey("BACK")
        return None if item.selected else screen.tap(item)

    def choose(self, screen: Screen, key: str) -> Gesture | None:
        """A tap on an item of a menu or sheet; None if it is not there."""
        wanted = screen.string(f"cantook.{key}")
        found = screen.id(_ID + "label", wanted) or screen.id(_ITEM, wanted)
        return screen.tap(found) if found is not None else None


def _shelf(screen: Screen, key: str) -> list[tuple[UiNode, ...]]:
    """The books in a horizontally scrolling row, from its start: each book's title, author and menu elements."""
    shelf = screen.id(_ID + key)
    if shelf is None:
        return []
    books: list[list[UiNode]] = []
    nodes = screen.tree.nodes
    for node in nodes[nodes.index(shelf) + 1 :]:
        if node.resource_id == _ID + "section_title":
            break
        if node.resource_id == _ID + "book":
            books.append([])
        elif books and node.resource_id in (_ID + "title", _ID + "author", _ID + "more"):
            books[-1].append(node)
    return [tuple(book) for book in books]


class _SearchExpert(CantookExpert):
    """Searches the library."""

    def __init__(self, query: str) -> None:
        self._query = query

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "search_src_text")
        if field is not None:
            if field.text == self._query:
                return self.found(screen)
            return TypeText(self._query) if field.focused else screen.tap(field)
        search = screen.id(_ID + "action_search")
        return screen.tap(search) if search is not None else PressKey("BACK")

    def found(self, screen: Screen) -> Answer:
        """Return the answer, given the search screen."""
        raise NotImplementedError


class HasExpert(_SearchExpert):
    """Answers whether the library has a book."""

    def found(self, screen: Screen) -> Answer:
        """See `_SearchExpert.found`."""
        return Answer("Yes" if screen.id(_ID + "title", self._query) is not None else "No")


class CountExpert(_SearchExpert):
    """Answers how many books the library has by an author."""

    def found(self, screen: Screen) -> Answer:
        """See `_SearchExpert.found`."""
        return Answer(str(sum(node.text == self._query for node in screen.ids(_ID + "author"))))


class RecentExpert(CantookExpert):
    """Answers with the ``what`` (title or author) of a recently read or added book, by its place, counted from 1."""

    def __init__(self, shelf: str, place: int, what: str) -> None:
        self._shelf, self._place, self._what = shelf, place, what

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        there = self.in_tab(screen, "books")
        if there is not None:
            return there
        books = _shelf(screen, self._shelf)
        said = [
            node.text
            for book in books[self._place - 1 : self._place]
            for node in book
            if node.resource_id == _ID + self._what
        ]
        return Answer(said[0]) if said else _towards(screen, self._shelf)


class _MenuExpert(CantookExpert):
    """Opens the menu of a book, given by its ``title`` or its ``place`` among those read recently."""

    def __init__(self, title: str = "", place: int = 0) -> None:
        self._title, self._place = title, place

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "sheet_title") is not None:
            return self.in_menu(screen)
        there = self.in_tab(screen, "books")
        if there is not None:
            return there
        more = self._more(screen)
        if more is not None:
            return screen.tap(more)
        return _towards(screen, "recently_read") if self._place else _down(screen)

    def _more(self, screen: Screen) -> UiNode | None:
        if self._place:
            books = _shelf(screen, "recently_read")[self._place - 1 : self._place]
            return next((node for book in books for node in book if node.resource_id == _ID + "more"), None)
        label = screen.string("cantook.menu_of", name=self._title)
        return screen.tree.find(resource_id=_ID + "more", content_description=label)

    def in_menu(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do in the menu."""
        raise NotImplementedError


class ProgressExpert(_MenuExpert):
    """Answers how much of a book has been read."""

    def in_menu(self, screen: Screen) -> Gesture | Answer | None:
        """See `_MenuExpert.in_menu`."""
        shown = screen.id(_ID + "sheet_progress")
        return Answer(shown.text) if shown is not None else PressKey("BACK")


class MarkExpert(_MenuExpert):
    """Marks a book as read or unread. Its menu then offers the opposite."""

    def __init__(self, read: bool, title: str = "", place: int = 0) -> None:
        super().__init__(title, place)
        self._read = read

    def in_menu(self, screen: Screen) -> Gesture | Answer | None:
        """See `_MenuExpert.in_menu`."""
        return self.choose(screen, "mark_read" if self._read else "mark_unread")


class AskToDeleteExpert(_MenuExpert):
    """Asks to delete a book, and leaves the confirmation open."""

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        confirm = screen.id("android:id/button1")
        return super().in_app(screen) if confirm is None else self.confirmed(screen, confirm)

    def confirmed(self, screen: Screen, button: UiNode) -> Gesture | None:
        """Return what to do about the button that deletes the book."""
        return None

    def in_menu(self, screen: Screen) -> Gesture | Answer | None:
        """See `_MenuExpert.in_menu`."""
        return self.choose(screen, "delete")


class DeleteExpert(AskToDeleteExpert):
    """Deletes a book. It remembers having done so: a library without the book looks like one that has it further
    down."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._deleted = False

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        return None if self._deleted else super().in_app(screen)

    def confirmed(self, screen: Screen, button: UiNode) -> Gesture | None:
        """See `AskToDeleteExpert.confirmed`."""
        self._deleted = True
        return screen.tap(button)


class InfoExpert(_MenuExpert):
    """Opens the page about a book."""

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        return None if screen.id(_ID + "read") is not None else super().in_app(screen)

    def in_menu(self, screen: Screen) -> Gesture | Answer | None:
        """See `_MenuExpert.in_menu`."""
        return self.choose(screen, "info")


class ReadExpert(CantookExpert):
    """Opens a book in the reader."""

    def __init__(self, title: str) -> None:
        self._title = title

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        shown = screen.id(_ID + "reader_title")
        if shown is not None:
            return None if shown.text == self._title else PressKey("BACK")
        there = self.in_tab(screen, "books")
        if there is not None:
            return there
        title = screen.id(_ID + "title", self._title)
        return screen.tap(title) if title is not None else _down(screen)


class ScrollExpert(CantookExpert):
    """Switches the books to a list, and scrolls until one is out of sight."""

    def __init__(self, title: str) -> None:
        self._title = title

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        there = self.in_tab(screen, "books")
        if there is not None:
            return there
        view = screen.id(_ID + "action_view")
        if view is not None and view.content_description == screen.string("cantook.show_list"):
            return screen.tap(view)
        return _down(screen) if screen.id(_ID + "title", self._title) is not None else None


class PickExpert(CantookExpert):
    """Goes as far as the file to import, and doesn't pick it."""

    def __init__(self, file: str) -> None:
        self._file = file

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`."""
        screen = Screen(tree, locale)
        return super().next_gesture(tree, locale) if screen.package != _PICKER else self._in_picker(screen)

    def _in_picker(self, screen: Screen) -> Gesture | None:
        file = screen.id(_ITEM, self._file)
        if file is not None:
            return self.picked(screen, file)
        listed = screen.id(_PICKER + ":id/dir_list")
        return screen.swipe(listed, "up", reach=0.4) if listed is not None else PressKey("BACK")

    def picked(self, screen: Screen, file: UiNode) -> Gesture | None:
        """Return what to do about the file."""
        return None

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        chosen = self.choose(screen, "import")
        if chosen is not None:
            return chosen
        there = self.in_tab(screen, "books")
        if there is not None:
            return there
        more = screen.tree.find(content_description=screen.string("common.more_options"))
        return screen.tap(more) if more is not None else PressKey("BACK")


class ImportExpert(PickExpert):
    """Imports a book from a file. It is then among the recently added ones."""

    def __init__(self, file: str, title: str) -> None:
        super().__init__(file)
        self._title = title

    def picked(self, screen: Screen, file: UiNode) -> Gesture | None:
        """See `PickExpert.picked`."""
        return screen.tap(file)

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        added = [node.text for book in _shelf(screen, "recently_added") for node in book]
        return None if self._title in added else super().in_app(screen)


class CategoryExpert(CantookExpert):
    """Opens a category."""

    def __init__(self, name: str) -> None:
        self._name = name

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        title = screen.id(_ID + "toolbar_title")
        if title is not None:
            return None if title.text == self._name else PressKey("BACK")
        there = self.in_tab(screen, "categories")
        if there is not None:
            return there
        row = screen.id(_ID + "title", self._name)
        return screen.tap(row) if row is not None else screen.scroll_down()


class NameCollectionExpert(CantookExpert):
    """Types the name of a new collection without creating it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "collection_name")
        if field is not None:
            if field.text != self._name:
                return TypeText(self._name) if field.focused else screen.tap(field)
            return self.named(screen)
        there = self.in_tab(screen, "collections")
        if there is not None:
            return there
        if screen.id(_ID + "title", self._name) is not None:
            return None
        new = screen.id(_ID + "new_collection")
        return screen.tap(new) if new is not None else PressKey("BACK")

    def named(self, screen: Screen) -> Gesture | None:
        """Return what to do after the name has been typed."""
        return None


class CreateCollectionExpert(NameCollectionExpert):
    """Creates a collection."""

    def named(self, screen: Screen) -> Gesture | None:
        """See `NameCollectionExpert.named`."""
        button = screen.id("android:id/button1")
        return screen.tap(button) if button is not None else PressKey("BACK")


class TabExpert(CantookExpert):
    """Opens a page of the bottom bar."""

    def __init__(self, tab: str) -> None:
        self._tab = tab

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        return self.in_tab(screen, self._tab)


def _down(screen: Screen) -> Gesture | None:
    books = screen.id(_ID + "books")
    return screen.swipe(books, "up", reach=0.4) if books is not None else PressKey("BACK")


def _towards(screen: Screen, shelf: str) -> Gesture | None:
    """Scroll to a row of books: a little down if its covers are shown, else to the top."""
    books = screen.id(_ID + "books")
    if books is None:
        return PressKey("BACK")
    if screen.id(_ID + shelf) is None:
        return screen.swipe(books, "down")
    return screen.swipe(books, "up", reach=0.2)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "has": HasExpert, "count": CountExpert, "recent": RecentExpert, "progress": ProgressExpert, "mark": MarkExpert,
    "ask_to_delete": AskToDeleteExpert, "delete": DeleteExpert, "info": InfoExpert, "read": ReadExpert,
    "scroll_past": ScrollExpert, "pick": PickExpert, "import_file": ImportExpert, "category": CategoryExpert,
    "name_collection": NameCollectionExpert, "create_collection": CreateCollectionExpert, "tab": TabExpert,
}  # fmt: skip
