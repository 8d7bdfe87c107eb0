"""The interruptions of one environment's episodes: draw them, start and end them, and show what the agent gets."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.errors import DeviceError
from bmoca_gym.handset.gestures import Gesture, Tap
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.interruptions.interruption import Interruption, Moment, has_room
from bmoca_gym.interruptions.plan import Kind, Plan

#: More steps than any episode has.
_NEVER = 1 << 60
#: Seconds that are left of the step when late touches arrive.
_SETTLES = 2.0
#: Steps that are given in addition to those that are taken again.
_MARGIN = 2


class _Planned(NamedTuple):
    """A pending interruption: its kind, as an index in the plan, and the step after which it begins."""

    at: int
    step: int


class _Running(NamedTuple):
    """An interruption that lasts until the end of a step, with the step in which it began."""

    at: int
    begun: int
    until: int


class Saved(NamedTuple):
    """An episode's interruptions at one moment. ``plan``: the name of its plan."""

    plan: str
    seed: str
    step: int
    planned: tuple[_Planned, ...]
    running: tuple[_Running, ...]
    begun: tuple[str, ...]
    before: Phone | None


_NOTHING = Saved("", "", 0, (), (), (), None)


class Disturbance:
    """Disturbs the episodes of one environment.

    Everything random follows from the episode's seed, the kind and the step alone: equal seeds give equal episodes in
    every process, and adding a kind changes nothing about the others.

    Args:
        plan: what may happen.
        device: the phone.

    Raises:
        DeviceError: a kind can't be made on this phone; the message names it.
    """

    def __init__(self, plan: Plan, device: Device) -> None:
        _check_reach(plan, device)
        self.plan = plan
        self._device = device
        self._screen = screen_of(device)
        self._view = cast(Device, AgentView(device, self))
        #: The phone as the agent touches and sees it at this moment.
        self.seen: Device = device
        #: Names of the interruptions that have begun in this episode, in order.
        self.begun: tuple[str, ...] = ()
        #: Whether there is something to do at the end of this step: `perform_late_touches` and `step_ends`.
        self.due = False
        # All that does not change at every step; the step and the phone before it are kept beside.
        self._state = _NOTHING
        self._step = 0
        self._before: Phone | None = None
        self._keeps_before = False
        self._next = _NEVER
        self._late: list[Gesture] = []

    def begin(self, seed: int, task: str, suite: str = "") -> int:
        """Draw the interruptions for an episode of a task, and start those that are there from the beginning.

        ``suite``: the task's. Returns by how many steps the limit grows.
        """
        planned = []
        for at, kind in enumerate(self.plan.kinds):
            moment = Moment(f"{seed}/{kind.name}", 0)
            if kind.comes_in(task, suite) and moment.chance("comes") < kind.chance:
                first, last = kind.first
                planned.append(_Planned(at, first + int(moment.chance("when") * (last - first + 1))))
        self._set(Saved(self.plan.name, str(seed), 0, tuple(planned), (), (), None))
        more = self._start_due()
        # What is there from the beginning comes then or never: later it could undo what the agent has done.
        self._set(self._state._replace(planned=tuple([one for one in self._state.planned if one.step])))
        return more

    def step_begins(self) -> None:
        """Count a step."""
        self._step += 1
        self.due = self._step >= self._next
        if self._keeps_before and self._screen is not None:
            self._before = self._screen.phone

    def perform_late_touches(self) -> None:
        """Perform the agent's delayed touches, which still belong to its step."""
        if self._late:
            for gesture in self._late:
                self._device.perform(gesture)
            self._late.clear()
            self._device.wait(_SETTLES)

    def step_ends(self) -> int:
        """End and start interruptions that are due. Returns by how many steps the limit grows."""
        if self._step < self._next:
            return 0
        self._stop_due()
        return self._start_due()

    def saved(self) -> Saved:
        """Return the interruptions at this moment as a value."""
        return self._state._replace(step=self._step, before=self._before)

    def restore(self, saved: Saved | None) -> None:
        """Continue from a saved moment; None for that of a calm episode without interruptions.

        What has happened stays on the phone; if the plan is a different one, nothing more comes.
        """
        self._late.clear()
        self._set(saved if saved is not None and saved.plan == self.plan.name else _NOTHING)

    # What the agent does and sees

    def touch(self, gesture: Gesture) -> None:
        """Perform the agent's gesture as the interruptions allow."""
        now = self._now()
        for maker, moment in now:
            if maker.late(gesture, moment):
                self._late.append(gesture)
                self.due = True
                return
        gestures: tuple[Gesture, ...] = (gesture,)
        for maker, moment in now:
            gestures = tuple([made for one in gestures for made in maker.touch(one, moment)])
        touched = self._under(gestures[0]) if len(gestures) > 1 else None
        for place, one in enumerate(gestures):
            if place and self._under(one) != touched:
                break  # a window that is just opening or closing takes no touches
            self._device.perform(one)

    def _under(self, gesture: Gesture) -> tuple[object, ...] | None:
        """What a tap touches, regardless of whether it is on or off."""
        if not isinstance(gesture, Tap):
            return None
        tree = self._device.ui_tree(windows=True)
        x, y = gesture.x * tree.width, gesture.y * tree.height
        for node in reversed(tree.nodes):
            left, top, right, bottom = node.bounds
            if left <= x < right and top <= y < bottom:
                return node.resource_id, node.class_name, node.text, node.content_description, node.bounds
        return None

    def picture(self, size: tuple[int, int] | None) -> NDArray[np.uint8]:
        """Return what the agent sees instead of a screenshot."""
        picture = self._device.screenshot(size)
        for maker, moment in self._now():
            picture = maker.picture(picture, lambda: self._picture_before(size), moment)
        return picture

    def tree(self, tree: UiTree) -> UiTree:
        """Return the text that the agent gets instead of a UI tree."""
        for maker, moment in self._now():
            tree = maker.tree(tree, moment)
        return tree

    def _now(self) -> list[tuple[Interruption, Moment]]:
        """The interruptions in progress."""
        step = self._step
        return [
            (self.plan.kinds[one.at].makes, self._moment(one.at))
            for one in self._state.running
            if one.begun <= step
        ]

    def _picture_before(self, size: tuple[int, int] | None) -> NDArray[np.uint8]:
        screen, before = self._screen, self._before
        if screen is None or before is None:
            return self._device.screenshot(size)
        now = screen.phone
        screen.phone = before
        try:
            return screen.screenshot(size)
        finally:
            screen.phone = now

    # When they come and go

    def _moment(self, at: int) -> Moment:
        return Moment(f"{self._state.seed}/{self.plan.kinds[at].name}", self._step)

    def _set(self, state: Saved) -> None:
        self._state = state
        self._step, self.begun = state.step, state.begun
        makers = [self.plan.kinds[one.at].makes for one in state.running]
        self.seen = self._view if any(one.touches or one.sees for one in makers) else self._device
        to_come = [self.plan.kinds[one.at].makes for one in state.planned]
        self._keeps_before = any(one.sees for one in (*makers, *to_come))
        self._before = state.before if self._keeps_before else None
        self._next = min(
            [_NEVER, *(one.step for one in state.planned), *(one.until for one in state.running)]
        )

    def _change(self, **fields: Any) -> None:
        """Change fields of the state."""
        self._set(self.saved()._replace(**fields))

    def _stop_due(self) -> None:
        step, running = self._step, self._state.running
        if all(one.until > step for one in running):
            return
        for one in running:
            if one.until <= step:
                self.plan.kinds[one.at].makes.stop(self._device, self._moment(one.at))
        self._change(running=tuple([one for one in running if one.until > step]))

    def _front_app(self) -> str | None:
        """The package of the app in front, as this phone names it; None if the home screen is in front."""
        phone = None if self._screen is None else self._screen.phone
        return None if phone is None or phone.home else phone.image.outward(phone.top.package)

    def _start_due(self) -> int:
        """Start interruptions that are due. Those the phone is not ready for stay pending."""
        step, more = self._step, 0
        planned, running, begun = [], [*self._state.running], [*self._state.begun]
        room: bool | None = None  # not known yet
        for one in self._state.planned:
            if one.step > step:
                planned.append(one)
                continue
            kind = self.plan.kinds[one.at]
            if kind.makes.needs_room and self._screen is not None:
                # Many may wait for the same dialog to go: the phone is asked once for all of them.
                room = has_room(self._screen.phone) if room is None else room
                if not room:
                    planned.append(one)
                    continue
            if kind.over and not kind.comes_over(self._front_app()):
                planned.append(one)
                continue
            if not kind.makes.start(self._device, self._moment(one.at)):
                planned.append(one)
                continue
            room = None
            begun.append(kind.name)
            if kind.lasts:
                running.append(_Running(one.at, step, step + kind.lasts))
            more += _steps_for(kind, step)
        if len(planned) < len(self._state.planned):
            self._change(planned=tuple(planned), running=tuple(running), begun=tuple(begun))
        return more


