"""Interrupted episodes: seeded, saved and restored, solved by the expert, recorded by evaluations, and refused over
adb."""

from __future__ import annotations

import json
import pickle
import tempfile
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest

from bmoca_gym import interruptions
from bmoca_gym.demonstrations.experts.interrupted import closing
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.errors import DeviceError
from bmoca_gym.evaluation import evaluate, report, settings_for
from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system import display
from bmoca_gym.handset.system_ui import dialogs
from bmoca_gym.handset.system_ui.keyboard import KEY_CLASS
from bmoca_gym.interruptions.eye import Compressed
from bmoca_gym.interruptions.interruption import Moment
from tests.playing import steps

ALARM = "create_alarm_at_10_30_am"
ALL = [*interruptions.kinds()]
#: What an observation needs so that an action mode's elements can be named.
NAMED: Any = {"text": {}, "json": {"elements": True}, "numbered_calls": {"elements": "androidlab"}}


def made(kinds: Any, task: str = ALARM, **options: Any) -> PhoneEnv:
    return PhoneEnv(
        task, "100", **{"action": "text", "observation": "text", "interruptions": kinds, **options}
    )


def played(env: PhoneEnv, agent: str = "expert", seed: int = 0) -> tuple[Any, list[Any]]:
    """The last info of an episode, and what was observed."""
    observation, info = env.reset(seed=seed)
    moves = list(steps(env, observation, info, agent, seed))
    return moves[-1].info, [observation, *[move.observation for move in moves]]


@pytest.mark.parametrize("kind", ALL)
def test_the_expert_solves_a_task_under_every_kind(kind: str) -> None:
    action = (
        "json" if kind == "dropped_letters" else "text"
    )  # it erases letters, for which text has no action
    info, _ = played(made([kind], action=action))
    assert info["success"], info["evidence"]
    assert set(info["interruptions"]) <= {kind}


@pytest.mark.parametrize("agent", ["noop", "quitter"])
def test_doing_nothing_solves_nothing_on_a_hostile_phone(agent: str) -> None:
    info, _ = played(made("hostile", "turn_off_wifi"), agent)
    assert not info["success"]


def test_equal_seeds_give_equal_episodes_and_others_differ() -> None:
    env = made("hostile", observation="both")
    came = []
    for seed in range(2):
        info, seen = played(env, seed=seed)
        again, same = played(env, seed=seed)
        assert again == info
        for one, other in zip(seen, same, strict=True):
            assert one["text"] == other["text"]
            assert np.array_equal(one["pixels"], other["pixels"])
        came.append(info["interruptions"])
    assert len(set(came)) > 1
    # What comes follows from the seed by a digest, which is the same in every process.
    assert interruptions.Moment("7/call", 3).chance("comes") == 0.7906302904101317


def test_an_interrupted_episode_continues_from_its_state() -> None:
    env = made(["slow_loading", "advertisement", "stale_picture"], observation="both")
    env.reset(seed=3)
    env.step('swipe("up")')
    state = env.save_state()
    actions = ["tap(0)", 'press("BACK")', "tap(1)", 'press("HOME")', 'swipe("up")']

    def on(one: PhoneEnv) -> list[Any]:
        found = []
        for action in actions:
            observation, *_, info = one.step(action)
            found.append((observation["text"], observation["pixels"].tobytes(), info["interruptions"]))
        return found

    fork, copied = env.fork(), pickle.loads(pickle.dumps(env))
    expected = on(env)
    assert expected[-1][2]
    assert on(fork) == expected == on(copied)
    env.restore_state(pickle.loads(pickle.dumps(state)))
    assert on(env) == expected
    calm = made(None, observation="both")
    calm.restore_state(state)
    assert all(came == () for *_, came in on(calm))


def test_the_limit_grows_and_a_calm_level_costs_nothing() -> None:
    env, calm = made(["advertisement"]), made("calm")
    _, before = env.reset(seed=0)
    after = [env.step('press("HOME")')[4] for _ in range(3)][-1]
    assert after["step_limit"] == before["step_limit"] + 1
    assert not calm.interrupted
    assert calm.seen_device is calm.device


