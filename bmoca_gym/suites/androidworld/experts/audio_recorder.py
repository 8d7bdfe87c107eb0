"""The expert of Audio Recorder: it records a clip and saves it."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText

_ID = "com.dimowner.audiorecorder:id/"


class RecordExpert(AppExpert):
    """Records a clip for the length of a step, and saves it as ``name`` or under the app's own name.

    It remembers that it has recorded and saved it, since the recorder looks the same as before.
    """

    package = "com.dimowner.audiorecorder"
    label = "audio_recorder.app_name"

    def __init__(self, name: str = "") -> None:
        self.name = name
        self._recorded = self._saved = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        field = screen.id(_ID + "input_name")
        if field is not None:
            if self.name and field.text != self.name:
                return TypeText(self.name)  # what the app calls it is selected
            self._saved = True
        elif self._saved:
            return None
        elif (
            self._recorded and screen.id(_ID + "btn_record_stop") is None
        ):  # the app has crashed before it was named
            called = screen.id(_ID + "txt_name")
            if not self.name:
                return None
            return screen.tap(called) if called is not None else PressKey("BACK")
        for entry in ("dialog_positive_btn", "btn_action", "btn_apply", "btn_record_stop", "btn_record"):
            button = screen.id(_ID + entry)
            if button is not None:
                self._recorded = self._recorded or entry == "btn_record_stop"
                return screen.tap(button)
        return PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"record": RecordExpert}
