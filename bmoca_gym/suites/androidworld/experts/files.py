"""Experts for Files: they delete or move a file in a folder of the phone's own storage."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.google.android.documentsui:id/"
_TITLE = "android:id/title"
# How much of a long swipe: the list goes on by itself.
_SHARE = 0.6
_STORAGE = "sdk_gphone_x86_64"


class FileExpert(AppExpert):
    """Goes to a folder, selects a file there, then acts on it.

    It remembers whether it has acted, so that it doesn't look for a file that is gone.
    """

    package = "com.google.android.documentsui"
    label = "files.app_name"

    def __init__(self, folder: str, name: str) -> None:
        self.folder = folder
        self.name = name
        self._done = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "action_mode_bar") is not None:
            return self.selected(screen)
        if self._done:
            return None
        other = self.elsewhere(screen)
        if other is not None:
            return other
        if self.where(screen) != self.folder:
            return self.go(screen, self.folder)
        file = screen.id(_TITLE, self.name)
        if file is None:
            return self.scroll(screen, self.name)
        touch = screen.tap(file)
        return LongPress(touch.x, touch.y)

    def selected(self, screen: Screen) -> Gesture | None:
        """Return the next move for the selected file."""
        raise NotImplementedError

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """Return the next move when no folder is shown, or None."""
        raise NotImplementedError

    def last(self, gesture: Gesture) -> Gesture:
        """Mark a gesture as the last one: after it, everything is done."""
        self._done = True
        return gesture

    def where(self, screen: Screen) -> str:
        """The storage folder that is shown, the name of the storage itself, or nothing."""
        path = screen.ids(_ID + "breadcrumb_text")
        if path:
            return path[-1].text
        bar = screen.id(_ID + "toolbar")
        title = [node.text for node in screen.tree.subtree(bar) if node.text] if bar is not None else []
        return _STORAGE if title == [_STORAGE] else ""

    def go(self, screen: Screen, folder: str) -> Gesture | None:
        """The next gesture towards a folder of the storage."""
        roots = screen.id(_ID + "drawer_roots")
        here = self.where(screen)
        if roots is None and here == _STORAGE:
            row = screen.id(_TITLE, folder)
            return screen.tap(row) if row is not None else self.scroll(screen, folder)
        if roots is None and here:
            up = screen.id(_ID + "breadcrumb_text", _STORAGE)
            return screen.tap(up) if up is not None else PressKey("BACK")
        storage = screen.id(_TITLE, _STORAGE)
        if storage is not None:
            return screen.tap(storage)
        if roots is not None:
            return screen.scroll_down() or PressKey("BACK")
        drawer = screen.tree.find(content_description=screen.string("files.show_roots"))
        return screen.tap(drawer) if drawer is not None else PressKey("BACK")

    def scroll(self, screen: Screen, wanted: str) -> Gesture | None:
        """A swipe along the list of files towards a name, short enough not to skip a row."""
        listed = screen.id(_ID + "dir_list")
        if listed is None:
            return PressKey("BACK")
        rows = [node.text for node in screen.tree.subtree(listed) if node.resource_id == _TITLE]
        back = bool(rows) and wanted.casefold() < rows[0].casefold()
        whole = screen.swipe(listed, "down" if back else "up")
        return Swipe(whole.x0, whole.y0, whole.x1, whole.y0 + (whole.y1 - whole.y0) * _SHARE)


class DeleteExpert(FileExpert):
    """Deletes a file."""

    def selected(self, screen: Screen) -> Gesture | None:
        """See `FileExpert.selected`."""
        button = screen.id(_ID + "action_menu_delete")
        return screen.tap(button) if button is not None else PressKey("BACK")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `FileExpert.elsewhere`: the question whether to delete it."""
        ok = screen.id("android:id/button1")
        return self.last(screen.tap(ok)) if ok is not None else None


class MoveExpert(FileExpert):
    """Moves a file to another folder."""

    def __init__(self, folder: str, name: str, to: str) -> None:
        super().__init__(folder, name)
        self.to = to

    def selected(self, screen: Screen) -> Gesture | None:
        """See `FileExpert.selected`."""
        more = screen.tree.find(content_description=screen.string("common.more_options"))
        return screen.tap(more) if more is not None else PressKey("BACK")

    def elsewhere(self, screen: Screen) -> Gesture | None:
        """See `FileExpert.elsewhere`: the menu of a selection, and the picker of a folder."""
        move_to = screen.id(_TITLE, screen.string("android13.files_move_to"))
        if move_to is not None:
            return screen.tap(move_to)
        button = _move_button(screen)
        if button is None:
            return None
        return self.last(screen.tap(button)) if self.where(screen) == self.to else self.go(screen, self.to)


def _move_button(screen: Screen) -> UiNode | None:
    return screen.id("android:id/button1", screen.string("android13.files_move"))


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"delete": DeleteExpert, "move": MoveExpert}
