"""The reward of MiniWoB++: what the page pays at the end of an episode, from -1 to 1, by the package's processors."""

from __future__ import annotations

from typing import Any

from bmoca_gym.envs.infos import Info
from bmoca_gym.errors import ArgumentError, cut
from bmoca_gym.suites.miniwob_plus import page
from bmoca_gym.tasks.needs import packages

KINDS = ("original", "raw", "binary", "thresholded")


class PageReward:
    """A potential that is always 0; the end of an episode earns the page's reward. An episode that the page has not
    ended earns nothing.

    Args:
        kind: ``original``, which falls with time if there is a timer; ``raw``, which does not; ``binary``, 1 or -1;
            ``thresholded``, 1 from ``threshold`` on, else -1. See `miniwob.reward`.
        threshold: the smallest raw reward that is worth 1, for ``thresholded``.

    Raises:
        ArgumentError: there is no such kind.
    """

    def __init__(self, kind: str = "original", threshold: float = 1.0) -> None:
        if kind not in KINDS:
            raise ArgumentError(
                f"reward 'miniwob': kind is {cut(kind)}; it must be one of {', '.join(KINDS)}."
            )
        if isinstance(threshold, bool) or not isinstance(threshold, (int, float)):
            raise ArgumentError(f"reward 'miniwob': threshold is {cut(threshold)}; it must be a number.")
        self._kind, self._threshold = kind, threshold
        self._checked = False

    def __call__(self, env: Any, info: Info) -> float:
        """Return 0.

        Raises:
            ArgumentError: the phone has no pages of MiniWoB++.
        """
        known = None if self._checked else packages(env.device)
        if known is not None and page.PACKAGE not in known:
            raise ArgumentError(
                f"reward 'miniwob' is what a page of MiniWoB++ pays, and {env.task.id} has none: choose another "
                "reward, or tasks of miniwob or miniwob_plus."
            )
        self._checked = True
        return 0.0

    def end(self, env: Any, info: Info) -> float:
        """Return what the end of an episode earns."""
        if info["device_lost"] is not None:
            return 0.0
        metadata, library = page.told(env.device), page.library("reward")
        if self._kind == "thresholded":
            return (
                float(library.get_thresholded_reward(metadata, self._threshold)) if metadata["done"] else 0.0
            )
        return float(getattr(library, f"get_{self._kind}_reward")(metadata)) if metadata["done"] else 0.0
