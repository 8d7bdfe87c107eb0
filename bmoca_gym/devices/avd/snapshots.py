"""Snapshots of configurations: names, hashes of their inputs, and whether they are still valid."""

from __future__ import annotations

import hashlib
import json

from bmoca_gym.devices.avd.configuration import Configuration
from bmoca_gym.devices.avd.names import snapshot_name
from bmoca_gym.devices.avd.record import AvdRecord

#: Snapshot from which all others of a virtual device are built, with apps installed and their first runs done.
BASE_SNAPSHOT = snapshot_name("init")


def name_of(configuration: Configuration) -> str:
    """Return the snapshot's name of a configuration. That of a user's own configuration ends in its hash, to
    be unique.
    """
    custom = configuration.split == "custom"
    return snapshot_name(f"{configuration.id}-{configuration.digest}" if custom else configuration.id)


def fingerprint(configuration: Configuration, base: str) -> str:
    """Return the hash of a snapshot's inputs. ``base``: hash of the state from which it was built."""
    return digest(base, configuration.digest)


def why_unfit(record: AvdRecord, configuration: Configuration) -> str:
    """Return why a virtual device has no valid snapshot of this configuration, or ""."""
    name = name_of(configuration)
    built = record.snapshots.get(name)
    if built == fingerprint(configuration, record.base):
        return ""
    build = (
        f"bmoca avd build --environments {configuration.id if configuration.split != 'custom' else 'FILE'}"
    )
    if built is None:
        return f"the snapshot {name} is not built, or was not finished; build it with: {build}"
    return f"the snapshot {name} was built from another configuration of that id; build it again: {build}"


def digest(*what: object) -> str:
    """Return a hash of all arguments, twelve hexadecimal digits."""
    return hashlib.blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=6).hexdigest()
