"""The requests of each format for recorded screens: roles, order, texts, pictures and history, as golden files.

After a change that is meant, ``python tests/agents/language/formats/test_requests.py`` writes the files anew. They were
compared with what the makers' programs send.
"""

from __future__ import annotations

import base64
import json
import struct
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bmoca_gym import agents
from bmoca_gym.agents.language import saying, solutions
from bmoca_gym.agents.language.formats.agent import RECIPES, FormatAgent
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.writing import LackingError, write
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import GestureActions, Move

GOLDEN = Path(__file__).with_name("requests")

#: Episodes with 54 screens: of Clock, the file manager, a recipe's form, and an editor of notes.
EPISODES = (
    ("create_alarm_at_10_30_am_on_every_weekend", "100"),
    ("androidworld/FilesMoveFile", "androidworld/pixel_6"),
    ("androidworld/RecipeAddSingleRecipe", "androidworld/pixel_6"),
    ("androidworld/MarkorAddNoteHeader", "androidworld/pixel_6"),
)
STEPS = (1, 2, 6, 12)
#: What the environment tells, fixed here.
TOLD = {"date": "2023-10-15", "app": "Clock", "apps": ("Clock", "Files", "Markor")}

#: Size of the recorded pictures, in px.
SIZE = (90, 200)


class Step(NamedTuple):
    """A recorded step: what an agent got, the size of the screen in px, and the expert's move with its description."""

    observation: Any
    info: Any
    screen: tuple[int, int]
    move: Move
    sentence: str


@cache
def recorded() -> tuple[tuple[Step, ...], ...]:
    env = PhoneEnv(observation="pixels", resolution=SIZE)
    env.action_mode = GestureActions()
    found = []
    for task, configuration in EPISODES:
        steps = []
        for source in solutions.chosen([task], [configuration]):
            for screen in solutions.play(env, *source):
                tree = env.device.ui_tree()
                said = saying.sentence(screen.action, tree)
                info = {**screen.info, **TOLD}
                steps.append(
                    Step(screen.observation.copy(), info, (tree.width, tree.height), screen.action, said)
                )
        found.append(tuple(steps))
    env.close()
    return tuple(found)


def answer(name: str, step: Step) -> str:
    frame = Frame(step.screen, RECIPES[name].format.sent(SIZE))
    try:
        return write(name, step.move, frame, step.sentence)
    except LackingError:
        return "I can't do that."  # a wrong format: the history has it as it stands


def requests(name: str) -> dict[str, Any]:
    """The golden content of a format."""
    chosen = agents.options(name, {"model": "m", "picture_size": "{}x{}".format(*SIZE), "replay": True})
    agent = FormatAgent(name, **chosen)
    texts: list[str] = []
    found: dict[str, Any] = {}
    for steps in recorded():
        agent.reset(None, steps[0].info, 0)  # type: ignore[arg-type]
        pictures: list[bytes] = []
        for number, step in enumerate(steps[: max(STEPS)], start=1):
            messages = agent.request(step.observation, step.info)
            pictures.append(agent._picture)
            agent.note(answer(name, step))
            if number in STEPS:
                key = f"{steps[0].info['task']}, step {number}"
                found[key] = [told(message, texts, pictures) for message in messages]
    agent.close()
    sampling = {key: chosen[key] for key in ("temperature", "top_p", "answer_tokens", "request")}
    return {
        "sent_of_1080x2400": [*RECIPES[name].format.sent((1080, 2400))],
        "sampling": sampling,
        "texts": texts,
        "requests": found,
    }


def told(message: dict[str, Any], texts: list[str], pictures: list[bytes]) -> dict[str, Any]:
    """A message with its texts by number, and its pictures by step and size."""

    def number(text: str) -> int:
        if text not in texts:
            texts.append(text)
        return texts.index(text)

    content = message["content"]
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    kept: list[Any] = []
    for part in parts:
        if part["type"] == "text":
            kept.append(number(part["text"]))
        else:
            kind, _, data = part["image_url"]["url"].partition(";base64,")
            picture = base64.b64decode(data)
            width, height = struct.unpack(">II", picture[16:24])
            place = len(pictures) - pictures[::-1].index(picture)
            kept.append(f"{kind.removeprefix('data:')} of step {place}, {width}x{height}")
    further = {
        key: number(value) if key == "reasoning_content" else value
        for key, value in message.items()
        if key not in ("role", "content")
    }
    return {message["role"]: kept, **further}


@pytest.mark.parametrize("name", RECIPES)
def test_requests_are_those_that_were_compared_with_the_makers(name: str) -> None:
    assert sum(map(len, recorded())) >= 50
    assert requests(name) == json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def test_there_is_a_file_for_each_format() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(RECIPES)


def written(content: dict[str, Any]) -> str:
    """JSON with a message in each line."""
    lines = {
        key: "[\n   " + ",\n   ".join(json.dumps(one) for one in messages) + "\n  ]"
        for key, messages in content["requests"].items()
    }
    requests = ",\n  ".join(f"{json.dumps(key)}: {value}" for key, value in lines.items())
    rest = {key: value for key, value in content.items() if key != "requests"}
    head = json.dumps(rest, indent=1, ensure_ascii=False).removesuffix("\n}")
    return f'{head},\n "requests": {{\n  {requests}\n }}\n}}\n'


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for one in RECIPES:
        (GOLDEN / f"{one}.json").write_text(written(requests(one)), encoding="utf-8")
