"""On the handset's own screens, an encoded gesture does the same as the gesture."""

from __future__ import annotations

from functools import cache

import pytest

from bmoca_gym import randomization
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import ActionMode, DiscreteActions, DualGestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.errors import ActionError
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap
from bmoca_gym.handset.screen import ui_tree
from bmoca_gym.handset.state import Phone
from tests.playing import steps

#: A usual one, small elements, Korean in large ones, right to left with small ones, a tablet.
ENVIRONMENTS = ("100", "101", "105", "108", "109")
APPS = (
    "com.google.android.deskclock/com.android.deskclock.DeskClock",
    "com.android.settings/.Settings",
    "com.google.android.calculator/com.android.calculator2.Calculator",
    "com.android.dialer/.main.impl.MainActivity",
)


@cache
def screens(environment: str) -> tuple[Phone, ...]:
    """The phone on its home screen and in each of the apps."""
    device = EmbeddedDevice()
    randomization.get(environment).apply(device)
    device.perform(PressKey("HOME"))
    home = device.phone
    found = [home]
    for app in APPS:
        device.phone = home
        assert device.shell(f"am start -n {app}").exit_code == 0
        device.wait(1)
        found.append(device.phone)
    return tuple(found)


def touches(phone: Phone) -> list[Gesture]:
    """A tap and a long press on every element that responds to them, and swipes across the screen."""
    tree = ui_tree(phone)
    found: list[Gesture] = [Swipe(0.5, 0.7, 0.5, 0.3), Swipe(0.5, 0.4, 0.5, 0.8), PressKey("BACK")]
    for node in tree.nodes:
        x, y = node.center[0] / tree.width, node.center[1] / tree.height
        if node.clickable:
            found.append(Tap(x, y))
        if node.long_clickable:
            found.append(LongPress(x, y))
    return found


@pytest.mark.parametrize("mode", [DualGestureActions(), TextActions()], ids=["dual_gesture", "text"])
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_what_is_encoded_does_the_same(environment: str, mode: ActionMode) -> None:
    for phone in screens(environment):
        tree = ui_tree(phone)
        for gesture in touches(phone):
            if isinstance(gesture, LongPress) and isinstance(mode, DualGestureActions):
                continue
            encoded = mode.to_gesture(mode.encode(gesture, tree), tree)
            assert inputs.perform(phone, encoded) == inputs.perform(phone, gesture), (gesture, encoded)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_a_discrete_tap_does_the_same_or_is_an_error(environment: str) -> None:
    mode, hits, misses = DiscreteActions(), 0, 0
    for phone in screens(environment):
        tree = ui_tree(phone)
        for gesture in touches(phone):
            if not isinstance(gesture, Tap):
                continue
            try:
                encoded = mode.to_gesture(mode.encode(gesture, tree))
            except ActionError:
                misses += 1  # small elements between the points of the grid
            else:
                hits += 1
                assert inputs.perform(phone, encoded) == inputs.perform(phone, gesture), (gesture, encoded)
    assert hits > 20 * misses


@pytest.mark.parametrize("action", ["discrete", "dual_gesture", "text"])
@pytest.mark.parametrize("observation", ["pixels", "text", "both"])
def test_the_expert_is_rewarded_in_every_mode(observation: str, action: str) -> None:
    env = PhoneEnv(tasks="Alarm", environments="100", observation=observation, action=action)
    moves = list(steps(env, *env.reset(seed=0)))
    assert [move.reward for move in moves] == [0.0] * (len(moves) - 1) + [1.0]
    assert moves[-1].terminated
    assert moves[-1].info["success"]
