"""The pages of MiniWoB++ with AndroidWorld's changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bmoca_gym.handset.apps.miniwob import pages
from bmoca_gym.handset.errors import MissingLibraryError
from bmoca_gym.handset.web.files import Folder, Given

PATCH = json.loads(Path(pages.__file__).with_name("patch.json").read_text(encoding="utf-8"))


def test_every_change_is_made_once() -> None:
    wheel = pages._wheel()
    for name, change in PATCH["files"].items():
        before, after = wheel.read(name), pages.Pages().read(name)
        assert before is not None
        assert after is not None
        for edit in change["edits"]:
            assert before.count(edit["old"].encode()) == 1, name
            assert edit["new"].encode() in after
        assert len(after) - len(before) == sum(
            len(edit["new"].encode()) - len(edit["old"].encode()) for edit in change["edits"]
        )


def test_other_files_are_as_they_are() -> None:
    assert pages.Pages().read("miniwob/click-test.html") == pages._wheel().read("miniwob/click-test.html")
    assert pages.Pages().read("miniwob/none.html") is None
    assert pages.Pages().read("../environment.py") is None


def test_drag_item_is_served() -> None:
    assert pages.Pages().read(pages.path_of("drag-item")) == pages._wheel().read("miniwob/drag-circle.html")
    assert "drag-item" in pages.names()


def test_another_release_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pages._read.cache_clear()
    monkeypatch.setattr(pages, "_wheel", lambda: Given({"core/core.css": b"body {}"}))
    with pytest.raises(MissingLibraryError, match=r"miniwob==1\.1\.0"):
        pages.Pages().read("core/core.css")
    pages._read.cache_clear()


def test_the_folder_is_the_wheels() -> None:
    assert isinstance(pages._wheel(), Folder)
