"""The small language model's path, with a tiny model of random weights: experts' conversations, training, play, and GRPO."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "language_model"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))


def tiny_model(folder: Path) -> None:
    """A Llama of one layer, and a tokenizer of single bytes with the example's chat template."""
    from conversation import ANSWERS, TEMPLATE
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    marks = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytewise = Tokenizer(
        models.BPE(vocab={token: id for id, token in enumerate([*marks, *alphabet])}, merges=[])
    )
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bytewise,
        eos_token=marks[2],
        pad_token=marks[0],
        additional_special_tokens=[marks[1]],
    )
    tokenizer.chat_template, tokenizer.response_template = TEMPLATE, ANSWERS
    tokenizer.save_pretrained(folder)
    size = LlamaConfig(
        vocab_size=len(marks) + len(alphabet), hidden_size=16, intermediate_size=16, num_hidden_layers=1,
        num_attention_heads=2, max_position_embeddings=16384, eos_token_id=2, pad_token_id=0, bos_token_id=None,
    )  # fmt: skip
    LlamaForCausalLM(size).save_pretrained(folder)


@pytest.mark.usefixtures("example")
def test_an_experts_conversation_begins_with_the_task_and_names_what_the_screen_shows() -> None:
    from conversation import SCREENS, of_expert

    from bmoca_gym.agents.language import solutions

    source = solutions.chosen("AlarmComplex", "013")[0]
    made = [*of_expert(source)]
    assert len(made) == 2
    assert len(made[0]) == 2 * SCREENS
    for messages in made:
        assert messages[0]["content"].startswith(source.task.instruction + "\n\n")
        assert [message["role"] for message in messages] == ["user", "assistant"] * (len(messages) // 2)


@pytest.mark.usefixtures("example")
def test_configurations_for_tests_are_refused(tmp_path: Path) -> None:
    import data

    with pytest.raises(SystemExit, match="for tests"):
        data.main(["--tasks", "Alarm", "--environments", "100", "-o", str(tmp_path / "a.jsonl")])


@pytest.mark.apart("transformers")
@pytest.mark.exhaustive
@pytest.mark.usefixtures("example")
def test_it_learns_goes_on_plays_and_is_reinforced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch", "transformers", "trl", "datasets", "accelerate"):
        pytest.importorskip(name)
    import data
    import finetune
    import grpo
    import player
    from conversation import ARGUMENTS

    from bmoca_gym.envs.environment import PhoneEnv

    model, out, lines = tmp_path / "model", tmp_path / "tuned", tmp_path / "lines.jsonl"
    tiny_model(model)
    assert data.main(["--tasks", "OpenClockApp", "--environments", "013,014", "-o", str(lines)]) == 2
    given = [
        "--model",
        str(model),
        "--data",
        str(lines),
        "--out",
        str(out),
        "--batch",
        "1",
        "--learning-rate",
        "0.01",
    ]
    monkeypatch.setattr(finetune, "multiplies_bfloat16", lambda: True)
    assert math.isfinite(finetune.main([*given, "--max-steps", "2", "--minutes", "0"])["train_loss"])
    assert [path.name for path in out.glob("checkpoint-*")] == ["checkpoint-2"]
    again = finetune.main([*given, "--max-steps", "3", "--minutes", "0"])
    assert json.loads((out / "checkpoint-3" / "trainer_state.json").read_text())["global_step"] == 3
    assert math.isfinite(again["train_loss"])

    monkeypatch.setenv("MODEL", str(out))
    agent = player.Player()
    with PhoneEnv("Alarm", "100", **ARGUMENTS) as env:
        observation, info = env.reset(seed=0)
        agent.reset(env, info, 0)
        for _ in range(3):
            observation, _, _, _, info = env.step(agent.act(observation, info))
        assert info["steps"] == 3

    logs = grpo.main(
        ["--model", str(out), "--out", str(tmp_path / "grpo"), "--tasks", "OpenClockApp", "--environments", "013",
         "--reward", "expert_distance", "--updates", "2", "--group", "2", "--turns", "1", "--tokens", "1500"]
    )  # fmt: skip
    assert [math.isfinite(log["reward"]) for log in logs] == [True, True]
