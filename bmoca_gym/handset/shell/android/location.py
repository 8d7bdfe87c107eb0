"""The shell command ``cmd location``: the location switch, and test providers that set the position."""

from __future__ import annotations

import math

from bmoca_gym.handset.shell.android import machine
from bmoca_gym.handset.shell.call import Call, CommandError, Result, failed, printed
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.system.notifications import SHELL
from bmoca_gym.handset.value import replace

#: The first release whose location service has commands of the shell.
_API_LEVEL = 31
_PROVIDERS = ("fused", "gps", "network", "passive")
_TRUTHS = {"true": True, "false": False}
_HELP = (
    "Location service commands:\n"
    "  is-location-enabled | set-location-enabled true|false\n"
    "  providers add-test-provider PROVIDER | remove-test-provider PROVIDER\n"
    "  providers set-test-provider-enabled PROVIDER true|false\n"
    "  providers set-test-provider-location PROVIDER --location LATITUDE,LONGITUDE [--accuracy M] [--time MS]\n"
)


def manage(call: Call) -> Result:
    """``cmd location WORDS``, see its help. Test providers need the shell's app operation ``mock_location``."""
    phone, words = call.phone, call.arguments
    if phone.image.api_level < _API_LEVEL:
        return failed(phone, "No shell command implementation.\n")
    match words:
        case ["is-location-enabled"]:
            return printed(phone, f"{settings.get(phone, 'secure', 'location_mode') != '0'}".lower() + "\n")
        case ["set-location-enabled", value] if value in _TRUTHS:
            return Result(settings.put(phone, "secure", "location_mode", "3" if _TRUTHS[value] else "0"))
        case ["providers", verb, provider, *rest] if provider in _PROVIDERS:
            return _test_provider(phone, verb, provider, rest)
    return failed(phone, _HELP, 255)


def _test_provider(phone: Phone, verb: str, provider: str, rest: list[str]) -> Result:
    if machine.operation_mode(phone, SHELL, "mock_location") != "allow":
        raise CommandError(f"Error: {SHELL} is not allowed to perform MOCK_LOCATION; see appops set", 255)
    enabled = f"debug.bmoca.test_provider.{provider}"
    if verb == "add-test-provider":
        return Result(settings.put_property(phone, enabled, "false"))
    if enabled not in phone.properties:
        raise CommandError(f'Error: provider "{provider}" is not a test provider', 255)
    match verb, rest:
        case "remove-test-provider", []:
            return Result(replace(phone, properties=phone.properties.delete(enabled)))
        case "set-test-provider-enabled", [value] if value in _TRUTHS:
            return Result(settings.put_property(phone, enabled, value))
        case "set-test-provider-location", options if len(options) % 2 == 0:
            given = dict(zip(options[::2], options[1::2], strict=True))
            if "--location" in given and given.keys() <= {"--location", "--accuracy", "--time"}:
                latitude, longitude = _position(given["--location"])
                on = phone.properties[enabled] == "true"
                return Result(replace(phone, location=(longitude, latitude, 0.0)) if on else phone)
    return failed(phone, _HELP, 255)


def _position(text: str) -> tuple[float, float]:
    try:
        latitude, longitude = map(float, text.split(","))
    except ValueError:
        latitude = longitude = math.nan
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        raise CommandError(f"Error: {text[:60]!r} is no LATITUDE,LONGITUDE in degrees", 255)
    return latitude, longitude
