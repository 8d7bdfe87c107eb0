"""Intents in the activity manager's shell commands: what they start, and errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.shell.android import automation, input_methods
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import intents, processes, radios

Outcome = tuple["Phone", str, int]

_USAGE = (
    "usage: am start [-a ACTION] [-d DATA] [-n PACKAGE/ACTIVITY] | am force-stop PACKAGE | "
    "am broadcast -a ACTION [--ez state true|false]\n"
)
AIRPLANE_MODE_CHANGED = "android.intent.action.AIRPLANE_MODE"
#: Options of an intent that take one word, and two.
_ONE = {"-a", "-d", "-n", "-c", "-t", "-f", "-p", "-i", "--user", "--display", "--windowingMode", "--esn"}
_FIELDS = {"-a": "action", "-d": "data", "-n": "component", "-p": "package", "-t": "type", "-f": "flags"}
_TRUE = ("true", "t", "1")


def _list_of(kind: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    return lambda text: tuple(kind(part) for part in text.split(","))


#: What makes the value of an extra of its text.
_EXTRAS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("-e", "--es", "--eu", "--ecn"), str),
    **dict.fromkeys(("--ei", "--el"), lambda text: int(text, 0)),
    **dict.fromkeys(("--eia", "--eial", "--ela", "--elal"), _list_of(lambda text: int(text, 0))),
    **dict.fromkeys(("--esa", "--esal"), _list_of(str)),
    "--ef": float,
    "--ez": lambda text: text.lower() in _TRUE,
}


def component_of(text: str) -> str:
    """A component with its full class name: ``a.b/.C`` becomes ``a.b/a.b.C``."""
    package, _, name = text.partition("/")
    return f"{package}/{package}{name}" if name.startswith(".") else text


def short_component(component: str) -> str:
    """A component as Android prints it: ``a.b/a.b.C`` becomes ``a.b/.C``."""
    package, _, name = component.partition("/")
    return f"{package}/{name[len(package) :]}" if name.startswith(package + ".") else component


def _with(intent: Intent, name: str, text: str) -> Intent:
    change: dict[str, Any] = {name: text}
    return intent._replace(**change)


def _parsed(words: list[str]) -> Intent:
    intent = Intent()
    left = list(words)
    while left:
        word = left.pop(0)
        if word in _EXTRAS:
            key, text = left.pop(0), left.pop(0)
            try:
                found = _EXTRAS[word](text)
            except ValueError:
                found = text
            intent = intent._replace(extras=(*intent.extras, (key, found)))
        elif word in _ONE:
            text = left.pop(0)
            if word == "-c":
                intent = intent._replace(categories=(*intent.categories, text))
            if word == "--esn":
                intent = intent._replace(extras=(*intent.extras, (text, None)))
            name = _FIELDS.get(word, "")
            intent = _with(intent, name, text) if name else intent
        elif not word.startswith("-"):  # a component, an address, or a package
            name = "data" if ":" in word else "component" if "/" in word else "package"
            intent = _with(intent, name, word)
    return (
        intent._replace(action=intents.VIEW)
        if intent.data and not (intent.action or intent.component)
        else intent
    )


def intent_of(words: list[str]) -> Intent:
    """The intent that a command's words describe; an empty intent if an argument is missing."""
    try:
        return _parsed(words)
    except IndexError:
        return Intent()


def start(phone: Phone, words: list[str]) -> Outcome:
    """``am start [-S] INTENT``."""
    try:
        intent = _parsed(words)
    except IndexError:
        return phone, f'Error: Argument expected after "{words[-1]}"\n', 1
    return _started(phone, intent, "-S" in words)


def force_stop(phone: Phone, words: list[str]) -> Outcome:
    """``am force-stop|kill PACKAGE``."""
    return (processes.force_stop(phone, words[-1]), "", 0) if words else misused(phone)


def broadcast(phone: Phone, words: list[str]) -> Outcome:
    """``am broadcast -a ACTION [EXTRAS]``."""
    return _broadcast(phone, _parsed(words)) if "-a" in words[:-1] else misused(phone)


def misused(phone: Phone) -> Outcome:
    """The usage, for words that ``am`` does not understand."""
    return phone, _USAGE, 1


def texts_of(intent: Intent) -> dict[str, str]:
    """The extras of an intent, as strings."""
    return {
        key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in intent.extras
    }


def _broadcast(phone: Phone, intent: Intent) -> Outcome:
    texts = texts_of(intent)
    if intent.action == AIRPLANE_MODE_CHANGED and texts.get("state", "") in ("true", "false"):
        phone = radios.airplane_mode_changed(phone)
    for package, app in packages.enabled_of(phone.image).items():
        if app.broadcast is not None and intent.component.partition("/")[0] in ("", package):
            heard = app.broadcast(phone, intent)
            if heard is not None:
                return heard[0], f"Broadcasting: {intent.text}\nBroadcast completed: {heard[1]}\n", 0
    typed = input_methods.broadcast(phone, intent)
    if typed is not None:
        return typed[0], f"Broadcasting: {intent.text}\nBroadcast completed: {typed[1]}\n", 0
    phone, result = automation.broadcast(phone, intent.action, intent.component, texts)
    return phone, f"Broadcasting: {intent.text}\nBroadcast completed: {result}\n", 0


def _started(phone: Phone, intent: Intent, stop: bool) -> Outcome:
    said = f"Starting: {intent.text}\n"
    if not intent.component:
        after = intents.resolved(phone, intent)
        if after is None:
            return phone, f"{said}Error: Activity not started, unable to resolve {intent.text}\n", 1
        return after, said, 0
    component = component_of(intent.component)
    package, _, name = component.partition("/")
    app = packages.enabled_of(phone.image).get(package)
    unseen = automation.start(phone, component) if app is None else None
    if unseen is not None:
        return unseen, said, 0
    if app is None:
        return phone, f"{said}Error type 3\nError: Activity class {{{component}}} does not exist.\n", 1
    if stop:
        phone = processes.force_stop(phone, package)
    if name in ("", app.activity):
        if intent.data:
            asked = intent._replace(action=intent.action or intents.VIEW, package=package)
            after = intents.resolved(phone, asked)
            return (phone if after is None else after), said, 0
        phone = intents.launched(phone, package)
        if app.received is not None and intent.extras:
            phone = app.received(phone, intent)
        return phone, said, 0
    after = intents.started(phone, intent._replace(component=component))
    if after is None:
        return phone, f"{said}Error: Activity class {{{component}}} is not exported.\n", 1
    return after, said, 0
