"""Console commands about the virtual device: its time, folder and snapshots, and what it does not have."""

from __future__ import annotations

from bmoca_gym.handset.servers.console.command import (
    Command,
    Emulator,
    Refusal,
    Run,
    done,
    refuse,
)
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clock


def _status(emulator: Emulator, rest: str) -> str:
    return f"virtual device is {'stopped' if emulator.served.paused else 'running'}\n"


def _stop(emulator: Emulator, rest: str) -> str:
    if emulator.served.paused:
        raise Refusal("virtual device already stopped")
    emulator.served.pause()
    return ""


def _start(emulator: Emulator, rest: str) -> str:
    if not emulator.served.paused:
        raise Refusal("virtual device already running")
    emulator.served.resume()
    return ""


def _heartbeat(emulator: Emulator, rest: str) -> str:
    return f"heartbeat: {emulator.served.phone.clock.uptime // 1000}\n"


def _place(below: str) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        if not emulator.folder:
            raise Refusal("this phone has no AVD folder; start it with -avd NAME")
        return f"{emulator.folder}{below}{f'/{rest}' if rest and below else ''}\n"

    return run


def _discovery(emulator: Emulator, rest: str) -> str:
    if not emulator.discovery:
        raise Refusal("there is no discovery file: its folder can't be written to")
    return f"{emulator.discovery}\n"


def _snapshot(emulator: Emulator, rest: str) -> str:
    verb, _, name = rest.partition(" ")
    served = emulator.served
    if verb == "list" and not name:
        return _snapshots(served)
    actions = {
        "save": served.save_snapshot,
        "load": served.load_snapshot,
        "del": served.delete_snapshot,
        "delete": served.delete_snapshot,
    }
    if verb not in actions or not name.strip():
        raise Refusal("argument missing, try 'avd snapshot list|save NAME|load NAME|del NAME'")
    actions[verb](name.strip())
    return ""


def _snapshots(served: ServedPhone) -> str:
    kept = served.snapshots()
    if not kept:
        return "There is no snapshot available.\n"
    lines = [
        "List of snapshots present on all disks:",
        f"{'ID':<10}{'TAG':<20}{'VM SIZE':>7}{'DATE':>20}{'VM CLOCK':>15}",
    ]
    for name, phone in kept.items():
        when = clock.local_time(phone)
        seconds, ms = divmod(phone.clock.uptime, 1000)
        uptime = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{ms:03d}"
        lines.append(f"{'--':<10}{name:<20}{'0 B':>7} {when:%Y-%m-%d %H:%M:%S}{uptime:>15}")
    return "\n".join(lines) + "\n"


def _restarted(phone: Phone) -> Phone:
    return session.run(phone, "setprop ctl.restart zygote")[0]


_HINGE = refuse("this AVD has no hinge: it can't be folded")
_SHARED_FILES = refuse("files of this machine are neither read nor written; use 'adb exec-out screencap -p' or "
                        "'adb shell screenrecord'")  # fmt: skip
_DISPLAYS = refuse("multi-display is not supported: this AVD has one display")

COMMANDS: dict[str, dict[str, Command]] = {
    "avd": {
        "name": Command("", "query virtual device name", lambda emulator, rest: f"{emulator.name}\n"),
        "id": Command("", "query virtual device id", lambda emulator, rest: f"{emulator.name}\n"),
        "path": Command("", "query the AVD's folder", _place("")),
        "discoverypath": Command("", "query the file that tells other programs of the emulator", _discovery),
        "snapshotspath": Command("", "query the folder of snapshots", _place("/snapshots")),
        "snapshotpath": Command("NAME", "query the folder of a snapshot", _place("/snapshots")),
        "heartbeat": Command("", "query how many seconds the phone has been up", _heartbeat),
        "status": Command("", "query virtual device status", _status),
        "start": Command("", "let the virtual device's time go on", _start),
        "stop": Command("", "let the virtual device's time stand still", _stop),
        "snapshot": Command("list | save NAME | load NAME | del NAME", "snapshots", _snapshot),
    },
    "fold": {"": Command("", "refused: no hinge", _HINGE)},
    "multidisplay": {
        "add": Command("...", "refused: one display", _DISPLAYS),
        "del": Command("...", "refused: one display", _DISPLAYS),
    },
    "posture": {"": Command("0-5", "refused: no hinge", _HINGE)},
    "resize-display": {
        "": Command("0-3", "refused", refuse("this AVD is not resizable; use 'adb shell wm size'"))
    },
    "restart": {"": Command("", "restart the phone", done(_restarted))},
    "screenrecord": {verb: Command("...", "refused", _SHARED_FILES) for verb in ("start", "stop", "screenshot")},
    "unfold": {"": Command("", "refused: no hinge", _HINGE)},
    "virtualscene-image": {
        "": Command("...", "refused", refuse("the camera shows no virtual scene: it takes no images"))
    },
}  # fmt: skip
