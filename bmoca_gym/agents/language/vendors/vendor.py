"""What the three computer-use protocols have in common: calls, their results, and our own functions for a phone."""

from __future__ import annotations

import base64
import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from bmoca_gym.agents.language.models import Answer, ChatCompletions

_TEXT = {"type": "string"}

#: Functions for a phone that are offered beside the vendor's: description, and its text argument if it has one.
OWN: Mapping[str, tuple[str, str]] = {
    "go_home": ("Go to the home screen.", ""),
    "go_back": ("Press the Back key of the phone.", ""),
    "open_app": ("Open an app by its name.", "app_name"),
    "ask_user": ("Ask the user a question.", "text"),
    "give_up": ("End the task because it can't be done, and say why.", "text"),
}


class Call(NamedTuple):
    """A call by a model.

    Attributes:
        id: the vendor's id of the call; empty if it has none.
        name: name of the function or action.
        given: its arguments.
        kind: what the protocol expects back with the result: a type of call, or the name of a toolset.
        checks: what a person must confirm before the call is carried out.
    """

    id: str
    name: str
    given: Mapping[str, Any]
    kind: str = ""
    checks: tuple[Mapping[str, Any], ...] = ()


class Result(NamedTuple):
    """Result of a call.

    Attributes:
        call: the call.
        text: what happened, for the model.
        failed: whether nothing was done.
        picture: a picture as PNG; None if there is none or it is too old to send.
    """

    call: Call
    text: str
    failed: bool = False
    picture: bytes | None = None


class Turn(NamedTuple):
    """A finished turn.

    Attributes:
        answer: the model's answer as the client returned it.
        results: one result per call, in order.
        says: text for the model if no result can carry it.
        picture: the screen, for a turn without results.
    """

    answer: Mapping[str, Any]
    results: tuple[Result, ...]
    says: str = ""
    picture: bytes | None = None


class Asked(NamedTuple):
    """What a request is made from.

    Attributes:
        system: the system prompt.
        task: the first words of the user.
        picture: the first screen; None if it is too old to send.
        turns: the turns so far.
        size: size of the pictures, width and height in px.
    """

    system: str
    task: str
    picture: bytes | None
    turns: Sequence[Turn]
    size: tuple[int, int]


class Vendor(ChatCompletions):
    """A vendor's computer-use protocol.

    Attributes:
        key: environment variable with the key.
        generations: the model generations whose tools can be declared; the first is the default.
        pictures: the default maximum of pictures in a request; 0 for all.
        at_once: how many old pictures are dropped at once. The vendor's prompt cache stays valid until then.
        sampling: defaults for sampling options. Anything else is left to the endpoint.
    """

    key: ClassVar[str]
    generations: ClassVar[tuple[str, ...]]
    pictures: ClassVar[int]
    at_once: ClassVar[int] = 1
    sampling: ClassVar[Mapping[str, Any]] = {}

    @abstractmethod
    def request(self, options: Mapping[str, Any], seed: int, asked: Asked) -> dict[str, Any]:
        """Make the body of a request, as plain data."""

    @abstractmethod
    def calls(self, turn: Mapping[str, Any]) -> tuple[Call, ...]:
        """Return the calls of an answer."""

    @abstractmethod
    def body(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Make the body of a response from the parts of an answer, as the vendor's endpoint would send it."""

    @abstractmethod
    def written(self, name: str, given: Mapping[str, Any]) -> str:
        """Write one of our own functions as an answer in the vendor's grammar."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of the arguments of one of our own functions."""
    argument = OWN[name][1]
    return {
        "type": "object",
        "properties": {argument: _TEXT} if argument else {},
        "required": [argument] if argument else [],
    }


def answer_of(
    parts: Sequence[Mapping[str, Any]],
    turn: Mapping[str, Any],
    tokens: tuple[int | None, int | None],
    reason: str,
) -> Answer:
    """Make an answer. The environment reads the parts; the turn goes back to the model."""
    return Answer(
        json.dumps(parts, ensure_ascii=False).encode("utf-8", "replace").decode(),
        (),
        *tokens,
        reason[:80],
        0.0,
        turn=json.dumps(turn),
    )


def problem(text: str) -> dict[str, Any]:
    """Return the part of an answer that makes it a wrong format."""
    return {"problem": text[:500]}


def count(usage: object, *names: str) -> int | None:
    """Add token counts. None if the first one is missing."""
    found = usage if isinstance(usage, dict) else {}
    numbers = [found.get(name) for name in names]
    if not isinstance(numbers[0], int):
        return None
    return sum(number for number in numbers if isinstance(number, int) and 0 <= number < 1 << 53)


def encoded(picture: bytes) -> str:
    """Encode a picture for JSON."""
    return base64.b64encode(picture).decode()


def objects(value: object) -> list[dict[str, Any]]:
    """Return the objects in a list from an untrusted source."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
