"""No gesture raises: every page of Settings in every language, and the apps of every image.

Random walks missed three such errors, since each needed one page, one locale and one image at once: the walks' five
configurations have one image and no locale in which Babel lacks names. Here every page is opened in every locale, and
everything on it is touched. Locales take images in turn, and the other apps take locales in turn;
``BMOCA_EVERYTHING=1`` gives each all of them.
"""

from __future__ import annotations

import os
import zlib

import pytest
from handset_tour import SHADE, explored, started

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset.apps.settings.releases import pages_of
from bmoca_gym.handset.apps.settings.state import PACKAGE, SUB_SETTINGS
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import replace

#: Without MobileMiniWoB++'s phone, which is Android 13's with an app more.
IMAGES = {name: images.image_named(name) for name in images.names() if name != "miniwob"}
APPS = [(name, package) for name, image in IMAGES.items() for package in sorted(packages.apps_of(image))]
EVERYTHING = "BMOCA_EVERYTHING" in os.environ
#: Screens of an app on which everything is touched.
SCREENS = 60 if EVERYTHING else 12


def images_of(locale: str) -> tuple[Image, ...]:
    """The images whose Settings are toured in a locale: one of them, in turn, or all."""
    every = tuple(IMAGES.values())
    return every if EVERYTHING else (every[[*LOCALES].index(locale) % len(every)],)


def locales_of(image: str, package: str) -> tuple[str, ...]:
    """The locales in which an app is toured: one that depends on its name, or all."""
    if EVERYTHING:
        return tuple(LOCALES)
    return (tuple(LOCALES)[zlib.crc32(f"{image}/{package}".encode()) % len(LOCALES)],)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_of_settings_opens_and_answers(locale: str) -> None:
    """Text-to-speech output raised in Akan."""
    for image in images_of(locale):
        (phone,) = started(PACKAGE, replace(image.configuration, locale=locale), image)
        pages = tuple(activities.start(phone, SUB_SETTINGS, name) for name in pages_of(image.api_level))
        # Further pages and dialogs wait behind these: the tour looks at what each touch leads to.
        visits = explored(PACKAGE, pages, len(pages))
        assert len(visits) == len(pages) > 35
        trees = [screen.ui_tree(visit.phone) for visit in visits]
        # Pages that several rows lead to may look alike, but nearly all differ.
        assert len(set(map(hash, trees))) > 0.8 * len(pages)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("image", "package"), APPS)
def test_the_screens_of_every_app_open_and_answer(image: str, package: str) -> None:
    for locale in locales_of(image, package):
        configuration = replace(IMAGES[image].configuration, locale=locale)
        assert explored(package, started(package, configuration, IMAGES[image]), SCREENS)


def test_the_apps_take_every_locale_in_turn() -> None:
    assert SHADE not in {package for _, package in APPS}
    assert {locale for app in APPS for locale in locales_of(*app)} == set(LOCALES)
