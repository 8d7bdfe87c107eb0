"""The phone's sensors, and the physical model that they measure: how it is held, and what is around it.

A value that was set is kept as a system property, so that a snapshot brings it back. The other values follow from how
the phone is held.
"""

from __future__ import annotations

import math

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, settings

Values = tuple[float, ...]

_STILL = (0.0, 0.0, 0.0)
_FIELD = (0.0, 5.9, -48.4)
#: Sensors by name with what they measure of a phone at rest, in the order in which the emulator numbers them.
#: Units are Android's: m/s², rad/s, μT, degrees, °C, cm, lux, hPa, percent.
SENSORS: dict[str, Values] = {
    "acceleration": _STILL, "gyroscope": _STILL, "magnetic-field": _FIELD, "orientation": _STILL,
    "temperature": (0.0,), "proximity": (1.0,), "light": (0.0,), "pressure": (0.0,), "humidity": (0.0,),
    "magnetic-field-uncalibrated": _FIELD, "gyroscope-uncalibrated": _STILL,
}  # fmt: skip
#: Parameters of the physical model, likewise: m, degrees, the units of sensors, m/s.
PHYSICAL: dict[str, Values] = {
    "position": _STILL, "rotation": _STILL, "magnetic-field": _FIELD, "temperature": (0.0,), "proximity": (1.0,),
    "light": (0.0,), "pressure": (0.0,), "humidity": (0.0,), "velocity": _STILL, "ambient-motion": (0.0,),
}  # fmt: skip
#: What sensors measure of the model itself.
_SHARED = frozenset(SENSORS) & frozenset(PHYSICAL)

_GRAVITY = 9.81
#: How an emulator's phone is held at the start: leaning back a little, in degrees.
_LEAN = -4.75
#: A phone that lies flatter than this (m/s² of gravity along its screen) does not turn its screen.
_FLAT = 3.0
_LARGEST = 1e9


def sensor(phone: Phone, name: str) -> Values:
    """What a sensor of `SENSORS` measures."""
    if name in _SHARED:
        return physical(phone, name)
    set_to = _kept(phone, "sensor", name)
    if set_to is None and name == "acceleration":
        return _gravity(physical(phone, "rotation"))
    return SENSORS[name] if set_to is None else set_to


def physical(phone: Phone, name: str) -> Values:
    """A parameter of `PHYSICAL`."""
    set_to = _kept(phone, "physical", name)
    if set_to is None and name == "rotation":
        quarters = display.of(phone).sensed
        return _LEAN, 0.0, 90.0 * (quarters - 4 if quarters > 2 else quarters)
    return PHYSICAL[name] if set_to is None else set_to


def set_sensor(phone: Phone, name: str, values: Values) -> Phone:
    """The phone whose sensor measures that from now on. Its screen turns with the acceleration, where it may.

    Raises:
        ValueError: these are not as many numbers as the sensor has, or no finite ones.
    """
    _check(name, values, SENSORS[name])
    if name in _SHARED:
        return _keep(phone, "physical", name, values)
    phone = _keep(phone, "sensor", name, values)
    return _turned(phone, values) if name == "acceleration" else phone


def set_physical(phone: Phone, name: str, values: Values) -> Phone:
    """The phone with that parameter of its physical model. Its screen turns with its rotation, where it may.

    Raises:
        ValueError: these are not as many numbers as the parameter has, or no finite ones.
    """
    _check(name, values, PHYSICAL[name])
    phone = _keep(phone, "physical", name, values)
    if name != "rotation":
        return phone
    return _turned(_keep(phone, "sensor", "acceleration", None), _gravity(values))


def turn_clockwise(phone: Phone) -> Phone:
    """The phone held upright, a quarter of a turn further clockwise."""
    for kind, name in (("physical", "rotation"), ("sensor", "acceleration")):
        phone = _keep(phone, kind, name, None)
    return display.sense(phone, display.of(phone).sensed - 1)


def _gravity(rotation: Values) -> Values:
    """The acceleration in m/s² of a phone at rest, rotated about x, y and z by degrees, in this order."""
    x, y, z = (math.radians(angle % 360) for angle in rotation)
    return tuple(
        round(_GRAVITY * part, 5) + 0.0
        for part in (
            math.cos(x) * math.sin(z) + math.sin(x) * math.sin(y) * math.cos(z),
            math.cos(x) * math.cos(z) - math.sin(x) * math.sin(y) * math.sin(z),
            -math.sin(x) * math.cos(y),
        )
    )


def _turned(phone: Phone, acceleration: Values) -> Phone:
    x, y, _ = acceleration
    if math.hypot(x, y) < _FLAT:
        return phone
    return display.sense(phone, round(math.atan2(x, y) / (math.pi / 2)) % 4)


def _property(kind: str, name: str) -> str:
    return f"debug.bmoca.{kind}.{name}"


def _kept(phone: Phone, kind: str, name: str) -> Values | None:
    text = phone.properties.get(_property(kind, name), "")
    known = (SENSORS if kind == "sensor" else PHYSICAL)[name]
    try:
        values = tuple(map(float, text.split(":")))
        _check(name, values, known)
    except ValueError:  # none was set, or `setprop` wrote what is no value
        return None
    return values


def _keep(phone: Phone, kind: str, name: str, values: Values | None) -> Phone:
    key = _property(kind, name)
    if values is not None:
        return settings.put_property(phone, key, ":".join(map(repr, values)))
    return settings.put_property(phone, key, "") if key in phone.properties else phone


def _check(name: str, values: Values, known: Values) -> None:
    if len(values) != len(known) or not all(abs(value) <= _LARGEST for value in values):
        raise ValueError(f"{name} takes {len(known)} finite number{'s' * (len(known) > 1)}")
