"""Files in ``/proc``, ``/sys`` and ``/system``: memory, time, processors, networks, processes and the build."""

from __future__ import annotations

import re
from collections.abc import Callable

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import booting, processes, radios

#: Kilobytes of memory, and of those that are free and that programs could have.
MEMORY, FREE, AVAILABLE = 2_048_000, 812_000, 1_320_000
PROCESSORS = 2
#: The phone's address in the emulator's own network, and that of its card.
ADDRESS, CARD = "10.0.2.16", "02:15:b2:00:00:00"
KERNEL_VERSION = "4.14.112+"
_BUILT = "#1 SMP PREEMPT Mon Apr 6 16:55:35 UTC 2020"
_KILOHERTZ = 2_000_000
_TICKS = 100  # of the scheduler's clock in a second


def _cpuinfo(phone: Phone) -> str:
    return "".join(
        f"processor\t: {number}\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 6\n"
        "model name\t: Android virtual processor\ncpu MHz\t\t: 2000.000\ncache size\t: 16384 KB\n"
        f"siblings\t: {PROCESSORS}\ncore id\t\t: {number}\ncpu cores\t: {PROCESSORS}\nfpu\t\t: yes\n"
        "flags\t\t: fpu mmx sse sse2 ssse3 sse4_1 sse4_2\nbogomips\t: 4000.00\n\n"
        for number in range(PROCESSORS)
    )


def _meminfo(phone: Phone) -> str:
    rows = {
        "MemTotal": MEMORY, "MemFree": FREE, "MemAvailable": AVAILABLE, "Buffers": 12_000, "Cached": 520_000,
        "SwapCached": 0, "Active": 640_000, "Inactive": 380_000, "SwapTotal": 0, "SwapFree": 0,
    }  # fmt: skip
    return "".join(f"{name + ':':<16}{kilobytes:>8} kB\n" for name, kilobytes in rows.items())


def _uptime(phone: Phone) -> str:
    seconds = booting.uptime(phone) / 1000
    return f"{seconds:.2f} {seconds * PROCESSORS:.2f}\n"


def _stat(phone: Phone) -> str:
    """``/proc/stat``. All time is idle time, since nothing takes processor time here."""
    idle = booting.uptime(phone) * _TICKS // 1000
    lines = [f"cpu  0 0 0 {idle * PROCESSORS} 0 0 0 0 0 0"]
    lines += [f"cpu{number} 0 0 0 {idle} 0 0 0 0 0 0" for number in range(PROCESSORS)]
    boot = (phone.clock.wall - booting.uptime(phone)) // 1000
    return (
        "\n".join([*lines, "intr 0", "ctxt 0", f"btime {boot}", "processes 4711", "procs_running 1"]) + "\n"
    )


def _devices(phone: Phone) -> str:
    head = (
        "Inter-|   Receive                                                |  Transmit\n"
        " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls "
        "carrier compressed\n"
    )
    names = ["lo", *(["wlan0"] if radios.wifi(phone) else [])]
    return head + "".join(f"{name:>6}:{' 0' * 16}\n" for name in names)


def _routes(phone: Phone) -> str:
    head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    row = "wlan0\t0002000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
    return head + (row if radios.wifi(phone) else "")


def _build_properties(phone: Phone) -> str:
    rows = sorted(phone.image.properties.items())
    return "".join(f"{name}={text}\n" for name, text in rows if name.startswith("ro."))


_SOCKETS = (
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
)

