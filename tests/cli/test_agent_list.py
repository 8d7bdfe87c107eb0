"""``bmoca agents``: what each agent needs, and what is known about its models."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from bmoca_gym import agents, cli
from bmoca_gym.agents.language.formats import makers
from bmoca_gym.agents.language.formats.plugin import AGENTS
from bmoca_gym.agents.language.formats.styles import STYLES
from bmoca_gym.cli import agent_list

PAGES = Path(__file__).parents[2] / "docs" / "models"


def test_all_agents_are_listed_with_their_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["agents"]) == 0
    told = capsys.readouterr().out
    for name in agents.names():
        assert f" {name} " in told
    assert "an endpoint with a multimodal model" in told


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("expert", ""),
        ("t3a", "extra llm, an endpoint with a model"),
        ("m3a", "extra llm, an endpoint with a multimodal model"),
        ("qwen3-vl", "extra llm, an endpoint with a multimodal model"),
    ],
)
def test_what_an_agent_needs(name: str, needed: str) -> None:
    assert agent_list.needs(name) == needed


def test_an_agent_tells_how_to_serve_its_model_and_what_it_scored(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["agents", "ui-tars-1.5"]) == 0
    told = capsys.readouterr().out
    assert "64.2" in told
    assert makers.as_of() in told
    assert "bmoca evaluate --agent ui-tars-1.5 --model ByteDance-Seed/UI-TARS-1.5-7B" in told
    assert "--limit-mm-per-prompt '{\"image\": 5}'" in told
    assert cli.main(["agents", "seed-1.8"]) == 0
    told = capsys.readouterr().out
    assert "Serve with" not in told
    assert "none that this package knows of" in told
    assert cli.main(["agents", "ui-tars"]) == 2
    assert "Did you mean 'ui-tars-1.5'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "played", "page"),
    [
        ("llm", "llm --model NAME --base-url http://localhost:8000/v1", "language-agents"),
        (
            "generic",
            "generic --recipe FILE --model NAME --base-url http://localhost:8000/v1",
            "models/generic",
        ),
        ("tool-call/px", "tool-call/px --model NAME --base-url http://localhost:8000/v1", "models/generic"),
        ("random", "random", "evaluation"),
    ],
)
def test_an_agent_of_no_maker_tells_how_to_play_it(
    name: str, played: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["agents", name]) == 0
    told = capsys.readouterr().out
    assert told.endswith(f"Play:\n  bmoca evaluate --agent {played}\nMore: docs/{page}.md\n")
    assert (PAGES.parent / f"{page}.md").is_file()


def test_every_format_is_known_and_has_a_page() -> None:
    known = makers.makers()
    assert set(AGENTS) <= set(known)
    for name, maker in known.items():
        assert bool(maker.weights) != maker.hosted, name
        text = (PAGES / f"{maker.page}.md").read_text(encoding="utf-8")
        assert f"`{name}`" in text, name
        for score in maker.published:
            assert score.model in text, (name, score)
            assert score.score in text, (name, score)
        for command in makers.serving(name).values():
            words = shlex.split(command)
            assert maker.weights[0] in " ".join(words)
            assert "image" not in command or f'{{"image": {STYLES[name].pictures}}}' in words
