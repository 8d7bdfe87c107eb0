"""Check that a suite's tasks are solvable, are not solved by doing nothing, and are judged correctly."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import NamedTuple

from gymnasium.envs.registration import registry

from bmoca_gym import agents, randomization, suite_index, suite_names, tasks
from bmoca_gym.agents.agent import Agent
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.envs.names import ActionModeName, ObservationModeName
from bmoca_gym.errors import BmocaError, UnmetNeedsError
from bmoca_gym.evaluation.judges import OtherJudge
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.success_detectors import Detection
from bmoca_gym.tasks.near_miss import NearMiss
from bmoca_gym.tasks.staged import judged
from bmoca_gym.tasks.task import JUDGES, Task

#: The checks of each instance in each environment.
CHECKS = ("expert", "noop", "quitter", "near misses")

#: The check that a phone has what a task needs. There is an outcome only if it lacks something.
NEEDS = "needs"


class Job(NamedTuple):
    """A unit of work: a suite's task in an environment, with some of its instances.

    ``device``: as for ``gym.make``; ``pools``, ``goals``: as for `tasks.suite`. ``action``: the action mode; None:
    text, dual gestures where an episode ends with success, or what the suite says (``checked_by``).
    """

    suite: str
    task: str
    environment: DeviceConfiguration
    instances: Sequence[int]
    device: str = "embedded"
    pools: str | None = None
    goals: str | None = None
    action: ActionModeName | None = None


class Outcome(NamedTuple):
    """Outcome of one check under ``judge``: whether it passed, and the reason.

    ``check``: one of `CHECKS`, or `NEEDS` if the task was left out. ``faults``: the kinds of faults that would explain
    a failure (`bmoca_gym.tasks.Fault`). ``english``: whether the phone's language is English.
    """

    task: str
    instance: int
    environment: str
    check: str
    judge: str
    passed: bool
    reason: str
    faults: tuple[str, ...]
    english: bool = True


class Report(NamedTuple):
    """Report on a suite. ``outcomes``: the outcomes of all jobs. ``problems``: a line for each problem."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[str, ...]

    def passed(self, task: str, check: str) -> tuple[int, int]:
        """Count the passed and all outcomes of a check under the corrected judge."""
        of = [one for one in self.outcomes if (one.task, one.check, one.judge) == (task, check, JUDGES[0])]
        return sum(one.passed for one in of), len(of)


def jobs_of(
    name: str,
    chosen: tasks.TaskChoice,
    environments: Environments,
    instances: int,
    device: str = "embedded",
    pools: str | None = None,
    goals: str | None = None,
    action: ActionModeName | None = None,
) -> list[Job]:
    """Make the jobs of a check: for each task, a job for each environment."""
    configurations = randomization.select(environments)
    return [
        Job(
            name,
            template.id,
            configuration,
            range(instances if template.parameters else 1),
            device,
            pools,
            goals,
            action,
        )
        for template in tasks.templates(chosen, pools, goals)
        for configuration in configurations
    ]


def draws(
    name: str, chosen: tasks.TaskChoice, seeds: int, pools: str | None = None, goals: str | None = None
) -> Iterator[str]:
    """Yield the problems in the first ``seeds`` instances of each template, and in the suite's ids."""
    suite = tasks.suite(name, pools, goals)
    ids = {suite.gym_id(task) for task in suite} | {f"{suite.prefix}-v0"}
    known = {
        gym_id
        for gym_id in registry
        if gym_id.startswith(f"{suite.prefix}-") and suite_names.file_of(gym_id) in ("", suite.name)
    }
    for gym_id in sorted(ids ^ known):
        yield f"{gym_id}: the id that `import bmoca_gym` registers is not that of a task, or is missing"
    if name in suite_names.packages() and suite_index.is_old(suite_names.folder(name)):
        yield f"{suite_index.INDEX} is old; write it again: bmoca index {name}"
    for template in tasks.templates(chosen, pools, goals):
        found = set()
        try:
            for seed in range(seeds if template.parameters else 0):
                found.add(template.task(seed).params)
        except BmocaError as error:
            yield f"{template.id}: {error}"
            continue
        if template.parameters and seeds > 1 and len(found) == 1:
            yield f"{template.id}: {seeds} instances are all the same"


