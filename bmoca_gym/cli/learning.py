"""``bmoca demos``, ``bmoca policy`` and ``bmoca train``: record experts, show and export data and policies, train."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym import extras
from bmoca_gym.cli import demos_export, shared
from bmoca_gym.errors import ArgumentError, writing

if TYPE_CHECKING:
    from bmoca_gym.demonstrations.dataset import Dataset

#: The action modes that a dataset holds.
ACTIONS = ("discrete", "dual_gesture")

#: Exit code after Ctrl-C (128 + SIGINT, as in shells).
INTERRUPTED = 130

#: Largest N in ``--environments sample:N``.
_MOST_CONFIGURATIONS = 100_000


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    parts = shared.add_group(
        commands,
        "demos",
        "record experts as a Minari dataset; show, export or correct a dataset",
        "  bmoca demos collect -o demos\n  bmoca demos show demos\n  bmoca demos remove demos 3",
    )
    made = shared.add_command(
        parts,
        "collect",
        _collect,
        "play tasks with experts, and record the episodes",
        """\
  bmoca demos collect -o demos
  bmoca demos collect --tasks Alarm --environments sample:100 -o alarms --workers 2
  bmoca demos collect --noise 0.1 -o noisy
  bmoca demos collect --interruptions daily -o interrupted
  bmoca demos collect --executor ray --address auto --workers 64 -o demos

