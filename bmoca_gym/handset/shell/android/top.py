"""The shell command ``top``."""

from __future__ import annotations

import re

from bmoca_gym.handset.shell import kernel_files
from bmoca_gym.handset.shell.android.processes import rows_of
from bmoca_gym.handset.shell.call import Call, Command, Result, milliseconds, options, printed, whole
from bmoca_gym.handset.shell.paths import user_name

_SECONDS, _MOST_PICTURES = "3", 1000
_COLUMNS = "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS"


def pictures(call: Call) -> Result:
    """``top [-bHq] [-d SECONDS] [-m LINES] [-n PICTURES] [-p PID,] [-u USER,]``. Without ``-n`` it prints once."""
    found = options(call, "bHq", "dkmnOopsu")
    count = whole(found.get("n", "1"), 1, _MOST_PICTURES)
    pause = milliseconds(found.get("d", _SECONDS))
    phone, texts = call.phone, []
    for number in range(count):
        if number:
            phone = call.shell.sleep(phone, pause)
        texts.append(_picture(call._replace(phone=phone), found))
        call.shell.spend(len(texts[-1]))
    return printed(phone, "\n".join(texts))


def _picture(call: Call, found: dict[str, str]) -> str:
    """One listing of the processes. All are asleep, since nothing takes processor time on this phone."""
    rows = [*rows_of(call), (_OWN_PROCESS, kernel_files.SHELL_PROCESS, 0, call.name)]
    total, asleep = len(rows), len(rows) - 1
    for option, shown in (("p", lambda row: str(row[0])), ("u", lambda row: user_name(row[2]))):
        if option in found:
            wanted = set(re.split(r"[,\s]+", found[option]))
            rows = [row for row in rows if shown(row) in wanted]
    rows = sorted(rows, key=lambda row: (row[0] != _OWN_PROCESS, row[0]))
    if "m" in found:
        rows = rows[: whole(found["m"])]
    memory, free = kernel_files.MEMORY, kernel_files.FREE
    idle = 100 * kernel_files.PROCESSORS
    lines = [] if "q" in found else [
        f"Tasks: {total} total,   1 running, {asleep:3d} sleeping,   0 stopped,   0 zombie",
        f"  Mem: {memory:8d}K total, {memory - free:8d}K used, {free:8d}K free,    12000K buffers",
        "  Swap:       0K total,        0K used,        0K free,   520000K cached",
        f"{idle}%cpu   0%user   0%nice   0%sys {idle}%idle   0%iow   0%irq   0%sirq   0%host",
    ]  # fmt: skip
    lines.append(_COLUMNS)
    for pid, _, uid, name in rows:
        state = "R" if pid == _OWN_PROCESS else "S"
        lines.append(
            f"{pid:5d} {user_name(uid):<12} 20   0 1.2G  88M  60M {state}  0.0   4.3   0:00.00 {name}"
        )
    return "".join(f"{line}\n" for line in lines)


#: The process of ``top`` itself.
_OWN_PROCESS = 4712

COMMANDS: dict[str, Command] = {"top": pictures}
