"""A player for the screens of an episode, as HTML for notebooks: no server, no widgets, no file beside it."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.episodes import film
from bmoca_gym.errors import ArgumentError, cut

#: Largest size of a player in bytes; notebooks with more get slow.
LARGEST = 2_000_000

#: Heights of the frames in px: the first with which they fit.
_HEIGHTS = (480, 360, 256)

#: Most frames of a player. From a longer episode it takes that many at equal distances.
_MOST = 300

#: How long the player shows each frame, in ms.
_SHOWN = 600

# Each handler finds the player's own parts, so that a page can have many players, and none needs a script of its own:
# Jupyter, VS Code and Colab run handlers wherever they insert the fragment.
_SHOW = (
    "const s=+this.value;[...this.closest('[data-player]').querySelectorAll('figure')]"
    ".forEach((f,i)=>f.style.display=i===s?'block':'none')"
)
_MOVE = (
    "const r=this.closest('[data-player]').querySelector('input');"
    "r.value=+r.value+({by});r.dispatchEvent(new Event('input'))"
)
_PLAY = (
    "const b=this,r=b.closest('[data-player]').querySelector('input');"
    "const stop=()=>{clearInterval(b.timer);b.timer=0;b.textContent='Play'};"
    "if(b.timer){stop();return}"
    "const go=v=>{r.value=v;r.dispatchEvent(new Event('input'))};"
    "if(r.value===r.max)go(0);b.textContent='Stop';"
    "b.timer=setInterval(()=>{if(!b.isConnected||r.value===r.max)stop();else go(+r.value+1)},PAUSE)"
).replace("PAUSE", str(_SHOWN))


class Player:
    """The screens of an episode with buttons to step through and play them. A notebook shows it as it is.

    Attributes:
        html: an HTML fragment of at most `LARGEST` bytes. It needs nothing else, so it can be written to a file.
    """

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def show(what: Any, captions: Sequence[str] | None = None) -> Any:
    """Return what a notebook can show: put it on the last line of a cell, or give it to IPython's ``display``.

    Args:
        what: an environment, for its current screen (wrappers hide what it shows itself); or frames, each
            uint8[H, W, 3] RGB, for a `Player`: those of ``env.render()`` with ``render_mode="rgb_array_list"``,
            or pixels that were observed; or the folder of a film.
        captions: a text for each frame, such as the action that was taken on it.

    Raises:
        ArgumentError: there are no frames, one is not a picture, or there are not as many captions.
        MissingLibraryError: OpenCV can't be loaded.
    """
    if isinstance(what, gym.Env):
        return what.unwrapped
    frames = _from_folder(Path(what)) if isinstance(what, (str, Path)) else [*what]
    if not frames:
        raise ArgumentError(
            "There is no frame to show. Give env.render() of an episode, or a list of pictures."
        )
    for frame in frames:
        _check(frame)
    if captions is None:
        captions = [""] * len(frames)
    if len(captions) != len(frames):
        raise ArgumentError(
            f"There are {len(captions)} captions for {len(frames)} frames; give one for each frame."
        )
    step = -(-len(frames) // _MOST)
    return _fitting(frames[::step], captions[::step], step)


def _from_folder(folder: Path) -> list[NDArray[np.uint8]]:
    paths = sorted(folder.glob("*.webp"))
    if not paths:
        raise ArgumentError(f"{folder} has no film: it must be a folder with frames 000.webp, 001.webp, ….")
    return [film.decode(path) for path in paths]


def _check(frame: Any) -> None:
    if (
        not isinstance(frame, np.ndarray)
        or frame.dtype != np.uint8
        or frame.ndim != 3
        or frame.shape[2] != 3
        or not frame.size
    ):
        raise ArgumentError(f"{cut(frame)} is not a picture; a frame is an array uint8[H, W, 3].")


def _fitting(frames: Sequence[NDArray[np.uint8]], captions: Sequence[str], step: int) -> Player:
    """Make the largest player that fits into `LARGEST`. If the smallest doesn't, leave out frames."""
    for height in _HEIGHTS:
        pictures = _encoded(frames, height)
        page = _page(pictures, captions, height, step)
        if len(page.encode()) <= LARGEST:
            return Player(page)
    while len(page.encode()) > LARGEST:
        if len(pictures) == 1:
            raise ArgumentError(f"The caption is too long: a player has at most {LARGEST:,} bytes.")
        pictures, captions, step = pictures[::2], captions[::2], 2 * step
        page = _page(pictures, captions, height, step)
    return Player(page)


def _encoded(frames: Sequence[NDArray[np.uint8]], height: int) -> list[str]:
    scaled = film.Film(height)
    for frame in frames:
        scaled.add(frame)
    return [base64.b64encode(film.encode(frame, ".webp")).decode() for frame in scaled.frames]


def _page(pictures: Sequence[str], captions: Sequence[str], height: int, step: int) -> str:
    figures = "".join(
        f'<figure style="margin:0;display:{"none" if number else "block"}">'
        f'<img alt="Frame {number * step}" style="height:{height}px" src="data:image/webp;base64,{picture}">'
        f'<figcaption style="min-height:1.5em">{number * step} {html.escape(caption)}</figcaption></figure>'
        for number, (picture, caption) in enumerate(zip(pictures, captions, strict=True))
    )
    if len(pictures) == 1:
        return f"<div data-player>{figures}</div>"
    # The slider begins at 0 even where a browser restores forms.
    return (
        f"<div data-player>{figures}<div>"
        f'<button type="button" onclick="{_MOVE.format(by=-1)}">Back</button> '
        f'<button type="button" onclick="{_MOVE.format(by=1)}">Next</button> '
        f'<button type="button" onclick="{_PLAY}">Play</button> '
        f'<input type="range" aria-label="Frame" autocomplete="off" min="0" max="{len(pictures) - 1}" value="0" '
        f'oninput="{_SHOW}"></div></div>'
    )
