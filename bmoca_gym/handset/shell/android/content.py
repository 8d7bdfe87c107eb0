"""The shell command ``content``: queries, insertions, updates and deletions in providers."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.providers import content
from bmoca_gym.handset.shell.android import portal
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed, usage
from bmoca_gym.handset.system import files, settings

USAGE = (
    f"{content.USAGE} | content insert|update --uri URI --bind NAME:TYPE:VALUE... [--where CONDITION] | "
    "content delete --uri URI [--where CONDITION] | content read --uri URI | "
    "content call --uri URI --method METHOD [--arg ARG] [--extra NAME:TYPE:VALUE...]"
)
Bindings = dict[str, "str | int | float | bool | None"]


def provide(call: Call) -> Result:
    """``content query|insert|update|delete|read|call --uri URI ...``: `_VERBS` lists the verbs."""
    verb, *words = call.arguments or [""]
    if verb not in _VERBS:
        return usage(call, USAGE)
    run, known = _VERBS[verb]
    options, bound = _options(known, words)
    return run(call, options, bound)


def _query(call: Call, options: dict[str, str], bound: Bindings) -> Result:
    if portal.package_of(call.phone, options["--uri"]) is not None:
        return printed(call.phone, portal.query(call.phone, options["--uri"]))
    return printed(call.phone, content.query(call.phone, options))


def _insert(call: Call, options: dict[str, str], bound: Bindings) -> Result:
    if portal.package_of(call.phone, options["--uri"]) is not None:
        return Result(portal.insert(call.shell, call.phone, options["--uri"], bound))
    return Result(content.inserted(call.phone, options["--uri"], bound))


def _update(call: Call, options: dict[str, str], bound: Bindings) -> Result:
    if not bound:
        raise ContentError(f"no --bind; usage: {USAGE}")
    return Result(content.updated(call.phone, options["--uri"], options.get("--where"), bound))


def _delete(call: Call, options: dict[str, str], bound: Bindings) -> Result:
    return Result(content.deleted(call.phone, options["--uri"], options.get("--where")))


def _options(known: tuple[str, ...], words: list[str]) -> tuple[dict[str, str], Bindings]:
    options: dict[str, str] = {}
    bound: Bindings = {}
    left = list(words)
    while left:
        option = left.pop(0)
        if option not in known:
            raise ContentError(f"unsupported argument {option!r}; usage: {USAGE}")
        if not left:
            raise ContentError(f"no value after {option}; usage: {USAGE}")
        text = left.pop(0)
        if option in ("--bind", "--extra"):
            name, value = _binding(text)
            bound[name] = value
        else:
            options[option] = text
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


def _read(call: Call, options: dict[str, str], bound: Bindings) -> Result:
    """The bytes of the file behind an entry of the media store."""
    uri = options["--uri"]
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


#: The verbs: what runs, and the options that it takes.
_VERBS: dict[str, tuple[Callable[[Call, dict[str, str], Bindings], Result], tuple[str, ...]]] = {
    "query": (_query, ("--uri", "--projection", "--where", "--sort", "--user")),
    "insert": (_insert, ("--uri", "--bind", "--user")),
    "update": (_update, ("--uri", "--bind", "--where", "--user")),
    "delete": (_delete, ("--uri", "--where", "--user")),
    "read": (_read, ("--uri", "--user")),
    "call": (_called, ("--uri", "--method", "--arg", "--extra", "--user")),
}

COMMANDS: dict[str, Command] = {"content": provide}
