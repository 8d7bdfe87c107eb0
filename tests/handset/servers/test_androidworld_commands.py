"""The commands of AndroidWorld's own code, replayed over the wire on a phone with its image: none is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from adb_host import Host
from test_adb_services import _receive, _request, _send
from test_console import Talk

from bmoca_gym.handset import images, packages
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.console.server import Console
from bmoca_gym.handset.servers.served import ServedPhone

SENT: dict[str, list[list[Any]]] = yaml.safe_load(
    Path(__file__).with_name("androidworld_commands.yaml").read_text(encoding="utf-8")
)
IMAGE = images.image_named("android13")
#: The apps that the image has; what others need of the phone is asked for when they are there.
THERE = {IMAGE.outward(package) for package in packages.apps_of(IMAGE)}


class Replay:
    """A client that sends the listed commands, and records answers that their sender could not use."""

    def __init__(self, host: Host, console: Talk) -> None:
        self.host, self.console = host, console
        self.sent = 0
        self.refused: list[str] = []

    def play(self, part: str, **names: str) -> None:
        for step in SENT[part]:
            self.send([_filled(str(word), names) for word in step], names.get("package", ""))

    def send(self, step: list[str], package: str) -> None:
        self.sent += 1
        kind, *rest = step
        if kind in ("pull", "push"):
            said = self.transfer(kind, rest[0])
        elif kind == "console":
            said = "" if re.fullmatch(rest[1], found := self.console.ask(rest[0])) else found
        else:
            expected, code = rest[0].replace("PACKAGE", re.escape(package)), int((rest[1:] or ["0"])[0])
            output, error, exited = self.host.shell(kind)
            found = (output + error).decode().strip("\n")
            said = (
                ""
                if (exited, bool(re.fullmatch(expected, found))) == (code, True)
                else f"{exited}: {found[:300]}"
            )
        if said:
            self.refused.append(f"{step[:2]}: {said}")

    def transfer(self, kind: str, path: str) -> str:
        sync = self.host.open("sync:")
        assert sync is not None
        if kind == "pull":
            self.pulled = _receive(sync, _request(b"RECV", path.encode()))
            return self.pulled if isinstance(self.pulled, str) else ""
        return _send(sync, path, self.pulled if isinstance(self.pulled, bytes) else b"").decode()


def _filled(word: str, names: dict[str, str]) -> str:
    for name, text in names.items():
        word = word.replace(f"{{{name}}}", text)
    return word


@pytest.fixture
def replay(loop: LoopThread) -> Iterator[Replay]:
    served = ServedPhone(images.boot(image=IMAGE))
    daemon, console = AdbDaemon(served), Console(served, "androidworld", lambda: None)
    loop.run(daemon.start())
    loop.run(console.start())
    talk = Talk(console.port)
    talk.answer()
    with Host(daemon.port) as host:
        host.connect()
        yield Replay(host, talk)
    talk.close()
    loop.run(console.close())
    loop.run(daemon.close())


def test_nothing_that_androidworld_sends_is_refused(replay: Replay) -> None:
    apps = [
        (package, f"{package}/{component}", rest)
        for package, component, *rest in SENT["apps"]
        if package in THERE
    ]
    replay.play("launch")
    for package, component, _ in apps:
        replay.play("set_up_of_an_app", package=package, component=component)
    replay.play("every_task")
    for package, _, rest in apps:
        replay.play("every_task_and_app", package=package)
        for name in rest:
            database = f"/data/data/{package}/{name}"
            replay.play("databases", package=package, database=database, folder=database.rpartition("/")[0])
    for part in ("tasks", "actions", "every_task"):
        replay.play(part)
    assert replay.sent > 200
    assert not replay.refused, "\n".join(replay.refused)
