"""Fine-tunes all weights of a small model on conversations, with TRL's trainer, on a processor or a GPU.

    python finetune.py --model runs/smollm2 --data runs/alarm.jsonl --out runs/alarm

Weights and activations are bfloat16 where the processor multiplies them (AMX, AVX-512 BF16), otherwise float32. The
run writes a checkpoint every ten minutes; give the command again to go on from the last one. For larger models, and an
adapter instead, see ``examples/finetune_lora.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    TrainerCallback,
    get_cosine_schedule_with_warmup,
    trainer_utils,
)
from trl import SFTConfig, SFTTrainer


class MasterAdamW(torch.optim.AdamW):
    """AdamW over copies in float32 of the weights, whose own bfloat16 is too coarse for small steps."""

    def __init__(self, weights: Any, **options: Any) -> None:
        self._weights = [weight for weight in weights if weight.requires_grad]
        super().__init__([weight.detach().float().clone() for weight in self._weights], **options)

    def _copies(self) -> list[torch.Tensor]:
        return [copy for group in self.param_groups for copy in group["params"]]

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """Step the copies, and round them into the weights."""
        for weight, copy in zip(self._weights, self._copies(), strict=True):
            copy.grad = None if weight.grad is None else weight.grad.float()
        super().step(closure)
        for weight, copy in zip(self._weights, self._copies(), strict=True):
            weight.copy_(copy)
            copy.grad = None
            self.state[copy]["value"] = copy.detach()

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the weights' gradients."""
        for weight in self._weights:
            weight.grad = None

    @torch.no_grad()
    def load_state_dict(self, state_dict: Any) -> None:
        """Go on from a checkpoint, with the copies as they were."""
        super().load_state_dict(state_dict)
        for copy in self._copies():
            if "value" in self.state[copy]:
                copy.copy_(self.state[copy]["value"])


class EveryMinutes(TrainerCallback):
    """Asks for a checkpoint when enough time has passed since the last."""

    def __init__(self, minutes: float) -> None:
        self._seconds, self._last = 60 * minutes, time.monotonic()

    def on_step_end(self, args: Any, state: Any, control: Any, **others: Any) -> Any:
        """Ask for it if it is time."""
        if time.monotonic() - self._last >= self._seconds:
            control.should_save, self._last = True, time.monotonic()
        return control


def multiplies_bfloat16() -> bool:
    """Whether the machine has instructions for products of bfloat16."""
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    found = Path("/proc/cpuinfo")
    told = found.read_text().split() if found.exists() else []
    return "amx_bf16" in told or "avx512_bf16" in told


def main(arguments: list[str]) -> dict[str, float]:
    """Train, and write the model. Returns the metrics of the training."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--model", required=True, help="folder of smollm2.py, or of an earlier run")
    add("--data", type=Path, required=True, help="of data.py")
    add("--out", type=Path, required=True, help="where checkpoints and the model are written")
    add("--epochs", type=float, default=3)
    add("--max-steps", type=int, default=-1, help="ends the training earlier (default: no limit)")
    add("--learning-rate", type=float, default=3e-4)
    add("--batch", type=int, default=4, help="conversations to an update (default: 4)")
    add("--minutes", type=float, default=10, help="between checkpoints (default: 10)")
    add("--threads", type=int, default=0, help="of PyTorch (default: all cores)")
    add("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    if given.threads:
        torch.set_num_threads(given.threads)
    short = multiplies_bfloat16()
    tokenizer = AutoTokenizer.from_pretrained(given.model)
    model = AutoModelForCausalLM.from_pretrained(
        given.model, dtype=torch.bfloat16 if short else torch.float32
    )
    rows = [json.loads(line) for line in given.data.read_text(encoding="utf-8").splitlines()]
    settings = SFTConfig(
        output_dir=str(given.out), num_train_epochs=given.epochs, max_steps=given.max_steps,
        per_device_train_batch_size=1, gradient_accumulation_steps=given.batch, max_length=None,
        assistant_only_loss=True, pad_to_multiple_of=64, gradient_checkpointing=False, bf16=False,
        use_cpu=not torch.cuda.is_available(), train_sampling_strategy="group_by_length", logging_steps=5,
        save_strategy="no", save_total_limit=1, report_to="none", seed=given.seed,
    )  # fmt: skip
    updates = given.max_steps if given.max_steps > 0 else round(len(rows) / given.batch * given.epochs)
    options = {"lr": given.learning_rate, "weight_decay": 0.01}
    optimizer = (
        MasterAdamW(model.parameters(), **options)
        if short
        else torch.optim.AdamW(model.parameters(), **options)
    )
    schedule = get_cosine_schedule_with_warmup(optimizer, max(1, updates // 20), updates)
    trainer = SFTTrainer(
        model=model, args=settings, train_dataset=Dataset.from_list(rows), processing_class=tokenizer,
        optimizers=(optimizer, schedule), callbacks=[EveryMinutes(given.minutes)],
    )  # fmt: skip
    last = trainer_utils.get_last_checkpoint(str(given.out)) if given.out.exists() else None
    result = trainer.train(resume_from_checkpoint=last)
    trainer.save_model(str(given.out))
    print(f"{given.out}: loss {result.training_loss:.3f} after {result.global_step} updates", file=sys.stderr)
    return {name: float(value) for name, value in result.metrics.items()}


if __name__ == "__main__":
    main(sys.argv[1:])
