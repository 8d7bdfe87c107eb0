"""Self-imitation for PPO (Oh et al., 2018): good steps are kept, and learnt again after every update.

PPO forgets a step after one update. Where good steps are rare, as among 385 classes, it learns them slowly. A kept step
is learnt again after every update, weighted by how far its return is above the value of its screen.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bmoca_gym.policies import learner
from bmoca_gym.policies.ppo_settings import SelfImitationSettings
from bmoca_gym.policies.settings import ImitationSettings


class KeptSteps:
    """The latest good steps of a policy, each different from the others in its pixels, task or action.

    It has optimisers of its own: with shared ones, the momentum of PPO's updates would carry over into these, and back.

    Args:
        settings: which steps are kept, and how they are learnt.
        policy: a policy of Stable-Baselines3 for `Phones`.
    """

    def __init__(self, settings: SelfImitationSettings, policy: Any) -> None:
        self.settings, self.policy = settings, policy
        own = ImitationSettings(learning_rate=settings.learning_rate, muon=settings.muon, weight_decay=0.0)
        self._clip = own.clip
        self._optimizers = learner.optimizers(policy.features_extractor.network, own)
        self._half = learner.has_half_precision(policy.device)
        self._places: dict[bytes, int] = {}
        self._keys: list[bytes] = []
        self._next = 0
        #: Pixels uint8[C, H, W, 3], tasks int64[C, 1], actions float32[C, A], returns float32[C], and by how much a
        #: step was better than expected when it was last learnt, float32[C], 0 to 1. Made with the first steps.
        self._parts: dict[str, NDArray[Any]] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def add(
        self, pixels: NDArray[Any], tasks: NDArray[Any], actions: NDArray[Any], returns: NDArray[Any]
    ) -> None:
        """Keep the good ones of N steps; further ones replace the oldest.

        Args:
            pixels: the screens [N, H, W, 3], 0 to 255.
            tasks: the numbers of the tasks [N, 1].
            actions: the actions [N, A].
            returns: the returns [N].
        """
        if not self._parts:
            capacity = self.settings.capacity
            self._parts = {
                "pixels": np.zeros((capacity, *pixels.shape[1:]), np.uint8),
                "task": np.zeros((capacity, 1), np.int64),
                "action": np.zeros((capacity, actions.shape[1]), np.float32),
                "return": np.zeros(capacity, np.float32),
                "better": np.zeros(capacity, np.float32),
            }
        for number in np.flatnonzero(returns >= self.settings.least):
            step = {
                "pixels": pixels[number].astype(np.uint8),
                "task": tasks[number].astype(np.int64),
                "action": actions[number].astype(np.float32),
            }
            key = hashlib.blake2b(b"".join(part.tobytes() for part in step.values()), digest_size=16).digest()
            place = self._places.get(key)
            if place is None:
                place = self._place(key)
                for name, part in step.items():
                    self._parts[name][place] = part
            self._parts["return"][place], self._parts["better"][place] = returns[number], 1

    def _place(self, key: bytes) -> int:
        """Return the place of a new step: a free one, or that of the oldest."""
        place, self._next = self._next, (self._next + 1) % self.settings.capacity
        if place < len(self._keys):
            del self._places[self._keys[place]]
            self._keys[place] = key
        else:
            self._keys.append(key)
        self._places[key] = place
        return place

    def learn(self) -> float:
        """Learn batches of kept steps, without masks. Returns the mean loss, or 0 while nothing is kept."""
        losses = [self._learn(self._drawn()) for _ in range(self.settings.batches if self._keys else 0)]
        return float(np.mean(losses)) if losses else 0.0

    def _drawn(self) -> NDArray[Any]:
        """Draw a batch: half of it evenly, half by how much better than expected the steps were."""
        count = len(self._keys)
        half = min(self.settings.batch, count) // 2
        worth = torch.from_numpy(self._parts["better"][:count]) + 1e-3
        evenly = torch.randint(count, (half,))
        found: NDArray[Any] = torch.cat([evenly, torch.multinomial(worth, max(half, 1))]).numpy()
        return found

    def _learn(self, drawn: NDArray[Any]) -> float:
        policy, device = self.policy, self.policy.device
        batch = {name: torch.from_numpy(part[drawn]).to(device) for name, part in self._parts.items()}
        discrete = policy.features_extractor.network.discrete
        actions = batch["action"].long().flatten() if discrete else batch["action"]
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=self._half):
            values, chances, _ = policy.evaluate_actions(
                {"pixels": batch["pixels"], "task": batch["task"]}, actions
            )
        better = (batch["return"] - values.detach().flatten()).clamp(0, 1)
        self._parts["better"][drawn] = better.cpu().numpy()
        loss: Tensor = -(better * chances).mean()
        policy.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), self._clip)
        for optimizer in self._optimizers:
            optimizer.step()
        return loss.item()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes. Its tensors share their memory with the kept steps."""
        count = len(self._keys)
        return {
            "next": self._next,
            "keys": [key.hex() for key in self._keys],
            "parts": {name: torch.from_numpy(part[:count]) for name, part in self._parts.items()},
            "optimizers": [optimizer.state_dict() for optimizer in self._optimizers],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a state of `state`."""
        self._next = int(state["next"])
        self._keys = [bytes.fromhex(key) for key in state["keys"]]
        self._places = {key: place for place, key in enumerate(self._keys)}
        self._parts = {}
        for name, part in state["parts"].items():
            self._parts[name] = np.zeros((self.settings.capacity, *part.shape[1:]), part.numpy().dtype)
            self._parts[name][: len(part)] = part.numpy()
        for optimizer, saved in zip(self._optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(saved)
