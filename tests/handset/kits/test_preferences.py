"""Fields of an app's state in a file of shared preferences."""

from __future__ import annotations

from typing import Literal

import pytest

from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.value import Value, value


@value
class State(Value):
    """A state with a page of two."""

    page: Literal["notes", "trash"] = "notes"


FILE = preference_file("org.example", {"page": "last_page"})


def test_the_name_of_a_page_is_stored_as_text_without_quotes() -> None:
    assert b'<string name="last_page">trash</string>' in FILE.read(State("trash"))


@pytest.mark.parametrize(("stored", "page"), [(b"trash", "trash"), (b"elsewhere", "notes"), (b"", "notes")])
def test_a_name_that_the_type_does_not_have_becomes_the_default(stored: bytes, page: str) -> None:
    data = FILE.read(State("trash")).replace(b"trash", stored)
    assert FILE.write(State(), data).page == page
