"""Code of README and site, page by page as a newcomer reads it: Python is run, YAML loaded, commands run or checked.

| block | what is done with it |
| --- | --- |
| `python` | run, a page's blocks in one namespace; ``print(x)  # text`` has to print that text, ``…`` is anything |
| `text` behind another block | what that block prints, word for word, ``…`` is anything |
| `text` of pages in `SAMPLES` | nothing |
| `yaml` | loaded as what it is: tasks, set-up steps, rules, stages, configurations |
| `sh` | each command is run or checked as `Shell` says; a program that is not known there fails |
| of a tutorial about `examples/` | its text stands in the example, which tests of their own run |

A command of `bmoca` runs in this process as far as that takes no more than the embedded phone and a moment:

| what | how it is tested |
| --- | --- |
| `evaluate`, `prove` by agents that need no model, policy or other phone | the first episode of the grid |
| `check-suite` | the first task, in the first configuration, two instances drawn |
| `demos collect`, `demos export` | the first episode |
| `evaluate` by language models, by policies, on other phones | up to the first episode: the grid, the options, all files |
| `train.py`, `sweep`, `continual run` | up to the first step: the settings, all files |
| `play`, `avd`, `prompt --measure`, what has another phone's `--device` | the real parser |
| all others | as they stand |

What a command that is not played would leave (a policy, a cache of responses) is put there empty, so that the commands after
it find it, and a command that names a file which nothing has made fails.
"""

from __future__ import annotations

import ast
import code
import configparser
import contextlib
import dataclasses
import importlib.util
import inspect
import io
import re
import shlex
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from bmoca_gym import __version__, cli, evaluation, extras, tasks
from bmoca_gym.agents.language import chat_export
from bmoca_gym.agents.language.generic import recipe
from bmoca_gym.demonstrations import dataset
from bmoca_gym.devices.avd.device import AvdDevice
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import choices
from bmoca_gym.evaluation import continual, runner, suite_check, sweep
from bmoca_gym.handset.servers.emulator import command_line as emulator
from bmoca_gym.policies import checks, training
from bmoca_gym.success_detectors import Detector, rule_from_data
from tests.agents.language.chat_server import ChatServer

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
#: The pages whose code is taken from examples/, which tests of their own run.
QUOTED = {
    "tutorials/train-ppo": ["sb3_ppo.py"],
    "tutorials/write-an-app": [
        "suite_package/todo_app/__init__.py",
        "suite_package/plant_diary/__init__.py",
        "suite_package/plant_diary/handlers.py",
        "suite_package/office_suite/image.py",
        "suite_package/office_suite/catalogue.yaml",
        "suite_package/setup.cfg",
    ],
}
#: Texts on their own: those of a computer or a folder that is not here, and of screens that tests of observations hold.
SAMPLES = {"androidlab", "environment", "phone", "real-devices"}
#: Modules of extras that pages need, by page.
NEEDS = {
    "README": ("minari",),
    "language-agents": ("minari", "openai"),
    "learning": ("minari", "torch"),
    "tutorials/evaluate-a-language-model": ("openai",),
    "tutorials/write-a-web-task": ("_quickjs", "miniwob"),
    **{f"models/{page}": ("openai",) for page in ("ui-tars", "qwen", "autoglm", "ui-venus", "computer-use")},
    **{f"models/{page}": ("openai",) for page in ("step-gui", "agentcpm-gui", "os-atlas", "cogagent")},
}
#: Programs that change the computer, need the network, a phone or root; what they are for stands beside them.
OUTSIDE = {
    "adb", "export", "grep", "llama-server", "ls", "mkdir", "mv", "sdkmanager", "sudo", "unzip", "vllm", "yes",
}  # fmt: skip
#: Checkouts and downloads of a user, which no command makes.
OF_A_USER = ("~/android_world", "~/Android-Lab", "~/apks", "android_world")
#: Commands of `bmoca` that are run where they ask no other phone.
RUN = {
    "agents", "check-suite", "compare", "continual", "demos", "doctor", "environments", "evaluate", "policy", "prompt", "prove",
    "report", "screenshot", "solve", "sweep", "tasks", "train", "version",
}  # fmt: skip
#: What trains with settings.
ALGORITHMS = {training._named(one.settings): name for name, one in training.ALGORITHMS.items()}
#: What a virtual device may be given.
AVD_OPTIONS = inspect.signature(AvdDevice)
#: Where a language model of the pages answers.
ENDPOINT = "http://localhost:8000/v1"


class Block(NamedTuple):
    """A block of code: its language, its text, its line, the file that the line before it names, and its section."""

    language: str
    text: str
    line: int
    file: str
    section: int


