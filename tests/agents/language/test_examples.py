"""Few-shot examples: which are chosen, which never are, their text, and truncation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym import agents, randomization, tasks
from bmoca_gym.agents.language import examples, solutions
from bmoca_gym.agents.language.agent import LanguageAgent
from bmoca_gym.agents.language.chat_export import Scribe
from bmoca_gym.agents.language.prompts import Demonstration
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import DatasetError, SettingsError

TIMER = "go_to_the_timer_page_in_clock"


def options(**given: Any) -> dict[str, Any]:
    return agents.options("llm", {"model": "m", "replay": True, "few_shot": 3, **given})


@pytest.fixture
def env() -> Any:
    made = PhoneEnv(action="text", observation="text")
    yield made
    made.close()


def begin(env: Any, task: str = TIMER, configuration: str = "100") -> Any:
    chosen = {"task": tasks.select(task)[0], "environment": randomization.get(configuration)}
    _, info = env.reset(seed=0, options=chosen)
    return info


def sources_of(found: list[Demonstration], pool: list[Source]) -> list[Source]:
    """The origins of examples, identified by their steps."""
    by_steps = {solutions.solution(*source, False, False): source for source in pool}
    return [by_steps[tuple(example.steps)] for example in found]


def test_whole_solutions_of_the_same_task_in_training_configurations(env: Any) -> None:
    begin(env)
    choose = examples.Examples(options())
    found = choose(env, 5)
    assert found == choose(env, 5)
    assert any(found != choose(env, seed) for seed in range(6, 10))
    train = [Source(tasks.get(TIMER), configuration) for configuration in randomization.select("train")]
    assert len(set(sources_of(found, train))) == 3  # each another configuration
    for example in found:
        assert example.goal == ""
        assert all(observation.startswith("[{'numeric_tag'") for observation, _ in example.steps)


def test_the_configuration_that_is_played_is_never_shown(env: Any) -> None:
    """With 34 of 35 configurations requested, the missing one must be the one that is played."""
    begin(env, configuration="007")
    found = examples.Examples(options(few_shot=34))(env, 1)
    train = [
        Source(tasks.get(TIMER), configuration)
        for configuration in randomization.select("train")
        if configuration.id != "007"
    ]
    assert {source.configuration.id for source in sources_of(found, train)} == {
        source.configuration.id for source in train
    }
    with pytest.raises(DatasetError, match="few_shot is 35, but only 34 examples can be shown"):
        examples.Examples(options(few_shot=35))(env, 1)


@pytest.mark.parametrize(
    ("choice", "instruction", "goals"),
    [
        ("similar", "go to the timer page in clock", {""}),
        ("similar-others", "go to the timer page in clock", {"go to the alarm page in clock"}),
    ],
)
def test_by_similarity(env: Any, choice: str, instruction: str, goals: set[str]) -> None:
    begin(env)
    assert env.task.instruction == instruction
    found = examples.Examples(options(few_shot_choice=choice))(env, 1)
    assert {example.goal for example in found} == goals


def test_actions_that_are_not_offered_are_not_shown(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(env)
    monkeypatch.setattr(solutions, "solution", lambda *place, **form: (("screen", 'type("a")'),))
    with pytest.raises(DatasetError, match="few_shot is 3, but only 0"):
        examples.Examples(options())(env, 1)
    assert len(examples.Examples(options(actions="all"))(env, 1)) == 3


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=50)
def test_similarity_is_a_similarity(one: str, other: str) -> None:
    assert 0 <= examples.similarity(one, other) <= 1
    assert examples.similarity(one, other) == examples.similarity(other, one)
    assert examples.similarity(one, one) == pytest.approx(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Demonstrations of two tasks in two training configurations, and in one of the test set."""
    pytest.importorskip("minari")
    from bmoca_gym.demonstrations import dataset
    from bmoca_gym.demonstrations.recorder import Job, Plan

    path = tmp_path_factory.mktemp("few") / "demos"
    configurations = randomization.select(["000", "013", "100"])
    jobs = [
        Job(task, configuration)
        for configuration in configurations
        for task in tasks.select([TIMER, "open_the_gmail"])
    ]
    dataset.collect(jobs, Plan(), path, quiet=True)
    return path


