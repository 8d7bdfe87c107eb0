"""Play the experts of MobileMiniWoB++ or MiniWoB++ through gestures, and beside them who does nothing and who quits.

    python -m benchmarks.web_experts --seeds 20

Prints a line a task: how many seeds the expert solves, and how many noop and quitter do; then a line for each seed
that the expert does not solve or another does.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from bmoca_gym import agents, randomization, tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.errors import BmocaError
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks.task import Task

#: Who plays. The expert must solve all, the others nothing but what begins solved.
AGENTS = ("expert", "noop", "quitter")


def played(env: PhoneEnv, name: str, task: Task, configuration: DeviceConfiguration) -> str:
    """Play an episode with an agent. Returns "" if it is solved, else how it ended."""
    observation, info = env.reset(seed=0, options={"environment": configuration, "task": task})
    agent = agents.create(name)
    steps, over = 0, False
    try:
        agent.reset(env, info, 0)
        while not over:
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            steps, over = steps + 1, terminated or truncated
    except BmocaError as error:
        return f"step {steps}: {type(error).__name__}: {' '.join(str(error).split())}"
    return "" if info["success"] else f"step {steps}: {'; '.join(info['evidence'])}"


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if an expert fails."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_experts", description="Play the experts.")
    parser.add_argument("--seeds", type=int, default=20, help="number of seeds, from 1 on (default: 20)")
    parser.add_argument("--suite", default="miniwob", help="miniwob or miniwob_plus (default: miniwob)")
    parser.add_argument("--tasks", default="", help="ids of tasks, separated by commas (default: all)")
    parser.add_argument(
        "--environment", default="miniwob/pixel_6", help="id of the phone (default: miniwob/pixel_6)"
    )
    parser.add_argument("--agents", default=",".join(AGENTS), help="who plays (default: all three)")
    arguments = parser.parse_args(given)
    suite = tasks.suite(arguments.suite)
    (configuration,) = randomization.select([arguments.environment])
    phones = {
        name: PhoneEnv(tasks=suite.templates[0].first, action="text", observation="text") for name in AGENTS
    }
    phones["expert"].action_mode = GestureActions()
    chosen = arguments.tasks.split(",") if arguments.tasks else [task.id for task in suite if task.expert]
    whole: Counter[str] = Counter()
    for one in chosen:
        solved: Counter[str] = Counter()
        lines = []
        for seed in range(1, arguments.seeds + 1):
            task = suite.template(one).task(0, {"seed": seed})
            for name in arguments.agents.split(","):
                end = played(phones[name], name, task, configuration)
                solved[name] += not end
                if bool(end) == (name == "expert"):
                    lines.append(f"  seed {seed}, {name}: {end or 'solved'}")
        whole += solved
        print(one, *[f"{name} {solved[name]}" for name in arguments.agents.split(",")], flush=True)
        print(*lines, sep="\n", end="\n" if lines else "", flush=True)
    print(f"{len(chosen)} tasks, {arguments.seeds} seeds:", dict(whole))
    return int(whole["expert"] < len(chosen) * arguments.seeds)


if __name__ == "__main__":
    raise SystemExit(main())
