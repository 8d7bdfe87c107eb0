"""Measure ``variety``: the share of an agent's actions that it had not done before in the episode."""

from collections.abc import Sequence
from statistics import fmean

from bmoca_gym.episodes.records import Episode
from bmoca_gym.episodes.registries import Measure


def variety(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the mean over all episodes with an action."""
    shares = [len(set(episode.actions)) / len(episode.actions) for episode in episodes if episode.actions]
    return Measure(fmean(shares), None, None, len({episode.task for episode in episodes})) if shares else None