def test_from_a_folder_and_never_from_the_test_set(env: Any, folder: Path) -> None:
    begin(env, configuration="101")
    pool = [Source(tasks.get(TIMER), randomization.get(name)) for name in ("000", "013")]
    found = examples.Examples(options(few_shot_from=str(folder), few_shot=2))(env, 1)
    assert {source.configuration.id for source in sources_of(found, pool)} == {"000", "013"}
    with pytest.raises(DatasetError, match="few_shot is 3, but only 2"):
        examples.Examples(options(few_shot_from=str(folder)))(env, 1)
    begin(env, configuration="000")
    with pytest.raises(DatasetError, match="few_shot is 2, but only 1"):
        examples.Examples(options(few_shot_from=str(folder), few_shot=2))(env, 1)


def test_a_task_that_the_folder_lacks(env: Any, folder: Path) -> None:
    begin(env, "go_to_the_alarm_page_in_clock")
    found = examples.Examples(options(few_shot_from=str(folder), few_shot=2, few_shot_choice="similar"))(
        env, 1
    )
    assert {example.goal for example in found} == {"go to the timer page in clock"}
    at_random = examples.Examples(options(few_shot_from=str(folder), few_shot=4))(env, 1)
    assert len({example.goal for example in at_random}) == 2


def test_a_run_goes_on_only_with_the_same_examples(folder: Path, tmp_path: Path) -> None:
    chosen = options(few_shot_from=str(folder))
    found = agents.identity("llm", chosen)
    assert found["few_shot_from"] == solutions.digest(str(folder))
    assert found != agents.identity("llm", options())
    with pytest.raises(DatasetError):
        agents.identity("llm", options(few_shot_from=str(tmp_path)))
    with pytest.raises(SettingsError, match="few_shot_choice"):
        options(few_shot_choice="best")


@pytest.mark.parametrize("redraw", [False, True])
def test_examples_stand_in_the_prompt(env: Any, redraw: bool) -> None:
    info = begin(env)
    agent = LanguageAgent(client=Scribe(), **options(few_shot_redraw=redraw, few_shot=1))  # type: ignore[arg-type]
    prompts = []
    observation, info = env.reset(seed=0)
    agent.reset(env, info, 3)
    for _ in range(3):
        agent.act(observation, info)
        prompts.append(agent.notes.turns[-1]["prompt"]["few_shot"])
    example = examples.Examples(options(few_shot=1))(env, 3)[0]
    if not redraw:
        assert len(set(prompts)) == 1
        said = [f"- Observation: {shown}\n- Action: {action}" for shown, action in example.steps]
        assert prompts[0].endswith("Demonstration Example:\n\n" + "\n\n".join(said))
    else:
        assert len(set(prompts)) > 1
    assert prompts[0].count("Demonstration Example:") == 1


# --- cutting to a budget ---


def example(*words: int) -> Demonstration:
    """An example whose observations have that many tokens each."""
    return Demonstration(tuple(("a " * count, f"tap({number})") for number, count in enumerate(words)))


def left_out(found: list[Demonstration]) -> list[list[bool]]:
    return [[shown == examples.LEFT_OUT for shown, _ in one.steps] for one in found]


def test_the_oldest_screens_go_first_and_the_last_stays() -> None:
    both = [example(100, 100, 100), example(100, 100)]
    assert examples.trimmed(both, 0) == both
    assert examples.trimmed(both, 1000) == both
    assert left_out(examples.trimmed(both, 450)) == [[True, False, False], [True, False]]
    assert left_out(examples.trimmed(both, 350)) == [[True, True, False], [True, False]]
    # Not enough: the last example goes as a whole, and the first is begun with again.
    assert left_out(examples.trimmed(both, 240)) == [[True, True, False]] or left_out(
        examples.trimmed(both, 240)
    ) == [[True, False, False]]
    assert examples.trimmed(both, 50) == []


@given(st.lists(st.lists(st.integers(0, 60), min_size=1, max_size=5), max_size=4), st.integers(1, 400))
def test_what_holds_of_any_budget(sizes: list[list[int]], budget: int) -> None:
    given = [example(*words) for words in sizes]
    found = examples.trimmed(given, budget)
    assert sum(map(examples.length, found)) <= budget or not found
    assert len(found) <= len(given)
    for cut, whole in zip(found, given[: len(found)], strict=True):
        assert [action for _, action in cut.steps] == [action for _, action in whole.steps]
        assert cut.steps[-1] == whole.steps[-1]
