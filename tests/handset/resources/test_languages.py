"""The screens of the suites' apps are in the phone's language: a few of each app, in a language each."""

from __future__ import annotations

import pytest
from handset_languages import SPOKEN, apps, share

from bmoca_gym.handset import images, resources
from bmoca_gym.handset.resources.locales import LOCALES

IMAGES = ("android13", "androidlab")
#: Each app in a language that it speaks, and the next in the next one.
CASES = [
    (image, name, spoken[place % len(spoken)])
    for image in IMAGES
    for place, name in enumerate(sorted(apps(images.image_named(image))))
    if (spoken := [tag for tag in SPOKEN if LOCALES[tag].catalogue in resources.languages_of(name)])
]


@pytest.mark.parametrize(("image", "name", "locale"), CASES)
def test_an_app_s_screens_are_translated(image: str, name: str, locale: str) -> None:
    texts, english = share(images.image_named(image), name, locale, 12)
    assert texts > 0
    assert len(english) <= max(1, 0.05 * texts), english  # one may be a folder's name, which stays
