"""The phone's sensors and the physical model that they measure: how it is held, and its surroundings.

Values that were set are system properties, so a snapshot restores them. All others follow from how the phone is held.
"""

from __future__ import annotations

import math

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, settings

Values = tuple[float, ...]

_STILL = (0.0, 0.0, 0.0)
_FIELD = (0.0, 5.9, -48.4)
#: Sensors by name, with their values for a phone at rest, in the order in which the emulator numbers them.
#: Units are Android's: m/s², rad/s, μT, degrees, °C, cm, lux, hPa, percent.
SENSORS: dict[str, Values] = {
    "acceleration": _STILL, "gyroscope": _STILL, "magnetic-field": _FIELD, "orientation": _STILL,
    "temperature": (0.0,), "proximity": (1.0,), "light": (0.0,), "pressure": (0.0,), "humidity": (0.0,),
    "magnetic-field-uncalibrated": _FIELD, "gyroscope-uncalibrated": _STILL,
}  # fmt: skip
#: Parameters of the physical model in the same form: m, degrees, the units of sensors, m/s.
PHYSICAL: dict[str, Values] = {
    "position": _STILL, "rotation": _STILL, "magnetic-field": _FIELD, "temperature": (0.0,), "proximity": (1.0,),
    "light": (0.0,), "pressure": (0.0,), "humidity": (0.0,), "velocity": _STILL, "ambient-motion": (0.0,),
}  # fmt: skip
#: Sensors that measure a parameter of the model directly.
_SHARED = frozenset(SENSORS) & frozenset(PHYSICAL)

_GRAVITY = 9.81
#: The rotation of an emulator's phone at the start, in degrees: leaning back a little.
_LEAN = -4.75
#: Below this gravity along the screen, in m/s², the phone lies too flat for its screen to turn.
_FLAT = 3.0
_LARGEST = 1e9


def sensor(phone: Phone, name: str) -> Values:
    """Return the value of a sensor of `SENSORS`."""
    if name in _SHARED:
        return physical(phone, name)
    set_to = _kept(phone, "sensor", name)
    if set_to is None and name == "acceleration":
        return _gravity(physical(phone, "rotation"))
    return SENSORS[name] if set_to is None else set_to


def physical(phone: Phone, name: str) -> Values:
    """Return the value of a parameter of `PHYSICAL`."""
    set_to = _kept(phone, "physical", name)
    if set_to is None and name == "rotation":
        quarters = display.of(phone).sensed
        return _LEAN, 0.0, 90.0 * (quarters - 4 if quarters > 2 else quarters)
    return PHYSICAL[name] if set_to is None else set_to


def set_sensor(phone: Phone, name: str, values: Values) -> Phone:
    """Set the value of a sensor. The screen turns with the acceleration if it may.

    Raises:
        ValueError: the sensor has another number of values, or one is not finite.
    """
    _check(name, values, SENSORS[name])
    if name in _SHARED:
        return _keep(phone, "physical", name, values)
    phone = _keep(phone, "sensor", name, values)
    return _turned(phone, values) if name == "acceleration" else phone


def set_physical(phone: Phone, name: str, values: Values) -> Phone:
    """Set a parameter of the physical model. The screen turns with its rotation if it may.

    Raises:
        ValueError: the parameter has another number of values, or one is not finite.
    """
    _check(name, values, PHYSICAL[name])
    phone = _keep(phone, "physical", name, values)
    if name != "rotation":
        return phone
    return _turned(_keep(phone, "sensor", "acceleration", None), _gravity(values))


def turn_clockwise(phone: Phone) -> Phone:
    """Hold the phone upright, a quarter turn further clockwise."""
    for kind, name in (("physical", "rotation"), ("sensor", "acceleration")):
        phone = _keep(phone, kind, name, None)
    return display.sense(phone, display.of(phone).sensed - 1)


def _gravity(rotation: Values) -> Values:
    """Return the acceleration in m/s² of a phone at rest that was rotated about x, y and z, in degrees and in this
    order.
    """
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
    except ValueError:  # not set, or `setprop` wrote something that is not a value
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
