"""The command ``python -m benchmarks.installs``: install the package in four ways, each in its own environment.

With the computer's C compiler; without one on the PATH, so that zig from the package index compiles; from a compiled
wheel; and as pure Python. Dependencies are installed before the clock starts. Each installation reports whether it
runs compiled, and plays an episode whose digests must be equal in all of them. Needs the package index.
"""

from __future__ import annotations

import argparse
import configparser
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]

WAYS = ("gcc", "zig", "wheel", "pure")

#: Programs that compile or link C, as a pattern of their names.
_COMPILERS = re.compile(
    r"(.*-)?(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|cpp|tcc|c89|c99|as|ld|zig)(-[\w.]+)?|(c89|c99)-gcc|ld\..*"
)

#: Prints whether the phone runs compiled, and plays an episode in Arabic. `benchmarks` is that of this checkout.
_PLAY = """
import json, sys
from bmoca_gym import compiled
from benchmarks.digests import episode
print(json.dumps([*compiled.MODE, episode("create_alarm_at_17_30_pm", "109")]))
"""


class Installed(NamedTuple):
    """Result of one way: wall-clock and processor seconds, MB of the package, what runs, digests of an episode."""

    seconds: float
    processor_seconds: float
    megabytes: float
    runs: str
    digests: dict[str, str]


def install(way: str, folder: Path, python: str) -> Installed:
    """Install the package in one of `WAYS`, in an environment below ``folder``.

    Raises:
        CalledProcessError: pip failed, or the episode could not be played.
    """
    source = folder / "source"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, names.stdout.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("CC", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE") and not name.startswith("BMOCA_GYM")
    }
    if way == "zig":
        environment["PATH"] = str(_without_compilers(folder / "programs"))
    pip = [str(folder / "venv" / "bin" / "python"), "-m", "pip", "-q", "--disable-pip-version-check"]
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    needed = [
        line for line in setup["options"]["install_requires"].split("\n") if line and not line.startswith("#")
    ]
    subprocess.run([*pip, "install", "-c", ROOT / "constraints.txt", *needed], env=environment, check=True)
    what = source
    if way == "wheel":
        build = {**environment, "BMOCA_GYM_COMPILE": "manylinux"}
        subprocess.run([*pip, "wheel", "--no-deps", "-w", folder / "wheels", source], env=build, check=True)
        (what,) = (folder / "wheels").iterdir()
    elif way == "pure":
        environment["BMOCA_GYM_PURE_PYTHON"] = "1"
    began, used = time.perf_counter(), _of_processors()
    subprocess.run([*pip, "install", "--no-deps", what], env=environment, check=True)
    took, used = time.perf_counter() - began, _of_processors() - used
    environment.pop("BMOCA_GYM_PURE_PYTHON", None)
    shutil.rmtree(source / "bmoca_gym")  # so that the installed package is imported
    played = subprocess.run(
        [folder / "venv" / "bin" / "python", "-c", _PLAY],
        cwd=source, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    compiled, reason, digests = json.loads(played.stdout)
    (site,) = (folder / "venv" / "lib").glob("python3*/site-packages")
    files = [*site.glob("bmoca_gym*.so"), *(site / "bmoca_gym").rglob("*")]
    size = sum(file.stat().st_size for file in files if file.is_file() and file.suffix != ".pyc")
    runs = f"{'compiled' if compiled else 'pure Python'}: {reason}"
    return Installed(took, used, size / 2**20, runs, digests)


def _without_compilers(folder: Path) -> Path:
    """Return a folder with links to all programs of the PATH except compilers."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / program.name
            if not _COMPILERS.fullmatch(program.name) and not link.is_symlink():
                link.symlink_to(program)
    return folder


def _of_processors() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(arguments: list[str] | None = None) -> None:
    """Install, print the table, and exit with 1 if the digests of two ways differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.installs", description=__doc__)
    parser.add_argument("--ways", default=",".join(WAYS), help="which, with commas (default %(default)s)")
    parser.add_argument("--python", default=sys.executable, help="the Python (default: this one)")
    given = parser.parse_args(arguments)
    table = Table(title="Installing the package alone, its dependencies there before")
    for heading in ("way", "s", "s of processors", "MB", "what runs"):
        table.add_column(heading)
    found = {}
    for way in given.ways.split(","):
        with tempfile.TemporaryDirectory() as folder:
            found[way] = made = install(way, Path(folder), given.python)
        table.add_row(
            way, f"{made.seconds:.0f}", f"{made.processor_seconds:.0f}", f"{made.megabytes:.1f}", made.runs
        )
        print(f"{way}: {made.processor_seconds:.0f} s of processors, {made.runs}", flush=True)
    Console().print(table)
    digests = [made.digests for made in found.values()]
    print(f"the episode's digests: {digests[0]}")
    if any(other != digests[0] for other in digests):
        sys.exit(f"They differ: {json.dumps(dict(zip(found, digests, strict=True)), indent=1)}")
    print(f"They are equal in {', '.join(found)}.")


if __name__ == "__main__":
    main()
