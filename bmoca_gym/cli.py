"""The `bmoca` command: evaluate agents, list tasks and environments, take screenshots."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym import __version__
from bmoca_gym.errors import BmocaError, HandsetError, SettingsError

if TYPE_CHECKING:
    from bmoca_gym.evaluation.summary import Summary

#: Exit codes: bad input, and an interruption by Ctrl-C (128 + SIGINT, as shells have it).
BAD_INPUT, INTERRUPTED = 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line ``arguments`` (those of the process without it). Returns the exit code."""
    parsed = build_parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        return command(parsed)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BmocaError, HandsetError, OSError) as error:
        print(f"bmoca: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT


# --- commands: each takes its parsed arguments, returns the exit code, and imports what is heavy itself ---


def evaluate(arguments: argparse.Namespace) -> int:
    """``bmoca evaluate``."""
    from bmoca_gym.evaluation import report, runner, settings_for
    from bmoca_gym.evaluation.progress import ProgressBar

    if os.getcwd() not in sys.path:  # where --agent finds a module of the user's own
        sys.path.append(os.getcwd())
    settings = settings_for(
        arguments.agent,
        _names(arguments.tasks),
        _names(arguments.environments),
        action=arguments.action,
        observation=arguments.observation,
        seeds=arguments.seeds,
        device=arguments.device,
        judge=arguments.judge,
        step_seconds=arguments.step_seconds,
        films=arguments.films,
    )
    out = arguments.out or Path("results") / re.sub(r"[^A-Za-z0-9_-]", "-", settings.agent)
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


def rebuild_report(arguments: argparse.Namespace) -> int:
    """``bmoca report``."""
    from bmoca_gym.evaluation import report

    _show_summary(report.write(arguments.folder), arguments.folder)
    return 0


def list_tasks(arguments: argparse.Namespace) -> int:
    """``bmoca tasks``."""
    from bmoca_gym import tasks
    from bmoca_gym.demonstrations.experts import EXPERTS

    chosen = tasks.select(_names(arguments.tasks))
    if arguments.json:
        fields = (
            "id",
            "instruction",
            "app",
            "category",
            "step_limit",
            "paper_step_limit",
            "step_limit_reason",
            "representative",
        )
        return _print_json(
            [
                {field: getattr(task, field) for field in fields}
                | {
                    "gym_id": f"BMoCA-{task.gym_name}-v0" if task.gym_name else None,
                    "expert": task.id in EXPERTS,
                }
                for task in chosen
            ]
        )
    rows = [(task.id, task.instruction, task.app, str(task.step_limit)) for task in chosen]
    return _print_table(["id", "instruction", "app", "step limit"], rows)


def list_environments(arguments: argparse.Namespace) -> int:
    """``bmoca environments``."""
    from bmoca_gym import randomization

    chosen = randomization.select(_names(arguments.environments))
    if arguments.json:
        return _print_json([configuration.to_dict() for configuration in chosen])
    rows = [
        (
            one.id,
            one.split,
            one.profile.name,
            str(one.density),
            f"{one.font_scale:g}",
            one.locale,
            one.wallpaper,
            "dark" if one.dark_theme else "light",
        )
        for one in chosen
    ]
    return _print_table(["id", "split", "device", "dpi", "font scale", "locale", "wallpaper", "theme"], rows)


def screenshot(arguments: argparse.Namespace) -> int:
    """``bmoca screenshot``."""
    from bmoca_gym import randomization
    from bmoca_gym.envs import BMoCAEnv
    from bmoca_gym.evaluation import film

    film.check_suffix(arguments.output.suffix)
    environments = randomization.select(_names(arguments.environment))
    if len(environments) > 1:
        raise SettingsError(f"--environment names {len(environments)} environments; a screenshot is of one.")
    env = BMoCAEnv(tasks=arguments.task, environments=list(environments), device=arguments.device)
    try:
        env.reset(seed=0)
        picture = env.device.screenshot(arguments.size)
    finally:
        env.close()
    arguments.output.write_bytes(film.encode(picture, arguments.output.suffix))
    print(f"{arguments.output}: {picture.shape[1]} × {picture.shape[0]} px")
    return 0


def version(arguments: argparse.Namespace) -> int:
    """``bmoca version``."""
    from bmoca_gym import tasks

    catalogues = [tasks.catalogue(name) for name in tasks.CATALOGUES]
    print(
        f"bmoca_gym {__version__}, catalogue {', '.join(f'{one.name} {one.version}' for one in catalogues)}"
    )
    return 0


# --- what is printed ---


def _print_json(content: object) -> int:
    print(json.dumps(content, indent=1, ensure_ascii=False))
    return 0


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    # In a file or a pipe nothing is folded: there is no edge to fold at.
    Console(width=None if sys.stdout.isatty() else 300).print(table)
    return 0


def _show_summary(summary: Summary, out: Path, quiet: bool = False) -> None:
    if not quiet:
        rows = [
            (
                row.name,
                f"{row.rate.successes}/{row.rate.episodes}",
                _percent(row.rate.mean),
                _percent(row.rate.standard_error),
                f"{_percent(row.rate.low)} to {_percent(row.rate.high)}",
                "" if row.redundancy is None else f"{row.redundancy:.2f}",
                str(row.errors or ""),
            )
            for row in [*summary.of("task"), summary.total]
        ]
        _print_table(["task", "success", "%", "± s.e.", "95 %", "× expert", "errors"], rows)
        if summary.gap is not None and summary.gap.difference > 0:
            print(
                f"Worst environment: {summary.gap.environment} with {_percent(summary.gap.worst)} %, "
                f"{_percent(summary.gap.difference)} points under the mean."
            )
    print(f"Report: {out / 'report.html'}")


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


# --- what is read ---


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _from_one(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})[x×]([0-9]{1,5})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; give WIDTHxHEIGHT in px, such as 128x256")
    return int(found[1]), int(found[2])


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="bmoca",
        description="Agents that control a phone: evaluate them, see what they are to do, and where.",
        epilog="Each command has a --help of its own, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"bmoca_gym {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], text: str, examples: str) -> Any:
        made = commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog="examples:\n" + examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(command=command)
        return made

    _evaluate_options(
        add(
            "evaluate",
            evaluate,
            "play tasks × environments × seeds with an agent, and report",
            """\
  bmoca evaluate --agent expert --environments all
  bmoca evaluate --agent random --tasks Alarm,Call --environments 100,105 --seeds 3 --out results/controls
  bmoca evaluate --agent my_package.my_module:MyAgent --action text --observation text --workers 4

A run that was interrupted goes on where it stopped when the same command is given again, and one with more
seeds, tasks or environments adds them to what is in --out.""",
        )
    )

    made = add(
        "report",
        rebuild_report,
        "rebuild summary.csv and report.html of a results folder",
        "  bmoca report results/expert",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="what --out of bmoca evaluate named")

    made = add("tasks", list_tasks, "list tasks", "  bmoca tasks\n  bmoca tasks representative --json")
    made.add_argument("tasks", nargs="?", default="all", help=_TASKS + " (default: all)")
    made.add_argument("--json", action="store_true", help="as JSON, with all fields")

    made = add(
        "environments",
        list_environments,
        "list environments",
        "  bmoca environments test\n  bmoca environments 003,105 --json\n  bmoca environments mine.yaml",
    )
    made.add_argument("environments", nargs="?", default="all", help=_ENVIRONMENTS + " (default: all)")
    made.add_argument("--json", action="store_true", help="as JSON, with all fields")

    made = add(
        "screenshot",
        screenshot,
        "save what a phone shows at the start of an episode",
        "  bmoca screenshot --environment 105 -o home.png\n"
        "  bmoca screenshot --environment 109 --task Calculator --size 640x427 -o tablet.webp",
    )
    made.add_argument(
        "--environment", default="100", metavar="ID", help="an environment's id, or a file (default: 100)"
    )
    made.add_argument("--task", default="Alarm", metavar="ID", help="whose start it is (default: Alarm)")
    made.add_argument("--device", default="embedded", help=_DEVICE)
    made.add_argument("--size", type=_size, metavar="WxH", help="in px (default: the phone's own)")
    made.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="ends in .png, .jpg or .webp"
    )

    add("version", version, "print the versions of the package and its tasks", "  bmoca version")
    return parser


