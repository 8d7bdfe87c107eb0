"""Traces of episodes in the layout of AndroidLab's recorder, so that AndroidLab's code can judge and measure them.

An episode is a folder ``<task>_<time>``. ``traces/trace.jsonl`` has a line for each action. ``Screen`` has the screen
before each action and at the end. ``xml`` has the UI tree before each action, both as ``uiautomator dump`` writes it
and compressed. Times are those of the phone's clock, so equal episodes have equal traces.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import run
from bmoca_gym.envs.actions import Gestures, OpenApp
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Info
from bmoca_gym.envs.set_of_mark import draw_numbers
from bmoca_gym.episodes.film import encode
from bmoca_gym.episodes.screens import Look
from bmoca_gym.errors import writing
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.xml import xml_of
from bmoca_gym.success_detectors.front import in_front
from bmoca_gym.suites.androidlab.call_actions import NumberedCallActions
from bmoca_gym.suites.androidlab.compressed_tree import compressed, text_of
from bmoca_gym.suites.androidlab.elements import labelled
from bmoca_gym.suites.androidlab.last_page import LastPage, output_of
from bmoca_gym.tasks import Task

#: The placeholder of a screen in the prompts of later lines, and the separator of answers of several stages.
_SCREEN, _BETWEEN_STAGES = "** XML **", "\n" + "=" * 30 + "\n"

_KEYS = {"ENTER": "Enter", "HOME": "Home", "BACK": "Back"}


class Moment(NamedTuple):
    """State of a phone before an action: screen, clock in seconds, foreground package, command outputs."""

    look: Look
    seconds: str
    package: str
    outputs: Mapping[str, str]


class Trace:
    """Writer of an episode's trace. Each line is on disk before the next action.

    ``folder``: the episode's folder.

    Args:
        folder: folder of the run. The episode's folder is made in it, and replaces an older one.
        name: name of the task; the folder's name starts with it.
        env: the environment, right after its reset.
        commands: commands whose output each line records, by name; None for those of the task.
    """

    def __init__(
        self, folder: Path, name: str, env: PhoneEnv, commands: Mapping[str, str] | None = None
    ) -> None:
        device, task = env.device, env.task
        self._device = device
        self._numbered = isinstance(env.action_mode, NumberedCallActions)
        self._target = f"In the app {task.app}: {task.instruction}" if task.app else task.instruction
        self._commands = commands_of(task) if commands is None else commands
        self._count = 0
        time = run(device, "date +%Y-%m-%d_%H-%M-%S").strip()
        self._name = f"{name}_{time}"
        self._run, self.folder = folder.name, folder / self._name
        with writing(self.folder):
            shutil.rmtree(self.folder, ignore_errors=True)
            for part in ("traces", "Screen", "xml"):
                (self.folder / part).mkdir(parents=True)
            (self.folder / "traces" / "trace.jsonl").touch()

    def moment(self, look: Look) -> Moment:
        """Capture the phone's state before an action."""
        outputs = {name: output_of(self._device.shell(command)) for name, command in self._commands.items()}
        return Moment(look, run(self._device, "date +%s").strip(), in_front(self._device), outputs)

    def step(self, moment: Moment, info: Info, responses: Sequence[str]) -> None:
        """Write the line for an action.

        Args:
            moment: the phone's state before the action.
            info: the environment's info of the step.
            responses: the agent's answers, stage by stage.
        """
        number, look = self._count, moment.look
        picture = f"Screen/screenshot-{number}-{moment.seconds}-before.png"
        layout = f"xml/{number}.xml"
        line: dict[str, Any] = {
            "trace_id": self._name,
            "index": number,
            "prompt": _SCREEN if number else self._target,
            "image": self._place(picture),
            "xml": self._place(layout),
            "ac_xml": None,
            "current_activity": moment.package,
            "window": [look.tree.width, look.tree.height],
            "target": self._target,
        }
        files = {
            picture: encode(look.picture, ".png"),
            layout: xml_of(look.tree).encode(),
            f"xml/{number}_compressed_xml.txt": text_of(compressed(look.tree)).encode(),
        }
        if moment.outputs:
            line["command"] = dict(moment.outputs)
        if self._numbered:
            marked = f"{picture.removesuffix('.png')}_labeled.png"
            files[marked] = encode(_marked(look), ".png")
            line["labeled_image"] = self._place(marked)
        line["parsed_action"] = parsed_action(info, (look.tree.width, look.tree.height), self._numbered)
        line["current_response"] = _BETWEEN_STAGES.join(responses)
        with writing(self.folder):
            for name, content in files.items():
                (self.folder / name).write_bytes(content)
            with (self.folder / "traces" / "trace.jsonl").open(
                "a", encoding="utf-8", errors="replace"
            ) as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._count += 1

    def end(self, moment: Moment) -> None:
        """Write the final screen."""
        with writing(self.folder):
            picture = encode(moment.look.picture, ".png")
            (self.folder / "Screen" / f"screenshot-end-{moment.seconds}.png").write_bytes(picture)

    def _place(self, name: str) -> str:
        """Return the path of a file, relative to the folder of all runs."""
        return f"{self._run}/{self._name}/{name}"


