"""Handlers of playlists in Retro Music: create, fill, sort, rename, delete and save as files."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.retro_music.handlers import playing
from bmoca_gym.handset.apps.retro_music.state import PLAYLISTS, SONGS, Retro
from bmoca_gym.handset.effects import focus, show, toast
from bmoca_gym.handset.kits import attachments, library, players, tables
from bmoca_gym.handset.kits.file_changes import attempted, remove
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import close_overlay, finished, open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import documents, files, intents, text_input
from bmoca_gym.handset.value import Callback, do, memo, replace

_OWNER, _SONG, _LENGTH = (SONGS.place(name) for name in ("playlist_creator_id", "id", "duration"))
#: The playlist of the songs with a heart, whatever language the phone speaks.
FAVORITES = "Favorites"


class Playlist(NamedTuple):
    """A playlist with its rows, in order."""

    id: int
    name: str
    rows: Rows

    @property
    def songs(self) -> tuple[int, ...]:
        """The ids of its songs."""
        return tuple([int(row[_SONG] or 0) for row in self.rows])

    @property
    def duration(self) -> int:
        """Total duration, ms."""
        return sum(int(row[_LENGTH] or 0) for row in self.rows)


@memo(64)
def playlists(rows: Rows, songs: Rows, order: str, locale: str) -> tuple[Playlist, ...]:
    """Return all playlists, in an order of `NAME_ORDERS`."""
    found = [Playlist(int(row[0] or 0), str(row[1]), rows_of(songs, int(row[0] or 0))) for row in rows]
    found.sort(key=lambda one: sort_key(one.name, locale), reverse=order == "-title")
    if order == "-songs":
        found.sort(key=lambda one: -len(one.rows))
    return tuple(found)


def rows_of(songs: Rows, id: int) -> Rows:
    """Return the rows of a playlist's songs in their order."""
    return tuple(sorted([row for row in songs if row[_OWNER] == id], key=lambda row: int(row[0] or 0)))


def playlist_with(state: Retro, id: int) -> Playlist | None:
    """Return the playlist with an id, or None."""
    row = tables.with_id(state.playlists, id)
    return None if row is None else Playlist(id, str(row[1]), rows_of(state.songs, id))


def _row(song: Song, playlist: int) -> Row:
    return SONGS.row(
        playlist_creator_id=playlist, id=song.id, title=song.title, duration=song.duration, data=song.data,
        date_modified=song.modified, album_id=library.number_of(song.album), album_name=song.album,
        artist_id=library.number_of(song.artist), artist_name=song.artist,
    )  # fmt: skip


def _added(state: Retro, playlist: int, songs: tuple[Song, ...]) -> Retro:
    """Add songs to the end of a playlist; those it already has move there."""
    songs = tuple({song.id: song for song in songs}.values())
    again = {song.id for song in songs}
    rows = tuple([row for row in state.songs if row[_OWNER] != playlist or row[_SONG] not in again])
    for song in songs:
        rows = tables.put(rows, _row(song, playlist))
    return replace(state, songs=rows)


def _named(state: Retro, name: str) -> tuple[Retro, int]:
    """Find the playlist with a name, or create it. Return the state and its id."""
    old = next((row for row in state.playlists if row[1] == name), None)
    if old is None:
        state = replace(state, playlists=tables.put(state.playlists, PLAYLISTS.row(playlist_name=name)))
        old = state.playlists[-1]
    return state, int(old[0] or 0)


def _said(context: Context, count: int, name: str) -> Callback:
    shown = context.res.digits(str(count))
    return toast(context.res.string("retro_music.added_to_playlist", count=count, shown=shown, name=name))


# Creating and filling


def ask_for_name(state: Retro, context: Context, overlay: str, name: str) -> Next[Retro]:
    """Ask for the name of a new playlist (overlay "create"), or for the new name of one ("rename")."""
    selected = (do(text_input.select_all),) if name else ()
    return and_then(open_overlay(state, context, overlay, name), focus("name"), *selected)


def ask_for_another_name(state: Retro, context: Context, id: int) -> Next[Retro]:
    """Ask for the new name of a playlist."""
    playlist = playlist_with(state, id)
    name = "" if playlist is None else playlist.name
    return ask_for_name(replace(state, subject=id), context, "rename", name)


def save_queue(state: Retro, context: Context) -> Next[Retro]:
    """Ask for the name of a new playlist with the songs of the queue."""
    ids = tuple(dict.fromkeys([int(row[0] or 0) for row in state.queue]))
    return ask_for_name(replace(state, target=ids), context, "create", "")


def create(state: Retro, context: Context) -> Next[Retro]:
    """Create the playlist with the chosen songs."""
    name = state.name.strip()
    if not name:
        return state, toast(context.res.string("retro_music.no_name"))
    songs = library.songs_with(context.phone, state.target)
    state, id = _named(state, name)
    return finished(_added(state, id, songs)), focus(""), _said(context, len(songs), name)


