"""A task of your own in thirty lines: python examples/own_task.py. Needs nothing but the package."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bmoca_gym import PhoneEnv, Tap

CATALOGUE = r"""
version: 1.0.0
apps: {Calculator: com.google.android.calculator}
categories: [Utility]
tasks:
  - id: work_out_seven_times_eight
    instruction: work out seven times eight in Calculator
    app: Calculator
    category: Utility
    step_limit: 6
    clock: {time: 2024-05-01 10:00:00, frozen: false}
    corrected:
      ui: {resource_id: 'com.google.android.calculator:id/result_preview', attribute: text, normalised: '56'}
"""

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "mine.yaml")
    file.write_text(CATALOGUE, encoding="utf-8")
    env = PhoneEnv(tasks=str(file), environments="100", action="dual_gesture")
observation, info = env.reset(seed=0)
for wanted in (
    "Calculator",
    "digit_7",
    "op_mul",
    "digit_8",
):  # a solution: descriptions of buttons in the UI tree
    tree = env.device.ui_tree()
    node = next(n for n in tree.nodes if wanted in (n.text, n.resource_id.rpartition("/")[2]))
    left, top, right, bottom = node.bounds
    tap = Tap((left + right) / 2 / tree.width, (top + bottom) / 2 / tree.height)
    observation, reward, terminated, truncated, info = env.step(env.action_mode.encode(tap, tree))
print(info["instruction"], "-", info["steps"], "steps, reward", reward, info["evidence"])
