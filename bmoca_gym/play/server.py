"""The page's server: protected by a token in the address, with one phone for each page. On loopback, or for a proxy."""

from __future__ import annotations

import asyncio
import functools
import hmac
import json
import re
import secrets
import socket
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from bmoca_gym import extras
from bmoca_gym.errors import ArgumentError, BmocaError, MissingLibraryError, cut
from bmoca_gym.play import commands, reports
from bmoca_gym.play.picture import Changes
from bmoca_gym.play.runs import Runs
from bmoca_gym.play.session import Session

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import HTTPConnection, Request
    from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
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
QUIET, MOVING = 0.25, 1 / 40

#: How many pictures may be on their way to a page, and the bytes a second below which they are compressed for it.
AHEAD, SLOW = 2, 8e6

_FOLDER = Path(__file__).parent / "page"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_FILES = {"/": "index.html"} | {
    f"/{file.name}": file.name for file in sorted(_FOLDER.iterdir()) if file.suffix in (".css", ".js")
}

#: The fewest characters of a token that the user chooses.
SHORTEST = 16

_WRONG_HOST = (
    "bmoca play answers to 127.0.0.1 and localhost only, and was asked for {host}. On this computer, open the address "
    "that it printed. Through a proxy (JupyterHub, Codespaces, Colab), start it again with a token of your own: "
    "bmoca play --port 8000 --token TOKEN. Then open the proxy's address with ?token=TOKEN at its end."
)


