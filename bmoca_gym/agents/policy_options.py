"""Options of the agent that plays a trained policy, kept apart from the agent so that the command line needs no
PyTorch."""

from __future__ import annotations

from bmoca_gym.agents.options import Option

OPTIONS = (
    Option(
        "trusted", str, "", "the T5 weights (a hub's name or a folder) that a checkpoint may name beside the default "
        "ones", scored=False, metavar="NAME",
    ),
)  # fmt: skip
