"""The page in the phone's app: how to query it, and how to find the package's library."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import MissingLibraryError
from bmoca_gym.handset.errors import how_to_install

#: The app's package.
PACKAGE = "com.google.androidenv.miniwob"
_APP = f"{PACKAGE}.app"
#: Asks for what `bmoca_gym.handset.apps.miniwob.handlers.observed` tells.
_ASK = f"am broadcast -a {_APP}.GET_OBSERVATION_ACTION"
#: Performs an action.
ACT = f"am broadcast -a {_APP}.ACT_ACTION --es action"


@cache
def library(name: str) -> ModuleType:
    """Return a module of the package `miniwob`. None of those used here needs Selenium.

    Raises:
        MissingLibraryError: it is not installed.
    """
    try:
        return import_module(f"miniwob.{name}")
    except ImportError as error:
        raise MissingLibraryError(f"MiniWoB++ is not installed: {how_to_install('web')}") from error


def told(device: Device) -> dict[str, Any]:
    """Return what the page reports: ``done``, ``env_reward``, ``raw_reward`` and ``reason``, and before its end also
    ``utterance``, ``fields`` and ``dom``. If the app is not in front, the page is done and has no reward.
    """
    output = device.shell(_ASK).output
    begin, end = output.find('data="'), output.rfind('"')
    try:
        found = json.loads(output[begin + len('data="') : end]) if begin >= 0 else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        return {"done": True, "env_reward": 0.0, "raw_reward": 0.0, "reason": None}
    return found
