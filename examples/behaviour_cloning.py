"""Behaviour cloning in fifty lines: python examples/behaviour_cloning.py [EPOCHS]. Needs the extra torch."""

from __future__ import annotations

import sys

import gymnasium as gym
import numpy as np
import torch
from torch import nn

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym import agents

EPOCHS = int(sys.argv[1]) if len(sys.argv) > 1 else 150
CONFIGURATIONS = [f"{number:03d}" for number in range(7)]

# An expert demonstrates the task in seven configurations.
env = gym.make("BMoCA-Alarm-v0", environments=CONFIGURATIONS, resolution=(64, 128)).unwrapped
expert = agents.create("expert")
screens, actions = [], []
for configuration in CONFIGURATIONS:
    pixels, info = env.reset(options={"environment": configuration})
    expert.reset(env, info, seed=0)
    over = False
    while not over:
        screens.append(pixels)
        actions.append(expert.act(pixels, info))
        pixels, reward, terminated, truncated, info = env.step(actions[-1])
        over = terminated or truncated
print(f"{len(CONFIGURATIONS)} demonstrations, {len(actions)} steps")

# A small network learns to do what the expert did on each screen.
torch.manual_seed(0)
network = nn.Sequential(
    nn.Conv2d(3, 16, 8, stride=4), nn.ReLU(), nn.Conv2d(16, 32, 4, stride=2), nn.ReLU(),
    nn.Flatten(), nn.LazyLinear(256), nn.ReLU(), nn.Linear(256, int(env.action_space.n)),
)  # fmt: skip
inputs = torch.from_numpy(np.stack(screens)).permute(0, 3, 1, 2).float() / 255 - 0.5
labels = torch.tensor(actions)
network(inputs[:1])
optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
for _ in range(EPOCHS):
    loss = nn.functional.cross_entropy(network(inputs), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.3f}")

# It does the task in these configurations, and mostly fails in one that it has never seen.
for configuration in [*CONFIGURATIONS, "100"]:
    pixels, info = env.reset(options={"environment": configuration})
    over = False
    while not over:
        logits = network(torch.from_numpy(pixels).permute(2, 0, 1)[None].float() / 255 - 0.5)
        pixels, reward, terminated, truncated, info = env.step(int(logits.argmax()))
        over = terminated or truncated
    print(configuration, "done" if terminated else "not done")
