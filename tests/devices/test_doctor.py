"""Every check of `bmoca doctor` on a simulated computer: ok, missing, wrong, and the command that fixes it."""

from __future__ import annotations

import configparser
import re
import socket
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bmoca_gym import extras
from bmoca_gym.devices import doctor
from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.record import AvdRecord
from bmoca_gym.devices.avd.sdk import PLATFORM, SYSTEM_IMAGE, AndroidSdk
from bmoca_gym.devices.doctor import MISSING, OK, PYTHON_PACKAGES, WRONG
from bmoca_gym.devices.machine import NOT_FOUND, Machine
from bmoca_gym.errors import AdbServerError, AndroidSdkError

WANTED = {"bmoca_pixel_3": ["bmoca_100", "bmoca_101"]}


class MadeUp(Machine):
    """A computer that has everything, except for what a test changes."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.variables = {"ANDROID_HOME": str(root), "ANDROID_AVD_HOME": str(root.parent / "avd")}
        self.computer = ("Linux", "x86_64")
        self.files = {
            "/proc/cpuinfo": "flags\t\t: fpu vmx sse\n",
            "/proc/meminfo": "MemAvailable:   16000000 kB\n",
        }
        self.kvm_fault: str | None = ""
        self.programs = {"java": "/usr/bin/java", "adb": "/usr/bin/adb"}
        adb = (0, "Android Debug Bridge version 1.0.41\nVersion 36.0.0-1\n")
        self.answers = {
            "/usr/bin/java": (0, 'openjdk version "17.0.9" 2023-10-17\n'), "/usr/bin/adb": adb,
            str(root / "platform-tools/adb"): adb,
        }  # fmt: skip
        self.taken: set[int] = set()
        self.server: str = "0029"
        self.seen: dict[str, str] = {"R58": "device"}
        self.port: int | None = 5037
        self.free = 10**12
        self.versions = dict(PYTHON_PACKAGES)

    @property
    def environment(self) -> Mapping[str, str]:
        return self.variables

    def system(self) -> tuple[str, str]:
        return self.computer

    def read(self, path: str) -> str:
        return self.files.get(path, "")

    def exists(self, path: str) -> bool:
        return path == "/dev/kvm" and self.kvm_fault is not None

    def kvm(self) -> str:
        assert self.kvm_fault is not None
        return self.kvm_fault

    def run(self, words: Sequence[str]) -> tuple[int, str]:
        return self.answers.get(words[0], (NOT_FOUND, "No such file"))

    def which(self, name: str) -> str:
        return self.programs.get(name, "")

    def is_free(self, port: int) -> bool:
        return port not in self.taken

    def adb_server_port(self) -> int:
        if self.port is None:
            raise AdbServerError("ANDROID_ADB_SERVER_PORT is 'x'; it must be a port from 1 to 65535.")
        return self.port

    def adb_server(self, port: int) -> str:
        return self.server

    def phones(self, port: int) -> Mapping[str, str]:
        return self.seen

    def free_bytes(self, path: Path) -> int:
        return self.free

    def package(self, name: str) -> str:
        return self.versions.get(name, "")


@pytest.fixture
def machine(tmp_path: Path) -> MadeUp:
    root = tmp_path / "sdk"
    for name in ("emulator/emulator", "platform-tools/adb", "cmdline-tools/latest/bin/avdmanager"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch(0o755)
    for path, version in (
        ("emulator", "35.4.9"),
        ("platform-tools", "36.0.0"),
        (SYSTEM_IMAGE, "12"),
        (PLATFORM, "5"),
    ):
        folder = root.joinpath(*path.split(";"))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "source.properties").write_text(f"Pkg.Revision={version}\n")
    made = MadeUp(root)
    add_avd(made, "bmoca_pixel_3", AvdRecord("i", "b", snapshots={"bmoca_100": "1", "bmoca_101": "2"}))
    return made


def add_avd(machine: MadeUp, name: str, record: AvdRecord | None) -> Path:
    home = Path(machine.variables["ANDROID_AVD_HOME"])
    folder = home / f"{name}.avd"
    folder.mkdir(parents=True)
    (folder / "config.ini").write_text("hw.lcd.width=1080\n")
    (home / f"{name}.ini").write_text(f"path={folder}\n")
    if record is not None:
        avd_record.write(folder, record)
        for snapshot in record.snapshots:
            (folder / "snapshots" / snapshot).mkdir(parents=True)
    return folder


def states(checks: list[doctor.Check]) -> dict[str, str]:
    return {check.name: check.state for check in checks}


def the(checks: list[doctor.Check], name: str) -> doctor.Check:
    return next(check for check in checks if check.name == name)


def test_all_is_well(machine):
    checks = doctor.examine(machine, WANTED)
    assert set(states(checks).values()) == {OK}
    assert doctor.healthy(checks)
    assert list(states(checks)) == [
        "system", "virtualisation", "Java", "Android SDK", "emulator", "platform-tools", "cmdline-tools",
        "platform",
        "system image", "AVD bmoca_pixel_3", "disk", "memory", "adb", "adb server", "ports", "Python packages",
    ]  # fmt: skip
    assert all(not check.mend and check.detail for check in checks)
    assert the(checks, "emulator").detail.startswith("35.4.9 (")
    assert the(checks, "AVD bmoca_pixel_3").detail == "2 of 2 snapshots"


def test_another_system_is_said_first(machine):
    machine.computer = "Darwin", "arm64"
    (found,) = doctor.virtualisation(machine)
    assert (found.state, found.detail) == (WRONG, "Darwin on arm64")
    assert "Linux computer with an x86-64 processor" in found.mend


@pytest.mark.parametrize(
    ("fault", "flags", "expected", "mend"),
    [
        ("", "", {"virtualisation": OK}, ""),
        (None, "svm", {"virtualisation": OK, "KVM": MISSING}, "sudo modprobe kvm_amd"),
        (None, "vmx", {"virtualisation": OK, "KVM": MISSING}, "sudo modprobe kvm_intel"),
        (None, "sse", {"virtualisation": MISSING}, "firmware"),
        ("Permission denied", "vmx", {"virtualisation": OK, "KVM": WRONG}, "gpasswd -a $USER kvm"),
        ("No such device", "sse", {"virtualisation": MISSING}, "nested"),
    ],
)
def test_virtualisation(machine, fault, flags, expected, mend):
    machine.kvm_fault = fault
    machine.files["/proc/cpuinfo"] = f"processor : 0\nflags : fpu {flags} mmx\n"
    found = doctor.virtualisation(machine)
    assert states(found) == {"system": OK, **expected}
    assert mend in found[-1].mend
    assert not fault or fault in found[-1].detail


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ((0, 'openjdk version "21.0.1"'), OK),
        ((0, 'java version "1.8.0_392"'), WRONG),
        ((0, 'openjdk version "11.0.2" 2019-01-15'), WRONG),
        ((1, "Error: could not create the Java Virtual Machine."), WRONG),
        ((0, "nothing of the kind"), WRONG),
    ],
)
def test_java(machine, answer, state):
    machine.answers["/usr/bin/java"] = answer
    (found,) = doctor.java(machine)
    assert found.state == state
    assert ("openjdk-17" in found.mend) == (state != OK)


def test_java_that_is_not_there_or_elsewhere(machine):
    machine.variables["JAVA_HOME"] = "/gone"
    (found,) = doctor.java(machine)
    assert (found.state, found.mend[:15]) == (WRONG, "unset JAVA_HOME")
    del machine.variables["JAVA_HOME"], machine.programs["java"]
    (found,) = doctor.java(machine)
    assert found.state == MISSING


def test_no_sdk_at_all(machine):
    machine.root = Path("/nowhere")
    found = doctor.examine(machine, WANTED)
    assert the(found, "Android SDK").state == MISSING
    assert "is '/nowhere', which is not a folder" in the(found, "Android SDK").mend
    assert "AVD bmoca_pixel_3" not in states(found)


@pytest.mark.parametrize(
    ("lost", "name", "mend"),
    [
        ("emulator/emulator", "emulator", "bin/sdkmanager emulator"),
        ("platform-tools/adb", "platform-tools", "bin/sdkmanager platform-tools"),
        ("cmdline-tools/latest/bin/avdmanager", "cmdline-tools", "command-line-tools-only"),
        ("platforms/android-29/source.properties", "platform", f"'{PLATFORM}'"),
        (
            "system-images/android-29/google_apis/x86_64/source.properties",
            "system image",
            f"'{SYSTEM_IMAGE}'",
        ),
    ],
)
def test_a_missing_part_of_the_sdk(machine, lost, name, mend):
    (machine.root / lost).unlink()
    found = the(doctor.sdk_parts(machine, machine.sdk()), name)
    assert found.state == MISSING
    assert mend in found.mend


def test_variables_that_name_two_sdks(machine):
    machine.variables["ANDROID_SDK_ROOT"] = "/other"
    found = the(doctor.sdk_parts(machine, machine.sdk()), "variables")
    assert (found.state, found.mend) == (WRONG, "unset ANDROID_SDK_ROOT")


def test_virtual_devices(machine):
    wanted = {**WANTED, "bmoca_pixel_4": ["bmoca_106"], "bmoca_pixel_5": ["bmoca_107"], "bmoca_pixel_6": []}
    wanted["bmoca_pixel_3"] = ["bmoca_100", "bmoca_101", "bmoca_102"]
    add_avd(machine, "bmoca_pixel_5", None)
    (add_avd(machine, "bmoca_pixel_6", None) / "bmoca.json").write_text("{")
    found = doctor.virtual_devices(machine.sdk(), wanted)
    assert [check.state for check in found] == [MISSING, MISSING, WRONG, WRONG]
    assert found[0].detail == "2 of 3 snapshots"
    assert "not in" in found[1].detail
    assert "not finished" in found[2].detail
    assert "not a record" in found[3].detail
    assert "bmoca avd delete bmoca_pixel_6" in found[3].mend
    assert {check.mend for check in found[:3]} == {"bmoca avd build"}


def test_a_snapshot_that_only_the_record_knows_is_missing_and_missing_apps_are_told(machine):
    folder = machine.sdk().virtual_device("bmoca_pixel_3").folder
    (folder / "snapshots/bmoca_101").rmdir()
    record = avd_record.read(folder)
    avd_record.write(folder, AvdRecord("i", "b", missing={"Instagram": "x.apk"}, snapshots=record.snapshots))
    (found,) = doctor.virtual_devices(machine.sdk(), WANTED)
    assert (found.state, found.detail) == (MISSING, "1 of 2 snapshots; without Instagram")


def test_disk_and_memory(machine):
    sdk = machine.sdk()
    machine.free = 0
    assert states(doctor.disk(machine, sdk, WANTED)) == {"disk": OK}  # all is built
    more = {**WANTED, "bmoca_pixel_4": ["bmoca_106", "bmoca_200"]}
    machine.free = 12_900_000_000
    (found,) = doctor.disk(machine, sdk, more)
    assert (found.state, "about 13 GB needed" in found.detail) == (WRONG, True)
    assert "ANDROID_AVD_HOME" in found.mend
    machine.free = 13_100_000_000
    assert states(doctor.disk(machine, sdk, more)) == {"disk": OK}
    machine.files["/proc/meminfo"] = "MemAvailable: 3000000 kB\n"
    assert states(doctor.memory(machine)) == {"memory": WRONG}
    machine.files["/proc/meminfo"] = ""
    assert doctor.memory(machine) == []


@pytest.mark.parametrize(
    ("on_path", "state", "mend"),
    [(41, OK, ""), (39, WRONG, "export PATH="), (None, OK, "")],
)
def test_adb_programs_of_two_versions_are_named(machine, on_path, state, mend):
    if on_path is None:
        del machine.programs["adb"]
    else:
        machine.answers["/usr/bin/adb"] = (0, f"Android Debug Bridge version 1.0.{on_path}\nVersion x\n")
    (found,) = doctor.adb_programs(machine, machine.sdk())
    assert found.state == state
    assert mend in found.mend
    assert "36.0.0-1" in found.detail


def test_no_adb_an_old_one_or_that_of_adbutils(machine):
    machine.answers["/usr/bin/adb"] = (0, "Android Debug Bridge version 1.0.32\n")
    assert doctor.adb_programs(machine, None)[0].state == WRONG
    machine.programs.clear()
    assert "adbutils" in doctor.adb_programs(machine, None)[0].detail
    machine.versions.clear()
    (found,) = doctor.adb_programs(machine, None)
    assert (found.state, found.mend) == (MISSING, extras.installing("android"))


@pytest.mark.parametrize(
    ("said", "state", "mend"),
    [
        ("", OK, ""),
        ("0029", OK, ""),
        ("001f", WRONG, "adb kill-server"),
        ("b'HTTP/1.1 400'", WRONG, "ss -ltnp"),
        ("timed out", WRONG, "ANDROID_ADB_SERVER_PORT=5038"),
    ],
)
def test_the_adb_server(machine, said, state, mend):
    machine.server = said
    (found,) = doctor.adb_server(machine)
    assert found.state == state
    assert mend in found.mend


def test_a_server_port_that_is_none(machine):
    machine.port = None
    (found,) = doctor.adb_server(machine)
    assert (found.state, found.mend) == (WRONG, "unset ANDROID_ADB_SERVER_PORT")
    assert doctor.phones(machine) == []


def test_ports(machine):
    machine.taken = set(range(20_000, 31_000))
    assert states(doctor.ports(machine)) == {"ports": OK}
    machine.taken = set(range(20_000, 32_000))
    (found,) = doctor.ports(machine)
    assert (found.state, "ss -ltnp" in found.mend) == (WRONG, True)


def test_python_packages(machine):
    machine.versions["grpcio"] = "1.80.0"
    (found,) = doctor.python(machine)
    assert (found.state, found.detail) == (WRONG, "grpcio 1.80.0, needed 1.81.1")
    del machine.versions["immutabledict"]
    (found,) = doctor.python(machine)
    assert (found.state, found.detail, found.mend) == (
        MISSING,
        "immutabledict",
        extras.installing("android"),
    )


def test_the_packages_are_those_of_the_extra():
    setup = configparser.ConfigParser()
    setup.read(Path(__file__).parents[2] / "setup.cfg")
    lines = setup["options.extras_require"]["android"].split()
    assert {
        re.split("[=>]=", line)[0]: re.split("[=>]=", line)[1] for line in lines
    }.items() >= PYTHON_PACKAGES.items()


def test_phones_that_are_plugged_in(machine):
    machine.seen = {"R58": "device", "A1": "unauthorized", "B2": "offline", "C3": "recovery"}
    found = doctor.examine(machine, {}, for_avd=False)
    assert [check.state for check in found if check.name == "phone"] == [OK, WRONG, WRONG, WRONG]
    assert "accept the question" in found[-3].mend
    assert not doctor.healthy(found)
    machine.seen = {}
    (nothing,) = doctor.phones(machine)
    assert nothing.state == MISSING
    assert "Android SDK" not in states(doctor.examine(machine, {}, for_avd=False))


# The real computer: what is asked of it gives answers of the right kind, whatever it has.


def test_this_computer_answers(tmp_path):
    machine = Machine(tmp_path / "none")
    assert machine.run(["/bin/echo", "there"]) == (0, "there\n")
    assert machine.run(["/nowhere/java"])[0] == NOT_FOUND
    assert machine.read("/nowhere") == ""
    assert machine.read("/proc/cpuinfo")
    assert machine.free_bytes(tmp_path / "not/there/yet") > 0
    assert machine.package("numpy")
    assert machine.package("no-such-package-anywhere") == ""
    assert isinstance(machine.kvm(), str)
    assert machine.exists("/")
    with pytest.raises(AndroidSdkError):
        machine.sdk()
    for check in doctor.examine(machine, {}):
        assert check.state in (OK, MISSING, WRONG)
        assert (check.state == OK) == (not check.mend)


@pytest.mark.parametrize(
    ("answer", "said"),
    [(b"OKAY00040029", "0029"), (b"HTTP/1.1 400 Bad Request", "b'HTTP/1.1 400 Bad Request'"), (b"", "b''")],
)
def test_what_listens_on_the_port_is_asked(answer, said):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(64)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        assert not Machine().is_free(port)
        assert Machine().adb_server(port) == said
        thread.join()
    assert Machine().is_free(port)
    assert Machine().adb_server(port) == ""


def test_the_sdk_is_the_one_that_was_named(machine):
    assert isinstance(Machine(machine.root).sdk(), AndroidSdk)
    assert Machine(machine.root).sdk().root == machine.root
