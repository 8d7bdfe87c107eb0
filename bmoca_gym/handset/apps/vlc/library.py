"""VLC's media library: videos and audio, single, in groups and in folders; and playlists."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.providers import media, videos
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

PACKAGE = "org.videolan.vlc"
DATABASE = f"/data/data/{PACKAGE}/app_db/vlc_media.db"
MEDIA = Table(
    "Media",
    (
        Column("type", "integer"), Column("duration", "integer", default=-1), Column("title", null=True),
        Column("filename", null=True),
    ),
    id="id_media",
)  # fmt: skip
PLAYLISTS = Table("Playlist", (Column("name", null=True),), id="id_playlist")
#: The media of the playlists: a medium may stand in several, and more than once in one.
ENTRIES = Table(
    "PlaylistMediaRelation",
    (Column("playlist_id", "integer"), Column("position", "integer")),
    id="media_id",
    unique=False,
)
#: What a medium is, in the column ``type``.
_TYPES = {"video": 1, "audio": 2}
#: Films whose names begin with so many equal letters are a group.
_ALIKE = 6
#: The ways to group films, and what the lists of each page may be sorted by.
GROUPINGS = ("name", "folder", "none")
ORDERS = {
    "video": ("name", "length", "date"), "audio": ("name", "length", "date"), "browse": ("name", "date"),
    "playlists": ("name", "total"),
}  # fmt: skip
#: Folders of the storage that the page of folders begins with.
FAVORITES = tuple([f"{files.STORAGE}/{name}" for name in ("Download", "Movies", "Music")])


class Item(NamedTuple):
    """Something in a list.

    Attributes:
        kind: "video", "audio", "artist", "album", "genre", "folder", "group" or "playlist".
        key: path, name or id.
        length: ms.
        date: wall time of the file in ms.
        total: number of media in it.
        size: width and height in px.
    """

    kind: str
    key: str
    title: str
    picture: bytes = b""
    length: int = 0
    date: int = 0
    total: int = 0
    size: tuple[int, int] = (0, 0)
    artist: str = ""

    @property
    def is_medium(self) -> bool:
        """Whether it can be played itself."""
        return self.kind in _TYPES

    @property
    def is_video(self) -> bool:
        """Whether it is a video."""
        return self.kind == "video"

    @property
    def is_playlist(self) -> bool:
        """Whether it is a playlist."""
        return self.kind == "playlist"


def _item(phone: Phone, found: media.Media) -> Item:
    facts, film = found.facts, found.kind == "video"
    title = posixpath.splitext(found.name)[0] if film or not facts.title else facts.title
    return Item(
        found.kind, found.path, title, videos.frame_at(phone.files[found.path], 0) if film else b"",
        facts.duration or 0, found.modified, size=(facts.width or 0, facts.height or 0), artist=facts.artist,
    )  # fmt: skip


def every(phone: Phone, kind: str) -> list[Item]:
    """All films ("video") or recordings ("audio")."""
    return [_item(phone, found) for found in media.media(phone, kind)]


def with_path(phone: Phone, path: str) -> Item | None:
    """The film or recording at a path, or None."""
    return next(
        (_item(phone, m) for kind in _TYPES for m in media.media(phone, kind) if m.path == path), None
    )


def ids(phone: Phone) -> dict[int, str]:
    """The paths of all films and recordings by their ids."""
    return {found.id: found.path for kind in _TYPES for found in media.media(phone, kind)}


def indexed(phone: Phone) -> Rows:
    """The rows of all films and recordings."""
    rows: list[Row] = []
    for kind, number in _TYPES.items():
        for found in media.media(phone, kind):
            duration = -1 if found.facts.duration is None else found.facts.duration
            title = posixpath.splitext(found.name)[0]
            rows.append(MEDIA.row(found.id, type=number, duration=duration, title=title, filename=found.name))
    return tuple(sorted(rows, key=lambda row: int(row[0] or 0)))


# Artists and albums


def gathered(phone: Phone, kind: str) -> list[Item]:
    """The artists ("artist"), albums ("album") or genres ("genre") of all recordings. Unknown ones have the key ""."""
    held: dict[str, list[media.Media]] = {}
    for found in media.media(phone, "audio"):
        held.setdefault(getattr(found.facts, kind), []).append(found)
    return [
        Item(
            kind, name, name, length=sum(one.facts.duration or 0 for one in of), total=len(of),
            artist=of[0].facts.artist if kind == "album" else "",
        )
        for name, of in held.items()
    ]  # fmt: skip


def by(phone: Phone, kind: str, name: str) -> list[Item]:
    """The recordings of an artist, an album or a genre."""
    return [
        _item(phone, found) for found in media.media(phone, "audio") if getattr(found.facts, kind) == name
    ]


# Groups and folders


def _group_of(item: Item, grouping: str) -> str:
    if grouping == "folder":
        return posixpath.dirname(item.key)
    return item.title.lower().removeprefix("the ")[:_ALIKE]


def grouped(items: list[Item], grouping: str) -> list[Item]:
    """Videos, with related ones grouped."""
    if grouping == "none":
        return items
    held: dict[str, list[Item]] = {}
    for item in items:
        held.setdefault(_group_of(item, grouping), []).append(item)
    found = []
    for of in held.values():
        if len(of) == 1 and grouping == "name":
            found.append(of[0])
            continue
        if grouping == "folder":
            title = posixpath.basename(posixpath.dirname(of[0].key))
        else:
            title = _beginning([item.title for item in of]).rstrip(" _-.(") or of[0].title
        found.append(
            Item(
                "group", _group_of(of[0], grouping), title, of[0].picture, sum(i.length for i in of),
                max(i.date for i in of), len(of),
            )
        )  # fmt: skip
    return found


def _beginning(texts: list[str]) -> str:
    """The longest common prefix of some texts."""
    first, last = min(texts), max(texts)
    end = next((i for i, letter in enumerate(first) if not last.startswith(letter, i)), len(first))
    return first[:end]


def in_group(phone: Phone, key: str, grouping: str) -> list[Item]:
    """The films of a group."""
    return [item for item in every(phone, "video") if _group_of(item, grouping) == key]


def in_folder(phone: Phone, folder: str, descending: bool = False, by: str = "name") -> tuple[Item, ...]:
    """Entries of a directory: the directories that are not hidden, then films and recordings by their files' names."""
    if not files.is_directory(phone, folder):
        return ()
    found = []
    for name in files.names_in(phone, folder):
        path = f"{folder}/{name}"
        if not name.startswith(".") and files.is_directory(phone, path):
            total = len(media_in(phone, path))
            found.append(Item("folder", path, name, date=files.modified(phone, path), total=total))
    held = [item._replace(title=posixpath.basename(item.key)) for item in media_in(phone, folder)]
    order = (by, descending)
    return (*arranged(phone, found, order), *arranged(phone, held, order))


