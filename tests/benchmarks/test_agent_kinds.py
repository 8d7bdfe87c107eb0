"""`benchmarks.agent_kinds`: no agent of the package is left out, and a run of one and its forged copies are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import agent_kinds
from bmoca_gym import agents


def test_every_agent_is_among_the_kinds() -> None:
    lines = [line for _, line, _ in agent_kinds.kinds({})]
    played = {line[line.index("--agent") + 1] for line in lines if "--agent" in line}
    assert played == set(agents.names())


NEEDS = pytest.mark.needs("openai")  # whose client talks to the scripted endpoint


@pytest.mark.parametrize(
    "kind", ["quitter", pytest.param("generic", marks=NEEDS), pytest.param("al-som-react", marks=NEEDS)]
)
def test_a_run_is_verified_and_each_forged_copy_is_found(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert agent_kinds.main([str(tmp_path), "--only", kind]) == 0
    assert f"| {kind} | 2 |" in (told := capsys.readouterr().out)
    assert told.endswith("| 2 | 12 of 12 |\n")
