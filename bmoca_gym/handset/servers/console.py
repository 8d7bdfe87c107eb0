"""The emulator's console: lines of text over a loopback port, for ``telnet`` and ``adb emu``."""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Callable

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers.errors import SnapshotNameError, WireError
from bmoca_gym.handset.servers.listening import Listener
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell.android import touchscreen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import battery as batteries
from bmoca_gym.handset.system import clock, display, radios, telephony
from bmoca_gym.handset.value import replace

_LONGEST_LINE = 8192
_MOST_CONNECTIONS = 32
_MOST_WRONG_TOKENS = 3
#: Browsers can send lines to any port; the first one is always a request's.
_HTTP = re.compile(rb"[A-Z]+ \S* ?HTTP/[0-9]")
_NUMBER = re.compile(r"\+?[0-9*#-]{1,20}")

#: Commands of the emulator's console whose subject this phone does not have.
_NOT_HERE = frozenset(
    (
        "cdma",
        "fold",
        "physics",
        "redir",
        "screenrecord",
        "sensor",
        "unfold",
        "virtualscene",
        "vm",
    )
)
#: Names of the battery's states, as numbers of android.os.BatteryManager.
_STATUS = {"unknown": 1, "charging": 2, "discharging": 3, "not-charging": 4, "full": 5}
_HEALTH = {"unknown": 1, "good": 2, "overheat": 3, "dead": 4, "overvoltage": 5, "failure": 6}
#: Speeds (kilobits up and down) and delays (ms, least and most) that have a name; they are told and slow nothing.
_SPEEDS = {"gsm": (14.4, 14.4), "hscsd": (14.4, 43.2), "gprs": (28.8, 57.6), "edge": (473.6, 473.6),
           "umts": (384.0, 384.0), "hsdpa": (5760.0, 13980.0), "lte": (58000.0, 173000.0),
           "evdo": (75000.0, 280000.0), "full": (0.0, 0.0)}  # fmt: skip
_DELAYS = {"gprs": (150, 550), "edge": (80, 400), "umts": (35, 200), "none": (0, 0)}


def _accepted(phone: Phone, number: str) -> Phone:
    """The phone whose call goes on: it was taken, or is no longer held."""
    held = any(call.number == number and call.state == "held" for call in telephony.calls_of(phone))
    return telephony.hold(phone, False) if held else telephony.answer(phone)


def _held(phone: Phone, number: str) -> Phone:
    return telephony.hold(phone, True)


#: What ``gsm`` makes of a call, by verb: the states that it may be in, and what becomes of the phone.
_CALLS: dict[str, tuple[tuple[str, ...], Callable[[Phone, str], Phone]]] = {
    "accept": (("ringing", "dialing", "held"), _accepted),
    "busy": (("dialing",), telephony.hung_up),
    "cancel": (("ringing", "dialing", "active", "held"), telephony.hung_up),
    "hold": (("active",), _held),
}

_HELP = """Android console commands:

    help|h|?         print a list of commands
    ping             check if the emulator is alive
    auth             user authentication for the emulator console
    avd name         query virtual device name
    avd status       query virtual device status
    avd snapshot     list | save NAME | load NAME | del NAME
    event            send TYPE:CODE:VALUE ...: events of the screen and of keys | text MESSAGE | types | codes TYPE
    finger           touch ID | remove: a finger on the sensor, which nothing asks for here
    geo fix          LONGITUDE LATITUDE [ALTITUDE]: send a fix
    gsm              list | status: calls, and the network; call NUMBER: a call comes in; accept | busy | cancel |
                     hold NUMBER: what the other end does with one
    network          status | speed NAME | delay NAME: what is told of the network
    power            display | ac on|off | capacity PERCENT | status NAME | health NAME | present true|false
    rotate           hold the phone a quarter of a turn further, clockwise
    sms send         NUMBER TEXT: simulate an inbound text message
    kill             terminate the emulator
    quit|exit        quit control session
"""


class _Refusal(WireError, ValueError):
    """A refusal, with the text that stands behind KO."""


