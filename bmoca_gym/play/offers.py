"""Agents that the page can watch: the package's and others', those named by `--agent`, and checkpoints."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import agents, extras
from bmoca_gym.agents.language.models import ChatModel
from bmoca_gym.errors import ArgumentError, MissingLibraryError, ModelError, SettingsError
from bmoca_gym.handset.system.zip_bytes import holds

#: The folder whose checkpoints are offered without being named: where training writes by default.
RUNS = Path("runs")

#: How long a server may take to list its models, in seconds.
SECONDS = 10.0

#: The most checkpoints of a folder that are offered.
MOST = 200

_MODEL = "a language model, named below; its address and key are those that bmoca play was started with"
_CHECKPOINTS, _MODELS, _OTHERS = "Checkpoints", "Language models", "Other agents"


class Offer(NamedTuple):
    """An agent that can be watched.

    Attributes:
        name: what the page shows, and asks for.
        agent: what `agents.create` makes it of.
        group: the heading that it stands under.
        summary: what it is, in a few words.
        options: those of its options that the command line gave.
        needs: what it needs before it can play, in a few words; "" for nothing.
        model: the language model that it asks unless the page names another; None where it asks none.
    """

    name: str
    agent: str
    group: str
    summary: str
    options: Mapping[str, Any]
    needs: str = ""
    model: str | None = None


def offers(given: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> dict[str, Offer]:
    """The agents by name, starting with those that are ``given``.

    Args:
        given: names of agents, checkpoints, and folders of them.
        options: of those agents that have them.

    Raises:
        ArgumentError: a folder without a checkpoint.
        UnknownAgentError: see `agents.entry`.
    """
    found: dict[str, Offer] = {}
    for name in given:
        if Path(name).is_dir():
            listed = list(_checkpoints(Path(name)))
            if not listed:
                raise ArgumentError(
                    f"There is no checkpoint in the folder {name}. Training writes one: bmoca train bc out={name}/bc"
                )
            found |= {str(path): _offer(str(path), {}) for path in listed}
        else:
            found[name] = _offer(name, options or {})
    for path in _checkpoints(RUNS):
        found.setdefault(str(path), _offer(str(path), {}))
    asking = [name for name, one in agents.AGENTS.items() if one.waits and _described(name, options or {})]
    for name in ("random", *agents.offered(), *asking):
        found.setdefault(name, _offer(name, options or {}))
    return found


def _described(name: str, options: Mapping[str, Any]) -> bool:
    """Whether an agent that plays by a recipe has one."""
    return bool(options.get("recipe")) or all(option.name != "recipe" for option in agents.options_of(name))


def models_for(offer: Offer) -> dict[str, Any]:
    """The language models of an agent's server: ``models``, and a ``note`` if they can't be listed."""
    try:
        asked = {"model": offer.model or "any", **offer.options, "timeout": SECONDS}
        model = ChatModel(agents.options(offer.agent, asked))
        try:
            return {"models": model.models(), "note": ""}
        finally:
            model.close()
    except (ModelError, MissingLibraryError, SettingsError) as error:
        return {"models": [], "note": f"{error} Then start bmoca play again."}


def _offer(name: str, options: Mapping[str, Any]) -> Offer:
    known = agents.entry(name)
    has = {option.name for option in agents.options_of(name)}
    fitting = {option: value for option, value in options.items() if option in has}
    if known.target == agents.POLICY_AGENT:
        needs = "" if find_spec("torch") else f"PyTorch: {extras.installing('torch')}"
        return Offer(name, name, _CHECKPOINTS, known.summary, fitting, needs)
    if "model" in has:
        model = fitting.get("model") or os.environ.get("BMOCA_MODEL", "")
        return Offer(name, name, _MODELS, known.summary, fitting, _MODEL, str(model))
    return Offer(name, name, _OTHERS, known.summary, fitting)


def _checkpoints(folder: Path) -> Iterator[Path]:
    """The first checkpoints in a folder, ordered by name."""
    zipped = (path for path in sorted(folder.rglob("*.zip")) if holds(path, "policy.json"))
    for path, _ in zip(zipped, range(MOST), strict=False):
        yield path
