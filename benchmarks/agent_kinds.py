"""Verifies a run of every kind of agent, and forged copies of it.

    python -m benchmarks.agent_kinds runs --policy cloned=runs/bc/policy.zip --policy PPO=runs/ppo/policy.zip
    python -m benchmarks.agent_kinds runs --only "expert*;random*"
    python -m benchmarks.agent_kinds runs --again     # plays no agent: verifies what is there, with any Python

`bmoca evaluate` plays two episodes of each kind. Where an agent asks a model, an endpoint on this computer answers: as
the task's expert would in the agent's grammar, or with fixed words. `bmoca verify` must find each run the same, and
each forged copy different, at the step that was changed. It prints a table, and exits with 1 if it does not.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import cli, randomization, tasks
from bmoca_gym.agents.language.oracle import PLAYERS, ScriptedEndpoint, Speaker, completion
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.errors import BmocaError
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.verification import verify

#: An answer in the form that AndroidLab's ReAct asks for.
_REACT = "Obs: the screen.\nThought: go on.\nAction:\n```\n{}\n```"
#: What an agent without an expert that speaks for it says in turn.
WORDS = {
    "llm": ("Action: tap(3)", 'Action: swipe("up")', 'Action: press("BACK")'),
    "m3a": ('Reason: look\nAction: {"action_type": "scroll", "direction": "down"}', "It scrolled."),
    "t3a": ('Reason: look\nAction: {"action_type": "navigate_home"}', "It went home."),
    "seeact": ("Press HOME next.", "ELEMENT: A\nACTION: NAVIGATE_HOME\nVALUE: None"),
    "al-xml": ('do(action="Tap", element=[100,200,300,400])', 'do(action="Home")'),
    "al-xml-react": (
        _REACT.format('do(action="Tap", element=[100,200,300,400])'),
        _REACT.format('do(action="Home")'),
    ),
    "al-xml-seeact": ("Go home next.", 'It is HOME.\nFinal Answer: do(action="Home")'),
    "al-som": ("tap(1)", "home()"),
    "al-som-react": (_REACT.format("tap(1)"), _REACT.format("home()")),
    "al-som-seeact": ("Go home next.", 'It is HOME.\nFinal Answer: do(action="Home")'),
}
#: Options of agents that need some.
OPTIONS = {"generic": {"recipe": "example"}}
#: Kinds without a model: the arguments of bmoca evaluate.
PLAIN = {
    "expert": "--agent expert --tasks Alarm,Call --environments 100",
    "expert, discrete": "--agent expert --action discrete --tasks Alarm,Call --environments 105",
    "expert, text": "--agent expert --action text --observation text --tasks Alarm,Call --environments 100",
    "expert, JSON": "--agent expert --suite androidworld --tasks contacts_add_contact,clock_stop_watch_running "
    "--action json --observation both",
    "expert, calls": "--agent expert --suite androidlab --tasks setting_0,clock_1 --action calls --observation text",
    "expert, daily": "--agent expert --tasks Alarm,Call --environments 100 --interruptions daily",
    "expert, hostile": "--agent expert --tasks Alarm,Call --environments 100 --interruptions hostile",
    "expert, chain": "--agent expert --tasks chain_2 --environments 000 --instances 2",
    "expert, user": "--agent expert --suite androidworld --tasks contacts_add_contact_helpful --instances 2",
    "expert, MiniWoB": "--agent expert --suite miniwob --tasks click_button,enter_text",
    "expert, sampled": "--agent expert --tasks Alarm --robustness 2",
    "noop": "--agent noop --tasks Alarm,Call --environments 100",
    "quitter": "--agent quitter --tasks Alarm,Call --environments 100",
    "random": "--agent random --tasks Alarm,Call --environments 100",
    "random, hostile": "--agent random --tasks Alarm,Call --environments 100 --interruptions hostile",
    "random, dual gestures": "--agent random --action dual_gesture --tasks Alarm,Call --environments 100",
}
#: The episode that a model's agent plays, with two seeds.
EPISODE = ("create_alarm_at_10_30_am", "100")


class Row(NamedTuple):
    """A line of the table."""

    kind: str
    episodes: int
    steps: int
    same: int
    forged: int
    found: int
    faults: tuple[str, ...]


class Script(ScriptedEndpoint):
    """An endpoint that gives its answers in turn, then starts over."""

    def __init__(self, answers: Sequence[dict[str, Any]] = ()) -> None:
        self.answers = list(answers)
        super().__init__()

    @property
    def answer(self) -> dict[str, Any]:
        """The next answer."""
        return self.answers[(self.asked - 1) % len(self.answers)]

    @answer.setter
    def answer(self, body: dict[str, Any]) -> None:
        if body:
            self.answers.append(body)


def spoken(player: str) -> list[dict[str, Any]]:
    """Return what a model would say to do the task as its expert does."""
    (task,) = tasks.select([EPISODE[0]])
    endpoint = Script()
    with endpoint, tempfile.TemporaryDirectory() as cache:
        speaker = Speaker(player, endpoint, dict(OPTIONS.get(player, {})), cache)
        with contextlib.closing(speaker):
            outcome = speaker.play(Source(task, randomization.get(EPISODE[1])))
        if not outcome.solved:
            raise BmocaError(f"{player}: {outcome.reason}")
        return endpoint.answers


def kinds(policies: Mapping[str, str]) -> Iterator[tuple[str, list[str], list[dict[str, Any]] | None]]:
    """List the kinds: name, arguments, and what the model says, None without a model."""
    for name, line in PLAIN.items():
        yield name, line.split(), None
    for name, file in policies.items():
        for level in ("calm", "hostile"):
            line = f"--tasks Alarm,Call --environments 100 --interruptions {level}"
            yield f"policy: {name}, {level}", ["--agent", file, *line.split()], None
    where = f"--tasks {EPISODE[0]} --environments {EPISODE[1]} --seeds 2".split()
    for agent, words in WORDS.items():
        yield agent, ["--agent", agent, *where], [completion(text) for text in words]
    for player in PLAYERS:
        given = [word for name, value in OPTIONS.get(player, {}).items() for word in (f"--{name}", value)]
        yield player, ["--agent", player, *given, *where], []


def evaluate(arguments: Sequence[str], answers: list[dict[str, Any]] | None, folder: Path) -> None:
    """Play a kind as the command does."""
    given = ["evaluate", *arguments, "--films", "none", "--out", str(folder)]
    with contextlib.ExitStack() as stack:
        if answers is not None:
            endpoint = stack.enter_context(Script(answers or spoken(arguments[1])))
            given += ["--model", "scripted", "--base-url", endpoint.url, "--cache", str(folder / "cache")]
            given.append("--no-test-call")
        said = io.StringIO()
        stack.enter_context(contextlib.redirect_stdout(said))
        stack.enter_context(contextlib.redirect_stderr(said))
        code = cli.main(given)
    if code:
        raise BmocaError(f"exit code {code}: {' '.join(said.getvalue().split())[-300:]}")


# --- forged copies ---

_Record = dict[str, Any]


def _other(action: Any) -> Any:
    """Return another action of the same kind."""
    if isinstance(action, str):
        return "nothing of the kind"
    return (action + 1) % 380 if isinstance(action, int) else [-0.9 for _ in action]


def _at(field: str, change: Callable[[Any], Any]) -> Callable[[_Record, int], None]:
    def forge(record: _Record, step: int) -> None:
        place = step if field == "frames" else step - 1
        record["trail"][field][place] = change(record["trail"][field][place])

    return forge


def _cut(record: _Record, step: int) -> None:
    for name in ("actions", "frames", "rewards", "scores"):
        del record["trail"][name][-1]


def _longer(record: _Record, step: int) -> None:
    for name in ("actions", "frames", "rewards", "scores"):
        record["trail"][name].append(record["trail"][name][-1])


#: Forged records: name, what is changed, and the step that must be named. Empty: the episode as a whole.
FORGED: tuple[tuple[str, Callable[[_Record, int], Any], str], ...] = (
    ("one action", _at("actions", _other), "here"),
    ("one frame", _at("frames", lambda digest: "0" * len(digest)), "here"),
    ("one reward", _at("rewards", lambda reward: reward + 0.5), "here"),
    ("one score", _at("scores", lambda score: score + 0.25), "here"),
    ("the last picture", lambda record, step: record["trail"].update(picture="0" * 16), "last"),
    ("a step left out", _cut, "last but one"),
    ("a step more", _longer, "behind"),
    ("success", lambda record, step: record.update(success=not record["success"]), ""),
)


def forgeries(run: Path) -> Iterator[tuple[str, str]]:
    """Forge copies of a run, one after the other. Yields what was forged, and what is wrong: "" if it was found."""
    folder = ResultsFolder(run)
    first = folder.in_order()[0]
    last = len((first.trail or {})["actions"])
    step = max(1, last // 2)
    steps = {"here": step, "last": last, "last but one": last - 1, "behind": last + 1, "": None}
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place)
        for name, forge, where in FORGED:
            lines = _copied(run, copy)
            record = json.loads(lines[0])
            forge(record, step)
            lines[0] = json.dumps(record)
            (copy / "episodes.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
            verdict = verify(copy, only=[first.key])
            found = verdict.differences[0].step if verdict.differences else -1
            wanted = steps[where]
            yield (
                name,
                "" if found == wanted else f"{name}: {verdict.reason or 'not found'}, not at step {wanted}",
            )
        lines = _copied(run, copy)
        (copy / "episodes.jsonl").write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")
        verdict = verify(copy)
        yield "an episode left out", "" if verdict.missing else "an episode left out: not found"
        for name, change in (
            ("the level of interruptions", lambda head: head["identity"].update(interruptions="severe")),
            ("the split", lambda head: next(iter(head["environments"].values())).update(split="other")),
            ("the instruction", lambda head: next(iter(head["tasks"].values())).update(instruction="x")),
        ):
            _copied(run, copy)
            head = json.loads((copy / "run.json").read_text(encoding="utf-8"))
            change(head)
            (copy / "run.json").write_text(json.dumps(head), encoding="utf-8")
            try:
                verify(copy, only=[first.key])
                yield name, f"{name}: not found"
            except BmocaError:
                yield name, ""


def _copied(run: Path, copy: Path) -> list[str]:
    """Copy what a verification reads; return the lines of the records."""
    for name in ("run.json", "episodes.jsonl"):
        shutil.copyfile(run / name, copy / name)
    return (copy / "episodes.jsonl").read_text(encoding="utf-8").splitlines()


def row(kind: str, run: Path) -> Row:
    """Verify a run and its forged copies."""
    verdict = verify(run)
    faults = [verdict.reason] if verdict.reason else []
    found = [fault for _, fault in forgeries(run)]
    steps = sum(len((one.trail or {"actions": ()})["actions"]) for one in ResultsFolder(run).episodes())
    faults += [fault for fault in found if fault]
    return Row(kind, verdict.episodes, steps, verdict.same, len(found), found.count(""), tuple(faults))


def main(arguments: list[str] | None = None) -> int:
    """Play and verify; print the table and any failures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "folder", type=Path, help="folder of the runs; a run that is there is not played again"
    )
    parser.add_argument("--policy", action="append", default=[], metavar="NAME=FILE", help="a policy.zip")
    parser.add_argument(
        "--only", default="*", metavar="PATTERNS", help="kinds, with a semicolon between them"
    )
    parser.add_argument("--again", action="store_true", help="verify only what is there")
    given = parser.parse_args(arguments)
    for vendor in ("GEMINI", "ANTHROPIC", "OPENAI"):
        os.environ.setdefault(f"{vendor}_API_KEY", "none")
    policies = dict(one.split("=", 1) for one in given.policy)
    wrong = 0
    print("| kind | episodes | steps | verified | forged copies found |\n| --- | ---: | ---: | ---: | ---: |")
    for kind, line, answers in kinds(policies):
        run = given.folder / "".join(letter if letter.isalnum() else "-" for letter in kind)
        there = (run / "episodes.jsonl").is_file()
        if not any(fnmatch(kind, pattern) for pattern in given.only.split(";")) or (
            given.again and not there
        ):
            continue
        try:
            if not there:
                evaluate(line, answers, run)
            told = row(kind, run)
        except BmocaError as error:
            told = Row(kind, 0, 0, 0, 0, 0, (str(error),))
        print(
            f"| {told.kind} | {told.episodes} | {told.steps} | {told.same} | {told.found} of {told.forged} |",
            flush=True,
        )
        for fault in told.faults:
            wrong += 1
            print(f"    {fault}", file=sys.stderr, flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
