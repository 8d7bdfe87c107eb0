"""The pages of suites, apps and tasks that ``make docs`` writes: content, films, and the site's links."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import cv2
import pytest
import yaml

from bmoca_gym import cli, suite_names, tasks

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def browse() -> Iterator[ModuleType]:
    """The module that writes the pages; it imports others of its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        yield importlib.import_module("browse")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["bmoca", "androidworld", "androidlab"])
def test_every_task_has_a_page_with_its_rules_and_a_command_that_plays_it(
    browse: ModuleType, name: str, tmp_path: Path
) -> None:
    suite, parser = tasks.suite(name), cli.build_parser()
    made = browse.Pages(suite, tmp_path)
    written = dict(made.written())
    assert len(written) == len(suite) + len(browse.apps_of(suite)) + 1
    listed = {
        (page.parent / entry).with_suffix(".md")
        for page, text in written.items()
        for contents in blocks(text, r"\{toctree\}")
        for entry in contents.split()[1:]
    }
    assert listed == set(written) - {made.folder / "index.md"}
    for template in suite.templates:
        text = written[made.page_of(template.first)]
        shown = [yaml.load(block, yaml.CSafeLoader) for block in blocks(text, "yaml")]
        rules = browse.suite_tasks.rules(template.data)
        assert [rule for rule in rules.values() if rule not in shown] == []
        assert f"`{suite.gym_id(template)}`" in text
        assert suite.gym_id(template) in suite_names.gym_ids_of_tasks()
        faults = [fault for fault in suite.faults if fault.task == template.id and fault.kind != "crashes"]
        assert [fault.reason for fault in faults if fault.reason not in text] == []
        for line in blocks(text, "sh")[0].splitlines():
            given = parser.parse_args(line.split()[1:])
            assert tasks.select(given.task)[0].id == template.id


def test_what_was_measured_of_bmocas_rules_stands_on_the_pages(browse: ModuleType, tmp_path: Path) -> None:
    made = browse.Pages(tasks.suite("bmoca"), tmp_path)
    told = [text.count("Measured of the paper's rule: **not met**") for _, text in made.written()]
    listed = made.list_text.partition("\n## ")[2]  # behind the words on what it means
    assert sum(told) == listed.count("**not met**:") > 10


def test_a_film_and_screens_are_made_and_shown(browse: ModuleType, tmp_path: Path) -> None:
    made = browse.Pages(tasks.suite("bmoca"), tmp_path)
    jobs = [*made.jobs()]
    assert len({job.first for job in jobs}) == len(jobs)
    (app,) = [job for job in jobs if job.package == "com.android.camera2"]
    (task,) = [job for job in jobs if job.task == "bmoca/open_the_clock_app" and not job.package]
    assert browse.films.make([app, task], workers=1) == 2
    assert browse.films.make([app, task], workers=1) == 0
    assert cv2.imread(str(task.small)).shape[1] == browse.films.SMALL_WIDTH
    cards = [*made.cards()]
    assert len(cards) == 131, "the tasks of the paper"
    (shown,) = [card for card in cards if card.picture]
    assert shown.picture == task.small.relative_to(made.folder.parent / browse.films.COPIED).as_posix()
    html = browse.gallery.page([*cards[::-1], shown._replace(words="<b>", picture="")])
    assert html.index(f'src="{shown.picture}"') < html.index("no-picture")
    assert "&lt;b&gt;" in html
    for card in cards:
        assert f'<a href="{card.page}">' in html
        assert f"<code>{card.gym_id}</code>" in html
    _, film = cv2.imreadanimation(str(task.film))
    assert len(film.frames) == 2
    assert film.frames[0].shape[1] == browse.films.WIDTH
    assert f"![the expert at work]({task.film.name})" in made.of_task(
        made.suite.template("open_the_clock_app")
    )
    assert made.of_app("Camera").count("![Camera, screen") == len([*app.folder.glob("screen-*.webp")]) > 2


def test_a_task_is_as_difficult_as_its_benchmark_says_or_as_it_is_long(browse: ModuleType) -> None:
    of = {
        task.id: browse.gallery.difficulty(task)
        for name in ("bmoca", "androidworld", "androidlab")
        for task in tasks.suite(name)
    }
    assert of["open_the_clock_app"] == "easy"  # at most 4 steps
    assert of["call_the_white_house_202_456_1111"] == "hard"  # at most 17 steps
    hard = tasks.suite("androidworld").get("expense_add_multiple_from_markor")
    assert of[hard.id] == hard.category.casefold()
    suite = tasks.suite("androidworld")
    found = browse.gallery.capabilities(suite, suite.get("tasks_due_next_week"))
    assert "information retrieval" in found
    assert "parameterized" not in found


def test_links_that_lead_nowhere_are_found(browse: ModuleType, tmp_path: Path) -> None:
    links = importlib.import_module("links")
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="a/one.html#here">1</a> <a href="a/one.html#gone">2</a> <a href="https://example.org/">3</a> <a href="">4</a>'
    )
    (tmp_path / "a/one.html").write_text(
        '<p id="here"><a href="../index.html#">up</a> <img alt="" src="gone.webp?1">'
    )
    (tmp_path / "nobody_comes_here.html").write_text('<a href="gone.html">')
    assert [*links.broken(tmp_path)] == [("index.html", "a/one.html#gone"), ("a/one.html", "gone.webp?1")]
