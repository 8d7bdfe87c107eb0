"""The device configuration: valid and invalid values, messages, and conversion to plain data and back."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import PROFILES, DeviceConfiguration, IconLayout, configuration_from, get

PUBLISHED = get("108")
DATA = PUBLISHED.to_dict()


@pytest.mark.exhaustive
@given(st.from_type(DeviceConfiguration))
def test_plain_data_and_back(configuration):
    data = configuration.to_dict()
    assert configuration_from(data) == configuration
    assert configuration_from(json.loads(json.dumps(data))) == configuration
    assert configuration_from(yaml.safe_load(yaml.safe_dump(data))) == configuration
    assert DeviceConfiguration.from_dict(data).to_dict() == data


@given(st.from_type(DeviceConfiguration))
def test_it_is_a_value_that_the_handset_takes(configuration):
    again = pickle.loads(pickle.dumps(configuration))
    assert again == configuration == copy.deepcopy(configuration)
    assert hash(again) == hash(configuration)
    assert again.snapshot_name == configuration.snapshot_name
    screen = Configuration(**configuration.screen_configuration())
    assert (screen.width, screen.height) == (configuration.profile.width, configuration.profile.height)
    assert screen.density == configuration.density
    assert screen.locale == configuration.locale
    assert screen.dark == configuration.dark_theme


def test_nothing_can_be_changed_in_place():
    with pytest.raises(AttributeError):
        PUBLISHED.density = 440  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "tag"),
    [("zh-hans-CN", "zh-Hans-CN"), ("ur_PK", "ur-PK"), ("EN-us", "en-US"), ("ko-KR", "ko-KR")],
)
def test_a_locale_is_kept_in_its_canonical_spelling(given, tag):
    assert replace(PUBLISHED, locale=given).locale == tag
    assert replace(PUBLISHED, locale=given) == replace(PUBLISHED, locale=tag)
    assert replace(PUBLISHED, locale=given).screen_configuration()["locale"] == tag


def test_a_picture_is_not_for_the_screen_configuration():
    assert replace(PUBLISHED, wallpaper=Path("a.png")).picture == "a.png"
    assert "wallpaper" not in replace(PUBLISHED, wallpaper="a.png").screen_configuration()
    assert PUBLISHED.picture is None
    assert PUBLISHED.screen_configuration()["wallpaper"] == "05_doughnut"


def test_snapshots_of_published_environments_are_called_as_in_the_reference():
    assert get("003").snapshot_name == "train_env_003"
    assert PUBLISHED.snapshot_name == "test_env_108"


def test_other_configurations_never_share_the_name_of_a_snapshot():
    mine = replace(PUBLISHED, split="custom")
    assert mine.snapshot_name.startswith("custom_env_108-")
    configurations = [
        mine,
        replace(mine, density=440),
        replace(mine, font_scale=1.0),
        replace(mine, locale="ar-EG"),
        replace(mine, wallpaper="procedural:3"),
        replace(mine, dark_theme=False),
        replace(mine, profile=PROFILES["Pixel 5"]),
        replace(mine, icon_layout=IconLayout()),
    ]
    assert len({configuration.snapshot_name for configuration in configurations}) == len(configurations)
    assert replace(mine).snapshot_name == mine.snapshot_name


BAD = [
    ("id", "", "id is"),
    ("id", 3, "id is 3.*quotes"),
    ("id", "../etc", "id is"),
    ("split", "tests", "split is 'tests'; it must be one of train, validation, test, custom"),
    ("split", [], "split is"),
    ("device", "Pixel 33", "device is 'Pixel 33'.*Did you mean 'Pixel 3'"),
    ("density", 0, "density is 0; it must be a whole number from 80 to 960 dpi"),
    ("density", 961, "density is 961"),
    ("density", 440.0, "density is 440.0"),
    ("density", True, "density is True"),
    ("font_scale", 0.49, "font_scale is 0.49; it must be a number from 0.5 to 2"),
    ("font_scale", 2.01, "font_scale is 2.01"),
    ("font_scale", float("nan"), "font_scale is nan"),
    ("font_scale", "1.0", "font_scale is '1.0'"),
    ("locale", "ko-KP", "locale is 'ko-KP'.*Did you mean 'ko-KR'"),
    ("locale", "klingon", "locale is 'klingon'; it must be one of ak-GH, ar-AE"),
    ("locale", None, "locale is None"),
    ("wallpaper", "10_galaxie", "wallpaper is '10_galaxie'.*Did you mean '10_galaxy'"),
    ("wallpaper", "procedural:-1", "wallpaper is 'procedural:-1'"),
    ("wallpaper", "procedural:", "wallpaper is"),
    ("wallpaper", "film.mp4", "wallpaper is 'film.mp4'"),
    ("wallpaper", 3, "wallpaper is 3"),
    ("dark_theme", "yes", "dark_theme is 'yes'; it must be true or false"),
    ("dark_theme", 1, "dark_theme is 1"),
    ("icon_layout", {"desktop": [["Clock", 9, 9]]}, "icon_layout: Clock is in cell x=9, y=9"),
    ("icon_layout", None, "icon_layout is None"),
]


@pytest.mark.parametrize(("field", "given", "message"), BAD)
def test_a_bad_field_is_named_and_what_would_be_right(field, given, message):
    with pytest.raises(ConfigurationError, match=message):
        configuration_from(DATA | {field: given})


def test_fields_that_no_phone_has_together_are_refused():
    with pytest.raises(ConfigurationError, match=r"1280x800 px at 720 dpi is 284 dp wide.*lower the density"):
        replace(PUBLISHED, profile=PROFILES["WXGA Tablet"], density=720)


@pytest.mark.parametrize("field", [field for field in DATA if field != "split"])
def test_a_missing_field_is_named(field):
    with pytest.raises(ConfigurationError, match=f"^{field} is missing"):
        configuration_from({name: what for name, what in DATA.items() if name != field})


def test_a_split_may_be_left_out():
    assert configuration_from({n: w for n, w in DATA.items() if n != "split"}) == replace(
        PUBLISHED, split="custom"
    )


def test_an_unknown_field_is_named_with_the_nearest():
    with pytest.raises(ConfigurationError, match=r"wallpapper is not a field. Did you mean 'wallpaper'"):
        configuration_from(DATA | {"wallpapper": "01_red"})


@pytest.mark.parametrize("field", ["profile", "icon_layout"])
def test_parts_must_be_of_their_type(field):
    with pytest.raises(ConfigurationError, match=f"{field} is 'x'"):
        replace(PUBLISHED, **{field: "x"})


def test_numbers_of_numpy_become_plain_ones():
    made = replace(PUBLISHED, density=np.int32(550), font_scale=np.float32(0.5))
    assert (type(made.density), type(made.font_scale)) == (int, float)
    assert made == replace(PUBLISHED, density=550, font_scale=0.5)


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.lists(st.integers())
)


@given(st.sampled_from(sorted(DATA)), JUNK)
def test_any_junk_in_a_field_is_taken_or_named(field, junk):
    try:
        made = configuration_from(DATA | {field: junk})
    except ConfigurationError as error:
        message = str(error)
    else:
        assert configuration_from(made.to_dict()) == made
        return
    assert field in message or "density" in message


@given(st.one_of(JUNK, st.dictionaries(JUNK.filter(lambda key: not isinstance(key, list)), JUNK, max_size=3)))
def test_what_is_no_configuration_is_refused(junk):
    with pytest.raises(ConfigurationError):
        configuration_from(junk)
