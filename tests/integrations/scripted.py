"""Ten episodes for libraries that play the phone: an expert's tool calls solve some, and the rest end at once."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.envs.actions import Answer, Finish, Move
from bmoca_gym.envs.text_actions import SWIPES, TextActions
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.integrations.session import PhoneSession

#: Task, number of the instance, configuration, and whether the expert plays.
EPISODES = [
    ("bmoca/turn_on_airplane_mode", 0, "100", True),
    ("bmoca/open_the_clock_app", 0, "105", True),
    ("bmoca/create_alarm_at_10_30_am", 0, "100", True),
    ("androidworld/contacts_add_contact", 3, "androidworld/pixel_6", True),
    ("androidworld/clock_stop_watch_running", 0, "androidworld/pixel_6", True),
    ("androidlab/clock_6", 0, "androidlab/pixel_7_pro", True),
    ("bmoca/turn_on_airplane_mode", 0, "101", False),
    ("bmoca/create_alarm_at_10_30_am", 0, "102", False),
    ("androidworld/contacts_add_contact", 4, "androidworld/pixel_6", False),
    ("androidlab/clock_6", 0, "androidlab/pixel_7_pro", False),
]


class Script(NamedTuple):
    """An episode: the row that names it, the calls of tools, and the score of the phone at its end."""

    row: dict[str, Any]
    instruction: str
    calls: list[tuple[str, dict[str, Any]]]
    score: dict[str, Any]


def scripts() -> list[Script]:
    """Play the episodes on our own phone."""
    return [_script(*episode) for episode in EPISODES]


def _script(task: str, seed: int, configuration: str, expert: bool) -> Script:
    session, calls = PhoneSession(reward="success", held_out=True), []
    instruction = session.start(task, seed, configuration)
    agent = ExpertAgent()
    env = session._env
    assert env is not None
    assert session.info is not None
    agent.reset(env, session.info, 0)
    while not session.over:
        move = agent.act(None, session.info) if expert else Finish("I can't.")
        calls.append(_call(move, session))
        session.act(move)
    row = {"task": task, "seed": seed, "configuration": configuration, "held_out": True}
    return Script(row, instruction, calls, session.score())


def _call(move: Move, session: PhoneSession) -> tuple[str, dict[str, Any]]:
    if isinstance(move, TypeText):
        return "type_text", {"text": move.text}
    if isinstance(move, PressKey):
        return "press", {"key": move.key}
    if isinstance(move, Answer):
        return "answer", {"text": move.text}
    if isinstance(move, Finish):
        return "finish", {"message": move.message}
    if isinstance(move, Swipe):
        found = {points: word for word, points in SWIPES.items()}
        return "swipe", {"direction": found[move.y0, move.x0, move.y1, move.x1]}
    assert isinstance(move, (Tap, LongPress))
    written = TextActions().encode(move, session.tree())
    name, _, rest = written.partition("(")
    assert name in ("tap", "long_press"), written
    return name, {"element": int(rest.rstrip(")"))}