def test_a_dialog_takes_all_touches_and_gives_the_focus_back() -> None:
    env = made(["advertisement"])
    env.reset(seed=0)
    device: Any = env.device
    device.perform(Swipe(0.5, 0.8, 0.5, 0.2))
    device.perform(Tap(0.5, 0.08))  # the search of the list of apps
    focused = device.phone.top.focus
    kind = interruptions.kinds()["advertisement"].makes
    assert kind.start(device, interruptions.Moment("", 1))
    assert not kind.start(device, interruptions.Moment("", 2)), "one dialog at a time"
    under = device.phone
    for gesture in (PressKey("BACK"), Tap(0.5, 0.9), TypeText("abc")):
        device.perform(gesture)
        assert dialogs.shown(device.phone) is not None
    close = device.ui_tree().find(resource_id="dialog:id/close")
    assert close is not None
    x, y = close.center
    device.perform(Tap(x / device.info.width, y / device.info.height))
    assert dialogs.shown(device.phone) is None
    assert device.phone.top.focus == focused
    assert device.phone.apps == under.apps
    assert (dialogs.ACCEPTED, "advertisement") not in device.phone.settings


def test_consent_is_part_of_the_phone() -> None:
    env = made(["cookie_banner"])
    env.reset(seed=0)
    device: Any = env.device
    assert interruptions.kinds()["cookie_banner"].makes.start(device, interruptions.Moment("", 1))
    accept = device.ui_tree().find(resource_id="dialog:id/accept_all")
    x, y = accept.center
    device.perform(Tap(x / device.info.width, y / device.info.height))
    assert device.phone.settings[dialogs.ACCEPTED, "cookie_banner"] == "accepted"


@pytest.mark.parametrize(
    ("kind", "task", "package"),
    [
        ("rate_app", ALARM, "com.google.android.deskclock"),
        ("rate_app", "turn_off_wifi", None),
        ("cookie_banner", ALARM, None),
        ("cookie_banner", "androidlab/pimusic_1", "com.Project100Pi.themusicplayer"),
        ("cookie_banner", "androidworld/browser_draw", "com.android.chrome"),
        ("signed_out", "androidlab/contacts_1", "com.google.android.contacts"),
    ],
)
def test_what_an_app_asks_comes_over_the_apps_that_would(kind: str, task: str, package: str | None) -> None:
    env = PhoneEnv(task, action="text", observation="text", interruptions=[kind])
    told: Any = env.reset(seed=0)
    info, device = told[1], cast(Any, env.device)
    assert not info["interruptions"], "the home screen asks nothing"
    for move in steps(env, None, info):
        info = move.info
        if info["interruptions"]:
            break
    assert info["interruptions"] == ((kind,) if package else ())
    if package:
        assert device.phone.image.outward(device.phone.top.package) == package


def test_what_spoils_a_task_never_comes_in_it() -> None:
    env = made(["airplane_mode", "rate_app"], "turn_on_airplane_mode")
    for seed in range(3):
        env.reset(seed=seed)
        came = [env.step('swipe("up")')[4]["interruptions"] for _ in range(4)][-1]
        assert "airplane_mode" not in came


def test_a_page_that_lives_in_its_app_is_not_lost_by_a_crash() -> None:
    crash = interruptions.kinds()["crash"]
    assert not crash.comes_in("click_test", "miniwob")
    assert not crash.comes_in("click_test", "miniwob_plus")
    assert crash.comes_in("click_test", "bmoca")
    env = PhoneEnv(
        "miniwob/click_button", action="text", observation="text", interruptions=["crash", "cookie_banner"]
    )
    env.reset(seed=0)
    came = [env.step('swipe("up")')[4]["interruptions"] for _ in range(4)][-1]
    assert came == ("cookie_banner",)


def test_a_locked_phone_with_a_pin_is_left_alone() -> None:
    env = made(["screen_lock"])
    env.reset(seed=0)
    device: Any = env.device
    device.phone = display.set_lock(device.phone, "pin", "1234")
    assert not interruptions.kinds()["screen_lock"].makes.start(device, interruptions.Moment("", 1))


