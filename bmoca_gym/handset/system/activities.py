"""Activities, tasks and processes: the foreground, the activities below it, and the overview's tasks."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.state import Activity, Context, Phone, Prompt, Reply, Split, Task
from bmoca_gym.handset.system import clock, first_runs, permissions, pinned, split
from bmoca_gym.handset.value import do, replace

TOAST_MILLISECONDS = 2000
#: How many of the last toasts a phone remembers.
MOST_TOASTS = 8


def _replace_top(phone: Phone, activity: Activity) -> Phone:
    if phone.home or not phone.tasks:
        return replace(phone, launcher=activity)
    task = phone.tasks[-1]
    task = replace(task, activities=(*task.activities[:-1], activity))
    return replace(phone, tasks=(*phone.tasks[:-1], task))


def focus(phone: Phone, key: str) -> Phone:
    """Focus a text field of the front activity."""
    activity = phone.top
    if activity.focus == key:
        return phone
    focused = replace(activity, focus=key, cursor=None, toolbar="")
    return replace(_replace_top(phone, focused), keyboard_page="letters")


def select(phone: Phone, cursor: tuple[int, int] | None, toolbar: str = "") -> Phone:
    """Select a part of the focused text field, and show a page of its toolbar."""
    activity = phone.top
    if (activity.cursor, activity.toolbar) == (cursor, toolbar):
        return phone
    return _replace_top(phone, replace(activity, cursor=cursor, toolbar=toolbar))


def ask(phone: Phone, prompt: Prompt) -> Phone:
    """Show a question of the system over the front activity."""
    phone = focus(phone, "")
    activity = replace(phone.top, prompt=prompt)
    return replace(_replace_top(phone, activity), system_offsets=(), overview=False, shade=None, picked=None)


def dismiss(phone: Phone) -> Phone:
    """Remove the question over the front activity."""
    prompt = phone.top.prompt
    if prompt is None:
        return phone
    phone = _replace_top(phone, replace(phone.top, prompt=None))
    return focus(phone, prompt.focus) if prompt.focus else phone


def answering(phone: Phone, reply: Reply | None) -> Phone:
    """Have the front activity report its result to ``reply``."""
    return phone if reply is None else _replace_top(phone, replace(phone.top, reply=reply))


def scroll_to(phone: Phone, key: str, offset: int) -> Phone:
    """Move a scroll of the front activity to ``offset`` px."""
    activity = phone.top
    offsets = tuple((k, o) for k, o in activity.offsets if k != key)
    if offset:
        offsets = (*offsets, (key, offset))
    if offsets == activity.offsets:
        return phone
    return _replace_top(phone, replace(activity, offsets=offsets))


def _process(phone: Phone, package: str, component: str, uid: int) -> Phone:
    """Return the phone with the app's process running."""
    if package in phone.processes:
        return phone
    pid = phone.next_pid
    owner = f"{uid}" if uid < 10000 else f"u0a{uid - 10000}"
    phone = replace(phone, processes=phone.processes.set(package, pid), next_pid=pid + 13)
    return phone.logged("ActivityManager", f"Start proc {pid}:{package}/{owner} for activity {{{component}}}")


def start_process(phone: Phone, package: str, uid: int) -> Phone:
    """Start an app's process without a window, as its services do."""
    return _process(phone, package, f"{package}/.service", uid)


#: The setting with the ms that an app takes to start. The shell can't list its namespace.
_START = ("pace", "start_milliseconds")
#: Kind of the `Prompt` that lies over an app until it has started.
STARTING = "starting"


def starting_in(phone: Phone, milliseconds: int) -> Phone:
    """Return a phone on which an app takes that long to start if its process is not running."""
    if milliseconds:
        return replace(phone, settings=phone.settings.set(_START, str(milliseconds)))
    return phone if _START not in phone.settings else replace(phone, settings=phone.settings.delete(_START))


def _starting(phone: Phone) -> Phone:
    """Cover an app that has just been started until it is ready."""
    component = phone.top.component
    phone = ask(phone, Prompt(STARTING, component, focus=phone.top.focus))
    at = phone.clock.uptime + int(phone.settings[_START])
    return clock.schedule(phone, "android", f"start {component}", at, do(_started, component), "uptime")


