"""Verification of runs by playing them again, the file of a run, and the leaderboard made of such files."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bmoca_gym import cli
from bmoca_gym.episodes import trail
from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation import entry, evaluate, leaderboard, report, settings_for
from bmoca_gym.evaluation.verification import Difference, verify
from bmoca_gym.handset.apps.miniwob import pages
from bmoca_gym.handset.errors import how_to_install
from bmoca_gym.tasks import suite, templates


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of two agents with actions and observations of every kind: numbers, arrays, texts; pixels and text."""
    folder = tmp_path_factory.mktemp("runs")
    for name, agent, tasks, more in (
        ("expert", "expert", ["Alarm", "Call"], {}),
        ("random", "random", ["Alarm"], {"seeds": 2}),
        ("words", "random", ["androidlab/setting_0"], {"action": "calls", "observation": "text"}),
    ):
        evaluate(settings_for(agent, tasks, "105", films="none", **more), folder / name)
        report.write(folder / name)
    return folder


def tampered(folder: Path, target: Path, change: Callable[[dict[str, Any]], object], line: int = 0) -> Path:
    """Copy a run, and change one of its records."""
    shutil.copytree(folder, target, dirs_exist_ok=True)
    file = target / "episodes.jsonl"
    lines = [json.loads(one) for one in file.read_text(encoding="utf-8").splitlines()]
    change(lines[line])
    file.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return target


