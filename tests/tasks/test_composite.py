"""Composite tasks: what they inherit from their parts, and how parameters are connected."""

from __future__ import annotations

import pickle

import pytest

from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import CatalogueError
from bmoca_gym.success_detectors.combine import AllOf, MeanOf
from bmoca_gym.tasks.steps import Shell
from bmoca_gym.tasks.suite import loads
from tests.playing import steps

TEXT = """
version: 1.0.0
ends: finish
experts: [bmoca]
apps: {Clock: com.google.android.deskclock, Calculator: com.google.android.calculator}
defaults: {clock: {time: 2024-05-01 10:00:00, frozen: true}, step_limit: 30, app: Clock}
tasks:
  - id: both
    goal: Set an alarm for {wake.hour}:{wake.minute:02d}, then type {sum.number} in Calculator.
    start: [shell: log -t three 3]
    parts: {wake: alarm, sum: {number: {number: $wake.minute}}}
    upstream: {mean: parts}
  - id: alarm
    goal: Set an alarm for {hour}:{minute}.
    params: {hour: {integer: [5, 11]}, minute: {integer: [10, 50], step: 5}}
    start: [shell: log -t one $hour]
    needs: [root]
    expert: {clock.alarm: {hour: $hour, minute: $minute}}
    corrected:
      sqlite:
        path: /data/user_de/0/com.google.android.deskclock/databases/alarms.db
        table: alarm_templates
        rows_exist: [{hour: $hour, minutes: $minute, enabled: 1}]
  - id: number
    goal: Type {number}.
    app: Calculator
    params: {number: {integer: [10, 99]}}
    start: [shell: log -t two 2]
    expert: {calculator.type: {formula: '${number:text}'}}
    sub_goals:
      typed: {ui: {resource_id: 'com.google.android.calculator:id/formula', attribute: text, equals: '${number:text}'}}
    corrected: {all: sub_goals}
"""
SUITE = loads(TEXT, "mine")
BOTH = SUITE.template("both")


def test_parts_share_parameters_and_everything_else_follows_in_their_order():
    assert [template.id for template in SUITE.templates] == ["both", "alarm", "number"]
    assert BOTH.parameters == ("wake", "sum")
    for seed in range(5):
        task = BOTH.task(seed)
        hour, minute = task.params["wake"]["hour"], task.params["wake"]["minute"]
        assert task.params["sum"]["number"] == minute
        assert task.instruction == f"Set an alarm for {hour}:{minute:02d}, then type {minute} in Calculator."
        commands = [f"log -t one {hour}", "log -t two 2", "log -t three 3"]
        assert task.set_up_steps == tuple(Shell(command) for command in commands)
        assert [call.verb for call in task.expert] == ["clock.alarm", "calculator.type"]
        assert task.needs == ("com.google.android.deskclock", "root", "com.google.android.calculator")
        alarm = SUITE.template("alarm").task(0, dict(task.params["wake"]))
        number = SUITE.template("number").task(0, dict(task.params["sum"]))
        assert task.corrected == AllOf((alarm.corrected, number.corrected))
        assert task.upstream == MeanOf((alarm.corrected, number.corrected))
        assert dict(task.sub_goals) == {"wake": alarm.corrected, "sum": number.corrected}
    assert len({BOTH.task(seed).params for seed in range(5)}) == 5
    assert BOTH.task(0).params["wake"] != SUITE.template("alarm").task(0).params
    given = BOTH.task(3, {"wake": {"hour": 7, "minute": 15}})
    assert given.instruction.startswith("Set an alarm for 7:15, then type 15 ")
    assert BOTH.task(3, {"wake": {"hour": 7}}).params["wake"]["hour"] == 7
    assert pickle.loads(pickle.dumps(BOTH)).task(2) == BOTH.task(2)


def test_experts_do_the_parts_one_after_the_other():
    env = PhoneEnv(tasks=BOTH, environments="100", action="text")
    moves = list(steps(env, *env.reset(seed=0, options={"task_seed": 1})))
    info = moves[-1].info
    assert (moves[-1].reward, info["success"]) == (1.0, True), info["evidence"]
    seen = {tuple(move.info["sub_goals"].values()) for move in moves}
    assert seen == {(False, False), (True, False), (True, True)}
    env.close()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ("{}", "parts: is {}; it must be ids of tasks"),
        ("{a: alrm}", "parts: a: there is no task 'alrm' without parts. Did you mean 'alarm'"),
        ("{a: both}", "parts: a: there is no task 'both' without parts"),
        ("{a: [alarm]}", "parts: a: is ['alarm']; it must be the id of a task"),
        (
            "{a: {alarm: {hours: 1}}}",
            "parts: a: the task 'alarm' has no parameter 'hours'; parameters are hour",
        ),
        ("{a: {alarm: {hour: $b}}}", "parts: a: $b: there is no 'b'"),
    ],
)
def test_malformed_parts(parts, message):
    text = TEXT.replace("{wake: alarm, sum: {number: {number: $wake.minute}}}", parts)
    with pytest.raises(CatalogueError) as error:
        loads(text, "mine")
    assert message in str(error.value)
