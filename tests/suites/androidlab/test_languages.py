"""AndroidLab in other languages: each task's expert plays it in one of them, in turn.

``BMOCA_EVERYTHING=1`` plays every task in every language.
"""

from __future__ import annotations

import os

import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import DeviceConfiguration
from tests import playing

PHONE = randomization.select("androidlab/pixel_3a")[0]
NAMES = [template.id for template in tasks.suite("androidlab").templates]
OTHERS = [locale for locale in LOCALES if locale != "en-US"]
#: What can't be done, and why.
FAILS = {("setting_15", "es-US"): "The language to add is the phone's own."}
#: Small and large, so that lists are longer and shorter than on other phones.
DENSITIES = {"ar-EG": 330, "ru-MD": 550}


def played() -> list[tuple[str, str]]:
    if "BMOCA_EVERYTHING" in os.environ:
        return [(name, locale) for locale in OTHERS for name in NAMES]
    turns = [(name, OTHERS[number % len(OTHERS)]) for number, name in enumerate(NAMES)]
    return [*turns, *[pair for pair in FAILS if pair not in turns]]


@pytest.mark.parametrize(("name", "locale"), played())
def test_experts_work_in_every_language(name: str, locale: str) -> None:
    changes = {"locale": locale, "density": DENSITIES[locale]} if locale in DENSITIES else {"locale": locale}
    success, evidence = play(name, replace(PHONE, **changes))
    assert success is ((name, locale) not in FAILS), evidence


def test_a_month_is_turned_where_the_calendar_takes_little_of_the_screen() -> None:
    success, evidence = play("contacts_7", randomization.get("109"))
    assert success, evidence


def play(name: str, configuration: DeviceConfiguration) -> tuple[bool, tuple[str, ...]]:
    """Let the expert play. Returns whether it succeeded, and the evidence."""
    env = PhoneEnv(
        tasks=f"androidlab/{name}", action="text", observation="text", environments=[configuration]
    )
    info = playing.play(env).info
    env.close()
    return info["success"], tuple(info["evidence"])