def check(
    jobs: Sequence[Job], workers: int = 1, on_done: Callable[[Job], None] = lambda job: None
) -> tuple[Outcome, ...]:
    """Run all jobs in ``workers`` processes. ``on_done`` is called with each finished job."""
    found: list[Outcome] = []
    if workers == 1 or len(jobs) < 2:
        for job in jobs:
            found += outcomes(job)
            on_done(job)
        return tuple(found)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        for job, done in zip(jobs, pool.map(outcomes, jobs), strict=True):
            found += done
            on_done(job)
    return tuple(found)


def report(name: str, found: Sequence[Outcome], others: Sequence[str] = ()) -> Report:
    """Make the report of a check. ``others``: additional problems, which come first.

    A failed check is a problem, unless a fault of the suite explains it. A listed fault that no check showed is a
    problem too. For the benchmark's own judge this holds only if the suite lists faults at all.
    """
    suite = tasks.suite(name)
    listed = {
        (fault.task, fault.judge, fault.kind, english, environment)
        for fault in suite.faults
        for english in ((True, False) if fault.languages == "all" else (False,))
        for environment in fault.environments or ("",)
    }
    shown = set()
    problems = [*others]
    found = [one for one in found if one.check != NEEDS]
    for one in found:
        explained = {
            (one.task, one.judge, kind, one.english, place)
            for kind in one.faults
            for place in ("", one.environment)
        } & listed
        if one.passed:
            continue
        shown |= explained
        if not explained and (one.judge == JUDGES[0] or suite.faults):
            place = f"{one.task}, instance {one.instance}, environment {one.environment}"
            problems.append(f"{place}: {one.check} ({one.judge}): {one.reason}")
    checked = {(one.task, one.english, place) for one in found for place in ("", one.environment)}
    told = {fault[:3] for fault in shown}
    unseen = {fault[:3] for fault in listed if (fault[0], *fault[3:]) in checked} - told
    for task, judge, kind in sorted(unseen):
        if kind != "crashes":
            problems.append(f"{task}: faults.yaml says {kind} ({judge}), which no instance showed")
    return Report(tuple(found), tuple(problems))


def as_text(found: Sequence[Outcome]) -> str:
    """Write outcomes, one per line, without their reasons, so that equal texts mean equal verdicts."""
    return "".join(
        f"{one.task} {one.instance} {one.environment} {one.check} {one.judge} {'passed' if one.passed else 'failed'}\n"
        for one in found
    )


def outcomes(job: Job) -> list[Outcome]:
    """Run all checks of a job."""
    suite = tasks.suite(job.suite, job.pools, job.goals)
    template, exact = suite.template(job.task), suite.checked_by == "gestures"
    try:
        # A start undoes what the last task did, such as removing an app. Any other error is each check's own.
        with suppress(BmocaError):
            _phone(template.first, "text", job.device).reset(
                seed=0, options={"environment": job.environment, "task": template.first}
            )
        template.first.check_needs(_phone(template.first, "text", job.device).device)
    except UnmetNeedsError as error:
        return [Outcome(job.task, 0, job.environment.id, NEEDS, JUDGES[0], False, str(error), ())]
    english = job.environment.locale.partition("-")[0] == "en"
    found: list[Outcome] = []
    for seed in job.instances:
        task = template.task(seed)
        for check, judge, passed, reason, faults in _checks(
            task, job.environment, job.device, job.action, exact
        ):
            found.append(
                Outcome(job.task, seed, job.environment.id, check, judge, passed, reason, faults, english)
            )
    return found


