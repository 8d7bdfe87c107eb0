"""A headless Chromium, driven over its DevTools protocol: mouse, keyboard, screenshots and error messages.

The tests of the page use it too.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """A browser and its current page. ``profile``: an empty folder; ``flags``: more of the program's options."""

    def __init__(self, profile: Path, flags: Sequence[str] = ()) -> None:
        assert PROGRAM is not None
        self._program = subprocess.Popen(
            [
                PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                f"--user-data-dir={profile}", "--remote-debugging-port=0", *flags,
                "about:blank",
            ],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._program.stderr is not None
        address = next(line.split()[-1] for line in self._program.stderr if "DevTools listening on" in line)
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(address, max_size=None, compression=None))
        self._count = 0
        self._page: str | None = None
        self._loaded = False
        self._events: list[str] = []
        self.complaints: list[str] = []
        self.look_at(self.new_page())

    def new_page(self) -> str:
        """Open another page, and return the id that `look_at` takes."""
        before, self._page = self._page, None
        target = self.ask("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        made: str = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._page = made
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self._page = before
        return made

    def look_at(self, page: str) -> str:
        """Switch to a page, and return the id of the previous one."""
        before, self._page = self._page, page
        return before or page

    def close_page(self, page: str) -> None:
        """Close a page that `new_page` has opened, and which isn't the current one."""
        before = self.look_at(page)
        self.ask("Page.close")
        self.look_at(before)

    def close(self) -> None:
        """End the browser."""
        self._page = None
        self.ask("Browser.close")
        self._open.close()
        self._program.wait(20)
        assert self._program.stderr is not None
        self._program.stderr.close()

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a message of the protocol, and return the answer."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._page is not None:
            message["sessionId"] = self._page
        self._socket.send(json.dumps(message))
        while True:
            told = json.loads(self._socket.recv(timeout=150))
            if told.get("id") == self._count:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self._note(told)

    def ask_and_wait(self, event: str, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a message, and wait until an event of the protocol has come since, for half a minute at most."""
        self._events = []
        answer = self.ask(method, **parameters)
        latest = time.monotonic() + 30
        while event not in self._events:
            if time.monotonic() > latest:
                raise TimeoutError(f"no {event}")
            self._note(json.loads(self._socket.recv(timeout=150)))
        return answer

    def _note(self, told: dict[str, Any]) -> None:
        self._events.append(told.get("method", ""))
        self._loaded = self._loaded or told.get("method") == "Page.loadEventFired"
        if told.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["params"]["exceptionDetails"]))
        if told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] in (
            "error",
            "warning",
        ):
            self.complaints.append(json.dumps(told["params"]["entry"]))

    def open(self, address: str, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        """Load a page, and wait until it has loaded."""
        self.size(width, height, dark)
        self._loaded = False
        self.ask("Page.navigate", url=address)
        while not self._loaded:
            self._note(json.loads(self._socket.recv(timeout=150)))

    def size(self, width: int, height: int, dark: bool = False, scale: float = 1) -> None:
        """Set the window's size in CSS px, the display's pixel ratio, and the user's colour scheme."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def run(self, script: str) -> Any:
        """Evaluate an expression on the page, await it, and return its value."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, script: str) -> Any:
        """Return the value of an expression as soon as it is true."""
        wait = f"""new Promise((found, lost) => {{
            const began = performance.now(), look = () => {{
                const value = ({script});
                if (value) found(value);
                else if (performance.now() - began > 120000) lost(new Error("never: " + {json.dumps(script)}));
                else setTimeout(look, 5);
            }};
            look();
        }})"""
        return self.run(wait)

    def text(self, selector: str) -> str:
        """Return the text of the first element that a selector matches."""
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent"))

    def mouse(self, kind: str, x: float, y: float) -> None:
        """Press, move or release the mouse at a point of the window."""
        button = "left" if kind != "mouseMoved" else "none"
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def drag(self, start: tuple[float, float], end: tuple[float, float], held: float = 0) -> None:
        """Press the mouse at a point, hold it for some seconds, and release it at another point."""
        self.mouse("mousePressed", *start)
        self.run(f"new Promise((done) => setTimeout(done, {held * 1000}))")
        for part in (0.5, 1):
            x, y = (one + part * (other - one) for one, other in zip(start, end, strict=True))
            self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
        self.mouse("mouseReleased", *end)

    def click(self, x: float, y: float) -> None:
        """Click at a point of the window."""
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def click_on(self, selector: str) -> None:
        """Scroll an element into view, and click on its centre."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})")
        self.click(*self.box(selector)(0.5, 0.5))

    def touch(self, x: float, y: float) -> None:
        """Touch a point of the window."""
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def pinch(self, start: tuple[tuple[float, float], ...], end: tuple[tuple[float, float], ...]) -> None:
        """Touch with several fingers at points of the window, move them to other points, and lift them."""
        for kind, points in (("touchStart", start), ("touchMove", end), ("touchEnd", ())):
            touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=touches)

    def touch_on(self, selector: str) -> None:
        """Scroll an element into view, and touch its centre."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})")
        self.touch(*self.box(selector)(0.5, 0.5))

    def box(self, selector: str) -> Callable[[float, float], tuple[float, float]]:
        """Return a function from fractions of an element to a point of the window."""
        left, top, width, height = self.run(
            f"(b => [b.left, b.top, b.width, b.height])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        return lambda x, y: (left + x * width, top + y * height)

    def key(self, key: str, code: int = 0, text: str = "") -> None:
        """Press a key, given by its DOM name."""
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, text=text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self) -> bytes:
        """Return a screenshot of the window as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
