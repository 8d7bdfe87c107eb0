"""The summary and the report: their content, escaping, and how it looks in a browser."""

from __future__ import annotations

import csv
import html.parser
import json
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bmoca_gym.episodes.records import Episode, rewrite
from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation import evaluate, report
from bmoca_gym.evaluation.summary import columns, difficulty

HOSTILE = "</script><script>alert('x')</script> & \"quoted\" <b>"


def description(tasks: dict[str, str], environments: dict[str, str]) -> dict[str, Any]:
    return {
        "format": 2,
        "version": "0",
        "identity": {"agent": "tester", "action": "discrete", "judge": "corrected"},
        "tasks": {
            name: {"instruction": text, "app": f"app of {name}", "category": "Event", "step_limit": 9}
            for name, text in tasks.items()
        },
        "environments": {
            name: {
                "split": split,
                "configuration": f"configuration of {name}",
                "digest": "0",
                "factors": {
                    "device": "Pixel 3",
                    "size": "normal",
                    "locale": f"locale of {name}",
                    "wallpaper": "00_default",
                    "theme": "light",
                },
                "home_apps": ["app of t0"] if name == "e1" else [],
            }
            for name, split in environments.items()
        },
    }


@pytest.fixture
def write_folder(results: Path) -> Any:
    def write(episodes: list[Episode], tasks: dict[str, str], environments: dict[str, str]) -> Path:
        results.mkdir(exist_ok=True)
        content = json.dumps(description(tasks, environments))
        (results / "run.json").write_text(content, encoding="utf-8")
        rewrite(results / "episodes.jsonl", episodes)
        return results

    return write


@pytest.fixture
def four(write_folder: Any, make_episode: Any) -> Path:
    """Two tasks in two environments, two runs; t1 fails once in e1 and always in e2."""
    outcomes = {("t0", "e1"): [1, 1], ("t1", "e1"): [1, 0], ("t0", "e2"): [1, 1], ("t1", "e2"): [0, 0]}
    episodes = [
        make_episode(task=task, environment=environment, seed=seed, success=bool(success))
        for (task, environment), runs in outcomes.items()
        for seed, success in enumerate(runs)
    ]
    folder: Path = write_folder(episodes, {"t0": "do this", "t1": "do that"}, {"e1": "train", "e2": "test"})
    return folder


def test_the_summary_by_hand(four: Path) -> None:
    report.write(four)
    with (four / "summary.csv").open(newline="", encoding="utf-8") as file:
        rows = {(row["group"], row["name"]): row for row in csv.DictReader(file)}
    assert {group: [name for kind, name in rows if kind == group] for group, _ in rows} == {
        "all": ["all"],
        "task": ["t0", "t1"],
        "environment": ["e1", "e2"],
        "app": ["app of t0", "app of t1"],
        "category": ["Event"],
        "difficulty": ["6 to 9 steps"],
        "split": ["train", "test"],
        "icon": ["in the drawer", "on the home screen"],
        "device": ["Pixel 3"],
        "size": ["normal"],
        "locale": ["locale of e1", "locale of e2"],
        "wallpaper": ["00_default"],
        "theme": ["light"],
    }
    total = rows["all", "all"]
    assert list(total) == list(columns())
    assert (total["episodes"], total["successes"], total["success_rate"]) == ("8", "5", "0.625")
    # Runs of rates 3/4 and 2/4: sample deviation √2/8, over √2.
    assert float(total["standard_error"]) == pytest.approx(0.125)
    assert (total["worst_environment"], total["worst_rate"], total["gap"]) == ("e2", "0.5", "0.125")
    assert total["redundancy"] == "1.5"
    assert rows["task", "t1"]["successes"] == "1"
    assert rows["split", "test"]["success_rate"] == "0.5"
    assert rows["task", "t1"]["gap"] == ""
    assert (
        rows["icon", "on the home screen"]["successes"],
        rows["icon", "on the home screen"]["episodes"],
    ) == ("2", "2")
    assert (rows["locale", "locale of e2"]["successes"], rows["locale", "locale of e2"]["episodes"]) == (
        "2",
        "4",
    )


