"""Models behind an endpoint, with its official client, retries and a cache. `ChatCompletions` is the usual protocol."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import threading
import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from bmoca_gym import extras
from bmoca_gym.agents.language.cache import Cache, key_of
from bmoca_gym.agents.language.connection import ClosedError, Connection, Hook, TooLarge, TooLate
from bmoca_gym.envs.action_table import from_tool_call
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import BmocaError, MissingLibraryError, ModelError, nearest

#: Waits before a request is sent again, in seconds: the first, the longest, and the longest that an endpoint may ask
#: for (``Retry-After``).
FIRST_WAIT, LONGEST_WAIT, LONGEST_ASKED_WAIT = 0.5, 30.0, 300.0

#: Reasons of a retry without a response.
NO_CONNECTION, TIMED_OUT = "no connection", "timed out"

_TEMPORARY = (408, 409, 425, 429)

#: Characters that a function call counts in addition to its name and arguments; the length of the shortest secret key.
_CALL, _SHORTEST_KEY = 10, 8

#: Name and password in an address.
_PASSWORD = re.compile(r"//[^/@]*@")


class Answer(NamedTuple):
    """Answer of a model.

    Attributes:
        text: the text.
        calls: the function calls: name, and arguments as JSON.
        prompt_tokens, answer_tokens: usage by the endpoint's count; None if it reports none.
        reason: why the answer ended, such as ``stop``, ``length`` or ``content_filter``.
        seconds: how long the answer took, in seconds.
        retries: one reason for each time the request was sent again: the kind of problem, a colon, and details.
        turn: the complete answer as the client returned it, as JSON, for protocols that need it sent back.
    """

    text: str
    calls: tuple[tuple[str, str], ...]
    prompt_tokens: int | None
    answer_tokens: int | None
    reason: str
    seconds: float
    retries: tuple[str, ...] = ()
    turn: str = ""

    def written(self) -> str:
        """Write the answer as one text. Each function call becomes an action line."""
        return "\n".join(
            [*filter(None, [self.text]), *(f"Action: {from_tool_call(*call)}" for call in self.calls)]
        )


class Malformed(BmocaError):
    """The response does not follow the protocol. A retry may help."""


class Failure(NamedTuple):
    """Why a request failed.

    Attributes:
        kind: the kind of problem in a few words, such as ``status 429``.
        status: the HTTP status; None without one.
        headers: the headers of the response, if there was one.
        temporary: whether the same request may succeed later.
    """

    kind: str
    status: int | None = None
    headers: Any = None
    temporary: bool = True


class ChatCompletions:
    """The chat-completions protocol with OpenAI's client. Other protocols inherit from this class.

    Attributes:
        module: module of the client.
        extra: the extra in ``setup.cfg`` that installs it.
        vendor: whose endpoint is used if no address is given.
        address: environment variable with the endpoint's address.
        answers: what an answer is called in messages.
    """

    module = "openai"
    extra = "llm"
    vendor = "OpenAI"
    address = "OPENAI_BASE_URL"
    answers = "chat completion"

    def client(self, seconds: float, hook: Hook, key: str, address: str | None) -> Any:
        """Make the client. It sends each request once, and calls ``hook`` with each response."""
        import openai

        transport = openai.DefaultAsyncHttpxClient(event_hooks={"response": [hook]}, timeout=seconds)
        return openai.AsyncOpenAI(
            http_client=transport,
            timeout=seconds,
            max_retries=0,
            default_headers={"Accept-Encoding": "identity"},
            api_key=key,
            base_url=address,
        )

    async def close(self, client: Any) -> None:
        """Close the client."""
        await client.close()

    async def ask(self, client: Any, request: Mapping[str, Any], stream: bool) -> Answer:
        """Send a request, and return its answer.

        Raises:
            Malformed: the response does not follow the protocol.
            Exception: an error of the client, see `failure`.
        """
        return await (_stream if stream else _whole)(client, request)

    async def names(self, client: Any) -> list[str]:
        """List the names of the models."""
        listed = await client.models.with_raw_response.list()
        return [str(model["id"]) for model in json.loads(listed.text)["data"][:200]]

    def failure(self, error: Exception) -> Failure | None:
        """Explain an error of `ask`; None if the endpoint did not cause it."""
        import openai

        return self.failure_of(openai, error)

    def failure_of(self, client: Any, error: Exception) -> Failure | None:
        """Explain an error of a client whose errors are named like OpenAI's."""
        if isinstance(error, client.APIStatusError):
            status = error.status_code
            lasting = getattr(error, "code", None) == "insufficient_quota"
            return Failure(
                f"status {status}", status, error.response.headers, is_temporary(status) and not lasting
            )
        if isinstance(error, (TooLate, client.APITimeoutError)):
            return Failure(TIMED_OUT)
        if isinstance(error, client.APIConnectionError):
            return Failure(NO_CONNECTION)
        return self.failure_of_response(error, client.APIError)

    def failure_of_response(self, error: Exception, *kinds: type[Exception]) -> Failure | None:
        """Explain an error in a response, which may be one of the client's ``kinds``; None for any other error."""
        # A ValueError is invalid JSON in a stream.
        if isinstance(error, (*kinds, Malformed, TooLarge, ValueError, RecursionError)):
            return Failure(f"no {self.answers}")
        return None