_Found = tuple[str, str, bool, str, tuple[str, ...]]


def _checks(
    task: Task, environment: DeviceConfiguration, device: str, chosen: ActionModeName | None, exact: bool
) -> Iterator[_Found]:
    """Run the checks of an instance. ``exact``: the expert's gestures are performed as they are."""
    in_time = task.ends == "success"
    for agent in CHECKS[:3]:
        usual: ActionModeName = "dual_gesture" if in_time and agent != "quitter" else "text"
        action = usual if chosen is None or agent == "quitter" else chosen
        env = _phone(task, action, device)
        try:
            if exact and chosen is None and agent == CHECKS[0]:
                with _gestures(env):
                    ends = _played(agent, task, environment, env)
            else:
                ends = _played(agent, task, environment, env)
        except BmocaError as error:
            yield agent, JUDGES[0], False, " ".join(str(error).split()), ("unsolvable",)
            continue
        for judge, end in ends.items():
            if not end.known and judge == JUDGES[1] and task.asks_model(judge):
                continue  # this judge can't decide without a language model
            wanted = agent == "expert"
            held = end.satisfied == wanted and (wanted or end.score < 1)
            faults = ("unsolvable", "too_strict") if wanted else ("passes_untouched",)
            yield agent, judge, held, "; ".join(end.evidence) or "without evidence", faults
    env = _phone(task, "text", device)
    for miss in task.near_misses:
        by_hand = _by_hand(miss, task, environment, device) if miss.how.expert else {}
        if not by_hand:  # an episode of experts has already left the phone in its final state
            env.reset(seed=0, options={"environment": environment, "task": task})
        for judge in JUDGES:
            end = by_hand[judge] if miss.how.expert else judged(task, judge, env.device, miss.how)
            reason = f"{miss.name} is judged a success: {'; '.join(end.evidence)}"
            yield CHECKS[3], judge, not end.satisfied, reason, ("too_loose",)


def _played(name: str, task: Task, environment: DeviceConfiguration, env: PhoneEnv) -> dict[str, Detection]:
    """Play an episode of an agent. Returns the verdict of each judge; the corrected judge decides when it ends."""
    observation, info = env.reset(seed=0, options={"environment": environment, "task": task})
    upstream = OtherJudge(env)
    agent: Agent = agents.create(name)
    agent.reset(env, info, 0)
    over = False
    while not over:
        act = agent.act(observation, info)
        observation, _, terminated, truncated, info = env.step(act)
        over = terminated or truncated
        upstream.step(info, over)
    ours = Detection(info["success"], info["score"], tuple(info["evidence"]))
    return {JUDGES[0]: ours, JUDGES[1]: upstream.verdict()}


def _by_hand(
    miss: NearMiss, task: Task, environment: DeviceConfiguration, device: str
) -> dict[str, Detection]:
    """Play an episode in which experts perform a near miss and finish. Returns the verdict of each judge."""
    played = replace(task, expert=miss.how.expert, ends="finish")
    env = _phone(task, "text", device)
    # An expert that empties a field has keys which text actions lack.
    with _gestures(env):
        return _played("expert", played, environment, env)


@contextmanager
def _gestures(env: PhoneEnv) -> Iterator[None]:
    """Make an environment take gestures directly."""
    mode, env.action_mode = env.action_mode, GestureActions()
    try:
        yield
    finally:
        env.action_mode = mode


_environments: dict[tuple[str, str, str], PhoneEnv] = {}


def _phone(task: Task, action: ActionModeName, device: str) -> PhoneEnv:
    """Return this process's environment on a device. An embedded phone has the task's image."""
    key = task.image, action, device
    if key not in _environments:
        # Nothing looks at the screen. On other devices pictures take time, so none are taken.
        seen: ObservationModeName = "pixels" if device == "embedded" else "text"
        _environments[key] = PhoneEnv(tasks=task, action=action, device=device, observation=seen)
    return _environments[key]
