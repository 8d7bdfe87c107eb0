"""Commands of a page to a session: messages by name, and the messages that answer them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from bmoca_gym.envs.actions import Answer, Finish, Wait
from bmoca_gym.errors import ArgumentError, BmocaError, HandsetError, cut
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.play import catalogue
from bmoca_gym.play.session import Session
from bmoca_gym.play.timeline import Moment

Message = dict[str, Any]

#: Kinds of films, by suffix.
_FILMS = {".gif": "image/gif", ".webp": "image/webp", ".mp4": "video/mp4"}

#: Moves by name: what is made of the rest of a message.
_MOVES: dict[str, Callable[..., Any]] = {
    "tap": Tap,
    "long_press": LongPress,
    "swipe": Swipe,
    "key": PressKey,
    "type": TypeText,
    "wait": Wait,
    "answer": Answer,
    "finish": Finish,
}

#: What else changes a session, by name.
_CHANGES: dict[str, Callable[..., object]] = {
    "free": Session.free,
    "begin": Session.begin,
    "configure": Session.configure,
    "icons": Session.configure_icons,
    "random": Session.configure_at_random,
    "watch": Session.watch,
    "go": Session.go,
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


#: What asks and changes nothing, by name.
_QUESTIONS: dict[str, Callable[..., Message]] = {
    "size": _show_at,
    "suite": lambda session, name: {"kind": "suite", "name": name, "tasks": catalogue.suite(name)},
    "inspect": lambda session: {"kind": "inspection", **session.inspect()},
    "point": lambda session, x, y: {"kind": "point", **session.point(x, y)},
    "seen": _seen,
    "files": lambda session, path="": {"kind": "files", **session.files(path)},
    "yaml": lambda session: {"kind": "yaml", "text": session.configuration_as_yaml()},
    "film": _film,
    "script": _script,
    "record": lambda session: {"kind": "notice", "text": session.record()},
}


def first(session: Session) -> list[Message]:
    """Messages to a page that connects or reconnects."""
    return [{"kind": "choices", "suites": session.suites, **catalogue.choices()}, *_whole(session)]


def answer(session: Session, message: object) -> list[Message]:
    """Do what a message asks for; the answers. What can't be done is answered with an error, and changes nothing."""
    try:
        if not isinstance(message, dict) or not isinstance(message.get("do"), str):
            raise ArgumentError(f"{cut(message)} is not a message: it must be an object with 'do'.")
        rest = {name: given for name, given in message.items() if name != "do"}
        return _answer(session, message["do"], rest)
    except (BmocaError, HandsetError, OSError) as error:
        return [{"kind": "error", "text": str(error)}]


def _answer(session: Session, name: str, given: dict[str, Any]) -> list[Message]:
    timeline, known = session.timeline, len(session.timeline)
    if name in _QUESTIONS:
        return [_called(_QUESTIONS[name], name, session, **given)]
    if name in _MOVES:
        session.act(_called(_MOVES[name], name, **given))
    elif name in _CHANGES:
        _called(_CHANGES[name], name, session, **given)
    else:
        raise ArgumentError(f"There is nothing to do by the name {cut(name)}.")
    if session.timeline is not timeline:
        return _whole(session)
    return [{"kind": "moments", "new": _told(timeline.since(known))}, {"kind": "status", **session.status()}]


def _called(function: Callable[..., Any], name: str, /, *arguments: Any, **given: Any) -> Any:
    try:
        return function(*arguments, **given)
    except (TypeError, AttributeError) as error:
        raise ArgumentError(f"A malformed message {cut(name)}: {error}") from error


def _whole(session: Session) -> list[Message]:
    moments = {"kind": "timeline", "new": _told(session.timeline.since(0))}
    return [moments, {"kind": "status", **session.status()}]


def _told(moments: list[Moment]) -> list[Message]:
    return [
        {
            "number": moment.number,
            "parent": moment.parent,
            "column": moment.column,
            "row": moment.row,
            "words": moment.words,
            "actions": moment.actions,
            "picture": "data:image/jpeg;base64," + _base64(moment.picture),
            "standing": moment.standing,
        }
        for moment in moments
    ]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
