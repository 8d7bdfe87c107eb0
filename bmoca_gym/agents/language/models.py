"""Models behind a chat-completions endpoint: asked through the official client, again where that helps, and cached."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import threading
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.agents.language.cache import Cache, key_of
from bmoca_gym.envs.action_table import from_tool_call
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import MissingLibraryError, ModelError, cut, nearest

#: How long is waited before a request is sent again, in seconds: at first, at most, and at most where the endpoint says
#: how long (``Retry-After``).
FIRST_WAIT, LONGEST_WAIT, LONGEST_ASKED_WAIT = 0.5, 30.0, 300.0

_TEMPORARY = (408, 409, 425, 429)


class Answer(NamedTuple):
    """What a model answered.

    Attributes:
        text: its words.
        calls: the functions that it called: name, and arguments as JSON.
        prompt_tokens, answer_tokens: as the endpoint counts them; None where it does not.
        reason: why it stopped, such as ``stop``, ``length`` or ``content_filter``.
        seconds: how long it took.
    """

    text: str
    calls: tuple[tuple[str, str], ...]
    prompt_tokens: int | None
    answer_tokens: int | None
    reason: str
    seconds: float

    def written(self) -> str:
        """The answer as one text: a function that was called is an action line."""
        return "\n".join(
            [*filter(None, [self.text]), *(f"Action: {from_tool_call(*call)}" for call in self.calls)]
        )


class _Malformed(Exception):
    """A response that is no answer; asking again may help."""


class ChatModel:
    """A model by name at an endpoint. May be used by one thread at a time; `close` by any.

    Args:
        options: those of the language agent.

    Raises:
        MissingLibraryError: the official client is not installed.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        if not options["replay"] and importlib.util.find_spec("openai") is None:
            raise MissingLibraryError(
                "Language agents need the official client. Install it with: pip install 'bmoca-gym[llm]'"
            )
        self._options = options
        self._cache = Cache(Path(options["cache"] or "responses"))
        self._client: Any = None
        self._closed = threading.Event()
        self._jitter = random.Random(0)

    def ask(self, request: Mapping[str, Any], *place: int) -> Answer:
        """The answer to a request, from the cache if it is there.

        Args:
            request: the body of a chat-completions request.
            place: the episode's seed and the step, see `key_of`.

        Raises:
            ModelError: there is no answer; the message says why and what to do.
        """
        key = key_of(request, *place)
        kept = self._cache.get(key)
        if kept is None and self._options["replay"]:
            raise ModelError(
                f"No response to this request is kept in {self._cache.folder} (key {key[:12]}…): it was never "
                "asked, or with other settings. Play it without --replay."
            )
        if kept is None:
            answer = self._ask(request)
            self._cache.put(key, answer._asdict())
            return answer
        try:
            return Answer(
                **{**kept, "calls": tuple((str(name), str(given)) for name, given in kept["calls"])}
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(
                f"The response {key[:12]}… in {self._cache.folder} is damaged: delete it."
            ) from error

    def close(self) -> None:
        """End the connections; who waits for an answer or to ask again gets a `ModelError`."""
        self._closed.set()
        if self._client is not None:
            self._client.close()

    def _ask(self, request: Mapping[str, Any]) -> Answer:
        import openai

        client = self._open()
        attempts = self._options["retries"] + 1
        problem: Exception
        for attempt in range(attempts):
            started = time.perf_counter()
            asked = None
            try:
                answer = (
                    self._stream(client, request) if self._options["stream"] else self._whole(client, request)
                )
                return answer._replace(seconds=round(time.perf_counter() - started, 3))
            except openai.APIStatusError as error:
                if not _is_temporary(error):
                    raise self._refused(error) from error
                problem, asked = error, _retry_after(error.response.headers)
                if asked is not None and asked > LONGEST_ASKED_WAIT:
                    raise ModelError(
                        f"{self._where()} asks to wait {asked:g} s, longer than {LONGEST_ASKED_WAIT:g} s. Try later; "
                        "the same command with --retry-errors goes on."
                    ) from error
            except (
                openai.APIError,
                _Malformed,
                ValueError,
            ) as error:  # ValueError: JSON that is none, in a stream
                problem = error
            except RuntimeError as error:  # the client was closed by another thread
                raise ModelError(f"The connection to {self._where()} was closed.") from error
            wait = (
                asked
                if asked is not None
                else min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * self._jitter.uniform(0.5, 1)
            )
            if attempt + 1 < attempts and self._closed.wait(wait):
                raise ModelError(f"The connection to {self._where()} was closed.")
        raise ModelError(
            f"{self._where()} gave no answer in {attempts} attempt{'s' if attempts > 1 else ''}; the last: "
            f"{type(problem).__name__.lstrip('_')}: {_short(problem)}"
        ) from problem

    def _open(self) -> Any:
        """The client, made at the first request."""
        if self._client is None:
            import openai

            name = self._options["api_key_variable"]
            address = self._options["base_url"] or os.environ.get("OPENAI_BASE_URL") or None
            key = os.environ.get(name, "")
            if not key and address is None:
                raise ModelError(
                    f"No key: set {name}, or name an endpoint that needs none by --base-url or OPENAI_BASE_URL."
                )
            try:
                self._client = openai.OpenAI(
                    api_key=key or "none", base_url=address, timeout=self._options["timeout"], max_retries=0
                )
            except Exception as error:
                raise ModelError(f"The endpoint {address!r} can't be used: {_short(error)}") from error
        return self._client

    def _whole(self, client: Any, request: Mapping[str, Any]) -> Answer:
        arguments, further = _split(request)
        response = client.chat.completions.with_raw_response.create(**arguments, extra_body=further)
        try:
            body = json.loads(response.text)
            (choice, *_), usage = body["choices"], body.get("usage") or {}
            message = choice.get("message") or {}
            calls = [
                (one["function"]["name"], one["function"]["arguments"])
                for one in message.get("tool_calls") or ()
            ]
            return _answer(message.get("content"), calls, usage, choice.get("finish_reason"))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise _Malformed(
                f"the response is no chat completion ({type(error).__name__}): {_short(response.text)}"
            ) from error

    def _stream(self, client: Any, request: Mapping[str, Any]) -> Answer:
        arguments, further = _split(request)
        words: list[str] = []
        calls: dict[int, list[str]] = {}
        usage: Any = {}
        reason = None
        length = 0
        chunks = client.chat.completions.create(
            **arguments, extra_body=further, stream=True, stream_options={"include_usage": True}
        )
        with chunks:
            for chunk in chunks:
                content = chunk.model_dump()
                usage = content.get("usage") or usage
                for choice in (content.get("choices") or ())[:1]:
                    delta = choice.get("delta") or {}
                    words.append(delta.get("content") or "")
                    length += len(words[-1])
                    for one in delta.get("tool_calls") or ():
                        function, call = (
                            one.get("function") or {},
                            calls.setdefault(one.get("index") or 0, ["", ""]),
                        )
                        call[0] += function.get("name") or ""
                        call[1] += function.get("arguments") or ""
                    reason = choice.get("finish_reason") or reason
                if length > MAX_ANSWER:
                    reason = "length"
                    break
        if reason is None:
            raise _Malformed("the stream ended before the answer did")
        return _answer("".join(words), [(name, given) for name, given in calls.values()], usage, reason)

    def _where(self) -> str:
        address = self._options["base_url"] or os.environ.get("OPENAI_BASE_URL") or "OpenAI"
        return f"The model {self._options['model']!r} at {address}"

    def _refused(self, error: Any) -> ModelError:
        """What a refusal means, and what to do."""
        status = error.status_code
        advice = {
            401: f" The key in {self._options['api_key_variable']} is not accepted.",
            402: " The account has no credit.",
            403: " The key may not use this model.",
        }.get(status, "")
        if status == 404:
            advice = f" {self._models()}"
        return ModelError(f"{self._where()} refuses with status {status}.{advice} {_short(error)}")

    def _models(self) -> str:
        """The nearest of the endpoint's models, where it lists them."""
        try:
            names = [model.id for model in self._client.models.list()][:200]
        except Exception:
            return "Is the endpoint's address right? It usually ends in /v1."
        listed = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
        return f"There is no such model.{nearest(self._options['model'], names)} Models: {listed or 'none'}."


def _answer(text: Any, calls: list[tuple[Any, Any]], usage: Any, reason: Any) -> Answer:
    """An answer of what a response has: lists of parts are joined, characters that are none are replaced."""
    if isinstance(text, list):
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    elif not isinstance(text, str):
        text = "" if text is None else json.dumps(text)
    read = tuple(
        (_clean(str(name or "")), _clean(given if isinstance(given, str) else json.dumps(given)))
        for name, given in calls
    )
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    prompt, written = (one if isinstance(one, int) and one >= 0 else None for one in counts)
    return Answer(_clean(text), read, prompt, written, str(reason or ""), 0.0)


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _split(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the client asks for by name, and all other fields, which it passes on as they are."""
    named = ("model", "messages")
    return {name: request[name] for name in named}, {
        name: request[name] for name in request if name not in named
    }


def _is_temporary(error: Any) -> bool:
    return (
        error.status_code in _TEMPORARY or error.status_code >= 500
    ) and error.code != "insufficient_quota"


def _retry_after(headers: Any) -> float | None:
    """How many seconds the endpoint asks to wait; None where it does not say."""
    milliseconds, given = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        return max(0.0, float(given)) if given else None
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(given or "").timestamp() - time.time())
    except (ValueError, TypeError):
        return None


def _short(problem: object) -> str:
    text = " ".join(str(problem).split())
    return text if len(text) <= 200 else cut(text)[:200] + "…"
