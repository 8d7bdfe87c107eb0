"""Screenshots taken by the user: a picture file, and its notification."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset import late_files, resources
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Notification, Phone
from bmoca_gym.handset.system import (
    clock,
    display,
    documents,
    files,
    intents,
    notifications,
    status_bar,
)
from bmoca_gym.handset.value import do

FOLDER = f"{files.STORAGE}/Pictures/Screenshots"


def taken(phone: Phone) -> Phone:
    """Save a screenshot in `FOLDER` and post a notification that opens it. Nothing happens while the screen is off.

    It is drawn when somebody reads the file.
    """
    if display.of(phone).asleep:
        return phone
    config = phone.configuration
    path = f"{FOLDER}/Screenshot_{clock.local_time(phone):%Y%m%d-%H%M%S}.png"
    try:
        phone = files.write(phone, path, _picture(phone))
    except FileAccessError as error:
        return phone.logged("GlobalScreenshot", f"Failed to store the screenshot: {error}", "E")
    phone = phone.logged("GlobalScreenshot", f"Saved {path}", "D")
    res = resources.of(config)
    asked = Intent(intents.VIEW, documents.uri_of(path), type="image/png")
    title, text = res.string("system_ui.screenshot_saved"), res.string("system_ui.tap_to_view")
    tap = do(intents.show, asked)
    posted = Notification(status_bar.PACKAGE, "screenshot", title, text, "image", phone.clock.wall, tap=tap)
    return notifications.post(notifications.cancel(phone, status_bar.PACKAGE, "screenshot"), posted)


def _picture(phone: Phone) -> bytes | Late:
    """The file of the screen's picture, which keeps the phone as it is now."""
    config, depth = phone.configuration, late_files.depth(phone.files) + 1
    if depth > late_files.DEEPEST:
        return png(phone)
    return late_files.of_picture(do(png, phone), config.width, config.height, depth, do(_frame, phone))


def png(phone: Phone) -> bytes:
    """Return what the screen shows at the phone's own size, as a PNG file."""
    return bytes(cv2.imencode(".png", cv2.cvtColor(_frame(phone), cv2.COLOR_RGB2BGR))[1].tobytes())


def _frame(phone: Phone) -> NDArray[np.uint8]:
    config = phone.configuration
    return Renderer(config.width, config.height).frame(phone)
