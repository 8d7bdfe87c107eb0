"""Sessions without a browser: playing, going back, configuring, inspecting and recording."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl
from zipfile import ZipFile

import cv2
import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

from bmoca_gym.demonstrations import dataset
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import DiscreteActions, OpenApp, Wait
from bmoca_gym.episodes import trail
from bmoca_gym.errors import ArgumentError, CatalogueError, DeviceLostError, RecordError
from bmoca_gym.evaluation import evaluate, settings_for
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe
from bmoca_gym.play import catalogue, commands, links, reports
from bmoca_gym.play.offers import offers
from bmoca_gym.play.picture import Changes, read
from bmoca_gym.play.runs import Runs
from bmoca_gym.play.session import Session
from bmoca_gym.randomization import DeviceConfiguration, configuration_files
from tests.agents.language.chat_server import ChatServer


class Wired:
    """A phone that is not a value: the handset behind its own class."""

    pulled = False

    def __init__(self) -> None:
        self._device = EmbeddedDevice()

    def perform(self, gesture: Gesture) -> None:
        if self.pulled:
            raise DeviceLostError("the cable was pulled")
        self._device.perform(gesture)

    def __getattr__(self, name: str) -> Any:
        if name in ("phone", "content") or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._device, name)


def told(session: Session, do: str, **given: Any) -> dict[str, Any]:
    """The answers by kind."""
    return {one["kind"]: one for one in commands.answer(session, {"do": do, **given})}


def error(session: Session, do: str, **given: Any) -> str:
    answer, *_ = commands.answer(session, {"do": do, **given})
    assert answer["kind"] == "error"
    return str(answer["text"])


def run_program(file: dict[str, Any], folder: Path) -> str:
    """The output of a saved session, run as a program."""
    path = folder / file["name"]
    path.write_bytes(base64.b64decode(file["data"]))
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"do": "swipe", "x0": 0.5, "y0": 0.8, "x1": 0.52, "y1": 0.2}, "swipe up"),
        ({"do": "swipe", "x0": 0.5, "y0": 0.2, "x1": 0.5, "y1": 0.8}, "swipe down"),
        ({"do": "swipe", "x0": 0.8, "y0": 0.5, "x1": 0.2, "y1": 0.5}, "swipe left"),
        ({"do": "swipe", "x0": 0.2, "y0": 0.5, "x1": 0.8, "y1": 0.5}, "swipe right"),
        ({"do": "swipe", "x0": 0.2, "y0": 0.5, "x1": 0.8, "y1": 0.8}, "swipe 0.200 0.500 to 0.800 0.800"),
        ({"do": "key", "key": "HOME"}, "press HOME"),
        ({"do": "finish", "message": ""}, "finish"),
        ({"do": "finish", "message": "done"}, "finish 'done'"),
    ],
)
def test_captions_say_what_was_done(command: dict[str, Any], words: str) -> None:
    session = Session()
    told(session, "begin", suite="androidworld", task="contacts_add_contact", environment="pixel_6")
    told(session, **command)
    assert session.timeline[session.at].words == words


def test_interruptions_are_told_in_sentences() -> None:
    session = Session(arguments={"interruptions": ["low_battery"]})
    told(session, "begin", suite="bmoca", task="create_alarm_at_10_30_am", environment="100")
    for _ in range(5):
        said = told(session, "wait")["status"]["standing"]["interruptions"]
    assert said == ["The battery falls to 12 percent, and a dialog offers to save it."]


def test_the_expert_shows_a_task_and_its_way_is_recorded(tmp_path: Path) -> None:
    pytest.importorskip("minari", reason="needs bmoca-gym[learning]")
    session = Session(demonstrations=tmp_path / "demos")
    assert "no task" in error(session, "answer", text="4").lower()
    assert "Only tasks" in error(session, "record")
    began = told(session, "begin", suite="bmoca", task="create_alarm_at_10_30_am", environment="105")
    assert began["status"]["task"]["instruction"] == "create alarm at 10:30 am"
    assert [one["words"] for one in began["timeline"]["new"]] == ["start"]
    while not session.status()["standing"]["over"]:
        shown = told(session, "watch", name="expert")
    assert shown["status"]["standing"]["success"]
    assert shown["status"]["standing"]["score"] == 1.0
    end = session.at
    screens = [read(moment.picture) for moment in session.timeline.path(end)]
    assert "over" in error(session, "tap", x=0.5, y=0.5)
    assert (
        {"text", "discrete", "dual_gesture", "json"} >= set(shown["moments"]["new"][0]["actions"]) >= {"json"}
    )

    # The expert goes on from the middle, after a detour, and the old way stays.
    told(session, "go", number=1)
    detour = told(session, "key", key="HOME")["moments"]["new"][0]
    assert (detour["parent"], detour["row"]) == (1, 1)
    while not session.status()["standing"]["over"]:
        told(session, "watch", name="expert")
    assert session.status()["standing"]["success"]

    told(session, "go", number=end)
    assert np.array_equal(read(session.timeline[end].picture), screens[-1])
    told(session, "record")
    recorded = told(session, "record")["recordings"]
    assert "with success" in recorded["note"]
    assert "Training refuses this one." in recorded["note"]  # 105 is a configuration for tests
    assert "Next" not in recorded["note"]
    assert [one["steps"] for one in recorded["episodes"]] == [end, end]
    assert "no episode 2" in error(session, "unrecord", number=2)
    assert [one["number"] for one in told(session, "unrecord", number=0)["recordings"]["episodes"]] == [0]
    made = dataset.open_dataset(tmp_path / "demos").recording(0)
    assert made.success
    assert len(made) == end
    for moment, pixels in zip(
        session.timeline.path(end), made.pixels, strict=True
    ):  # it went through the same screens
        told(session, "go", number=moment.number)
        assert np.array_equal(pixels, session.device.screenshot((128, 256)))
    assert (made.discrete == made.labels[:-1]).all()
    assert base64.b64decode(told(session, "film", suffix=".gif")["file"]["data"]).startswith(b"GIF8")
    assert base64.b64decode(told(session, "film", suffix=".mp4")["file"]["data"])[4:8] == b"ftyp"
    assert "Unknown kind of film '.avi'" in error(session, "film", suffix=".avi")
    saved = told(session, "script")["file"]
    played = run_program(saved, tmp_path)
    assert played.endswith("create alarm at 10:30 am - done\n")
    program = base64.b64decode(saved["data"]).decode()
    assert re.search(r"gym\.make\('BMoCA-\w+-v0', environments='105', action='text'", program)

    # The address of this step leads another session there, also to an earlier step; a damaged one changes nothing.
    address = dict(parse_qsl(told(session, "link")["link"]["query"]))
    other = Session()
    assert told(other, "open", **address)["status"]["standing"] == session.status()["standing"]
    assert [one.picture for one in other.timeline.path(end)] == [
        one.picture for one in session.timeline.path(end)
    ]
    assert other.status()["task"]["instruction"] == "create alarm at 10:30 am"
    told(other, "open", **(address | {"step": "2"}))
    assert len(other.timeline) == 3
    told(other, "open", task=address["task"], environment="105", step="3")  # of the expert
    assert [one.by for one in other.timeline.path(3)] == ["", "expert", "expert", "expert"]
    for wrong, words in (
        ({"moves": address["moves"][:-3]}, "can't be read"),
        ({"moves": links.encoded([Wait()] * 200)[:-4] + "!"}, "can't be read"),
        ({"step": "-1"}, "whole number"),
        ({"seed": "1e9"}, "whole number"),
        ({"task": "/etc/passwd"}, "no suite"),
        ({"task": "no_such_task"}, "no_such_task"),
        ({"environment": "{}"}, "missing"),
        ({"environment": "[" * 9000}, "environment"),
        ({"environment": 3}, "letters and digits"),
        ({"episode": "../run/0"}, "There is no run"),
    ):
        assert words in error(other, "open", **(address | wrong)), wrong
        assert len(other.timeline) == 4
    with pytest.raises(ArgumentError, match="too many"):
        links.encoded([Wait()] * 201)
    with pytest.raises(ArgumentError, match="can't carry"):
        links.encoded([OpenApp("Clock")])
    other.close()
    session.close()


def test_an_interface_is_what_watched_agents_get_and_the_inspector_shows() -> None:
    session = Session(watch=("quitter", "random"), interface="androidlab-xml")
    told(session, "begin", suite="bmoca", task="create_alarm_at_10_30_am", environment="100")
    told(session, "watch", name="random")
    assert session.at == 1
    assert session.timeline[1].actions["calls"].startswith("do(action=")
    told(session, "key", key="HOME")
    icon = next(one for one in session.inspect()["elements"] if one["text"] == "Chrome")
    left, top, right, bottom = icon["bounds"]
    tap = session.point((left + right) / 2 / 1080, (top + bottom) / 2 / 2160)["actions"]["calls"]
    assert tap == f'do(action="Tap", element=[{left}, {top}, {right}, {bottom}])'
    assert f"[{left},{top}][{right},{bottom}]" in session.inspect()["text"]
    session.close()


def test_the_configuration_changes_the_running_phone(tmp_path: Path) -> None:
    session = Session()
    changes = Changes()
    whole = changes.message(session.screen())
    assert whole is not None
    assert np.frombuffer(whole[:16], ">u2").tolist() == [1080, 2160, 0, 0, 1080, 2160, 2, 0]
    assert changes.message(session.screen()) is None
    told(session, "begin", suite="bmoca", task="open_the_clock_app")
    told(session, "free", environment="100")
    told(session, "configure", fields={"dark_theme": True, "locale": "ar-EG", "density": 330})
    part = changes.message(session.screen())
    assert part is not None
    assert session.device.info.locale == "ar-EG"
    session.device.perform(PressKey("HOME"))
    file = tmp_path / "mine.yaml"
    file.write_text(told(session, "yaml")["yaml"]["text"], encoding="utf-8")
    assert configuration_files.load(file) == (session.environment,)
    assert "density" in error(session, "configure", fields={"density": 5000})
    drawn = told(session, "random", seed=3)["status"]["environment"]
    drawn.pop("words")
    assert DeviceConfiguration.from_dict(drawn) == session.environment
    told(session, "go", number=0)
    assert session.device.info.locale == "en-US"
    assert session.status()["environment"]["locale"] == "en-US"
    session.close()


def test_elements_have_the_numbers_of_the_text_observation() -> None:
    session = Session()
    seen = told(session, "inspect")["inspection"]
    observation = yaml.safe_load(seen["text"])
    numbered = {one["tag"]: one for one in seen["elements"] if one["tag"] is not None}
    assert sorted(numbered) == [one["numeric_tag"] for one in observation]
    assert all(numbered[one["numeric_tag"]]["text"] == one["text"] for one in observation)
    session.pass_time(60)
    session.act(PressKey("POWER"))
    assert told(session, "inspect")["inspection"]["log"]
    for message in (
        None,
        {"do": "nothing"},
        {"do": "tap"},
        {"do": "go", "number": 99},
        {"do": "suite", "name": []},
    ):
        assert commands.answer(session, message)[0]["kind"] == "error"
    session.close()


def test_a_point_is_told_as_every_action_mode_sends_it() -> None:
    session = Session()
    icon = next(node for node in session.device.ui_tree().nodes if node.clickable and node.text)
    x, y = icon.center[0] / session.device.info.width, icon.center[1] / session.device.info.height
    seen = told(session, "point", x=x, y=y)["point"]
    tag = session.device.ui_tree().numbered().index(icon)
    assert seen["actions"]["text"] == f"tap({tag})"
    assert seen["actions"]["dual_gesture"].split(", ")[0] == f"{2 * y - 1:.3f}"
    assert json.loads(seen["actions"]["json"])["action_type"] == "click"
    assert int(seen["actions"]["discrete"]) == seen["classes"][0]
    for number in seen["classes"]:  # each of them does the same
        told(session, "go", number=0)
        session.device.perform(DiscreteActions().to_gesture(number))
        if number == seen["classes"][0]:
            opened = session.device.ui_tree()
        assert session.device.ui_tree() == opened
    grid = catalogue.choices()["grid"]
    assert (len(grid["x"]), len(grid["y"])) == (14, 27)
    assert "Tap.x is 2" in error(session, "point", x=2, y=0)
    pictures = told(session, "seen")["seen"]
    pixels, marked = (
        cv2.imdecode(
            np.frombuffer(base64.b64decode(pictures[name].partition(",")[2]), np.uint8), cv2.IMREAD_COLOR
        )
        for name in ("pixels", "set_of_mark")
    )
    assert np.array_equal(pixels[:, :, ::-1], session.device.screenshot((128, 256)))
    assert marked.shape == (512, 256, 3)
    session.close()


def test_files_are_shown_and_databases_as_tables() -> None:
    session = Session()
    told(session, "free", environment="100", suite="androidworld")
    before = session.device.shell("content query --uri content://sms").output
    first = told(session, "files")["files"]
    assert first["content"] == ""
    paths = {one["path"]: one["app"] for one in first["files"]}
    alarms = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
    assert paths[alarms] == "com.google.android.deskclock"
    tables = {path: told(session, "files", path=path)["files"]["content"] for path in paths}
    assert all({"tables", "text", "note"} & set(one) for one in tables.values())
    assert all(one["count"] is not None for path in paths for one in tables[path].get("tables", ()))
    (found,) = (one for one in tables[alarms]["tables"] if one["name"] == "alarm_templates")
    assert found["count"] == len(found["rows"]) > 0
    assert {"hour", "minutes"} < set(found["columns"])
    session.device.shell(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 7 "
        "--ez android.intent.extra.alarm.SKIP_UI true"
    )
    (more,) = (
        one
        for one in told(session, "files", path=alarms)["files"]["content"]["tables"]
        if one["name"] == "alarm_templates"
    )
    assert more["count"] == found["count"] + 1
    assert "No such file" in told(session, "files", path="/sdcard/none")["files"]["content"]["note"]
    assert session.device.shell("content query --uri content://sms").output == before
    session.close()


def test_cells_are_told_as_a_page_can_show_them(tmp_path: Path) -> None:
    session = Session()
    with sqlite3.connect(tmp_path / "made.db") as made:
        made.execute('CREATE TABLE "odd ""name""" (a, b)')
        made.executemany(
            'INSERT INTO "odd ""name""" VALUES (?, ?)',
            [(2**60, b"123"), (float("inf"), None), ("x" * 500, 7)] + [(0, 0)] * 300,
        )
    made.close()
    session.device.write_file("/sdcard/made.db", (tmp_path / "made.db").read_bytes())
    (table,) = told(session, "files", path="/sdcard/made.db")["files"]["content"]["tables"]
    assert (table["name"], table["count"], len(table["rows"])) == ('odd "name"', 303, 200)
    assert table["rows"][:3] == [[str(2**60), "⟨3 bytes⟩"], ["inf", None], ["x" * 200 + "…", 7]]
    session.device.write_file("/sdcard/made.db", (tmp_path / "made.db").read_bytes()[:5000])
    assert "can't be read" in told(session, "files", path="/sdcard/made.db")["files"]["content"]["note"]
    session.close()