class ChatModel:
    """Model at an endpoint. One thread at a time may use it; any thread may call `close`.

    Args:
        options: options of the language agent.
        protocol: the protocol of the endpoint.

    Raises:
        MissingLibraryError: the official client is not installed.
    """

    def __init__(self, options: Mapping[str, Any], protocol: ChatCompletions | None = None) -> None:
        self._protocol = protocol or ChatCompletions()
        if not options["replay"] and not extras.installed(self._protocol.module):
            raise MissingLibraryError(
                "Language agents need the official client. Install it with: "
                f"{extras.installing(self._protocol.extra)}"
            )
        self._options = options
        self._cache = Cache(Path(options["cache"] or "responses"))
        self._connection: Connection | None = None
        self._key = ""
        self._closed = threading.Event()
        self._jitter = random.Random(0)

    def ask(self, request: Mapping[str, Any], *place: int) -> Answer:
        """Return the answer to a request, from the cache if it is stored there.

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
            calls = tuple((str(name), str(given)) for name, given in kept["calls"])
            return Answer(**{**kept, "calls": calls, "retries": tuple(map(str, kept.get("retries", ())))})
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(
                f"The response {key[:12]}… in {self._cache.folder} is damaged. Delete it."
            ) from error

    def test(self, request: Mapping[str, Any]) -> Answer:
        """Send a test request, and return its answer. The answer is not stored.

        The request is repeated at most twice, and only after an error that the endpoint calls temporary.

        Raises:
            ModelError: there is no answer; the message says why and what to do.
        """
        return self._ask(request, patient=False)

    def close(self) -> None:
        """Close the connections. A thread that waits for an answer gets a `ModelError`."""
        self._closed.set()
        if self._connection is not None:
            self._connection.close()

    def _ask(self, request: Mapping[str, Any], patient: bool = True) -> Answer:
        """Ask the endpoint. Without ``patient``, a lost connection is an error at once."""
        connection, protocol = self._open(), self._protocol
        stream = bool(self._options.get("stream"))
        attempts = 1 + (self._options["retries"] if patient else min(self._options["retries"], 2))
        retries: list[str] = []
        problem: BaseException
        failure: Failure
        for attempt in range(attempts):
            started = time.perf_counter()
            try:
                answer = connection.run(lambda client: protocol.ask(client, request, stream))
                answer = self._without_key(answer, round(time.perf_counter() - started, 3))
                return answer._replace(retries=tuple(retries))
            except ClosedError as error:
                raise ModelError(f"The connection to {self._where()} was closed.", retries) from error
            except Exception as error:
                explained = protocol.failure(error)
                if explained is None:
                    raise
                failure = explained
                if not failure.temporary:
                    raise self._refused(error, failure, retries) from error
                # The client wraps errors that occur while it reads a response.
                problem = error.__cause__ if isinstance(error.__cause__, TooLarge) else error
            asked = _retry_after(failure.headers or {})
            if asked is not None and asked > LONGEST_ASKED_WAIT:
                raise ModelError(
                    f"{self._where()} asks to wait {asked:g} s, longer than {LONGEST_ASKED_WAIT:g} s. Try again "
                    "later; to resume, add --retry-errors to the same command.",
                    retries,
                ) from problem
            if not patient and failure.status is None:
                attempts = attempt + 1
            if attempt + 1 == attempts:
                break
            retries.append(f"{failure.kind}: {self._short(problem)}")
            wait = (
                asked
                if asked is not None
                else min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * self._jitter.uniform(0.5, 1)
            )
            if self._closed.wait(wait):
                raise ModelError(f"The connection to {self._where()} was closed.", retries)
        shown, advice = f"{type(problem).__name__}: {self._short(problem)}", ""
        if failure.kind == NO_CONNECTION:
            cause = problem.__cause__ or problem
            shown = f"{type(cause).__name__}: {self._short(cause).rstrip('.')}."
            advice = f" Is the server running, and its address (--base-url, {protocol.address}) right?"
        raise ModelError(
            f"{self._where()} gave no answer in {attempts} attempt{'s' if attempts > 1 else ''}; the last: "
            f"{shown}{advice}",
            retries,
        ) from problem

    def _open(self) -> Connection:
        """Return the connection, opening it on the first request."""
        if self._connection is None:
            name, protocol = self._options["api_key_variable"], self._protocol
            address = self._base_url() or None
            key = self._key = os.environ.get(name, "").strip()
            if not key and address is None:
                raise ModelError(
                    f"No key: set {name}, or name an endpoint that needs no key with --base-url or {protocol.address}."
                )
            seconds = self._options["timeout"]
            try:
                self._connection = Connection(
                    seconds,
                    lambda hook: protocol.client(seconds, hook, key or "none", address),
                    protocol.close,
                )
            except Exception as error:
                raise ModelError(f"{self._where()} can't be used: {self._short(error)}") from error
            if self._closed.is_set():  # closed in the meantime: making it takes seconds on a busy machine
                self._connection.close()
        return self._connection

    def _base_url(self) -> str:
        return self._options["base_url"] or os.environ.get(self._protocol.address, "")

    def _where(self) -> str:
        return self._hide(f"The model {self._options['model']!r} at {self._address()}")

    def _server(self) -> str:
        return self._hide(f"The model server {self._address()}")

    def _address(self) -> str:
        return _PASSWORD.sub("//", self._base_url() or self._protocol.vendor)

    def _refused(
        self, error: Exception, failure: Failure, retries: Sequence[str], whose: str = ""
    ) -> ModelError:
        """Make the error for a refused request, with advice."""
        status = failure.status or 0
        advice = {
            401: f" The key in {self._options['api_key_variable']} is not accepted.",
            402: " The account has no credit.",
            403: " The key may not use this model.",
        }.get(status, "")
        if status == 404 and not whose:
            advice = f" {self._hide(self._models())}"
        text = (
            f"{whose or self._where()} refuses the request with status {status}.{advice} {self._short(error)}"
        )
        return ModelError(text, retries)

    def models(self) -> list[str]:
        """List the names of the server's models, 200 at most.

        Raises:
            ModelError: the server has no such list, or can't be reached.
        """
        try:
            return [name[:200] for name in self._open().run(self._protocol.names)]
        except ClosedError as error:
            raise ModelError(f"{self._server()} has no list of models: {self._short(error)}") from error
        except Exception as error:
            failure = self._protocol.failure(error)
            if failure is None and not isinstance(error, (KeyError, TypeError)):
                raise
            if failure is not None and failure.status is not None:
                raise self._refused(error, failure, [], self._server()) from error
            if failure is None or failure.kind not in (NO_CONNECTION, TIMED_OUT):
                raise ModelError(f"{self._server()} has no list of models: {self._short(error)}") from error
            cause = error.__cause__ or error
            raise ModelError(
                f"{self._server()} can't be reached: {self._short(cause).rstrip('.')}. Is the server running, and its "
                f"address (--base-url, {self._protocol.address}) right?"
            ) from error

    def _models(self) -> str:
        """Suggest the endpoint's model with the nearest name, if it lists them."""
        try:
            names = self.models()
        except Exception:
            return "Is the endpoint's address right? It usually ends in /v1."
        shown = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
        return f"There is no such model.{nearest(self._options['model'], names)} Models: {shown or 'none'}."

    def _without_key(self, answer: Answer, seconds: float) -> Answer:
        """Return an answer without the key, which an endpoint may send back."""
        calls = tuple((self._hide(name), self._hide(given)) for name, given in answer.calls)
        return answer._replace(
            text=self._hide(answer.text),
            calls=calls,
            reason=self._hide(answer.reason),
            seconds=seconds,
            turn=self._hide(answer.turn),
        )

    def _hide(self, text: str) -> str:
        """Replace the key in a text. Very short keys, for endpoints that need none, are not secret."""
        if len(self._key) >= _SHORTEST_KEY:
            for written in {self._key, json.dumps(self._key)[1:-1], quote(self._key, safe="")}:
                text = text.replace(written, "[key]")
        return text

    def _short(self, problem: object) -> str:
        text = " ".join(self._hide(_with_body(problem)).split())
        return text if len(text) <= 300 else text[:300] + "…"


