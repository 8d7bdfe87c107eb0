"""Experts for Markor: they create, read, edit, move and delete notes, and create folders."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "net.gsantner.markor:id/"
_ITEM = "android:id/floating_toolbar_menu_item_text"
_EDITOR = _ID + "document__fragment__edit__highlighting_editor"
_LIST = _ID + "ui__filesystem_dialog__list"
_TITLE = _ID + "opoc_filesystem_item__title"
_NOTEBOOK = "Markor"
# How much of a long swipe: the list goes on by itself.
_SHARE = 0.5
#: Endings that a type of the dialog for new files stands for.
_TYPES = {".md": "markor.markdown", ".txt": "markor.plain"}


class _MarkorExpert(AppExpert):
    """Base of Markor's experts: what they all do with lists and fields."""

    package = "net.gsantner.markor"
    label = "markor.app_name"
    unsaved: tuple[str, ...] = ("_seen", "_back", "_all")

    def __init__(self) -> None:
        self._seen: list[str] = []
        self._back = False
        self._all = False

    def find(self, screen: Screen, name: str) -> UiNode | Gesture:
        """The title of a file or folder; if it is not on the screen, the gesture to look further."""
        row = screen.id(_TITLE, name)
        if row is not None:
            return row
        listed = screen.id(_LIST)
        if listed is None:
            return PressKey("BACK")
        titles = [node.text for node in screen.ids(_TITLE)]
        if titles == self._seen:  # its end was reached
            self._back = not self._back
        self._seen = titles
        whole = screen.swipe(listed, "down" if self._back else "up")
        return Swipe(whole.x0, whole.y0, whole.x1, whole.y0 + (whole.y1 - whole.y0) * _SHARE)

    def hold(self, screen: Screen, name: str) -> Gesture:
        """A long press on a file, which selects it, or the gesture to look for it."""
        row = self.find(screen, name)
        if not isinstance(row, UiNode):
            return row
        touch = screen.tap(row)
        return LongPress(touch.x, touch.y)

    def open(self, screen: Screen, name: str) -> Gesture:
        """A tap on a file or folder, or the gesture to look for it."""
        row = self.find(screen, name)
        return screen.tap(row) if isinstance(row, UiNode) else row

    def action(self, screen: Screen, name: str) -> Gesture:
        """Action of the bar, in the bar or in its menu."""
        button = screen.id(f"{_ID}action_{name}")
        if button is None:
            button = screen.id("android:id/title", screen.string(f"markor.{name}"))
        if button is None:
            button = screen.tree.find(content_description=screen.string("common.more_options"))
        return screen.tap(button) if button is not None else PressKey("BACK")

    def fill(self, screen: Screen, field: UiNode, text: str) -> Gesture:
        """The next gesture that replaces a field's text."""
        empty = field.text in ("", field.hint)
        if empty or self._all:
            self._all = False
            if not field.focused:
                return screen.tap(field)
            return TypeText(text)
        if screen.ids(_ITEM):
            cut = screen.id(_ITEM, screen.string("system_ui.cut"))
            wanted = screen.id(_ITEM, screen.string("system_ui.select_all"))
            more = screen.tree.find(
                resource_id="android:id/overflow", content_description=screen.string("common.more_options")
            )
            if wanted is None and more is not None:
                return screen.tap(more)
            if wanted is None and not text:
                return screen.tap(cut) if cut is not None else PressKey("BACK")
            self._all = bool(text)  # all is selected, or is so after this
            return screen.tap(wanted) if wanted is not None else self.fill(screen, field, text)
        touch = screen.tap(field)
        return LongPress(touch.x, touch.y)

    def at_files(self, screen: Screen) -> Gesture | None:
        """The gesture that leads back to the list of files, or None if it is shown."""
        tab = screen.id(_ID + "nav_notebook")
        if tab is None:
            return PressKey("BACK")
        return None if tab.selected else screen.tap(tab)


def folder_of(screen: Screen) -> str:
    """The folder that is shown."""
    bar = screen.id(_ID + "toolbar")
    titles = [node.text for node in screen.tree.subtree(bar) if node.text] if bar is not None else []
    return titles[0] if titles else ""


class CreateExpert(_MarkorExpert):
    """Creates a note with ``text`` in it; with ``paste``, from the clipboard."""

    def __init__(self, name: str, text: str, paste: bool = False) -> None:
        super().__init__()
        self.stem, self.ending = posixpath.splitext(name)
        self.text, self.paste = text, paste
        self._written = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "new_file_dialog__name")
        if field is not None:
            return self._in_dialog(screen, field)
        kind = screen.id("android:id/text1", screen.string(_TYPES.get(self.ending, "markor.markdown")))
        if kind is not None:
            return screen.tap(kind)
        editor = screen.id(_EDITOR)
        if editor is not None:
            return self._in_editor(screen, editor)
        away = self.at_files(screen)
        if away is not None or self._written:
            return away
        add = screen.id(_ID + "fab_add_new_item")
        return screen.tap(add) if add is not None else PressKey("BACK")

    def _in_dialog(self, screen: Screen, field: UiNode) -> Gesture:
        ending = screen.id(_ID + "new_file_dialog__ext")
        if field.text != self.stem:
            return self.fill(screen, field, self.stem)
        if ending is not None and ending.text != self.ending:
            if self.ending not in _TYPES:
                return self.fill(screen, ending, self.ending)
            kinds = screen.id(_ID + "new_file_dialog__type")
            return screen.tap(kinds) if kinds is not None else PressKey("BACK")
        done = screen.id("android:id/button1")
        return screen.tap(done) if done is not None else PressKey("BACK")

    def _in_editor(self, screen: Screen, editor: UiNode) -> Gesture:
        if editor.text == self.text:
            self._written = True
            return PressKey("BACK")
        if not self.paste:
            return self.fill(screen, editor, self.text)
        item = screen.id(_ITEM, screen.string("system_ui.paste"))
        if item is not None:
            return screen.tap(item)
        touch = screen.tap(editor)
        return LongPress(touch.x, touch.y)


