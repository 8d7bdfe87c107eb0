"""Experts of Pi Music Player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, number
from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.Project100Pi.themusicplayer:id/"
_TEXT, _TITLE, _OK = "android:id/text1", "android:id/alertTitle", "android:id/button1"


class _PiMusicExpert(AppExpert):
    """Base of the app's experts, which go to a tab and open an item there."""

    package = "com.Project100Pi.themusicplayer"
    label = "pi_music.app_name"

    def _to_tab(self, screen: Screen, tab: str) -> Gesture | None:
        """Go to a tab; None if it is shown."""
        name = screen.string(f"pi_music.{tab}")
        found, tabs = screen.tree.find(text=name, resource_id=""), screen.id(_ID + "tabs")
        if tabs is None:
            return PressKey("BACK")
        if found is None:  # on a narrow screen the last tabs are out of sight
            y, ends = tabs.center[1] / screen.tree.height, (0.2, 0.8) if screen.rtl else (0.8, 0.2)
            return Swipe(ends[0], y, ends[1], y)
        chosen = next((n for n in screen.tree if n.selected and _within(found, n)), None)
        return None if chosen is not None else screen.tap(found)

    def _into(self, screen: Screen, tab: str, name: str) -> Gesture | None:
        """Open an artist or a playlist; None if its page is shown."""
        header = screen.id(_ID + "collapsing_toolbar")
        if header is not None:
            return None if header.content_description == name else PressKey("BACK")
        there = self._to_tab(screen, tab)
        if there is not None:
            return there
        row = screen.id(_ID + "title", name)
        return screen.tap(row) if row is not None else _more(screen)


def _within(inner: UiNode, outer: UiNode) -> bool:
    left, top, right, bottom = outer.bounds
    return (
        left <= inner.bounds[0]
        and top <= inner.bounds[1]
        and inner.bounds[2] <= right
        and inner.bounds[3] <= bottom
    )


def _songs(screen: Screen) -> Iterator[tuple[str, str]]:
    """Titles and lengths of the fully visible songs."""
    title = ""
    for node in screen.tree:
        if node.resource_id == _ID + "title":
            title = node.text
        elif node.resource_id == _ID + "duration" and title:
            yield title, node.text


def _seconds(text: str) -> int:
    whole = 0
    for part in text.split(":"):
        whole = 60 * whole + (number(part) or 0)
    return whole


class _ListExpert(_PiMusicExpert):
    """Reads a list of songs, an ``artist``'s or all of them, and answers. It remembers what it has read."""

    unsaved = ("_read", "_before")

    def __init__(self, artist: str = "") -> None:
        self._artist = artist
        self._read: dict[str, int] = {}
        self._before: list[str] = []

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        there = (
            self._into(screen, "artists", self._artist) if self._artist else self._to_tab(screen, "tracks")
        )
        there = there or self.ordering(screen)
        if there is not None:
            return there
        shown = list(_songs(screen))
        self._read |= {title: _seconds(length) for title, length in shown}
        rows = screen.id(_ID + "recycler_view")
        if [title for title, _ in shown] == self._before or rows is None:
            return Answer(self.said(self._read))
        self._before = [title for title, _ in shown]
        return screen.swipe(rows, "up", reach=0.4)

    def ordering(self, screen: Screen) -> Gesture | None:
        """Return what to do before the list is read."""
        return None

    def said(self, songs: dict[str, int]) -> str:
        """The answer, given titles and their lengths in seconds in list order."""
        raise NotImplementedError


class CountExpert(_ListExpert):
    """Counts all songs."""

    def said(self, songs: dict[str, int]) -> str:
        """See `_ListExpert.said`."""
        return str(len(songs))


class LongestExpert(_ListExpert):
    """Says how long the longest song of an artist lasts."""

    def said(self, songs: dict[str, int]) -> str:
        """See `_ListExpert.said`."""
        return _duration(max(songs.values(), default=0))


class TotalExpert(_ListExpert):
    """Says how long all songs of an artist last together."""

    def said(self, songs: dict[str, int]) -> str:
        """See `_ListExpert.said`."""
        return _duration(sum(songs.values()))


