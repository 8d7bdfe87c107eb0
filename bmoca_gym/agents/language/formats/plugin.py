"""Registers an action mode and an interface for each grammar of a phone model."""

from bmoca_gym.envs.registries import register_action_mode, register_interface
from bmoca_gym.registry import made_by

#: The formats, listed so that their grammars are imported only when one is used. A test compares them with `FORMATS`.
NAMES = (
    "ui-tars-1.5", "ui-tars-1.5/npm", "ui-tars-doubao", "seed-1.8", "qwen2.5-vl", "qwen3-vl", "qwen3.5",
    "qwen3.5/tools", "gui-owl-1.5", "autoglm-phone", "mai-ui", "ui-venus-1.5", "step-gui", "agentcpm-gui", "os-atlas",
    "cogagent", "gemini-computer-use", "claude-computer-use", "openai-computer-use", "tool-call/1000", "tool-call/px",
)  # fmt: skip

for name in NAMES:
    register_action_mode(name, made_by("bmoca_gym.agents.language.formats.action_mode:make", name))
    register_interface(name, action=name, observation="pixels", resolution=(1080, 2400))
