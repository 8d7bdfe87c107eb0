"""Output of ``dumpsys`` about memory, idle state, processors, displays and networks, with constant figures."""

from __future__ import annotations

from bmoca_gym.handset.shell import kernel_files
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import booting, processes, radios

#: Kilobytes that a process holds, by kind: native heap, Dalvik heap, code, stack, graphics, and the rest.
_KINDS = (("Java Heap", 8_000), ("Native Heap", 20_000), ("Code", 30_000), ("Stack", 800), ("Graphics", 24_000),
          ("Private Other", 4_200), ("System", 3_000))  # fmt: skip
_TOTAL = sum(size for _, size in _KINDS)


def _processes(phone: Phone, names: list[str]) -> list[tuple[int, str]]:
    """(id, name) of the processes that are programs, filtered by the first of ``names`` if there is one."""
    rows = [(row[0], row[3]) for row in processes.listed(phone) if row[2] and not row[3].startswith("[")]
    return [row for row in rows if not names or names[0] in (str(row[0]), row[1])]


def graphics(phone: Phone, names: list[str]) -> str:
    """``dumpsys gfxinfo [PACKAGE|PID]``. The phone counts no frames, so all figures are zero."""
    rows = _processes(phone, names)
    if names and not rows:
        return f"No process found for: {names[0]}\n"
    uptime = booting.uptime(phone)
    told = [f"Applications Graphics Acceleration Info:\nUptime: {uptime} Realtime: {uptime}\n"]
    told += [
        f"\n** Graphics info for pid {pid} [{name}] **\n\nStats since: 0ns\n"
        "Total frames rendered: 0\nJanky frames: 0 (0.00%)\n"
        for pid, name in rows
    ]
    return "".join(told)


def memory(phone: Phone, names: list[str]) -> str:
    """``dumpsys meminfo [PACKAGE|PID]``: of one process, or of all processes and the machine."""
    uptime = booting.uptime(phone)
    head = f"Applications Memory Usage (in Kilobytes):\nUptime: {uptime} Realtime: {uptime}\n"
    rows = _processes(phone, names)
    if names:
        return head + _of_process(*rows[0]) if rows else f"No process found for: {names[0]}\n"
    lines = [f"  {_TOTAL:>9,}K: {name} (pid {pid})" for pid, name in rows]
    used = kernel_files.MEMORY - kernel_files.AVAILABLE
    return (
        head + "\nTotal PSS by process:\n" + "\n".join(lines) + "\n\n"
        f"Total RAM: {kernel_files.MEMORY:,}K (status normal)\n Free RAM: {kernel_files.AVAILABLE:,}K\n"
        f" Used RAM: {used:,}K\n"
    )


def _of_process(pid: int, name: str) -> str:
    columns = ("Pss", "Private", "Private", "SwapPss", "Heap", "Heap", "Heap")
    more = ("Total", "Dirty", "Clean", "Dirty", "Size", "Alloc", "Free")
    rows = [
        ("Native Heap", 20_000, 32_000),
        ("Dalvik Heap", 8_000, 16_000),
        (".so mmap", 30_000, 0),
        ("TOTAL", _TOTAL, 48_000),
    ]
    lines = [f"\n** MEMINFO in pid {pid} [{name}] **"]
    lines += [
        f"{'':17}" + "".join(f"{text:>9}" for text in texts) for texts in (columns, more, ("------",) * 7)
    ]
    lines += [
        f"{kind:>17}" + "".join(f"{size:>9}" for size in (pss, pss, 0, 0, heap, heap // 2, heap - heap // 2))
        for kind, pss, heap in rows
    ]
    lines += ["", " App Summary", f"{'Pss(KB)':>30}", f"{'------':>30}"]
    lines += [f"{kind + ':':>21}{size:>9}" for kind, size in _KINDS]
    lines += ["", f"{'TOTAL:':>21}{_TOTAL:>9}{'TOTAL SWAP PSS:':>22}{0:>9}"]
    return "\n".join(lines) + "\n"


def idleness(phone: Phone) -> str:
    """``dumpsys deviceidle``: the phone is awake and charging."""
    return (
        "  Whitelist system apps:\n    com.android.providers.downloads\n  Whitelist user apps:\n"
        "  mLightEnabled=false  mDeepEnabled=false\n  mForceIdle=false\n  mScreenOn=true\n  mCharging=true\n"
        "  mState=ACTIVE mLightState=ACTIVE\n"
    )


def processors(phone: Phone) -> str:
    """``dumpsys cpuinfo``."""
    return "Load: 0.0 / 0.0 / 0.0\n0% TOTAL: 0% user + 0% kernel\n"


def displays(phone: Phone, words: list[str]) -> str:
    """``dumpsys SurfaceFlinger [--display-id]``."""
    if words[:1] == ["--display-id"]:
        return 'Display 0 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n'
    config = phone.configuration
    return (
        f"Display 0 (HWC display 0): {config.width}x{config.height}, 60.00 fps, {config.density} dpi\n"
        if not words
        else ""
    )


def connectivity(phone: Phone) -> str:
    """``dumpsys connectivity``: the default network."""
    if not radios.wifi(phone):
        return "Active default network: none\n"
    return (
        "Active default network: 100\n\nCurrent Networks:\n  NetworkAgentInfo{ ni{[type: WIFI[], state: "
        "CONNECTED/CONNECTED, reason: (unspecified), extra: , failover: false, available: true, roaming: false]} "
        f"network{{100}} lp{{{{InterfaceName: wlan0 LinkAddresses: [{kernel_files.ADDRESS}/24,]}}}} }}\n"
    )
