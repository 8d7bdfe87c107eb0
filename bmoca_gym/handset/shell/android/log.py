"""The shell command ``log``, which writes a line to the system log."""

from __future__ import annotations

from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, options
from bmoca_gym.handset.state import LEVELS

_SILENT = "S"


def log(call: Call) -> Result:
    """``log [-p PRIORITY] [-t TAG] TEXT...``. Priority ``s`` (silent) writes nothing."""
    given = options(call, "", "pt", least=1)
    level = given.get("p", "i").upper()
    if len(level) != 1 or level not in LEVELS + _SILENT:
        raise CommandError(f"bad -p '{given['p']}'")
    if level == _SILENT:
        return Result(call.phone)
    return Result(call.phone.logged(given.get("t", "root"), " ".join(given.operands), level))


COMMANDS: dict[str, Command] = {"log": log}
