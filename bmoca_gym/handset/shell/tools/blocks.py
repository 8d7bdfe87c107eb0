"""The shell command ``dd``, which copies blocks of bytes between files."""

from __future__ import annotations

import re

from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result
from bmoca_gym.handset.shell.paths import read, resolved, write_file

_UNITS = {
    "": 1,
    "c": 1,
    "w": 2,
    "b": 512,
    "k": 1 << 10,
    "kb": 1000,
    "m": 1 << 20,
    "mb": 10**6,
    "g": 1 << 30,
    "gb": 10**9,
}
_NAMES = ("bs", "ibs", "obs", "count", "skip", "seek", "if", "of", "conv", "iflag", "oflag", "status")
#: Devices that give as many bytes as are asked for.
_ENDLESS = ("/dev/zero", "/dev/urandom", "/dev/random")


def copy_blocks(call: Call) -> Result:
    """``dd [if=FILE] [of=FILE] [bs=SIZE] [count=N] [skip=N] [seek=N] [conv=notrunc,sync] [status=none|noxfer]``."""
    given: dict[str, str] = {}
    for word in call.arguments:
        name, equals, value = word.partition("=")
        if not equals or name not in _NAMES:
            raise CommandError(f"bad arg {word}")
        given[name] = value
    size = _size(given.get("ibs", given.get("bs", "512")))
    count = _size(given["count"]) if "count" in given else None
    skip = _size(given.get("skip", "0")) * size
    seek = _size(given.get("seek", "0")) * _size(given.get("obs", given.get("bs", "512")))
    how = given.get("conv", "").split(",")
    data = _input(call, given.get("if", ""), size, count, skip)
    blocks, part = divmod(len(data), size)
    if "sync" in how and part:
        data += bytes(size - part)
    call.shell.spend(2 * len(data) + seek)
    phone, output = call.phone, b""
    if "of" in given:
        place = resolved(call, given["of"])
        old = b""
        if ("notrunc" in how or seek) and call.shell.tree(phone).is_file(place):
            old = read(call, given["of"])
        before = old[:seek] + bytes(max(0, seek - len(old)))
        after = old[seek + len(data) :] if "notrunc" in how else b""
        phone = write_file(phone, place, before + data + after, given["of"])
    else:
        output = data
    records = f"{blocks}+{int(bool(part))} records"
    told = "" if given.get("status") == "none" else f"{records} in\n{records} out\n"
    told += "" if given.get("status") in ("none", "noxfer") else f"{len(data)} bytes copied, 0.000 s, 0 B/s\n"
    return Result(phone, output, told.encode())


def _size(text: str) -> int:
    found = re.fullmatch(r"(\d{1,12})([a-z]{0,2})", text.lower(), re.ASCII)
    if found is None or found[2] not in _UNITS or int(found[1]) * _UNITS[found[2]] > 1 << 40:
        raise CommandError(f"bad number '{text}'")
    return int(found[1]) * _UNITS[found[2]]


def _input(call: Call, text: str, size: int, count: int | None, skip: int) -> bytes:
    if size < 1:
        raise CommandError("bad number '0'")
    path = call.path(text)
    if path in _ENDLESS:
        wanted = size * (1 << 40 if count is None else count)
        call.shell.spend(wanted)  # what no line may make ends here
        if path == "/dev/zero":
            return bytes(wanted)
        state, made = 0x2545F491 ^ (call.phone.clock.uptime & 0xFFFFFFFF), bytearray()
        while len(made) < wanted:  # xorshift: the same at the same time, as everything here is
            state ^= state << 13 & 0xFFFFFFFF
            state ^= state >> 17
            state ^= state << 5 & 0xFFFFFFFF
            made += state.to_bytes(4, "little")
        return bytes(made[:wanted])
    data = read(call, text) if text else call.stdin
    data = data[skip:]
    return data if count is None else data[: count * size]


COMMANDS: dict[str, Command] = {"dd": copy_blocks}
