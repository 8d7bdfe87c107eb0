"""Checks of `bmoca doctor`: whether this computer can run the devices, and how to fix what is wrong."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bmoca_gym import compiled, extras
from bmoca_gym.devices.adb.server import VERSION as ADB_PROTOCOL
from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.sdk import PLATFORM, ROOT_VARIABLES, SYSTEM_IMAGE, AndroidSdk
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.devices.machine import Machine
from bmoca_gym.errors import AndroidSdkError, BmocaError, DeviceError

#: ``optional``: an extra that is not installed, and that nothing else needs.
OK, MISSING, WRONG, SLOW, OPTIONAL = "ok", "missing", "wrong", "slow", "optional"

#: Packages of the extra ``android`` and their minimal versions.
PYTHON_PACKAGES = {
    "android-env": "1.3.0", "adbutils": "2.10", "immutabledict": "4.2", "protobuf": "6.33.5", "grpcio": "1.81.1",
}  # fmt: skip

#: Oldest Java version that avdmanager runs on.
_JAVA = 17

#: Estimated, not measured: size of a snapshot and of a virtual device (with its base) on disk, memory of an emulator.
SNAPSHOT_BYTES, AVD_BYTES, EMULATOR_BYTES = 2_500_000_000, 8_000_000_000, 4_000_000_000

#: Ports of emulators.
_PORTS = range(20_000, 32_000)

_JOIN_KVM = "sudo gpasswd -a $USER kvm, then log in again"


class Check(NamedTuple):
    """Result of a check.

    Attributes:
        name: the subject.
        state: ok, missing, wrong, slow or optional.
        detail: what was found.
        mend: a command or advice that fixes it.
    """

    name: str
    state: str
    detail: str
    mend: str = ""


def examine(machine: Machine, wanted: Mapping[str, Sequence[str]], for_avd: bool = True) -> list[Check]:
    """Run all checks, in the order in which to fix things.

    Args:
        machine: this computer.
        wanted: the snapshots that each virtual device should have.
        for_avd: check what virtual devices need; if False, what phones on USB need.
    """
    if not for_avd:
        return [*python(machine), *adb_programs(machine, None), *adb_server(machine), *phones(machine)]
    found = [*virtualisation(machine), *java(machine)]
    try:
        sdk = machine.sdk()
    except AndroidSdkError as error:
        return [*found, Check("Android SDK", MISSING, "", str(error)), *python(machine), *memory(machine)]
    return [
        *found, *sdk_parts(machine, sdk), *virtual_devices(sdk, wanted), *disk(machine, sdk, wanted), *memory(machine),
        *adb_programs(machine, sdk), *adb_server(machine), *ports(machine), *python(machine),
    ]  # fmt: skip


def package(version: str, suites: str) -> list[Check]:
    """Check this package: the Python that runs it, and whether an embedded phone starts and draws its screen.

    ``version``, ``suites``: of the package and its tasks, in words.
    """
    found = [
        Check("Python", OK, f"{platform.python_version()} ({sys.executable})"),
        Check("bmoca_gym", OK, f"{version} ({Path(extras.__file__).parent})"),
        Check("suites", OK, suites),
    ]
    if extras.in_image():
        found.append(
            Check(
                "image", OK, "nothing can be installed in it; the commands below build another, in a checkout"
            )
        )
    try:
        phone = EmbeddedDevice()
        shape = phone.screenshot().shape
    except (BmocaError, ImportError, OSError) as error:
        mend = "install the package again in a new virtual environment, as in docs/installing.md"
        return [*found, Check("embedded phone", WRONG, str(error), mend)]
    return [*found, Check("embedded phone", OK, f"starts and shows {shape[1]} × {shape[0]} px")]


def optional_packages(installed: Callable[[str], str]) -> list[Check]:
    """Check each extra of the installed package.

    ``installed``: returns a package's version, "" if it is not installed.
    """
    found = []
    for extra, names in extras.declared().items():
        missing = [name for name in names if not installed(name)]
        if missing:
            detail = f"without {', '.join(missing)}"
            found.append(Check(extra, OPTIONAL, detail, extras.installing(extra)))
        else:
            found.append(Check(extra, OK, ", ".join(names)))
    return found


def embedded() -> list[Check]:
    """Check whether the embedded phone runs compiled, from the current sources."""
    if compiled.MODE.compiled:
        found = Check("embedded phone", OK, f"compiled: {compiled.MODE.reason}")
    elif compiled.is_slow():
        detail = f"{compiled.SLOWER}: {compiled.MODE.reason}"
        found = Check("embedded phone", SLOW, detail, compiled.advice())
    else:
        found = Check("embedded phone", OK, f"pure Python: {compiled.MODE.reason}")
    return [found]


def virtualisation(machine: Machine) -> list[Check]:
    """Check the processor's virtualisation and this user's access to KVM."""
    system, processor = machine.system()
    if (system, processor) not in (("Linux", "x86_64"), ("Linux", "AMD64")):
        return [
            Check(
                "system", WRONG, f"{system} on {processor}",
                "take a Linux computer with an x86-64 processor: the system image and its apps are for that",
            )
        ]  # fmt: skip
    found = [Check("system", OK, f"{system} on {processor}")]
    fault = machine.kvm() if machine.exists("/dev/kvm") else "there is no /dev/kvm"
    if not fault:
        return [*found, Check("virtualisation", OK, "KVM can be used")]
    flags = re.search(r"^flags\s*:.*\b(vmx|svm)\b", machine.read("/proc/cpuinfo"), re.MULTILINE)
    if not flags:
        return [
            *found,
            Check(
                "virtualisation", MISSING, f"{fault}, and the processor shows neither vmx nor svm",
                "switch virtualisation on in the firmware (VT-x, AMD-V, SVM); in a virtual machine switch nested "
                "virtualisation on, or take another machine: many cloud machines and containers have none",
            ),
        ]  # fmt: skip
    found.append(Check("virtualisation", OK, f"the processor has {flags[1]}"))
    if machine.exists("/dev/kvm"):
        return [*found, Check("KVM", WRONG, f"/dev/kvm: {fault}", _JOIN_KVM)]
    module = "kvm_intel" if flags[1] == "vmx" else "kvm_amd"
    return [
        *found,
        Check("KVM", MISSING, fault, f"sudo modprobe {module}; in a container: --device /dev/kvm"),
    ]


def java(machine: Machine) -> list[Check]:
    """Check the Java that avdmanager and sdkmanager use."""
    home = machine.environment.get("JAVA_HOME", "")
    program = f"{home}/bin/java" if home else machine.which("java")
    install = "sudo apt-get install openjdk-17-jre-headless"
    if not program:
        return [Check("Java", MISSING, "avdmanager and sdkmanager need it", install)]
    code, said = machine.run([program, "-version"])
    version = re.search(r'version "(\d+)(?:\.(\d+))?', said)
    if code != 0 or not version:
        mend = f"unset JAVA_HOME, or {install}" if home else install
        return [Check("Java", WRONG, f"`{program} -version`: {' '.join(said.split())[:200]}", mend)]
    major = int(version[2] or 0) if version[1] == "1" else int(version[1])
    if major < _JAVA:
        return [Check("Java", WRONG, f"{program} is Java {major}; {_JAVA} or newer is needed", install)]
    return [Check("Java", OK, f"{major} ({program})")]


def sdk_parts(machine: Machine, sdk: AndroidSdk) -> list[Check]:
    """Check the Android SDK, its programs and the system image."""
    found = [Check("Android SDK", OK, str(sdk.root))]
    named = {name: machine.environment.get(name, "") for name in ROOT_VARIABLES}
    if all(named.values()) and len(set(named.values())) > 1:
        what = ", ".join(f"{name}={path}" for name, path in named.items())
        found.append(Check("variables", WRONG, f"{what} differ", f"unset {ROOT_VARIABLES[1]}"))
    packages = sdk.packages()
    versions = {name.partition(";")[0]: package.version for name, package in packages.items()}
    programs: tuple[tuple[str, Callable[[], object], str], ...] = (
        ("emulator", lambda: sdk.emulator, sdk.install_command("emulator")),
        ("platform-tools", lambda: sdk.adb, sdk.install_command("platform-tools")),
        ("cmdline-tools", lambda: sdk.avdmanager, ""),
    )
    for name, path, mend in programs:
        try:
            found.append(Check(name, OK, f"{versions.get(name, 'version unknown')} ({path()})"))
        except AndroidSdkError as error:
            found.append(Check(name, MISSING, f"not in {sdk.root}", mend or str(error)))
    platforms = [name for name in packages if name.startswith("platforms;")]
    if platforms:
        found.append(Check("platform", OK, ", ".join(platforms)))
    else:
        detail = "the emulator does not accept an SDK without platforms"
        found.append(Check("platform", MISSING, detail, sdk.install_command(PLATFORM)))
    if SYSTEM_IMAGE in packages:
        found.append(Check("system image", OK, f"{SYSTEM_IMAGE} {packages[SYSTEM_IMAGE].version}"))
    else:
        found.append(Check("system image", MISSING, SYSTEM_IMAGE, sdk.install_command(SYSTEM_IMAGE)))
    return found


def virtual_devices(sdk: AndroidSdk, wanted: Mapping[str, Sequence[str]]) -> list[Check]:
    """Check the virtual devices and snapshots of `bmoca avd build`. ``wanted``: snapshots by virtual device."""
    there = {device.name: device for device in sdk.virtual_devices()}
    found = []
    for name, snapshots in wanted.items():
        device = there.get(name)
        what, mend = f"AVD {name}", "bmoca avd build"
        if device is None:
            found.append(Check(what, MISSING, f"not in {sdk.avd_home}", mend))
            continue
        try:
            record = None if device.fault else avd_record.read(device.folder)
        except AndroidSdkError as error:
            found.append(Check(what, WRONG, str(error), f"bmoca avd delete {name} --yes; bmoca avd build"))
            continue
        if device.fault or record is None:
            found.append(Check(what, WRONG, device.fault or "not finished, or not made by bmoca", mend))
            continue
        lost = [each for each in snapshots if each not in record.snapshots or each not in device.snapshots]
        apps = f"; without {', '.join(record.missing)}" if record.missing else ""
        detail = f"{len(snapshots) - len(lost)} of {len(snapshots)} snapshots{apps}"
        found.append(Check(what, MISSING if lost else OK, detail, mend if lost else ""))
    return found


def disk(machine: Machine, sdk: AndroidSdk, wanted: Mapping[str, Sequence[str]]) -> list[Check]:
    """Check the free space for snapshots that are not built yet."""
    there = {device.name: device.snapshots for device in sdk.virtual_devices() if not device.fault}
    needed = 0
    for name, snapshots in wanted.items():
        needed += 0 if name in there else AVD_BYTES
        needed += SNAPSHOT_BYTES * sum(each not in there.get(name, ()) for each in snapshots)
    free = machine.free_bytes(sdk.avd_home)
    detail = f"{_gigabytes(free)} free at {sdk.avd_home}, about {_gigabytes(needed)} needed for what is not built yet"
    if free >= needed:
        return [Check("disk", OK, detail)]
    return [Check("disk", WRONG, detail, "export ANDROID_AVD_HOME=DIR, a folder on a disk with more room")]


def memory(machine: Machine) -> list[Check]:
    """Check the memory for one emulator."""
    found = re.search(r"^MemAvailable:\s*(\d{1,15}) kB", machine.read("/proc/meminfo"), re.MULTILINE)
    if not found:
        return []
    free = int(found[1]) * 1024
    detail = f"{_gigabytes(free)} available, about {_gigabytes(EMULATOR_BYTES)} needed for each emulator"
    return [
        Check("memory", OK, detail)
        if free >= EMULATOR_BYTES
        else Check("memory", WRONG, detail, "end programs")
    ]


def adb_programs(machine: Machine, sdk: AndroidSdk | None) -> list[Check]:
    """Check that all adb programs have the same protocol version. Otherwise each stops the other's server."""
    places = {} if sdk is None else {"the SDK's": str(sdk.root / "platform-tools/adb")}
    if machine.which("adb"):
        places["the one on PATH"] = machine.which("adb")
    versions = {}
    for whose, program in places.items():
        code, said = machine.run([program, "version"])
        version = re.search(r"version 1\.0\.(\d+)", said)
        if code == 0 and version:
            build = re.search(r"^Version (\S+)", said, re.MULTILINE)
            versions[whose] = int(version[1]), f"{program} ({build[1] if build else '1.0.' + version[1]})"
    if not versions:
        if machine.package("adbutils"):
            return [
                Check("adb", OK, f"the one of adbutils {machine.package('adbutils')}, which is not on PATH")
            ]
        return [Check("adb", MISSING, "there is no adb program", extras.installing("android"))]
    detail = ", ".join(f"{whose}: {what}" for whose, (_, what) in versions.items())
    protocols = {protocol for protocol, _ in versions.values()}
    if len(protocols) > 1:
        return [
            Check(
                "adb", WRONG, f"two versions, of which each ends the other's server: {detail}",
                f"export PATH={sdk.root if sdk else ''}/platform-tools:$PATH",
            )
        ]  # fmt: skip
    if min(protocols) < ADB_PROTOCOL:
        return [
            Check(
                "adb", WRONG, f"older than 1.0.{ADB_PROTOCOL}: {detail}", "install platform-tools 29 or newer"
            )
        ]
    return [Check("adb", OK, detail)]


