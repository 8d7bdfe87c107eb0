"""A session: one phone that a person plays, its task, and every moment so far."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

from bmoca_gym import randomization, tasks
from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.devices.avd import snapshots as avd_snapshots
from bmoca_gym.devices.avd.names import avd_name
from bmoca_gym.devices.avd.virtual_devices import VirtualDevices
from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv, choices, targets
from bmoca_gym.envs.actions import (
    ActionMode,
    Answer,
    Ask,
    DiscreteActions,
    DualGestureActions,
    Finish,
    GestureActions,
    Move,
    Wait,
    equal_classes,
)
from bmoca_gym.envs.episode_state import EpisodeState
from bmoca_gym.envs.infos import Info
from bmoca_gym.envs.observations import PixelObservations
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.episodes import trail
from bmoca_gym.episodes.film import Film, describe
from bmoca_gym.errors import ActionError, ArgumentError, DeviceError, cut
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.play import catalogue, files, links, picture, recordings, scripts
from bmoca_gym.play.offers import Offer, models_for, offers
from bmoca_gym.play.runs import Played, Runs
from bmoca_gym.play.timeline import Moment, Timeline
from bmoca_gym.play.watched import Watched
from bmoca_gym.randomization import DeviceConfiguration, Sampler
from bmoca_gym.suites.androidworld.json_actions import JsonActions
from bmoca_gym.tasks.task import JudgeName

#: How many lines of the log a page is sent at once, the newest.
LOG_LINES = 300

#: The height in px of the set-of-mark picture that the page shows, as language agents get it.
MARKED_HEIGHT = 512

_MODES: dict[str, ActionMode] = {
    "text": TextActions(),
    "discrete": DiscreteActions(),
    "dual_gesture": DualGestureActions(),
    "json": JsonActions(),
}
_REAL = "A real phone can't go back in time. To branch, use the embedded phone: bmoca play --device embedded."


_OVER = "The episode is over. Go back in the timeline, or begin the task again."


class _Kept(NamedTuple):
    """The state that restores a moment of the embedded phone."""

    state: Phone | EpisodeState
    environment: DeviceConfiguration
    expert: ExpertAgent | None = None


class Turn:
    """A step to be chosen by an agent at a moment of the timeline. If ``player`` is None, the expert chooses."""

    def __init__(
        self, timeline: Timeline, moment: int, env: PhoneEnv, name: str, player: Watched | None
    ) -> None:
        self.timeline, self.moment, self.name, self.player = timeline, moment, name, player
        self.chosen: tuple[Move, str] = Wait(), ""
        self._state = None if player is None else env.save_state()

    def of_model(self) -> dict[str, Any] | None:
        """What the agent's model got and said, see `Watched.turn`; None if it has no model."""
        return None if self.player is None else self.player.turn(self.chosen[0])

    def think(self) -> None:
        """Wait for the agent's choice. May be called in any thread.

        Raises:
            BmocaError: see `Watched.move`.
        """
        if self.player is not None and self._state is not None:
            self.chosen = self.player.move(self.moment, self._state)


