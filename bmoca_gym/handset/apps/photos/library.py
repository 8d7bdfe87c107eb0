"""Lists of the storage's pictures and videos for Photos: by day, by folder, favourites, search results; their dates."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bmoca_gym.handset import late_files, resources
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.providers import media, pictures, videos
from bmoca_gym.handset.providers.pictures import CAMERA, Photo, Shown
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import memo

SCREENSHOTS = "/sdcard/Pictures/Screenshots"


#: Since this release of Android the app lists videos; before, its tree and its pictures are those of B-MoCA's phone.
VIDEOS_SINCE = 33


class Medium(NamedTuple):
    """A picture or a video.

    Attributes:
        path: path on the phone.
        modified: wall time in ms.
        picture: what `widgets.Picture` shows: the picture, or the video's first frame; empty if it can't be read.
        length: length of a video in ms; -1 for a picture.
        film_size: size of a video's file in bytes.
    """

    path: str
    modified: int
    picture: bytes | Late
    length: int = -1
    film_size: int = 0

    @property
    def name(self) -> str:
        """The file's name, even if it is in the trash."""
        return posixpath.basename(pictures.own_path(self.path))

    @property
    def folder(self) -> str:
        """Its directory."""
        return posixpath.dirname(self.path)

    @property
    def is_video(self) -> bool:
        """Whether it is a video."""
        return self.length >= 0

    @property
    def size(self) -> int:
        """Size of the file in bytes. A picture that is not made yet is made for that."""
        return self.film_size if self.is_video else len(late_files.read(self.picture))


def media_of(phone: Phone) -> tuple[Medium, ...]:
    """All pictures and videos that can be listed, newest first."""
    films = media.media(phone, "video") if phone.image.api_level >= VIDEOS_SINCE else ()
    return _joined(pictures.photos(phone), films, tuple([phone.files[film.path] for film in films]))


@memo(16)
def _joined(
    photos: tuple[Photo, ...], films: tuple[media.Media, ...], contents: tuple[bytes, ...]
) -> tuple[Medium, ...]:
    found = [Medium(photo.path, photo.modified, photo.picture) for photo in photos]
    for film, content in zip(films, contents, strict=True):
        length = film.facts.duration or 0
        found.append(Medium(film.path, film.modified, videos.frame_at(content, 0), length, film.size))
    found.sort(key=lambda one: (-one.modified, one.path))
    return tuple(found)


def trashed(phone: Phone) -> tuple[Medium, ...]:
    """All pictures and videos in the trash, most recently deleted first."""
    return tuple(
        [
            _of_file(path, phone.modified[path], late_files.kept(phone.files, path))
            for path in pictures.trashed(phone)
        ]
    )


@memo(64)
def _of_file(path: str, modified: int, content: bytes | Late) -> Medium:
    picture = pictures.picture_in(content)
    if isinstance(picture, Late) or pictures.size(picture) is not None:
        return Medium(path, modified, picture)
    return Medium(path, modified, videos.frame_at(picture, 0), 0, len(picture))


def with_path(phone: Phone, path: str) -> Medium | None:
    """The picture or video at a path, or None."""
    return next((one for one in media_of(phone) if one.path == path), None)


class Album(NamedTuple):
    """A folder with pictures. ``cover``: its newest one; ``total``: their number."""

    folder: str
    cover: Medium
    total: int

    @property
    def name(self) -> str:
        """The folder's name."""
        return posixpath.basename(self.folder)


#: Categories of the search: their glyph, and what they show.
CATEGORIES: dict[str, tuple[str, Shown]] = {
    "favorites": ("star", Shown("", "favorites")),
    "camera": ("photo_camera", Shown("", "folder", CAMERA)),
    "screenshots": ("screenshot", Shown("", "folder", SCREENSHOTS)),
}
VIDEOS = ("play_circle_outline", Shown("", "videos"))
#: What was deleted in the last weeks.
TRASH = Shown("", "trash")


def local(photo: Medium, zone: str) -> datetime:
    """Time at which a picture was taken, in the time zone."""
    return time_zones.local(zone, photo.modified)


@memo(64)
def among(
    photos: tuple[Medium, ...], favorites: tuple[str, ...], shown: Shown, locale: str, zone: str
) -> tuple[Medium, ...]:
    """Pictures that belong to the current view, in the same order."""
    words = plain(shown.value).split()
    belongs: dict[str, Callable[[Medium], bool]] = {
        "favorites": lambda photo: photo.path in favorites,
        "folder": lambda photo: photo.folder == shown.value,
        "videos": lambda photo: photo.is_video,
        "search": lambda photo: all(word in _words(photo, locale, zone) for word in words),
    }
    if shown.kind not in belongs:
        return photos
    return tuple(filter(belongs[shown.kind], photos))


def _words(photo: Medium, locale: str, zone: str) -> str:
    """The words that find a picture: its name, its folder, and its formatted date."""
    day = local(photo, zone).date()
    date = (
        f"{resources.weekdays(locale, 'wide')[day.weekday()]} {resources.format_date(locale, day, 'yMMMMd')}"
    )
    return plain(f"{photo.name} {posixpath.basename(photo.folder)} {date}")


def albums(photos: tuple[Medium, ...]) -> tuple[Album, ...]:
    """The folders with pictures: the camera's first, then by their newest picture."""
    found: dict[str, list[Medium]] = {}
    for photo in photos:
        found.setdefault(photo.folder, []).append(photo)
    ordered = sorted(found, key=lambda folder: folder != CAMERA)
    return tuple([Album(folder, found[folder][0], len(found[folder])) for folder in ordered])


def days(photos: tuple[Medium, ...], zone: str) -> list[tuple[int, list[Medium]]]:
    """The pictures by day, given as an ordinal."""
    found: dict[int, list[Medium]] = {}
    for photo in photos:
        found.setdefault(local(photo, zone).toordinal(), []).append(photo)
    return list(found.items())


def day_title(res: Resources, day: int, today: int) -> str:
    """Today, yesterday, a recent weekday, or a date."""
    if day in (today, today - 1):
        return res.string("photos.today" if day == today else "photos.yesterday")
    date = datetime.fromordinal(day)
    if 0 < today - day < 7:
        return resources.weekdays(res.locale, "wide")[date.weekday()]
    this_year = date.year == datetime.fromordinal(max(1, today)).year
    return res.date(date.date(), "MMMEd" if this_year else "yMMMEd")


def description(res: Resources, photo: Medium, zone: str) -> str:
    """The description that a screen reader speaks of a picture or a video."""
    at = local(photo, zone)
    when = {"date": res.date(at.date(), "yMMMd"), "time": res.time(at.hour, at.minute)}
    if photo.is_video:
        return res.string("photos.video_taken", length=clock_text(res, photo.length), **when)
    return res.string("photos.taken", **when)