def test_a_phone_that_hides_its_files_is_said() -> None:
    session = Session(Wired())
    shell = session.device.shell
    assert told(session, "files")["files"]["note"] == ""
    refused = ShellResult("find: /data/data: Permission denied\n/sdcard/a.txt\n", 1)
    session.device.shell = lambda line: refused if line.startswith("find") else shell(line)  # type: ignore[method-assign]
    told_of = told(session, "files")["files"]
    assert "needs root" in told_of["note"]
    assert told_of["files"] == [{"app": "shared storage", "path": "/sdcard/a.txt"}]
    session.close()


def test_a_real_phone_has_a_past_and_does_not_go_back() -> None:
    phone = Wired()
    session = Session(phone)
    before = session.status()
    assert not before["embedded"]
    assert "can't go back" in before["why_no_branches"]
    assert told(session, "key", key="BACK")["moments"]["new"][0]["words"] == "press BACK"
    for do, given in (("go", {"number": 0}), ("configure", {"fields": {}}), ("random", {"seed": 1})):
        assert "real phone" in error(session, do, **given)
    phone.pulled = True
    assert "cable was pulled" in error(session, "key", key="HOME")
    assert len(session.timeline) == 2
    session.close()


def test_other_agents_are_watched_and_begin_anew_elsewhere(tmp_path: Path) -> None:
    session = Session(watch=["quitter"])
    assert "Choose a task" in error(session, "watch", name="random")
    told(session, "tap", x=0.5, y=0.9)
    told(session, "configure", fields={"dark_theme": True})
    assert run_program(told(session, "script")["file"], tmp_path).strip()
    began = told(session, "begin", suite="bmoca", task="open_the_clock_app", environment="105")
    assert began["status"]["task"]["expert"]
    for made_up in ("noop", str(tmp_path / "policy.zip"), "os:getcwd", ""):  # only what the server has listed
        assert "no agent" in error(session, "watch", name=made_up)
    drawn = [told(session, "watch", name="random")["moments"]["new"][0]["words"] for _ in range(2)]
    assert session.status()["standing"]["steps"] == 2
    told(session, "go", number=0)
    assert told(session, "watch", name="random")["moments"]["new"][0]["words"] == drawn[0]
    ended = told(session, "watch", name="quitter")
    assert ended["status"]["standing"]["steps"] == 2
    session.close()


