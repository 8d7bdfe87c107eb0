"""The shell command ``content``: queries, insertions, changes and deletions of what providers keep."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from bmoca_gym.handset.system import contacts, content, files, messages, settings
from bmoca_gym.handset.system.content import ContentError
from bmoca_gym.handset.system.shell_call import Call, Command, Result, printed, usage

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

USAGE = (
    f"{content.USAGE} | content insert|update --uri URI --bind NAME:TYPE:VALUE... [--where CONDITION] | "
    "content delete --uri URI [--where CONDITION]"
)
_VERBS = {
    "query": ("--uri", "--projection", "--where", "--sort", "--user"),
    "insert": ("--uri", "--bind", "--user"),
    "update": ("--uri", "--bind", "--where", "--user"),
    "delete": ("--uri", "--where", "--user"),
}
_TYPES = {"s": str, "b": str, "i": int, "l": int, "f": float, "d": float, "n": str}
_DOWNLOADS = ("content://media/external/downloads", "content://media/external/file")


def provide(call: Call) -> Result:
    """``content query|insert|update|delete --uri URI ...``."""
    verb = call.arguments[0] if call.arguments else ""
    if verb not in _VERBS:
        return usage(call, USAGE)
    options, bound = _options(verb, call.arguments[1:])
    if verb == "query":
        return printed(call.phone, content.query(call.phone, options))
    return Result(_changed(call.phone, verb, options, bound))


def _options(verb: str, words: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    options: dict[str, str] = {}
    bound: dict[str, str] = {}
    left = list(words)
    while left:
        option = left.pop(0)
        if option not in _VERBS[verb]:
            raise ContentError(f"unsupported argument {option!r}; usage: {USAGE}")
        if not left:
            raise ContentError(f"no value after {option}; usage: {USAGE}")
        text = left.pop(0)
        if option != "--bind":
            options[option] = text
            continue
        name, colon, rest = text.partition(":")
        kind, second, value = rest.partition(":")
        if not (name and colon and second) or kind not in _TYPES:
            raise ContentError(f"binding {text!r} is not NAME:TYPE:VALUE with a type of {', '.join(_TYPES)}")
        if _TYPES[kind] is not str:
            try:
                _TYPES[kind](value)
            except ValueError:
                raise ContentError(f"binding {text!r}: {value!r} is no number") from None
        bound[name] = value
    if "--uri" not in options:
        raise ContentError(f"no --uri; usage: {USAGE}")
    if verb in ("insert", "update") and not bound:
        raise ContentError(f"no --bind; usage: {USAGE}")
    return options, bound


def _changed(phone: Phone, verb: str, options: dict[str, str], bound: dict[str, str]) -> Phone:
    uri = options["--uri"]
    if uri.startswith(_DOWNLOADS) and verb == "delete":
        return _without_downloads(phone)
    table = content.table_of(phone, uri)
    authority = uri.partition("://")[2].partition("/")[0]
    if verb == "insert":
        return _inserted(phone, authority, uri, bound)
    rows = [dict(zip(table.columns, row, strict=True)) for row in content.chosen(table, options.get("--where"))]
    for row in rows:
        if authority == "settings":
            namespace = uri.strip("/").split("/")[3]
            name = str(row["name"])
            phone = settings.delete(phone, namespace, name)
            if verb == "update":
                phone = settings.put(phone, namespace, name, bound.get("value", str(row["value"])))
        elif authority == "sms":
            identifier = int(str(row["_id"]))
            phone = messages.delete_message(phone, identifier) if verb == "delete" else _marked(phone, identifier, bound)
        elif verb == "delete" and "number" not in table.columns:
            phone = contacts.delete(phone, int(str(row["_id"])))
        else:
            raise ContentError(f"{verb} is not supported for {uri!r}")
    return phone


def _inserted(phone: Phone, authority: str, uri: str, bound: dict[str, str]) -> Phone:
    if authority == "settings" and bound.get("name"):
        namespace = uri.strip("/").split("/")[3]
        return settings.put(phone, namespace, bound["name"], bound.get("value", ""))
    if authority == "sms" and bound.get("address"):
        box = uri.rstrip("/").rpartition("/")[2]
        kind = {"inbox": messages.INBOX, "sent": messages.SENT, "draft": messages.DRAFT}.get(box, messages.INBOX)
        if "type" in bound:
            kind = int(bound["type"])
        if not messages.INBOX <= kind <= messages.QUEUED:
            raise ContentError(f"type {kind} is no box; there are 1 to 6")
        return messages.insert(
            phone,
            bound["address"],
            bound.get("body", ""),
            kind,
            date=int(bound["date"]) if "date" in bound else phone.clock.wall,
            read=bound.get("read", "1" if kind != messages.INBOX else "0") == "1",
        )
    raise ContentError(f"insert into {uri!r} with {', '.join(bound)} is not supported")


def _marked(phone: Phone, identifier: int, bound: dict[str, str]) -> Phone:
    if set(bound) - {"read", "seen"}:
        raise ContentError("of a message only read and seen can be updated")
    return messages.mark_message(phone, identifier, bound.get("read") == "1" or bound.get("seen") == "1")


def _without_downloads(phone: Phone) -> Phone:
    folder = posixpath.join(files.STORAGE, "Download") + "/"
    for path in sorted(phone.files):
        if path.startswith(folder):
            phone = files.delete(phone, path)
    return phone


COMMANDS: dict[str, Command] = {"content": provide}
