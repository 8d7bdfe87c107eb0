"""What is known about the models that agents ask: weights, how to serve them, published scores. Data: makers.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import data_files
from bmoca_gym.agents.language.formats.styles import STYLES

_FILE = Path(__file__).with_name("makers.yaml")


class Score(NamedTuple):
    """A published score.

    Attributes:
        benchmark: the benchmark.
        model: the model.
        score: success rate in percent, possibly several.
        by: who measured it: ``maker``, ``users`` and so on.
        where: the source, if known.
    """

    benchmark: str
    model: str
    score: str
    by: str
    where: str = ""


class Maker(NamedTuple):
    """What is known about an agent's models.

    Attributes:
        page: name of its page in ``docs/models``.
        weights: full ids of open weights.
        unconfirmed: whether these ids are from somewhere other than the maker's own repository.
        hosted: whether a vendor serves the models, and there are no open weights.
        vllm: additional arguments for vLLM's server.
        published: published scores.
    """

    page: str
    weights: tuple[str, ...] = ()
    unconfirmed: bool = False
    hosted: bool = False
    vllm: str = ""
    published: tuple[Score, ...] = ()


@cache
def _content() -> dict[str, Any]:
    content: Any = data_files.parsed(data_files.read(_FILE), _FILE.name)
    return dict(content)


def as_of() -> str:
    """Return the date of the published scores, such as ``2026-11-28``."""
    return str(_content()["as_of"])


@cache
def makers() -> dict[str, Maker]:
    """Read what is known about models, by agent."""
    return {
        name: Maker(
            entry["page"],
            tuple(entry.get("weights", ())),
            entry.get("unconfirmed", False),
            entry.get("hosted", False),
            entry.get("vllm", ""),
            tuple([Score(**one) for one in entry.get("published", ())]),
        )
        for name, entry in _content()["agents"].items()
    }


def serving(name: str) -> dict[str, str]:
    """Return the commands that serve an agent's first weights, by program; none for hosted models.

    The server must accept as many pictures per request as the agent sends.
    """
    known = makers().get(name)
    if known is None or not known.weights:
        return {}
    weights, pictures = known.weights[0], STYLES[name].pictures
    file = weights.rpartition("/")[2]
    limit = f"--limit-mm-per-prompt '{{\"image\": {pictures}}}'"
    further = f" {known.vllm}" if known.vllm else ""
    return {
        "vLLM": f"vllm serve {weights} --served-model-name {weights} {limit}{further}",
        "llama.cpp, from GGUF files": (
            f"llama-server -m {file}.gguf --mmproj {file}.mmproj.gguf --alias {weights} --port 8000"
        ),
    }
