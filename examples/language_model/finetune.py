"""Fine-tunes a small model on conversations, on a processor or a GPU.

    python finetune.py --model runs/smollm2 --data runs/alarm.jsonl --out runs/alarm

Only answers are learnt: the vocabulary is compared at their tokens alone. Weights and activations are bfloat16 where
that is faster (AMX, a GPU), otherwise float32. The run writes a checkpoint every ten minutes; give the command again to
resume from the last one. For larger models, and an adapter instead, see ``examples/finetune_lora.py``.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


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
        """Resume from a checkpoint, with the copies as they were."""
        super().load_state_dict(state_dict)
        for copy in self._copies():
            if "value" in self.state[copy]:
                copy.copy_(self.state[copy]["value"])


def multiplies_bfloat16() -> bool:
    """Whether products of bfloat16 are faster here than those of float32.

    They are on a GPU, with AMX, and on AMD's processors with AVX-512 BF16; on Intel's processors with only the latter
    they are slower.
    """
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    found = Path("/proc/cpuinfo")
    words = found.read_text().split() if found.exists() else []
    return "amx_bf16" in words or ("AuthenticAMD" in words and "avx512_bf16" in words)


def freeze(model: Any, layers: int) -> None:
    """Freeze the lowest layers, and then the embeddings below them too: their gradients take time."""
    if layers:
        for part in (model.get_input_embeddings(), *model.model.layers[:layers]):
            part.requires_grad_(False)


class Example(NamedTuple):
    """The tokens of a conversation, and the places of those that are learnt."""

    tokens: list[int]
    learnt: list[int]


def read(data: Path, tokenizer: Any) -> list[Example]:
    """Read the conversations."""
    examples = []
    for line in data.read_text(encoding="utf-8").splitlines():
        found = tokenizer.apply_chat_template(
            json.loads(line)["messages"], tokenize=True, return_dict=True, return_assistant_tokens_mask=True
        )
        learnt = [place for place, answer in enumerate(found["assistant_masks"]) if answer]
        examples.append(Example(list(found["input_ids"]), learnt))
    return examples


def losses(model: Any, example: Example) -> tuple[torch.Tensor, int]:
    """The loss of each answer's tokens, and how many of them the model would write."""
    ids = torch.tensor([example.tokens], device=model.device)
    hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state[0]
    logits = model.lm_head(hidden[[place - 1 for place in example.learnt]]).float()
    wanted = ids[0, example.learnt]
    right = int((logits.argmax(-1) == wanted).sum())
    return torch.nn.functional.cross_entropy(logits, wanted, reduction="none"), right


def order(count: int, epochs: float, seed: int) -> list[int]:
    """The order in which the examples are learnt: each epoch has one of its own."""
    chance = random.Random(seed)
    places: list[int] = []
    while len(places) < count * epochs:
        places += chance.sample(range(count), count)
    return places[: round(count * epochs)]


def rate(done: float) -> float:
    """The factor of the learning rate after this share of the training: it rises over the first 5 %, then falls like a
    cosine."""
    return max(0.05, min(done / 0.05, 0.5 + 0.5 * math.cos(math.pi * min(done, 1.0))))


def last_checkpoint(out: Path) -> Path | None:
    """The newest checkpoint of a folder."""
    found = [path for path in out.glob("checkpoint-*") if re.fullmatch(r"checkpoint-[0-9]+", path.name)]
    return max(found, key=lambda path: int(path.name.partition("-")[2]), default=None)


def save(model: Any, tokenizer: Any, optimizer: Any, log: list[dict[str, float]], out: Path) -> None:
    """Write a checkpoint. It counts as one only once it is complete; the optimizer's state in older ones is deleted."""
    target = out / f"checkpoint-{int(log[-1]['update'])}"
    unfinished = out / "unfinished"
    for part in (model, tokenizer):
        part.save_pretrained(unfinished)
    torch.save({"optimizer": optimizer.state_dict(), "log": log}, unfinished / "state.pt")
    unfinished.rename(target)
    for older in out.glob("checkpoint-*/state.pt"):
        if older.parent != target:
            older.unlink()


