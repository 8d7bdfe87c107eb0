"""Device profiles: the published ones, and a user's own."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization.device_profile import PROFILES, DeviceProfile, profile_from

FOLD = DeviceProfile("Fold", "fold", 1768, 2208, 420, (420, 360, 480))


def test_the_published_profiles():
    """Names, px and dpi are those of the reference's device table; the tablet's px are the SDK's."""
    table = {p.name: (p.avd_device_id, p.width, p.height, p.density, *p.densities) for p in PROFILES.values()}
    assert table == {
        "Pixel 3": ("pixel_3", 1080, 2160, 440, 440, 330, 550),
        "Pixel 4": ("pixel_4", 1080, 2280, 440, 440, 330, 550),
        "Pixel 4 XL": ("pixel_4_xl", 1440, 3040, 560, 560, 460, 660),
        "Pixel 5": ("pixel_5", 1080, 2340, 440, 440, 330, 550),
        "Pixel 6": ("pixel_6", 1080, 2400, 420, 440, 330, 700),
        "WXGA Tablet": ("WXGA_Tablet", 1280, 800, 160, 160, 130, 177),
    }


def test_small_things_go_with_large_text():
    pixel = PROFILES["Pixel 6"]
    assert [pixel.font_scale_for(density) for density in (440, 330, 700, 420)] == [1.0, 1.15, 0.85, 1.0]


@pytest.mark.parametrize("profile", [*PROFILES.values(), FOLD], ids=lambda profile: profile.name)
def test_plain_data_and_back(profile):
    assert profile_from(profile.to_dict()) == profile == pickle.loads(pickle.dumps(profile))
    assert isinstance(profile.to_dict(), str) == (profile is not FOLD)


def test_a_published_name_with_other_numbers_is_written_out():
    other = replace(PROFILES["Pixel 3"], height=2000)
    assert profile_from(other.to_dict()) == other


@pytest.mark.parametrize(
    ("field", "number"),
    [("width", 239), ("width", 4097), ("height", 0), ("height", 1080.5), ("height", True), ("density", 0),
     ("density", 961), ("density", "440"), ("densities", (440, 330)), ("densities", (440, 330, 0)),
     ("densities", 440), ("name", ""), ("name", 3), ("avd_device_id", "pixel 3; rm")],
)  # fmt: skip
def test_a_bad_field_is_named(field, number):
    with pytest.raises(ConfigurationError, match=f"device.{field} is .*must be"):
        replace(FOLD, **{field: number})


def test_numbers_of_numpy_are_whole_numbers():
    profile = replace(FOLD, width=np.int64(1000), densities=np.array([420, 360, 480]).tolist())
    assert profile.width == 1000
    assert type(profile.width) is int


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("Pixel 44", "'Pixel 4'"),
        (3, "Pixel 3, .*, or a mapping with"),
        (None, "Pixel 3, .*, or a mapping with"),
        ({**FOLD.to_dict(), "widht": 3}, "device.widht is not a field. Did you mean 'width'"),  # type: ignore[dict-item]
        ({"name": "Fold"}, "device.avd_device_id is missing"),
    ],
)
def test_what_is_no_profile_says_what_would_be(given, message):
    with pytest.raises(ConfigurationError, match=message):
        profile_from(given)
