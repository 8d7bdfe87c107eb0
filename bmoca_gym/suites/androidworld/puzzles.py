"""Pages that set a puzzle, as files, and what solves them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bmoca_gym.handset.apps.chrome import puzzles
from bmoca_gym.handset.value import memo

_PAGES = Path(__file__).parent / "pages"


def html(generator: np.random.Generator, kind: str, seed: int) -> str:
    """The page of a kind (``maze``, ``multiply``, ``draw``) with a seed, as any browser can play it."""
    return _page(kind).replace("%%SEED%%", str(seed))


@memo(8, asset=True)
def _page(kind: str) -> str:
    return (_PAGES / f"{kind}.html").read_text("utf-8")


def way(generator: np.random.Generator, seed: int) -> list[str]:
    """The buttons that lead through the maze."""
    return list(puzzles.way(seed))


def colors(generator: np.random.Generator, seed: int) -> list[int]:
    """The colours to draw with, by their places among all."""
    return list(puzzles.targets(seed))