class Learner(NamedTuple):
    """What is trained: tokenizer, model, the weights that are learnt, their optimizer, and the log so far."""

    tokenizer: Any
    model: Any
    learnt: list[torch.nn.Parameter]
    optimizer: torch.optim.Optimizer
    log: list[dict[str, float]]


def begin(model: str, out: Path, frozen: int, learning_rate: float, weight_decay: float) -> Learner:
    """Load a model, resuming from the last checkpoint in ``out`` if there is one.

    It is trained in bfloat16 where that is faster. ``frozen``: number of lowest layers that stay as they are.
    """
    short = multiplies_bfloat16()
    tokenizer = AutoTokenizer.from_pretrained(model)
    made = AutoModelForCausalLM.from_pretrained(model, dtype=torch.bfloat16 if short else torch.float32)
    freeze(made, frozen)
    learnt = [weight for weight in made.parameters() if weight.requires_grad]
    optimizer = (MasterAdamW if short else torch.optim.AdamW)(
        learnt, lr=learning_rate, weight_decay=weight_decay
    )
    log: list[dict[str, float]] = []
    if (last := last_checkpoint(out)) is not None:
        made.load_state_dict(AutoModelForCausalLM.from_pretrained(last, dtype=made.dtype).state_dict())
        state = torch.load(last / "state.pt")
        optimizer.load_state_dict(state["optimizer"])
        log = state["log"]
    return Learner(tokenizer, made, learnt, optimizer, log)


def main(arguments: list[str]) -> list[dict[str, float]]:
    """Train, and write the model. Returns a row for each update."""
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
    add("--most-minutes", type=float, default=math.inf, help="ends the training earlier (default: no limit)")
    add(
        "--frozen",
        type=int,
        default=0,
        help="lowest layers that stay as they are (default: 0, with them the words)",
    )
    add("--threads", type=int, default=0, help="of PyTorch (default: all cores)")
    add("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    if given.threads:
        torch.set_num_threads(given.threads)
    learner = begin(given.model, given.out, given.frozen, given.learning_rate, weight_decay=0.01)
    tokenizer, model, learnt, optimizer, log = learner
    examples = read(given.data, tokenizer)
    places = order(len(examples), given.epochs, given.seed)
    batches = [places[at : at + given.batch] for at in range(0, len(places), given.batch)]
    if given.max_steps > 0:
        batches = batches[: given.max_steps]
    model.train()
    begun = saved = time.monotonic()
    before, seen = (log[-1]["minutes"], log[-1]["tokens"]) if log else (0.0, 0.0)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in log))
    for number, batch in enumerate(batches[len(log) :], len(log)):
        minutes = before + (time.monotonic() - begun) / 60
        if minutes >= given.most_minutes:
            break
        part = rate(max((number + 1) / len(batches), minutes / given.most_minutes))
        for group in optimizer.param_groups:
            group["lr"] = given.learning_rate * part
        count = sum(len(examples[place].learnt) for place in batch)
        loss = right = 0.0
        for place in batch:
            found, as_wanted = losses(model, examples[place])
            (found.sum() / count).backward()
            loss, right = loss + found.sum().item() / count, right + as_wanted / count
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        seen += sum(len(examples[place].tokens) for place in batch)
        minutes = before + (time.monotonic() - begun) / 60
        log.append({"update": number + 1, "loss": loss, "right": right, "tokens": seen, "minutes": minutes})
        with (given.out / "log.jsonl").open("a") as file:
            file.write(json.dumps(log[-1]) + "\n")
        if number % 10 == 9:
            print(f"update {number + 1} of {len(batches)}, minute {minutes:.1f}: loss {loss:.3f}, "
                  f"{right:.0%} of the tokens right, {seen:.0f} tokens read", file=sys.stderr)  # fmt: skip
        if time.monotonic() - saved >= 60 * given.minutes:
            save(model, tokenizer, optimizer, log, given.out)
            saved = time.monotonic()
    model.save_pretrained(given.out)
    tokenizer.save_pretrained(given.out)
    return log


if __name__ == "__main__":
    main(sys.argv[1:])
