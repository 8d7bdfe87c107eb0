"""Equal seeds, equal frames: all pages of both suites of MiniWoB++, played twice in two processes.

    python -m benchmarks.web_frames [--suites miniwob,miniwob_plus] [--seed 1] [task …]

Each page is started on the phone, tapped, drawn on, long-pressed and typed into. After each gesture its frame (128 x
256), and in the end the frame in full size, the UI tree and the console are digested. In the middle the phone is
pickled; at the end it is restored with empty caches, continues, and must show the same again. The second process has
another PYTHONHASHSEED and runs the Python sources, where the first one runs compiled modules if there are any.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence

from bmoca_gym import compiled, tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.apps.miniwob.state import PACKAGE
from bmoca_gym.handset.gestures import Gesture, LongPress, Swipe, Tap, TypeText
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.xml import xml_of
from bmoca_gym.handset.value import clear_caches
from bmoca_gym.tasks.task import Task

#: What is done on each page: before the phone is pickled, and after it.
BEFORE: tuple[Gesture, ...] = (Tap(0.15, 0.2), Swipe(0.4, 0.4, 0.5, 0.25))
AFTER: tuple[Gesture, ...] = (LongPress(0.2, 0.22), Tap(0.35, 0.3), TypeText("ab"), Tap(0.3, 0.45))

SIZE = (128, 256)
#: Seconds that pass after a gesture.
WAIT = 0.7


def frames(device: EmbeddedDevice, gestures: Sequence[Gesture]) -> Iterator[str]:
    """Perform gestures; yield the digest of the frame after each."""
    for gesture in gestures:
        device.perform(gesture)
        device.wait(WAIT)
        frame = Renderer(*SIZE).frame(device.phone)
        yield hashlib.sha256(frame.tobytes()).hexdigest()


def shown(device: EmbeddedDevice) -> str:
    """Return a digest of the frame in full size, of the UI tree and of the page's console."""
    web = device.phone.apps[PACKAGE].web
    lines = () if web is None else web.page.lines
    parts = (device.screenshot().tobytes(), xml_of(device.ui_tree()).encode(), repr(lines).encode())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def played(task: Task) -> tuple[str, bool]:
    """Play a page. Returns a digest of all that it shows, and whether the restored phone shows the same."""
    device = EmbeddedDevice(image="miniwob")
    for step in task.set_up_steps:
        device.shell(step.command)  # type: ignore[attr-defined]
    first = [*frames(device, BEFORE)]
    kept = pickle.dumps(device.phone)
    second = [*frames(device, AFTER), shown(device)]
    clear_caches(assets=False)
    restored: Phone = pickle.loads(kept)
    device.phone = restored
    again = [*frames(device, AFTER), shown(device)]
    return hashlib.sha256("".join(first + second).encode()).hexdigest()[:16], again == second


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if a page shows something else."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_frames", description="Compare frames.")
    parser.add_argument("--suites", default="miniwob,miniwob_plus", help="suites, separated by commas")
    parser.add_argument("--seed", type=int, default=1, help="of the pages (default: 1)")
    parser.add_argument("--digest", action="store_true", help="print digests of one process only")
    parser.add_argument("tasks", nargs="*", help="ids (default: all)")
    arguments = parser.parse_args(given)
    if arguments.digest:
        print("compiled" if compiled.chosen().compiled else "pure", flush=True)
        for name in arguments.suites.split(","):
            suite = tasks.suite(name)
            for template in suite.templates:
                if not arguments.tasks or template.id in arguments.tasks:
                    digest, equal = played(template.task(0, {"seed": arguments.seed}))
                    print(name, template.id, digest, "restored" if equal else "changed", flush=True)
        return 0
    return compare(
        ["--suites", arguments.suites, "--seed", str(arguments.seed), "--digest", *arguments.tasks]
    )


def compare(arguments: Sequence[str]) -> int:
    """Run two processes, and print what differs. Returns 1 if anything does."""
    command = [sys.executable, "-m", "benchmarks.web_frames", *arguments]
    found = []
    for changes in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", compiled.SWITCH: "1"}):
        done = subprocess.run(
            command, env={**os.environ, **changes}, stdout=subprocess.PIPE, text=True, check=True
        )
        found.append(done.stdout.splitlines())
    (first, *some), (second, *others) = found
    different = [one for one, other in zip(some, others, strict=True) if one != other]
    changed = [one for one in (*some, *others) if one.endswith("changed")]
    print(f"{first} and {second}: {len(some) - len(different)} of {len(some)} pages show the same")
    print(f"restored in mid-episode: {len(some) + len(others) - len(changed)} of {len(some) + len(others)}")
    print(*different, *changed, sep="\n")
    return int(bool(different or changed))


if __name__ == "__main__":
    sys.exit(main())
