"""Play MobileMiniWoB++ or MiniWoB++ with its experts, by gestures, and with agents that do nothing or quit.

    python -m benchmarks.web_experts --seeds 20
    python -m benchmarks.web_experts --seeds 2 --agents expert,near

``near`` makes all of the expert's moves except one: the one before the last, or, if that is a swipe, the nearest
earlier one that is not. Swipes in a row count as one move. Where the expert makes only one, it touches the nearest
other element instead. Such an episode must not be solved. The suite's ``near.yaml`` lists the pages for which it does
something else, and why.

Prints a line a task: how many seeds each agent solves; then a line for each seed that the expert does not solve or
another does. Seeds that the suite's ``touch.yaml`` lists are marked: a finger can't solve them on the first phone. So
are near misses that are right, which ``near.yaml`` lists.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from bmoca_gym import agents, randomization, suites, tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Finish, GestureActions
from bmoca_gym.envs.infos import Info
from bmoca_gym.errors import BmocaError
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks.task import Task

#: Who plays. The expert must solve all, the others nothing but what begins solved.
AGENTS = ("expert", "noop", "quitter")


#: Seeds that ``touch.yaml`` tells of.
_LISTED = range(1, 21)


def unsolvable(suite: str) -> set[tuple[str, int]]:
    """Return the tasks and seeds that one finger can't solve, as the suite lists them."""
    listed = yaml.safe_load(Path(suites.__path__[0], suite, "touch.yaml").read_text("utf-8"))
    return {
        (page.replace("-", "_"), seed)
        for page, one in listed.items()
        for seed in _LISTED
        if seed not in one["solved"]
    }


def near_misses(suite: str) -> dict[str, dict[str, Any]]:
    """Return a suite's list of near misses, including those of the suite named by its ``also``."""
    listed = yaml.safe_load(Path(suites.__path__[0], suite, "near.yaml").read_text("utf-8"))
    other = listed.pop("also", None)
    known = near_misses(other) if other else {}
    return {**known, **{page.replace("-", "_"): one for page, one in listed.items()}}


