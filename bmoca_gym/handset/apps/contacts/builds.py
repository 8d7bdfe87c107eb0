"""Builds of Contacts: that of Android 10, Google's of Android 13, or Google's later one; the image decides."""

from __future__ import annotations

from bmoca_gym.handset.state import Image

#: The package of Google's build.
PACKAGE = "com.google.android.contacts"

#: The first version with labels in the bar of the list, and a contact's birthday and company at the top.
_FIRST = 4_000_000
_ANDROID_13 = 33


def is_later(image: Image) -> bool:
    """Whether an image has the later build."""
    return image.versions.get(PACKAGE, (0, ""))[0] >= _FIRST


def generation(image: Image) -> int:
    """0 for Android 10's build, 1 for Google's with Material 3, 2 for the later one."""
    return 2 if is_later(image) else 1 if image.api_level >= _ANDROID_13 else 0
