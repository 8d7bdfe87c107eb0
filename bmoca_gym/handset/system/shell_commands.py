"""The table of the shell's commands, and ``cmd`` and ``service``, which hand on to other commands of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bmoca_gym.handset.system import (
    shell_activities,
    shell_automation,
    shell_builtins,
    shell_content,
    shell_dumpsys,
    shell_files,
    shell_find,
    shell_grep,
    shell_input,
    shell_lines,
    shell_listing,
    shell_log,
    shell_logcat,
    shell_machine,
    shell_packages,
    shell_processes,
    shell_screen,
    shell_services,
    shell_settings,
    shell_sqlite,
    shell_tar,
    shell_text,
)
from bmoca_gym.handset.system.shell_call import Call, Command, Result, failed, printed

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone


def of_words(function: Callable[[Phone, list[str]], tuple[Phone, str | bytes, int]]) -> Command:
    """A command that is a function of the phone and its words alone. What it says when it fails is an error."""

    def command(call: Call) -> Result:
        phone, said, code = function(call.phone, call.arguments)
        data = said if isinstance(said, bytes) else said.encode("utf-8", "replace")
        return Result(phone, data) if code == 0 else Result(phone, b"", data, code)

    return command


#: Commands that ``cmd SERVICE`` hands its words to.
_SERVICES: dict[str, Command] = {
    "activity": shell_activities.manage, "appops": shell_machine.operations, "input": shell_input.gesture,
    "notification": of_words(shell_services.notification),
    "lock_settings": shell_machine.lock, "media_session": shell_settings.media,
    "package": shell_packages.packages, "settings": shell_settings.system_settings,
    "statusbar": of_words(shell_services.statusbar), "uimode": shell_settings.night_mode,
}  # fmt: skip


def service_command(call: Call) -> Result:
    """``cmd SERVICE WORDS``, ``cmd -l``."""
    words = call.arguments
    if words[:1] == ["-l"]:
        return printed(
            call.phone,
            "Currently running services:\n" + "".join(f"  {name}\n" for name in shell_dumpsys.NAMES),
        )
    found = _SERVICES.get(words[0]) if words else None
    if found is None:
        return failed(call.phone, f"cmd: Can't find service: {words[0] if words else ''}\n", 20)
    return found(call._replace(name=words[0], arguments=words[1:]))


def services(call: Call) -> Result:
    """``service list``, ``service check NAME``, ``service call ...``."""
    words = call.arguments
    if words == ["list"]:
        names = shell_dumpsys.NAMES
        lines = [
            f"{at}\t{name}: [android.os.I{name.title().replace('_', '').replace('.', '')}]\n"
            for at, name in enumerate(names)
        ]
        return printed(call.phone, f"Found {len(names)} services:\n" + "".join(lines))
    if len(words) == 2 and words[0] == "check":
        return printed(
            call.phone, f"Service {words[1]}: {'' if words[1] in shell_dumpsys.NAMES else 'not '}found\n"
        )
    return of_words(shell_services.service)(call)


COMMANDS: dict[str, Command] = {
    **shell_activities.COMMANDS, **shell_automation.COMMANDS, **shell_builtins.COMMANDS, **shell_content.COMMANDS,
    **shell_dumpsys.COMMANDS,
    **shell_files.COMMANDS, **shell_find.COMMANDS, **shell_grep.COMMANDS, **shell_input.COMMANDS,
    **shell_lines.COMMANDS,
    **shell_listing.COMMANDS, **shell_log.COMMANDS, **shell_machine.COMMANDS, **shell_packages.COMMANDS,
    **shell_processes.COMMANDS, **shell_settings.COMMANDS,
    **shell_sqlite.COMMANDS, **shell_tar.COMMANDS, **shell_text.COMMANDS,
    "cmd": service_command, "logcat": of_words(shell_logcat.logcat), "monkey": of_words(shell_services.monkey),
    "screencap": of_words(shell_screen.screencap), "service": services,
    "uiautomator": of_words(shell_screen.uiautomator),
}  # fmt: skip
