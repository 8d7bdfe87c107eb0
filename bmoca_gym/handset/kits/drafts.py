"""Writing a text message: handlers of a conversation.

The app's state has ``drafts``, a tuple of `Draft`, and ``delivery_reports``. The messages scroll by the key
`SCROLL`.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.conversations import Draft, draft_for, with_draft
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.store import BODY_LIMIT
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace


class Writing(Protocol):
    """What the kit reads of an app's state."""

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The drafts, one an address."""

    @property
    def delivery_reports(self) -> bool:
        """Whether messages ask for a report of their delivery."""


S = TypeVar("S", bound=Writing)

SCROLL = "messages"
END = 1 << 24  # px: a scroll is clamped to its end


def kept(state: S, draft: Draft) -> S:
    """Replace the draft for an address."""
    return replace(state, drafts=with_draft(state.drafts, draft))


def write(state: S, context: Context, address: str, text: str) -> S:
    """Save the text that is being written as a draft."""
    file = draft_for(state.drafts, address).attachment
    return kept(state, Draft(address, text[:BODY_LIMIT], context.phone.clock.wall, file))


def carrying(state: S, context: Context, address: str, path: str) -> S:
    """Attach a file to the draft for an address, or remove it with ""."""
    return kept(state, Draft(address, draft_for(state.drafts, address).text, context.phone.clock.wall, path))


def attach(state: S, context: Context, address: str) -> Next[S]:
    """Let the user pick a file for the message."""
    return state, focus(""), attachments.ask_for_file(do(attached, address))


def attached(state: S, context: Context, address: str, result: Any) -> S:
    """Attach the file that was picked."""
    path = attachments.picked_file(context.phone, result)
    return carrying(state, context, address, path) if path else state


def detach(state: S, context: Context, address: str) -> S:
    """Remove the attachment."""
    return carrying(state, context, address, "")


def send(state: S, context: Context, address: str) -> Next[S]:
    """Send the draft."""
    draft = draft_for(state.drafts, address)
    text = draft.text.strip()
    if not (text or draft.attachment):
        return state
    sent = do(messages.send, address, text, state.delivery_reports, draft.attachment)
    return kept(state, Draft(address, "", 0)), sent, scroll_to(SCROLL, END)


def send_again(state: S, context: Context, id: int) -> Next[S]:
    """Send a failed message again."""
    return state, do(messages.send_again, id, state.delivery_reports), scroll_to(SCROLL, END)