def _steps_for(kind: Kind, taken: int) -> int:
    return taken + _MARGIN + kind.lasts if kind.steps == "again" else kind.steps


def _check_reach(plan: Plan, device: Device) -> None:
    if screen_of(device) is not None:
        return
    reached = ("all", "emulator") if hasattr(device, "console") else ("all",)
    refused = [kind.name for kind in plan.kinds if kind.makes.reach not in reached]
    if refused:
        left = [kind.name for kind in plan.kinds if kind.makes.reach in reached]
        raise DeviceError(
            f"interruptions {plan.name!r}: {', '.join(refused)} can be made only on the embedded phone"
            f"{'' if 'emulator' in reached else ', and some on emulators'}, not on {device.info.serial}. "
            f"Of these kinds it can have {', '.join(left) or 'none'}."
        )


class AgentView:
    """The phone as the agent touches and sees it: a `Device` whose other members are the phone's own."""

    def __init__(self, device: Device, disturbance: Disturbance) -> None:
        self._device = device
        self._disturbance = disturbance

    def __getattr__(self, name: str) -> Any:
        """Pass on everything that interruptions don't change."""
        return getattr(self._device, name)

    def perform(self, gesture: Gesture) -> None:
        """See `Device.perform`."""
        self._disturbance.touch(gesture)

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """See `Device.screenshot`."""
        return self._disturbance.picture(size)

    def ui_tree(self, windows: bool = False) -> UiTree:
        """See `Device.ui_tree`."""
        return self._disturbance.tree(self._device.ui_tree(windows))