class _Afar:
    """A phone behind adb, as far as interruptions know one."""

    info = type("Info", (), {"serial": "R58M", "locale": "en-US"})


class _Emulator(_Afar):
    def __init__(self) -> None:
        self.said: list[str] = []

    def console(self, command: str) -> None:
        self.said.append(command)


def test_other_phones_refuse_by_name_what_they_can_not_make() -> None:
    with pytest.raises(
        DeviceError, match=r"crash can be made only on the embedded phone.*it can have rotation"
    ):
        interruptions.Disturbance(interruptions.plan(["crash", "rotation"]), _Afar())  # type: ignore[arg-type]
    with pytest.raises(DeviceError, match="call can be made only"):
        interruptions.Disturbance(interruptions.plan("call"), _Afar())  # type: ignore[arg-type]
    phone: Any = _Emulator()
    disturbance = interruptions.Disturbance(interruptions.plan("call,message"), phone)
    disturbance.begin(5, ALARM)
    for _ in range(8):
        disturbance.step_begins()
        disturbance.step_ends()
    assert "gsm call 5550142" in phone.said
    assert "gsm cancel 5550142" in phone.said
    assert any(line.startswith("sms send 5550143 I am running late") for line in phone.said)


def test_an_evaluation_records_what_came_and_reports_by_it(tmp_path: Path) -> None:
    settings = settings_for("expert", [ALARM], ["100", "105"], interruptions="hostile", films="none")
    episodes = evaluate(settings, tmp_path)
    assert all(one.success and one.interruptions is not None for one in episodes)
    summary = report.write(tmp_path)
    assert [row.name for row in summary.of("level")] == ["hostile"]
    named = {name for one in episodes for name in one.interruptions or ()}
    assert named <= {row.name for row in summary.of("interruption")}
    page = (tmp_path / "report.html").read_text()
    assert "By interruption" in page
    assert '"interruptions": "hostile"' in (tmp_path / "run.json").read_text()


def test_a_tap_arrives_twice_only_if_what_it_touches_is_still_there() -> None:
    env = made(["double_touches"])
    env.reset(seed=0)
    device: Any = env.device
    kind = interruptions.kinds()["double_touches"].makes
    done: list[Any] = []

    class Twice(type(kind)):  # type: ignore[misc]
        def touch(self, gesture: Any, moment: Any) -> Any:
            return (gesture, gesture)

    disturbance: Any = env._disturbance
    disturbance._now = lambda: [(Twice(1.0), interruptions.Moment("", 1))]
    real = device.perform
    device.perform = lambda gesture: (done.append(gesture), real(gesture))
    disturbance.touch(Swipe(0.5, 0.8, 0.5, 0.2))
    disturbance.touch(Tap(0.5, 0.001))  # nothing is there
    assert len(done) == 4
    icon = device.ui_tree().find(text="Clock")
    x, y = icon.center
    disturbance.touch(Tap(x / device.info.width, y / device.info.height))
    assert len(done) == 5
    assert device.phone.top.package == "com.google.android.deskclock"


@pytest.mark.parametrize(("kind", "left"), [("renamed_file", [".txt.old"]), ("deleted_file", [])])
def test_a_file_is_renamed_or_deleted_meanwhile(kind: str, left: list[str]) -> None:
    env = made([kind])
    env.reset(seed=0)

    def names() -> list[str]:
        listed = env.device.shell("ls /storage/emulated/0/Notifications").output.splitlines()
        return [name[name.index(".") :] for name in listed]

    assert names() == [".txt"]
    for _ in range(3):
        env.step('swipe("up")')
    assert names() == left


@pytest.mark.parametrize(("kind", "then"), [("renamed_contact", ["Robin Hale"]), ("deleted_contact", [])])
def test_a_contact_is_renamed_or_deleted_after_three_steps(kind: str, then: list[str]) -> None:
    env = made(kind, side_effects=True)
    phone: Any = env
    env.reset(seed=0)

    def robins() -> list[str]:
        return [one.given for one in contacts.all_of(phone.device.phone) if one.given.startswith("Robin")]

    assert robins() == ["Robin Vale"]
    for _ in range(3):
        env.step('press("HOME")')
    assert robins() == then
    assert env.step('finish("done")')[4]["side_effects"] == []


