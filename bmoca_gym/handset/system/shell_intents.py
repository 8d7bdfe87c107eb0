"""The activity manager's shell commands: what an intent's action, data and component start, and what they can't."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from bmoca_gym.handset.system import (
    activities,
    automation_packages,
    notifications,
    radios,
    shell_automation,
    web,
)

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

Outcome = tuple["Phone", str, int]

_USAGE = (
    "usage: am start [-a ACTION] [-d DATA] [-n PACKAGE/ACTIVITY] | am force-stop PACKAGE | "
    "am broadcast -a ACTION [--ez state true|false]\n"
)
_MAIN = "android.intent.action.MAIN"
_VIEW, _DIAL, _CALL, _SENDTO = (
    f"android.intent.action.{name}" for name in ("VIEW", "DIAL", "CALL", "SENDTO")
)
AIRPLANE_MODE_CHANGED = "android.intent.action.AIRPLANE_MODE"
#: Options of an intent that take one word, and two.
_ONE = {"-a", "-d", "-n", "-c", "-t", "-f", "-p", "-i", "--user", "--display", "--windowingMode", "--esn"}
_TWO = {"-e", "--es", "--ei", "--el", "--ef", "--ez", "--eu", "--ecn"}


class Intent(NamedTuple):
    """What ``am`` is told to start or send. ``extras``: (key, text) pairs."""

    action: str = ""
    data: str = ""
    component: str = ""
    package: str = ""
    categories: tuple[str, ...] = ()
    extras: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """As the activity manager prints it."""
        parts = [
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={self.data}" if self.data else "",
            f"pkg={self.package}" if self.package else "",
            f"cmp={self.component}" if self.component else "",
            "(has extras)" if self.extras else "",
        ]
        return "Intent { " + " ".join(filter(None, parts)) + " }"


def component_of(text: str) -> str:
    """A component with its class in full: ``a.b/.C`` is ``a.b/a.b.C``."""
    package, _, name = text.partition("/")
    return f"{package}/{package}{name}" if name.startswith(".") else text


def short_component(component: str) -> str:
    """A component as Android prints it: ``a.b/a.b.C`` is ``a.b/.C``."""
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
        if word in _TWO:
            key, text = left.pop(0), left.pop(0)
            intent = intent._replace(extras=(*intent.extras, (key, text)))
        elif word in _ONE:
            text = left.pop(0)
            if word == "-c":
                intent = intent._replace(categories=(*intent.categories, text))
            name = {"-a": "action", "-d": "data", "-n": "component", "-p": "package"}.get(word, "")
            intent = _with(intent, name, text) if name else intent
        elif not word.startswith("-"):  # a component, an address, or a package
            name = "data" if ":" in word else "component" if "/" in word else "package"
            intent = _with(intent, name, word)
    return (
        intent._replace(action=_VIEW) if intent.data and not (intent.action or intent.component) else intent
    )


def intent_of(words: list[str]) -> Intent:
    """The intent that the words of a command describe, empty where they describe none."""
    try:
        return _parsed(words)
    except IndexError:
        return Intent()


def am(phone: Phone, words: list[str]) -> Outcome:
    """``am start``, ``force-stop``, ``kill``, ``broadcast``."""
    verb, *rest = words or [""]
    if verb in ("start", "start-activity"):
        try:
            intent = _parsed(rest)
        except IndexError:
            return phone, f'Error: Argument expected after "{rest[-1]}"\n', 1
        return _started(phone, intent, "-S" in rest)
    if verb in ("force-stop", "kill") and rest:
        return force_stop(phone, rest[-1]), "", 0
    if verb == "broadcast" and "-a" in rest[:-1]:
        return _broadcast(phone, _parsed(rest))
    return phone, _USAGE, 1


def force_stop(phone: Phone, package: str) -> Phone:
    """The phone with that app stopped: no task, no process, no notifications."""
    return notifications.cancel_all(automation_packages.ended(phone, package), package)


def _broadcast(phone: Phone, intent: Intent) -> Outcome:
    if intent.action == AIRPLANE_MODE_CHANGED and dict(intent.extras).get("state", "").lower() in (
        "true",
        "false",
    ):
        phone = radios.airplane_mode_changed(phone)
    phone, result = shell_automation.broadcast(phone, intent.action, intent.component, dict(intent.extras))
    return phone, f"Broadcasting: {intent.text}\nBroadcast completed: {result}\n", 0


def _started(phone: Phone, intent: Intent, stop: bool) -> Outcome:
    from bmoca_gym.handset import apps

    said = f"Starting: {intent.text}\n"
    if intent.component:
        component = component_of(intent.component)
        package, _, name = component.partition("/")
        app = apps.INSTALLED.get(package)
        unseen = shell_automation.start(phone, component) if app is None else None
        if unseen is not None:
            return unseen, said, 0
        if app is None:
            return phone, f"{said}Error type 3\nError: Activity class {{{component}}} does not exist.\n", 1
        if stop:
            phone = force_stop(phone, package)
        if name in ("", app.activity):
            if intent.data:
                after = _viewed(phone, intent._replace(action=intent.action or _VIEW))
                return (phone if after is None else after), said, 0
            return _launched(phone, package), said, 0
        shown = _page_of(package, name)
        if shown is None:
            return phone, f"{said}Error: Activity class {{{component}}} is not exported.\n", 1
        from bmoca_gym.handset.apps.settings import intents

        return intents.show_page(phone, shown, intent.action, component), said, 0
    after = _resolved(phone, intent)
    if after is None:
        return phone, f"{said}Error: Activity not started, unable to resolve {intent.text}\n", 1
    return after, said, 0


def _page_of(package: str, name: str) -> str | None:
    from bmoca_gym.handset.apps.settings import intents
    from bmoca_gym.handset.apps.settings.state import PACKAGE

    prefix = PACKAGE + "."
    return intents.page_of_class(name.removeprefix(prefix)) if package == PACKAGE else None


def _launched(phone: Phone, package: str) -> Phone:
    from bmoca_gym.handset import apps

    app = apps.INSTALLED[package]
    return activities.go_home(phone) if app is apps.LAUNCHER else activities.start(phone, app.component)


def _resolved(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with what answers an intent without a component; None where nothing does."""
    from bmoca_gym.handset import apps
    from bmoca_gym.handset.apps.settings import intents

    action = intent.action
    if action in ("", _MAIN):
        if "android.intent.category.HOME" in intent.categories:
            return activities.go_home(phone)
        return _launched(phone, intent.package) if intent.package in apps.INSTALLED else None
    if action == intents.APP_DETAILS_ACTION:
        package = intent.data.removeprefix("package:")
        return intents.show_app(phone, package) if package in apps.INSTALLED else None
    page = intents.page_of_action(action)
    if page == "":
        return _launched(phone, "com.android.settings")
    return _viewed(phone, intent) if page is None else intents.show_page(phone, page, action)


def _viewed(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with what shows the intent's data."""
    if intent.action not in (_VIEW, _DIAL, _CALL, _SENDTO):
        return None
    try:
        address = urlsplit(intent.data)
    except ValueError:
        return None
    if address.scheme in ("sms", "smsto") and intent.action in (_VIEW, _SENDTO):
        from bmoca_gym.handset.apps.messages import state as messages

        return messages.write_to(phone, unquote(address.path), dict(intent.extras).get("sms_body", ""))
    if intent.action == _SENDTO:
        return None
    if address.scheme == "tel" or (intent.action == _DIAL and not intent.data):
        from bmoca_gym.handset.apps.dialer import state as dialer

        number = unquote(address.path)
        if intent.action == _CALL:
            return dialer.call_number(phone, number)
        return dialer.dial(phone, number)
    if intent.action == _VIEW and address.scheme in ("http", "https"):
        return web.shown(phone, intent.data)
    if intent.action == _VIEW and address.scheme in ("geo", "google.navigation"):
        from bmoca_gym.handset.apps.maps import state as maps

        return maps.view(phone, intent.data)
    return None
