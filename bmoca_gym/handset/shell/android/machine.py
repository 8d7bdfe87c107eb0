"""Shell commands about the hardware: network, memory, security, process numbers."""

from __future__ import annotations

import re
from collections.abc import Callable

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell import kernel_files
from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    CommandError,
    Result,
    failed,
    options,
    printed,
    usage,
    whole,
)
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import radios, settings
from bmoca_gym.handset.system.notifications import SHELL
from bmoca_gym.handset.value import replace

_ENFORCING = "debug.bmoca.selinux"
_APP_OP = "persist.bmoca.appops."
_MODES = ("allow", "ignore", "deny", "default", "foreground")


def _links(phone: Phone) -> list[tuple[str, str, str]]:
    """Name, address and hardware address of each active network interface."""
    found = [("lo", "127.0.0.1/8", "00:00:00:00:00:00")]
    if radios.wifi(phone):
        found.append(("wlan0", f"{kernel_files.ADDRESS}/24", kernel_files.CARD))
    return found


def interfaces(call: Call) -> Result:
    """``ifconfig [-a] [NAME]``."""
    found = options(call, "aS", most=1)
    lines = []
    for name, address, card in _links(call.phone):
        if found.operands not in ([], [name]):
            continue
        ip, _, size = address.partition("/")
        kind = "Local Loopback" if name == "lo" else f"Ethernet  HWaddr {card}"
        mask = "255.0.0.0" if size == "8" else "255.255.255.0"
        more = "LOOPBACK" if name == "lo" else "BROADCAST"
        lines.append(
            f"{name:<9} Link encap:{kind}\n          inet addr:{ip}  Mask:{mask} \n"
            f"          UP {more} RUNNING  MTU:1500  Metric:1\n          RX packets:0 errors:0 dropped:0 overruns:0 "
            "frame:0 \n          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 \n\n"
        )
    if found.operands and not lines:
        raise CommandError(f"{found.operands[0]}: No such device")
    return printed(call.phone, "".join(lines))


def addresses(call: Call) -> Result:
    """``ip [-4] [-o] addr|link|route [show] [dev NAME]``."""
    words = [
        word
        for word in call.arguments
        if not word.startswith("-") and word not in ("show", "list", "ls", "dev")
    ]
    subject, names = (words[0] if words else ""), words[1:]
    links = [link for link in _links(call.phone) if not names or link[0] in names]
    if names and not links:
        return failed(call.phone, f'Device "{names[0]}" does not exist.\n')
    if subject in ("a", "addr", "address", "l", "link"):
        lines = []
        for number, (name, address, card) in enumerate(links, 1):
            flags = "LOOPBACK,UP,LOWER_UP" if name == "lo" else "BROADCAST,MULTICAST,UP,LOWER_UP"
            kind = "loopback" if name == "lo" else "ether"
            lines.append(f"{number}: {name}: <{flags}> mtu 1500 qdisc noqueue state UP group default qlen 1000\n"
                         f"    link/{kind} {card} brd ff:ff:ff:ff:ff:ff\n")  # fmt: skip
            if subject.startswith("a"):
                lines.append(f"    inet {address} scope {'host' if name == 'lo' else 'global'} {name}\n"
                             "       valid_lft forever preferred_lft forever\n")  # fmt: skip
        return printed(call.phone, "".join(lines))
    if subject in ("r", "route"):
        on = any(name == "wlan0" for name, _, _ in links)
        row = f"10.0.2.0/24 dev wlan0 proto kernel scope link src {kernel_files.ADDRESS} \n"
        return printed(call.phone, row if on else "")
    return usage(call, "ip addr|link|route [show] [dev NAME]", 255)


def firewall(call: Call) -> Result:
    """``iptables``, ``ip6tables``: rules are accepted and have no effect, since there is no network."""
    chains = "".join(f"Chain {name} (policy ACCEPT)\ntarget     prot opt source               destination\n\n"
                     for name in ("INPUT", "FORWARD", "OUTPUT"))  # fmt: skip
    listed = any(word in ("-L", "--list", "-S") for word in call.arguments)
    return printed(call.phone, chains if listed else "")


def sockets(call: Call) -> Result:
    """``netstat``: the phone has no open connections."""
    return printed(
        call.phone,
        "Active Internet connections (w/o servers)\n"
        "Proto Recv-Q Send-Q Local Address           Foreign Address         State\n",
    )


