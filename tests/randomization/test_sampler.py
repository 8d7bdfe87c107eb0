"""The sampler: every draw is valid and repeatable anywhere, and respects fixed, listed and free values."""

from __future__ import annotations

import multiprocessing
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import (
    HOME_APPS,
    PROFILES,
    DeviceConfiguration,
    DeviceProfile,
    IconLayout,
    RandomLayout,
    Sampler,
    configuration_from,
    dump,
    get,
    select,
)
from bmoca_gym.randomization.device_configuration import WALLPAPERS

FACTORS = ("profile", "density", "font_scale", "locale", "wallpaper", "dark_theme", "icon_layout")
BASE = get("104")


@given(st.integers(0, 2**40), st.integers(0, 2**31))
def test_whatever_is_drawn_is_valid(seed, index):
    drawn = Sampler(seed).configuration(index)
    assert configuration_from(drawn.to_dict()) == drawn
    assert drawn.id == f"sample-{seed}-{index:05d}"
    assert drawn.split == "custom"
    assert 1 <= len(drawn.icon_layout.icons) <= 18
    assert drawn.density in drawn.profile.densities
    assert drawn.font_scale == drawn.profile.font_scale_for(drawn.density)


def test_the_same_seed_draws_the_same_list_however_long():
    assert Sampler(7).configurations(20) == Sampler(7).configurations(20)
    assert Sampler(7).configurations(20)[:5] == Sampler(7).configurations(5)
    assert Sampler(7).configuration(19) == Sampler(7).configurations(20)[19]
    assert [replace(each, id="x") for each in Sampler(8).configurations(3)] != [
        replace(each, id="x") for each in Sampler(7).configurations(3)
    ]


def _in_a_child(seed: int, count: int) -> list[dict[str, object]]:
    return [each.to_dict() for each in Sampler(seed, densities="any").configurations(count)]


def test_a_spawned_process_draws_the_same_list():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        theirs = pool.apply(_in_a_child, (7, 30))
    assert theirs == _in_a_child(7, 30)


def test_the_list_of_a_seed_stays_what_it_is():
    """A change here changes what users trained on: it is score-affecting and needs a new version."""
    drawn = Sampler(0).configuration(0)
    assert (drawn.profile.name, drawn.density, drawn.locale, drawn.wallpaper, drawn.dark_theme) == (
        "Pixel 5", 440, "ak-GH", "08_colors", True,
    )  # fmt: skip
    assert drawn.digest == "7fd91a3e"


def test_a_seed_of_its_own_can_be_read_and_used_again():
    sampler = Sampler()
    assert sampler.configurations(3) == Sampler(sampler.seed).configurations(3)
    assert Sampler().seed != Sampler().seed


def test_sample_draws_from_the_generator_it_is_given():
    sampler = Sampler(7)
    first, second = sampler.sample(np.random.default_rng(3)), sampler.sample(np.random.default_rng(3))
    assert first == second
    assert first.id == f"sample-{first.digest}"
    rng = np.random.default_rng(3)
    assert sampler.sample(rng) == first != sampler.sample(rng)


def test_free_factors_take_all_their_values():
    drawn = Sampler(1).configurations(600)
    assert {each.profile for each in drawn} == set(PROFILES.values())
    assert {each.locale for each in drawn} == set(LOCALES)
    assert {each.dark_theme for each in drawn} == {False, True}
    assert {each.density for each in drawn} == {d for p in PROFILES.values() for d in p.densities}
    assert {len(each.icon_layout.icons) for each in drawn} == set(range(1, 19))
    named = [each for each in drawn if each.wallpaper in WALLPAPERS]
    assert {each.wallpaper for each in named} == set(WALLPAPERS)
    assert 0.4 < len(named) / len(drawn) < 0.6
    icons = [icon for each in drawn for icon in each.icon_layout.icons]
    assert {icon.app for icon in icons} == set(HOME_APPS)
    assert len({icon.cell for icon in icons}) == 25


def test_any_density_and_font_scale():
    drawn = Sampler(1, profiles="Pixel 6", densities="any", font_scales="any").configurations(200)
    assert {each.density for each in drawn} == set(range(330, 701, 10))
    assert {each.font_scale for each in drawn} == {0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3}


