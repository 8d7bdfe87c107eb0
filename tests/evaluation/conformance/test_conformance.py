"""`bmoca conformance`: deliberate differences of a phone behind adb are found, and if there are none it says so."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "devices"))  # for served_handset

from served_handset import NO_ADB, Handset, Handsets, adb_program

from bmoca_gym import cli, interruptions, randomization, tasks
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import RecordError, ResumeError
from bmoca_gym.evaluation.conformance import playing, questions, runner
from bmoca_gym.evaluation.conformance.comparison import Difference, Public, compare, public_of
from bmoca_gym.evaluation.conformance.playing import Play, Seen
from bmoca_gym.evaluation.conformance.questions import Question, Watch
from bmoca_gym.handset.gestures import Gesture, PressKey, Tap
from bmoca_gym.handset.state import Phone, Prompt
from bmoca_gym.handset.system_ui import dialogs
from bmoca_gym.handset.system_ui.dialogs import Dialog
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.interruptions.phone import Alert

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
    assert lost["differences"][0]["node"] == "com.google.android.deskclock:id/fab 'Add alarm'"

    done.write_text("[]\n")
    with pytest.raises(RecordError, match="line 1"):
        run({})
    limits = runner.Limits()
    with pytest.raises(ResumeError, match="another limits"):
        run({})


AIRPLANE = "bmoca/turn_on_airplane_mode"
CALL = "bmoca/call_911"

#: Where a node is on a phone that is arranged in another way: its left and top edge.
Places = Callable[[UiTree], dict[UiNode, tuple[int, int]]]


def reversed_order(nodes: list[UiNode]) -> dict[UiNode, tuple[int, int]]:
    return {node: other.bounds[:2] for node, other in zip(nodes, reversed(nodes), strict=True)}


def tabs(tree: UiTree) -> list[UiNode]:
    return tree.find_all(class_name="android.support.v7.app.ActionBar$Tab")


def settings_rows(tree: UiTree) -> list[UiNode]:
    """The first rows of Settings' first page, which are equally high."""
    if tree.find("com.android.settings:id/homepage_container") is None:
        return []
    return [node for node in tree if node.class_name == "android.widget.LinearLayout" and node.clickable][:4]


def tabs_at_the_top(tree: UiTree) -> dict[UiNode, tuple[int, int]]:
    return {tab: (tab.bounds[0], 66) for tab in tabs(tree)}


class ArrangedDevice:
    """A phone behind adb on which some nodes, with all in them, are elsewhere. Touches go with them."""

    def __init__(self, device: AdbDevice, places: Places) -> None:
        self._device, self._places = device, places

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def perform(self, gesture: Gesture) -> None:
        if isinstance(gesture, Tap):
            tree = self._device.ui_tree()
            x, y = gesture.x * tree.width, gesture.y * tree.height
            for node, (left, top) in self._places(tree).items():
                here, there = x - left + node.bounds[0], y - top + node.bounds[1]
                if node.bounds[0] <= here < node.bounds[2] and node.bounds[1] <= there < node.bounds[3]:
                    gesture = Tap(here / tree.width, there / tree.height)
                    break
        self._device.perform(gesture)

    def ui_tree(self, windows: bool = False) -> UiTree:
        tree = self._device.ui_tree(windows)
        blocks = []
        for node, (left, top) in self._places(tree).items():
            x, y = left - node.bounds[0], top - node.bounds[1]
            block = [(one, one.bounds) for one in tree.subtree(node)]
            moved = [one.changed(bounds=(le + x, t + y, r + x, b + y)) for one, (le, t, r, b) in block]
            blocks.append(([one for one, _ in block], moved))
        taken = {id(one) for block, _ in blocks for one in block}
        in_order = sorted([moved for _, moved in blocks], key=lambda moved: moved[0].bounds[1::-1])
        nodes: list[UiNode] = []
        for node in tree:
            if id(node) not in taken:
                nodes.append(node)
            elif node is blocks[0][0][0]:
                nodes += [one for moved in in_order for one in moved]
        return UiTree(tuple(nodes), tree.width, tree.height, tree.rotation)


