"""Handlers of the settings: switches, languages, text and theme, the login form."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia.state import (
    ADD_LANGUAGE,
    LARGEST_TEXT,
    SMALLEST_TEXT,
    Wikipedia,
    component,
)
from bmoca_gym.handset.effects import finish, start
from bmoca_gym.handset.manifest import Step
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

#: The switches, in groups: preference, default, whether the row has a summary.
GENERAL = (("showLinkPreviews", True, True),)
SYNCING = (("downloadReadingListArticles", True, False),)
DATA_USAGE = (
    ("downloadOnlyOverWiFi", False, False), ("showImages", True, True), ("preferOfflineContent", False, True),
)  # fmt: skip
SWITCHES = (*GENERAL, *SYNCING, *DATA_USAGE)


def settings_opened(state: Wikipedia) -> Wikipedia:
    """The state when the screen comes to the front, which is when Android writes the defaults of the shown switches."""
    for name, default, _ in SWITCHES:
        state = state.with_preference("boolean", name, bool(state.preference(name, "boolean", default)))
    return state


def switches(state: Wikipedia) -> tuple[bool, ...]:
    """Whether each switch is on, in the screen's order."""
    return tuple([bool(state.preference(name, "boolean", default)) for name, default, _ in SWITCHES])


def switch(state: Wikipedia, context: Context, name: str, on: bool) -> Wikipedia:
    """Switch a setting on or off."""
    return state.with_preference("boolean", name, on)


def _set_languages(state: Wikipedia, codes: tuple[str, ...]) -> Wikipedia:
    return state.with_preference("string", "languageApp", ",".join(codes))


def add_language(state: Wikipedia, context: Context, code: str) -> Step[Wikipedia]:
    """Add a Wikipedia, and go back."""
    have = state.languages(context.res)
    return _set_languages(state, (*have, code) if code not in have else have), finish()


def remove_language(state: Wikipedia, context: Context, code: str) -> Wikipedia:
    """Remove a Wikipedia, unless it is the only one."""
    have = state.languages(context.res)
    return (
        _set_languages(state, tuple([other for other in have if other != code])) if len(have) > 1 else state
    )


def prefer_language(state: Wikipedia, context: Context, code: str) -> Wikipedia:
    """Move a Wikipedia to the top."""
    have = state.languages(context.res)
    return _set_languages(state, (code, *[other for other in have if other != code]))


def show_other_languages(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Show the Wikipedias that can be added."""
    return state, start(component(ADD_LANGUAGE))


# Text and theme


#: Where the slider's ends lie in its box, as a share of its width: a knob's half is left free at each side.
_SLIDER_INSET = 0.06


def _set_size(state: Wikipedia, size: int) -> Wikipedia:
    return state.with_preference("int", "textSizeMultiplier", max(SMALLEST_TEXT, min(LARGEST_TEXT, size)))


def step_size(state: Wikipedia, context: Context, by: int) -> Wikipedia:
    """Make the text larger or smaller."""
    return _set_size(state, state.text_size + by)


def slide_size(state: Wikipedia, context: Context) -> Wikipedia:
    """Set the size of the text with the slider."""
    share = 1 - context.end_x if context.res.rtl else context.end_x
    share = max(0.0, min(1.0, (share - _SLIDER_INSET) / (1 - 2 * _SLIDER_INSET)))
    return _set_size(state, SMALLEST_TEXT + round(share * (LARGEST_TEXT - SMALLEST_TEXT)))


def choose_theme(state: Wikipedia, context: Context, theme: int) -> Wikipedia:
    """Choose a theme."""
    return state.with_preference("int", "colorTheme", theme)


def match_system(state: Wikipedia, context: Context, on: bool) -> Wikipedia:
    """Switch on or off whether to follow the system's theme."""
    # Switched off, the theme that is shown stays.
    shown = state.theme(context.res.dark)
    return state.with_preference("boolean", "matchSystemTheme", on).with_preference(
        "int", "colorTheme", shown
    )


def type_name(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    """Type a name into the form."""
    return replace(state, title=text)


def type_password(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    """Type a password into the form."""
    return replace(state, note=text)
