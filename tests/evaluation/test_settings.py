"""Settings, their grid, and the seed of an episode."""

from __future__ import annotations

from typing import Any

import pytest

from bmoca_gym.episodes.records import Key
from bmoca_gym.errors import ArgumentError, DeviceError, SettingsError, UnknownAgentError
from bmoca_gym.evaluation.player import make_environment
from bmoca_gym.evaluation.settings import ALL_FILMS_UP_TO, episode_seed, settings_for


def test_the_grid_is_environment_major(make_settings: Any) -> None:
    assert [key[:3] for key in make_settings(seeds=2).grid()] == [
        ("000", "back", 0),
        ("000", "back", 1),
        ("000", "other", 0),
        ("000", "other", 1),
        ("100", "back", 0),
        ("100", "back", 1),
        ("100", "other", 0),
        ("100", "other", 1),
    ]


def test_episode_seeds_are_fixed_for_good() -> None:
    # Computed once: a change would make all published results of seeded agents another's.
    assert episode_seed(Key("105", "create_alarm_at_10_30_am", 0)) == 284706794
    assert episode_seed(Key("105", "create_alarm_at_10_30_am", 1)) == 1077352154
    assert episode_seed(Key("105", "create_alarm_at_10_30_am", 1, 2)) != 1077352154


def test_instances_of_tasks_that_have_several() -> None:
    chosen = settings_for("noop", ["androidworld/contacts_add_contact", "androidworld/system_wifi_turn_on"], "100",
                          instances=3)  # fmt: skip
    assert [(task.id, task.task_seed) for task in chosen.tasks] == [
        ("contacts_add_contact", 0), ("contacts_add_contact", 1), ("contacts_add_contact", 2),
        ("system_wifi_turn_on", 0),
    ]  # fmt: skip
    assert len(chosen.grid()) == len(set(chosen.grid())) == 4
    for wrong in (0, 901, True, 1.5):
        with pytest.raises(SettingsError, match="from 1 to 900"):
            settings_for("noop", "Alarm", "100", instances=wrong)  # type: ignore[arg-type]
    assert settings_for("noop", "Alarm", "100", judge="paper").judge == "upstream"
    with pytest.raises(DeviceError, match=r"no device 'embeded'\. Did you mean 'embedded'"):
        settings_for("noop", "Alarm", "100", device="embeded")


def test_the_grid_of_a_robustness_table() -> None:
    chosen = ["androidworld/contacts_add_contact", "androidworld/system_wifi_turn_on"]
    settings = settings_for("noop", chosen, "androidworld/all", robustness=3)
    ids = [environment.id for environment in settings.environments]
    assert (ids[0], len(set(ids))) == ("pixel_6", 3)
    assert {environment.locale for environment in settings.environments} == {"en-US"}
    assert [key.instance_name for key in settings.grid()] == [
        *("contacts_add_contact", "contacts_add_contact#1", "contacts_add_contact#2", "system_wifi_turn_on"),
        *("contacts_add_contact", "system_wifi_turn_on") * 2,
    ]
    named = settings_for("noop", chosen, "test", robustness=4)
    assert [environment.id for environment in named.environments] == ["100", "101", "102", "103"]
    with pytest.raises(SettingsError, match="from 2 to 100"):
        settings_for("noop", chosen, "test", robustness=1)


def test_an_agent_that_has_to_end_episodes_is_told_how() -> None:
    for chosen, given, actions in (
        ("Alarm", {}, "paper"),
        ("androidworld/contacts_add_contact", {}, "all"),
        ("androidworld/contacts_add_contact", {"actions": "paper"}, "paper"),
    ):
        settings = settings_for("llm", chosen, "100", agent_options={"model": "m", **given})
        assert settings.agent_options["actions"] == actions


def test_an_interface_decides_the_modes_that_are_not_given() -> None:
    def modes(agent: str, **given: Any) -> tuple[str, str, str]:
        settings = settings_for(agent, "Alarm", "100", **given)
        return settings.interface, settings.action, settings.observation

    assert modes("random") == ("", "discrete", "pixels")
    assert modes("random", interface="androidworld") == ("androidworld", "json", "text")
    assert modes("random", interface="androidworld", observation="both") == ("androidworld", "json", "both")
    assert modes("random", interface="androidlab-xml", action="text") == ("androidlab-xml", "text", "text")
    env = make_environment(settings_for("random", "Alarm", "100", interface="androidworld"))
    assert env.reset(seed=0)[0].startswith('{"width": 1080')
    env.close()
    with pytest.raises(ArgumentError, match="Did you mean 'androidworld'"):
        modes("random", interface="androidwrld")
    with pytest.raises(SettingsError, match="action is 'calls', but the agent 't3a'"):
        settings_for("t3a", "Alarm", "100", interface="androidlab-xml", agent_options={"model": "m"})


def test_episode_seeds_depend_on_each_part_and_not_on_how_they_are_joined() -> None:
    keys = [
        Key("a", "b", 1),
        Key("b", "a", 1),
        Key("ab", "", 1),
        Key("a", "b", 11),
        Key("a1", "b", 1),
        Key('a", "b', "", 1),
    ]
    seeds = [episode_seed(key) for key in keys]
    assert len(set(seeds)) == len(keys)
    assert all(0 <= seed < 2**31 for seed in seeds)


def test_which_films_are_kept(make_settings: Any) -> None:
    def kept(films: str, **changes: Any) -> list[bool]:
        settings = make_settings(films=films, **changes)
        return [settings.keeps_film(seed, success) for seed in (0, 1) for success in (True, False)]

    assert kept("all") == [True, True, True, True]
    assert kept("failures") == [False, True, False, True]
    assert kept("first") == [True, True, False, False]
    assert kept("none") == [False, False, False, False]
    assert kept("auto", seeds=ALL_FILMS_UP_TO // 4) == kept("all")
    assert kept("auto", seeds=ALL_FILMS_UP_TO // 4 + 1) == kept("first")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": 0}, "seeds is 0"),
        ({"films": "some"}, "films is 'some'.*auto"),
        ({"large_films": "big"}, "large_films is 'big'.*failures"),
        ({"tasks": ()}, "tasks are none"),
    ],
)
def test_settings_that_do_not_go_together(make_settings: Any, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make_settings(**changes)


def test_an_environment_twice_and_an_unknown_agent(make_settings: Any) -> None:
    twice = make_settings().environments[:1] * 2
    with pytest.raises(SettingsError, match="environments are 000, 000"):
        make_settings(environments=twice)
    with pytest.raises(UnknownAgentError, match="Did you mean 'random'"):
        make_settings("randm")
