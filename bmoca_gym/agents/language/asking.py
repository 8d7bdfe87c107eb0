"""Requests to a model in an episode, with a budget and notes of every turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language.limits import Budget
from bmoca_gym.agents.language.models import Answer, ChatModel
from bmoca_gym.agents.language.options import further_fields
from bmoca_gym.agents.language.prompts import message
from bmoca_gym.agents.language.tokens import estimate
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ModelError


class Asking:
    """Requests to a model, turn by turn, with `Notes` of the episode.

    Args:
        options: options of a language agent.
        client: a replacement for the endpoint's model.
        picture_tokens: tokens of a picture, for endpoints that report no usage.
    """

    def __init__(self, options: Mapping[str, Any], client: ChatModel | None, picture_tokens: int) -> None:
        self._options = options
        self._model = ChatModel(options) if client is None else client
        self._picture_tokens = picture_tokens
        self._begin(0)

    def begin(self, seed: int) -> Notes:
        """Begin an episode with a new budget. Returns its notes."""
        self._begin(seed)
        return self._notes

    def _begin(self, seed: int) -> None:
        self._seed, self._budget = seed, Budget(self._options)
        self._notes = Notes(usage=self._budget.usage)

    def ask(
        self,
        messages: Sequence[Mapping[str, Any]],
        parts: Mapping[str, str],
        pictures: Sequence[bytes],
        read: Callable[[str], str | None],
        tools: Sequence[Mapping[str, Any]] = (),
        **noted: Any,
    ) -> Answer:
        """Ask the model, and return its answer.

        Args:
            messages: the messages of the request.
            parts: the parts of the prompt, for the notes.
            pictures: the pictures of the prompt, as PNG.
            read: returns the action in the text of an answer, or None, for the notes.
            tools: functions that the model may call.
            noted: further fields of this turn's notes.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        return self.send(self._request(messages, tools), parts, pictures, read, **noted)

    def send(
        self,
        request: Mapping[str, Any],
        parts: Mapping[str, str],
        pictures: Sequence[bytes],
        read: Callable[[str], str | None],
        **noted: Any,
    ) -> Answer:
        """Send a request of the model's own protocol, and return its answer. See `ask`.

        Args:
            request: the body of the request.
            parts: the parts of the prompt, for the notes.
            pictures: the pictures of the prompt, as PNG.
            read: returns the action in the text of an answer, or None, for the notes.
            noted: further fields of this turn's notes.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        self._budget.check()
        try:
            answer = self._model.ask(request, self._seed, len(self._notes.turns))
        except ModelError as error:
            self._notes.retried(error.retries)
            raise
        self._notes.retried(answer.retries)
        text = answer.written()
        asked, said = answer.prompt_tokens, answer.answer_tokens
        if asked is None:
            asked = sum(map(estimate, parts.values())) + self._picture_tokens * len(pictures)
        said = estimate(text) if said is None else said
        self._budget.add(asked, said, answer.seconds)
        self._notes.add(
            dict(parts),
            pictures[0] if pictures else None,
            further=tuple(pictures[1:]),
            answer=text,
            action=read(text),
            stopped_because=answer.reason,
            prompt_tokens=asked,
            answer_tokens=said,
            tokens_are_estimated=answer.prompt_tokens is None or answer.answer_tokens is None,
            seconds=answer.seconds,
            **({"retries": answer.retries} if answer.retries else {}),
            **noted,
        )
        return answer

    def test_call(self, size: tuple[int, int] | None = None, tools: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send one test request with the options of all requests. Nothing is stored. A replay sends none.

        Args:
            size: width and height of a test picture in px; None for no picture.
            tools: functions that the model may call.

        Raises:
            ModelError: the model gave no answer; the message says why and what to do.
        """
        if self._options["replay"]:
            return
        pictures = [] if size is None else [png(np.full((size[1], size[0], 3), 255, np.uint8))]
        self.test(self._request([message("Say OK.", pictures)], tools))

    def test(self, request: Mapping[str, Any]) -> Answer:
        """Send a test request of the model's own protocol, and return its answer. Nothing is stored or counted.

        Raises:
            ModelError: the model gave no answer.
        """
        return self._model.test(request)

    def try_out(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] = ()
    ) -> Answer:
        """Ask the model before anything is played, and return its answer. See `test`."""
        return self.test(self._request(messages, tools))

    def close(self) -> None:
        """Close the connections. Any thread may call this."""
        self._model.close()

    def _request(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        options = self._options
        fields = {
            "model": options["model"],
            "messages": list(messages),
            "temperature": options["temperature"],
            "top_p": options["top_p"],
            "max_tokens": options["answer_tokens"],
            "seed": self._seed if options["send_seed"] else None,
            **({"tools": list(tools), "tool_choice": "required"} if tools else {}),
            **further_fields(options["request"]),
        }
        return {name: value for name, value in fields.items() if value is not None}
