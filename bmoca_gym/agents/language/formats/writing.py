"""Write gestures as answers in each grammar, as experts would say them. Training data and scripted models use this."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.agents.language.formats import call_writing, mobile_use, moves, points, ui_tars
from bmoca_gym.agents.language.formats.points import Scale
from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.wording import AGAINST, Words, direction, dumped, inverse, quoted
from bmoca_gym.agents.language.saying import clears
from bmoca_gym.envs.actions import Answer, Ask, Finish, Move, OpenApp, Wait
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText


def _ui_tars(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def point(x: float, y: float) -> str:
        return "'<point>{} {}</point>'".format(*at(x, y))

    words = None
    if isinstance(move, Tap):
        words = f"click(point={point(move.x, move.y)})"
    elif isinstance(move, LongPress):
        words = f"long_press(point={point(move.x, move.y)})"
    elif isinstance(move, Swipe) and not move.held:
        words = f"drag(start_point={point(move.x0, move.y0)}, end_point={point(move.x1, move.y1)})"
    elif isinstance(move, TypeText):
        words = f"type(content={quoted(move.text)})"
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME"):
        words = f"press_{move.key.lower()}()"
    elif isinstance(move, PressKey) and move.key in ("ENTER", "OVERVIEW", "DEL"):
        words = f"hotkey(key='{ {'ENTER': 'enter', 'OVERVIEW': 'recents', 'DEL': 'backspace'}[move.key] }')"
    elif isinstance(move, OpenApp):
        words = f"open_app(app_name={quoted(move.name)})"
    elif isinstance(move, Wait):
        words = "wait()"
    elif isinstance(move, (Finish, Answer)):
        words = f"finished(content={quoted(move.message if isinstance(move, Finish) else move.text)})"
    return words and f"Thought: {thought}\nAction: {words}"


def _seed(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def point(x: float, y: float) -> str:
        return "<point>{} {}</point>".format(*at(x, y))

    name = ""
    given: dict[str, Any] = {}
    if isinstance(move, (Tap, LongPress)):
        name, given = "click" if isinstance(move, Tap) else "long_press", {"point": point(move.x, move.y)}
    elif isinstance(move, Swipe) and not move.held:
        name = "drag"
        given = {"start_point": point(move.x0, move.y0), "end_point": point(move.x1, move.y1)}
    elif isinstance(move, TypeText):
        name, given = "type", {"content": move.text}
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME"):
        name = f"press_{move.key.lower()}"
    elif isinstance(move, PressKey) and move.key == "ENTER":
        name, given = "hotkey", {"key": "enter"}
    elif isinstance(move, OpenApp):
        name, given = "open_app", {"app_name": move.name}
    elif isinstance(move, Wait):
        name, given = "wait", {"time": "1"}
    elif isinstance(move, (Finish, Answer)):
        name, given = "finished", {"content": move.message if isinstance(move, Finish) else move.text}
    if not name:
        return None
    # A reader removes a line break at each end of a value.
    breaks = {key: "\n" if value[:1] == "\n" or value[-1:] == "\n" else "" for key, value in given.items()}
    written = "".join(
        f"<parameter={key}>{breaks[key]}{value}{breaks[key]}</parameter>" for key, value in given.items()
    )
    return f"<think>{thought}</think><tool_call><function={name}>{written}</function></tool_call>"


_BUTTONS = {"BACK": "Back", "HOME": "Home", "OVERVIEW": "Menu", "ENTER": "Enter"}


def _mobile_use(move: Move, at: Callable[[float, float], tuple[int, int]]) -> dict[str, Any] | None:
    """The arguments of the tool ``mobile_use``."""
    if isinstance(move, Tap):
        return {"action": "click", "coordinate": [*at(move.x, move.y)]}
    if isinstance(move, LongPress):
        return {"action": "long_press", "coordinate": [*at(move.x, move.y)], "time": move.seconds}
    if isinstance(move, Swipe):
        first, second = [*at(move.x0, move.y0)], [*at(move.x1, move.y1)]
        return {"action": "drag" if move.held else "swipe", "coordinate": first, "coordinate2": second}
    if isinstance(move, TypeText):
        return {"action": "type", "text": move.text}
    if isinstance(move, PressKey) and move.key in _BUTTONS:
        return {"action": "system_button", "button": _BUTTONS[move.key]}
    if isinstance(move, PressKey):
        return {"action": "key", "text": move.key.lower()}
    if isinstance(move, OpenApp):
        return {"action": "open", "text": move.name}
    if isinstance(move, Wait):
        return {"action": "wait", "time": move.seconds or 1}
    if isinstance(move, Ask):
        return {"action": "ask_user", "text": move.question}
    if isinstance(move, Answer):
        return {"action": "answer", "text": move.text}
    if isinstance(move, Finish):
        failed = move.status == "infeasible"
        if move.message and not failed:
            return {"action": "answer", "text": move.message}
        return {"action": "terminate", "status": "failure" if failed else "success"}
    return None


def _tool_call(given: Mapping[str, Any]) -> str:
    return f"<tool_call>\n{dumped({'name': 'mobile_use', 'arguments': given})}\n</tool_call>"


def _qwen25(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    given = _mobile_use(move, at)
    return None if given is None else _tool_call(given)


def _qwen3(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    given = _mobile_use(move, at)
    return None if given is None else f"Thought: {thought}\nAction: {thought}\n{_tool_call(given)}"


def _qwen35_xml(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    given = _mobile_use(move, at)
    if given is None:
        return None
    written = "".join(
        f"<parameter={key}>\n{value if isinstance(value, str) else dumped(value)}\n</parameter>\n"
        for key, value in given.items()
    )
    return f"<tool_call>\n<function=mobile_use>\n{written}</function>\n</tool_call>"


def _gui_owl(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    given = _mobile_use(move, at)
    return None if given is None else f"Action: {thought}\n{_tool_call(given)}"


def _mai_ui(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    given = _mobile_use(move, at)
    if given is None:
        return None
    if given["action"] in ("swipe", "drag"):
        first, second = given["coordinate"], given["coordinate2"]
        given = {"action": "drag", "start_coordinate": first, "end_coordinate": second}
    if given["action"] == "terminate" and given["status"] == "failure":
        given["status"] = "fail"
    if given["action"] == "system_button":
        given["button"] = given["button"].lower()
    return f"<thinking>\n{thought}\n</thinking>\n{_tool_call(given)}"


def _autoglm(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def point(x: float, y: float) -> str:
        return "[{},{}]".format(*at(x, y))

    words = None
    if isinstance(move, Tap):
        words = f'do(action="Tap", element={point(move.x, move.y)})'
    elif isinstance(move, LongPress):
        words = f'do(action="Long Press", element={point(move.x, move.y)})'
    elif isinstance(move, Swipe) and not move.held:
        words = f'do(action="Swipe", start={point(move.x0, move.y0)}, end={point(move.x1, move.y1)})'
    elif isinstance(move, TypeText):
        words = f'do(action="Type", text="{move.text}")'
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME"):
        words = f'do(action="{move.key.title()}")'
    elif isinstance(move, OpenApp):
        words = f'do(action="Launch", app="{move.name}")'
    elif isinstance(move, Wait):
        words = 'do(action="Wait", duration="1 seconds")'
    elif isinstance(move, (Finish, Answer)):
        words = f'finish(message="{move.message if isinstance(move, Finish) else move.text}")'
    return words and f"<think>{thought}</think>\n<answer>{words}</answer>"


def _ui_venus(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def point(x: float, y: float) -> str:
        return "({},{})".format(*at(x, y))

    keys = {
        "BACK": "PressBack()",
        "HOME": "PressHome()",
        "ENTER": "PressEnter()",
        "OVERVIEW": "PressRecent()",
    }
    words = None
    if isinstance(move, (Tap, LongPress)):
        words = f"{'Click' if isinstance(move, Tap) else 'LongPress'}(box={point(move.x, move.y)})"
    elif isinstance(move, Swipe):
        name = "Drag" if move.held else "Scroll"
        words = f"{name}(start={point(move.x0, move.y0)}, end={point(move.x1, move.y1)})"
    elif isinstance(move, TypeText):
        words = f"Type(content={quoted(move.text)})"
    elif isinstance(move, PressKey):
        words = keys.get(move.key)
    elif isinstance(move, OpenApp):
        words = f"Launch(app={quoted(move.name)})"
    elif isinstance(move, Wait):
        words = "Wait()"
    elif isinstance(move, Answer):
        words = f"CallUser(content={quoted(move.text)})"
    elif isinstance(move, Finish):
        words = f"Finished(content={quoted(move.message)})"
    return words and f"<think>{thought}</think>\n<action>{words}</action>\n<conclusion>{thought}</conclusion>"


def _step_gui(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def point(x: float, y: float) -> str:
        return "{},{}".format(*at(x, y))

    fields: dict[str, str] = {}
    if isinstance(move, Tap):
        fields = {"action": "CLICK", "point": point(move.x, move.y)}
    elif isinstance(move, LongPress):
        fields = {"action": "LONGPRESS", "point": point(move.x, move.y), "value": f"{move.seconds:g}"}
    elif isinstance(move, Swipe) and not move.held:
        fields = {"action": "SLIDE", "point1": point(move.x0, move.y0), "point2": point(move.x1, move.y1)}
    elif isinstance(move, TypeText) and not set("\n\t") & set(move.text):
        fields = {"action": "TYPE", "value": move.text}
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME"):
        fields = {"action": move.key}
    elif isinstance(move, OpenApp):
        fields = {"action": "AWAKE", "value": move.name}
    elif isinstance(move, Wait):
        fields = {"action": "WAIT", "value": f"{move.seconds or 1:g}"}
    elif isinstance(move, Finish) and move.status == "infeasible":
        fields = {"action": "ABORT", "value": move.message}
    elif isinstance(move, (Finish, Answer)):
        fields = {"action": "COMPLETE", "return": move.message if isinstance(move, Finish) else move.text}
    if not fields:
        return None
    written = {"explain": thought, **fields, "summary": thought}
    return f"<THINK> {thought} </THINK>\n" + "\t".join(f"{key}:{value}" for key, value in written.items())


def _agentcpm(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    given: dict[str, Any] = {}
    if isinstance(move, Tap):
        given = {"POINT": [*at(move.x, move.y)]}
    elif isinstance(move, LongPress):
        given = {"POINT": [*at(move.x, move.y)], "duration": round(1000 * move.seconds)}
    elif isinstance(move, Swipe) and not move.held:
        given = {"POINT": [*at(move.x0, move.y0)], "to": [*at(move.x1, move.y1)]}
    elif isinstance(move, TypeText):
        given = {"TYPE": move.text}
    elif clears(move):
        given = {"CLEAR": None}
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME", "ENTER", "OVERVIEW"):
        given = {"PRESS": "APPSELECT" if move.key == "OVERVIEW" else move.key}
    elif isinstance(move, Wait):
        given = {"duration": round(1000 * (move.seconds or 1))}
    elif isinstance(move, (Finish, Answer)):
        failed = isinstance(move, Finish) and move.status == "infeasible"
        given = {"STATUS": "impossible" if failed else "finish"}
        thought = (move.message if isinstance(move, Finish) else move.text) or thought
    if not given:
        return None
    return json.dumps({"thought": thought, **given}, ensure_ascii=False, separators=(",", ":"))


def _is_a_scroll(swipe: Swipe) -> bool:
    """Whether a swipe from the middle over half of the screen has the same effect."""
    right, down = abs(swipe.x1 - swipe.x0), abs(swipe.y1 - swipe.y0)
    if right > down:
        return 0.02 < swipe.x0 < 0.98 and abs(swipe.y0 - 0.5) < 0.1 and abs(right - 0.5) < 0.05
    return 0.03 < swipe.y0 < 0.97 and abs(down - 0.5) < 0.05


def _os_atlas(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def point(x: float, y: float) -> str:
        return "<point>[[{}, {}]]</point>".format(*at(x, y))

    keys = {"BACK": "PRESS_BACK", "HOME": "PRESS_HOME", "OVERVIEW": "PRESS_RECENT", "ENTER": "ENTER"}
    words = None
    if isinstance(move, (Tap, LongPress)):
        words = f"{'CLICK' if isinstance(move, Tap) else 'LONG_PRESS'} {point(move.x, move.y)}"
    elif isinstance(move, Swipe) and not move.held:
        way = direction(move, Frame((1, 1), (1, 1))) if _is_a_scroll(move) else None
        ends = f"{point(move.x0, move.y0)} {point(move.x1, move.y1)}"
        words = f"SCROLL [{AGAINST[way]}]" if way else f"SWIPE {ends}"
    elif isinstance(move, TypeText):
        words = f"TYPE [{move.text}]"
    elif isinstance(move, PressKey):
        words = keys.get(move.key)
    elif isinstance(move, OpenApp):
        words = f"OPEN_APP [{move.name}]"
    elif isinstance(move, Wait):
        words = "WAIT"
    elif isinstance(move, Answer) or (isinstance(move, Finish) and move.message):
        words = f"ANSWER [{move.text if isinstance(move, Answer) else move.message}]"
    elif isinstance(move, Finish):
        words = "IMPOSSIBLE" if move.status == "infeasible" else "COMPLETE"
    return words and f"thoughts:\n{thought}\nactions:\n{words}"


def _cogagent(move: Move, at: Callable[[float, float], tuple[int, int]], thought: str) -> str | None:
    def box(x: float, y: float) -> str:
        across, down = at(x, y)
        return f"[[{across:03d},{down:03d},{across:03d},{down:03d}]]"

    words = None
    if isinstance(move, Tap):
        words = f"CLICK(box={box(move.x, move.y)})"
    elif isinstance(move, LongPress):
        words = f"RIGHT_CLICK(box={box(move.x, move.y)})"
    elif isinstance(move, Swipe) and not move.held:
        way = direction(move, Frame((1, 1), (1, 1)))
        length = max(abs(move.x1 - move.x0), abs(move.y1 - move.y0))
        steps = max(1, round(length / moves.STEP))
        words = way and f"SCROLL_{AGAINST[way]}(box={box(move.x0, move.y0)}, step_count={steps})"
    elif isinstance(move, TypeText):
        words = f"TYPE(text={quoted(move.text)})"
    elif isinstance(move, PressKey) and move.key in ("BACK", "HOME", "ENTER", "OVERVIEW"):
        words = f"KEY_PRESS(key='{ {'OVERVIEW': 'recents'}.get(move.key, move.key.lower()) }')"
    elif isinstance(move, OpenApp):
        words = f"LAUNCH(app={quoted(move.name)}, url='None')"
    elif isinstance(move, Answer):
        words = f"LLM(prompt='The answer', output='__CogName_Answer__', result={quoted(move.text)})"
    elif isinstance(move, Finish) and not move.message:
        words = "END()"
    return words and f"Status: a phone\nPlan: {thought}\nAction: {thought}\nGrounded Operation: {words}"


_RESIZED_UI_TARS = points.resized(*ui_tars.RESIZED)
_RESIZED_QWEN = points.resized(*mobile_use.RESIZED)


def _of_a_thousand(value: float, axis: int, frame: Frame) -> float:
    return min(int(value * frame.screen[axis] / 1000), frame.screen[axis] - 1)


#: How each format writes, and its scale.
WRITERS: Mapping[str, tuple[Words, Scale]] = {
    "ui-tars-1.5": (_ui_tars, _RESIZED_UI_TARS),
    "ui-tars-1.5/npm": (_ui_tars, points.resized(*ui_tars.RESIZED, points.half_up)),
    "ui-tars-doubao": (_ui_tars, points.thousandths),
    "seed-1.8": (_seed, points.whole_thousandths),
    "qwen2.5-vl": (_qwen25, _RESIZED_QWEN),
    "qwen3-vl": (_qwen3, points.rounded_999),
    "qwen3.5": (_qwen3, points.rounded_999),
    "qwen3.5/tools": (_qwen35_xml, points.rounded_999),
    "gui-owl-1.5": (_gui_owl, points.whole_thousandths),
    "autoglm-phone": (_autoglm, points.whole_thousandths),
    "mai-ui": (_mai_ui, points.whole_999),
    "ui-venus-1.5": (_ui_venus, points.whole_thousandths),
    "step-gui": (_step_gui, points.thousandths),
    "agentcpm-gui": (_agentcpm, points.whole_thousandths),
    "os-atlas": (_os_atlas, points.whole_thousandths),
    "cogagent": (_cogagent, points.whole_thousandths),
    "gemini-computer-use": (call_writing.gemini, points.whole_thousandths),
    "claude-computer-use": (call_writing.claude, points.of_picture),
    "openai-computer-use": (call_writing.openai, points.of_picture),
    "tool-call/1000": (call_writing.tools, _of_a_thousand),
    "tool-call/px": (call_writing.tools, points.of_picture),
}


#: How experts edit a text in grammars without keys for that, see `ActionMode`.
EDITS: Mapping[str, str] = {
    "autoglm-phone": "typing", "ui-venus-1.5": "typing", "agentcpm-gui": "clearing", "step-gui": "lines",
}  # fmt: skip


#: Grammars where experts answer a question in one step and end the task in the next, see `ActionMode`.
ANSWER_FIRST = ("cogagent",)


class LackingError(FormatError):
    """Raised for a move that a grammar lacks. ``lacks``: the move in words."""

    def __init__(self, name: str, lacks: str) -> None:
        super().__init__(f"{name} has no answer for {lacks}.")
        self.lacks = lacks


def _in_words(move: Move) -> str:
    if isinstance(move, PressKey):
        return f"the key {move.key}"
    if isinstance(move, TypeText):
        return "a line break in a text" if "\n" in move.text else "this text"
    if isinstance(move, Swipe):
        if move.held:
            return "a drag that holds first"
        straight = direction(move, Frame((1, 1), (1, 1)))
        return "a swipe that begins elsewhere than in the middle" if straight else "a slanted swipe"
    if isinstance(move, Ask):
        return "a question to the user"
    if isinstance(move, Answer) or (isinstance(move, Finish) and move.message):
        return "an answer in words"
    return {LongPress: "a long press", OpenApp: "to open an app by name"}.get(type(move), type(move).__name__)


def write(name: str, move: Move, frame: Frame, thought: str = "I do the next step.") -> str:
    """Write a move as an answer in a format.

    Raises:
        LackingError: the grammar has no such action.
    """
    words, scale = WRITERS[name]
    written = words(move, inverse(scale, frame), thought)
    if written is None:
        raise LackingError(name, _in_words(move))
    return written
