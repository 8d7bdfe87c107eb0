"""Addresses that name a task, a configuration and the moves that lead to a step."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from bmoca_gym import randomization, tasks
from bmoca_gym.envs import choices
from bmoca_gym.envs.actions import Answer, Finish, Move, Wait
from bmoca_gym.errors import ArgumentError, cut
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap, TypeText
from bmoca_gym.play import catalogue
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task, TaskTemplate

#: Moves by name, as the page's messages and addresses name them.
MOVES: dict[str, Callable[..., Any]] = {
    "tap": Tap,
    "long_press": LongPress,
    "swipe": Swipe,
    "pinch": Pinch,
    "key": PressKey,
    "type": TypeText,
    "wait": Wait,
    "answer": Answer,
    "finish": Finish,
}

#: The most moves of an address, and characters of them. Browsers take addresses of this length.
MOST_MOVES, LONGEST = 200, 16_000

_NAMES = {kind: name for name, kind in MOVES.items()}


class Destination(NamedTuple):
    """Where an address leads.

    Attributes:
        suite: name of the task's suite.
        template: the task; None if the address names a recorded episode.
        seed: number of the task's instance.
        environment: the configuration; None with a recorded episode.
        moves: the moves to make.
        steps: how many steps to play: of ``moves``, of the episode or, without either, of the expert. None: all moves.
    """

    suite: str
    template: TaskTemplate | None
    seed: int
    environment: DeviceConfiguration | None
    moves: list[Move]
    steps: int | None


def read(
    suites: Sequence[str], task: str, environment: str, seed: str, step: str, moves: str, episode: str
) -> Destination:
    """Read the parts of an address, as `Session.open` describes them.

    Raises:
        ArgumentError, UnknownTaskError, UnknownEnvironmentError, GestureError: one of them is not text, or names
            something that does not exist. ``suites`` has those that an address may name.
    """
    if not all(isinstance(one, str) for one in (task, environment, seed, step, moves, episode)):
        raise ArgumentError("An address names its task, environment, seed and step in letters and digits.")
    number = whole_number("step", step)
    steps = number if step else None
    wanted = decoded(moves)
    if episode:
        return Destination("", None, 0, None, [], steps)
    before, slash, name = task.rpartition("/")
    suite = before if slash else "bmoca"
    if suite not in suites:  # an address names no file
        raise ArgumentError(f"There is no suite {cut(suite)}. Suites: {', '.join(suites)}.")
    template = tasks.templates(f"{suite}/{name}")[0]
    if environment.startswith("{"):
        configuration = _configuration_of(environment)
    elif environment:
        configuration = catalogue.named(suite, environment)
    else:
        configuration = choices.first_environment(template.first)
    return Destination(suite, template, whole_number("seed", seed), configuration, wanted, steps)


def _configuration_of(text: str) -> DeviceConfiguration:
    """Read a configuration from an address."""
    try:
        return randomization.configuration_from(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"The address has an environment that can't be read: {cut(error)}") from error


def query(task: Task, environment: DeviceConfiguration, moves: Sequence[Move]) -> str:
    """Write the part of an address after "?", which `Session.open` reads.

    Raises:
        ArgumentError: there are too many moves, or one that an address can't carry.
    """
    known = catalogue.name_of(task.suite, environment)
    named = {
        "task": task.id if task.suite == "bmoca" else f"{task.suite}/{task.id}",
        "environment": known or json.dumps(environment.to_dict(), separators=(",", ":"), ensure_ascii=False),
        "seed": task.task_seed or "",
        "step": len(moves) or "",
        "moves": encoded(moves),
    }
    return urlencode({name: value for name, value in named.items() if value != ""})


def encoded(moves: Sequence[Move]) -> str:
    """Write moves as letters that an address may have; "" for none.

    Raises:
        ArgumentError: there are too many, or one of them is not in `MOVES`.
    """
    told = []
    for move in moves:
        if type(move) not in _NAMES:
            raise ArgumentError(
                f"An address can't carry {cut(move)}. Go to a step before it, or save the steps as a Python program."
            )
        names = [one.name for one in fields(move)] if is_dataclass(move) else list(move._fields)
        told.append([_NAMES[type(move)], *[getattr(move, name) for name in names]])
    text = base64.urlsafe_b64encode(_json(told).encode()).decode().rstrip("=") if told else ""
    if len(moves) > MOST_MOVES or len(text) > LONGEST:
        raise ArgumentError(
            f"{len(moves)} steps are too many for an address, which takes {MOST_MOVES}. Save them as a Python program."
        )
    return text


def decoded(text: str) -> list[Move]:
    """Read what `encoded` has written.

    Raises:
        ArgumentError: it is too long, damaged, or has an unknown move.
        GestureError: a gesture is out of range.
    """
    if not text:
        return []
    try:
        if len(text) > LONGEST:
            raise ValueError(f"it is longer than {LONGEST:,} characters")
        told = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        if not isinstance(told, list) or len(told) > MOST_MOVES:
            raise ValueError(f"it is not a list of at most {MOST_MOVES} moves")
        return [MOVES[name](*values) for name, *values in told]
    except (ValueError, TypeError, KeyError, RecursionError, binascii.Error) as error:
        raise ArgumentError(
            f"The address has moves that can't be read: {cut(error)}. Copy the link again."
        ) from error


def whole_number(name: str, text: object) -> int:
    """Read a whole number of an address; 0 for "".

    Raises:
        ArgumentError: it is not a whole number, or is over 10^9.
    """
    if text == "" or (isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10):
        return int(text or 0)
    raise ArgumentError(f"{name} is {cut(text)} in the address; it must be a whole number, from 0.")


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
