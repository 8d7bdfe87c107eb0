"""Computer use of Gemini, with the client google-genai: contents, and a function response for each call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bmoca_gym.agents.language.connection import Hook, TooLate
from bmoca_gym.agents.language.models import (
    NO_CONNECTION,
    TIMED_OUT,
    Answer,
    Failure,
    Malformed,
    is_temporary,
)
from bmoca_gym.agents.language.vendors.vendor import (
    OWN,
    Asked,
    Call,
    Turn,
    Vendor,
    answer_of,
    count,
    encoded,
    objects,
    problem,
    schema,
)

#: Functions that the phone tool itself offers.
_OF_PHONES = ("go_back", "open_app")
#: Functions for a browser that earlier models are told to leave out, and one for a phone that they lack.
_OF_BROWSERS = ("open_web_browser", "search", "navigate", "hover_at", "go_forward", "go_back")
_LONG_PRESS = {
    "name": "long_press_at",
    "description": "Hold a point of the screen.",
    "parameters_json_schema": {
        "type": "object",
        "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
        "required": ["x", "y"],
    },
}
_REFUSALS = (
    "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT",
    "MODEL_ARMOR",
)  # fmt: skip


class Gemini(Vendor):
    """Google's generateContent protocol."""

    module = "google.genai"
    extra = "gemini"
    vendor = "Google"
    address = "GOOGLE_GEMINI_BASE_URL"
    answers = "content"
    key = "GEMINI_API_KEY"
    generations = ("mobile", "browser")
    pictures = 3
    sampling: ClassVar[Mapping[str, Any]] = {
        "temperature": 1.0,
        "top_p": 0.95,
        "answer_tokens": 8192,
        "send_seed": True,
    }

    def client(self, seconds: float, hook: Hook, key: str, address: str | None) -> Any:
        """Make the client."""
        import httpx2
        from google import genai

        return genai.Client(
            vertexai=False,
            api_key=key,
            http_options=genai.types.HttpOptions(
                base_url=address,
                timeout=int(seconds * 1000),
                headers={"Accept-Encoding": "identity"},
                httpx_async_client=httpx2.AsyncClient(event_hooks={"response": [hook]}, timeout=seconds),
            ),
        )

    async def close(self, client: Any) -> None:
        """Close the client."""
        await client.aio.aclose()
        client.close()

    async def names(self, client: Any) -> list[str]:
        """List the names of the models."""
        listed = await client.aio.models.list(config={"page_size": 200})
        return [str(model.name).removeprefix("models/") for model in listed.page]

    def failure(self, error: Exception) -> Failure | None:
        """Explain an error of `ask`."""
        import httpx2
        from google.genai import errors

        if isinstance(error, errors.APIError) and error.code:
            headers = getattr(error.response, "headers", {})
            return Failure(f"status {error.code}", error.code, headers, is_temporary(error.code))
        if isinstance(error, (TooLate, httpx2.TimeoutException)):
            return Failure(TIMED_OUT)
        if isinstance(error, httpx2.TransportError):
            return Failure(NO_CONNECTION)
        return self.failure_of_response(error, errors.APIError, httpx2.HTTPError)

    def request(self, options: Mapping[str, Any], seed: int, asked: Asked) -> dict[str, Any]:
        """Make the body of a request, with the client's Python-style names."""
        contents = [_content([{"text": asked.task}, *_image(asked.picture)])]
        for turn in asked.turns:
            if turn.answer.get("content"):
                contents.append(turn.answer["content"])
            contents.append(_content(_results(turn)))
        is_mobile = options["generation"] == "mobile"
        tool: dict[str, Any] = {"environment": f"ENVIRONMENT_{options['generation'].upper()}"}
        own = [name for name in OWN if not (is_mobile and name in _OF_PHONES)]
        functions = [
            {"name": name, "description": OWN[name][0], "parameters_json_schema": schema(name)}
            for name in own
        ]
        if not is_mobile:
            tool |= {"excluded_predefined_functions": list(_OF_BROWSERS)}
            functions.append(_LONG_PRESS)
        config = {
            "system_instruction": asked.system,
            "temperature": options["temperature"],
            "top_p": options["top_p"],
            "top_k": 40,
            "max_output_tokens": options["answer_tokens"],
            "thinking_config": {"include_thoughts": True},
            "tools": [{"computer_use": tool}, {"function_declarations": functions}],
            **({"seed": seed} if options["send_seed"] else {}),
        }
        return {"model": options["model"], "contents": contents, **config}

    async def ask(self, client: Any, request: Mapping[str, Any], stream: bool) -> Answer:
        """Send a request, and return its answer."""
        from google.genai import types

        config = {name: request[name] for name in request if name not in ("model", "contents")}
        # From JSON, where bytes are in base 64.
        contents = [types.Content.model_validate_json(json.dumps(one)) for one in request["contents"]]
        by_hand = types.AutomaticFunctionCallingConfig(disable=True)
        sampled = types.GenerateContentConfig(**config, automatic_function_calling=by_hand)
        try:
            response = await client.aio.models.generate_content(
                model=request["model"], contents=contents, config=sampled
            )
        except (
            TypeError,
            AttributeError,
            KeyError,
        ) as error:  # the client reads a response without checking it
            raise Malformed(f"the response is not a content: {error}") from error
        body = json.loads(response.model_dump_json(exclude_none=True))
        candidates, feedback = objects(body.get("candidates")), body.get("prompt_feedback") or {}
        if not candidates and not feedback.get("block_reason"):
            raise Malformed(f"the response has no candidate: {str(body)[:1000]}")
        first = candidates[0] if candidates else {"finish_reason": feedback["block_reason"]}
        reason = str(first.get("finish_reason") or "")
        refused = not candidates or reason in _REFUSALS
        usage = body.get("usage_metadata")
        tokens = (
            count(usage, "prompt_token_count"),
            count(usage, "candidates_token_count", "thoughts_token_count"),
        )
        content = first.get("content") or {}
        parts = _parts(objects(content.get("parts")), reason, str(first.get("finish_message") or ""), refused)
        turn = {"content": content if content.get("parts") else {}}
        return answer_of(parts, turn, tokens, "safety" if refused else reason)

    def calls(self, turn: Mapping[str, Any]) -> tuple[Call, ...]:
        """Return the function calls of a content."""
        found = []
        content: dict[str, Any] = turn.get("content") or {}
        for part in objects(content.get("parts")):
            call = part.get("function_call")
            if not isinstance(call, dict):
                continue
            given: dict[str, Any] = call.get("args") or {}
            decision = given.get("safety_decision")
            checks: tuple[dict[str, Any], ...] = ()
            if isinstance(decision, dict) and decision.get("decision") == "require_confirmation":
                checks = ({"message": str(decision.get("explanation") or "")},)
            found.append(Call(str(call.get("id") or ""), str(call.get("name")), given, checks=checks))
        return tuple(found)

    def body(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Make the body of a response."""
        found = [{"functionCall": dict(one)} if "name" in one else dict(one) for one in parts]
        return {"candidates": [{"content": {"role": "model", "parts": found}, "finishReason": "STOP"}]}

    def written(self, name: str, given: Mapping[str, Any]) -> str:
        """Write one of our own functions as a function call."""
        return json.dumps([{"name": name, "args": dict(given)}], ensure_ascii=False)


def _parts(parts: list[dict[str, Any]], reason: str, message: str, refused: bool) -> list[dict[str, Any]]:
    """The parts that the environment reads: without signatures, and with the reason the answer ended."""
    found: list[dict[str, Any]] = []
    for part in parts:
        call = part.get("function_call")
        if isinstance(call, dict):
            found.append({"name": call.get("name"), "args": call.get("args") or {}})
        elif part.get("text"):
            found.append({"thought" if part.get("thought") else "text": part["text"]})
    if refused:
        said = " ".join(one["text"] for one in found if "text" in one)
        return [{"name": "refuse", "args": {"text": said or f"The model's answer was stopped for {reason}."}}]
    if reason != "STOP":
        what = f"{reason or 'no reason'}{': ' if message else ''}{message}"
        return [problem(f"The answer ended with {what}."), *found]
    if all("thought" in one for one in found):
        return [problem("The answer has no function call and no text."), *found]
    return found


def _results(turn: Turn) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    for result in turn.results:
        response: dict[str, Any] = {"error" if result.failed else "status": result.text}
        if result.call.checks and not result.failed:
            response["safety_acknowledgement"] = "true"
        named = {"id": result.call.id} if result.call.id else {}
        answered: dict[str, Any] = {**named, "name": result.call.name, "response": response}
        if result.picture is not None:
            answered["parts"] = _image(result.picture)
        parts.append({"function_response": answered})
    return [*parts, *([{"text": turn.says}] if turn.says else []), *_image(turn.picture)]


def _content(parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {"role": "user", "parts": parts}


def _image(picture: bytes | None) -> list[dict[str, Any]]:
    if picture is None:
        return []
    return [{"inline_data": {"mime_type": "image/png", "data": encoded(picture)}}]
