"""The expert for Simple SMS Messenger, which sends a text message."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.simplemobiletools.smsmessenger:id/"
_TOOLBAR = "android:id/floating_toolbar_menu_item_text"
#: How often a message that could not be sent is sent again: the network may be gone for a while.
_MOST_RETRIES = 8


class SendExpert(AppExpert):
    """Sends ``text`` to ``number``, or to the contact ``name``; with ``paste``, from the clipboard.

    It remembers that it has sent it, since the same message may have been there before. If the phone reports that it
    could not be sent, it tries again.
    """

    package = "com.simplemobiletools.smsmessenger"
    label = "simple_sms.app_name"

    def __init__(self, number: str, text: str, name: str = "", paste: bool = False) -> None:
        self.number, self.text, self.name, self.paste = number, text, name, paste
        self._sent = False
        self._retries = 0

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._sent:
            failed = screen.ids(_ID + "thread_error")
            self._retries += 1
            return screen.tap(failed[-1]) if failed and self._retries <= _MOST_RETRIES else None
        pasting = screen.id(_TOOLBAR, screen.string("system_ui.paste"))
        if pasting is not None:
            return screen.tap(pasting)
        field = screen.id(_ID + "thread_type_message")
        if field is not None:
            return self._in_thread(screen, field)
        recipient = screen.id(_ID + "new_conversation_address")
        if recipient is not None:
            return self._in_choice(screen, recipient)
        thread = screen.id(_ID + "conversation_address", self.name or self.number)
        if thread is not None:
            return screen.tap(thread)
        begin = screen.id(_ID + "conversations_fab")
        return screen.tap(begin) if begin is not None else PressKey("BACK")

    def _in_thread(self, screen: Screen, field: UiNode) -> Gesture:
        if screen.id(_ID + "thread_title", self.name or self.number) is None:
            return PressKey("BACK")
        if field.text == self.text:
            self._sent = True
            send = screen.id(_ID + "thread_send_message")
            return screen.tap(send) if send is not None else PressKey("BACK")
        if self.paste:
            touch = screen.tap(field)
            return LongPress(touch.x, touch.y)
        return TypeText(self.text) if field.focused else screen.tap(field)

    def _in_choice(self, screen: Screen, field: UiNode) -> Gesture:
        contact = screen.id(_ID + "item_contact_name", self.name) if self.name else None
        if contact is not None:
            return screen.tap(contact)
        wanted = self.name or self.number
        if field.text != wanted:
            return TypeText(wanted) if field.focused else screen.tap(field)
        done = screen.id(_ID + "new_conversation_confirm")
        return screen.tap(done) if done is not None else PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"send": SendExpert}
