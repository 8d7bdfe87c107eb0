"""Shell commands for processes, users, the system version and the time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from bmoca_gym.handset import contract, packages
from bmoca_gym.handset.shell.call import (
    SIGNALS,
    Call,
    Command,
    CommandError,
    Result,
    failed,
    milliseconds,
    options,
    printed,
    signal_name,
)
from bmoca_gym.handset.shell.paths import resolved, time_of, user_name
from bmoca_gym.handset.shell.tools.listing import offset_text
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL, Phone
from bmoca_gym.handset.system import activities, automation_packages, booting, clock, settings
from bmoca_gym.handset.system import processes as running_processes
from bmoca_gym.handset.value import replace

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


# The clock


def date(call: Call) -> Result:
    """``date [-u] [-d DATE | -r FILE] [-D FORMAT] [+FORMAT]``; ``date [-s] MMDDhhmm[[CC]YY][.ss]`` sets the clock.

    Of several operands the first is the date: ``date 2024-05-10 12:00:00`` sets midnight, as toybox does.
    """
    words = list(call.arguments)
    phone = call.phone
    form, text, told, known, shown, universal, iso = "", "", "", "", None, False, ""
    while words:
        word = words.pop(0)
        if word in ("-u", "--utc"):
            universal = True
        elif word == "-s" and words:
            text = words.pop(0)
        elif word == "-d" and words:
            told = words.pop(0)
        elif word == "-r" and words:
            shown = time_of(phone, resolved(call, words.pop(0)))
        elif word == "-D" and words:
            known = words.pop(0)
        elif re.fullmatch(r"-I[a-z]*|-R", word):
            iso = word
        elif word.startswith("+"):
            form = word[1:]
        elif word.startswith("-"):
            raise CommandError(f"Unknown option {word[1:2]}")
        else:
            text = text or word
    if told:
        shown = _read_date(phone, told, known, universal)
    if text:
        wall = _set_to(phone, text, known, universal)
        if wall is None:
            return failed(phone, f"date: bad date '{text}'; write MMDDhhmmYYYY[.SS]\n")
        if not FIRST_WALL <= wall <= LAST_WALL:
            return failed(phone, f"date: cannot set date '{text}': it is before 1970 or too far off\n")
        phone = clock.set_wall(phone, wall)
    wall = phone.clock.wall if shown is None else shown
    zone = "UTC" if universal else _zone(phone)
    local = (
        datetime(1970, 1, 1) + timedelta(milliseconds=wall) if universal else clock.local_time(phone, wall)
    )
    offset = "+0000" if universal else offset_text(phone, wall)
    if iso:
        form = (
            "%a, %d %b %Y %H:%M:%S %z"
            if iso == "-R"
            else {"": "%Y-%m-%d", "s": "%Y-%m-%dT%H:%M:%S%z"}.get(iso[2:3], "%Y-%m-%dT%H:%M%z")
        )
    if not form:
        day, month = _DAYS[local.weekday()][:3], _MONTHS[local.month - 1][:3]
        return printed(phone, f"{day} {month} {local.day:2d} {local:%H:%M:%S} {zone} {local.year}\n")
    return printed(phone, formatted(local, wall, form, zone, offset) + "\n")


def _zone(phone: Phone) -> str:
    """The short name of the phone's time zone; GMT if none is set."""
    name = clock.zone_of(phone)
    if name in ("GMT", "UTC", "Etc/UTC"):
        return name.rpartition("/")[2]
    from babel.dates import get_timezone

    moment = datetime.fromtimestamp(phone.clock.wall / 1000, timezone.utc)
    return moment.astimezone(get_timezone(name)).tzname() or name


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


