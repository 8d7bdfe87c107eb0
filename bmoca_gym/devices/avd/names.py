"""Names of the virtual devices and snapshots that ``bmoca avd build`` makes and ``device="avd"`` uses."""

from __future__ import annotations

#: Prefix of all names, which distinguishes them from a user's own.
PREFIX = "bmoca_"


#: Image that is not part of the names of its AVDs.
_FIRST_IMAGE = "android10"


def avd_name(profile_name: str, image: str = _FIRST_IMAGE) -> str:
    """Return the AVD of a device profile, given by avdmanager's name for it, for tasks of an image.

    ``pixel_3`` has ``bmoca_pixel_3``, and for the image android13 ``bmoca_android13_pixel_3``.
    """
    return PREFIX + ("" if image == _FIRST_IMAGE else f"{image}_") + profile_name.replace(" ", "_")


def snapshot_name(environment_id: str) -> str:
    """Return the snapshot of an environment: ``bmoca_100`` for ``100``."""
    return PREFIX + environment_id