def drawn(message: bytes) -> NDArray[np.uint8]:
    """The picture in a message, as a page draws it."""
    *_, wide, high, kind, _ = np.frombuffer(message[:16], ">u2").tolist()
    if kind:
        return read(message[16:])
    return np.frombuffer(message[16:], np.uint8).reshape(high, wide, 4)[:, :, :3]


@pytest.mark.parametrize("height", [470, 2160])
def test_what_a_page_is_sent_adds_up_to_the_screen(height: int) -> None:
    session = Session()
    session.show_at(height)
    changes, shown = Changes(), None
    for move in (PressKey("OVERVIEW"), PressKey("HOME"), Swipe(0.5, 0.8, 0.5, 0.2), PressKey("BACK")):
        session.device.perform(move)
        screen = session.screen()
        sent = changes.message(screen)
        assert sent is not None
        width, high, left, top, *_ = np.frombuffer(sent[:16], ">u2").tolist()
        part = drawn(sent)
        shown = np.zeros((high, width, 3), np.uint8) if shown is None else shown
        shown[top : top + part.shape[0], left : left + part.shape[1]] = part
        compressed = Changes().message(screen, compress=True)
        whole = Changes().message(screen)  # parts and wholes lose the same, if anything
        assert whole is not None
        assert np.array_equal(shown, drawn(whole))
        assert compressed is not None
        assert np.array_equal(shown, drawn(compressed))
    session.close()


