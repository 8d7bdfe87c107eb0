"""Verbs of ``cmd connectivity|display|locale|overlay|power``, as tables, and services without verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import brightness, navigation, radios, settings

#: What a verb makes of a phone and the words behind it; None: they are not what it takes.
Verb = Callable[[Phone, list[str]], Result | None]

#: API level from which apps have languages of their own.
_APP_LANGUAGES = 33


def _airplane_mode(phone: Phone, words: list[str]) -> Result | None:
    if not words:
        return printed(phone, "enabled\n" if radios.airplane_mode(phone) else "disabled\n")
    if words in (["enable"], ["disable"]):
        return Result(radios.set_airplane_mode(phone, words == ["enable"]))
    return None


def _set_brightness(phone: Phone, words: list[str]) -> Result | None:
    try:
        share = float(" ".join(words))
    except ValueError:
        return None
    if not 0 <= share <= 1:
        return failed(phone, "Error: brightness should be a number between 0 and 1\n")
    return Result(brightness.set_level(phone, max(1, round(share * 255))))


def _reset_brightness(phone: Phone, words: list[str]) -> Result | None:
    return None if words else Result(phone)


def _app_locales(phone: Phone, words: list[str]) -> Result | None:
    names = [word for at, word in enumerate(words) if word != "--user" and words[at - 1 : at] != ["--user"]]
    if len(names) != 1:
        return None
    if names[0] not in packages.apps_of(phone.image):
        return failed(phone, f"Unknown package {names[0]} for userId 0\n", 255)
    return printed(phone, f"Locales for {names[0]} for user 0 are []\n")


def _overlays(phone: Phone, words: list[str]) -> Result | None:
    current = navigation.mode(phone)
    lines = [f"[{'x' if mode == current else ' '}] {name}\n" for name, mode in navigation.OVERLAYS.items()]
    return printed(phone, "android\n" + "".join(lines) + "\n")


def _enable_overlay(phone: Phone, words: list[str]) -> Result | None:
    return _overlay(phone, words, "enable")


def _choose_overlay(phone: Phone, words: list[str]) -> Result | None:
    return _overlay(phone, [word for word in words if word != "--category"], "enable")


def _disable_overlay(phone: Phone, words: list[str]) -> Result | None:
    return _overlay(phone, words, "disable")


def _overlay(phone: Phone, words: list[str], verb: str) -> Result | None:
    """Enable or disable an overlay of the navigation bar. Without any it has three buttons."""
    names = words[2:] if words[:1] == ["--user"] else words
    if len(names) != 1:
        return None
    mode = navigation.OVERLAYS.get(names[0])
    if mode is not None and verb != "disable":
        return Result(navigation.set_mode(phone, mode))
    if mode is not None:
        return Result(
            navigation.set_mode(phone, navigation.BUTTONS) if navigation.mode(phone) == mode else phone
        )
    return failed(phone, f"Error: Failed to {verb} {names[0]}\n")


def _power_mode(phone: Phone, words: list[str]) -> Result | None:
    if words not in (["0"], ["1"]):
        return None
    return Result(settings.put(phone, "global", "low_power", words[0]))


_VERBS: Mapping[str, Mapping[str, Verb]] = {
    "connectivity": {"airplane-mode": _airplane_mode},
    "display": {"reset-brightness-configuration": _reset_brightness, "set-brightness": _set_brightness},
    "locale": {"get-app-locales": _app_locales},
    "overlay": {
        "disable": _disable_overlay,
        "enable": _enable_overlay,
        "enable-exclusive": _choose_overlay,
        "list": _overlays,
    },
    "power": {"set-mode": _power_mode},
}
#: API levels from which services are there, where not all phones have them.
_SINCE = {"locale": _APP_LANGUAGES}
#: Services that Android gives no verbs.
_WITHOUT_VERBS = ("clipboard",)


def _manage(call: Call) -> Result:
    """Run a verb of `_VERBS`. The call's name is the service."""
    phone, verbs = call.phone, _VERBS[call.name]
    if phone.image.api_level < _SINCE.get(call.name, 0):
        return failed(phone, f"cmd: Can't find service: {call.name}\n", 20)
    verb, *words = call.arguments or ["help"]
    if verb in ("help", "-h"):
        told = "".join(f"  {name}\n" for name in ("help", *verbs))
        return printed(phone, f"Service ({call.name}) commands:\n{told}")
    if verb not in verbs:
        return failed(phone, f"Unknown command: {verb}\n", 255)
    result = verbs[verb](phone, words)
    return failed(phone, f"Error: bad arguments of {verb}\n", 255) if result is None else result


def _silent(call: Call) -> Result:
    """Answer for a service without verbs, as Android does. It is not an error."""
    return Result(call.phone, b"", b"No shell command implementation.\n")


#: By the name of the service.
COMMANDS: dict[str, Command] = {
    **dict.fromkeys(_VERBS, _manage),
    **dict.fromkeys(_WITHOUT_VERBS, _silent),
}