class Checked(Exception):
    """A command has reached the point up to which it is tested."""


def blocks(page: Path) -> list[Block]:
    """The blocks of code of a page, without directives of the site (``{...}``)."""
    found, section, fence, before, lines = [], 0, None, "", []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(keepends=True), 1):
        if not line.startswith("```"):
            lines.append(line)
            if fence is None and line.strip():
                before = line.strip()
            if fence is None and line.startswith("#"):
                section += 1
        elif fence is None:
            fence, lines = (line.strip("`\n"), number), []
        else:
            language, begun = fence
            named = re.fullmatch(r"`([\w.]+)`:", before)
            if not language.startswith("{"):
                found.append(Block(language, "".join(lines), begun, named[1] if named else "", section))
            fence, before = None, ""
    assert fence is None, f"{page}: the block of line {fence} has no end"
    return found


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).with_suffix("").as_posix() if page.is_relative_to(DOCS) else page.stem


#: Without what `make docs` has written, docs/browse.
SITE = sorted(page for page in DOCS.rglob("*.md") if "browse" not in page.parts)
PAGES = [page for page in [ROOT / "README.md", *SITE] if blocks(page)]


def same(told: str, printed: str) -> bool:
    """Whether a page's text equals the output, ignoring spaces at line ends."""
    parts = [re.escape(part) for part in "\n".join(map(str.rstrip, told.strip().splitlines())).split("…")]
    real = "\n".join(map(str.rstrip, printed.strip().splitlines()))
    return re.fullmatch(".*".join(parts), real, re.DOTALL) is not None


