"""Handlers of playlists in Pi Music Player: create, fill, rename and delete."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.pi_music.state import PLAYLISTS, SONGS, PiMusic
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.kits import attachments, library, tables
from bmoca_gym.handset.kits.file_changes import remove
from bmoca_gym.handset.kits.navigation import close_overlay, open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.providers import media
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files, text_input
from bmoca_gym.handset.value import do, memo, replace

_NAME = PLAYLISTS.place("playlist_name")
_OWNER, _PATH, _ORDER = (SONGS.place(name) for name in ("playlist_id", "song_path", "play_order"))


class Playlist(NamedTuple):
    """A playlist: its id, its name, and the ids of its songs in order."""

    id: int
    name: str
    songs: tuple[int, ...]


@memo(64)
def playlists(rows: Rows, entries: Rows, locale: str) -> tuple[Playlist, ...]:
    """All playlists by their names."""
    found = [Playlist(int(row[0] or 0), str(row[_NAME]), songs_in(entries, int(row[0] or 0))) for row in rows]
    return tuple(sorted(found, key=lambda one: sort_key(one.name, locale)))


def songs_in(entries: Rows, id: int) -> tuple[int, ...]:
    """The ids of a playlist's songs, in order."""
    rows = sorted([row for row in entries if row[_OWNER] == id], key=lambda row: (row[_ORDER], row[0]))
    return tuple(map(_song, rows))


def _song(row: tables.Row) -> int:
    """The id of a row's song, found by path, or 0."""
    path = str(row[_PATH])
    return media.id_of(files.resolve(path)) if path.startswith("/") and "\0" not in path else 0


def playlist_with(state: PiMusic, id: int) -> Playlist | None:
    """Return the playlist with an id, or None."""
    row = tables.with_id(state.playlists, id)
    return None if row is None else Playlist(id, str(row[_NAME]), songs_in(state.entries, id))


def entry(playlist: int, song: library.Song, place: int) -> tables.Row:
    """Return the row of a song in a playlist."""
    return SONGS.row(
        playlist_id=playlist, song_name=song.title, song_path=song.data, song_duration=song.duration, play_order=place,
    )  # fmt: skip


def ask_for_name(state: PiMusic, context: Context, overlay: str, id: int = 0) -> Next[PiMusic]:
    """Ask for the name of a new playlist (overlay "create"), or for the new name of one ("rename")."""
    playlist = playlist_with(state, id)
    name = "" if playlist is None else playlist.name
    selected = (do(text_input.select_all),) if name else ()
    return and_then(open_overlay(state, context, overlay, name, id), focus("name"), *selected)


def create(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Create a playlist of the typed name with the chosen songs."""
    name = state.name.strip()
    if not name:
        return state, toast(context.res.string("pi_music.no_name"))
    if any(row[_NAME] == name for row in state.playlists):
        return state, toast(context.res.string("pi_music.name_taken"))
    now = context.phone.clock.wall
    rows = tables.put(state.playlists, PLAYLISTS.row(playlist_name=name, created_date=now, modified_date=now))
    return add(replace(state, playlists=rows), context, int(rows[-1][0] or 0))


def add(state: PiMusic, context: Context, id: int) -> Next[PiMusic]:
    """Add the selected songs to a playlist, except those that are in it."""
    playlist = playlist_with(state, id)
    if playlist is None:
        return close_overlay(state, context)
    entries = state.entries
    songs = [
        song for song in library.songs_with(context.phone, state.target) if song.id not in playlist.songs
    ]
    for place, song in enumerate(songs, len(playlist.songs) + 1):
        entries = tables.put(entries, entry(id, song, place))
    state = without_overlay(state, entries=entries, playlists=_touched(state, context, id), target=())
    shown = context.res.digits(str(len(songs)))
    said = context.res.string("pi_music.added_to_playlist", count=len(songs), shown=shown, name=playlist.name)
    return (state, focus(""), toast(said)) if songs else (state, focus(""))


def _touched(state: PiMusic, context: Context, id: int) -> Rows:
    row = tables.with_id(state.playlists, id)
    if row is None:
        return state.playlists
    return tables.put(state.playlists, PLAYLISTS.changed(row, modified_date=context.phone.clock.wall))


def remove_song(state: PiMusic, context: Context, id: int, song: int) -> Next[PiMusic]:
    """Remove a song from a playlist."""
    left = tuple([row for row in state.entries if (row[_OWNER], _song(row)) != (id, song)])
    return without_overlay(state, entries=left, playlists=_touched(state, context, id))


def rename(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Rename a playlist."""
    row, name = tables.with_id(state.playlists, state.subject), state.name.strip()
    if row is None or not name:
        return state, toast(context.res.string("pi_music.no_name"))
    row = PLAYLISTS.changed(row, playlist_name=name, modified_date=context.phone.clock.wall)
    return without_overlay(state, playlists=tables.put(state.playlists, row)), focus("")


def delete(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Delete a playlist, and close its page."""
    id = state.subject
    entries = tuple([row for row in state.entries if row[_OWNER] != id])
    pages = tuple([page for page in state.pages if page != ("playlist", id)])
    return without_overlay(
        state, playlists=tables.without(state.playlists, (id,)), entries=entries, pages=pages
    )


# Files


def share_song(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Offer a song's file to other apps."""
    songs = library.songs_with(context.phone, state.target)
    state = without_overlay(state)
    return (state, attachments.share_file(songs[0].path)) if songs else state


def delete_song(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Delete a song's file from the phone. A queue with that song is cleared."""
    songs = library.songs_with(context.phone, state.target)
    gone = {song.id for song in songs}
    if gone & set(state.queue):
        state = replace(
            state, queue=(), original=(), playback=replace(state.playback, place=0, before=0, since=-1)
        )
    entries = tuple([row for row in state.entries if _song(row) not in gone])
    return without_overlay(state, entries=entries, player=False), *[do(remove, song.path) for song in songs]
