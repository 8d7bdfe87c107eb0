"""Looks to train on: nothing of the test looks is among them, and as many from right to left as asked for."""

from __future__ import annotations

import pytest

from bmoca_gym import randomization
from bmoca_gym.handset.locales import LOCALES
from bmoca_gym.policies import looks


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0.05, 0.2), (0.5, 0.4, 0.6)])
def test_drawn_looks(share: float, low: float, high: float) -> None:
    drawn, held_out = looks.drawn(0, 200, share), randomization.select("test")
    assert len({look.id for look in drawn}) == 200
    for factor in ("locale", "icon_layout", "wallpaper"):
        assert not {getattr(look, factor) for look in drawn} & {getattr(look, factor) for look in held_out}
    assert low < sum(LOCALES[look.locale].rtl for look in drawn) / 200 < high
