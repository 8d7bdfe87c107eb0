"""The shell command ``content``: queries, insertions, updates and deletions in providers."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.providers import content
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Event
from bmoca_gym.handset.providers.contacts import content as contacts_content
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.shell.android import portal
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed, usage
from bmoca_gym.handset.state import LAST_WALL, Phone
from bmoca_gym.handset.system import files, settings

USAGE = (
    f"{content.USAGE} | content insert|update --uri URI --bind NAME:TYPE:VALUE... [--where CONDITION] | "
    "content delete --uri URI [--where CONDITION] | content read --uri URI | "
    "content call --uri URI --method METHOD [--arg ARG] [--extra NAME:TYPE:VALUE...]"
)
_VERBS = {
    "query": ("--uri", "--projection", "--where", "--sort", "--user"),
    "insert": ("--uri", "--bind", "--user"),
    "update": ("--uri", "--bind", "--where", "--user"),
    "delete": ("--uri", "--where", "--user"),
    "read": ("--uri", "--user"),
    "call": ("--uri", "--method", "--arg", "--extra", "--user"),
}
Bindings = dict[str, "str | int | float | bool | None"]
_DOWNLOADS = ("content://media/external/downloads", "content://media/external/file")


def provide(call: Call) -> Result:
    """``content query|insert|update|delete --uri URI ...``."""
    verb = call.arguments[0] if call.arguments else ""
    if verb not in _VERBS:
        return usage(call, USAGE)
    options, bound = _options(verb, call.arguments[1:])
    if portal.package_of(call.phone, options["--uri"]) is not None and verb in ("query", "insert"):
        if verb == "query":
            return printed(call.phone, portal.query(call.phone, options["--uri"]))
        return Result(portal.insert(call.shell, call.phone, options["--uri"], bound))
    if verb == "query":
        return printed(call.phone, content.query(call.phone, options))
    if verb == "read":
        return _read(call, options["--uri"])
    if verb == "call":
        return _called(call, options, bound)
    return Result(_changed(call.phone, verb, options, bound))


def _options(verb: str, words: list[str]) -> tuple[dict[str, str], Bindings]:
    options: dict[str, str] = {}
    bound: Bindings = {}
    left = list(words)
    while left:
        option = left.pop(0)
        if option not in _VERBS[verb]:
            raise ContentError(f"unsupported argument {option!r}; usage: {USAGE}")
        if not left:
            raise ContentError(f"no value after {option}; usage: {USAGE}")
        text = left.pop(0)
        if option in ("--bind", "--extra"):
            name, value = _binding(text)
            bound[name] = value
        else:
            options[option] = text
    if verb == "update" and not bound:
        raise ContentError(f"no --bind; usage: {USAGE}")
    return {"--uri": ""} | options, bound


def _binding(text: str) -> tuple[str, str | int | float | bool | None]:
    """Parse a column binding. An empty text is a value; type ``n`` is NULL, as in Android's command."""
    name, _, rest = text.partition(":")
    kind, _, value = rest.partition(":")
    try:
        if name and kind == "s":
            return name, value
        if name and kind == "n":
            return name, None
        if name and kind == "b" and value in ("true", "false"):
            return name, value == "true"
        if name and kind in ("i", "l") and len(value) < 20:
            return name, int(value)
        if name and kind in ("f", "d"):
            return name, float(value)
    except ValueError:
        pass
    raise ContentError(f"binding {text!r} is not understood; usage: {USAGE}")


def _authority(uri: str) -> str:
    return uri.partition("://")[2].partition("/")[0]


def _read(call: Call, uri: str) -> Result:
    """The bytes of the file behind an entry of the media store."""
    base, _, number = uri.rstrip("/").rpartition("/")
    try:
        table = content.table_of(call.phone, base)
    except ContentError:
        return failed(call.phone, f"Error while accessing provider:{_authority(uri)}\n")
    for row in content.chosen(table, None):
        entry = dict(zip(table.columns, row, strict=True))
        if str(entry.get("_id")) == number and "_data" in entry:
            data = files.read(call.phone, files.located(call.phone, str(entry["_data"])))
            call.shell.spend(len(data))
            return Result(call.phone, data)
    return failed(call.phone, f"java.io.FileNotFoundException: No file for {uri}\n")


def _called(call: Call, options: dict[str, str], bound: Bindings) -> Result:
    """Call a provider's method: the settings' ``GET_system`` and so on. Others return nothing."""
    authority = _authority(options["--uri"])
    if authority not in content.authorities(call.phone):
        return failed(call.phone, f"Error while accessing provider:{authority}\n")
    verb, _, namespace = options.get("--method", "").partition("_")
    key = options.get("--arg", "")
    if authority != "settings" or namespace not in settings.NAMESPACES or not key:
        return printed(call.phone, "Result: null\n")
    if verb == "GET":
        return printed(
            call.phone, f"Result: Bundle[{{value={settings.get(call.phone, namespace, key) or 'null'}}}]\n"
        )
    if verb == "PUT":
        phone = settings.put_for_client(call.phone, namespace, key, str(bound.get("value", "")))
        return printed(phone, "Result: Bundle[{}]\n")
    return printed(call.phone, "Result: null\n")


