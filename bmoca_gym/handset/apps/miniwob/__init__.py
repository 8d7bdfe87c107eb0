"""MiniWoB: shows a page of MiniWoB++ in a web view, as com.google.androidenv.miniwob of AndroidWorld.

Its host talks to it through intents and broadcasts. ``RL_TASK_APP_CONFIG`` names the page, ``reset`` starts an episode,
``step`` makes the app tell the log what the page says; broadcasts return the instruction and the reward. The page of a
config without a task is the index.

The original's pages draw their chances from no seed. Ours takes ``seed`` from the config; without one it is the empty
text.
"""

from __future__ import annotations

import json

from bmoca_gym.handset.apps.miniwob import handlers
from bmoca_gym.handset.apps.miniwob.state import PACKAGE, MiniWob
from bmoca_gym.handset.manifest import App, AppIcon, Intent
from bmoca_gym.handset.state import Phone

MAIN = f"{PACKAGE}.app.MainActivity"

CONFIG = "RL_TASK_APP_CONFIG"
GET_UTTERANCE, GET_REWARD = (f"{PACKAGE}.app.GET_{name}_ACTION" for name in ("UTTERANCE", "REWARD"))


def received(phone: Phone, intent: Intent) -> Phone:
    """The phone after the extras of an intent, which the host sends to the activity."""
    config = intent.extra(CONFIG, "")
    if config:
        phone = phone.handled(PACKAGE, handlers.load, _task(config))
    if intent.extra("reset", False):
        phone = phone.handled(PACKAGE, handlers.reset, ())
    if intent.extra("step", False):
        phone = phone.handled(PACKAGE, handlers.step, ())
    return phone


def _task(config: str) -> tuple[str, str]:
    """The page and the seed that a config names; "" for what it does not name."""
    try:
        given = json.loads(config[:_LONGEST])
    except ValueError:
        return "", ""
    texts = [given.get(name) for name in ("task", "seed")] if isinstance(given, dict) else ["", ""]
    page, seed = (text if isinstance(text, str) else "" for text in texts)
    return page, seed


#: Longest config that is read, in characters.
_LONGEST = 4096


def broadcast(phone: Phone, intent: Intent) -> tuple[Phone, str] | None:
    """The answer to the host. There is none while another app is in front, as the receiver is paused then."""
    if intent.action not in (GET_UTTERANCE, GET_REWARD) or phone.home or phone.top.package != PACKAGE:
        return None
    phone = phone.handled(PACKAGE, handlers.told, ())
    state: MiniWob = phone.apps[PACKAGE]
    said = state.utterance if intent.action == GET_UTTERANCE else state.reward
    return phone, f'result=0, data="{said}"'


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
)
