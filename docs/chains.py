"""Writes the table of played chains into docs/chains.md from docs/chains_played.json: ``python docs/chains.py``."""

from __future__ import annotations

import re
from pathlib import Path

from bmoca_gym.evaluation import chain_check

PAGE = Path(__file__).parent / "chains.md"
PLAYED = Path(__file__).parent / "chains_played.json"
_START, _END = "<!-- played -->\n", "<!-- end of played -->\n"


def table() -> str:
    """The chains by suite, number of parts and order."""
    rows = sorted(chain_check.rows(chain_check.read(PLAYED)), key=lambda row: _place(row[0]))
    lines = [f"| {' | '.join(chain_check.HEAD)} |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    lines += [f"| `{chain}` | {' | '.join(cells)} |" for chain, *cells in rows]
    return "\n".join(lines) + "\n"


def _place(chain: str) -> tuple[str, int, str]:
    suite, _, name = chain.partition("/")
    parts = re.search(r"\d+", name)
    return suite, int(parts[0]) if parts else 0, name


def page(text: str) -> str:
    """The page with the table as the file has it now."""
    before, _, rest = text.partition(_START)
    return f"{before}{_START}\n{table()}\n{_END}{rest.partition(_END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