def add(state: Retro, context: Context, id: int) -> Next[Retro]:
    """Add the chosen songs to a playlist."""
    playlist = playlist_with(state, id)
    if playlist is None:
        return close_overlay(state, context)
    songs = library.songs_with(context.phone, state.target)
    return finished(_added(state, id, songs)), _said(context, len(songs), playlist.name)


def press_heart(state: Retro, context: Context, id: int) -> Retro:
    """Make a song a favorite, or remove it from the favorites."""
    state, favorites = _named(state, FAVORITES)
    rows = tuple([row for row in state.songs if (row[_OWNER], row[_SONG]) != (favorites, id)])
    if len(rows) < len(state.songs):
        return replace(state, songs=rows)
    return _added(state, favorites, library.songs_with(context.phone, (id,)))


def is_favorite(state: Retro, id: int) -> bool:
    """Whether a song is a favorite."""
    favorites = {row[0] for row in state.playlists if row[1] == FAVORITES}
    return any(row[_OWNER] in favorites and row[_SONG] == id for row in state.songs)


# Changing


def remove_songs(state: Retro, context: Context, id: int, songs: tuple[int, ...]) -> Next[Retro]:
    """Remove songs from a playlist."""
    rows = tuple([row for row in state.songs if row[_OWNER] != id or row[_SONG] not in songs])
    return finished(state, songs=rows)


def move(state: Retro, context: Context, id: int, place: int) -> Retro:
    """Move a song of a playlist as many rows up or down as its handle was dragged."""
    rows = list(rows_of(state.songs, id))
    keys = [row[0] for row in rows]
    rows.insert(playing.moved(context, place, len(rows)), rows.pop(place))
    for key, row in zip(keys, rows, strict=True):
        state = replace(state, songs=tables.put(state.songs, (key, *row[1:])))
    return state


def rename(state: Retro, context: Context) -> Next[Retro]:
    """Rename a playlist."""
    row, name = tables.with_id(state.playlists, state.subject), state.name.strip()
    if row is None or not name:
        return state, toast(context.res.string("retro_music.no_name"))
    changed = tables.put(state.playlists, PLAYLISTS.changed(row, playlist_name=name))
    return without_overlay(state, playlists=changed), focus("")


def delete(state: Retro, context: Context) -> Next[Retro]:
    """Delete a playlist, and close its page."""
    id = state.subject
    songs = tuple([row for row in state.songs if row[_OWNER] != id])
    pages = tuple([page for page in state.pages if page != ("playlist", id)])
    return without_overlay(state, playlists=tables.without(state.playlists, (id,)), songs=songs, pages=pages)


# Files


def save(state: Retro, context: Context, id: int) -> Next[Retro]:
    """Ask where to save a playlist."""
    playlist = playlist_with(state, id)
    if playlist is None:
        return close_overlay(state, context)
    title = ((intents.TITLE, playlist.name),)
    asked = Intent(
        intents.CREATE_DOCUMENT, type=documents.PLAYLIST, categories=(intents.OPENABLE,), extras=title
    )
    return without_overlay(state), show(asked, do(saved, id))


def saved(state: Retro, context: Context, id: int, result: Any) -> Next[Retro]:
    """Write the playlist to the chosen file."""
    playlist, path = (
        playlist_with(state, id),
        documents.path_of(result.data) if isinstance(result, Intent) else "",
    )
    if playlist is None or not path:
        return state
    said = context.res.string("retro_music.saved_to", name=posixpath.basename(path))
    failed = context.res.string("retro_music.not_saved")
    return state, toast(said), do(attempted, failed, files.write, path, m3u(playlist))


def m3u(playlist: Playlist) -> bytes:
    """Return a playlist as an M3U file."""
    lines = ["#EXTM3U"]
    for row in playlist.rows:
        artist, title, data = (str(SONGS.get(row, name)) for name in ("artist_name", "title", "data"))
        lines += [f"#EXTINF:{int(row[_LENGTH] or 0)},{artist} - {title}", data]
    return "\n".join(lines).encode("utf-8", "replace")


def share_songs(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Offer a song's file to other apps."""
    songs = library.songs_with(context.phone, ids)
    state = finished(state)
    return (state, attachments.share_file(songs[0].path)) if songs else state


def delete_songs(state: Retro, context: Context) -> Next[Retro]:
    """Delete the files of songs from the phone, and the songs from the queue."""
    songs = library.songs_with(context.phone, state.target)
    for song in songs:
        while song.id in [row[0] for row in state.queue]:
            state = players.remove(state, context, [row[0] for row in state.queue].index(song.id))
    shown = context.res.digits(str(len(songs)))
    said = toast(context.res.string("retro_music.songs_deleted", count=len(songs), shown=shown))
    state = finished(state, player=state.player and bool(state.queue))
    return and_then(state, *[do(remove, song.path) for song in songs], said)