def media_in(phone: Phone, folder: str) -> list[Item]:
    """The films and recordings directly in a directory, by name."""
    found = [i for kind in _TYPES for i in every(phone, kind) if posixpath.dirname(i.key) == folder]
    return sorted(found, key=lambda item: item.key)


def arranged(phone: Phone, items: list[Item], order: tuple[str, bool], query: str = "") -> tuple[Item, ...]:
    """Items with the text ``query`` in their titles, in an order."""
    by, descending = order
    wanted, locale = plain(query.strip()), phone.configuration.locale
    found = [item for item in items if wanted in plain(item.title)]
    found.sort(key=lambda item: (sort_key(item.title, locale), item.key), reverse=descending and by == "name")
    if by != "name":
        found.sort(key=lambda item: getattr(item, by), reverse=descending)
    return tuple(found)


# Playlists


def listed(playlists: Rows, entries: Rows) -> list[Item]:
    """The playlists."""
    return [
        Item("playlist", str(id), str(name or ""), total=sum(one[1] == id for one in entries))
        for id, name, *_ in playlists
    ]


def in_playlist(phone: Phone, entries: Rows, id: int) -> tuple[Item, ...]:
    """The media of a playlist in order, without missing ones."""
    paths = ids(phone)
    found = sorted((row for row in entries if row[1] == id), key=lambda row: int(row[2] or 0))
    items = [with_path(phone, paths[int(row[0] or 0)]) for row in found if row[0] in paths]
    return tuple([item for item in items if item is not None])


def appended(entries: Rows, playlist: int, media_ids: list[int]) -> Rows:
    """Append media to a playlist's entries."""
    taken = [int(row[2] or 0) for row in entries if row[1] == playlist]
    first = max(taken, default=-1) + 1
    more = [ENTRIES.row(id, playlist_id=playlist, position=first + i) for i, id in enumerate(media_ids)]
    return (*entries, *more)


def without(entries: Rows, playlist: int, place: int) -> Rows:
    """Remove the entry at a place of a playlist."""
    of = sorted((row for row in entries if row[1] == playlist), key=lambda row: int(row[2] or 0))
    left = [row for i, row in enumerate(of) if i != place]
    moved = [ENTRIES.changed(row, position=i) for i, row in enumerate(left)]
    return (*[row for row in entries if row[1] != playlist], *moved)


def named(playlists: Rows, name: str) -> int:
    """The id of the playlist with a name, or 0."""
    wanted = plain(name.strip())
    return next((int(row[0] or 0) for row in playlists if plain(str(row[1] or "")) == wanted), 0)


def created(playlists: Rows, name: str) -> tuple[Rows, int]:
    """Create a playlist. Return all playlists and its id."""
    rows = tables.put(playlists, PLAYLISTS.row(name=name))
    return rows, int(rows[-1][0] or 0)