def adb_server(machine: Machine) -> list[Check]:
    """Check what listens on the adb server's port."""
    try:
        port = machine.adb_server_port()
    except DeviceError as error:
        return [Check("adb server", WRONG, str(error), "unset ANDROID_ADB_SERVER_PORT")]
    said = machine.adb_server(port)
    if not said:
        return [Check("adb server", OK, f"none runs on port {port}; one is started when it is needed")]
    if not re.fullmatch(r"[0-9a-fA-F]{4}", said):
        return [
            Check(
                "adb server", WRONG, f"what listens on port {port} is not an adb server: it says {said}",
                f"sudo ss -ltnp 'sport = :{port}' names the program; end it, or export ANDROID_ADB_SERVER_PORT=5038",
            )
        ]  # fmt: skip
    version = int(said, 16)
    if version < ADB_PROTOCOL:
        detail = f"the one on port {port} has version {version}; {ADB_PROTOCOL} is needed"
        return [
            Check("adb server", WRONG, detail, "adb kill-server, then install platform-tools 29 or newer")
        ]
    return [Check("adb server", OK, f"runs on port {port}, version {version}")]


def phones(machine: Machine) -> list[Check]:
    """Check the phones that adb sees."""
    try:
        found = machine.phones(machine.adb_server_port())
    except DeviceError:
        return []
    if not found:
        return [
            Check(
                "phone",
                MISSING,
                "adb sees none",
                "plug one in with USB debugging on; see docs/real-devices.md",
            )
        ]
    mends = {
        "unauthorized": "unlock the phone and accept the question on its screen",
        "offline": "plug it in again, or adb reconnect offline",
    }
    return [
        Check("phone", OK, f"{serial}: use device='adb:{serial}'")
        if state == "device"
        else Check(
            "phone", WRONG, f"{serial}: {state}", mends.get(state.split()[0], "adb kill-server; adb devices")
        )
        for serial, state in found.items()
    ]


