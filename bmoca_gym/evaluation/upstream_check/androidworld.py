"""Let AndroidWorld's own code, from a user's checkout, set up its tasks on this phone and judge what our experts do.

`bmoca-emulator` serves the phone. The benchmark's code draws a task's parameters, sets it up and judges it untouched.
Our expert plays over adb, following these parameters. Then the benchmark's code judges again and tears down.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from immutables import Map

from bmoca_gym import suites, tasks
from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import adb_program
from bmoca_gym.envs.actions import Answer
from bmoca_gym.errors import BmocaError, OutputError, SettingsError, writing
from bmoca_gym.evaluation.upstream_check import androidworld_program, stand_in_package
from bmoca_gym.evaluation.upstream_check.conversation import Ask, conversation, last_words
from bmoca_gym.evaluation.upstream_check.report import Difference, OnProgress, UpstreamReport
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.value import replace
from bmoca_gym.suites.androidworld import upstream_calls
from bmoca_gym.tasks import ExpertCall, TaskTemplate

#: The ports that the benchmark's code uses, whatever else is on the machine.
_CONSOLE, _GRPC, _SERVER = 5554, 8554, 5037
_FORWARDER = "com.google.androidenv.accessibilityforwarder"

#: Seconds in which the phone must start, also on a machine that is busy with twenty other programs.
_PHONE = 240.0
#: The longest that one of its fixed sleeps takes, in seconds, and the time from gesture to gesture.
_PACE, _STEP = 0.3, 0.3
#: Seconds that a text message is on its way.
_SENDING = 5.0
#: Steps after which an expert has failed.
_STEPS = 150

_REQUIREMENTS = "the packages of its requirements.txt, and its protos (python setup.py generate_protos)"


class Verdict(NamedTuple):
    """What the benchmark's code said about a task.

    Attributes:
        untouched: the score after the set-up.
        expert: the score after our expert has played; None if there was none.
        torn_down: whether the task was torn down without an exception.
        said: what went wrong, or "".
    """

    untouched: float | None
    expert: float | None
    torn_down: bool
    said: str = ""


class Family(NamedTuple):
    """A family of the benchmark's tasks.

    Attributes:
        name: its name in the benchmark's code.
        suite: our suite for it, whose phone is served.
        names: returns the names of its tasks for a checkout, each with the id of our template.
        calls: returns the calls of our expert, given a template, the parameters, the goal, and a function that reads a
            file on the phone; None for the template's own expert.
        over: whether the phone shows that the episode is over, at which point our expert stops.
    """

    name: str
    suite: str
    names: Callable[[Path], Sequence[tuple[str, str]]]
    calls: Callable[[TaskTemplate, Mapping[str, Any], str, Callable[[str], str]], upstream_calls.Calls | None]
    over: Callable[[AdbDevice], bool] = lambda device: False


def _names(checkout: Path) -> list[tuple[str, str]]:
    text = (checkout / "android_world" / "task_metadata.json").read_text("utf-8")
    return sorted((one["task_name"], upstream_calls.id_of(one["task_name"])) for one in json.loads(text))


ANDROIDWORLD = Family(
    "android_world", "androidworld", _names,
    lambda template, params, goal, read: upstream_calls.calls_for(template.id, params, read),
)  # fmt: skip


def check(
    checkout: Path,
    *,
    python: str,
    tasks: Sequence[str],
    seeds: Sequence[int],
    save: Path | None,
    on_progress: OnProgress,
    family: Family = ANDROIDWORLD,
) -> UpstreamReport:
    """Let the benchmark's code set tasks up and judge our experts.

    Args:
        checkout: a checkout of the benchmark's code.
        python: a Python interpreter with the benchmark's requirements.
        tasks: the tasks, as for `bmoca_gym.tasks.select`.
        seeds: seeds of the benchmark's suite, each of which draws an instance of every task.
        save: a JSON file for the verdicts of the benchmark's code, or None. It is written after each task, and tasks
            already in it are not judged again.
        on_progress: called after each task.
        family: the tasks.

    Raises:
        SettingsError: the folder is not a checkout, the file has other content, or the phone or the benchmark's code
            does not start.
        OutputError: a file can't be written.
    """
    if not (checkout / "android_world" / "registry.py").is_file():
        raise SettingsError(
            f"{checkout}: there is no android_world/registry.py; give a checkout of android_world."
        )
    chosen = _chosen(checkout, tasks, family)
    verdicts = read(save) if save is not None and save.exists() else {}
    names = [name for name, _ in chosen]
    done = sum(name in verdicts.get(seed, ()) for seed in seeds for name in names)
    for seed in seeds:
        of_seed = verdicts.setdefault(seed, {})
        missing = [(name, template) for name, template in chosen if name not in of_seed]
        if not missing:
            continue
        with _phone_and_benchmark(checkout.resolve(), python, family) as (device, ask):
            for name, template in missing:
                of_seed[name] = _judged(ask, device, name, template, seed, family)
                if save is not None:
                    _write(save, as_text(verdicts))
                done += 1
                on_progress(done, len(names) * len(seeds))
    return report({seed: {name: verdicts[seed][name] for name in names} for seed in seeds}, family.suite)


def _chosen(checkout: Path, names: Sequence[str], family: Family) -> list[tuple[str, TaskTemplate]]:
    """The names of the benchmark's tasks, each paired with our template."""
    templates = {template.id: template for template in tasks.templates(list(names))}
    return [(name, templates[id]) for name, id in family.names(checkout) if id in templates]