def test_what_a_suite_has_beside_its_tasks(write_folder: Any, make_episode: Any) -> None:
    """Two tasks, of which one begins solved; two configurations, the first with two instances; two runs."""

    def done(task: str, environment: str, seed: int, instance: int, success: bool) -> Episode:
        scores = {"corrected": float(success), "upstream": 0.5}
        episode: Episode = make_episode(
            task=task, environment=environment, seed=seed, instance=instance, success=success, scores=scores
        )
        return episode

    episodes = [
        *(done("t0", "e1", seed, instance, instance == 0) for seed in (0, 1) for instance in (0, 1)),
        *(done("t0", "e2", seed, 0, seed == 0) for seed in (0, 1)),
        *(done("t1", place, seed, 0, True) for place in ("e1", "e2") for seed in (0, 1)),
    ]
    folder = write_folder(episodes, {"t0": "do this", "t1": "do that"}, {"e1": "train", "e2": "test"})
    run = json.loads((folder / "run.json").read_text())
    more = {
        "instances": {"t0#1": {"instruction": "do this again"}},
        "tags": {"t0": ["search", "data_entry"], "t1": ["search"]},
        "apart": {"t1": "that begin solved"},
        "robustness": "e1",
    }
    run["tasks"]["t0"]["category"], run["tasks"]["t1"]["category"] = "Hard", "Easy"
    (folder / "run.json").write_text(json.dumps(run | more))
    summary = report.write(folder)
    assert {row.name: (row.rate.successes, row.rate.episodes) for row in summary.of("apart")} == {
        "without known faults": (3, 6),
        "that begin solved": (4, 4),
    }
    assert [(row.name, row.rate.episodes) for row in summary.of("tag")] == [("data_entry", 6), ("search", 10)]
    assert [row.name for row in summary.of("category")] == ["Easy", "Hard"]
    first, second = summary.robustness
    assert first.configurations is not None
    assert first.instances is not None
    assert (first.configurations[0].successes, first.configurations[0].episodes) == (3, 4)
    assert first.configurations[1] == pytest.approx(0.5 / 2**0.5)  # rates 1 and 1/2
    assert (first.instances[0].successes, first.instances[0].episodes) == (2, 4)
    assert first.instances[1] == pytest.approx(1 / 2**0.5)
    assert first.runs is not None
    assert first.runs[1] == 0.0
    assert second.instances is None
    with (folder / "summary.csv").open(newline="", encoding="utf-8") as file:
        total = next(csv.DictReader(file))
    assert (total["score"], total["corrected_rate"], total["upstream_rate"]) == ("0.7", "0.7", "0")
    assert (total["corrected_score"], total["upstream_score"]) == ("0.7", "0.5")
    assert float(total["runs_low"]) < 0.7 < float(total["runs_high"])
    page = (folder / "report.html").read_text(encoding="utf-8")
    for words in (
        "Robustness",
        "Tasks reported separately",
        "By tag",
        "Tag × category",
        "Both judges",
        "95 % over<br>runs",
        "Mean<br>score",
    ):
        assert words in page, words


def test_only_factors_that_vary_are_shown(four: Path) -> None:
    assert [rows[0].group for rows in report.write(four).factors()] == ["icon", "locale"]
    page = (four / "report.html").read_text(encoding="utf-8")
    assert '<th scope="rowgroup" rowspan="2">locale</th>' in page
    assert "wallpaper</th>" not in page


@pytest.mark.parametrize(
    ("limit", "name"),
    [
        (4, "up to 5 steps"),
        (5, "up to 5 steps"),
        (6, "6 to 9 steps"),
        (13, "10 to 13 steps"),
        (19, "14 steps and more"),
    ],
)
def test_difficulty_goes_by_the_step_limit(limit: int, name: str) -> None:
    assert difficulty(limit) == name


def test_a_folder_without_episodes_has_a_report(write_folder: Any) -> None:
    folder = write_folder([], {"t0": "do this"}, {"e1": "train"})
    assert report.write(folder).total.rate.episodes == 0
    assert "not played" not in (folder / "report.html").read_text(encoding="utf-8")


