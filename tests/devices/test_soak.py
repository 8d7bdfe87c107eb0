"""A long time over the wire: episode after episode on a handset behind adb, with flat memory and nothing left behind.

Short by default (10 resets, 100 steps). ``BMOCA_SOAK=full``: 1,000 resets and 20,000 steps;
``BMOCA_SOAK=RESETS,STEPS``: other numbers. With ``-s`` it prints the measurements.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for served_handset

from served_handset import NO_ADB, adb_program

from benchmarks.over_adb import served
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.envs.environment import PhoneEnv

PROC = Path("/proc")
CONFIGURATIONS = ["000", "100", "105", "107"]
DIFFERENT = 40
#: Megabytes that a process may grow by from the half of the time on: a short run ends before all caches are full.
ROOM_SHORT, ROOM_FULL = 96.0, 24.0
#: Threads, files, sockets or processes that may be more than then: pools start workers and connections when several
#: calls meet, which hangs on the machine. What an episode left behind would be 8 more in a short run.
ROOM_COUNTED = 6

pytestmark = [
    pytest.mark.skipif(adb_program() is None, reason=NO_ADB),
    pytest.mark.skipif(not (PROC / "self" / "fd").is_dir(), reason="needs Linux's /proc"),
]


class Held(NamedTuple):
    """Resources of a process: resident megabytes, threads, open files, sockets among them, child processes."""

    megabytes: float
    threads: int
    files: int
    sockets: int
    children: int


def held_by(pid: int) -> Held:
    folder = PROC / str(pid)
    status = dict(
        line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line
    )
    links = []
    for entry in list((folder / "fd").iterdir()):
        try:
            links.append(os.readlink(entry))
        except OSError:  # it was closed meanwhile
            continue
    children = 0
    for task in list((folder / "task").iterdir()):
        try:
            children += len((task / "children").read_text().split())
        except OSError:
            continue
    sockets = sum(link.startswith("socket:") for link in links)
    return Held(int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), len(links), sockets, children)


def adb_server_of(device: AdbDevice) -> int:
    """The process of the adb server that listens on the device's port."""
    for folder in PROC.iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
        except OSError:
            continue
        if b"fork-server" in words and b"tcp:%d" % device._server.port in words:
            return int(folder.name)
    raise AssertionError("no adb server")


def how_long() -> tuple[int, int]:
    chosen = os.environ.get("BMOCA_SOAK", "")
    if chosen == "full":
        return 1000, 20_000
    resets, _, steps = (chosen or "10,100").partition(",")
    return int(resets), int(steps)


def _no_more_than(now: Held, then: Held) -> bool:
    return all(count <= before + ROOM_COUNTED for count, before in zip(now[1:], then[1:], strict=True))


def held_in_the_end(processes: dict[str, int], settled: dict[str, Held]) -> dict[str, Held]:
    """The resources held, after giving closing connections five seconds."""
    end = time.monotonic() + 30
    while True:
        gc.collect()
        last = {name: held_by(pid) for name, pid in processes.items()}
        if all(_no_more_than(last[name], settled[name]) for name in last) or time.monotonic() > end:
            return last
        time.sleep(0.1)


@pytest.mark.exhaustive
def test_many_episodes_leave_nothing_behind() -> None:
    resets, steps = how_long()
    per_episode = steps // resets
    threads = set(threading.enumerate())
    with served() as phone:
        device = phone.device
        processes = {
            "this process": os.getpid(),
            "emulator": phone.emulator.pid,
            "adb server": adb_server_of(device),
        }
        env = PhoneEnv("representative", CONFIGURATIONS, device, "both", step_seconds=0, step_limit=10**9)
        seen: list[dict[str, Held]] = []
        start = time.monotonic()
        done = 0
        for episode in range(resets):
            # The same episodes again and again: what still grows when all of them were seen is not a cache.
            env.reset(
                seed=episode % DIFFERENT,
                options={"environment": CONFIGURATIONS[episode % len(CONFIGURATIONS)]},
            )
            env.action_space.seed(episode % DIFFERENT)
            for _ in range(per_episode):
                _, _, terminated, _, _ = env.step(env.action_space.sample())
                done += 1
                if terminated:
                    break
            if episode % max(1, resets // 12) == 0 or episode == resets - 1:
                gc.collect()
                seen.append({name: held_by(pid) for name, pid in processes.items()})
                passed = time.monotonic() - start
                print(f"\n{episode + 1} resets, {done} steps, {passed:.0f} s", *seen[-1].items(), sep="\n  ")
        settled = seen[len(seen) // 2]
        last = held_in_the_end(processes, settled)
        room = ROOM_FULL if steps >= 10_000 else ROOM_SHORT
        assert done >= steps * 0.9
        for name, now in last.items():
            then = settled[name]
            assert now.megabytes - then.megabytes < room, (name, then, now)
            assert _no_more_than(now, then), (name, then, now)
        env.close()
        device.close()
        assert phone.emulator.poll() is None
        assert {t for t in threading.enumerate() if t not in threads and t.name.startswith("bmoca")} == set()
    left = [
        pid for name, pid in processes.items() if name != "this process" and (PROC / str(pid) / "fd").exists()
    ]
    end = time.monotonic() + 30
    while time.monotonic() < end and any(_runs(pid) for pid in left):
        time.sleep(0.02)
    assert not [pid for pid in left if _runs(pid)], "both processes are gone"


def _runs(pid: int) -> bool:
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
