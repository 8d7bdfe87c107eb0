"""`bmoca conformance`: deliberate differences of a phone behind adb are found, and where there are none it says so."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "devices"))  # for served_handset

from served_handset import NO_ADB, Handsets, adb_program

from bmoca_gym import cli, randomization, tasks
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.device import Device
from bmoca_gym.errors import RecordError, ResumeError
from bmoca_gym.evaluation.conformance import playing, runner
from bmoca_gym.evaluation.conformance.comparison import Difference, Public, compare, public_of
from bmoca_gym.evaluation.conformance.playing import Play, Seen
from bmoca_gym.handset.gestures import Gesture, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree

TASK = "bmoca/create_alarm_at_10_30_am"
NAME = "Ada Lovelace, 555 0100"


@pytest.fixture(scope="module")
def handsets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Handsets]:
    """Handsets behind an adb server of their own."""
    if adb_program() is None:
        pytest.skip(NO_ADB)
    made = Handsets(tmp_path_factory.mktemp("adb"))
    yield made
    made.close()


#: What is altered on the screens of the task, by the name in the node's id.
CHANGES: dict[str, dict[str, Any]] = {
    "days_of_week": {"resource_id": "com.google.android.deskclock:id/weekdays"},
    "cities": {"text": NAME},
    "fab": {"content_description": NAME},
    "date": {"class_name": "android.widget.Chronometer"},
    "onoff": {"bounds": (804, 218, 958, 350)},
    "tabs": {"enabled": False},
}

#: What the report must say of them: kind, node, expected, found.
FOUND = {
    ("renamed id", "days_of_week", "com.google.android.deskclock:id/days_of_week", "com.google.android.deskclock:id/weekdays"),
    ("other text", "cities", "''", "a text of 22 characters"),
    ("other description", "fab", "'Cities'", "a text of 22 characters"),
    ("other description", "fab", "'Add alarm'", "a text of 22 characters"),
    ("other class", "date", "android.widget.TextView", "android.widget.Chronometer"),
    ("other bounds", "onoff", "904,218 to 1058,350 of 1080×2160", "804,218 to 958,350 of 1080×2160"),
    ("other flags", "tabs", "enabled", "not enabled"),
    ("missing node", "arrow", "'Expand alarm'", ""),
    ("extra node", "android.view.View a text of 22 characters", "", "a text of 22 characters"),
    ("slower", "set-up", "at most 0 s", "T s"),
    ("slower", "screen at rest", "at most 0 s", "1.0 s"),
}  # fmt: skip


class AlteredDevice:
    """A phone whose screens differ by `CHANGES`, one node more and one less, and show gestures a second late."""

    def __init__(self, device: AdbDevice, changes: dict[str, dict[str, Any]]) -> None:
        self._device, self._changes = device, changes
        self._late: UiTree | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def perform(self, gesture: Gesture) -> None:
        self._late = self._device.ui_tree()
        self._device.perform(gesture)

    def wait(self, seconds: float) -> None:
        if seconds == 1:
            self._late = None
        self._device.wait(seconds)

    def ui_tree(self, windows: bool = False) -> UiTree:
        tree = self._late or self._device.ui_tree(windows)
        nodes = [
            node.changed(**self._changes.get(_name(node), {})) for node in tree if _name(node) != "arrow"
        ]
        if any(_name(node) == "cities" for node in nodes):
            nodes.append(UiNode("android.view.View", "", NAME, "", (0, 0, 9, 9), nodes[0].package, 1))
        return UiTree(tuple(nodes), tree.width, tree.height, tree.rotation)


def _name(node: UiNode) -> str:
    return node.resource_id.rpartition("/")[2]


def test_equal_phones_have_no_differences_and_each_deliberate_one_is_found(
    handsets: Handsets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handset = handsets.handset()
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(handsets.port))
    words = ["conformance", "--device", f"adb:{handset.serial}", "--tasks", TASK, "--out", tmp_path / "equal"]
    assert cli.main([*map(str, words), "--quiet"]) == 0
    assert "solved" in capsys.readouterr().out
    equal = json.loads((tmp_path / "equal" / runner.REPORT).read_text())
    assert equal["outcomes"]["solved"] == 1
    assert equal["counts"] == {}
    assert handset.serial not in json.dumps(equal)
    assert "No differences." in (tmp_path / "equal" / runner.READABLE).read_text()

    folder = tmp_path / "altered"
    limits = runner.Limits(slow={"set-up": 0.0, "step": 1e9, "tree": 1e9})

    def run(changes: dict[str, dict[str, Any]]) -> dict[str, Any]:
        with closing(AdbDevice(handset.serial, handsets.port)) as device:
            altered = cast(Device, AlteredDevice(device, changes))
            return runner.run(
                altered, "bmoca", tasks.templates([TASK]), randomization.select("100"), folder, limits
            )

    content = run(CHANGES)
    episode = content["episodes"][0]
    assert episode["outcome"] == "solved"
    found = {
        (one["kind"], one["node"].rpartition("/")[2], one.get("expected", ""), one.get("found", ""))
        for one in episode["differences"]
    }
    assert {(*one[:3], "T s") if one[1] == "set-up" else one for one in found} == FOUND
    told = (folder / runner.REPORT).read_text()
    assert handset.serial not in told
    assert "Lovelace" not in told
    assert "## Renamed id: 1\n" in (folder / runner.READABLE).read_text()

    # The same call plays nothing again; cut in its last line, the file is repaired, and the episode is played again.
    # Without the button's id, the expert does not get on.
    assert run({}) == content
    done = folder / runner.DONE
    done.write_text(done.read_text()[:-9])
    lost = run({"fab": {"resource_id": "com.google.android.deskclock:id/add"}})["episodes"][0]
    assert lost["outcome"] == lost["differences"][0]["found"] == "not solved"
    assert ("renamed id", "com.google.android.deskclock:id/add") in {
        (one["kind"], one.get("found")) for one in lost["differences"]
    }

    done.write_text("[]\n")
    with pytest.raises(RecordError, match="line 1"):
        run({})
    limits = runner.Limits()
    with pytest.raises(ResumeError, match="another limits"):
        run({})


def test_an_expert_that_breaks_is_lost_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Breaking:
        def next_gesture(self, tree: UiTree, locale: str) -> Gesture:
            return Tap(float("a text in place of a number"), 0.5)

    monkeypatch.setattr(playing, "expert_for", lambda task: Breaking())
    task = tasks.get(TASK)
    with closing(playing.environment(task, "embedded")) as env:
        played = playing.play(env, task, randomization.get("100"))
    assert (played.outcome, played.error) == (
        "expert lost",
        "ValueError in evaluation/conformance/playing.py, _solve",
    )
    assert len(played.screens) == 1


def test_screens_are_paired_in_order_and_other_apps_stay_unnamed() -> None:
    def seen(package: str, *names: str) -> Seen:
        nodes = [UiNode("a.B", f"{package}:id/{name}", name, "", (0, 0, 9, 9), package, 0) for name in names]
        return Seen(f"{package}/{package}.Main", UiTree(tuple(nodes), 90, 90), 0.0, 0.0, 0.0)

    first, second = seen("org.one", "a", "b"), seen("org.one", "c", "d")
    expected = Play("solved", (first, second), score=1.0)
    public = public_of(expected, ["told"], ["org.one"], False)
    assert compare(expected, expected, public) == []
    found = compare(expected, expected._replace(screens=(first, seen("my.bank", "x"), second)), public)
    assert found == [Difference("extra screen", 1, "another app", "", "", "another app")]
    (lost,) = compare(expected, Play("not set up", error="SetUpError in tasks/task.py, set_up"), public)
    assert (lost.kind, lost.found) == ("other outcome", "not set up: SetUpError in tasks/task.py, set_up")
    assert public.text("told") == "'told'"
    assert public.id("my.bank:id/balance") == "an id of 18 characters"
    assert public.kind("my.bank.Balance") == "a class of an app"
    assert Public((), (), all_texts=True).text("mine") == "'mine'"
