"""Configurations that share nothing with held-out environments, and sampled profiles."""

from __future__ import annotations

import pytest

from bmoca_gym.demonstrations.recorder import Job, Plan, record_all
from bmoca_gym.errors import ConfigurationError
from bmoca_gym.randomization import PROFILES, DeviceProfile, RandomProfile, Sampler, dump, load, select
from bmoca_gym.tasks import select as select_tasks

TEST = select("test")


def test_nothing_of_the_test_environments_is_drawn() -> None:
    drawn = Sampler(3, profiles="random", without="test").configurations(300)
    for name in ("locale", "wallpaper", "icon_layout", "profile"):
        assert not {getattr(each, name) for each in drawn} & {getattr(each, name) for each in TEST}, name
    sizes = {(each.profile.width, each.profile.height) for each in drawn}
    assert not sizes & {(each.profile.width, each.profile.height) for each in TEST}
    assert len({each.locale for each in drawn}) == 10
    assert 0.35 < sum(each.wallpaper.startswith("procedural:") for each in drawn) / 300 < 0.65


def test_published_and_listed_values_lose_theirs() -> None:
    drawn = Sampler(3, icon_layouts="published", wallpapers="published", without="test").configurations(200)
    assert {each.profile.name for each in drawn} == {"Pixel 4 XL"}
    assert not {each.icon_layout for each in drawn} & {each.icon_layout for each in TEST}
    assert not {each.wallpaper for each in drawn} & {each.wallpaper for each in TEST}
    for factor in ({"locales": ["en-US", "ko-KR"]}, {"wallpapers": "09_rainbow"}, {"profiles": "Pixel 3"}):
        with pytest.raises(ConfigurationError, match=r"is one of the held-out"):
            Sampler(3, without="test", **factor)  # type: ignore[arg-type]


def test_without_an_exclusion_nothing_changes() -> None:
    locales = [each.locale for each in Sampler(3).configurations(100)]
    assert {each.locale for each in TEST} & set(locales)


def test_random_profiles_are_of_many_shapes_and_read_back(tmp_path) -> None:
    drawn = [each.profile for each in Sampler(5, profiles="random").configurations(300)]
    assert len(set(drawn)) > 250
    tablets = [each for each in drawn if each.width > each.height]
    assert 0.15 < len(tablets) / 300 < 0.35
    assert not set(drawn) & set(PROFILES.values())
    configurations = Sampler(5, profiles=[RandomProfile(tablets=1.0), "Pixel 3"]).configurations(40)
    assert {each.profile.name == "Pixel 3" for each in configurations} == {True, False}
    dump(configurations, tmp_path / "configurations.yaml")
    assert list(load(tmp_path / "configurations.yaml")) == configurations
    assert RandomProfile().at(0.25) == RandomProfile().at(0.25)
    size = (RandomProfile().at(0.25).width, RandomProfile().at(0.25).height)
    other = RandomProfile().at(0.25, frozenset([size]))
    assert isinstance(other, DeviceProfile)
    assert (other.width, other.height) != size
    with pytest.raises(ConfigurationError, match=r"profiles.tablets is 2"):
        RandomProfile(tablets=2)


def test_experts_do_their_tasks_on_drawn_screens() -> None:
    configurations = Sampler(11, profiles="random", without="test").configurations(6)
    jobs = [
        Job(task, configuration)
        for configuration in configurations
        for task in select_tasks("representative")
    ]
    assert all(recording.success for recording in record_all(jobs, Plan()))
