"""Language agents through the whole path: a server on a real socket, the phone, the records, the report."""

from __future__ import annotations

import base64
import itertools
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "agents" / "language"))

import rule_model
from chat_server import Calls, ChatServer, Fault, user_text

from bmoca_gym import agents, cli
from bmoca_gym.envs.text_actions import MAX_ANSWER, TextActionSpace
from bmoca_gym.episodes import metrics, records
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import ResumeError, SettingsError
from bmoca_gym.evaluation import evaluate, report, settings_for, transcripts
from bmoca_gym.evaluation.progress import ProgressBar
from bmoca_gym.evaluation.published import columns

pytestmark = pytest.mark.needs("openai")

ROOT = Path(__file__).parents[2]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[..., ChatServer], None, None]:
    monkeypatch.setattr("bmoca_gym.agents.language.models.FIRST_WAIT", 0.01)
    started: list[ChatServer] = []

    def start(model: Any) -> ChatServer:
        started.append(ChatServer(model).__enter__())
        return started[-1]

    yield start
    for server in started:
        server.__exit__()


def play(
    out: Path, server: ChatServer | None, tasks: Any = "representative", environments: Any = "100", *,
    seeds: int = 1, workers: int = 1, retry_errors: bool = False, films: str = "none", test_call: bool = False,
    same_errors: int = 5, **options: Any,
) -> list[Episode]:  # fmt: skip
    address = {} if server is None else {"base_url": server.url}
    settings = settings_for(
        "llm",
        tasks,
        environments,
        agent_options={"model": "rules", **address, **options},
        seeds=seeds,
        films=films,
    )
    return evaluate(
        settings,
        out,
        workers=workers,
        retry_errors=retry_errors,
        test_call=test_call,
        same_errors=same_errors,
    )


def timeless(episodes: list[Episode]) -> list[Episode]:
    usages = [{**episode.usage, "seconds": 0} if episode.usage else None for episode in episodes]
    return [replace(one, seconds=0.0, usage=usage) for one, usage in zip(episodes, usages, strict=True)]


@pytest.mark.exhaustive
def test_rules_that_read_the_text_do_all_six_tasks_in_english(results: Path, serve: Any) -> None:
    server = serve(rule_model.answer)
    episodes = play(results, server, environments=["100", "101", "103"], workers=4)
    assert [(one.success, one.error, one.wrong_formats) for one in episodes] == [(True, None, 0)] * 18
    assert all(one.steps <= one.expert_steps + 2 for one in episodes)  # type: ignore[operator]
    assert sum(one.usage["calls"] for one in episodes) == len(server.requests)  # type: ignore[index]
    one = play(results.with_name("one"), serve(rule_model.answer), environments=["101"])
    assert timeless(one) == timeless([episode for episode in episodes if episode.environment == "101"])


def test_a_random_model_scores_what_the_random_agent_does(results: Path, serve: Any) -> None:
    spaces: dict[int, TextActionSpace] = {}

    def model(request: dict[str, Any]) -> str:
        if request["seed"] not in spaces:
            spaces[request["seed"]] = TextActionSpace(MAX_ANSWER)
            spaces[request["seed"]].seed(request["seed"])
        return f"Action: {spaces[request['seed']].sample()}"

    asked = play(results, serve(model), ["Alarm", "open_the_clock_app"], ["100", "105"], seeds=2, workers=3)
    settings = settings_for(
        "random", ["Alarm", "open_the_clock_app"], ["100", "105"], seeds=2, action="text", observation="text"
    )
    drawn = evaluate(settings, results.with_name("drawn"))
    for one, other in zip(asked, drawn, strict=True):
        assert (one.key, one.success, one.actions) == (other.key, other.success, other.actions)
        assert (one.wrong_formats, one.repeats) == (other.wrong_formats, other.repeats)


def test_a_model_that_thinks_it_is_done_is_counted_so(results: Path, serve: Any) -> None:
    def model(request: dict[str, Any]) -> str:
        return (
            'Action: finish("All is done.")' if "- press" in user_text(request) else 'Action: press("HOME")'
        )

    episodes = play(results, serve(model), ["Alarm", "Call"], actions="all")
    assert [(one.success, one.steps, one.finished, one.hallucinated) for one in episodes] == [
        (False, 2, "All is done.", True)
    ] * 2
    assert episodes[0].actions == ("press HOME", "finish 'All is done.'")
    total = report.write(results).total.conduct
    assert (total.hallucinated, total.wrong_format_rate, total.loops) == (2, 0.0, 0)


