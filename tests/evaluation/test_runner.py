"""Running, resuming and surviving crashes, on the fake environment."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from evaluation_fakes import a_task, an_environment, no_phone

from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.records import Episode, Key, read
from bmoca_gym.errors import DeviceError, RecordError, ResumeError, UnknownAgentError
from bmoca_gym.evaluation import evaluate, report
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.runner import chunks


def timeless(episodes: list[Episode]) -> list[Episode]:
    return [replace(episode, seconds=0.0) for episode in episodes]


def test_records_say_what_happened(results: Path, make_settings: Any, make_env: Any, script: Any) -> None:
    settings = make_settings(script(0, 2, 1, 0, 0), films="none")
    won, lost, *_ = episodes = evaluate(settings, results, make_env=make_env)
    assert [episode.key for episode in episodes] == settings.grid()
    assert read(results / "episodes.jsonl") == episodes
    assert (won.task, won.success, won.steps, won.total_reward) == ("back", True, 3, 1.0)
    assert (lost.task, lost.success, lost.steps, lost.total_reward) == ("other", False, 5, 0.0)
    assert (won.wrong_formats, won.evidence, won.error, won.film) == (1, ("step 3",), None, None)
    assert won.actions == ("press HOME", "wrong format: no such action", "press BACK")
    assert won.expert_steps is None


def test_a_crash_is_on_record_and_the_next_episode_gets_a_new_phone(
    results: Path, make_settings: Any, make_env: Any, script: Any
) -> None:
    made = []

    def counting(settings: Any) -> Any:
        made.append(make_env(settings))
        return made[-1]

    episodes = evaluate(make_settings(script(0, 3)), results, make_env=counting)
    assert [episode.success for episode in episodes] == [False] * 4
    assert {episode.error for episode in episodes} == {
        f"RuntimeError: the phone fell down (evaluation_fakes.py, line {_line_of('fell down')}, in step)"
    }
    assert {episode.steps for episode in episodes} == {1}
    playing = [env for env in made if hasattr(env, "options") and env.count]
    assert len(playing) == 4
    assert all(env.closed for env in made)
    assert len(list((results / episodes[0].film).iterdir())) == 2  # type: ignore[operator]


def _line_of(text: str) -> int:
    lines = (Path(__file__).parent / "evaluation_fakes.py").read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def test_an_interrupted_run_goes_on_where_it_stopped(
    results: Path, make_settings: Any, make_env: Any
) -> None:
    settings = make_settings(seeds=2)
    whole = evaluate(settings, results.with_name("whole"), make_env=make_env)
    seen: list[Episode] = []

    def stop_at_three(episode: Episode, done: int, total: int) -> None:
        seen.append(episode)
        assert (done, total) == (len(seen), 8)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(settings, results, make_env=make_env, on_episode=stop_at_three)
    path = results / "episodes.jsonl"
    assert read(path) == seen
    path.write_bytes(path.read_bytes()[:-20])  # as a machine that is switched off leaves it
    again: list[int] = []
    episodes = evaluate(
        settings, results, make_env=make_env, on_episode=lambda _, done, __: again.append(done)
    )
    assert again == [3, 4, 5, 6, 7, 8]
    assert timeless(episodes) == timeless(whole)
    assert (
        evaluate(settings, results, make_env=make_env, on_episode=lambda *_: pytest.fail("all is there"))
        == episodes
    )


def test_a_folder_widens_to_more_seeds_tasks_and_environments(
    results: Path, make_settings: Any, make_env: Any
) -> None:
    wide = make_settings(seeds=2)
    narrow = replace(wide, seeds=1, tasks=wide.tasks[1:], environments=wide.environments[1:])
    assert len(evaluate(narrow, results, make_env=make_env)) == 1
    episodes = evaluate(wide, results, make_env=make_env)
    assert len(episodes) == 8
    assert read(results / "episodes.jsonl") == episodes
    straight = evaluate(wide, results.with_name("straight"), make_env=make_env)
    assert {one.key: one for one in timeless(episodes)} == {one.key: one for one in timeless(straight)}
    assert len(evaluate(narrow, results, make_env=make_env)) == 8


def test_a_folder_widens_to_more_instances_and_reports_over_them(
    results: Path, make_settings: Any, make_env: Any
) -> None:
    first = make_settings(tasks=(a_task("back"), a_task("other")), environments=(an_environment("100"),))
    evaluate(first, results, make_env=make_env)
    with (results / "run.json").open() as file:
        assert json.load(file)["instances"] == {}
    more = replace(
        first, tasks=(a_task("back"), a_task("back", 1), a_task("back", 2), a_task("other")), seeds=2
    )
    played: list[Key] = []
    episodes = evaluate(
        more, results, make_env=make_env, on_episode=lambda episode, *_: played.append(episode.key)
    )
    assert [key[1:] for key in played] == [
        ("back", 1, 0), ("back", 0, 1), ("back", 1, 1), ("back", 0, 2), ("back", 1, 2), ("other", 1, 0),
    ]  # fmt: skip
    assert [episode.key for episode in episodes] == more.grid()
    assert read(results / "episodes.jsonl") == episodes
    assert len({episode.film for episode in episodes}) == len(episodes) == 8
    assert len(evaluate(first, results, make_env=make_env)) == 8

    summary = report.write(results)
    back, other = summary.of("task")
    assert (back.instances, other.instances, summary.total.instances) == (3, 1, 4)
    assert back.over_instances == metrics.wilson_interval(0, 3)
    assert other.over_instances is None
    assert [row.name for row in summary.of("instance")] == ["back", "back#1", "back#2", "other"]
    page = (results / "report.html").read_text(encoding="utf-8")
    for text in ("95 % over<br>instances", "please back 2", "By instance", "2 tasks (4 instances) × 1 env"):
        assert text in page


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"agent": "random"}, "agent 'noop', not 'random'"),
        ({"judge": "paper"}, "judge 'corrected', not 'upstream'"),
        ({"catalogue_version": "2"}, "catalogue_version '1', not '2'"),
        ({"action": "text"}, "action 'discrete'"),
        ({"device": "adb:1"}, "device 'embedded'"),
        ({"interface": "bmoca"}, "interface None, not 'bmoca'"),
    ],
)
def test_a_folder_of_another_evaluation_is_refused(
    results: Path, make_settings: Any, make_env: Any, change: dict[str, Any], name: str
) -> None:
    evaluate(make_settings(), results, make_env=make_env)
    before = (results / "episodes.jsonl").read_bytes(), (results / "run.json").read_bytes()
    with pytest.raises(ResumeError, match=f"{name}.*another --out, or delete"):
        evaluate(replace(make_settings(), **change), results, make_env=make_env)
    assert ((results / "episodes.jsonl").read_bytes(), (results / "run.json").read_bytes()) == before


def test_a_setting_that_is_no_longer_given_is_another_one(
    results: Path, make_settings: Any, make_env: Any
) -> None:
    evaluate(make_settings(interface="bmoca"), results, make_env=make_env)
    with pytest.raises(ResumeError, match="interface 'bmoca', not None"):
        evaluate(make_settings(), results, make_env=make_env)


def test_another_configuration_under_a_known_id_is_refused(
    results: Path, make_settings: Any, make_env: Any
) -> None:
    settings = make_settings()
    evaluate(settings, results, make_env=make_env)
    settings.environments[1].digest = "other"
    with pytest.raises(ResumeError, match="another environment called '100'"):
        evaluate(settings, results, make_env=make_env)


def test_two_processes_do_not_write_to_one_folder(results: Path, make_settings: Any, make_env: Any) -> None:
    with ResultsFolder(results).lock(), pytest.raises(ResumeError, match="Another process"):
        evaluate(make_settings(), results, make_env=make_env)
    evaluate(make_settings(), results, make_env=make_env)


def test_errors_are_tried_again_when_asked_for(
    results: Path, make_settings: Any, make_env: Any, script: Any
) -> None:
    broken = make_settings(script(3))
    evaluate(broken, results, make_env=make_env)
    script(0, 0, 1)
    played: list[Key] = []
    evaluate(broken, results, make_env=make_env, on_episode=lambda episode, *_: played.append(episode.key))
    assert played == []
    episodes = evaluate(
        broken,
        results,
        make_env=make_env,
        retry_errors=True,
        on_episode=lambda one, *_: played.append(one.key),
    )
    assert played == broken.grid()
    assert [episode.success for episode in episodes] == [True, False, True, False]


class WantsAnArgument:
    def __init__(self, missing: str) -> None: ...


def test_an_agent_that_cannot_be_made_leaves_no_folder(
    results: Path, make_settings: Any, make_env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathlib.WantsAnArgument", WantsAnArgument, raising=False)
    with pytest.raises(UnknownAgentError, match="missing 1 required positional argument"):
        evaluate(make_settings(agent="pathlib:WantsAnArgument"), results, make_env=make_env)
    assert not results.exists()


def test_no_phone_is_no_result(results: Path, make_settings: Any) -> None:
    with pytest.raises(DeviceError, match="no phone answers"):
        evaluate(make_settings(), results, make_env=no_phone)
    assert read(results / "episodes.jsonl") == []


def test_malformed_folders_are_named(results: Path, make_settings: Any, make_env: Any) -> None:
    folder = ResultsFolder(results)
    with pytest.raises(RecordError, match=r"no run\.json.*bmoca evaluate"):
        folder.description()
    evaluate(make_settings(), results, make_env=make_env)
    whole = json.loads(folder.run_file.read_text())
    for content, message in [
        ("{", "can't be read"),
        ("[]", "format must be"),
        (json.dumps(whole | {"format": 99}), "format must be"),
        (json.dumps(whole | {"tasks": []}), "tasks must be an object"),
    ]:
        folder.run_file.write_text(content)
        with pytest.raises(RecordError, match=message):
            folder.episodes()
    del whole["tasks"]["other"]
    folder.run_file.write_text(json.dumps(whole))
    with pytest.raises(RecordError, match=r"run\.json lacks .*other"):
        folder.episodes()


def test_ids_become_file_names_that_are_safe_and_different(results: Path) -> None:
    folder = ResultsFolder(results)
    films = {
        folder.film(Key(name, "t", 0)) for name in ("..", "a/b", "a-b", "a b", "é", "x" * 300, "x" * 299)
    }
    assert len(films) == 7
    assert all(film.count("/") == 3 and ".." not in film and len(film) < 200 for film in films)


def test_chunks_follow_environments_unless_workers_would_idle() -> None:
    jobs = [Key(environment, task, seed) for environment in "ab" for task in "tu" for seed in (0, 1)]
    assert [len(chunk) for chunk in chunks(jobs, 2)] == [4, 4]
    assert [len(chunk) for chunk in chunks(jobs, 3)] == [2, 2, 2, 2]
    assert [len(chunk) for chunk in chunks(jobs, 5)] == [1] * 8
    assert [key for chunk in chunks(jobs, 3) for key in chunk] == jobs
    assert chunks([], 2) == []
