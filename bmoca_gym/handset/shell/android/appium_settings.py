"""Appium's settings app: how it reacts when its driver sends a broadcast or starts its service."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.handset.errors import UnknownLocaleError
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import automation_packages, radios, settings
from bmoca_gym.handset.value import replace

PACKAGE = automation_packages.APPIUM_SETTINGS
#: Its service that sets the phone's location.
LOCATION_SERVICE = f"{PACKAGE}/{PACKAGE}.LocationService"
_DONE, _NOT_DONE = "result=-1", "result=0"
_ANIMATIONS = ("animator_duration_scale", "transition_animation_scale", "window_animation_scale")
_MOST_MESSAGES = 100

Extras = Mapping[str, str]
Heard = tuple[Phone, str]


def broadcast(phone: Phone, name: str, extras: Extras) -> Heard:
    """Handle a broadcast. Returns the next phone and the result that ``am`` prints. Unknown broadcasts do nothing."""
    receiver = _RECEIVERS.get(name)
    return (phone, _NOT_DONE) if receiver is None else receiver(phone, extras)


def locate(phone: Phone, extras: Extras) -> Phone:
    """Move the phone to the position given to the location service. An invalid position changes nothing."""
    try:
        longitude, latitude = float(extras.get("longitude", "x")), float(extras.get("latitude", "x"))
        altitude = float(extras.get("altitude", "0"))
    except ValueError:
        return phone
    if not (abs(longitude) <= 180 and abs(latitude) <= 90 and abs(altitude) < 1e5):
        return phone
    return replace(phone, location=(longitude, latitude, altitude))


def _data(text: str) -> str:
    return f'{_DONE}, data="{text}"'


def _clipboard(phone: Phone, extras: Extras) -> Heard:
    return phone, _data(base64.b64encode(phone.clipboard.encode("utf-8", "replace")).decode())


def _location(phone: Phone, extras: Extras) -> Heard:
    if not phone.location:
        return phone, _NOT_DONE
    longitude, latitude, altitude = (*phone.location, 0.0)[:3]
    return phone, _data(f"{latitude:.5f} {longitude:.5f} {altitude:.5f}")


def _messages(phone: Phone, extras: Extras) -> Heard:
    wanted = extras.get("max", "")
    most = int(wanted) if wanted.isdecimal() and len(wanted) < 5 else _MOST_MESSAGES
    found = sorted(messages.store_of(phone).messages, key=lambda one: (-one.date, -one.id))
    items = [
        {"id": str(one.id), "address": one.address, "person": None, "date": str(one.date),
         "read": str(int(one.read)), "status": str(one.status), "type": str(one.type), "subject": None,
         "body": one.body, "serviceCenter": None}
        for one in found[:most]
    ]  # fmt: skip
    return phone, _data(json.dumps({"items": items, "total": len(items)}, ensure_ascii=False))


def _notifications(phone: Phone, extras: Extras) -> Heard:
    shown: list[dict[str, Any]] = []
    for number, one in enumerate(phone.notifications):
        about = {"title": one.title, "bigTitle": None, "text": one.text, "bigText": None, "tickerText": None,
                 "subText": None, "infoText": None, "template": None}  # fmt: skip
        key = f"0|{one.package}|{number}|{one.key}|{automation_packages.uid_of(one.package)}"
        shown.append(
            {"packageName": one.package, "isClearable": not one.ongoing, "isOngoing": one.ongoing, "isGroup": False,
             "id": number, "tag": one.key, "notification": about, "userHandle": 0, "groupKey": key,
             "overrideGroupKey": None, "postTime": one.at, "key": key, "isRemoved": False}
        )  # fmt: skip
    return phone, _data(json.dumps({"statusBarNotifications": shown}, ensure_ascii=False))


def _wifi(phone: Phone, on: bool) -> Phone:
    return radios.set_wifi(phone, on, PACKAGE, automation_packages.uid_of(PACKAGE))


def _bluetooth(phone: Phone, on: bool) -> Phone:
    return radios.set_bluetooth(phone, on, PACKAGE)


def _animation(phone: Phone, on: bool) -> Phone:
    for name in _ANIMATIONS:
        phone = settings.put(phone, "global", name, "1" if on else "0")
    return phone


def _switch(put: Callable[[Phone, bool], Phone]) -> Callable[[Phone, Extras], Heard]:
    """Make a receiver that handles the extra ``setstatus``: enable or disable."""

    def heard(phone: Phone, extras: Extras) -> Heard:
        status = extras.get("setstatus")
        return (
            (put(phone, status == "enable"), _DONE) if status in ("enable", "disable") else (phone, _NOT_DONE)
        )

    return heard


def _locale(phone: Phone, extras: Extras) -> Heard:
    tag = "-".join(filter(None, (extras.get(name, "") for name in ("lang", "script", "country"))))
    try:
        return settings.set_locale(phone, tag), _DONE
    except UnknownLocaleError:
        return phone, _NOT_DONE


_RECEIVERS: dict[str, Callable[[Phone, Extras], Heard]] = {
    "animation": _switch(_animation), "bluetooth": _switch(_bluetooth), "clipboard.get": _clipboard,
    "locale": _locale, "location": _location, "notifications": _notifications,
    "scan_media": lambda phone, extras: (phone, _DONE), "sms.read": _messages, "wifi": _switch(_wifi),
}  # fmt: skip
