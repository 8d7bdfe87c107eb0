"""A Model Context Protocol server: any client can play the phone, start tasks and read their scores.

The tools that act have the names and arguments of mobile-mcp, so its users have nothing to learn. Positions are in px
of the screen. `bmoca mcp` starts it.
"""

from __future__ import annotations

import contextvars
import functools
import json
import shlex
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError, create_model

from bmoca_gym import tasks
from bmoca_gym.envs.actions import Answer, Finish, Gestures, Move, OpenApp
from bmoca_gym.envs.app_names import names_of, packages_named
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ActionError, ArgumentError, BmocaError, UnknownTaskError, cut
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.integrations import faults
from bmoca_gym.integrations.names import check_choice
from bmoca_gym.integrations.phones import Phones
from bmoca_gym.integrations.session import PhoneSession
from bmoca_gym.tasks.needs import packages
from bmoca_gym.version import __version__

#: Buttons by mobile-mcp's names.
BUTTONS = {
    "BACK": "BACK", "HOME": "HOME", "ENTER": "ENTER", "VOLUME_UP": "VOLUME_UP", "VOLUME_DOWN": "VOLUME_DOWN",
    "APP_SWITCH": "OVERVIEW",
}  # fmt: skip
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: How far a swipe goes without a distance, as a part of the screen's side.
_FAR = 0.3
#: Longest address that is opened, in characters.
_LONGEST_ADDRESS = 8192
#: Most tasks that are listed at once.
_MOST_LISTED = 200

_INSTRUCTIONS = (
    "An Android phone. list_tasks and start_task choose a task; the mobile_ tools see the screen and act; score says "
    "how the task stands; answer and finish end it. Without a task the phone can be used freely. The argument device "
    "may be left out."
)

#: The phone of the client that asks.
Phone = Callable[[], PhoneSession]


