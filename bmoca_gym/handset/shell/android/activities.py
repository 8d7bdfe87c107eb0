"""The shell command ``am``, and the output of ``dumpsys activity`` and ``dumpsys window`` about activities
and windows.
"""

from __future__ import annotations

import zlib

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell.android import am, automation
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities, automation_packages
from bmoca_gym.handset.system import processes as running_processes
from bmoca_gym.handset.system_ui import prompts

_HOME_TASK = 1
_FIRST_TASK = 10
_LAUNCH_MILLISECONDS = 287  # as the log says of every activity that is displayed


def task_id(phone: Phone, package: str) -> int:
    """The number of an app's task; the launcher's is 1."""

    if package == packages.launcher_of(phone.image).package or package not in packages.apps_of(phone.image):
        return _HOME_TASK
    return _FIRST_TASK + list(packages.apps_of(phone.image)).index(package)


def _token(component: str) -> str:
    """The hexadecimal number that stands before a record's name, the same for the same activity."""
    return f"{zlib.crc32(component.encode('utf-8', 'replace')):x}"


def front_of(phone: Phone) -> Activity:
    """The activity in front: the system's, where it asks something over an app's."""
    prompt = phone.top.prompt
    return phone.top if prompt is None else Activity(prompts.COMPONENTS[prompt.kind])


def record(phone: Phone, activity: Activity) -> str:
    """An activity as the activity manager prints it."""
    asked = phone.top.prompt is not None and activity == front_of(phone)
    task = task_id(phone, phone.top.package if asked else activity.package)
    return f"ActivityRecord{{{_token(activity.component)} u0 {activity.short_component} t{task}}}"


def manage(call: Call) -> Result:
    """``am start|force-stop|kill|broadcast|stack|task|...``."""
    phone, words = call.phone, call.arguments
    verb, rest = (words[0] if words else ""), words[1:]
    if verb in ("start", "start-activity"):
        after, said, code = am.am(phone, [verb, *(word for word in rest if word)])
        if code:
            return _split(after, said, code)
        if "-W" in rest:
            shown = after.top
            said += (
                f"Status: ok\nLaunchState: {_launch_state(phone, shown)}\nActivity: {shown.short_component}\n"
                f"TotalTime: {_LAUNCH_MILLISECONDS}\nWaitTime: {_LAUNCH_MILLISECONDS + 3}\nComplete\n"
            )
        return printed(after, said)
    if verb in ("force-stop", "kill", "broadcast"):
        return _split(*am.am(phone, words))
    if verb == "kill-all" and not rest:
        for task in phone.tasks:
            if phone.home or task is not phone.tasks[-1]:
                phone = running_processes.force_stop(phone, task.package)
        return Result(phone)
    if verb == "get-current-user":
        return printed(phone, "0\n")
    if verb == "stack" and rest[:1] == ["list"]:
        return printed(phone, stacks(phone))
    if verb == "stack" and rest[:1] == ["remove"] and len(rest) == 2:
        package = next((t.package for t in phone.tasks if str(task_id(phone, t.package)) == rest[1]), None)
        return Result(phone if package is None else activities.remove_task(phone, package))
    if verb == "task" and rest[:1] == ["lock"] and len(rest) == 2:
        return printed(
            phone,
            "Activity manager is not in lockTaskMode\n"
            if rest[1] == "stop"
            else "Activity manager is in lockTaskMode\n",
        )
    if verb in ("startservice", "start-service", "start-foreground-service"):
        intent = am.intent_of(rest)
        unseen = automation.start_service(phone, am.component_of(intent.component), am.texts_of(intent))
        if unseen is not None:
            return printed(unseen, f"Starting service: {intent.text}\n")
        return failed(
            phone,
            f"Starting service: {intent.text}\nError: Not found; no service started.\n",
        )
    if verb in ("stopservice", "stop-service"):
        intent = am.intent_of(rest)
        package = am.component_of(intent.component).partition("/")[0] or intent.package
        said = f"Stopping service: {intent.text}\n"
        if package in phone.automation and package in phone.processes:
            return printed(automation_packages.ended(phone, package), f"{said}Service stopped\n")
        return Result(phone, said.encode("utf-8", "replace"), b"Service not stopped: was not running.\n", 255)
    if verb == "send-trim-memory":
        return _trim_memory(phone, rest[2:] if rest[:1] == ["--user"] else rest)
    if verb == "instrument":
        component = rest[-1] if rest else ""
        return failed(
            phone,
            "INSTRUMENTATION_STATUS: id=ActivityManagerService\n"
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: "
            f"ComponentInfo{{{component}}}\nINSTRUMENTATION_STATUS_CODE: -1\n",
        )
    return _split(*am.am(phone, words))


