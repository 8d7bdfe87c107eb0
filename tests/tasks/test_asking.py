"""Tasks with a scripted user: what is asked, a changed mind, a task that is rightly left undone; and carried answers."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from bmoca_gym import tasks
from bmoca_gym.demonstrations.chained import proof_against
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, ArgumentError, UnknownTaskError
from bmoca_gym.tasks.asking import named

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


def test_names_of_tasks_with_a_user() -> None:
    assert named("all_helpful") == ("all", "helpful")
    assert named("contacts_add_contact") is None
    chosen = tasks.templates("androidworld/app:Contacts_unsure")
    assert [one.id for one in chosen] == ["contacts_add_contact_unsure", "contacts_new_contact_draft_unsure"]
    with pytest.raises(UnknownTaskError, match="nothing that can be left out"):
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