The defaults give the paper's 210 episodes: six tasks in 35 configurations. Configurations and instances for tests are
refused: see bmoca splits. With --noise some actions are random, and
the expert recovers from them; with --interruptions it closes what comes over the page. Give the same command again to
resume an interrupted run.""",
    )
    add = made.add_argument
    add("--tasks", default="representative", help=shared.TASKS + " (default: representative)")
    add(
        "--environments", default="train",
        help=shared.ENVIRONMENTS + "; or sample:N for N sampled configurations that share nothing with the test "
        "configurations (default: train)",
    )  # fmt: skip
    add(
        "--action",
        choices=ACTIONS,
        help="action mode of the expert (default: the interface's, or discrete)",
    )
    shared.add_interface(made, "a dataset holds pixels of 128 × 256 and actions of --action only")
    add(
        "--noise",
        type=_share,
        default=0.0,
        metavar="P",
        help="probability of a random action in each step, from 0 to 1 (default: 0)",
    )
    add(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the noise, the interruptions and sampled configurations (default: 0)",
    )
    shared.add_interruptions(made)
    add("--ui-trees", action="store_true", help="also store the UI tree of every screen")
    add("--workers", type=shared.from_one, default=1, metavar="N", help="number of workers (default: 1)")
    shared.add_executor(made, "the experts play")
    add("--quiet", action="store_true", help="print no progress")
    add("-o", "--output", type=Path, required=True, metavar="DIR", help="folder of the dataset")

    made = shared.add_command(
        parts,
        "show",
        _show,
        "print statistics of a dataset, and film an episode",
        "  bmoca demos show demos\n  bmoca demos show demos --episode 3 --render alarm.gif",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="folder of the dataset")
    made.add_argument(
        "--episode", type=int, default=0, metavar="N", help="number of the episode to film (default: 0)"
    )
    made.add_argument("--render", type=Path, metavar="FILE", help="write a film: .gif, .webp or .mp4")
    made.add_argument("--json", action="store_true", help="print JSON")

    made = shared.add_command(
        parts,
        "remove",
        _remove,
        "delete episodes of a dataset; the others move up",
        "  bmoca demos remove demos 3\n  bmoca demos remove demos 0 4 5",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="folder of the dataset")
    made.add_argument("numbers", type=int, nargs="+", metavar="N", help="numbers of the episodes, from 0")

    demos_export.add_to(parts)

    parts = shared.add_group(
        commands,
        "policy",
        "show or export the checkpoint of a trained policy",
        "  bmoca policy show runs/bc/policy.zip\n  bmoca policy export runs/bc/policy.zip -o policy.onnx",
    )
    made = shared.add_command(
        parts,
        "show",
        _show_policy,
        "print the metadata of a checkpoint",
        "  bmoca policy show runs/bc/policy.zip",
    )
    made.add_argument("checkpoint", type=Path, metavar="CHECKPOINT", help="a policy.zip")
    made = shared.add_command(
        parts, "export", _export, "write a checkpoint as ONNX or TorchScript",
        "  bmoca policy export runs/bc/policy.zip -o policy.onnx\n"
        "  bmoca policy export runs/bc/policy.zip -o policy.pt",
    )  # fmt: skip
    made.add_argument("checkpoint", type=Path, metavar="CHECKPOINT", help="a policy.zip")
    made.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the exported policy: .onnx (ONNX) or .pt (TorchScript)",
    )
    made.add_argument(
        "--trusted",
        default="",
        metavar="NAME",
        help="the T5 weights that the checkpoint may name beside the default ones",
    )

    # train.py reads all options itself, also --help: the prefix NUL makes argparse leave them alone.
    made = commands.add_parser(
        "train", help="train a policy: bc, dagger or ppo", add_help=False, prefix_chars="\0"
    )
    made.add_argument("arguments", nargs=argparse.REMAINDER)
    made.set_defaults(command=_train)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return share


def _action_of(arguments: argparse.Namespace) -> str:
    """Return the action mode to record in.

    Raises:
        ArgumentError: a dataset can't hold what the interface shows, or its actions.
    """
    from bmoca_gym.envs import choices

    shown = choices.interface(arguments.interface, action=arguments.action)
    action = next((name for name in ACTIONS if name == shown.action), None)
    if action is None or shown != choices.Shown(action=action):
        raise ArgumentError(
            f"--interface {arguments.interface}: a dataset holds pixels of 128 × 256 and the actions "
            f"{' or '.join(ACTIONS)}; record with --interface bmoca or bmoca-gestures."
        )
    return action


def _collect(arguments: argparse.Namespace) -> int:
    """``bmoca demos collect``."""
    from bmoca_gym import randomization, splits
    from bmoca_gym.demonstrations import dataset
    from bmoca_gym.demonstrations.recorder import Job, Plan

    kind, _, count = arguments.environments.partition(":")
    if kind == "sample" and count.isdecimal() and 0 < int(count) <= _MOST_CONFIGURATIONS:
        sampler = randomization.Sampler(arguments.seed, profiles="random", without="test")
        configurations = tuple(sampler.configurations(int(count)))
    else:
        configurations = splits.training_environments(shared.names(arguments.environments))
    jobs = [
        Job(task, configuration)
        for configuration in configurations
        for task in splits.training_tasks(shared.names(arguments.tasks))
    ]
    plan = Plan(
        action=_action_of(arguments),
        noise=arguments.noise,
        ui_trees=arguments.ui_trees,
        seed=arguments.seed,
        interruptions=arguments.interruptions or "",
    )
    try:
        with shared.executor(arguments) as executor:
            opened = dataset.collect(
                jobs,
                plan,
                arguments.output,
                workers=arguments.workers,
                executor=executor,
                quiet=arguments.quiet,
            )
    except KeyboardInterrupt:
        print("Interrupted. Give the same command again to resume.", file=sys.stderr)
        return INTERRUPTED
    _print(opened)
    print(f"Next: bmoca train bc dataset={shlex.quote(str(arguments.output))} out=runs/bc")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    """``bmoca demos show``."""
    from bmoca_gym.demonstrations import dataset

    opened = dataset.open_dataset(arguments.folder)
    if arguments.json:
        shared.print_json(dataset.statistics(opened))
    else:
        _print(opened)
    if arguments.render is not None:
        _film(opened, arguments.episode, arguments.render)
        print(f"Film: {arguments.render}")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    """``bmoca demos remove``."""
    from bmoca_gym.demonstrations import dataset

    left = dataset.remove(arguments.folder, arguments.numbers)
    print(f"{arguments.folder} now has {left} episode{'' if left == 1 else 's'}, numbered from 0.")
    return 0


def _print(opened: Dataset) -> None:
    from bmoca_gym.demonstrations import dataset

    found = dataset.statistics(opened)
    rows = [
        (
            task,
            str(row["episodes"]),
            str(row["solved"]),
            f"{row['fewest']}" if row["fewest"] == row["most"] else f"{row['fewest']} to {row['most']}",
            f"{row['mean']:.1f}",
        )
        for task, row in found["tasks"].items()
    ]
    shared.print_table(["task", "episodes", "solved", "steps", "mean"], rows)
    print(
        f"{shared.counted(found['episodes'], 'episode')}, {shared.counted(found['steps'], 'step')}, "
        f"{shared.counted(len(opened.environments), 'environment')}; "
        f"{shared.counted(found['noise_steps'], 'random step')}, "
        f"{shared.counted(found['unlabelled'], 'screen')} without a discrete class."
    )
    if found["interruptions"]:
        print(
            "Interruptions: "
            + ", ".join(f"{name} {count}" for name, count in found["interruptions"].items())
            + "."
        )


def _film(opened: Dataset, number: int, file: Path) -> None:
    from bmoca_gym.envs.actions import DISCRETE_GESTURES, DualGestureActions
    from bmoca_gym.episodes.film import Film, check_animation

    check_animation(file.suffix)
    recording = opened.recording(number)
    film = Film()
    duals = DualGestureActions()
    for step, pixels in enumerate(recording.pixels):
        film.add(pixels)
        if step < len(recording):
            label = int(recording.discrete[step])
            film.act(DISCRETE_GESTURES[label] if label >= 0 else duals.to_gesture(recording.dual[step]), None)
    with writing(file):
        file.write_bytes(film.animation(file.suffix))


def _show_policy(arguments: argparse.Namespace) -> int:
    """``bmoca policy show``."""
    from bmoca_gym.policies import checkpoint

    print(json.dumps(checkpoint.describe(arguments.checkpoint), indent=1, ensure_ascii=False))
    return 0


def _export(arguments: argparse.Namespace) -> int:
    """``bmoca policy export``."""
    extras.require("bmoca policy export", "torch")
    from bmoca_gym.policies import checkpoint

    checkpoint.network_of(
        arguments.checkpoint, trusted=arguments.trusted
    )  # an error before PyTorch is loaded
    from bmoca_gym.policies import export

    target = export.export(arguments.checkpoint, arguments.output, arguments.trusted)
    print(f"{target}: {export.SUFFIXES[target.suffix.lower()]}, {target.stat().st_size / 1e6:.1f} MB")
    return 0


def _train(arguments: argparse.Namespace) -> int:
    """``bmoca train``."""
    from bmoca_gym.policies import training

    return training.main(arguments.arguments)