def test_a_file_of_tasks_is_offered_first_and_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "version: 1.0.0\napps: {Clock: com.google.android.deskclock}\ncategories: [Event]\ntasks:\n"
        "- {id: see_the_time, goal: See the time., app: Clock, category: Event, step_limit: 3,\n"
        "   clock: {time: 2024-05-01 10:00:00, frozen: true}, corrected: {ui: {resource_id: no/such}}}\n"
    )
    session = Session(file=str(file), demonstrations=tmp_path / "demos")
    first = commands.first(session)[0]
    assert first["kind"] == "choices"
    assert first["suites"][:2] == [str(file), "bmoca"]
    offered = told(session, "suite", name=str(file))["suite"]["tasks"]
    assert [one["id"] for one in offered] == ["see_the_time"]
    began = told(session, "begin", suite=str(file), task="see_the_time", environment="100")
    assert began["status"]["task"]["instruction"] == "See the time."
    # It has no expert: a demonstration's labels are the person's own gestures.
    pytest.importorskip("minari", reason="needs bmoca-gym[learning]")
    told(session, "key", key="HOME")
    assert len(told(session, "record")["recordings"]["episodes"]) == 1
    made = dataset.open_dataset(tmp_path / "demos").recording(0)
    assert made.labels.tolist() == [*made.discrete.tolist(), -1]
    assert told(session, "unrecord", number=0)["recordings"]["episodes"] == []
    session.close()
    with pytest.raises(CatalogueError, match=r"no\.yaml"):
        Session(file=str(tmp_path / "no.yaml"))


