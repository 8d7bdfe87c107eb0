"""Shell commands for processes, users and the system version."""

from __future__ import annotations

import re

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell.call import (
    SIGNALS,
    Call,
    Command,
    CommandError,
    Result,
    milliseconds,
    options,
    printed,
    signal_name,
)
from bmoca_gym.handset.shell.paths import user_name
from bmoca_gym.handset.system import booting, clock
from bmoca_gym.handset.system import processes as running_processes

_SHELL_PID = 4711
#: Signals that end an app.
_ENDING = ("ABRT", "ALRM", "HUP", "INT", "KILL", "PIPE", "QUIT", "TERM", "USR1", "USR2")
_IDS = {"root": 0, "system": 1000, "shell": 2000}
_KERNEL = ("Linux", "localhost", "4.14.112+", "#1 SMP PREEMPT Mon Apr 6 16:55:35 UTC 2020", "x86_64")


def processes(call: Call) -> Result:
    """``ps [-Aefl] [-p PID] [-o FIELDS]``: all processes with ``-A`` or ``-e``, else those of the shell's user."""
    words = call.arguments
    if words == ["--help"]:
        return printed(
            call.phone,
            "usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]\n",
        )
    found = options(call, "AadefLlnTwZM", "gGkopPtuUO")
    rows = [*rows_of(call), (_SHELL_PID + 1, _SHELL_PID, 0, "ps")]
    if "p" in found:
        wanted = set(re.split(r"[,\s]+", found["p"]))
        rows = [row for row in rows if str(row[0]) in wanted]
    elif not (found.keys() & set("Aefd") or found.operands):
        rows = rows[-2:] if call.shell.user != "root" else rows
    if found.operands:
        wanted = set(found.operands)
        rows = [row for row in rows if row[3] in wanted or str(row[0]) in wanted]
    if "o" in found:
        return printed(call.phone, _fields(rows, found["o"]))
    lines = ["USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME"]
    if "f" in found:
        lines = ["UID            PID  PPID C STIME TTY          TIME CMD"]
    for pid, parent, uid, name in rows:
        user = user_name(uid)
        if "f" in found:
            lines.append(f"{user:<12} {pid:>5} {parent:>5} 0 00:00 ?        00:00:00 {name}")
        else:
            lines.append(
                f"{user:<12} {pid:>5} {parent:>5} {1_300_000:>7} {90_000:>6} 0                   0 S {name}"
            )
    return printed(call.phone, "\n".join(lines) + "\n")


def rows_of(call: Call) -> list[tuple[int, int, int, str]]:
    """The processes that a command of this shell sees: process id, parent, user id, name."""
    return [*running_processes.listed(call.phone), (_SHELL_PID, 1402, 0, "sh"), *_jobs(call)]


def _jobs(call: Call) -> list[tuple[int, int, int, str]]:
    """The processes of background jobs and of other shells' commands: process id, parent, user id, name."""
    jobs = [*call.shell.jobs(), *call.shell.neighbours()]
    return [(job.pid, _SHELL_PID, 0, job.words.partition(" ")[0]) for job in jobs]


