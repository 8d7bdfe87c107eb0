"""Chains of tasks: equal draws, the expert's proof, conditions, and bad names."""

from __future__ import annotations

import pickle
import re
import runpy
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import bmoca_gym  # noqa: F401  registers the ids
from bmoca_gym import tasks
from bmoca_gym.cli import main
from bmoca_gym.demonstrations.chained import proof
from bmoca_gym.demonstrations.unobserved import Unobserved
from bmoca_gym.errors import CatalogueError, UnknownTaskError
from bmoca_gym.evaluation import chain_check
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.tasks import chain
from bmoca_gym.tasks.chain import CONDITIONS, Part, Proof, composed, named
from bmoca_gym.tasks.steps import AddRows, Clear, Shell, WriteFiles, parted


def test_a_drawn_chain_is_done_by_its_expert_and_not_without_a_part() -> None:
    (template,) = tasks.templates("chain_4")
    task = template.task(3)
    (again,) = pickle.loads(pickle.dumps(tasks.templates("bmoca/chain_4")))
    assert again.task(3) == task != template.task(4)
    assert template.task(0, {"parts": task.params["parts"]}).instruction == task.instruction
    parts = template.parts(task)
    assert len({part.task.app for part in parts}) == 4
    found = proof(task, parts)
    assert found.done
    assert found.wrong == ()
    assert found.steps < task.step_limit


def test_parts_that_undo_or_do_each_other_do_not_fit() -> None:
    on, off = (Part(tasks.get(f"androidworld/system_wifi_turn_{way}")) for way in ("on", "off"))
    assert not proof(composed([on, off], "chain_2"), [on, off]).done
    clock, alarm = Part(tasks.get("open_the_clock_app")), Part(tasks.get("create_alarm_at_10_30_am"))
    found = proof(composed([clock, alarm], "chain_2"), [clock, alarm])
    assert found.wrong == (0,), "who makes an alarm opens the clock"


def test_a_part_does_not_empty_what_an_earlier_one_needs() -> None:
    names = ("markor_delete_note", "recipe_delete_single_recipe", "files_delete_file")
    parts = [Part(tasks.get(f"androidworld/{name}")) for name in names]
    assert any("-delete" in str(step) for step in parts[2].task.set_up_steps)
    found = proof(composed(parts, "chain_3"), parts)
    assert found.done
    assert found.wrong == ()


def test_steps_that_empty_are_told_from_those_that_fill() -> None:
    deletes, keeps = Shell("find /sdcard/ -mindepth 1 -type f -delete"), Shell("svc wifi enable")
    folder = WriteFiles("/sdcard/Notes", (("a.md", b"a"),), (None,), emptied=True)
    sms, row = Clear("sms_sent"), AddRows("sms_sent", ())
    assert parted([keeps, row, sms, folder, deletes]) == (
        [sms, WriteFiles("/sdcard/Notes", emptied=True), deletes],
        [keeps, row, WriteFiles("/sdcard/Notes", (("a.md", b"a"),), (None,))],
    )


def test_what_a_false_condition_asks_for_must_not_be_done() -> None:
    condition = CONDITIONS[0]
    no = Part(tasks.get("open_chrome"), condition, holds=False)
    yes = Part(tasks.get("open_maps"))
    task = composed([no, yes], "chain_2_if")
    assert task.instruction == (
        "Do these tasks one after the other:\n1. If Bluetooth is on at the beginning: open Chrome\n2. open Maps"
    )
    assert proof(task, [no, yes]).done
    assert proof(task, [no._replace(holds=True), yes]).done is False


def test_the_environment_tells_the_parts() -> None:
    env = gym.make("Chains-v0", tasks="chain_2_any", environments="000", action="text", observation="text")
    _, info = env.reset(seed=0)
    assert info["sub_goals"] == {"1": False, "2": False}
    assert re.fullmatch("Do these tasks, in any order:\n- .*\n- .*", info["instruction"])
    _, _, terminated, _, info = env.step('finish("done")')
    assert terminated
    assert (info["success"], info["score"]) == (False, 0)
    env.close()


