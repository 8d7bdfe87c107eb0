"""The type of an ``info``, and infos with numbers only; `info_maker` makes them.

Also infos of many environments: as columns, which can be sent to another process quickly, and as arrays, as in
Gymnasium's vector environments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs.actions import Command, Gestures, OpenApp, Several
from bmoca_gym.handset.gestures import Gesture

#: Entries that stay one dict for each environment: their keys differ from task to task.
WHOLE = ("params", "sub_goals", "final_obs")


class Info(TypedDict):
    """The ``info`` that `PhoneEnv.reset` and `PhoneEnv.step` return. Every info has all keys.

    Attributes:
        task: id of the task.
        task_seed: number of the task's instance, from 0.
        params: parameters of the instance by name; empty for a task without parameters.
        environment: id of the configuration.
        instruction: the task in words.
        date: the phone's date at the start of the episode, such as ``2023-10-15``; "" if the phone does not report it.
        apps: usual names of the phone's apps, as ``open_app`` takes them.
        success: whether the task is done.
        known: False if the detector can't decide: the phone lacks what it reads, or no model judges a free answer.
        score: completed share of the task, 0 to 1; with ``ends="success"`` the highest so far.
        evidence: what the success detector saw, one text for each rule.
        sub_goals: which parts of the task are done, by name.
        answer: the agent's answer, or None.
        gesture: what was sent to the phone, or None; `Gestures`, `OpenApp` or `Command` if it is not one gesture.
        app: usual name of the app in front, one of ``apps``; "" for the home screen and others without a name; None if
            the environment reads no UI tree.
        wrong_format: why an action was not understood, or None.
        off_screen: whether that is because its point lies outside the screen.
        asked: what the agent asked the user, or None.
        reply: what the user has just said: the answer, "" for none, or that they have changed their mind. Else None.
        finished: the agent's words when it ended the episode, or None.
        status: what it called the task then: ``complete``, ``infeasible``, ``refused``, or "" if it did not say. None
            if it did not end the episode.
        device_lost: why the phone was lost, or None.
        side_effects: at the end of an episode, what was changed besides the task, a sentence each; None before, without
            ``side_effects=True``, and if it is not known what the task allows.
        harmful_acts: those of them that can't be undone or that others see.
        interruptions: names of the interruptions that have begun in this episode, in order.
        toasts: texts of the toasts that came in this step, in order, seen or not; None on a phone that is not embedded.
        steps: steps so far in this episode.
        step_limit: steps after which this episode is truncated.
    """

    task: str
    task_seed: int
    params: dict[str, Any]
    environment: str
    instruction: str
    date: str
    apps: tuple[str, ...]
    success: bool
    known: bool
    score: float
    evidence: list[str]
    sub_goals: dict[str, bool]
    answer: str | None
    gesture: Gesture | Gestures | OpenApp | Command | Several | None
    app: str | None
    wrong_format: str | None
    off_screen: bool
    asked: str | None
    reply: str | None
    finished: str | None
    status: str | None
    device_lost: str | None
    side_effects: list[str] | None
    harmful_acts: list[str] | None
    interruptions: tuple[str, ...]
    toasts: tuple[str, ...] | None
    steps: int
    step_limit: int


#: Entries of ``infos="numbers"`` and their types. Every episode and every step has all of them.
NUMBERS: dict[str, type[np.generic]] = {
    "success": np.bool_,
    "known": np.bool_,
    "score": np.float64,
    "steps": np.int64,
    "step_limit": np.int64,
    "task_seed": np.int64,
}


def numbers(info: Mapping[str, Any]) -> dict[str, Any]:
    """Return only the entries of `NUMBERS`. Libraries that keep infos in tensors can't take texts, dicts and None.

    Each is an array without dimensions. TorchRL reads its ``dtype``, and Gymnasium's vector environments would make an
    array of objects from ``np.bool_``.
    """
    return {name: np.asarray(info[name], kind) for name, kind in NUMBERS.items()}


class Column(NamedTuple):
    """An entry of infos: the numbers of the environments that have it, and their values.

    ``values`` of an entry that is a dict: its own entries.
    """

    numbers: Sequence[int]
    values: list[Any] | dict[str, Column]


def columns(numbers: Sequence[int], infos: Sequence[Mapping[str, Any]]) -> dict[str, Column]:
    """Turn the infos of environments, by their numbers, into columns."""
    found = {}
    for name in dict.fromkeys(chain.from_iterable(infos)):
        having = numbers
        try:
            values = [info[name] for info in infos]
        except KeyError:
            having = [number for number, info in zip(numbers, infos, strict=True) if name in info]
            values = [info[name] for info in infos if name in info]
        nested = name not in WHOLE and isinstance(values[0], dict)
        found[name] = Column(having, columns(having, values) if nested else values)
    return found


def arrays(parts: Sequence[tuple[int, dict[str, Column]]], count: int) -> dict[str, Any]:
    """Turn columns into arrays over ``count`` environments, as Gymnasium does, but much faster.

    ``_name`` says which environments have the entry ``name``; the others have 0, False or None.
    ``parts``: columns, each with what to add to their numbers.
    """
    found: dict[str, Any] = {}
    for name in dict.fromkeys(chain.from_iterable(entries for _, entries in parts)):
        having: list[Any] = [(first, *entries[name]) for first, entries in parts if name in entries]
        first_values = having[0][2]
        if isinstance(first_values, dict):
            found[name] = arrays([(first, values) for first, _, values in having], count)
        else:
            found[name] = _empty(None if name in WHOLE else first_values[0], count)
        there = found[f"_{name}"] = np.zeros(count, np.bool_)
        for first, numbers, values in having:
            at = _places(first, numbers)
            there[at] = True
            if not isinstance(values, dict):
                found[name][at] = np.fromiter(values, found[name].dtype, len(values))
    return found


def _empty(value: Any, count: int) -> NDArray[Any]:
    """An array for ``count`` values like ``value``."""
    if isinstance(value, (bool, int, float, np.number)):
        return np.zeros(count, type(value))
    if isinstance(value, np.ndarray) and not value.ndim:
        return np.zeros(count, value.dtype)
    return np.full(count, None)


def _places(first: int, numbers: Sequence[int]) -> Any:
    if isinstance(numbers, range):
        return slice(first + numbers.start, first + numbers.stop)
    return np.add(numbers, first)
