"""``bmoca evaluate`` and ``bmoca report``: play the grid of an evaluation, and show the results."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym import heartbeat
from bmoca_gym.cli import agents, shared
from bmoca_gym.errors import BmocaError, RunStoppedError

if TYPE_CHECKING:
    from bmoca_gym.episodes.metrics import Rate
    from bmoca_gym.episodes.registries import Measure
    from bmoca_gym.evaluation.summary import Summary

#: Exit code after Ctrl-C (128 + SIGINT, as in shells).
INTERRUPTED = 130

#: Exit code if every episode ended with an error, or the run was stopped because of repeated errors.
NOT_PLAYED = 1

#: Seconds of loading before a line reports it.
_PATIENCE = 2.0

#: The flag that repeats episodes that ended with an error.
_AGAIN = "--retry-errors"


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    _evaluate_options(
        shared.add_command(
            commands,
            "evaluate",
            _evaluate,
            "play tasks × environments × seeds with an agent, and write a report",
            """\
  bmoca evaluate --agent expert --environments all
  bmoca evaluate --agent random --tasks Alarm,Call --environments 100,105 --seeds 3 --out results/controls
  bmoca evaluate --agent random --environments 100,factors --seeds 3
  bmoca evaluate --agent expert --environments 100 --interruptions hostile
  bmoca evaluate --agent m3a --model gpt-4o --suite androidworld --instances 5 --seeds 3 --workers 16
  bmoca evaluate --agent expert --suite androidworld --tasks app:Settings,tag:search --instances 5
  bmoca evaluate --agent t3a --model gpt-4o --suite androidworld --tasks FilesDeleteFile --robustness 20 --seeds 3
  bmoca evaluate --agent my_package.my_module:MyAgent --action text --observation text --workers 4
  bmoca evaluate --agent my_package.my_module:MyAgent --interface androidworld --suite androidworld
  bmoca evaluate --agent llm --model gpt-4o --tasks all --environments 100,101,105 --seeds 3 --workers 16
  bmoca evaluate --agent expert --environments all --executor ray --address auto --workers 64
  bmoca evaluate --agent llm --model gpt-4o --cache results/llm-gpt-4o/responses --replay --out results/replayed

Instances of a task (--instances) differ in names, files and numbers. Runs (--seeds) repeat the same episodes with
another random seed of the agent. If the agent ends episodes itself, as in AndroidWorld, the report shows the verdicts
of both judges, and --judge decides which one counts. Tasks that begin solved, or that can't be solved, are reported
separately.

