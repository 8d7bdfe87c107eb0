"""Shell commands that need a terminal or a network, which this shell does not have."""

from __future__ import annotations

from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, failed, options, printed, usage

_NETCAT = "nc [-46EeLltUu] [-w SECONDS] [-p PORT] [-q SECONDS] [-s ADDRESS] ADDRESS PORT"
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def terminal_name(call: Call) -> Result:
    """``tty [-s]``: says that there is no terminal."""
    found = options(call, "s", most=0)
    return printed(call.phone, "" if "s" in found else "not a tty\n", 1)


def terminal_settings(call: Call) -> Result:
    """``stty [-ag] [-F DEVICE] [SETTING...]``."""
    options(call._replace(arguments=call.arguments[:1]), "ag", "F")
    raise CommandError("tcgetattr standard input: Not a tty")


def edit(call: Call) -> Result:
    """``vi [-s SCRIPT] FILE``."""
    raise CommandError("needs a terminal, and this shell has none; use sed, or echo with > FILE")


def connect(call: Call) -> Result:
    """``nc ADDRESS PORT``: always refused; nothing listens on the phone, and it reaches no other machine."""
    found = options(call, "46eELltUuz", "wpqs", most=2)
    if "l" in found or "L" in found:
        raise CommandError("-l: nobody can connect to a port of this phone")
    if len(found.operands) != 2:
        return usage(call, _NETCAT)
    address, port = found.operands
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 1 << 16):
        raise CommandError(f"{address}:{port}: Servname not supported for ai_socktype")
    if address in _LOOPBACK:
        raise CommandError("connect: Connection refused")
    if not all(part.isdecimal() for part in address.split(".")) and ":" not in address:
        raise CommandError(f"{address}:{port}: No address associated with hostname")
    return failed(call.phone, "nc: connect: Network is unreachable\n")


COMMANDS: dict[str, Command] = {
    "nc": connect, "netcat": connect, "stty": terminal_settings, "tty": terminal_name, "vi": edit,
}  # fmt: skip