class Page(html.parser.HTMLParser):
    """The elements that a browser would make of the page, and its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attributes if name in ("src", "href")]


def test_nothing_breaks_out_of_the_report(write_folder: Any, make_episode: Any) -> None:
    episode = make_episode(
        task="t", environment="e", evidence=(HOSTILE,), actions=(HOSTILE,), error=HOSTILE, success=False
    )
    folder = write_folder([episode], {"t": HOSTILE}, {"e": "train"})
    content = json.loads((folder / "run.json").read_text())
    content["identity"]["agent"] = content["environments"]["e"]["configuration"] = HOSTILE
    (folder / "run.json").write_text(json.dumps(content))
    report.write(folder)
    text = (folder / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.tags.count("script") == 2
    assert "b" not in page.tags
    assert all(address.startswith(("#", "data:")) for address in page.addresses), "no network"
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")", text)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])  # type: ignore[index]
    assert data["episodes"][0]["evidence"] == [HOSTILE]


def test_cells_say_what_happened(four: Path) -> None:
    report.write(four)
    page = (four / "report.html").read_text(encoding="utf-8")
    rows = re.findall(r'<tr data-t="(\d)"><th.*?>(.*?)</th><td class="number">(.*?)</td>(.*?)</tr>', page)
    cells = [re.findall(r'<td class="l(\d+)" title="(.*?)">(.*?)</td>', row[-1]) for row in rows]
    assert [row[:3] for row in rows] == [("0", "do this", "100.0"), ("1", "do that", "25.0")]
    assert cells == [
        [("10", "2 of 2", "100"), ("10", "2 of 2", "100")],
        [("5", "1 of 2", "50"), ("0", "0 of 2", "0")],
    ]


def test_one_run_has_marks_instead_of_rates(make_episode: Any) -> None:
    broken = make_episode(task="c", success=False, error="broke")
    episodes = [make_episode(task="a"), make_episode(task="b", success=False), broken]
    content = description(dict.fromkeys("abcd", "do"), {"e": "test"})
    rows = report.heat_map(content, episodes)["rows"]
    assert [row["cells"][0]["label"] for row in rows] == ["✓", "", "!", ""]
    assert [row["cells"][0]["level"] for row in rows] == [10, 0, 0, None]


def test_columns_stand_below_their_split() -> None:
    names = {f"{number:03}": "train" for number in range(35)} | {
        str(number): "test" for number in range(100, 110)
    }
    drawn = report.heat_map(description({"t": "do"}, names), [])
    assert drawn["splits"] == [{"name": "train", "columns": 35}, {"name": "test", "columns": 10}]
    assert [column["id"] for column in drawn["columns"]] == list(names)
    assert not drawn["upright"]


def test_without_a_success_the_experts_steps_are_known(write_folder: Any, make_episode: Any) -> None:
    episodes = [
        make_episode(task="t0", environment=place, success=False, expert_steps=steps)
        for place, steps in (("e1", 4), ("e2", 7), ("e3", None))
    ]
    places = dict.fromkeys(("e1", "e2", "e3"), "test")
    folder = write_folder(episodes, {"t0": "do this"}, places)
    assert (report.write(folder).total.expert_steps, report.write(folder).total.redundancy) == (5.5, None)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "the expert needs 5.5" in page
    # The colour of success is for success only.
    assert '<p class="value">0 %</p>' in page
    assert '<p class="value all">' not in page
    assert 'class="interval"' not in page


def test_films_are_listed_where_they_are(
    results: Path, make_settings: Any, make_env: Any, script: Any
) -> None:
    settings = make_settings(script(0, 0, 1, 0, 0), films="failures")
    episodes = evaluate(settings, results, make_env=make_env)
    report.write(results)
    text = (results / "report.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])  # type: ignore[index]
    for episode, shown in zip(episodes, data["episodes"], strict=True):
        assert shown.get("frames", 0) == (0 if episode.success else 6)
        pictures = [results / shown["film"] / f"{number:03}.webp" for number in range(shown.get("frames", 0))]
        assert all(picture.stat().st_size > 50 for picture in pictures)


def test_a_report_of_no_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"no run\.json"):
        report.write(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.exhaustive
def test_a_browser_sorts_filters_and_shows_episodes(
    results: Path, make_settings: Any, make_env: Any, script: Any, tmp_path: Path
) -> None:
    pytest.importorskip("websockets", reason="needs bmoca-gym[play]")
    from benchmarks.browser import PROGRAM, Browser

    if PROGRAM is None:
        pytest.skip("needs chromium (apt-get install chromium)")
    evaluate(make_settings(script(0, 2, 1, 0, 0)), results, make_env=make_env)
    report.write(results)
    page = (results / "report.html").as_uri()
    browser = Browser(tmp_path / "profile")
    try:
        browser.open(f"{page}#e1-t0")
        assert browser.text("#episode-title") == "please back"
        captions = "[...document.querySelectorAll('#episode-film img')].map((one) => [one.getAttribute('src'), one.alt])"
        assert browser.run(captions) == [
            [f"films/100/back/0/00{number}.webp", said]
            for number, said in enumerate(
                ("press HOME", "wrong format: no such action", "press BACK", "final screen")
            )
        ]
        browser.run("document.querySelector('#episode-film button').click()")
        browser.key("ArrowRight", 39)
        assert browser.text("#frame-caption") == "2 of 4 · wrong format: no such action"
        browser.key("Escape", 27)
        browser.key("Escape", 27)
        browser.until("!document.querySelector('dialog[open]')")

        rows = "[...document.querySelectorAll('#by-task tbody tr')].filter((one) => !one.hidden).map((one) => one.dataset.t)"
        assert browser.run(rows) == ["0", "1"]
        heading = "document.querySelectorAll('#by-task .sort')[2]"
        for order in (["0", "1"], ["1", "0"], ["0", "1"]):  # downwards, upwards, as it was
            browser.run(f"{heading}.click()")
            assert browser.run(rows) == order

        browser.click_on("#words")
        for letter in "other":
            browser.key(letter, text=letter)
        browser.until("document.querySelector('#count').textContent === '2 of 4 episodes match'")
        assert browser.run(rows) == ["1"]
        listed = "document.querySelectorAll('#list tbody tr').length"
        assert browser.run(listed) == 2
        browser.run(
            "byId('words').value = ''; byId('outcome').value = 'Success'; byId('outcome').dispatchEvent(new Event('change'))"
        )
        assert (browser.run(rows), browser.run(listed)) == (["0"], 2)

        stops = "[...document.querySelectorAll('a, button, input, select, summary, [tabindex]')]"
        assert browser.run(f"{stops}.filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length") < 20
        for width, dark in ((1280, False), (400, True)):
            browser.size(width, 800, dark)
            assert browser.run("document.documentElement.scrollWidth") == width
            pixels = cv2.imdecode(np.frombuffer(browser.picture(), np.uint8), cv2.IMREAD_COLOR)
            assert (np.median(pixels) < 100) == dark
        assert browser.complaints == []
    finally:
        browser.close()
