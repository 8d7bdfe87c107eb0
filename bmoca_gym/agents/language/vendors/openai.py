"""Computer use of OpenAI, with the client openai: items of responses, and an output for each call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bmoca_gym.agents.language.models import Answer, Malformed
from bmoca_gym.agents.language.vendors.vendor import (
    OWN,
    Asked,
    Call,
    Result,
    Vendor,
    answer_of,
    count,
    encoded,
    objects,
    problem,
    schema,
)


class OpenAI(Vendor):
    """OpenAI's Responses protocol."""

    answers = "response"
    extra = "openai"
    key = "OPENAI_API_KEY"
    generations = ("computer", "computer-use-preview")
    pictures = 0
    sampling: ClassVar[Mapping[str, Any]] = {"answer_tokens": 0}

    def request(self, options: Mapping[str, Any], seed: int, asked: Asked) -> dict[str, Any]:
        """Make the body of a request."""
        items: list[dict[str, Any]] = [_message(asked.task, asked.picture)]
        for turn in asked.turns:
            items += objects(turn.answer.get("output"))
            items += map(_output, turn.results)
            failed = [result.text for result in turn.results if result.failed and not _is_function(result)]
            if turn.says or turn.picture or failed:
                items.append(_message(turn.says or failed[0], turn.picture))
        width, height = asked.size
        tool: dict[str, Any] = {"type": "computer"}
        if options["generation"] == "computer-use-preview":
            sizes = {"display_width": width, "display_height": height}
            tool = {"type": "computer_use_preview", "environment": "browser", **sizes}
        limit = {"max_output_tokens": options["answer_tokens"]} if options["answer_tokens"] else {}
        return {
            "model": options["model"],
            "instructions": asked.system,
            "input": items,
            "tools": [tool, *map(_function, OWN)],
            "truncation": "auto",
            "store": False,
            "include": ["reasoning.encrypted_content"],
            **limit,
        }

    async def ask(self, client: Any, request: Mapping[str, Any], stream: bool) -> Answer:
        """Send a request, and return its answer."""
        named = {name: request[name] for name in ("model", "input", "tools")}
        further = {name: value for name, value in request.items() if name not in named}
        response = await client.responses.with_raw_response.create(**named, extra_body=further)
        text = response.http_response.text
        try:
            body = json.loads(text)
            output, status = objects(body["output"]), str(body.get("status") or "")
            if status == "failed" or not isinstance(body["output"], list):
                raise ValueError(f"the response failed: {body.get('error')}")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Malformed(f"{error or 'no output'}: {text[:1000]}") from error
        details = body.get("incomplete_details")
        reason = str(details.get("reason") if isinstance(details, dict) else status)
        tokens = count(body.get("usage"), "input_tokens"), count(body.get("usage"), "output_tokens")
        reason = "refusal" if _refusals(output) else reason
        return answer_of(_parts(output, reason), {"output": output}, tokens, reason)

    def calls(self, turn: Mapping[str, Any]) -> tuple[Call, ...]:
        """Return the calls of a response."""
        found = []
        for item in objects(turn.get("output")):
            kind, name, given = item.get("type"), str(item.get("name")), {}
            if kind == "computer_call":
                actions = objects(item.get("actions")) or objects([item.get("action")])
                name = ", ".join(str(one.get("type")) for one in actions)
            elif kind == "function_call":
                given = _arguments(item.get("arguments"))
            else:
                continue
            checks = tuple(objects(item.get("pending_safety_checks")))
            found.append(Call(str(item.get("call_id")), name, given, str(kind), checks))
        return tuple(found)

    def body(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Make the body of a response."""
        return {"id": "1", "object": "response", "status": "completed", "output": list(parts)}

    def written(self, name: str, given: Mapping[str, Any]) -> str:
        """Write one of our own functions as an item."""
        return json.dumps([_call(name, given)], ensure_ascii=False)


def _call(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "function_call",
        "name": name,
        "arguments": json.dumps(given, ensure_ascii=False),
    }


def _arguments(text: object) -> dict[str, Any]:
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def _function(name: str) -> dict[str, Any]:
    described = {"description": OWN[name][0], "parameters": schema(name), "strict": False}
    return {"type": "function", "name": name, **described}


def _parts(output: list[dict[str, Any]], reason: str) -> list[dict[str, Any]]:
    """The parts that the environment reads: without encrypted reasoning, and with the reason the response ended."""
    parts = [{key: one[key] for key in one if key != "encrypted_content"} for one in output]
    if reason in ("refusal", "content_filter"):
        return [_call("refuse", {"text": _refusals(output) or "The model's answer was filtered."})]
    if reason != "completed":
        return [problem(f"The answer ended with {reason or 'no reason'} and is not complete."), *parts]
    if not any(one.get("type") in ("computer_call", "function_call", "message") for one in output):
        return [problem("The answer has no call and no message."), *parts]
    return parts


def _refusals(output: list[dict[str, Any]]) -> str:
    """The refusals in messages."""
    pieces = [piece for one in output for piece in objects(one.get("content"))]
    return "\n".join(str(piece.get("refusal")) for piece in pieces if piece.get("type") == "refusal")


def _output(result: Result) -> dict[str, Any]:
    """The output of a call. For a computer call it is always a picture."""
    call = result.call
    if _is_function(result):
        pictures = [] if result.picture is None else [_image(result.picture)]
        output: Any = [{"type": "input_text", "text": result.text}, *pictures]
        return {"type": "function_call_output", "call_id": call.id, "output": output}
    assert result.picture is not None, "all pictures are kept"
    picture = {"type": "computer_screenshot", "image_url": _url(result.picture)}
    checks = {"acknowledged_safety_checks": list(call.checks)} if call.checks and not result.failed else {}
    return {"type": "computer_call_output", "call_id": call.id, "output": picture, **checks}


def _is_function(result: Result) -> bool:
    return result.call.kind == "function_call"


def _message(text: str, picture: bytes | None) -> dict[str, Any]:
    parts = [{"type": "input_text", "text": text}] if text else []
    return {"role": "user", "content": parts + ([] if picture is None else [_image(picture)])}


def _image(picture: bytes) -> dict[str, Any]:
    return {"type": "input_image", "detail": "original", "image_url": _url(picture)}


def _url(picture: bytes) -> str:
    return f"data:image/png;base64,{encoded(picture)}"