def ports(machine: Machine) -> list[Check]:
    """Check for free ports for an emulator's console, adb and gRPC."""
    for port in range(_PORTS.start, _PORTS.stop - 2, 3):
        if all(map(machine.is_free, (port, port + 1, port + 2))):
            return [Check("ports", OK, f"free ones between {_PORTS.start} and {_PORTS.stop}")]
    detail = f"no three in a row are free between {_PORTS.start} and {_PORTS.stop}"
    return [Check("ports", WRONG, detail, "sudo ss -ltnp names the programs; end some")]


def python(machine: Machine) -> list[Check]:
    """Check the packages of the extra ``android``."""
    versions = {name: machine.package(name) for name in PYTHON_PACKAGES}
    missing = [name for name, version in versions.items() if not version]
    if missing:
        return [Check("Python packages", MISSING, ", ".join(missing), extras.installing("android"))]
    old = [name for name, least in PYTHON_PACKAGES.items() if _numbers(versions[name]) < _numbers(least)]
    if old:
        detail = ", ".join(f"{name} {versions[name]}, needed {PYTHON_PACKAGES[name]}" for name in old)
        return [Check("Python packages", WRONG, detail, f"{extras.installing('android')} --upgrade")]
    return [
        Check("Python packages", OK, ", ".join(f"{name} {version}" for name, version in versions.items()))
    ]


def healthy(checks: Iterable[Check]) -> bool:
    """Whether nothing is missing or wrong."""
    return all(check.state in (OK, SLOW, OPTIONAL) for check in checks)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d{1,9}", version)))


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.0f} GB"