class Session:
    """One phone. It starts in free play: without a task, and on the embedded phone in real time.

    In a task each gesture is a step, as for an agent, and only steps advance the time.

    Args:
        device: as for `PhoneEnv`.
        judge: whose rules judge tasks.
        demonstrations: the folder of the dataset that `record` adds to.
        watch: agents that may be watched besides those that are always offered: names, checkpoints, folders of them.
        options: options of agents.
        file: a file of tasks, which the page offers before the suites; "" for none.
        interface: what watched agents see and do, and what the inspector shows, as for `PhoneEnv`.
        results: folders of recorded runs whose episodes an address may name.
        arguments: more arguments of the tasks' environments, such as ``interruptions``, as for `PhoneEnv`.

    Raises:
        DeviceError: there is no such device, or it can't be used now.
        CatalogueError: the file of tasks can't be read.
        ArgumentError, UnknownAgentError: see `offers`.
    """

    def __init__(
        self,
        device: choices.DeviceChoice = "embedded",
        judge: JudgeName = "corrected",
        demonstrations: Path = Path("demos"),
        watch: Sequence[str] = (),
        options: Mapping[str, Any] = MappingProxyType({}),
        file: str = "",
        interface: str | None = None,
        results: Sequence[Path] = (),
        arguments: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        #: The suites that the page offers.
        self.suites = [*([tasks.suite(file).name] if file else []), *tasks.suites()]
        self.judge = judge
        self.demonstrations = demonstrations
        self.timeline = Timeline()
        self.at = 0
        self.environment: DeviceConfiguration = randomization.get(choices.USUAL_ENVIRONMENT)
        self._device, self._ours = choices.open_device(device)
        self._env: PhoneEnv | None = None
        self._suite = "bmoca"
        self._expert: ExpertAgent | None = None
        self._given = watch, options
        self._runs = Runs(results)
        self._arguments: Mapping[str, Any] = {"observation": "text", "judge": judge, **arguments}
        self._begun_with: Mapping[str, Any] = self._arguments  # of the task that is played
        self._interface = interface
        shown = choices.interface(interface)
        self._modes = _MODES | ({shown.action: choices.action_mode(shown.action)} if interface else {})
        self._pixels = choices.observation_mode(shown._replace(observation="pixels"))
        self._text = choices.observation_mode(shown._replace(observation="text"))
        self._elements = choices.element_list(shown.elements)
        self._offers = offers(watch, options)
        self._watched: dict[tuple[str, str], Watched] = {}
        self._dragged: EmbeddedDevice | None = None
        self._under_finger = False
        self._info: Info | None = None
        self._cursor = self._height = 0
        self._inspected: UiTree | None = None
        self.free(self.environment)

    @property
    def device(self) -> Device:
        """The phone."""
        return self._device

    @property
    def embedded(self) -> bool:
        """Whether the phone is embedded, so that the timeline can go back and branch."""
        return screen_of(self._device) is not None

    def close(self) -> None:
        """Release the phone."""
        self._leave()
        if self._ours:
            self._device.close()

    # What is played -----------------------------------------------------------------------------

    def free(self, environment: str | DeviceConfiguration, suite: str = "bmoca") -> None:
        """Play without a task. An embedded phone starts new, another phone stays as it is."""
        wanted = _configuration(environment, suite)
        image = tasks.suite(suite).image
        self._leave()
        self._suite = suite
        if self.embedded:
            self._take(EmbeddedDevice(image=image))
            wanted.apply(self._device)
            self._device.perform(PressKey("HOME"))
        elif isinstance(self._device, VirtualDevices):
            avd = avd_name(wanted.profile.avd_device_id, image)
            self._device.enter(avd, avd_snapshots.name_of(wanted))
        self.environment = wanted
        self._begin("free play")

    def begin(
        self, suite: str, task: str, task_seed: int = 0, environment: str | DeviceConfiguration | None = None
    ) -> None:
        """Start a task, in the given environment, or None for the current one."""
        self._start(suite, task, task_seed, environment, self._arguments)

    def open(
        self,
        task: str = "",
        environment: str = "",
        seed: str = "",
        step: str = "",
        moves: str = "",
        episode: str = "",
    ) -> None:
        """Go where an address leads: to a task, and in it to a step.

        Args:
            task: a task's id or short name, after its suite and "/" unless that is B-MoCA.
            environment: the name of a configuration in the suite's list, or one as JSON; "" for the first.
            seed: number of the task's instance.
            step: how many steps to play: of ``moves`` or, without them, of the expert. With ``moves``, "" means all of
                them.
            moves: those that `links.encoded` has written.
            episode: instead of all others but ``step``: an episode of a recorded run, see `Runs.episode`.

        Raises:
            ArgumentError, UnknownTaskError, UnknownEnvironmentError, GestureError: the address names something that
                does not exist.
            DeviceError: it leads to a step, and the phone is a real one, on which only a person acts here.
        """
        wanted = links.read(self.suites, task, environment, seed, step, moves, episode)
        if (wanted.steps or wanted.moves or episode) and not self.embedded:
            raise DeviceError(f"The address leads to a step. {_REAL}")
        if wanted.template is None:
            self._open_episode(self._runs.episode(episode), wanted.steps)
            return
        self.begin(wanted.suite, wanted.template.id, wanted.seed, wanted.environment)
        for move in wanted.moves[: wanted.steps]:
            if self._over:
                return
            self.act(move)
        for _ in range(0 if wanted.moves else min(wanted.steps or 0, links.MOST_MOVES)):
            if self._over or self._expert is None or not self._expert_goes_on():
                return

    def _expert_goes_on(self) -> bool:
        known = len(self.timeline)
        self.watch("expert")
        return len(self.timeline) > known

    def _open_episode(self, played: Played, steps: int | None) -> None:
        """Play a recorded episode again, up to a step, or to its end for None."""
        key = played.key
        mode = self._start(
            played.suite, key.task, key.instance, played.environment, played.arguments, played.seed
        )
        for action in played.actions[:steps]:
            if self._over:
                return
            try:
                found = mode.to_gesture(trail.decoded(action, mode.space), self._device.ui_tree())
                self.act(found or Wait(), by="run")
            except ActionError as error:
                self.act(Wait(), f"wrong format: {cut(str(error))}", "run")

    def link(self) -> str:
        """The part of an address after "?" with which `open` leads to this step.

        Raises:
            ArgumentError: there is no task, or a step that an address can't carry.
        """
        if self._env is None:
            raise ArgumentError("An address leads to a task. Begin one first.")
        moves = [moment.move for moment in self.timeline.path(self.at)[1:] if moment.move is not None]
        return links.query(self._env.task, self.environment, moves)

    def _start(
        self,
        suite: str,
        task: str,
        task_seed: int,
        environment: str | DeviceConfiguration | None,
        arguments: Mapping[str, Any],
        seed: int = 0,
    ) -> ActionMode:
        """Start a task with these arguments of `PhoneEnv`. Returns the action mode that they name."""
        template = tasks.suite(suite).template(task)
        template.task(task_seed)  # a number that is none changes nothing
        wanted = self.environment if environment is None else _configuration(environment, suite)
        device = EmbeddedDevice(image=template.first.image) if self.embedded else self._device
        if device is self._device:
            self._leave()  # which may put back what the last task has changed on it
        env = PhoneEnv(tasks=template, environments=wanted, device=device, **arguments)
        mode, env.action_mode = env.action_mode, GestureActions()
        _, info = env.reset(seed=seed, options={"task_seed": task_seed})
        if device is not self._device:  # a start that fails changes nothing
            self._leave()
            self._take(device)
        self._suite, self._env, self._info, self.environment = suite, env, info, wanted
        self._begun_with = arguments
        if env.task.expert:
            self._expert = ExpertAgent()
            self._expert.reset(env, self._info, 0)
        self._begin("start")
        return mode

    def configure(self, fields: dict[str, Any]) -> None:
        """Change factors of the phone's configuration at once. A task that is being played starts again.

        Raises:
            ConfigurationError: a factor that no phone has.
            DeviceError: the phone is a real one, which is not changed from here.
        """
        if not self.embedded:
            raise DeviceError(
                "The configuration of a real phone can't be changed here. Choose an environment, or use "
                "bmoca avd build."
            )
        data = self.environment.to_dict() | fields | {"split": "custom"}
        if "id" not in fields:
            data["id"] = "mine"
        self._wear(DeviceConfiguration.from_dict(data))

    def configure_icons(self, environment: str) -> None:
        """Place the icons of the home screen as a published environment does."""
        self.configure({"icon_layout": randomization.get(environment).icon_layout.to_dict()})

    def configure_at_random(self, seed: int) -> None:
        """Apply the sampler's first configuration for a seed."""
        if not self.embedded:
            raise DeviceError("The configuration of a real phone can't be changed here.")
        self._wear(Sampler(seed).configuration(0))

    def configuration_as_yaml(self) -> str:
        """The configuration as a file for ``--environments``."""
        data = {"environments": [self.environment.to_dict()]}
        return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110)

    # What is done -------------------------------------------------------------------------------

    def act(self, move: Move, note: str = "", by: str = "") -> None:
        """Make a move: a step of the task, or a gesture in free play.

        ``note``: words for it, instead of the default; ``by``: the agent that chose it, "" for a person.

        Raises:
            ArgumentError: the episode is over, or there is no task to answer.
            DeviceError: the phone refuses.
        """
        tree = self._device.ui_tree() if self.embedded else None
        if self._env is None:
            if isinstance(move, Wait):
                self._device.wait(1.0)
            elif isinstance(move, Gesture):
                self._device.perform(move)
            else:
                raise ArgumentError("There is no task to answer or finish. Choose one first.")
        else:
            if self._standing()["over"]:
                raise ArgumentError(_OVER)
            *_, terminated, truncated, self._info = self._env.step(move)
            self._over = bool(terminated or truncated)
        if not self.embedded:
            self._device.wait(0 if self._env else 0.4)
        self._remember(self.at, move, note or _words(move, tree), self._as_actions(move, tree), by)

    def agents(self) -> list[Offer]:
        """The agents that can be watched, with current checkpoints; none on a real phone."""
        self._offers = offers(*self._given)
        return list(self._offers.values()) if self.embedded else []

    def watch(self, name: str, model: str = "") -> None:
        """Let an agent choose and make the next step. See `turn`."""
        turn = self.turn(name, model)
        turn.think()
        self.take(turn)

    def turn(self, name: str, model: str = "") -> Turn:
        """An agent's next step. Call ``think`` on it in any thread, and then `take` it here.

        Args:
            name: "expert", or one of those that are offered. model: the language model that it asks; "": the command
            line's.

        Raises:
            ArgumentError: there is no such agent, no task or no model, or the episode is over.
            DeviceError: the phone is a real one; `bmoca evaluate` plays there.
            BmocaError: the agent can't be made.
        """
        if name != "expert" and name not in self._offers:
            raise ArgumentError(
                f"There is no agent {cut(name)} in the list. Reload the page to list the agents anew."
            )
        if self._env is None:
            raise ArgumentError("Choose a task first: an agent needs one.")
        if name == "expert":
            if self._expert is None:
                raise ArgumentError("This task has no expert.")
        elif not self.embedded:
            raise DeviceError("Only the expert plays on a real phone here. Other agents: bmoca evaluate.")
        if self._over:
            raise ArgumentError(_OVER)
        return Turn(self.timeline, self.at, self._env, name, self._player(name, model))

    def take(self, turn: Turn) -> bool:
        """Make the step that an agent chose. Returns False, and does nothing, if the phone has moved on.

        Raises:
            ExpertError: the expert does not know this screen.
            DeviceError: the phone refuses.
        """
        if turn.timeline is not self.timeline or turn.moment != self.at:
            return False
        if turn.player is None:
            assert self._expert is not None
            assert self._info is not None
            self.act(self._expert.act(None, self._info), by=turn.name)
            return True
        move, wrong = turn.chosen
        self.act(move, wrong and f"wrong format: {cut(wrong)}", turn.name)
        turn.player.moved_to(self.at)
        return True

    def models(self, name: str) -> Callable[[], dict[str, Any]]:
        """A function that lists the models an agent can use: ``models``, and a ``note`` if there are none. It may run
        in any thread.

        Raises:
            ArgumentError: no such agent is offered, or it has no model.
        """
        offer = self._offers.get(name) if isinstance(name, str) else None
        if offer is None or offer.model is None:
            raise ArgumentError(f"There is no agent {cut(name)} in the list that asks a model.")
        return lambda: {"name": name, **models_for(offer)}

    def _player(self, name: str, model: str) -> Watched | None:
        if name == "expert":
            return None
        offer = self._offers[name]
        if not isinstance(model, str) or len(model) > 200:
            raise ArgumentError(f"model is {cut(model)}; it must be the name of a language model.")
        asked = "" if offer.model is None else model.strip() or offer.model
        if offer.model is not None and not asked:
            raise ArgumentError(f"Name the model that {name} asks, such as gpt-4o.")
        if (name, asked) not in self._watched:
            assert self._env is not None
            given = {**offer.options, **({"model": asked} if asked else {})}
            self._watched[name, asked] = Watched(offer.agent, given, self._env, self._interface)
        return self._watched[name, asked]

    def drag(self, x0: float, y0: float, x1: float, y1: float, seconds: float, held: float = 0) -> None:
        """Preview a swipe while the finger is still down, on the embedded phone. The phone does not change.

        Raises:
            GestureError: a point outside the screen.
        """
        swipe = Swipe(x0, y0, x1, y1, seconds, held)
        screen = screen_of(self._device)
        if screen is None or self._over:
            return
        if self._dragged is None:
            self._dragged = EmbeddedDevice()
        self._dragged.phone = inputs.dragged(screen.phone, swipe)
        self._under_finger = True

    def let_go(self) -> None:
        """End the preview of a swipe."""
        self._under_finger = False

    def pass_time(self, seconds: float) -> None:
        """Let time pass, in free play on the embedded phone. Otherwise time passes by itself, or by steps."""
        if self.embedded and self._env is None:
            self._device.wait(seconds)

    def go(self, number: int) -> None:
        """Go to a moment of the timeline. Further moves branch off there.

        Raises:
            ArgumentError: there is no such moment.
            DeviceError: the phone is a real one.
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.timeline):
            raise ArgumentError(f"There is no step {cut(number)} in the timeline.")
        if not self.embedded:
            raise DeviceError(_REAL)
        kept = self.timeline[number].state
        assert isinstance(kept, _Kept)
        state, self.environment = kept.state, kept.environment
        self.at = number
        if isinstance(state, Phone):
            screen = screen_of(self._device)
            assert screen is not None
            screen.phone = state
            self._cursor = self._device.log_cursor()
            return
        assert self._env is not None
        _, self._info = self._env.restore_state(state)
        self._over = bool(self.timeline[number].standing["over"])
        self._expert = self._copied(kept.expert)
        self._cursor = self._device.log_cursor()

    # What is seen -------------------------------------------------------------------------------

    def screen(self) -> picture.Frame:
        """The screen at the height that the page shows, or at native size if that is smaller or the
        height is unknown.
        """
        device = self._dragged if self._under_finger and self._dragged is not None else self._device
        info = device.info
        if not 0 < self._height < info.height:
            return device.screenshot()
        width = int(self._height * info.width / info.height + 0.5)  # as the page rounds, halves up
        return device.screenshot((max(1, width), self._height))

    def show_at(self, height: int) -> None:
        """Draw screens ``height`` px high from now on, directly and not scaled, which is sharper.

        Raises:
            ArgumentError: the height is not from 100 to 8192 px.
        """
        if not (type(height) is int and 100 <= height <= 8192):
            raise ArgumentError(f"height is {cut(height)}; it must be a whole number from 100 to 8192 px.")
        self._height = height

    def status(self) -> dict[str, Any]:
        """Everything that the page shows besides the screen, the timeline and the inspector."""
        task, info = None, self._device.info
        if self._env is not None and self._info is not None:
            task = {
                "suite": self._suite,
                "id": self._env.task.id,
                "app": self._env.task.app,
                "instruction": self._env.task.instruction,
                "task_seed": self._env.task.task_seed,
                "params": json.loads(json.dumps(self._info["params"], default=str)),
                "ends": self._env.ends,
                "expert": self._expert is not None,
            }
        return {
            "at": self.at,
            "serial": info.serial,
            "width": info.width,
            "height": info.height,
            "embedded": self.embedded,
            "why_no_branches": "" if self.embedded else _REAL,
            "task": task,
            "standing": self._standing(),
            "environment": {**self.environment.to_dict(), "words": catalogue.in_words(self.environment)},
            "demonstrations": str(self.demonstrations),
        }

    def begun(self) -> dict[str, str]:
        """What is being played, as named in the lists of suites, tasks and environments; "" for what they don't
        contain."""
        return {
            "suite": self._suite,
            "task": "" if self._env is None else self._env.task.id,
            "environment": catalogue.name_of(self._suite, self.environment),
        }

    def inspect(self) -> dict[str, Any]:
        """The screen's elements, the text observation, and new log lines."""
        tree = self._inspected = self._device.ui_tree()
        tags = {id(node): tag for tag, node in enumerate(tree.numbered())}
        flags = (
            "clickable", "long_clickable", "checkable", "checked", "selected", "focusable", "focused", "scrollable",
            "password", "editable",
        )  # fmt: skip
        elements = [
            {
                "tag": tags.get(id(node)),
                "depth": node.depth,
                "class": node.class_name,
                "id": node.resource_id,
                "text": node.text,
                "description": node.content_description,
                "hint": node.hint,
                "package": node.package,
                "bounds": list(node.bounds),
                "is": [name for name in flags if getattr(node, name)]
                + ([] if node.enabled else ["disabled"]),
            }
            for node in tree.nodes
        ]
        lines = self._device.log_since(self._cursor)
        self._cursor = self._device.log_cursor()
        return {
            "width": tree.width,
            "height": tree.height,
            "elements": elements,
            "text": self._text.observe(self._device, tree),
            "log": [f"{line.level}/{line.tag}: {line.message}" for line in lines[-LOG_LINES:]],
        }

    def point(self, x: float, y: float) -> dict[str, Any]:
        """The actions that tap at (x, y), in each mode, and the classes that tap the same element.

        Raises:
            GestureError: the point is not on the screen.
        """
        tap, tree = Tap(x, y), self._tree()
        try:
            classes = equal_classes(tap, tree)
        except ActionError:
            classes = ()
        return {"x": x, "y": y, "actions": self._as_actions(tap, tree), "classes": list(classes)}

    def _as_actions(self, move: Move, tree: UiTree | None) -> dict[str, str]:
        """The actions that make a move, in each mode that has one."""
        found: dict[str, str] = {}
        if tree is None or isinstance(move, Wait) or not isinstance(move, (Gesture, Finish, Answer)):
            return found
        for name, mode in self._modes.items():
            try:
                action = mode.encode(move, tree)
            except ActionError:
                continue
            found[name] = (
                ", ".join(f"{number:.3f}" for number in action)
                if name == "dual_gesture"
                else json.dumps(action, ensure_ascii=False)
                if isinstance(action, dict)
                else str(action)
            )
        return found

    def seen(self) -> dict[str, bytes]:
        """The pictures that agents see, as PNG files: for policies, and with numbered boxes."""
        tree = self._tree()
        width = max(1, round(MARKED_HEIGHT * tree.width / tree.height))
        return {
            "pixels": picture.exact(self._pixels.observe(self._device, tree)),
            "set_of_mark": picture.exact(
                PixelObservations((width, MARKED_HEIGHT), marked=True, elements=self._elements).observe(
                    self._device, tree
                )
            ),
        }

    def files(self, path: str = "") -> dict[str, Any]:
        """The files of the phone's apps, and the content of the one at ``path``."""
        if not isinstance(path, str):
            raise ArgumentError(f"path is {cut(path)}; it must be the path of a file on the phone.")
        return {
            **files.listed(self._device),
            "path": path,
            "content": path and files.content(self._device, path),
        }

    # What is kept -------------------------------------------------------------------------------

    def film(self, suffix: str = ".gif") -> bytes:
        """A film from the start to this moment, in the format that ``suffix`` names.

        Raises:
            SettingsError: there is no such kind.
        """
        path = self.timeline.path(self.at)
        film = Film(picture.KEPT_HEIGHT)
        for moment, following in zip(path, [*path[1:], None], strict=True):
            film.add(picture.read(moment.picture))
            if (
                following is not None
                and following.move is not None
                and not isinstance(following.move, _UNSEEN)
            ):
                film.act(following.move, None)
        return film.animation(suffix)

    def script(self) -> str:
        """The moves from the start to this moment, as a Python program that repeats them.

        Raises:
            DeviceError: the phone is a real one.
        """
        if not self.embedded:
            raise DeviceError("Only steps on the embedded phone can be saved as a program.")
        path = self.timeline.path(self.at)
        if self._env is not None:
            actions = scripts.text_actions(path, self._env.task, self.environment, self._judged())
            if actions is not None:
                return scripts.calls(self._env.task, self.environment, self._judged(), actions)
        moves: list[Move | DeviceConfiguration] = []
        for moment in path:
            assert isinstance(moment.state, _Kept)
            moves.append(moment.state.environment if moment.move is None else moment.move)
        return scripts.program(self._suite, None if self._env is None else self._env.task, moves)

    def _judged(self) -> dict[str, Any]:
        """The arguments of the task's environment that decide what happens and how it is judged."""
        return {name: value for name, value in self._begun_with.items() if name in scripts.USUAL}

    def record(self) -> str:
        """Add the steps from the task's start to this moment to the dataset of demonstrations. Returns a message.

        Raises:
            ArgumentError: there is no task, or see `recordings.add`.
            DeviceError: the phone is a real one.
            DatasetError, MissingLibraryError: the dataset can't be written.
        """
        if self._env is None:
            raise ArgumentError("Only tasks can be recorded. Choose one and complete it first.")
        if not self.embedded:
            raise DeviceError("Demonstrations can be recorded on the embedded phone only.")
        moves = [moment.move for moment in self.timeline.path(self.at)[1:]]
        return recordings.add(self.demonstrations, moves, self._env.task, self.environment, self.judge)

    # --------------------------------------------------------------------------------------------

    def _tree(self) -> UiTree:
        """The elements of the screen. On a real phone, where reading them is slow, the last inspected ones."""
        return self._device.ui_tree() if self.embedded or self._inspected is None else self._inspected

    def _leave(self) -> None:
        if self._env is not None:
            self._env.close()
        self._env = self._expert = None
        for watched in self._watched.values():
            watched.close()
        self._watched = {}
        self._info = None
        self._over = False

    def _take(self, device: Device) -> None:
        if self._ours:
            self._device.close()
        self._device, self._ours = device, True

    def _wear(self, configuration: DeviceConfiguration) -> None:
        if self._env is not None:
            self.begin(self._suite, self._env.task.id, self._env.task.task_seed, configuration)
            return
        configuration.apply(self._device, tasks.suite(self._suite).image)
        self.environment = configuration
        self._remember(self.at, None, "new configuration", {})

    def _begin(self, words: str) -> None:
        self.timeline = Timeline()
        self._cursor = self._device.log_cursor()
        self._over = False
        self._remember(None, None, words, {})

    def _remember(
        self, parent: int | None, move: Move | None, words: str, actions: dict[str, str], by: str = ""
    ) -> Moment:
        shot = picture.of_moment(self._device)
        made = self.timeline.add(parent, move, words, actions, shot, self._standing(), self._state(), by)
        self.at = made.number
        return made

    def _state(self) -> _Kept | None:
        screen = screen_of(self._device)
        if screen is None:
            return None
        if self._env is None:
            return _Kept(screen.phone, self.environment)
        return _Kept(self._env.save_state(), self.environment, self._copied(self._expert))

    def _copied(self, expert: ExpertAgent | None) -> ExpertAgent | None:
        """Copy an expert with its memory."""
        return copy.deepcopy(expert, {id(self._env): self._env})

    def _standing(self) -> dict[str, Any]:
        info = self._info
        if info is None:
            return {"over": False}
        words = {} if self._env is None else self._env.interruption_words
        return {
            "over": self._over,
            "success": info["success"],
            "score": info["score"],
            "steps": info["steps"],
            "step_limit": info["step_limit"],
            "sub_goals": info["sub_goals"],
            "evidence": info["evidence"],
            "answer": info["answer"],
            "lost": info["device_lost"],
            "interruptions": [words.get(name, name) for name in info["interruptions"]],
            "side_effects": info["side_effects"],
        }


