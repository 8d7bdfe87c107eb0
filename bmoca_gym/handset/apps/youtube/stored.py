"""The keys and values that YouTube's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube.videos import channels, videos


def are_videos(ids: tuple[int, ...]) -> bool:
    """Whether these are ids of videos."""
    return all(id in videos() for id in ids)


def are_channels(keys: tuple[str, ...]) -> bool:
    """Whether these are keys of channels."""
    return all(key in channels() for key in keys)


def are_watched(places: tuple[tuple[int, int], ...]) -> bool:
    """Whether these are videos and how far they were watched."""
    return all(id in videos() and 0 <= at < 1 << 31 for id, at in places)
