"""The shell command ``am``, and the output of ``dumpsys activity`` and ``dumpsys window`` about activities
and windows.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

from bmoca_gym.handset import packages
from bmoca_gym.handset.shell.android import am, automation
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities, automation_packages, split
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
    """The hexadecimal id that Android prints before a record's name. Equal activities have equal ids."""
    return f"{zlib.crc32(component.encode('utf-8', 'replace')):x}"


def front_of(phone: Phone) -> Activity:
    """The activity in front: a system prompt if one covers the app, else the app's."""
    prompt = phone.top.prompt
    return phone.top if prompt is None else Activity(prompts.component_of(phone, prompt))


def record(phone: Phone, activity: Activity) -> str:
    """An activity as the activity manager prints it."""
    asked = phone.top.prompt is not None and activity == front_of(phone)
    task = task_id(phone, phone.top.package if asked else activity.package)
    return f"ActivityRecord{{{_token(activity.component)} u0 {activity.short_component} t{task}}}"


def _start(phone: Phone, words: list[str]) -> Result:
    """``am start [-W] [-S] INTENT``. With ``-W`` it reports how the launch went."""
    after, said, code = am.start(phone, [word for word in words if word])
    if code:
        return _split(after, said, code)
    if "-W" in words:
        shown = after.top
        said += (
            f"Status: ok\nLaunchState: {_launch_state(phone, shown)}\nActivity: {shown.short_component}\n"
            f"TotalTime: {_LAUNCH_MILLISECONDS}\nWaitTime: {_LAUNCH_MILLISECONDS + 3}\nComplete\n"
        )
    return printed(after, said)


def _force_stop(phone: Phone, words: list[str]) -> Result:
    return _split(*am.force_stop(phone, words))


def _broadcast(phone: Phone, words: list[str]) -> Result:
    return _split(*am.broadcast(phone, words))


def _kill_all(phone: Phone, words: list[str]) -> Result:
    """``am kill-all``: kill all processes except the one in front."""
    if words:
        return _misused(phone)
    beside = split.beside(phone)
    for task in phone.tasks:
        if phone.home or (task is not phone.tasks[-1] and task is not beside):
            phone = running_processes.force_stop(phone, task.package)
    return Result(phone)


def _current_user(phone: Phone, words: list[str]) -> Result:
    return printed(phone, "0\n")


def _stack(phone: Phone, words: list[str]) -> Result:
    """``am stack list``, ``am stack remove NUMBER``."""
    if words[:1] == ["list"]:
        return printed(phone, stacks(phone))
    if words[:1] == ["remove"] and len(words) == 2:
        package = next((t.package for t in phone.tasks if str(task_id(phone, t.package)) == words[1]), None)
        return Result(phone if package is None else activities.remove_task(phone, package))
    return _misused(phone)


def _task(phone: Phone, words: list[str]) -> Result:
    """``am task lock NUMBER|stop``. Reports success, but no task is ever locked here."""
    if words[:1] != ["lock"] or len(words) != 2:
        return _misused(phone)
    return printed(phone, f"Activity manager is {'not ' if words[1] == 'stop' else ''}in lockTaskMode\n")


def _start_service(phone: Phone, words: list[str]) -> Result:
    intent = am.intent_of(words)
    after = automation.start_service(phone, am.component_of(intent.component), am.texts_of(intent))
    said = f"Starting service: {intent.text}\n"
    if after is not None:
        return printed(after, said)
    return failed(phone, f"{said}Error: Not found; no service started.\n")


def _stop_service(phone: Phone, words: list[str]) -> Result:
    intent = am.intent_of(words)
    package = am.component_of(intent.component).partition("/")[0] or intent.package
    said = f"Stopping service: {intent.text}\n"
    if package in phone.automation and package in phone.processes:
        return printed(automation_packages.ended(phone, package), f"{said}Service stopped\n")
    return Result(phone, said.encode("utf-8", "replace"), b"Service not stopped: was not running.\n", 255)


def _instrument(phone: Phone, words: list[str]) -> Result:
    """``am instrument COMPONENT``: no instrumentation is found."""
    return failed(
        phone,
        "INSTRUMENTATION_STATUS: id=ActivityManagerService\n"
        "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: "
        f"ComponentInfo{{{words[-1] if words else ''}}}\nINSTRUMENTATION_STATUS_CODE: -1\n",
    )


def _misused(phone: Phone) -> Result:
    return _split(*am.misused(phone))


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
    """``am send-trim-memory [--user ID] PROCESS LEVEL``. Nothing happens: processes here have no
    memory to give back.
    """
    words = words[2:] if words[:1] == ["--user"] else words
    if len(words) != 2:
        return failed(phone, "Error: Argument expected: PROCESS LEVEL\n", 255)
    name, level = words
    if level not in _TRIM_LEVELS and not (level.isascii() and level.isdecimal()):
        return failed(phone, f"Error: Unknown level option: {level}\n", 255)
    if name in phone.processes or name in map(str, phone.processes.values()):
        return Result(phone)
    return failed(phone, "Unknown error: failed to set trim level\n", 255)


