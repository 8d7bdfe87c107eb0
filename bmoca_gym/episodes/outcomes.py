"""Outcomes of episodes: why an episode failed, and the kinds of invalid actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

#: Outcomes of episodes, and what they are called. An episode has exactly one.
OUTCOMES: Mapping[str, str] = {
    "success": "success",
    "error": "error",
    "refused": "refused",
    "limit": "limit reached",
    "gave_up": "gave up",
    "off_screen": "out of the screen",
    "wrong_format": "wrong format",
    "asked": "asked in vain",
    "failed": "task failed",
}

#: Outcomes that are neither a success nor an error.
FAILURES = tuple([name for name in OUTCOMES if name not in ("success", "error")])

#: Kinds of invalid actions: not readable, a point outside the screen, a refusal.
INVALID = ("wrong_format", "off_screen", "refused")

#: Most characters of an invalid action that a record keeps.
LONGEST_TEXT = 2000

#: Why endpoints end an answer that the model or a filter refused.
REFUSING_REASONS = ("content_filter", "refusal", "safety")

_REFUSAL = re.compile(
    r"\s*(?:<think>.{0,20000}?</think>\s*)?(?:Thought:\s*)?(?:i['’]?m|i am|my apologies|apologies|sorry|i)\b.{0,40}?"
    r"\b(?:sorry|apologi[sz]e|can(?:['’]?t|not| not)|unable to|not able to|won['’]?t|will not)\b.{0,40}?"
    r"\b(?:help|assist|comply|do that|do this|fulfil+|continue|support|provide|perform|complete|engage)\b"
    r"|\s*(?:抱歉|对不起|很抱歉)?[，,]?\s*我(?:不能|无法|没办法)(?:帮|协助|提供|完成|执行|满足|继续)",
    re.IGNORECASE | re.DOTALL,
)


def refuses(text: str) -> bool:
    """True if an answer without an action begins by refusing the task, in English or Chinese."""
    return _REFUSAL.match(text[:4000]) is not None


class Invalid(NamedTuple):
    """An action that could not be carried out.

    Attributes:
        kind: one of `INVALID`.
        reason: which rule it breaks.
        text: the action itself, cut to `LONGEST_TEXT` characters.
        step: the number of its step, from 0.
    """

    kind: str
    reason: str
    text: str
    step: int


def invalid_kind(text: str, off_screen: bool, stopped_because: Iterable[str] = ()) -> str:
    """Return the kind of an invalid action.

    Args:
        text: the action, or the model's answer.
        off_screen: whether its point lies outside the screen.
        stopped_because: why the model's answers of this step ended.
    """
    if off_screen:
        return "off_screen"
    refused = any(reason in REFUSING_REASONS for reason in stopped_because) or refuses(text)
    return "refused" if refused else "wrong_format"
