"""Handlers of the list of languages, and of the picker of a language and its region."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.settings.state import LANGUAGE_PICKER, Dialog, SettingsState, written
from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import languages
from bmoca_gym.handset.ui.elements import touch_listener
from bmoca_gym.handset.value import replace

# The list


def _written(tags: tuple[str, ...]) -> tuple[Any, ...]:
    return written("system", "system_locales", ",".join(tags))


def add_language(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Open the picker."""
    return replace(state, language_query="", searching=False, region="", dialog=None), start(
        LANGUAGE_PICKER, ""
    )


def drag(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Move a language by as many rows as its handle was dragged."""
    tags = languages.chosen(context.phone)
    if not context.direction or index >= len(tags):
        return state
    to = min(max(0, index + round(context.end_y - context.y)), len(tags) - 1)
    if to == index:
        return state
    left = [tag for i, tag in enumerate(tags) if i != index]
    left.insert(to, tags[index])
    return state, *_written(tuple(left))


@touch_listener
def drag_unseen(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Like `drag`, for a handle that only listens to touches."""
    return drag(state, context, index)


def open_menu(state: SettingsState, context: Context) -> SettingsState:
    """Open the overflow menu."""
    return replace(state, dialog=Dialog("languages_menu"))


def start_removing(state: SettingsState, context: Context) -> SettingsState:
    """Show the check boxes."""
    return replace(state, dialog=None, removing=True, ticked=())


def stop_removing(state: SettingsState, context: Context) -> SettingsState:
    """Hide the check boxes."""
    return replace(state, removing=False, ticked=(), dialog=None)


def tick(state: SettingsState, context: Context, tag: str) -> SettingsState:
    """Check or uncheck a language."""
    ticked = tuple(t for t in state.ticked if t != tag)
    return replace(state, ticked=ticked if tag in state.ticked else (*ticked, tag))


def ask_to_remove(state: SettingsState, context: Context) -> SettingsState:
    """Ask whether to remove the checked languages. One language must stay."""
    if not state.ticked:
        return replace(state, removing=False)
    everything = set(languages.chosen(context.phone)) <= set(state.ticked)
    return replace(state, dialog=Dialog("keep_one" if everything else "remove_languages"))


def remove(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Remove the ticked languages."""
    left = tuple(tag for tag in languages.chosen(context.phone) if tag not in state.ticked)
    state = replace(state, removing=False, ticked=(), dialog=None)
    return (state, *_written(left)) if left else state


# The picker


def open_search(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Open the search field of the picker."""
    return replace(state, searching=True, language_query=""), focus("language")


def type_query(state: SettingsState, context: Context, text: str) -> Next[SettingsState]:
    """Update the typed text."""
    return replace(state, language_query=text), scroll_to("picker")


def picker_back(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Go back from the search or the regions to all languages, or from these to the list."""
    if state.searching:
        return replace(state, searching=False, language_query=""), focus("")
    if state.region:
        return replace(state, region=""), scroll_to("picker")
    return state, finish()


def pick_language(state: SettingsState, context: Context, language: str) -> Next[SettingsState]:
    """Add a language, or show its regions if it has several."""
    free = free_regions(language, languages.chosen(context.phone))
    if len(free) == 1:
        return pick_locale(state, context, free[0][0])
    return replace(state, region=language, searching=False, language_query=""), focus(""), scroll_to("picker")


def pick_locale(state: SettingsState, context: Context, tag: str) -> Next[SettingsState]:
    """Add a locale at the end of the list, and go back to it."""
    state = replace(state, region="", searching=False, language_query="")
    return state, focus(""), finish(), *_written((*languages.chosen(context.phone), tag))


def free_regions(language: str, chosen: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The regions of a language that are not in the list yet."""
    return tuple((tag, name) for tag, name in languages.languages()[language].regions if tag not in chosen)
