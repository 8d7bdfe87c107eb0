"""``bmoca screenshot`` and ``bmoca solve``: save a screen, film an expert."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.cli import shared
from bmoca_gym.errors import SettingsError, writing

if TYPE_CHECKING:
    from bmoca_gym.randomization import DeviceConfiguration

#: Exit code if the expert failed.
NOT_SOLVED = 1


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    made = shared.add_command(
        commands,
        "screenshot",
        _screenshot,
        "save the screen at the start of an episode",
        "  bmoca screenshot --environment 105 -o home.png\n"
        "  bmoca screenshot --environment 109 --task Calculator --size 640x427 -o tablet.webp",
    )
    _one_environment(made)
    made.add_argument(
        "--task", default="Alarm", metavar="ID", help="the task of the episode (default: Alarm)"
    )
    made.add_argument(
        "--size", type=shared.size, metavar="WxH", help="size of the picture in px (default: the phone's own)"
    )
    made.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="the picture: .png, .jpg or .webp"
    )

    made = shared.add_command(
        commands,
        "solve",
        _solve,
        "play a task with its expert, print each step, and film it",
        "  bmoca solve --task Alarm --environment 105\n"
        "  bmoca solve --task Alarm --interface androidworld\n"
        "  bmoca solve --task create_alarm_at_10_30_am --environment 109 --render alarm.gif",
    )
    _one_environment(made)
    made.add_argument("--task", required=True, metavar="ID", help="id of the task; see bmoca tasks")
    shared.add_interface(made, "--action overrides its action mode")
    shared.add_action(made, "text if the task ends with finish, else dual_gesture")
    shared.add_judge(made)
    made.add_argument("--render", type=Path, metavar="FILE", help="write a film: .gif, .webp or .mp4")


def _one_environment(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--environment",
        metavar="ID",
        help="id of an environment, or a file with one configuration (default: "
        + shared.FIRST_ENVIRONMENT
        + ")",
    )
    parser.add_argument("--device", default="embedded", help=shared.DEVICE)


def _environment(arguments: argparse.Namespace) -> DeviceConfiguration:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.envs.choices import first_environment

    if arguments.environment is None:
        return first_environment(tasks.select(arguments.task)[0])
    found = randomization.select(shared.names(arguments.environment))
    if len(found) > 1:
        raise SettingsError(f"--environment names {len(found)} environments; it must name one.")
    return found[0]


def _screenshot(arguments: argparse.Namespace) -> int:
    from bmoca_gym.envs import PhoneEnv
    from bmoca_gym.episodes import film

    film.check_suffix(arguments.output.suffix)
    env = PhoneEnv(tasks=arguments.task, environments=[_environment(arguments)], device=arguments.device)
    try:
        env.reset(seed=0)
        picture = env.device.screenshot(arguments.size)
    finally:
        env.close()
    with writing(arguments.output):
        arguments.output.write_bytes(film.encode(picture, arguments.output.suffix))
    print(f"{arguments.output}: {picture.shape[1]} × {picture.shape[0]} px")
    return 0


def _solve(arguments: argparse.Namespace) -> int:
    from bmoca_gym import tasks
    from bmoca_gym.agents.expert import ExpertAgent
    from bmoca_gym.envs import PhoneEnv
    from bmoca_gym.episodes.film import ANIMATION_HEIGHT, Film, check_animation, describe
    from bmoca_gym.errors import ExpertError

    if arguments.render is not None:
        check_animation(arguments.render.suffix)
    chosen = tasks.select(arguments.task)[0]
    env = PhoneEnv(
        tasks=arguments.task,
        environments=[_environment(arguments)],
        device=arguments.device,
        interface=arguments.interface,
        # Of B-MoCA's actions, only text can finish a task.
        action=arguments.action
        or (None if arguments.interface else "text" if chosen.ends == "finish" else "dual_gesture"),
        judge=arguments.judge,
    )
    shots = Film(ANIMATION_HEIGHT)
    agent = ExpertAgent()
    finished, end = False, ""
    try:
        observation, info = env.reset(seed=0)
        print(f"{env.task.id} in {env.environment.id}: {info['instruction']}")
        agent.reset(env, info, 0)
        shots.shoot(env.device)
        while not finished:
            try:
                action = agent.act(observation, info)
            except ExpertError as error:
                end = str(error)
                break
            observation, _, terminated, truncated, info = env.step(action)
            finished = terminated or truncated
            shots.act(info["gesture"], info["wrong_format"])
            shots.shoot(env.device)
            print(f"{info['steps']:3}  {describe(info['gesture'])}")
    finally:
        env.close()
    for line in info["evidence"]:
        print(f"     {line}")
    print(
        end
        or f"{'Done' if info['success'] else 'Not done'} in {info['steps']} of {info['step_limit']} steps."
    )
    if arguments.render is not None:
        with writing(arguments.render):
            arguments.render.write_bytes(shots.animation(arguments.render.suffix))
        print(f"Film: {arguments.render}")
    return 0 if info["success"] else NOT_SOLVED
