"""Illustrations: the subject of each caption is drawn, and every drawing can be drawn."""

from __future__ import annotations

import json

import pytest

from bmoca_gym.handset.apps.calendar.screens import schedule
from bmoca_gym.handset.apps.instagram import content
from bmoca_gym.handset.apps.youtube import videos
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.ui.illustrations import Illustration, drawing, has_drawing, picture
from bmoca_gym.handset.ui.widgets import Picture

APPS = ("calendar", "chrome", "instagram", "wikipedia", "youtube")


@pytest.mark.parametrize("app", APPS)
def test_every_drawing_of_a_file_can_be_drawn(app: str) -> None:
    subjects = json.loads((catalogues.folder_of(app) / "illustrations.json").read_text(encoding="utf-8"))
    assert all(drawing(app, subject).shapes for subject in subjects)


def test_what_has_a_caption_has_a_drawing_of_its_own() -> None:
    shown = [v.picture for v in (*videos.videos().values(), *videos.shorts())]
    assert all(has_drawing("youtube", name) for name in shown)
    assert len(set(shown)) == len(shown)
    assert all(has_drawing("youtube", channel.picture) for channel in videos.channels().values())
    posts = (*content.FEED, *content.EXPLORE, *content.CLIPS, *content.MINE)
    stories = [name for names in content.STORIES.values() for name in names]
    for name in (*[post.picture for post in posts], *stories):
        app, _, subject = str(name).partition("/")
        assert app == "instagram"
        assert has_drawing(app, subject), name
    for post in posts:  # one subject a caption
        assert len({p.caption for p in posts if str(p.picture)[:-2] == str(post.picture)[:-2]}) == 1
    assert all(has_drawing("calendar", month) for month in schedule._MONTHS)


def test_a_picture_is_a_drawing_or_a_file() -> None:
    assert isinstance(picture("youtube/paper_butterfly"), Illustration)
    assert isinstance(picture("instagram/bread_1"), Picture)
    assert isinstance(picture("procedural:7"), Picture)
    assert isinstance(picture(b"\xff\xd8"), Picture)
    for name in ("youtube/paper_butterfly", "instagram/bread_1"):
        assert picture(name, radius=6).look() != picture(name).look()
