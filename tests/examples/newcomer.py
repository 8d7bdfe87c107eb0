"""Plays a newcomer: python tests/examples/newcomer.py, or make newcomer.

A fresh clone, a fresh virtual environment, README's commands; then the newcomer's own task, app, agent and
demonstrations, a policy trained on these, its evaluation, its report and a comparison. Whenever a command suggests
the next one, that one is run, word for word. The script fails at a traceback, at a failing command, and at a command
that should suggest the next one and does not. At the end it lists the commands that were silent for a long time.

It takes about five minutes and 2 GB. tests/examples/test_newcomer.py plays the parts that need neither.
"""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

#: From how many seconds of silence on a command is listed at the end.
SILENCE = 30

TASK = """\
version: 1.0.0
apps: {Clock: com.google.android.deskclock}
categories: [Event]
experts: [bmoca]
tasks:
  - id: up_early
    goal: Wake me at 6:45 am.
    app: Clock
    category: Event
    step_limit: 12
    clock: {time: 2024-05-01 10:00:00, frozen: true}
    expert: {clock.alarm: {hour: 6, minute: 45}}
    corrected:
      sqlite:
        path: &alarms /data/user_de/0/com.google.android.deskclock/databases/alarms.db
        table: alarm_templates
        rows_exist: [{hour: 6, minutes: 45, enabled: 1}]
    near_misses:
      - {name: in_the_evening, tables: [{path: *alarms, table: alarm_templates, rows: [{hour: 18, minutes: 45, enabled: 1}]}]}
      - {name: turned_off, tables: [{path: *alarms, table: alarm_templates, rows: [{hour: 6, minutes: 45, enabled: 0}]}]}
"""

AGENT = '''\
"""An agent that taps what the instruction speaks of, and else something at random."""

import ast

import numpy as np


class Reader:
    name = "reader"

    def reset(self, env, info, seed):
        self.words = set(info["instruction"].lower().split())
        self.random = np.random.default_rng(seed)

    def act(self, observation, info):
        elements = ast.literal_eval(observation)
        tags = [e["numeric_tag"] for e in elements if self.words & set(e["text"].lower().split())]
        return f"tap({self.random.choice(tags or [e['numeric_tag'] for e in elements])})"
'''

#: What makes a list of herbs of the to-do list in examples/suite_package.
RENAMED = {
    "office_suite": "garden_suite", "office-suite": "garden-suite", "Office": "Garden", "OFFICE": "GARDEN",
    "office": "garden", "todo_app": "herbs_app", "org.example.todo": "org.example.herbs", "todo.db": "herbs.db",
    "to-do list": "list of herbs", "To-do": "Herbs", "todo": "herbs", "Todo": "Herbs", "TODO": "HERBS",
}  # fmt: skip


class DeadEnd(Exception):
    """A newcomer would stop here."""


