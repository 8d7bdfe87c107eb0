"""The page's commands: messages by name, and the messages that answer them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from bmoca_gym.errors import ArgumentError, BmocaError, cut
from bmoca_gym.play import catalogue, recordings
from bmoca_gym.play.links import MOVES
from bmoca_gym.play.session import Session, Turn
from bmoca_gym.play.timeline import Moment

Message = dict[str, Any]

#: Kinds of films, by suffix.
_FILMS = {".gif": "image/gif", ".webp": "image/webp", ".mp4": "video/mp4"}

#: What else changes a session, by name.
_CHANGES: dict[str, Callable[..., object]] = {
    "free": Session.free,
    "begin": Session.begin,
    "configure": Session.configure,
    "icons": Session.configure_icons,
    "random": Session.configure_at_random,
    "go": Session.go,
    "open": Session.open,
}


def _show_at(session: Session, height: int) -> Message:
    session.show_at(height)
    return {"kind": "size", "height": height}


def _film(session: Session, suffix: str) -> Message:
    data = session.film(suffix)
    return {"kind": "file", "name": f"film{suffix}", "type": _FILMS[suffix.lower()], "data": _base64(data)}


def _script(session: Session) -> Message:
    data = _base64(session.script().encode())
    return {"kind": "file", "name": "session.py", "type": "text/x-python", "data": data}


def _seen(session: Session) -> Message:
    return {
        "kind": "seen",
        **{name: "data:image/png;base64," + _base64(data) for name, data in session.seen().items()},
    }


def _drag(session: Session, **given: Any) -> Message:
    session.drag(**given) if given else session.let_go()
    return {"kind": "dragged"}


#: What asks and changes nothing, by name.
_QUESTIONS: dict[str, Callable[..., Message]] = {
    "size": _show_at,
    "drag": _drag,
    "suite": lambda session, name: {
        "kind": "suite",
        "name": name,
        "tasks": catalogue.suite(name),
        **catalogue.listed(name),
    },
    "inspect": lambda session: {"kind": "inspection", **session.inspect()},
    "point": lambda session, x, y: {"kind": "point", **session.point(x, y)},
    "seen": _seen,
    "files": lambda session, path="": {"kind": "files", **session.files(path)},
    "yaml": lambda session: {"kind": "yaml", "text": session.configuration_as_yaml()},
    "film": _film,
    "script": _script,
    "link": lambda session: {"kind": "link", "query": session.link()},
    "record": lambda session: {
        "kind": "recordings",
        **recordings.listed(session.demonstrations, session.record()),
    },
    "recordings": lambda session: {"kind": "recordings", **recordings.listed(session.demonstrations)},
    "unrecord": lambda session, number: {
        "kind": "recordings",
        **recordings.remove(session.demonstrations, number),
    },
}


def first(session: Session) -> list[Message]:
    """The messages for a page that connects or reconnects."""
    session.let_go()
    timeline, status = _whole(session)
    agents = [
        {"name": one.name, "group": one.group, "summary": one.summary, "needs": one.needs, "model": one.model}
        for one in session.agents()
    ]
    return [
        {
            "kind": "choices",
            "suites": session.suites,
            "agents": agents,
            "begun": session.begun(),
            **catalogue.choices(),
        },
        {**timeline, "fresh": status["task"] is None and len(session.timeline) == 1},
        status,
    ]


#: Messages that answer a message; or what is to be called for them: first in a thread that may wait, what that returns
#: in the thread of the phones.
Reply: TypeAlias = "list[Message] | Callable[[], Reply]"


def answer(session: Session, message: object) -> list[Message]:
    """Carry out a message completely, and return the answers."""
    found = begin(session, message)
    while callable(found):
        found = found()
    return found


def begin(session: Session, message: object) -> Reply:
    """Start to carry out a message. If it fails, the answer is an error, and nothing changes.

    ``message``: what the page sent, or how waiting for it ended, see `Reply`.
    """
    if callable(message):
        return cast("Reply", message())
    return _guarded(lambda: _begin(session, message))


def _guarded(function: Callable[[], Reply]) -> Reply:
    try:
        return function()
    except (BmocaError, OSError) as error:
        return [{"kind": "error", "text": str(error)}]


def _begin(session: Session, message: object) -> Reply:
    if not isinstance(message, dict) or not isinstance(message.get("do"), str):
        raise ArgumentError(f"{cut(message)} is not a message: expected an object with 'do'.")
    name, given = message["do"], {key: value for key, value in message.items() if key != "do"}
    timeline, known = session.timeline, len(session.timeline)
    if name in _QUESTIONS:
        return [_called(_QUESTIONS[name], name, session, **given)]
    if name == "watch":
        return _watched(lambda: _watch(session, _called(Session.turn, name, session, **given)))
    if name == "models":
        listed = _called(Session.models, name, session, **given)
        return lambda: [{"kind": "models", **listed()}]
    session.let_go()
    if name in MOVES:
        session.act(_called(MOVES[name], name, **given))
    elif name in _CHANGES:
        _called(_CHANGES[name], name, session, **given)
    else:
        raise ArgumentError(f"Unknown command {cut(name)}.")
    if session.timeline is not timeline:
        return _whole(session)
    return _since(session, known)


def _watch(session: Session, turn: Turn) -> Reply:
    def take() -> list[Message]:
        known = len(session.timeline)
        if not session.take(turn):
            return []
        told = turn.of_model()
        return [*_since(session, known), *([{"kind": "model", **told}] if told else [])]

    def think() -> Reply:
        turn.think()
        return lambda: _watched(take)

    return take() if turn.player is None else lambda: _watched(think)


def _watched(function: Callable[[], Reply]) -> Reply:
    """The answers after a watched agent's step, after which the page may ask for the next one."""
    found = _guarded(function)
    return found if callable(found) else [*found, {"kind": "watched"}]


def _called(function: Callable[..., Any], name: str, /, *arguments: Any, **given: Any) -> Any:
    try:
        return function(*arguments, **given)
    except (TypeError, AttributeError) as error:
        raise ArgumentError(f"Invalid arguments of the command {cut(name)}: {error}") from error


def _whole(session: Session) -> list[Message]:
    moments = {"kind": "timeline", "new": _told(session.timeline.since(0))}
    return [moments, {"kind": "status", **session.status()}]


def _since(session: Session, known: int) -> list[Message]:
    moments = {"kind": "moments", "new": _told(session.timeline.since(known))}
    return [moments, {"kind": "status", **session.status()}]


def _told(moments: list[Moment]) -> list[Message]:
    return [
        {
            "number": moment.number,
            "parent": moment.parent,
            "column": moment.column,
            "row": moment.row,
            "words": moment.words,
            "by": moment.by,
            "actions": moment.actions,
            "picture": "data:image/jpeg;base64," + _base64(moment.picture),
            "standing": moment.standing,
        }
        for moment in moments
    ]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
