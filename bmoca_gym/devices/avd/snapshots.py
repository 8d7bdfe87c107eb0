"""The snapshot of a configuration: its name, what it was built from, and whether it still fits."""

from __future__ import annotations

import hashlib
import json

from bmoca_gym.devices.avd.configuration import Configuration
from bmoca_gym.devices.avd.names import snapshot_name
from bmoca_gym.devices.avd.record import AvdRecord

#: The snapshot that all others of a virtual device are built on: apps installed, their first questions answered.
BASE_SNAPSHOT = snapshot_name("init")


def name_of(configuration: Configuration) -> str:
    """The snapshot of a configuration. One of the user's ends in a digest: no other of that id is taken for it."""
    custom = configuration.split == "custom"
    return snapshot_name(f"{configuration.id}-{configuration.digest}" if custom else configuration.id)


def fingerprint(configuration: Configuration, base: str) -> str:
    """Digest of what a snapshot was built from. ``base``: the digest of what it was built on."""
    return digest(base, configuration.digest)


def why_unfit(record: AvdRecord, configuration: Configuration) -> str:
    """Reason why a virtual device has no snapshot that is this configuration, or "" where it has."""
    name = name_of(configuration)
    built = record.snapshots.get(name)
    if built == fingerprint(configuration, record.base):
        return ""
    build = (
        f"bmoca avd build --environments {configuration.id if configuration.split != 'custom' else 'FILE'}"
    )
    if built is None:
        return f"the snapshot {name} is not built, or was not finished; build it with: {build}"
    return f"the snapshot {name} was built from another configuration of that id; build it anew: {build}"


def digest(*what: object) -> str:
    """Twelve hexadecimal digits that depend on all that is given."""
    return hashlib.blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=6).hexdigest()
