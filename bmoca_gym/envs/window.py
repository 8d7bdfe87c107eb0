"""The window of ``render_mode="human"``, drawn with pygame. No other mode needs pygame."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray

#: Height of the window in px. Most phones have more px than a computer's screen.
HEIGHT = 800


def require_pygame() -> None:
    """Check that pygame is installed, before the first frame needs it.

    Raises:
        DependencyNotInstalled: it is not.
    """
    if importlib.util.find_spec("pygame") is None:
        raise DependencyNotInstalled(
            "render_mode='human' needs pygame: pip install pygame-ce; or use render_mode='rgb_array'"
        )


class Window:
    """Shows frames of any size until `close` is called or the user closes the window."""

    def __init__(self, frames_a_second: int) -> None:
        require_pygame()
        import pygame

        pygame.display.init()
        self._clock = pygame.time.Clock()
        self._frames_a_second = frames_a_second
        self._size: tuple[int, int] | None = None
        self._title = ""
        self._surface: Any = None
        self._closed = False

    def show(self, frame: NDArray[np.uint8], title: str) -> None:
        """Show ``uint8[H, W, 3]``, scaled to the window's height, under ``title``; limits the frame rate. Does nothing
        after the window was closed.
        """
        import pygame

        if not self._closed and any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
        if self._closed:
            return
        if title != self._title:
            pygame.display.set_caption(title)
            self._title = title
        height, width = frame.shape[:2]
        size = max(1, round(width * HEIGHT / height)), HEIGHT
        if size != self._size:
            self._surface, self._size = pygame.display.set_mode(size), size
        picture = pygame.image.frombuffer(np.ascontiguousarray(frame).tobytes(), (width, height), "RGB")
        # Not straight into the window, whose pixels may have another number of bytes.
        self._surface.blit(pygame.transform.smoothscale(picture, size), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(self._frames_a_second)

    def close(self) -> None:
        """Close the window."""
        import pygame

        self._closed = True
        pygame.display.quit()
