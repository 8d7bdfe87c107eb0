"""The Gymnasium environment: a phone, a task in words, and a reward computed from the phone's state."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from bmoca_gym import randomization
from bmoca_gym.devices.device import Device, Screen, local_date, screen_of
from bmoca_gym.envs import choices, compact, pace, pictures
from bmoca_gym.envs import infos as info_kinds
from bmoca_gym.envs.actions import (
    TAP_THRESHOLD,
    Answer,
    Ask,
    Command,
    Deed,
    DiscreteActions,
    Finish,
    Gestures,
    Move,
    OpenApp,
    Several,
    Speech,
    Wait,
    discrete_meanings,
    number_in,
    speech_of,
)
from bmoca_gym.envs.app_names import open_app
from bmoca_gym.envs.conversation import Conversation
from bmoca_gym.envs.episode_state import EpisodeState, LastStep
from bmoca_gym.envs.info_maker import InfoMaker
from bmoca_gym.envs.infos import Info
from bmoca_gym.envs.masks import answered
from bmoca_gym.envs.names import (
    INFOS,
    RENDER_MODES,
    ActionModeName,
    ElementsName,
    InfosName,
    MotionName,
    ObservationModeName,
    RenderModeName,
)
from bmoca_gym.envs.observations import MAX_LENGTH
from bmoca_gym.envs.pace import Pace
from bmoca_gym.envs.registries import ModeSettings
from bmoca_gym.envs.rewards import Reward, options_of
from bmoca_gym.envs.starts import Starts
from bmoca_gym.envs.time_limit import time_limit_around
from bmoca_gym.envs.window import Window
from bmoca_gym.errors import (
    ActionError,
    ArgumentError,
    DeviceError,
    DeviceLostError,
    OffScreenError,
    cut,
    nearest,
)
from bmoca_gym.handset.gestures import GESTURE_TYPES
from bmoca_gym.handset.system.text_input import unicode_of
from bmoca_gym.randomization import DeviceConfiguration, Sampler
from bmoca_gym.randomization.device_configuration import MOTIONS
from bmoca_gym.success_detectors import Detection, Detector, Reading, Talk
from bmoca_gym.tasks import Task, TaskChoice, TaskTemplate, templates
from bmoca_gym.tasks.task import ENDS, Ends, JudgeName, judge_named
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED, SEEDS
from bmoca_gym.tasks.user import USERS, Change, UserName

if TYPE_CHECKING:
    from bmoca_gym.interruptions import Disturbance
    from bmoca_gym.side_effects import Effects, Watch

_OPTIONS = ("environment", "task", "task_seed", "params")


class PhoneEnv(gym.Env[Any, Any], EzPickle):
    """Gymnasium environment: an agent performs tasks on a phone with a randomised configuration.

    Each episode has one of the ``tasks`` and one of the ``environments`` (configurations: device, icons, wallpaper,
    theme, language). Both are drawn at each reset, and so are the task's parameters. An episode starts on the home
    screen, or in the task's app if the task says so. A step performs one action, lets ``step_seconds`` pass on the
    phone, and consults the task's success detector.

    ## Observation space

    | ``observation`` | space |
    | --- | --- |
    | ``"pixels"`` | ``Box(0, 255, (256, 128, 3), uint8)``, the screen in RGB at ``resolution`` |
    | ``"text"`` | `UnicodeText`: a description of the screen's elements, see `screen_description` |
    | ``"both"`` | ``Dict`` with ``pixels`` and ``text`` |
    | ``"pixels+goal"`` | ``Dict`` with ``pixels`` and ``goal``, the task in words as ``uint8[1024]``: see `goal_text` |
    | ``"text+goal"`` | ``Dict`` with ``text`` and ``goal``, two texts |

    Other packages can register more, see `bmoca_gym.envs.registries.register_observation`.

    ## Action space

    | ``action`` | space |
    | --- | --- |
    | ``"discrete"`` | ``Discrete(385)``: 378 taps on a grid, 4 swipes, 3 keys, see `DiscreteActions` |
    | ``"dual_gesture"`` | ``Box(-1, 1, (4,), float32)``: touch point and lift point, see `DualGestureActions` |
    | ``"text"`` | `TextActionSpace`: ``tap(5)``, ``swipe("up")``, ``press("HOME")``, …, see `TextActions` |
    | ``"json"`` | `JsonActionSpace`: ``{"action_type": "click", "index": 5}``, …, see `JsonActions` |
    | ``"calls"`` | `CallActionSpace`: ``do(action="Tap", element=[0, 0, 200, 90])``, …, see `CallActions` |
    | ``"calls_0_999"``, ``"calls_0_1000"``, ``"calls_0_1"`` | the same, in thousandths or fractions of the screen |
    | ``"numbered_calls"`` | `CallActionSpace`: ``tap(5)``, …, see `NumberedCallActions` |

    ## Reward and end of an episode

    ``ends`` says what terminates an episode:

    - ``"success"``, as in B-MoCA: the task is done. The reward of that step is 1, of all others 0. The agent's
      ``finish("…")`` (in JSON actions ``status``) terminates the episode too; the success detector still decides
      about the reward.
    - ``"finish"``: only the agent's ``finish("…")``. The reward of the last step is the score, from 0 to 1. An
      episode that the agent does not finish has the score 0, unless the task judges its last state
      (`Task.unfinished`).

    A task can also stop an episode after a number of equal actions in a row (`Task.stop_after_repeats`). Every
    episode is truncated at the step limit.

    Some tasks are questions. The agent answers them with ``answer("…")``, or with the message of ``finish`` if it
    has not answered before.

    If the phone is lost (an emulator crashes, a cable is pulled), the episode is truncated:
    ``info["device_lost"]`` has the reason, the observation is the last one again, and ``reset`` starts a new
    emulator.

    A text, JSON or call action in a wrong format costs a step and does nothing. Any other invalid action raises
    `ActionError` and costs no step.

    ## Info

    | key | value |
    | --- | --- |
    | ``task``, ``environment`` | their ids |
    | ``task_seed``, ``params`` | the task's instance: its number and its parameters |
    | ``instruction`` | the task in words |
    | ``date``, ``apps`` | the phone's date at the start, such as ``2023-10-15``, and the usual names of its apps |
    | ``app`` | the app in front, one of ``apps``, or ""; None if the environment reads no UI tree |
    | ``steps``, ``step_limit`` | steps so far, and the limit in force |
    | ``success`` | whether the task is done |
    | ``known`` | False if the detector can't decide: the phone lacks what it reads, or no model judges a free answer |
    | ``score`` | completed share of the task, 0 to 1; with ``ends="success"`` the highest so far |
    | ``evidence`` | what the success detector saw, a list of texts |
    | ``sub_goals`` | which parts of the task are done, by name |
    | ``answer`` | the agent's answer, or None |
    | ``gesture`` | what was sent to the phone, or None; `Gestures`, `OpenApp` or `Command` if it is not one gesture |
    | ``wrong_format`` | why an action was not understood, or None |
    | ``off_screen`` | whether that is because its point lies outside the screen |
    | ``asked``, ``reply`` | what the agent asked the user, and what the user says, "" for no reply; or None |
    | ``finished`` | the agent's words when it ended the episode, or None |
    | ``status`` | what it called the task then: ``complete``, ``infeasible``, ``refused`` or ""; or None |
    | ``interruptions`` | names of the interruptions that have begun, in order |
    | ``toasts`` | texts of the toasts that came in this step, in order; None if the phone does not report them |
    | ``device_lost`` | why the phone was lost, or None |
    | ``side_effects``, ``harmful_acts`` | at the end, what else was changed, and the harmful part of that; or None |

    ## Reset options

    | key | value |
    | --- | --- |
    | ``environment`` | an id or a `DeviceConfiguration`; need not be one of ``environments`` |
    | ``task`` | an id, a name or a `Task`; need not be one of ``tasks`` |
    | ``task_seed`` | number of the instance of a task with parameters (below 1000: reserved for tests); else drawn |
    | ``params`` | a dict of parameters that are not drawn |

    Args:
        tasks: ids, Gymnasium names, ``"representative"``, ``"all"``, ``"app:Clock"``, ``"category:Event"``, `Task`
            objects, or a list of these: see `bmoca_gym.tasks.select`.
        environments: ``"train"`` (35 configurations), ``"test"`` (10), ``"all"``, ids, a file, `DeviceConfiguration`
            objects, or a list of these; a `Sampler`, which makes a new configuration at each reset; or a function
            that gets a ``numpy.random.Generator`` at each reset and returns a configuration or its id (a
            curriculum). None: the default of the tasks' suite, for B-MoCA ``"train"``.
        device: ``"embedded"``; ``"avd"`` for the virtual devices of `bmoca avd build` (see `AvdDevice`);
            ``"adb:SERIAL"`` for a phone that adb sees, ``"adb"`` if there is only one; a `Device`; or a function
            that makes one. The environment does not close a `Device` object that it is given.
        observation: the observation mode; by default ``"pixels"``.
        action: the action mode; by default ``"discrete"``.
        interface: a preset of ``observation``, ``action``, ``resolution``, ``bounding_boxes``, ``leaves_only``,
            ``set_of_mark`` and ``elements``, such as ``"androidworld"`` or ``"androidlab-xml"``; those that are given
            override it. See `bmoca_gym.envs.registries`.
        resolution: (width, height) of the pixels, each from 1 to 8192 px; by default (128, 256).
        bounding_boxes: add the position of each element to the text.
        leaves_only: leave out of the text elements that contain others.
        set_of_mark: draw a box with the numeric tag around each element that can be tapped.
        elements: the elements that text and pictures show. False: those of text actions. ``True`` or
            ``"androidworld"``: those that JSON actions refer to by index, with the text as JSON (see
            `bmoca_gym.suites.androidworld.elements.listing`). ``"androidlab"``: the text is AndroidLab's compressed
            tree, whose bounds call actions use, and pictures have the numbers of numbered calls. ``"compact"``: those
            of text actions that react to a touch, a line each (see `bmoca_gym.envs.compact.description`).
        step_seconds: seconds that pass on the phone after each action (paper: 3).
        step_limit: steps after which an episode is truncated, in place of the task's own limit.
        max_episode_steps: another limit, as ``gym.make`` and the wrapper ``TimeLimit`` have it; the smallest limit
            is in force.
        judge: the success rules that count: ``"corrected"``, or ``"upstream"`` (also ``"paper"``), the benchmark's
            own.
        ends: ``"finish"`` or ``"success"``, see above. None: as the task says.
        user: ``"helpful"``, ``"unsure"`` or ``"fickle"``: the goals of the tasks leave something out, which the agent
            asks a scripted user for. Tasks that can't have a user are left out. See `bmoca_gym.tasks.asking`.
        answer_judge: judges free answers. It gets the instruction, the expected answer and the given answer, and
            returns whether both answers mean the same, as `bmoca_gym.agents.language.answer_judge.AnswerJudge`.
        tap_threshold: distance of touch and lift above which a dual gesture is a swipe, see `dual_gesture`.
        render_mode: ``"rgb_array"`` (the screen at native size), ``"ansi"`` (the screen as compact text), ``"human"``
            (a window with the instruction as its title) or None.
        pools: a checkout of the benchmark's own code; task instances are drawn from its names, recipes, notes, …:
            see `bmoca_gym.tasks.suite`.
        goals: a checkout of the benchmark's own code; tasks use its instructions.
        reward: what each step earns, in place of what the benchmark gives: ``"success"``, 1 at the end of an episode
            whose task is done; or that and the increase of a potential: ``"score"``, ``"sub_goals"`` (the share that is
            done), ``"expert_distance"`` (the steps that the expert still needs from here, played on a copy of the
            phone). Or a dict with ``name``, ``discount``, ``weight``, ``step``, ``wrong_format``, ``side_effect`` and
            the potential's own options: see `bmoca_gym.envs.rewards`.
        interruptions: what disturbs the episodes: a level, ``"calm"`` (nothing), ``"daily"`` or ``"hostile"``; a YAML
            file; or kinds such as ``["call", "crash"]``, each of which then comes in every episode. See
            `bmoca_gym.interruptions`. None: nothing.
        motion: ``"real"``: windows open, lists keep scrolling and keyboards come up in the time that a phone takes, so
            that with a small ``step_seconds`` an observation may fall in the middle. ``"none"``: screens change at
            once. None: as the configuration says, by default ``"none"``. See `bmoca_gym.envs.pace`.
        infos: ``"all"``, or ``"numbers"``: only ``success``, ``known``, ``score``, ``steps``, ``step_limit`` and
            ``task_seed``, each as an array without dimensions, for libraries that turn infos into tensors.
        side_effects: compare the phone at the end of an episode with its start, see `bmoca_gym.side_effects`.
        params: parameters of all tasks that are not drawn. The option ``params`` of `reset` overrides them.

    Raises:
        ArgumentError, DeviceError, UnknownTaskError, UnknownJudgeError, UnknownEnvironmentError,
            CatalogueError, ConfigurationError: an argument is invalid; the message names the nearest valid value.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    environment: DeviceConfiguration
    task: Task

    def __init__(
        self,
        tasks: TaskChoice = "representative",
        environments: str | list[Any] | DeviceConfiguration | Sampler | choices.DrawEnvironment | None = None,
        device: choices.DeviceChoice = "embedded",
        observation: ObservationModeName | None = None,
        action: ActionModeName | None = None,
        *,
        interface: str | None = None,
        resolution: tuple[int, int] | None = None,
        bounding_boxes: bool | None = None,
        leaves_only: bool | None = None,
        set_of_mark: bool | None = None,
        elements: bool | ElementsName | None = None,
        step_seconds: float = 3.0,
        step_limit: int | None = None,
        max_episode_steps: int | None = None,
        judge: JudgeName = "corrected",
        ends: Ends | None = None,
        user: UserName | None = None,
        answer_judge: Callable[[str, str, str], bool] | None = None,
        tap_threshold: float = TAP_THRESHOLD,
        render_mode: RenderModeName | None = None,
        pools: str | Path | None = None,
        goals: str | Path | None = None,
        reward: str | Mapping[str, Any] | None = None,
        interruptions: str | Path | Sequence[str] | None = None,
        motion: MotionName | None = None,
        infos: InfosName = "all",
        side_effects: bool = False,
        params: Mapping[str, Any] | None = None,
        **unknown: NoReturn,
    ) -> None:
        if unknown:
            known = inspect.signature(PhoneEnv).parameters
            choices.no_others(
                unknown, [name for name, one in known.items() if one.kind is not one.VAR_KEYWORD]
            )
        EzPickle.__init__(
            self, tasks, environments, device, observation, action, interface=interface, resolution=resolution,
            bounding_boxes=bounding_boxes, leaves_only=leaves_only, set_of_mark=set_of_mark, elements=elements,
            step_seconds=step_seconds, step_limit=step_limit, max_episode_steps=max_episode_steps, judge=judge,
            ends=ends, user=user, answer_judge=answer_judge, tap_threshold=tap_threshold, render_mode=render_mode,
            pools=pools, goals=goals, reward=reward, interruptions=interruptions, motion=motion,
            infos=infos, side_effects=side_effects, params=params,
        )  # fmt: skip
        shown = choices.interface(
            interface, observation=observation, action=action, resolution=resolution, bounding_boxes=bounding_boxes,
            leaves_only=leaves_only, set_of_mark=set_of_mark, elements=elements,
        )  # fmt: skip
        self.observation_mode = choices.observation_mode(shown)
        tags = getattr(self.observation_mode, "tags", None)
        self._begin_observing = getattr(self.observation_mode, "begin", None)
        settings = ModeSettings(choices.picture_size(shown.resolution), tap_threshold, tags)
        self.action_mode = choices.action_mode(shown.action, settings)
        self.action_space = self.action_mode.space
        self.observation_space = self.observation_mode.space
        self.judge = judge_named(judge)
        self._answer_judge = answer_judge
        self.step_seconds = number_in("step_seconds", step_seconds, 0, 3600)
        self.render_mode = choices.render_mode(render_mode)
        self._limits = (
            choices.steps("step_limit", step_limit),
            choices.steps("max_episode_steps", max_episode_steps),
        )
        self._time_limit: int | None = None
        self._infos = choices.one_of("infos", infos, INFOS)
        self._motion = None if motion is None else choices.one_of("motion", motion, MOTIONS)
        self._reward = None if reward is None else Reward(options_of(reward))
        self._watches = choices.flag("side_effects", side_effects) or (
            self._reward is not None and self._reward.needs_effects
        )
        self._watch: Watch | None = None
        self._params = _named_values("params", params)
        self._checkouts = {"pools": pools, "goals": goals}
        self._user = None if user is None else choices.one_of("user", user, USERS)
        self._templates = choices.with_user(templates(tasks, **self._checkouts), self._user)
        first = self._templates[0].first
        self._image = choices.one_image(self._templates)
        self._ends = None if ends is None else choices.one_of("ends", ends, ENDS)
        self._draw_environment = choices.select_environments(
            choices.default_environments(first) if environments is None else environments
        )
        self._needs_tree = self.action_mode.needs_tree or self.observation_mode.needs_tree
        told = choices.element_list(shown.elements)
        self._windows = (True,) if told is not None and told.windows else ()
        self._window: Window | None = None
        self._frame: NDArray[np.uint8] | None = None
        self._text: str | None = None
        self._running = False
        #: Whether sub-goals are judged at each step. If not, those rules alone look that remember what they saw, and
        #: `reached` judges all: for the proof that a chain can be done.
        self.judges_steps = True
        self._last: LastStep | None = None
        self._device, self._owns_device = choices.open_device(device, self._image)
        choices.check_image(self._device, self._templates[0], self._owns_device)
        self._starts = Starts(self._device)
        self._pace = Pace(self._device)
        self._info_maker = InfoMaker(self._device)
        self._phone_here = screen_of(self._device)
        # Where no argument says what comes: the disturbances of the configurations that were played.
        self._disturbances: dict[str, Disturbance | None] = {}
        self._as_configured = interruptions is None
        self._disturbance = choices.disturbance(interruptions, self._device)

    @property
    def seen_device(self) -> Device:
        """The phone as the agent touches and sees it. Without interruptions of hand and eye, it is the phone itself."""
        return self._device if self._disturbance is None else self._disturbance.seen

    @property
    def interrupted(self) -> bool:
        """Whether what an agent does may take longer, or have no effect: interruptions may come, or things move."""
        return self._disturbance is not None or (self._last is not None and self._pace.is_slow)

    @property
    def interruption_words(self) -> dict[str, str]:
        """What each interruption that may come does, in a sentence, by its name."""
        return (
            {}
            if self._disturbance is None
            else {kind.name: kind.says for kind in self._disturbance.plan.kinds}
        )

    @property
    def device(self) -> Device:
        """The phone of this environment."""
        return self._device

    @property
    def talk(self) -> Talk:
        """What the agent and the user have said to each other in this episode."""
        return self._conversation.talk

    @property
    def step_limit(self) -> int:
        """Number of steps after which this episode is truncated."""
        step_limit, max_episode_steps = self._limits
        limit = step_limit or self.task.step_limit
        return min(limit, max_episode_steps or limit, self._time_limit or limit)

    @property
    def ends(self) -> Ends:
        """What ends this episode: ``"finish"`` or ``"success"``."""
        return self._ends or self.task.ends

    # Gymnasium's own types say dict[str, Any], of which a TypedDict is no subtype.
    def reset(  # type: ignore[override]
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Start an episode. Task and configuration are drawn, or taken from ``options``.

        Raises:
            ArgumentError: ``options`` has an unknown key, or a parameter or number that the task does not
                have.
            UnknownTaskError, UnknownEnvironmentError: ``options`` names something that does not exist.
            DeviceError: the phone can't be brought to the start of the episode.
        """
        super().reset(seed=seed)
        self._time_limit = time_limit_around(self)
        self._running = False
        self.environment, self.task = self._draw({} if options is None else options)
        self._starts.load(self.environment, self.task, self.step_seconds)
        self.task = self.task.as_told(self._device)
        self._pace.begin(self._motion or self.environment.motion, self.environment.start_seconds)
        self._choose_interruptions()
        more = self._begin_interruptions()
        self._holds = self.task.needs_hold(self._device)
        self._detector = self.task.detector(self.judge)
        self._parts = {name: Detector(rule) for name, rule in self.task.sub_goals}
        self._over = None if self.task.ends_when is None else Detector(self.task.ends_when)
        self._conversation = Conversation()
        if self._over is not None:
            self._over.reset(self._device)
        look = Reading(self._device)
        for detector in (self._detector, *self._parts.values()):
            detector.reset(self._device, look)
            self._give_judge(detector)
        self._watch = self._begin_watch() if self._watches or self.task.user is not None else None
        self._reached = dict.fromkeys(self._parts, False)
        self._steps = 0
        self._repeated: tuple[Move | None, int] = (None, 0)
        self._step_limit, self._on_success = self.step_limit + more, self.ends == "success"
        self._info_maker.begin(self.task, self.environment.id, local_date(self._device))
        self._best = 0.0
        self._seen = self._observe_first()
        self._running = True
        info = self._info(
            LastStep(Detection(False, 0.0, ()), toasts=None if self._phone_here is None else ())
        )
        return self._seen, self._begun(info)

    def _end_step_of(self, disturbance: Disturbance) -> int:
        """End a step of the interruptions. Their changes are not side effects. Returns by how much the limit grows."""
        disturbance.perform_late_touches()
        screen = screen_of(self._device)
        if self._watch is None or screen is None:
            return disturbance.step_ends()
        before = screen.phone
        more = disturbance.step_ends()
        if screen.phone is not before:
            self._watch.excuse(before, screen.phone)
        return more

    def _begin_watch(self) -> Watch:
        from bmoca_gym.side_effects import Watch  # reads its data: only where it is asked for

        return Watch(self._device, self.task)

    def effects(self) -> Effects | None:
        """Return what the episode has changed so far that its task does not allow.

        None without ``side_effects=True``, and if it is not known what the task allows.
        """
        return None if self._watch is None else self._watch.effects(self._device)

    def _choose_interruptions(self) -> None:
        """Use the configuration's interruptions, unless an argument overrides them."""
        if not self._as_configured:
            return
        name = self.environment.interruptions
        if name not in self._disturbances:
            self._disturbances[name] = choices.disturbance(name or None, self._device)
        self._disturbance = self._disturbances[name]

    def _begin_interruptions(self) -> int:
        """Draw the interruptions of the episode. Returns by how many steps the limit grows."""
        if self._disturbance is None:
            return 0
        return self._disturbance.begin(int(self.np_random.integers(1 << 62)), self.task.id, self.task.suite)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:  # type: ignore[override]
        """Perform ``action``, wait, observe and judge.

        Raises:
            ActionError: the action is invalid, and not text. Nothing was sent, and no step was counted.
            ResetNeeded: no episode is running.
            DeviceError: the phone can't do what was asked. If the phone is lost, the episode is truncated
                instead.
        """
        if not self._running:
            raise ResetNeeded("No episode is running: call reset() before step(), and after each episode.")
        move, wrong_format, off_screen = self._read(action)
        self._steps += 1
        stopped = self._repeats(move)
        speech = None if isinstance(move, GESTURE_TYPES) else speech_of(move)
        lost, reply = None, None
        toasts = None if self._phone_here is None else self._phone_here.phone.toasts
        try:
            try:
                self._carry_out(move)
            except ActionError as error:  # the phone does not have that app
                move, speech, wrong_format = None, None, str(error)
            observation = self._observe()
            if speech is not None:
                reply = self._hear(speech)
            detection = self._judge(speech, stopped)
        except DeviceLostError as error:
            observation, detection, lost = copy.deepcopy(self._seen), Detection(False, 0.0, ()), str(error)
        finished = isinstance(speech, Finish)
        over = lost is None and self._over is not None and self._over.check(self._device).satisfied
        terminated = lost is None and (
            finished or stopped or over or (self._on_success and detection.satisfied)
        )
        truncated = not terminated and (lost is not None or self._steps >= self._step_limit)
        self._running = not (terminated or truncated)
        reward = float(detection.satisfied)
        if stopped and not finished:
            said = f"stopped after {self.task.stop_after_repeats} equal actions"
            detection = replace(detection, evidence=(*detection.evidence, said))
        if not self._on_success:
            if (truncated or stopped) and not (finished or over) and self.task.unfinished == "fails":
                detection = Detection(False, 0.0, (*detection.evidence, "the agent has not finished"))
            reward = 0.0 if self._running else detection.score
        else:
            self._best = max(self._best, detection.score)
        if self._conversation.asked_at is not None and self._running:
            change = self._conversation.change_at(self.task, self._steps)
            if change is not None:
                reply, observation = self._change_mind(change)
        self._seen = observation
        came = None
        if self._phone_here is not None:
            now = self._phone_here.phone
            came = () if now.toasts is toasts else pace.toasts_since(toasts, now)
        info = self._info(LastStep(detection, move, wrong_format, off_screen, lost, reply, came))
        if self._reward is not None:
            reward = self._reward.of(self, info, terminated, truncated)
        return observation, reward, terminated, truncated, self._given(info)

    def _hear(self, speech: Speech) -> str | None:
        """Record a question, or what the agent says at the end. Returns the user's reply, or None."""
        if isinstance(speech, Finish) and self._watch is not None and self.task.user is not None:
            found = self.effects()
            self._conversation.end(speech, None if found is None else found.side_effects)
        return self._conversation.hear(speech, self.task, self._steps)

    def _change_mind(self, change: Change) -> tuple[str, Any]:
        """Continue with the task that the user wants now. Returns what they say, and the observation."""
        self._conversation.change()
        self.task, self._best = change.task, 0.0
        if self._watch is not None:
            self._watch.go_on_for(self.task)
        self._info_maker.constant["instruction"] = self.task.instruction
        return change.says, self._observe_first()

    def _repeats(self, move: Move | None) -> bool:
        """Count a move; return whether the last moves were equal so often that the episode ends."""
        most = self.task.stop_after_repeats
        if not most:
            return False
        last, count = self._repeated
        self._repeated = move, count + 1 if count and move == last else 1
        return self._repeated[1] >= most and self._steps > most

    def further_detector(self, judge: str) -> Detector:
        """Return another detector of this episode's task, for any judge.

        Call this right after `reset`: the detector compares later states with the phone as it is now. Before
        each check, set its ``answer`` and ``finished``.
        """
        detector = self.task.detector(judge)
        detector.reset(self._device)
        self._give_judge(detector)
        return detector

    def _give_judge(self, detector: Detector) -> None:
        if self._answer_judge is not None:
            detector.means = partial(self._answer_judge, self.task.instruction)

    def _judge(self, speech: Speech | None, stopped: bool = False) -> Detection:
        """Judge the phone as it is now and the agent's answer.

        ``stopped``: equal actions have ended the episode.
        """
        detector = self._detector
        said, over = detector.answer, stopped or self._steps >= self._step_limit
        if isinstance(speech, Answer):
            said = speech.text
        elif isinstance(speech, Finish):
            over = True
            if said is None:
                said = speech.message or None
        talk = self._conversation.talk
        detector.answer, detector.finished, detector.talk = said, over, talk
        if not self._parts:
            return detector.check(self._device)
        look = Reading(self._device, said, over, detector.means, talk)
        for part in self._parts.values():
            part.answer, part.finished, part.talk = said, over, talk
        if not self.judges_steps and not over:
            for one in (*self._parts.values(), detector):
                one.note(look)
            return Detection(False, 0.0, ())
        self._reached = {name: part.check(self._device, look).satisfied for name, part in self._parts.items()}
        return detector.check(self._device, look)

    def reached(self) -> dict[str, bool]:
        """Judge now which sub-goals hold, if `judges_steps` is False."""
        talk, said = self.talk, self._detector.answer
        look = Reading(self._device, said, self._detector.finished, self._detector.means, talk)
        return {name: part.check(self._device, look).satisfied for name, part in self._parts.items()}

    def save_state(self) -> EpisodeState:
        """Return the current episode as a value. `restore_state` continues from it exactly, any number of
        times.

        The state contains the phone, the counts, the memory of the detectors and the random number generator.
        It can be pickled. It takes a few kilobytes, since states share their common data. It does not contain
        the data of wrappers.

        Raises:
            ResetNeeded: no episode has started.
            DeviceError: the phone is not the embedded handset. Other phones can't be copied.
        """
        device = self._screen("save_state")
        if self._last is None:
            raise ResetNeeded("No episode has started: call reset() before save_state().")
        return EpisodeState(
            phone=device.phone,
            environment=self.environment,
            task=self.task,
            detector=self._detector.copy(),
            parts=tuple((name, part.copy()) for name, part in self._parts.items()),
            reached=tuple(self._reached.items()),
            steps=self._steps,
            repeated=self._repeated,
            step_limit=self._step_limit,
            ends="success" if self._on_success else "finish",
            best=self._best,
            running=self._running,
            last=self._last,
            date=self._info_maker.constant["date"],
            interruptions=None if self._disturbance is None else self._disturbance.saved(),
            random=copy.deepcopy(dict(self.np_random.bit_generator.state)),
            watch=None if self._watch is None else self._watch.copy(),
            over=None if self._over is None else self._over.copy(),
            talk=self._conversation.talk,
            asked_at=self._conversation.asked_at,
        )

    def restore_state(self, state: EpisodeState) -> tuple[Any, Info]:
        """Continue from a state that `save_state` returned, in this environment or another.

        Returns the observation and the info of that moment.

        Raises:
            ArgumentError: ``state`` is not an `EpisodeState`.
            DeviceError: the phone is not the embedded handset.
        """
        device = self._screen("restore_state")
        if not isinstance(state, EpisodeState):
            raise ArgumentError(f"state is {cut(state)}; it must be a state that save_state() returned.")
        device.phone = state.phone
        self.environment, self.task = state.environment, state.task
        self._holds = self.task.needs_hold(device)
        self._detector = state.detector.copy()
        self._parts = {name: part.copy() for name, part in state.parts}
        self._over = None if state.over is None else state.over.copy()
        for detector in (self._detector, *self._parts.values()):
            detector.turn_to(device)
            self._give_judge(detector)
        self._reached = dict(state.reached)
        self._watch = None if state.watch is None else state.watch.copy()
        self._repeated = state.repeated
        self._conversation = Conversation(state.talk, state.asked_at)
        self._steps, self._step_limit, self._best = state.steps, state.step_limit, state.best
        self._on_success = state.ends == "success"
        self._info_maker.begin(self.task, self.environment.id, state.date)
        self._choose_interruptions()
        if self._disturbance is not None:
            self._disturbance.restore(state.interruptions)
        self.np_random.bit_generator.state = copy.deepcopy(state.random)
        self._seen = self._observe_first()
        self._running = state.running
        return self._seen, self._begun(self._info(state.last))

    def fork(self) -> PhoneEnv:
        """Return another environment with the same arguments and a phone of its own, at the same state.

        `PhoneGroup` makes several, for groups of actions or trajectories.

        Raises:
            ResetNeeded: no episode has started.
            DeviceError: the phone is not the embedded handset.
        """
        state = self.save_state()
        if not self._owns_device:
            raise DeviceError(
                "fork() can't copy a Device that was given; make the environment with device='embedded'."
            )
        make: Callable[..., PhoneEnv] = type(self)
        other = make(*self._ezpickle_args, **self._ezpickle_kwargs)
        other.restore_state(state)
        return other

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = EzPickle.__getstate__(self)
        if screen_of(self._device) is not None and self._last is not None:
            state["episode"] = self.save_state()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = dict(state)
        episode = given.pop("episode", None)
        EzPickle.__setstate__(self, given)
        if episode is not None:
            self.restore_state(episode)

    def _screen(self, what: str) -> Screen:
        screen = screen_of(self._device)
        if screen is None:
            raise DeviceError(
                f"{what}() works only on the embedded handset; the phone {self._device.info.serial} can't be copied. "
                "Make the environment with device='embedded'."
            )
        return screen

    def action_masks(self) -> NDArray[np.bool_]:
        """Return ``bool[385]``: the discrete actions that have an effect, for sb3-contrib's MaskablePPO.

        These are the taps on elements that take taps, and all swipes and keys.

        Raises:
            ArgumentError: the action mode is not ``"discrete"``.
        """
        if not isinstance(self.action_mode, DiscreteActions):
            raise ArgumentError(
                "Only discrete actions have masks: make the environment with action='discrete'."
            )
        return answered(self._device.ui_tree())

    def get_action_meanings(self) -> list[str]:
        """Return what each discrete action does: ``"tap 0.0250 0.0250"`` (x, y), ``"swipe up"``, ``"press HOME"``, …

        Raises:
            ArgumentError: the action mode is not ``"discrete"``.
        """
        if not isinstance(self.action_mode, DiscreteActions):
            raise ArgumentError(
                "Only discrete actions have a list of meanings: make the environment with action='discrete'."
            )
        return discrete_meanings()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Return the screen, or show it in a window and return None, as ``render_mode`` says.

        ``"rgb_array"``: ``uint8[H, W, 3]`` at native size. ``"ansi"``: the text that ``elements="compact"`` has, a line
        for each element.
        """
        if self.render_mode == "ansi":
            return self._screen_text()
        if self.render_mode == "rgb_array":
            try:
                self._frame = self._device.screenshot()
            except DeviceLostError:
                if self._frame is None:
                    raise
                # Repeat the last frame, so that a recording of the episode is complete.
                self._frame = self._frame.copy()
            return self._frame
        if self.render_mode == "human":
            self._show()
        else:
            gym.logger.warn(
                "render() does nothing without a render_mode; make the environment with one, e.g. 'rgb_array'."
            )
        return None

    def close(self) -> None:
        """Close the window, and the phone if this environment made it. A second call does nothing."""
        self._running = False
        if self._window is not None:
            self._window.close()
            self._window = None
        with suppress(DeviceError):  # a lost phone can't be restored
            self._starts.end()
        if self._owns_device:
            self._device.close()

    def _draw(self, options: dict[str, Any]) -> tuple[DeviceConfiguration, Task]:
        if not isinstance(options, dict):
            raise ArgumentError(f"options is {cut(options)}; it must be a dict with {' or '.join(_OPTIONS)}.")
        for key in options:
            if key not in _OPTIONS:
                raise ArgumentError(
                    f"Unknown option {key!r} of reset; options are {', '.join(_OPTIONS)}."
                    f"{nearest(str(key), _OPTIONS)}"
                )
        environment, task = options.get("environment"), options.get("task")
        if environment is None:
            environment = self._draw_environment(self.np_random)
        if not isinstance(environment, DeviceConfiguration):
            environment = randomization.get(environment)
        if task is not None:
            (template,) = choices.with_user([choices.one_template(task, **self._checkouts)], self._user)
            if template.first.image != self._image:
                choices.check_image(self._device, template, self._owns_device)
        else:
            template = self._templates[int(self.np_random.integers(len(self._templates)))]
        return environment, self._instance(template, options.get("task_seed"), options.get("params"))

    def _instance(self, template: TaskTemplate, task_seed: Any, params: Any) -> Task:
        """The task's instance. The number is drawn if it is not given and a parameter depends on it."""
        given = {**self._params, **_named_values("params", params)}
        if task_seed is None:
            drawn = bool(set(template.parameters) - set(given))
            task_seed = int(self.np_random.integers(FIRST_TRAINING_SEED, SEEDS)) if drawn else 0
        return template.task(task_seed, given or None)

    def _read(self, action: Any) -> tuple[Move | None, str | None, bool]:
        """Read an action on the last observed screen: the move, or the reason why there is none, and whether that is a
        point outside the screen."""
        try:
            move = self.action_mode.to_gesture(action, self._tree)
            return move if isinstance(move, GESTURE_TYPES) else _said(move), None, False
        except ActionError as error:
            if not self.action_mode.wrong_format_counts:
                raise
            return None, str(error), isinstance(error, OffScreenError)

    def _carry_out(self, move: Move | None) -> None:
        """Perform a move, then let the step's time pass. None and `Finish` do nothing."""
        if move is None or isinstance(move, Finish):
            return
        if self._holds:
            self.task.hold(self._device)
        device = self._device
        if self._disturbance is not None:
            self._disturbance.step_begins()
            device = self._disturbance.seen
        if isinstance(move, GESTURE_TYPES):  # nearly all moves
            device.perform(move)
        elif isinstance(move, Several):
            for deed in move.deeds:
                self._do(deed)
        elif not isinstance(move, (Answer, Ask)):
            self._do(move)
        self._device.wait(self.step_seconds)
        if self._disturbance is not None and self._disturbance.due:
            self._step_limit += self._end_step_of(self._disturbance)

    def _do(self, move: Deed) -> None:
        if isinstance(move, OpenApp):
            open_app(self._device, move.name, choices.apps_of(self.task))
        elif isinstance(move, Command):
            self._device.shell(move.line)
        elif isinstance(move, Wait):
            if move.seconds:
                self._device.wait(move.seconds)
        elif isinstance(move, Gestures):
            first, *others = move.gestures
            self.seen_device.perform(first)
            if move.settle:
                self._device.wait(move.settle)
            for gesture in others:
                self.seen_device.perform(gesture)
        else:
            self.seen_device.perform(move)

    def _observe_first(self) -> Any:
        """Tell the observation mode the task of the episode that begins or continues here, and observe."""
        if self._begin_observing is not None:
            self._begin_observing(self.task.instruction)
        return self._observe()

    def _observe(self) -> Any:
        device = self._device if self._disturbance is None else self._disturbance.seen
        self._tree = device.ui_tree(*self._windows) if self._needs_tree else None
        if self.render_mode == "human":
            self._show()
        return self.observation_mode.observe(device, self._tree)

    def _info(self, last: LastStep) -> Info:
        self._last = last
        info = self._info_maker.info(last, self.task.params, self._tree)
        info["score"] = self._best if self._on_success else last.detection.score
        info["sub_goals"] = self._reached.copy()
        info["answer"] = self._detector.answer
        info["steps"] = self._steps
        info["step_limit"] = self._step_limit
        if self._disturbance is not None:
            info["interruptions"] = self._disturbance.begun
        if self._watches and not self._running and last.lost is None:
            effects = self.effects()
            if effects is not None:
                info["side_effects"] = [*effects.side_effects]
                info["harmful_acts"] = [*effects.harmful_acts]
        return info

    def _begun(self, info: Info) -> Info:
        """Start counting the reward from this state. Return the info that the agent gets."""
        if self._reward is not None:
            self._reward.begin(self, info)
        return self._given(info)

    def _given(self, info: Info) -> Info:
        """With ``infos="numbers"`` there are fewer keys, and each value is an array without dimensions."""
        return cast(Info, info_kinds.numbers(info)) if self._infos == "numbers" else info

    def _show(self) -> None:
        if self._window is None:
            self._window = Window(self.metadata["render_fps"])
        self._window.show(self._device.screenshot(), self.task.instruction)

    def _screen_text(self) -> str:
        """Return the screen as compact text, or the last one if the phone was lost."""
        try:
            self._text = compact.description(self._device.ui_tree(), MAX_LENGTH)
        except DeviceLostError:
            if self._text is None:
                raise
        return self._text

    def _repr_png_(self) -> bytes | None:
        """Show the screen in a notebook. None before the first episode, and if the phone is lost."""
        if self._last is None:
            return None
        try:
            return pictures.small_png(self._device)
        except DeviceLostError:
            return None

    def _repr_html_(self) -> str | None:
        """Show the screen in a notebook, with the task and its progress."""
        picture = self._repr_png_()
        if picture is None or self._last is None:
            return None
        detection = self._last.detection
        return pictures.card(
            picture,
            self.task.instruction,
            {
                "task": self.task.id,
                "configuration": self.environment.id,
                "steps": f"{self._steps} of {self._step_limit}",
                "done": ("yes" if detection.satisfied else "no") if detection.known else "not known",
            },
        )


def _named_values(what: str, given: Any) -> dict[str, Any]:
    """Return parameters as a dict of their own; empty for None."""
    if given is not None and not isinstance(given, Mapping):
        raise ArgumentError(f"{what} is {cut(given)}; it must be a dict of values by parameter name.")
    return dict(given or {})


def _said(move: Move | None) -> Move | None:
    """Remove lone surrogates from the words of a move: files can't hold them."""
    if speech_of(move) is None:
        return move
    if isinstance(move, Several):
        return move._replace(speech=_said(move.speech))  # type: ignore[arg-type]
    if isinstance(move, Answer):
        return Answer(unicode_of(move.text))
    if isinstance(move, Ask):
        return Ask(unicode_of(move.question))
    return move._replace(message=unicode_of(move.message)) if isinstance(move, Finish) else move


#: The name that the class had before.
BMoCAEnv = PhoneEnv
