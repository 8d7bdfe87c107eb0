"""MiniWoB: shows a page of MiniWoB++ in a web view, as com.google.androidenv.miniwob of AndroidWorld.

Its host talks to it through intents and broadcasts. ``RL_TASK_APP_CONFIG`` names the page, ``reset`` starts an episode,
``step`` makes the app tell the log what the page says; broadcasts return the instruction and the reward. The page of a
config without a task is the index.

The original's pages are not seeded. Ours takes ``seed`` from the config; without one it is the empty string. If the
seed is a number, the page is played as the package `miniwob` plays it in a browser, see `desk`. The config may then
have ``mode`` and ``timer``, and two more broadcasts perform an action and return what the page has.
"""

from __future__ import annotations

import json
from typing import Any

from bmoca_gym.handset.apps.miniwob import handlers, pages
from bmoca_gym.handset.apps.miniwob.state import PACKAGE, Desk, MiniWob
from bmoca_gym.handset.manifest import App, AppIcon, Intent
from bmoca_gym.handset.state import Phone

MAIN = f"{PACKAGE}.app.MainActivity"

CONFIG = "RL_TASK_APP_CONFIG"
GET_UTTERANCE, GET_REWARD = (f"{PACKAGE}.app.GET_{name}_ACTION" for name in ("UTTERANCE", "REWARD"))
#: Returns what `handlers.observed` tells of a page.
GET_OBSERVATION = f"{PACKAGE}.app.GET_OBSERVATION_ACTION"
#: Performs the action of the extra ``action``, see `desk`.
ACT = f"{PACKAGE}.app.ACT_ACTION"


def received(phone: Phone, intent: Intent) -> Phone:
    """Apply the extras of an intent that the host sends to the activity."""
    config = intent.extra(CONFIG, "")
    if config:
        phone = phone.handled(PACKAGE, handlers.load, _task(config))
    if intent.extra("reset", False):
        phone = phone.handled(PACKAGE, handlers.reset, ())
    if intent.extra("step", False):
        phone = phone.handled(PACKAGE, handlers.step, ())
    return phone


def _task(config: str) -> tuple[str, str, Desk | None]:
    """The page and seed that a config names ("" for a missing one), and how it is played on a desktop."""
    given = _read(config)
    page, seed = given.get("task"), given.get("seed")
    page = page if isinstance(page, str) else ""
    if isinstance(seed, bool) or not isinstance(seed, int):
        return page, seed if isinstance(seed, str) else "", None
    mode = given.get("mode")
    return (
        page,
        "",
        Desk(seed, mode if isinstance(mode, str) else "train", str(given.get("timer")).lower() == "true"),
    )


def _read(text: str) -> dict[str, Any]:
    """Parse a JSON object; an empty one if it isn't valid."""
    try:
        given = json.loads(text[:_LONGEST])
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


#: Longest config or action that is read, in characters.
_LONGEST = 4096


def broadcast(phone: Phone, intent: Intent) -> tuple[Phone, str] | None:
    """The answer to the host. There is none while another app is in front, since the receiver is then paused."""
    wanted = intent.action in (GET_UTTERANCE, GET_REWARD, GET_OBSERVATION, ACT)
    if not wanted or phone.home or phone.top.package != PACKAGE:
        return None
    if intent.action == ACT:
        action = _read(str(intent.extra("action", "")))
        try:
            return phone.handled(PACKAGE, handlers.act, (action,)), "result=0"
        except (KeyError, TypeError, ValueError):
            return phone, 'result=1, data="The action lacks a value that its type needs."'
    phone = phone.handled(PACKAGE, handlers.look if intent.action == GET_OBSERVATION else handlers.told, ())
    state: MiniWob = phone.apps[PACKAGE]
    if intent.action == GET_OBSERVATION:
        said = state.seen[1] if state.seen is not None else ""
    else:
        said = state.utterance if intent.action == GET_UTTERANCE else state.reward
    return phone, f'result=-1, data="{said}"'


APP = App(
    name="miniwob",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("touch_app", 0xFF3F51B5),
    state=MiniWob,
    layers=handlers.layers,
    uid=10190,
    back=handlers.back,
    closed=handlers.closed,
    received=received,
    broadcast=broadcast,
    page_text=handlers.page_text,
    requires=pages.names,
)