class Shell:
    """Runs or checks the command lines of a page, in the current folder."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.count = 0
        self.printed = io.StringIO()

    def run(self, block: Block) -> str:
        """The output of the commands in a block."""
        self.printed = printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for line in block.text.replace("\\\n", " ").splitlines():
                for words in self._commands(line):
                    self.count += 1
                    self._one(words)
        return printed.getvalue()

    @staticmethod
    def _commands(line: str) -> Iterator[list[str]]:
        """The words of each command of a line."""
        lexer = shlex.shlex(line, posix=True, punctuation_chars="&|;")
        lexer.whitespace_split, lexer.commenters = True, ""
        words: list[str] = []
        for word in lexer:
            if word.startswith("#"):
                break
            if word in ("&", "&&", "|", ";"):
                yield words
                words = []
            else:
                words.append(word)
        if words:
            yield words

    def _one(self, words: list[str]) -> None:
        program, *given = words
        if program in OUTSIDE:
            return
        if program in (".", "python3"):  # a virtual environment is made, and entered
            assert given[-1].endswith(("/bin/activate", ".venv", "/bmoca"))
            return
        check = {
            "bmoca": self._bmoca, "bmoca-emulator": emulator.parse, "make": self._make, "pip": self._pip,
            "pytest": self._pytest, "python": self._python, "tensorboard": self._tensorboard,
        }  # fmt: skip
        assert program in check, f"{self.page}: no test knows the program of: {shlex.join(words)}"
        check[program](given)

    def _bmoca(self, words: list[str]) -> None:
        parsed = cli.build_parser().parse_args(words)
        device = getattr(parsed, "device", "embedded")
        # Checkouts of others; and the suite that tests/examples/test_suite_package.py installs and plays.
        if {*words} & {*OF_A_USER} or any("office" in word for word in words):
            return
        if words[:2] == ["continual", "report"]:
            assert parsed.folder.is_dir(), words
            return
        if words[0] == "play":  # records what a person does
            parsed.demos.mkdir(exist_ok=True)
        if "--measure" in words:  # of 18 episodes by experts: tests of the command play one
            return
        if words[0] not in RUN or (device != "embedded" and words[0] != "evaluate"):
            return
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            try:
                code = cli.main(words)
            except Checked:
                code = 0
        # Something is missing on any computer: doctor says so with its exit code.
        assert code == 0 or words[0] == "doctor", (
            f"bmoca {shlex.join(words)}\n{self.printed.getvalue()}\n{said.getvalue()}"
        )

    def _python(self, words: list[str]) -> None:
        script, *given = words
        if script not in ("train.py", "evaluate.py"):
            assert (ROOT / script).is_file()
            return
        self._bmoca(["train", *given] if script == "train.py" else given)

    @staticmethod
    def _make(words: list[str]) -> None:
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert set(words) <= set(targets)

    @staticmethod
    def _pytest(words: list[str]) -> None:
        assert (ROOT / words[0]).exists()

    @staticmethod
    def _tensorboard(words: list[str]) -> None:
        assert Path(words[words.index("--logdir") + 1]).is_dir(), words

    @staticmethod
    def _pip(words: list[str]) -> None:
        assert words[0] == "install"
        metadata = configparser.ConfigParser()
        metadata.read(ROOT / "setup.cfg", encoding="utf-8")
        for word in words[1:]:
            own = re.fullmatch(r"(?:\.|bmoca-gym)(?:\[(.*)\])?", word)
            if own and own[1]:
                assert set(own[1].split(",")) <= set(metadata.options("options.extras_require")), word
            elif not own and not word.startswith("-"):
                assert (ROOT / word).exists(), word


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Evaluations and collections play one episode, or none; training and other phones do nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "my_agents", raising=False)
    play, check, draws = runner.evaluate, suite_check.check, suite_check.draws
    collect, export = dataset.collect, chat_export.export

    def evaluated(settings: Any, out: Path, **others: Any) -> Any:
        asks = {option.name for option in evaluation.settings.agents.options_of(settings.agent)}
        if "model" in asks and not settings.agent_options["base_url"].startswith("http://127."):
            for name in ("few_shot_from", "cache"):
                assert Path(settings.agent_options.get(name) or ".").exists(), settings.agent_options
            (out / "responses").mkdir(parents=True, exist_ok=True)
            raise Checked
        if Path(settings.agent).suffix == ".zip" or settings.device != "embedded":
            raise Checked
        shown = [one for one in settings.environments if one.id == "100"] or settings.environments
        first = {"tasks": settings.tasks[:1], "environments": (shown[0],), "seeds": 1}
        return play(dataclasses.replace(settings, **first), out, **others | {"workers": 1})

    def trained(settings: Any) -> None:
        for name in ("dataset", "start_from"):
            assert Path(getattr(settings, name, None) or ".").exists(), settings
        folder = Path(settings.out or f"runs/{ALGORITHMS[type(settings)]}")
        (folder / "tensorboard").mkdir(parents=True, exist_ok=True)
        (folder / "policy.zip").touch()

    def learnt(plan: continual.Plan, out: Path, **others: Any) -> None:
        evaluation.settings.agents.entry(plan.baseline or "noop")
        if plan.learner not in ("cloning", "joint-cloning", "few-shot", None):
            assert callable(training._named(plan.learner))
        out.mkdir(parents=True)

    def checked(*arguments: Any, **others: Any) -> None:
        raise Checked

    named = training._named
    monkeypatch.setattr(runner, "evaluate", evaluated)
    monkeypatch.setattr(evaluation, "evaluate", evaluated)
    monkeypatch.setattr(suite_check, "check", lambda jobs, workers, told: check(jobs[:1], 1, told))
    monkeypatch.setattr(
        suite_check, "draws", lambda name, chosen, seeds, *rest: draws(name, chosen, 2, *rest)
    )
    monkeypatch.setattr(
        dataset, "collect", lambda jobs, *rest, **others: collect(jobs[:1], *rest, quiet=True)
    )
    monkeypatch.setattr(
        chat_export, "export",
        lambda solved, *rest, **others: export(solved if isinstance(solved, Path) else solved[:1], *rest, **others),
    )  # fmt: skip
    monkeypatch.setattr(
        training, "_named", lambda target: trained if target.endswith(":run") else named(target)
    )
    for name in ("bc", "dagger", "ppo"):  # there are no demonstrations and no policies to read
        monkeypatch.setattr(checks, name, lambda settings: None)
    monkeypatch.setattr(extras, "require", lambda command, extra: None)
    monkeypatch.setattr(sweep, "run", checked)
    monkeypatch.setattr(continual, "evaluate", learnt)
    monkeypatch.setattr("bmoca_gym.cli.continual._say", lambda out, quiet: 0)
    monkeypatch.setattr(choices, "_named_device", lambda name: EmbeddedDevice())

    def virtual(*given: Any, **options: Any) -> EmbeddedDevice:
        AVD_OPTIONS.bind(*given, **options)
        return EmbeddedDevice()

    monkeypatch.setattr("bmoca_gym.devices.avd.device.AvdDevice", virtual)


class Program(code.InteractiveInterpreter):
    """Runs the statements of a page in one namespace; exceptions propagate."""

    def showtraceback(self) -> None:
        raise


def run_python(block: Block, page: Path, names: dict[str, Any]) -> str:
    """The output of a block, which must match the comments after ``print(...)``."""
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(block.text).readline)
        if token.type == tokenize.COMMENT
    }
    running = Program(names)
    whole = []
    for statement in ast.parse(block.text).body:
        printed = io.StringIO()
        program = ast.Module([ast.increment_lineno(statement, block.line)], [])
        with contextlib.redirect_stdout(printed):
            running.runcode(compile(program, str(page), "exec"))
        whole.append(printed.getvalue())
        told = comments.get((statement.end_lineno or 0) - block.line)
        if told and ast.unparse(statement).startswith("print("):
            assert same(told, whole[-1]), f"{page.name}: {told!r} is in truth {whole[-1]!r}"
    return "".join(whole)


def check_yaml(block: Block, before: str, phone: EmbeddedDevice) -> None:
    """Load a block as what it is. ``before``: the page's last tasks, into which parts of tasks are put."""
    data = yaml.safe_load(block.text)
    file = Path("block.yaml")
    if isinstance(data, dict) and "stages" in data:
        file.write_text(block.text, encoding="utf-8")
        assert continual.load(str(file)).stages
    elif isinstance(data, dict) and "answers" in data:
        file.write_text(block.text, encoding="utf-8")
        assert recipe.load(str(file)).actions
    elif isinstance(data, dict) and "set_up" in data:
        catalogue = yaml.safe_load(before)
        catalogue["tasks"][0] |= data
        file.write_text(yaml.safe_dump(catalogue), encoding="utf-8")
        assert tasks.load(file)
    elif isinstance(data, dict):
        file.write_text(block.text, encoding="utf-8")
        assert tasks.load(file)
    elif "id" in data[0]:
        file.write_text(before + block.text, encoding="utf-8")
        assert tasks.load(file)
    else:
        for one in data:
            detector = Detector(rule_from_data(one))
            detector.reset(phone)
            assert (
                not detector.check(phone).satisfied
                or "exists: false" in block.text
                or one.keys() <= {"all", "front"}
            )


