"""Lives of emulators that the real android-env starts: two at once, relaunched, and snapshots that survive.

``python ... FOLDER ADB PORT`` prints the results as one line of JSON. It runs in its own process since android-env
changes the environment variables.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from pathlib import Path
from typing import Any


def wrapper(folder: Path) -> Path:
    """The executable that android-env takes for the Android emulator: its name must be ``emulator``.

    It records each start, so that relaunches can be counted.
    """
    path = folder / "sdk" / "emulator" / "emulator"
    path.parent.mkdir(parents=True)
    path.write_text(
        f'#!/bin/sh\necho "$@" >> {folder}/starts\nexec {sys.executable} -m bmoca_gym.handset.servers.emulator.main "$@"\n'
    )
    path.chmod(0o755)
    return path


class Session:
    """Environments of the real android-env on emulators in ``folder``, and operations on them."""

    def __init__(self, folder: Path, adb: str, server_port: int) -> None:
        self.folder, self.adb, self.server_port = folder, adb, server_port
        self.emulator = wrapper(folder)
        self.task = folder / "task.textproto"
        self.task.write_text('id: "t"\nname: "t"\nmax_episode_steps: 100\n')

    def load(self, avd: str, restart_minutes: float = 0.0) -> Any:
        from android_env import loader
        from android_env.components import config_classes

        return loader.load(
            config_classes.AndroidEnvConfig(
                task=config_classes.FilesystemTaskConfig(path=str(self.task)),
                coordinator=config_classes.CoordinatorConfig(periodic_restart_time_min=restart_minutes),
                simulator=config_classes.EmulatorConfig(
                    emulator_launcher=config_classes.EmulatorLauncherConfig(
                        emulator_path=str(self.emulator),
                        android_sdk_root=str(self.folder / "sdk"),
                        android_avd_home=str(self.folder / "avd"),
                        avd_name=avd,
                        tmp_dir=str(self.folder / "tmp"),
                    ),
                    adb_controller=config_classes.AdbControllerConfig(
                        adb_path=self.adb, adb_server_port=self.server_port
                    ),
                ),
            )
        )

    @property
    def starts(self) -> int:
        return len((self.folder / "starts").read_text().splitlines())

    def run(self) -> dict[str, Any]:
        env = self.load("Phone")
        try:
            other = self.load("Other")
            try:
                came = steps(env, other)
            finally:
                other.close()
        finally:
            env.close()
        return came | self.relaunched()

    def relaunched(self) -> dict[str, Any]:
        """An environment that restarts its emulator at each reset: another process's snapshots are there each time."""
        env = self.load("Phone", restart_minutes=1e-4)
        try:
            starts = self.starts
            loaded, shapes = [], []
            for _ in range(2):
                time.sleep(0.01)
                shapes.append(env.reset().observation["pixels"].shape)
                loaded.append(env.load_state(snapshot("Load", "home")).status)
            return {"relaunches": self.starts - starts, "kept": loaded, "shapes_then": shapes}
        finally:
            env.close()


def snapshot(verb: str, name: str) -> Any:
    from android_env.proto import state_pb2

    return getattr(state_pb2, f"{verb}StateRequest")(args={"snapshot_name": name})


def steps(env: Any, other: Any) -> dict[str, Any]:
    """A swipe on one phone and a snapshot of it, which do not affect another one."""
    import numpy as np
    from android_env.components import action_type

    touch, lift = action_type.ActionType.TOUCH, action_type.ActionType.LIFT

    def step(kind: Any, x: float, y: float) -> Any:
        return env.step({"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)})

    home = env.reset().observation["pixels"].copy()
    others = other.reset().observation["pixels"].copy()
    saved = env.save_state(snapshot("Save", "home")).status
    for part in range(8):
        step(touch, 0.5, 0.8 - 0.08 * part)
    drawer = step(lift, 0.5, 0.2).observation["pixels"].copy()
    others_now = other.reset().observation["pixels"].copy()
    return {
        "shapes": [home.shape, others.shape],
        "saved": saved,
        "changed": float((home != drawer).mean()),
        "other_changed": float((others != others_now).mean()),
    }


if __name__ == "__main__":
    os.environ |= {"ADB_LIBUSB": "0", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000"}
    os.environ |= {"no_proxy": "localhost,127.0.0.1"}
    logging.disable(logging.CRITICAL)
    print(json.dumps(Session(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])).run()))
