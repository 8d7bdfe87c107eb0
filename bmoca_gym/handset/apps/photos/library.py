"""Lists of the storage's pictures for Photos: by day, by folder, favourites, search results; and their dates."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.providers.pictures import CAMERA, Photo, Shown
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import memo

SCREENSHOTS = "/sdcard/Pictures/Screenshots"


class Album(NamedTuple):
    """A folder with pictures. ``cover``: its newest one; ``total``: their number."""

    folder: str
    cover: Photo
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


def local(photo: Photo, zone: str) -> datetime:
    """Time at which a picture was taken, in the time zone."""
    return time_zones.local(zone, photo.modified)


@memo(64)
def among(
    photos: tuple[Photo, ...], favorites: tuple[str, ...], shown: Shown, locale: str, zone: str
) -> tuple[Photo, ...]:
    """Pictures that belong to the current view, in the same order."""
    words = plain(shown.value).split()
    belongs: dict[str, Callable[[Photo], bool]] = {
        "favorites": lambda photo: photo.path in favorites,
        "folder": lambda photo: photo.folder == shown.value,
        "search": lambda photo: all(word in _words(photo, locale, zone) for word in words),
    }
    if shown.kind not in belongs:
        return photos
    return tuple(filter(belongs[shown.kind], photos))


def _words(photo: Photo, locale: str, zone: str) -> str:
    """The words that find a picture: its name, its folder, and its formatted date."""
    day = local(photo, zone).date()
    date = (
        f"{resources.weekdays(locale, 'wide')[day.weekday()]} {resources.format_date(locale, day, 'yMMMMd')}"
    )
    return plain(f"{photo.name} {posixpath.basename(photo.folder)} {date}")


def albums(photos: tuple[Photo, ...]) -> tuple[Album, ...]:
    """The folders with pictures: the camera's first, then by their newest picture."""
    found: dict[str, list[Photo]] = {}
    for photo in photos:
        found.setdefault(photo.folder, []).append(photo)
    ordered = sorted(found, key=lambda folder: folder != CAMERA)
    return tuple([Album(folder, found[folder][0], len(found[folder])) for folder in ordered])


def days(photos: tuple[Photo, ...], zone: str) -> list[tuple[int, list[Photo]]]:
    """The pictures by day, given as an ordinal."""
    found: dict[int, list[Photo]] = {}
    for photo in photos:
        found.setdefault(local(photo, zone).toordinal(), []).append(photo)
    return list(found.items())


def day_title(res: Resources, day: int, today: int) -> str:
    """Today, yesterday, a weekday of the last days, or a date."""
    if day in (today, today - 1):
        return res.string("photos.today" if day == today else "photos.yesterday")
    date = datetime.fromordinal(day)
    if 0 < today - day < 7:
        return resources.weekdays(res.locale, "wide")[date.weekday()]
    this_year = date.year == datetime.fromordinal(max(1, today)).year
    return res.date(date.date(), "MMMEd" if this_year else "yMMMEd")


def description(res: Resources, photo: Photo, zone: str) -> str:
    """The description that a screen reader speaks of a picture."""
    at = local(photo, zone)
    return res.string("photos.taken", date=res.date(at.date(), "yMMMd"), time=res.time(at.hour, at.minute))
