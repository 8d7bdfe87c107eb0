"""Everyday tasks, done by the names on the screen through text actions, as an agent does them, on each phone."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
import yaml

import bmoca_gym  # noqa: F401  registers the environments
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.system import telephony

#: The id of each phone's environment, and a task that sets up nothing that the things meet.
PHONES: dict[str, tuple[str, dict[str, str]]] = {
    "android10": ("BMoCA-v0", {"environments": "000"}),
    "android13": ("AndroidWorld-v0", {"tasks": "androidworld/contacts_new_contact_draft"}),
    "androidlab": ("AndroidLab-v0", {"tasks": "androidlab/clock_1"}),
}


def things(phone: str) -> dict[str, str]:
    """What is to be done on that phone: a name and its lines."""
    read: dict[str, str] = yaml.safe_load(Path(__file__).with_name(f"{phone}.yaml").read_text("utf-8"))
    return read


class Person:
    """Reads the screen and acts on it. Each verb of the YAML files is a method."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        self.env = env
        self.seen: str = env.reset(seed=0)[0]
        self.press("HOME")

    @property
    def device(self) -> Any:
        """The phone itself, for what comes to it from outside."""
        return self.env.unwrapped.device  # type: ignore[attr-defined]

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

    def on(self, action: str, name: str, *arguments: str) -> None:
        """Do an action to the element with that name."""
        tag = self.tag(name)
        assert tag is not None, f"nothing is called {name!r}; there are {self.names()}"
        self.act(f"{action}({', '.join((str(tag), *arguments))})")

    def tap(self, name: str) -> None:
        self.on("tap", name)

    def hold(self, name: str) -> None:
        self.on("long-press", name)

    def pinch(self, what: str) -> None:
        """Move two fingers on an element: its name, and the scale."""
        name, _, scale = what.rpartition(" ")
        self.on("pinch", name, scale)

    def touch(self, name: str) -> None:
        """Tap, by its place in the picture, what stands over the app: a notification, a message, a panel."""
        x, y = self.place(name)
        self.drag(f"{x} {y} {x} {y}")

    def carry(self, what: str) -> None:
        """Drag what has a name to another place: the name, and x and y there, "=" for the same."""
        name, to_x, to_y = what.rsplit(" ", 2)
        x, y = self.place(name)
        self.drag(f"{x} {y} {to_x} {y if to_y == '=' else to_y}")

    def place(self, name: str) -> tuple[float, float]:
        """The middle of what has that name in the picture, as fractions of the screen."""
        nodes = self.device.ui_tree(windows=True)
        left, top, right, bottom = next(n.bounds for n in nodes if name in (n.text, n.content_description))
        info = self.device.info
        return round((left + right) / 2 / info.width, 4), round((top + bottom) / 2 / info.height, 4)

    def near(self, what: str) -> None:
        """See that something is about where x and y say, as fractions of the screen."""
        name, x, y = what.rsplit(" ", 2)
        at = self.place(name)
        assert max(abs(at[0] - float(x)), abs(at[1] - float(y))) < 0.12, f"{name!r} is at {at}"

    def show(self, text: str) -> None:
        """See a text that stands over the app."""
        texts = [node.text or node.content_description for node in self.device.ui_tree(windows=True)]
        assert any(text in shown for shown in texts), f"{text!r} is not shown, but {texts}"

    def drag(self, way: str) -> None:
        """Drag a finger from a point to another: x, y, x, y, as fractions of the screen."""
        x0, y0, x1, y1 = way.split()
        self.act(f"dual-gesture({y0}, {x0}, {y1}, {x1})")

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

    def chosen(self, name: str) -> None:
        """See that a choice is marked: the words themselves, or the row that they stand in."""
        nodes = list(self.device.ui_tree())
        x, y, *_ = next(node for node in nodes if name in (node.text, node.content_description)).bounds
        around = [n for n in nodes if n.bounds[0] <= x <= n.bounds[2] and n.bounds[1] <= y <= n.bounds[3]]
        assert any(node.checked or node.selected for node in around), f"{name!r} is not chosen"

    def gone(self, name: str) -> None:
        assert self.tag(name) is None, f"{name!r} is still there"

    def task(self, name: str) -> None:
        """Begin anew on the phone of that task, for the data that it has set up."""
        self.seen = self.env.reset(seed=0, options={"task": name})[0]
        self.press("HOME")

    def shell(self, command: str) -> None:
        """Let something happen that no finger does: a key at the side of the phone, an empty battery."""
        assert self.device.shell(command).exit_code == 0

    def later(self, minutes: str) -> None:
        """Let minutes pass, which would be many steps."""
        self.device.wait(60 * int(minutes))

    def sms(self, what: str) -> None:
        """Receive a message: the number, and the text."""
        number, _, text = what.partition(" ")
        self.device.phone = messages.receive(self.device.phone, number, text)

    def ring(self, number: str) -> None:
        """Receive a call."""
        self.device.phone = telephony.ring(self.device.phone, number)


@pytest.fixture(scope="module")
def environments() -> dict[str, gym.Env[Any, Any]]:
    return {
        phone: gym.make(name, observation="text", action="text", ends="finish", step_limit=1000, **arguments)
        for phone, (name, arguments) in PHONES.items()
    }


@pytest.mark.parametrize(("phone", "thing"), [(phone, thing) for phone in PHONES for thing in things(phone)])
def test_it_can_be_done(environments: dict[str, gym.Env[Any, Any]], phone: str, thing: str) -> None:
    person = Person(environments[phone])
    for step in things(phone)[thing].replace("\n", ";").split(";"):
        verb, _, what = step.strip().partition(" ")
        if verb:
            getattr(person, verb)(json.loads(what) if what.startswith('"') else what)
