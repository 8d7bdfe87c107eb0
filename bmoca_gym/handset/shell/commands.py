"""The table of all shell commands, and ``cmd`` and ``service``, which call others of them."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.shell import builtins
from bmoca_gym.handset.shell.android import (
    activities,
    automation,
    bug_report,
    content,
    date,
    device_config,
    dumpsys,
    input,
    input_methods,
    location,
    log,
    logcat,
    machine,
    packages,
    processes,
    properties,
    screen,
    service_verbs,
    settings,
    top,
    touchscreen,
)
from bmoca_gym.handset.shell.android import services as shell_services
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed
from bmoca_gym.handset.shell.tools import (
    blocks,
    comparing,
    files,
    find,
    grep,
    listing,
    sqlite,
    tar,
    terminal,
    text,
)
from bmoca_gym.handset.shell.tools import lines as shell_lines
from bmoca_gym.handset.shell.tools.awk import running as awk
from bmoca_gym.handset.state import Phone


def of_words(function: Callable[[Phone, list[str]], tuple[Phone, str | bytes, int]]) -> Command:
    """Make a command of a function of phone and words. If it fails, its text goes to standard error."""

    def command(call: Call) -> Result:
        phone, said, code = function(call.phone, call.arguments)
        data = said if isinstance(said, bytes) else said.encode("utf-8", "replace")
        return Result(phone, data) if code == 0 else Result(phone, b"", data, code)

    return command


#: Commands that ``cmd SERVICE`` hands its words to.
_SERVICES: dict[str, Command] = {
    **service_verbs.COMMANDS,
    "activity": activities.manage, "appops": machine.operations, "input": input.gesture,
    "input_method": input_methods.manage,
    "notification": of_words(shell_services.notification),
    "location": location.manage, "lock_settings": settings.lock_settings, "media_session": settings.media,
    "package": packages.manage, "role": of_words(shell_services.role), "settings": settings.system_settings,
    "statusbar": of_words(shell_services.statusbar), "uimode": settings.night_mode,
    "device_config": device_config.manage,
    "battery": dumpsys.set_battery, "bluetooth_manager": settings.bluetooth, "wifi": settings.wifi,
    "window": settings.window_manager,
}  # fmt: skip


def service_command(call: Call) -> Result:
    """``cmd SERVICE WORDS``, ``cmd -l``."""
    words = call.arguments[1:] if call.arguments[:1] == ["-w"] else call.arguments
    if words[:1] == ["-l"]:
        return printed(
            call.phone,
            "Currently running services:\n" + "".join(f"  {name}\n" for name in dumpsys.NAMES),
        )
    found = _SERVICES.get(words[0]) if words else None
    if found is None:
        return failed(call.phone, f"cmd: Can't find service: {words[0] if words else ''}\n", 20)
    return found(call._replace(name=words[0], arguments=words[1:]))


def services(call: Call) -> Result:
    """``service list``, ``service check NAME``, ``service call ...``."""
    words = call.arguments
    if words == ["list"]:
        names = dumpsys.NAMES
        lines = [
            f"{at}\t{name}: [android.os.I{name.title().replace('_', '').replace('.', '')}]\n"
            for at, name in enumerate(names)
        ]
        return printed(call.phone, f"Found {len(names)} services:\n" + "".join(lines))
    if len(words) == 2 and words[0] == "check":
        return printed(
            call.phone, f"Service {words[1]}: {'' if words[1] in dumpsys.NAMES else 'not '}found\n"
        )
    return of_words(shell_services.service)(call)


def goes_on(call: Call) -> bool:
    """Whether a command runs until something ends it, as ``logcat`` does."""
    if call.name == "getevent":
        return touchscreen.watch_of(call) is not None
    if call.name != "logcat":
        return False
    try:
        return logcat.request_of(call.phone, call.arguments).endless
    except logcat.LogcatError:
        return False


COMMANDS: dict[str, Command] = {
    **activities.COMMANDS, **automation.COMMANDS, **builtins.COMMANDS, **content.COMMANDS,
    **awk.COMMANDS, **blocks.COMMANDS, **bug_report.COMMANDS, **comparing.COMMANDS, **device_config.COMMANDS,
    **dumpsys.COMMANDS,
    **files.COMMANDS, **find.COMMANDS, **grep.COMMANDS, **input.COMMANDS, **input_methods.COMMANDS,
    **shell_lines.COMMANDS,
    **listing.COMMANDS, **log.COMMANDS, **machine.COMMANDS, **packages.COMMANDS,
    **processes.COMMANDS, **date.COMMANDS, **properties.COMMANDS, **screen.COMMANDS, **settings.COMMANDS,
    **sqlite.COMMANDS, **terminal.COMMANDS, **top.COMMANDS, **touchscreen.COMMANDS, **tar.COMMANDS, **text.COMMANDS,
    "cmd": service_command, "logcat": of_words(logcat.logcat), "monkey": of_words(shell_services.monkey),
    "screencap": of_words(screen.screencap), "service": services,
    "uiautomator": of_words(screen.uiautomator),
}  # fmt: skip
#: Commands that have a program of their own in ``/system/bin``; the others are the shell's.
PROGRAMS = frozenset(COMMANDS) - builtins.WITHOUT_PROGRAM | {"toybox", "toolbox"}
