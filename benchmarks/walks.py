"""Random walks through every app on phones of sampled configurations: exceptions, and slow steps.

``python -m benchmarks.walks --gestures 200000 --image android10``: each walk of 50 gestures begins in another app,
and in another configuration. A step is a gesture, three seconds, the UI tree and a frame of 128 x 256 px; its time is
processor time. ``--only 17:com.android.settings`` repeats one walk.
"""

from __future__ import annotations

import argparse
import collections
import gc
import itertools
import json
import random
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bmoca_gym.devices import cyclic_collector
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import KEY_CODES, Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.randomization import DeviceConfiguration, Sampler

#: Texts that have broken phones: scripts, marks, emoji, surrogates, control characters, markup, templates, digits.
TEXTS = (
    "a", "Hello World", "alarm 7:30", "עברית", "مرحبا بالعالم ١٢٣", "नमस्ते", "日本語テキスト", "한국어", "ɛyɛ",
    "e\u0301\u0323", "👩‍👩‍👧‍👦🇰🇷", "\ud83d", "\udc00x", "\x00\x07\x1b", "a\nb\r\nc\u2028d",
    "<b>&amp;</b>", "{0} {name} %s",
    "0123456789" * 30, "٣", "²", "-", "\u202eabc\u202c", " ", "w" * 200, "'; DROP TABLE x; --", "\U0010ffff",
)  # fmt: skip

#: Fixed parts of random configurations, in turn: each locale; a tablet; the fewest dp, and the most.
FIXED: tuple[dict[str, Any], ...] = (
    *({"locales": tag} for tag in sorted(LOCALES)), {"profiles": "WXGA Tablet"},
    {"profiles": "Pixel 6", "densities": 700}, {"profiles": "Pixel 4 XL", "densities": 330},
)  # fmt: skip

#: Gestures of a walk through one app, and the time in ms from which a step counts as slow.
LENGTH, SLOW = 50, 100.0


def random_gesture(rng: random.Random, tree: UiTree) -> Gesture:
    """Return a random gesture: half of them on touchable elements, the others anywhere, including keys and texts."""
    kind = rng.random()
    if kind < 0.5:
        nodes = [n for n in tree if n.clickable or n.long_clickable]
        if nodes:
            node = rng.choice(nodes)
            x, y = min(node.center[0] / tree.width, 1.0), min(node.center[1] / tree.height, 1.0)
            return LongPress(x, y) if node.long_clickable and rng.random() < 0.3 else Tap(x, y)
    if kind < 0.68:
        return Tap(rng.random(), rng.random())
    if kind < 0.72:
        return LongPress(rng.random(), rng.random(), rng.choice((0.1, 0.4, 2.0)))
    if kind < 0.88:
        x, y = rng.random(), rng.random()
        if rng.random() < 0.7:  # along an axis, so that lists move
            return Swipe(
                x,
                y,
                *((x, rng.random()) if rng.random() < 0.7 else (rng.random(), y)),
                rng.choice((0.1, 0.5)),
            )
        return Swipe(x, y, rng.random(), rng.random(), rng.choice((0.05, 1.0, 60.0)))
    if kind < 0.9:  # the notification shade
        return Swipe(rng.random(), 0.0, 0.5, 0.6)
    if kind < 0.94:
        return TypeText(rng.choice(TEXTS))
    return PressKey(rng.choice(("BACK", "BACK", "HOME", "OVERVIEW", "ENTER", "DEL", *KEY_CODES)))


def configuration(look: int) -> DeviceConfiguration:
    """Return the random configuration with index ``look``."""
    return Sampler(seed=20, **FIXED[look % len(FIXED)]).configuration(look)


def random_phone(look: int, app: str = "", image: Image = images.ANDROID10) -> Phone:
    """Return a phone of the `configuration` with index ``look``, with its icons laid out and ``app`` (a package) in
    front.
    """
    drawn = configuration(look)
    device = EmbeddedDevice(Configuration(**drawn.screen_configuration()), image=image.name)
    drawn.apply(device)
    return activities.start(device.phone, packages.apps_of(image)[app].component) if app else device.phone


class _Collected:
    """Processor time of the cyclic collector, in ms."""

    def __init__(self) -> None:
        self.milliseconds = 0.0
        self._since = 0.0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._since = time.process_time()
        else:
            self.milliseconds += (time.process_time() - self._since) * 1000


