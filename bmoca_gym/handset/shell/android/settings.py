"""Shell commands that change settings: ``settings``, ``wm``, ``media``, ``svc`` and the dark theme."""

from __future__ import annotations

from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed, usage
from bmoca_gym.handset.system import audio, display, radios, settings
from bmoca_gym.handset.system.notifications import SHELL
from bmoca_gym.handset.value import replace

_SIZE = "ro.bmoca.physical_size"


def system_settings(call: Call) -> Result:
    """``settings [--user USER] get|put|delete|list|reset NAMESPACE [KEY] [VALUE]``."""
    phone, words = call.phone, call.arguments
    if words[:1] == ["--user"]:
        words = words[2:]
    verb, namespace, rest = (words[0] if words else ""), (words[1] if len(words) > 1 else ""), words[2:]
    if verb not in ("get", "put", "delete", "list", "reset"):
        return failed(phone, "usage: settings get|put|delete|list global|secure|system [KEY] [VALUE]\n")
    if namespace not in settings.NAMESPACES:
        return failed(phone, f"Invalid namespace '{namespace}'\n" if namespace else "Bad arguments\n", 255)
    if verb == "get" and len(rest) == 1:
        found = settings.get(phone, namespace, rest[0])
        return printed(phone, f"{'null' if found is None else found}\n")
    if verb == "put" and len(rest) >= 2:
        return Result(settings.put_for_client(phone, namespace, rest[0], rest[1]))
    if verb == "list" and not rest:
        return printed(phone, "".join(f"{key}={text}\n" for key, text in settings.listing(phone, namespace)))
    if verb == "delete" and len(rest) == 1:
        count = int(settings.get(phone, namespace, rest[0]) is not None)
        return printed(settings.delete(phone, namespace, rest[0]), f"Deleted {count} rows\n")
    return failed(phone, "Bad arguments\n", 255)


def window_manager(call: Call) -> Result:
    """``wm size [WxH|reset]``, ``wm density [DPI|reset]``, ``wm user-rotation [free|lock] [0-3]``."""
    phone, words = call.phone, call.arguments
    config = phone.configuration
    physical = settings.physical_density(phone)
    size = "x".join(map(str, display.natural_size(phone)))
    physical_size = phone.properties.get(_SIZE, size)
    if words == ["size"]:
        override = f"Override size: {size}\n" if size != physical_size else ""
        return printed(phone, f"Physical size: {physical_size}\n{override}")
    if len(words) == 2 and words[0] == "size":
        width, _, height = (physical_size if words[1] == "reset" else words[1]).partition("x")
        phone = replace(phone, properties=phone.properties.set(_SIZE, physical_size))
        sides = (int(width), int(height)) if display.rotation(phone) % 2 == 0 else (int(height), int(width))
        config = replace(config, width=sides[0], height=sides[1])
        return Result(replace(phone, configuration=config))
    if words == ["density"]:
        override = f"Override density: {config.density}\n" if config.density != physical else ""
        return printed(phone, f"Physical density: {physical}\n{override}")
    if len(words) == 2 and words[0] == "density":
        wanted = str(physical) if words[1] == "reset" else words[1]
        phone = settings.put_property(phone, settings.PHYSICAL_DENSITY, str(physical))
        return Result(settings.put(phone, "secure", "display_density_forced", wanted))
    if words[:1] == ["dismiss-keyguard"]:
        return Result(display.unlock(display.wake(phone)))
    if words[:1] in (["set-user-rotation"], ["user-rotation"]):
        return _user_rotation(call, words[1:])
    return usage(
        call,
        "wm size [WxH|reset] | wm density [DPI|reset] | wm user-rotation [free|lock] [0-3] | wm dismiss-keyguard",
    )


def _user_rotation(call: Call, words: list[str]) -> Result:
    phone = call.phone
    free = settings.get(phone, *display.AUTO_ROTATE) == "1"
    if not words:
        return printed(phone, "free\n" if free else f"lock {display.rotation(phone)}\n")
    if words == ["free"]:
        return Result(settings.put(phone, *display.AUTO_ROTATE, "1"))
    if words[0] == "lock" and words[1:] in ([], ["0"], ["1"], ["2"], ["3"]):
        wanted = words[1] if len(words) == 2 else str(display.rotation(phone))
        return Result(settings.put(settings.put(phone, *display.ROTATION, wanted), *display.AUTO_ROTATE, "0"))
    return failed(phone, "Error: rotation must be free, or lock and a number from 0 to 3\n", 255)


_LOCK_USAGE = (
    "locksettings get-disabled | set-disabled true|false | set-pin [--old PIN] PIN | clear [--old PIN] | "
    "verify [--old PIN]"
)


def lock_settings(call: Call) -> Result:
    """``locksettings get-disabled | set-disabled | set-pin | clear | verify``: the screen lock."""
    phone, words = call.phone, list(call.arguments)
    verb = words.pop(0) if words else ""
    old = ""
    if words[:1] == ["--old"] and len(words) >= 2:
        old, words = words[1], words[2:]
    kind = display.lock_of(phone)
    if verb == "get-disabled" and not words:
        return printed(phone, f"{str(kind == 'none').lower()}\n")
    if verb == "set-disabled" and words in (["true"], ["false"]):
        if kind != "pin":
            phone = display.set_lock(phone, "none" if words == ["true"] else "swipe")
        return printed(phone, f"Lock screen disabled set to {words[0]}\n")
    if verb in ("set-pin", "clear", "verify"):
        if kind == "pin" and old != display.pin_of(phone):
            return printed(
                phone, f"Old password '{old}' didn't match\n" if old else "Old password not provided\n"
            )
        if verb == "verify":
            return printed(phone, "Lock credential verified successfully\n")
        if verb == "clear":
            return printed(display.set_lock(phone, "swipe"), "Lock credential cleared\n")
        if len(words) == 1:
            try:
                return printed(display.set_lock(phone, "pin", words[0]), f"Pin set to '{words[0]}'\n")
            except ValueError as error:
                return failed(phone, f"Error while executing command: set-pin\n{error}\n", 255)
    return usage(call, _LOCK_USAGE)


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
    if (
        len(words) == 2
        and words[0] in ("wifi", "data", "bluetooth", "nfc")
        and words[1] in ("enable", "disable")
    ):
        on = words[1] == "enable"
        if words[0] == "wifi":
            return Result(radios.set_wifi(phone, on, SHELL, 2000))
        if words[0] == "bluetooth":
            return Result(radios.set_bluetooth(phone, on, SHELL))
        key = "nfc_on" if words[0] == "nfc" else "mobile_data"
        return Result(settings.put(phone, "global", key, str(int(on))))
    stays = {"true": "7", "false": "0", "usb": "2", "ac": "1", "wireless": "4"}
    if len(words) == 3 and words[:2] == ["power", "stayon"] and words[2] in stays:
        return Result(settings.put(phone, "global", "stay_on_while_plugged_in", stays[words[2]]))
    return failed(
        phone,
        "Available commands:\n    svc wifi|data|bluetooth|nfc enable|disable\n"
        "    svc power stayon [true|false|usb|ac|wireless]\n",
    )


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