def test_a_run_comes_out_the_same(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", *(str(runs / name) for name in ("expert", "random", "words"))]) == 0
    out = capsys.readouterr().out
    assert "expert: 2 of 2 episodes came out the same" in out
    assert "random: 2 of 2 episodes" in out
    assert "words: 1 of 1 episodes" in out


def test_a_forged_run_is_found_at_its_step(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(change: Callable[[dict[str, Any]], object], run: str = "expert") -> Difference:
        (difference,) = verify(tampered(runs / run, tmp_path / "forged", change)).differences
        return difference

    one = found(lambda record: record["trail"]["actions"].__setitem__(2, [0.5, 0.5, 0.5, 0.5]))
    assert (one.step, one.what) == (3, "frame")
    one = found(lambda record: record["trail"]["frames"].__setitem__(4, "0" * 16))
    assert (one.step, one.what) == (4, "frame")
    assert str(one).startswith("create_alarm_at_10_30_am in 105, seed 0, step 4: the frame after [")
    one = found(lambda record: record["trail"]["scores"].__setitem__(1, 1.0))
    assert (one.step, one.what, one.said) == (2, "score", "the score is 0.0, recorded as 1.0")
    one = found(lambda record: record["trail"]["rewards"].__setitem__(0, 1.0), "random")
    assert (one.step, one.what) == (1, "reward")
    one = found(lambda record: record["actions"].__setitem__(0, "press HOME"))
    assert (one.step, one.what) == (1, "action")
    one = found(lambda record: record["trail"].update(picture="0" * 16))
    assert one.what == "frame"
    one = found(lambda record: record.update(success=True), "random")
    assert (one.step, one.what, one.said) == (None, "success", "success is False, recorded as True")
    one = found(lambda record: record.update(error="ModelError: no", success=True))
    assert one.said == "it ended with an error, yet is recorded as a success"
    one = found(lambda record: record.pop("trail"))
    assert one.said == "its actions are not recorded"

    def cut(record: dict[str, Any]) -> None:
        for name in ("actions", "rewards", "scores", "frames"):
            record["trail"][name].pop()

    assert found(cut, "random").said == "the actions end before the episode does"

    def refused(record: dict[str, Any]) -> None:
        record["trail"]["actions"][3] = 9999
        record["trail"]["frames"][4] = trail.digest("9999", "")

    one = found(refused, "random")
    assert (one.step, one.what) == (4, "action")
    assert "was refused: ActionError" in one.said
    assert cli.main(["verify", str(tmp_path / "forged")]) == 1
    assert "1 of 2 episodes came out the same\n  create_alarm" in capsys.readouterr().out

    # What can't be played again says why.
    run_file = tmp_path / "forged" / "run.json"
    run = json.loads(run_file.read_text(encoding="utf-8"))
    for change, said in (
        ({"identity": run["identity"] | {"device": "adb"}}, "the device 'adb'"),
        ({"environment_arguments": None}, "no environment_arguments"),
        (
            {"environments": {"105": run["environments"]["105"] | {"digest": "00000000"}}},
            "the digest 00000000",
        ),
    ):
        run_file.write_text(json.dumps(run | change), encoding="utf-8")
        with pytest.raises(RecordError, match=said):
            verify(tmp_path / "forged")


def test_episodes_that_need_an_absent_extra_are_counted_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("miniwob", reason="needs the extra web")
    chosen = ["miniwob/click_test", "miniwob/click_button"]
    run = tmp_path / "run"
    evaluate(settings_for("expert", chosen, "miniwob/pixel_6", films="none"), run)
    report.write(run)
    copy = tampered(run, tmp_path / "copy", lambda record: record.update(success=True, error="no"))
    assert verify(run).verified

    def forget() -> None:
        for remembered in (pages.names, pages._index, pages._read, pages._plain, pages._wheel):
            remembered.cache_clear()

    forget()
    monkeypatch.setattr(pages, "find_spec", lambda name: None)
    verdict = verify(run)
    assert (verdict.verified, verdict.episodes, verdict.same, verdict.differences) == (False, 2, 0, ())
    assert {one.said for one in verdict.unplayed} == {
        f"The pages of MiniWoB++ are not installed: {how_to_install('web')}"
    }
    assert verdict.reason.startswith("2 of its episodes can't be played here: The pages of MiniWoB++ are not")
    forged = verify(copy)
    assert (len(forged.differences), len(forged.unplayed)) == (1, 1), "what is wrong unplayed is still told"
    capsys.readouterr()
    assert cli.main(["verify", str(run)]) == 1
    assert capsys.readouterr().out == (
        f"{run}: 0 of 2 episodes came out the same\n"
        f"  2 can't be played here. The pages of MiniWoB++ are not installed: {how_to_install('web')}\n"
    )
    board = leaderboard.read(tmp_path, tmp_path / "site")
    assert ("run", verdict.reason) in board.refused
    # An evaluation says so, too, before it writes anything.
    assert (
        cli.main(["evaluate", "--agent", "expert", "--tasks", chosen[0], "--out", str(tmp_path / "other")])
        != 0
    )
    assert how_to_install("web") in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
    monkeypatch.undo()
    forget()


def test_a_forged_head_is_refused(runs: Path, tmp_path: Path) -> None:
    def change(*place: str, to: object) -> Path:
        copy = Path(shutil.copytree(runs / "random", tmp_path / "forged", dirs_exist_ok=True))
        head = json.loads((copy / "run.json").read_text(encoding="utf-8"))
        at = head
        for name in place[:-1]:
            at = at[name]
        at[place[-1]] = to
        (copy / "run.json").write_text(json.dumps(head), encoding="utf-8")
        return copy

    for place, to, said in (
        (
            ("identity", "interruptions"),
            "hostile",
            "says 'hostile' for interruptions; what was played is 'calm'",
        ),
        (
            ("identity", "catalogue_version"),
            "bmoca 0.1",
            f"says 'bmoca 0.1' for catalogue_version; what was played is 'bmoca {suite('bmoca').version}'",
        ),
        (("environments", "105", "split"), "train", "says 'train' for environments: 105: split"),
        (
            ("tasks", "create_alarm_at_10_30_am", "step_limit"),
            99,
            "says 99 for tasks: create_alarm_at_10_30_am: step_limit",
        ),
        (("environment_arguments", "action"), "text", "says 'text' for environment_arguments: action"),
    ):
        with pytest.raises(RecordError, match=said):
            verify(change(*place, to=to))


def test_missing_episodes_are_told(runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = Path(shutil.copytree(runs / "random", tmp_path / "less"))
    second = (copy / "episodes.jsonl").read_text(encoding="utf-8").splitlines()[1]
    (copy / "episodes.jsonl").write_text(second + "\n", encoding="utf-8")  # seed 1 without seed 0
    assert cli.main(["verify", str(copy)]) == 1
    assert "1 of 1 episodes came out the same\n  missing in the run: 1 episode\n" in capsys.readouterr().out
    assert cli.main(["submit", str(copy), "--out", str(tmp_path / "no.bmoca.zip")]) == cli.BAD_INPUT
    assert "1 of its episodes are missing" in capsys.readouterr().err
    (copy / "episodes.jsonl").write_text("", encoding="utf-8")
    assert cli.main(["verify", str(copy)]) == 1
    assert "0 of 0 episodes came out the same\n" in capsys.readouterr().out
    assert cli.main(["submit", str(copy)]) == cli.BAD_INPUT
    assert "there are no episodes" in capsys.readouterr().err


def test_odd_files_are_refused_in_plain_words(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copytree(runs / "random", tmp_path / "odd"))
    lines = (copy / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[0])
    name = f"{record['task']} in {record['environment']}, seed {record['seed']}"
    for text, said in (
        ("\n".join([*lines, lines[0], ""]), f"a second record of {name}; delete one of the two"),
        (
            json.dumps({**record, "task": "nope"}) + "\n",
            "lacks the task, instance or environment of nope in ",
        ),
        (
            json.dumps({**record, "trail": {**record["trail"], "frames": []}}) + "\n",
            "…; it must be an object with",
        ),
    ):
        (copy / "episodes.jsonl").write_text(text, encoding="utf-8")
        assert cli.main(["verify", str(copy)]) == cli.BAD_INPUT
        told = capsys.readouterr().err
        assert said in told
        assert len(told) < 500
    assert cli.main(["verify", str(copy / "episodes.jsonl")]) == cli.BAD_INPUT
    assert "is not a results folder" in capsys.readouterr().err
    for head in ("[]", '{"files": {}}', '{"files": 3, "format": "bmoca-entry", "format_version": 1}'):
        with zipfile.ZipFile(tmp_path / "odd.bmoca.zip", "w") as file:
            file.writestr("entry.json", head)
        with (
            pytest.raises(RecordError, match="is not an entry: ") as caught,
            entry.opened(tmp_path / "odd.bmoca.zip"),
        ):
            pass
        assert "indices" not in str(caught.value)
        assert "object has no" not in str(caught.value)


def test_the_first_instance_need_not_be_number_0(tmp_path: Path) -> None:
    settings = settings_for("quitter", "androidworld/clock_timer_entry", "androidworld/all", films="none")
    (template,) = templates("androidworld/clock_timer_entry")
    evaluate(replace(settings, tasks=(template.task(900), template.task(901))), tmp_path / "run")
    verdict = verify(tmp_path / "run")
    assert (verdict.same, verdict.missing, verdict.reason) == (2, 0, "")


def test_actions_are_written_and_read() -> None:
    class Floats:
        dtype = np.dtype(np.float32)

    class Texts:
        dtype = None

    point = np.asarray([0.1, -1, 0.3, 1], np.float32)
    read = trail.decoded(json.loads(json.dumps(trail.encoded(point))), Floats())
    assert read.dtype == np.float32
    assert (read == point).all()
    for action in (7, np.int64(7), "tap(5)", "\udc80", {"action_type": "wait"}, [[1, 2], "a"]):
        assert trail.decoded(json.loads(json.dumps(trail.encoded(action))), Texts()) == action
    noted = trail.Trail("0")
    noted.step(object(), "0", 0.0, 0.0)
    assert noted.record() is None, "an action of another kind can't be played again"
    assert trail.digest({"a": point, "b": "x"}) == trail.digest({"b": "x", "a": point})
    assert trail.digest(point) != trail.digest(point.reshape(2, 2))
    assert not trail.is_trail({"actions": [1], "frames": ["0"], "rewards": [0], "scores": [0], "picture": ""})


def test_a_leaderboard_counts_verified_runs_alone(runs: Path, tmp_path: Path) -> None:
    entries, site = tmp_path / "entries", tmp_path / "site"
    entries.mkdir()
    file = entries / "random.bmoca.zip"
    assert cli.main(["submit", str(runs / "random"), "--out", str(file), "--name", "Chance"]) == 0
    first = file.read_bytes()
    assert cli.main(["submit", str(runs / "random"), "--out", str(file), "--name", "Chance"]) == 0
    assert file.read_bytes() == first, "equal runs make equal files"
    shutil.copytree(runs / "expert", entries / "expert")
    shutil.copytree(runs / "words", entries / "words")
    forged = tampered(
        runs / "random", entries / "forged", lambda record: record["trail"]["frames"].__setitem__(1, "0" * 16)
    )
    report.write(forged)
    assert cli.main(["submit", str(forged), "--out", str(tmp_path / "no.bmoca.zip")]) == cli.BAD_INPUT
    assert not (tmp_path / "no.bmoca.zip").exists()
    (entries / "other.bmoca.zip").write_bytes(b"PK nothing")

    assert cli.main(["leaderboard", str(entries), "--out", str(site)]) == 0
    page = (site / "index.html").read_text(encoding="utf-8")
    for words in ("bmoca, test, calm", "androidlab, test, calm", "Chance", "pass@2", "step 1: the frame"):
        assert words in page, words

    board = leaderboard.read(entries, site, check=False)
    assert [run.label for run in board.runs] == ["expert", "random", "Chance", "random"]
    tables = {(table.suite, table.level): table for table in leaderboard.tables(board.runs)}
    lines = {line.agent: line for line in tables["bmoca", "calm"].lines}
    assert (lines["expert"].rate.mean, lines["expert"].side_effects) == (1.0, 0.0)
    assert (lines["Chance"].pass_at, lines["Chance"].pass_all) == ({1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0})

    # A file is refused if a part has changed, or would be written outside.
    for place, said in (("episodes.jsonl", "does not have the digest"), ("../out", "which no entry has")):
        with zipfile.ZipFile(file) as old:
            parts = {name: old.read(name) for name in old.namelist()}
        described = json.loads(parts["entry.json"])
        described["files"].setdefault(place, "")
        parts |= {place: b"{}", "entry.json": json.dumps(described).encode()}
        with zipfile.ZipFile(tmp_path / "bad.bmoca.zip", "w") as new:
            for name, content in parts.items():
                new.writestr(name, content)
        with (
            pytest.raises(RecordError, match=said),
            entry.opened(tmp_path / "bad.bmoca.zip"),
        ):
            pass


def test_chances_of_several_attempts() -> None:
    assert leaderboard.pass_at(5, 2, 1) == pytest.approx(0.4)
    assert leaderboard.pass_at(5, 2, 3) == pytest.approx(0.9)
    assert leaderboard.pass_at(5, 3, 3) == 1
    assert leaderboard.pass_all(5, 3, 2) == pytest.approx(0.3)
    assert leaderboard.pass_all(5, 1, 2) == 0
