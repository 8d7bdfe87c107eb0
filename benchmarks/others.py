"""The environments that the phone is measured beside: ALE, MiniGrid and MiniWoB++, each if it is installed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium as gym

from benchmarks.processes import Absent
from benchmarks.timing import Case, environment_case

ALE = "ALE/Breakout-v5, frame skip 4"
MINIGRID = "MiniGrid-Empty-8x8, RGB"
MINIWOB = "MiniWoB++ click-test-2"

#: Flags that keep Chromium from contacting its maker's hosts at every start.
CHROMIUM_FLAGS = (
    "--disable-background-networking --disable-component-update --disable-sync --disable-quic --no-first-run"
)


def ale() -> Case:
    """Atari Breakout: 210×160×3 pixels, frame skip 4, sticky actions, the defaults of ``gym.make``."""
    import ale_py

    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    gym.register_envs(ale_py)
    return environment_case(gym.make("ALE/Breakout-v5", frameskip=4))


def minigrid() -> Case:
    """A grid world drawn as 64×64×3 pixels."""
    import minigrid
    from minigrid.wrappers import RGBImgObsWrapper

    gym.register_envs(minigrid)
    return environment_case(RGBImgObsWrapper(gym.make("MiniGrid-Empty-8x8-v0")))


def miniwob() -> Case:
    """A page in headless Chromium, clicked at random points: 210×160×3 pixels and the page's elements."""
    import miniwob
    from miniwob.action import ActionTypes

    with _chromium_from_path():
        gym.register_envs(miniwob)
        env = gym.make("miniwob/click-test-2-v1")
        env.reset(seed=0)
    page: Any = env.unwrapped

    def step() -> bool:
        place = page.np_random.uniform((0, 50), (160, 210))
        _, _, terminated, truncated, _ = env.step(page.create_action(ActionTypes.CLICK_COORDS, coords=place))
        return terminated or truncated

    return Case(step, env.reset, env.close)


@contextmanager
def _chromium_from_path() -> Iterator[None]:
    """Let MiniWoB++ start the browser and driver on the PATH, with `CHROMIUM_FLAGS`."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        raise Absent("Chromium and ChromeDriver are not installed (Debian: chromium, chromium-driver)")
    with tempfile.TemporaryDirectory() as folder:
        wrapper = Path(folder) / "chromium"
        wrapper.write_text(f'#!/bin/sh\nexec "{browser}" {CHROMIUM_FLAGS} "$@"\n')
        wrapper.chmod(0o755)
        os.environ["MINIWOB_CHROME_BINARY"], os.environ["MINIWOB_CHROMEDRIVER"] = str(wrapper), driver
        yield


OTHERS: dict[str, Callable[[], Case]] = {ALE: ale, MINIGRID: minigrid, MINIWOB: miniwob}

#: Headings in tables.
SHORT = {ALE: "ALE", MINIGRID: "MiniGrid", MINIWOB: "MiniWoB++"}
