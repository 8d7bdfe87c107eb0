"""The page in a browser: a task is played with mouse and keyboard, branches differ, and the console has no errors."""

from __future__ import annotations

import base64
import http.client
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

pytest.importorskip("uvicorn", reason="needs bmoca-gym[play]")
pytest.importorskip("websockets", reason="needs bmoca-gym[play]")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync import client

from benchmarks.browser import PROGRAM, Browser
from benchmarks.page import serving
from bmoca_gym.demonstrations import dataset
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.errors import ArgumentError, DeviceLostError
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap, TypeText
from bmoca_gym.play import server
from bmoca_gym.play.session import Session

TOKEN = "token-of-the-test"

#: On a busy machine the first answer may take longer than the ten seconds that the client waits by itself.
connect = partial(client.connect, open_timeout=180)


class Running:
    """A server in a thread, and its sessions."""

    def __init__(self, demonstrations: Path, proxied: bool = False) -> None:
        self.sessions: list[Session] = []

        def make() -> Session:
            self.sessions.append(Session(demonstrations=demonstrations))
            return self.sessions[-1]

        self._open = ExitStack()
        self.address = self._open.enter_context(serving(server.Server(make, token=TOKEN, proxied=proxied)))
        port = urlsplit(self.address).port
        assert port is not None
        self.port = port

    def close(self) -> None:
        self._open.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(tmp_path_factory.mktemp("play") / "demos")
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


def request(running: Running, line: str, host: str) -> int:
    """The status that answers a request."""
    return answered(running, line, host)[0]


