"""The server: any client of the protocol can play the phone, start tasks and read their scores.

`bmoca mcp` starts it.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver.exceptions import ToolError

from bmoca_gym.errors import BmocaError
from bmoca_gym.integrations.mcp.answers import Phone
from bmoca_gym.integrations.mcp.hand_tools import hand_tools
from bmoca_gym.integrations.mcp.registered import registered
from bmoca_gym.integrations.mcp.screen_tools import screen_tools
from bmoca_gym.integrations.mcp.task_tools import task_tools
from bmoca_gym.integrations.phones import Phones
from bmoca_gym.integrations.session import PhoneSession
from bmoca_gym.version import __version__

_INSTRUCTIONS = (
    "An Android phone. list_tasks and start_task choose a task; the mobile_ tools see the screen and act; score says "
    "how the task stands; answer and finish end it. Without a task the phone can be used freely. The argument device "
    "may be left out."
)


def server(phones: Phones | PhoneSession | None = None, shows: bool = False) -> MCPServer:
    """Make the server.

    Args:
        phones: the phones of its clients, or one that they all share; by default a new one.
        shows: whether the tools that act also answer with the elements of the screen, so that a step is one call;
            start_task and restore_state too.
    """
    one = PhoneSession(held_out=True) if phones is None else phones
    held = one if isinstance(one, Phones) else Phones(lambda: one, most=1)
    asking = contextvars.ContextVar("asking", default="")

    async def note(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        asking.set(_client(ctx) if isinstance(one, Phones) else "")
        return await call_next(ctx)

    def phone() -> PhoneSession:
        try:
            return held.of(asking.get())
        except BmocaError as error:
            raise ToolError(str(error)) from error

    # Every request would be a line of the log.
    return MCPServer(
        "bmoca_gym",
        instructions=_INSTRUCTIONS,
        version=__version__,
        tools=[registered(tool) for tool in tools(phone, shows)],
        middleware=[note],
        log_level="WARNING",
    )


def tools(phone: Phone, shows: bool = False) -> tuple[Callable[..., Any], ...]:
    """Return the tools with which a client plays the phone. Clients see their names, arguments and docstrings."""
    return *task_tools(phone, shows), *screen_tools(phone), *hand_tools(phone, shows)


def _client(context: ServerRequestContext[Any, Any]) -> str:
    """The name of a client's phone: ``phone`` in the address, else the client's session if it has one."""
    request = context.request
    if request is None:
        return ""
    return request.query_params.get("phone") or request.headers.get("mcp-session-id") or ""
