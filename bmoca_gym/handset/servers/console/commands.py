"""The console's commands: one table, with the help of each and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers import calls
from bmoca_gym.handset.servers.console import nmea, pdu
from bmoca_gym.handset.servers.errors import WireError
from bmoca_gym.handset.servers.grpc.touch import Fingers, MouseTouch
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.android import touchscreen
from bmoca_gym.handset.state import Battery, Phone
from bmoca_gym.handset.system import battery as batteries
from bmoca_gym.handset.system import clock, radios, sensors, telephony
from bmoca_gym.handset.value import replace

_ENDS = ("tcp", "udp")
#: Names of the battery's states, as numbers of android.os.BatteryManager.
_STATUS = {"unknown": 1, "charging": 2, "discharging": 3, "not-charging": 4, "full": 5}
_HEALTH = {"unknown": 1, "good": 2, "overheat": 3, "dead": 4, "overvoltage": 5, "failure": 6}
#: Speeds (kilobits up and down) and delays (ms, least and most) that have a name; they are told and slow nothing.
_SPEEDS = {"gsm": (14.4, 14.4), "hscsd": (14.4, 43.2), "gprs": (28.8, 57.6), "edge": (473.6, 473.6),
           "umts": (384.0, 384.0), "hsdpa": (5760.0, 13980.0), "lte": (58000.0, 173000.0),
           "evdo": (75000.0, 280000.0), "full": (0.0, 0.0)}  # fmt: skip
_DELAYS = {"gprs": (150, 550), "edge": (80, 400), "umts": (35, 200), "none": (0, 0)}
_NETWORKS = ("unregistered", "home", "roaming", "searching", "denied", "off", "on")


class Refusal(WireError, ValueError):
    """A refusal, with the text that stands behind KO."""


@dataclass(slots=True)
class Emulator:
    """What the commands work on.

    Attributes:
        name: of the AVD.
        folder: of the AVD, "" where there is none.
        discovery: the file that tells other programs of the emulator, "" where there is none.
        told: what the console was told of the network, which changes nothing else.
    """

    served: ServedPhone
    name: str
    folder: str = ""
    discovery: str = ""
    told: dict[str, str] = field(
        default_factory=lambda: {"speed": "full", "delay": "none", "voice": "home", "data": "home"}
    )
    mouse: Fingers | None = None


Run = Callable[[Emulator, str], str]


class Command(NamedTuple):
    """A command. ``usage``: its arguments; ``run``: given what follows its name, gives the lines before OK."""

    usage: str
    help: str
    run: Run


def answer(emulator: Emulator, name: str, rest: str) -> str:
    """What a command answers, its OK included.

    Raises:
        Refusal: it can't be done.
    """
    verbs = COMMANDS.get(name)
    if verbs is None:
        raise Refusal("unknown command, try 'help'")
    if "" in verbs:
        return verbs[""].run(emulator, rest) + "OK"
    verb, _, arguments = rest.partition(" ")
    if verb not in verbs:
        raise Refusal(f"missing or unknown sub-command, try 'help {name}'")
    return verbs[verb].run(emulator, arguments.strip()) + "OK"


def help_of(name: str = "") -> str:
    """The help of one command, or of all.

    Raises:
        Refusal: there is no such command.
    """
    own = next((known for known in OWN if name in known.split("|")), name)
    if name and own not in OWN and name not in COMMANDS:
        raise Refusal(f"unknown command '{name[:40]}', try 'help'")
    lines = [] if name else ["Android console commands:", ""]
    for known in (own,) if name else (*OWN, *COMMANDS):
        if known in OWN:
            lines.append(f"    {known:<34} {OWN[known]}")
        for verb, command in COMMANDS.get(known, {}).items():
            words = " ".join(word for word in (known, verb, command.usage) if word)
            lines.append(f"    {words:<34} {command.help}")
    return "\n".join(lines) + "\n"


def _number(text: str, least: float, most: float, usage: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise Refusal(f"'{text[:40]}' is not a number from {least:g} to {most:g}, try '{usage}'")
    return value


def _chosen(text: str, known: Mapping[str, object] | tuple[str, ...], usage: str) -> str:
    if text not in known:
        raise Refusal(f"missing or unknown argument, try '{usage} {'|'.join(known)}'")
    return text


def _refuse(reason: str) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        raise Refusal(reason)

    return run


def _done(change: Callable[[Phone], Phone]) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        emulator.served.apply(change)
        return ""

    return run


# The virtual device


def _status(emulator: Emulator, rest: str) -> str:
    return f"virtual device is {'stopped' if emulator.served.paused else 'running'}\n"


def _stop(emulator: Emulator, rest: str) -> str:
    if emulator.served.paused:
        raise Refusal("virtual device already stopped")
    emulator.served.pause()
    return ""


def _start(emulator: Emulator, rest: str) -> str:
    if not emulator.served.paused:
        raise Refusal("virtual device already running")
    emulator.served.resume()
    return ""


def _heartbeat(emulator: Emulator, rest: str) -> str:
    return f"heartbeat: {emulator.served.phone.clock.uptime // 1000}\n"


def _place(below: str) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        if not emulator.folder:
            raise Refusal("this phone has no AVD folder; start it with -avd NAME")
        return f"{emulator.folder}{below}{f'/{rest}' if rest and below else ''}\n"

    return run


def _discovery(emulator: Emulator, rest: str) -> str:
    if not emulator.discovery:
        raise Refusal("there is no discovery file: its folder can't be written to")
    return f"{emulator.discovery}\n"


def _snapshot(emulator: Emulator, rest: str) -> str:
    verb, _, name = rest.partition(" ")
    served = emulator.served
    if verb == "list" and not name:
        return _snapshots(served)
    actions = {
        "save": served.save_snapshot,
        "load": served.load_snapshot,
        "del": served.delete_snapshot,
        "delete": served.delete_snapshot,
    }
    if verb not in actions or not name.strip():
        raise Refusal("argument missing, try 'avd snapshot list|save NAME|load NAME|del NAME'")
    actions[verb](name.strip())
    return ""


def _snapshots(served: ServedPhone) -> str:
    kept = served.snapshots()
    if not kept:
        return "There is no snapshot available.\n"
    lines = [
        "List of snapshots present on all disks:",
        f"{'ID':<10}{'TAG':<20}{'VM SIZE':>7}{'DATE':>20}{'VM CLOCK':>15}",
    ]
    for name, phone in kept.items():
        when = clock.local_time(phone)
        seconds, ms = divmod(phone.clock.uptime, 1000)
        uptime = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{ms:03d}"
        lines.append(f"{'--':<10}{name:<20}{'0 B':>7} {when:%Y-%m-%d %H:%M:%S}{uptime:>15}")
    return "\n".join(lines) + "\n"


def _restarted(phone: Phone) -> Phone:
    return session.run(phone, "setprop ctl.restart zygote")[0]


# Input


def _event_types(emulator: Emulator, rest: str) -> str:
    told = [
        f"    {name:<10} ({len(touchscreen.codes_of(number))} code aliases)"
        for number, name in touchscreen.KINDS.items()
    ]
    return "event <type> can be an integer or one of the following aliases:\n" + "\n".join(told) + "\n"


def _event_codes(emulator: Emulator, rest: str) -> str:
    kinds = {name: number for number, name in touchscreen.KINDS.items()}
    kind = kinds[_chosen(rest, kinds, "event codes")]
    told = [f"    {name}" for _, name in touchscreen.codes_of(kind)]
    return f"type {rest} code aliases:\n" + "\n".join(told) + "\n"


def _event_text(emulator: Emulator, rest: str) -> str:
    if not rest:
        raise Refusal("argument missing, try 'event text <message>'")
    emulator.served.apply(inputs.perform, TypeText(rest))
    return ""


def _event_send(emulator: Emulator, rest: str) -> str:
    phone = emulator.served.phone
    events = []
    for text in rest.split():
        event = touchscreen.written(phone, text)
        if event is None:
            raise Refusal(f"invalid event '{text}', try 'event send EV_KEY:KEY_HOME:1'")
        events.append(event)
    if not events:
        raise Refusal("argument missing, try 'event send <type>:<code>:<value> ...'")
    emulator.served.report(events)
    for event in events:
        emulator.served.apply(touchscreen.injected, event)
    return ""


def _event_mouse(emulator: Emulator, rest: str) -> str:
    usage = "event mouse <x> <y> <device> <buttonstate>"
    words = rest.split()
    if len(words) != 4:
        raise Refusal(f"argument missing, try '{usage}'")
    x, y, _, buttons = (int(_number(word, -(1 << 31), (1 << 31) - 1, usage)) for word in words)
    phone, mark = emulator.served.look()
    assert emulator.mouse is not None
    touch = MouseTouch(x, y, buttons)
    emulator.served.report(touchscreen.of_fingers(phone, emulator.mouse.held, [touch.finger]))
    for gesture in emulator.mouse.handle([touch], phone.configuration, mark.loads):
        emulator.served.apply(inputs.perform, gesture)
    return ""


def _finger_touch(emulator: Emulator, rest: str) -> str:
    _number(rest, 0, (1 << 31) - 1, "finger touch <fingerid>")
    return ""


# Place and sensors


def _fix(emulator: Emulator, rest: str) -> str:
    usage = "geo fix <longitude> <latitude> [<altitude>]"
    words = rest.split()
    if len(words) < 2:
        raise Refusal(f"argument missing, try '{usage}'")
    place = (
        _number(words[0], -180, 180, usage),
        _number(words[1], -90, 90, usage),
        _number(words[2], -1e5, 1e5, usage) if len(words) > 2 else 0.0,
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


# Telephony


def _gsm_list(emulator: Emulator, rest: str) -> str:
    lines = []
    for call in telephony.calls_of(emulator.served.phone):
        way = "inbound from" if call.incoming else "outbound to "
        state = "incoming" if call.state == "ringing" else call.state
        lines.append(f"{way} {call.number:<10} : {state}\n")
    return "".join(lines)


def _gsm_status(emulator: Emulator, rest: str) -> str:
    off = radios.airplane_mode(emulator.served.phone)
    voice, data = ("off" if off else emulator.told[kind] for kind in ("voice", "data"))
    return f"gsm voice state: {voice}\ngsm data state:  {data}\n"


def _call(verb: str) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        if len(rest.split()) != 1:
            raise Refusal(f"missing argument, try 'gsm {verb} <phonenumber>'")
        outcome = emulator.served.run(calls.done, verb, rest)
        if outcome is calls.Outcome.NO_CALL:
            states = " or ".join(calls.CALLS[verb][0])
            raise Refusal(f"no current call to/from number '{rest[:40]}' that is {states}")
        if outcome is not calls.Outcome.DONE:
            raise Refusal(outcome.value)
        return ""

    return run


def _tell(command: str, kind: str, known: Mapping[str, object] | tuple[str, ...]) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        emulator.told[kind] = _chosen(rest, known, f"{command} {kind}")
        return ""

    return run


def _signal(emulator: Emulator, rest: str) -> str:
    usage = "gsm signal <rssi> [<ber>]"
    strength, *errors = rest.split() or [""]
    if strength != "99":
        _number(strength, 0, 31, usage)
    for text in errors[:1]:
        if text != "99":
            _number(text, 0, 7, usage)
    return ""


def _profile(emulator: Emulator, rest: str) -> str:
    _number(rest, 0, 4, "gsm signal-profile <0-4>")
    return ""


def _one_of(usage: str, *known: str) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        _chosen(rest, known, usage)
        return ""

    return run


def _sms_send(emulator: Emulator, rest: str) -> str:
    number, _, text = rest.partition(" ")
    if not text:
        raise Refusal("missing argument, try 'sms send <phonenumber> <text message>'")
    if not calls.NUMBER.fullmatch(number.replace("-", "")):
        raise Refusal("bad phone number format, must be [+](0-9)*")
    emulator.served.apply(messages.receive, number, text)
    return ""


def _sms_pdu(emulator: Emulator, rest: str) -> str:
    try:
        number, text = pdu.read(rest)
    except ValueError as error:
        raise Refusal(f"badly formatted <hexstring>: {error}, try 'sms pdu <hexstring>'") from None
    emulator.served.apply(messages.receive, number, text)
    return ""


def _network_status(emulator: Emulator, rest: str) -> str:
    up, down = _SPEEDS[emulator.told["speed"]]
    shortest, longest = _DELAYS[emulator.told["delay"]]
    return (
        f"Current network status:\n  download speed: {down * 1000:10.0f} bits/s ({down / 8:.1f} KB/s)\n"
        f"  upload speed:   {up * 1000:10.0f} bits/s ({up / 8:.1f} KB/s)\n"
        f"  minimum latency:  {shortest} ms\n  maximum latency:  {longest} ms\n"
    )


def _redirect(emulator: Emulator, rest: str) -> str:
    protocol, _, _ = rest.partition(":")
    if protocol not in _ENDS:
        raise Refusal("bad redirection format, try 'redir add (tcp|udp):hostport:guestport'")
    raise Refusal("can't set up the redirection: this phone has no network of its own, use 'adb forward'")


def _redirection_ended(emulator: Emulator, rest: str) -> str:
    raise Refusal(f"can't remove unknown redirection ({rest[:40]})")


# Power


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
        _chosen(rest, known, f"power {name}")
        emulator.served.apply(lambda phone: batteries.put(phone, fields(phone.battery, rest)))
        return ""

    return run


def _capacity(emulator: Emulator, rest: str) -> str:
    level = int(_number(rest, 0, 100, "power capacity <percentage>"))
    emulator.served.apply(lambda phone: batteries.put(phone, phone.battery._replace(level=level)))
    return ""


_ON, _TRUE = {"on": True, "off": False}, {"true": True, "false": False}


def _phone_number(emulator: Emulator, rest: str) -> str:
    if not calls.NUMBER.fullmatch(rest):
        raise Refusal("bad phone number format, must be [+](0-9)*, try 'phonenumber <number>'")
    return ""


_HINGE = _refuse("this AVD has no hinge: it can't be folded")
_SHARED_FILES = _refuse("files of this machine are neither read nor written; use 'adb exec-out screencap -p' or "
                        "'adb shell screenrecord'")  # fmt: skip
_DISPLAYS = _refuse("multi-display is not supported: this AVD has one display")
_PHYSICS = _refuse("physics are neither recorded nor played back; use 'sensor set'")

#: Commands that the connection itself answers.
OWN = {
    "help|h|?": "print a list of commands; help COMMAND: of one",
    "ping": "check if the emulator is alive",
    "auth": "user authentication for the emulator console",
    "kill": "terminate the emulator",
    "quit|exit": "quit control session",
}

#: All others by name and sub-command, "" where they have none.
COMMANDS: dict[str, dict[str, Command]] = {
    "avd": {
        "name": Command("", "query virtual device name", lambda emulator, rest: f"{emulator.name}\n"),
        "id": Command("", "query virtual device id", lambda emulator, rest: f"{emulator.name}\n"),
        "path": Command("", "query the AVD's folder", _place("")),
        "discoverypath": Command("", "query the file that tells other programs of the emulator", _discovery),
        "snapshotspath": Command("", "query the folder of snapshots", _place("/snapshots")),
        "snapshotpath": Command("NAME", "query the folder of a snapshot", _place("/snapshots")),
        "heartbeat": Command("", "query how many seconds the phone has been up", _heartbeat),
        "status": Command("", "query virtual device status", _status),
        "start": Command("", "let the virtual device's time go on", _start),
        "stop": Command("", "let the virtual device's time stand still", _stop),
        "snapshot": Command("list | save NAME | load NAME | del NAME", "snapshots", _snapshot),
    },
    "cdma": {
        "ssource": Command("nv|ruim", "accepted, changes nothing", _one_of("cdma ssource", "nv", "ruim")),
        "prl_version": Command("VERSION", "accepted, changes nothing", lambda emulator, rest: ""),
    },
    "event": {
        "send": Command("TYPE:CODE:VALUE ...", "events of the screen and of keys", _event_send),
        "types": Command("", "list event types", _event_types),
        "codes": Command("TYPE", "list event codes of a type", _event_codes),
        "text": Command("MESSAGE", "type a text", _event_text),
        "mouse": Command("X Y DEVICE BUTTONS", "touch the screen while a button is down", _event_mouse),
    },
    "finger": {
        "touch": Command("ID", "a finger on the sensor, which nothing asks for here", _finger_touch),
        "remove": Command("", "take it away", lambda emulator, rest: ""),
    },
    "fold": {"": Command("", "refused: no hinge", _HINGE)},
    "geo": {
        "fix": Command("LONGITUDE LATITUDE [ALTITUDE]", "send a fix", _fix),
        "nmea": Command("SENTENCE", "send a fix as $GPGGA or $GPRMC; other sentences change nothing", _nmea),
        "gnss": Command("SENTENCE", "accepted, changes nothing", _gnss),
    },
    "gsm": {
        "list": Command("", "list current calls", _gsm_list),
        "call": Command("NUMBER", "a call comes in", _call("call")),
        "accept": Command("NUMBER", "the other end takes a call, or it is no longer held", _call("accept")),
        "busy": Command("NUMBER", "the other end is busy", _call("busy")),
        "cancel": Command("NUMBER", "the other end hangs up", _call("cancel")),
        "hold": Command("NUMBER", "put a call on hold", _call("hold")),
        "status": Command("", "query the network", _gsm_status),
        "data": Command("STATE", "what 'gsm status' tells of data", _tell("gsm", "data", _NETWORKS)),
        "voice": Command("STATE", "what 'gsm status' tells of voice", _tell("gsm", "voice", _NETWORKS)),
        "signal": Command("RSSI [BER]", "accepted, changes nothing", _signal),
        "signal-profile": Command("0-4", "accepted, changes nothing", _profile),
        "meter": Command("on|off", "accepted, changes nothing", _one_of("gsm meter", "on", "off")),
    },
    "multidisplay": {
        "add": Command("...", "refused: one display", _DISPLAYS),
        "del": Command("...", "refused: one display", _DISPLAYS),
    },
    "network": {
        "status": Command("", "query speed and delay", _network_status),
        "speed": Command("NAME", "what 'network status' tells", _tell("network", "speed", _SPEEDS)),
        "delay": Command("NAME", "what 'network status' tells", _tell("network", "delay", _DELAYS)),
        "capture": Command(
            "start FILE | stop", "refused: no packets", _refuse("this phone has no network packets to capture")
        ),
    },
    "phonenumber": {"": Command("NUMBER", "accepted, changes nothing", _phone_number)},
    "physics": {verb: Command("...", "refused", _PHYSICS) for verb in ("record", "record-gt", "play", "stop")},
    "posture": {"": Command("0-5", "refused: no hinge", _HINGE)},
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
    "redir": {
        "list": Command("", "list redirections: none", lambda emulator, rest: "no active redirections\n"),
        "add": Command("PROTOCOL:HOST:GUEST", "refused: use 'adb forward'", _redirect),
        "del": Command("PROTOCOL:HOST", "refused: there is none", _redirection_ended),
    },
    "resize-display": {
        "": Command("0-3", "refused", _refuse("this AVD is not resizable; use 'adb shell wm size'"))
    },
    "restart": {"": Command("", "restart the phone", _done(_restarted))},
    "rotate": {"": Command("", "hold the phone a quarter of a turn further, clockwise", _done(sensors.turn_clockwise))},
    "screenrecord": {verb: Command("...", "refused", _SHARED_FILES) for verb in ("start", "stop", "screenshot")},
    "sensor": {
        "status": Command("", "list sensors", _sensor_status),
        "get": Command("NAME", "query a sensor", _sensor_get),
        "set": Command("NAME X[:Y:Z]", "set a sensor; the screen turns with acceleration", _sensor_set),
    },
    "sms": {
        "send": Command("NUMBER TEXT", "simulate an inbound text message", _sms_send),
        "pdu": Command("HEXSTRING", "simulate an inbound SMS PDU", _sms_pdu),
    },
    "unfold": {"": Command("", "refused: no hinge", _HINGE)},
    "virtualscene-image": {
        "": Command("...", "refused", _refuse("the camera shows no virtual scene: it takes no images"))
    },
}  # fmt: skip
