"""Properties of every phone, tested on random walks in random configurations: no crash, equal frames, no leaks."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from handset_fingerprint import APPS, fingerprint
from handset_walk import FIXED, cut_controls, faults, random_gesture, random_phone, walk

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import screen
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.value import clear_caches

SMALL = (128, 256)
LOOKS = len(FIXED)


def end_of(walked: object) -> Phone:
    *_, last = walked  # type: ignore[misc]
    assert isinstance(last, Phone)
    return last


def seen(phone: Phone) -> tuple[bytes, UiTree]:
    """Everything that an agent can see of a phone, drawn by a fresh renderer."""
    return Renderer(*SMALL).frame(phone).tobytes(), screen.ui_tree(phone)


@pytest.mark.exhaustive(unless=lambda look: look % 6 == 0)
@pytest.mark.parametrize("look", range(LOOKS))
def test_gestures_and_texts_leave_a_good_screen(look: int) -> None:
    """In half of the apps in each of the random configurations; test_walks.py has longer walks."""
    renderer = Renderer(*SMALL)
    for app in APPS if os.environ.get("BMOCA_EVERYTHING") else APPS[look // 6 % 2 :: 2]:
        for now in walk(random_phone(look, app), random.Random(look), 15):
            tree = screen.ui_tree(now)
            assert faults(tree) == []
            assert cut_controls(now) == [], f"{now.configuration} {now.tasks[-1:]}"
            assert all(
                text.isprintable() or text.encode()
                for node in tree
                for text in (node.text, node.content_description)
            )
            frame = renderer.frame(now)
            assert frame.shape == (256, 128, 3)
            assert frame.dtype == np.uint8


# Drawing


@pytest.mark.exhaustive(unless=lambda app, size: size is not None and APPS.index(app) % 4 == 0)
@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize(("size", "steps"), [(SMALL, 60), (None, 10)], ids=["small", "native"])
def test_a_partial_redraw_equals_a_full_one(app: str, size: tuple[int, int] | None, steps: int) -> None:
    for look in range(0, LOOKS, 6) if size else (1, 15):
        first = random_phone(look, app)
        width, height = size or (first.configuration.width, first.configuration.height)
        part, whole = Renderer(width, height), Renderer(width, height)
        part.frame(first)
        for number, now in enumerate(walk(first, random.Random(look), steps)):
            whole.forget()
            shown, redrawn = part.frame(now), whole.frame(now)
            if not np.array_equal(shown, redrawn):
                different = np.argwhere((shown != redrawn).any(-1))
                pytest.fail(f"step {number} of look {look}: {different.min(0)} to {different.max(0)}")


def test_a_renderer_that_serves_many_phones_draws_each_right() -> None:
    rng = random.Random(5)
    one = Renderer(*SMALL)
    shown = [random_phone(look, rng.choice(APPS)) for look in range(4)]
    for _ in range(40):
        at = rng.randrange(4)
        shown[at] = next(walk(shown[at], rng, 1))
        assert one.frame(shown[at]).tobytes() == seen(shown[at])[0]


# Caches, forks, processes


@pytest.mark.parametrize("app", APPS)
def test_caches_change_no_result(app: str) -> None:
    """The same walk with warm caches and with empty ones at every step."""
    first = random_phone(3, app)
    warm = [(now, seen(now)) for now in walk(first, random.Random(0), 25)]
    rng, now = random.Random(0), pickle.loads(pickle.dumps(first))
    for before, shown in warm:
        clear_caches()
        gesture = random_gesture(rng, screen.ui_tree(now))
        clear_caches()
        now = inputs.wait(inputs.perform(now, gesture), 3000)
        clear_caches()
        assert now == before
        assert seen(now) == shown


@pytest.mark.exhaustive
def test_a_fork_at_any_step_replays_equally() -> None:
    for look, app in enumerate(APPS):
        now = random_phone(look, app)
        for step in range(4):
            twin = pickle.loads(pickle.dumps(now))
            left = list(walk(now, random.Random(step), 4))
            right = list(walk(twin, random.Random(step), 4))
            assert left == right
            assert [seen(phone) for phone in left] == [seen(phone) for phone in right]
            now = next(walk(now, random.Random(100 + step), 1))


def test_a_fork_leaves_the_phone_it_came_from_as_it_was() -> None:
    now = random_phone(2, "com.google.android.deskclock")
    before, shown = pickle.dumps(now), seen(now)
    end_of(walk(now, random.Random(0), 60))
    assert pickle.dumps(now) == before
    assert seen(now) == shown


@pytest.mark.exhaustive
def test_other_processes_with_other_hash_seeds_see_the_same() -> None:
    script = Path(__file__).with_name("handset_fingerprint.py")
    running = [
        subprocess.Popen(
            [sys.executable, str(script)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    assert {process.communicate()[0].strip() for process in running} == {fingerprint(7)}
