"""Writes the table of kinds into docs/interruptions.md from the package's data: ``python docs/interruptions.py``."""

from __future__ import annotations

from pathlib import Path

from bmoca_gym import interruptions

PAGE = Path(__file__).parent / "interruptions.md"
_START, _END = "<!-- kinds -->\n", "<!-- end of kinds -->\n"
_WHERE = {"embedded": "embedded", "all": "embedded, adb", "emulator": "embedded, emulators behind adb"}


def table() -> str:
    """The kinds, by group."""
    levels = {
        level: {kind.name: kind.chance for kind in interruptions.plan(level).kinds}
        for level in interruptions.levels()[1:]
    }
    rows = [
        f"| group | kind | what happens | phones | {' | '.join(f'in `{level}`' for level in levels)} | never in |",
        f"| --- | --- | --- | --- | {'--- | ' * len(levels)}--- |",
    ]
    for kind in interruptions.kinds().values():
        chances = [f"{100 * of[kind.name]:.0f} %" if kind.name in of else "" for of in levels.values()]
        spoils = ", ".join(f"`{pattern}`" for pattern in kind.spoils)
        cells = (kind.group, f"`{kind.name}`", kind.says, _WHERE[kind.makes.reach], *chances, spoils)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def page(text: str) -> str:
    """The page with the table as the data have it now."""
    before, _, rest = text.partition(_START)
    return f"{before}{_START}\n{table()}\n{_END}{rest.partition(_END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
