"""Goes on with reinforcement learning from a fine-tuned model: GRPO by TRL, a phone for each rollout, no server.

    python grpo.py --model runs/alarm --tasks Alarm --reward expert_distance --out runs/grpo

``--reward success`` pays 1 at the end; ``expert_distance`` pays each step by how many fewer steps the expert now needs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from conversation import ARGUMENTS, first, later, unnamed
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from bmoca_gym.errors import BmocaError
from bmoca_gym.integrations.session import PhoneSession
from bmoca_gym.integrations.trl import dataset


class Phone:
    """One phone with one tool, whose argument is a text action."""

    REWARD = "success"

    def __init__(self) -> None:
        self._session = PhoneSession(reward=self.REWARD, elements=ARGUMENTS["elements"])
        self._before = ""

    def reset(self, task: str, seed: int = 0, configuration: str = "", **others: Any) -> str:
        """Start the task of a row. Return its instruction and the first screen."""
        instruction = self._session.start(task, seed, configuration)
        self._before = self._session.text()
        return first(instruction, self._before)

    def act(self, action: str) -> str:
        """Act on the phone.

        Args:
            action: a text action, such as tap(5).
        """
        try:
            self._session.say(unnamed(action))
        except BmocaError as error:
            return f"Nothing was done: {error}"
        if self._session.over:
            return "The episode is over."
        before, self._before = self._before, self._session.text()
        return later(before, self._before)

    def get_reward(self) -> float:
        """Return what the episode has earned."""
        return float(self._session.reward)


def main(arguments: list[str]) -> list[dict[str, float]]:
    """Train, and write the model. Returns the log."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--model", required=True, help="folder of finetune.py")
    add("--out", type=Path, required=True)
    add("--tasks", default="Alarm")
    add("--environments", default="train")
    add("--reward", default="success", help="as of gym.make (default: success)")
    add("--updates", type=int, default=50)
    add("--group", type=int, default=4, help="rollouts of each row (default: 4)")
    add("--turns", type=int, default=10, help="most actions of a rollout (default: 10)")
    add("--learning-rate", type=float, default=1e-6)
    add("--tokens", type=int, default=2048, help="longest rollout, screens included (default: 2048)")
    add("--seed", type=int, default=0)
    given = parser.parse_args(arguments)

    rows = [
        row | {"prompt": [{"role": "user", "content": ""}]}
        for row in dataset(given.tasks, given.environments)
    ]
    settings = GRPOConfig(
        output_dir=str(given.out), max_steps=given.updates, per_device_train_batch_size=given.group,
        num_generations=given.group, max_completion_length=given.tokens, max_tool_calling_iterations=given.turns,
        learning_rate=given.learning_rate, temperature=1.0, bf16=False, gradient_checkpointing=False,
        save_strategy="no", logging_steps=1, report_to="none", seed=given.seed,
    )  # fmt: skip
    trainer = GRPOTrainer(
        model=given.model, args=settings, train_dataset=Dataset.from_list(rows),
        environment_factory=type("Phone", (Phone,), {"REWARD": given.reward}),
    )  # fmt: skip
    trainer.train()
    trainer.save_model(str(given.out))
    return [log for log in trainer.state.log_history if "reward" in log]


if __name__ == "__main__":
    main(sys.argv[1:])
