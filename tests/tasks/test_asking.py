"""Tasks with a scripted user: what is asked, a change of mind, a task that is rightly left undone; and answers that are
carried on."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any, cast

import pytest

from bmoca_gym import tasks
from bmoca_gym.demonstrations.chained import proof_against
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, ArgumentError, CatalogueError, UnknownTaskError
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks.asking import AskTemplate, can_be_asked, held_gaps, named
from bmoca_gym.tasks.suite import _held, _nothing
from bmoca_gym.tasks.template import TaskTemplate

PHONE = "androidworld/pixel_6"


def played(env: PhoneEnv, **options: Any) -> tuple[list[Any], Any]:
    """Play an episode with the expert of the task that is wanted by now. Returns what the user said, and the last info."""
    _, info = env.reset(seed=0, options=options)
    wanted, expert, said, over = env.task, expert_for(env.task), [], False
    while not over:
        if env.task is not wanted:
            wanted, expert = env.task, expert_for(env.task)
        move = expert.next_gesture(env.device.ui_tree(), env.device.info.locale)
        action = 'finish("")' if move is None else env.action_mode.encode(move, env.device.ui_tree())
        _, _, terminated, truncated, info = env.step(action)
        said.append(info["reply"])
        over = terminated or truncated
    return [one for one in said if one], info


def test_a_user_tells_what_the_goal_leaves_out() -> None:
    env = PhoneEnv("androidworld/simple_sms_send_fickle", PHONE, action="text", observation="text")
    _, info = env.reset(seed=0, options={"task_seed": 1})
    assert info["instruction"].count("(ask me for the ") == 1
    (first, changed), end = played(env, task_seed=1)
    assert end["success"]
    assert changed.startswith("I have changed my mind. ")
    assert first != changed.removeprefix("I have changed my mind. ")
    assert end["instruction"] == f"{info['instruction']}\n{changed}"

    # Equal in a saved state, before and after the user has spoken, and in another process.
    env.reset(seed=0, options={"task_seed": 1})
    env.step('ask_user("What is it?")')
    states = [env.save_state()]
    for _ in range(3):
        env.step("wait()")
    assert env.talk.changed
    other = env.fork()
    assert other.task == env.task
    _, info = other.restore_state(pickle.loads(pickle.dumps(states[0])))
    assert info["reply"] == first
    assert "changed" not in info["instruction"]

    # Who does not ask fails: what was meant first is all that is judged.
    (whole,) = tasks.templates("androidworld/simple_sms_send")
    asked = env.task.user
    assert asked is not None
    assert asked.task == "simple_sms_send"
    guess = whole.task(2)
    assert not proof_against(tasks.get("androidworld/simple_sms_send_helpful"), [guess]).wrong
    env.close()


@pytest.mark.parametrize(
    ("actions", "done"),
    [
        (['ask_user("Which?")', 'finish("Nobody knows the number.")'], True),
        (['finish("I do not know the number.")'], False),  # without asking
        (['ask_user("Which?")', "wait()"], False),  # without an end
        (['ask_user("Which?")', "{touch}", 'finish("Nobody knows.")'], False),  # something was changed
    ],
)
def test_what_nobody_knows_is_left_undone(actions: list[str], done: bool) -> None:
    env = PhoneEnv("androidworld/contacts_add_contact", PHONE, action="text", user="unsure")
    env.reset(seed=0, options={"task_seed": 0})
    for action in actions:
        if action == "{touch}":
            env.device.shell("settings put system screen_brightness 7")
            continue
        *_, info = env.step(action)
    assert info["success"] is done
    assert info["reply"] is None or info["reply"] == "I don't know."
    env.close()


@pytest.mark.parametrize(("suite", "held"), [("bmoca", 96), ("androidlab", 115), ("androidworld", 77)])
def test_each_task_says_what_a_user_can_hold_back_or_why_nothing(suite: str, held: int) -> None:
    of = tasks.suite(suite)
    parts, nothing = dict(of.held), dict(of.nothing)
    can = {one.id for one in of.templates if can_be_asked(one, parts.get(one.id, ()))}
    assert can == {one.id for one in of.templates} - set(nothing)
    assert len(can) == held
    for name, given in parts.items():
        goal = of.template(name).first.instruction
        for gap in held_gaps(goal, given):
            assert gap.value in goal
            assert gap.goal.replace(f"(ask me for the {gap.words})", "") in (
                goal.replace(form, "", 1)
                for form in (gap.value, f"({gap.value})", f"'{gap.value}'", f'"{gap.value}"')
            )


def test_a_goal_without_parameters_leaves_out_what_its_suite_says() -> None:
    (template,) = cast("tuple[AskTemplate]", tasks.templates("androidlab/clock_1_helpful"))
    left = {template.task(number).params["left_out"]: template.task(number) for number in range(8)}
    assert {name: (one.instruction, one.reply) for name, one in left.items()} == {
        "time": ('Set an alarm for (ask me for the time) and label it "meeting".', "The time is: 3 PM"),
        "label": ("Set an alarm for 3 PM and label it (ask me for the label).", "The label is: meeting"),
    }
    assert template.task(0, {"left_out": "label"}).instruction == left["label"].instruction
    assert pickle.loads(pickle.dumps(template)).task(3) == template.task(3)
    assert template.gap(left["time"]).value == "3 PM"
    with pytest.raises(CatalogueError, match="nothing in its goal"):
        template.task(0, {"left_out": "sound"})
    env = PhoneEnv("androidlab/clock_1", "androidlab/large", action="text", user="helpful")
    (said,), info = played(env)
    assert info["success"]
    assert said == env.task.reply
    env.close()


def test_a_fickle_user_without_parameters_wants_another_task() -> None:
    env = PhoneEnv("call_911_fickle", "100", action="text", observation="text")
    (first, changed), info = played(env)
    assert first == "The number is: 911"
    assert changed.startswith("I have changed my mind. The number is: ")
    assert info["success"]
    assert env.task.instruction.startswith("call (ask me for the number)\n")
    env.close()
    with pytest.raises(UnknownTaskError):
        tasks.templates("androidlab/clock_2_fickle")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("held: {open_it: {app: Maps}}", "must stand once in the goal"),
        ("held: {open_it: Clock}", "texts of the goal by what they are"),
        ("held: {close_it: {app: Clock}}", "is not a task without parameters"),
        ("nothing: [{why: No., tasks: [close_it]}]", "there is no task 'close_it'"),
        ("hold: {}", "there are held and nothing"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(content: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "asks.yaml").write_text(content)
    task = TaskTemplate.of(replace(tasks.get("open_the_clock_app"), id="open_it", instruction="Open Clock"))
    with pytest.raises(CatalogueError, match=why):
        [*_held(tmp_path, [task]), *_nothing(tmp_path, [task])]


def test_names_of_tasks_with_a_user() -> None:
    assert named("all_helpful") == ("all", "helpful")
    assert named("contacts_add_contact") is None
    chosen = tasks.templates("androidworld/app:Contacts_unsure")
    assert [one.id for one in chosen] == ["contacts_add_contact_unsure", "contacts_new_contact_draft_unsure"]
    with pytest.raises(UnknownTaskError, match="its goal names an app or a page, and nothing else"):
        tasks.templates("open_the_clock_app_helpful")
    with pytest.raises(ArgumentError, match="helpful"):
        PhoneEnv("androidworld/contacts_add_contact", user="helpfull")  # type: ignore[arg-type]
    with pytest.raises(ActionError):
        PhoneEnv().action_mode.encode(expert_for(chosen[0].first).next_gesture(None, "en"), None)  # type: ignore[arg-type]


def test_an_answer_is_carried_to_another_app() -> None:
    (template,) = tasks.templates("androidworld/memory_clipboard")
    task = template.task(1)
    assert pickle.loads(pickle.dumps(template)).task(1) == task
    assert template.task(1, dict(task.params)).instruction == task.instruction
    assert task.instruction.startswith("Find the answer to this: ")
    assert task.instruction.endswith("(the answer)")
    found = proof_against(task, [])
    assert found.done
    assert found.wrong == ()
    with pytest.raises(UnknownTaskError):
        tasks.templates("memory_note")