def test_checkpoints_are_listed_by_name_and_language_agents_with_what_they_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai")
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "BMOCA_MODEL"):
        monkeypatch.delenv(name, raising=False)
    session = Session(watch=["quitter"], options={"history": 2})
    session.begin("bmoca", "open_the_clock_app", environment="100")
    for path in ("runs/a/policy.zip", "other/b/policy.zip"):
        (tmp_path / path).parent.mkdir(parents=True)
        with ZipFile(tmp_path / path, "w") as archive:
            archive.writestr("policy.json", "{}")
    with ZipFile(tmp_path / "runs/a/state.zip", "w") as archive:
        archive.writestr("other.json", "{}")
    (tmp_path / "runs/broken.zip").write_bytes(b"PK")
    assert "no agent" in error(session, "watch", name="runs/a/policy.zip")  # not listed yet
    listed = {one["name"]: one for one in commands.first(session)[0]["agents"]}
    assert [name for name, one in listed.items() if one["group"] == "Checkpoints"] == ["runs/a/policy.zip"]
    assert next(iter(listed)) == "quitter"
    assert listed["m3a"]["model"] == ""
    assert "Name the model" in error(session, "watch", name="m3a")
    assert "OPENAI_API_KEY" in told(session, "models", name="llm")["models"]["note"]
    assert "asks a model" in error(session, "models", name="random")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")  # nobody listens there
    assert "can't be reached" in told(session, "models", name="m3a")["models"]["note"]
    kinds = [one["kind"] for one in commands.answer(session, {"do": "watch", "name": "m3a", "model": "x"})]
    assert kinds == ["error", "watched"]
    assert len(session.timeline) == 1
    assert next(iter(offers(["other"]))) == "other/b/policy.zip"
    (tmp_path / "empty").mkdir()
    with pytest.raises(ArgumentError, match="no checkpoint in the folder empty"):
        offers(["empty"])
    session.close()