def test_answers_that_are_no_actions_cost_steps_and_are_explained(results: Path, serve: Any) -> None:
    answers = [
        "",
        "x" * 100_000,
        "\x00\xff\ud800",
        "Action: tap(1)\nAction: tap(2)",
        "Action: tap(500)",
        "I give up.",
    ]
    told: list[str] = []

    def model(request: dict[str, Any]) -> str:
        told.append(user_text(request))
        return answers[(len(told) - 1) % len(answers)]

    (episode,) = play(results, serve(model), "Alarm")
    assert (episode.success, episode.error, episode.steps, episode.wrong_formats) == (False, None, 11, 11)
    assert metrics.conduct([episode]).wrong_format_rate == 1.0
    turns = transcripts.read(results / str(episode.transcript))
    reasons = [turn["wrong_format"] for turn in turns]
    for reason, words in zip(
        reasons,
        ["is empty", "100000 characters", "form name", "several", "numeric tag of this screen", "form name"],
        strict=False,
    ):
        assert words in reason
    assert "wrong format" not in told[0]
    assert all(reason in text for reason, text in zip(reasons, told[1:], strict=False)), (
        "told on the next turn"
    )
    assert [turn["answer"] for turn in turns[:2]] == answers[:2]


def test_limits_are_outcomes_of_their_own(results: Path, serve: Any) -> None:
    server = serve(lambda request: 'Action: press("HOME")')
    limits = {"max_tokens_per_episode": 3000}
    episodes = play(results, server, ["Alarm", "Call"], **limits)
    for one in episodes:
        assert (one.success, one.error) == (False, None)
        assert 0 < one.steps < 11
        assert str(one.stopped).startswith("limit reached: ")
        assert str(one.stopped).endswith("of 3000 tokens")
    count = len(server.requests)
    assert play(results, server, ["Alarm", "Call"], retry_errors=True, **limits) == episodes
    assert len(server.requests) == count, "it is an outcome, not an error"
    assert report.write(results).total.conduct.stopped == 2


