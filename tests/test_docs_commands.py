"""Commands that pages name in passing, or in blocks that no test runs: each command and each of its options exists.

`tests/test_docs_code.py` runs the blocks of `sh`. Here are all others: commands in the text, in `bash` and in blocks of
``{code-block}``. What is named is not run; ``bmoca`` and ``python -m benchmarks.…`` are asked which options they have.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import cli

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
#: Without what `make docs` has written, docs/browse, and without decisions, which tell how things were.
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "SECURITY", "CONTRIBUTING")),
    *sorted(path for path in DOCS.rglob("*.md") if not {"browse", "decisions"} & {*path.parts}),
]

#: A command in a line of a block or between backquotes, up to its end or to the next command.
_COMMAND = re.compile(
    r"(?:^|[\s`(])(bmoca(?= +[a-z])|python -m (?:benchmarks|tests)[\w.]*)((?: +[^\s`|&;#$)][^\s`|&;#$]*)*)"
)
_OPTION = re.compile(r"(--[a-z][\w-]*|-[a-z])(?:=.*)?")


def commands(page: Path) -> Iterator[tuple[int, str, list[str]]]:
    """The commands of a page: the line, the program, the words behind it."""
    text = page.read_text(encoding="utf-8").replace("\\\n", "  ")
    for number, line in enumerate(text.splitlines(), 1):
        for program, words in _COMMAND.findall(line.partition("  # ")[0]):
            yield number, program, words.replace('"', " ").replace("'", " ").split()


@cache
def options_of(module: str) -> frozenset[str]:
    """The options that a module lists as its help."""
    source = ROOT / f"{module.replace('.', '/')}.py"
    source = source if source.is_file() else ROOT / module.replace(".", "/") / "__main__.py"
    return frozenset(re.findall(r'\badd(?:_argument)?\(\s*"(-[\w-]+)"', source.read_text(encoding="utf-8")))


@cache
def whole_parser() -> Any:
    """The parser of ``bmoca``."""
    return cli.build_parser()


def unknown_to_bmoca(words: list[str]) -> list[str]:
    """The words of a command of ``bmoca`` that it does not know: the command itself, and options."""
    parser: Any = whole_parser()
    given = list(words)
    while given:
        below = next((one for one in parser._actions if isinstance(one, argparse._SubParsersAction)), None)
        if below is None:
            break
        word = given.pop(0)
        if word not in below.choices:
            return [word]
        parser = below.choices[word]
    for add in parser._later:  # those that take imports to determine: of all agents, for example
        add(parser)
    parser._later.clear()
    if any(action.nargs == argparse.REMAINDER for action in parser._actions):
        return []  # what trains, which has settings
    named = [found[1] for word in given if (found := _OPTION.fullmatch(word))]
    return [option for option in named if option not in parser._option_string_actions]


def unknown_to_a_module(module: str, words: list[str]) -> list[str]:
    """The options of ``python -m MODULE`` that its source does not add; the module itself if it is not there."""
    try:
        known = options_of(module)
    except FileNotFoundError:
        return [module]
    return [found[1] for word in words if (found := _OPTION.fullmatch(word)) and found[1] not in known]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).with_suffix("").as_posix())
def test_every_command_that_a_page_names_has_the_options_that_it_names(page: Path) -> None:
    wrong = []
    for line, program, words in commands(page):
        if program == "bmoca":
            unknown = unknown_to_bmoca(words)
        else:
            unknown = unknown_to_a_module(program.removeprefix("python -m "), words)
        wrong += [f"line {line}: {program} {' '.join(words)}: {word}" for word in unknown]
    assert not wrong


def test_a_command_or_an_option_that_is_gone_is_noticed() -> None:
    assert unknown_to_bmoca(["evaluate", "--agent", "m3a", "--model", "NAME", "--seeds", "3"]) == []
    assert unknown_to_bmoca(["evaluate", "--agents", "m3a"]) == ["--agents"]
    assert unknown_to_bmoca(["demos", "colect", "-o", "demos"]) == ["colect"]
    assert unknown_to_bmoca(["train", "bc", "dataset=demos"]) == []
    assert unknown_to_a_module("benchmarks.interruptions", ["--kinds", "call", "--often"]) == ["--often"]
    assert unknown_to_a_module("benchmarks.interuptions", []) == ["benchmarks.interuptions"]
    assert sum(len(list(commands(page))) for page in PAGES) > 400