_UNSEEN = (Wait, Finish, Answer, Ask)


def _configuration(environment: str | DeviceConfiguration, suite: str) -> DeviceConfiguration:
    if isinstance(environment, DeviceConfiguration):
        return environment
    return catalogue.named(suite, environment)


def _words(move: Move, tree: UiTree | None) -> str:
    if isinstance(move, Wait):
        return "wait"
    if isinstance(move, Finish):
        said = move.message or move.status
        return describe(None, finished=said) if said else "finish"
    if isinstance(move, Swipe):
        right, down = move.x1 - move.x0, move.y1 - move.y0
        if abs(down) >= abs(right):
            return f"swipe {'down' if down > 0 else 'up'}"
        if abs(right) >= 4 * abs(down):
            return f"swipe {'right' if right > 0 else 'left'}"
    if isinstance(move, Answer):
        return describe(None, answer=move.text)
    if isinstance(move, Ask):
        return f"ask {move.question!r}"
    if tree is not None and isinstance(move, (Tap, LongPress)):
        target = targets.tap_target(tree, move.x, move.y)
        name = target and (target.text or target.content_description or target.resource_id.rpartition("/")[2])
        if name:
            return f"{'tap' if isinstance(move, Tap) else 'long press'} {cut(name)}"
    return describe(move)
