"""Calculator's display and pad."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calculator import handlers
from bmoca_gym.handset.apps.calculator.state import ID
from bmoca_gym.handset.kits.arithmetic import engine
from bmoca_gym.handset.kits.arithmetic.engine import Formula
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Scroll, Spacer, component
from bmoca_gym.handset.ui.widgets import FittedText, Text
from bmoca_gym.handset.value import Callback, do

RESULT_WIDTH = 14
_NUMBERS = (
    ("clr", "parens", "op_pct", "op_div"), ("digit_7", "digit_8", "digit_9", "op_mul"),
    ("digit_4", "digit_5", "digit_6", "op_sub"), ("digit_1", "digit_2", "digit_3", "op_add"),
    ("digit_0", "dec_point", "del", "eq"),
)  # fmt: skip
_TOP = ("op_sqrt", "const_pi", "op_pow", "op_fact")
_SCIENCE = (("toggle_mode", "fun_sin", "fun_cos", "fun_tan"), ("toggle_inv", "const_e", "fun_ln", "fun_log"))
_INVERSE = {
    "fun_sin": "fun_arcsin", "fun_cos": "fun_arccos", "fun_tan": "fun_arctan", "fun_ln": "fun_exp",
    "fun_log": "fun_10pow", "op_sqrt": "op_sqr",
}  # fmt: skip
_LABELS = {
    "clr": "AC", "parens": "( )", "op_pct": "%", "op_div": "÷", "op_mul": "×", "op_sub": "−", "op_add": "+",
    "eq": "=", "op_sqrt": "√", "const_pi": "π", "op_pow": "^", "op_fact": "!", "fun_sin": "sin", "fun_cos": "cos",
    "fun_tan": "tan", "const_e": "e", "fun_ln": "ln", "fun_log": "log", "fun_arcsin": "sin⁻¹",
    "fun_arccos": "cos⁻¹", "fun_arctan": "tan⁻¹", "fun_exp": "eˣ", "fun_10pow": "10ˣ", "op_sqr": "x²",
    "toggle_inv": "INV",
}  # fmt: skip


#: What the keys do that type no token.
_CALLS: dict[str, Callback] = {
    "toggle_mode": do(switch, "degrees"), "toggle_inv": do(switch, "inverse"),
    "clr": do(handlers.clear), "del": do(handlers.delete), "eq": do(handlers.equals),
}  # fmt: skip
_OPERATORS = ("op_div", "op_mul", "op_sub", "op_add", "op_pct", "parens")
#: The backgrounds of some keys in the dark and in the light theme; others have the colour of raised surfaces.
_BACKGROUNDS = {"clr": (0xFF1E5B4F, 0xFFC4EED0), **dict.fromkeys(_OPERATORS, (0xFF2D4A77, 0xFFD2E3FC))}


@component(512)
def _key(res: Resources, key: str, degrees: bool, inverse: bool, small: bool) -> Element:
    c = res.colors
    token = _INVERSE.get(key, key) if inverse else key
    label = res.digits(token[-1]) if token.startswith("digit_") else _LABELS.get(token, "")
    if token == "dec_point":
        label = resources.decimal_separator(res.locale)
    elif token == "toggle_mode":
        label = res.string("calculator.rad" if degrees else "calculator.deg")
    raised, ink = (c.accent, c.on_accent) if token == "eq" else (c.raised, c.text)
    dark, light = _BACKGROUNDS.get(token, (raised, raised))
    background = None if small else dark if res.dark else light
    tap = _CALLS.get(token, do(handlers.press, token))
    options: dict[str, Any] = {
        "grow": 1,
        "height": FILL,
        "radius": 28,
        "background": background,
        "id": ID + token,
    }
    description = label if token.startswith("digit_") else res.string(f"calculator.{token}")
    if token == "del":
        return icon_button("backspace", description, tap, ink, size=24, width=None,
                           class_name="android.widget.ImageButton", **options)  # fmt: skip
    if token == "toggle_inv" and inverse:
        options["background"], options["selected"] = c.divider, True
    size = 18.0 if small else 26.0 * 0.72 if len(label) > 3 else 26.0
    return FittedText(label, size, ink, align="center", tap=tap, description=description,
                      class_name="android.widget.Button", **options)  # fmt: skip


def _row(
    res: Resources, keys: tuple[str, ...], s: tuple[bool, bool], small: bool, grow: float, *more: Element
) -> Element:
    gap = 0.0 if small else 8.0 if res.width > 300 else 4.0
    return Row(
        *[_key(res, key, *s, small) for key in keys], *more, grow=grow, width=FILL, gap=gap, align="center"
    )


def screen(
    res: Resources, formula: Formula, finished: str, preview: str, problem: str, degrees: bool, inverse: bool,
    advanced: bool,
) -> Element:  # fmt: skip
    """The display above the pad."""
    wide = res.width > res.height
    display = Column(
        *[LeftToRight(line) for line in _lines(res, formula, finished, preview, problem)],
        grow=2 if wide else 3, width=FILL, align="start" if res.rtl else "end", justify="end", gap=6, pad=(20, 4),
        id=ID + "display", background=None,
    )  # fmt: skip
    state = (degrees, inverse)
    pad = _wide_pad(res, state) if wide else _tall_pad(res, state, advanced)
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), _tool_bar(res, degrees), display,
        LeftToRight(pad, grow=5 if wide else 6.4 if advanced else 6, width=FILL),
        width=FILL, height=FILL, background=res.colors.background, id=ID + "main_calculator",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _tool_bar(res: Resources, degrees: bool) -> Element:
    c = res.colors
    unit = res.string("calculator.deg" if degrees else "calculator.rad")
    mode = Text(unit, 14, c.secondary, 500, grow=1, id=ID + "mode", pad=(16, 0))
    history = icon_button("history", res.string("calculator.history"), do(open_overlay, "history"), c.secondary,
                          id=ID + "menu_history")  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.secondary)
    return Row(mode, history, more, width=FILL, height=48, align="center", id=ID + "toolbar",
               class_name="android.view.ViewGroup")  # fmt: skip


def _lines(res: Resources, formula: Formula, finished: str, preview: str, problem: str) -> list[Element]:
    """The formula, and below it the result, its preview, or the error."""
    c = res.colors
    mark, digits = resources.decimal_separator(res.locale), res.digits("0123456789")
    typed = engine.display(formula, mark, digits)
    spoken = engine.spoken(formula, mark, digits)
    size = 48.0 if len(typed) < 9 else 36.0 if len(typed) < 16 else 26.0
    size = min(size, res.height / 11)
    size, ink = (size * 0.6, c.secondary) if finished else (size, c.text)
    text = Text(
        typed, size, ink, 300, spoken=spoken, id=ID + "formula", align="end", width=None if typed else 24
    )
    lines: list[Element] = [
        Scroll(text, key="formula", axis="x", class_name="android.widget.HorizontalScrollView",
               id=ID + "formula_container")
    ]  # fmt: skip
    if problem:
        lines.append(_result(res, res.string(f"calculator.{problem}"), 28, c.error, "result_preview"))
    elif finished:
        lines.append(_result(res, shown(res, finished), 48, c.text, "result_final"))
    elif preview:
        lines.append(_result(res, shown(res, preview), 28, c.secondary, "result_preview"))
    return lines


def _wide_pad(res: Resources, state: tuple[bool, bool]) -> Element:
    """Functions on the left and numbers on the right, for a screen that is wider than tall."""
    functions = [_row(res, keys, state, True, 1) for keys in (_TOP, *_SCIENCE)]
    numbers = [_row(res, keys, state, False, 1) for keys in _NUMBERS]
    return Row(
        Column(*functions, grow=2, height=FILL, id=ID + "pad_advanced"),
        Column(*numbers, grow=3, height=FILL, gap=8, id=ID + "pad_numeric"),
        width=FILL, height=FILL, gap=12, pad=(12, 4, 12, 8),
    )  # fmt: skip


def _tall_pad(res: Resources, state: tuple[bool, bool], advanced: bool) -> Element:
    """Numbers with a row of functions above; all functions if they are ``advanced``."""
    c = res.colors
    side = max(24, min(40, res.height // 20))
    glyph, label = ("expand_less", "collapse") if advanced else ("expand_more", "expand")
    arrow = icon_button(
        glyph, res.string(f"calculator.{label}"), do(switch, "advanced"), c.secondary, id=ID + "arrow",
        height=side, width=side, background=c.raised, radius=side / 2,
    )  # fmt: skip
    science = [_row(res, keys, state, True, 0.6, Spacer(width=side, height=1)) for keys in _SCIENCE]
    return Column(
        _row(res, _TOP, state, True, 0.6, arrow), *(science if advanced else []),
        *[_row(res, keys, state, False, 1) for keys in _NUMBERS],
        width=FILL, height=FILL, gap=8.0 if res.width > 300 else 4.0, pad=(10, 0, 10, 10), id=ID + "pad_basic",
    )  # fmt: skip


def _result(res: Resources, text: str, size: float, color: int, name: str) -> Element:
    """The line under the formula, as large as the screen allows."""
    room = (res.width - 40) * res.metrics.scale / res.metrics.font
    fitting = min(
        size, res.height / (11 if size > 28 else 20), room / ((0.58 if size > 28 else 0.45) * len(text))
    )
    return Text(text, max(16.0, fitting), color, id=ID + name, align="end", lines=3 if size <= 28 else 1)


def shown(res: Resources, result: str) -> str:
    """Format a result."""
    text = engine.format_result(result, RESULT_WIDTH)
    return engine.localize_result(text, resources.decimal_separator(res.locale), res.digits("0123456789"))