def _fields(rows: list[tuple[int, int, int, str]], text: str) -> str:
    names: list[tuple[str, str]] = []
    for part in text.split(","):
        name, equals, header = part.strip().partition("=")
        if name.upper() not in ("PID", "PPID", "USER", "UID", "NAME", "CMD", "ARGS", "COMM", "S"):
            raise CommandError(f"bad -o {name}")
        names.append((name.upper(), header if equals else name.upper()))
    table = [[header for _, header in names]] if any(header for _, header in names) else []
    for pid, parent, uid, name in rows:
        values = {"PID": str(pid), "PPID": str(parent), "USER": user_name(uid), "UID": str(uid), "S": "S"}
        table.append([values.get(field, name) for field, _ in names])
    widths = [max(len(row[i]) for row in table) for i in range(len(names))] if table else []
    lines = []
    for row in table:
        cells = [
            c.rjust(w) if names[i][0] in ("PID", "PPID", "UID") else c.ljust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(" ".join(cells).rstrip() + "\n")
    return "".join(lines)


def process_ids(call: Call) -> Result:
    """``pidof [-s] NAME...``, and ``pgrep [-f] [-l] PATTERN``, which takes the pattern literally."""
    rows = [*running_processes.listed(call.phone), *_jobs(call)]
    if call.name == "pidof":
        found = options(call, "sx", "o", least=1)
        ids = [str(pid) for pid, _, _, name in reversed(rows) if name in found.operands]
        ids = ids[:1] if "s" in found else ids
        return printed(call.phone, " ".join(ids) + "\n" if ids else "", int(not ids))
    found = options(call, "flnovx", "u", least=1, most=1)
    chosen = [
        (pid, name)
        for pid, _, _, name in rows
        if found.operands[0] in name and ("x" not in found or name == found.operands[0])
    ]
    lines = [f"{pid} {name}\n" if "l" in found else f"{pid}\n" for pid, name in chosen]
    return printed(call.phone, "".join(lines), int(not lines))


def kill(call: Call) -> Result:
    """``kill [-SIGNAL] PID|%JOB...``, ``killall NAME...``, ``pkill NAME``.

    A background job is sent the signal; an app's process ends, as with force-stop.
    """
    words = list(call.arguments)
    if words[:1] == ["-l"]:
        return printed(
            call.phone,
            "".join(f"{number} {name}\n" for name, number in sorted(SIGNALS.items(), key=lambda s: s[1])),
        )
    signal: str | None = "TERM"
    if words[:1] == ["-s"]:
        signal = signal_name("".join(words[1:2]))
        del words[:2]
    elif words and re.fullmatch(r"-(\d{1,3}|[A-Z]+\d?)", words[0]):
        signal = signal_name(words.pop(0)[1:])
    while call.name == "pkill" and words[:1] in (["-f"], ["-x"]):
        del words[0]
    if signal is None:
        raise CommandError(f"bad signal '{call.arguments[0][1:]}'")
    if not words:
        raise CommandError("Needs 1 argument")
    phone, errors = call.phone, ""
    for word in words:
        targets = _targets(call, word)
        if not targets:
            what = "unknown pid" if call.name == "kill" else "No such process:"
            errors += f"{call.name}: {what} {word}\n"
        for pid, name in targets:
            call.shell.phone = phone
            if call.shell.signal(pid, signal):
                phone = call.shell.phone  # what the job did before it ended
            elif name not in packages.apps_of(phone.image) and name not in phone.processes:
                errors += f"{call.name}: {word}: Operation not permitted\n"
            elif signal in _ENDING:
                phone = running_processes.force_stop(phone, name)
    return Result(phone, b"", errors.encode("utf-8", "replace"), int(bool(errors)))


def _targets(call: Call, word: str) -> list[tuple[int, str]]:
    """The processes that a word of ``kill``, ``killall`` or ``pkill`` names: ids and names."""
    jobs = call.shell.jobs()
    if call.name == "kill":
        numbers = {f"%{job.number}": str(job.pid) for job in jobs}
        word = numbers.get(word, word)
    rows = [*running_processes.listed(call.phone), *_jobs(call)]
    if call.name == "kill":
        return [(pid, name) for pid, _, _, name in rows if str(pid) == word]
    return [
        (pid, name) for pid, _, _, name in rows if (word in name if call.name == "pkill" else word == name)
    ]


def sleep(call: Call) -> Result:
    """``sleep SECONDS[s|m|h|d]...``, in virtual time."""
    words = options(call, "", least=1).operands
    return Result(call.shell.sleep(call.phone, sum(map(milliseconds, words))))


def identity(call: Call) -> Result:
    """``id [-Gginru]``."""
    found = options(call, "GgnruZ", most=1)
    user = found.operands[0] if found.operands else call.shell.user
    number = _IDS.get(user, int(user) if user.isdecimal() and len(user) < 7 else -1)
    if number < 0:
        raise CommandError(f"{user}: No such user")
    user = user_name(number)
    if found.keys() & set("ugG"):
        return printed(call.phone, f"{user if 'n' in found else number}\n")
    groups = ["1004(input)", "1007(log)", "1011(adb)", "1015(sdcard_rw)", "1028(sdcard_r)", "3001(net_bt_admin)",
              "3002(net_bt)", "3003(inet)", "3006(net_bw_stats)", "3009(readproc)", "3011(uhid)"]  # fmt: skip
    context = "u:r:su:s0" if number == 0 else "u:r:shell:s0"
    return printed(
        call.phone,
        f"uid={number}({user}) gid={number}({user}) groups={number}({user}),{','.join(groups)} context={context}\n",
    )


def who(call: Call) -> Result:
    """``whoami``."""
    options(call, "", most=0)
    return printed(call.phone, call.shell.user + "\n")


def system_name(call: Call) -> Result:
    """``uname [-asnrvm]``."""
    found = options(call, "asnrvmo", most=0)
    chosen = [text for letter, text in zip("snrvm", _KERNEL, strict=True) if letter in found or "a" in found]
    if "o" in found or "a" in found:
        chosen.append("Android" if "o" in found and "a" not in found else "GNU/Linux" if "o" in found else "")
    return printed(call.phone, (" ".join(filter(None, chosen)) or _KERNEL[0]) + "\n")


def uptime(call: Call) -> Result:
    """``uptime [-s]``."""
    found = options(call, "s", most=0)
    phone = call.phone
    seconds = booting.uptime(phone) // 1000
    if "s" in found:
        return printed(
            phone, f"{clock.local_time(phone, phone.clock.wall - booting.uptime(phone)):%Y-%m-%d %H:%M:%S}\n"
        )
    days, minutes = seconds // 86400, seconds // 60 % 1440
    up = f"{days} day{'s' if days != 1 else ''}, " if days else ""
    up += f"{minutes // 60}:{minutes % 60:02d}" if minutes >= 60 else f"{minutes} min"
    return printed(
        phone, f" {clock.local_time(phone):%H:%M:%S} up {up},  0 users,  load average: 0.00, 0.00, 0.00\n"
    )


COMMANDS: dict[str, Command] = {
    "id": identity, "kill": kill, "killall": kill,
    "pgrep": process_ids, "pidof": process_ids, "pkill": kill, "ps": processes,
    "sleep": sleep, "uname": system_name, "uptime": uptime,
    "whoami": who,
}  # fmt: skip