def _started(phone: Phone, context: object, component: str) -> Phone:
    prompt = phone.top.prompt
    if prompt is not None and (prompt.kind, prompt.subject) == (STARTING, component):
        return dismiss(phone)
    return phone


def start(phone: Phone, component: str, argument: Any = None, action: str = "") -> Phone:
    """Bring an activity to the front: its app's task as the user left it, or with the activity on top."""
    package = component.partition("/")[0]
    app = packages.enabled_of(phone.image).get(package)
    if app is None:
        return phone.logged("ActivityTaskManager", f"START u0 {{cmp={component}}}: not found", "W")
    activity = Activity(component, argument)
    launching = activity.name == app.activity and argument is None
    if launching:
        intent = (
            "act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 "
            f"cmp={activity.short_component}"
        )
    else:
        intent = (f"act={action} " if action else "") + f"cmp={activity.short_component}"
    before, front = phone, phone.top.package
    phone = phone.logged(
        "ActivityTaskManager", f"START u0 {{{intent}}} from uid {packages.uid_of(phone.image, front)}"
    )
    if not _is_beside(phone, package):
        phone = _tell(phone, "paused")
    if phone.split is not None:
        phone = _placed(phone, front, package)
    cold = _START in phone.settings and package not in phone.processes
    phone = _process(phone, package, component, app.uid)
    task = next((t for t in phone.tasks if t.package == package), Task(package))
    made = not (launching and task.activities)
    if made:
        if task.activities and app.kept_lists is not None:
            activity = _with_lists(activity, task.activities[-1], app.kept_lists(phone))
        task = replace(task, activities=(*task.activities, activity))
        phone = phone.logged("ActivityTaskManager", f"Displayed {activity.short_component}: +287ms")
    if front != package:
        task = replace(task, caller="" if launching or phone.home else front)
    others = tuple(t for t in phone.tasks if t.package != package)
    phone = replace(phone, tasks=(*others, task), home=False, overview=False, shade=None, picked=None)
    if made and app.created:
        phone = phone.handled(package, app.created, ())
    wanted = permissions.wanted(phone, package, app.asks) if made and app.asks else ()
    if wanted:
        phone = ask(phone, Prompt("permission", wanted))
    elif made and launching and app.tour and first_runs.due(phone, app):
        phone = _toured(phone, app)
    elif cold:
        phone = _starting(phone)
    return _with_neighbour(before, _tell(phone, "resumed"))


def _with_lists(activity: Activity, before: Activity, keys: tuple[str, ...]) -> Activity:
    """Return an activity with some lists scrolled as they are in another one."""
    if not keys:
        return activity
    own = [one for one in activity.offsets if one[0] not in keys]
    kept = [one for one in before.offsets if one[0] in keys]
    return replace(activity, offsets=(*own, *kept))


def _placed(phone: Phone, front: str, package: str) -> Phone:
    """Give an app that is about to start the same part of the screen as the app that starts it.

    From the home screen of Android 10 it gets the lower part; since Android 12 it gets all of the screen.
    """
    pair = split.paired(phone)
    if pair is None or package in (pair.upper, pair.lower):
        return phone
    if split.shown(phone) is not None:
        return split.exchanged(phone, front, package)
    docked = phone.home and phone.image.api_level < split.PAIRS_STAY
    return split.exchanged(phone, pair.lower, package) if docked else phone


def _is_beside(phone: Phone, package: str) -> bool:
    """Whether an app is on the other side of the divider: going there pauses nothing."""
    if phone.split is None:
        return False
    task = split.beside(phone)
    return task is not None and task.package == package


def _with_neighbour(before: Phone, phone: Phone) -> Phone:
    """Notify the app beside the one in front that the user has left it or come back, too."""
    if before.split is None and phone.split is None:
        return phone
    old, new = split.beside(before), split.beside(phone)
    was, now = (None if one.home else one.top.package for one in (before, phone))
    if old is not None and old.package != now and (new is None or new.package != old.package):
        phone = _tell_beside(phone, old, "paused")
    if new is not None and new.package != was and (old is None or old.package != new.package):
        phone = _tell_beside(phone, new, "resumed")
    return phone


