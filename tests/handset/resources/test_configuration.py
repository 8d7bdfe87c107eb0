"""The configuration: valid screens, and how dp and sp follow from it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.errors import ConfigurationError, HandsetError, UnknownLocaleError
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES


@given(
    width=st.integers(1080, 1440),
    height=st.integers(1080, 4320),
    density=st.integers(160, 900),
    font_scale=st.floats(0.5, 2.0),
    locale=st.sampled_from(sorted(LOCALES)),
    dark=st.booleans(),
)
def test_metrics_follow_from_density_and_font_scale(**values: Any) -> None:
    config = Configuration(**values)
    assert config.metrics.scale == config.density / 160
    assert config.metrics.font == pytest.approx(config.density / 160 * config.font_scale)
    assert config.metrics.rtl == (config.locale in ("ar-EG", "ar-AE", "ur-PK"))
    twin = pickle.loads(pickle.dumps(config))
    assert twin == config
    assert hash(twin) == hash(config)


def test_all_that_a_look_is_counts_for_equality() -> None:
    base = Configuration()
    others = [
        Configuration(width=1081), Configuration(height=2161), Configuration(density=441), Configuration(font_scale=1.1),
        Configuration(locale="de-DE"), Configuration(dark=True), Configuration(wallpaper="01_red"),
    ]  # fmt: skip
    assert len({base, *others}) == 8


def test_equal_configurations_are_written_alike() -> None:
    assert repr(Configuration(font_scale=1, locale="zh_cn")) == repr(Configuration(locale="zh-Hans-CN"))


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("width", 239), ("width", 4321), ("width", 1080.0), ("width", "1080"), ("width", None), ("width", True),
        ("height", 0), ("height", -5), ("density", 79), ("density", 961), ("density", 440.5),
        ("font_scale", 0.4), ("font_scale", 2.1), ("font_scale", float("nan")), ("font_scale", "1"), ("font_scale", None),
        ("font_scale", True), ("dark", 1), ("dark", None),
    ],
)  # fmt: skip
def test_what_no_phone_has_is_refused_by_field_and_value(field: str, wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match=field) as caught:
        Configuration(**{field: wrong})
    assert repr(wrong) in str(caught.value)
    assert isinstance(caught.value, HandsetError)


def test_a_screen_of_too_few_dp_is_refused_and_says_what_to_do() -> None:
    Configuration(density=960)  # 180 dp
    with pytest.raises(ConfigurationError, match=r"720x1280 px at 800 dpi is 144 dp wide.*lower the density"):
        Configuration(width=720, height=1280, density=800)


def test_an_unknown_locale_is_refused() -> None:
    with pytest.raises(UnknownLocaleError, match="'tlh'"):
        Configuration(locale="tlh")
