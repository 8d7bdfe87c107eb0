"""One number for everything that a walk shows; importable by processes that tests start."""

from __future__ import annotations

import hashlib
import random

from handset_walk import random_phone, walk

from bmoca_gym.handset import packages, screen
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.render.renderer import Renderer

APPS = tuple(packages.apps_of(ANDROID10))


def fingerprint(seed: int) -> str:
    """SHA-256 over all frames, UI trees and log lines of three walks of 40 gestures."""
    digest = hashlib.sha256()
    for look in range(seed, seed + 3):
        renderer = Renderer(128, 256)
        for now in walk(random_phone(look, APPS[look % len(APPS)]), random.Random(look), 40):
            digest.update(renderer.frame(now).tobytes())
            digest.update(repr(screen.ui_tree(now).nodes).encode())
            digest.update(repr(now.log.since(0)).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint(7))
