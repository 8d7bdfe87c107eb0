"""AndroidLab's measures compared with numbers worked out by hand, and on episodes of AndroidLab's phone."""

from __future__ import annotations

import csv
import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bmoca_gym import cli, tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.episodes.records import Episode
from bmoca_gym.episodes.registries import Measure, measures
from bmoca_gym.episodes.screens import redrawn
from bmoca_gym.evaluation import episode_seed, evaluate, settings_for
from bmoca_gym.handset.value import replace
from bmoca_gym.suites.androidlab.measures import (
    reasonable_operations,
    reasonable_operations_upstream,
    reversed_redundancy,
    sub_goals,
    sub_goals_upstream,
)
from tests.playing import steps

TASK = "androidlab/contacts_1"


def told(measure: Measure | None) -> Any:
    return None if measure is None else tuple(measure)


def own(found: dict[str, Measure | None]) -> list[Measure | None]:
    """AndroidLab's measures, without those of every suite."""
    everywhere = ("side_effect_rate", "harmful_act_rate", "early_stop_rate")
    return [measure for name, measure in found.items() if name not in everywhere]


def test_sub_goals_are_averaged_over_tasks_not_over_all(make_episode: Any) -> None:
    # Task a: 1/3 and 3/3, mean 2/3; task b: 1/2; task c has none and fails: 0. Mean 7/18; deviation of 2/3, 1/2, 0.
    episodes = [
        make_episode(task="a", success=False, sub_goals={"x": True, "y": False, "z": False}),
        make_episode(task="a", seed=1, sub_goals={"x": True, "y": True, "z": True}),
        make_episode(task="b", success=False, sub_goals={"x": False, "y": True}),
        make_episode(task="c", success=False),
    ]
    half = (
        4.303 * math.sqrt(((2 / 3 - 7 / 18) ** 2 + (1 / 2 - 7 / 18) ** 2 + (7 / 18) ** 2) / 2) / math.sqrt(3)
    )
    found = sub_goals(episodes)
    assert told(found) == (pytest.approx(7 / 18), 0.0, 1.0, 3)
    assert half > 7 / 18, "so that the interval is cut at 0 and 1"
    assert sub_goals([episodes[3]]) is None
    broken = make_episode(task="b", success=False, error="it fell", sub_goals={"x": True})
    assert sub_goals([broken]) == (0.0, None, None, 1)


def test_sub_goals_upstream_are_the_scores_of_that_judge(make_episode: Any) -> None:
    episodes = [
        make_episode(task="a", scores={"corrected": 0.0, "upstream": 0.5}),
        make_episode(task="a", seed=1, scores={"upstream": 1.0, "corrected": 1.0}),
        make_episode(task="b", success=False, error="it fell"),
    ]
    assert told(sub_goals_upstream(episodes)) == (pytest.approx(0.375), 0.0, 1.0, 2)
    # Of an answer that no model judges, that judge says nothing.
    episodes.append(make_episode(task="c", scores={"corrected": 1.0}))
    assert told(sub_goals_upstream(episodes)) == (pytest.approx(0.375), 0.0, 1.0, 2)
    assert sub_goals_upstream(episodes[2:]) is None


def test_reversed_redundancy_is_of_solved_tasks(make_episode: Any) -> None:
    # Task a: 6/8 and 6/4, mean 9/8; task b is solved in 1 of 20 episodes, which is not more than 5 %.
    episodes = [
        make_episode(task="a", steps=8, human_steps=6, expert_steps=4),
        make_episode(task="a", seed=1, steps=4, human_steps=6, expert_steps=None),
        make_episode(task="a", seed=2, steps=2, human_steps=6, success=False),
        *(make_episode(task="b", seed=seed, steps=5, human_steps=5, success=not seed) for seed in range(20)),
        make_episode(task="c", steps=3, human_steps=None, expert_steps=3),
    ]
    assert told(reversed_redundancy(episodes, "human")) == (pytest.approx(9 / 8), None, None, 1)
    expert = reversed_redundancy(episodes, "expert")
    assert expert is not None
    # Task a: 4/8; task c: 3/3. Mean 3/4, deviation √(1/8), half 12.706 · √(1/8) / √2 = 12.706 / 4; more than 1 is possible.
    assert told(expert) == (pytest.approx(0.75), 0.0, pytest.approx(0.75 + 12.706 / 4), 2)
    assert reversed_redundancy(episodes[3:5], "human") is not None
    assert reversed_redundancy(episodes[4:5], "human") is None


