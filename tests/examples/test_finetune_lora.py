"""The LoRA recipe on a tiny model with random weights and a tokenizer made here: nothing is downloaded."""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path
from typing import Any

import pytest

#: 500 MB, which the test that needs them loads in a process of its own.
MODULES = ("torch", "transformers", "peft", "trl", "datasets", "accelerate")
pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in MODULES), reason="needs the extra finetune"
)

TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


@pytest.fixture
def recipe() -> Any:
    path = Path(__file__).parents[2] / "examples" / "finetune_lora.py"
    spec = importlib.util.spec_from_file_location("finetune_lora", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The output of `bmoca demos export` for one episode."""
    from bmoca_gym import randomization, tasks
    from bmoca_gym.agents.language import chat_export
    from bmoca_gym.agents.language.solutions import Source

    source = Source(tasks.select("OpenClockApp")[0], randomization.get("013"))
    lines = chat_export.messages(source, chat_export.chosen_options({"leaves_only": True}))
    path = tmp_path / "train.jsonl"
    path.write_text("".join(json.dumps({"messages": line}) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def model(tmp_path: Path, data: Path) -> Path:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    words = Tokenizer(models.BPE())
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = decoders.ByteLevel()
    special = ["<pad>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=800,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    words.train_from_iterator([data.read_text(encoding="utf-8")], trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<|end|>")
    tokenizer.chat_template = TEMPLATE
    import torch

    torch.manual_seed(0)
    size = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2,
        max_position_embeddings=4096, pad_token_id=0, eos_token_id=1, bos_token_id=None,
    )  # fmt: skip
    folder = tmp_path / "model"
    LlamaForCausalLM(size).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.mark.apart("transformers")
@pytest.mark.exhaustive
def test_a_few_steps_and_the_adapter_loads_again(
    recipe: Any,
    data: Path,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from trl import SFTTrainer

    learnt: list[str] = []
    compute_loss = SFTTrainer.compute_loss

    def listen(trainer: Any, model: Any, inputs: Any, *others: Any, **more: Any) -> Any:
        labels = inputs["labels"][0]
        learnt.append(trainer.processing_class.decode(labels[labels != -100]))
        return compute_loss(trainer, model, inputs, *others, **more)

    monkeypatch.setattr(SFTTrainer, "compute_loss", listen)
    out = tmp_path / "lora"
    arguments = ["--model", str(model), "--data", str(data), "--out", str(out), "--accumulate", "1"]
    found = recipe.main([*arguments, "--max-steps", "3", "--learning-rate", "0.05"])
    assert math.isfinite(found["train_loss"])
    answers = {row["completion"][0]["content"] + "<|end|>" for row in recipe.read(data)}
    assert len(learnt) == 3
    assert set(learnt) <= answers  # the loss is on the answer alone
    assert (out / "adapter_model.safetensors").is_file()
    tokenizer = AutoTokenizer.from_pretrained(out)
    ids = tokenizer("Action: tap(5)", return_tensors="pt")["input_ids"]
    base = AutoModelForCausalLM.from_pretrained(model)
    with torch.no_grad():
        before = base(ids).logits
        adapted = PeftModel.from_pretrained(base, out)
        after = adapted(ids).logits
        with adapted.disable_adapter():
            torch.testing.assert_close(adapted(ids).logits, before)
    assert torch.isfinite(after).all()
    assert not torch.allclose(before, after)
    with pytest.raises(SystemExit, match="Nothing is left"):
        recipe.main([*arguments, "--max-length", "5"])
    assert "left out, longer than 5 tokens" in capsys.readouterr().err


def test_prompts_and_answers_are_told_apart(recipe: Any, data: Path) -> None:
    rows = recipe.read(data)
    assert len(rows) == len(data.read_text(encoding="utf-8").splitlines())
    for row in rows:
        assert [message["role"] for message in row["prompt"]] == ["system", "user"]
        assert [message["role"] for message in row["completion"]] == ["assistant"]
        assert row["completion"][0]["content"].startswith("Action: ")


def test_pictures_are_refused(recipe: Any, tmp_path: Path) -> None:
    path = tmp_path / "pictures.jsonl"
    content = [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "a.png"}}]
    line = {
        "messages": [{"role": "user", "content": content}, {"role": "assistant", "content": "Action: tap(1)"}]
    }
    path.write_text(json.dumps(line))
    with pytest.raises(SystemExit, match="line 1 has a picture"):
        recipe.read(path)
