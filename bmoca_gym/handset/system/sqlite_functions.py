"""SQL functions with the phone's behaviour.

They replace those that depend on the host's clock or on chance, or are slow.
"""

from __future__ import annotations

import random
import re
import sqlite3
import zlib
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.sqlite_bytes import VALUE_LIMIT, set_limits

#: Functions of points in time: for each, the position of the first one among the arguments, and their number.
_MOMENTS = {"date": (0, 1), "time": (0, 1), "datetime": (0, 1), "julianday": (0, 1), "unixepoch": (0, 1),
            "strftime": (1, 1), "timediff": (0, 2)}  # fmt: skip
_KEYWORDS = {"current_date": "date", "current_time": "time", "current_timestamp": "datetime"}


def install(connection: sqlite3.Connection, phone: Phone, data: bytes) -> sqlite3.Connection:
    """Give a connection the phone's functions. ``data``: the database, which together with the time seeds random
    numbers.

    Returns:
        A second connection that works for them. Close it after the first one.
    """
    plain = sqlite3.connect(":memory:")
    set_limits(plain)
    now = phone.clock.wall / 86_400_000 + 2_440_587.5
    offset = time_zones.offset_of(phone.zone, phone.clock.wall) / 1000
    shifts = {"localtime": f"{offset:+} seconds", "utc": f"{-offset:+} seconds"}

    def moment(name: str, first: int, count: int) -> Callable[..., Any]:
        def of(*given: object) -> Any:
            arguments = list(given) + ([now] if len(given) == first else [])
            for at, argument in enumerate(arguments):
                text = argument.strip().lower() if isinstance(argument, str) else ""
                if at >= first + count:
                    arguments[at] = shifts.get(text, argument)
                elif at >= first and text == "now":
                    arguments[at] = now
            query = f"SELECT {name}({', '.join('?' * len(arguments))})"
            return plain.execute(query, arguments).fetchone()[0]

        return of

    for name, (first, count) in _MOMENTS.items():
        connection.create_function(name, -1, moment(name, first, count))
    for keyword, name in _KEYWORDS.items():
        connection.create_function(keyword, 0, moment(name, 0, 1))
    chance = random.Random(f"{phone.clock.wall} {phone.clock.uptime} {zlib.crc32(data)}")
    connection.create_function("random", 0, lambda: chance.getrandbits(64) - (1 << 63))
    connection.create_function("randomblob", 1, lambda size: chance.randbytes(_bounded(max(1, int(size)))))

    def formatted(*given: object) -> Any:
        form = given[0] if given and isinstance(given[0], str) else ""
        widths = [argument for argument in given if isinstance(argument, int)] if "*" in form else []
        _bounded(max([0, *map(abs, widths), *(int(found[:8]) for found in re.findall(r"\d+", form))]))
        return plain.execute(f"SELECT printf({', '.join('?' * len(given))})", given).fetchone()[0]

    for name in ("printf", "format"):
        connection.create_function(name, -1, formatted)
    connection.create_function("instr", 2, _instr)
    connection.create_function("replace", 3, _replace)
    return plain


def _bounded(size: int) -> int:
    if size > VALUE_LIMIT:
        raise ValueError("string or blob too big")
    return size


def _text(given: object) -> str:
    return given.decode("utf-8", "replace") if isinstance(given, bytes) else str(given)


# SQLite's own functions compare the whole pattern at every position.


def _instr(whole: object, part: object) -> int | None:
    if whole is None or part is None:
        return None
    if isinstance(whole, bytes) and isinstance(part, bytes):
        return whole.find(part) + 1
    return _text(whole).find(_text(part)) + 1


def _replace(whole: object, old: object, new: object) -> str | None:
    if whole is None or old is None or new is None:
        return None
    text, before, after = _text(whole), _text(old), _text(new)
    if not before:
        return text
    _bounded(len(text) + text.count(before) * (len(after) - len(before)))
    return text.replace(before, after)