def recorded(make_episode: Any, *steps: tuple[str, bool | None, bool | None], **others: Any) -> Any:
    actions, changed, other = zip(*steps, strict=True)
    return make_episode(steps=len(steps), actions=actions, changed=changed, redrawn=other, **others)


def test_reasonable_operations_by_hand(make_episode: Any) -> None:
    yes, no = ("tap", True, True), ("tap", False, False)
    wrong, said, end = (
        ("wrong format: why", False, None),
        ("answer '1'", None, None),
        ("finish ''", None, False),
    )
    episode = recorded(
        make_episode, yes, ("wait", False, False), wrong, ("swipe", True, False), said, yes, end
    )
    # Operations: 2 taps, a wait, a wrong format, a swipe; the taps and the swipe have changed the screen.
    assert told(reasonable_operations([episode])) == (pytest.approx(3 / 5), None, None, 1)
    # Recorded: tap, wait, swipe, tap, finish. Of the screens before the first four, pairs 2 and 3 are the same: 1 - 2/4.
    assert told(reasonable_operations_upstream([episode])) == (pytest.approx(0.5), None, None, 1)
    # On a screen that never changes it is 1/(n - 1), and 1 up to two actions; what is repeated six times is cut off.
    for count, wanted in ((1, 1.0), (2, 1.0), (3, 0.5), (4, 1 / 3), (6, 1 / 5), (7, 1 / 5), (25, 1 / 5)):
        (mean, *_) = reasonable_operations_upstream([recorded(make_episode, *[no] * count)]) or (None,)
        assert mean == pytest.approx(wanted), count
    different = [(f"tap {number}", False, False) for number in range(25)]
    assert told(reasonable_operations_upstream([recorded(make_episode, *different)])) == (
        pytest.approx(1 / 24),
        None,
        None,
        1,
    )
    broken = make_episode(task="b", success=False, error="it fell")
    assert told(reasonable_operations_upstream([episode, broken])) == (pytest.approx(0.25), 0.0, 1.0, 2)
    assert reasonable_operations_upstream([broken]) is None
    assert reasonable_operations([recorded(make_episode, end), broken]) is None


def test_nothing_is_known_of_plain_episodes(make_episode: Any) -> None:
    assert set(measures([]).values()) == {None}
    plain = measures([make_episode()])
    assert plain.pop("reversed_redundancy_expert") == Measure(4 / 6, None, None, 1)
    assert set(plain.values()) == {None}


def naive(before: np.ndarray, after: np.ndarray) -> bool:
    """The benchmark's formula, word for word: more than 0.999 of the pixels that are not white in both are equal."""
    counted = ~((before == 255) & (after == 255))
    with np.errstate(invalid="ignore"):
        share = np.float64((before == after)[counted].sum()) / np.float64(counted.sum())
    return not share > 0.999


def test_pictures_are_compared_as_in_the_benchmark() -> None:
    random = np.random.default_rng(5)
    grey = random.integers(0, 255, (100, 50, 3), np.uint8)
    white = np.full((100, 50, 3), 255, np.uint8)
    nearly, more = grey.copy(), grey.copy()
    nearly.reshape(-1)[:14] ^= 1  # of 15,000 values
    more.reshape(-1)[:15] ^= 1
    page, dotted = white.copy(), white.copy()
    page[:10] = grey[:10]  # 1,500 values that are not white
    dotted[:10] = grey[:10]
    dotted[0, 0] ^= 1
    pairs = [(grey, grey, False), (grey, nearly, False), (grey, more, True), (white, white, True), (white, grey, True),
             (page, page.copy(), False), (page, dotted, True)]  # fmt: skip
    for before, after, wanted in pairs:
        assert redrawn(before, after) == naive(before, after) == wanted
    assert redrawn(grey, white[:50])


class HalfRight:
    """Waits, gives no action, and saves the contact without the number."""

    name = "half"
    script = (
        "do(action='Wait')", "hello", "Create new contact", "do(action='Type', text='John')", "Save", "finish()",
    )  # fmt: skip

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        self.env, self.rest = env, list(self.script)

    def act(self, observation: Any, info: dict[str, Any]) -> str:
        action = self.rest.pop(0)
        words = [(node.content_description or node.text, node) for node in self.env.device.ui_tree()]
        found = next((node for said, node in words if said == action), None)
        return action if found is None else f"do(action='Tap', element={[*found.bounds]})"