def shown(text: str) -> str:
    """A text as a terminal shows it, without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def told_next(text: str) -> str:
    """The command that a text suggests next.

    Raises:
        DeadEnd: it suggests none.
    """
    found = re.findall(r"^Next: (.+)$", text, re.MULTILINE)
    if not found:
        raise DeadEnd(f"Nothing says what is next:\n{text}")
    return str(found[-1])


class Newcomer:
    """Types commands in a folder, and reads what they print.

    Args:
        folder: where the commands are typed.
        environment: the variables of the shell.
    """

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.silent: list[str] = []

    def types(self, command: str, refused: bool = False) -> str:
        """Run a command, and return its output. ``refused``: expect it to end with an error in one line.

        Raises:
            DeadEnd: it failed unexpectedly, succeeded unexpectedly, or printed a traceback.
        """
        print(f"\n$ {command}", flush=True)
        began = spoke = time.monotonic()
        silence, parts = 0.0, []
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdout is not None
        while True:
            select.select([process.stdout], [], [])
            part = os.read(process.stdout.fileno(), 1 << 16)
            silence, spoke = max(silence, time.monotonic() - spoke), time.monotonic()
            if not part:
                break
            parts.append(part)
            sys.stdout.buffer.write(part)
            sys.stdout.flush()
        code = process.wait()
        text = shown(b"".join(parts).decode())
        print(f"[{code}, {time.monotonic() - began:.0f} s, silent for {silence:.0f} s]", flush=True)
        if silence > SILENCE:
            self.silent.append(f"{silence:.0f} s of silence: {command}")
        return judged(command, code, text, refused)


def judged(command: str, code: int, text: str, refused: bool) -> str:
    """The output of a command.

    Raises:
        DeadEnd: a newcomer would not go on from there.
    """
    if "Traceback (most recent call last)" in text:
        raise DeadEnd(f"{command} shows a traceback:\n{text}")
    if (code != 0) is not refused:
        raise DeadEnd(f"{command} ends with {code}:\n{text}")
    return text


def own_task(newcomer: Any) -> None:
    """A file of tasks: misspelt, mended, listed, checked, played at random."""
    file = newcomer.folder / "mine.yaml"
    file.write_text(TASK.replace("step_limit", "step_limits"))
    text = newcomer.types("bmoca tasks mine.yaml", refused=True)
    if "step_limit" not in text.replace("step_limits", "") or "mine.yaml" not in text:
        raise DeadEnd(f"The error does not say what is wrong where:\n{text}")
    file.write_text(TASK)
    check = told_next(newcomer.types("bmoca tasks mine.yaml"))
    evaluate = told_next(newcomer.types(f"{check} --environments 100,105"))
    newcomer.types(f"{evaluate} --environments 100,101")
    newcomer.types(
        "bmoca evaluate --agent expert --tasks mine.yaml --environments 100,101 --out results/mine"
    )


def own_agent(newcomer: Any) -> None:
    """A custom class: misnamed, evaluated, compared with random actions."""
    (newcomer.folder / "my_agents.py").write_text(AGENT)
    grid = "--tasks mine.yaml --environments 100,101"
    for wrong in ("my_agents:Raeder", "my_agent:Reader", "runs/none/policy.zip"):
        newcomer.types(f"bmoca evaluate --agent {wrong} {grid}", refused=True)
    if sorted(path.name for path in (newcomer.folder / "results").iterdir()) != ["mine", "random"]:
        raise DeadEnd("What was refused has left a folder.")
    text = newcomer.types(f"bmoca evaluate --agent my_agents:Reader --action text --observation text {grid}")
    opened(newcomer, text)
    compare = told_next(text)
    if not re.match(r"bmoca compare \S+ \S+$", compare):
        raise DeadEnd(f"Not a comparison: {compare}")
    newcomer.types(compare)


def opened(newcomer: Any, text: str) -> None:
    """Open the report that a text names, in a browser if there is one."""
    found = re.findall(r"^Report: (.+)$", text, re.MULTILINE)
    if not found:
        raise DeadEnd(f"No report is named:\n{text}")
    file = newcomer.folder / found[-1]
    page = file.read_text(encoding="utf-8")
    browser = shutil.which("chromium")
    if browser is not None and isinstance(newcomer, Newcomer):
        page = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", file.as_uri()],
            capture_output=True, text=True, timeout=120, check=True,
        ).stdout  # fmt: skip
    if "<h1" not in page:
        raise DeadEnd(f"The report {file} shows nothing.")


def copy_package(source: Path, package: Path) -> None:
    """Make a package of one's own of examples/suite_package, with an agent."""
    for file in source.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts and ".egg-info" not in str(file):
            name, text = str(file.relative_to(source)), file.read_text(encoding="utf-8")
            for old, new in RENAMED.items():
                name, text = name.replace(old, new), text.replace(old, new)
            (package / name).parent.mkdir(parents=True, exist_ok=True)
            (package / name).write_text(text, encoding="utf-8")
    (package / "garden_suite" / "agents.py").write_text(AGENT)
    with (package / "setup.cfg").open("a") as metadata:
        metadata.write("bmoca_gym.agents =\n    gardener = garden_suite.agents:Reader\n")


def own_app(newcomer: Newcomer) -> None:
    """A package with an app, a suite and an agent: a copy of the example, renamed."""
    copy_package(newcomer.folder / "examples" / "suite_package", newcomer.folder / "garden")
    newcomer.types("pip install --disable-pip-version-check ./garden")
    newcomer.types("bmoca tasks --suite garden")
    newcomer.types("bmoca solve --task garden/note_what_to_do --environment 105 --render herbs.gif")
    check = "bmoca check-suite garden --instances 2 --environments 100,105 --seeds 20"
    evaluate = told_next(newcomer.types(check))
    newcomer.types(f"{evaluate} --environments 100")
    newcomer.types(
        "bmoca evaluate --agent gardener --suite garden --action text --observation text --environments 100"
    )


