"""Calculator: its keys, history, angle units and inverse functions, by hand and in every locale."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.resources import decimal_separator
from bmoca_gym.handset.resources.locales import LOCALES

#: Resource ids of the keys that a formula is written with here.
KEYS = {
    "+": "op_add", "-": "op_sub", "*": "op_mul", "/": "op_div", "%": "op_pct", "!": "op_fact", "^": "op_pow", "r": "op_sqrt",
    "p": "const_pi", "e": "const_e", "(": "parens", ")": "parens", ".": "dec_point", "=": "eq", "<": "del", "C": "clr",
    "s": "fun_sin", "c": "fun_cos", "t": "fun_tan", "l": "fun_ln", "L": "fun_log", "I": "toggle_inv", "D": "toggle_mode",
} | {str(digit): f"digit_{digit}" for digit in range(10)}  # fmt: skip
ADVANCED = set("sctlLeID")


def press(hand: Hand, keys: str) -> None:
    for key in keys:
        # While inverse functions are shown, a key has the id of what it does then.
        names = (KEYS[key], *{"s": ("fun_arcsin",), "c": ("fun_arccos",), "t": ("fun_arctan",), "l": ("fun_exp",),
                              "L": ("fun_10pow",), "r": ("op_sqr",)}.get(key, ()))  # fmt: skip
        if key in ADVANCED and not any(hand.sees(name) for name in names):
            hand.tap("arrow")
        hand.tap(next(name for name in names if hand.sees(name)))


@pytest.fixture
def calculator(hand: Hand) -> Hand:
    hand.open("calculator")
    return hand


def result(hand: Hand) -> str:
    shown = hand.texts("result_final") or hand.texts("result_preview")
    return shown[0] if shown else ""


@pytest.mark.parametrize(
    ("keys", "formula", "shown"),
    [
        ("1+1", "1+1", "2"),
        ("2+3*4", "2+3×4", "14"),
        ("(2+3)*4", "(2+3)×4", "20"),
        ("1/4", "1÷4", "0.25"),
        ("1/3", "1÷3", "0.333333333333"),
        ("5!", "5!", "120"),
        ("50%", "50%", "0.5"),
        ("2^10", "2^10", "1,024"),
        ("r9", "√9", "3"),
        ("c180", "c180", "−1"),
        ("s30", "s30", "0.5"),
        ("L1000", "L1000", "3"),
        ("le", "le", "1"),
        (".5+.5", ".5+.5", "1"),
        ("7-9", "7−9", "−2"),
        ("12", "12", ""),
        ("12+", "12+", ""),
    ],
)
def test_a_formula_and_its_result_while_it_is_typed(
    calculator: Hand, keys: str, formula: str, shown: str
) -> None:
    press(calculator, keys)
    assert calculator.text("formula") == formula
    assert result(calculator).replace(",", "") == shown.replace(",", "")


def test_equals_shows_the_result_alone_and_going_on_uses_it(calculator: Hand) -> None:
    press(calculator, "6*7=")
    assert calculator.text("result_final") == "42"
    press(calculator, "+8=")
    assert calculator.text("result_final") == "50"
    press(calculator, "9")
    assert calculator.text("formula") == "9", "a digit begins anew"
    press(calculator, "==")
    assert not calculator.sees("result_final"), "a number alone is no calculation"


def test_delete_takes_the_last_key_and_clear_takes_all(calculator: Hand) -> None:
    press(calculator, "12+c")
    assert calculator.text("formula") == "12+c"
    press(calculator, "<<")
    assert calculator.text("formula") == "12"
    press(calculator, "C")
    assert calculator.texts("formula") == []
    press(calculator, "<C=")
    assert calculator.texts("formula") == []


@pytest.mark.parametrize(
    ("keys", "problem"), [("1/0=", "Can't divide by 0"), ("(-5)!=", ""), ("l0=", ""), ("2+*=", "")]
)
def test_what_can_not_be_worked_out_says_so(calculator: Hand, keys: str, problem: str) -> None:
    press(calculator, keys)
    assert not calculator.sees("result_final")
    if problem:
        assert calculator.text("result_preview").replace("’", "'") == problem
    press(calculator, "C1+1=")
    assert calculator.text("result_final") == "2"


def test_parentheses_open_and_close_where_they_can(calculator: Hand) -> None:
    press(calculator, "((2+3)*4")
    assert calculator.text("formula") == "((2+3)×4"
    press(calculator, ")=")
    assert calculator.text("result_final") == "20"


def test_degrees_and_radians(calculator: Hand) -> None:
    assert calculator.text("mode") == "DEG"
    press(calculator, "s90=")
    assert calculator.text("result_final") == "1"
    press(calculator, "D")
    assert calculator.text("mode") == "RAD"
    press(calculator, "Csp=")
    assert calculator.text("result_final") == "0"
    press(calculator, "D")
    assert calculator.text("mode") == "DEG"


def test_inverse_functions(calculator: Hand) -> None:
    press(calculator, "I")
    assert calculator.node("toggle_inv").selected
    press(calculator, "s1")
    assert calculator.text("formula") == "S1"
    assert result(calculator) == "90"
    press(calculator, "C5r")
    assert (calculator.text("formula"), result(calculator)) == ("5²", "25")
    press(calculator, "CL3")
    assert result(calculator).replace(",", "") == "1000"
    press(calculator, "I")
    assert calculator.sees("fun_sin")


def test_the_advanced_pad_opens_and_closes(calculator: Hand) -> None:
    assert not calculator.sees("fun_sin")
    calculator.tap("arrow")
    assert calculator.sees("fun_sin")
    calculator.tap("arrow")
    assert not calculator.sees("fun_sin")


def test_a_tablet_shows_both_pads(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(width=1280, height=800, density=160)
    hand.open("calculator")
    assert hand.sees("pad_advanced")
    assert hand.sees("pad_numeric")
    press(hand, "c180=")
    assert hand.text("result_final") == "−1"


# History


def test_history_keeps_what_was_worked_out_and_gives_it_back(calculator: Hand) -> None:
    press(calculator, "1+1=2*3=")
    calculator.tap("menu_history")
    assert calculator.texts("history_formula") == ["2×3", "1+1"]
    assert calculator.texts("history_result") == ["6", "2"]
    calculator.tap("history_formula", text="1+1")
    assert calculator.text("formula") == "1+1"


def test_history_is_cleared_after_a_question(calculator: Hand) -> None:
    press(calculator, "1+1=")
    calculator.tap("menu_history")
    calculator.tap("menu_clear_history")
    calculator.tap("android:id/button2")
    calculator.tap("menu_history")
    assert calculator.texts("history_formula") == ["1+1"]
    calculator.tap("menu_clear_history")
    calculator.tap("android:id/button1")
    calculator.tap("menu_history")
    assert calculator.texts("history_formula") == []
    calculator.tap("android:id/button1")
    assert calculator.sees("digit_1")


def test_the_menu_leads_to_the_history(calculator: Hand) -> None:
    calculator.tap(description="More options")
    calculator.tap(text="History")
    assert calculator.sees("android:id/alertTitle")
    calculator.press("BACK")
    calculator.tap(description="More options")
    calculator.do(Tap(0.1, 0.9))
    assert calculator.sees("digit_1")


def test_a_formula_stays_while_the_app_is_only_left(calculator: Hand) -> None:
    press(calculator, "12")
    calculator.press("HOME")
    calculator.open("calculator")
    assert calculator.text("formula") == "12"
    calculator.press("BACK")
    calculator.open("calculator")
    assert calculator.texts("formula") == []


# Every language


@pytest.mark.parametrize("locale", LOCALES)
def test_numbers_are_written_as_the_language_does(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("calculator")
    press(hand, "10/4")
    digits = "٠١٢٣٤٥٦٧٨٩" if locale == "ar-EG" else "0123456789"
    assert hand.text("formula") == f"{digits[1]}{digits[0]}÷{digits[4]}"
    assert result(hand) == f"{digits[2]}{decimal_separator(locale)}{digits[5]}"
    assert hand.text("digit_7") == digits[7]


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ur-PK"])
def test_the_pad_is_not_mirrored(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("calculator")
    row = [hand.node(f"digit_{digit}").center[0] for digit in (7, 8, 9)]
    assert row == sorted(row)
    assert hand.node("digit_9").bounds[2] <= hand.node("op_mul").bounds[0]


def test_a_formula_has_a_longest_length_and_more_keys_do_no_harm(calculator: Hand) -> None:
    press(calculator, "9" * 20)
    for _ in range(200):
        calculator.tap("op_fact")
    calculator.tap("eq")
    assert len(calculator.text("formula")) <= 400