class Walks:
    """Walks through an image's apps.

    ``steps``: their number; ``slow``, ``raised``: the slow steps and the exceptions.
    """

    def __init__(self, image: Image) -> None:
        self.image = image
        self.steps = 0
        self.longest = 0.0
        self.slow: list[dict[str, Any]] = []
        self.raised: list[dict[str, Any]] = []
        self._renderer = Renderer(128, 256)
        self._collected = _Collected()
        gc.callbacks.append(self._collected)

    def walk(self, look: int, package: str) -> None:
        """Walk from one app in one configuration. An exception is recorded and ends the walk."""
        rng = random.Random(f"{look} {package}")
        where: dict[str, Any] = {"walk": f"{look}:{package}"}
        try:
            for step, shown in enumerate(self._steps(look, package, rng)):
                where |= shown | {"step": step}
                if shown["ms"] > SLOW:
                    self.slow.append(dict(where))
        except Exception:
            self.raised.append(where | {"error": traceback.format_exc()})

    def _steps(self, look: int, package: str, rng: random.Random) -> Iterator[dict[str, Any]]:
        phone = random_phone(look, package, self.image)
        cyclic_collector.between_episodes()  # as a device does when it loads a snapshot
        for _ in range(LENGTH):
            gesture = random_gesture(rng, screen.ui_tree(phone))
            before = self._collected.milliseconds
            times = [time.process_time()]
            after = inputs.perform(phone, gesture)
            times.append(time.process_time())
            after = inputs.wait(after, 3000)
            times.append(time.process_time())
            screen.ui_tree(after)
            times.append(time.process_time())
            self._renderer.frame(after)
            times.append(time.process_time())
            self.steps += 1
            taken = [(end - start) * 1000 for start, end in itertools.pairwise(times)]
            self.longest = max(self.longest, sum(taken))
            yield {
                "ms": round(sum(taken), 1), "collector": round(self._collected.milliseconds - before, 1),
                **dict(zip(("gesture", "wait", "tree", "frame"), (round(one, 1) for one in taken), strict=True)),
                "did": repr(gesture)[:120], "from": phone.top.component, "to": after.top.component,
            }  # fmt: skip
            phone = after


def main(arguments: list[str] | None = None) -> None:
    """Walk, print the results, and exit with 1 if there was an exception."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walks", description=__doc__)
    parser.add_argument("--gestures", type=int, default=10_000, help="in all (default %(default)s)")
    parser.add_argument(
        "--image", default="android10", help="what phones are built from (default %(default)s)"
    )
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first configuration (default %(default)s)"
    )
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    parser.add_argument("--only", metavar="LOOK:PACKAGE", help="one walk alone")
    parser.add_argument("--out", type=Path, help="a JSON file for what raised and what was slow")
    given = parser.parse_args(arguments)
    walks = Walks(images.image_named(given.image))
    apps = sorted(packages.apps_of(walks.image))
    until = time.monotonic() + 60 * given.minutes
    look = given.first
    if given.only:
        number, _, package = given.only.partition(":")
        walks.walk(int(number), package)
    while not given.only and walks.steps < given.gestures and time.monotonic() < until:
        for package in apps:
            walks.walk(look, package)
        look += 1
        if look % 10 == 0 and given.out:
            _write(given.out, walks, look)
    print(
        f"{walks.steps} gestures over {max(1, look - given.first)} configurations of {given.image}: "
        f"{len(walks.raised)} raised, {len(walks.slow)} took more than {SLOW:g} ms, the longest {walks.longest:.0f} ms"
    )
    why = collections.Counter(_reason(one) for one in walks.slow)
    for reason, count in why.most_common():
        print(f"  {count:5} {reason}")
    for one in walks.raised:
        print(f"{one['walk']} step {one.get('step', -1) + 1}\n{one['error']}")
    if given.out:
        _write(given.out, walks, look)
    sys.exit(bool(walks.raised))


def _reason(slow: dict[str, Any]) -> str:
    """Return the part of a slow step that took most of the time, and where it led."""
    if 2 * slow["collector"] > slow["ms"]:
        return "the cyclic collector"
    part = max(("gesture", "wait", "tree", "frame"), key=lambda name: float(slow[name]))
    return (
        f"{slow['did'].partition('(')[0]}: {part} of {slow['to']}"
        if part != "gesture"
        else f"{slow['did'][:40]}"
    )


def _write(out: Path, walks: Walks, look: int) -> None:
    found = {"image": walks.image.name, "gestures": walks.steps, "next": look, "longest": walks.longest}
    out.write_text(
        json.dumps(found | {"slow": walks.slow, "raised": walks.raised}, indent=1), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