def test_the_step_of_an_agent_is_dropped_where_the_phone_has_moved_on() -> None:
    session = Session()
    session.begin("bmoca", "open_the_clock_app", environment="100")
    turn = session.turn("random")
    turn.think()
    told(session, "tap", x=0.5, y=0.5)  # what a hand does meanwhile counts
    assert not session.take(turn)
    told(session, "go", number=0)
    waiting = commands.begin(session, {"do": "watch", "name": "random"})
    assert callable(waiting)
    told(session, "free", environment="100")
    then = waiting()
    assert callable(then)
    assert then() == [{"kind": "watched"}]
    assert len(session.timeline) == 1
    session.close()


def test_an_address_leads_to_a_step_of_a_recorded_run(tmp_path: Path) -> None:
    evaluate(settings_for("random", "open_the_clock_app", "105", films="all"), tmp_path / "dice")
    (episode,) = ResultsFolder(tmp_path / "dice").episodes()
    assert episode.trail is not None
    session = Session(results=[tmp_path / "dice"])
    told(session, "open", episode="dice/0")
    assert session.at == episode.steps
    assert trail.digest(session.device.screenshot(trail.PICTURE)) == episode.trail["picture"]
    told(session, "open", episode="dice/0", step="1")
    assert [moment.by for moment in session.timeline.path(session.at)] == ["", "run"]
    for place, words in (
        ("dice/1", "no episode"),
        ("dice/-1", "no episode"),
        ("dice", "no run"),
        ("/0", "no run"),
    ):
        assert words in error(session, "open", episode=place)
    session.close()
    with pytest.raises(RecordError):
        Session(results=[tmp_path])

    # the report of the run on the same page, whose steps lead there
    recorded = Runs([tmp_path / "dice"])
    page, policy = reports.page(recorded, "dice", "?token=secret")
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert data["phone"] == {"episode": "../../?token=secret&episode=dice/", "query": "?token=secret"}
    assert data["episodes"][0]["line"] == 0
    assert "Play from here" in page
    assert policy.count("'sha256-") == 1
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    picture, kind = reports.file(recorded, "dice", f"{episode.film}/000.webp")
    assert (picture[:4], kind) == (b"RIFF", "image/webp")
    for name in ("run.json", "films/none.webp", f"{episode.film}/transcript.js"):
        with pytest.raises(ArgumentError, match="no such file"):
            reports.file(recorded, "dice", name)
    with pytest.raises(RecordError, match="leads out"):
        reports.file(recorded, "dice", "films/../../other.png")
    with pytest.raises(ArgumentError, match="no run 'cards'"):
        reports.page(recorded, "cards", "")