def report(found: Mapping[int, Mapping[str, Verdict]], suite: str = "androidworld") -> UpstreamReport:
    """Report what was found in a suite, by seed and task."""
    known = yaml.safe_load((Path(suites.__path__[0], suite, "upstream_faults.yaml")).read_text("utf-8"))
    rows: list[tuple[str, ...]] = []
    differs: list[Difference] = []
    listed: list[Difference] = []
    for seed, verdicts in found.items():
        for name, one in verdicts.items():
            for new in differences(name, seed, one):
                (listed if new.what in known.get(name, ()) else differs).append(new)
            rows.append((name, str(seed), *map(_shown, one[:2]), "yes" if one.torn_down else "no"))
    equal = len(rows) - len({(one.task, one.of) for one in (*differs, *listed)})
    text = f"{equal} of {len(rows)} instances are judged as they should be."
    columns = ("task", "seed", "untouched", "expert", "torn down")
    return UpstreamReport(columns, tuple(rows), tuple(differs), text, tuple(listed))


def differences(name: str, seed: int, one: Verdict) -> list[Difference]:
    """Return the figures of a verdict that are not as expected."""
    begins = 1.0 if name.startswith("System") and name.endswith("Verify") else 0.0
    figures = (
        ("untouched", one.untouched, begins),
        ("expert", one.expert, 1.0),
        ("torn down", one.torn_down, True),
    )
    said = f" ({one.said})" if one.said else ""
    return [
        Difference(name, f"seed {seed}", what, _shown(is_) + said, _shown(should))
        for what, is_, should in figures
        if is_ != should
    ]


def _shown(figure: float | bool | None) -> str:
    return "none" if figure is None else str(figure)


