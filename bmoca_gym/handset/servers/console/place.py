"""Console commands about the phone's position, sensors and orientation."""

from __future__ import annotations

from bmoca_gym.handset.servers.console import nmea
from bmoca_gym.handset.servers.console.command import (
    Command,
    Emulator,
    Refusal,
    done,
    number,
    refuse,
)
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import sensors
from bmoca_gym.handset.value import replace


def _fix(emulator: Emulator, rest: str) -> str:
    usage = "geo fix <longitude> <latitude> [<altitude>]"
    words = rest.split()
    if len(words) < 2:
        raise Refusal(f"argument missing, try '{usage}'")
    place = (
        number(words[0], -180, 180, usage),
        number(words[1], -90, 90, usage),
        number(words[2], -1e5, 1e5, usage) if len(words) > 2 else 0.0,
    )
    emulator.served.apply(_placed, place)
    return ""


def _nmea(emulator: Emulator, rest: str) -> str:
    try:
        place = nmea.position(rest)
    except ValueError as error:
        raise Refusal(f"{error}, try 'geo nmea <sentence>'") from None
    if place is not None:
        emulator.served.apply(_placed, place)
    return ""


def _placed(phone: Phone, place: tuple[float, ...]) -> Phone:
    return replace(phone, location=place)


def _gnss(emulator: Emulator, rest: str) -> str:
    if not rest:
        raise Refusal("GNSS sentence missing, try 'geo gnss <sentence>'")
    return ""


def _sensor_status(emulator: Emulator, rest: str) -> str:
    return "".join(f"{name}: enabled.\n" for name in sensors.SENSORS)


def _sensor_get(emulator: Emulator, rest: str) -> str:
    name = _sensor(rest)
    values = sensors.sensor(emulator.served.phone, name)
    return f"{name} = {':'.join(f'{value:g}' for value in values)}\n"


def _sensor_set(emulator: Emulator, rest: str) -> str:
    name, _, text = rest.partition(" ")
    _sensor(name)
    try:
        values = tuple(map(float, text.split(":")))
        emulator.served.apply(sensors.set_sensor, name, values)
    except ValueError:
        raise Refusal(
            f"bad value '{text[:60]}' for {name}, try 'sensor set {name} "
            f"{':'.join('xyz'[: len(sensors.SENSORS[name])])}'"
        ) from None
    return ""


def _sensor(name: str) -> str:
    if name not in sensors.SENSORS:
        raise Refusal(f"unknown sensor name: {name[:40]}, run 'sensor status' to get available sensors.")
    return name


_PHYSICS = refuse("physics are neither recorded nor played back; use 'sensor set'")

COMMANDS: dict[str, dict[str, Command]] = {
    "geo": {
        "fix": Command("LONGITUDE LATITUDE [ALTITUDE]", "send a fix", _fix),
        "nmea": Command("SENTENCE", "send a fix as $GPGGA or $GPRMC; other sentences change nothing", _nmea),
        "gnss": Command("SENTENCE", "accepted, changes nothing", _gnss),
    },
    "physics": {verb: Command("...", "refused", _PHYSICS) for verb in ("record", "record-gt", "play", "stop")},
    "rotate": {"": Command("", "hold the phone a quarter of a turn further, clockwise", done(sensors.turn_clockwise))},
    "sensor": {
        "status": Command("", "list sensors", _sensor_status),
        "get": Command("NAME", "query a sensor", _sensor_get),
        "set": Command("NAME X[:Y:Z]", "set a sensor; the screen turns with acceleration", _sensor_set),
    },
}  # fmt: skip
