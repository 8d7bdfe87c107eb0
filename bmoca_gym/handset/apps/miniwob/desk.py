"""Play a page as the package `miniwob` plays it in a browser: by mouse and keys, with the elements of its `core.js`.

The package's own pages are used, without AndroidWorld's changes. An action has the name of its type in `miniwob.action`
and the values that this type needs: ``{"type": "CLICK_COORDS", "x": 20, "y": 90}``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from bmoca_gym.handset.apps.miniwob.pages import Wheel, path_of
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page, Start

#: The window of the package's browser, at one px a CSS px.
WINDOW = Viewport(500.0, 320.0, 1.0, desk=True)
AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/113.0.0.0 Safari/537.36"
)

#: Starts an episode as `miniwob.selenium_instance` does.
_START = "Math.seedrandom({seed}); core.setDataMode({mode}); core.startEpisodeReal();"
#: Stops the clock. The timer's number stays: without one the package pays nothing.
_UNTIMED = "clearTimeout(core.EP_TIMER); clearInterval(core.CD_TIMER); core.EPISODE_MAX_TIME = Infinity;"

#: What `miniwob.selenium_instance` asks a page for.
_METADATA = (
    "({done: WOB_DONE_GLOBAL, env_reward: WOB_REWARD_GLOBAL, raw_reward: WOB_RAW_REWARD_GLOBAL, "
    "reason: WOB_REWARD_REASON ?? null})"
)
#: Keys of `miniwob.constants` that `KeyboardEvent.key` calls otherwise than the words in their brackets.
_KEYS = {
    "Space": " ", "Semicolon": ";", "Equal": "=", "RightShift": "Shift", "RightControl": "Control", "RightAlt": "Alt",
    "RightMeta": "Meta",
    "NumpadAdd": "+", "NumpadMultiply": "*", "NumpadSubtract": "-", "NumpadDivide": "/", "NumpadDecimal": ".",
    "NumpadComma": ",", "NumpadEnter": "Enter", **{f"Numpad{digit}": str(digit) for digit in range(10)},
}  # fmt: skip
_MODIFIERS = {"C-": "ctrlKey", "S-": "shiftKey", "A-": "altKey", "M-": "metaKey"}


def opened(name: str, clock: int) -> Page:
    """Open a page of the package. ``clock``: ms since 1970."""
    return Page(Start(Wheel(), path_of(name), clock=clock, viewport=WINDOW, agent=AGENT))


def started(page: Page, seed: int, mode: str, timer: bool) -> Page:
    """Start an episode.

    Args:
        page: the page.
        seed: the seed of its randomness.
        mode: the distribution of the instances: ``train`` or ``test``. Most pages have one for both.
        timer: whether time runs out, and rewards fall with it.
    """
    script = _START.format(seed=seed, mode=json.dumps(mode))
    return page.run(script if timer else script + _UNTIMED)


def told(page: Page) -> str:
    """Return the instruction."""
    said = page.read("core.getUtterance()")
    return str(said["utterance"] if isinstance(said, dict) else said)


def fields(name: str, page: Page) -> list[tuple[str, str]]:
    """Return the keys and values of the instruction, from the page itself or by the package's patterns."""
    said = page.read("core.getUtterance()")
    if isinstance(said, dict):
        return [(str(key), str(text)) for key, text in said["fields"].items()]
    extractor = import_module("miniwob.fields").get_field_extractor(name)
    return [(str(key), str(text)) for key, text in extractor(str(said))]


def metadata(page: Page) -> dict[str, Any]:
    """Return whether the episode is over, both rewards, and the reason."""
    found = page.read(_METADATA)
    return (
        found
        if isinstance(found, dict)
        else {"done": True, "env_reward": 0, "raw_reward": 0, "reason": page.failure}
    )


def seen(page: Page) -> tuple[Page, Any]:
    """Ask a page for its document. Returns the page, whose elements now have their numbers, and the document's tree."""
    page = page.run("core.getDOMInfo()")
    return page, page.result


def done(page: Page, action: Mapping[str, Any], texts: Sequence[tuple[str, str]]) -> Page:
    """Perform an action. ``texts``: the fields of the instruction. An unknown one does nothing."""
    kind = str(action.get("type"))
    if kind.endswith("_COORDS"):
        return _pointed(page, kind, float(action["x"]), float(action["y"]), float(action.get("amount", 0)))
    if kind == "PRESS_KEY":
        return _pressed(page, str(action["key"]))
    if kind in ("CLICK_ELEMENT", "FOCUS_ELEMENT_AND_TYPE_TEXT", "FOCUS_ELEMENT_AND_TYPE_FIELD"):
        page = page.run(f"core.elementClick({int(action['ref'])})")
    if kind.endswith("TYPE_TEXT"):
        return page.type(str(action["text"]))
    if kind.endswith("TYPE_FIELD"):
        number = int(action["field"])
        return page.type(texts[number][1] if 0 <= number < len(texts) else "")
    return page


def _pointed(page: Page, kind: str, x: float, y: float, amount: float) -> Page:
    if kind.startswith("SCROLL_"):
        return page.wheel(x, y, -amount if kind == "SCROLL_UP_COORDS" else amount)
    page = page.mouse("move", x, y)
    presses = {"CLICK_COORDS": ("down", "up"), "DBLCLICK_COORDS": ("down", "up", "down", "up"),
               "MOUSEDOWN_COORDS": ("down",), "MOUSEUP_COORDS": ("up",)}  # fmt: skip
    for deed in presses.get(kind, ()):
        page = page.mouse(deed, x, y)
    return page


def _pressed(page: Page, key: str) -> Page:
    modifiers = {}
    while key[:2] in _MODIFIERS and len(key) > 2:
        modifiers[_MODIFIERS[key[:2]]] = True
        key = key[2:]
    if key.startswith("<") and key.endswith(">"):
        key = _KEYS.get(key[1:-1], key[1:-1])
    elif key.isupper():
        modifiers["shiftKey"] = True
    return page.key(key, **modifiers)
