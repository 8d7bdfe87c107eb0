"""``bmoca submit`` and ``bmoca leaderboard``: make one file of a run, and a static site of such files."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    made = shared.add_command(
        commands,
        "submit",
        _submit,
        "verify a run, and make one file of it for a leaderboard",
        """\
  bmoca submit results/expert
  bmoca submit results/m3a-gpt-4o --name "M3A with GPT-4o" --licence CC-BY-4.0

The file has the records with all actions, the settings, the versions of package and suites, the agent's options (model
and prompt), and a digest of each part. Transcripts go in only under a licence. A run that does not come out the same
when it is played again makes no file.""",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="a results folder")
    made.add_argument("--out", type=Path, metavar="FILE", help="the file (default: DIR's name.bmoca.zip)")
    made.add_argument(
        "--name", default="", help="name of the agent in tables (default: the agent's, with its model)"
    )
    made.add_argument(
        "--licence", default="", metavar="NAME", help="licence of the transcripts, which are then in the file"
    )
    made.add_argument("--films", action="store_true", help="add the films")
    _add_workers(made)
    shared.add_pools(made)
    shared.add_goals(made)
    board = shared.add_command(
        commands,
        "leaderboard",
        _leaderboard,
        "verify submitted runs, and make a static site of tables and trajectories",
        """\
  bmoca leaderboard submissions --out site
  bmoca leaderboard results --out site --workers 8

FOLDER has files of bmoca submit, or results folders. Every episode is played again; runs that come out differently are
listed with the reason, and count nowhere. Open index.html of the site in a browser: it needs no server.""",
    )
    board.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder with submitted files or results folders"
    )
    board.add_argument(
        "--out", type=Path, default=Path("leaderboard"), metavar="DIR", help="the site (default: leaderboard)"
    )
    _add_workers(board)


def _add_workers(parser: Any) -> None:
    parser.add_argument(
        "--workers", type=shared.from_one, default=1, metavar="N", help="number of processes (default: 1)"
    )


def _submit(arguments: argparse.Namespace) -> int:
    from bmoca_gym.evaluation import entry
    from bmoca_gym.evaluation.verification import verify

    folder = arguments.folder
    verdict = verify(folder, workers=arguments.workers, pools=arguments.pools, goals=arguments.goals)
    name = re.sub(r"[^A-Za-z0-9_.-]", "-", folder.resolve().name)
    out = arguments.out or Path(name + entry.SUFFIX)
    described = entry.write(
        folder, out, verdict, name=arguments.name, licence=arguments.licence, films=arguments.films
    )
    print(
        f"{out}: {described['name']}, {verdict.episodes} verified episodes, {len(described['files'])} files"
    )
    return 0


def _leaderboard(arguments: argparse.Namespace) -> int:
    from bmoca_gym.evaluation import leaderboard

    board = leaderboard.read(
        arguments.folder,
        arguments.out,
        workers=arguments.workers,
        on_read=lambda name, said: print(f"{name}: {said}"),
    )
    leaderboard.write(board, arguments.out)
    print(f"Leaderboard: {arguments.out / 'index.html'}")
    return 0