def as_text(found: Mapping[int, Mapping[str, Verdict]]) -> str:
    """Write verdicts as JSON: a line for each seed and task, in order."""
    lines = [
        f" {json.dumps(f'{seed} {name}')}: {json.dumps(one._asdict())}"
        for seed, verdicts in sorted(found.items())
        for name, one in sorted(verdicts.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(file: Path) -> dict[int, dict[str, Verdict]]:
    """Read what `as_text` wrote.

    Raises:
        SettingsError: the file can't be read, or has other content.
    """
    found: dict[int, dict[str, Verdict]] = {}
    try:
        for key, said in json.loads(file.read_text(encoding="utf-8")).items():
            seed, name = key.split()
            found.setdefault(int(seed), {})[name] = Verdict(**said)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SettingsError(
            f"{file}: not a file of verdicts ({error}); give another file, or remove it."
        ) from error
    return found


def _write(file: Path, text: str) -> None:
    """Write a file atomically."""
    with writing(file):
        part = file.with_name(f"{file.name}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(file)


def _judged(
    ask: Ask, device: AdbDevice, name: str, template: TaskTemplate, seed: int, family: Family
) -> Verdict:
    """Set a task up, judge it, play it, judge it again, tear it down."""
    begun = ask({"begin": name, "seed": seed})
    if "error" in begun:
        return Verdict(None, None, False, begun["error"])
    answer, said = "", ""
    try:
        expert = _expert(template, begun, device, family)
        answer = play(expert, device, family.over) if expert is not None else ""
        if "sms" in template.id:
            device.wait(_SENDING)
    except (BmocaError, ValueError, KeyError, TypeError) as error:
        said = f"{type(error).__name__}: {error}"[:300]
    ended = ask({"end": True, "answer": answer})
    said = "; ".join(filter(None, (said, *(ended.get(one, "") for one in ("error", "judge", "tear_down")))))
    return Verdict(begun["score"], ended.get("score"), ended.get("torn_down", False), said)


def _expert(
    template: TaskTemplate, begun: Mapping[str, Any], device: AdbDevice, family: Family
) -> Expert | None:
    """Our expert for the benchmark's parameters; None if there is nothing to do."""
    task = template.task(0)
    calls = family.calls(
        template, begun["params"], begun["goal"], lambda path: device.read_file(path).decode()
    )
    if calls is None:
        return expert_for(task)
    if any(arguments.get("rows") == [] for _, arguments in calls):
        return None
    packages = task.expert[0].packages
    return expert_for(
        replace(task, expert=tuple(ExpertCall(verb, Map(args), packages) for verb, args in calls))
    )


def play(expert: Expert, device: AdbDevice, over: Callable[[AdbDevice], bool] = lambda device: False) -> str:
    """Play to the end and return the answer, or "".

    Raises:
        OutputError: the expert has not finished in time.
    """
    for _ in range(_STEPS):
        gesture = expert.next_gesture(device.ui_tree(), device.info.locale)
        if gesture is None:
            return ""
        if isinstance(gesture, Answer):
            return gesture.text
        if isinstance(gesture, Gesture):  # the benchmark has no user to ask
            device.perform(gesture)
        device.wait(_STEP)
        if over(device):
            return ""
    raise OutputError(f"the expert has not finished after {_STEPS} steps")


@contextmanager
def _phone_and_benchmark(checkout: Path, python: str, family: Family) -> Iterator[tuple[AdbDevice, Ask]]:
    """Start a phone and the benchmark's code on it."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        with _served(scratch, family.suite), _benchmark(checkout, python, scratch, family.name) as ask:
            device = AdbDevice(f"emulator-{_CONSOLE}", _SERVER)
            yield device, ask
            device.close()


@contextmanager
def _served(scratch: Path, suite: str) -> Iterator[None]:
    """Serve a suite's phone in its first state."""
    command = [
        sys.executable, "-c", "from bmoca_gym.cli.emulator import program; program()", "-suite", suite,
        "-port", str(_CONSOLE), "-grpc", str(_GRPC), "-no-snapshot", "-no-snapstorage",
    ]  # fmt: skip
    environment = os.environ | {"ANDROID_ADB_SERVER_PORT": str(_SERVER), "HOME": _home(scratch)}
    words = scratch / "phone.txt"
    adb = [adb_program(), "-P", str(_SERVER)]
    subprocess.run([*adb, "start-server"], check=False, capture_output=True, timeout=_PHONE)
    with words.open("w") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment
        )
    try:
        end = time.monotonic() + _PHONE
        while True:
            state = subprocess.run(
                [*adb, "-s", f"emulator-{_CONSOLE}", "get-state"], check=False, capture_output=True, text=True,
                timeout=_PHONE,
            )  # fmt: skip
            if state.stdout.strip() == "device":
                break
            if process.poll() is not None or time.monotonic() > end:
                raise SettingsError(f"bmoca-emulator has not started: {last_words(words)}")
            time.sleep(0.5)
        yield
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()


def _home(scratch: Path) -> str:
    """Make a home folder with adb where the benchmark's code looks for it, whatever path it is given."""
    tools = scratch / "home" / "Android" / "Sdk" / "platform-tools"
    tools.mkdir(parents=True, exist_ok=True)
    if not (tools / "adb").exists():
        (tools / "adb").symlink_to(adb_program())
    return str(scratch / "home")


@contextmanager
def _benchmark(checkout: Path, python: str, scratch: Path, family: str) -> Iterator[Ask]:
    """Run the benchmark's code. Yields a function that queries it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["HOME"] = _home(scratch)
    # It leaves films there, and two of its runs would take each other's files away.
    environment["TMPDIR"] = str(scratch)
    forwarder = scratch / "forwarder.apk"
    forwarder.write_bytes(stand_in_package.apk(_FORWARDER))
    program = str(Path(androidworld_program.__file__).resolve())
    command = [python, "-B", program, str(checkout), adb_program(), str(forwarder), str(_PACE), family]
    with conversation(command, environment, scratch / "words.txt", _REQUIREMENTS) as ask:
        yield ask
