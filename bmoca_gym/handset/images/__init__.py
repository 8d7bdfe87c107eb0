"""Images from which phones are built: an Android release, apps, properties and a first state."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import metadata
from typing import Any

from immutables import Map

from bmoca_gym.handset import packages
from bmoca_gym.handset.errors import UnknownImageError, nearest
from bmoca_gym.handset.images.android10 import ANDROID10
from bmoca_gym.handset.images.android13 import ANDROID13
from bmoca_gym.handset.images.androidlab import ANDROIDLAB
from bmoca_gym.handset.images.miniwob import MINIWOB
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Image, Phone
from bmoca_gym.handset.system.settings import TIME_FORMAT
from bmoca_gym.handset.value import memo, replace

__all__ = ["ANDROID10", "ANDROID13", "ANDROIDLAB", "MINIWOB", "boot", "image_named", "names"]

#: The entry points of further images, as ``module:MEMBER``.
GROUP = "bmoca_gym.images"
_BUILT_IN = {image.name: image for image in (ANDROID10, ANDROID13, ANDROIDLAB, MINIWOB)}


def boot(configuration: Configuration | None = None, image: Image = ANDROID10) -> Phone:
    """Make a new phone on its home screen.

    Args:
        configuration: the phone's configuration; None: the image's own. If it does not set the format of times, the
            image's settings decide.
        image: the image.
    """
    settings, own = image.settings, image.configuration
    configuration = configuration or own
    if (configuration.material, configuration.account) != (own.material, own.account):
        configuration = replace(configuration, material=own.material, account=own.account)
    if configuration.hours:
        settings = settings.set(TIME_FORMAT, configuration.hours)
    elif settings.get(TIME_FORMAT) in ("12", "24"):
        configuration = replace(configuration, hours=settings[TIME_FORMAT])
    return Phone(
        image=image,
        configuration=configuration,
        clock=image.clock,
        settings=settings,
        properties=image.properties,
        apps=_first_states(image),
        files=image.files,
        modified=image.modified,
        automation=image.automation,
    )


@memo(16, asset=True)
def _first_states(image: Image) -> Map[str, Any]:
    for app in packages.apps_of(image).values():
        if app.prepare is not None:
            app.prepare()
    return Map({package: packages.first_state(image, package) for package in packages.owners_of(image)})


def names() -> tuple[str, ...]:
    """Return the names of all images in alphabetical order."""
    return tuple(sorted({*_BUILT_IN, *(point.name for point in metadata.entry_points(group=GROUP))}))


@cache
def image_named(name: str) -> Image:
    """Return the image of that name.

    Raises:
        UnknownImageError: neither this package nor an installed one has such an image.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    for point in metadata.entry_points(group=GROUP):
        if point.name == name:
            found: Image = point.load()
            return found
    raise UnknownImageError(
        f"There is no image {name!r}; there are {', '.join(names())}.{nearest(str(name), names())}"
    )


def _reduced(image: Image) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Pickle an image as its name if it has one, so that the pickle of a phone does not contain it."""
    if image.name in names() and image_named(image.name) is image:
        return image_named, (image.name,)
    return Image, tuple(getattr(image, field.name) for field in fields(image))


copyreg.pickle(Image, _reduced)
