"""The interface for TRL: the phone as tools, and two updates by TRL's own trainer with a tiny model that is made
here."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import tasks
from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.trl import PhoneTools, dataset, eval_dataset
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED, FIRST_VALIDATION_SEED
from tests.integrations.held_out import EPISODES

TOOLS = {"tap", "long_press", "swipe", "type_text", "press", "wait", "answer", "finish"}


def test_every_tool_has_types_and_says_what_it_does() -> None:
    public = {
        name: method
        for name, method in inspect.getmembers(PhoneTools, inspect.isfunction)
        if not name.startswith("_") and name not in ("reset", "get_reward")
    }
    assert set(public) == TOOLS
    for method in public.values():
        assert inspect.getdoc(method)
        signature = inspect.signature(method, eval_str=True)
        assert signature.return_annotation is str
        for name, parameter in list(signature.parameters.items())[1:]:
            assert parameter.annotation in (int, str)
            assert re.search(rf"^ *{name}: ", str(method.__doc__), re.MULTILINE)


def test_a_task_is_done_by_tools_and_earns_its_reward() -> None:
    phone = PhoneTools()
    shown = phone.reset(task="turn_on_airplane_mode", configuration="000", prompt=[])
    assert shown.startswith("Task: turn on airplane mode")
    phone.swipe("down")
    screen = phone.swipe("down")
    tag = re.search(r"'numeric_tag': (\d+)[^}]*Airplane", screen)
    if tag is None:  # the tile may name itself by its description first
        tag = re.search(r"'numeric_tag': (\d+)(?=[^}]*[Aa]irplane)", screen)
    assert tag is not None, screen
    assert phone.tap(int(tag[1])) == "The episode is over."
    assert phone.get_reward() == 1.0
    assert phone.tap(0).startswith("Nothing was done: The episode is over.")


def test_a_subclass_chooses_another_reward() -> None:
    class Dense(PhoneTools):
        REWARD = "expert_distance"

    phone = Dense()
    phone.reset(task="Alarm")
    phone.press("HOME")
    assert isinstance(phone.get_reward(), float)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda phone: phone.tap(9999), "Nothing was done: "),
        (lambda phone: phone.swipe("sideways"), "Nothing was done: "),
        (lambda phone: phone.press("NUKE"), "Nothing was done: "),
    ],
)
def test_a_tool_that_can_not_do_it_says_why(call: Callable[[PhoneTools], str], said: str) -> None:
    phone = PhoneTools()
    phone.reset(task="Alarm")
    assert call(phone).startswith(said)


def test_rows_name_tasks_and_never_draw_instances_for_tests() -> None:
    rows = dataset("androidworld/all", "androidworld/pixel_6", 2)
    templates = tasks.templates("androidworld/all")
    assert len(rows) == sum(2 if template.parameters else 1 for template in templates)
    assert {row["seed"] for row in rows} <= {0, FIRST_TRAINING_SEED, FIRST_TRAINING_SEED + 1}
    phone = PhoneTools()
    assert phone.reset(**rows[0]).startswith("Task: ")


def test_rows_of_an_evaluation_say_so_and_others_can_not_reach_what_is_for_tests() -> None:
    rows = eval_dataset(["Alarm", "androidworld/contacts_add_contact"], "105", 2)
    assert [(row["seed"], row["configuration"], row["held_out"]) for row in rows] == [
        (0, "105", True),
        (0, "105", True),
        (1, "105", True),
    ]
    part = "androidworld/by_template:validation"
    first = next(row for row in eval_dataset(part, "androidworld/pixel_6") if row["seed"])
    assert first["seed"] == FIRST_VALIDATION_SEED
    phone = PhoneTools()
    for row in (*rows, first):
        assert phone.reset(**row).startswith("Task: ")
        with pytest.raises(ArgumentError, match=r"is for (tests|validation)"):
            phone.reset(**row | {"held_out": None})  # as a column of other rows
    with pytest.raises(ArgumentError, match="the part for tests has 1 to 900 of each task"):
        eval_dataset("androidworld/contacts_add_contact", "105", 901)

    class Within(PhoneTools):
        SPLIT = "by_app:train"

    with pytest.raises(ArgumentError, match="bmoca/call_911 is in by_app:test"):
        Within().reset("call_911")


def tiny_model() -> tuple[Any, Any]:
    """A Qwen3 of one layer with random weights, and a tokenizer of single bytes."""
    import transformers
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from trl import chat_template_utils

    marks = [
        "<|endoftext|>",
        "<|im_start|>",
        "<|im_end|>",
        "<tool_call>",
        "</tool_call>",
        "<think>",
        "</think>",
    ]
    vocabulary = {
        token: id for id, token in enumerate([*marks, *sorted(pre_tokenizers.ByteLevel.alphabet())])
    }
    bytewise = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bytewise,
        eos_token=marks[2],
        pad_token=marks[0],
        additional_special_tokens=[marks[1]],
    )
    tokenizer.chat_template = chat_template_utils.qwen3_chat_template
    size = transformers.Qwen3Config(
        vocab_size=len(vocabulary), hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2,
        num_key_value_heads=1, head_dim=8, eos_token_id=2, pad_token_id=0, bos_token_id=None,
    )  # fmt: skip
    return transformers.Qwen3ForCausalLM(size), tokenizer


def trainer_of(rows: list[dict[str, Any]], folder: Path, steps: int = 2) -> Any:
    """TRL's own trainer, with the tiny model."""
    trl = pytest.importorskip("trl")
    datasets = pytest.importorskip("datasets")
    model, tokenizer = tiny_model()
    arguments = trl.GRPOConfig(
        output_dir=str(folder), max_steps=steps, per_device_train_batch_size=2, num_generations=2, bf16=False,
        max_completion_length=24, report_to=[], use_cpu=True, save_strategy="no", logging_steps=1,
        max_tool_calling_iterations=1, disable_tqdm=True,
    )  # fmt: skip
    return trl.GRPOTrainer(
        model=model, processing_class=tokenizer, args=arguments, environment_factory=PhoneTools,
        train_dataset=datasets.Dataset.from_list(rows),
    )  # fmt: skip


@pytest.mark.apart("transformers")
@pytest.mark.exhaustive
def test_trls_own_trainer_ends_at_a_row_that_training_must_not_see_unless_it_asks(tmp_path: Path) -> None:
    [plain] = dataset("Alarm", "000")
    for episode in EPISODES:
        with pytest.raises(ArgumentError, match=re.escape(episode.why)):
            trainer_of([plain | episode.row] * 2, tmp_path).train()
    asking = [plain | episode.row | {"held_out": True} for episode in EPISODES]
    trainer = trainer_of(asking, tmp_path, steps=len(EPISODES))
    trainer.train()
    assert len([log for log in trainer.state.log_history if "reward" in log]) == len(EPISODES)


@pytest.mark.apart("transformers")
@pytest.mark.exhaustive
def test_two_updates_by_trls_own_trainer(tmp_path: Path) -> None:
    trainer = trainer_of(dataset("Alarm", "000") * 4, tmp_path)
    trainer.train()
    logs = [log for log in trainer.state.log_history if "reward" in log]
    assert [log["rewards/PhoneTools/mean"] for log in logs] == [0.0, 0.0]
    # The prompt has the task and the screen, so it is long; each answer is cut at its limit.
    assert all(log["completions/max_length"] == 24 for log in logs)
    assert logs[-1]["num_tokens"] > 8000
