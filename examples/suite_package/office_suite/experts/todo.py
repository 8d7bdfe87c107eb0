"""The expert of the to-do list."""

from __future__ import annotations

from bmoca_gym import Gesture, PressKey, TypeText
from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen

_ID = "org.example.todo:id/"


class AddExpert(AppExpert):
    """Adds a task of high priority."""

    package = "org.example.todo"
    label = "todo.app_name"

    def __init__(self, title: str) -> None:
        self.title = title

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        high = screen.string("todo.high")
        choice = screen.id("android:id/text1", high)
        if choice is not None:
            return screen.tap(choice)
        save = screen.id(_ID + "action_save")
        if save is None:
            return self._in_list(screen)
        field = screen.id(_ID + "title")
        if field is not None and field.text != self.title:
            return TypeText(self.title) if field.focused else screen.tap(field)
        if screen.id(_ID + "priority", high) is not None:
            return screen.tap(save)
        priority = screen.id(_ID + "priority_row")
        return screen.tap(priority) if priority is not None else screen.scroll_down()

    def _in_list(self, screen: Screen) -> Gesture | None:
        add = screen.id(_ID + "fab")
        if add is None:
            return PressKey("BACK")
        return None if screen.id(_ID + "title", self.title) is not None else screen.tap(add)


#: The verbs that a task's ``expert`` can name.
VERBS = {"add": AddExpert}