class EditExpert(_MarkorExpert):
    """Changes a note's ``text``, and its name if ``rename`` is given."""

    def __init__(self, name: str, text: str, rename: str = "") -> None:
        super().__init__()
        self.name, self.text, self.rename = name, text, rename
        self._written = self._renamed = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        editor = screen.id(_EDITOR)
        if editor is not None:
            if editor.text != self.text:
                return self.fill(screen, editor, self.text)
            self._written = True
            return PressKey("BACK")
        field = screen.id(_ID + "new_name")
        if field is not None:
            if field.text != self.rename:
                return self.fill(screen, field, self.rename)
            done = screen.id("android:id/button1")
            self._renamed = done is not None
            return screen.tap(done) if done is not None else PressKey("BACK")
        if screen.id(_ID + "action_delete_selected_items") is not None or self._in_menu(screen):
            return self.action(screen, "rename_selected_item")
        away = self.at_files(screen)
        if away is not None or (self._written and (self._renamed or not self.rename)):
            return away
        return self.hold(screen, self.name) if self._written else self.open(screen, self.name)

    def _in_menu(self, screen: Screen) -> bool:
        return screen.id("android:id/title", screen.string("markor.rename_selected_item")) is not None


class ReadExpert(_MarkorExpert):
    """Opens notes one after the other, to show their content on the screen."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._left = list(names)

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_EDITOR) is not None:
            title = screen.id(_ID + "note__activity__text_note_title")
            if title is not None and self._left and title.text == posixpath.splitext(self._left[0])[0]:
                del self._left[0]
            return PressKey("BACK")
        away = self.at_files(screen)
        if away is not None or not self._left:
            return away
        return self.open(screen, self._left[0])


class DeleteExpert(_MarkorExpert):
    """Deletes the note called ``name``, the ``newest`` one, or all."""

    unsaved = (*_MarkorExpert.unsaved, "_every")

    def __init__(self, name: str = "", newest: bool = False) -> None:
        super().__init__()
        self.name, self.newest = name, newest
        self._sorted = self._every = self._done = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id("android:id/alertTitle", screen.string("markor.confirm_delete")) is not None:
            yes = screen.id("android:id/button1")
            self._done = yes is not None
            return screen.tap(yes) if yes is not None else PressKey("BACK")
        by_date = screen.id("android:id/title", screen.string("markor.sort_by_date"))
        if by_date is not None:
            self._sorted = True
            return screen.tap(by_date)
        every = screen.id("android:id/title", screen.string("markor.select_all"))
        if every is not None or screen.id(_ID + "action_delete_selected_items") is not None:
            if not self.name and not self.newest and not self._every:
                gesture = self.action(screen, "select_all")
                self._every = every is not None or screen.id(_ID + "action_select_all") is not None
                return gesture
            return self.action(screen, "delete_selected_items")
        away = self.at_files(screen)
        if away is not None or self._done:
            return away
        if self.newest and not self._sorted:
            return self.action(screen, "sort")
        return self.hold(screen, self.name or _first(screen))


def _first(screen: Screen) -> str:
    """The first file of the list."""
    return next((node.text for node in screen.ids(_TITLE) if node.text != ".."), "")


class FolderExpert(_MarkorExpert):
    """Creates a folder."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self._made = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "new_file_dialog__name")
        if field is not None:
            if field.text != self.name:
                return self.fill(screen, field, self.name)
            done = screen.id("android:id/button3")
            self._made = done is not None
            return screen.tap(done) if done is not None else PressKey("BACK")
        away = self.at_files(screen)
        if away is not None or self._made:
            return away
        add = screen.id(_ID + "fab_add_new_item")
        return screen.tap(add) if add is not None else PressKey("BACK")


class MoveExpert(_MarkorExpert):
    """Moves a note from one folder of the notebook to another."""

    def __init__(self, name: str, folder: str, to: str) -> None:
        super().__init__()
        self.name, self.folder, self.to = name, folder, to
        self._done = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        shown = screen.id(_ID + "ui__filesystem_dialog__folder")
        if shown is not None:
            return self._in_dialog(screen, shown.text)
        if screen.id(_ID + "action_delete_selected_items") is not None:
            return self.action(screen, "move_selected_items")
        item = screen.id("android:id/title", screen.string("markor.move_selected_items"))
        if item is not None:
            return screen.tap(item)
        away = self.at_files(screen)
        if away is not None or self._done:
            return away
        return (
            self.open(screen, self.folder) if folder_of(screen) == _NOTEBOOK else self.hold(screen, self.name)
        )

    def _in_dialog(self, screen: Screen, folder: str) -> Gesture:
        if folder == self.to:
            done = screen.id(_ID + "ui__filesystem_dialog__button_ok")
            self._done = done is not None
            return screen.tap(done) if done is not None else PressKey("BACK")
        if folder != _NOTEBOOK:
            home = screen.id(_ID + "ui__filesystem_dialog__home")
            return screen.tap(home) if home is not None else PressKey("BACK")
        return self.open(screen, self.to)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "create": CreateExpert, "edit": EditExpert, "read": ReadExpert, "delete": DeleteExpert, "folder": FolderExpert,
    "move": MoveExpert,
}  # fmt: skip
