"""Fixtures of the handset's tests: a phone with a hand that finds elements by their attributes in the UI tree."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(
    0, str(Path(__file__).parent)
)  # for handset_hand and handset_walk; spawned processes inherit it

from handset_hand import Hand
from handset_tour import SHADE

from bmoca_gym.handset import packages
from bmoca_gym.handset.images import ANDROID10


@pytest.fixture(scope="session", params=[*packages.apps_of(ANDROID10), SHADE])
def toured(request: pytest.FixtureRequest) -> str:
    """The package of an app: all its tests, in any module, run together and share its tour."""
    return str(request.param)


@pytest.fixture
def hand() -> Hand:
    """A hand on a new phone: Pixel 3, English, light."""
    return Hand()


@pytest.fixture
def make_hand() -> Callable[..., Hand]:
    """``make_hand(locale="ar-EG", ...)``: a hand on a phone with that configuration."""
    return Hand
