"""Looks to train on: nothing of the test looks is among them."""

from __future__ import annotations

from bmoca_gym import randomization
from bmoca_gym.policies import looks


def test_drawn_looks_share_nothing_with_the_test_looks() -> None:
    drawn, held_out = looks.drawn(0, 200), randomization.select("test")
    assert len({look.id for look in drawn}) == 200
    for factor in ("locale", "icon_layout", "wallpaper"):
        assert not {getattr(look, factor) for look in drawn} & {getattr(look, factor) for look in held_out}
    sizes = [{(look.profile.width, look.profile.height) for look in some} for some in (drawn, held_out)]
    assert not sizes[0] & sizes[1]
