"""The summary and the report: what they say, that nothing breaks out of it, and how it looks in a browser."""

from __future__ import annotations

import csv
import html.parser
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation import evaluate, report
from bmoca_gym.evaluation.records import Episode, rewrite
from bmoca_gym.evaluation.summary import COLUMNS, difficulty

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
    assert list(total) == list(COLUMNS)
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
        "to be done": (3, 6),
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
        "Tasks apart",
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
    """Which elements a browser would make of the page, and the links it would follow."""

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
    assert not re.search(r"https?://", text)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])  # type: ignore[index]
    assert data["episodes"][0]["evidence"] == [HOSTILE]


def test_cells_say_what_happened(four: Path, make_episode: Any) -> None:
    report.write(four)
    page = (four / "report.html").read_text(encoding="utf-8")
    cells = re.findall(
        r'<a href="(#e\d-t\d)" aria-label="(.*?)"><rect class="l(\d+)".*?<text.*?>(.*?)</text>', page
    )
    assert cells == [
        ("#e0-t0", "do this, environment e1: 2 of 2", "10", "100"),
        ("#e1-t0", "do this, environment e2: 2 of 2", "10", "100"),
        ("#e0-t1", "do that, environment e1: 1 of 2", "5", "50"),
        ("#e1-t1", "do that, environment e2: 0 of 2", "0", "0"),
    ]


def test_one_run_has_marks_instead_of_rates(make_episode: Any) -> None:
    broken = make_episode(task="c", success=False, error="broke")
    episodes = [make_episode(task="a"), make_episode(task="b", success=False), broken]
    content = description(dict.fromkeys("abcd", "do"), {"e": "test"})
    rows = report.heat_map(content, episodes)["rows"]
    assert [row["cells"][0]["label"] for row in rows] == ["✓", "", "!", ""]
    assert [row["cells"][0]["level"] for row in rows] == [10, 0, 0, None]


def test_columns_stand_apart_where_the_split_changes() -> None:
    names = {f"{number:03}": "train" for number in range(35)} | {
        str(number): "test" for number in range(100, 110)
    }
    drawn = report.heat_map(description({"t": "do"}, names), [])
    steps = {
        right["x"] - left["x"] for left, right in zip(drawn["columns"], drawn["columns"][1:], strict=False)
    }
    assert steps == {report.NARROWEST_CELL, report.NARROWEST_CELL + report.SPLIT_SPACE}
    assert [split["name"] for split in drawn["splits"]] == ["train", "test"]
    assert drawn["width"] == drawn["columns"][-1]["x"] + report.NARROWEST_CELL


def test_films_are_listed_where_they_are(
    results: Path, make_settings: Any, make_env: Any, script: Any
) -> None:
    settings = make_settings(script(0, 0, 1, 0, 0), films="failures")
    episodes = evaluate(settings, results, make_env=make_env)
    report.write(results)
    text = (results / "report.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])  # type: ignore[index]
    for episode, shown in zip(episodes, data["episodes"], strict=True):
        assert len(shown["frames"]) == (0 if episode.success else 6)
        assert all((results / frame).stat().st_size > 50 for frame in shown["frames"])


def test_a_report_of_no_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"no run\.json"):
        report.write(tmp_path)
    assert list(tmp_path.iterdir()) == []


BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def browse(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    assert BROWSER is not None
    return subprocess.run(
        [
            BROWSER,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            f"--user-data-dir={page.parent / 'profile'}",
            "--virtual-time-budget=3000",
            *options,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )


@pytest.mark.exhaustive
@pytest.mark.skipif(BROWSER is None, reason="needs chromium (apt-get install chromium)")
def test_a_browser_shows_the_report_and_an_episode(
    results: Path, make_settings: Any, make_env: Any, script: Any
) -> None:
    evaluate(make_settings(script(0, 2, 1, 0, 0)), results, make_env=make_env)
    report.write(results)
    page = (results / "report.html").as_uri()
    shown = browse(results, "--dump-dom", f"{page}#e1-t0").stdout
    assert '<h2 id="episode-title" dir="auto">please back</h2>' in shown
    assert re.search(r'<dialog id="episode"[^>]* open', shown)
    film = re.findall(r'<img[^>]* src="(films/100/back/0/00\d\.webp)"[^>]* alt="(.*?)"', shown)
    assert [action for _, action in film] == [
        "press HOME",
        "wrong format: no such action",
        "press BACK",
        "the last screen",
    ]
    closed = browse(results, "--dump-dom", page).stdout
    assert not re.search(r'<dialog id="episode"[^>]* open', closed)

    for name, options in {"light": [], "dark": ["--blink-settings=preferredColorScheme=0"]}.items():
        picture = results / f"{name}.png"
        browse(results, "--window-size=1000,700", f"--screenshot={picture}", *options, page)
        pixels = cv2.imread(str(picture))
        assert pixels.shape == (700, 1000, 3)
        assert (np.median(pixels) > 200) == (name == "light")
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50, "more than an empty page"