def _duration(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return (f"{hours} h " if hours else "") + f"{minutes} min {seconds} s"


class CountOfExpert(_PiMusicExpert):
    """Says how many songs an artist has, from the list of artists."""

    def __init__(self, artist: str) -> None:
        self._artist = artist

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        there = self._to_tab(screen, "artists")
        if there is not None:
            return there
        name = ""
        for node in screen.tree:
            if node.resource_id == _ID + "title":
                name = node.text
            elif node.resource_id == _ID + "subtitle" and name == self._artist:
                return Answer(str(number(node.text)))
        return _more(screen)


class _SongExpert(_PiMusicExpert):
    """Plays a song, from all songs or a playlist. It remembers that it has tapped it."""

    def __init__(self, song: str, playlist: str = "") -> None:
        self._song, self._playlist = song, playlist
        self._begun = False

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        title = screen.id(_ID + "song_title")
        if title is not None:
            return self.on_player(screen) if self._begun and title.text == self._song else PressKey("BACK")
        there = (
            self._into(screen, "playlists", self._playlist)
            if self._playlist
            else self._to_tab(screen, "tracks")
        )
        if there is not None:
            return there
        row = screen.id(_ID + "title", self._song)
        if row is None:
            return _more(screen)
        self._begun = True
        return screen.tap(row)

    def on_player(self, screen: Screen) -> Gesture | Answer | None:
        """Return what to do once the player shows the song."""
        return None


class PlayExpert(_SongExpert):
    """Plays a song, and pauses it at once if ``paused`` is set."""

    def __init__(self, song: str, playlist: str = "", paused: bool = False) -> None:
        super().__init__(song, playlist)
        self._paused = paused

    def on_player(self, screen: Screen) -> Gesture | Answer | None:
        """See `_SongExpert.on_player`."""
        return _press_pause(screen) if self._paused else None


def _press_pause(screen: Screen) -> Gesture | None:
    """Pause; None if nothing is playing."""
    button = screen.id(_ID + "playPauseView")
    playing = button is not None and button.content_description == screen.string("pi_music.pause")
    return screen.tap(button) if playing and button is not None else None


class AlbumExpert(_SongExpert):
    """Says which album a song is on, from the player."""

    def on_player(self, screen: Screen) -> Gesture | Answer | None:
        """See `_SongExpert.on_player`."""
        album = screen.id(_ID + "album_name")
        return Answer(album.text) if album is not None else PressKey("BACK")


class SortExpert(_PiMusicExpert):
    """Sorts an artist's songs, or all songs, ``by`` an order given by its English name. It remembers that it has."""

    def __init__(self, by: str, artist: str = "", descending: bool = False) -> None:
        self._by, self._artist = by, artist
        self._way = "descending" if descending else "ascending"
        self.done = False

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        dialog = screen.id(_TITLE, screen.string("pi_music.sort"))
        if dialog is not None:
            for texts in (screen.shown(self._by, "pi_music"), (screen.string(f"pi_music.{self._way}"),)):
                label = next((node for node in screen.ids(_TEXT) if node.text in texts), None)
                if label is None:
                    return screen.scroll_down()
                row = next(
                    (
                        n
                        for n in screen.tree
                        if n.class_name.endswith("CheckedTextView") and _within(label, n)
                    ),
                    None,
                )
                if row is not None and not row.checked:
                    return screen.tap(row)
            ok = screen.id(_OK)
            self.done = True
            return screen.tap(ok) if ok is not None else PressKey("BACK")
        there = (
            self._into(screen, "artists", self._artist) if self._artist else self._to_tab(screen, "tracks")
        )
        if there is not None or self.done:
            return there
        button = screen.id(_ID + "action_sort")
        return screen.tap(button) if button is not None else PressKey("BACK")


class ByTitleExpert(_ListExpert):
    """Sorts all songs by title, and names those at ``places``."""

    def __init__(self, places: Sequence[int]) -> None:
        super().__init__()
        self._places = places
        self._sorting = SortExpert("Title")

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        gesture = None if self._sorting.done else self._sorting.in_app(screen)
        return gesture or super().in_app(screen)

    def said(self, songs: dict[str, int]) -> str:
        """See `_ListExpert.said`."""
        titles = list(songs)
        return ", ".join(titles[place - 1] for place in self._places)


class CreateExpert(_PiMusicExpert):
    """Creates a playlist; if ``create`` is false, only types its name. It remembers that it has."""

    def __init__(self, name: str, create: bool = True) -> None:
        self._name, self._create = name, create
        self._done = False

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "edit_text")
        if field is not None:
            if field.text != self._name:
                return TypeText(self._name) if field.focused else screen.tap(field)
            if not self._create:
                return None
            ok = screen.id(_OK)
            self._done = True
            return screen.tap(ok) if ok is not None else PressKey("BACK")
        there = self._to_tab(screen, "playlists")
        # Enter after the name, as calls press it, has made the playlist too.
        if there is not None or self._done or screen.tree.find(text=self._name) is not None:
            return there
        new = screen.id(_ID + "create_playlist")
        return screen.tap(new) if new is not None else _more(screen)


class SeekExpert(_PiMusicExpert):
    """Pauses the current song and seeks ``to`` a second. ``pause``: false lets it continue.

    It bisects the seek bar between places that were too early and too late, and remembers them.
    """

    def __init__(self, to: int | None = None, pause: bool = True) -> None:
        self._to, self._pause = to, pause
        self._low, self._high = 0.0, 1.0
        self._tried: float | None = None

    def in_app(self, screen: Screen) -> Gesture | Answer | None:
        """See `AppExpert.in_app`."""
        bar, shown, total = (screen.id(_ID + name) for name in ("seekBar", "current_time", "total_time"))
        if bar is None or shown is None or total is None:
            mini = screen.id(_ID + "front_now_playing_container")
            return screen.tap(mini) if mini is not None else PressKey("BACK")
        pause = _press_pause(screen)
        if pause is not None and self._pause:
            return pause
        at = _seconds(shown.text)
        if self._to is None or at == self._to:
            return None
        if self._tried is None:
            self._tried = (self._to + 0.5) / max(1, _seconds(total.text))
        else:
            if at < self._to:
                self._low = self._tried
            else:
                self._high = self._tried
            self._tried = (self._low + self._high) / 2
        return screen.tap_at(bar, self._tried)


def _more(screen: Screen) -> Gesture | None:
    """A swipe to more of a page's list, which scrolls vertically; the tabs above it may scroll too, but sideways."""
    rows = screen.id(_ID + "recycler_view")
    return screen.swipe(rows, "up") if rows is not None and rows.scrollable else screen.scroll_down()


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "album": AlbumExpert, "by_title": ByTitleExpert, "count": CountExpert, "count_of": CountOfExpert,
    "create": CreateExpert, "longest": LongestExpert, "play": PlayExpert, "seek": SeekExpert, "sort": SortExpert,
    "total": TotalExpert,
}  # fmt: skip
