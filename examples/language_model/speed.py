"""Measures how fast a model trains on one thread: a conversation of 960 tokens, the best of four times.

python speed.py runs/smollm2 --dtype float32 --loss answers --frozen 15
"""

from __future__ import annotations

import argparse
import sys
import time

import torch
from finetune import Example, freeze, losses
from transformers import AutoModelForCausalLM

LENGTH, EVERY, TIMES = 960, 20, 4


def main(arguments: list[str]) -> float:
    """Print and return the tokens a second."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", help="folder of smollm2.py")
    parser.add_argument("--dtype", choices=["float32", "bfloat16"], default="float32")
    parser.add_argument(
        "--loss", choices=["answers", "all"], default="answers", help="tokens that are learnt"
    )
    parser.add_argument("--frozen", type=int, default=0, help="as of finetune.py")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    model = AutoModelForCausalLM.from_pretrained(given.model, dtype=getattr(torch, given.dtype)).train()
    freeze(model, given.frozen)
    tokens = torch.randint(10, model.config.vocab_size, (LENGTH,)).tolist()
    example = Example(tokens, [*range(EVERY, LENGTH, EVERY if given.loss == "answers" else 1)])
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        losses(model, example)[0].mean().backward()
        taken.append(time.perf_counter() - begun)
        model.zero_grad()
    print(f"{LENGTH / min(taken):.0f} tokens a second")
    return LENGTH / min(taken)


if __name__ == "__main__":
    main(sys.argv[1:])
