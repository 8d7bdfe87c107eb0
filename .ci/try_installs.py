#!/usr/bin/env python3
"""Install what ``.ci/release`` has built in clean environments, as a user would, and try it there.

``.ci/try_installs.py dist python3.10 python3.11``: for each Python, its wheel in dist, and the source distribution.
Each is installed with its dependencies by one command of pip, without constraints.txt. Then pip check finds nothing,
bmoca doctor exits with 0 and says that the phone is compiled, bmoca solve sets an alarm, and README's first program
runs. A table tells the seconds and sizes of each. ``--only wheel`` leaves out the source distribution, which compiles.

Byte code isn't counted: pip is told not to write any, since that of all packages takes longer than everything else.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = {"wheel": "bmoca_gym-*-{tag}-*.whl", "source": "bmoca_gym-*.tar.gz"}
HEADINGS = (
    "Python",
    "file",
    "its MB",
    "s",
    "s of processors",
    "MB of the package",
    "MB with all",
    "doctor says",
)


def processors() -> float:
    """Seconds of processors that ended children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def megabytes(*folders: Path) -> str:
    """Size of the files of folders, without byte code."""
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix != ".pyc")
    return f"{sum(path.lstat().st_size for path in files if path.is_file()) / 1e6:.1f}"


def first_program() -> str:
    """README's first program: an episode of random actions."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit("README.md has no program in Python.")
    return found[1]


def tried(file: Path, python: str, folder: Path) -> tuple[str, ...]:
    """Install a file in an environment below a folder and try it. Returns a line of the table.

    Raises:
        CalledProcessError: pip failed, or something that was tried.
    """
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "BMOCA_GYM", "VIRTUAL_ENV"))
    }
    environment |= {"PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run(*words: str | Path) -> str:
        made = subprocess.run(
            words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return made.stdout

    run(python, "-m", "venv", folder / "venv")
    programs = folder / "venv" / "bin"
    began, used = time.perf_counter(), processors()
    run(programs / "pip", "install", "-q", file.absolute())
    seconds, used = time.perf_counter() - began, processors() - used
    run(programs / "pip", "check")
    checks = {
        (check["section"], check["name"]): check
        for check in json.loads(run(programs / "bmoca", "doctor", "--json"))
    }
    speed = checks["speed", "embedded phone"]
    if speed["state"] != "ok":
        sys.exit(f"{file.name}, {python}: {speed}")
    run(programs / "bmoca", "solve", "--task", "Alarm")
    run(programs / "python", "-c", first_program())
    (site,) = (folder / "venv" / "lib").glob("python3*/site-packages")
    ours = sum(file.stat().st_size for file in site.glob("bmoca_gym*.so"))
    return (
        checks["this package", "Python"]["detail"].split()[0], file.name, f"{file.stat().st_size / 1e6:.1f}",
        f"{seconds:.0f}", f"{used:.0f}", f"{ours / 1e6 + float(megabytes(site / 'bmoca_gym')):.1f}", megabytes(site),
        speed["detail"],
    )  # fmt: skip


def main() -> None:
    """Try all, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the folder with the files")
    parser.add_argument("pythons", nargs="+", help="programs of Python")
    parser.add_argument("--only", choices=KINDS, action="append", help="try only these files")
    given = parser.parse_args()
    print(*HEADINGS, sep=" | ")
    for python in given.pythons:
        tag = subprocess.run(
            [python, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.strip()
        for kind in given.only or KINDS:
            pattern = KINDS[kind].format(tag=tag)
            files = [*given.folder.glob(pattern)]
            if len(files) != 1:
                sys.exit(f"{given.folder} has {len(files)} files {pattern}; 1 is needed.")
            with tempfile.TemporaryDirectory(prefix="bmoca-try-") as folder:
                print(*tried(files[0], python, Path(folder)), sep=" | ", flush=True)


if __name__ == "__main__":
    main()
