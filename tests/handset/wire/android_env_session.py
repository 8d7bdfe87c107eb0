"""A session of the real android-env with `bmoca-emulator` in the emulator's place: ``python ... FOLDER ADB PORT``.

It prints what came of it as one line of JSON. android-env changes the environment of its process, hence a process of
its own.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from typing import Any


def wrapper(folder: Path) -> Path:
    """The executable that android-env takes for the Android emulator: its name must be ``emulator``."""
    path = folder / "sdk" / "emulator" / "emulator"
    path.parent.mkdir(parents=True)
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m bmoca_gym.handset.wire.emulator "$@"\n')
    path.chmod(0o755)
    return path


def session(folder: Path, adb: str, server_port: int) -> dict[str, Any]:
    import numpy as np
    from android_env import loader
    from android_env.components import action_type, config_classes
    from android_env.proto import adb_pb2, state_pb2

    emulator = wrapper(folder)
    task = folder / "task.textproto"
    task.write_text('id: "t"\nname: "t"\nmax_episode_steps: 100\n')
    env = loader.load(
        config_classes.AndroidEnvConfig(
            task=config_classes.FilesystemTaskConfig(path=str(task)),
            simulator=config_classes.EmulatorConfig(
                emulator_launcher=config_classes.EmulatorLauncherConfig(
                    emulator_path=str(emulator),
                    android_sdk_root=str(folder / "sdk"),
                    android_avd_home=str(folder / "avd"),
                    avd_name="Phone",
                    tmp_dir=str(folder / "tmp"),
                ),
                adb_controller=config_classes.AdbControllerConfig(adb_path=adb, adb_server_port=server_port),
            ),
        )
    )
    try:
        touch, lift = action_type.ActionType.TOUCH, action_type.ActionType.LIFT

        def step(kind: Any, x: float, y: float) -> Any:
            return env.step({"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)})

        home = env.reset().observation["pixels"].copy()
        saved = env.save_state(state_pb2.SaveStateRequest(args={"snapshot_name": "home"})).status
        for part in range(8):
            step(touch, 0.5, 0.8 - 0.08 * part)
        drawer = step(lift, 0.5, 0.2).observation["pixels"].copy()
        loaded = env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "home"})).status
        missing = env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "none"})).status
        back = env.reset().observation["pixels"].copy()
        asked = adb_pb2.AdbRequest(get_current_activity=adb_pb2.AdbRequest.GetCurrentActivity())
        activity = env.execute_adb_call(asked).get_current_activity.full_activity
    finally:
        env.close()
    return {
        "shape": home.shape,
        "saved": saved,
        "drawer": float((home != drawer).mean()),
        "loaded": loaded,
        "missing": missing,
        "back": float((home != back).mean()),
        "activity": activity,
    }


if __name__ == "__main__":
    os.environ |= {"ADB_LIBUSB": "0", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000"}
    os.environ |= {"no_proxy": "localhost,127.0.0.1"}
    logging.disable(logging.CRITICAL)
    print(json.dumps(session(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
