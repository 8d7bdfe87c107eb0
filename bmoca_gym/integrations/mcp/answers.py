"""What tools answer: that something was done or not, and the elements of the screen."""

from __future__ import annotations

import json
from collections.abc import Callable

from mcp.server.mcpserver.exceptions import ToolError

from bmoca_gym.errors import BmocaError
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.integrations.session import PhoneSession

#: The phone of the client that asks.
Phone = Callable[[], PhoneSession]


def told(phone: Phone, act: Callable[[], object], done: str, shows: bool = False) -> str:
    """Do something, and report what was done and whether the episode is over. The model is told if it can't be done.

    shows: whether to add the elements of the screen.
    """
    try:
        act()
    except BmocaError as error:
        raise ToolError(f"Nothing was done: {' '.join(str(error).split())}") from error
    if phone().over:
        return f"{done} The episode is over: see score."
    return f"{done}\n{elements(phone())}" if shows else done


def elements(session: PhoneSession) -> str:
    """Describe the elements of a screen, one per line, as ``mobile_list_elements_on_screen`` does."""
    lines = []
    for ref, node in referred(session):
        left, top, right, bottom = node.bounds
        words = json.dumps(node.text or node.content_description, ensure_ascii=False)
        kind = node.class_name.rpartition(".")[2]
        lines.append(f"{ref} {kind} {words} at {left},{top} size {right - left}x{bottom - top}")
    return "\n".join(lines)


def referred(session: PhoneSession) -> list[tuple[str, UiNode]]:
    """The elements that have text or can be touched, with their refs."""
    return [
        (f"@e{place}", node)
        for place, node in enumerate(session.tree(), start=1)
        if node.text or node.content_description or node.clickable or node.editable
    ]
