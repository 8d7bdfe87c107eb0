"""Random walks through one app, step by step: compare two runs to prove that a change of the app altered nothing.

``python -m benchmarks.app_walks joplin before.json``, change the code, ``python -m benchmarks.app_walks joplin
after.json --against before.json``. Walks begin as tasks of the app in any suite find it, on configurations in turn; in
an app without tasks, on a new phone. Each step has a digest of the frame at 128 x 256 px, of the UI tree, and of the
log's new lines; the end of a walk has one of the app's files. The first step that differs is printed with its gesture.
``PYTHONPATH=OTHER python benchmarks/app_walks.py`` walks through another checkout's app.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.handset import packages
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.images import image_named
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.ui.xml import xml_of

#: English, large fonts, Urdu, and a tablet in Arabic.
LOOKS = ("100", "105", "106", "109")
LENGTH = 60
_TEXTS = ("a", "bread", "12.5", "Hello World", "مرحبا", "2", " ", "x" * 40)
_SUITES = ("bmoca", "androidworld", "androidlab")
_IMAGES = ("android10", "android13", "androidlab")


def gesture_on(rng: random.Random, tree: UiTree) -> Gesture:
    """Draw a gesture that is likely to do something: mostly touches of controls, also Back, swipes, texts and leaving
    the app."""
    kind = rng.random()
    nodes = [
        n
        for n in tree
        if (n.clickable or n.long_clickable or n.scrollable) and "inputmethod" not in n.package
    ]
    if kind < 0.72 and nodes:
        node = rng.choice(nodes)
        x, y = min(node.center[0] / tree.width, 1.0), min(node.center[1] / tree.height, 1.0)
        return LongPress(x, y) if node.long_clickable and rng.random() < 0.35 else Tap(x, y)
    if kind < 0.80:
        x, y = 0.1 + 0.8 * rng.random(), 0.15 + 0.7 * rng.random()
        return Swipe(x, y, *((x, rng.random()) if rng.random() < 0.5 else (rng.random(), y)), 0.3)
    if kind < 0.88:
        return TypeText(rng.choice(_TEXTS))
    if kind < 0.90:
        return Tap(rng.random(), rng.random())
    return PressKey(rng.choice(("BACK",) * 8 + ("ENTER", "DEL", "HOME", "OVERVIEW")))


def starts(app: str, walks: range) -> Iterator[tuple[str, EmbeddedDevice, str]]:
    """Phones with the app in front, one a walk, with their names and the app's package."""
    found = [(suite, task) for suite in _SUITES for task in tasks.suite(suite) if _is(app, task.package)]
    for number in walks:
        look = LOOKS[number % len(LOOKS)]
        if found:
            suite, task = found[number * 7 % len(found)]
            env = PhoneEnv(tasks=task, observation="text", device="embedded")
            env.reset(seed=number, options={"environment": randomization.get(look)})
            device, name, package = env.device, f"{number} {suite} {task.id} {look}", task.package
            assert isinstance(device, EmbeddedDevice)
        else:
            image = next(
                name for name in _IMAGES for one in packages.apps_of(image_named(name)) if _is(app, one)
            )
            package = next(one for one in packages.apps_of(image_named(image)) if _is(app, one))
            drawn = randomization.get(look)
            device = EmbeddedDevice(Configuration(**drawn.screen_configuration()), image=image)
            drawn.apply(device)
            name = f"{number} {image} {look}"
        device.shell(f"monkey -p {package} 1")
        yield name, device, package


def _is(app: str, package: str) -> bool:
    """Whether a package is the app: by its own name, or by that of its folder."""
    if app == package:
        return True
    found = [packages.apps_of(image_named(name)).get(package) for name in _IMAGES]
    return any(one is not None and one.name == app for one in found)


def walk(device: EmbeddedDevice, package: str, seed: int) -> Iterator[tuple[str, str]]:
    """Walk; return what is done at each step, and a digest of what it shows."""
    rng = random.Random(seed)
    since = device.log_cursor()
    for _ in range(LENGTH):
        tree = device.ui_tree()
        if rng.random() < 0.5 and device.phone.home:
            device.shell(f"monkey -p {package} 1")
            did = "open the app"
        else:
            gesture = gesture_on(rng, tree)
            did = repr(gesture)
            device.perform(gesture)
        device.wait(3)
        seen = hashlib.sha256(device.screenshot((128, 256)).tobytes())
        seen.update(xml_of(device.ui_tree()).encode())
        for line in device.log_since(since):
            seen.update(repr(tuple(line)).encode())
        since = device.log_cursor()
        yield did, seen.hexdigest()[:16]
    yield "the app's files", _digest_of_files(device.phone, package)


def _digest_of_files(phone: Phone, package: str) -> str:
    found = hashlib.sha256()
    for path in sorted(files.paths(phone)):
        if package in path:
            found.update(path.encode() + files.read(phone, path))
    return found.hexdigest()[:16]


def main(arguments: list[str] | None = None) -> None:
    """Walk and write the digests; with ``--against``, say what differs and exit 1 where something does."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.app_walks", description=__doc__)
    parser.add_argument("app", help="its package, or the name of its folder")
    parser.add_argument("out", type=Path, help="the JSON file that is written")
    parser.add_argument("--against", type=Path, help="an earlier file, to compare with")
    parser.add_argument("--first", type=int, default=0, help="number of the first walk (default %(default)s)")
    parser.add_argument("--walks", type=int, default=30, help=f"of {LENGTH} gestures (default %(default)s)")
    given = parser.parse_args(arguments)
    found: dict[str, list[Any]] = {}
    walks = range(given.first, given.first + given.walks)
    for number, (name, device, package) in zip(walks, starts(given.app, walks), strict=True):
        found[name] = list(walk(device, package, number))
    given.out.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
    print(f"{sum(map(len, found.values()))} steps of {given.app} written to {given.out}")
    if given.against:
        before = json.loads(given.against.read_text(encoding="utf-8"))
        changed = 0
        for name, steps in found.items():
            for number, (now, was) in enumerate(zip(steps, before.get(name, ()), strict=False)):
                if list(now) != list(was):
                    print(f"changed: walk {name}, step {number}: {now[0]}; before: {was[0]}")
                    changed += 1
                    break
        print(f"{changed} of {len(found)} walks differ")
        sys.exit(bool(changed))


if __name__ == "__main__":
    main()
