"""A headless Chromium that a test drives over its DevTools protocol: mouse, keyboard, pictures, and what it complains of."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One page of one browser."""

    def __init__(self, profile: Path) -> None:
        assert PROGRAM is not None
        self._program = subprocess.Popen(
            [
                PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank",
            ],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._program.stderr is not None
        address = next(line.split()[-1] for line in self._program.stderr if "DevTools listening on" in line)
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(address, max_size=None, compression=None))
        self._count = 0
        self._session: str | None = None
        self._loaded = False
        self.complaints: list[str] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def close(self) -> None:
        self._session = None
        self.ask("Browser.close")
        self._open.close()
        self._program.wait(20)
        assert self._program.stderr is not None
        self._program.stderr.close()

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while True:
            told = json.loads(self._socket.recv(timeout=60))
            if told.get("id") == self._count:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self._note(told)

    def _note(self, told: dict[str, Any]) -> None:
        self._loaded = self._loaded or told.get("method") == "Page.loadEventFired"
        if told.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["params"]["exceptionDetails"]))
        if told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] in (
            "error",
            "warning",
        ):
            self.complaints.append(json.dumps(told["params"]["entry"]))

    def open(self, address: str, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        self.size(width, height, dark)
        self._loaded = False
        self.ask("Page.navigate", url=address)
        while not self._loaded:
            self._note(json.loads(self._socket.recv(timeout=60)))

    def size(self, width: int, height: int, dark: bool = False) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def run(self, script: str) -> Any:
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, script: str) -> Any:
        """The value of an expression as soon as it is true."""
        wait = f"""new Promise((found, lost) => {{
            const began = performance.now(), look = () => {{
                const value = ({script});
                if (value) found(value);
                else if (performance.now() - began > 15000) lost(new Error("never"));
                else setTimeout(look, 5);
            }};
            look();
        }})"""
        return self.run(wait)

    def text(self, selector: str) -> str:
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent"))

    def mouse(self, kind: str, x: float, y: float) -> None:
        button = "left" if kind != "mouseMoved" else "none"
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def click(self, x: float, y: float) -> None:
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def click_on(self, selector: str) -> None:
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})")
        self.click(*self.box(selector)(0.5, 0.5))

    def box(self, selector: str) -> Callable[[float, float], tuple[float, float]]:
        """What turns fractions of an element into a point of the window."""
        left, top, width, height = self.run(
            f"(b => [b.left, b.top, b.width, b.height])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        return lambda x, y: (left + x * width, top + y * height)

    def key(self, key: str, code: int = 0, text: str = "") -> None:
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, text=text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
