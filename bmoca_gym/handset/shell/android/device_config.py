"""The shell command ``device_config``: flags in namespaces."""

from __future__ import annotations

from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed
from bmoca_gym.handset.system import settings

_USAGE = """Device Config (device_config) commands:
  help
      Print this help text.
  get NAMESPACE KEY
      Retrieve the current value of KEY from the given NAMESPACE.
  put NAMESPACE KEY VALUE [default]
      Change the contents of KEY to VALUE for the given NAMESPACE.
  delete NAMESPACE KEY
      Delete the entry for KEY for the given NAMESPACE.
  list [NAMESPACE]
      Print all keys and values defined, optionally for the given NAMESPACE.
"""
#: The namespace of settings that keeps flags, as Android's own provider has it.
_TABLE = "config"


def manage(call: Call) -> Result:
    """``device_config get|put|delete|list``."""
    verb, *words = call.arguments or ["help"]
    if verb == "help" and not words:
        return printed(call.phone, _USAGE)
    found = _VERBS.get(verb)
    if found is None:
        return failed(call.phone, f"Invalid command: {verb}\n", 255)
    function, least, most = found
    if len(words) < least:
        return failed(call.phone, "Bad arguments\n", 255)
    if len(words) > most:
        return failed(call.phone, "Too many arguments\n", 255)
    return function(call, words)


def _get(call: Call, words: list[str]) -> Result:
    found = settings.get(call.phone, _TABLE, "/".join(words))
    return printed(call.phone, f"{'null' if found is None else found}\n")


def _put(call: Call, words: list[str]) -> Result:
    namespace, key, text = words[:3]
    return Result(settings.put_for_client(call.phone, _TABLE, f"{namespace}/{key}", text))


def _delete(call: Call, words: list[str]) -> Result:
    namespace, key = words
    if settings.get(call.phone, _TABLE, f"{namespace}/{key}") is None:
        return printed(call.phone, f"Failed to delete {key} from {namespace}\n")
    phone = settings.delete(call.phone, _TABLE, f"{namespace}/{key}")
    return printed(phone, f"Successfully deleted {key} from {namespace}\n")


def _list(call: Call, words: list[str]) -> Result:
    start = f"{words[0]}/" if words else ""
    rows = sorted(settings.listing(call.phone, _TABLE))
    lines = [f"{key[len(start) :]}={text}\n" for key, text in rows if key.startswith(start)]
    return printed(call.phone, "".join(lines))


#: The verbs: what runs, and how few and how many words follow.
_VERBS = {"delete": (_delete, 2, 2), "get": (_get, 2, 2), "list": (_list, 0, 1), "put": (_put, 3, 4)}

COMMANDS: dict[str, Command] = {"device_config": manage}
