"""The commands of the phone's shell. They translate; what they say and do comes from the system's modules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from bmoca_gym.handset.gestures import KEY_CODES, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.system import (
    activities,
    audio,
    clock,
    content,
    files,
    settings,
    shell_builtins,
    shell_intents,
    shell_log,
    shell_logcat,
    shell_screen,
    shell_services,
)
from bmoca_gym.handset.system.shell_call import Call, Command, Result
from bmoca_gym.handset.value import replace

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

Outcome = tuple["Phone", str, int]


def _usage(phone: Phone, text: str) -> Outcome:
    return phone, f"usage: {text}\n", 1


def _echo(phone: Phone, words: list[str]) -> Outcome:
    return phone, " ".join(words) + "\n", 0


def _true(phone: Phone, words: list[str]) -> Outcome:
    return phone, "", 0


def _false(phone: Phone, words: list[str]) -> Outcome:
    return phone, "", 1


def _settings(phone: Phone, words: list[str]) -> Outcome:
    usage = "settings get|put|delete|list global|secure|system [KEY] [VALUE]"
    if words[:1] == ["--user"]:
        words = words[2:]
    if len(words) < 2 or words[1] not in settings.NAMESPACES:
        return _usage(phone, usage)
    verb, namespace, *rest = words
    if verb == "list":
        return phone, "".join(f"{key}={text}\n" for key, text in settings.listing(phone, namespace)), 0
    if verb == "get" and len(rest) == 1:
        found = settings.get(phone, namespace, rest[0])
        return phone, f"{'null' if found is None else found}\n", 0
    if verb == "put" and len(rest) >= 2:
        return settings.put(phone, namespace, rest[0], rest[1]), "", 0
    if verb == "delete" and len(rest) == 1:
        count = int(settings.get(phone, namespace, rest[0]) is not None)
        return settings.delete(phone, namespace, rest[0]), f"Deleted {count} rows\n", 0
    return _usage(phone, usage)


def _wm(phone: Phone, words: list[str]) -> Outcome:
    config = phone.configuration
    physical = settings.physical_density(phone)
    size = f"{config.width}x{config.height}"
    physical_size = phone.properties.get("ro.bmoca.physical_size", size)
    if words == ["size"]:
        override = f"Override size: {size}\n" if size != physical_size else ""
        return phone, f"Physical size: {physical_size}\n{override}", 0
    if len(words) == 2 and words[0] == "size":
        width, _, height = (physical_size if words[1] == "reset" else words[1]).partition("x")
        phone = replace(phone, properties=phone.properties.set("ro.bmoca.physical_size", physical_size))
        config = replace(config, width=int(width), height=int(height))
        return replace(phone, configuration=config), "", 0
    if words == ["density"]:
        override = f"Override density: {config.density}\n" if config.density != physical else ""
        return phone, f"Physical density: {physical}\n{override}", 0
    if len(words) == 2 and words[0] == "density":
        wanted = str(physical) if words[1] == "reset" else words[1]
        phone = settings.put_property(phone, settings.PHYSICAL_DENSITY, str(physical))
        return settings.put(phone, "secure", "display_density_forced", wanted), "", 0
    return _usage(phone, "wm size [WxH|reset] | wm density [DPI|reset]")


def _cmd(phone: Phone, words: list[str]) -> Outcome:
    if words[:2] == ["uimode", "night"]:
        if len(words) == 3:
            if words[2] not in ("yes", "no"):
                return _usage(phone, "cmd uimode night [yes|no]")
            phone = settings.put(phone, "secure", "ui_night_mode", "2" if words[2] == "yes" else "1")
        return phone, f"Night mode: {'yes' if phone.configuration.dark else 'no'}\n", 0
    if words[:1] == ["package"]:
        return _pm(phone, words[1:])
    if words[:1] == ["activity"]:
        return shell_intents.am(phone, words[1:])
    if words[:1] == ["settings"]:
        return _settings(phone, words[1:])
    if words[:1] == ["statusbar"]:
        return shell_services.statusbar(phone, words[1:])
    if words[:1] == ["notification"]:
        return shell_services.notification(phone, words[1:])
    return phone, f"cmd: Can't find service: {words[0] if words else ''}\n", 20


def _getprop(phone: Phone, words: list[str]) -> Outcome:
    if words:
        if words[0] == "persist.sys.locale" and words[0] not in phone.properties:
            return phone, phone.configuration.locale + "\n", 0
        return phone, phone.properties.get(words[0], words[1] if len(words) > 1 else "") + "\n", 0
    return phone, "".join(f"[{k}]: [{v}]\n" for k, v in sorted(phone.properties.items())), 0


def _setprop(phone: Phone, words: list[str]) -> Outcome:
    if len(words) != 2:
        return _usage(phone, "setprop NAME VALUE")
    name, text = words
    if name.startswith("ro."):
        return phone, f"Failed to set property '{name}' to '{text}'.\nSee dmesg for error reason.\n", 1
    if name == "debug.bmoca.clock":
        if text not in ("frozen", "running"):
            return _usage(phone, "setprop debug.bmoca.clock frozen|running")
        phone = clock.freeze(phone, text == "frozen")
    if name == "ctl.restart" and text == "zygote":
        return _restart(phone), "", 0
    return settings.put_property(phone, name, text), "", 0


def _restart(phone: Phone) -> Phone:
    """The phone after its system has restarted: apps closed, and in the language that was set."""
    tag = phone.properties.get("persist.sys.locale")
    if tag:
        phone = settings.set_locale(phone, tag)
        phone = replace(phone, properties=phone.properties.delete("persist.sys.locale"))
    return replace(activities.remove_all_tasks(phone), notifications=(), shade=None)


def _media(phone: Phone, words: list[str]) -> Outcome:
    usage = "media volume --stream NUMBER --get | --set LEVEL | --adj raise|lower|same"
    if words[:1] != ["volume"]:
        return _usage(phone, usage)
    stream, text = 3, ""
    options = words[1:]
    while options:
        option = options.pop(0)
        if option == "--stream":
            stream = int(options.pop(0))
        elif option == "--set":
            phone = audio.set_volume(phone, stream, int(options.pop(0)))
        elif option == "--adj":
            step = {"raise": 1, "lower": -1, "same": 0}[options.pop(0)]
            phone = audio.set_volume(phone, stream, audio.volume(phone, stream) + step)
        elif option == "--get":
            low, high = audio.limits(stream)
            text += (
                f"[v] will get volume\n[v] volume is {audio.volume(phone, stream)} in range [{low}..{high}]\n"
            )
        elif option != "--show":
            return _usage(phone, usage)
    return phone, text, 0


def _date(phone: Phone, words: list[str]) -> Outcome:
    if words[:1] and words[0].startswith("+"):
        now = clock.local_time(phone)
        if words[0] == "+%s":
            return phone, f"{phone.clock.wall // 1000}\n", 0
        return phone, now.strftime(words[0][1:]) + "\n", 0
    if words:
        text = words[1] if words[0] == "-s" and len(words) > 1 else words[0]
        form = "%m%d%H%M%Y.%S" if "." in text else "%m%d%H%M%Y"
        try:
            wall = clock.wall_of(phone, datetime.strptime(text, form))
        except (OverflowError, ValueError):
            return phone, f"date: bad date '{text}'; write MMDDhhmmYYYY[.SS]\n", 1
        if not clock.FIRST_WALL <= wall <= clock.LAST_WALL:
            return phone, f"date: cannot set date '{text}': it is before 1970 or too far off\n", 1
        phone = clock.set_wall(phone, wall)
    return (
        phone,
        clock.local_time(phone).strftime("%a %b %e %H:%M:%S ")
        + clock.zone_of(phone)
        + clock.local_time(phone).strftime(" %Y\n"),
        0,
    )


_NO_INSTALL = "Failure [INSTALL_FAILED_USER_RESTRICTED: this phone runs only the apps it came with]\n"


def _pm(phone: Phone, words: list[str]) -> Outcome:
    from bmoca_gym.handset import apps

    verb, *rest = words or [""]
    if verb == "list" and rest[:1] == ["packages"]:
        return phone, "".join(f"package:{name}\n" for name in sorted(apps.packages())), 0
    if verb == "path" and rest:
        return (
            (phone, f"package:/data/app/{rest[0]}/base.apk\n", 0)
            if rest[0] in apps.packages()
            else (phone, "", 1)
        )
    if verb == "clear" and rest:
        found = apps.packages().get(rest[0])
        if found is None:
            return phone, "Failed\n", 1
        phone = clock.cancel_all(shell_intents.force_stop(phone, rest[0]), rest[0])
        return replace(phone, apps=phone.apps.set(rest[0], found.state())), "Success\n", 0
    if verb in ("install", "install-create"):
        return phone, _NO_INSTALL, 1
    return _usage(phone, "pm list packages | pm path PACKAGE | pm clear PACKAGE")


def _input(phone: Phone, words: list[str]) -> Outcome:
    from bmoca_gym.handset.phone import perform

    usage = "input tap X Y | swipe X Y X Y [MS] | text TEXT | keyevent KEY"
    verb, *rest = words or [""]
    width, height = phone.configuration.width, phone.configuration.height
    if verb == "tap" and len(rest) == 2:
        return perform(phone, Tap(_part(rest[0], width), _part(rest[1], height))), "", 0
    if verb in ("swipe", "draganddrop") and len(rest) >= 4:
        x0, y0, x1, y1 = (_part(word, (width, height)[i % 2]) for i, word in enumerate(rest[:4]))
        seconds = int(rest[4]) / 1000 if len(rest) > 4 else 0.3
        return perform(phone, Swipe(x0, y0, x1, y1, seconds)), "", 0
    if verb == "text" and rest:
        return perform(phone, TypeText(rest[0].replace("%s", " "))), "", 0
    if verb == "keyevent" and rest:
        for word in rest:
            name = word.removeprefix("KEYCODE_")
            names = {"APP_SWITCH": "OVERVIEW"} | {str(code): key for key, code in KEY_CODES.items()}
            phone = perform(phone, PressKey(names.get(name, name)))
        return phone, "", 0
    return _usage(phone, usage)


def _part(word: str, size: int) -> float:
    return min(max(0.0, float(word) / size), 1.0)


def _dumpsys(phone: Phone, words: list[str]) -> Outcome:
    front = activities.top(phone)
    if words[:1] == ["activity"]:
        line = f"    mResumedActivity: ActivityRecord{{u0 {front.short_component} t{len(phone.tasks)}}}\n"
        return phone, "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n" + line, 0
    if words[:1] == ["window"]:
        return phone, f"  mCurrentFocus=Window{{u0 {front.component}}}\n", 0
    found = shell_services.dumpsys(phone, words[0]) if words else None
    if found is not None:
        return phone, found, 0
    return phone, f"Can't find service: {words[0] if words else ''}\n", 0


def _content(phone: Phone, words: list[str]) -> Outcome:
    if words[:1] == ["insert"]:
        return content.insert(phone, words[1:]), "", 0
    if words[:1] != ["query"]:
        return _usage(phone, content.USAGE)
    return phone, content.query(phone, words[1:]), 0


def _cat(phone: Phone, words: list[str]) -> tuple[Phone, bytes, int]:
    return phone, b"".join(files.read(phone, path) for path in words), 0


def _ls(phone: Phone, words: list[str]) -> Outcome:
    folder = files.resolve(next((w for w in words if not w.startswith("-")), "/"))
    if folder in files.paths(phone):
        return phone, folder + "\n", 0
    if not files.exists(phone, folder):
        return phone, f"ls: {folder}: No such file or directory\n", 1
    return phone, "".join(name + "\n" for name in files.names_in(phone, folder)), 0


def _mkdir(phone: Phone, words: list[str]) -> Outcome:
    parents = any(w.startswith("-") and "p" in w for w in words)
    for path in (w for w in words if not w.startswith("-")):
        if parents and files.is_directory(phone, path):
            continue
        above = files.resolve(path).rpartition("/")[0]
        if not parents and above and not files.is_directory(phone, above):
            return phone, f"mkdir: {path}: No such file or directory\n", 1
        phone = files.make_directory(phone, path)
    return phone, "", 0


def _rm(phone: Phone, words: list[str]) -> Outcome:
    flags = "".join(w for w in words if w.startswith("-"))
    for path in (w for w in words if not w.startswith("-")):
        if "r" in flags.lower() and files.is_directory(phone, path):
            phone = files.delete_directory(phone, path)
        elif files.exists(phone, path) or "f" not in flags:
            phone = files.delete(phone, path)
    return phone, "", 0


def _whoami(phone: Phone, words: list[str]) -> Outcome:
    return phone, "root\n", 0


def _of_words(function: Callable[[Phone, list[str]], tuple[Phone, str | bytes, int]]) -> Command:
    """A command that is a function of the phone and its words alone. What it says when it fails is an error."""

    def command(call: Call) -> Result:
        phone, said, code = function(call.phone, call.arguments)
        data = said if isinstance(said, bytes) else said.encode("utf-8", "replace")
        return Result(phone, data) if code == 0 else Result(phone, b"", data, code)

    return command


COMMANDS: dict[str, Command] = {
    name: _of_words(function) for name, function in {
    "am": shell_intents.am, "cat": _cat, "chmod": _true, "chown": _true, "cmd": _cmd, "content": _content,
    "date": _date, "dumpsys": _dumpsys, "echo": _echo, "export": _true, "false": _false, "getprop": _getprop,
    "input": _input, "logcat": shell_logcat.logcat, "ls": _ls, "media": _media, "mkdir": _mkdir,
    "monkey": shell_services.monkey, "pm": _pm, "restorecon": _true, "rm": _rm,
    "screencap": shell_screen.screencap, "service": shell_services.service, "setprop": _setprop,
    "settings": _settings, "svc": shell_services.svc, "sync": _true, "true": _true,
    "uiautomator": shell_screen.uiautomator, "whoami": _whoami, "wm": _wm,
}.items()}  # fmt: skip
COMMANDS |= shell_builtins.COMMANDS | shell_log.COMMANDS
