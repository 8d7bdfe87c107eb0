"""Code of the documentation: blocks of Python run, those of files and of examples are theirs, command lines can be parsed."""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from bmoca_gym import __version__, cli
from bmoca_gym.policies import base_settings, ppo_settings, settings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
#: The pages whose code runs, as a newcomer would run it from top to bottom.
RUN = [
    "../README",
    "index",
    "environments",
    "quick-start",
    "phone",
    "judges",
    "tutorials/write-a-task",
    "tutorials/search",
]
#: The pages whose code is taken from examples/, which tests of their own run.
QUOTED = {
    "tutorials/train-ppo": ["sb3_ppo.py"],
    "tutorials/write-an-app": [
        "suite_package/todo_app/__init__.py",
        "suite_package/office_suite/image.py",
        "suite_package/office_suite/catalogue.yaml",
        "suite_package/setup.cfg",
    ],
}
#: The settings of train.py, by algorithm.
SETTINGS = {
    "bc": settings.CloningSettings,
    "dagger": settings.DaggerSettings,
    "ppo": ppo_settings.PpoSettings,
}

_BLOCK = re.compile(r"(?:^`([\w.]+)`:\n\n)?^```([\w-]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code: its language, its text, and the name of the file that the line before it gives."""

    file: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in _BLOCK.findall(page.read_text(encoding="utf-8"))]


def command_lines(page: Path) -> Iterator[list[str]]:
    """The words of each line of a page that a shell is to run; those with places that a user fills are left out."""
    for block in blocks(page):
        if block.language not in ("", "sh"):
            continue
        for line in block.text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True) if re.match(r"(bmoca|python train\.py) ", line) else []
            if words and "…" not in line and "..." not in line:
                yield words[: words.index("&&")] if "&&" in words else words


@pytest.mark.parametrize("page", RUN)
def test_the_code_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = blocks(DOCS / f"{page}.md")
    for block in found:
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
    code = "\n".join(block.text for block in found if block.language == "python")
    assert code
    (tmp_path / "page.py").write_text(code, encoding="utf-8")
    runpy.run_path(str(tmp_path / "page.py"))


@pytest.mark.parametrize("page", QUOTED)
def test_the_code_of_a_page_is_that_of_examples(page: str) -> None:
    texts = [(ROOT / "examples" / name).read_text(encoding="utf-8") for name in QUOTED[page]]
    quoted = [block for block in blocks(DOCS / f"{page}.md") if block.language in ("python", "yaml", "ini")]
    assert quoted
    assert [block.text for block in quoted if not any(block.text in text for text in texts)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_command_lines_of_a_page_can_be_parsed(page: Path) -> None:
    parser = cli.build_parser()
    for program, *words in command_lines(page):
        if program == "python" or words[0] == "train":
            algorithm, *given = words[1:]
            if "--help" not in given:
                base_settings.command_line(SETTINGS[algorithm], given, f"{algorithm}.yaml")
        elif words[0] not in ("sweep", "continual"):  # their words are settings, which their own modules read
            parser.parse_args(words)


def test_command_lines_are_found() -> None:
    found = [line for page in PAGES for line in command_lines(page)]
    assert len(found) > 80
    assert {words[1] for words in found} >= {"evaluate", "train.py", "demos", "avd", "solve", "check-suite"}


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert f"version = {{{__version__}}}" in (DOCS / "citing.md").read_text(encoding="utf-8")
    assert all(reference["authors"] and reference["url"] for reference in citation["references"])