def test_a_chain_for_tests_has_parts_for_tests() -> None:
    (template,) = tasks.templates("androidworld/chain_2")
    for number, lowest, highest in ((1, 0, 899), (1000, 1000, 2**31)):
        seeds = [part["task_seed"] for part in template.task(number).params["parts"]]
        assert all(seed == 0 or lowest <= seed <= highest for seed in seeds)
        assert any(seeds)


def test_bad_names_and_parts_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chains", "nope", "--length", "2"]) == 2
    assert "no suite 'nope'" in capsys.readouterr().err
    assert named("chain_16_if") == (16, "if")
    assert named("open_maps") is None
    for name in ("chain_1", "chain_17", "chain_4_all", "chain_04", "chain_x"):
        with pytest.raises(UnknownTaskError, match=f"no chain '{name}'.* from 2 to 16"):
            tasks.templates(name)
    (template,) = tasks.templates("chain_2")
    for parts in ([], ["open_maps"], [{"task": "nothing"}, {"task": "open_maps"}], 5):
        with pytest.raises(CatalogueError, match="parts"):
            template.task(0, {"parts": parts})


def test_what_was_played_is_kept_and_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "played.json"
    command = ["chains", "bmoca", "--length", "2", "--count", "2", "--record", str(path), "--quiet"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "2 of 2" in told
    assert "0 of 4" in told
    played = chain_check.read(path)
    assert [(one.chain, one.number, one.parts, one.done, one.without) for one in played] == [
        ("bmoca/chain_2", number, 2, True, ()) for number in range(2)
    ]
    monkeypatch.setattr(chain_check, "play", None)
    assert main(command) == 0
    assert capsys.readouterr().out == told
    with pytest.raises(TypeError):
        main([*command, "--first", "1"])  # the third instance is not known yet
    lost = chain_check.Played("bmoca/chain_2", 2, parts=2, done=True, without=(2,))
    assert lost.fault == "bmoca/chain_2, instance 2 is done without part 2"
    assert chain_check.Played("bmoca/chain_2", 3, why="no draw").fault == "no draw"
    assert chain_check.rows([*played, lost])[0][2:5] == ("3 of 3", "3 of 3", "1 of 6")
    path.write_text("{")
    assert main(command) == 2


def test_the_page_has_the_table_of_what_was_played() -> None:
    place = Path(__file__).parents[2] / "docs" / "chains.py"
    made: Any = runpy.run_path(str(place))
    text = made["PAGE"].read_text(encoding="utf-8")
    assert made["page"](text) == text, "run python docs/chains.py"


@pytest.mark.parametrize(("length", "tries"), [(2, 60), (16, 240)])
def test_long_chains_are_drawn_more_often(length: int, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def refused(task: Any, parts: Any) -> Proof:
        drawn.append([part.task.id for part in parts])
        return Proof(False, (length - 1,), 0)

    monkeypatch.setattr(chain, "loaded", lambda place: refused)
    (template,) = tasks.templates(f"bmoca/chain_{length}")
    with pytest.raises(CatalogueError, match=f"none of {tries} draws"):
        template.task(7)
    assert len(drawn) == tries
    assert {len(set(parts)) for parts in drawn} == {length}


def test_rules_that_remember_see_each_step_of_a_proof() -> None:
    env = Unobserved([composed([Part(tasks.get("open_chrome")), Part(tasks.get("open_maps"))], "chain_2")])
    env.judges_steps = False
    env.reset(seed=0)
    device: Any = env.device
    chrome = "am start -n com.android.chrome/com.google.android.apps.chrome.Main"
    device.shell(chrome)
    env.step(PressKey("HOME"))
    device.shell("logcat -c")
    assert env.step(PressKey("HOME"))[4]["sub_goals"] == {"1": False, "2": False}
    assert env.reached() == {"1": True, "2": False}