@pytest.mark.parametrize(
    ("task", "places", "kind", "told"),
    [
        (
            TASK,
            lambda tree: reversed_order(tabs(tree)),
            "other order",
            ("'Alarm'", "place 1 of 4", "place 4 of 4"),
        ),
        (
            AIRPLANE,
            lambda tree: reversed_order(settings_rows(tree)),
            "other order",
            ("android:id/title", "place 1 of 10", "place 4 of 10"),
        ),
        (TASK, tabs_at_the_top, "other bounds", ("'Alarm'", "0,1874 to 270,2028", "0,66 to 270,220")),
    ],
    ids=["tabs in another order", "rows in another order", "tabs elsewhere"],
)
def test_another_arrangement_is_named_and_does_not_lose_the_expert(
    handsets: Handsets, tmp_path: Path, task: str, places: Places, kind: str, told: tuple[str, str, str]
) -> None:
    content = _on_a_phone(handsets, tmp_path, task, "100", lambda device: ArrangedDevice(device, places))
    (episode,) = content["episodes"]
    assert episode["outcome"] == "solved"
    assert set(content["counts"]) == {kind}
    node, expected, found = told
    assert any(
        node in one["node"] and one["expected"].startswith(expected) and one["found"].startswith(found)
        for one in episode["differences"]
    )


class RenamingDevice:
    """A phone behind adb of which one node, told by its id or what it says, has another id or other words."""

    def __init__(self, device: AdbDevice, node: str, **changes: str) -> None:
        self._device, self._node, self._changes = device, node, changes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def ui_tree(self, windows: bool = False) -> UiTree:
        tree = self._device.ui_tree(windows)
        nodes = [
            node.changed(**self._changes)
            if self._node in (_name(node), node.text, node.content_description)
            else node
            for node in tree
        ]
        return UiTree(tuple(nodes), tree.width, tree.height, tree.rotation)


@pytest.mark.parametrize(
    ("task", "environment", "node", "changes", "kind", "told"),
    [
        (TASK, "100", "button1", {"resource_id": "android:id/yes"}, "renamed id", "android:id/button1 'OK'"),
        (
            CALL,
            "100",
            "dialpad_floating_action_button",
            {"resource_id": "com.android.dialer:id/call"},
            "renamed id",
            "com.android.dialer:id/dialpad_floating_action_button 'dial'",
        ),
        (
            AIRPLANE,
            "105",
            "비행기 모드",
            {"text": "항공기 탑승 모드"},
            "other text",
            "android:id/title '비행기 모드'",
        ),
    ],
    ids=["the button of a dialog", "the button of a page", "a row in another locale"],
)
def test_the_button_that_the_expert_misses_is_named(
    handsets: Handsets,
    tmp_path: Path,
    task: str,
    environment: str,
    node: str,
    changes: dict[str, str],
    kind: str,
    told: str,
) -> None:
    content = _on_a_phone(
        handsets, tmp_path, task, environment, lambda device: RenamingDevice(device, node, **changes)
    )
    (episode,) = content["episodes"]
    first = episode["differences"][0]
    assert episode["outcome"] == "not solved"
    assert (first["kind"], first["node"]) == ("other outcome", told)
    assert content["counts"][kind] > 0
    row = next(
        line
        for line in (tmp_path / runner.READABLE).read_text().splitlines()
        if f"| {told} | solved |" in line
    )
    assert f"{episode['task']} in {environment}, step {first['step']}" in row


def _on_a_phone(
    handsets: Handsets, folder: Path, task: str, environment: str, other: Callable[[AdbDevice], Any]
) -> dict[str, Any]:
    """Compare a handset behind adb, made another by ``other``, in one task."""
    with closing(AdbDevice(handsets.handset().serial, handsets.port)) as device:
        phone = cast(Device, other(device))
        return runner.run(phone, "bmoca", tasks.templates([task]), randomization.select(environment), folder)


#: What a phone asks after so many gestures, the first of which is the set-up's, and the embedded phone does not.
ASKED = {
    2: Prompt("permission", ("android.permission.POST_NOTIFICATIONS",)),
    3: Prompt(dialogs.KIND, cast(Alert, interruptions.kinds()["rate_app"].makes).dialog),
    4: Prompt(dialogs.KIND, cast(Alert, interruptions.kinds()["not_responding"].makes).dialog),
}


class AskingDevice:
    """A phone behind adb that asks the questions of `ASKED`."""

    def __init__(self, device: AdbDevice, handset: Handset) -> None:
        self._device, self._handset = device, handset
        self._asked: set[int] = set()
        self._performed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def load_snapshot(self, name: str) -> None:
        self._performed = 0
        self._device.load_snapshot(name)

    def perform(self, gesture: Gesture) -> None:
        self._device.perform(gesture)
        self._performed += 1
        prompt = ASKED.get(self._performed)
        if prompt is not None and self._performed not in self._asked:
            self._asked.add(self._performed)

            def ask(phone: Phone) -> Phone:
                return dialogs.over(phone, prompt)

            self._handset.served.apply(ask)