#: Levels to which a process may be asked to give memory back.
_TRIM_LEVELS = (
    "HIDDEN",
    "RUNNING_MODERATE",
    "BACKGROUND",
    "RUNNING_LOW",
    "MODERATE",
    "RUNNING_CRITICAL",
    "COMPLETE",
)


def _trim_memory(phone: Phone, words: list[str]) -> Result:
    """``am send-trim-memory PROCESS LEVEL``: a process here holds no memory that it could give back."""
    if len(words) != 2:
        return failed(phone, "Error: Argument expected: PROCESS LEVEL\n", 255)
    name, level = words
    if level not in _TRIM_LEVELS and not (level.isascii() and level.isdecimal()):
        return failed(phone, f"Error: Unknown level option: {level}\n", 255)
    if name in phone.processes or name in map(str, phone.processes.values()):
        return Result(phone)
    return failed(phone, "Unknown error: failed to set trim level\n", 255)


def _launch_state(before: Phone, shown: Activity) -> str:
    """COLD where the app's process had to start, WARM where its activity had, HOT where it was only brought back."""
    if shown.package not in before.processes:
        return "COLD"
    held = any(a.component == shown.component for task in before.tasks for a in task.activities)
    return "HOT" if held else "WARM"


def _split(phone: Phone, said: str, code: int) -> Result:
    """Send reports of success to the output, reports of errors to the error output."""
    if code == 0:
        return printed(phone, said)
    head, mark, tail = said.partition("Error")
    return (
        Result(phone, head.encode("utf-8", "replace"), (mark + tail).encode("utf-8", "replace"), code)
        if mark
        else failed(phone, said, code)
    )


def _shown_tasks(phone: Phone) -> list[tuple[int, Activity, bool]]:
    """(task's number, its top activity, whether it is seen), what is in front first."""
    found = [(task_id(phone, t.package), t.activities[-1]) for t in reversed(phone.tasks) if t.activities]
    home = (_HOME_TASK, phone.launcher)
    ordered = (
        [home, *found] if phone.home or not phone.tasks else [found[0], home, *found[1:]] if found else [home]
    )
    ordered[0] = (ordered[0][0], front_of(phone))
    return [(number, activity, at == 0) for at, (number, activity) in enumerate(ordered)]


def stacks(phone: Phone) -> str:
    """The output of ``am stack list`` (API 29)."""
    config = phone.configuration
    size = f"[0,0][{config.width},{config.height}]"
    language, _, region = config.locale.partition("-")
    made = []
    for number, activity, visible in _shown_tasks(phone):
        made.append(
            f"Stack id={number} bounds={size} displayId=0 userId=0\n"
            f" configuration={{{config.font_scale:g} 310mcc260mnc [{language}_{region}] ldltr "
            f"{config.density}dpi nrml long port}}\n"
            f"  taskId={number}: {activity.component} bounds={size} userId=0 visible={str(visible).lower()} "
            f"topActivity=ComponentInfo{{{activity.component}}}\n"
        )
    return "\n".join(made) + "\n"


