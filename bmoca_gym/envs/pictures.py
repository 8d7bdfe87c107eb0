"""The screen as a picture file, and as what a notebook shows of an environment."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import MissingLibraryError

#: Height of the screen in a notebook, in px. A PNG of that size takes 50 to 300 KB.
HEIGHT = 480


def png(picture: NDArray[np.uint8]) -> bytes:
    """Encode a picture, uint8[H, W, 3] RGB, as PNG.

    Raises:
        MissingLibraryError: OpenCV can't be loaded.
    """
    try:
        import cv2
    except ImportError as error:
        raise MissingLibraryError(
            f"OpenCV, which encodes pictures, can't be loaded: {error}. "
            "Install it with: pip install opencv-python-headless"
        ) from error
    _, data = cv2.imencode(".png", np.ascontiguousarray(picture[:, :, ::-1]))
    content: bytes = data.tobytes()
    return content


def small_png(device: Device) -> bytes:
    """Return the current screen as PNG, `HEIGHT` px high.

    Raises:
        DeviceLostError: the phone is lost.
        MissingLibraryError: OpenCV can't be loaded.
    """
    info = device.info
    return png(device.screenshot((max(1, round(HEIGHT * info.width / info.height)), HEIGHT)))


def card(picture: bytes, title: str, rows: Mapping[str, str]) -> str:
    """Return an HTML fragment without scripts: a PNG, and beside it a title and a row for each key and value."""
    source = base64.b64encode(picture).decode()
    table = "".join(
        f'<div><span style="opacity:.65">{html.escape(key)}</span> {html.escape(value)}</div>'
        for key, value in rows.items()
    )
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f'<img alt="The screen" height="{HEIGHT}" src="data:image/png;base64,{source}">'
        f'<div style="max-width:24em;line-height:1.6"><strong>{html.escape(title)}</strong>{table}</div></div>'
    )