#: The files that are always there, and what each tells.
FILES: dict[str, Callable[[Phone], str]] = {
    "/proc/cpuinfo": _cpuinfo,
    "/proc/filesystems": lambda phone: "nodev\tproc\nnodev\ttmpfs\n\text4\n",
    "/proc/loadavg": lambda phone: "0.00 0.00 0.00 1/4711 4711\n",
    "/proc/meminfo": _meminfo,
    "/proc/mounts": lambda phone: (
        "/dev/root / ext4 ro,seclabel,relatime 0 0\ntmpfs /dev tmpfs rw,seclabel,nosuid 0 0\n"
        "proc /proc proc rw,relatime 0 0\n/dev/block/vdc /data ext4 rw,seclabel,nosuid,nodev,noatime 0 0\n"
        "/data/media /storage/emulated sdcardfs rw,nosuid,nodev,noexec,noatime 0 0\n"
    ),
    "/proc/net/arp": lambda phone: (
        "IP address       HW type     Flags       HW address            Mask     Device\n"
    ),
    "/proc/net/dev": _devices,
    "/proc/net/route": _routes,
    "/proc/net/tcp": lambda phone: _SOCKETS,
    "/proc/net/tcp6": lambda phone: _SOCKETS,
    "/proc/net/udp": lambda phone: _SOCKETS,
    # No app of the phone has a local socket open, and so no web view.
    "/proc/net/unix": lambda phone: "Num       RefCount Protocol Flags    Type St Inode Path\n",
    "/proc/stat": _stat,
    "/proc/sys/kernel/osrelease": lambda phone: KERNEL_VERSION + "\n",
    "/proc/uptime": _uptime,
    "/proc/version": lambda phone: f"Linux version {KERNEL_VERSION} (android@build) (clang) {_BUILT}\n",
    "/proc/net/xt_qtaguid/stats": lambda phone: (
        "idx iface acct_tag_hex uid_tag_int cnt_set rx_bytes rx_packets tx_bytes tx_packets\n"
    ),
    **dict.fromkeys(
        [f"/sys/devices/system/cpu/{name}" for name in ("online", "possible", "present")],
        lambda phone: f"0-{PROCESSORS - 1}\n",
    ),
    **{
        f"/sys/devices/system/cpu/cpu{number}/cpufreq/{name}": lambda phone: f"{_KILOHERTZ}\n"
        for number in range(PROCESSORS)
        for name in ("cpuinfo_max_freq", "cpuinfo_min_freq", "scaling_cur_freq")
    },
    "/system/build.prop": _build_properties,
}
#: Where these files lie.
PLACES = ("/proc/", "/sys/", "/system/")
#: The shell itself: process id, parent, user id, name.
SHELL_PROCESS = 4711
_SHELL = (SHELL_PROCESS, 1402, 0, "sh")
#: The files of a process, and of each of its threads.
_FILES_OF_PROCESS = ("cmdline", "comm", "oom_adj", "oom_score_adj", "stat", "status")
#: A process or a thread of one, and what is in its folder.
_OF_PROCESS = re.compile(r"/proc/(self|[1-9]\d{0,6})(/task(?:/(\d{1,7}))?)?(?:/([a-z_]+))?", re.ASCII)


def read(phone: Phone, path: str) -> bytes | None:
    """The content of one of these files, or None if there is no such file."""
    told = FILES.get(path)
    if told is not None:
        return told(phone).encode()
    found = _OF_PROCESS.fullmatch(path)
    if found is None or found[4] not in _FILES_OF_PROCESS or (found[2] and not found[3]):
        return None
    row = _row(phone, found[1], found[3])
    return None if row is None else _process(row, found[4])


def is_file(phone: Phone, path: str) -> bool:
    """Whether a path is one of these files."""
    return path.startswith(PLACES) and (path in FILES or read(phone, path) is not None)


def names(phone: Phone, folder: str) -> tuple[str, ...]:
    """The names in the folder of a process, its threads, or one thread; () for other paths."""
    if folder == "/proc":
        return ("self", *_rows(phone))
    found = _OF_PROCESS.fullmatch(folder)
    if found is None or found[4] or (row := _row(phone, found[1], found[3])) is None:
        return ()
    if found[2] and not found[3]:
        return (str(row[0]),)
    return _FILES_OF_PROCESS if found[2] else (*_FILES_OF_PROCESS, "task")


def _rows(phone: Phone) -> dict[str, tuple[int, int, int, str]]:
    return {str(row[0]): row for row in (*processes.listed(phone), _SHELL)}


def _row(phone: Phone, pid: str, thread: str | None) -> tuple[int, int, int, str] | None:
    """The process that a path names, or None. Each process has one thread, with the same number."""
    row = _SHELL if pid == "self" else _rows(phone).get(pid)
    return None if row is None or thread not in (None, str(row[0])) else row


def _process(row: tuple[int, int, int, str], what: str) -> bytes:
    number, parent, uid, name = row
    if what == "cmdline":
        return b"" if name.startswith("[") else name.encode() + b"\0"
    short = name.strip("[]")[-15:]
    if what == "comm":
        return short.encode() + b"\n"
    if what.startswith("oom"):
        return b"0\n"
    if what == "stat":
        return (f"{number} ({short}) S {parent} {number} 0 0 -1 4194560" + " 0" * 44 + "\n").encode()
    ids = "\t".join([str(uid)] * 4)
    return (
        f"Name:\t{short}\nUmask:\t0077\nState:\tS (sleeping)\nTgid:\t{number}\nPid:\t{number}\nPPid:\t{parent}\n"
        f"TracerPid:\t0\nUid:\t{ids}\nGid:\t{ids}\nVmPeak:\t 1300000 kB\nVmSize:\t 1300000 kB\nVmRSS:\t   90000 kB\n"
        "Threads:\t1\n"
    ).encode()