def dump_activities(call: Call, words: list[str]) -> Result:
    """``dumpsys activity [activities|top|recents|services|processes|PACKAGE]``."""
    phone = call.phone
    front = front_of(phone)
    kind = next((word for word in words if not word.startswith("-")), "activities")
    if kind in ("activities", "a"):
        lines = [
            "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
            "Display #0 (activities from top to bottom):",
        ]
        for number, activity, _ in _shown_tasks(phone):
            lines += ["", f"  Stack #{number}: type={'home' if number == _HOME_TASK else 'standard'} mode=fullscreen",
                      f"    Task id #{number}", f"    * TaskRecord{{{_token(str(number))} #{number} "
                                                f"A={activity.package} U=0 StackId={number} sz=1}}"]  # fmt: skip
            held = next(
                (t.activities for t in phone.tasks if task_id(phone, t.package) == number), (activity,)
            )
            held = (*held, activity) if activity not in held else held
            for at in range(len(held) - 1, -1, -1):
                lines.append(f"      * Hist #{at}: {record(phone, held[at])}")
        lines += [
            "",
            f"    mResumedActivity: {record(phone, front)}",
            f"  ResumedActivity: {record(phone, front)}",
            f"  mFocusedActivity: {record(phone, front)}",
            "",
        ]
        return printed(phone, "\n".join(lines) + "\n")
    if kind == "top":
        pid = phone.processes.get(phone.top.package, 2003)
        return printed(
            phone,
            f"TASK {front.package} id={task_id(phone, phone.top.package)} userId=0\n"
            f"  ACTIVITY {front.short_component} {_token(front.component)} pid={pid}\n"
            "    Local Activity State:\n      mResumed=true mStopped=false mFinished=false\n",
        )
    if kind in ("recents", "r"):
        lines = [
            "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)",
            "mRecentsUid=10050",
            "  Recent tasks:",
        ]
        for at, task in enumerate(reversed(phone.tasks)):
            number = task_id(phone, task.package)
            lines += [f"  * Recent #{at}: TaskRecord{{{_token(task.package)} #{number} A={task.package} U=0 "
                      f"StackId={number} sz={len(task.activities)}}}",
                      f"    userId=0 effectiveUid=u0a{number}", f"    id={number} affinity={task.package}"]  # fmt: skip
        return printed(phone, "\n".join(lines) + "\n")
    if kind in ("services", "s"):
        wanted = words[words.index(kind) + 1 :][:1]
        told = automation.services(phone, wanted[0] if wanted else "")
        return printed(phone, f"ACTIVITY MANAGER SERVICES (dumpsys activity services)\n{told}")
    if kind in ("processes", "p"):
        lines = ["ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)"]
        lines += [
            f"  *APP* ProcessRecord{{{_token(name)} {pid}:{name}/u0a0}}"
            for name, pid in sorted(phone.processes.items())
        ]
        return printed(phone, "\n".join(lines) + "\n")
    if kind in phone.processes or kind == front.package:
        return (
            dump_activities(call, ["top"])
            if kind == front.package
            else printed(phone, f"TASK {kind} id={task_id(phone, kind)} userId=0\n")
        )
    return printed(phone, f"Bad activity command, or no activities match: {kind}\nUse -h for help.\n")


def focus(phone: Phone) -> str:
    """The lines of ``dumpsys window`` that tell which window and which app have the focus."""
    front = front_of(phone)
    window = front.component
    if phone.shade is not None:
        window = "StatusBar"
    return f"  mCurrentFocus=Window{{{_token(window)} u0 {window}}}\n  mFocusedApp={_app(phone, front)}\n"


def _app(phone: Phone, front: Activity) -> str:
    token = _token(front.component)
    return f"AppWindowToken{{{token} token=Token{{{token} {record(phone, front)}}}}}"


COMMANDS: dict[str, Command] = {"am": manage}
