"""Configurations to train on: none of the test configurations is among them."""

from __future__ import annotations

from bmoca_gym import randomization
from bmoca_gym.policies import sampled_configurations


def test_drawn_configurations_share_nothing_with_the_test_configurations() -> None:
    drawn, held_out = sampled_configurations.drawn(0, 200), randomization.select("test")
    assert len({configuration.id for configuration in drawn}) == 200
    for factor in ("locale", "icon_layout", "wallpaper"):
        assert not {getattr(configuration, factor) for configuration in drawn} & {
            getattr(configuration, factor) for configuration in held_out
        }
    sizes = [
        {(configuration.profile.width, configuration.profile.height) for configuration in some}
        for some in (drawn, held_out)
    ]
    assert not sizes[0] & sizes[1]