def one(agent: str, out: Path, task: Any = TASK, action: str = "calls") -> Episode:
    settings = settings_for(
        agent, task, "androidlab/pixel_7_pro", action=action, observation="pixels", films="none"
    )
    (episode,) = evaluate(settings, out)
    assert episode.error is None
    return episode


def test_a_half_right_script_on_the_phone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "evaluate",
        "--agent",
        f"{__name__}:HalfRight",
        "--suite",
        "androidlab",
        "--tasks",
        "contacts_1",
    ]
    command += ["--action", "calls", "--observation", "pixels", "--out", str(tmp_path), "--films", "none"]
    assert cli.main(command) == 0
    told = capsys.readouterr().out
    (line,) = (tmp_path / "episodes.jsonl").read_text().splitlines()
    episode = Episode.from_json(line)
    assert (episode.sub_goals, episode.human_steps, episode.success) == (
        {"name": True, "mobile": False},
        7,
        False,
    )
    assert episode.changed == (False, False, True, True, True, None)
    assert episode.redrawn == (False, None, True, True, True, False)
    found = measures([episode])
    # Half of the sub-goals, on the phone and on the page that the agent ends on; three of five operations; of the screens
    # before the wait, the two taps and the text one pair is the same: 1 - 1/4.
    assert [each and each.mean for each in own(found)] == [0.5, 0.5, None, None, 0.6, 0.75]
    assert "Sub-goals met: 50.0 % (upstream 50.0)" in told
    assert "Reasonable operations: 60.0 % (upstream 75.0)" in told
    with (tmp_path / "summary.csv").open(newline="", encoding="utf-8") as file:
        row = next(csv.DictReader(file))
    assert [row[name] for name in ("sub_goal_rate", "sub_goal_rate_low", "reversed_redundancy_human")] == [
        "0.5",
        "",
        "",
    ]
    assert (row["reasonable_operations"], row["reasonable_operations_upstream"]) == ("0.6", "0.75")
    assert "<h2>Measures</h2>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_the_expert_on_the_phone(tmp_path: Path) -> None:
    episode = one("expert", tmp_path)
    # Six steps, a person takes seven: 7/6. Each changes the screen but finish, which is no operation.
    assert (episode.steps, episode.changed) == (6, (True,) * 5 + (None,))
    found = measures([episode])
    assert [each and each.mean for each in own(found)] == [1.0, 1.0, pytest.approx(7 / 6), 1.0, 1.0, 1.0]
    assert Episode.from_json(episode.to_json()) == episode


def test_a_random_walk_on_the_phone(tmp_path: Path) -> None:
    task = replace(tasks.get(TASK), step_limit=6)
    episode = one("random", tmp_path, task=task, action="text")
    env = PhoneEnv(task, "androidlab/pixel_7_pro", action="text")
    try:
        seed = episode_seed(episode.key)
        start = env.reset(seed=seed)
        looks = [(env.device.ui_tree(), env.device.screenshot())]
        wrong: list[bool] = []
        for step in steps(env, *start, "random", seed):
            looks.append((env.device.ui_tree(), env.device.screenshot()))
            wrong.append(step.info["wrong_format"] is not None)
    finally:
        env.close()
    pairs = list(itertools.pairwise(looks))
    changed = [one[0] != two[0] or naive(one[1], two[1]) for one, two in pairs]
    other = [
        None if refused else naive(one[1], two[1]) for (one, two), refused in zip(pairs, wrong, strict=True)
    ]
    assert (episode.changed, episode.redrawn) == (tuple(changed), tuple(other))
    assert set(changed) == {True, False}
    found = measures([episode])
    assert found["reasonable_operations"] is not None
    assert found["reasonable_operations"].mean == pytest.approx(sum(changed) / 6)
    kept = [one for one in other if one is not None]
    assert found["reasonable_operations_upstream"] is not None
    assert found["reasonable_operations_upstream"].mean == pytest.approx(
        1 - sum(not one for one in kept[:-2]) / (len(kept) - 1)
    )
    assert (found["sub_goal_rate"], found["reversed_redundancy_human"]) == (Measure(0.0, None, None, 1), None)
