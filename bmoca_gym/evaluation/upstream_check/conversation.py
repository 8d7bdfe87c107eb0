"""A program that runs a benchmark's own code in the user's Python and answers questions, one line of JSON each."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bmoca_gym.errors import OutputError, SettingsError

Ask = Callable[[dict[str, Any]], dict[str, Any]]

#: Seconds in which the benchmark's code must start, and answer a question.
_START, _TIME = 300.0, 300.0


@contextmanager
def conversation(
    command: Sequence[str], environment: Mapping[str, str], words: Path, requirements: str
) -> Iterator[Ask]:
    """Run a program. Yields a function that queries it.

    Args:
        command: the program and its arguments.
        environment: its environment variables.
        words: the file for its standard error output.
        requirements: what it needs, for the error message if it does not start.

    Raises:
        SettingsError: the program does not start.
        OutputError: it ends without an answer, or gives none in time.
    """
    with words.open("w") as file:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, env=environment, text=True,
                encoding="utf-8",
            )  # fmt: skip
        except OSError as error:
            raise SettingsError(f"{command[0]}: can't be started: {error}") from error
    assert process.stdin is not None
    assert process.stdout is not None
    stdin, stdout = process.stdin, process.stdout

    def answer(seconds: float) -> dict[str, Any]:
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        try:
            line = stdout.readline()
        finally:
            timer.cancel()
        if not line:
            raise OutputError(
                f"The benchmark's code has ended without an answer. Its last words: {last_words(words)}"
            )
        said: dict[str, Any] = json.loads(line)
        return said

    def ask(question: dict[str, Any]) -> dict[str, Any]:
        stdin.write(json.dumps(question) + "\n")
        stdin.flush()
        return answer(_TIME)

    try:
        try:
            checked(answer(_START))
        except OutputError as error:
            raise SettingsError(
                f"{error} Install what it needs, and give that Python with --python: {requirements}"
            ) from error
        yield ask
    finally:
        process.kill()
        process.wait()
        stdin.close()
        stdout.close()


def checked(said: dict[str, Any]) -> dict[str, Any]:
    """Return an answer unless it is an error.

    Raises:
        OutputError: the answer is an error.
    """
    if "error" in said:
        raise OutputError(f"The benchmark's code failed: {said['error']}")
    return said


def last_words(words: Path) -> list[str]:
    """Return the last line of a file, or nothing."""
    return words.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