@pytest.mark.parametrize(("kind", "then"), [("renamed_note", 1), ("deleted_note", 0)])
def test_a_note_is_renamed_or_deleted_after_three_steps(kind: str, then: int) -> None:
    env = made(kind)
    env.reset(seed=0)
    notes = "/storage/emulated/0/Documents/Notes"
    before = env.device.shell(f"ls {notes}").output
    assert before.count(".md") == 1
    for _ in range(3):
        env.step('press("HOME")')
    after = env.device.shell(f"ls {notes}").output
    assert after != before
    assert after.count(".old.md") == then


def opened_keyboard(place: str = "100") -> Any:
    """A phone whose list of apps is being searched, with its keyboard open."""
    env = PhoneEnv(ALARM, place)
    env.reset(seed=0)
    device: Any = env.device
    device.perform(Swipe(0.5, 0.8, 0.5, 0.2))
    assert not interruptions.kinds()["split_keyboard"].makes.start(device, interruptions.Moment("", 1))
    device.perform(Tap(0.5, 0.08))
    return device


def keys_of(device: Any) -> dict[str, list[tuple[float, float]]]:
    """The left and the right edge of each key, as shares of the width, by its label."""
    found: dict[str, list[tuple[float, float]]] = {}

    def look(box: Any, left: float) -> None:
        if box.element.class_name == KEY_CLASS:
            edges = left / device.info.width, (left + box.width) / device.info.width
            found.setdefault(box.element.description, []).append(edges)
        for inner in box.inside:
            look(inner, left + inner.x)

    (keyboard,) = [one for one in screen.surfaces(device.phone) if one.kind == "keyboard"]
    look(keyboard.box, keyboard.x)
    return found


@pytest.mark.parametrize("place", ["100", "103", "105"])
def test_a_keyboard_comes_apart_and_stays_so(place: str) -> None:
    device = opened_keyboard(place)
    before = device.screenshot()
    whole = keys_of(device)
    assert interruptions.kinds()["split_keyboard"].makes.start(device, interruptions.Moment("", 1))
    halves = keys_of(device)
    assert set(halves) == set(whole)
    assert (len(whole[" "]), len(halves[" "])) == (1, 2)
    edges = [edge for edges in halves.values() for edge in edges]
    left, right = max(r for _, r in edges if r < 0.5), min(x for x, _ in edges if x > 0.5)
    assert not any(x < 0.5 < r for x, r in edges)
    assert left < 0.47
    assert right > 0.53
    device.perform(PressKey("HOME"))
    device.perform(Swipe(0.5, 0.8, 0.5, 0.2))
    device.perform(Tap(0.5, 0.08))
    assert keys_of(device) == halves
    assert not np.array_equal(device.screenshot(), before)


def test_the_keys_of_a_parted_keyboard_type() -> None:
    device = opened_keyboard()
    interruptions.kinds()["split_keyboard"].makes.start(device, interruptions.Moment("", 1))
    (keyboard,) = [one for one in screen.surfaces(device.phone) if one.kind == "keyboard"]
    for key, place in (("g", 0), ("o", 0), (" ", 0), (" ", 1), ("h", 0)):

        def look(box: Any, x: float, y: float, found: list[tuple[float, float]], key: str = key) -> None:
            if box.element.description == key and box.element.class_name == KEY_CLASS:
                found.append((x + box.width / 2, y + box.height / 2))
            for inner in box.inside:
                look(inner, x + inner.x, y + inner.y, found)

        found: list[tuple[float, float]] = []
        look(keyboard.box, keyboard.x, keyboard.y, found)
        x, y = found[place]
        device.perform(Tap(x / device.info.width, y / device.info.height))
    field = next(node for node in device.ui_tree() if node.focused and node.editable)
    assert field.text == "go  h"


