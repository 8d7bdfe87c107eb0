"""Makes the ``info`` of resets and steps."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

from bmoca_gym.devices.device import Device
from bmoca_gym.envs import choices
from bmoca_gym.envs.actions import Answer, Ask, Finish, Move, Wait, speech_of
from bmoca_gym.envs.app_names import names_of
from bmoca_gym.envs.episode_state import LastStep
from bmoca_gym.envs.infos import Info
from bmoca_gym.handset.gestures import GESTURE_TYPES
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.needs import packages
from bmoca_gym.tasks.plain import plain


class InfoMaker:
    """Makes the infos of the episodes on a device.

    Attributes:
        constant: the info of a step of this episode in which nothing happened.
    """

    constant: Info

    def __init__(self, device: Device) -> None:
        self._device = device
        self._names: dict[str, tuple[Mapping[str, str], tuple[str, ...]]] = {}  # of apps, for each suite
        # Parameters, and their plain data as pickle has it: each step gets a copy, in a quarter of the time of `plain`.
        self._params: tuple[Mapping[str, Any], bytes] = {}, b""

    def begin(self, task: Task, environment: str, date: str) -> None:
        """Begin or continue an episode. ``environment``: the configuration; ``date``: of the start."""
        names = self._names.get(task.suite)
        if names is None:  # once: no task installs an app
            names = names_of(packages(self._device), choices.apps_of(task))
            self._names[task.suite] = names
        self._name_of, apps = names
        self.constant = {
            "task": task.id,
            "task_seed": task.task_seed,
            "params": {},
            "environment": environment,
            "instruction": task.instruction,
            "date": date,
            "apps": apps,
            "success": False,
            "known": True,
            "score": 0.0,
            "evidence": [],
            "sub_goals": {},
            "answer": None,
            "gesture": None,
            "app": None,
            "wrong_format": None,
            "off_screen": False,
            "asked": None,
            "reply": None,
            "finished": None,
            "status": None,
            "device_lost": None,
            "side_effects": None,
            "harmful_acts": None,
            "interruptions": (),
            "toasts": None,
            "steps": 0,
            "step_limit": 0,
        }

    def info(self, last: LastStep, params: Mapping[str, Any], tree: UiTree | None) -> Info:
        """Return the info of a step, without what the environment itself counts.

        ``params``: the task's; ``tree``: the one that was observed, or None.
        """
        detection, move, wrong_format, off_screen, lost, reply, toasts = last
        info = self.constant.copy()
        info["params"] = self._copy_of(params) if params else {}
        info["success"] = detection.satisfied
        info["known"] = detection.known
        info["evidence"] = [*detection.evidence]
        if tree is not None:
            nodes = tree.nodes
            info["app"] = self._name_of.get(nodes[0].package, "") if nodes else ""
        info["toasts"] = toasts
        if isinstance(move, GESTURE_TYPES):  # nearly all moves
            info["gesture"] = move
        elif move is not None:
            _tell_of(move, info)
        if wrong_format is not None:
            info["wrong_format"], info["off_screen"] = wrong_format, off_screen
        if lost is not None:
            info["device_lost"] = lost
        if reply is not None:
            info["reply"] = reply
        return info

    def _copy_of(self, params: Mapping[str, Any]) -> dict[str, Any]:
        if params is not self._params[0]:
            self._params = params, pickle.dumps(plain(params))
        copy: dict[str, Any] = pickle.loads(self._params[1])
        return copy


def _tell_of(move: Move, info: Info) -> None:
    """Report a move that is not a gesture, and the words that come with it."""
    if not isinstance(move, (Wait, Finish, Answer, Ask)):
        info["gesture"] = move
    speech = speech_of(move)
    if isinstance(speech, Ask):
        info["asked"] = speech.question
    elif isinstance(speech, Finish):
        info["finished"], info["status"] = speech.message or speech.status, speech.status
