"""The terminal of an interactive shell: echoes typed characters and returns whole lines."""

from __future__ import annotations

LINE_LIMIT = 4096
_END, INTERRUPT, _ERASE = 0x04, 0x03, (0x08, 0x7F)


class Terminal:
    """A terminal with a ``prompt`` before each line. Ctrl-C discards a line; Ctrl-D on an empty one ends the input."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt.encode()
        self._line = bytearray()

    def feed(self, data: bytes) -> tuple[bytes, list[bytes | None]]:
        """Type bytes. Returns the echo, and the completed lines; None stands for Ctrl-D."""
        echo = bytearray()
        lines: list[bytes | None] = []
        for byte in data:
            if byte in (0x0A, 0x0D):
                echo += b"\r\n"
                lines.append(bytes(self._line) + b"\n")
                self._line.clear()
            elif byte in _ERASE:
                echo += b"\b \b" if self._line else b""
                # A character may be several bytes: the ones that go on are 10xxxxxx.
                while self._line and self._line.pop() & 0xC0 == 0x80:
                    pass
            elif byte == INTERRUPT:
                echo += b"^C\r\n" + self.prompt
                self._line.clear()
            elif byte == _END:
                if not self._line:
                    lines.append(None)
            elif byte >= 0x20 and len(self._line) < LINE_LIMIT:
                self._line.append(byte)
                echo.append(byte)
        return bytes(echo), lines