def test_a_list_follows_the_finger_and_nothing_is_done_yet() -> None:
    session = Session()
    session.device.shell("am start -a android.settings.SETTINGS")
    assert isinstance(session.device, EmbeddedDevice)
    phone, before = session.device.phone, session.screen().copy()
    swipe = {"x0": 0.5, "y0": 0.8, "x1": 0.5, "seconds": 0.5}
    half, whole = (told(session, "drag", y1=y1, **swipe) and session.screen().copy() for y1 in (0.7, 0.6))
    assert not np.array_equal(half, whole)
    assert session.device.phone is phone
    assert len(session.timeline) == 1
    told(session, "drag")
    assert np.array_equal(session.screen(), before)
    assert "y1" in error(session, "drag", y1=7, **swipe)
    told(
        session, "swipe", y1=0.6, **(swipe | {"seconds": 5})
    )  # so slow that the list does not go on by itself
    assert np.array_equal(session.screen(), whole)
    session.close()


def test_a_page_is_shown_what_a_model_got_and_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("openai")
    monkeypatch.chdir(tmp_path)
    click = '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [X, 500]}}\n</tool_call>'
    answers = iter([click.replace("X", "720").replace("500", "300"), click.replace("X", "500"), "No."])
    with ChatServer(lambda request: next(answers)) as server:
        options = {"model": "m", "base_url": server.url, "picture_size": "360x800"}
        session = Session(watch=["qwen3-vl"], options=options)
        session.begin("bmoca", "open_the_clock_app", environment="100")
        got = told(session, "watch", name="qwen3-vl", model="m")
        assert list(got) == ["moments", "status", "model", "watched"]
        assert (got["model"]["size"], got["model"]["answer"]) == ((360, 800), click.replace("X", "500"))
        assert got["model"]["marks"] == [["tap", pytest.approx(180, abs=1), pytest.approx(400, abs=1)]]
        sent = server.requests[-1]["messages"][-1]["content"][-1]["image_url"]["url"]
        assert got["model"]["picture"] == sent, "the very picture"
        got = told(session, "watch", name="qwen3-vl", model="m")
        assert (got["model"]["marks"], got["model"]["answer"]) == ([], "No.")
        assert "wrong format" in got["moments"]["new"][0]["words"]
        assert "model" not in told(session, "watch", name="random")
        session.close()
