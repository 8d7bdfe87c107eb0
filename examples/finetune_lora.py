"""Fine-tunes a language model on experts' solutions with LoRA: what `bmoca demos export --format chat` wrote.

    bmoca demos collect -o demos                                  # the paper's shape: 6 tasks x 35 configurations
    bmoca demos export demos --format chat -o train.jsonl
    python examples/finetune_lora.py --model Qwen/Qwen2.5-1.5B-Instruct --data train.jsonl --out runs/lora
    vllm serve Qwen/Qwen2.5-1.5B-Instruct --enable-lora --lora-modules bmoca=runs/lora
    bmoca evaluate --agent llm --model bmoca --base-url http://localhost:8000/v1 --no-chain-of-thought

Any causal language model with a chat template will do; the loss is on the answers alone. Install what it needs with
``pip install -e '.[finetune]'``. The adapter's size, the schedule and the batch are those of the reference code
for the paper's Llama-3-8B, which also has ``--learning-rate 1e-6 --weight-decay 1 --epochs 15``; our rate is higher.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

#: Names of the linear layers that get an adapter, in Llama, Qwen, Mistral and Gemma.
LAYERS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--model", required=True, help="a folder, or a name on the hub")
    add("--data", type=Path, required=True, help="of bmoca demos export --format chat")
    add("--out", type=Path, required=True, help="where the adapter is written")
    add("--epochs", type=float, default=3)
    add("--max-steps", type=int, default=-1, help="ends the training earlier (default: no limit)")
    add("--learning-rate", type=float, default=1e-4)
    add("--weight-decay", type=float, default=0.0)
    add("--batch", type=int, default=1, help="prompts at once (default: 1)")
    add("--accumulate", type=int, default=8, help="batches to an update (default: 8)")
    add("--max-length", type=int, default=8192, help="longer prompts are left out, in tokens (default: 8192)")
    add("--rank", type=int, default=8, help="of the adapter's matrices (default: 8)")
    add("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def read(path: Path) -> list[dict[str, Any]]:
    """Read prompts and answers: the last message of a line is the answer, those before it are the prompt."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        messages = json.loads(line)["messages"]
        if any(not isinstance(message["content"], str) for message in messages):
            raise SystemExit(
                f"{path}, line {number} has a picture; this recipe is for text: export without --multimodal."
            )
        rows.append({"prompt": messages[:-1], "completion": messages[-1:]})
    return rows


def short_enough(rows: list[dict[str, Any]], tokenizer: Any, limit: int) -> list[dict[str, Any]]:
    """Return the rows with up to ``limit`` tokens: a truncated one would lose its answer."""

    def length(row: dict[str, Any]) -> int:
        return len(
            tokenizer.apply_chat_template(row["prompt"] + row["completion"], return_dict=True)["input_ids"]
        )

    kept = [row for row in rows if length(row) <= limit]
    print(
        f"{len(kept)} prompts; {len(rows) - len(kept)} left out, longer than {limit} tokens", file=sys.stderr
    )
    if not kept:
        raise SystemExit("Nothing is left to learn from: give a larger --max-length.")
    return kept


def main(arguments: list[str]) -> dict[str, float]:
    """Train, and write the adapter. Returns the metrics of the training, with ``train_loss``."""
    given = parse(arguments)
    import torch
    from datasets import Dataset
    from peft import LoraConfig
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from trl import SFTConfig, SFTTrainer

    cuda = torch.cuda.is_available()
    tokenizer = AutoTokenizer.from_pretrained(given.model)
    rows = short_enough(read(given.data), tokenizer, given.max_length)
    model = AutoModelForCausalLM.from_pretrained(given.model, dtype=torch.bfloat16 if cuda else torch.float32)
    settings = SFTConfig(
        output_dir=str(given.out),
        num_train_epochs=given.epochs,
        max_steps=given.max_steps,
        per_device_train_batch_size=given.batch,
        gradient_accumulation_steps=given.accumulate,
        learning_rate=given.learning_rate,
        weight_decay=given.weight_decay,
        lr_scheduler_type="cosine",
        warmup_steps=0.01,  # below 1: a fraction of all steps
        max_length=given.max_length,
        completion_only_loss=True,
        bf16=cuda,
        use_cpu=not cuda,
        logging_steps=1 if given.max_steps > 0 else 10,
        save_strategy="no",
        report_to="none",
        seed=given.seed,
    )
    adapter = LoraConfig(
        r=given.rank, lora_alpha=2 * given.rank, lora_dropout=0.1, bias="none", target_modules=list(LAYERS),
        task_type="CAUSAL_LM",
    )  # fmt: skip
    trainer = SFTTrainer(
        model=model,
        args=settings,
        train_dataset=Dataset.from_list(rows),
        processing_class=tokenizer,
        peft_config=adapter,
    )
    result = trainer.train()
    trainer.save_model(str(given.out))
    print(f"{given.out}: loss {result.training_loss:.3f} after {result.global_step} updates", file=sys.stderr)
    return {name: float(value) for name, value in result.metrics.items()}


if __name__ == "__main__":
    main(sys.argv[1:])
