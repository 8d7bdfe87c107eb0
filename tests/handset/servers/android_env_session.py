"""A session of the real android-env with `bmoca-emulator` as its emulator: ``python ... FOLDER ADB PORT [NAME]``.

It prints the results as one line of JSON. It runs in its own process since android-env changes the environment
variables.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any


def wrapper(folder: Path) -> Path:
    """The executable that android-env takes for the Android emulator: its name must be ``emulator``."""
    path = folder / "sdk" / "emulator" / "emulator"
    path.parent.mkdir(parents=True)
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m bmoca_gym.handset.servers.emulator.main "$@"\n')
    path.chmod(0o755)
    return path


def load(folder: Path, adb: str, server_port: int) -> Any:
    from android_env import loader
    from android_env.components import config_classes

    emulator = wrapper(folder)
    task = folder / "task.textproto"
    task.write_text('id: "t"\nname: "t"\nmax_episode_steps: 100\n')
    return loader.load(
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


def session(folder: Path, adb: str, server_port: int) -> dict[str, Any]:
    import numpy as np
    from android_env.components import action_type
    from android_env.proto import adb_pb2, state_pb2

    env = load(folder, adb, server_port)
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


def accessibility_session(folder: Path, adb: str, server_port: int) -> dict[str, Any]:
    """The wrapper that reads the screen by the accessibility forwarder, its waits shortened and its download replaced."""
    import time

    import numpy as np
    from android_env.components import action_type
    from android_env.proto import adb_pb2
    from android_env.wrappers import a11y_grpc_wrapper
    from make_apk import apk

    forwarder = apk("com.google.androidenv.accessibilityforwarder", 3, "1.2")
    a11y_grpc_wrapper._get_accessibility_forwarder_apk = lambda: forwarder
    a11y_grpc_wrapper.time = SimpleNamespace(sleep=lambda seconds: time.sleep(seconds / 50))
    env = a11y_grpc_wrapper.A11yGrpcWrapper(
        load(folder, adb, server_port), install_a11y_forwarding=True, start_a11y_service=True,
        enable_a11y_tree_info=True, add_latest_a11y_info_to_obs=True, latest_a11y_info_only=True,
    )  # fmt: skip
    try:
        touch, lift, repeat = (getattr(action_type.ActionType, name) for name in ("TOUCH", "LIFT", "REPEAT"))

        def step(kind: Any, x: float, y: float) -> Any:
            return env.step({"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)})

        def forest() -> Any:
            """The newest forest, after all previous actions were reported."""
            found = None
            end = time.monotonic() + 30
            quiet = 0
            while quiet < 3 and time.monotonic() < end:
                time.sleep(0.1)
                new = step(repeat, 0.0, 0.0).observation["a11y_forest"]
                quiet = quiet + 1 if new is not None and new == found else 0
                found = new or found
            return found

        def texts(shown: Any) -> list[str]:
            tree = next(window for window in shown.windows if window.is_active).tree
            return [node.text or node.content_description for node in tree.nodes]

        env.reset()
        home = forest()
        generic = adb_pb2.AdbRequest.GenericRequest(args=["exec-out", "uiautomator", "dump", "/dev/tty"])
        dump = env.execute_adb_call(adb_pb2.AdbRequest(generic=generic)).generic.output.decode()
        for part in range(8):
            step(touch, 0.5, 0.8 - 0.08 * part)
        step(lift, 0.5, 0.2)
        drawer = forest()
        events = [dict(event.event) for event in env.task_extras()["full_event"]]
    finally:
        env.close()
    return {
        "home": texts(home),
        "dump": dump,
        "drawer": texts(drawer),
        "windows": [window.window_type for window in home.windows],
        "events": [event["event_type"] for event in events],
    }


SESSIONS = {"session": session, "accessibility": accessibility_session}

if __name__ == "__main__":
    os.environ |= {"ADB_LIBUSB": "0", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000"}
    os.environ |= {"no_proxy": "localhost,127.0.0.1"}
    logging.disable(logging.CRITICAL)
    chosen = SESSIONS[sys.argv[4] if len(sys.argv) > 4 else "session"]
    print(json.dumps(chosen(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