def test_questions_that_the_embedded_phone_does_not_ask_are_named_and_left(
    handsets: Handsets, tmp_path: Path
) -> None:
    handset = handsets.handset()
    with closing(AdbDevice(handset.serial, handsets.port)) as device:
        asking = cast(Device, AskingDevice(device, handset))
        folder, chosen = tmp_path / "asked", tasks.templates([TASK])
        content = runner.run(asking, "bmoca", chosen, randomization.select("100"), folder)
    (episode,) = content["episodes"]
    assert episode["outcome"] == "solved"
    assert content["counts"] == {"unexpected question": 3}
    found = {one["step"]: one for one in episode["differences"]}
    assert set(found) == {1, 2, 3}
    assert found[1]["screen"] == PERMISSION
    assert found[1]["node"] == f"{_CONTROLLER}:id/permission_message"
    assert found[1]["found"] == "'Allow … to send you notifications?'"
    assert "## Unexpected question: 3\n" in (folder / runner.READABLE).read_text()


def test_only_what_the_embedded_phone_did_not_ask_is_left() -> None:
    def tree(says: str, text: str, *buttons: str) -> UiTree:
        nodes = [UiNode("a.B", f"android:id/{says}", text, "", (0, 0, 90, 9), "my.app", 0)]
        nodes += [
            UiNode("a.B", f"android:id/{name}", name, "", (0, 9, 90, 90), "my.app", 0) for name in buttons
        ]
        return UiTree(tuple(nodes), 90, 90)

    def asks(says: str, text: str, *buttons: str) -> Question:
        question = questions.asked(tree(says, text, *buttons), "en-US")
        assert question is not None
        return question

    assert questions.asked(tree("message", "It is late."), "en-US") is None
    assert [type(way) for way in asks("message", "Delete?", "button1", "button2").ways] == [
        Tap,
        PressKey,
        Tap,
    ]
    watch = Watch([asks("message", "Delete?", "button1")], "en-US")
    # The phone may say in other words what it is expected to ask, but not something else besides.
    assert watch.unexpected(tree("message", "Really delete?", "button1")) is None
    assert watch.unexpected(tree("message", "Really delete?", "button1")) is None
    other = tree("message", "Back up now?", "button1")
    for way in (PressKey, Tap, Tap, Tap):
        question = watch.unexpected(other)
        assert question is not None
        assert isinstance(watch.leave(question), way)
    assert watch.unexpected(other) is None  # it can't be left
    assert watch.unexpected(tree("message", "Delete?", "button1")) is None
    assert questions.without_names("Allow Ada's Notes to send you notifications?", "en-US").startswith(
        "Allow … to"
    )
    assert questions.without_names("Ada called.", "en-US") == ""


def test_a_page_of_unknown_design_is_left_by_a_common_word() -> None:
    def page(*nodes: tuple[str, str]) -> UiTree:
        return UiTree(
            tuple([UiNode("a.B", name, text, "", (0, 0, 9, 9), "my.app", 0) for name, text in nodes]), 90, 90
        )

    ours = page(("my.app:id/list", ""), ("my.app:id/add", "Add"), ("my.app:id/title", "Notes"))
    first_run = page(
        ("my.app:id/hello", "Welcome!"), ("my.app:id/on", "Get started"), ("my.app:id/no", "SKIP")
    )
    watch = Watch([], "en-US", [ours])
    assert watch.unexpected(ours) is None
    question = watch.unexpected(first_run)
    assert question is not None
    assert question.text == "Welcome!"
    assert watch.leave(question) == Tap(0.05, 0.05)
    assert watch.leave(question) == PressKey("BACK")
    # A page that has most of what the embedded phone shows is no page of its own, nor is one without such a button.
    assert watch.unexpected(page(("my.app:id/list", ""), ("my.app:id/add", "Add"), ("x", "Skip"))) is None
    assert watch.unexpected(page(("my.app:id/hello", "Welcome!"), ("my.app:id/on", "Get started"))) is None
    # Where the embedded phone has that button, the expert knows what to do.
    known = Watch([], "en-US", [page(("my.app:id/list", ""), ("my.app:id/skip", "Skip"))])
    assert known.unexpected(first_run) is None