def answered(running: Running, line: str, host: str) -> tuple[int, str, str]:
    """Status, cookie and text of the answer to a request."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=180)
    connection.putrequest("GET", line, skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Set-Cookie", ""), answer.read().decode()
    connection.close()
    return found


def test_only_who_has_the_address_is_let_in(running: Running) -> None:
    host = f"127.0.0.1:{running.port}"
    assert request(running, f"/?token={TOKEN}", host) == 200
    assert request(running, f"/?token={TOKEN}", f"localhost:{running.port}") == 200
    assert request(running, "/", host) == 403
    assert request(running, "/?token=other", host) == 403
    status, cookie, said = answered(running, f"/?token={TOKEN}", "phone.example")
    assert (status, cookie) == (400, "")
    assert "--token" in said
    assert request(running, "/dom.js", host) == 200
    assert request(running, "/../server.py", host) == 404
    assert request(running, "/reports/mine/", host) == 403
    status, _, said = answered(running, f"/reports/mine/?token={TOKEN}", host)
    assert (status, said[:24]) == (404, "There is no run 'mine' h")

    phone = f"ws://{host}/phone"
    own = f"http://{host}"
    for token, origin in ((TOKEN, "http://phone.example"), (TOKEN, None), ("other", own), ("", own)):
        headers = {} if origin is None else {"Origin": origin}
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"{phone}?token={token}&session=x", additional_headers=headers).close()
    with connect(f"{phone}?token={TOKEN}&session=x", additional_headers={"Origin": own}) as page:
        assert json.loads(page.recv(timeout=180))["kind"] == "choices"
        page.send("no message")
        page.send(b"no message")
        page.send("[" * 500_000)
        page.send(json.dumps({"do": "tap", "x": 7, "y": 0}))
        errors: list[str] = []
        while len(errors) < 4:
            told = page.recv(timeout=180)
            if isinstance(told, str) and json.loads(told)["kind"] == "error":
                errors.append(json.loads(told)["text"])
        assert all("not a message" in error for error in errors[:3])
        assert "Tap.x is 7" in errors[3]


def test_a_proxy_is_let_in_with_the_token_once_and_then_with_the_cookie(tmp_path: Path) -> None:
    running = Running(tmp_path / "demos", proxied=True)
    assert request(running, "/", "hub.example") == 403
    status, cookie, _ = answered(running, f"/?token={TOKEN}", "hub.example")
    assert status == 200
    pair, *rules = cookie.split("; ")
    assert {"HttpOnly", "SameSite=strict"} == set(rules)  # and no path: it is valid below the proxy's
    phone = f"ws://127.0.0.1:{running.port}/phone?session=x"
    own = {"Origin": f"http://127.0.0.1:{running.port}", "Cookie": pair}
    inside = {"Origin": "https://hub.example", "Cookie": pair, "X-Forwarded-Host": "hub.example"}
    other = {"Origin": "https://evil.example"}
    for headers in ({**own, "Cookie": ""}, {**own, "Cookie": pair[:-1]}, own | other, inside | other):
        with pytest.raises(InvalidStatus, match="403"):
            connect(phone, additional_headers=headers).close()
    for headers in (own, inside):
        with connect(phone, additional_headers=headers) as page:
            assert json.loads(page.recv(timeout=180))["kind"] == "in_cookie"
    running.close()
    for host, token, words in (("0.0.0.0", None, "needs a token"), ("127.0.0.1", "short", "16 or more")):
        with pytest.raises(ArgumentError, match=words):
            server.listen(0, host, token)


def test_each_page_has_a_phone_and_the_newest_of_one_name_has_it(running: Running) -> None:
    before = len(running.sessions)
    address = f"ws://127.0.0.1:{running.port}/phone?token={TOKEN}&session="
    own = {"Origin": f"http://127.0.0.1:{running.port}"}

    def moments(page: Any, kind: str) -> int:
        while True:
            told = page.recv(timeout=180)
            if isinstance(told, str) and json.loads(told)["kind"] == kind:
                return len(json.loads(told)["new"])

    with (
        connect(address + "one", additional_headers=own) as one,
        connect(address + "two", additional_headers=own) as two,
    ):
        assert moments(one, "timeline") == moments(two, "timeline") == 1
        one.send(json.dumps({"do": "key", "key": "HOME"}))
        assert moments(one, "moments") == 1
        # A busy machine may make the second page's phone first.
        assert sorted(len(session.timeline) for session in running.sessions[before:]) == [1, 2]
        with connect(address + "one", additional_headers=own) as again:
            assert moments(again, "timeline") == 2
            with pytest.raises(ConnectionClosed, match="4000"):
                moments(one, "never")
    assert len(running.sessions) == before + 2


def play_on(browser: Browser, session: Session) -> None:
    """Do what the task's expert would, with mouse and keyboard, until it is finished."""
    assert session._env is not None
    expert = expert_for(session._env.task)
    while True:
        known = len(session.timeline)
        move: Any = expert.next_gesture(session.device.ui_tree(), "en-US")
        if isinstance(move, Tap):
            browser.click(*browser.box("#screen")(move.x, move.y))
        elif isinstance(move, Swipe):
            where = browser.box("#screen")
            browser.mouse("mousePressed", *where(move.x0, move.y0))
            browser.mouse("mouseMoved", *where(move.x1, move.y1))
            browser.mouse("mouseReleased", *where(move.x1, move.y1))
        elif isinstance(move, TypeText):
            for letter in move.text:
                browser.key(letter, text=letter)
        elif isinstance(move, PressKey):
            browser.key({"BACK": "Escape", "ENTER": "Enter"}[move.key])
        else:
            assert move is None
            return
        browser.until(f"document.querySelectorAll('#timeline button').length == {known + 1}")


def shows(browser: Browser, session: Session) -> bool:
    """Whether the page shows the phone's screen, to the pixel."""
    shown = browser.run("document.getElementById('screen').toDataURL('image/png').split(',')[1]")
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(shown), np.uint8), cv2.IMREAD_COLOR)
    real = session.screen()[:, :, ::-1]
    return np.array_equal(pixels, real)


def search(browser: Browser, words: str) -> None:
    browser.run(
        f"document.getElementById('search').value = {json.dumps(words)};"
        "document.getElementById('search').dispatchEvent(new Event('input'))"
    )


