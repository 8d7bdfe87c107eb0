"""``bmoca evaluate`` and ``bmoca report``: play the grid of an evaluation, and show what came of it."""

from __future__ import annotations

import argparse
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.cli import agents, shared

if TYPE_CHECKING:
    from bmoca_gym.evaluation.summary import Summary

#: Exit code of an interruption by Ctrl-C (128 + SIGINT, as shells have it).
INTERRUPTED = 130


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    _evaluate_options(
        shared.add_command(
            commands,
            "evaluate",
            _evaluate,
            "play tasks × environments × seeds with an agent, and report",
            """\
  bmoca evaluate --agent expert --environments all
  bmoca evaluate --agent random --tasks Alarm,Call --environments 100,105 --seeds 3 --out results/controls
  bmoca evaluate --agent random --environments 100,factors --seeds 3
  bmoca evaluate --agent expert --tasks androidworld/all --environments 100,105 --instances 5
  bmoca evaluate --agent my_package.my_module:MyAgent --action text --observation text --workers 4
  bmoca evaluate --agent llm --model gpt-4o --tasks all --environments 100,101,105 --seeds 3 --workers 16
  bmoca evaluate --agent llm --model gpt-4o --cache results/llm-gpt-4o/responses --replay --out results/replayed

A run that was interrupted goes on where it stopped when the same command is given again, and one with more
seeds, tasks, instances or environments adds them to what is in --out.""",
        )
    )
    made = shared.add_command(
        commands,
        "report",
        _rebuild_report,
        "rebuild summary.csv and report.html of a results folder",
        "  bmoca report results/expert",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="what --out of bmoca evaluate named")


def _evaluate_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--agent",
        required=True,
        help="expert, llm, random, noop, quitter, a policy.zip, or module:name of a class of your own",
    )
    add("--tasks", default="representative", help=shared.TASKS + " (default: representative)")
    add("--environments", default="test", help=shared.ENVIRONMENTS + " (default: test)")
    add(
        "--instances",
        type=shared.from_one,
        default=1,
        metavar="N",
        help="how many instances of each task that has parameters, from number 0 on (default: 1)",
    )
    shared.add_pools(parser)
    shared.add_playing(parser, "auto", "all of up to 500 episodes, the first run's of more")
    add(
        "--observation",
        choices=("pixels", "text", "both"),
        help="what it sees (default: pixels; llm: text, or both with --multimodal)",
    )
    add(
        "--step-seconds",
        type=float,
        default=3.0,
        metavar="S",
        help="what the phone is given after an action (default: 3)",
    )
    add(
        "--answer-model",
        metavar="NAME",
        default="",
        help="a language model that judges free answers, where rules ask",
    )
    add(
        "--answer-base-url",
        metavar="URL",
        default="",
        help="its endpoint (default: $OPENAI_BASE_URL, else OpenAI's)",
    )
    add("--out", type=Path, metavar="DIR", help="results folder (default: results/AGENT)")
    add("--retry-errors", action="store_true", help="play again the episodes that an error broke off")
    add("--quiet", action="store_true", help="print no progress and no table")
    agents.add_options(parser)


def _evaluate(arguments: argparse.Namespace) -> int:
    """``bmoca evaluate``."""
    from bmoca_gym.evaluation import report, runner, settings_for
    from bmoca_gym.evaluation.progress import ProgressBar

    if os.getcwd() not in sys.path:  # where --agent finds a module of the user's own
        sys.path.append(os.getcwd())
    settings = settings_for(
        arguments.agent,
        shared.names(arguments.tasks),
        shared.names(arguments.environments),
        action=arguments.action,
        observation=arguments.observation,
        agent_options=agents.given_options(arguments),
        instances=arguments.instances,
        pools=arguments.pools,
        seeds=arguments.seeds,
        device=arguments.device,
        judge=arguments.judge,
        step_seconds=arguments.step_seconds,
        films=arguments.films,
        answer_model=arguments.answer_model,
        answer_base_url=arguments.answer_base_url,
    )
    name = "-".join(filter(None, [settings.agent, settings.agent_options.get("model")]))
    out = arguments.out or Path("results") / re.sub(r"[^A-Za-z0-9_.-]", "-", name).lstrip(".")
    settings = replace(settings, answer_cache=str(out / "responses"))
    try:
        with ProgressBar(settings.agent, len(settings.grid()), quiet=arguments.quiet) as bar:
            episodes = runner.evaluate(
                settings,
                out,
                workers=arguments.workers,
                retry_errors=arguments.retry_errors,
                on_episode=bar.update,
            )
    except KeyboardInterrupt:
        print(f"Interrupted. The same command goes on where it stopped; so far is in {out}", file=sys.stderr)
        return INTERRUPTED
    _show_summary(report.write(out), out, quiet=arguments.quiet)
    broken = [episode for episode in episodes if episode.error is not None]
    if broken:
        count = "1 episode was" if len(broken) == 1 else f"{len(broken)} episodes were"
        print(
            f"{count} broken off by an error, the first one ({broken[0].task} in {broken[0].environment}) by: "
            f"{broken[0].error}\nThe same command with --retry-errors plays them again.",
            file=sys.stderr,
        )
    return 0


def _rebuild_report(arguments: argparse.Namespace) -> int:
    """``bmoca report``."""
    from bmoca_gym.evaluation import report

    _show_summary(report.write(arguments.folder), arguments.folder)
    return 0


def _show_summary(summary: Summary, out: Path, quiet: bool = False) -> None:
    if not quiet:
        several = summary.total.over_instances is not None
        rows = [
            (
                row.name,
                f"{row.rate.successes}/{row.rate.episodes}",
                _percent(row.rate.mean),
                _percent(row.rate.standard_error),
                f"{_percent(row.rate.low)} to {_percent(row.rate.high)}",
                *([_between(row.over_instances)] if several else []),
                "" if row.redundancy is None else f"{row.redundancy:.2f}",
                str(row.errors or ""),
            )
            for row in [*summary.of("task"), summary.total]
        ]
        over = ["95 % over instances"] if several else []
        shared.print_table(["task", "success", "%", "± s.e.", "95 %", *over, "× expert", "errors"], rows)
        if summary.gap is not None and summary.gap.difference > 0:
            print(
                f"Worst environment: {summary.gap.environment} with {_percent(summary.gap.worst)} %, "
                f"{_percent(summary.gap.difference)} points under the mean."
            )
        how = summary.total.conduct
        if how.tokens is not None:
            print(
                f"Wrong formats: {_percent(how.wrong_format_rate)} % of {how.steps} steps. Hallucinated: "
                f"{how.hallucinated} episodes. Loops: {how.loops}. Limits: {how.stopped}. Tokens: {how.tokens}. "
                f"Cost: {how.cost:g}."
            )
    print(f"Report: {out / 'report.html'}")


def _between(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"{_percent(interval[0])} to {_percent(interval[1])}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
