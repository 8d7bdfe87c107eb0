"""The policy network as a policy of Stable-Baselines3. Equal screens are computed once.

A phone often shows the same screens: every episode begins on one of a few home screens, and most taps change nothing.
While acting, the outputs of a screen are cached until the weights change. While learning, equal screens of a batch go
through the network once. Both save time, and do not change any result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from bmoca_gym.policies import base_settings
from bmoca_gym.policies.compact_network import make_network
from bmoca_gym.policies.settings import CLASSES, TAPS, NetworkSettings

#: Largest number of cached screens while acting, about 100 KB each.
REMEMBERED = 4096


class Screens(BaseFeaturesExtractor):
    """The network as a features extractor: float[B, A + W], logits or dual gestures, then the pooled features.

    Args:
        observation_space: the observation space of `Phones`.
        network: the network's settings as plain data.
        instructions: the instructions of the tasks, in order of their numbers.
        other_share: share of swipes and keys among the actions of an untrained network.
    """

    def __init__(
        self, observation_space: Any, network: dict[str, Any], instructions: Iterable[str], other_share: float
    ) -> None:
        settings = base_settings.from_mapping(NetworkSettings, network)
        self.actions = CLASSES if settings.action == "discrete" else 4
        super().__init__(observation_space, self.actions + settings.width)
        self.network = make_network(settings)
        if self.network.discrete:
            bias = math.log(other_share / (1 - other_share) * TAPS / (CLASSES - TAPS))
            last: Any = self.network.whole[-1]
            nn.init.constant_(last.bias, bias)
            self.untrained: Tensor
            logits = torch.cat([torch.zeros(TAPS), torch.full((CLASSES - TAPS,), bias)])
            self.register_buffer("untrained", logits, persistent=False)
        self.learns = True
        self.instructions = tuple(instructions)
        ids, there = self.network.tokens(list(self.instructions))
        self.ids: Tensor
        self.there: Tensor
        self.register_buffer("ids", ids, persistent=False)
        self.register_buffer("there", there, persistent=False)
        self._remembered: dict[tuple[int, bytes], Tensor] = {}

    def train(self, mode: bool = True) -> Screens:
        """Set the mode, and clear the cache. The network itself stays in evaluation mode, to act as it learns."""
        super().train(mode)
        self.network.eval()
        self._remembered.clear()
        return self

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """Compute the features of ``pixels`` uint8[B, 256, 128, 3] and ``task`` int64[B, 1]."""
        pixels, tasks = observations["pixels"], observations["task"].reshape(-1).long()
        rows = pixels.cpu().numpy()
        keys = list(zip(tasks.tolist(), (row.tobytes() for row in rows), strict=True))
        first: dict[tuple[int, bytes], int] = {}
        for number, key in enumerate(keys):
            first.setdefault(key, number)
        if torch.is_grad_enabled():
            found = self._computed(pixels, tasks, list(first.values()))
            place = {key: number for number, key in enumerate(first)}
            return found[torch.tensor([place[key] for key in keys], device=found.device)]
        known = self._remembered
        new = {key: number for key, number in first.items() if key not in known}
        if new:
            if len(known) + len(new) > REMEMBERED:
                known.clear()
                new = first
            known.update(zip(new, self._computed(pixels, tasks, list(new.values())), strict=True))
        return torch.stack([known[key] for key in keys])

    def _computed(self, pixels: Tensor, tasks: Tensor, numbers: list[int]) -> Tensor:
        device = self.network.device
        pixels, tasks = pixels[numbers].to(device), tasks[numbers].to(device)
        with torch.set_grad_enabled(torch.is_grad_enabled() and self.learns):
            features, whole = self.network.encode(pixels, self.ids[tasks], self.there[tasks])
            return torch.cat([self.network.head(features, whole), whole], dim=1)


class Part(nn.Module):
    """Selection of the first ``until`` features."""

    def __init__(self, until: int) -> None:
        super().__init__()
        self.until = until

    def forward(self, features: Tensor) -> Tensor:
        """Select from ``features`` float[B, F]."""
        return features[:, : self.until]


class Value(nn.Module):
    """Value head: float[B, 1] from the features after the first ``start``."""

    def __init__(self, start: int, width: int) -> None:
        super().__init__()
        self.start = start
        last = nn.Linear(64, 1)
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
        self.layers = nn.Sequential(nn.Linear(width, 64), nn.GELU(), last)

    def forward(self, features: Tensor) -> Tensor:
        """Compute the values of ``features`` float[B, F]."""
        found: Tensor = self.layers(features[:, self.start :])
        return found


class _OfScreens:
    """Base of both policies. The actor is the head of the network; the critic uses its pooled features."""

    action_net: Any
    value_net: Any
    #: Share of each phone's steps with an action of an untrained network, float[B], or None (discrete only).
    explore: Tensor | None
    #: For each step since the last rollout began, the phones with such an action: bool[B].
    explored: list[Tensor]
    #: Called before each batch of an update, if set.
    on_batch: Callable[[], None] | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        chosen = {"features_extractor_class": Screens, "net_arch": [], "ortho_init": False}
        super().__init__(*args, **{**kwargs, **chosen})
        self.explore = None
        self.explored = []
        self.on_batch = None

    def _build(self: Any, lr_schedule: Any) -> None:
        super()._build(lr_schedule)  # type: ignore[misc]  # a method of the next base class
        screens = self.features_extractor
        self.action_net = Part(screens.actions)
        self.value_net = Value(screens.actions, screens.features_dim - screens.actions)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(self: Any, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
        """Compute actions, values float[B, 1], and log-probabilities of the actions float[B].

        The log-probabilities of explored actions are the policy's own.
        """
        named = {} if action_masks is None else {"action_masks": action_masks}
        actions, values, chances = super().forward(obs, deterministic, **named)  # type: ignore[misc]
        if self.explore is not None and not deterministic:
            explored = torch.rand(len(actions), device=actions.device) < self.explore.to(actions.device)
            actions = torch.where(explored, self._untrained(len(actions), action_masks), actions)
            chances = self.get_distribution(obs, **named).log_prob(actions)
            self.explored.append(explored)
        return actions, values, chances

    def evaluate_actions(self: Any, *args: Any, **named: Any) -> Any:
        """Compute the values, log-probabilities and entropies of a batch of an update."""
        if self.on_batch is not None:
            self.on_batch()
        return super().evaluate_actions(*args, **named)  # type: ignore[misc]

    def _untrained(self: Any, count: int, masks: Any) -> Tensor:
        """Draw the actions of an untrained network."""
        logits = self.features_extractor.untrained.expand(count, -1)
        if masks is not None:
            allowed = torch.as_tensor(masks, dtype=torch.bool, device=logits.device)
            logits = logits.masked_fill(~allowed.reshape(logits.shape), -math.inf)
        return torch.distributions.Categorical(logits=logits).sample()

    def extract_features(self: Any, obs: Any, features_extractor: Any = None) -> Tensor:
        """Extract features without Stable-Baselines3's preprocessing; the network has its own."""
        found: Tensor = self.features_extractor(obs)
        return found

    def get_distribution(self: Any, obs: Any, *masks: Any, **named: Any) -> Any:
        """Return the distribution of actions. Stable-Baselines3's own method bypasses `extract_features`."""
        found = self._get_action_dist_from_latent(self.extract_features(obs))
        given = masks[0] if masks else named.get("action_masks")
        if given is not None:
            found.apply_masking(given)
        return found

    def predict_values(self: Any, obs: Any) -> Tensor:
        """Compute the values float[B, 1] of observations."""
        found: Tensor = self.value_net(self.extract_features(obs))
        return found


class ScreenPolicy(_OfScreens, ActorCriticPolicy):
    """Policy for ``stable_baselines3.PPO``: discrete or dual gestures."""


class MaskedScreenPolicy(_OfScreens, MaskableActorCriticPolicy):
    """Policy for ``sb3_contrib.MaskablePPO``: discrete, with masks."""
