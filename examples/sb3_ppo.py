"""PPO from Stable-Baselines3 on eight phones: python examples/sb3_ppo.py [STEPS]. Needs the extra rl."""

from __future__ import annotations

import sys

from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

import bmoca_gym  # noqa: F401 (registers the ids)

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
configurations = {"environments": "train", "resolution": (64, 128)}
phones = make_vec_env("BMoCA-OpenClockApp-v0", n_envs=8, seed=0, env_kwargs=configurations)
model = PPO("CnnPolicy", phones, n_steps=min(64, steps), batch_size=64, gamma=0.9, ent_coef=0.01, verbose=1)
model.learn(steps)

phone = model.get_env()
seen, done = phone.reset(), [False]
while not done[0]:
    seen, rewards, done, infos = phone.step(model.predict(seen, deterministic=True)[0])
print(infos[0]["instruction"], "in", infos[0]["environment"], "- done" if rewards[0] else "- not done")
