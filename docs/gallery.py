"""Makes the gallery of tasks for the front page: a card for each task. docs/_static/site.js adds the filter."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from bmoca_gym import Task
from bmoca_gym.tasks.suite import Suite

#: Difficulties, and the largest number of steps of each but the last.
EASY, MEDIUM, HARD = "easy", "medium", "hard"
EASY_STEPS, MEDIUM_STEPS = 5, 10
#: Tags that say how a task is made rather than what an agent must be able to do.
_NO_CAPABILITY = {"parameterized", "requires_setup"}


class Card(NamedTuple):
    """A task in the gallery.

    Attributes:
        suite: title of its suite.
        app: its app.
        gym_id: its Gymnasium id.
        words: its instruction.
        difficulty: see `difficulty`.
        capabilities: what an agent must be able to do.
        page: address of its page, or of the list of the suite's tasks.
        picture: address of its picture; "" without one.
    """

    suite: str
    app: str
    gym_id: str
    words: str
    difficulty: str
    capabilities: tuple[str, ...]
    page: str
    picture: str


def difficulty(task: Task) -> str:
    """Return the benchmark's own difficulty, or one by steps: a person's, or else two thirds of the step limit."""
    own = task.category.casefold()
    if own in (EASY, MEDIUM, HARD):
        return own
    steps = task.human_steps or task.step_limit * 2 / 3
    return EASY if steps <= EASY_STEPS else MEDIUM if steps <= MEDIUM_STEPS else HARD


def capabilities(suite: Suite, task: Task) -> tuple[str, ...]:
    """Return the tags of a task, or its category if the suite has no tags, as words."""
    names = [tag for tag in suite.tags_of(task.id) if tag not in _NO_CAPABILITY]
    return tuple(name.replace("_", " ").casefold() for name in (names if suite.tags else [task.category]))


def mixed(cards: Iterable[Card]) -> list[Card]:
    """Put cards with a picture first, and in turn one of each app."""
    before: Counter[tuple[str, str]] = Counter()
    places: dict[Card, tuple[bool, int]] = {}
    for card in cards:
        places[card] = (not card.picture, before[card.suite, card.app])
        before[card.suite, card.app] += 1
    return sorted(places, key=lambda card: places[card])


def page(cards: Iterable[Card]) -> str:
    """Return the list of cards as HTML. Addresses are relative to the root of the site."""
    items = "\n".join(map(_item, mixed(cards)))
    return f'<ul class="gallery" tabindex="0" aria-label="Tasks">\n{items}\n</ul>\n'


def _item(card: Card) -> str:
    told = {name: html.escape(str(value)) for name, value in card._asdict().items()}
    shown = (
        f'<img src="{told["picture"]}" alt="" loading="lazy" width="144" height="288">'
        if card.picture
        else f'<span class="no-picture" aria-hidden="true">{told["app"]}</span>'
    )
    return (
        f'<li data-suite="{told["suite"]}" data-app="{told["app"]}" data-difficulty="{told["difficulty"]}" '
        f'data-capability="{html.escape("|".join(card.capabilities))}"><a href="{told["page"]}">{shown}'
        f'<span class="words" dir="auto">{told["words"]}</span></a>'
        f'<span class="facts">{told["app"]} · {told["difficulty"]}</span><code>{told["gym_id"]}</code></li>'
    )
