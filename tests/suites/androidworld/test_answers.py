"""Answers to AndroidWorld's questions: of any length and script, they are judged without a crash."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym import tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Answer
from bmoca_gym.success_detectors.answer import AnswerRule

QUESTIONS = [task for task in tasks.suite("androidworld") if isinstance(task.corrected, AnswerRule)]


class Said:
    """An action mode whose actions are moves."""

    needs_tree = False
    wrong_format_counts = False

    def to_gesture(self, action: Any, tree: Any) -> Any:
        return action


ENV = PhoneEnv(QUESTIONS, "androidworld/all", step_seconds=0, step_limit=10**9)
ENV.action_mode = Said()  # type: ignore[assignment]

#: Of any script, with halves of surrogate pairs and control characters; of what answers are made of; very long.
ANYTHING = (
    st.text(st.characters(exclude_categories=()))
    | st.text("0123456789:.,-+ apmhTOctober/")
    | st.builds(lambda text, times: text * times, st.text(max_size=3), st.integers(0, 50_000))
)


def test_there_are_questions() -> None:
    assert len(QUESTIONS) >= 15
    assert {task.app for task in QUESTIONS} >= {"Tasks", "Simple Calendar Pro", "OpenTracks", "Joplin"}


@settings(max_examples=25)
@given(st.sampled_from(QUESTIONS), ANYTHING)
def test_any_answer_is_judged(task: tasks.Task, text: str) -> None:
    if getattr(ENV, "task", None) is not task:
        ENV.reset(options={"task": task})
    _, reward, terminated, _, info = ENV.step(Answer(text))
    assert (reward, terminated) == (0.0, False)
    assert info["answer"].encode("utf-8").decode("utf-8") == info["answer"], "files can hold it"
    for rule in (task.corrected, task.upstream):
        if isinstance(rule, AnswerRule):
            assert isinstance(rule.fault(text[:4000]), str)
