"""Agents by name, and what each of them does on a screen without a phone."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from immutables import Map

from bmoca_gym import agents, tasks
from bmoca_gym.demonstrations import experts
from bmoca_gym.envs.choices import action_mode
from bmoca_gym.envs.registries import ACTION_MODES
from bmoca_gym.errors import ExpertError, UnknownAgentError, UnknownExpertError
from bmoca_gym.handset.gestures import Gesture, PressKey, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks import ExpertCall

BUTTON = UiNode("android.widget.Button", "a:id/go", "Go", "", (100, 200, 300, 400), "a", 1, clickable=True)
TREE = UiTree(
    (UiNode("android.widget.FrameLayout", "", "", "", (0, 0, 1000, 2000), "a", 0), BUTTON), 1000, 2000
)


#: A task whose expert is `GoExpert`.
PRESS_GO = replace(tasks.get("call_911"), id="press_go", expert=(ExpertCall("screen.press", Map()),))


def screen(mode: str) -> Any:
    """What agents use of an environment."""
    device = SimpleNamespace(ui_tree=lambda: TREE, info=SimpleNamespace(locale="ar-EG"))
    modes = action_mode(mode)
    return SimpleNamespace(
        action_mode=modes,
        action_space=modes.space,
        device=device,
        seen_device=device,
        interrupted=False,
        task=PRESS_GO,
        ends="success",
    )


#: The modes for any screen; those of MiniWoB++ act on a page alone (tests/suites/miniwob_plus).
MODES = [mode for mode in ACTION_MODES.names() if not mode.startswith("miniwob")]
#: The agents that act on a screen alone; language agents have tests of their own.
NAMES = [name for name, entry in agents.AGENTS.items() if not entry.options]


class GoExpert:
    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | None:
        assert locale == "ar-EG"
        return Tap(0.2, 0.15) if tree.find(resource_id="a:id/go") else None


class WithoutAct:
    name = "without act"

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None: ...


@pytest.fixture
def go_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experts, "_verbs", lambda app, packages, place: {"press": GoExpert})


@pytest.mark.parametrize("name", NAMES)
def test_agents_are_made_by_name(name: str) -> None:
    agent = agents.create(name)
    assert isinstance(agent, agents.Agent)
    assert agent.name == name
    assert agents.create(name) is not agent


@pytest.mark.parametrize(
    ("name", "mode"),
    # Only actions in words can end an episode.
    [(name, mode) for name in NAMES for mode in MODES if name != "quitter" or mode in ("text", "json")],
)
@pytest.mark.usefixtures("go_expert")
def test_actions_are_of_the_space_and_repeat_with_the_seed(name: str, mode: str) -> None:
    def play(seed: int) -> list[Any]:
        env, agent = screen(mode), agents.create(name)
        agent.reset(env, {}, seed)
        actions = [agent.act(None, {}) for _ in range(20)]
        assert all(action in env.action_space for action in actions)
        return [np.asarray(action).tolist() for action in actions]

    assert play(7) == play(7)
    assert (play(7) != play(8)) == (name == "random")
    assert (len({str(action) for action in play(7)}) > 1) == (name == "random")


@pytest.mark.parametrize("mode", MODES)
def test_noop_presses_home(mode: str) -> None:
    env, agent = screen(mode), agents.create("noop")
    agent.reset(env, {}, 0)
    assert env.action_mode.to_gesture(agent.act(None, {}), TREE) == PressKey("HOME")


def test_random_leaves_the_space_of_the_environment_alone() -> None:
    env, untouched = screen("discrete"), screen("discrete")
    env.action_space.seed(3)
    untouched.action_space.seed(3)
    agent = agents.create("random")
    agent.reset(env, {}, 5)
    agent.act(None, {})
    assert [env.action_space.sample() for _ in range(9)] == [
        untouched.action_space.sample() for _ in range(9)
    ]


def test_random_covers_the_discrete_space() -> None:
    env, agent = screen("discrete"), agents.create("random")
    agent.reset(env, {}, 0)
    assert len({int(agent.act(None, {})) for _ in range(6000)}) == 385


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.usefixtures("go_expert")
def test_the_expert_agent_does_what_the_expert_says(mode: str) -> None:
    env, agent = screen(mode), agents.create("expert")
    agent.reset(env, {}, 0)
    gesture = env.action_mode.to_gesture(agent.act(None, {}), TREE)
    assert isinstance(gesture, Tap)
    left, top, right, bottom = BUTTON.bounds
    assert left <= gesture.x * 1000 < right
    assert top <= gesture.y * 2000 < bottom


@pytest.mark.usefixtures("go_expert")
def test_an_expert_with_nothing_left_to_do_says_so() -> None:
    env, agent = screen("dual_gesture"), agents.create("expert")
    env.device.ui_tree = lambda: UiTree(TREE.nodes[:1], 1000, 2000)
    agent.reset(env, {}, 0)
    with pytest.raises(ExpertError, match=r"press_go has nothing left.*no alarm; no sound"):
        agent.act(None, {"evidence": ["no alarm", "no sound"]})


def test_unknown_agents_are_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownAgentError, match=r"'exprt'\. Did you mean 'expert'\?.*module:name"):
        agents.create("exprt")
    for name, message in [
        ("no_such_module:Agent", "No module named"),
        ("pathlib:NoSuchAgent", "has no attribute"),
        ("pathlib:Path", "it must have the methods reset and act"),
        (":x", "no agent ':x'"),
        ("x:", "no agent 'x:'"),
    ]:
        with pytest.raises(UnknownAgentError, match=message):
            agents.create(name)


class TapFirstAgent:
    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None: ...

    def act(self, observation: Any, info: dict[str, Any]) -> Any: ...


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("TapFirstAgent", "tap-first"),
        ("RandomAgent", "random"),
        ("LLMAgent", "llm"),
        ("MyLLM", "my-llm"),
        ("Agent", "agent"),
        ("T3A", "t3a"),
        ("Qwen3VL", "qwen3-vl"),
        ("tap_first", "tap-first"),
        ("_", "_"),
        ("Ключ", "ключ"),
    ],
)
def test_an_agent_without_a_name_is_called_by_its_class(
    written: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathlib.Nameless", type(written, (TapFirstAgent,), {}), raising=False)
    assert agents.create("pathlib:Nameless").name == name


def test_a_name_that_an_agent_has_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.Named", type("Named", (TapFirstAgent,), {"name": "mine"}), raising=False)
    assert agents.create("pathlib:Named").name == "mine"


def test_what_takes_no_name_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.five", lambda: 5, raising=False)
    with pytest.raises(UnknownAgentError, match="is a int; it must have the methods reset and act"):
        agents.create("pathlib:five")


def test_a_class_that_is_no_agent_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.WithoutAct", WithoutAct, raising=False)
    with pytest.raises(UnknownAgentError, match="it must have the methods reset and act"):
        agents.create("pathlib:WithoutAct")


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ("call_912", r"'call_912' has no expert: There is no task .* Did you mean 'call_911'"),
        (None, "None has no expert"),
        (replace(PRESS_GO, expert=()), "'press_go' has no expert"),
        (PRESS_GO, "'press_go': expert: no module 'screen' with VERBS is in any of"),
        (
            replace(PRESS_GO, expert=(ExpertCall("app.opne", Map()),)),
            "'app' has no verb 'opne'. Did you mean 'open'",
        ),
        (
            replace(PRESS_GO, expert=(ExpertCall("app.open", Map(x=1)),)),
            "app.open: .*it takes package, label",
        ),
    ],
)
def test_experts_that_do_not_exist(task: Any, message: str) -> None:
    with pytest.raises(UnknownExpertError, match=message):
        experts.expert_for(task)


@pytest.mark.parametrize(
    "name", ["json:dumps", "json:nothing", "no_such_module_at_all:Agent", "json:JSONEncoder"]
)
def test_what_is_no_agent_is_told_how_to_name_one(name: str) -> None:
    with pytest.raises(UnknownAgentError, match=f"The agent '{name}'"):
        agents.create(name)


def test_a_path_that_exists_is_a_policy(tmp_path: Path) -> None:
    path = tmp_path / "policy.zip"
    path.write_bytes(b"")
    found = agents.entry(str(path))
    assert found.target == agents.POLICY_AGENT
    assert dict(found.given) == {"path": path}
    with pytest.raises(UnknownAgentError):
        agents.entry(str(tmp_path / "no_such_policy.zip"))


def test_agents_of_other_packages_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint(name, f"bmoca_gym.agents.simple:{cls}", agents.GROUP)
        for name, cls in [("still", "NoopAgent"), ("expert", "QuitterAgent")]
    ]
    monkeypatch.setattr(agents, "entry_points", lambda group: points)
    monkeypatch.setattr(agents, "offered", agents.offered.__wrapped__)
    assert agents.create("still").name == "noop"
    assert agents.create("expert").name == "expert"
    with pytest.raises(UnknownAgentError, match=r"Did you mean 'still'\?.*random, .*still;"):
        agents.create("stil")


def test_every_option_of_an_agent_can_be_a_flag() -> None:
    for name in agents.AGENTS:
        for option in agents.options_of(name):
            assert option.kind in (str, int, float, bool), option
            assert option.default is None or isinstance(option.default, option.kind), option
            assert option.help, option
            assert not option.choices or option.default in option.choices, option