RECIPES = "com.flauschcode.broccoli"
MAIN = f"{RECIPES}/{RECIPES}.MainActivity"
DETAILS = f"{RECIPES}/{RECIPES}.recipe.details.RecipeDetailsActivity"
_CONTROLLER = "com.android.permissioncontroller"
PERMISSION = f"{_CONTROLLER}/{_CONTROLLER}.permission.ui.GrantPermissionsActivity"
WELCOME = Prompt(
    dialogs.KIND,
    Dialog(
        "welcome",
        "page",
        "dialogs.tour_title",
        buttons=(dialogs.Button("dialogs.skip", "dialog:id/close", "close"),),
    ),
)


class OtherScreens(EmbeddedDevice):
    """A phone that has a screen more or less than the embedded one.

    ``first``: what it shows when the app of recipes is first opened. ``asks``: whether it asks before it deletes.
    """

    def __init__(self, first: Prompt | None = None, asks: bool = True) -> None:
        super().__init__(image="android13")
        self._first, self._asks = first, asks

    def perform(self, gesture: Gesture) -> None:
        super().perform(gesture)
        if self._first is not None and self.phone.top.package == RECIPES:
            self.phone, self._first = dialogs.over(self.phone, self._first), None
        tree = self.ui_tree()
        yes = tree.find("android:id/button1")
        if not self._asks and yes is not None:
            x, y = yes.center
            super().perform(Tap(x / tree.width, y / tree.height))


def _played(phone: OtherScreens, folder: Path) -> tuple[str, list[tuple[str, int, str]]]:
    """The outcome of deleting a recipe on a phone, and its differences: kind, step, screen."""
    task = tasks.templates(["androidworld/recipe_delete_single_recipe"])
    configurations = randomization.select("androidworld/all")[:1]
    (episode,) = runner.run(phone, "androidworld", task, configurations, folder)["episodes"]
    found = [(one["kind"], one["step"], one.get("screen", "")) for one in episode["differences"]]
    return episode["outcome"], found


def test_a_screen_that_only_the_phone_has_is_named_and_does_not_shift_the_rest(tmp_path: Path) -> None:
    assert _played(OtherScreens(), tmp_path / "as ours") == ("solved", [])
    # A first-run page and a question are left, and all other screens have no difference.
    welcome = ("unexpected question", 2, MAIN)
    assert _played(OtherScreens(WELCOME), tmp_path / "welcome") == ("solved", [welcome])
    asked = Prompt("permission", ("android.permission.POST_NOTIFICATIONS",))
    permission = ("unexpected question", 2, PERMISSION)
    assert _played(OtherScreens(asked), tmp_path / "asked") == ("solved", [permission])


def test_a_screen_that_the_phone_lacks_is_named_and_does_not_shift_the_rest(tmp_path: Path) -> None:
    outcome, found = _played(OtherScreens(asks=False), tmp_path)
    # The expert waits for the question: after the recipe is gone, it looks for it in vain.
    assert outcome == "not solved"
    assert [one for one in found if one[0] != "extra screen"] == [
        ("other outcome", 5, DETAILS),
        ("missing screen", 5, DETAILS),
    ]
    assert all(step > 5 and screen == MAIN for kind, step, screen in found if kind == "extra screen")


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
    # On the way back to the start after a question, the screens before the question come again.
    asked, third = seen("org.one", "x", "y"), seen("org.one", "e", "f")
    whole = expected._replace(screens=(first, second, third))
    detour = whole._replace(screens=(first, second, asked, first, second, third))
    assert [(one.kind, one.step) for one in compare(whole, detour, public)] == [
        ("extra screen", 2),
        ("extra screen", 3),
        ("extra screen", 4),
    ]
    (missing,) = compare(whole, whole._replace(screens=(first, third)), public)
    assert (missing.kind, missing.step, missing.screen) == ("missing screen", 1, "org.one/org.one.Main")
    given_up = whole._replace(screens=(first, asked, first), outcome="not solved")
    assert [(one.kind, one.step) for one in compare(whole, given_up, public)] == [
        ("other outcome", 0),
        ("extra screen", 1),
        ("extra screen", 2),
    ]
    (lost,) = compare(expected, Play("not set up", error="SetUpError in tasks/task.py, set_up"), public)
    assert (lost.kind, lost.found) == ("other outcome", "not set up: SetUpError in tasks/task.py, set_up")
    assert public.text("told") == "'told'"
    assert public.id("my.bank:id/balance") == "an id of 18 characters"
    assert public.kind("my.bank.Balance") == "a class of an app"
    assert Public((), (), all_texts=True).text("mine") == "'mine'"
