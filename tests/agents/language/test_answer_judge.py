"""Free answers judged by a language model: the questions, their number, and the verdicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym.agents.language.answer_judge import AnswerJudge
from bmoca_gym.agents.language.cache import key_of
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import ModelError
from bmoca_gym.tasks.suite import loads

TEXT = """
version: 1.0.0
ends: finish
defaults: {clock: {time: 2024-05-01 10:00:00, frozen: false}, step_limit: 3}
tasks:
  - id: offset
    goal: How far behind is Barcelona?
    corrected: {answer: {model: 6 hours behind}}
"""
TASK = loads(TEXT, "mine").template("offset")


class Scripted:
    """A model that answers from a script."""

    def __init__(self, *said: str) -> None:
        self.said, self.asked = list(said), []

    def ask(self, request: Any, *place: int) -> Answer:
        self.asked.append(request)
        return Answer(self.said.pop(0), (), None, None, "stop", 0.0)


def played(answer: str, judge: Any) -> tuple[float, dict[str, Any]]:
    env = PhoneEnv(tasks=TASK, environments="100", action="text", answer_judge=judge)
    env.reset(seed=0)
    _, reward, _, _, info = env.step(f'finish("{answer}")')
    env.close()
    return float(reward), info


def test_a_model_decides_whether_an_answer_means_what_was_expected():
    client = Scripted("Yes.", "no")
    judge = AnswerJudge("any", client=client)
    reward, info = played("It is six hours earlier there.", judge)
    assert (reward, info["success"]) == (1.0, True)
    reward, info = played("Two hours.", judge)
    assert (reward, info["evidence"]) == (0.0, ["answer: 'Two hours.': does not mean '6 hours behind'"])
    text = client.asked[0]["messages"][1]["content"]
    for part in ("How far behind is Barcelona?", "6 hours behind", "It is six hours earlier there."):
        assert part in text
    with pytest.raises(ModelError, match="with yes or no"):
        AnswerJudge("any", client=Scripted("Yes and no"))("q", "a", "b")


def test_without_a_model_nothing_is_known_and_nobody_is_asked_without_an_answer():
    _, info = played("It is six hours earlier there.", None)
    assert not info["success"]
    assert "no model was chosen" in info["evidence"][0]
    env = PhoneEnv(
        tasks=TASK, environments="100", action="text", answer_judge=AnswerJudge("a", client=Scripted())
    )
    env.reset(seed=0)
    *_, info = env.step("wait()")
    assert info["evidence"] == ["answer: none was given"]
    env.close()


def test_what_was_said_is_kept(tmp_path: Path):
    client = Scripted("Yes")
    AnswerJudge("any", client=client)("q", "expected", "answer")
    key = key_of(client.asked[0])
    kept = tmp_path / key[:2] / f"{key}.json"
    kept.parent.mkdir()
    kept.write_text(json.dumps(Answer("No", (), None, None, "stop", 0.0)._asdict()))
    judge = AnswerJudge("any", cache=str(tmp_path), replay=True)
    assert judge("q", "expected", "answer") is False
    with pytest.raises(ModelError, match="No response to this request is kept"):
        judge("q", "expected", "another")
    judge.close()
