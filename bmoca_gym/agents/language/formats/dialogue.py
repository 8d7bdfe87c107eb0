"""The messages of an episode's requests, in a format's style."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.agents.language.formats.reading import Reading
from bmoca_gym.agents.language.formats.styles import Style

#: Fills a template: its name, and the values of its placeholders.
Fill = Callable[..., str]

#: Where the action stands in an answer, for lines of a history.
_ACTIONS = (
    ("<action>", "</action>"), ("Grounded Operation:", "\n"), ("actions:", "\n\n"), ("Actions:", "\n"),
)  # fmt: skip


class Past(NamedTuple):
    """A finished step.

    Attributes:
        answer: the model's answer, verbatim.
        reading: what was parsed from it; None for a wrong format.
        texts: the texts of its user turn.
        picture: the picture of its user turn, as PNG.
        reply: the user's reply to a question, if any.
    """

    answer: str
    reading: Reading | None
    texts: tuple[str, ...]
    picture: bytes
    reply: str = ""


class Dialogue:
    """The dialogue of an episode.

    Args:
        style: how the format asks.
        fill: fills a template.
        told: values of placeholders that stay the same throughout an episode.
    """

    def __init__(self, style: Style, fill: Fill, told: Mapping[str, str]) -> None:
        self._style = style
        self._fill = fill
        self._told = dict(told)
        self._past: list[Past] = []

    def request(self, picture: bytes, **told: str) -> list[dict[str, Any]]:
        """Make the messages for a screen.

        Args:
            picture: the screen as PNG, at the size that the model gets.
            told: values of placeholders for this step.
        """
        style = self._style
        told = {**self._told, "history": self._history(), **told}
        system = [_message("system", [self._fill(name, **told)]) for name in style.system]
        if style.history != "turns":
            return [*system, _message("user", self._parts(style.parts, picture, told))]
        turns: list[dict[str, Any]] = []
        opening = [self._fill(name, **told) for name in style.opening]
        first_kept = max(len(self._past) + 1 - style.pictures, 0)
        if opening and not style.joined:
            turns.append(_message("user", opening))
        for place, past in enumerate(self._past):
            parts: list[str | bytes] = [*past.texts]
            if place >= first_kept:
                parts = self._with_picture(place, past.texts, past.picture)
            elif style.older == "drop":
                parts = []
            if style.joined and place == first_kept:
                parts = [*opening, *parts]
            if parts:
                turns.append(self._turn(place, parts))
            if place >= first_kept or not style.joined:
                turns += self.answered(past)
            if past.reply:
                turns.append(_message("user", [past.reply]))
        now = self._parts(self._parts_at(len(self._past)), picture, told)
        if style.joined and first_kept == len(self._past):
            now = [*opening, *now]
        return [*system, *turns, self._turn(len(self._past), now)]

    def note(
        self, answer: str, reading: Reading | None, picture: bytes, reply: str = "", **told: str
    ) -> None:
        """Add a step: the model's answer, and what was parsed from it, or None for a wrong format."""
        texts: tuple[str, ...] = ()
        if self._style.history == "turns":  # the others make one turn, of what they are told now
            names = self._parts_at(len(self._past))
            texts = tuple([self._fill(name, **{**self._told, **told}) for name in names if name != "picture"])
        self._past.append(Past(answer, reading, texts, picture, reply))

    def _turn(self, step: int, parts: Sequence[str | bytes]) -> dict[str, Any]:
        """The turn with a step's picture. As a tool's result it names the call that it answers."""
        role = self._style.picture_role
        named = {"tool_call_id": f"call_{step}"} if role == "tool" else {}
        return {**_message(role, parts), **named}

    def answered(self, past: Past) -> list[dict[str, Any]]:
        """Return the messages for a step's answer."""
        thought = past.reading.thought if past.reading else ""
        said = past.reading.said if past.reading else {}
        if self._style.answers == "rebuilt" and "written" in said:
            written = f"<think>{thought}</think><answer>{said['written']}</answer>"
            return [_message("assistant", [written])]
        if self._style.answers == "reasoning" and thought:
            rest = past.answer.partition("</think>")[2]
            return [{**_message("assistant", [rest.strip()]), "reasoning_content": thought}]
        return [_message("assistant", [past.answer])]

    def _parts_at(self, step: int) -> tuple[str, ...]:
        return self._style.later if step and self._style.later else self._style.parts

    def _parts(self, names: Sequence[str], picture: bytes, told: Mapping[str, str]) -> list[str | bytes]:
        return [picture if name == "picture" else self._fill(name, **told) for name in names]

    def _with_picture(self, step: int, texts: Sequence[str], picture: bytes) -> list[str | bytes]:
        left = iter(texts)
        return [picture if name == "picture" else next(left) for name in self._parts_at(step)]

    def _history(self) -> str:
        """The earlier steps as text: lines, or the model's own summary."""
        if self._style.history == "summary":
            told = self._past[-1] if self._past else None
            summary = told.reading.said.get("summary", "") if told and told.reading else ""
            replied = f"\n{told.reply}" if told and told.reply else ""
            return (summary + replied) or self._fill("no_lines")
        shown = len(self._past)
        if self._style.history == "turns":
            shown = max(shown + 1 - self._style.pictures, 0) if self._style.joined else 0
            if not self._style.joined:
                return ""
        if self._style.history == "none":
            return ""
        lines = [
            self._fill("line", number=str(number), index=str(number - 1), **_words(past))
            for number, past in enumerate(self._past[:shown], start=1)
        ]
        return self._style.between.join(lines) or self._fill("no_lines")


def _words(past: Past) -> dict[str, str]:
    """Return the placeholders that a line of the history can use to describe a step."""
    said = past.reading.said if past.reading else {}
    line = said.get("conclusion") or said.get("action_line") or said.get("explain") or past.answer
    action = past.answer
    for start, end in _ACTIONS:
        if start in action:
            action = action.partition(start)[2].strip().partition(end)[0].strip()
            break
    replied = f" The user: {past.reply}" if past.reply else ""
    return {
        "said": line + replied,
        "action": action + replied,
        "thought": past.reading.thought if past.reading else "",
    }


def _message(role: str, parts: Sequence[str | bytes]) -> dict[str, Any]:
    """A message of a chat-completions request: one text, or parts with pictures as PNG."""
    if len(parts) == 1 and isinstance(parts[0], str):
        return {"role": role, "content": parts[0]}
    return {"role": role, "content": [_part(part) for part in parts]}


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    address = "data:image/png;base64," + base64.b64encode(part).decode()
    return {"type": "image_url", "image_url": {"url": address}}
