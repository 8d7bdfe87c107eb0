"""Trail of an episode: its actions, and digests of what they led to, with which `bmoca verify` replays it."""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from typing import Any, Protocol

import numpy as np

#: Fields of a trail in a record.
FIELDS = ("actions", "frames", "rewards", "scores", "picture")

#: Size of the picture at the end of an episode whose digest a trail has: width and height in px.
PICTURE = (128, 256)

#: Length of a digest in bytes. A trail lies in a file that has a SHA-256 of its own, so this only has to find errors.
_LENGTH = 8


class _Space(Protocol):
    """What a Gymnasium space says about its actions."""

    @property
    def dtype(self) -> Any: ...


def digest(*parts: Any) -> str:
    """Compute the digest of observations, texts or numbers: 16 hexadecimal digits, the same in every process.

    An observation is an array, a text, a dict of observations, or anything else with a text of its own.
    """
    found = hashlib.blake2b(digest_size=_LENGTH)
    for part in parts:
        _add(found, part)
    return found.hexdigest()


def _add(found: Any, part: Any) -> None:
    if isinstance(part, np.ndarray):
        # A CRC takes a tenth of the time of a hash, as much as a step can spare. Nobody gains by two pictures with the
        # same one: scores come from playing again.
        found.update(f"{part.shape}{part.dtype}{zlib.crc32(np.ascontiguousarray(part).data)}".encode())
    elif isinstance(part, dict):
        for name in sorted(part):
            found.update(f"{name}:".encode())
            _add(found, part[name])
    else:
        text = part if isinstance(part, str) else repr(part)
        found.update(f"{len(text)}:{text}".encode("utf-8", "backslashreplace"))


class Trail:
    """Trail of one episode, step by step. ``first``: the digest of the first observation."""

    def __init__(self, first: str) -> None:
        self._actions: list[Any] = []
        self._frames = [digest("start", first)]
        self._rewards: list[float] = []
        self._scores: list[float] = []
        self._whole = True

    def step(self, action: Any, seen: str, reward: float, score: float) -> None:
        """Add a step.

        Args:
            action: the action.
            seen: the digest of the observation after it.
            reward: the step's reward.
            score: the score after it.
        """
        try:
            written = encoded(action)
        except ValueError:
            self._whole = False
            return
        self._actions.append(written)
        # With the action in it, a frame also tells actions apart that lead to the same screen.
        self._frames.append(digest(json.dumps(written, sort_keys=True), seen))
        self._rewards.append(_rounded(reward))
        self._scores.append(_rounded(score))

    def record(self, picture: Any = None) -> dict[str, Any] | None:
        """Return the trail as a record has it; None if an action can't be written as JSON.

        ``picture``: the screen at the end, uint8[H, W, 3]; None if there is none.
        """
        if not self._whole:
            return None
        return {
            "actions": self._actions,
            "frames": self._frames,
            "rewards": self._rewards,
            "scores": self._scores,
            "picture": "" if picture is None else digest(picture),
        }


def _rounded(number: float) -> float:
    """Round a number, so that records stay short."""
    return round(float(number), 6) + 0.0


def encoded(action: Any) -> Any:
    """Write an action as JSON has it: a number, a text, or lists and dicts of these. `decoded` reads it.

    Raises:
        ValueError: it is of another kind, such as a gesture.
    """
    if isinstance(action, (np.ndarray, np.generic)):
        action = action.tolist()
    if isinstance(action, str):
        return action
    try:
        written = json.loads(json.dumps(action, allow_nan=False))
    except TypeError as error:
        raise ValueError(str(error)) from error
    if written != action:
        raise ValueError(f"{action!r} can't be written as JSON")
    return written


def decoded(action: Any, space: _Space) -> Any:
    """Read an action that `encoded` wrote. ``space``: the environment's action space."""
    if isinstance(action, list) and isinstance(space.dtype, np.dtype):
        return np.asarray(action, space.dtype)
    return action


def is_trail(value: object) -> bool:
    """Return whether a value from a file is a trail: all fields, and for each action a frame, a reward and a score."""
    if not isinstance(value, dict) or set(value) != {*FIELDS}:
        return False
    actions, frames, rewards, scores, picture = (value[name] for name in FIELDS)
    if not all(isinstance(part, list) for part in (actions, frames, rewards, scores)):
        return False
    return (
        len(actions) + 1 == len(frames) == len(rewards) + 1 == len(scores) + 1
        and all(isinstance(one, str) for one in (*frames, picture))
        and all(
            isinstance(one, (int, float)) and not isinstance(one, bool) and math.isfinite(one)
            for one in (*rewards, *scores)
        )
    )
