"""PPO in one file, in the style of CleanRL: python examples/cleanrl_ppo.py [STEPS]. Needs the extra torch.

Everything is here: the network, collecting experience, advantages, the loss.
"""

from __future__ import annotations

import sys

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import bmoca_gym  # noqa: F401 (registers the ids)

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
PHONES, ROLLOUT, EPOCHS, BATCHES = 16, min(32, STEPS), 3, 4
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.9, 0.9, 0.2, 0.01, 5e-4


class Agent(nn.Module):
    """Convolutions, followed by 385 action logits and a value."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 16, 8, stride=4), nn.ReLU(),
            nn.Conv2d(16, 32, 4, stride=2), nn.ReLU(), nn.Flatten(),
            nn.LazyLinear(256), nn.ReLU(),
        )  # fmt: skip
        self.actor, self.critic = nn.Linear(256, actions), nn.Linear(256, 1)
        nn.init.normal_(self.actor.weight, std=0.01)

    def forward(self, pixels: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Compute logits and values float[B] of screens uint8[B, H, W, 3]."""
        features = self.body(pixels.permute(0, 3, 1, 2).float() / 255)
        return Categorical(logits=self.actor(features)), self.critic(features).squeeze(1)


torch.manual_seed(0)
# With SameStep, a phone whose episode has ended begins the next one in the same step.
phones = gym.make_vec(
    "BMoCA-OpenClockApp-v0",
    num_envs=PHONES,
    environments="train",
    resolution=(64, 128),
    autoreset_mode="SameStep",
)
agent = Agent(phones.single_action_space.n)
agent(torch.zeros(1, 128, 64, 3))  # initialises the lazy layer
optimizer = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)

screens = torch.zeros(ROLLOUT, PHONES, 128, 64, 3, dtype=torch.uint8)
actions = torch.zeros(ROLLOUT, PHONES, dtype=torch.long)
logs, values, rewards, ends, advantages = (torch.zeros(ROLLOUT, PHONES) for _ in range(5))
seen = torch.from_numpy(phones.reset(seed=0)[0])
episodes = successes = 0

for update in range(max(1, STEPS // (ROLLOUT * PHONES))):
    for step in range(ROLLOUT):
        screens[step] = seen
        with torch.no_grad():
            policy, values[step] = agent(seen)
        actions[step] = policy.sample()
        logs[step] = policy.log_prob(actions[step])
        pixels, reward, terminated, truncated, _ = phones.step(actions[step].numpy())
        seen, rewards[step] = torch.from_numpy(pixels), torch.from_numpy(reward)
        ends[step] = torch.from_numpy(terminated | truncated)
        episodes, successes = episodes + int(ends[step].sum()), successes + int(np.sum(terminated))

    # Generalised advantage estimates, from the last step to the first.
    with torch.no_grad():
        following = agent(seen)[1]
    advantage = torch.zeros(PHONES)
    for step in reversed(range(ROLLOUT)):
        goes_on = 1 - ends[step]
        error = rewards[step] + GAMMA * following * goes_on - values[step]
        advantage = advantages[step] = error + GAMMA * LAMBDA * goes_on * advantage
        following = values[step]
    returns = (advantages + values).flatten()

    for _ in range(EPOCHS):
        for rows in torch.randperm(ROLLOUT * PHONES).chunk(BATCHES):
            policy, value = agent(screens.flatten(0, 1)[rows])
            ratio = (policy.log_prob(actions.flatten()[rows]) - logs.flatten()[rows]).exp()
            gain = advantages.flatten()[rows]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            surrogate = torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            loss = (
                -surrogate + 0.5 * (value - returns[rows]).square().mean() - ENTROPY * policy.entropy().mean()
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    if update % 10 == 0:
        done = (update + 1) * ROLLOUT * PHONES
        print(f"{done} steps: {successes} of {episodes} episodes succeeded, loss {loss.item():.3f}")
        episodes = successes = 0
phones.close()
