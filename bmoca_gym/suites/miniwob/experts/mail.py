"""Expert for the mailbox: it deletes, stars, answers or forwards a message."""

from __future__ import annotations

import re

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import (
    FIELD,
    IMAGE,
    NotSeenError,
    Page,
    PageExpert,
    beside,
    fill,
)

#: What an instruction asks for, by words of it. The first that is found counts.
_ACTS = (
    ("delete", r"\b(delet|trash|remov|erase|get rid|discard|throw|junk|recycling|out of my|don't want)"),
    ("star", r"\b(star|important|favorite|mark|flag)"),
)

#: How a sender is named.
_SENDERS = (r"\b(?:by|from|of) {}\b", r"\b{}'?s\b", r"\b{} (?:sent|sends|wrote)\b")
#: Whose email or inbox a message is sent to.
_RECEIVER = r"\b(?:to|in) {}'s (?:email|inbox)\b"

#: Capitalised words of instructions that name nobody.
_OTHERS = """
Answer Ask Automatically Can Copy Could Create Delete Email FOrward Find Flag Forward Foward Get Give Go Hi I
If Important In Jend Just Let Locate Look Make Mark Navigate Open Please Primary Pull Put Remind Reply Resend Respond
Save Say Search Select Send Set Simply Siri Star Tag Take Tell Text Thanks The There Throw To Trash Tuesday WiIl Will
You
"""
_NO_NAMES = frozenset(_OTHERS.split())
#: Names, some of which have two words.
_NAME = re.compile(r"\b(?:Dee Dee|Jo Ann|La Verne|Miof Mela|Zsa Zsa|[A-Z][\w-]*)")
#: Polite or personal beginnings of an instruction, which could be names elsewhere.
_ADDRESS = re.compile(r"^(?:Alexa please|May you)\b")
#: A word that has lost the space before a name.
_STUCK = re.compile(r"^Answer(?=[A-Z])")


class MailExpert(PageExpert):
    """Finds the sender's message in the list and does what the instruction asks with it."""

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        fields = page.all(FIELD)
        if self._shown(page, "send-forward"):
            return fill(page, [(fields[0], self._receiver())]) or self._press(page, "send-forward")
        if self._shown(page, "send-reply"):
            return fill(page, [(fields[0], self._text())]) or self._press(page, "send-reply")
        word = {"reply": "Reply", "forward": "Forward"}.get(self.act)
        button = page.said(word) if word else None
        if button is not None and self._shown(page, "email"):
            return page.tap(button)
        sender = self._sender(page)
        if word:
            return page.tap(sender)
        icons = beside(page, sender, (IMAGE,))
        if len(icons) < 2:
            return page.tap(sender)
        return page.tap(icons[-1] if self.act == "delete" else icons[-2])

    @property
    def act(self) -> str:
        """What to do: "reply", "forward", "delete" or "star"."""
        text = re.sub(r'".*"', "", self.told).lower()
        if self.quoted:
            return "reply"
        if len(self._people()) > 1:
            return "forward"
        for act, pattern in _ACTS:
            if re.search(pattern, text):
                return act
        raise ExpertError(f"The instruction {self.told!r} asks for nothing known.")

    def _people(self) -> list[str]:
        """The names in the instruction."""
        text = _STUCK.sub("", _ADDRESS.sub("", re.sub(r'".*"', "", self.told)))
        return list(dict.fromkeys(name for name in _NAME.findall(text) if name not in _NO_NAMES))

    def _is_sender(self, name: str) -> bool:
        escaped = re.escape(name)
        if re.search(_RECEIVER.format(escaped), self.told):
            return False
        return any(re.search(pattern.format(escaped), self.told) for pattern in _SENDERS)

    def _sender(self, page: Page) -> UiNode:
        """The sender's name in the list of messages."""
        people = self._people()
        ordered = sorted(people, key=lambda name: not self._is_sender(name))
        for name in ordered:
            # A name in the possessive may have lost its apostrophe.
            node = page.said(name) or page.said(name.removesuffix("s"))
            if node is not None and (len(people) == 1 or name != self._receiver()):
                return node
        raise NotSeenError(f"No message is from any of {people}.")

    def _receiver(self) -> str:
        """Who gets a forwarded message: the person who did not send it."""
        others = [name for name in self._people() if not self._is_sender(name)]
        if not others:
            raise ExpertError(f"The instruction {self.told!r} names nobody to send to.")
        return others[-1]

    def _text(self) -> str:
        if self.quoted:
            return self.quoted[-1]
        raise ExpertError(f"The instruction {self.told!r} has no text to send.")

    def _shown(self, page: Page, name: str) -> bool:
        node = page.id(name)
        return node is not None and node.bounds[3] > node.bounds[1]

    def _press(self, page: Page, name: str) -> Gesture:
        node = page.id(name)
        assert node is not None
        return page.tap(node)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"act": MailExpert}
