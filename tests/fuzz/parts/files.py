"""Fuzzes the files of apps: damaged ones, and noise; each is accepted or refused, and the app's screen shows."""

from __future__ import annotations

import numpy as np

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import files

_PIECES = (
    b"",
    b"\0" * 100,
    b"\xff" * 50,
    b"SQLite format 3\0",
    b"<map>",
    b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
    b"[" * 2000,
    b'{"a":' * 500,
    b"9" * 6000,
)


def attempt(random: np.random.Generator) -> None:
    """Write one damaged file in place of an app's, and look at the app."""
    phone = images.boot()
    owned = [
        (package, file.path)
        for package, app in sorted(packages.owners_of(ANDROID10).items())
        for file in app.files
        if file.there is None
    ]
    package, path = owned[random.integers(len(owned))]
    data = bytearray(files.read(phone, path))
    for _ in range(random.integers(1, 20)):
        at = int(random.integers(len(data) + 1))
        kind = random.random()
        if kind < 0.6 and at < len(data):
            data[at] = int(random.integers(256))
        elif kind < 0.8:
            data[at : at + int(random.integers(64))] = random.bytes(int(random.integers(32)))
        else:
            data[at:at] = _PIECES[random.integers(len(_PIECES))]
    try:
        phone = files.write(phone, path, bytes(data))
    except HandsetError:
        return
    files.read(phone, path)
    phone = session.run(phone, f"monkey -p {package} -c android.intent.category.LAUNCHER 1")[0]
    screen.ui_tree(phone)