def formatted(local: datetime, wall: int, form: str, zone: str, offset: str) -> str:
    """Format a time as strftime does, always in English."""
    day, month = _DAYS[local.weekday()], _MONTHS[local.month - 1]
    hour = local.hour % 12 or 12
    values = {
        "a": day[:3], "A": day, "b": month[:3], "B": month, "h": month[:3], "d": f"{local.day:02d}",
        "e": f"{local.day:2d}",
        "H": f"{local.hour:02d}", "I": f"{hour:02d}", "k": f"{local.hour:2d}", "l": f"{hour:2d}",
        "j": f"{local.timetuple().tm_yday:03d}",
        "m": f"{local.month:02d}", "M": f"{local.minute:02d}", "N": f"{wall % 1000:03d}000000",
        "p": "AM" if local.hour < 12 else "PM",
        "P": "am" if local.hour < 12 else "pm", "s": str(wall // 1000), "S": f"{local.second:02d}",
        "u": str(local.isoweekday()),
        "w": str(local.isoweekday() % 7), "y": f"{local.year % 100:02d}", "Y": f"{local.year:04d}",
        "C": f"{local.year // 100:02d}",
        "Z": zone, "z": offset, "n": "\n", "t": "\t", "%": "%", "V": f"{local.isocalendar()[1]:02d}",
        "G": str(local.isocalendar()[0]),
    }  # fmt: skip
    compound = {
        "D": "%m/%d/%y", "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "c": "%a %b %e %H:%M:%S %Y",
        "r": "%I:%M:%S %p", "x": "%m/%d/%y", "X": "%H:%M:%S",
    }  # fmt: skip
    form = re.sub(r"%([DFTRcrxX])", lambda m: compound[m[1]], form)
    return re.sub(r"%[-_0^]?(.)", lambda m: values.get(m[1], m[0]), form, flags=re.DOTALL)


def _set_to(phone: Phone, text: str, known: str = "", universal: bool = False) -> int | None:
    """The wall time (ms) of a date in the given format or one of toybox's; None if it can't be parsed.

    These are ``MMDDhhmm[[CC]YY][.ss]``, ``YYYY-MM-DD [hh:mm[:ss]]``, ``hh:mm[:ss]`` of today and ``@SECONDS``.
    ``universal``: it is in UTC.
    """
    moment = _moment(phone, text, known)
    if moment is None or isinstance(moment, int):
        return moment
    try:
        if universal or text.endswith("Z"):
            return round((moment - datetime(1970, 1, 1)).total_seconds() * 1000)
        return clock.wall_of(phone, moment)
    except OverflowError:
        return None


def _moment(phone: Phone, text: str, known: str) -> datetime | int | None:
    """A date as a local time, or as ms since the epoch; None if it can't be parsed."""
    if known:
        if known == "%s":
            return int(text) * 1000 if re.fullmatch(r"\d{1,12}", text, re.ASCII) else None
        try:
            return datetime.strptime(text, known)
        except (ValueError, re.error):
            return None
    if found := re.fullmatch(r"@(\d{1,12})", text):
        return int(found[1]) * 1000
    digits, dot, seconds = text.partition(".")
    if re.fullmatch(r"\d{12}", digits, re.ASCII) and (not dot or re.fullmatch("[0-5][0-9]", seconds)):
        month, day, hour, minute = (int(digits[at : at + 2]) for at in range(0, 8, 2))
        try:
            return datetime(int(digits[8:]), month, day, hour, minute, int(seconds or 0))
        except ValueError:
            return None
    if re.fullmatch(r"\d{8}", digits):
        digits += f"{clock.local_time(phone).year:04d}"
    elif re.fullmatch(r"\d{10}", digits):
        digits = digits[:8] + "20" + digits[8:]
    worded = text.removesuffix("Z").replace("T", " ")
    today = f"{clock.local_time(phone):%Y-%m-%d} {worded}"
    for form, given in (
        ("%m%d%H%M%Y.%S", f"{digits}.{seconds if dot else '00'}"),
        ("%Y-%m-%d %H:%M:%S", worded),
        ("%Y-%m-%d %H:%M", worded),
        ("%Y-%m-%d", worded),
        ("%Y-%m-%d %H:%M:%S", today),
        ("%Y-%m-%d %H:%M", today),
    ):
        try:
            return datetime.strptime(given, form)
        except ValueError:
            continue
    return None


def _read_date(phone: Phone, text: str, known: str, universal: bool) -> int:
    wall = _set_to(phone, text, known, universal)
    if text in ("now", "today"):
        wall = phone.clock.wall
    if wall is None or not 0 <= wall <= LAST_WALL:
        raise CommandError(f"bad date '{text}'")
    return wall


# Properties and restarts


#: Properties that follow from the configuration until somebody sets them.
_DERIVED: dict[str, Callable[[Phone], str]] = {
    "persist.sys.locale": lambda phone: phone.configuration.locale,
    "qemu.sf.lcd_density": lambda phone: str(settings.physical_density(phone)),
    "ro.sf.lcd_density": lambda phone: str(settings.physical_density(phone)),
}


def get_property(call: Call) -> Result:
    """``getprop [NAME [DEFAULT]]``."""
    phone, words = call.phone, call.arguments
    known = {name: told(phone) for name, told in _DERIVED.items()} | dict(phone.properties)
    if words:
        return printed(phone, known.get(words[0], words[1] if len(words) > 1 else "") + "\n")
    return printed(phone, "".join(f"[{k}]: [{v}]\n" for k, v in sorted(known.items())))


#: Letters of a property's value or name (PROP_VALUE_MAX, less the end), and how many properties there is room for.
_LONGEST_PROPERTY, _MOST_PROPERTIES = 91, 2000


def set_property(call: Call) -> Result:
    """``setprop NAME VALUE``."""
    phone, words = call.phone, call.arguments
    if len(words) != 2:
        return failed(phone, "usage: setprop NAME VALUE\n")
    name, text = words
    full = len(phone.properties) >= _MOST_PROPERTIES and name not in phone.properties
    if name.startswith("ro.") or full or max(len(name), len(text)) > _LONGEST_PROPERTY:
        said = f"Failed to set property '{name[:200]}' to '{text[:200]}'.\nSee dmesg for error reason.\n"
        return failed(phone, said)
    if name == contract.CLOCK_PROPERTY:
        if text not in (contract.CLOCK_FROZEN, contract.CLOCK_RUNNING):
            return failed(
                phone,
                f"usage: setprop {contract.CLOCK_PROPERTY} {contract.CLOCK_FROZEN}|{contract.CLOCK_RUNNING}\n",
            )
        phone = clock.freeze(phone, text == contract.CLOCK_FROZEN)
    if name == "ctl.restart" and text == "zygote":
        return Result(restarted(phone))
    return Result(settings.put_property(phone, name, text))


def restarted(phone: Phone) -> Phone:
    """Restart the system: close all apps, and apply the language that was set."""
    tag = phone.properties.get("persist.sys.locale")
    if tag:
        phone = settings.set_locale(phone, tag)
        phone = replace(phone, properties=phone.properties.delete("persist.sys.locale"))
    phone = automation_packages.restarted(activities.remove_all_tasks(phone))
    return replace(phone, notifications=(), shade=None)


def reboot(call: Call) -> Result:
    """``reboot``: restart the phone. There is no recovery system to boot into."""
    words = [word for word in call.arguments if word not in ("-p", "-f")]
    if words or "-p" in call.arguments:
        return failed(call.phone, f"reboot: {' '.join(call.arguments)}: not supported\n")
    phone = booting.started(restarted(call.phone))
    return Result(call.shell.sleep(phone, booting.BOOT_MILLISECONDS))


COMMANDS: dict[str, Command] = {
    "date": date, "getprop": get_property, "id": identity, "kill": kill, "killall": kill,
    "pgrep": process_ids, "pidof": process_ids, "pkill": kill, "ps": processes, "reboot": reboot,
    "setprop": set_property, "sleep": sleep, "uname": system_name, "uptime": uptime,
    "whoami": who,
}  # fmt: skip
