"""The emulator's console: its commands, its token, and what it refuses."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmoca_gym.handset import screen
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.console import Console
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.system import settings as phone_settings


class Talk:
    """A connection to a console."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.file = self.socket.makefile("rb")

    def answer(self) -> str:
        """The lines up to OK or KO."""
        lines = []
        while line := self.file.readline():
            assert line.endswith(b"\r\n")
            lines.append(line.decode().rstrip("\r\n"))
            if lines[-1].startswith(("OK", "KO")):
                break
        return "\n".join(lines)

    def ask(self, line: str) -> str:
        self.socket.sendall(line.encode() + b"\n")
        return self.answer()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


Open = Callable[..., Talk]


@pytest.fixture
def stopped() -> threading.Event:
    return threading.Event()


@pytest.fixture
def console(served: ServedPhone, loop: LoopThread, stopped: threading.Event) -> Iterator[Open]:
    """``console(token)``: a connection to a console of the phone, its greeting read: ``talk.greeting``."""
    made: list[Console] = []
    talks: list[Talk] = []

    def open(token: str = "") -> Talk:
        if not made:
            made.append(Console(served, "Pixel_3", stopped.set, token, "/tokens/console"))
            loop.run(made[0].start())
        talks.append(Talk(made[0].port))
        return talks[-1]

    yield open
    for talk in talks:
        talk.close()
    for found in made:
        loop.run(found.close())


def test_greeting_help_and_ping(console: Open) -> None:
    talk = console()
    assert talk.answer() == "Android Console: type 'help' for a list of commands\nOK"
    assert "avd snapshot" in talk.ask("help")
    assert talk.ask("ping") == "I am alive!\nOK"
    assert talk.ask("  \nping") == "I am alive!\nOK"


def test_a_token(console: Open, served: ServedPhone) -> None:
    talk = console("secret")
    assert "'/tokens/console'" in talk.answer()
    assert talk.ask("avd name").startswith("KO: unknown command")
    assert talk.ask("kill").startswith("KO: unknown command")
    assert talk.ask("ping") == "I am alive!\nOK"
    assert talk.ask("auth wrong").startswith("KO: authentication token does not match")
    assert talk.ask("auth secret").endswith("OK")
    assert talk.ask("avd name") == "Pixel_3\nOK"
    other = console()
    other.answer()
    for _ in range(3):
        assert other.ask("auth guess").startswith("KO")
    assert other.answer() == ""


def test_avd(console: Open) -> None:
    talk = console()
    talk.answer()
    assert talk.ask("avd name") == "Pixel_3\nOK"
    assert talk.ask("avd status") == "virtual device is running\nOK"
    for line in ("avd", "avd what", "avd snapshot", "avd snapshot save", "avd snapshot what x"):
        assert talk.ask(line).startswith("KO")


