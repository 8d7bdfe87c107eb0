"""AndroidWorld's tasks on a phone behind adb: set up, played, judged and refused as in this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "devices"))  # for served_handset

from served_handset import NO_ADB, Handset, Handsets, adb_program

from bmoca_gym import stores, tasks
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.device import ShellResult
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import SetUpError
from bmoca_gym.evaluation import suite_check
from bmoca_gym.handset import images
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks.steps import Shell
from tests.playing import play

#: A task for each way in which tasks are set up and judged; `bmoca check-suite androidworld --device adb:SERIAL`
#: plays them all.
CHOSEN = {
    "system_wifi_turn_off": "settings",
    "contacts_new_contact_draft": "an app that is reset, the screen",
    "files_delete_file": "files",
    "expense_delete_single": "a database of an app",
    "simple_sms_send_clipboard_content": "a content provider, the clipboard",
    "tasks_due_on_date": "an answer",
}


@pytest.fixture(scope="module")
def handsets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Handsets]:
    if adb_program() is None:
        pytest.skip(NO_ADB)
    made = Handsets(tmp_path_factory.mktemp("adb"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANDROID_ADB_SERVER_PORT", str(made.port))
        yield made
    made.close()


@pytest.fixture(scope="module")
def handset(handsets: Handsets) -> Handset:
    made = handsets.handset()
    made.served.apply(lambda _: images.boot(None, images.ANDROID13))
    return made


@pytest.mark.exhaustive(
    unless=lambda name: name in ("expense_delete_single", "simple_sms_send_clipboard_content")
)
@pytest.mark.parametrize("name", CHOSEN)
def test_a_task_is_judged_as_in_this_process(handset: Handset, name: str) -> None:
    chosen = f"androidworld/{name}"
    (there,), (here,) = (
        suite_check.jobs_of("androidworld", chosen, "androidworld/all", 1, device)
        for device in (f"adb:{handset.serial}", "embedded")
    )
    found = suite_check.outcomes(there)
    assert [one._replace(reason="") for one in found] == [
        one._replace(reason="") for one in suite_check.outcomes(here)
    ]
    assert suite_check.report("androidworld", found).problems == ()


class WithoutHints(EmbeddedDevice):
    """The UI tree as Android 13's own dump gives it."""

    def ui_tree(self, windows: bool = False) -> UiTree:
        tree = super().ui_tree(windows)
        return UiTree(tuple(node.changed(hint="") for node in tree), tree.width, tree.height)


def test_the_expert_of_contacts_needs_no_hints() -> None:
    env = PhoneEnv("androidworld/contacts_add_contact", device=WithoutHints(image="android13"), action="text")
    info = play(env).info
    assert info["success"], info["evidence"]


# What a phone lacks, and what is left behind


class Lacking(EmbeddedDevice):
    """A phone without some packages."""

    lost: tuple[str, ...] = ()

    def shell(self, command: str) -> ShellResult:
        answer = super().shell(command)
        if command == "pm list packages":
            lines = [
                line for line in answer.output.splitlines() if line.removeprefix("package:") not in self.lost
            ]
            return ShellResult("\n".join(lines) + "\n", 0)
        return ShellResult("", 1) if command.removeprefix("pm path ") in self.lost else answer


def test_a_task_that_a_phone_can_t_be_given_is_named_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device = Lacking(image="android13")
    device.lost = ("com.arduia.expense", "ca.zgrs.clipper")
    monkeypatch.setattr(suite_check, "PhoneEnv", lambda **options: PhoneEnv(**{**options, "device": device}))
    names = ["expense_delete_single", "simple_sms_send_clipboard_content", "system_wifi_turn_off"]
    jobs = suite_check.jobs_of(
        "androidworld",
        [f"androidworld/{name}" for name in names],
        "androidworld/all",
        1,
        "one that lacks apps",
    )
    found = suite_check.check(jobs)
    left_out = {one.task: one.reason for one in found if one.check == suite_check.NEEDS}
    assert left_out.keys() == set(names[:2])
    assert (
        "Task 'expense_delete_single' needs com.arduia.expense, which embedded-0 lacks" in left_out[names[0]]
    )
    assert "needs clipboard, which" in left_out[names[1]]
    report = suite_check.report("androidworld", found)
    assert report.problems == ()
    assert report.passed(names[2], "expert") == (1, 1)


@pytest.fixture
def in_network(handset: Handset, handsets: Handsets) -> Iterator[AdbDevice]:
    """The same phone in a network: it has no console, so that it keeps no snapshots."""
    handset.served.apply(lambda _: images.boot(None, images.ANDROID13))
    serial = f"127.0.0.1:{handset.emulator.daemon.port}"
    AdbServer(handsets.port)._ask(f"host:connect:{serial}")
    device = AdbDevice(serial, handsets.port)
    yield device
    device.close()
    AdbServer(handsets.port)._ask(f"host:disconnect:{serial}")


def expenses(device: AdbDevice) -> list[Any]:
    return [row["name"] for row in stores.read(device, "expenses")]


def test_a_phone_without_snapshots_gets_the_data_of_its_apps_back(in_network: AdbDevice) -> None:
    in_network.shell("am start -n com.arduia.expense/.ui.MainActivity")  # which makes its database
    moment = "2023-10-01 12:00:00"
    own = {"name": "Mine", "amount": 1.5, "category": 3, "created": moment, "modified": moment}
    stores.clear(in_network, "expenses")
    stores.add(in_network, "expenses", [own])
    env = PhoneEnv("androidworld/all", "androidworld/all", in_network, action="text")
    for name in ("expense_delete_multiple", "expense_delete_single"):
        env.reset(options={"task": f"androidworld/{name}"})
        assert "Mine" not in expenses(in_network)
    # Of a set-up that fails in its last step nothing is left, and the next task goes on.
    task = tasks.get("androidworld/expense_add_single")
    broken = replace(task, set_up_steps=(*task.set_up_steps, Shell("false")))
    with pytest.raises(SetUpError, match=r"expense_add_single', set_up\[2\]: .*exit code 1 to 'false'"):
        env.reset(options={"task": broken})
    assert expenses(in_network) == ["Mine"]
    env.reset(options={"task": "androidworld/expense_delete_single"})
    assert "Mine" not in expenses(in_network)
    env.close()
    assert expenses(in_network) == ["Mine"]
    assert in_network.shell("ls /data/local/tmp/bmoca_apps").exit_code != 0
