"""Names of the virtual devices and snapshots that ``bmoca avd build`` makes and ``device="avd"`` looks for."""

from __future__ import annotations

#: What all names begin with, so that they are told from a user's own.
PREFIX = "bmoca_"


#: The image whose AVDs have no image in their names.
_FIRST_IMAGE = "android10"


def avd_name(profile_name: str, image: str = _FIRST_IMAGE) -> str:
    """The AVD of a device profile, by what avdmanager calls it, for tasks of an image.

    ``pixel_3`` has ``bmoca_pixel_3``, and for the image android13 ``bmoca_android13_pixel_3``.
    """
    return PREFIX + ("" if image == _FIRST_IMAGE else f"{image}_") + profile_name.replace(" ", "_")


def snapshot_name(environment_id: str) -> str:
    """The snapshot that holds a configuration of the environments: ``100`` has ``bmoca_100``."""
    return PREFIX + environment_id
