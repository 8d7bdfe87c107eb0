"""The fuzz command: ``python -m tests.fuzz --minutes 5 [--only yaml,answers] [--seed N] [--attempts N] [--out DIR]``.

It feeds hostile input, drawn from a seed, to the package's entrances; no attempt may crash, hang or need much memory.
Failures are written with their seeds, and the exit code is 1. `frame` explains the parts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz import frame


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line."""
    known = frame.names()
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Try hostile input.")
    parser.add_argument("--minutes", type=float, default=5.0, help="for all parts together (default: 5)")
    parser.add_argument("--only", default=",".join(known), help=f"of {','.join(known)} (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="of each part's first attempt (default: 0)")
    parser.add_argument("--attempts", type=int, help="of each part, at most")
    parser.add_argument("--seconds", type=float, default=frame.SECONDS, help="for one attempt (default: 2)")
    parser.add_argument("--out", type=Path, default=Path("runs/fuzz"), help="where failures are written")
    arguments = parser.parse_args(given)
    parts = arguments.only.split(",")
    if unknown := sorted(set(parts) - set(known)):
        parser.error(f"unknown part {unknown[0]!r}; parts: {', '.join(known)}")
    failed = False
    for part in parts:
        count = frame.run(
            part,
            minutes=arguments.minutes / len(parts),
            seed=arguments.seed,
            attempts=arguments.attempts,
            seconds=arguments.seconds,
        )
        frame.tell(count, part, arguments.out)
        failed = failed or bool(count.failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