@pytest.mark.exhaustive
def test_what_keeps_a_model_from_answering_is_recorded_and_can_be_retried(
    results: Path, serve: Any, monkeypatch: Any
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    tasks = ["Alarm", "Language"]
    episodes = play(results, None, tasks)
    assert all("ModelError: No key: set OPENAI_API_KEY" in str(one.error) for one in episodes)
    gone = ChatServer(rule_model.answer).__enter__()
    gone.__exit__()
    episodes = play(results, gone, tasks, retries=1, retry_errors=True)
    assert all("no answer in 2 attempts" in str(one.error) for one in episodes)
    unknown = serve(lambda request: Fault(404, "{}"))
    episodes = play(results, unknown, tasks, retry_errors=True)
    assert all("There is no such model" in str(one.error) for one in episodes)
    flaky = iter([Fault(500), Fault(429, "", (("Retry-After", "0.01"),)), Fault(body="{}")] * 3)
    server = serve(lambda request: next(flaky, None) or rule_model.answer(request))
    episodes = play(results, server, tasks, retries=20, retry_errors=True)
    assert [one.success for one in episodes] == [True, True]


def command(server: ChatServer | None, out: Path, *further: str) -> list[str]:
    address = [] if server is None else ["--base-url", server.url]
    return [
        "evaluate", "--agent", "llm", "--model", "rules", *address, "--tasks", "Language", "--environments",
        "100", "--films", "none", "--out", str(out), *further,
    ]  # fmt: skip


def test_an_endpoint_that_does_not_answer_is_told_before_anything_is_written(
    results: Path, serve: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-that-is-secret")
    gone = ChatServer(rule_model.answer).__enter__()
    gone.__exit__()
    busy = Fault(429, "", (("Retry-After", "0.01"),))
    judge = ["--agent", "noop", "--answer-model", "m", "--answer-base-url"]
    for server, further, words in (
        (serve(lambda request: Fault(401, "{}")), [], "The key in OPENAI_API_KEY is not accepted"),
        (serve(lambda request: Fault(404, "{}")), ["--model", "rule"], "Did you mean 'rules'?"),
        (serve(lambda request: busy), [], "no answer in 3 attempts"),
        (serve(lambda request: "OK"), ["--base-url", serve(lambda request: Fault(200, "hello")).url], "is not a chat"),
        (gone, [], "Is the server running"),
        (None, [*judge, gone.url], "Is the server running"),
        (None, [*judge, serve(lambda request: "Perhaps").url], "with yes or no"),
    ):  # fmt: skip
        arguments = command(server, results, *further)
        if "noop" in further:
            del arguments[1:5]
        assert cli.main(arguments) == 2, words
        told = capsys.readouterr().err
        assert words in told.splitlines()[-1], told
        assert "a-key-that-is-secret" not in told
        assert not results.exists()


def test_a_run_is_stopped_where_the_same_error_comes_back(
    results: Path, serve: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The test call succeeds, and then the account is out of credit."""
    asked: list[int] = []
    server = serve(
        lambda request: asked.append(1) or (Fault(402, f'{{"id": {len(asked)}}}') if asked[1:] else "OK")
    )
    arguments = command(server, results, "--seeds", "9", "--same-errors", "3", "--workers", "2", "--quiet")
    assert cli.main(arguments) == 1
    told = capsys.readouterr().err
    assert "Stopped after 3 episodes in a row with the same error: ModelError:" in told
    assert "3 of 9 episodes are in" in told
    again = shlex.split(told.splitlines()[-1])
    assert again == ["bmoca", *arguments, "--retry-errors"]
    server.model = rule_model.answer
    count = len(server.requests)
    assert cli.main(again[1:]) == 0
    # On a busy machine a request of the run that was stopped may still come in before it.
    tested = [user_text(one) == "Say OK." for one in server.requests[count:]]
    assert tested.count(True) == 1
    assert tested.index(True) <= 2
    assert [one.success for one in records.read(results / "episodes.jsonl")] == [True] * 9
    count = len(server.requests)
    assert cli.main(again[1:]) == 0, "nothing is left to play"
    assert len(server.requests) == count
    server.model = lambda request: "OK" if user_text(request) == "Say OK." else Fault(402, "{}")
    assert cli.main(command(server, results.with_name("other"), "--quiet")) == 1, "nothing could be played"


def test_why_requests_were_sent_again_is_kept(
    results: Path, serve: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = iter([Fault(429, "slow down", (("Retry-After", "0.01"),)), Fault(500), Fault(body="{}")])
    server = serve(lambda request: next(faults, None) or rule_model.answer(request))
    (episode,) = play(results / "there", server, "Language", retries=20)
    assert episode.retries == {"status 429": 1, "status 500": 1, "no chat completion": 1}
    first, *others = transcripts.read(results / "there" / str(episode.transcript))
    assert [one.partition(":")[0] for one in first["retries"]] == list(episode.retries)
    assert not any("retries" in turn for turn in others)
    kept = {"cache": str(results / "there" / "responses"), "replay": True, "retries": 20}
    again = play(results / "again", None, "Language", test_call=True, **kept)
    assert timeless(again) == timeless([episode])
    faults = itertools.repeat(Fault(503))
    (broken,) = play(results / "broken", server, "Language", retries=2)
    assert (broken.success, broken.retries) == (False, {"status 503": 2})
    assert cli.main(["report", str(results / "there")]) == 0
    told = capsys.readouterr().out
    assert "Requests sent again: 3 (no chat completion × 1, status 429 × 1, status 500 × 1)." in told
    assert "Tokens: " in told
    assert "Cost" not in told, "no price is known"
    page = (results / "there" / "report.html").read_text(encoding="utf-8")
    assert "no chat completion × 1, status 429 × 1, status 500 × 1" in page


def test_tokens_and_cost_are_told_while_an_episode_is_played(results: Path, serve: Any) -> None:
    for workers, price in ((1, 0.0), (2, 5.0)):
        told: list[dict[str, float]] = []
        bar = ProgressBar("llm", 2, quiet=True)
        options = {"model": "rules", "base_url": serve(rule_model.answer).url, "price_in": price}
        settings = settings_for("llm", "Language", "100", agent_options=options, seeds=2, films="none")

        def use(usage: Any, bar: ProgressBar = bar, told: list[dict[str, float]] = told) -> None:
            told.append(usage)
            bar.use(usage)

        played = evaluate(settings, results / str(workers), workers=workers, on_usage=use, test_call=False)
        assert len(told) == sum(one.steps for one in played)
        used = metrics.conduct(played)
        assert sum(one["prompt_tokens"] + one["answer_tokens"] for one in told) == used.tokens
        assert sum(one["cost"] for one in told) == pytest.approx(used.cost)
        shown = bar.used
        assert shown.startswith(
            f"{used.tokens} tokens" if used.tokens < 10_000 else f"{used.tokens // 1000}k tokens"
        )  # type: ignore[operator]
        assert ("cost" in shown) == bool(price)


def test_another_model_or_prompt_is_refused(results: Path, serve: Any, tmp_path: Path) -> None:
    server = serve(rule_model.answer)
    play(results, server, "Language")
    (tmp_path / "goal.txt").write_text("Goal: $goal now.")
    for change, message in [
        ({"temperature": 0.5}, "with temperature 0.1, not 0.5"),
        ({"model": "other"}, "with model 'rules', not 'other'"),
        ({"prompt": str(tmp_path)}, "with prompt"),
    ]:
        with pytest.raises(ResumeError, match=message):
            play(results, server, "Language", **change)
    play(results, server, ["Language", "Call"], timeout=9.0, stream=True)
    with pytest.raises(
        SettingsError, match="action is 'discrete', but the agent 'llm' with its options takes 'text'"
    ):
        settings_for("llm", "Call", "100", action="discrete", agent_options={"model": "rules"})


def test_a_replay_is_the_same_without_a_network(results: Path, serve: Any) -> None:
    server = serve(rule_model.answer)
    there, again = results / "there", results / "again"
    options = {"price_in": 2.5, "price_out": 10.0}
    played = play(
        there, server, ["Alarm", "Call"], ["100", "105"], seeds=2, films="all", workers=2, **options
    )
    count = len(server.requests)
    kept = {"cache": str(there / "responses"), "replay": True}
    assert timeless(
        play(again, None, ["Alarm", "Call"], ["100", "105"], seeds=2, films="all", **options, **kept)
    ) == (timeless(played))
    assert len(server.requests) == count == sum(one.usage["calls"] for one in played)  # type: ignore[index]
    for folder in (there, again):
        report.write(folder)
    files = [
        sorted(
            path.relative_to(folder)
            for path in folder.rglob("*")
            if path.is_file() and "responses" not in path.parts
        )
        for folder in (there, again)
    ]
    assert files[0] == files[1]
    for name in files[0]:
        if (
            name.name != "episodes.jsonl"
        ):  # which has durations; the digest in summary.json does not cover them
            assert (there / name).read_bytes() == (again / name).read_bytes(), name
    (broken,) = play(results / "more", None, "Wikipedia", **kept)
    assert "No response to this request is kept" in str(broken.error)


@pytest.mark.exhaustive
def test_a_killed_evaluation_repeats_no_call(results: Path, serve: Any) -> None:
    answered: list[str] = []
    reached, over = threading.Event(), threading.Event()

    def model(request: dict[str, Any]) -> str | Fault:
        if len(answered) == 20 and not over.is_set():
            reached.set()
            over.wait(60)  # this one is never answered: the process is dead by then
            return Fault(500)
        if user_text(request) != "Say OK.":
            answered.append(json.dumps(request))
        return rule_model.answer(request)

    server = serve(model)
    arguments = [
        "evaluate",
        "--agent",
        "llm",
        "--model",
        "rules",
        "--base-url",
        server.url,
        "--environments",
        "100",
    ]
    command = [
        sys.executable,
        "-m",
        "bmoca_gym.cli",
        *arguments,
        "--out",
        str(results),
        "--films",
        "none",
        "--quiet",
    ]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        assert reached.wait(60)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    finally:
        process.kill()
        over.set()
    subprocess.run(command, cwd=ROOT, check=True)
    whole = play(results.with_name("whole"), serve(rule_model.answer))
    assert [one.success for one in whole] == [True] * 6
    assert len(set(answered)) == len(answered) == sum(one.usage["calls"] for one in whole)  # type: ignore[index]
    assert timeless(play(results, server)) == timeless(whole)


def test_pictures_functions_and_streams(results: Path, serve: Any) -> None:
    def model(request: dict[str, Any]) -> Calls:
        action = rule_model.answer(request).rpartition("Action: ")[2]
        name, _, given = action.rstrip(")").partition("(")
        names = {"tap": "numeric_tag", "swipe": "direction", "press": "key"}
        return Calls(((name, json.dumps({names[name]: json.loads(given)})),))

    server = serve(model)
    options = {"multimodal": True, "set_of_mark": True, "tools": True, "stream": True}
    (episode,) = play(results, server, "Language", films="all", **options)
    assert episode.success
    request = server.requests[0]
    assert [tool["function"]["name"] for tool in request["tools"]] == [
        "dual-gesture",
        "tap",
        "swipe",
        "press",
    ]
    assert request["tool_choice"] == "required"
    address = request["messages"][1]["content"][1]["image_url"]["url"]
    sent = base64.b64decode(address.partition(",")[2])
    assert cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR).shape == (512, 256, 3)
    folder = results / str(episode.transcript)
    turns = transcripts.read(folder)
    assert (folder / turns[0]["picture"]).read_bytes() == sent
    assert turns[0]["answer"].startswith("Action: tap(")


def test_the_published_numbers_are_of_tasks_and_environments_that_exist() -> None:
    from bmoca_gym import randomization, tasks

    six = [task.id for task in tasks.select("representative")]
    for column in columns("tasks", six):
        assert set(column.rates) == set(six)
    known = {configuration.id for configuration in randomization.select("test")}
    assert all(set(column.rates) <= known for column in columns("environments", ["100"]))
    assert columns("tasks", ["open_the_clock_app"]) == []
    means = {
        (one.agent, one.input): [mean for mean, _ in one.rates.values()] for one in columns("tasks", six)
    }
    assert round(np.mean(means["GPT-4o, zero-shot", "text"])) == 44  # as table 2 has them
    assert round(np.mean(means["GPT-4o, few-shot", "text"])) == 50


BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.exhaustive
@pytest.mark.skipif(BROWSER is None, reason="needs chromium (apt-get install chromium)")
def test_a_browser_shows_the_transcript_beside_the_film(results: Path, serve: Any) -> None:
    answers = iter(["Action: <b>nothing</b>", 'Thought: 알람 </script>\nAction: press("HOME")'])
    server = serve(lambda request: next(answers, 'Action: finish("done")'))
    play(results, server, "Alarm", films="all", actions="all")
    report.write(results)
    options = [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", "--virtual-time-budget=4000",
        f"--user-data-dir={results / 'profile'}",
    ]  # fmt: skip
    page = f"{(results / 'report.html').as_uri()}#e0-t0"
    shown = subprocess.run(
        [str(BROWSER), *options, "--dump-dom", page], capture_output=True, text=True, timeout=120, check=True
    ).stdout
    for words in (
        "Prompts and answers of the model",
        "Action: &lt;b&gt;nothing&lt;/b&gt;",
        "Wrong format: The action",
        "Thought: 알람 &lt;/script&gt;",
        'press("HOME") → press HOME',
        "wrongly finished with the message “done”",
        "previous actions",
        "You are an agent that",
        "Comparison with the paper",
        "GPT-4o, zero-shot",
    ):
        assert words in shown, words
    assert shown.count('class="turn"') == 3


def test_the_prompt_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "marks.png"
    options = ["--tasks", "Alarm", "--step", "3", "--multimodal", "--set-of-mark", "--picture", str(picture)]
    assert cli.main(["prompt", *options]) == 0
    told = capsys.readouterr().out
    assert "Goal: create alarm at 10:30 am." in told
    assert "tap(9): {'numeric_tag': 9, 'resource_id': 'fab'" in told
    assert "tokens (" in told
    assert cv2.imread(str(picture)).shape == (512, 256, 3)
    assert cli.main(["prompt", "--tasks", "Alarm", "--measure", "--environments", "100,105"]) == 0
    assert len([line for line in capsys.readouterr().out.splitlines() if "create_alarm" in line]) == 2
    assert cli.main(["prompt", "--tasks", "Alarm", "--step", "99"]) == 2
    assert cli.main(["prompt", "--tasks", "Alarm", "--picture", str(picture)]) == 2


def test_flags_of_an_agent_that_is_not_played_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", "--agent", "noop", "--model", "x"]) == 2
    assert "The agent 'noop' has no option 'model'" in capsys.readouterr().err


def test_the_command_plays_and_sums_up(results: Path, serve: Any, capsys: pytest.CaptureFixture[str]) -> None:
    server = serve(rule_model.answer)
    arguments = [
        "evaluate",
        "--agent",
        "llm",
        "--model",
        "rules",
        "--base-url",
        server.url,
        "--no-chain-of-thought",
    ]
    arguments += [
        "--tasks",
        "Language",
        "--environments",
        "100",
        "--price-in",
        "1",
        "--out",
        str(results),
        "--quiet",
    ]
    assert cli.main(arguments) == 0
    assert cli.main(["report", str(results)]) == 0
    told = capsys.readouterr().out
    assert re.search(
        r"Wrong formats: 0\.0 % of 6 steps\. Episodes wrongly finished: 0, .*Tokens: \d+\. Cost: 0\.0", told
    )
    assert user_text(server.requests[0]) == "Say OK."
    assert "Thought:" not in user_text(server.requests[1])
    options = json.loads((results / "run.json").read_text())["identity"]["options"]
    assert (options["model"], options["chain_of_thought"], options["price_in"]) == ("rules", False, 1.0)
    assert not {"base_url", "cache", "api_key_variable", "timeout"} & set(options)


def test_the_page_speaks_of_every_option() -> None:
    page = (ROOT / "docs" / "language-agents.md").read_text(encoding="utf-8")
    for option in (*agents.options_of("llm"), *agents.options_of("m3a")):
        flag = option.name.replace("_", "-")
        assert f"`--{flag}`" in page or f"`--no-{flag}`" in page, flag