def _marked(look: Look) -> NDArray[np.uint8]:
    places = [(number, node.bounds) for number, node in enumerate(labelled(look.tree), start=1)]
    return draw_numbers(look.picture, places, (look.tree.width, look.tree.height))


def commands_of(task: Task) -> dict[str, str]:
    """Return the commands that the benchmark runs before each action of a task, with its names for them."""
    query = task.upstream.query if isinstance(task.upstream, LastPage) else None
    return {**({f"adb shell {query}": query} if query else {}), **dict(task.records)}


def parsed_action(info: Info, size: tuple[int, int], numbered: bool = False) -> dict[str, Any]:
    """Convert a step into AndroidLab's record of an action: ``operation``, ``action``, and ``kwargs`` if it has any.

    Elements are the touched points, in px. Actions that AndroidLab's agents don't have are written in the same way.

    Args:
        info: the environment's info of the step.
        size: width and height of the screen in px.
        numbered: whether keys and apps have their SoM-mode names.
    """
    move = info["gesture"]
    if info["finished"] is not None:
        said = info["finished"] if info["answer"] is None else info["answer"]
        return {"operation": "finish", "action": "finish", "kwargs": {"message": said}}
    if isinstance(move, Gestures):
        typed = [one for one in move.gestures if isinstance(one, TypeText)]
        move = (typed or move.gestures)[0]
    if isinstance(move, (Tap, LongPress)):
        kind = "Tap" if isinstance(move, Tap) else "Long Press"
        return _done(kind, element=[int(move.x * size[0]), int(move.y * size[1])])
    if isinstance(move, Swipe):
        return _done("Swipe", **_swiped(move, size))
    if isinstance(move, TypeText):
        return _done("Type", text=move.text)
    if isinstance(move, OpenApp):
        return _done("Launch", **{"app_name" if numbered else "package": move.name})
    name = _KEYS.get(move.key, move.key.title()) if isinstance(move, PressKey) else "Wait"
    if numbered:
        return _done(name)
    return {"operation": "do", "action": f"Press {name}" if move is not None else name}


def _done(action: str, **fields: Any) -> dict[str, Any]:
    return {"operation": "do", "action": action, "kwargs": fields}


def _swiped(swipe: Swipe, size: tuple[int, int]) -> dict[str, Any]:
    """Return start, direction and length of a swipe. Vertical lengths are halved, as AndroidLab doubles them."""
    right, down = (swipe.x1 - swipe.x0) * size[0], (swipe.y1 - swipe.y0) * size[1]
    if abs(down) >= abs(right):
        direction, length = ("down" if down > 0 else "up"), abs(down) / 2
    else:
        direction, length = ("right" if right > 0 else "left"), abs(right)
    start = [int(swipe.x0 * size[0]), int(swipe.y0 * size[1])]
    return {"element": start, "direction": direction, "dist": round(length)}
