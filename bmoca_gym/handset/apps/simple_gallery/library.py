"""Simple Gallery's pictures and videos by folder, their order, and the recycle bin."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from bmoca_gym.handset import late_files
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.providers import media, pictures, videos
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import documents, files

#: Where deleted files are kept until they are gone for good; behind it stands their whole path.
BIN = "/data/data/com.simplemobiletools.gallery.pro/files/recycle_bin"
#: What the folder screen shows beside folders: all media, the favourites, the recycle bin.
ALL, FAVORITES, RECYCLED = "", "favorites", "recycle_bin"
#: What media and folders are sorted by.
ORDERS = ("name", "path", "size", "modified")


class Medium(NamedTuple):
    """A picture or a video.

    Attributes:
        modified: wall time in ms.
        picture: its thumbnail, as `widgets.Picture` shows it.
        kind: "image" or "video".
        length: length of a video in ms.
        film_size: size of a video's file in bytes.
    """

    path: str
    modified: int
    picture: bytes | Late
    kind: str
    length: int = 0
    film_size: int = 0

    @property
    def name(self) -> str:
        """The file's name."""
        return posixpath.basename(self.path)

    @property
    def is_video(self) -> bool:
        """Whether it is a video."""
        return self.kind == "video"

    @property
    def folder(self) -> str:
        """The directory it is in."""
        return posixpath.dirname(self.path)

    @property
    def size(self) -> int:
        """Size of the file in bytes. A picture that is not made yet is made for that."""
        return self.film_size if self.is_video else len(late_files.read(self.picture))


class Folder(NamedTuple):
    """A folder with media, or `FAVORITES` or `RECYCLED`."""

    path: str
    media: tuple[Medium, ...]

    @property
    def picture(self) -> bytes | Late:
        """The thumbnail of its first medium."""
        return self.media[0].picture

    @property
    def modified(self) -> int:
        """When its newest medium was modified, as wall time in ms."""
        return max([medium.modified for medium in self.media])

    @property
    def size(self) -> int:
        """Size of all its media in bytes."""
        return sum([medium.size for medium in self.media])


def everything(phone: Phone) -> list[Medium]:
    """All media in the storage, except hidden ones."""
    found = [Medium(photo.path, photo.modified, photo.picture, "image") for photo in pictures.photos(phone)]
    for film in media.media(phone, "video"):
        picture = videos.frame_at(phone.files[film.path], 0)
        found.append(Medium(film.path, film.modified, picture, "video", film.facts.duration or 0, film.size))
    return found


def recycled(phone: Phone) -> list[Medium]:
    """The media in the recycle bin."""
    found = []
    for path in sorted(phone.files):
        if not path.startswith(BIN + "/"):
            continue
        at = phone.modified.get(path, 0)
        if documents.type_of(path).startswith("video/"):
            data = phone.files[path]
            facts = media.facts_of(data, "video", path.rpartition(".")[2].lower())
            length = facts.duration or 0 if facts is not None else 0
            found.append(Medium(path, at, videos.frame_at(data, 0), "video", length, len(data)))
            continue
        picture = pictures.picture_in(late_files.kept(phone.files, path))
        if pictures.size(picture) is not None:
            found.append(Medium(path, at, picture, "image"))
    return found


def with_path(phone: Phone, path: str) -> Medium | None:
    """The medium at a path, or None."""
    of = recycled(phone) if path.startswith(BIN + "/") else everything(phone)
    return next((medium for medium in of if medium.path == path), None)


def within(
    phone: Phone, folder: str, kinds: tuple[str, ...], favorites: tuple[str, ...], order: tuple[str, bool]
) -> tuple[Medium, ...]:
    """The media of a folder of the given kinds, in an order."""
    found = recycled(phone) if folder == RECYCLED else everything(phone)
    if folder == FAVORITES:
        found = [medium for medium in found if medium.path in favorites]
    elif folder not in (ALL, RECYCLED):
        found = [medium for medium in found if medium.folder == folder]
    return _sorted(phone, [medium for medium in found if medium.kind in kinds], order)


def _sorted(phone: Phone, found: list[Medium], order: tuple[str, bool]) -> tuple[Medium, ...]:
    by, down = order
    locale = phone.configuration.locale
    # Ties are ordered by name.
    found.sort(key=lambda m: (sort_key(m.name, locale), m.path))
    if by != "name":
        found.sort(key=lambda m: getattr(m, by), reverse=down)
    elif down:
        found.reverse()
    return tuple(found)


def folders(
    phone: Phone,
    kinds: tuple[str, ...],
    favorites: tuple[str, ...],
    order: tuple[str, bool],
    media_order: tuple[str, bool],
) -> tuple[Folder, ...]:
    """The folders with media of the given kinds: favourites, the storage's in order, and the recycle bin."""
    by, down = order
    every = within(phone, ALL, kinds, favorites, media_order)
    held: dict[str, list[Medium]] = {}
    for medium in every:
        held.setdefault(medium.folder, []).append(medium)
    found = [Folder(path, tuple(of)) for path, of in held.items()]
    locale = phone.configuration.locale
    found.sort(key=lambda folder: (sort_key(folder_name(folder.path), locale), folder.path))
    if by != "name":
        found.sort(key=lambda folder: getattr(folder, by), reverse=down)
    elif down:
        found.reverse()
    liked = [medium for medium in every if medium.path in favorites]
    gone = [medium for medium in recycled(phone) if medium.kind in kinds]
    return (
        *([Folder(FAVORITES, tuple(liked))] if liked else []),
        *found,
        *([Folder(RECYCLED, tuple(gone))] if gone else []),
    )


def folder_name(path: str) -> str:
    """The name of a directory. The app has its own name for the storage itself."""
    return "" if path == files.STORAGE else posixpath.basename(path)


def matching(names: list[str], query: str) -> list[bool]:
    """Names that match a search."""
    return [plain(query.strip()) in plain(name) for name in names]


def subfolders(phone: Phone, folder: str) -> tuple[str, ...]:
    """The paths of the directories in a directory that are not hidden."""
    if not files.is_directory(phone, folder):
        return ()
    names = [name for name in files.names_in(phone, folder) if not name.startswith(".")]
    names.sort(key=lambda name: sort_key(name, phone.configuration.locale))
    return tuple([path for name in names if files.is_directory(phone, path := f"{folder}/{name}")])