_TASKS = "representative, all, extra, app:NAME, category:NAME, or ids with commas between"
_ENVIRONMENTS = "train, test, all, ids with commas between, or a file of configurations"
_DEVICE = "the phone: embedded (default)"


def _evaluate_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--agent", required=True, help="expert, random, noop, or module:name of a class of your own")
    add("--tasks", default="representative", help=_TASKS + " (default: representative)")
    add("--environments", default="test", help=_ENVIRONMENTS + " (default: test)")
    add("--seeds", type=_from_one, default=1, metavar="N", help="how many runs of the grid (default: 1)")
    add("--device", default="embedded", help=_DEVICE)
    add(
        "--action",
        choices=("discrete", "dual_gesture", "text"),
        help="how the agent acts (default: dual_gesture for expert, discrete for others)",
    )
    add("--observation", choices=("pixels", "text", "both"), help="what it sees (default: pixels)")
    add(
        "--judge",
        choices=("corrected", "paper"),
        default="corrected",
        help="whose success criteria count (default: corrected)",
    )
    add(
        "--step-seconds",
        type=float,
        default=3.0,
        metavar="S",
        help="what the phone is given after an action (default: 3)",
    )
    add("--workers", type=_from_one, default=1, metavar="N", help="phones that play at once (default: 1)")
    add("--out", type=Path, metavar="DIR", help="results folder (default: results/AGENT)")
    add(
        "--films",
        choices=("auto", "all", "failures", "first", "none"),
        default="auto",
        help="which episodes' screens are kept (default: all of up to 500 episodes, the first run's of more)",
    )
    add("--retry-errors", action="store_true", help="play those again that an error broke off")
    add("--quiet", action="store_true", help="print no progress and no table")


if __name__ == "__main__":
    sys.exit(main())