def _changed(phone: Phone, verb: str, options: dict[str, str], bound: Bindings) -> Phone:
    uri = options["--uri"]
    if uri.startswith(_DOWNLOADS) and verb == "delete":
        return _without_downloads(phone)
    scheme, _, path = uri.partition("://")
    authority, _, part = path.strip("/").partition("/")
    if verb == "insert" and scheme == "content" and authority == contacts_content.AUTHORITY:
        return contacts_content.insert(phone, part, bound)
    table = content.table_of(phone, uri)
    if verb == "insert":
        return _inserted(phone, authority, uri, bound)
    rows = [
        dict(zip(table.columns, row, strict=True)) for row in content.chosen(table, options.get("--where"))
    ]
    for row in sorted(rows, key=lambda row: -int(str(row.get("_id", 0)))) if table.delete else rows:
        if authority == "settings":
            namespace = uri.strip("/").split("/")[3]
            name = str(row["name"])
            phone = settings.delete(phone, namespace, name)
            if verb == "update":
                phone = settings.put_for_client(phone, namespace, name, str(bound.get("value", row["value"])))
        elif authority == "sms":
            identifier = int(str(row["_id"]))
            phone = (
                messages.delete_message(phone, identifier)
                if verb == "delete"
                else _marked(phone, identifier, bound)
            )
        elif authority == "media":
            if verb == "update":
                raise ContentError(f"update is not supported for {uri!r}; it follows from the files")
            phone = files.delete(phone, files.resolve(str(row["_data"])))
        elif verb == "delete" and table.delete is not None:
            phone = table.delete(phone, int(str(row[table.key])))
        elif verb == "delete" and "number" not in table.columns:
            phone = contacts.delete(phone, int(str(row["_id"])))
        else:
            raise ContentError(f"{verb} is not supported for {uri!r}")
    return phone


def _inserted(phone: Phone, authority: str, uri: str, bound: Bindings) -> Phone:
    name, address = bound.get("name"), bound.get("address")
    if authority == "settings" and name:
        return settings.put_for_client(
            phone, uri.strip("/").split("/")[3], str(name), str(bound.get("value", ""))
        )
    if authority == "com.android.calendar" and uri.rstrip("/").endswith("/events"):
        begin, end = bound.get("dtstart"), bound.get("dtend")
        if not (isinstance(begin, int) and isinstance(end, int) and 0 <= begin <= end <= LAST_WALL):
            raise ContentError("an event has dtstart and dtend, bound as l: milliseconds since the epoch")
        title, place, about = (
            str(bound.get(name) or "") for name in ("title", "eventLocation", "description")
        )
        zone = str(bound.get("eventTimezone") or "UTC")
        whole_days = str(bound.get("allDay", 0)) in ("1", "True")
        made = Event(
            begin=begin, end=end, zone=zone, all_day=whole_days, title=title, location=place, description=about
        )  # fmt: skip
        return calendar.save(phone, made)
    if authority != "sms" or not address:
        raise ContentError(
            f"insert into {uri!r} with {', '.join(bound) or 'nothing'} is not supported; usage: {USAGE}"
        )
    box = uri.rstrip("/").rpartition("/")[2]
    kind = bound.get("type", {"sent": messages.SENT, "draft": messages.DRAFT}.get(box, messages.INBOX))
    date = bound.get("date", phone.clock.wall)
    if not isinstance(kind, int) or not messages.INBOX <= kind <= messages.QUEUED:
        raise ContentError(f"type is {kind!r}; there are 1 to 6")
    if not isinstance(date, int):
        raise ContentError(f"date is {date!r}; it must be milliseconds since the epoch, bound as l")
    read = str(bound.get("read", int(kind != messages.INBOX))) == "1"
    return messages.insert(phone, str(address), str(bound.get("body") or ""), kind, date, read)


def _marked(phone: Phone, identifier: int, bound: Bindings) -> Phone:
    if set(bound) - {"read", "seen"}:
        raise ContentError("of a message only read and seen can be updated")
    return messages.mark_message(phone, identifier, "1" in {str(text) for text in bound.values()})


def _without_downloads(phone: Phone) -> Phone:
    folder = posixpath.join(files.STORAGE, "Download") + "/"
    for path in sorted(phone.files):
        if path.startswith(folder):
            phone = files.delete(phone, path)
    return phone


COMMANDS: dict[str, Command] = {"content": provide}
