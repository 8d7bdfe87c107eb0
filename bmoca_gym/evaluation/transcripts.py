"""Transcripts: the prompts and answers of a language agent in each step."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.agents.agent import Notes
from bmoca_gym.errors import RecordError, writing
from bmoca_gym.evaluation.marks import marks, size_of_png

#: The file in an episode's folder, and the copy that the report can load.
FILE, PAGE_FILE = "transcript.jsonl", "transcript.js"


def write(
    folder: Path,
    notes: Notes,
    wrong_formats: Sequence[str | None],
    pictures: bool,
    gestures: Sequence[Any] = (),
) -> None:
    """Write a transcript, with a line for each turn. An older transcript is replaced.

    ``parts`` lists the parts of the prompt in order. ``prompt`` has all parts in the first line, and in later lines
    only the parts that differ from it.

    Args:
        folder: the folder of the episode's transcript.
        notes: the agent's notes of the episode.
        wrong_formats: for each step, the reason of a wrong format, or None.
        pictures: whether to keep the model's pictures as ``000.png``, ``001.png``, …. Further pictures of a turn are
            ``000-1.png``, ….
        gestures: for each step, what was sent to the phone, or None. The turn that decided it has ``picture_size``,
            width and height of its first picture in px, and ``marks``, see `marks.marks`.
    """
    lines: list[str] = []
    files: dict[str, bytes] = {}
    first = notes.turns[0]["prompt"] if notes.turns else {}
    for number, turn in enumerate(notes.turns):
        entry = {
            **turn,
            "parts": list(turn["prompt"]),
            "prompt": _changed(turn["prompt"], first if number else {}),
        }
        step = turn.get("step", number)
        decided = turn.get("decides", True) and step < len(wrong_formats)
        entry["wrong_format"] = wrong_formats[step] if decided else None
        shown = [one for one in (notes.pictures[number], *notes.further[number]) if one is not None]
        if pictures and shown:
            names = [f"{number:03}.png", *(f"{number:03}-{place}.png" for place in range(1, len(shown)))]
            entry["picture"] = names[0]
            if len(names) > 1:
                entry["pictures"] = names
            files |= dict(zip(names, shown, strict=True))
        first_picture = notes.pictures[number]
        if first_picture is not None:
            entry["picture_size"] = size = size_of_png(first_picture)
            if decided and step < len(gestures):
                entry["marks"] = marks(gestures[step], size)
        lines.append(json.dumps(entry, ensure_ascii=False))
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()
        for name, picture in files.items():
            (folder / name).write_bytes(picture)
        text = "".join(line + "\n" for line in lines)
        (folder / FILE).write_text(text, encoding="utf-8", errors="replace")


def read(folder: Path) -> list[dict[str, Any]]:
    """Read the turns of a transcript, each with its whole prompt.

    Raises:
        RecordError: the transcript is missing or malformed.
    """
    path = folder / FILE
    turns: list[dict[str, Any]] = []
    first: dict[str, str] = {}
    try:
        for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
            turn = json.loads(line)
            prompt = {**first, **turn["prompt"]}
            first = first or prompt
            turns.append(
                {**turn, "prompt": {name: part for name, part in prompt.items() if part is not None}}
            )
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise RecordError(f"{path} is not a transcript: {type(error).__name__}: {error}") from error
    return turns


def write_for_page(folder: Path, name: str) -> None:
    """Write the copy of a transcript for the report, as `for_page` makes it. A page can load a script without a server.

    Raises:
        RecordError: the transcript is malformed, or one of its files is a link.
        OutputError: the copy can't be written.
    """
    text = for_page(folder, name)
    if text:
        with writing(folder / PAGE_FILE):
            (folder / PAGE_FILE).write_text(text, encoding="utf-8", errors="replace")


def for_page(folder: Path, name: str) -> str:
    """Return a transcript as a script that calls ``transcript(name, turns)``; "" if there is none.

    ``name``: the transcript's path, relative to the results folder.

    Raises:
        RecordError: the transcript is malformed, or one of its files is a link.
    """
    path = folder / FILE
    if not path.exists():
        return ""
    if any(one.is_symlink() for one in (path, folder / PAGE_FILE)):
        raise RecordError(f"{folder} has links in place of its files: delete them.")
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not a transcript: {type(error).__name__}: {error}") from error
    text = f"transcript({json.dumps(name)}, {json.dumps(lines, ensure_ascii=False)});\n"
    # These two characters end a line in old JavaScript, but not in JSON.
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _changed(prompt: Mapping[str, str], first: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of a prompt that differ from the first prompt."""
    return {name: part for name, part in prompt.items() if first.get(name) != part}