@pytest.mark.parametrize(
    ("factor", "given", "field", "allowed"),
    [
        ("profiles", "Pixel 5", "profile", {PROFILES["Pixel 5"]}),
        ("profiles", ["Pixel 5", PROFILES["Pixel 3"]], "profile", {PROFILES["Pixel 5"], PROFILES["Pixel 3"]}),
        ("densities", 300, "density", {300}),
        ("densities", range(300, 303), "density", {300, 301, 302}),
        ("font_scales", np.array([0.9, 1.2]), "font_scale", {0.9, 1.2}),
        ("locales", ("ur_PK", "ko-KR"), "locale", {"ur-PK", "ko-KR"}),
        ("wallpapers", "01_red", "wallpaper", {"01_red"}),
        ("wallpapers", ["procedural:5", "a.png"], "wallpaper", {"procedural:5", "a.png"}),
        ("wallpapers", "published", "wallpaper", set(WALLPAPERS)),
        ("dark_theme", True, "dark_theme", {True}),
        ("dark_theme", [False], "dark_theme", {False}),
        ("icon_layouts", BASE.icon_layout, "icon_layout", {BASE.icon_layout}),
        ("icon_layouts", "published", "icon_layout", {each.icon_layout for each in select("all")}),
        ("icon_layouts", [{"desktop": [["Clock", 0, 1]]}], "icon_layout", None),
    ],
)
def test_what_is_fixed_or_listed_is_obeyed(factor, given, field, allowed):
    drawn = {getattr(each, field) for each in Sampler(2, **{factor: given}).configurations(300)}
    if allowed is None:
        assert [each.to_dict() for each in drawn] == [{"desktop": [["Clock", 0, 1]], "hotseat": []}]
    else:
        assert drawn == allowed


def test_procedural_wallpapers_hardly_ever_come_twice():
    drawn = [each.wallpaper for each in Sampler(2, wallpapers="procedural").configurations(50)]
    assert len(set(drawn)) == 50
    assert all(name.startswith("procedural:") for name in drawn)


def test_with_a_base_only_what_is_given_varies():
    for each in Sampler(3, base=BASE).configurations(3):
        assert replace(each, id=BASE.id, split=BASE.split) == BASE
    drawn = Sampler(3, base=BASE, locales="any", dark_theme="any").configurations(60)
    assert len({each.locale for each in drawn}) > 5
    assert {replace(each, id="x", locale="en-US", dark_theme=False) for each in drawn} == {
        replace(BASE, id="x", split="custom", locale="en-US", dark_theme=False)
    }
    sizes = Sampler(3, base=BASE, densities="published", font_scales="published").configurations(60)
    assert {(each.density, each.font_scale) for each in sizes} == {(440, 1.0), (330, 1.15), (550, 0.85)}


@pytest.mark.parametrize(
    "fixed",
    [
        {"profiles": "Pixel 3"},
        {"locales": ["ko-KR"]},
        {"wallpapers": "published"},
        {"dark_theme": True},
        {"icon_layouts": "published"},
        {"font_scales": 1.0},
    ],
)
def test_fixing_a_factor_leaves_the_others_as_they_were(fixed):
    own = {"profiles": {"profile", "density", "font_scale"}}.get(
        next(iter(fixed)), {next(iter(fixed)).rstrip("s")}
    )
    for free, bound in zip(
        Sampler(4).configurations(20), Sampler(4, **fixed).configurations(20), strict=True
    ):
        for field in set(FACTORS) - own:
            assert getattr(free, field) == getattr(bound, field)


def test_layouts_of_chosen_apps_and_numbers():
    layout = RandomLayout(apps=("Clock", "Phone", "org.example/.Main"), minimum=2, maximum=3)
    drawn = [each.icon_layout for each in Sampler(5, icon_layouts=layout).configurations(60)]
    assert {len(each.icons) for each in drawn} == {2, 3}
    assert {icon.app for each in drawn for icon in each.icons} == {"Clock", "Phone", "org.example/.Main"}
    assert (
        Sampler(5, icon_layouts=RandomLayout(minimum=0, maximum=0)).configuration(0).icon_layout
        == IconLayout()
    )


def test_a_profile_of_ones_own():
    fold = DeviceProfile("Fold", "fold", 1768, 2208, 420, (420, 360, 480))
    drawn = Sampler(6, profiles=[fold]).configurations(30)
    assert {each.density for each in drawn} == {360, 420, 480}
    assert configuration_from(drawn[0].to_dict()).profile == fold


def test_a_list_is_dumped_and_used_wherever_environments_are(tmp_path):
    drawn = Sampler(7).configurations(5)
    dump(drawn, tmp_path / "drawn.yaml")
    assert list(select(tmp_path / "drawn.yaml")) == drawn == list(select(drawn))


