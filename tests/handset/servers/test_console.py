"""The emulator's console: its commands, its token, and what it refuses."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmoca_gym.handset import screen
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.console import commands
from bmoca_gym.handset.servers.console.server import Console
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
            made.append(Console(served, "Pixel_3", stopped.set, lambda: token, "/tokens/console"))
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


def test_the_token_is_read_when_it_is_needed(served: ServedPhone, loop: LoopThread, tmp_path: Path) -> None:
    """Appium empties the file to switch authentication off while emulators run."""
    file = tmp_path / "token"
    file.write_text("first")
    made = Console(served, "x", lambda: None, file.read_text, str(file))
    loop.run(made.start())
    talks = [Talk(made.port)]

    def opened() -> tuple[Talk, str]:
        talks.append(Talk(made.port))
        return talks[-1], talks[-1].answer()

    try:
        talks[0].answer()
        file.write_text("second")
        assert talks[0].ask("auth first").startswith("KO: authentication token does not match")
        assert talks[0].ask("auth second").endswith("OK")
        file.write_text("")
        talk, greeting = opened()
        assert "Authentication" not in greeting
        assert talk.ask("avd name") == "x\nOK"
        file.write_text("third")
        talk, greeting = opened()
        assert "Authentication required" in greeting
        file.write_text("")  # between greeting and answer
        assert talk.ask("auth third").endswith("OK")
        file.unlink()
        file.mkdir()
        talk, greeting = opened()
        assert greeting.startswith(f"KO: {file} can't be read")
        assert talk.answer() == ""
    finally:
        for talk in talks:
            talk.close()
        loop.run(made.close())


#: Commands and what their answers hold, each asked of a new phone without an AVD's folder.
ANSWERS = {
    "avd id": "Pixel_3\nOK",
    "avd path": "KO: this phone has no AVD folder",
    "avd snapshotspath": "KO: this phone has no AVD folder",
    "avd discoverypath": "KO: there is no discovery file",
    "avd heartbeat": "heartbeat: ",
    "avd start": "KO: virtual device already running",
    "cdma ssource nv": "OK",
    "cdma ssource x": "KO",
    "cdma prl_version 1": "OK",
    "fold": "KO: this AVD has no hinge",
    "unfold": "KO: this AVD has no hinge",
    "posture 2": "KO: this AVD has no hinge",
    "geo gnss 1,2,3": "OK",
    "geo gnss": "KO",
    "gsm data roaming": "OK",
    "gsm voice what": "KO: missing or unknown argument",
    "gsm signal 20 3": "OK",
    "gsm signal 99 99": "OK",
    "gsm signal 40": "KO",
    "gsm signal": "KO",
    "gsm signal-profile 4": "OK",
    "gsm signal-profile 5": "KO",
    "gsm meter on": "OK",
    "multidisplay add 1 600 400 160 0": "KO: multi-display is not supported",
    "network capture start f": "KO: this phone has no network packets",
    "phonenumber 5551234": "OK",
    "phonenumber x": "KO: bad phone number",
    "physics play f": "KO: physics are neither",
    "redir list": "no active redirections\nOK",
    "redir add tcp:5000:6000": "KO: can't set up the redirection",
    "redir add x": "KO: bad redirection format",
    "redir del tcp:5000": "KO: can't remove unknown redirection (tcp:5000)",
    "resize-display 1": "KO: this AVD is not resizable",
    "restart": "OK",
    "screenrecord start f": "KO: files of this machine",
    "screenrecord screenshot f": "KO: files of this machine",
    "sensor status": "acceleration: enabled.\n",
    "sensor get acceleration": "acceleration = 0:9.77631:0.81235\nOK",
    "sensor get what": "KO: unknown sensor name: what, run 'sensor status'",
    "sensor set light nan": "KO: bad value",
    "sensor set acceleration 1": "KO: bad value",
    "virtualscene-image wall f": "KO: the camera shows no virtual scene",
    "help sensor": "    sensor get NAME",
    "help quit": "quit control session\nOK",
    "help frob": "KO: unknown command 'frob'",
    "frob": "KO: unknown command",
    "sensor": "KO: missing or unknown sub-command, try 'help sensor'",
}


def test_what_commands_answer(console: Open) -> None:
    talk = console()
    talk.answer()
    for line, text in ANSWERS.items():
        assert text in talk.ask(line), line
    assert "geo fix" not in talk.ask("help sensor")
    assert set(commands.COMMANDS) <= {
        word for line in talk.ask("help").splitlines() for word in line.split()[:1]
    }


def test_time_stops_and_starts(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    assert talk.ask("avd stop") == "OK"
    assert served.paused
    assert talk.ask("avd status") == "virtual device is stopped\nOK"
    assert talk.ask("avd stop") == "KO: virtual device already stopped"
    assert talk.ask("avd start") == "OK"
    assert not served.paused


def test_sensors_are_set_and_turn_the_screen(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    served.apply(lambda phone: session.run(phone, "settings put system accelerometer_rotation 1")[0])

    def rotation() -> int:
        return int(
            session.run(served.phone, "dumpsys window | grep mCurrentRotation")[1].strip()[-3:].strip("_N")
        )

    assert talk.ask("sensor set light 250") == talk.ask("sensor set acceleration 9.81:0:0") == "OK"
    assert talk.ask("sensor get light") == "light = 250\nOK"
    assert rotation() == 90
    assert talk.ask("sensor set acceleration 0:0.1:9.8") == "OK"
    assert rotation() == 90, "it lies flat"
    assert talk.ask("rotate") == "OK"
    assert talk.ask("sensor get acceleration").startswith("acceleration = 0:9.77")


def test_positions_of_nmea(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    assert talk.ask("geo nmea $GPGGA,123519,4807.038,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,*47") == "OK"
    assert served.phone.location == pytest.approx((-11.516667, 48.1173, 545.4))
    assert talk.ask("geo nmea $GPRMC,123519,A,4807.038,S,01131.000,E,022.4,084.4,230394,003.1,W*6A") == "OK"
    assert served.phone.location == pytest.approx((11.516667, -48.1173, 0))
    assert talk.ask("geo nmea $GPGSV,1,1,00*79") == "OK"
    for line in (
        "",
        "x",
        "$GPGGA",
        "$GPGGA,1,9907.0,N,01131.0,E,1,8,1,5,M,,,,",
        "$GPGGA,1,4807.0,X,01131.0,E,1,8,1,5,M,,,,",
    ):
        assert talk.ask(f"geo nmea {line}").startswith("KO"), line


def test_messages_as_pdus(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    assert (
        talk.ask("sms pdu 07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07")
        == "OK"
    )
    assert talk.ask("sms pdu 00040B911346610089F60008208062917314080443A90021") == "OK"
    heard = messages.store_of(served.phone).messages[-2:]
    assert [(one.address, one.body) for one in heard] == [
        ("+31641600986", "How are you?"),
        ("+31641600986", "䎩!"),
    ]
    for text in ("", "zz", "07", "00" * 400, "0001", "00040B911346610089F600"):
        assert talk.ask(f"sms pdu {text}").startswith("KO: badly formatted"), text


def test_a_mouse_touches_while_its_button_is_down(console: Open, served: ServedPhone) -> None:
    talk = console()
    talk.answer()
    served.apply(activities.start, "com.google.android.deskclock/com.android.deskclock.DeskClock")
    tab = next(node for node in screen.ui_tree(served.phone) if node.content_description == "Timer")
    x, y = map(round, tab.center)
    assert talk.ask(f"event mouse {x} {y} 0 0") == "OK"
    assert talk.ask(f"event mouse {x} {y} 0 1") == "OK"
    assert talk.ask(f"event mouse {x} {y} 0 0") == "OK"
    assert screen.ui_tree(served.phone).find("com.google.android.deskclock:id/timer_setup") is not None
    for words in ("", "1 2 3", "a 1 0 1", "nan 1 0 1"):
        assert talk.ask(f"event mouse {words}").startswith("KO"), words


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
