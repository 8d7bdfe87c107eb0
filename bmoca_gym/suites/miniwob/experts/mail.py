"""Expert of the mail box: deletes, marks, answers or forwards a message."""

from __future__ import annotations

import re

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import FIELD, IMAGE, Page, PageExpert, beside, fill, name_of, words

#: What an instruction asks for, by words of it. The first that is found counts.
_ACTS = (
    ("reply", r"\b(repl|respon|answer|text back|write back|tell)"),
    ("forward", r"\b(forward|send|sent|pass|give|share|deliver|relay)"),
    ("delete", r"\b(delet|trash|remov|erase|get rid|discard|throw|junk)"),
    ("star", r"\b(star|important|favorite|mark|flag)"),
)


class MailExpert(PageExpert):
    """Finds the sender's message in the list and does with it what the instruction asks for."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._act = ""
        self._names: list[str] = []

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
        """What is to be done: "reply", "forward", "delete" or "star"."""
        text = re.sub(r'".*"', "", self.told).lower()
        for act, pattern in _ACTS:
            if re.search(pattern, text):
                return act
        raise ExpertError(f"The instruction {self.told!r} asks for nothing known.")

    def _sender(self, page: Page) -> UiNode:
        """The sender's name in the list. It is the first name of the instruction that a message is from."""
        said = {words(node): node for node in page.nodes if words(node)}
        names = [name for name in self._words() if name in said]
        if not self._names:
            self._names = [*names, *[name for name in self._words() if name not in names]]
        for name in names:
            if self.act != "forward" or name != self._receiver():
                return said[name]
        if names:
            return said[names[0]]
        raise ExpertError(f"No message is from any of {self._words()}.")

    def _words(self) -> list[str]:
        return re.findall(r"\b[A-Z][\w-]*", re.sub(r'".*"', "", self.told))

    def _receiver(self) -> str:
        """To whom a message is forwarded."""
        for pattern in (
            r"(?:forward|[Ss]end|pass|give|share)\w*(?: (?:that|the|this|it|on|over|along|an))*(?: email| message| mail)?(?: on)? to (?:my friend )?([A-Z]\w*)",
            r"to ([A-Z]\w*)[.!?]*$",
            r"[Ss]end (?:to )?([A-Z]\w*) ",
            r"to ([A-Z]\w*)",
        ):
            match = re.search(pattern, self.told)
            if match is not None:
                return match[1]
        raise ExpertError(f"The instruction {self.told!r} names nobody to send to.")

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


#: What a task's ``expert`` may name.
VERBS = {"act": MailExpert}
_ = name_of
