"""How a function becomes a tool of the protocol."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError, create_model

from bmoca_gym.integrations import faults


def registered(tool: Callable[..., Any]) -> Tool:
    """Make the protocol's tool.

    Tools of mobile-mcp ignore unknown arguments, as another version of it may have them. Ours refuse them: a task in
    another configuration than the one that a client has misspelt would be scored.
    """
    made = _Tool.from_function(_inline(tool), structured_output=False)
    if not made.name.startswith("mobile_"):
        lax = made.fn_metadata.arg_model
        strict = create_model(lax.__name__, __base__=lax, __cls_kwargs__={"extra": "forbid"})
        made.fn_metadata.arg_model, made.parameters = strict, strict.model_json_schema(by_alias=True)
    return made


class _Tool(Tool):
    """A tool that says in one sentence what is wrong with its arguments, and which it takes."""

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            takes = ", ".join(self.parameters["properties"]) or "no arguments"
            raise ToolError(
                f"Nothing was done: {faults.told(error.__cause__)}. {self.name} takes {takes}."
            ) from error


def _inline(tool: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Wrap the tool as a coroutine: the server would call a function in a thread, but phones share caches."""

    @functools.wraps(tool)
    async def called(*arguments: Any, **named: Any) -> Any:
        return tool(*arguments, **named)

    return called
