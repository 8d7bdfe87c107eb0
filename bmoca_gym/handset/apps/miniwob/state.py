"""What MiniWoB knows: the page in its web view, and what the page has said to its console."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.value import Value, value


@value
class MiniWob(Value):
    """State of the app.

    Attributes:
        name: name of the page; "" for the index.
        web: the page in its view, `bmoca_gym.handset.web.view.Web`; None before the first config.
        heard: how many lines of the page's console the app has read.
        utterance: the instruction, as the page has told it.
        reward: the raw reward, as text; "" without one.
        at: uptime of the phone in ms up to which the page's clock has run.
    """

    name: str = ""
    web: Any = None
    heard: int = 0
    utterance: str = ""
    reward: str = ""
    at: int = 0
