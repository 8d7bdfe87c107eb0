"""Preflight check of a phone model's agent: one request shows whether model, picture, grammar and coordinates fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.recognition import formats_reading
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.agents.language.tokens import estimate
from bmoca_gym.envs.actions import Move
from bmoca_gym.errors import ModelError, cut
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.ui.tree import UiTree

#: What the model is asked to do with the test picture.
INFO: Mapping[str, Any] = {
    "instruction": "Tap the blue button.", "date": "2024-05-01", "apps": ("Settings",), "app": "",
}  # fmt: skip

#: The button in the test picture: left, top, right and bottom as fractions.
BUTTON = (0.54, 0.25, 0.90, 0.35)

_WHITE, _BLUE = 255, (20, 90, 220)

#: A picture of so many px has at least so many tokens with every model that sees it.
_LARGE, _FEWEST = 400_000, 64

_NO_PICTURES = re.compile(r"image|picture|multi-?modal|vision|mmproj", re.IGNORECASE)


def picture(size: tuple[int, int]) -> NDArray[np.uint8]:
    """Draw the test picture, ``uint8[H, W, 3]`` RGB: a blue button on white. ``size``: width and height in px."""
    width, height = size
    drawn = np.full((height, width, 3), _WHITE, np.uint8)
    left, top, right, bottom = BUTTON
    drawn[round(top * height) : round(bottom * height), round(left * width) : round(right * width)] = _BLUE
    return drawn


def explained(error: ModelError) -> ModelError:
    """Add advice to the error of a test request if the endpoint complains about the picture."""
    if not _NO_PICTURES.search(str(error)):
        return error
    return ModelError(
        f"{error} The model seems to take no pictures, which this agent sends: name a multimodal model (llama.cpp: "
        "also its --mmproj), or use an agent that sends text only, such as llm or t3a.",
        error.retries,
    )


def moves_of(name: str, said: str, sizes: Frame) -> tuple[Move, ...]:
    """Return what an answer in a format does.

    Raises:
        FormatError: it is not in the format.
    """
    return FORMATS[name].moves(said, sizes, UiTree((), *sizes.screen))[1]


def verdict(
    name: str, answer: Answer, texts: str, sizes: Frame, moves: Callable[[], tuple[Move, ...]] | None = None
) -> str:
    """Judge the answer to the test request.

    Args:
        name: the agent.
        answer: the answer.
        texts: the texts of the request.
        sizes: size of the test picture, and of the picture that was sent.
        moves: what the answer does, as the agent reads it; may raise `FormatError`. None: use the format of that name.

    Returns:
        A remark for the user; "" if all is well.

    Raises:
        ModelError: other formats can read the answer, but this one can't.
    """
    said = answer.written()
    fitting = formats_reading(said, sizes)
    others = [one for one in fitting if one.name != name]
    hits = [one.name for one in others if on_button(one.tapped)]
    try:
        done = moves() if moves else moves_of(name, said, sizes)
    except FormatError as error:
        problem = f"The answer to the test request is not in the grammar of {name}: {error} The answer was {cut(said)}."
        if others:
            raise ModelError(
                f"{problem} Agents that read it: {', '.join(hits or [one.name for one in others])}. Name one of them "
                "with --agent, or play all the same with --no-test-call."
            ) from error
        cause = "The answer was cut off: raise --answer-tokens." if answer.reason == "length" else _ADVICE
        return f"{problem} {cause}"
    if ignored(answer, texts, sizes):
        return (
            f"The endpoint counted {answer.prompt_tokens} tokens for the test request, as many as its text has: it "
            "seems to drop the picture. Use a multimodal model; llama.cpp needs --mmproj."
        )
    first = done[0] if done else None
    if not isinstance(first, Tap) or on_button((first.x, first.y)):
        return ""
    left, top, right, bottom = BUTTON
    middle = f"{(left + right) / 2:.2f}, {(top + bottom) / 2:.2f}"
    remark = (
        f"The model missed the button in the test picture: it tapped at {first.x:.2f}, {first.y:.2f} of the screen, "
        f"and the button is at {middle}."
    )
    if hits:
        return f"{remark} On the scale of {', '.join(hits)} it would have hit: perhaps the model needs that agent."
    return f"{remark} It may see no picture, or a resized one; or it is not good at this."


_ADVICE = (
    "No agent reads it. Check that the server uses the model's own chat template; `bmoca agents` lists the agents and "
    "their models."
)


def on_button(point: tuple[float, float] | None) -> bool:
    """Whether a point, in fractions, is on the button of the test picture."""
    left, top, right, bottom = BUTTON
    return point is not None and left <= point[0] <= right and top <= point[1] <= bottom


def ignored(answer: Answer, texts: str, sizes: Frame) -> bool:
    """Whether the endpoint counted too few tokens for a request with a picture."""
    large = sizes.picture[0] * sizes.picture[1] >= _LARGE
    return large and answer.prompt_tokens is not None and answer.prompt_tokens < estimate(texts) + _FEWEST
