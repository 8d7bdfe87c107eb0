"""Names of modes: for type checkers as ``Literal`` types, for what is given while a program runs as tuples."""

from __future__ import annotations

from typing import Literal, get_args

ActionModeName = Literal["discrete", "dual_gesture", "text", "json", "calls", "numbered_calls"]
ObservationModeName = Literal["pixels", "text", "both"]
RenderModeName = Literal["human", "rgb_array"]
#: Elements that text and pictures may tell of instead of those of text actions, by the benchmark that does so.
ElementsName = Literal["androidworld", "androidlab"]

ACTION_MODES: tuple[ActionModeName, ...] = get_args(ActionModeName)
OBSERVATION_MODES: tuple[ObservationModeName, ...] = get_args(ObservationModeName)
RENDER_MODES: tuple[RenderModeName, ...] = get_args(RenderModeName)
ELEMENTS: tuple[ElementsName, ...] = get_args(ElementsName)