def _with_body(problem: object) -> str:
    """Describe an error, with the response's body if the client's message leaves it out: it shows only ``error`` and
    ``message``, but many servers explain themselves in ``detail``.
    """
    text = str(problem)
    if text != f"Error code: {getattr(problem, 'status_code', None)}":
        return text
    try:
        body = str(problem.response.text)[:2000].strip()  # type: ignore[attr-defined]
    except (AttributeError, RuntimeError):  # no response, or one that was not read
        return text
    return f"{text} - {body}" if body else text


async def _whole(client: Any, request: Mapping[str, Any]) -> Answer:
    arguments, further = _split(request)
    response = await client.chat.completions.with_raw_response.create(**arguments, extra_body=further)
    return read_completion(response.text)


async def _stream(client: Any, request: Mapping[str, Any]) -> Answer:
    arguments, further = _split(request)
    chunks = await client.chat.completions.create(
        **arguments, extra_body=further, stream=True, stream_options={"include_usage": True}
    )
    pieces = Pieces()
    async with chunks:
        async for chunk in chunks:
            if not pieces.add(chunk.model_dump(warnings=False)):
                break
            await asyncio.sleep(0)  # many small chunks may arrive at once: give the deadline a chance
    return pieces.answer()


def read_completion(text: str) -> Answer:
    """Read the answer in the body of a response.

    Raises:
        Malformed: the body is not a chat completion.
    """
    try:
        body = json.loads(text)
        (choice, *_), usage = body["choices"], body.get("usage") or {}
        message = choice.get("message") or {}
        calls = [
            (one["function"]["name"], one["function"]["arguments"]) for one in message.get("tool_calls") or ()
        ]
        return _answer(message.get("content"), calls, usage, choice.get("finish_reason"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Malformed(
            f"the response is not a chat completion ({type(error).__name__}): {text[:1000]}"
        ) from error


class Pieces:
    """A streamed answer, put together chunk by chunk, up to `MAX_ANSWER` characters."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._calls: dict[int, tuple[list[str], list[str]]] = {}
        self._usage: Any = {}
        self._reason: Any = None
        self._length = 0

    def add(self, content: Mapping[str, Any]) -> bool:
        """Add a chunk. Returns whether there is room for more.

        Raises:
            Malformed: it is not a chunk of a chat completion.
        """
        try:
            self._usage = content.get("usage") or self._usage
            for choice in (content.get("choices") or ())[:1]:
                delta = choice.get("delta") or {}
                self._take(self._words, delta.get("content"))
                for one in delta.get("tool_calls") or ():
                    index, function = int(one.get("index") or 0), one.get("function") or {}
                    if index not in self._calls:
                        self._length += _CALL
                    name, given = self._calls.setdefault(index, ([], []))
                    self._take(name, function.get("name"))
                    self._take(given, function.get("arguments"))
                self._reason = choice.get("finish_reason") or self._reason
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Malformed(f"a chunk of the stream is invalid ({type(error).__name__}: {error})") from error
        if self._length > MAX_ANSWER:
            self._reason = "length"
        return self._length <= MAX_ANSWER

    def answer(self) -> Answer:
        """Return the answer.

        Raises:
            Malformed: the stream ended before the answer did.
        """
        if self._reason is None:
            raise Malformed("the stream ended before the answer did")
        calls = [("".join(name), "".join(given)) for name, given in self._calls.values()]
        return _answer("".join(self._words), calls, self._usage, self._reason)

    def _take(self, pieces: list[str], piece: Any) -> None:
        if piece:
            if not isinstance(piece, str):
                raise TypeError(f"{type(piece).__name__} in place of text")
            pieces.append(piece)
            self._length += len(piece)


def _answer(text: Any, calls: list[tuple[Any, Any]], usage: Any, reason: Any) -> Answer:
    """Make an answer from the parts of a response. Lists of parts are joined, invalid characters replaced.

    An answer that is too long is cut to one character over the limit, so that the environment rejects it.
    """
    if isinstance(text, list):
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    elif not isinstance(text, str):
        text = "" if text is None else json.dumps(text)
    left = MAX_ANSWER + 1
    text = text[:left]
    left -= len(text)
    read: list[tuple[str, str]] = []
    for name, given in calls:
        if left <= 0:
            break
        name = str(name or "")[:left]
        given = (given if isinstance(given, str) else json.dumps(given))[:left]
        left -= len(name) + len(given) + _CALL
        read.append((_clean(name), _clean(given)))
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    prompt, written = (one if isinstance(one, int) and 0 <= one < 1 << 53 else None for one in counts)
    reason = "length" if left <= 0 else str(reason or "")[:80]
    return Answer(_clean(text), tuple(read), prompt, written, _clean(reason), 0.0)


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _split(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a request into the client's named arguments, and other fields that it passes on."""
    named = ("model", "messages")
    return {name: request[name] for name in named}, {
        name: request[name] for name in request if name not in named
    }


def is_temporary(status: int) -> bool:
    """True if a request with this HTTP status may succeed later."""
    return status in _TEMPORARY or status >= 500


def _retry_after(headers: Any) -> float | None:
    """Read how long the endpoint asks to wait, in seconds; None if it doesn't."""
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