def test_snapshots(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    assert talk.ask("avd snapshot list") == "There is no snapshot available.\nOK"
    assert talk.ask("avd snapshot save clean") == "OK"
    served.apply(phone_settings.put, "system", "a", "1")
    assert talk.ask("avd snapshot save two words") == "OK"
    listed = talk.ask("avd snapshot list").split("\n")
    assert [line[10:30].strip() for line in listed[2:-1]] == ["clean", "two words"]
    assert talk.ask("avd snapshot load clean") == "OK"
    assert phone_settings.get(served.phone, "system", "a") is None
    assert "Did you mean 'clean'" in talk.ask("avd snapshot load claen")
    assert talk.ask("avd snapshot del clean") == "OK"
    assert talk.ask("avd snapshot load clean").startswith("KO")


def test_text_messages(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    assert talk.ask("sms send +15551234567 Hello there, it's me: привет") == "OK"
    message = messages.store_of(served.phone).messages[-1]
    assert (message.address, message.body, message.incoming) == (
        "+15551234567",
        "Hello there, it's me: привет",
        True,
    )
    for line in ("sms", "sms send", "sms send 5", "sms pdu 00", "sms send abc hello"):
        assert talk.ask(line).startswith("KO")


@pytest.mark.parametrize("line", ["sensor set acceleration 0:0:0", "physics status"])
def test_what_this_phone_has_not(console: Open, line: str) -> None:
    talk = console()
    talk.answer()
    assert "is not supported" in talk.ask(line)


def test_events_of_the_screen_and_of_keys(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    served.apply(activities.start, "com.google.android.deskclock/com.android.deskclock.DeskClock")
    tab = next(node for node in screen.ui_tree(served.phone) if node.content_description == "Timer")
    config = served.phone.configuration
    x, y = (32767 * at // size for at, size in zip(tab.center, (config.width, config.height), strict=True))
    place = f"EV_ABS:ABS_MT_POSITION_X:{round(x)} EV_ABS:ABS_MT_POSITION_Y:{round(y)}"
    assert talk.ask(f"event send EV_ABS:ABS_MT_TRACKING_ID:0 {place} EV_SYN:0:0") == "OK"
    assert talk.ask("event send 3:57:-1 EV_SYN:SYN_REPORT:0") == "OK"
    assert screen.ui_tree(served.phone).find("com.google.android.deskclock:id/timer_setup") is not None
    assert talk.ask("event send EV_KEY:KEY_HOME:1 EV_KEY:KEY_HOME:0") == "OK"
    assert served.phone.home
    assert "EV_KEY" in talk.ask("event types")
    assert "KEY_VOLUMEUP" in talk.ask("event codes EV_KEY")
    assert talk.ask("event text hello") == "OK"
    for line in (
        "event",
        "event send",
        "event send EV_KEY:1",
        "event send EV_WHAT:1:1",
        "event codes EV_WHAT",
    ):
        assert talk.ask(line).startswith("KO"), line


def test_battery_place_and_network(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    assert (
        talk.ask("power display")
        == "AC: online\nstatus: Charging\nhealth: Good\npresent: true\ncapacity: 100\nOK"
    )
    for line in (
        "power ac off",
        "power capacity 15",
        "power status discharging",
        "power health overheat",
        "power present true",
    ):
        assert talk.ask(line) == "OK"
    assert "  level: 15\n" in session.run(served.phone, "dumpsys battery")[1]
    assert talk.ask("power display").startswith("AC: offline\nstatus: Discharging\nhealth: Overheat\n")
    assert talk.ask("geo fix -122.084 37.422 5") == "OK"
    assert "Location[gps 37.422000,-122.084000" in session.run(served.phone, "dumpsys location")[1]
    assert talk.ask("finger touch 1") == talk.ask("finger remove") == "OK"
    assert talk.ask("network speed edge") == talk.ask("network delay umts") == "OK"
    assert "minimum latency:  35 ms" in talk.ask("network status")
    assert talk.ask("gsm status") == "gsm voice state: home\ngsm data state:  home\nOK"
    assert talk.ask("gsm list") == "OK"
    served.apply(lambda phone: session.run(phone, "settings put system accelerometer_rotation 1")[0])
    assert talk.ask("rotate") == "OK"
    assert (
        session.run(served.phone, "dumpsys window | grep mCurrentRotation")[1].strip()
        == "mCurrentRotation=ROTATION_270"
    )
    served.apply(lambda phone: session.run(phone, "am start -a android.intent.action.CALL -d tel:5550100")[0])
    assert talk.ask("gsm list") == "outbound to  5550100    : dialing\nOK"
    for line in ("power", "power ac maybe", "power capacity 101", "geo fix", "geo fix x y", "geo fix 999 0", "geo nmea x", "finger",
                 "finger touch x", "network", "network speed warp", "gsm", "geo fix nan nan", "geo fix inf 0"):  # fmt: skip
        assert talk.ask(line).startswith("KO"), line


def test_calls_come_in_and_the_other_end_answers_holds_and_hangs_up(
    console: Open, served: ServedPhone
) -> None:
    talk = console()
    talk.answer()

    def state() -> str:
        return next(
            line.strip()
            for line in session.run(served.phone, "dumpsys telephony.registry")[1].splitlines()
            if "mCallState" in line
        )

    assert talk.ask("gsm call 5551234") == "OK"
    assert (talk.ask("gsm list"), state()) == ("inbound from 5551234    : incoming\nOK", "mCallState=1")
    for line in (
        "gsm busy 5551234",
        "gsm hold 5551234",
        "gsm accept 555",
        "gsm call",
        "gsm call a",
        "gsm warp 5551234",
    ):
        assert talk.ask(line).startswith("KO: "), line
    assert talk.ask("gsm accept 5551234") == "OK"
    assert (talk.ask("gsm list"), state()) == ("inbound from 5551234    : active\nOK", "mCallState=2")
    assert talk.ask("gsm hold 5551234") == "OK"
    assert talk.ask("gsm list") == "inbound from 5551234    : held\nOK"
    assert talk.ask("gsm accept 5551234") == talk.ask("gsm cancel 5551234") == "OK"
    assert (talk.ask("gsm list"), state()) == ("OK", "mCallState=0")
    # Calls that go out: the other end takes one, and is busy on another.
    for ended in ("gsm accept", "gsm busy"):
        served.apply(
            lambda phone: session.run(phone, "am start -a android.intent.action.CALL -d tel:5550100")[0]
        )
        assert talk.ask(f"{ended} 5550100") == "OK"
        told = "outbound to  5550100    : active\nOK" if ended == "gsm accept" else "OK"
        assert talk.ask("gsm list") == told
        served.apply(lambda phone: session.run(phone, "input keyevent KEYCODE_ENDCALL")[0])
    lines = [line.message for line in served.phone.log.since(0) if line.tag == "Telecom"]
    assert "CallsManager: Call rings: tel:*******" in lines
    served.apply(
        lambda phone: session.run(
            phone, "cmd connectivity airplane-mode enable; settings put global airplane_mode_on 1"
        )[0]
    )
    assert talk.ask("gsm call 5551234").startswith("KO: the radio is off")


def test_kill_and_quit(console: Open, stopped: threading.Event) -> None:
    talk = console()
    talk.answer()
    talk.socket.sendall(b"quit\n")
    assert talk.answer() == ""
    assert not stopped.is_set()
    talk = console()
    talk.answer()
    assert talk.ask("kill") == "OK: killing emulator, bye bye"
    assert stopped.wait(30)


def test_a_line_without_end_and_a_line_cut_off(console: Open) -> None:
    talk = console()
    talk.answer()
    talk.socket.sendall(b"x" * 20000)
    assert talk.answer() == ""
    talk = console()
    talk.answer()
    talk.socket.sendall(b"avd name")
    talk.socket.shutdown(socket.SHUT_WR)
    assert talk.answer() == ""


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60).filter(lambda data: b"kill" not in data))
def test_any_bytes_are_answered_or_end_the_connection(console: Open, data: bytes) -> None:
    talk = console()
    talk.answer()
    talk.socket.sendall(data + b"\n")
    talk.close()
    after = console()
    after.answer()
    assert after.ask("ping") == "I am alive!\nOK"
    after.close()
