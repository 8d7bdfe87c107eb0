"""Media queries hold as in Chrome on a phone."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.web.media import holds
from bmoca_gym.handset.web.nodes import Viewport

PHONE = Viewport(411.0, 832.0, 2.625)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "all",
        "screen and (max-width: 500px)",
        "only screen and (min-width: 20em)",
        "print, (orientation: portrait)",
        "not print",
        "not all and (min-width: 600px)",
        "(width <= 500px)",
        "(300px < width < 500px)",
        "(min-resolution: 2dppx) and (-webkit-min-device-pixel-ratio: 2)",
        "(prefers-color-scheme: light)",
        "(hover: none) and (pointer: coarse)",
        "(min-width: 600px) or (max-width: 500px)",
        "not ((min-width: 600px) and (hover))",
        "(max-aspect-ratio: 1/1)",
        "(color)",
    ],
)
def test_holds(query: str) -> None:
    assert holds(query, PHONE)


@pytest.mark.parametrize(
    "query",
    [
        "print",
        "(min-width: 600px)",
        "screen and (max-width: 300px)",
        "not screen",
        "(width > 500px)",
        "(hover: hover)",
        "(hover)",
        "(pointer: fine)",
        "(prefers-color-scheme: dark)",
        "(prefers-reduced-motion: reduce)",
        "(unknown: 3)",
        "(min-width: nothing)",
        "((((((((((" * 200,
    ],
)
def test_does_not_hold(query: str) -> None:
    assert not holds(query, PHONE)


def test_a_dark_phone_is_dark() -> None:
    assert holds("(prefers-color-scheme: dark)", PHONE._replace(dark=True))
