"""Disk usage: the system, apps, and users' files by kind."""

from __future__ import annotations

import json

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import Phone

MEGABYTE = 1_000_000
SYSTEM_BYTES = 2341 * MEGABYTE
#: Kinds of files, by the ends of their names; all others are documents.
KINDS = {
    "images": (".jpg", ".jpeg", ".png", ".gif", ".webp"),
    "videos": (".mp4", ".mkv", ".webm", ".3gp"),
    "audio": (".mp3", ".m4a", ".ogg", ".wav", ".flac", ".aac"),
}
DOCUMENTS = "documents"


def app_bytes(package: str) -> int:
    """Return the size of an app. The handset's apps have none, so the size follows from the app's name."""
    return (12 + sum(package.encode()) % 67) * MEGABYTE


def apps_bytes(phone: Phone) -> int:
    """Return the size of all apps together."""
    return sum(map(app_bytes, packages.apps_of(phone.image)))


def files_bytes(phone: Phone) -> dict[str, int]:
    """Return the sizes of users' files by kind."""
    found = dict.fromkeys((*KINDS, DOCUMENTS), 0)
    for path, data in phone.files.items():
        if path.startswith("/sdcard/"):
            name = path.lower()
            kind = next((kind for kind, ends in KINDS.items() if name.endswith(ends)), DOCUMENTS)
            found[kind] += len(data)
    return found


def statistics(phone: Phone) -> str:
    """Return the output of ``dumpsys diskstats``."""
    files = files_bytes(phone)
    sizes = {
        "App Size": apps_bytes(phone), "App Data Size": 0, "App Cache Size": 0, "Photos Size": files["images"],
        "Videos Size": files["videos"], "Audio Size": files["audio"], "Downloads Size": 0, "System Size": SYSTEM_BYTES,
        "Other Size": files[DOCUMENTS],
    }  # fmt: skip
    apps = tuple(packages.apps_of(phone.image))
    return "".join(
        [
            "Latency: 0ms [512B Data Write]\n",
            *[f"{name}: {size}\n" for name, size in sizes.items()],
            f"Package Names: {json.dumps(apps, separators=(',', ':'))}\n",
            f"App Sizes: [{','.join(str(app_bytes(name)) for name in apps)}]\n",
        ]
    )
