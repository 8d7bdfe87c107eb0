"""PPO with TorchRL: python examples/torchrl_ppo.py [STEPS]. Needs the extra examples."""

from __future__ import annotations

import sys

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymEnv, TransformedEnv
from torchrl.envs.transforms import ToTensorImage
from torchrl.modules import OneHotCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import bmoca_gym  # noqa: F401 (registers the ids)

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
FRAMES = min(512, STEPS)

torch.manual_seed(0)
phone = GymEnv("BMoCA-OpenClockApp-v0", environments="train", resolution=(64, 128))
env = TransformedEnv(phone, ToTensorImage())
env.set_seed(0)


def network(outputs: int) -> nn.Sequential:
    """Convolutions over float[..., 3, 128, 64]."""
    return nn.Sequential(
        nn.Conv2d(3, 16, 8, stride=4), nn.ReLU(), nn.Conv2d(16, 32, 4, stride=2), nn.ReLU(),
        nn.Flatten(-3), nn.LazyLinear(128), nn.ReLU(), nn.Linear(128, outputs),
    )  # fmt: skip


actor = ProbabilisticActor(
    TensorDictModule(network(env.action_spec.shape[-1]), in_keys=["pixels"], out_keys=["logits"]),
    spec=env.action_spec,
    in_keys=["logits"],
    distribution_class=OneHotCategorical,
    return_log_prob=True,
)
critic = ValueOperator(network(1), in_keys=["pixels"])
first = env.reset()
actor(first.clone())
critic(first.clone())

advantage = GAE(gamma=0.9, lmbda=0.9, value_network=critic)
objective = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
optimizer = torch.optim.Adam(objective.parameters(), lr=5e-4)
collector = Collector(env, actor, frames_per_batch=FRAMES, total_frames=STEPS)
for number, data in enumerate(collector):
    for _ in range(3):
        with torch.no_grad():
            advantage(data)
        for rows in torch.randperm(FRAMES).split(128):
            losses = objective(data[rows])
            loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(
        f"{(number + 1) * FRAMES} steps: reward {float(data['next', 'reward'].sum()):.0f}, loss {loss.item():.3f}"
    )
collector.shutdown()
