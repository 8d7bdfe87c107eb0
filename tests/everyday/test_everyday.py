"""Everyday tasks, done by the names on the screen through text actions, as an agent does them."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
import yaml

import bmoca_gym  # noqa: F401  registers the environments

THINGS: dict[str, str] = yaml.safe_load((Path(__file__).parent / "things.yaml").read_text(encoding="utf-8"))


class Person:
    """Reads the screen and acts on it. Each verb of `THINGS` is a method."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        self.env = env
        self.seen: str = env.reset(seed=0)[0]

    def elements(self) -> list[dict[str, Any]]:
        """The elements that the observation describes."""
        found: list[dict[str, Any]] = ast.literal_eval(self.seen)
        return found

    def tag(self, name: str) -> int | None:
        """The numeric tag of the element with that text, description or id, or one that contains it."""
        name, _, number = name.partition("~")
        elements = self.elements()
        ways = [
            [e for e in elements if e[key] == name] for key in ("text", "content_description", "resource_id")
        ]
        ways.append([e for e in elements if name in e["text"] or name in e["content_description"]])
        at = int(number or 0)
        return next((int(way[at]["numeric_tag"]) for way in ways if len(way) > at), None)

    def names(self) -> list[str]:
        """What can be read on the screen."""
        return [e["text"] or e["content_description"] or e["resource_id"] for e in self.elements()]

    def act(self, action: str) -> None:
        self.seen, _, _, _, info = self.env.step(action)
        assert info["wrong_format"] is None, info["wrong_format"]

    def on(self, action: str, name: str) -> None:
        """Do an action to the element with that name."""
        tag = self.tag(name)
        assert tag is not None, f"nothing is called {name!r}; there are {self.names()}"
        self.act(f"{action}({tag})")

    def tap(self, name: str) -> None:
        self.on("tap", name)

    def hold(self, name: str) -> None:
        self.on("long-press", name)

    def type(self, text: str) -> None:
        self.act(f'type("{text}")')

    def press(self, key: str) -> None:
        self.act(f'press("{key}")')

    def swipe(self, direction: str) -> None:
        self.act(f'swipe("{direction}")')

    def shade(self, _: str) -> None:
        self.act("dual-gesture(0.0, 0.5, 0.7, 0.5)")

    def wait(self, times: str) -> None:
        for _ in range(int(times)):
            self.act("wait()")

    def open(self, app: str) -> None:
        """Open an app from the home screen, or from the list of all apps."""
        self.press("HOME")
        if self.tag(app) is None:
            self.swipe("up")
        self.tap(app)

    def see(self, name: str) -> None:
        assert self.tag(name) is not None, f"{name!r} is not there, but {self.names()}"

    def gone(self, name: str) -> None:
        assert self.tag(name) is None, f"{name!r} is still there"


@pytest.fixture(scope="module")
def env() -> Iterator[gym.Env[Any, Any]]:
    made = gym.make(
        "BMoCA-v0", environments="000", observation="text", action="text", ends="finish", step_limit=1000
    )
    yield made
    made.close()


@pytest.mark.parametrize("thing", THINGS)
def test_it_can_be_done(env: gym.Env[Any, Any], thing: str) -> None:
    person = Person(env)
    for step in THINGS[thing].replace("\n", ";").split(";"):
        verb, _, what = step.strip().partition(" ")
        if verb:
            getattr(person, verb)(json.loads(what) if what.startswith('"') else what)