def memory(call: Call) -> Result:
    """``free [-bkmg]``."""
    found = options(call, "bkmgh", most=0)
    unit = next(
        (size for letter, size in (("k", 1024), ("m", 1 << 20), ("g", 1 << 30)) if letter in found), 1
    )
    total, left = kernel_files.MEMORY * 1024 // unit, kernel_files.FREE * 1024 // unit
    return printed(
        call.phone,
        f"{'':8}{'total':>15}{'used':>12}{'free':>12}{'shared':>12}{'buffers':>12}\n"
        f"{'Mem:':8}{total:>15}{total - left:>12}{left:>12}{0:>12}{0:>12}\n{'Swap:':8}{0:>15}{0:>12}{0:>12}\n",
    )


def mounted(call: Call) -> Result:
    """``mount``: list the mounted file systems. Nothing can be mounted."""
    if call.arguments:
        raise CommandError("Operation not permitted")
    rows = (
        line.split() for line in (kernel_files.read(call.phone, "/proc/mounts") or b"").decode().splitlines()
    )
    return printed(call.phone, "".join(f"{w[0]} on {w[1]} type {w[2]} ({w[3]})\n" for w in rows))


def enforcement(call: Call) -> Result:
    """``getenforce``, ``setenforce 0|1``: SELinux's mode, which has no effect."""
    if call.name == "getenforce":
        on = call.phone.properties.get(_ENFORCING, "1") == "1"
        return printed(call.phone, "Enforcing\n" if on else "Permissive\n")
    wanted = {"0": "0", "1": "1", "permissive": "0", "enforcing": "1"}.get(
        "".join(call.arguments[:1]).lower()
    )
    if wanted is None:
        return usage(call, "setenforce [enforcing|permissive|1|0]")
    return Result(settings.put_property(call.phone, _ENFORCING, wanted))


def operations(call: Call) -> Result:
    """``appops set|get|reset PACKAGE [OPERATION] [MODE]``. Modes are stored and have no effect."""

    words = list(call.arguments)
    while len(words) > 1 and words[1] in ("--user", "--uid"):
        del words[1 : 3 if words[1] == "--user" else 2]
    verb, rest = (words[0] if words else ""), words[1:]
    if verb == "reset":
        return printed(
            _without_operations(call.phone, rest[0] if rest else ""), "Reset all modes to: default\n"
        )
    if verb not in ("set", "get") or len(rest) not in ((3,) if verb == "set" else (1, 2)):
        return usage(
            call,
            "appops set PACKAGE OPERATION MODE | appops get PACKAGE [OPERATION] | appops reset [PACKAGE]",
        )
    package = rest[0]
    installed = package == SHELL or package in call.phone.automation
    if not installed and package not in packages.owners_of(call.phone.image):
        raise CommandError(f"Error: No UID for {package} in user 0", 255)
    if verb == "set":
        if rest[2] not in _MODES:
            raise CommandError(f"Error: Mode {rest[2]} is not valid", 255)
        return Result(settings.put_property(call.phone, f"{_APP_OP}{package}.{_operation(rest[1])}", rest[2]))
    start = f"{_APP_OP}{package}."
    kept = {
        name[len(start) :]: mode for name, mode in call.phone.properties.items() if name.startswith(start)
    }
    wanted = [_operation(rest[1])] if len(rest) == 2 else sorted(kept)
    lines = [f"{name}: {kept[name]}\n" for name in wanted if name in kept]
    return printed(call.phone, "".join(lines) or "No operations.\n")


def operation_mode(phone: Phone, package: str, operation: str) -> str:
    """The mode of an app's operation as ``appops set`` left it, or "default"."""
    return phone.properties.get(f"{_APP_OP}{package}.{_operation(operation)}", "default")


def _operation(text: str) -> str:
    name = text.removeprefix("android:").upper()
    if not re.fullmatch(r"[A-Z0-9_]{1,60}", name, re.ASCII):
        raise CommandError(f"Error: Unknown operation string: {text[:60]}", 255)
    return name


def _without_operations(phone: Phone, package: str) -> Phone:
    start = f"{_APP_OP}{package}." if package else _APP_OP
    properties = phone.properties
    for name in [name for name in properties if name.startswith(start)]:
        properties = properties.delete(name)
    return replace(phone, properties=properties)