#: Plays the page of the address in the first argument as a browser does, and records the expert's way in two phones.
PERSON = """
import json, sys
from urllib.parse import parse_qs, urlsplit
from websockets.sync.client import connect

address = urlsplit(sys.argv[1])
token = parse_qs(address.query)["token"][0]
with connect(
    f"ws://{address.netloc}/phone?token={token}&session=1", origin=f"http://{address.netloc}", max_size=None
) as page:
    def ask(do, kind, **given):
        page.send(json.dumps({"do": do, **given}))
        return answer(kind)

    def answer(kind):
        while True:
            told = page.recv(timeout=120)
            if isinstance(told, str):
                told = json.loads(told)
                if told["kind"] == "error":
                    sys.exit(told["text"])
                if told["kind"] == kind:
                    return told
    assert answer("choices")["suites"][0] == "mine.yaml"
    answer("status")  # of the phone before any task
    for environment in ("000", "001"):
        status = ask("begin", "status", suite="mine.yaml", task="up_early", environment=environment)
        print(status["task"]["instruction"])
        while not status["standing"]["over"]:
            status = ask("watch", "status", name="expert")
        print(ask("record", "recordings")["note"], flush=True)
"""


def own_demonstrations(newcomer: Newcomer) -> str:
    """Demonstrations on the page; the command that trains on them."""
    command = ["bmoca", "play", "--tasks", "mine.yaml", "--no-browser"]
    print(f"\n$ {shlex.join(command)}", flush=True)
    with subprocess.Popen(
        command, cwd=newcomer.folder, env=newcomer.environment, stdout=subprocess.PIPE, text=True
    ) as page:
        assert page.stdout is not None
        try:
            address = page.stdout.readline().split()[-1]
            (newcomer.folder / "person.py").write_text(PERSON)
            text = newcomer.types(f"python person.py {shlex.quote(address)}")
        finally:
            page.terminate()
    return re.sub(r".* Next: ", "", text.strip().splitlines()[-1])


def own_policy(newcomer: Newcomer, train: str) -> None:
    """A policy on these demonstrations: trained, evaluated, compared."""
    evaluate = told_next(newcomer.types(train))
    text = newcomer.types(f"{evaluate} --environments 000,001 --out results/policy")
    if not re.search(r"^ all +2/2 +100\.0 ", text, re.MULTILINE):
        raise DeadEnd(f"The policy has not learned what it was shown:\n{text}")
    opened(newcomer, text)
    newcomer.types(
        "bmoca evaluate --agent expert --tasks mine.yaml --environments 000,001 --out results/shown"
    )
    newcomer.types("bmoca compare results/shown results/policy")


def readme(newcomer: Newcomer) -> None:
    """Run README's commands that need neither a model nor an hour."""
    text = (newcomer.folder / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (newcomer.folder / "first.py").write_text(program)
    newcomer.types("python first.py")
    for command in re.findall(
        r"^(bmoca (?:tasks|environments|solve|version).*?)(?: +#.*)?$", text, re.MULTILINE
    ):
        newcomer.types(command)
    newcomer.types("bmoca doctor")


def main(arguments: list[str]) -> int:
    """Play everything in a temporary folder, or in the given one, which may contain a clone."""
    with tempfile.TemporaryDirectory(prefix="newcomer-") as temporary:
        folder = Path(arguments[0] if arguments else temporary).absolute() / "bmoca_gym"
        if not folder.exists():
            subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        kept = {
            name: os.environ[name] for name in os.environ if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
        }
        bare = Newcomer(folder, kept | {"COLUMNS": "80"})
        began = time.monotonic()
        text = bare.types(f"make demo PYTHON={shlex.quote(sys._base_executable)}")  # type: ignore[attr-defined]
        took = time.monotonic() - began
        print(f"make demo took {took:.0f} seconds.")
        environment = bare.environment | {"PATH": f"{folder / '.venv/bin'}:{kept['PATH']}"}
        newcomer = Newcomer(folder, environment)
        opened(newcomer, text)
        readme(newcomer)
        own_task(newcomer)
        own_agent(newcomer)
        own_app(newcomer)
        # The extras that the commands ask for, by the commands that they print.
        for command in ("bmoca play --no-browser", "bmoca train bc"):
            text = newcomer.types(command, refused=True)
            newcomer.types("pip" + re.split(r"\bpip", text.strip())[-1])
        own_policy(newcomer, own_demonstrations(newcomer))
        print(*bare.silent, *newcomer.silent, sep="\n")
    print(json.dumps({"make demo, seconds": round(took), "all, seconds": round(time.monotonic() - began)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