def choose(browser: Browser, suite: str, task: str) -> None:
    browser.run(
        f"document.getElementById('suite').value = '{suite}';"
        "document.getElementById('suite').dispatchEvent(new Event('change'))"
    )
    browser.click_on("#begin")  # nothing is swallowed: it begins when the list has come
    browser.until("!document.getElementById('playing').hidden")
    search(browser, task.replace("_", " "))
    browser.run(f"document.querySelector('#tasks input[value={task}]').click()")
    browser.click_on("#begin")
    browser.until(
        f"!document.getElementById('playing').hidden && document.getElementById('task-name').textContent.includes('{task}')"
    )


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_a_task_is_played_with_mouse_and_keyboard_and_branches_differ(
    running: Running, browser: Browser
) -> None:
    browser.open(running.address)
    browser.until("document.getElementById('screen').dataset.frames > 0")
    browser.until("document.querySelectorAll('#tasks input').length > 100")
    session = running.sessions[-1]
    counts = []
    for words in ("wi-fi", "WiFi", "wi fi"):
        search(browser, words)
        counts.append(browser.run("document.querySelectorAll('#tasks input').length"))
    assert len(set(counts)) == 1
    assert counts[0] > 0
    search(browser, "")
    choose(browser, "androidworld", "contacts_add_contact")
    play_on(browser, session)
    browser.click_on("#finish")
    browser.until("!document.getElementById('outcome').hidden")
    steps = len(session.timeline) - 1
    assert browser.text("#verdict") == f"Success in {steps} steps."
    assert any(isinstance(moment.move, TypeText) for moment in session.timeline.since(0))

    browser.click_on("#record")
    browser.until("document.getElementById('notices').textContent.includes('with success')")
    assert dataset.open_dataset(session.demonstrations).recording(0).success
    search(browser, "")
    assert browser.text("#solved-words").startswith("1 of ")
    browser.click_on("#recordings")
    browser.until("document.querySelectorAll('#recorded-list li').length == 1")
    browser.click_on("#undo")
    browser.until("document.querySelectorAll('#recorded-list li').length == 0")
    browser.run("document.getElementById('recorded').close()")

    # Back to the second moment, and on from there another way: both are kept.
    browser.click_on("#timeline button:nth-child(2)")
    browser.until("document.querySelector('[aria-current=true]').dataset.number == '1'")
    browser.click_on("[data-key=HOME]")
    browser.until(f"document.querySelectorAll('#timeline button').length == {steps + 2}")
    old, new = session.timeline[2], session.timeline[steps + 1]
    assert old.parent == new.parent == 1
    assert (old.row, old.column, new.row, new.column) == (0, 2, 1, 2)
    assert old.picture != new.picture
    # Another agent goes on from there.
    assert browser.text("#show") == "Show me"
    browser.run(
        "document.getElementById('who').value = 'random';"
        "document.getElementById('who').dispatchEvent(new Event('change'))"
    )
    assert browser.text("#show") == "Watch"
    browser.click_on("#show-step")
    browser.until(f"document.querySelectorAll('#timeline button').length == {steps + 3}")
    # What the page shows is what the phone shows.
    browser.click_on(f"#timeline button:nth-child({steps + 1})")
    browser.until(f"document.querySelector('[aria-current=true]').dataset.number == '{steps}'")
    assert any(shows(browser, session) for _ in range(100))

    # A reload keeps the phone and its past.
    browser.open(running.address, 400, 800, dark=True)
    browser.until(f"document.querySelectorAll('#timeline button').length == {steps + 3}")
    assert browser.run("document.documentElement.scrollWidth") == 400
    assert browser.text("#verdict") == f"Success in {steps} steps."
    # At 400 px the verdict is in sight above the phone, and a press of Begin shows the phone.
    assert browser.run("document.getElementById('verdict').getBoundingClientRect().bottom") < 200
    changed = "!document.getElementById('task-name').textContent.includes('contacts_add_contact')"
    for _ in range(5):  # while the page's last pictures come, the button may move away from under the finger
        browser.touch_on("#next-task")
        if any(browser.run(changed) or time.sleep(0.2) for _ in range(50)):
            break
    browser.until(changed)
    browser.touch_on("#begin")
    moments(browser, 1)
    assert browser.run("document.getElementById('screen').getBoundingClientRect().top") < 200
    browser.touch(*browser.box("#screen")(0.5, 0.5))
    moments(browser, 2)
    assert isinstance(session.timeline[1].move, Tap)
    assert browser.run("document.activeElement.id") != "typing", "a touch opens no keyboard"
    assert browser.complaints == []


