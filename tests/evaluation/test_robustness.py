"""The table of robustness: spread over instances and configurations, drops under interruptions, published figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from bmoca_gym import suite_names
from bmoca_gym.errors import CatalogueError
from bmoca_gym.evaluation import evaluate, leaderboard, report, robustness, settings_for


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> tuple[leaderboard.Board, str]:
    """A leaderboard of three runs, and its page."""
    folder, site = tmp_path_factory.mktemp("runs"), tmp_path_factory.mktemp("site")
    for agent, level, places in (
        ("expert", "calm", ["100", "105"]),
        ("expert", "hostile", ["105", "108"]),
        ("noop", "calm", ["100"]),
    ):
        out = folder / f"{agent}-{level}"
        evaluate(settings_for(agent, ["Alarm"], places, interruptions=level, films="none"), out)
        report.write(out)
    read = leaderboard.read(folder, site, check=False)
    leaderboard.write(read, site)
    return read, (site / "index.html").read_text(encoding="utf-8")


def test_agents_are_compared_with_themselves(board: tuple[leaderboard.Board, str]) -> None:
    ((suite, lines),) = leaderboard.variation(board[0].runs).items()
    assert suite == "bmoca"
    expert, noop = lines
    assert (expert.agent, noop.agent) == ("expert", "noop")
    assert expert.configurations.rates == {"100": 1.0, "105": 1.0}
    assert expert.configurations.deviation == 0
    assert noop.seeds.rates == {"instance 0, seed 0": 0.0}
    assert noop.seeds.deviation is None
    (drop,) = expert.drops
    assert (drop.level, drop.episodes, drop.calm, drop.rate) == ("hostile", 1, 1.0, 1.0), "only 105 has both"
    assert noop.drops == ()


def test_the_page_has_what_the_authors_published(board: tuple[leaderboard.Board, str]) -> None:
    page = board[1]
    assert "<h2>Robustness</h2>" in page
    assert "these runs" in page
    for words in (
        "AndroidWorld&#39;s paper, section 5",
        "Pixel 5, Android 12",
        ">28.4<",
        "26.3–33.2 (±3.7, 3)",
    ):
        assert words in page, words
    assert page.count(">hostile<") == 1


def test_published_figures_stand_beside_the_suite_that_they_are_of(
    board: tuple[leaderboard.Board, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def places(suite: str) -> list[str]:
        figures = robustness.Published(suite, "A paper", "", "M3A", "seeds", robustness.Spread({"one": 0.5}))
        monkeypatch.setattr(robustness, "published", lambda: [figures])
        monkeypatch.setattr(leaderboard, "variation", lambda runs: {"androidworld": lines, "bmoca": lines})
        leaderboard.write(board[0], tmp_path)
        page = (tmp_path / "index.html").read_text(encoding="utf-8")
        return sorted(("androidworld, these runs", "bmoca, these runs", "A paper"), key=page.index)

    (lines,) = leaderboard.variation(board[0].runs).values()
    assert places("androidworld") == ["androidworld, these runs", "A paper", "bmoca, these runs"]
    assert places("bmoca") == ["androidworld, these runs", "bmoca, these runs", "A paper"]
    assert places("miniwob") == ["androidworld, these runs", "bmoca, these runs", "A paper"]


def test_published_figures_are_read_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds, phones = robustness.published()
    assert (seeds.agent, seeds.axis) == ("M3A", "seeds")
    assert seeds.spread.mean == pytest.approx(0.290, abs=1e-3)
    assert phones.spread.highest == pytest.approx(0.29)
    monkeypatch.setattr(suite_names, "folder", lambda name: tmp_path)
    assert robustness.published() == []
    (tmp_path / robustness.FILE).write_text("rows: [{agent: M3A}]")
    with pytest.raises(CatalogueError, match="source"):
        robustness.published()
