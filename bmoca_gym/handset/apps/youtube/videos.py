"""Content of YouTube: channels, videos, Shorts and comments, read from ``videos.json``.

All of it is invented, and in English; `told` translates it. Members of the file: the ``handle`` of who is signed in,
and lists of objects with the fields of the classes below.
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from bmoca_gym.handset.resources import catalogues, translations
from bmoca_gym.handset.resources.words import plain

_PACKAGE = "bmoca_gym.handset.apps.youtube"

#: What videos are about, in the order of the home tab's chips: keys of the string catalogue.
TOPICS = ("music", "cooking", "nature", "travel", "crafts", "science")
#: How many videos follow below one that is played.
_FOLLOWING = 8
_COMMENTS = 3


class Channel(NamedTuple):
    """A channel. ``tint``: colour of its letter avatar; ``picture``: its banner's drawing."""

    key: str
    name: str
    handle: str
    topic: str
    tint: int
    subscribers: int
    picture: str
    about: str


class Video(NamedTuple):
    """A video of a channel. ``length``: seconds; ``days``: its age; ``picture``: its drawing."""

    id: int
    title: str
    channel: str
    length: int
    views: int
    days: int
    likes: int
    picture: str
    about: str


class Short(NamedTuple):
    """An upright video of at most a minute."""

    id: int
    title: str
    channel: str
    likes: int
    picture: str


class Comment(NamedTuple):
    """A comment on a video. ``id``: of the video for the user's own comments, 0 for others'."""

    author: str
    text: str
    id: int = 0


_file = partial(catalogues.json_of, "youtube", "videos")


def told(locale: str, text: str) -> str:
    """A text of the file in the language of ``locale``."""
    return translations.text(_PACKAGE, locale, text)


def handle() -> str:
    """The handle of the signed-in user."""
    return str(_file()["handle"])


@cache
def channels() -> dict[str, Channel]:
    """Channels by key."""
    return {entry["key"]: Channel(**entry) for entry in _file()["channels"]}


@cache
def videos() -> dict[int, Video]:
    """Videos by number, in the order of the home tab."""
    return {entry["id"]: Video(**entry) for entry in _file()["videos"]}


@cache
def shorts() -> tuple[Short, ...]:
    """The Shorts in their order."""
    return tuple([Short(**entry) for entry in _file()["shorts"]])


@cache
def videos_of(channel: str) -> tuple[int, ...]:
    """Numbers of a channel's videos, newest first."""
    found = [video for video in videos().values() if video.channel == channel]
    return tuple([video.id for video in sorted(found, key=lambda video: video.days)])


@cache
def following(id: int) -> tuple[int, ...]:
    """The numbers of the videos to play after one, those on the same topic first."""
    ids = list(videos())
    at = ids.index(id)
    rest = ids[at + 1 :] + ids[:at]
    topic = topic_of(id)
    return tuple(sorted(rest, key=lambda other: topic_of(other) != topic)[:_FOLLOWING])


def next_video(id: int) -> int | None:
    """The number of the video that autoplay plays next, or None."""
    ids = list(videos())
    at = ids.index(id) + 1
    return ids[at] if at < len(ids) else None


def topic_of(id: int) -> str:
    """The topic of a video: one of `TOPICS`."""
    return channels()[videos()[id].channel].topic


@cache
def comments_on(id: int) -> tuple[Comment, ...]:
    """The comments of others on a video."""
    pool = _file()["comments"]
    return tuple([Comment(**pool[(id + i) % len(pool)]) for i in range(_COMMENTS)])


def found(query: str, topic_names: tuple[str, ...], locale: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The channels and videos that contain all words of ``query``, in the language of ``locale`` or in English.

    ``topic_names``: the names of `TOPICS`. A suggestion also matches by its English words, since other languages
    inflect theirs.
    """
    english = [text for text in _file()["suggestions"] if plain(told(locale, text)) == plain(query.strip())]
    wanted = [plain(text).split() for text in (query, *english)]
    names = dict(zip(TOPICS, topic_names, strict=True))

    def both(text: str) -> str:
        return f"{text} {told(locale, text)}"

    def about(channel: Channel) -> str:
        return f"{both(channel.name)} {both(channel.about)} {channel.topic} {names[channel.topic]}"

    def has(text: str) -> bool:
        there = plain(text)
        return any(all(word in there for word in words) for words in wanted)

    return (
        tuple([key for key, channel in channels().items() if has(both(channel.name))]),
        tuple([v.id for v in videos().values() if has(f"{both(v.title)} {about(channels()[v.channel])}")]),
    )


def suggestions(typed: str, locale: str) -> tuple[str, ...]:
    """Other people's searches that contain ``typed``, in the language of ``locale``."""
    wanted = plain(typed.strip())
    known = [told(locale, text) for text in _file()["suggestions"]]
    return tuple([text for text in known if wanted in plain(text)])