def test_samplers_can_be_sent_to_another_process():
    sampler = Sampler(7, densities="any", icon_layouts="published", profiles="Pixel 4 XL")
    assert pickle.loads(pickle.dumps(sampler)).configurations(5) == sampler.configurations(5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed is -1; it must be a whole number"),
        ({"seed": "7"}, "seed is '7'"),
        ({"base": "100"}, "base is '100'; it must be a DeviceConfiguration"),
        ({"profiles": "Pixel 33"}, r"Sampler\(profiles=...\): device is 'Pixel 33'"),
        ({"densities": [440, 0]}, r"Sampler\(densities=...\): density is 0"),
        ({"densities": 900, "profiles": "WXGA Tablet"}, "lower the density"),
        ({"font_scales": 3}, r"Sampler\(font_scales=...\): font_scale is 3"),
        ({"locales": "ko-KP"}, "locale is 'ko-KP'.*Did you mean 'ko-KR'.*Or give 'any'"),
        ({"locales": []}, r"Sampler\(locales=\[\]\): an empty list"),
        ({"wallpapers": "publishd"}, "wallpaper is 'publishd'.*Or give 'any' or 'published' or 'procedural'"),
        ({"dark_theme": "dark"}, "dark_theme is 'dark'"),
        ({"icon_layouts": {"desktop": 3}}, "icon_layout.desktop is 3"),
    ],
)
def test_a_bad_factor_is_named_at_once(arguments, message):
    with pytest.raises(ConfigurationError, match=message):
        Sampler(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"apps": "Clock"}, "must be a list of apps"),
        ({"apps": ["Clok"]}, "Did you mean 'Clock'"),
        ({"apps": ["Clock", "Clock"], "maximum": 2}, "each app may be there once"),
        ({"apps": ["Clock"], "maximum": 2}, "icon_layouts.maximum is 2"),
        ({"minimum": 5, "maximum": 4}, "icon_layouts.minimum is 5"),
    ],
)
def test_an_impossible_random_layout_is_refused(arguments, message):
    with pytest.raises(ConfigurationError, match=message):
        RandomLayout(**arguments)


@pytest.mark.parametrize("number", [-1, 1.5, None])
def test_numbers_of_configurations_are_whole(number):
    with pytest.raises(ConfigurationError, match=r"count is .* whole number"):
        Sampler(1).configurations(number)
    with pytest.raises(ConfigurationError, match=r"index is .* whole number"):
        Sampler(1).configuration(number)


@settings(max_examples=30)
@given(st.lists(st.from_type(DeviceConfiguration), min_size=1, max_size=3), st.integers(0, 2**32))
def test_any_valid_value_can_be_listed(listed, seed):
    sampler = Sampler(
        seed,
        profiles=[each.profile for each in listed],
        densities=160,
        locales=[each.locale for each in listed],
        wallpapers=[each.wallpaper for each in listed],
        icon_layouts=[each.icon_layout for each in listed],
        font_scales=[each.font_scale for each in listed],
    )
    for drawn in sampler.configurations(3):
        assert drawn.profile in [each.profile for each in listed]
        assert drawn.icon_layout in [each.icon_layout for each in listed]


def test_pages_folders_and_a_smaller_grid():
    layout = RandomLayout(minimum=8, pages=3, folders=2, columns=4, rows=4, hotseat_slots=3)
    drawn = [each.icon_layout for each in Sampler(5, icon_layouts=layout).configurations(80)]
    assert {len(each.folders) for each in drawn} == {0, 1, 2}
    placed = [one for each in drawn for one in (*each.icons, *each.folders)]
    assert {one.screen for one in placed} == {0, 1, 2}
    assert max(one.x for one in placed) == max(one.y for one in placed) == 3
    assert {len(folder.components) for each in drawn for folder in each.folders} == {2, 3, 4}
    for each in drawn:
        inside = [component for folder in each.folders for component in folder.components]
        apps = [icon.component for icon in each.icons] + inside
        assert len(apps) == len(set(apps)) >= 8


def test_continuous_density_and_font_scale():
    drawn = Sampler(1, profiles="Pixel 3", densities="continuous", font_scales="continuous").configurations(
        300
    )
    assert all(330 <= each.density <= 550 for each in drawn)
    assert len({each.density for each in drawn}) > 120
    assert len({each.font_scale for each in drawn}) > 150


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pages": 0}, "icon_layouts.pages is 0"),
        ({"folders": 10}, "icon_layouts.folders is 10"),
        ({"columns": 6}, "icon_layout.columns is 6"),
        ({"columns": 1, "rows": 2, "hotseat_slots": 1}, "icon_layouts.maximum is 18"),
    ],
)
def test_home_screens_that_cant_be(fields, message):
    with pytest.raises(ConfigurationError, match=message):
        RandomLayout(**fields)
