"""The formats by name: how each reads an answer, and what its actions do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bmoca_gym.agents.language.formats import (
    agentcpm,
    autoglm,
    cogagent,
    computer_use,
    mobile_use,
    moves,
    os_atlas,
    points,
    step_gui,
    ui_tars,
    ui_venus,
)  # fmt: skip
from bmoca_gym.agents.language.formats.moves import Act
from bmoca_gym.agents.language.formats.reading import Frame, Read, Reading
from bmoca_gym.envs.actions import Move
from bmoca_gym.handset.ui.tree import UiTree


def as_it_is(size: tuple[int, int]) -> tuple[int, int]:
    """Send the picture unchanged."""
    return size


def no_tool(size: tuple[int, int]) -> str:
    """Don't describe a tool."""
    return ""


def resized(factor: int, least: int, most: int) -> Callable[[tuple[int, int]], tuple[int, int]]:
    """Send the picture at the size the server would resize it to, so that both agree whatever the server does."""

    def sent(size: tuple[int, int]) -> tuple[int, int]:
        high, wide = points.smart_resize(size[1], size[0], factor, least, most)
        return wide, high

    return sent


def at_most(longest: int, area: float = math.inf) -> Callable[[tuple[int, int]], tuple[int, int]]:
    """Send the picture with its longer side and its area limited to a number of px."""

    def sent(size: tuple[int, int]) -> tuple[int, int]:
        by = min(1.0, longest / max(size), math.sqrt(area / (size[0] * size[1])))
        return max(1, int(size[0] * by)), max(1, int(size[1] * by))

    return sent


class Format(NamedTuple):
    """The grammar of a model's answers.

    Attributes:
        summary: the models that answer in it.
        read: reads an answer.
        act: what an action does.
        sent: maps the size of a screenshot to the size of the picture that is sent: width and height in px.
        tool: the description of the tool for prompts, as a line of JSON, for the size that is sent.
    """

    summary: str
    read: Read
    act: Act
    sent: Callable[[tuple[int, int]], tuple[int, int]] = as_it_is
    tool: Callable[[tuple[int, int]], str] = no_tool

    def moves(self, text: str, frame: Frame, tree: UiTree) -> tuple[Reading, tuple[Move, ...]]:
        """Read an answer, and return what it does on the screen of ``tree``.

        Raises:
            FormatError: the answer has no action in this grammar, or one that a phone can't do.
        """
        reading = self.read(text, frame)
        return reading, tuple(move for action in reading.actions for move in self.act(action, frame, tree))


_by_name = moves.by_name

FORMATS: Mapping[str, Format] = {
    "ui-tars-1.5": Format(
        "UI-TARS 1.5, open weights", ui_tars.UI_TARS_15, _by_name(moves.UI_TARS), resized(*ui_tars.RESIZED)
    ),
    "ui-tars-1.5/npm": Format(
        "UI-TARS 1.5, as its desktop program reads it", ui_tars.UI_TARS_15_NPM, _by_name(moves.UI_TARS)
    ),
    "ui-tars-doubao": Format(
        "UI-TARS 1.0 and Doubao-1.5-UI-TARS", ui_tars.UI_TARS_DOUBAO, _by_name(moves.UI_TARS)
    ),
    "seed-1.8": Format("Seed-1.8", ui_tars.read_seed, _by_name(moves.UI_TARS)),
    "qwen2.5-vl": Format(
        "Qwen2.5-VL", mobile_use.QWEN25_VL, _by_name(moves.MOBILE_USE), resized(*mobile_use.RESIZED),
        mobile_use.tool_in_px,
    ),
    "qwen3-vl": Format(
        "Qwen3-VL", mobile_use.QWEN3_VL, _by_name(moves.MOBILE_USE), tool=mobile_use.tool_relative
    ),
    "qwen3.5": Format(
        "Qwen3.5 and 3.6, calls in text", mobile_use.qwen35, _by_name(moves.MOBILE_USE),
        tool=mobile_use.tool_relative,
    ),
    "qwen3.5/tools": Format(
        "Qwen3.5 and 3.6, function calls", mobile_use.qwen35_tools, _by_name(moves.MOBILE_USE)
    ),
    "gui-owl-1.5": Format(
        "GUI-Owl 1.5, Mobile-Agent-v3.5", mobile_use.GUI_OWL, _by_name(moves.MOBILE_USE),
        tool=mobile_use.tool_relative,
    ),
    "autoglm-phone": Format("AutoGLM-Phone", autoglm.read, _by_name(moves.AUTOGLM)),
    "mai-ui": Format("MAI-UI", mobile_use.MAI_UI, _by_name(moves.MAI_UI)),
    "ui-venus-1.5": Format("UI-Venus 1.5", ui_venus.read, _by_name(moves.UI_VENUS)),
    "step-gui": Format("Step-GUI", step_gui.read, _by_name(moves.STEP_GUI)),
    "agentcpm-gui": Format("AgentCPM-GUI", agentcpm.read, moves.AGENTCPM, at_most(1120)),
    "os-atlas": Format("OS-Atlas-Pro", os_atlas.read, moves.OS_ATLAS),
    "cogagent": Format("CogAgent", cogagent.read, _by_name(moves.COGAGENT)),
    "gemini-computer-use": Format("computer use of Gemini", computer_use.gemini, _by_name(moves.GEMINI)),
    "claude-computer-use": Format(
        "computer use of Claude", computer_use.claude, _by_name(moves.CLAUDE), at_most(1568, 1_150_000)
    ),
    "openai-computer-use": Format("computer use of OpenAI", computer_use.openai, _by_name(moves.OPENAI)),
    "tool-call/1000": Format(
        "any model with function calls, points in thousandths", computer_use.tools("1000"), _by_name(moves.TOOLS)
    ),
    "tool-call/px": Format(
        "any model with function calls, points in px of the picture", computer_use.tools("px"), _by_name(moves.TOOLS)
    ),
}  # fmt: skip
