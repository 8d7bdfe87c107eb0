"""How each format asks: its messages, pictures, history and sampling, as in its maker's own program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class Style(NamedTuple):
    """How a format asks.

    Attributes:
        templates: folder of its templates.
        history: what a request contains about earlier steps. ``turns``: the dialogue itself, with the model's answers;
            ``lines``: a line a step in the text; ``summary``: what the last answer calls its summary; ``none``.
        system: templates of system messages.
        opening: templates of the first user turn, which come before any picture.
        parts: the parts of the user turn with the current picture, in order: names of templates, or ``picture``.
        later: the same for steps after the first one; empty for the same.
        pictures: the most pictures in a request, including the current one.
        older: what remains of user turns whose picture is dropped: their ``text``, or nothing (``drop``).
        joined: whether the first picture is part of the opening turn.
        picture_role: role of turns with pictures.
        between: the separator between the lines of a history.
        answers: how the model's turns are sent back. ``verbatim``; ``rebuilt``: its thought and its action between
            tags; ``reasoning``: the thought in a field of its own.
        sampling: options of the request.
    """

    templates: str
    history: Literal["turns", "lines", "summary", "none"]
    system: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    parts: tuple[str, ...] = ("picture",)
    later: tuple[str, ...] = ()
    pictures: int = 1
    older: Literal["text", "drop"] = "drop"
    joined: bool = False
    picture_role: str = "user"
    between: str = "\n"
    answers: Literal["verbatim", "rebuilt", "reasoning"] = "verbatim"
    sampling: Mapping[str, Any] = {}


_QWEN = {"temperature": 0.0, "answer_tokens": 2048}
_QWEN3 = Style("qwen3-vl", "lines", ("system",), parts=("user", "picture"), between=" ", sampling=_QWEN)

STYLES: Mapping[str, Style] = {
    "ui-tars-1.5": Style(
        "ui-tars", "turns", opening=("task",), pictures=5,
        sampling={"temperature": 0.0, "top_p": 0.7, "answer_tokens": 65_535},
    ),
    "ui-tars-doubao": Style(
        "ui-tars", "turns", opening=("task",), pictures=5,
        sampling={"temperature": 0.0, "top_p": 0.7, "answer_tokens": 1000},
    ),
    "seed-1.8": Style(
        "seed", "turns", ("role", "functions"), ("task",), pictures=3, picture_role="tool",
        answers="reasoning",
        sampling={"temperature": 0.7, "top_p": 0.9, "answer_tokens": 4096, "reasoning_effort": "high"},
    ),
    "qwen2.5-vl": Style(
        "qwen2.5-vl", "lines", ("system",), parts=("user", "picture"), between=" ",
        sampling={"temperature": 0.01, "top_p": 0.01, "answer_tokens": 2048},
    ),
    "qwen3-vl": _QWEN3,
    "qwen3.5": _QWEN3,
    "gui-owl-1.5": Style(
        "gui-owl", "turns", ("system",), ("task",), pictures=5, joined=True, between=" ", sampling=_QWEN
    ),
    "autoglm-phone": Style(
        "autoglm", "turns", ("system",), parts=("picture", "first"), later=("picture", "step"), older="text",
        answers="rebuilt",
        sampling={"temperature": 0.0, "top_p": 0.85, "answer_tokens": 3000, "frequency_penalty": 0.2},
    ),
    "mai-ui": Style(
        "mai-ui", "turns", ("system",), ("task",), pictures=3,
        sampling={"temperature": 0.0, "top_p": 1.0, "answer_tokens": 2048, "seed": 42},
    ),
    "ui-venus-1.5": Style("ui-venus", "lines", parts=("user", "picture"), sampling={"temperature": 0.0}),
    "step-gui": Style(
        "step-gui", "summary", parts=("user", "task", "picture", "form"),
        sampling={"temperature": 0.1, "top_p": 0.95, "answer_tokens": 4096},
    ),
    "agentcpm-gui": Style(
        "agentcpm", "none", ("system",), parts=("user", "picture"),
        sampling={"temperature": 0.1, "top_p": 0.3, "answer_tokens": 2048},
    ),
    "os-atlas": Style(
        "os-atlas", "lines", parts=("user", "picture", "form"), sampling={"answer_tokens": 128}
    ),
    "cogagent": Style(
        "cogagent", "lines", parts=("user", "picture"),
        sampling={"temperature": 0.6, "top_p": 0.8, "answer_tokens": 4096, "presence_penalty": 1.0},
    ),
}  # fmt: skip