@pytest.mark.exhaustive(unless=lambda page: page.stem in ("README", "index", "quick-start"))
@pytest.mark.parametrize("page", [page for page in PAGES if name_of(page) not in QUOTED], ids=name_of)
def test_the_code_of_a_page(page: Path, short: None) -> None:
    absent = [module for module in NEEDS.get(name_of(page), ()) if importlib.util.find_spec(module) is None]
    if absent:
        pytest.skip(f"needs {', '.join(absent)}: install the extras learning and llm")
    found = blocks(page)
    names: dict[str, Any] = {"__name__": "page"}
    printed, section, catalogue = "", -1, ""
    phone = EmbeddedDevice()
    if name_of(page) == "tasks":
        names["device"] = phone
    with contextlib.ExitStack() as stack:
        if any(ENDPOINT in block.text for block in found if block.language == "python"):
            model = stack.enter_context(ChatServer(lambda request: 'Action: press("HOME")'))
            found = [
                block._replace(text=block.text.replace(ENDPOINT, model.url))
                if block.language == "python"
                else block
                for block in found
            ]
        for block in found:
            if block.file:
                Path(block.file).write_text(block.text, encoding="utf-8")
        shell = Shell(name_of(page))
        for block in found:
            if block.language == "python" and not any(path in block.text for path in OF_A_USER):
                printed = run_python(block, page, names)
            elif block.language == "yaml":
                if not block.file:
                    check_yaml(block, catalogue, phone)
                catalogue = block.text if block.text.startswith("version") else catalogue
            elif block.language == "sh":
                printed = shell.run(block)
            elif block.language == "text" and name_of(page) not in SAMPLES:
                assert section == block.section, f"{page.name}, line {block.line}: no code prints it"
                assert same(block.text, printed), f"{page.name}, line {block.line}: in truth\n{printed}"
            else:
                # bash: commands of other people's programs, which no test has; ini: a part of a package's setup.cfg.
                assert block.language in ("bash", "bibtex", "html", "ini", "python", "text"), (
                    f"line {block.line}: which language?"
                )
            section = block.section
        for value in names.values():
            if hasattr(value, "close") and hasattr(value, "reset") and not isinstance(value, type):
                value.close()


@pytest.mark.parametrize("page", QUOTED)
def test_the_code_of_a_page_is_that_of_examples(page: str, short: None) -> None:
    texts = [(ROOT / "examples" / name).read_text(encoding="utf-8") for name in QUOTED[page]]
    quoted = [block for block in blocks(DOCS / f"{page}.md") if block.language in ("python", "yaml", "ini")]
    assert quoted
    assert [block.text for block in quoted if not any(block.text in text for text in texts)] == []
    shell = Shell(page)
    for block in blocks(DOCS / f"{page}.md"):
        if block.language == "sh":
            shell.run(block)
    assert shell.count


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert f"version = {{{__version__}}}" in (DOCS / "citing.md").read_text(encoding="utf-8")
    assert all(reference["authors"] and reference["url"] for reference in citation["references"])