def expression(call: Call) -> Result:
    """``expr A OPERATOR B`` on numbers or texts. Exit status: 1 if the result is 0 or empty."""
    words = call.arguments
    if len(words) == 1:
        value = words[0]
    elif len(words) == 3:
        left, operator, right = words
        made = _COMPARED.get(operator)
        if made is not None:
            value = str(int(made(*_alike(left, right))))
        elif operator in ("+", "-", "*", "/", "%"):
            a, b = _whole(left), _whole(right)
            if operator in "/%" and b == 0:
                return failed(call.phone, "expr: division by zero\n", 2)
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if operator in "/%" else 0
            value = str({"+": a + b, "-": a - b, "*": a * b, "/": quotient, "%": a - b * quotient}[operator])
        elif operator in ("|", "&"):
            first, second = left not in ("", "0"), right not in ("", "0")
            value = (left if first else right) if operator == "|" else left if first and second else "0"
        else:
            return failed(call.phone, "expr: syntax error\n", 2)
    else:
        return failed(call.phone, "expr: syntax error\n", 2)
    return printed(call.phone, value + "\n", int(value in ("", "0")))


_COMPARED: dict[str, Callable[[object, object], bool]] = {
    "=": lambda a, b: a == b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,  # type: ignore[operator]
}  # fmt: skip


def _alike(left: str, right: str) -> tuple[object, object]:
    """Both operands as numbers if both are numbers, else both as texts."""
    try:
        return _whole(left), _whole(right)
    except CommandError:
        return left, right


def _whole(text: str) -> int:
    if not re.fullmatch(r"[-+]?\d{1,17}", text, re.ASCII):
        raise CommandError("non-integer argument", 2)
    return int(text)


#: Hosts that answer: the phone, and the emulator's own network.
_HOSTS = {"localhost": "127.0.0.1", "10.0.2.2": "10.0.2.2", kernel_files.ADDRESS: kernel_files.ADDRESS}


def echo(call: Call) -> Result:
    """``ping [-c COUNT] [-i SECONDS] [-w|-W SECONDS] [-q] HOST``. Only the emulator's own network answers.

    It takes a second for each request after the first one; without ``-c`` there are four.
    """
    found = options(call, "46fnqUv", "ciIlmMpQsStwW", least=1, most=1)
    host = found.operands[0]
    address = "127.0.0.1" if re.fullmatch(r"127(\.\d{1,3}){3}", host) else _HOSTS.get(host, "")
    numeric = re.fullmatch(r"\d{1,3}(\.\d{1,3}){3}", host, re.ASCII) is not None
    if not address and not numeric:
        return failed(call.phone, f"ping: unknown host {host[:80]}\n", 2)
    online = radios.wifi(call.phone) or (
        settings.get(call.phone, "global", "mobile_data") == "1" and not radios.airplane_mode(call.phone)
    )
    if not online and not (address.startswith("127.") or address == kernel_files.ADDRESS):
        return failed(call.phone, "connect: Network is unreachable\n", 2)
    count = whole(found.get("c", "4"), 1, 1000)
    between = max(0, round(float(found.get("i", "1")) * 1000))
    phone = call.shell.sleep(call.phone, (count - 1) * between)
    shown = address or host
    size = whole(found.get("s", "56"), 0, 65507)
    lines = [f"PING {host} ({shown}) {size}({size + 28}) bytes of data.\n"]
    if address and "q" not in found:
        lines += [
            f"{size + 8} bytes from {shown}: icmp_seq={n} ttl=64 time=0.100 ms\n" for n in range(1, count + 1)
        ]
    lost, elapsed = 0 if address else 100, (count - 1) * between
    lines.append(f"\n--- {host} ping statistics ---\n{count} packets transmitted, {count if address else 0} received, "
                 f"{lost}% packet loss, time {elapsed}ms\n")  # fmt: skip
    lines += ["rtt min/avg/max/mdev = 0.100/0.100/0.100/0.000 ms\n"] if address else ["\n"]
    return printed(phone, "".join(lines), int(not address))


def in_its_place(call: Call) -> Result:
    """``nohup``, ``nice [-n LEVEL]``, ``setsid``: run the given command."""
    words = list(call.arguments)
    while words and words[0].startswith("-"):
        del words[: 2 if words[0] in ("-n", "-c", "-p") else 1]
    if not words:
        raise CommandError("Needs 1 argument")
    return call.perform(words)


def _says(text: str) -> Command:
    return lambda call: printed(call.phone, text)


COMMANDS: dict[str, Command] = {
    "appops": operations, "expr": expression, "free": memory, "getenforce": enforcement,
    "hostname": _says("localhost\n"), "ifconfig": interfaces, "ip": addresses,
    "ip6tables": firewall, "iptables": firewall,
    "mount": mounted, "netstat": sockets, "nice": in_its_place, "nohup": in_its_place,
    "ping": echo,
    "nproc": _says(f"{kernel_files.PROCESSORS}\n"), "setenforce": enforcement, "setsid": in_its_place,
    "umask": _says("0077\n"),
}  # fmt: skip
