"""Battery, position, sensors, log and calls of a phone, as fields of the emulator's gRPC messages."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.servers import calls
from bmoca_gym.handset.shell.android import logcat
from bmoca_gym.handset.state import LEVELS, Battery, LogLine, Phone
from bmoca_gym.handset.system import battery as batteries
from bmoca_gym.handset.system import sensors
from bmoca_gym.handset.value import replace

Fields = dict[str, Any]

#: Values of ``BatteryState.charger`` and of ``health``, which android.os.BatteryManager numbers otherwise.
NO_CHARGER, AC, USB, WIRELESS = 0, 1, 2, 3
_HEALTH = {0: 2, 1: 6, 2: 4, 3: 5, 4: 3}
_LARGEST_STATUS = 4

#: Values of ``SensorValue.status`` and ``PhysicalModelValue.status``.
VALUE_OK, DISABLED, UNKNOWN = 0, -2, -1
#: The first and the last physical parameter that phones without a hinge do not have.
HINGE_ANGLE0, ROLLABLE2 = 10, 15
_SENSORS, _PHYSICAL = tuple(sensors.SENSORS), tuple(sensors.PHYSICAL)

#: Values of ``LogMessage.sort``.
TEXT, PARSED = 0, 1
#: Letters of the log that one answer holds, as the emulator's.
LOG_LETTERS = 128 << 10
_VERBOSE = 2

#: Values of ``PhoneCall.operation`` with the verbs of `calls`, and values of ``PhoneResponse.response``.
OPERATIONS = {0: "call", 1: "accept", 2: "cancel", 3: "busy", 4: "cancel", 5: "hold", 6: "accept"}
OK, BAD_OPERATION, BAD_NUMBER, INVALID_ACTION, RADIO_OFF = 0, 1, 2, 3, 5
_RESPONSES = {
    calls.Outcome.DONE: OK,
    calls.Outcome.BAD_NUMBER: BAD_NUMBER,
    calls.Outcome.NO_CALL: INVALID_ACTION,
    calls.Outcome.RADIO_OFF: RADIO_OFF,
}


def battery(phone: Phone) -> Fields:
    """A ``BatteryState``."""
    now = phone.battery
    charger = AC if now.ac else USB if now.usb else WIRELESS if now.wireless else NO_CHARGER
    health = {theirs: ours for ours, theirs in _HEALTH.items()}.get(now.health, 0)
    return {
        "hasBattery": True,
        "isPresent": now.present,
        "charger": charger,
        "chargeLevel": now.level,
        "health": health,
        "status": now.status - 1,
    }


def with_battery(phone: Phone, asked: Any) -> Phone:
    """Apply a ``BatteryState``.

    Raises:
        ValueError: a level over 100 %, or a value that its enumeration does not have.
    """
    if not 0 <= asked.chargeLevel <= 100:
        raise ValueError(f"chargeLevel {asked.chargeLevel}: it must be 0 to 100")
    if (
        asked.health not in _HEALTH
        or not 0 <= asked.status <= _LARGEST_STATUS
        or not 0 <= asked.charger <= WIRELESS
    ):
        raise ValueError(
            f"health {asked.health}, status {asked.status}, charger {asked.charger}: unknown value"
        )
    made: Battery = phone.battery._replace(
        ac=asked.charger == AC, usb=asked.charger == USB, wireless=asked.charger == WIRELESS,
        status=asked.status + 1, health=_HEALTH[asked.health], present=asked.isPresent, level=asked.chargeLevel,
    )  # fmt: skip
    return batteries.put(phone, made)


def position(phone: Phone) -> Fields:
    """A ``GpsState``. Speed, bearing and satellites are unknown."""
    longitude, latitude, altitude = phone.location or (0.0, 0.0, 0.0)
    return {"longitude": longitude, "latitude": latitude, "altitude": altitude}


def with_position(phone: Phone, asked: Any) -> Phone:
    """Move the phone to the position of a ``GpsState``.

    Raises:
        ValueError: there is no such place.
    """
    if not (abs(asked.longitude) <= 180 and abs(asked.latitude) <= 90 and abs(asked.altitude) <= 1e5):
        raise ValueError("latitude must be -90 to 90, longitude -180 to 180 degrees, altitude within 100 km")
    return replace(phone, location=(asked.longitude, asked.latitude, asked.altitude))


def sensor(phone: Phone, target: int) -> Fields:
    """A ``SensorValue``."""
    if not 0 <= target < len(_SENSORS):
        return {"target": target, "status": UNKNOWN}
    return {"target": target, "value": {"data": sensors.sensor(phone, _SENSORS[target])}}


def with_sensor(phone: Phone, asked: Any) -> Phone:
    """Set a sensor to a ``SensorValue``.

    Raises:
        ValueError: there is no such sensor, or the numbers don't fit it.
    """
    if not 0 <= asked.target < len(_SENSORS):
        raise ValueError(f"sensor {asked.target}: there are 0 to {len(_SENSORS) - 1}")
    return sensors.set_sensor(phone, _SENSORS[asked.target], tuple(asked.value.data))


def physical(phone: Phone, target: int) -> Fields:
    """A ``PhysicalModelValue``; DISABLED for hinges and rolls, which the phone does not have."""
    if HINGE_ANGLE0 <= target <= ROLLABLE2:
        return {"target": target, "status": DISABLED}
    if not 0 <= target < len(_PHYSICAL):
        return {"target": target, "status": UNKNOWN}
    return {"target": target, "value": {"data": sensors.physical(phone, _PHYSICAL[target])}}


def with_physical(phone: Phone, asked: Any) -> Phone:
    """Apply a ``PhysicalModelValue``.

    Raises:
        ValueError: the phone does not have that parameter, or the numbers don't fit it.
    """
    if not 0 <= asked.target < len(_PHYSICAL):
        raise ValueError(
            f"physical parameter {asked.target}: this phone has 0 to {len(_PHYSICAL) - 1}, and no hinge"
        )
    return sensors.set_physical(phone, _PHYSICAL[asked.target], tuple(asked.value.data))


def log(phone: Phone, start: int, sort: int) -> Fields:
    """A ``LogMessage``: the newest lines from number ``start`` on, with at most `LOG_LETTERS` letters.

    ``start`` and ``next`` count lines, where the emulator counts bytes: either is what the next request takes.
    """
    end = phone.log.end
    lines: list[LogLine] = []
    letters = 0
    for line in reversed(phone.log.since(min(max(start, 0), end))):
        letters += len(line.tag) + len(line.message) + 40
        if letters > LOG_LETTERS:
            break
        lines.append(line)
    lines.reverse()
    fields: Fields = {"start": end - len(lines), "next": end, "sort": sort}
    if sort == PARSED:
        return fields | {"entries": [_entry(line) for line in lines]}
    return fields | {"contents": logcat.text_of(phone, logcat.Request(), lines)}


def _entry(line: LogLine) -> Fields:
    return {
        "timestamp": max(0, line.time), "pid": logcat.PROCESS_ID, "tid": logcat.PROCESS_ID,
        "level": _VERBOSE + LEVELS.index(line.level), "tag": line.tag, "msg": line.message,
    }  # fmt: skip


def display(phone: Phone) -> Fields:
    """The ``DisplayConfiguration`` of the phone's only display."""
    config = phone.configuration
    return {"width": config.width, "height": config.height, "dpi": config.density}


def called(phone: Phone, operation: int, number: str) -> tuple[Phone, int]:
    """Perform a ``PhoneCall``. Returns the next phone and the number of a ``PhoneResponse``."""
    if operation not in OPERATIONS:
        return phone, BAD_OPERATION
    phone, outcome = calls.done(phone, OPERATIONS[operation], number)
    return phone, _RESPONSES[outcome]
