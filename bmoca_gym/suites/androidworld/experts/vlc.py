"""Experts for VLC: they create playlists of videos, and watch a video."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "org.videolan.vlc:id/"


class FolderExpert(AppExpert):
    """Goes to a folder of the phone's own storage, through the folders page."""

    package = "org.videolan.vlc"
    label = "vlc.app_name"

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        bar = screen.id(_ID + "main_toolbar")
        titles = [node.text for node in screen.tree.subtree(bar) if node.text] if bar is not None else []
        if titles == [self.folder]:
            return self.in_folder(screen)
        tab = screen.id(_ID + "nav_directories")
        if tab is None:
            return PressKey("BACK")
        if not tab.selected:
            return screen.tap(tab)
        # The folder may stand among the favourites already.
        for name in (self.folder, screen.string("vlc.internal_memory")):
            row = screen.id(_ID + "title", name)
            if row is not None:
                return screen.tap(row)
        return self.scroll(screen, self.folder)

    def in_folder(self, screen: Screen) -> Gesture | None:
        """Return the next move in the folder."""
        raise NotImplementedError

    def scroll(self, screen: Screen, wanted: str) -> Gesture:
        """A swipe along the list towards a name, short enough not to skip a row."""
        rows = screen.id(_ID + "network_list")
        if rows is None:
            return PressKey("BACK")
        names = [node.text for node in screen.ids(_ID + "title")]
        back = bool(names) and wanted.casefold() < names[0].casefold()
        return screen.swipe(rows, "down" if back else "up", reach=0.4)


class PlaylistsExpert(FolderExpert):
    """Creates playlists, each with a name and films from a folder, which it adds one after the other.

    It remembers what it has added, since only the playlist's page shows it.
    """

    def __init__(self, folder: str, playlists: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(folder)
        self._left = [
            (file, playlist["name"], i == 0)
            for playlist in playlists
            for i, file in enumerate(playlist["files"])
        ]

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if not self._left:
            return None
        add = screen.id(_ID + "context_option_title", screen.string("vlc.add_to_playlist"))
        if add is not None:
            return screen.tap(add)
        field = screen.id(_ID + "dialog_playlist_name")
        return self._added(screen, field) if field is not None else super().in_app(screen)

    def _added(self, screen: Screen, field: UiNode) -> Gesture:
        """The next gesture on the sheet that asks for a playlist."""
        _, name, new = self._left[0]
        if new and not field.focused:
            return screen.tap(field)
        if new:
            del self._left[0]
            return TypeText(name + "\n")
        row = screen.id(_ID + "title", name)
        if row is None:
            lists = screen.id("android:id/list")
            return screen.swipe(lists, "up", reach=0.4) if lists is not None else PressKey("BACK")
        del self._left[0]
        return screen.tap(row)

    def in_folder(self, screen: Screen) -> Gesture | None:
        """See `FolderExpert.in_folder`."""
        file = self._left[0][0]
        title = screen.id(_ID + "title", file)
        buttons = screen.ids(_ID + "item_more")
        if title is None or not buttons:
            return self.scroll(screen, file)
        return screen.tap(min(buttons, key=lambda button: abs(button.center[1] - title.center[1])))


class WatchExpert(FolderExpert):
    """Plays the film ``name`` in a folder. It remembers that it has watched it, since it leaves VLC afterwards."""

    def __init__(self, folder: str, name: str) -> None:
        super().__init__(folder)
        self.name = name
        self._seen = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._seen or screen.id(_ID + "player_root") is not None:
            return None
        return super().in_app(screen)

    def in_folder(self, screen: Screen) -> Gesture | None:
        """See `FolderExpert.in_folder`."""
        title = screen.id(_ID + "title", self.name)
        if title is None:
            return self.scroll(screen, self.name)
        self._seen = True
        return screen.tap(title)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"playlists": PlaylistsExpert, "watch": WatchExpert}