class Console:
    """Serves the console of a phone.

    ``stop``: called by ``kill``. ``token``: what ``auth`` must be given first, or "" where nobody is asked.
    """

    def __init__(
        self,
        served: ServedPhone,
        name: str,
        stop: Callable[[], object],
        token: str = "",
        token_file: str = "",
    ) -> None:
        self.port = 0
        self._served = served
        self._name = name
        self._stop = stop
        self._token = token
        self._token_file = token_file
        self._told = {"speed": "full", "delay": "none"}
        self._listener = Listener(self._talk, _MOST_CONNECTIONS, _LONGEST_LINE)

    async def start(self, port: int = 0) -> int:
        """Listen on a port of the loopback interface, 0 for any free one; returns the port.

        Raises:
            PortTakenError: another program listens there.
        """
        self.port = await self._listener.start(port)
        return self.port

    async def close(self) -> None:
        """Close the port and all connections."""
        await self._listener.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        known = not self._token
        wrong = 0
        await _say(writer, self._greeting())
        while wrong < _MOST_WRONG_TOKENS:
            try:
                line = await reader.readline()
            except ValueError:
                return  # a line without end
            if not line.endswith(b"\n") or _HTTP.match(line):
                return
            self._listener.active()
            words = line.decode("utf-8", "replace").strip().split(None, 1)
            name, rest = (*words, "", "")[:2]
            if name in ("quit", "exit"):
                return
            if name == "auth" and not known:
                known = hmac.compare_digest(rest.encode(), self._token.encode())
                wrong += not known
                await _say(
                    writer,
                    "Android Console: type 'help' for a list of commands\nOK"
                    if known
                    else f"KO: authentication token does not match {self._token_file}",
                )
            elif name == "kill" and known:
                await _say(writer, "OK: killing emulator, bye bye")
                self._stop()
                return
            elif name:
                await _say(writer, self._answer(name, rest, known))

    def _greeting(self) -> str:
        if not self._token:
            return "Android Console: type 'help' for a list of commands\nOK"
        return (
            "Android Console: Authentication required\n"
            "Android Console: type 'auth <auth_token>' to authenticate\n"
            f"Android Console: you can find your <auth_token> in\n'{self._token_file}'\nOK"
        )

    def _answer(self, name: str, rest: str, known: bool) -> str:
        if name in ("help", "h", "?"):
            return _HELP + "OK"
        if name == "ping":
            return "I am alive!\nOK"
        if not known:
            return "KO: unknown command, try 'help'"
        try:
            return self._known(name, rest)
        except (SnapshotNameError, _Refusal) as error:
            return f"KO: {error}"

    def _known(self, name: str, rest: str) -> str:
        if name == "auth":
            return "OK"
        if name == "avd":
            return self._avd(rest)
        if name == "sms":
            return self._sms(rest)
        if name == "event":
            return self._event(rest)
        if name == "rotate":
            self._served.apply(_rotated)
            return "OK"
        known = {
            "finger": self._finger,
            "geo": self._geo,
            "gsm": self._gsm,
            "network": self._network,
            "power": self._power,
        }
        if name in known:
            return known[name](*(rest.split() or [""]))
        if name in _NOT_HERE:
            raise _Refusal(f"'{name}' is not supported: this phone has nothing to do it with")
        raise _Refusal("unknown command, try 'help'")

    def _avd(self, rest: str) -> str:
        verb, *arguments = rest.split(None, 2) or [""]
        if verb == "name" and not arguments:
            return f"{self._name}\nOK"
        if verb == "status" and not arguments:
            return "virtual device is running\nOK"
        if verb != "snapshot" or not arguments:
            raise _Refusal("missing or unknown sub-command, try 'help'")
        if arguments == ["list"]:
            return self._snapshots() + "OK"
        actions = {
            "save": self._served.save_snapshot,
            "load": self._served.load_snapshot,
            "del": self._served.delete_snapshot,
            "delete": self._served.delete_snapshot,
        }
        if arguments[0] not in actions or len(arguments) < 2:
            raise _Refusal("argument missing, try 'avd snapshot list|save NAME|load NAME|del NAME'")
        actions[arguments[0]](arguments[1].strip())
        return "OK"

    def _snapshots(self) -> str:
        kept = self._served.snapshots()
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

    def _event(self, rest: str) -> str:
        verb, *words = rest.split(None, 1) or [""]
        kinds = {name: number for number, name in touchscreen.KINDS.items()}
        if verb == "types" and not words:
            told = [
                f"    {name:<10} ({len(touchscreen.codes_of(kinds[name]))} code aliases)" for name in kinds
            ]
            return (
                "event <type> can be an integer or one of the following aliases:\n" + "\n".join(told) + "\nOK"
            )
        if verb == "codes" and words and words[0] in kinds:
            told = [f"    {name}" for _, name in touchscreen.codes_of(kinds[words[0]])]
            return f"type {words[0]} code aliases:\n" + "\n".join(told) + "\nOK"
        if verb == "text" and words:
            self._served.apply(inputs.perform, TypeText(words[0]))
            return "OK"
        if verb != "send" or not words:
            raise _Refusal("missing or unknown sub-command, try 'event send|types|codes|text'")
        phone = self._served.phone
        events = []
        for text in words[0].split():
            event = touchscreen.written(phone, text)
            if event is None:
                raise _Refusal(f"invalid event '{text}', try 'event send EV_KEY:KEY_HOME:1'")
            events.append(event)
        self._served.report(events)
        for event in events:
            self._served.apply(touchscreen.injected, event)
        return "OK"

    def _finger(self, verb: str, *words: str) -> str:
        if not (verb == "remove" or (verb == "touch" and len(words) == 1 and words[0].isdecimal())):
            raise _Refusal("missing or unknown sub-command, try 'finger touch ID' or 'finger remove'")
        return "OK"

    def _geo(self, verb: str, *words: str) -> str:
        try:
            longitude, latitude, *more = map(float, words[:3])
        except ValueError:
            raise _Refusal(
                "argument is missing or is no number, try 'geo fix LONGITUDE LATITUDE [ALTITUDE]'"
            ) from None
        if verb != "fix" or not (abs(longitude) <= 180 and abs(latitude) <= 90 and abs(sum(more)) < 1e5):
            raise _Refusal("invalid fix, try 'geo fix LONGITUDE LATITUDE [ALTITUDE]'")
        self._served.apply(_placed, (longitude, latitude, sum(more)))
        return "OK"

    def _gsm(self, verb: str, *words: str) -> str:
        phone = self._served.phone
        if verb == "list" and not words:
            lines = []
            for call in telephony.calls_of(phone):
                way = "inbound from" if call.incoming else "outbound to "
                state = "incoming" if call.state == "ringing" else call.state
                lines.append(f"{way} {call.number:<10} : {state}\n")
            return "".join(lines) + "OK"
        if verb == "status" and not words:
            network = "off" if radios.airplane_mode(phone) else "home"
            return f"gsm voice state: {network}\ngsm data state:  {network}\nOK"
        if verb not in ("call", *_CALLS) or len(words) != 1:
            raise _Refusal(
                f"missing or unknown sub-command, try 'gsm list|status' or 'gsm call|{'|'.join(_CALLS)} NUMBER'"
            )
        number = words[0]
        if not _NUMBER.fullmatch(number):
            raise _Refusal("bad phone number format, use digits, # and + only")
        if verb == "call":
            if radios.airplane_mode(phone):
                raise _Refusal("the radio is off: airplane mode is on")
            self._served.apply(telephony.ring, number)
            return "OK"
        states, change = _CALLS[verb]
        calls = [call for call in telephony.calls_of(phone) if call.number == number and call.state in states]
        if not calls:
            raise _Refusal(f"no current call to/from number '{number}' that is {' or '.join(states)}")
        self._served.apply(change, number)
        return "OK"

    def _network(self, verb: str, *words: str) -> str:
        tables: dict[str, dict[str, tuple[float, float]]] = {"speed": _SPEEDS, "delay": {**_DELAYS}}
        if verb == "status" and not words:
            up, down = _SPEEDS[self._told["speed"]]
            shortest, longest = _DELAYS[self._told["delay"]]
            return (
                f"Current network status:\n  download speed: {down * 1000:10.0f} bits/s ({down / 8:.1f} KB/s)\n"
                f"  upload speed:   {up * 1000:10.0f} bits/s ({up / 8:.1f} KB/s)\n"
                f"  minimum latency:  {shortest} ms\n  maximum latency:  {longest} ms\nOK"
            )
        if verb not in tables or len(words) != 1 or words[0] not in tables[verb]:
            told = "; ".join(f"{name} {'|'.join(table)}" for name, table in tables.items())
            raise _Refusal(f"missing or unknown sub-command, try 'network status'; {told}")
        self._told[verb] = words[0]
        return "OK"

    def _power(self, verb: str, *words: str) -> str:
        battery = self._served.phone.battery
        text = words[0] if len(words) == 1 else ""
        if verb == "display" and not words:
            state = {number: name for name, number in _STATUS.items()}.get(battery.status, "unknown")
            well = {number: name for name, number in _HEALTH.items()}.get(battery.health, "unknown")
            return (
                f"AC: {'online' if battery.ac else 'offline'}\nstatus: {state.capitalize()}\n"
                f"health: {well.capitalize()}\npresent: {str(battery.present).lower()}\n"
                f"capacity: {battery.level}\nOK"
            )
        if verb == "ac" and text in ("on", "off"):
            battery = battery._replace(ac=text == "on")
        elif verb == "capacity" and text.isdecimal() and len(text) < 4 and int(text) <= 100:
            battery = battery._replace(level=int(text))
        elif verb == "status" and text in _STATUS:
            battery = battery._replace(status=_STATUS[text])
        elif verb == "health" and text in _HEALTH:
            battery = battery._replace(health=_HEALTH[text])
        elif verb == "present" and text in ("true", "false"):
            battery = battery._replace(present=text == "true")
        else:
            raise _Refusal(
                "missing or bad argument, try 'power display|ac on|capacity 50|status charging|health good'"
            )
        self._served.apply(batteries.put, battery)
        return "OK"

    def _sms(self, rest: str) -> str:
        verb, *arguments = rest.split(None, 2) or [""]
        if verb != "send" or len(arguments) < 2:
            raise _Refusal("missing argument, try 'sms send <phonenumber> <text message>'")
        number, text = arguments
        if not _NUMBER.fullmatch(number):
            raise _Refusal("bad phone number format, must be [+](0-9)*")

        def received(phone: Phone) -> Phone:
            return messages.receive(phone, number, text)

        self._served.apply(received)
        return "OK"


def _rotated(phone: Phone) -> Phone:
    """The phone held a quarter of a turn further, clockwise."""
    return display.sense(phone, display.of(phone).sensed - 1)


def _placed(phone: Phone, place: tuple[float, ...]) -> Phone:
    return replace(phone, location=place)


async def _say(writer: asyncio.StreamWriter, text: str) -> None:
    writer.write((text + "\n").replace("\n", "\r\n").encode("utf-8", "replace"))
    await writer.drain()
