"""What is stable: the names of `bmoca_gym`, their parameters and methods. A change here is a change for all users.

A parameter or a name may be added. Whoever has to take one away follows the deprecation policy of docs/stable.md.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import gymnasium
import pytest

import bmoca_gym
from bmoca_gym import agents, evaluation, randomization, tasks

PAGE = Path(__file__).parents[1] / "docs" / "stable.md"

NAMES = {
    "Agent", "Answer", "BmocaError", "Device", "DeviceConfiguration", "EmbeddedDevice", "ExpertAgent", "Gesture",
    "Info", "LongPress", "PhoneEnv", "PhoneGroup", "Pinch", "PressKey", "Sampler", "Swipe", "Tap", "Task", "TypeText", "UiTree",
    "__version__", "agents", "evaluation", "make", "randomization", "show", "tasks",
}  # fmt: skip

#: Parameters with their defaults, as functions that have the same.
PARAMETERS: dict[Callable[..., object], Callable[..., None]] = {
    bmoca_gym.Answer: lambda text: None,
    bmoca_gym.DeviceConfiguration: lambda id, split, profile, density, font_scale, locale, wallpaper, dark_theme, icon_layout: (
        None
    ),
    bmoca_gym.EmbeddedDevice: lambda configuration=None, serial="embedded-0", image="android10": None,
    bmoca_gym.ExpertAgent: lambda: None,
    bmoca_gym.LongPress: lambda x, y, seconds=1.0: None,
    bmoca_gym.Pinch: lambda x0, y0, x1, y1, x2, y2, x3, y3, seconds=0.4: None,
    bmoca_gym.PhoneEnv: lambda tasks="representative", environments=None, device="embedded", observation=None, action=None, *, interface=None, resolution=None, bounding_boxes=None, leaves_only=None, set_of_mark=None, elements=None, step_seconds=3.0, step_limit=None, max_episode_steps=None, judge="corrected", ends=None, answer_judge=None, tap_threshold=0.14, render_mode=None, pools=None, goals=None, reward=None, infos="all": (
        None
    ),
    bmoca_gym.PhoneEnv.reset: lambda self, *, seed=None, options=None: None,
    bmoca_gym.PhoneEnv.step: lambda self, action: None,
    bmoca_gym.PhoneEnv.save_state: lambda self: None,
    bmoca_gym.PhoneEnv.restore_state: lambda self, state: None,
    bmoca_gym.PhoneEnv.fork: lambda self: None,
    bmoca_gym.PhoneGroup: lambda env, size: None,
    bmoca_gym.PressKey: lambda key: None,
    bmoca_gym.Sampler: lambda seed=None, *, profiles=None, densities=None, font_scales=None, locales=None, wallpapers=None, dark_theme=None, icon_layouts=None, base=None, without=None: (
        None
    ),
    bmoca_gym.Swipe: lambda x0, y0, x1, y1, seconds=0.3, held=0.0: None,
    bmoca_gym.Tap: lambda x, y: None,
    bmoca_gym.TypeText: lambda text: None,
    bmoca_gym.Agent.reset: lambda self, env, info, seed: None,
    bmoca_gym.Agent.act: lambda self, observation, info: None,
    agents.create: lambda name, given=None, folder=None: None,
    evaluation.evaluate: lambda settings, out, *, workers=1, retry_errors=False, on_episode=None, on_usage=None, test_call=True, same_errors=5, on_remark=None: (
        None
    ),
    evaluation.settings_for: lambda agent, tasks_named="representative", environments="test", *, action=None, observation=None, agent_options=None, instances=1, robustness=0, pools=None, goals=None, **others: (
        None
    ),
    randomization.select: lambda environments: None,
    randomization.get: lambda environment_id: None,
    tasks.get: lambda task_id: None,
    tasks.select: lambda spec, pools=None, goals=None: None,
    tasks.suite: lambda name="bmoca", pools=None, goals=None: None,
    tasks.suites: lambda: None,
    tasks.templates: lambda spec, pools=None, goals=None: None,
}

METHODS = {
    bmoca_gym.Device: "info perform wait screenshot ui_tree shell read_file write_file log_cursor log_since save_snapshot "
    "load_snapshot snapshots close",
    bmoca_gym.PhoneEnv: "action_masks close device ends render reset restore_state save_state step step_limit",
    bmoca_gym.UiTree: "find find_all nodes width height rotation",
    bmoca_gym.Task: "id gym_name instruction app category step_limit suite image params task_seed ends needs",
}

INFO = (
    "task task_seed params environment instruction success known score evidence sub_goals answer gesture wrong_format "
    "asked reply finished device_lost date apps app off_screen status interruptions toasts side_effects harmful_acts steps step_limit"
)


def _parameters(owner: Callable[..., object]) -> dict[str, tuple[bool, str]]:
    """For each parameter whether it must be given by name, and its default."""
    found = inspect.signature(owner).parameters.values()
    return {
        one.name: (one.kind is one.KEYWORD_ONLY, "" if one.default is one.empty else repr(one.default))
        for one in found
        if one.kind is not one.VAR_KEYWORD
    }


def test_the_names_are_frozen() -> None:
    assert set(bmoca_gym.__all__) == NAMES
    assert set(dir(bmoca_gym)) >= NAMES
    for name in NAMES:
        assert getattr(bmoca_gym, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'PhoneEnvironment'"):
        bmoca_gym.PhoneEnvironment  # noqa: B018
    assert bmoca_gym.make is gymnasium.make


@pytest.mark.parametrize("owner", PARAMETERS, ids=lambda owner: owner.__qualname__)
def test_parameters_are_frozen(owner: Callable[..., object]) -> None:
    now, frozen = _parameters(owner), _parameters(PARAMETERS[owner])
    assert {name: now.get(name) for name in frozen} == frozen
    positions = [name for name, (by_name, _) in now.items() if not by_name]
    wanted = [name for name, (by_name, _) in frozen.items() if not by_name]
    assert positions[: len(wanted)] == wanted, "a new parameter goes behind the others, or is given by name"
    assert [name for name, (_, default) in now.items() if name not in frozen and not default] == []


@pytest.mark.parametrize("owner", METHODS, ids=lambda owner: owner.__name__)
def test_methods_and_fields_are_frozen(owner: type) -> None:
    known = {*dir(owner), *getattr(owner, "__annotations__", ())}
    assert [name for name in METHODS[owner].split() if name not in known] == []


def test_the_info_has_its_keys_and_types() -> None:
    env = bmoca_gym.make("BMoCA-Alarm-v0", environments="100", observation="text", action="text")
    _, first = env.reset(seed=0)
    *_, later = env.step("tap(1)")
    env.close()
    kinds = bmoca_gym.Info.__annotations__
    assert set(INFO.split()) == set(first) == set(later) == set(kinds)
    for info in (first, later):
        for name, kind in {
            "task": str,
            "task_seed": int,
            "score": float,
            "evidence": list,
            "success": bool,
        }.items():
            assert type(info[name]) is kind


def test_the_page_lists_every_name_and_no_other() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    listed = {
        code.strip("`").removeprefix("bmoca_gym.")
        for row in table.splitlines()
        if row.startswith("| `")
        for code in row.split("|")[1].split(", ")
        for code in [code.strip()]
    }
    assert listed == NAMES


def test_names_are_imported_when_they_are_used() -> None:
    code = (
        "import sys, bmoca_gym\n"
        "assert not {'bmoca_gym.handset', 'bmoca_gym.tasks', 'bmoca_gym.agents', 'yaml'} & set(sys.modules)\n"
        "from bmoca_gym import Tap, BmocaError\n"
        "assert 'bmoca_gym.tasks' not in sys.modules\n"
        "from bmoca_gym.agents import ExpertAgent\n"
        "assert bmoca_gym.ExpertAgent is ExpertAgent and 'ExpertAgent' in vars(bmoca_gym)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_build_reads_nothing_that_only_type_checkers_import() -> None:
    """The package's own names come from all layers: mypyc must not check those, whose libraries a build has not."""
    ini = (Path(bmoca_gym.__file__).parent / "handset" / "native" / "mypy.ini").read_text(encoding="utf-8")
    source = Path(bmoca_gym.__file__).read_text(encoding="utf-8")
    named = set(re.findall(r"^    from bmoca_gym\.(\w+)[. ]", source, re.MULTILINE)) - {"handset", "errors"}
    assert "episodes" in named
    assert [one for one in sorted(named) if f"bmoca_gym.{one}.*" not in ini] == []