def _launch_state(before: Phone, shown: Activity) -> str:
    """COLD if the app's process had to start, WARM if only its activity had to, HOT if it only came to the front."""
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
    """The tasks from front to back: number, top activity, and whether it is visible."""
    found = [(task_id(phone, t.package), t.activities[-1]) for t in reversed(phone.tasks) if t.activities]
    home = (_HOME_TASK, phone.launcher)
    ordered = (
        [home, *found] if phone.home or not phone.tasks else [found[0], home, *found[1:]] if found else [home]
    )
    ordered[0] = (ordered[0][0], front_of(phone))
    beside = split.beside(phone)
    other = None if beside is None else task_id(phone, beside.package)
    return [(number, activity, at == 0 or number == other) for at, (number, activity) in enumerate(ordered)]


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


def _all(phone: Phone, words: list[str]) -> str:
    front = front_of(phone)
    lines = [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
    ]
    shares = split.shown(phone) is not None
    for number, activity, visible in _shown_tasks(phone):
        mode = "multi-window" if shares and visible else "fullscreen"
        lines += ["", f"  Stack #{number}: type={'home' if number == _HOME_TASK else 'standard'} mode={mode}",
                  f"    Task id #{number}", f"    * TaskRecord{{{_token(str(number))} #{number} "
                                            f"A={activity.package} U=0 StackId={number} sz=1}}"]  # fmt: skip
        held = next((t.activities for t in phone.tasks if task_id(phone, t.package) == number), (activity,))
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
    return "\n".join(lines) + "\n"


def _top(phone: Phone, words: list[str]) -> str:
    front = front_of(phone)
    pid = phone.processes.get(phone.top.package, 2003)
    return (
        f"TASK {front.package} id={task_id(phone, phone.top.package)} userId=0\n"
        f"  ACTIVITY {front.short_component} {_token(front.component)} pid={pid}\n"
        "    Local Activity State:\n      mResumed=true mStopped=false mFinished=false\n"
    )


def _recents(phone: Phone, words: list[str]) -> str:
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
    return "\n".join(lines) + "\n"


def _services(phone: Phone, words: list[str]) -> str:
    told = automation.services(phone, words[0] if words else "")
    return f"ACTIVITY MANAGER SERVICES (dumpsys activity services)\n{told}"


def _processes(phone: Phone, words: list[str]) -> str:
    lines = ["ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)"]
    lines += [
        f"  *APP* ProcessRecord{{{_token(name)} {pid}:{name}/u0a0}}"
        for name, pid in sorted(phone.processes.items())
    ]
    return "\n".join(lines) + "\n"


#: What ``dumpsys activity`` prints of each kind. Each function gets the words behind the kind.
_DUMPS: dict[str, Callable[[Phone, list[str]], str]] = {
    **dict.fromkeys(("activities", "a"), _all),
    **dict.fromkeys(("processes", "p"), _processes),
    **dict.fromkeys(("recents", "r"), _recents),
    **dict.fromkeys(("services", "s"), _services),
    "top": _top,
}


def dump(phone: Phone, words: list[str]) -> str:
    """The output of ``dumpsys activity [activities|top|recents|services|processes|PACKAGE]``."""
    kind = next((word for word in words if not word.startswith("-")), "activities")
    if kind in _DUMPS:
        return _DUMPS[kind](phone, words[words.index(kind) + 1 :] if kind in words else [])
    if kind == front_of(phone).package:
        return _top(phone, [])
    if kind in phone.processes:
        return f"TASK {kind} id={task_id(phone, kind)} userId=0\n"
    return f"Bad activity command, or no activities match: {kind}\nUse -h for help.\n"


def focus(phone: Phone) -> str:
    """The lines of ``dumpsys window`` that say which window and app have the focus."""
    front = front_of(phone)
    window = front.component
    if phone.shade is not None:
        window = "StatusBar"
    return f"  mCurrentFocus=Window{{{_token(window)} u0 {window}}}\n  mFocusedApp={_app(phone, front)}\n"


def _app(phone: Phone, front: Activity) -> str:
    token = _token(front.component)
    return f"AppWindowToken{{{token} token=Token{{{token} {record(phone, front)}}}}}"


#: The verbs of ``am`` and ``cmd activity``. Each function gets the words behind the verb.
_VERBS: dict[str, Callable[[Phone, list[str]], Result]] = {
    "broadcast": _broadcast,
    "get-current-user": _current_user,
    "instrument": _instrument,
    "kill-all": _kill_all,
    "send-trim-memory": _trim_memory,
    "stack": _stack,
    "task": _task,
    **dict.fromkeys(("force-stop", "kill"), _force_stop),
    **dict.fromkeys(("start", "start-activity"), _start),
    **dict.fromkeys(("startservice", "start-service", "start-foreground-service"), _start_service),
    **dict.fromkeys(("stopservice", "stop-service"), _stop_service),
}


def manage(call: Call) -> Result:
    """``am VERB WORDS``: start and stop activities, services and processes. `_VERBS` lists the verbs."""
    verb, *words = call.arguments or [""]
    run = _VERBS.get(verb)
    return _misused(call.phone) if run is None else run(call.phone, words)


COMMANDS: dict[str, Command] = {"am": manage}