_CHROME = "com.android.chrome/com.google.android.apps.chrome.Main"
_FIREFOX = "org.mozilla.firefox/org.mozilla.firefox.App"


@pytest.mark.parametrize("address", ["https://news.example/late-ferry", "file:///sdcard/Download/page.html"])
@pytest.mark.parametrize("browser", [_CHROME, _FIREFOX])
def test_a_web_page_gives_orders_at_its_foot(browser: str, address: str) -> None:
    env = made(["injected_page"]) if browser == _CHROME else _androidlab(["injected_page"])
    env.reset(seed=0)
    device: Any = env.device
    kind, moment = interruptions.kinds()["injected_page"].makes, interruptions.Moment("", 1)
    device.write_file("/sdcard/Download/page.html", b"<title>A page</title><p>Hello</p>")
    assert not kind.start(device, moment), "no page is in front"
    device.shell(f"am start -n {browser}")
    assert not kind.start(device, moment), "a new tab is no page"
    kinds = "" if address.startswith("https") else "-t text/html "
    device.shell(f"am start -p {browser.partition('/')[0]} -a android.intent.action.VIEW {kinds}-d {address}")
    before = device.phone
    assert kind.start(device, moment)
    assert not kind.start(device, moment), "it stands there once"
    words = [node.text for node in device.ui_tree() if "airplane mode" in node.text]
    assert len(words) == 1
    device.phone = before
    assert not any("airplane mode" in node.text for node in device.ui_tree())
    device.shell(f"am start -n {browser}")
    device.perform(PressKey("HOME"))
    assert not kind.start(device, moment)


def test_a_page_of_firefox_gives_no_orders_under_what_lies_over_it() -> None:
    env = _androidlab(["injected_page"])
    env.reset(seed=0)
    device: Any = env.device
    kind, moment = interruptions.kinds()["injected_page"].makes, interruptions.Moment("", 1)
    view = "am start -p org.mozilla.firefox -a android.intent.action.VIEW -d https://"
    device.shell(view + "nothing.invalid/page")
    assert not kind.start(device, moment), "the page could not be loaded"
    device.shell(view + "news.example/late-ferry")
    page = device.phone
    for covering in ("toolbar", "counter_root", "mozac_browser_toolbar_menu"):
        device.phone = page
        tree = device.ui_tree()
        node = next(one for one in tree if one.resource_id.endswith(f":id/{covering}"))
        left, top, right, bottom = node.bounds
        device.perform(Tap((left + right) / 2 / tree.width, (top + bottom) / 2 / tree.height))
        assert not kind.start(device, moment), covering
    device.phone = page
    assert kind.start(device, moment)


def _androidlab(kinds: list[str]) -> PhoneEnv:
    """An environment of AndroidLab, whose phone has Firefox."""
    return PhoneEnv(
        "androidlab/clock_3", "androidlab/pixel_7_pro", action="text", observation="text", interruptions=kinds
    )


@pytest.mark.parametrize("task", ["login_user", "enter_text"])
def test_a_page_of_miniwob_gives_orders_at_its_foot(task: str) -> None:
    env = PhoneEnv(
        f"miniwob/{task}",
        "miniwob/pixel_6",
        action="text",
        observation="text",
        interruptions=["injected_page"],
    )
    env.action_mode = GestureActions()
    info, seen = played(env)
    assert info["success"], info["evidence"]
    assert info["interruptions"] == ("injected_page",)
    assert "airplane mode" not in seen[0]
    assert any("airplane mode" in text for text in seen[1:])


