"""The OpenEnv server: many phones in one process, one for each WebSocket."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from openenv.core.env_server.http_server import create_app
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from bmoca_gym import tasks
from bmoca_gym.errors import BmocaError
from bmoca_gym.integrations.openenv.environment import PhoneEnvironment
from bmoca_gym.integrations.openenv.messages import PhoneAction, PhoneObservation, PhoneState
from bmoca_gym.integrations.session import PhoneSession
from bmoca_gym.play.server import HOSTS

#: Most phones at once, unless the caller says otherwise.
SESSIONS = 256


def app(
    sessions: int = SESSIONS,
    task: str = "Alarm",
    reward: str | Mapping[str, Any] | None = "success",
    hosts: Sequence[str] = HOSTS,
    **settings: Any,
) -> FastAPI:
    """Make the application, for `bmoca_gym.play.server.web_server` to serve.

    Args:
        sessions: the most clients at once. Any further client is told that the server is full.
        task: id of the task that ``reset`` starts if it names none.
        reward: what a step earns, as of `PhoneEnv`.
        hosts: host names under which the server may be reached; ``("*",)`` for any, in a container.
        settings: the other arguments of `PhoneSession`, such as ``judge``, ``held_out`` and ``split``.

    Raises:
        UnknownTaskError: there is no such task.
        ArgumentError: a setting is invalid.
    """
    tasks.select(task)
    PhoneSession(reward=reward, **settings)
    phone = functools.partial(PhoneEnvironment, task, reward, **settings)
    made = create_app(
        phone, PhoneAction, PhoneObservation, env_name="bmoca_gym", max_concurrent_envs=sessions,
        state_cls=PhoneState,
    )  # fmt: skip
    made.add_exception_handler(BmocaError, _refused)
    made.add_middleware(_OwnPages)
    made.add_middleware(TrustedHostMiddleware, allowed_hosts=[*hosts])
    return made


class _OwnPages:
    """Refuses web pages of other sites, which a browser would let connect to loopback. Programs send no origin."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        origin = headers.get(b"origin")
        if origin is None or origin.partition(b"://")[2] == headers.get(b"host"):
            await self._application(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await JSONResponse({"detail": "Pages of other sites are refused."}, 403)(scope, receive, send)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, status_code=422)
