"""The server of the page: on loopback, for who has the token of its address, a phone for each page."""

from __future__ import annotations

import asyncio
import functools
import hmac
import json
import secrets
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from bmoca_gym import extras
from bmoca_gym.errors import ArgumentError, BmocaError, HandsetError, MissingLibraryError
from bmoca_gym.play import commands
from bmoca_gym.play.picture import Changes
from bmoca_gym.play.session import Session

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import Request
    from starlette.responses import FileResponse, PlainTextResponse, Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect
except ImportError as error:
    raise MissingLibraryError(
        f"The page is served with Starlette and uvicorn, which can't be loaded: {error}. Install them with: "
        f"{extras.installing('play')}"
    ) from error

T = TypeVar("T")

#: Where a server listens, and the names that a browser may call it by.
LOOPBACK = "127.0.0.1"
HOSTS = ("127.0.0.1", "localhost")

#: The most phones of pages that are kept: another page's phone takes the place of the oldest.
PAGES = 8

#: Seconds between two looks at a phone where nothing moves, and where something does.
QUIET, MOVING = 0.25, 1 / 30

_FOLDER = Path(__file__).parent / "page"
_FILES = {"/": "index.html", "/page.css": "page.css", "/page.js": "page.js"}
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


class Server:
    """Sessions by the name that each page gives its own. One thread does all that is done to phones.

    Args:
        make_session: makes the session of a page.
        shared: whether all pages have one session: that of the one real phone.
        token: what an address must have; None: one that nobody guesses.
    """

    def __init__(
        self, make_session: Callable[[], Session], shared: bool = False, token: str | None = None
    ) -> None:
        self.token = secrets.token_urlsafe(16) if token is None else token
        self._make, self._shared = make_session, shared
        self._sessions: dict[str, Session] = {}
        self._sockets: dict[str, WebSocket] = {}
        self._thread = ThreadPoolExecutor(1, "phones")
        self.application = Starlette(
            routes=[*[Route(path, self._file) for path in _FILES], WebSocketRoute("/phone", self._phone)],
            lifespan=self._life,
        )
        self.application.add_middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS), www_redirect=False)

    @asynccontextmanager
    async def _life(self, application: Starlette) -> Any:
        yield
        for session in self._sessions.values():
            await self._run(session.close)
        self._thread.shutdown()

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, functools.partial(function, *arguments)
        )

    def _allowed(self, token: str | None) -> bool:
        return token is not None and hmac.compare_digest(token.encode(), self.token.encode())

    async def _file(self, request: Request) -> Response:
        path = request.url.path
        if path == "/" and not self._allowed(request.query_params.get("token")):
            return PlainTextResponse(
                "This page is for who has its address: open the one that `bmoca play` printed, token and all.",
                403,
            )
        file = _FOLDER / _FILES[path]
        host = request.headers["host"]
        return FileResponse(
            file,
            media_type=_TYPES[file.suffix],
            headers={
                "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": f"default-src 'self'; img-src 'self' data: blob:; connect-src 'self' "
                f"ws://{host}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            },
        )

    async def _phone(self, page: WebSocket) -> None:
        own = f"http://{page.headers.get('host', '')}"
        if page.headers.get("origin") != own or not self._allowed(page.query_params.get("token")):
            await page.close(1008)  # before it was accepted: an answer 403
            return
        await page.accept()
        name = "" if self._shared else page.query_params.get("session", "")[:64]
        before = self._sockets.get(name)
        self._sockets[name] = page
        if before is not None:
            with suppress(RuntimeError):
                await before.close(4000, "another page took this phone over")
        # The page went away, another took over, or the server ends.
        with suppress(WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
            try:
                session = await self._session(name)
            except (BmocaError, HandsetError, OSError) as error:
                await page.send_text(json.dumps({"kind": "error", "text": str(error)}))
                await page.close(4001)
                return
            await self._serve(page, session)
        if self._sockets.get(name) is page:
            del self._sockets[name]

    async def _session(self, name: str) -> Session:
        if name in self._sessions:
            return self._sessions[name]
        while len(self._sessions) >= PAGES:
            oldest = next((one for one in self._sessions if one not in self._sockets), None)
            if oldest is None:
                raise BmocaError(f"{PAGES} pages are open, and each has a phone: close one.")
            await self._run(self._sessions.pop(oldest).close)
        session = await self._run(self._make)
        self._sessions[name] = session
        return session

    async def _serve(self, page: WebSocket, session: Session) -> None:
        """Answer a page's messages, and show it the screen wherever that has changed."""
        asked: asyncio.Queue[object] = asyncio.Queue()
        reader = asyncio.create_task(_read(page, asked))
        changes, said = Changes(), ""
        clock = asyncio.get_running_loop().time
        before = due = clock()
        try:
            for told in await self._run(commands.first, session):
                await page.send_text(json.dumps(told))
            while True:
                answers: list[dict[str, Any]] = []
                looking = True
                try:
                    message = await asyncio.wait_for(asked.get(), max(0.001, due - clock()))
                except asyncio.TimeoutError:
                    now = clock()
                    lost = await self._run(_pass_time, session, min(now - before, 1.0))
                    before = now
                else:
                    if message is _GONE:
                        return
                    answers, lost = await self._run(commands.answer, session, message), ""
                    looking = False
                picture, gone = await self._run(_look, session, changes)
                lost = lost or gone
                if lost and lost != said:  # once, not at every look
                    answers.append({"kind": "error", "text": lost})
                said = lost
                if picture is not None:  # first: it is what a hand waits for
                    await page.send_bytes(picture)
                for told in answers:
                    await page.send_text(json.dumps(told))
                if looking:  # from look to look, whatever one takes, but never so late that looks pile up
                    due = max(due + (QUIET if picture is None else MOVING), clock())
                elif picture is not None:
                    due = min(due, clock() + MOVING)
        finally:
            reader.cancel()


_GONE = object()


async def _read(page: WebSocket, asked: asyncio.Queue[object]) -> None:
    try:
        while True:
            try:
                asked.put_nowait(await page.receive_json())
            except json.JSONDecodeError:
                asked.put_nowait(None)
    except (WebSocketDisconnect, RuntimeError, KeyError):
        asked.put_nowait(_GONE)


def _pass_time(session: Session, seconds: float) -> str:
    try:
        session.pass_time(seconds)
        return ""
    except (BmocaError, HandsetError, OSError) as error:
        return str(error)


def _look(session: Session, changes: Changes) -> tuple[bytes | None, str]:
    try:
        return changes.message(session.screen()), ""
    except (BmocaError, HandsetError, OSError) as error:
        return None, str(error)


def listen(port: int) -> socket.socket:
    """A socket that listens on loopback; 0 is any port that is free.

    Raises:
        ArgumentError: the number is no port's.
        OSError: another program has the port.
    """
    if not 0 <= port <= 65535:
        raise ArgumentError(f"port is {port}; it must be from 0 to 65535.")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((LOOPBACK, port))
        made.listen()
    except OSError:
        made.close()
        raise
    return made


def web_server(server: Server) -> uvicorn.Server:
    """Server of the page: ``run(sockets=[…])`` until the process is interrupted or ``should_exit`` is set."""
    config = uvicorn.Config(
        server.application, log_level="warning", ws="websockets-sansio", ws_max_size=1 << 20,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    return uvicorn.Server(config)