def _tell_beside(phone: Phone, task: Task, event: Literal["paused", "resumed"]) -> Phone:
    app = packages.apps_of(phone.image).get(task.package)
    handler = None if app is None else app.paused if event == "paused" else app.resumed
    if handler is None:
        return phone
    return phone.handled(task.package, handler, (), Context(phone, task.activities[-1]))


def face(phone: Phone) -> Phone:
    """Switch to the app on the other side of the divider: it now gets the input."""
    task = split.beside(phone)
    if task is None:
        return phone
    phone = focus(phone, "")
    others = tuple(one for one in phone.tasks if one.package != task.package)
    return replace(phone, tasks=(*others, task))


def share_screen(phone: Phone, pair: Split) -> Phone:
    """Put two apps on the screen, the lower one in front."""
    before = phone
    return _with_neighbour(before, replace(phone, split=pair))


def leave_split(phone: Phone, package: str) -> Phone:
    """Give the whole screen to one of the two apps that share it. The other one stays in the overview."""
    before = phone
    if _is_beside(phone, package):
        phone = face(phone)
    return _with_neighbour(before, split.closed(phone))


def _toured(phone: Phone, app: App) -> Phone:
    """Begin the tour of the app in front. A tour that only asks for a permission asks for it."""
    first = app.tour[0]
    if not first.permissions:
        return ask(phone, Prompt("tour", 0))
    return ask(first_runs.remember(phone, app.package), Prompt("permission", first.permissions))


def _tell(phone: Phone, event: Literal["paused", "resumed"]) -> Phone:
    """Notify the front app that the user has left it or come back."""
    package = phone.top.package
    if phone.pinned is not None and event == "resumed" and package == phone.pinned.package:
        phone = pinned.leave(phone)
    prompt = phone.top.prompt
    if event == "paused" and prompt is not None and prompt.kind not in ("permission", "tour"):
        phone = dismiss(phone)
    app = packages.apps_of(phone.image).get(package)
    handler = None if app is None else app.paused if event == "paused" else app.resumed
    return phone.handled(package, handler, ()) if handler is not None else phone


def finish(phone: Phone, count: int = 1, result: Any = None) -> Phone:
    """Close the front activity, or the top ``count``. Closing the last one shows the home screen.

    If it was started for a result, the app that started it comes to the front and receives the result, unless that is
    None.
    """
    if phone.home or not phone.tasks:
        return phone
    before, pair = phone, None if phone.split is None else split.shown(phone)
    neighbour = None if pair is None else split.beside(phone)
    phone = _tell(phone, "paused")
    task = phone.tasks[-1]
    left = task.activities[: max(0, len(task.activities) - count)]
    reply = next((a.reply for a in task.activities[len(left) :] if a.reply is not None), None)
    app = packages.apps_of(phone.image)[task.package]
    if left and app.kept_lists is not None:
        left = (*left[:-1], _with_lists(left[-1], task.activities[-1], app.kept_lists(phone)))
    phone = replace(phone, tasks=(*phone.tasks[:-1], replace(task, activities=left)), home=not left)
    if not left:
        if app.closed:
            phone = replace(phone, apps=phone.apps.set(task.package, app.closed(phone.apps[task.package])))
        caller = next((t for t in phone.tasks if t.package == task.caller and t.activities), None)
        if caller is not None:
            phone = _raised(phone, caller, pair is not None)
        elif phone.split is not None and task.package in (phone.split.upper, phone.split.lower):
            phone = split.closed(phone if neighbour is None else _raised(phone, neighbour))
    elif reply is not None:
        asker = next((t for t in phone.tasks if t.package == reply[0] and t.activities), None)
        phone = phone if asker is None else _raised(phone, asker, pair is not None)
    phone = _with_neighbour(before, _tell(phone, "resumed"))
    if reply is not None and result is not None and not phone.home and phone.top.package == reply[0]:
        function, arguments = reply[1]
        phone = phone.handled(reply[0], function, (*arguments, result))
    return phone


def _raised(phone: Phone, task: Task, shares: bool = False) -> Phone:
    """Bring a task to the front. ``shares``: whether it takes over the part of the screen that the front one had."""
    if shares:
        phone = split.exchanged(phone, phone.tasks[-1].package, task.package)
    others = tuple(t for t in phone.tasks if t is not task)
    return replace(phone, tasks=(*others, task), home=False)


