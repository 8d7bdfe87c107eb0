"""Experts for Retro Music: they select songs in order and add them to a playlist or the queue."""

from __future__ import annotations

from collections.abc import Sequence

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, ascii_digits, number
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree

_ID = "code.name.monkey.retromusic:id/"
_PICKER = "com.google.android.documentsui"
_FIRST, _ITEM = "android:id/text1", "android:id/title"


class _MarkingExpert(AppExpert):
    """Selects songs in the list that is shown, one after the other."""

    package = "code.name.monkey.retromusic"
    label = "retro_music.app_name"

    def _marked(self, screen: Screen) -> int:
        """The number of selected songs, read from the bar."""
        bar = screen.id(_ID + "action_bar_title")
        return (number(bar.text) or 0) if bar is not None else 0

    def _mark(self, screen: Screen, titles: Sequence[str]) -> Gesture:
        """Select the next song. Songs are selected in the given order, in a list sorted from A to Z."""
        rows = _list(screen)
        if rows is None:
            return PressKey("BACK")
        marked = self._marked(screen)
        if marked >= len(titles):  # one too many: begin anew
            return PressKey("BACK")
        title = titles[marked]
        row = _whole(screen, rows, title)
        if row is not None:
            touch = screen.tap(row)
            return touch if marked else LongPress(touch.x, touch.y)
        # From the middle of those that are shown on: a song that is cut off stands at an end.
        shown = sorted(node.text.casefold() for node in screen.ids(_ID + "title") if _inside(node, rows))
        below = not shown or title.casefold() > shown[len(shown) // 2]
        return screen.swipe(rows, "up" if below else "down", reach=0.3)

    def _name(self, screen: Screen, name: str) -> Gesture | None:
        """Add the selection to a new playlist; None if its dialogs are not open."""
        field = screen.id(_ID + "actionNewPlaylist")
        if field is not None:
            if field.text != name:
                return TypeText(name) if field.focused else screen.tap(field)
            self._named()
            done = screen.id("android:id/button1")
            return screen.tap(done) if done is not None else PressKey("BACK")
        first = screen.id(_FIRST, screen.string("retro_music.new_playlist_first"))
        return screen.tap(first) if first is not None else None

    def _named(self) -> None:
        """Remember that the playlist has been created."""
        raise NotImplementedError

    def _add(self, screen: Screen, entry: str) -> Gesture:
        button = screen.id(_ID + entry)
        return screen.tap(button) if button is not None else PressKey("BACK")

    def _to_tab(self, screen: Screen, tab: str, item: str) -> Gesture | None:
        """Go to a tab of the bottom bar; None if it is shown."""
        title = screen.id(_ID + "appNameText")
        if title is not None and title.text == screen.string(f"retro_music.{tab}"):
            return None
        found = screen.id(_ID + item)
        return screen.tap(found) if found is not None else PressKey("BACK")


def _list(screen: Screen) -> UiNode | None:
    """The list of songs on a tab or an opened page."""
    return screen.id(_ID + "recycler_view") or screen.id(_ID + "recyclerView")


def _inside(node: UiNode, rows: UiNode) -> bool:
    return node.bounds[1] >= rows.bounds[1] and node.bounds[3] <= rows.bounds[3]


def _whole(screen: Screen, rows: UiNode, title: str) -> UiNode | None:
    """The title of a song, if it is fully visible in the list."""
    found = (node for node in screen.ids(_ID + "title") if node.text == title and _inside(node, rows))
    return next(found, None)


class PlaylistExpert(_MarkingExpert):
    """Creates a playlist of songs in order, and saves it as a file if ``saved``.

    It remembers that it has created and saved it.
    """

    def __init__(self, name: str, titles: Sequence[str], saved: bool = False) -> None:
        self.name, self.titles = name, titles
        self._made, self._left = False, saved

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """See `Expert.next_gesture`. The file's name is the suggested one, the playlist's."""
        screen = Screen(tree, locale)
        if screen.package != _PICKER or not self._left:
            return super().next_gesture(tree, locale)
        self._left = False
        done = screen.id("android:id/button1")
        return screen.tap(done) if done is not None else PressKey("BACK")

    def _named(self) -> None:
        self._made = True

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._made:
            return self._save(screen) if self._left else None
        naming = self._name(screen, self.name)
        if naming is not None:
            return naming
        if self._marked(screen) == len(self.titles):
            return self._add(screen, "action_add_to_playlist")
        there = None if self._marked(screen) else self._to_tab(screen, "songs", "action_song")
        return there or self._mark(screen, self.titles)

    def _save(self, screen: Screen) -> Gesture:
        item = screen.id(_ITEM, screen.string("retro_music.save_as_file"))
        if item is not None:
            return screen.tap(item)
        there = self._to_tab(screen, "playlists", "action_playlist")
        if there is not None:
            return there
        more = screen.tree.find(content_description=screen.string("retro_music.menu_of", name=self.name))
        return screen.tap(more) if more is not None else PressKey("BACK")


class QueueExpert(_MarkingExpert):
    """Queues songs in the given order. It remembers that it has."""

    def __init__(self, titles: Sequence[str]) -> None:
        self.titles = titles
        self._done = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._done:
            return None
        if self._marked(screen) == len(self.titles):
            self._done = True
            return self._add(screen, "action_add_to_current_playing")
        there = None if self._marked(screen) else self._to_tab(screen, "songs", "action_song")
        return there or self._mark(screen, self.titles)


class LengthExpert(_MarkingExpert):
    """Creates a playlist that lasts ``least`` to ``most`` seconds. Albums show the lengths of their songs.

    It remembers what it has read, which songs it has chosen, and that it has created the playlist.
    """

    unsaved = ("_read", "_count", "_titles")

    def __init__(self, name: str, least: int, most: int) -> None:
        self.name, self.least, self.most = name, least, most
        self._read: dict[str, int] = {}
        self._count = 1
        self._titles: list[str] = []
        self._made = False

    def _named(self) -> None:
        self._made = True

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._made:
            return None
        naming = self._name(screen, self.name)
        if naming is not None:
            return naming
        if self._titles:
            if self._marked(screen) == len(self._titles):
                return self._add(screen, "action_add_to_playlist")
            return self._mark(screen, self._titles)
        rows = _list(screen)
        if rows is not None and screen.id(_ID + "navigationView") is None:
            return self._look(screen, rows)
        there = self._to_tab(screen, "albums", "action_album")
        if there is not None:
            return there
        album = screen.id(_ID + "title")
        return screen.tap(album) if album is not None else PressKey("BACK")

    def _look(self, screen: Screen, rows: UiNode) -> Gesture:
        """Read the songs that are shown; once all are read, choose the fewest that reach the required length."""
        for title in screen.ids(_ID + "title"):
            below = [
                node.text
                for node in screen.ids(_ID + "text")
                if 0 <= node.bounds[1] - title.bounds[3] < title.bounds[3] - title.bounds[1]
            ]
            length = _seconds(below[0]) if below else None
            if length is not None:
                self._read[title.text] = length
        head = screen.id(_ID + "subtitle")
        if head is not None:
            self._count = number(head.text.partition("•")[0]) or 0
        if len(self._read) < self._count:
            return screen.swipe(rows, "up", reach=0.4)
        # A length is cut to whole seconds.
        chosen = fewest(self._read, self.least, self.most - len(self._read))
        self._titles = sorted(chosen, key=str.casefold, reverse=True)
        return self._mark(screen, self._titles)


def fewest(lengths: dict[str, int], least: int, most: int) -> list[str]:
    """The smallest set of songs whose total length is from ``least`` to ``most``; empty if there is none."""
    sums: dict[int, list[str]] = {0: []}
    for title, length in lengths.items():
        for before, chosen in list(sums.items()):
            after = before + length
            if after <= most and (after not in sums or len(chosen) + 1 < len(sums[after])):
                sums[after] = [*chosen, title]
    found = [chosen for whole, chosen in sums.items() if whole >= least]
    return min(found, key=len, default=[])


def _seconds(text: str) -> int | None:
    """The length after the dot in a row's text."""
    parts = ascii_digits(text.rpartition("•")[2]).strip().split(":")
    if len(parts) < 2 or not all(part.isdigit() for part in parts):
        return None
    seconds = 0
    for part in parts:
        seconds = seconds * 60 + int(part)
    return seconds


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"playlist": PlaylistExpert, "queue": QueueExpert, "playlist_of_length": LengthExpert}
