"""Text that shrinks to its space."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.widgets import FittedText, Text

ROOM = 220


@pytest.mark.parametrize(
    ("locale", "words"), [("ru-MD", "Часто воспроизводимые"), ("ur-PK", "سب سے زیادہ چلائے گئے")]
)
def test_words_are_painted_smaller_rather_than_cut(locale: str, words: str) -> None:
    metrics = Configuration(density=550, locale=locale).metrics
    whole = Text(words, 13, lines=2).layout(metrics, ROOM, 500)
    fitted = FittedText(words, 13, lines=2).layout(metrics, ROOM, 500)
    assert whole.extra[0].truncated or len(whole.extra[0].lines) > 1
    lines = fitted.extra[0]
    assert not lines.truncated
    assert " ".join(line.text.strip() for line in lines.lines) == words
    assert lines.width <= ROOM
    short = FittedText("Mix", 13, lines=2).layout(metrics, ROOM, 500)
    assert short.extra[0].size == Text("Mix", 13, lines=2).layout(metrics, ROOM, 500).extra[0].size