Give the same command again to resume an interrupted run. With more seeds, tasks, instances or environments, the command
adds their episodes to the results in --out.""",
            usage="bmoca evaluate --agent AGENT [OPTION ...]",
        )
    )
    made = shared.add_command(
        commands,
        "report",
        _rebuild_report,
        "rebuild summary.csv, summary.json and report.html of a results folder",
        "  bmoca report results/expert",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="a results folder (--out of bmoca evaluate)")


def _evaluate_options(parser: shared.Parser) -> None:
    episodes = parser.add_argument_group("episodes")
    add = episodes.add_argument
    add(
        "--agent",
        required=True,
        help="expert, llm, m3a, t3a, seeact, al-xml, al-som (the last two also with -react or -seeact), an agent for a "
        "phone model such as ui-tars-1.5, random, noop, quitter, the path of a policy.zip, or module:name of your own "
        "class; bmoca agents lists them",
    )
    add(
        "--suite",
        metavar="NAME",
        help="play this suite: --tasks then names its tasks (default: all), and --environments defaults to the suite's "
        "own; bmoca version lists the suites",
    )
    add("--tasks", help=shared.TASKS + " (default: representative)")
    add("--environments", help=shared.ENVIRONMENTS + " (default: test)")
    add(
        "--instances",
        type=shared.from_one,
        default=1,
        metavar="N",
        help="number of instances of each task with parameters, from instance 0 on (default: 1)",
    )
    add(
        "--robustness",
        type=shared.from_one,
        default=0,
        metavar="N",
        help="instead of the whole grid, play one instance of each task in N configurations, and N instances in the "
        "first of these; the report then has a robustness table. If fewer than N configurations are named, the rest "
        "is sampled, in the locale of the first",
    )
    shared.add_pools(episodes)
    shared.add_goals(episodes)
    playing = parser.add_argument_group("playing and judging")
    add = playing.add_argument
    shared.add_playing(playing, "auto", "all if there are up to 500 episodes, else those of the first run")
    shared.add_executor(playing, "the phones play")
    add(
        "--observation",
        metavar="MODE",
        type=shared.observation_mode,
        help="observation mode: pixels, text, both, or one that a plugin registers "
        "(default: text for llm and t3a, both for m3a, seeact and llm with --multimodal, "
        "the agent's own for al-…, pixels for others)",
    )
    add(
        "--step-seconds",
        type=float,
        default=3.0,
        metavar="S",
        help="time that passes on the phone after an action, in seconds (default: 3)",
    )
    add(
        "--answer-model",
        metavar="NAME",
        default="",
        help="language model that judges free answers, for tasks that need one (default: none)",
    )
    add(
        "--answer-base-url",
        metavar="URL",
        default="",
        help="endpoint of the answer model (default: $OPENAI_BASE_URL, else OpenAI's)",
    )
    results = parser.add_argument_group("results")
    add = results.add_argument
    add(
        "--out",
        type=Path,
        metavar="DIR",
        help="results folder (default: results/ and the agent's name, with model and suite)",
    )
    shared.add_interruptions(results)
    add(
        "--traces",
        metavar="LAYOUT",
        default="",
        help="also write each episode into traces/ of the results folder, in the layout androidlab, so that "
        "AndroidLab's code can judge it; or in one that a plugin registers",
    )
    add(
        "--large-films",
        choices=("auto", "all", "failures", "none"),
        default="auto",
        help="which films to keep 360 px wide, which a person can read (default: those of a language model's "
        "failures; a step takes about 25 ms more; embedded phone only)",
    )
    add(
        "--side-effects",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="compare the phone at the end of each episode with its start (default: yes on the embedded phone)",
    )
    add(_AGAIN, action="store_true", help="repeat episodes that ended with an error")
    add(
        "--test-call",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="send one request to each model before the first episode (default: yes)",
    )
    add(
        "--same-errors",
        type=shared.from_zero,
        default=None,
        metavar="N",
        help="stop after N episodes in a row with the same error of a language model; 0: never (default: 5)",
    )
    add("--quiet", action="store_true", help="print no progress and no table")
    agents.add_options(parser)


def _loading() -> None:
    print("Loading ...", file=sys.stderr, flush=True)


def _evaluate(arguments: argparse.Namespace) -> int:
    """``bmoca evaluate``."""
    with heartbeat.Heartbeat(_loading if not arguments.quiet else lambda: None, pause=_PATIENCE):
        from bmoca_gym.evaluation import report, runner, settings_for
        from bmoca_gym.evaluation.folder import ResultsFolder
        from bmoca_gym.evaluation.progress import ProgressBar

    if os.getcwd() not in sys.path:  # --agent may name the user's own module
        sys.path.append(os.getcwd())
    chosen, environments = _grid_of(arguments)
    settings = settings_for(
        arguments.agent,
        chosen,
        environments,
        interface=arguments.interface,
        action=arguments.action,
        observation=arguments.observation,
        agent_options=agents.given_options(arguments),
        instances=arguments.instances,
        robustness=arguments.robustness,
        pools=arguments.pools,
        goals=arguments.goals,
        seeds=arguments.seeds,
        device=arguments.device,
        judge=arguments.judge,
        step_seconds=arguments.step_seconds,
        films=arguments.films,
        large_films=arguments.large_films,
        interruptions=arguments.interruptions,
        traces=arguments.traces,
        side_effects=arguments.side_effects,
        answer_model=arguments.answer_model,
        answer_base_url=arguments.answer_base_url,
    )
    name = "-".join(filter(None, [settings.agent, settings.agent_options.get("model"), arguments.suite]))
    out = arguments.out or Path("results") / re.sub(r"[^A-Za-z0-9_.-]", "-", name).lstrip(".")
    settings = replace(
        settings,
        answer_cache=settings.agent_options.get("cache") or str(out / "responses"),
        answer_replay=settings.agent_options.get("replay", False),
    )
    try:
        with (
            shared.executor(arguments) as executor,
            ProgressBar(settings.agent, len(settings.grid()), quiet=arguments.quiet) as bar,
        ):
            episodes = runner.evaluate(
                settings,
                out,
                workers=arguments.workers,
                executor=executor,
                retry_errors=arguments.retry_errors,
                on_episode=bar.update,
                on_usage=bar.use,
                test_call=arguments.test_call,
                on_remark=lambda remark: print(f"Note: {remark}", file=sys.stderr),
                same_errors=runner.SAME_ERRORS if arguments.same_errors is None else arguments.same_errors,
            )
    except RunStoppedError as error:
        played = len(ResultsFolder(out).episodes())
        again = shlex.join(["bmoca", *(one for one in arguments.command_line if one != _AGAIN), _AGAIN])
        print(
            f"{error}\n{played} of {len(settings.grid())} episodes are in {out}. Fix the cause, then resume with:\n  "
            f"{again}",
            file=sys.stderr,
        )
        return NOT_PLAYED
    except KeyboardInterrupt:
        print(
            f"Interrupted. Give the same command again to resume. The results so far are in {out}",
            file=sys.stderr,
        )
        return INTERRUPTED
    summary = report.write(out)
    _show_summary(summary, out, quiet=arguments.quiet)
    if summary.unread:
        print(summary.unread, file=sys.stderr)
    broken = [episode for episode in episodes if episode.error is not None]
    if broken:
        print(
            f"{shared.counted(len(broken), 'episode')} ended with an error. The first one, "
            f"{broken[0].task} in {broken[0].environment}: {broken[0].error}\n"
            f"Repeat such episodes with the same command and {_AGAIN}.",
            file=sys.stderr,
        )
    return NOT_PLAYED if len(broken) == len(episodes) else 0


def _grid_of(arguments: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Return the names of the tasks and of the environments to play."""
    asked, environments = arguments.tasks, arguments.environments
    if arguments.suite is None:
        return (
            shared.names("representative" if asked is None else asked),
            shared.names("test" if environments is None else environments),
        )
    from bmoca_gym import tasks

    suite = tasks.suite(arguments.suite)
    return (
        shared.names_in(suite.name, "all" if asked is None else asked),
        shared.names(suite.environments if environments is None else environments),
    )


