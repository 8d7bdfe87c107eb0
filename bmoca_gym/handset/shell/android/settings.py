"""Shell commands that change settings: ``settings``, ``wm``, ``media``, ``svc`` and the dark theme."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.shell.android.service_verbs import Verb
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed, usage
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import audio, display, radios, settings
from bmoca_gym.handset.system.notifications import SHELL
from bmoca_gym.handset.value import replace

_SIZE = "ro.bmoca.physical_size"


def system_settings(call: Call) -> Result:
    """``settings [--user USER] get|put|delete|list NAMESPACE [KEY] [VALUE]``."""
    phone = call.phone
    words = call.arguments[2:] if call.arguments[:1] == ["--user"] else call.arguments
    verb, namespace, *rest = words + [""] * (2 - len(words))
    if verb not in _SETTINGS:
        return failed(phone, "usage: settings get|put|delete|list global|secure|system [KEY] [VALUE]\n")
    if namespace not in settings.NAMESPACES:
        return failed(phone, f"Invalid namespace '{namespace}'\n" if namespace else "Bad arguments\n", 255)
    run, least, most = _SETTINGS[verb]
    if not least <= len(rest) <= most:
        return failed(phone, "Bad arguments\n", 255)
    return run(phone, namespace, rest)


def _get(phone: Phone, namespace: str, words: list[str]) -> Result:
    found = settings.get(phone, namespace, words[0])
    return printed(phone, f"{'null' if found is None else found}\n")


def _put(phone: Phone, namespace: str, words: list[str]) -> Result:
    return Result(settings.put_for_client(phone, namespace, words[0], words[1]))


def _list(phone: Phone, namespace: str, words: list[str]) -> Result:
    return printed(phone, "".join(f"{key}={text}\n" for key, text in settings.listing(phone, namespace)))


def _delete(phone: Phone, namespace: str, words: list[str]) -> Result:
    count = int(settings.get(phone, namespace, words[0]) is not None)
    return printed(settings.delete(phone, namespace, words[0]), f"Deleted {count} rows\n")


def _reset(phone: Phone, namespace: str, words: list[str]) -> Result:
    """Refuse: the phone does not record who wrote a setting, nor its default."""
    return failed(phone, "Bad arguments\n", 255)


_ANY = 1 << 16
#: The verbs: what runs, and how few and how many words follow the namespace.
_SETTINGS: dict[str, tuple[Callable[[Phone, str, list[str]], Result], int, int]] = {
    "delete": (_delete, 1, 1),
    "get": (_get, 1, 1),
    "list": (_list, 0, 0),
    "put": (_put, 2, _ANY),
    "reset": (_reset, 0, _ANY),
}


def window_manager(call: Call) -> Result:
    """``wm VERB WORDS``: size, density and rotation of the screen. `_WINDOWS` lists the verbs."""
    verb, *words = call.arguments or [""]
    run = _WINDOWS.get(verb)
    result = None if run is None else run(call.phone, words)
    return usage(call, _WINDOWS_USAGE) if result is None else result


def _size(phone: Phone, words: list[str]) -> Result | None:
    size = "x".join(map(str, display.natural_size(phone)))
    physical = phone.properties.get(_SIZE, size)
    if not words:
        override = f"Override size: {size}\n" if size != physical else ""
        return printed(phone, f"Physical size: {physical}\n{override}")
    if len(words) > 1:
        return None
    width, _, height = (physical if words[0] == "reset" else words[0]).partition("x")
    phone = replace(phone, properties=phone.properties.set(_SIZE, physical))
    sides = (int(width), int(height)) if display.rotation(phone) % 2 == 0 else (int(height), int(width))
    config = replace(phone.configuration, width=sides[0], height=sides[1])
    return Result(replace(phone, configuration=config))


def _density(phone: Phone, words: list[str]) -> Result | None:
    physical, density = settings.physical_density(phone), phone.configuration.density
    if not words:
        override = f"Override density: {density}\n" if density != physical else ""
        return printed(phone, f"Physical density: {physical}\n{override}")
    if len(words) > 1:
        return None
    wanted = str(physical) if words[0] == "reset" else words[0]
    phone = settings.put_property(phone, settings.PHYSICAL_DENSITY, str(physical))
    return Result(settings.put(phone, "secure", "display_density_forced", wanted))


def _dismiss_keyguard(phone: Phone, words: list[str]) -> Result:
    return Result(display.unlock(display.wake(phone)))


def _user_rotation(phone: Phone, words: list[str]) -> Result:
    free = settings.get(phone, *display.AUTO_ROTATE) == "1"
    if not words:
        return printed(phone, "free\n" if free else f"lock {display.rotation(phone)}\n")
    if words == ["free"]:
        return Result(settings.put(phone, *display.AUTO_ROTATE, "1"))
    if words[0] == "lock" and words[1:] in ([], ["0"], ["1"], ["2"], ["3"]):
        wanted = words[1] if len(words) == 2 else str(display.rotation(phone))
        return Result(settings.put(settings.put(phone, *display.ROTATION, wanted), *display.AUTO_ROTATE, "0"))
    return failed(phone, "Error: rotation must be free, or lock and a number from 0 to 3\n", 255)


_WINDOWS_USAGE = (
    "wm size [WxH|reset] | wm density [DPI|reset] | wm user-rotation [free|lock] [0-3] | wm dismiss-keyguard"
)
_WINDOWS: dict[str, Verb] = {
    "density": _density,
    "dismiss-keyguard": _dismiss_keyguard,
    "set-user-rotation": _user_rotation,
    "size": _size,
    "user-rotation": _user_rotation,
}


def lock_settings(call: Call) -> Result:
    """``locksettings VERB [--old PIN] WORDS``: the screen lock. `_LOCK` lists the verbs."""
    phone = call.phone
    verb, *words = call.arguments or [""]
    old = ""
    if words[:1] == ["--old"] and len(words) >= 2:
        old, words = words[1], words[2:]
    if verb in _WITH_PIN and display.lock_of(phone) == "pin" and old != display.pin_of(phone):
        return printed(
            phone, f"Old password '{old}' didn't match\n" if old else "Old password not provided\n"
        )
    run = _LOCK.get(verb)
    result = None if run is None else run(phone, words)
    return usage(call, _LOCK_USAGE) if result is None else result


def _is_disabled(phone: Phone, words: list[str]) -> Result | None:
    return None if words else printed(phone, f"{str(display.lock_of(phone) == 'none').lower()}\n")


def _set_disabled(phone: Phone, words: list[str]) -> Result | None:
    if words not in (["true"], ["false"]):
        return None
    if display.lock_of(phone) != "pin":
        phone = display.set_lock(phone, "none" if words == ["true"] else "swipe")
    return printed(phone, f"Lock screen disabled set to {words[0]}\n")


def _set_pin(phone: Phone, words: list[str]) -> Result | None:
    if len(words) != 1:
        return None
    try:
        return printed(display.set_lock(phone, "pin", words[0]), f"Pin set to '{words[0]}'\n")
    except ValueError as error:
        return failed(phone, f"Error while executing command: set-pin\n{error}\n", 255)


def _clear(phone: Phone, words: list[str]) -> Result:
    return printed(display.set_lock(phone, "swipe"), "Lock credential cleared\n")


def _verify(phone: Phone, words: list[str]) -> Result:
    return printed(phone, "Lock credential verified successfully\n")


_LOCK_USAGE = (
    "locksettings get-disabled | set-disabled true|false | set-pin [--old PIN] PIN | clear [--old PIN] | "
    "verify [--old PIN]"
)
_LOCK: dict[str, Verb] = {
    "clear": _clear,
    "get-disabled": _is_disabled,
    "set-disabled": _set_disabled,
    "set-pin": _set_pin,
    "verify": _verify,
}
#: Verbs that need the old PIN if there is one.
_WITH_PIN = frozenset({"clear", "set-pin", "verify"})


def media(call: Call) -> Result:
    """``media volume --stream NUMBER --get | --set LEVEL | --adj raise|lower|same``."""
    text = "media volume --stream NUMBER --get | --set LEVEL | --adj raise|lower|same"
    phone = call.phone
    if call.arguments[:1] != ["volume"]:
        return usage(call, text)
    stream, said = 3, ""
    words = call.arguments[1:]
    while words:
        option = words.pop(0)
        if option == "--stream":
            stream = int(words.pop(0))
        elif option == "--set":
            phone = audio.set_volume(phone, stream, int(words.pop(0)))
        elif option == "--adj":
            step = {"raise": 1, "lower": -1, "same": 0}[words.pop(0)]
            phone = audio.set_volume(phone, stream, audio.volume(phone, stream) + step)
        elif option == "--get":
            low, high = audio.limits(stream)
            said += (
                f"[v] will get volume\n[v] volume is {audio.volume(phone, stream)} in range [{low}..{high}]\n"
            )
        elif option != "--show":
            return usage(call, text)
    return printed(phone, said)


def night_mode(call: Call) -> Result:
    """``cmd uimode night [yes|no]``."""
    phone, words = call.phone, call.arguments
    if words[:1] != ["night"] or len(words) > 2 or words[1:] not in ([], ["yes"], ["no"]):
        return usage(call, "cmd uimode night [yes|no]")
    if len(words) == 2:
        phone = settings.put(phone, "secure", "ui_night_mode", "2" if words[1] == "yes" else "1")
    return printed(phone, f"Night mode: {'yes' if phone.configuration.dark else 'no'}\n")


def radio(call: Call) -> Result:
    """``svc wifi|data|bluetooth|nfc enable|disable``; ``svc power stayon VALUE``."""
    phone, words = call.phone, call.arguments
    if len(words) == 2 and words[0] in _SWITCHES and words[1] in ("enable", "disable"):
        return Result(_SWITCHES[words[0]](phone, words[1] == "enable"))
    if len(words) == 3 and words[:2] == ["power", "stayon"] and words[2] in _STAYS_ON:
        return Result(settings.put(phone, "global", "stay_on_while_plugged_in", _STAYS_ON[words[2]]))
    return failed(
        phone,
        "Available commands:\n    svc wifi|data|bluetooth|nfc enable|disable\n"
        "    svc power stayon [true|false|usb|ac|wireless]\n",
    )


_STAYS_ON = {"true": "7", "false": "0", "usb": "2", "ac": "1", "wireless": "4"}
_SWITCHES: dict[str, Callable[[Phone, bool], Phone]] = {
    "bluetooth": lambda phone, on: radios.set_bluetooth(phone, on, SHELL),
    "data": lambda phone, on: settings.put(phone, "global", "mobile_data", str(int(on))),
    "nfc": lambda phone, on: settings.put(phone, "global", "nfc_on", str(int(on))),
    "wifi": lambda phone, on: radios.set_wifi(phone, on, SHELL, 2000),
}


def wifi(call: Call) -> Result:
    """``cmd wifi [-w] set-wifi-enabled enabled|disabled``, ``status``."""
    words = [word for word in call.arguments if word != "-w"]
    if len(words) == 2 and words[0] == "set-wifi-enabled" and words[1] in ("enabled", "disabled"):
        return Result(radios.set_wifi(call.phone, words[1] == "enabled", SHELL, 2000))
    if words == ["status"]:
        on = radios.wifi(call.phone)
        network = f'Wifi is connected to "{radios.NETWORK}"\n' if on else ""
        return printed(call.phone, f"Wifi is {'enabled' if on else 'disabled'}\n{network}")
    return usage(call, "cmd wifi set-wifi-enabled enabled|disabled | cmd wifi status", 255)


def bluetooth(call: Call) -> Result:
    """``cmd bluetooth_manager enable|disable``."""
    if call.arguments in (["enable"], ["disable"]):
        return Result(radios.set_bluetooth(call.phone, call.arguments == ["enable"], SHELL))
    return usage(call, "cmd bluetooth_manager enable|disable", 255)


COMMANDS: dict[str, Command] = {
    "locksettings": lock_settings, "media": media, "settings": system_settings, "svc": radio,
    "wm": window_manager,
}  # fmt: skip
