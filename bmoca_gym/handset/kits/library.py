"""A phone's songs by title, album, artist and folder, computed from its media files."""

from __future__ import annotations

import posixpath
import zlib
from typing import NamedTuple

from bmoca_gym.handset.providers import media
from bmoca_gym.handset.providers.media import Media
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import memo

#: Apps' own files, which the media provider leaves out.
_OF_APPS = files.STORAGE + "/Android/"


class Song(NamedTuple):
    """A song. ``id``: the media provider's, which stays with the path; ``duration``: ms; ``modified``: s."""

    id: int
    title: str
    artist: str
    album: str
    duration: int
    path: str
    modified: int
    size: int

    @property
    def data(self) -> str:
        """The path as written in databases and playlists."""
        return files.shown(self.path)


class Gathered(NamedTuple):
    """Songs of an album, an artist or a folder, in order. ``name``: "" for the storage itself."""

    name: str
    songs: tuple[Song, ...]

    @property
    def duration(self) -> int:
        """Total duration, ms."""
        return sum(song.duration for song in self.songs)


def songs_of(phone: Phone) -> tuple[Song, ...]:
    """Return all songs of a phone by path."""
    return _songs(media.media(phone, "audio"))


@memo(16)
def _songs(found: tuple[Media, ...]) -> tuple[Song, ...]:
    return tuple(
        [
            Song(
                one.id,
                one.facts.title or posixpath.splitext(one.name)[0],
                one.facts.artist or media.UNKNOWN,
                one.facts.album or posixpath.basename(posixpath.dirname(one.path)),
                one.facts.duration or 0,
                one.path,
                one.modified // 1000,
                one.size,
            )
            for one in found
            if not one.path.startswith(_OF_APPS)
        ]
    )


def songs_with(phone: Phone, ids: tuple[int, ...]) -> tuple[Song, ...]:
    """Return the existing songs with these ids, in this order."""
    known = {song.id: song for song in songs_of(phone)}
    return tuple([known[id] for id in ids if id in known])


def number_of(name: str) -> int:
    """Return the id of an album or an artist."""
    return zlib.crc32(name.encode("utf-8", "replace")) & 0x7FFFFFFF


@memo(64)
def ordered(songs: tuple[Song, ...], order: str, locale: str) -> tuple[Song, ...]:
    """Sort songs by "title", "artist", "album", "modified" or "duration", and equal ones by title; "-" reverses."""
    found = sorted(songs, key=lambda song: sort_key(song.title, locale), reverse=order == "-title")
    name, back = order.lstrip("-"), order.startswith("-")
    if name in ("artist", "album"):
        found.sort(key=lambda song: sort_key(getattr(song, name), locale), reverse=back)
    elif name in ("modified", "duration"):
        found.sort(key=lambda song: getattr(song, name), reverse=back)
    return tuple(found)


@memo(64)
def gathered(songs: tuple[Song, ...], by: str, order: str, locale: str) -> tuple[Gathered, ...]:
    """Group songs ``by`` "album" or "artist". ``order``: "title", "-title", or "-songs" for the number of songs."""
    groups: dict[str, list[Song]] = {}
    for song in ordered(songs, "title", locale):
        groups.setdefault(getattr(song, by), []).append(song)
    names = sorted(groups, key=lambda name: sort_key(name, locale), reverse=order == "-title")
    if order == "-songs":
        names.sort(key=lambda name: -len(groups[name]))
    return tuple([Gathered(name, tuple(groups[name])) for name in names])


@memo(64)
def in_folder(songs: tuple[Song, ...], folder: str, locale: str) -> tuple[tuple[str, ...], tuple[Song, ...]]:
    """Return the subfolders that contain songs, and the songs in the folder."""
    inside = [song for song in songs if song.path.startswith(folder + "/")]
    here = tuple([song for song in inside if posixpath.dirname(song.path) == folder])
    below = {song.path[len(folder) + 1 :].partition("/")[0] for song in inside if song not in here}
    return tuple(sorted(below, key=lambda name: sort_key(name, locale))), ordered(here, "title", locale)


@memo(64)
def matching(songs: tuple[Song, ...], query: str, locale: str) -> tuple[Song, ...]:
    """Return the songs whose title, artist or album contains the words of a query."""
    wanted = plain(query).strip()
    if not wanted:
        return ()
    found = [
        song for song in songs if any(wanted in plain(text) for text in (song.title, song.artist, song.album))
    ]
    return ordered(tuple(found), "title", locale)
