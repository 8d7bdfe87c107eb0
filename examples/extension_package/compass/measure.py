"""Measure ``idle_steps``: the share of an agent's steps that leave the screen as it was."""

from collections.abc import Sequence
from statistics import fmean

from bmoca_gym.evaluation.records import Episode
from bmoca_gym.evaluation.registries import Measure


def idle_steps(episodes: Sequence[Episode]) -> Measure | None:
    """Compute the mean over all episodes whose record says which steps changed the screen."""
    shares = [
        fmean(not one for one in changed)
        for changed in ([one for one in episode.changed or () if one is not None] for episode in episodes)
        if changed
    ]
    return Measure(fmean(shares), None, None, len({episode.task for episode in episodes})) if shares else None
