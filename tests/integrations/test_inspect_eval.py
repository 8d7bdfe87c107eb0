"""The interface for Inspect: its own runner plays ten episodes, and its scores are those of our own evaluation."""

from __future__ import annotations

import configparser
import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym.errors import ArgumentError
from bmoca_gym.tasks.template import FIRST_VALIDATION_SEED
from tests.integrations import grid
from tests.integrations.held_out import EPISODES

SETUP = configparser.ConfigParser()
SETUP.read(Path(__file__).parents[2] / "setup.cfg", encoding="utf-8")


class Inspect:
    """Inspect and our module for it, loaded late: each worker that collects tests would load them."""

    def __init__(self, folder: Path) -> None:
        self.library = pytest.importorskip("inspect_ai", reason="Inspect needs a folder of its own")
        name, _, place = SETUP["options.entry_points"]["inspect_ai"].strip().partition(" = ")
        assert name == "bmoca_gym"
        self.ours = importlib.import_module(place)
        self.folder = folder

    def said(self, text: str) -> Any:
        """An answer of the model. It states its usage: to count it, the mock model would fetch a vocabulary."""
        return self._counted(self.library.model.ModelOutput.from_content("mockllm", text))

    def called(self, tool: str, arguments: dict[str, Any]) -> Any:
        """An answer of the model that calls a tool."""
        return self._counted(self.library.model.ModelOutput.for_tool_call("mockllm", tool, arguments))

    def _counted(self, output: Any) -> Any:
        output.usage = self.library.model.ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    def expert_and_noop(self, samples: Iterable[Any]) -> Iterator[Any]:
        """What a model says that plays the samples one after another."""
        for sample in samples:
            row = sample.metadata
            for tool, arguments in grid.calls(row["task"], row["seed"], row["configuration"]):
                yield self.called(tool, arguments)

    def play(self, task: Any, answers: Iterable[Any], **options: Any) -> Any:
        """Run an evaluation with a scripted model."""
        model = self.library.model.get_model("mockllm/model", custom_outputs=answers, memoize=False)
        [log] = self.library.eval(
            task,
            model=model,
            log_dir=str(self.folder),
            max_samples=1,
            display="none",
            log_format="json",
            **options,
        )
        assert log.status == "success", log.error
        return log


def check_samples(ours: Any) -> None:
    """Samples are instances for tests only, each once."""
    samples = ours.samples(["Alarm", "androidworld/contacts_add_contact"], ["100", "101"], 3)
    assert len({sample.id for sample in samples}) == len(samples) == 2 + 3 * 2
    assert {sample.metadata["seed"] for sample in samples} == {0, 1, 2}
    # Inspect's command line reads -T environments=100 as a number, and 034 as 28.
    assert {sample.metadata["configuration"] for sample in ours.samples("Alarm", [105, "100"])} == {
        "105",
        "100",
    }
    with pytest.raises(ArgumentError, match="environments=bmoca/034"):
        ours.samples("Alarm", 28)
    [sample] = ours.samples("androidworld/by_instance:validation", "androidworld/pixel_6")[:1]
    assert sample.metadata["seed"] == FIRST_VALIDATION_SEED
    for instances in (0, FIRST_VALIDATION_SEED + 1, True):
        with pytest.raises(ArgumentError, match="instances is"):
            ours.samples("Alarm", "100", instances)
    with pytest.raises(ArgumentError, match="observation is 'pixels'"):
        ours.phone("Alarm", "100", observation="pixels")


def test_inspects_own_runner_scores_episodes_as_we_do(tmp_path: Path) -> None:
    inspect = Inspect(tmp_path)
    check_samples(inspect.ours)
    task = inspect.ours.phone(grid.TASKS, grid.CONFIGURATIONS)
    # "bmoca_gym/phone" where Inspect sees the installation; what lies in the current folder has no package's name.
    assert inspect.library.util.registry_info(inspect.ours.phone).name.split("/")[-1] == "phone"
    answers = inspect.expert_and_noop(list(task.dataset))
    log = inspect.play(task, answers)
    assert next(answers, None) is None  # every call was asked for
    scored = {}
    for sample in log.samples:
        [score] = sample.scores.values()
        key = sample.metadata["task"].rpartition("/")[2], sample.metadata["configuration"]
        scored[key] = bool(score.value["success"]), score.value["score"], score.value["steps"]
        assert (score.value["expert_distance"] == 0) is scored[key][0]
        assert score.value["side_effects"] == len(score.metadata["side_effects"]) == 0
    ours = grid.ours()
    assert scored == ours
    assert [success for success, _, _ in ours.values()] == [True, False] * 5
    metrics = {one.name: one.metrics for one in log.results.scores}
    assert [*metrics] == [*inspect.ours.VALUES]
    assert metrics["success"]["mean"].value == 0.5
    assert metrics["harmful_acts"]["mean"].value == 0
    assert metrics["score"]["mean"].value == pytest.approx(sum(score for _, score, _ in ours.values()) / 10)

    # A model sees texts and pictures, and a reply without a call ends its episode.
    answers = iter(
        [
            inspect.called("tap", {"element": 9999}),
            inspect.called("swipe", {"direction": "up"}),
            inspect.said("I give up."),
        ]
    )
    [sample] = inspect.play(inspect.ours.phone("Alarm", "100", observation="both"), answers).samples
    assert sample.input == "Task: create alarm at 10:30 am"  # a line of the viewer's table
    assert [message.role for message in sample.messages[:3]] == ["system", "user", "assistant"]
    assert sample.messages[0].text.startswith("You control an Android phone by tools.")
    seen = [message for message in sample.messages if message.role in ("user", "tool")]
    assert [[part.type for part in message.content] for message in seen] == [["text", "image"]] * 3
    assert seen[0].text.startswith("Task: create alarm at 10:30 am\n\nScreen:\n[{'numeric_tag': 0")
    assert seen[1].text.startswith("Nothing was done: ")
    assert seen[2].text.startswith("[{'numeric_tag': 0")
    [score] = sample.scores.values()
    assert (score.value["success"], score.value["score"], score.value["steps"]) == (0.0, 0.0, 1)
    assert score.explanation.startswith("sqlite: alarm_templates")

    # A model whose calls can't be done comes to an end as well.
    calls = (inspect.called("swipe", {"direction": "sideways"}) for _ in iter(int, 1))
    [sample] = inspect.play(inspect.ours.phone("turn_on_airplane_mode", "100"), calls).samples
    assert sample.limit.type == "turn"
    [score] = sample.scores.values()
    told = {"step_limit": 6, "sub_goals": {}, "over": False, "side_effects": [], "harmful_acts": []}
    assert (score.value["steps"], score.metadata) == (0, told)
    assert not inspect.ours._phones  # each phone went with its sample


def test_what_training_must_not_see_is_played_since_inspect_evaluates(tmp_path: Path) -> None:
    inspect = Inspect(tmp_path)
    # A part of a split names the instances for validation.
    choices = {FIRST_VALIDATION_SEED: "androidworld/by_instance:validation"}
    for episode in EPISODES:
        choice, instances = choices.get(episode.seed, episode.task), 1 + episode.seed % FIRST_VALIDATION_SEED
        task = inspect.ours.phone(choice, episode.configuration, instances)
        [chosen] = [sample.id for sample in task.dataset if sample.metadata == episode.row]
        [sample] = inspect.play(task, [inspect.said("I give up.")], sample_id=chosen).samples
        [score] = sample.scores.values()
        assert (sample.metadata, score.value["steps"]) == (episode.row, 0)
