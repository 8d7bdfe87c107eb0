"""The report on a comparison of phones: one JSON file to send, and the same in Markdown to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from bmoca_gym.evaluation.conformance.playing import OUTCOMES

#: Name and version of the format of the file.
FORMAT = {"format": "bmoca-conformance", "version": 1}

#: Kinds of differences in the order of the report.
KINDS = (
    "other outcome", "unexpected question", "other screen", "missing screen", "extra screen", "missing node",
    "extra node", "renamed id", "other text", "other description", "other class", "other order", "other flags",
    "other bounds", "slower",
)  # fmt: skip

#: Most lines of a kind in the Markdown.
_MOST = 40


def report(head: Mapping[str, Any], episodes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Make the content of the JSON file.

    Args:
        head: versions and a description of the phone.
        episodes: the records of the episodes, in order.
    """
    counts: Counter[str] = Counter()
    for episode in episodes:
        counts.update(episode["counts"])
    return {
        **FORMAT,
        **head,
        "outcomes": {
            outcome: sum(episode["outcome"] == outcome for episode in episodes) for outcome in OUTCOMES
        },
        "counts": {kind: counts[kind] for kind in KINDS if counts[kind]},
        "seconds": _seconds(episodes),
        "episodes": list(episodes),
    }


def _seconds(episodes: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """Median and maximum of the timings."""
    found = {}
    for what in ("set-up", "step", "tree"):
        values = [value for episode in episodes for value in episode["seconds"].get(what, ())]
        if values:
            found[what] = {"median": round(median(values), 3), "maximum": round(max(values), 3)}
    return found


def markdown(content: Mapping[str, Any]) -> str:
    """Write a report as Markdown."""
    device, suite = content["device"], content["suite"]
    lines = [
        f"# {suite['name']} on {device['model'] or 'a phone'}",
        "",
        f"{suite['name']} {suite['version']}, bmoca_gym {content['bmoca_gym']}; Android {device['release']} (API level "
        f"{device['api_level']}){', root' if device['root'] else ', no root'}.",
        "",
        "| outcome | episodes |",
        "| --- | --- |",
        *(f"| {outcome} | {number} |" for outcome, number in content["outcomes"].items() if number),
        "",
    ]
    if content["seconds"]:
        lines += [
            "| seconds | median | maximum |",
            "| --- | --- | --- |",
            *(
                f"| {what} | {one['median']:.2f} | {one['maximum']:.2f} |"
                for what, one in content["seconds"].items()
            ),
            "",
        ]
    if not content["counts"]:
        return "\n".join([*lines, "No differences.", ""])
    for kind, number in content["counts"].items():
        lines += [f"## {kind[0].upper()}{kind[1:]}: {number}", "", *_table(kind, content["episodes"]), ""]
    return "\n".join(lines)


def _table(kind: str, episodes: Iterable[Mapping[str, Any]]) -> list[str]:
    """The differences of one kind, with equal ones on one line with their count and first place."""
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    for episode in episodes:
        for one in episode["differences"]:
            if one["kind"] == kind:
                key = tuple(one.get(name, "") for name in ("screen", "node", "expected", "found"))
                place = f"{episode['task']} in {episode['environment']}, step {one['step']}"
                number, first = found.get(key, (0, place))
                found[key] = number + 1, first
    lines = [
        "| screen | node | embedded phone | this phone | times | first |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    ordered = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))
    for key, (number, first) in ordered[:_MOST]:
        lines.append("| " + " | ".join([*map(_cell, key), str(number), first]) + " |")
    if len(ordered) > _MOST:
        lines += ["", f"And {len(ordered) - _MOST} more."]
    return lines


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
