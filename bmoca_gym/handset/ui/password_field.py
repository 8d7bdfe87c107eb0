"""Text field for passwords."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.ui.widgets import TextField


class PasswordField(TextField):
    """Text field that shows a dot for each character."""

    __slots__ = ()

    def __init__(self, *args: Any, **options: Any) -> None:
        TextField.__init__(self, *args, **options)
        if self.content:
            self.string = "•" * len(self.content)

    @property
    def password(self) -> bool:
        """See `Element.password`."""
        return True
