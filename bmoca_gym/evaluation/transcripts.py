"""Transcripts: what a language agent was asked and answered in each step, kept beside the films."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.agents.agent import Notes
from bmoca_gym.errors import RecordError, writing

#: The file in an episode's folder, and the copy that the report's page can load.
FILE, PAGE_FILE = "transcript.jsonl", "transcript.js"


def write(folder: Path, notes: Notes, wrong_formats: Sequence[str | None], pictures: bool) -> None:
    """Write a transcript in place of an older one: a line for each turn.

    ``parts`` names the parts of the prompt in order. The first line has them all in ``prompt``, each other line those
    that differ from the first line's.

    Args:
        folder: of the episode's transcript.
        notes: what the agent keeps of the episode.
        wrong_formats: for each step, why its action was in a wrong format, or None.
        pictures: whether to keep the pictures that the model was shown, as ``000.png``, ``001.png``, …; of a turn with
            several the others as ``000-1.png``, ….
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
    """The turns of a transcript, each with the whole prompt.

    Raises:
        RecordError: there is no transcript, or it is malformed.
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
    """Write the copy of a transcript that a page without a server can load: a call of its ``transcript(name, turns)``.

    ``name``: of the transcript, relative to the results folder.

    Raises:
        RecordError: it is malformed.
        OutputError: it can't be written.
    """
    path = folder / FILE
    if path.exists():
        if any(one.is_symlink() for one in (path, folder / PAGE_FILE)):
            raise RecordError(f"{folder} has links in place of its files: delete them.")
        try:
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
        except (OSError, ValueError, RecursionError) as error:
            raise RecordError(f"{path} is not a transcript: {type(error).__name__}: {error}") from error
        text = f"transcript({json.dumps(name)}, {json.dumps(lines, ensure_ascii=False)});\n"
        # These two end a line in old JavaScript, not in JSON.
        text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        with writing(folder / PAGE_FILE):
            (folder / PAGE_FILE).write_text(text, encoding="utf-8", errors="replace")


def _changed(prompt: Mapping[str, str], first: Mapping[str, str]) -> dict[str, str]:
    """The parts of a prompt that are not as in the first."""
    return {name: part for name, part in prompt.items() if first.get(name) != part}
