"""Handlers of the feed: its cards, their order, and the randomizer."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.state import FEED_CONTENT_TYPES, Wikipedia
from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.positions import top_on_screen
from bmoca_gym.handset.manifest import Step
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system.clock import local_time
from bmoca_gym.handset.value import do, replace


def _hidden_key(name: str, day: date) -> str:
    return f"{name}:{day.isoformat()}"


def shown_cards(state: Wikipedia, day: date) -> tuple[str, ...]:
    """Names of the cards in the feed on that day, from the top."""
    enabled = state.feed_enabled
    cards = [FEED_CONTENT_TYPES[i] for i in state.feed_order if enabled[i] and FEED_CONTENT_TYPES[i].row]
    names = [card.name for card in cards if state.history or not card.of_history]
    return tuple([name for name in names if _hidden_key(name, day) not in state.hidden])


def random_key(code: str, day: date, throws: int) -> str:
    """The article that the randomizer shows: the day's, and another with each throw."""
    pool = articles.edition(code).random
    return pool[(day.toordinal() + throws) % len(pool)]


def open_card_menu(state: Wikipedia, context: Context, name: str) -> Step[Wikipedia]:
    """Open the menu of a card, at its button."""
    button = do(open_card_menu, name)
    top = top_on_screen(context.phone, "feed", lambda element: element.tap == button)
    return open_overlay(state, context, "card", name, top)


def hide_card(state: Wikipedia, context: Context, name: str) -> Step[Wikipedia]:
    """Hide a card of the feed for the day."""
    key = _hidden_key(name, local_time(context.phone).date())
    kept = tuple([other for other in state.hidden if other.partition(":")[2] == key.partition(":")[2]])
    after = without_overlay(state, hidden=(*kept, key))
    return after, toast(context.res.string("wikipedia.card_hidden"))


# Customising


_DEFAULT_ORDER = tuple(range(len(FEED_CONTENT_TYPES)))
_ALL = (True,) * len(FEED_CONTENT_TYPES)


def feed_opened(state: Wikipedia) -> Wikipedia:
    """The state when the screen comes to the front, which is when the app writes the feed's preferences."""
    enabled, order = state.feed_enabled, state.feed_order
    return replace(state.with_feed(enabled, order), draft=(enabled, order))


def feed_paused(state: Wikipedia) -> Wikipedia:
    """The state after leaving the screen, with the changes saved."""
    if state.draft is None:
        return state
    return without_overlay(state.with_feed(*state.draft), draft=None)


def drafted_feed(state: Wikipedia) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    """The choices that the screen shows: enabled flags and order of the content types."""
    return state.draft or (state.feed_enabled, state.feed_order)


def switch_card(state: Wikipedia, context: Context, index: int) -> Wikipedia:
    """Switch a card of the feed on or off."""
    enabled, order = drafted_feed(state)
    return replace(state, draft=((*enabled[:index], not enabled[index], *enabled[index + 1 :]), order))


def move_card(state: Wikipedia, context: Context, index: int) -> Wikipedia:
    """Move a card of the feed with its handle."""
    enabled, order = drafted_feed(state)
    rows = [i for i in order if FEED_CONTENT_TYPES[i].row]
    at = rows.index(index)
    # A row is a little higher than its handle, which the drag is measured in.
    to = max(0, min(len(rows) - 1, at + round((context.end_y - context.y) * 0.95)))
    if to == at:
        return state
    rows.insert(to, rows.pop(at))
    hidden = [i for i in order if not FEED_CONTENT_TYPES[i].row]
    return replace(state, draft=(enabled, (*rows, *hidden)))


def set_all(state: Wikipedia, context: Context, on: bool) -> Wikipedia:
    """Switch all cards of the feed on or off."""
    return without_overlay(state, draft=((on,) * len(FEED_CONTENT_TYPES), drafted_feed(state)[1]))


def restore(state: Wikipedia, context: Context) -> Wikipedia:
    """Switch all cards on, in their default order."""
    return without_overlay(state, draft=(_ALL, _DEFAULT_ORDER))


def throw(state: Wikipedia, context: Context) -> Wikipedia:
    """Show another random article."""
    return replace(state, dice=state.dice + 1)