def moments(browser: Browser, count: int) -> None:
    browser.until(f"document.querySelectorAll('#timeline button').length == {count}")


def look(browser: Browser, running: Running) -> Session:
    """Open the page with its own phone, and return the session."""
    known = len(running.sessions)
    browser.run("try { sessionStorage.clear() } catch {}")
    browser.open(running.address)
    browser.until("document.getElementById('screen').dataset.frames > 0")
    assert len(running.sessions) == known + 1
    return running.sessions[-1]


def test_the_page_has_words_for_every_wait() -> None:
    scripts = {
        path.name: path.read_text("utf-8") for path in (Path(server.__file__).parent / "page").glob("*.js")
    }
    sent = set(re.findall(r'\bsend\("(\w+)"', "".join(scripts.values())))
    (waits,) = re.findall(r"const WAITS = \{(.*?)\n\};", scripts["connection.js"], re.DOTALL)
    named = set(re.findall(r"(\w+): \[", waits))
    # What a hand does is answered by the phone's picture; the others are asked for by the page itself.
    hands = {"answer", "drag", "finish", "key", "long_press", "pinch", "swipe", "tap", "type", "wait"}
    assert sent - named - hands <= {"inspect", "point", "shown", "size", "watch"}


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_what_takes_long_says_so(running: Running, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    look(browser, running)
    browser.until("document.querySelectorAll('#tasks input').length > 100")
    goes_on, usual = threading.Event(), Session._start

    def slowly(session: Session, *given: Any) -> None:
        assert goes_on.wait(120)
        usual(session, *given)

    monkeypatch.setattr(Session, "_start", slowly)
    assert browser.run("document.getElementById('busy').hidden")
    browser.click_on("#begin")
    browser.until("!document.getElementById('busy').hidden")
    assert browser.text("#busy") == "Starting the task …"
    goes_on.set()
    browser.until("document.getElementById('busy').hidden && !document.getElementById('playing').hidden")
    # The panels are wider where there is room, unless somebody has chosen a size.
    widths = "['task', 'side'].map((name) => document.getElementById(name).offsetWidth)"
    assert browser.run(widths) == [300, 330]
    browser.size(1920, 1080)
    browser.until(f"{widths}.join() == '400,460'")
    browser.run("document.getElementById('task-split').focus()")
    browser.key("ArrowRight")
    browser.until(f"{widths}.join() == '420,460'")
    browser.size(1280, 800)
    browser.until(f"{widths}.join() == '420,330'")
    browser.run("document.getElementById('task-split').dispatchEvent(new MouseEvent('dblclick'))")
    browser.until(f"{widths}.join() == '300,330'")
    # What an agent gets can be seen beside a wide phone, too.
    browser.run("document.getElementById('environments').value = '109'")
    browser.click_on("#begin")
    browser.until("(screen => screen.offsetWidth > screen.offsetHeight)(document.getElementById('screen'))")
    browser.click_on("#see")
    browser.until("document.getElementById('set-of-mark').naturalWidth")
    browser.until(
        "[...document.querySelectorAll('#pictures img')].every((one) => one.offsetWidth > 110)"
        " && (gets => gets.scrollWidth <= gets.clientWidth)(document.getElementById('gets'))"
        " && document.getElementById('gets').getBoundingClientRect().right"
        " <= document.getElementById('stage').getBoundingClientRect().right"
    )
    browser.click_on("#see")
    assert browser.complaints == []


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_a_task_is_solved_by_touch_in_a_narrow_window(running: Running, browser: Browser) -> None:
    session = look(browser, running)
    browser.size(400, 850)
    browser.until("document.querySelectorAll('#tasks input').length > 100")
    search(browser, "create alarm at 10:30 am")
    browser.touch_on("#tasks label")
    browser.touch_on("#begin")
    moments(browser, 1)
    browser.until("!document.getElementById('playing').hidden")
    assert session._env is not None
    expert = expert_for(session._env.task)
    while (move := expert.next_gesture(session.device.ui_tree(), "en-US")) is not None:
        assert isinstance(move, Tap)
        known = len(session.timeline)
        browser.touch(*browser.box("#screen")(move.x, move.y))
        moments(browser, known + 1)
    browser.until("!document.getElementById('outcome').hidden")
    steps = len(session.timeline) - 1
    assert browser.text("#verdict") == f"Success in {steps} steps."
    assert browser.run("document.getElementById('verdict').getBoundingClientRect().bottom") < 200
    assert browser.run("document.documentElement.scrollWidth") == 400
    assert browser.complaints == []


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_a_task_is_chosen_begun_and_shown_by_keys_alone(running: Running, browser: Browser) -> None:
    session = look(browser, running)
    browser.size(1280, 800)
    browser.until("document.querySelectorAll('#tasks input').length > 100")

    def to(name: str) -> None:
        for _ in range(60):
            browser.key("Tab", 9)
            if browser.run("document.activeElement.id") == name:
                return
        raise AssertionError(f"Tab does not lead to {name}.")

    to("search")
    for letter in "10:30 am":
        browser.key(letter, text=letter)
    to("begin")
    browser.key("Enter", 13, "\r")
    browser.until("!document.getElementById('playing').hidden")
    assert session._env is not None
    assert session._env.task.id == "create_alarm_at_10_30_am"
    to("show")
    browser.key("Enter", 13, "\r")
    browser.until("!document.getElementById('outcome').hidden")
    assert browser.text("#verdict").startswith("Success in ")
    assert browser.complaints == []


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_two_fingers_and_the_wheel_pinch(running: Running, browser: Browser) -> None:
    session = look(browser, running)
    at = browser.box("#screen")
    browser.pinch((at(0.4, 0.5), at(0.6, 0.5)), (at(0.3, 0.5), at(0.8, 0.5)))
    moments(browser, 2)
    browser.pinch(
        (at(0.4, 0.5), at(0.6, 0.5)), (at(0.4, 0.5), at(0.6, 0.5))
    )  # a tap beside which a finger rests
    moments(browser, 3)
    x, y = at(0.5, 0.25)
    for modifiers, delta in ((2, -100), (2, 100), (0, -100)):
        browser.run(
            "new Promise((done) => setTimeout(done, 400))"
        )  # as often as the page takes a turn of the wheel
        browser.ask(
            "Input.dispatchMouseEvent",
            type="mouseWheel",
            x=x,
            y=y,
            deltaX=0,
            deltaY=delta,
            modifiers=modifiers,
        )
    moments(browser, 6)
    spread, tap, closer, farther, swipe = (moment.move for moment in session.timeline.since(1))
    assert isinstance(spread, Pinch)
    places = spread.x0, spread.x1, spread.x2, spread.x3
    assert places == pytest.approx((0.4, 0.3, 0.6, 0.8), abs=0.01)
    assert isinstance(tap, Tap)
    assert isinstance(closer, Pinch)
    assert closer.middle == pytest.approx((0.5, 0.25), abs=0.01)
    assert isinstance(farther, Pinch)
    assert [round(one.scale(1000, 2000), 2) for one in (closer, farther)] == [2, 0.5]
    assert isinstance(swipe, Swipe)
    assert browser.complaints == []


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_hands_keys_and_the_inspector(running: Running, browser: Browser) -> None:
    session = look(browser, running)
    on_screen = browser.box("#screen")
    # Every gesture of a hand.
    browser.drag(on_screen(0.5, 0.8), on_screen(0.5, 0.3))
    moments(browser, 2)
    browser.drag(on_screen(0.5, 0.5), on_screen(0.5, 0.5), held=0.6)
    moments(browser, 3)
    browser.drag(on_screen(0.5, 0.5), on_screen(0.3, 0.3), held=0.6)
    moments(browser, 4)
    swipe, press, drag = (moment.move for moment in session.timeline.since(1))
    assert isinstance(swipe, Swipe)
    assert swipe.held == 0
    assert swipe.y1 == pytest.approx(0.3, abs=0.01)
    assert isinstance(press, LongPress)
    assert isinstance(drag, Swipe)
    assert drag.held >= 0.5
    assert browser.run("document.activeElement.id") == "typing"
    browser.ask("Input.imeSetComposition", text="내일", selectionStart=2, selectionEnd=2)
    assert browser.run("document.getElementById('typing').className") == "composing"
    browser.ask("Input.insertText", text="내일")
    browser.run(
        "document.getElementById('typing').dispatchEvent(new ClipboardEvent('paste', {clipboardData: "
        "(d => (d.setData('text/plain', 'Zoë 你好'), d))(new DataTransfer()), cancelable: true}))"
    )
    moments(browser, 6)
    assert [moment.move for moment in session.timeline.since(4)] == [TypeText("내일"), TypeText("Zoë 你好")]
    browser.click_on("[data-key=BACK]")  # and the keyboard is the phone's again
    moments(browser, 7)
    browser.key("Escape")
    moments(browser, 8)
    browser.run("document.activeElement.blur()")
    browser.key("?", text="?")
    browser.until("document.getElementById('shortcuts').open")
    browser.run("document.getElementById('shortcuts').close()")
    # Panels fold and resize, and the phone takes their room.
    width = "document.getElementById('screen').clientWidth"
    before = browser.run(width)
    for panel in ("task", "side", "time"):
        browser.click_on(f"#{panel}-fold")
    browser.until(f"{width} > {before} + 30")
    for panel in ("task", "side", "time"):
        browser.click_on(f"#{panel}-fold")
    browser.run("document.getElementById('time-split').focus()")
    browser.key("ArrowUp")
    browser.until(f"{width} < {before}")
    browser.key("ArrowDown")
    browser.until(f"{width} == {before}")

    # With the keyboard alone: from the screen's moment back to the one before, and from its start to its end.
    browser.until("document.querySelector('#timeline [aria-current=true]').dataset.number == '7'")
    browser.run("document.querySelector('#timeline [aria-current=true]').focus()")
    for key, number in (("ArrowLeft", 6), ("Home", 0), ("End", 7), ("ArrowLeft", 6)):
        browser.key(key)
        browser.until(f"document.querySelector('#timeline [aria-current=true]').dataset.number == '{number}'")
        reaches(session, number)
    assert browser.run("document.querySelectorAll('#timeline [tabindex=\"0\"]').length") == 1
    browser.run(
        "{ const s = document.getElementById('scrub'); s.value = 1; s.dispatchEvent(new Event('input')) }"
    )
    browser.until("document.getElementById('scrubbed').textContent == '1 of 7'")
    assert session.at == 1

    # The grid: what an agent would send to tap where the pointer is, in every mode.
    browser.click_on("[data-key=HOME]")
    moments(browser, 9)
    assert browser.text("#branch-name") == "branch 2 of 2"
    browser.click_on("#points")
    browser.until("document.querySelectorAll('#grid > *').length == 379")
    icon = next(node for node in session.device.ui_tree().nodes if node.clickable and node.text)
    x, y = icon.center[0] / session.device.info.width, icon.center[1] / session.device.info.height
    browser.mouse("mouseMoved", *on_screen(x, y))
    browser.until("document.getElementById('sends').textContent.startsWith('To tap here')")
    expected = session.point(x, y)["actions"]
    shown = browser.until(
        "document.querySelectorAll('#actions dd').length == 4 && document.getElementById('actions').textContent"
    )
    assert expected["text"] in shown
    assert f"class {expected['discrete']}" in shown
    assert browser.text("#nearest").isdecimal()
    assert "swipe" not in browser.text("#legend")
    browser.mouse("mouseMoved", 2, 2)
    browser.until("document.getElementById('legend').textContent.includes('382 Back')")
    browser.click_on("#points")

    # Files: databases as tables, as they change.
    browser.click_on("#tab-files")
    browser.until("document.querySelectorAll('#content table').length > 0")
    wanted = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
    browser.run(
        f"{{ const f = document.getElementById('path'); f.value = '{wanted}'; f.dispatchEvent(new Event('change')) }}"
    )
    browser.until(
        "[...document.querySelectorAll('#content summary')].some(one => one.textContent.includes('alarm'))"
    )
    assert browser.complaints == []


def reaches(session: Session, number: int) -> None:
    """Wait until a session is at that point in time: the page marks it as chosen before it tells the server."""
    end = time.monotonic() + 60
    while session.at != number and time.monotonic() < end:
        time.sleep(0.01)
    assert session.at == number


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_the_picture_is_sharp_and_moves(running: Running, browser: Browser) -> None:
    session = look(browser, running)
    for scale in (1.0, 1.25, 2.0):
        browser.size(1280, 800, scale=scale)
        browser.until(
            f"(c => devicePixelRatio == {scale} && Math.abs(c.getBoundingClientRect().height * {scale} - c.height) < 0.05"
            f" && Math.abs(c.getBoundingClientRect().width * {scale} - c.width) < 0.05)(document.getElementById('screen'))"
        )
    # In free play time passes, and what moves is shown without being asked for.
    session.device.shell(
        "am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 90"
    )
    frames = "Number(document.getElementById('screen').dataset.frames)"
    before = browser.run(frames)
    browser.until(f"{frames} > {before} + 5")
    assert browser.complaints == []


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_two_pages_have_two_phones_and_a_lost_one_is_said(
    running: Running, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = look(browser, running)
    first = browser.look_at(browser.new_page())
    two = look(browser, running)
    browser.click_on("[data-key=OVERVIEW]")
    moments(browser, 2)
    second = browser.look_at(first)
    browser.click_on("[data-key=BACK]")
    browser.click_on("[data-key=BACK]")
    moments(browser, 3)
    assert (len(one.timeline), len(two.timeline)) == (3, 2)

    def gone(gesture: object) -> None:
        raise DeviceLostError("the cable was pulled")

    browser.look_at(second)
    monkeypatch.setattr(two.device, "perform", gone)
    browser.click_on("[data-key=HOME]")
    browser.until("document.querySelector('#notices .bad')?.textContent.includes('the cable was pulled')")
    monkeypatch.undo()
    browser.click_on("[data-key=HOME]")
    moments(browser, 3)
    browser.look_at(first)
    assert browser.complaints == []


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_an_address_leads_to_a_step_through_a_proxy(browser: Browser, tmp_path: Path) -> None:
    running = Running(tmp_path / "demos", proxied=True)
    # A name that leads to this computer, and that the server does not know.
    page = f"http://hub.localhost:{running.port}/"
    browser.run("try { sessionStorage.clear() } catch {}")
    browser.open(f"{page}?token={TOKEN}&task=create_alarm_at_10_30_am&environment=105&step=3")
    moments(browser, 4)
    browser.until("document.querySelector('#timeline [aria-current=true]').dataset.number == '3'")
    assert browser.run("location.search") == "?task=create_alarm_at_10_30_am&environment=105&step=3"
    browser.click_on("[data-key=HOME]")
    moments(browser, 5)
    browser.open(page)  # the browser has the token now, and the page its phone
    moments(browser, 5)
    assert browser.complaints == []
    running.close()


@pytest.mark.exhaustive
@pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)")
def test_the_list_of_keys_fits_a_narrow_window(running: Running, browser: Browser) -> None:
    look(browser, running)
    browser.size(400, 850)
    browser.touch_on("#help")
    assert browser.run("document.getElementById('shortcuts').open")
    hidden = "(list => list.scrollHeight - list.clientHeight)(document.getElementById('shortcuts'))"
    assert browser.run(hidden) <= 0
    browser.run("document.getElementById('shortcuts').close()")