def _rebuild_report(arguments: argparse.Namespace) -> int:
    """``bmoca report``."""
    from bmoca_gym.evaluation import report

    summary = report.write(arguments.folder)
    _show_summary(summary, arguments.folder)
    if summary.unread:
        print(summary.unread, file=sys.stderr)
    return 0


def _show_summary(summary: Summary, out: Path, quiet: bool = False) -> None:
    from bmoca_gym.episodes.outcomes import FAILURES, OUTCOMES
    from bmoca_gym.evaluation.report import reasons

    if not quiet:
        total = summary.total
        several = total.over_instances is not None
        scored = total.judged is not None
        # The lowest success rate comes first.
        parts = sorted(summary.of("task"), key=lambda row: row.rate.mean or 0.0)
        rows = [
            (
                summary.names.get(row.name, row.name),
                f"{row.rate.successes}/{row.rate.episodes}",
                _percent(row.rate.mean),
                # With several instances, the interval over them is shown instead: it says more than several runs of one
                # instance.
                "" if several else _percent(row.rate.standard_error),
                _between(row.over_instances if several else (row.rate.low, row.rate.high)),
                _percent(row.score) if scored else "",
                _count(row.mean_steps),
                _count(row.expert_steps),
                str(row.errors or ""),
            )
            for row in [*parts, total]
        ]
        interval = "95 % over\ninstances" if several else "95 %"
        columns = ["task", "success", "%", "± s.e.", interval, "score", "steps", "expert", "errors"]
        shared.print_table(columns, rows, figures=True)
        if total.redundancy is not None:
            print(f"Successful episodes took {total.redundancy:.2f} times as many steps as the expert.")
        failed = [(OUTCOMES[name], total.outcomes[name]) for name in FAILURES if name in total.outcomes]
        if failed:
            print(f"Failures: {', '.join(f'{words} {count}' for words, count in failed)}.")
        _show_more(summary)
        if summary.gap is not None and summary.gap.difference > 0:
            print(
                f"Worst environment: {summary.gap.environment} with {_percent(summary.gap.worst)} %, "
                f"{_percent(summary.gap.difference)} points below the mean."
            )
        how = total.conduct
        if how.tokens is not None:
            print(
                f"Wrong formats: {_percent(how.wrong_format_rate)} % of {how.steps} steps. Episodes wrongly finished: "
                f"{how.hallucinated}, in a loop: {how.loops}, stopped by a limit on tokens, cost or time: "
                f"{how.stopped}. Tokens: {how.tokens}." + (f" Cost: {how.cost:g}." if how.cost else "")
                # Without prices the cost is unknown.
            )
        if how.retries:
            print(f"Requests sent again: {sum(how.retries.values())} ({reasons(how.retries)}).")
    print(f"Report: {out / 'report.html'}")
    other = None if quiet else _comparable(out)
    if other is not None:
        print(f"Next: bmoca compare {shlex.quote(str(other))} {shlex.quote(str(out))}")


