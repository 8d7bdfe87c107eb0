"""The small model as an agent.

    MODEL=runs/alarm bmoca evaluate --agent player:Player --tasks Alarm \\
        --interface compact

Start the command in this folder, or put the folder on ``PYTHONPATH``. Nothing is sampled: equal models give equal
actions.
"""

from __future__ import annotations

import os
from typing import Any

import torch
from conversation import SCREENS, first, later, turn, unnamed
from transformers import AutoModelForCausalLM, AutoTokenizer, DynamicCache

#: Longest answer, in tokens. An expert's gesture with coordinates has up to 55: each digit is one.
LONGEST = 96


class Player:
    """Keeps the conversation. What the model has read is not read again: only a new screen is."""

    def __init__(self) -> None:
        folder = os.environ.get("MODEL", "runs/smollm2")
        self.name = folder
        self._tokenizer = AutoTokenizer.from_pretrained(folder)
        self._model = AutoModelForCausalLM.from_pretrained(folder).eval()
        self._stop = self._tokenizer.convert_tokens_to_ids("<|im_end|>")

    def reset(self, env: Any, info: Any, seed: int) -> None:
        """Begin an episode."""
        self._screens, self._before = 0, ""

    def act(self, observation: str, info: Any) -> str:
        """Read the screen, and write an action."""
        if self._screens % SCREENS == 0:
            self._read: list[int] = []
            self._cache = DynamicCache(config=self._model.config)
            shown = first(info["instruction"], observation)
        else:
            shown = later(self._before, observation)
        self._screens, self._before = self._screens + 1, observation
        text = turn(shown, begins=not self._read)
        self._read += self._tokenizer(text, add_special_tokens=False)["input_ids"]
        with torch.inference_mode():
            written = self._model.generate(
                torch.tensor([self._read]), past_key_values=self._cache, do_sample=False, max_new_tokens=LONGEST,
                eos_token_id=self._stop, pad_token_id=self._stop,
            )[0].tolist()[len(self._read) :]  # fmt: skip
        self._read += written if written[-1] == self._stop else [*written, self._stop]
        return unnamed(str(self._tokenizer.decode(written, skip_special_tokens=True))) or " "