class NearAgent:
    """Makes all moves of an episode except one, or, if there is only one, touches the element next to its target.

    Args:
        moves: those of the expert.
        leave: index of the move that is left out, instead of the one before the last.
        beside: index of the move that touches what is beside, instead of one that is left out.
        kind: whether what is beside must be of another class.
    """

    name = "near"

    def __init__(
        self, moves: Sequence[Any], leave: int | None = None, beside: int | None = None, kind: bool = False
    ) -> None:
        runs = runs_of([move for move in moves if not isinstance(move, Finish)])
        if beside is None and leave is None and len(runs) == 1:
            beside = 0
        if beside is not None:
            at = beside % len(runs)
        elif leave is not None:
            at = leave % len(runs)
        else:
            before = range(len(runs) - 1)
            at = max((i for i in before if not isinstance(runs[i][0], Swipe)), default=len(runs) - 2)
        self.moves = [move for run in runs[:at] for move in run]
        self.rest = [move for run in runs[at + 1 :] for move in run]
        self.beside = None if beside is None else runs[at][0]
        self.kind = kind

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode."""
        self.env = env
        self.left = list(self.moves)
        self.last = [*self.rest, Finish("")]

    def act(self, observation: Any, info: Info) -> Any:
        """Return the next move."""
        if self.left:
            return self.left.pop(0)
        mode: Any = self.env.action_mode
        tree = self.env.device.ui_tree()
        if self.beside is not None:
            move, self.beside = self.beside, None
            return mode.encode(beside(mode.to_gesture(move, tree), tree, self.kind), tree)
        move = self.last.pop(0)
        return mode.encode(move, tree) if isinstance(move, Finish) else move


def runs_of(moves: Sequence[Any]) -> list[list[Any]]:
    """Return moves, with successive swipes joined into one."""
    runs: list[list[Any]] = []
    for move in moves:
        if runs and isinstance(move, Swipe) and isinstance(runs[-1][0], Swipe):
            runs[-1].append(move)
        else:
            runs.append([move])
    return runs


def beside(move: Any, tree: UiTree, kind: bool = False) -> Tap:
    """Return a tap on the middle of the element that is nearest to a tap and does not have its point in it.

    ``kind``: only elements of other classes than that at the point.
    """
    x, y = move.x * tree.width, move.y * tree.height
    query = tree.find(resource_id="com.google.androidenv.miniwob:id/query")
    below = query.bounds[3] if query is not None else 0
    others = []
    here = _class_at(tree, x, y)
    for node in tree:
        left, top, right, bottom = node.bounds
        inside = left <= x < right and top <= y < bottom
        if (
            node.package.startswith("com.google.androidenv")
            and top >= below
            and right > left
            and bottom > top
        ):
            others += [] if inside or (kind and _class_at(tree, *node.center) == here) else [node.center]
    if not others:
        return Tap(move.x, (below + tree.height) / 2 / tree.height)
    across, down = min(others, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)
    return Tap(across / tree.width, down / tree.height)


def _class_at(tree: UiTree, x: float, y: float) -> str:
    """Return the class of the innermost node at a point."""
    found = ""
    for node in tree:
        left, top, right, bottom = node.bounds
        if left <= x < right and top <= y < bottom:
            found = node.class_name
    return found


def played(
    env: PhoneEnv, agent: Any, task: Task, configuration: DeviceConfiguration, moves: list[Any]
) -> str:
    """Play an episode with an agent. Returns "" if it is solved, else how it ended. ``moves``: gets what it does."""
    observation, info = env.reset(seed=0, options={"environment": configuration, "task": task})
    steps, over = 0, False
    try:
        agent.reset(env, info, 0)
        while not over:
            move = agent.act(observation, info)
            observation, _, terminated, truncated, info = env.step(move)
            steps, over = steps + 1, terminated or truncated
            moves.append(move)
    except BmocaError as error:
        return f"step {steps}: {type(error).__name__}: {' '.join(str(error).split())}"
    return "" if info["success"] else f"step {steps}: {'; '.join(info['evidence'])}"


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if an expert does not do what is listed, or if another agent solves anything."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_experts", description="Play the experts.")
    parser.add_argument("--seeds", type=int, default=20, help="number of seeds, from 1 on (default: 20)")
    parser.add_argument("--suite", default="miniwob", help="miniwob or miniwob_plus (default: miniwob)")
    parser.add_argument("--tasks", default="", help="ids of tasks, separated by commas (default: all)")
    parser.add_argument(
        "--environment", default="miniwob/pixel_6", help="id of the phone (default: miniwob/pixel_6)"
    )
    parser.add_argument(
        "--agents",
        default=",".join(AGENTS),
        help="who plays, the expert first (default: expert,noop,quitter)",
    )
    arguments = parser.parse_args(given)
    suite = tasks.suite(arguments.suite)
    (configuration,) = randomization.select([arguments.environment])
    phones = {
        name: PhoneEnv(tasks=suite.templates[0].first, action="text", observation="text") for name in AGENTS
    }
    phones["expert"].action_mode = GestureActions()
    phones["near"] = phones["expert"]
    chosen = arguments.tasks.split(",") if arguments.tasks else [task.id for task in suite if task.expert]
    listed = unsolvable(arguments.suite)
    near = near_misses(arguments.suite)
    whole: Counter[str] = Counter()
    surprises = 0
    for one in chosen:
        solved: Counter[str] = Counter()
        lines = []
        for seed in range(1, arguments.seeds + 1):
            task = suite.template(one).task(0, {"seed": seed})
            moves: dict[str, list[Any]] = {}
            for name in arguments.agents.split(","):
                if name == "near" and not moves.get("expert"):
                    continue
                said = near.get(one, {})
                options = {key: said[key] for key in ("leave", "beside", "kind") if key in said}
                agent: Any = NearAgent(moves["expert"], **options) if name == "near" else agents.create(name)
                end = played(phones[name], agent, task, configuration, moves.setdefault(name, []))
                solved[name] += not end
                if bool(end) == (name == "expert"):
                    known = (name == "expert" and (one, seed) in listed) or (
                        name == "near" and seed in said.get("solved", ())
                    )
                    surprises += not known
                    lines.append(f"  seed {seed}, {name}: {'listed' if known else end or 'solved'}")
                elif name == "expert" and (one, seed) in listed:
                    surprises += 1
                    lines.append(f"  seed {seed}, expert: solved, though listed")
        whole += solved
        print(one, *[f"{name} {solved[name]}" for name in arguments.agents.split(",")], flush=True)
        print(*lines, sep="\n", end="\n" if lines else "", flush=True)
    counted = {name: whole[name] for name in arguments.agents.split(",")}
    print(f"{len(chosen)} tasks, {arguments.seeds} seeds:", counted, f"{surprises} not as listed")
    return int(surprises > 0)


if __name__ == "__main__":
    raise SystemExit(main())
