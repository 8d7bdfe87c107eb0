"""Console commands for calls, text messages and networks."""

from __future__ import annotations

from collections.abc import Mapping

from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers import calls
from bmoca_gym.handset.servers.console import pdu
from bmoca_gym.handset.servers.console.command import (
    Command,
    Emulator,
    Refusal,
    Run,
    chosen,
    number,
    refuse,
)
from bmoca_gym.handset.system import radios, telephony

_ENDS = ("tcp", "udp")
#: Speeds (kilobits up and down) and delays (ms, least and most) that have a name; they are told and slow nothing.
_SPEEDS = {"gsm": (14.4, 14.4), "hscsd": (14.4, 43.2), "gprs": (28.8, 57.6), "edge": (473.6, 473.6),
           "umts": (384.0, 384.0), "hsdpa": (5760.0, 13980.0), "lte": (58000.0, 173000.0),
           "evdo": (75000.0, 280000.0), "full": (0.0, 0.0)}  # fmt: skip
_DELAYS = {"gprs": (150, 550), "edge": (80, 400), "umts": (35, 200), "none": (0, 0)}
_NETWORKS = ("unregistered", "home", "roaming", "searching", "denied", "off", "on")


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
        emulator.told[kind] = chosen(rest, known, f"{command} {kind}")
        return ""

    return run


def _signal(emulator: Emulator, rest: str) -> str:
    usage = "gsm signal <rssi> [<ber>]"
    strength, *errors = rest.split() or [""]
    if strength != "99":
        number(strength, 0, 31, usage)
    for text in errors[:1]:
        if text != "99":
            number(text, 0, 7, usage)
    return ""


def _profile(emulator: Emulator, rest: str) -> str:
    number(rest, 0, 4, "gsm signal-profile <0-4>")
    return ""


def _one_of(usage: str, *known: str) -> Run:
    def run(emulator: Emulator, rest: str) -> str:
        chosen(rest, known, usage)
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


def _phone_number(emulator: Emulator, rest: str) -> str:
    if not calls.NUMBER.fullmatch(rest):
        raise Refusal("bad phone number format, must be [+](0-9)*, try 'phonenumber <number>'")
    return ""


COMMANDS: dict[str, dict[str, Command]] = {
    "cdma": {
        "ssource": Command("nv|ruim", "accepted, changes nothing", _one_of("cdma ssource", "nv", "ruim")),
        "prl_version": Command("VERSION", "accepted, changes nothing", lambda emulator, rest: ""),
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
    "network": {
        "status": Command("", "query speed and delay", _network_status),
        "speed": Command("NAME", "what 'network status' tells", _tell("network", "speed", _SPEEDS)),
        "delay": Command("NAME", "what 'network status' tells", _tell("network", "delay", _DELAYS)),
        "capture": Command(
            "start FILE | stop", "refused: no packets", refuse("this phone has no network packets to capture")
        ),
    },
    "phonenumber": {"": Command("NUMBER", "accepted, changes nothing", _phone_number)},
    "redir": {
        "list": Command("", "list redirections: none", lambda emulator, rest: "no active redirections\n"),
        "add": Command("PROTOCOL:HOST:GUEST", "refused: use 'adb forward'", _redirect),
        "del": Command("PROTOCOL:HOST", "refused: there is none", _redirection_ended),
    },
    "sms": {
        "send": Command("NUMBER TEXT", "simulate an inbound text message", _sms_send),
        "pdu": Command("HEXSTRING", "simulate an inbound SMS PDU", _sms_pdu),
    },
}  # fmt: skip
