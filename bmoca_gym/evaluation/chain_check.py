"""Chains drawn and played by experts, in full and without each of their parts; the file that records them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.demonstrations.chained import proof
from bmoca_gym.errors import CatalogueError, SettingsError, writing
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks.chain import ChainTemplate

#: Names of the columns of `rows`.
HEAD = ("chain", "environment", "drawn", "the expert", "done without a part", "steps")


class Played(NamedTuple):
    """A chain that was played.

    Attributes:
        chain: its name, including the suite's.
        number: of the instance.
        environment: id of the configuration; "" for the suite's first.
        parts: how many parts must be done; 0 if no chain could be drawn.
        done: whether the expert did it.
        without: the parts, from 1, that were done without their own expert; if the chain was not done, those that
            failed.
        steps: the expert's.
        why: why it could not be drawn.
    """

    chain: str
    number: int
    environment: str = ""
    parts: int = 0
    done: bool = False
    without: tuple[int, ...] = ()
    steps: int = 0
    why: str = ""

    @property
    def fault(self) -> str:
        """What is wrong with it, in words, or ""."""
        if self.why or (self.done and not self.without):
            return self.why
        what = "is done without" if self.done else "is not done by its expert, for"
        return f"{self.chain}, instance {self.number} {what} part {', '.join(map(str, self.without))}"


def play(template: ChainTemplate, number: int, configuration: DeviceConfiguration | None) -> Played:
    """Draw a chain and let the experts play it in a configuration; None for the suite's first."""
    chain, place = f"{template.suite}/{template.id}", configuration.id if configuration else ""
    try:
        task = template.task(number)
    except CatalogueError as error:
        return Played(chain, number, place, why=str(error))
    parts = template.parts(task)
    found = proof(task, parts, configuration)
    asked = sum(part.holds for part in parts)
    return Played(chain, number, place, asked, found.done, tuple(at + 1 for at in found.wrong), found.steps)


def find(played: Sequence[Played], template: ChainTemplate, number: int, environment: str) -> Played | None:
    """Find a chain that was already played."""
    key = f"{template.suite}/{template.id}", number, environment
    return next((one for one in played if one[:3] == key), None)


def read(path: Path) -> list[Played]:
    """Read what `write` has written; nothing if there is no such file.

    Raises:
        SettingsError: the file contains something else.
    """
    if not path.exists():
        return []
    try:
        return [
            Played(**{**one, "without": tuple(one.get("without", ()))})
            for one in json.loads(path.read_text(encoding="utf-8"))
        ]
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SettingsError(f"{path} has no chains that were played: {error}") from error


def write(path: Path, played: Sequence[Played]) -> None:
    """Write the played chains, one per line, without empty fields."""
    lines = [
        json.dumps({name: value for name, value in one._asdict().items() if value or name == "number"})
        for one in sorted(played)
    ]
    with writing(path):
        path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def rows(played: Sequence[Played]) -> list[tuple[str, ...]]:
    """Summarise the played chains by chain and configuration; `HEAD` names the columns."""
    groups: dict[tuple[str, str], list[Played]] = {}
    for one in played:
        groups.setdefault((one.chain, one.environment), []).append(one)
    found: list[tuple[str, ...]] = []
    for (chain, environment), each in groups.items():
        drawn = [one for one in each if not one.why]
        done = [one for one in drawn if one.done]
        without, parts = sum(len(one.without) for one in done), sum(one.parts for one in done)
        steps = f"{sum(one.steps for one in done) / len(done):.1f}" if done else ""
        of = f"{len(drawn)} of {len(each)}"
        found.append(
            (
                chain,
                environment or "first",
                of,
                f"{len(done)} of {len(drawn)}",
                f"{without} of {parts}",
                steps,
            )
        )
    return found