def server(phones: Phones | PhoneSession | None = None, shows: bool = False) -> MCPServer:
    """Make the server.

    Args:
        phones: the phones of its clients, or one that they all share; by default a new one.
        shows: whether the tools that act also answer with the elements of the screen, so that a step is one call;
            start_task and restore_state too.
    """
    one = PhoneSession(held_out=True) if phones is None else phones
    held = one if isinstance(one, Phones) else Phones(lambda: one, most=1)
    asking = contextvars.ContextVar("asking", default="")

    async def note(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        asking.set(_client(ctx) if isinstance(one, Phones) else "")
        return await call_next(ctx)

    def phone() -> PhoneSession:
        try:
            return held.of(asking.get())
        except BmocaError as error:
            raise ToolError(str(error)) from error

    # Every request would be a line of the log.
    return MCPServer(
        "bmoca_gym",
        instructions=_INSTRUCTIONS,
        version=__version__,
        tools=[_registered(tool) for tool in tools(phone, shows)],
        middleware=[note],
        log_level="WARNING",
    )


def tools(phone: Phone, shows: bool = False) -> tuple[Callable[..., Any], ...]:
    """Return the tools with which a client plays the phone. Clients see their names, arguments and docstrings."""
    return *_of_tasks(phone, shows), *_of_screen(phone), *_of_hand(phone, shows)


def _client(context: ServerRequestContext[Any, Any]) -> str:
    """The name of a client's phone: ``phone`` in the address, else the client's session if it has one."""
    request = context.request
    if request is None:
        return ""
    return request.query_params.get("phone") or request.headers.get("mcp-session-id") or ""


def _registered(tool: Callable[..., Any]) -> Tool:
    """Make the protocol's tool.

    Tools of mobile-mcp ignore unknown arguments, as another version of it may have them. Ours refuse them: a task in
    another configuration than the one that a client has misspelt would be scored.
    """
    made = _Tool.from_function(_inline(tool), structured_output=False)
    if not made.name.startswith("mobile_"):
        lax = made.fn_metadata.arg_model
        strict = create_model(lax.__name__, __base__=lax, __cls_kwargs__={"extra": "forbid"})
        made.fn_metadata.arg_model, made.parameters = strict, strict.model_json_schema(by_alias=True)
    return made


class _Tool(Tool):
    """A tool that says in one sentence what is wrong with its arguments, and which it takes."""

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            takes = ", ".join(self.parameters["properties"]) or "no arguments"
            raise ToolError(
                f"Nothing was done: {faults.told(error.__cause__)}. {self.name} takes {takes}."
            ) from error


def _inline(tool: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Wrap the tool as a coroutine: the server would call a function in a thread, but phones share caches."""

    @functools.wraps(tool)
    async def called(*arguments: Any, **named: Any) -> Any:
        return tool(*arguments, **named)

    return called


def _told(phone: Phone, act: Callable[[], object], done: str, shows: bool = False) -> str:
    """Do something, and report what was done and whether the episode is over. The model is told if it can't be done.

    shows: whether to add the elements of the screen.
    """
    try:
        act()
    except BmocaError as error:
        raise ToolError(f"Nothing was done: {' '.join(str(error).split())}") from error
    if phone().over:
        return f"{done} The episode is over: see score."
    return f"{done}\n{elements(phone())}" if shows else done


def _of_tasks(phone: Phone, shows: bool) -> tuple[Callable[..., Any], ...]:
    def list_tasks(choice: str = "representative", contains: str = "") -> str:
        """List tasks, one a line: id and instruction.

        choice: representative, all, app:Clock, androidworld/all, androidlab/all, or an id. contains: words to look for.
        """
        words = contains.casefold().split()
        try:
            check_choice("choice", choice)
            found = tasks.select(choice)
        except BmocaError as error:
            raise ToolError(str(error)) from error
        lines = [f"{task.suite}/{task.id.rpartition('/')[2]}: {task.instruction}" for task in found]
        lines = [line for line in lines if all(word in line.casefold() for word in words)]
        more = [f"… and {len(lines) - _MOST_LISTED} more"] if len(lines) > _MOST_LISTED else []
        return "\n".join([*lines[:_MOST_LISTED], *more]) or "No task matches."

    def start_task(task: str, seed: int | None = None, configuration: str = "") -> str:
        """Start a task on a new phone. Returns its instruction.

        task: an id of list_tasks. seed: number of the instance, for tasks with parameters; without it the first.
        configuration: id of a configuration of the phone, such as 000 or androidworld/pixel_6.
        """
        try:
            check_choice("task", task)
            check_choice("configuration", configuration)
            instruction = phone().start(task, seed, configuration)
        except UnknownTaskError as error:
            raise ToolError(f"{error} Here, the tool list_tasks lists them.") from error
        except BmocaError as error:
            raise ToolError(str(error)) from error
        return f"{instruction}\n{elements(phone())}" if shows else instruction

    def score() -> str:
        """Say how the task stands, as JSON: success, score, sub-goals, evidence, steps, whether the episode is over."""
        try:
            return json.dumps(phone().score(), ensure_ascii=False)
        except BmocaError as error:
            raise ToolError(str(error)) from error

    def save_state(name: str) -> str:
        """Keep the state of the phone and of the task under a name."""
        return _told(phone, lambda: phone().save(name), f"Saved {cut(name)}.")

    def restore_state(name: str) -> str:
        """Go on from a state that save_state kept, as often as you like. start_task drops the states."""
        return _told(phone, lambda: phone().restore(name), f"Restored {cut(name)}.", shows)

    def answer(text: str) -> str:
        """Answer the task's question."""
        return _told(phone, lambda: phone().act(Answer(text)), "Answered.")

    def finish(message: str = "") -> str:
        """End the task when it is done, or can't be done."""
        return _told(phone, lambda: phone().act(Finish(message)), "Finished.")

    return list_tasks, start_task, score, save_state, restore_state, answer, finish


def _of_screen(phone: Phone) -> tuple[Callable[..., Any], ...]:
    def mobile_list_available_devices() -> str:
        """List the devices: there is one."""
        info = phone().device.info
        return json.dumps(
            {
                "devices": [
                    {
                        "id": info.serial,
                        "name": "bmoca_gym",
                        "platform": "android",
                        "type": "emulator",
                        "state": "online",
                    }
                ]
            }
        )

    def mobile_get_screen_size(device: str = "") -> str:
        """Say the size of the screen in px."""
        return f"Screen size is {phone().device.info.width}x{phone().device.info.height} pixels"

    def mobile_take_screenshot(device: str = "") -> Image:
        """Take a picture of the screen, at its own size."""
        return Image(data=png(phone().picture()), format="png")

    def mobile_list_elements_on_screen(device: str = "", format: Literal["text", "json"] = "text") -> str:
        """List the elements on the screen: ref, kind, words, and the box in px. A ref can be clicked."""
        if format == "text":
            return elements(phone())
        found = []
        for ref, node in _elements(phone()):
            left, top, right, bottom = node.bounds
            found.append(
                {
                    "ref": ref, "type": node.class_name.rpartition(".")[2], "text": node.text,
                    "label": node.content_description, "identifier": node.resource_id,
                    "coordinates": {"x": left, "y": top, "width": right - left, "height": bottom - top},
                }
            )  # fmt: skip
        return json.dumps(found, ensure_ascii=False)

    def mobile_list_apps(device: str = "") -> str:
        """List the apps on the phone: their names and packages."""
        installed = packages(phone().device)
        names, _ = names_of(installed)
        return "\n".join(
            f"{names[package]} ({package})" for package in sorted(names) if package in (installed or names)
        )

    def mobile_get_foreground_app(device: str = "") -> str:
        """Say which app is in front."""
        tree = phone().tree()
        package = tree.nodes[0].package if tree.nodes else ""
        return json.dumps({"packageName": package})

    def mobile_get_orientation(device: str = "") -> str:
        """Say the orientation of the screen."""
        info = phone().device.info
        return f"Current device orientation is {'landscape' if info.width > info.height else 'portrait'}"

    return (
        mobile_list_available_devices, mobile_get_screen_size, mobile_take_screenshot, mobile_list_elements_on_screen,
        mobile_list_apps, mobile_get_foreground_app, mobile_get_orientation,
    )  # fmt: skip


def elements(session: PhoneSession) -> str:
    """Describe the elements of a screen, one per line, as ``mobile_list_elements_on_screen`` does."""
    lines = []
    for ref, node in _elements(session):
        left, top, right, bottom = node.bounds
        words = json.dumps(node.text or node.content_description, ensure_ascii=False)
        kind = node.class_name.rpartition(".")[2]
        lines.append(f"{ref} {kind} {words} at {left},{top} size {right - left}x{bottom - top}")
    return "\n".join(lines)


def _elements(session: PhoneSession) -> list[tuple[str, UiNode]]:
    """The elements that have text or can be touched, with their refs."""
    return [
        (f"@e{place}", node)
        for place, node in enumerate(session.tree(), start=1)
        if node.text or node.content_description or node.clickable or node.editable
    ]


def _of_hand(phone: Phone, shows: bool) -> tuple[Callable[..., Any], ...]:
    def at(x: float, y: float) -> tuple[float, float]:
        info = phone().device.info
        if not (0 <= x < info.width and 0 <= y < info.height):
            raise ActionError(f"{x}, {y} is not on the screen of {info.width} x {info.height} px.")
        return x / info.width, y / info.height

    def do(make: Callable[[], Move], done: str) -> str:
        return _told(phone, lambda: phone().act(make()), done, shows)

    def mobile_click_on_screen_at_coordinates(
        x: float | None = None, y: float | None = None, ref: str = "", device: str = ""
    ) -> str:
        """Click on the screen, at x and y in px, or on an element by its ref of mobile_list_elements_on_screen."""

        def click() -> Move:
            if ref:
                node = dict(_elements(phone())).get(ref)
                if node is None:
                    raise ActionError(
                        f"There is no element {cut(ref)} on the screen. List the elements anew."
                    )
                return Tap(*at(*node.center))
            if x is None or y is None:
                raise ActionError("Give x and y, or ref.")
            return Tap(*at(x, y))

        return do(click, f"Clicked {ref or f'at {x}, {y}'}.")

    def mobile_double_tap_on_screen(x: float, y: float, device: str = "") -> str:
        """Tap twice, quickly, at x and y in px."""
        return do(lambda: Gestures((Tap(*at(x, y)), Tap(*at(x, y)))), f"Double-tapped at {x}, {y}.")

    def mobile_long_press_on_screen_at_coordinates(
        x: float, y: float, duration: int = 500, device: str = ""
    ) -> str:
        """Hold a place on the screen, at x and y in px, for so many milliseconds."""
        seconds = min(max(duration, 1), 10_000) / 1000
        return do(lambda: LongPress(*at(x, y), max(seconds, 0.5)), f"Long-pressed at {x}, {y}.")

    def mobile_swipe_on_screen(
        direction: Literal["up", "down", "left", "right"], x: float | None = None, y: float | None = None,
        distance: float | None = None, device: str = "",
    ) -> str:  # fmt: skip
        """Swipe: the finger moves in the direction from x and y, or the middle of the screen, by a distance in px."""

        def swipe() -> Move:
            info = phone().device.info
            across, along = _DIRECTIONS[direction]
            side = info.width if across else info.height
            far = _FAR * side if distance is None else abs(distance)
            x0, y0 = (info.width / 2 if x is None else x), (info.height / 2 if y is None else y)
            x1 = min(max(x0 + across * far, 0), info.width - 1)
            y1 = min(max(y0 + along * far, 0), info.height - 1)
            return Swipe(*at(x0, y0), *at(x1, y1))

        return do(swipe, f"Swiped {direction}.")

    def mobile_type_keys(text: str, submit: bool = False, device: str = "") -> str:
        """Type into the text field that has the focus. submit: press Enter then."""
        typed: tuple[Any, ...] = (TypeText(text), *([PressKey("ENTER")] if submit else []))
        return do(lambda: Gestures(typed) if submit else typed[0], f"Typed {cut(text)}.")

    def mobile_press_button(button: str, device: str = "") -> str:
        """Press a button: BACK, HOME, ENTER, VOLUME_UP, VOLUME_DOWN or APP_SWITCH."""

        def press() -> Move:
            if button not in BUTTONS:
                raise ActionError(f"There is no button {cut(button)}; buttons are {', '.join(BUTTONS)}.")
            return PressKey(BUTTONS[button])

        return do(press, f"Pressed {button}.")

    def mobile_launch_app(packageName: str, device: str = "") -> str:
        """Open an app by its package, or its name."""
        return do(lambda: OpenApp(packageName), f"Launched {cut(packageName)}.")

    def mobile_terminate_app(packageName: str, device: str = "") -> str:
        """Stop an app, by its package or its name."""

        def stop() -> None:
            there = packages(phone().device) or ()
            package = next((one for one in packages_named(packageName) if one in there), None)
            if package is None:
                raise ActionError(f"There is no app {cut(packageName)} on this phone.")
            phone().run(f"am force-stop {package}")

        return _told(phone, stop, f"Terminated {cut(packageName)}.", shows)

    def mobile_open_url(url: str, device: str = "") -> str:
        """Open an address in the browser, or in the app that takes it."""

        def view() -> None:
            if len(url) > _LONGEST_ADDRESS:
                raise ArgumentError(
                    f"The address has {len(url)} characters; at most {_LONGEST_ADDRESS} are read."
                )
            phone().run(f"am start -a android.intent.action.VIEW -d {shlex.quote(url)}")

        return _told(phone, view, f"Opened {cut(url)}.", shows)

    return (
        mobile_click_on_screen_at_coordinates, mobile_double_tap_on_screen, mobile_long_press_on_screen_at_coordinates,
        mobile_swipe_on_screen, mobile_type_keys, mobile_press_button, mobile_launch_app, mobile_terminate_app,
        mobile_open_url,
    )  # fmt: skip
