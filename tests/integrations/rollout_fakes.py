"""Policies for the tests of rollouts, in a module that workers can import by name."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np

from bmoca_gym.integrations.rollouts import Decision


class Mortal:
    """Acts by chance. In one episode it kills its process; then a file in $MORTAL_FOLDER stops it."""

    name = "mortal"

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        if "MORTAL_FOLDER" in os.environ:
            with contextlib.suppress(FileExistsError):
                Path(os.environ["MORTAL_FOLDER"], "killed").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        return int(self.rng.integers(385))


class Coin(Mortal):
    """A policy of text actions; its weights are the probability of HOME."""

    name = "coin"

    def __init__(self) -> None:
        self.weights = 0.5

    def load(self, weights: float) -> None:
        self.weights = weights

    def act(self, observation: Any, info: dict[str, Any]) -> Decision:
        home = bool(self.rng.random() < self.weights)
        return Decision('press("HOME")' if home else 'press("BACK")', {"home": home, "weights": self.weights})


class Broken(Coin):
    """A policy with a fault."""

    def act(self, observation: Any, info: dict[str, Any]) -> Decision:
        raise ZeroDivisionError("the policy is broken")
