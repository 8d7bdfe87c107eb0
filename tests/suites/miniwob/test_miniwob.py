"""MobileMiniWoB++ as AndroidWorld publishes it, and a sample of its tasks put through the package's own checks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
import yaml

from benchmarks import web_experts
from benchmarks.web_points import pressed, start
from bmoca_gym import randomization, suite_names, suites, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.actions import Finish, GestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.handset.apps.miniwob import running
from bmoca_gym.handset.gestures import PressKey, Swipe, Tap
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.suites.miniwob.experts.mail import MailExpert
from tests.playing import play, steps

SUITE = tasks.suite("miniwob")


def test_as_published() -> None:
    assert (SUITE.prefix, SUITE.image, SUITE.ends, len(SUITE)) == ("MobileMiniWoB", "miniwob", "finish", 92)
    assert len(dict(SUITE.tags)["synapse"]) == 62
    for task in SUITE:
        assert (task.step_limit, task.complexity, task.begins, task.unfinished) == (30, 3, "set_up", "judged")
        assert task.instruction == "Follow the instructions shown on the top of the screen"
        assert task.ends_when is not None
        assert len(task.near_misses) >= 3, task.id


def test_ids() -> None:
    ids = [gym_id for gym_id in suite_names.gym_ids() if gym_id.startswith("MobileMiniWoB-")]
    assert len(ids) == 93
    assert {"MobileMiniWoB-v0", "MobileMiniWoB-ClickTab2Easy-v0"} <= set(ids)


def test_an_instance_is_a_seed() -> None:
    template = SUITE.template("click_test")
    start = template.task(0, {"seed": 3}).set_up_steps[0].command  # type: ignore[attr-defined]
    assert """'{"task":"click-test","seed":"3"}'""" in start
    assert template.task(1) != template.task(2)


@pytest.mark.parametrize("name", ["click_button", "email_inbox", "enter_text"])
def test_every_verb_is_there(name: str) -> None:
    assert expert_for(SUITE.get(name))


def test_an_episode_from_the_set_up_to_the_reward() -> None:
    env = gym.make("MobileMiniWoB-EnterText-v0", action="text", observation="text").unwrapped
    assert isinstance(env, PhoneEnv)
    observation, info = env.reset(seed=0, options={"params": {"seed": 1}})
    assert info["instruction"] == (
        "Follow the instructions shown on the top of the screen: "
        'Enter "Bernardine" into the text field and press Submit.'
    )
    said = env.device.shell("am broadcast -a com.google.androidenv.miniwob.app.GET_UTTERANCE_ACTION").output
    # AndroidWorld's code reads data only with the result of a receiver that has answered.
    assert 'result=-1, data="Enter "Bernardine" into the text field and press Submit."' in said
    middle = env.save_state()
    *before, last = steps(env, observation, info)
    assert (last.reward, last.terminated, last.info["success"], len(before)) == (1.0, True, True, 2)
    said = env.device.shell("am broadcast -a com.google.androidenv.miniwob.app.GET_REWARD_ACTION").output
    assert 'data="1"' in said
    # A wrong answer ends the episode too.
    env.restore_state(middle)
    button = next(node for node in env.device.ui_tree() if node.text == "Submit")
    x, y = button.center
    env.device.perform(Tap(x / 1080, y / 2400))
    _, reward, terminated, _, info = env.step('press("BACK")')
    assert (reward, terminated, info["success"]) == (0.0, True, False)
    env.close()


def test_the_index_opens_pages_and_back_returns_to_it() -> None:
    env = gym.make("MobileMiniWoB-ClickTest-v0", action="text", observation="text").unwrapped
    assert isinstance(env, PhoneEnv)
    env.reset(seed=0, options={"params": {"seed": 1}})
    activity = "com.google.androidenv.miniwob/.app.MainActivity"
    env.device.shell(f"am start -n {activity} --es RL_TASK_APP_CONFIG '{{}}'")
    link = next(node for node in env.device.ui_tree() if node.text == "book-flight")
    x, y = link.center
    env.device.perform(Tap(x / 1080, y / 2400))
    assert env.device.ui_tree().find(text="Book Your One-Way Flight")
    env.device.perform(PressKey("BACK"))
    assert env.device.ui_tree().find(text="book-flight")
    env.device.perform(PressKey("BACK"))
    assert env.device.ui_tree().find(text="Phone")
    env.close()


def test_a_page_goes_on_behind_another_app() -> None:
    env = gym.make("MobileMiniWoB-ClickPie-v0", action="text", observation="text").unwrapped
    assert isinstance(env, PhoneEnv)
    env.reset(seed=0, options={"params": {"seed": 1}})
    env.device.perform(PressKey("HOME"))
    env.device.wait(3)  # the page's animation frames are due all the time
    assert env.device.ui_tree().find(text="Phone")
    env.device.shell("am force-stop com.google.androidenv.miniwob")
    env.device.wait(3)
    assert env.device.ui_tree().find(text="Phone")
    env.close()


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("highlight_text_2", 1), ("scroll_text_2", 1), ("drag_item", 1), ("grid_coordinate", 1),
        # What failed in the sweep: a covered button, a panel named like its tab, folders beside files, a menu above posts
        # and one that is cut off, a handle in the way, a name with a hyphen, exact points, and a long search.
        ("click_test_2", 6), ("click_tab_2", 18), ("navigate_tree", 7), ("social_media", 2), ("social_media", 3),
        ("social_media", 1090468718),  # a user with a name of one letter
        ("use_slider", 4), ("terminal", 14), ("find_midpoint", 2), ("right_angle", 3), ("right_angle", 8), ("tic_tac_toe", 9),
    ],
)  # fmt: skip
def test_an_expert_solves_what_failed_before(name: str, seed: int) -> None:
    env = PhoneEnv(tasks=SUITE.template(name).task(0, {"seed": seed}), action="text", observation="text")
    env.action_mode = GestureActions()
    assert play(env).info["success"]
    env.close()


class Inbox:
    """A page with a list of messages, as far as its expert reads the senders."""

    def __init__(self, *senders: str) -> None:
        self.senders = senders

    def said(self, text: str) -> str | None:
        return text if text in self.senders else None


#: Instructions whose key is swapped: DEST has sent the message there, but the page pays for NAME's.
SWAPPED = {
    "Find the email from DEST and forward it to NAME.",
    "Find yesterday's emails from DEST and forward them to NAME.",
    "Forward DEST's email from yesterday to NAME.",
    "Forward all messages from DEST to NAME.",
    "Send NAME the message from DEST.",
}


def test_the_mail_expert_reads_every_instruction_of_the_pages() -> None:
    page = running.page_of("email-inbox-nl-turk", "1")
    names = page.read("ui_utils.PEOPLE_NAMES")
    odd = [name for name in names if not re.fullmatch(r"[A-Z][a-z]+", name)]
    assert len(odd) == 25
    pairs = [("Aaren", "Aarika"), ("Tess", "Abbie"), *zip(odd[::2], odd[1::2], strict=False)]
    read, misread = 0, set()
    for act, modes in page.read("TEMPLATES").items():
        for text in modes["train"] + modes["test"]:
            for sender, receiver in pairs:
                told = (
                    text.replace("NAME", sender, 1).replace("DEST", receiver, 1).replace("MSG", "Sit amet.")
                )
                expert = MailExpert(told)
                got = [expert.act, expert._sender(Inbox(sender, receiver, "Zora"))]  # type: ignore[arg-type]
                wanted = ["star" if act == "important" else act, sender]
                if act == "forward":
                    got.append(expert._receiver())  # type: ignore[arg-type]
                    wanted.append(receiver)
                if got != wanted:
                    misread.add(text)
                read += 1
    assert misread == SWAPPED
    assert read > 5_000


def test_what_a_swapped_key_pays() -> None:
    # The page pays who sends the receiver's message to its sender.
    task = SUITE.template("email_inbox_forward_nl_turk").task(0, {"seed": 14})
    env = PhoneEnv(tasks=task, action="text", observation="text")
    env.action_mode = GestureActions()
    _, info = env.reset(seed=0)
    assert info["instruction"].endswith("Send Frannie the message from Colene.")
    expert, over = MailExpert("Send Colene the message from Frannie."), False
    while not over:
        _, _, over, _, info = env.step(expert.next_gesture(env.device.ui_tree(), "en-US"))
    assert info["success"]
    env.close()


def test_what_touch_can_t_solve_is_listed() -> None:
    listed = yaml.safe_load(Path(suites.__path__[0], "miniwob", "touch.yaml").read_text("utf-8"))
    assert sum(20 - len(one["solved"]) for one in listed.values()) == 100
    assert {page.replace("-", "_") for page in listed} <= {task.id for task in SUITE}
    # What the button alone is paid.
    for page, button in (("drag-box", "subbtn"), ("resize-textarea", "submit")):
        for seed in (1, 2, 3, 6):
            opened = start("miniwob", page, seed, Viewport())
            assert (pressed(opened, button) == 1) == (seed in listed[page]["solved"]), (page, seed)


@pytest.mark.parametrize("name", ["enter_date", "enter_time"])
def test_dates_are_entered_in_korean_and_arabic(name: str) -> None:
    for phone in randomization.select(["105", "109"]):
        env = PhoneEnv(tasks=SUITE.template(name).task(0, {"seed": 1}), action="text", observation="text")
        env.action_mode = GestureActions()
        assert play(env, environment=phone).info["success"], phone.id
        env.close()


@pytest.mark.parametrize("suite", ["miniwob", "miniwob_plus"])
def test_near_misses_that_differ_name_a_task_a_move_and_a_reason(suite: str) -> None:
    ids = {template.id for template in tasks.suite(suite).templates}
    for task, said in web_experts.near_misses(suite).items():
        assert task in ids
        assert said["reason"]
        assert said.keys() <= {"leave", "beside", "kind", "solved", "reason"}
        assert said.keys() & {"leave", "beside", "solved"}


def test_a_near_miss_leaves_out_a_run_of_swipes_or_the_move_that_is_listed() -> None:
    swipe, one, two, end = Swipe(0.5, 0.8, 0.5, 0.2), Tap(0.1, 0.1), Tap(0.2, 0.2), Finish("")

    def left(*moves: object, **options: Any) -> list[object]:
        agent = web_experts.NearAgent(moves, **options)
        return [*agent.moves, "beside" if agent.beside is not None else "", *agent.rest]

    assert left(swipe, swipe, one, end) == ["", one]
    assert left(swipe, one, swipe, swipe, two, end) == [swipe, "", swipe, swipe, two]
    assert left(one, two, end, leave=-1) == [one, ""]
    assert left(one, two, end, beside=1) == [one, "beside"]
    assert left(one, end) == ["beside"]
    assert left(end) == [""]


def test_experts_are_held_to_what_is_listed_and_a_move_that_is_left_out_is_missed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chosen = ["--seeds", "2", "--tasks", "click_button,login_user,drag_box", "--agents", "expert,near"]
    assert web_experts.main(chosen) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "click_button expert 2 near 0", "login_user expert 2 near 0", "drag_box expert 0 near 0",
        "  seed 1, expert: listed", "  seed 2, expert: listed", "3 tasks, 2 seeds: {'expert': 4, 'near': 0} 0 not as listed",
    ]  # fmt: skip
    # What is listed for no seed but solved is told, and so is what fails without being listed.
    assert web_experts.main(["--seeds", "1", "--tasks", "drag_box", "--environment", "miniwob/dark"]) == 0
