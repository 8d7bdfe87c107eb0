"""The expert for Messages: it starts a chat."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey

_ID = "com.google.android.apps.messaging:id/"


class StartChatExpert(AppExpert):
    """Presses the button that starts a chat."""

    package = "com.google.android.apps.messaging"
    label = "messages.app_name"

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if screen.id(_ID + "recipient_text_view") is not None:
            return None
        start = screen.id(_ID + "start_new_conversation_button")
        return screen.tap(start) if start is not None else PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "start_chat": StartChatExpert,
}
