"""Console commands about the battery."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bmoca_gym.handset.servers.console.command import (
    Command,
    Emulator,
    Run,
    chosen,
    number,
)
from bmoca_gym.handset.state import Battery
from bmoca_gym.handset.system import battery as batteries

#: Names of the battery's states, as numbers of android.os.BatteryManager.
_STATUS = {"unknown": 1, "charging": 2, "discharging": 3, "not-charging": 4, "full": 5}
_HEALTH = {"unknown": 1, "good": 2, "overheat": 3, "dead": 4, "overvoltage": 5, "failure": 6}
_ON, _TRUE = {"on": True, "off": False}, {"true": True, "false": False}


def _battery(emulator: Emulator, rest: str) -> str:
    battery = emulator.served.phone.battery
    state = {number: name for name, number in _STATUS.items()}.get(battery.status, "unknown")
    well = {number: name for name, number in _HEALTH.items()}.get(battery.health, "unknown")
    return (
        f"AC: {'online' if battery.ac else 'offline'}\nstatus: {state.capitalize()}\n"
        f"health: {well.capitalize()}\npresent: {str(battery.present).lower()}\ncapacity: {battery.level}\n"
    )


def _power(name: str, known: Mapping[str, object], fields: Callable[[Battery, str], Battery]) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        chosen(rest, known, f"power {name}")
        emulator.served.apply(lambda phone: batteries.put(phone, fields(phone.battery, rest)))
        return ""

    return run


def _capacity(emulator: Emulator, rest: str) -> str:
    level = int(number(rest, 0, 100, "power capacity <percentage>"))
    emulator.served.apply(lambda phone: batteries.put(phone, phone.battery._replace(level=level)))
    return ""


COMMANDS: dict[str, dict[str, Command]] = {
    "power": {
        "display": Command("", "query the battery", _battery),
        "ac": Command(
            "on|off", "plug the charger in or out", _power("ac", _ON, lambda b, text: b._replace(ac=_ON[text]))
        ),
        "status": Command(
            "NAME", "status", _power("status", _STATUS, lambda b, text: b._replace(status=_STATUS[text]))
        ),
        "health": Command(
            "NAME", "health", _power("health", _HEALTH, lambda b, text: b._replace(health=_HEALTH[text]))
        ),
        "present": Command(
            "true|false", "present", _power("present", _TRUE, lambda b, text: b._replace(present=_TRUE[text]))
        ),
        "capacity": Command("PERCENT", "level", _capacity),
    },
}  # fmt: skip
