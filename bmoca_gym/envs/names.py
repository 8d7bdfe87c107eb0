"""Names of the modes: ``Literal`` types for type checkers, tuples for checks at run time."""

from __future__ import annotations

from typing import Literal, get_args

#: The modes of the three benchmarks; others are registered, see `bmoca_gym.envs.registries`.
ActionModeName = (
    str
    | Literal[
        "discrete",
        "dual_gesture",
        "text",
        "json",
        "calls",
        "calls_0_999",
        "calls_0_1000",
        "calls_0_1",
        "numbered_calls",
    ]
)
ObservationModeName = str | Literal["pixels", "text", "both", "pixels+goal", "text+goal"]
RenderModeName = Literal["human", "rgb_array", "ansi"]
InfosName = Literal["all", "numbers"]
MotionName = Literal["none", "real"]
#: Choices of the elements that texts and pictures show: other benchmarks', and a compact one.
ElementsName = str | Literal["androidworld", "androidlab", "compact"]

RENDER_MODES: tuple[RenderModeName, ...] = get_args(RenderModeName)
INFOS: tuple[InfosName, ...] = get_args(InfosName)