class Server:
    """Sessions by the name that each page chooses. One thread does all work on phones; others wait for agents.

    Args:
        make_session: makes the session of a page.
        shared: whether all pages have one session: that of the one real phone.
        token: the token that an address must have; None: a random one that can't be guessed.
        proxied: whether a proxy may show the page under a name of its own. The token is then sent once in the address,
            and after that in a cookie.
        runs: recorded runs whose reports are shown at ``/reports/RUN/``.
    """

    def __init__(
        self,
        make_session: Callable[[], Session],
        shared: bool = False,
        token: str | None = None,
        proxied: bool = False,
        runs: Runs | None = None,
    ) -> None:
        self.token = secrets.token_urlsafe(16) if token is None else token
        self._proxied = proxied
        self._runs = runs or Runs()
        # Browsers share cookies among the ports of a host, so each server's has a name of its own. Nobody can tell the
        # token from it.
        made = hmac.new(self.token.encode(), b"bmoca play", "sha256").hexdigest()
        self._cookie, self._in_cookie = f"bmoca_{made[:12]}", made[12:]
        self._make, self._shared = make_session, shared
        self._sessions: dict[str, Session] = {}
        self._sockets: dict[str, WebSocket] = {}
        self._thread = ThreadPoolExecutor(1, "phones")
        self._waiting = ThreadPoolExecutor(PAGES, "waiting")
        self.application = Starlette(
            routes=[
                *[Route(path, self._file) for path in _FILES],
                Route("/reports/{run}/", self._report),
                Route("/reports/{run}/{name:path}", self._report),
                WebSocketRoute("/phone", self._phone),
            ],
            lifespan=self._life,
        )

    @asynccontextmanager
    async def _life(self, application: Starlette) -> Any:
        yield
        for session in self._sessions.values():
            await self._run(session.close)
        self._thread.shutdown()
        self._waiting.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, functools.partial(function, *arguments)
        )

    def _allowed(self, asked: HTTPConnection) -> bool:
        by_address = _equal(asked.query_params.get("token"), self.token)
        return by_address or (self._proxied and _equal(asked.cookies.get(self._cookie), self._in_cookie))

    def _called_rightly(self, asked: HTTPConnection) -> bool:
        return self._proxied or _name(asked.headers.get("host", "")) in HOSTS

    def _from_own_page(self, asked: HTTPConnection) -> bool:
        """Whether the request comes from a page of this server. Browsers send the page's origin, which no other page
        can alter."""
        headers = asked.headers
        origin = headers.get("origin", "")
        if not self._proxied:
            return origin == f"http://{headers.get('host', '')}"
        # a proxy may have put its own name for this server into "Host"
        names = {headers.get("host"), headers.get("x-forwarded-host", "").split(",")[0].strip()} - {None, ""}
        return origin in {f"{scheme}://{name}" for name in names for scheme in ("http", "https")}

    async def _file(self, request: Request) -> Response:
        path, host = request.scope["path"], request.headers.get("host", "")
        if not self._called_rightly(request):
            return PlainTextResponse(_WRONG_HOST.format(host=cut(host)), 400)
        if path == "/" and not self._allowed(request):
            return PlainTextResponse(
                "Open the full address that bmoca play printed, with its token.",
                403,
            )
        file = _FOLDER / _FILES[path]
        answer = FileResponse(
            file,
            media_type=_TYPES[file.suffix],
            headers={
                "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'"
                f"{_sockets(host, request)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            },
        )
        if path == "/" and self._proxied:  # valid below the address that the browser knows
            secure = request.headers.get("x-forwarded-proto", "").startswith("https")
            answer.set_cookie(
                self._cookie, self._in_cookie, path=None, httponly=True, samesite="strict", secure=secure
            )
        return answer

    async def _report(self, request: Request) -> Response:
        """A report, or a picture or a transcript in it."""
        if not (self._called_rightly(request) and self._allowed(request)):
            return PlainTextResponse("Open a report at the full address that bmoca play printed.", 403)
        run, name = request.path_params["run"], request.path_params.get("name", "")
        token = request.query_params.get("token")
        query = f"?{urlencode({'token': token})}" if token is not None else ""
        wait = asyncio.get_running_loop().run_in_executor
        headers = {
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        try:
            if name:
                data, kind = await wait(self._waiting, reports.file, self._runs, run, name)
                return Response(data, media_type=kind, headers=headers)
            text, policy = await wait(self._waiting, reports.page, self._runs, run, query)
        except (BmocaError, OSError) as error:
            return PlainTextResponse(str(error), 404, headers)
        return HTMLResponse(text, headers=headers | {"Content-Security-Policy": policy})

    async def _phone(self, page: WebSocket) -> None:
        if not (self._called_rightly(page) and self._from_own_page(page) and self._allowed(page)):
            await page.close(1008)  # before it was accepted: an answer 403
            return
        await page.accept()
        if self._proxied:
            await page.send_text(json.dumps({"kind": "in_cookie"}))
        name = "" if self._shared else page.query_params.get("session", "")[:64]
        before = self._sockets.get(name)
        self._sockets[name] = page
        if before is not None:
            with suppress(RuntimeError):
                await before.close(4000, "this phone was opened in another tab")
        # The page went away, another took over, or the server ends.
        with suppress(WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
            try:
                session = await self._session(name)
            except (BmocaError, OSError) as error:
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
                raise BmocaError(
                    f"{PAGES} pages are open, which is the most. Close one, then reload this page."
                )
            await self._run(self._sessions.pop(oldest).close)
        session = await self._run(self._make)
        self._sessions[name] = session
        return session

    async def _serve(self, page: WebSocket, session: Session) -> None:
        """Answer a page's messages, and send it the screen whenever it changes."""
        asked: asyncio.Queue[object] = asyncio.Queue()
        others = {asyncio.create_task(_read(page, asked))}
        clock = asyncio.get_running_loop().time
        view, said = _View(session, clock), ""
        before = due = clock()
        try:
            for told in await self._run(commands.first, session):
                await page.send_text(json.dumps(told))
            while True:
                answers: commands.Reply = []
                try:
                    message = await asyncio.wait_for(asked.get(), max(0.001, due - clock()))
                except asyncio.TimeoutError:
                    now = clock()
                    picture, lost = await self._run(view.later, min(now - before, 1.0))
                    before = now
                    # from look to look, whatever one takes, but never so late that looks pile up
                    due = max(due + (QUIET if picture is None else MOVING), clock())
                else:
                    if message is _GONE:
                        return
                    if message == _SHOWN:
                        due = clock() if view.shown() else due
                        continue
                    answers, picture, lost = await self._run(view.answer, message)
                    if picture is not None:
                        due = min(due, clock() + MOVING)
                if picture is not None:  # first: it is what a hand waits for
                    await page.send_bytes(picture)
                if callable(answers):
                    others.add(asyncio.create_task(self._elsewhere(answers, asked)))
                else:
                    for told in answers:
                        await page.send_text(json.dumps(told))
                if lost and lost != said:  # once, not at every look
                    await page.send_text(json.dumps({"kind": "error", "text": lost}))
                said = lost
        finally:
            for other in others:
                other.cancel()

    async def _elsewhere(self, work: Callable[[], commands.Reply], asked: asyncio.Queue[object]) -> None:
        """Do long work in a separate thread, so that no phone has to wait, and then handle its result."""
        then = await asyncio.get_running_loop().run_in_executor(self._waiting, work)
        asked.put_nowait(then if callable(then) else lambda: then)


_GONE = object()

#: What a page answers to each picture that it has drawn.
_SHOWN = {"do": "shown"}


class _View:
    """A page's view of a session. All methods except `shown` must be called in the phones' thread."""

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        self._session, self._clock, self._changes = session, clock, Changes()
        self._on_the_way: deque[tuple[float, int]] = deque()
        self._rates: deque[float] = deque(maxlen=8)
        self._compress = self._withheld = False

    def answer(self, message: object) -> tuple[commands.Reply, bytes | None, str]:
        """Carry out a message. Returns the answers, the changed part of the screen if any, and a problem."""
        answers = commands.begin(self._session, message)
        return (answers, *self._look())

    def later(self, seconds: float) -> tuple[bytes | None, str]:
        """Let time pass. Returns the changed part of the screen if any, and a problem."""
        try:
            self._session.pass_time(seconds)
        except (BmocaError, OSError) as error:
            return None, str(error)
        return self._look()

    def shown(self) -> bool:
        """Record that the page has drawn a picture. Returns whether it is waiting for another one."""
        if self._on_the_way:
            sent, size = self._on_the_way.popleft()
            if size > 1 << 16:
                self._rates.append(size / max(1e-6, self._clock() - sent))
                if len(self._rates) == self._rates.maxlen and max(self._rates) < SLOW:
                    self._compress = True
        return self._withheld

    def _look(self) -> tuple[bytes | None, str]:
        self._withheld = len(self._on_the_way) >= AHEAD
        if self._withheld:
            return None, ""
        try:
            picture = self._changes.message(self._session.screen(), self._compress)
        except (BmocaError, OSError) as error:
            return None, str(error)
        if picture is not None:
            self._on_the_way.append((self._clock(), len(picture)))
        return picture, ""


def _equal(given: str | None, secret: str) -> bool:
    return given is not None and hmac.compare_digest(given.encode(), secret.encode())


def _name(host: str) -> str:
    """The name in a "Host" header, without the port."""
    return host.rpartition(":")[0] if ":" in host else host


def _sockets(host: str, request: Request) -> str:
    """The page's WebSocket addresses for its content security policy: not every browser includes them in 'self'."""
    names = dict.fromkeys((host, request.headers.get("x-forwarded-host", "").split(",")[0].strip()))
    return "".join(f" ws://{name} wss://{name}" for name in names if _HOST.fullmatch(name))


#: A name and a port that may stand in a header.
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]{1,5})?")


async def _read(page: WebSocket, asked: asyncio.Queue[object]) -> None:
    try:
        while True:
            try:
                asked.put_nowait(json.loads(await page.receive_text()))
            except (ValueError, KeyError, RecursionError):  # not JSON, not text, or nested too deeply
                asked.put_nowait(None)
    except (WebSocketDisconnect, RuntimeError):
        asked.put_nowait(_GONE)


def listen(port: int, host: str = LOOPBACK, token: str | None = None) -> socket.socket:
    """Open a socket that listens on a port of ``host``, or on any free one for 0.

    ``token``: one that the user has chosen. Without it, the server can only listen on this computer.

    Raises:
        ArgumentError: the number is not a port, the token is short or the host needs one, or the port can't be used,
            as when another program has it.
    """
    if not 0 <= port <= 65535:
        raise ArgumentError(f"port is {port}; it must be from 0 to 65535.")
    if token is not None and len(token) < SHORTEST:
        raise ArgumentError(
            f"--token has {len(token)} characters; it needs {SHORTEST} or more. Such as: {secrets.token_urlsafe(16)}"
        )
    if token is None and host not in HOSTS:
        raise ArgumentError(
            f"--host {host} lets other computers reach the page, so it needs a token: add --token and "
            f"{SHORTEST} characters or more, such as {secrets.token_urlsafe(16)}"
        )
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen()
    except OSError as error:
        made.close()
        raise ArgumentError(
            f"Port {port} of {host} can't be used: {error.strerror}. Choose another one, or 0 for any free one."
        ) from error
    return made


def web_server(application: Starlette) -> uvicorn.Server:
    """Make the server of an application, such as the page's.

    Call ``run(sockets=[…])``; it ends when interrupted, or if ``should_exit`` is set.
    """
    config = uvicorn.Config(
        application, log_level="warning", ws="websockets-sansio", ws_max_size=1 << 20,
        ws_per_message_deflate=False, timeout_graceful_shutdown=1,
    )  # fmt: skip
    return uvicorn.Server(config)