def close(phone: Phone, component: str, argument: Any) -> Phone:
    """Close an activity whose question was answered, wherever it is in its task."""
    while (phone.top.component, phone.top.argument) == (component, argument):
        phone = finish(phone)
    tasks = tuple(
        replace(
            task,
            activities=tuple(
                a for a in task.activities if (a.component, a.argument) != (component, argument)
            ),
        )
        for task in phone.tasks
    )
    return phone if tasks == phone.tasks else replace(phone, tasks=tasks)


def go_home(phone: Phone) -> Phone:
    """Show the home screen. The app keeps its state."""
    phone = phone.logged(
        "ActivityTaskManager",
        "START u0 {act=android.intent.action.MAIN cat=[android.intent.category.HOME] flg=0x10200000 "
        "cmp=com.google.android.apps.nexuslauncher/.NexusLauncherActivity} from uid 0",
    )
    before = phone
    if pinned.of_front(phone) is not None:
        phone = pinned.enter(phone if phone.split is None else split.closed(phone))
    else:
        phone = dismiss(phone) if phone.home else _tell(focus(phone, ""), "paused")
    phone = replace(phone, home=True, overview=False, shade=None, picked=None)
    return _with_neighbour(before, _tell(phone, "resumed"))


def show_task(phone: Phone, package: str) -> Phone:
    """Bring a task of the overview to the front. A task that the user left with Back starts afresh."""
    task = next((t for t in phone.tasks if t.package == package), None)
    if task is None:
        return phone
    if not task.activities:
        return start(replace(phone, overview=False), packages.apps_of(phone.image)[package].component)
    before, phone = phone, replace(phone, overview=False, picked=None)
    if (phone.home or phone.tasks[-1].package != package) and not _is_beside(phone, package):
        phone = _tell(phone, "paused")
    others = tuple(t for t in phone.tasks if t.package != package)
    return _with_neighbour(before, _tell(replace(phone, tasks=(*others, task), home=False), "resumed"))


def remove_task(phone: Phone, package: str) -> Phone:
    """Remove a task and end its app's process, as when its card is swiped away."""
    front = not phone.home and bool(phone.tasks) and phone.tasks[-1].package == package
    if phone.pinned is not None and phone.pinned.package == package:
        phone = pinned.close(phone)
    if phone.split is not None and package in (phone.split.upper, phone.split.lower):
        neighbour = split.beside(phone)
        if neighbour is not None and front:  # which then has all of the screen
            phone, front = face(_tell(phone, "paused")), False
        phone = split.closed(phone)
    if front:
        phone = _tell(phone, "paused")
    tasks = tuple(t for t in phone.tasks if t.package != package)
    app = packages.apps_of(phone.image).get(package)
    states = phone.apps
    if app is not None and app.closed:
        states = states.set(package, app.closed(states[package]))
    processes = phone.processes.delete(package) if package in phone.processes else phone.processes
    phone = permissions.process_ended(phone, package)
    return replace(
        phone, tasks=tasks, apps=states, processes=processes, home=phone.home or front or not tasks
    )


def remove_all_tasks(phone: Phone) -> Phone:
    """Clear the overview and show the home screen."""
    for task in phone.tasks:
        phone = remove_task(phone, task.package)
    return replace(phone, overview=False, home=True, picked=None)


def toggle_overview(phone: Phone) -> Phone:
    """Show the overview, or hide it if it is shown."""
    phone = replace(focus(phone, ""), overview=not phone.overview, shade=None, system_offsets=(), picked=None)
    if phone.split is not None and not phone.split.lower:
        phone = split.closed(phone)  # the user has chosen no second app
    return replace(phone, task_menu="") if phone.task_menu else phone


def toast(phone: Phone, text: str) -> Phone:
    """Show a short message."""
    toasts = (*phone.toasts[1 - MOST_TOASTS :], (phone.clock.uptime, text))
    phone = replace(phone, toast=text, toasts=toasts)
    return clock.schedule(
        phone, "android", "toast", phone.clock.uptime + TOAST_MILLISECONDS, do(_toast_over), "uptime"
    )


def _toast_over(phone: Phone, context: object) -> Phone:
    return replace(phone, toast="")