@pytest.mark.parametrize(
    ("action", "places"),
    [
        ("text", "tap({0})"),
        ("json", '{{"action_type": "click", "index": {0}}}'),
        ("numbered_calls", "tap({0})"),
        ("text", "long_press({0})"),
    ],
)
def test_an_element_that_the_tree_lacks_can_not_be_named(action: str, places: str) -> None:
    """A guess is answered as any wrong tag: it counts, says why, and touches nothing."""
    level = {"kinds": {"missing_elements": {"first": [0, 0], "lasts": 9}}}
    env = made(plan_of(level), action=action, **NAMED[action])
    env.reset(seed=0)
    device: Any = env.device
    before, limit = device.phone.apps, env.step_limit
    highest = len(device.ui_tree().nodes) - 1
    assert len(env.seen_device.ui_tree().nodes) < highest
    for tag in (highest, 4000):
        _, reward, terminated, truncated, info = env.step(places.format(tag))
        why = info["wrong_format"] or ""
        assert "this screen" in why or "element" in why
        assert (reward, terminated, truncated) == (0, False, False)
    assert info["steps"] == 2
    assert env.step_limit == limit
    assert device.phone.apps == before


def plan_of(level: Any) -> str:
    """The path of a level."""
    path = Path(tempfile.mkdtemp()) / "level.yaml"
    path.write_text(json.dumps(level))
    return str(path)


@pytest.mark.parametrize(
    ("action", "task"),
    [
        ("text", ALARM),
        ("json", ALARM),
        ("numbered_calls", "androidlab/clock_9"),
        ("discrete", ALARM),
    ],
)
@pytest.mark.parametrize("lasts", [6, 900])
def test_the_expert_looks_again_at_a_tree_that_lacks_an_element(action: str, task: str, lasts: int) -> None:
    """It never names another element. If the tree stays as it is, it points at the picture, or waits in vain."""
    kind = {"group": "eye", "says": "Most is missing.", "does": "incomplete", "options": {"share": 0.7}}
    level = plan_of(
        {"kinds": {"most": {"first": [0, 0], "lasts": lasts, "steps": 60}}, "new": {"most": kind}}
    )
    elements: Any = NAMED.get(action, {})
    place = "androidlab/large" if task.startswith("androidlab") else "100"
    env = PhoneEnv(task, place, action=action, interruptions=level, side_effects=True, **elements)
    waits = 0
    for step in steps(env, *env.reset(seed=0)):
        waits += "wait" in str(step.action).lower()
        assert step.info["wrong_format"] is None
    assert step.info["success"], step.info["evidence"]
    assert step.info["side_effects"] == []
    assert (waits > 0) == (
        action in ("text", "json")
    )  # rows of AndroidLab's phone are never leaves of the tree


def test_a_compressed_picture_is_as_opencv_reads_it_and_nobody_s_copy() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (64, 32, 3), np.uint8)
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 10])
    wanted = cv2.imdecode(data, cv2.IMREAD_COLOR_RGB)
    for _ in range(2):  # the second time it is remembered
        seen = Compressed(10).picture(picture, lambda: picture, Moment("0", 1))
        assert np.array_equal(seen, wanted)
        seen[:] = 0
    assert not np.array_equal(Compressed(90).picture(picture, lambda: picture, Moment("0", 1)), wanted)


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ko-KR"])
def test_an_app_asks_for_a_permission_in_words(locale: str) -> None:
    device = EmbeddedDevice(Configuration(locale=locale))
    device.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert interruptions.kinds()["permission"].makes.start(device, interruptions.Moment("", 1))
    (asked,) = device.ui_tree().find_all("com.android.permissioncontroller:id/permission_message")
    assert "_" not in asked.text
    assert "{" not in asked.text
    left = closing(device.ui_tree(windows=True), locale)
    assert left is not None
    device.perform(left)
    assert not device.ui_tree().find_all(asked.resource_id)


@pytest.mark.parametrize("kind", ["mail", "injected_notification"])
def test_a_notification_comes_from_an_app_which_a_tap_opens(kind: str) -> None:
    device = EmbeddedDevice()
    made = interruptions.kinds()[kind].makes
    assert made.start(device, interruptions.Moment("", 1))
    (posted,) = [one for one in device.phone.notifications if one.package == "com.google.android.gm"]
    says = device.ui_tree(windows=True).find(text=posted.title)
    assert says is not None
    x, y = says.center
    device.perform(Tap(x / device.info.width, y / device.info.height))
    assert device.phone.top.package == "com.google.android.gm"
    made.stop(device, interruptions.Moment("", 2))
    assert posted.key not in {one.key for one in device.phone.notifications}
