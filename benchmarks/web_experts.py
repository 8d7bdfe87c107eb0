"""Play the experts of MobileMiniWoB++ or MiniWoB++ through gestures, and beside them who does nothing and who quits.

    python -m benchmarks.web_experts --seeds 20
    python -m benchmarks.web_experts --seeds 2 --agents expert,near

``near`` makes the expert's moves but for one: that before the last, and no swipe if there is another. Where the expert
makes only one, it touches the nearest other element instead. Such an episode must not be solved.

Prints a line a task: how many seeds each agent solves; then a line for each seed that the expert does not solve or
another does. Seeds that the suite's ``touch.yaml`` lists are marked: a finger can't solve them on the first phone.
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


class NearAgent:
    """Makes the moves of an episode but for one, or touches what is beside the only one."""

    name = "near"

    def __init__(self, moves: Sequence[Any]) -> None:
        moves = [move for move in moves if not isinstance(move, Finish)]
        before = range(len(moves) - 1)
        left_out = max((i for i in before if not isinstance(moves[i], Swipe)), default=len(moves) - 2)
        self.moves = [move for i, move in enumerate(moves) if i != left_out]
        self.only = moves[0] if len(moves) == 1 else None

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode."""
        mode: Any = env.action_mode
        tree = env.device.ui_tree()
        if self.only is not None:
            self.moves = [mode.encode(beside(mode.to_gesture(self.only, tree), tree), tree)]
        self.left = [*self.moves, mode.encode(Finish(""), tree)]

    def act(self, observation: Any, info: Info) -> Any:
        """Return the next move."""
        return self.left.pop(0)


def beside(move: Any, tree: UiTree) -> Tap:
    """Return a tap on the middle of the element that is nearest to a tap and does not have its point in it."""
    x, y = move.x * tree.width, move.y * tree.height
    query = tree.find(resource_id="com.google.androidenv.miniwob:id/query")
    below = query.bounds[3] if query is not None else 0
    others = []
    for node in tree:
        left, top, right, bottom = node.bounds
        inside = left <= x < right and top <= y < bottom
        if (
            node.package.startswith("com.google.androidenv")
            and top >= below
            and right > left
            and bottom > top
        ):
            others += [] if inside else [node.center]
    if not others:
        return Tap(move.x, (below + tree.height) / 2 / tree.height)
    across, down = min(others, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)
    return Tap(across / tree.width, down / tree.height)


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
    """Run the command line. Returns 1 if an expert does otherwise than listed, or if another agent solves anything."""
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
    whole: Counter[str] = Counter()
    surprises = 0
    for one in chosen:
        solved: Counter[str] = Counter()
        lines = []
        for seed in range(1, arguments.seeds + 1):
            task = suite.template(one).task(0, {"seed": seed})
            moves: dict[str, list[Any]] = {}
            for name in arguments.agents.split(","):
                agent = NearAgent(moves["expert"]) if name == "near" else agents.create(name)
                end = played(phones[name], agent, task, configuration, moves.setdefault(name, []))
                solved[name] += not end
                if bool(end) == (name == "expert"):
                    known = name == "expert" and (one, seed) in listed
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
