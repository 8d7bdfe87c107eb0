"""PPO with RLlib: python examples/rllib_ppo.py [STEPS]. Needs the extra examples.

``ray[rllib]`` requires exactly Gymnasium 1.2.2; RLlib itself works with the newer one that the extra installs.
"""

from __future__ import annotations

import sys

import gymnasium as gym
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.tune.registry import register_env

import bmoca_gym  # noqa: F401 (registers the ids)

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
FRAMES = min(512, STEPS)


def make_phone(config: dict[str, object]) -> gym.Env:
    """Return a phone whose pixels are float32 from 0 to 1, as RLlib's networks expect."""
    env = gym.make("BMoCA-OpenClockApp-v0", environments="train", resolution=(64, 64))
    space = gym.spaces.Box(0.0, 1.0, (64, 64, 3), np.float32)
    return gym.wrappers.TransformObservation(env, lambda pixels: pixels.astype(np.float32) / 255, space)


register_env("phone", make_phone)
# One processor: the algorithm runs in this process, and other workers would start for nothing.
ray.init(num_cpus=1, include_dashboard=False, _node_ip_address="127.0.0.1", logging_level="ERROR")
algorithm = (
    PPOConfig()
    .environment("phone")
    .env_runners(num_env_runners=0, num_envs_per_env_runner=4)
    .rl_module(model_config=DefaultModelConfig(conv_filters=[[16, 8, 4], [32, 4, 2]]))
    .training(
        gamma=0.9,
        lambda_=0.9,
        train_batch_size_per_learner=FRAMES,
        minibatch_size=min(128, FRAMES),
        num_epochs=3,
    )
    .debugging(seed=0)
    .build_algo()
)
for number in range(max(1, STEPS // FRAMES)):
    result = algorithm.train()
    print(f"{(number + 1) * FRAMES} steps: mean return {result['env_runners'].get('episode_return_mean')}")
algorithm.stop()
ray.shutdown()
