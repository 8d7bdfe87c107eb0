"""Attacks on an evaluation: results folders of others, agents that end the program, killed workers, full disks."""

from __future__ import annotations

import json
import resource
import signal
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evaluation_fakes import FakeEnv

from bmoca_gym import cli
from bmoca_gym.episodes import film
from bmoca_gym.episodes.records import read
from bmoca_gym.errors import OutputError, RecordError, UnknownAgentError
from bmoca_gym.evaluation import evaluate, report


@pytest.fixture
def played(results: Path, make_settings: Any) -> Path:
    evaluate(make_settings("evaluation_fakes:Winner"), results, make_env=FakeEnv)
    return results


def change(path: Path, **fields: Any) -> None:
    """Change the first record of a results folder."""
    file = path / "episodes.jsonl"
    first, *rest = file.read_text().splitlines(keepends=True)
    file.write_text(json.dumps({**json.loads(first), **fields}) + "\n" + "".join(rest))


@pytest.mark.parametrize(
    "place",
    ["../secret", "transcripts/../../secret", "https://example.com/x", "SECRET", "", "transcripts/\u0000"],
)
@pytest.mark.parametrize("field", ["transcript", "film"])
def test_a_report_stays_in_its_folder(
    played: Path, capsys: pytest.CaptureFixture[str], field: str, place: str
) -> None:
    secret = played.parent / "secret"
    secret.mkdir()
    (secret / "transcript.jsonl").write_text("{}\n")
    (secret / "000.webp").write_bytes(b"x")
    change(played, **{field: place.replace("SECRET", str(secret))})
    assert cli.main(["report", str(played)]) == 2
    assert f"{field} of" in capsys.readouterr().err
    assert sorted(path.name for path in secret.iterdir()) == ["000.webp", "transcript.jsonl"]


@pytest.mark.parametrize(
    "what", ["report.html", "summary.csv", "transcripts", "transcripts/000/back/0/transcript.js"]
)
def test_a_report_follows_no_link_out_of_its_folder(played: Path, what: str) -> None:
    secret = played.parent / "secret"
    secret.mkdir()
    change(played, transcript="transcripts/000/back/0")
    folder = secret / "000/back/0" if what == "transcripts" else played / "transcripts/000/back/0"
    folder.mkdir(parents=True)
    (folder / "transcript.jsonl").write_text("{}\n")
    kept = secret / "kept"
    kept.write_text("as it was")
    (played / what).unlink(missing_ok=True)
    (played / what).symlink_to(secret if what == "transcripts" else kept)
    with pytest.raises(RecordError, match=r"leads out of|links in place"):
        report.write(played)
    assert kept.read_text() == "as it was"
    assert not list(secret.rglob("transcript.js"))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("episodes.jsonl", "[" * 100_000 + "\n"),
        ("episodes.jsonl", '{"seconds": 1' + "0" * 400 + "}\n"),
        ("run.json", "[" * 100_000),
        ("run.json", "1" * 5000),
    ],
)
def test_malformed_files_are_refused(played: Path, file: str, text: str) -> None:
    (played / file).write_text(text)
    with pytest.raises(RecordError, match=file):
        report.write(played)


def test_a_number_that_no_float_holds_is_refused(played: Path) -> None:
    change(played, seconds=10**400)
    with pytest.raises(RecordError, match="seconds is 1"):
        report.write(played)


@pytest.mark.parametrize("line", ["[" * 100_000, "{", "\ud800"])
def test_a_malformed_transcript_is_refused(played: Path, line: str) -> None:
    change(played, transcript="transcripts/000/back/0")
    folder = played / "transcripts/000/back/0"
    folder.mkdir(parents=True)
    (folder / "transcript.jsonl").write_text(line + "\n", errors="surrogatepass")
    with pytest.raises(RecordError, match="is not a transcript"):
        report.write(played)


def test_an_agent_that_raises_system_exit_ends_its_episode(results: Path, make_settings: Any) -> None:
    episodes = evaluate(make_settings("evaluation_fakes:Leaving"), results, make_env=FakeEnv)
    assert [episode.success for episode in episodes] == [True, False] * 2
    assert str(episodes[1].error).startswith("SystemExit: without a message (evaluation_fakes.py, line")
    assert episodes[1].steps == 1
    with pytest.raises(UnknownAgentError, match="can't be made: SystemExit"):
        evaluate(make_settings("evaluation_fakes:Unborn"), results / "other", make_env=FakeEnv)


@pytest.mark.exhaustive
def test_the_episode_of_a_killed_worker_is_played_again(
    results: Path, make_settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KILLED_ONCE", str(tmp_path))
    settings = make_settings("evaluation_fakes:Killed")
    settings = replace(settings, environments=settings.environments[:1])
    episodes = evaluate(settings, results, make_env=FakeEnv, workers=2)
    assert [(episode.steps, episode.success, episode.error) for episode in episodes] == [
        (3, True, None),
        (5, False, None),
    ]
    assert sorted(path.name for path in tmp_path.iterdir() if path != results) == ["000"]
    assert [episode.key for episode in read(results / "episodes.jsonl")] == settings.grid()


@pytest.fixture
def small_disk() -> Generator[Any, None, None]:
    """Limit the size of files, after which the system refuses to write, as on a full disk."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize(
    ("size", "films", "file"), [(2000, "none", "episodes.jsonl"), (4000, "all", r"films\S*")]
)
def test_a_full_disk_is_named_and_the_run_goes_on(
    results: Path, make_settings: Any, small_disk: Any, monkeypatch: Any, size: int, films: str, file: str
) -> None:
    monkeypatch.setattr(film, "encode", lambda *_: b"a large picture" * 1000)
    settings = make_settings("evaluation_fakes:Winner", seeds=2, films=films)
    evaluate(make_settings("evaluation_fakes:Winner", films="none"), results, make_env=FakeEnv)
    before = read(results / "episodes.jsonl")
    small_disk(size)
    with pytest.raises(OutputError, match=rf"results/{file} can't be written: File too large\. Make room"):
        evaluate(settings, results, make_env=FakeEnv)
    small_disk(resource.RLIM_INFINITY)
    episodes = evaluate(settings, results, make_env=FakeEnv)
    assert [episode.key for episode in episodes] == settings.grid()
    assert not any(episode.error for episode in episodes)
    assert set(before) <= set(episodes)


def test_a_report_on_a_full_disk_is_named(played: Path, small_disk: Any) -> None:
    small_disk(8000)
    with pytest.raises(OutputError, match=r"report\.html can't be written"):
        report.write(played)