def _comparable(out: Path) -> Path | None:
    """Find the newest results folder beside ``out`` that shares a task and an environment with it."""
    ours = _grid_in(out)
    beside = sorted(out.parent.glob("*/run.json"), key=lambda path: (-path.stat().st_mtime_ns, path))
    folders = (path.parent for path in beside)
    return next((path for path in folders if path.name != out.name and ours & _grid_in(path)), None)


def _grid_in(folder: Path) -> set[tuple[str, str]]:
    """Tasks and environments of a results folder; nothing if no episode was played."""
    from bmoca_gym.evaluation.folder import ResultsFolder

    found = ResultsFolder(folder)
    try:
        told = found.description()
    except BmocaError:  # not a results folder
        return set()
    if not found.episodes_file.is_file() or not found.episodes_file.stat().st_size:
        return set()
    return {(task, environment) for task in told["tasks"] for environment in told["environments"]}


def _show_more(summary: Summary) -> None:
    """Print separate tasks, the interval over runs, both judges, AndroidLab's measures and the robustness table."""
    for row in summary.of("interruption"):
        print(
            f"Interrupted by {row.name}: {row.rate.successes} of {row.rate.episodes}, {_percent(row.rate.mean)} %."
        )
    for row in summary.of("apart"):
        print(f"Tasks {row.name}: {row.rate.successes} of {row.rate.episodes}, {_percent(row.rate.mean)} %.")
    total = summary.total
    if total.over_runs is not None:
        print(f"95 % over runs: {_between(total.over_runs)} %.")
    if total.judged is not None:
        for judge, rate in total.judged.rates.items():
            print(
                f"Judge {judge}: success rate {_percent(rate)} %, mean score {_percent(total.judged.scores[judge])}; "
                f"{total.judged.differ[judge]} successes by this judge only."
            )
    for line in _measures(total.measures):
        print(line)
    if summary.robustness:
        rows = [
            (
                summary.names.get(line.task, line.task),
                *(_varied(one) for one in (line.configurations, line.instances, line.runs)),
            )
            for line in summary.robustness
        ]
        print(
            "Robustness: success rate in % ± the standard deviation over the column's factor (number of episodes)."
        )
        shared.print_table(["task", "configurations", "instances", "runs"], rows, figures=True)


#: Lines about measures: their words, and the measures that they show (ours, and that of the benchmark's own code).
_SHOWN_TOGETHER = (
    ("Sub-goals met", "sub_goal_rate", "sub_goal_rate_upstream"),
    ("Reasonable operations", "reasonable_operations", "reasonable_operations_upstream"),
)
_REDUNDANCY = (("people's", "reversed_redundancy_human"), ("the expert's", "reversed_redundancy_expert"))


def _measures(given: Mapping[str, Measure | None] | None) -> list[str]:
    """Write the measures in words, if there is more than the comparison with the expert."""
    found = {name: measure for name, measure in (given or {}).items() if measure is not None}
    if not set(found) - {"reversed_redundancy_expert"}:
        return []
    lines = []
    for name, ours, theirs in _SHOWN_TOGETHER:
        if ours in found:
            beside = f" (upstream {_percent(found[theirs].mean)})" if theirs in found else ""
            lines.append(f"{name}: {_percent(found[ours].mean)} %{beside}{_within(found[ours])}.")
    redundancy = [
        f"{_percent(found[name].mean)} % of {whose}{_within(found[name])}"
        for whose, name in _REDUNDANCY
        if name in found
    ]
    if redundancy:
        lines.append(f"Reversed redundancy: {'; '.join(redundancy)}.")
    shown = {*(name for _, *names in _SHOWN_TOGETHER for name in names), *(name for _, name in _REDUNDANCY)}
    for name, measure in found.items():
        if name not in shown:
            lines.append(
                f"{name.replace('_', ' ').capitalize()}: {_percent(measure.mean)} %{_within(measure)}."
            )
    return lines


def _within(measure: Measure) -> str:
    if measure.low is None or measure.high is None:
        return ""
    return f", 95 % over tasks {_between((measure.low, measure.high))}"


def _varied(part: tuple[Rate, float] | None) -> str:
    if part is None:
        return ""
    rate, deviation = part
    return f"{_percent(rate.mean)} ± {_percent(deviation)} ({rate.episodes})"


def _between(interval: tuple[float | None, float | None] | None) -> str:
    return (
        "" if interval is None or interval[0] is None else f"{_percent(interval[0])}–{_percent(interval[1])}"
    )


def _count(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
