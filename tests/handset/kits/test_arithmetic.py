"""The Calculator's arithmetic: every formula of the published tasks, the app's rules, and open input."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.kits.arithmetic import engine as engine
from bmoca_gym.handset.kits.arithmetic.engine import CalculatorProblem

KEYS = {
    **{str(digit): f"digit_{digit}" for digit in range(10)},
    ".": "dec_point", "+": "op_add", "−": "op_sub", "×": "op_mul", "÷": "op_div", "^": "op_pow",
    "%": "op_pct", "!": "op_fact", "²": "op_sqr", "√": "op_sqrt", "(": "lparen", ")": "rparen",
    "π": "const_pi", "e": "const_e", "s": "fun_sin", "c": "fun_cos", "t": "fun_tan", "S": "fun_arcsin",
    "C": "fun_arccos", "T": "fun_arctan", "l": "fun_ln", "L": "fun_log", "E": "fun_exp",
}  # fmt: skip


def keys(text: str) -> tuple[str, ...]:
    """The keys for a text in the one-letter form of `spoken`."""
    return tuple(KEYS[mark] for mark in text)


def typed(*tokens: str) -> tuple[str, ...]:
    formula: tuple[str, ...] = ()
    for token in tokens:
        formula = engine.append(formula, token)
    return formula


def test_the_keys_are_those_of_the_one_letter_form() -> None:
    assert sorted(KEYS.values()) == sorted(engine.TOKENS)


# Text of id/formula that the published criteria ask for, what the screen shows, and the result in degrees.
TASKS = [
    ("1", "1", "1"),
    ("6!", "6!", "720"),
    ("1+1", "1+1", "2"),
    ("3×5", "3×5", "15"),
    ("√25", "√25", "5"),
    ("c60", "cos(60", "0.5"),
    ("50%28", "50%28", "14"),
    ("17×23", "17×23", "391"),
    ("2+24÷3", "2+24÷3", "10"),
    ("c180", "cos(180", "-1"),
    ("l1234", "ln(1234", "7.1180162044653331234148038000683673927899350509991"),
    ("0+1+1+2+3", "0+1+1+2+3", "7"),
    ("1+1+2+3+5", "1+1+2+3+5", "12"),
    ("45×π÷180", "45×π÷180", "0.78539816339744830961566084581987572104929234984378"),
    ("2+3+5+7+11", "2+3+5+7+11", "28"),
    ("5!÷(2!×3!)", "5!÷(2!×3!)", "10"),
    ("10!÷(2!×8!)", "10!÷(2!×8!)", "45"),
]


@pytest.mark.parametrize(("text", "screen", "result"), TASKS)
def test_formula_of_a_published_task(text: str, screen: str, result: str) -> None:
    formula = typed(*keys(text))
    assert engine.spoken(formula) == text
    assert engine.display(formula) == screen
    assert engine.evaluate(formula, degrees=True) == result


@pytest.mark.parametrize("text", ["2÷(1÷4+1÷5)", "2×4×5÷(4+5)", "2÷(0.25+0.2"])
@pytest.mark.parametrize("width", [4, 10, 15])
def test_harmonic_mean_task(text: str, width: int) -> None:
    result = engine.evaluate(keys(text), degrees=True)
    assert isinstance(result, str)
    assert engine.format_result(result, width).startswith("4.44")


@pytest.mark.parametrize("text", ["(3×4×5)^(1÷3)", "60^(1÷3)", "E(l60)÷3", "60^.33333333"])
@pytest.mark.parametrize("width", [4, 10, 15])
def test_geometric_mean_task(text: str, width: int) -> None:
    result = engine.evaluate(keys(text), degrees=True)
    assert isinstance(result, str)
    assert engine.format_result(result, width).startswith("3.91")


# Expected figures of more than a few digits are mpmath's.
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("0.1+0.2", "0.3"),
        ("1÷3×3", "1"),
        (".5+1.", "1.5"),
        ("2+3×4", "14"),
        ("6÷2π", "9.4247779607693797153879301498385086525915081981253"),
        ("3(4)", "12"),
        ("2(1+2)(3", "18"),
        ("2√9", "6"),
        ("−2^2", "-4"),
        ("(−2)^2", "4"),
        ("−2²", "-4"),
        ("2^3^2", "512"),
        ("2^−3^2", "0.001953125"),
        ("2^−1", "0.5"),
        ("2×−3", "-6"),
        ("2−−3", "5"),
        ("−3!", "-6"),
        ("3!!", "720"),
        ("√√16", "2"),
        ("√4!", "2"),
        ("√4^2", "4"),
        ("√2×√2−2", "0"),
        ("√2²", "2"),
        ("8^(1÷3)", "2"),
        ("(−8)^3", "-512"),
        ("(−π)^3", "-31.006276680299820175476315067101395202225288565885"),
        ("2^0.5", "1.4142135623730950488016887242096980785696718753769"),
        ("0^0", "1"),
        ("0^2.5", "0"),
        ("1^999999999999", "1"),
        ("(−1)^999999999999", "-1"),
        ("π−π", "0"),
        ("le", "1"),
        ("E(l5", "5"),
        ("E1", "2.7182818284590452353602874713526624977572470937"),
        ("L1000", "3"),
        ("L2", "0.30102999566398119521373889472449302676818988146211"),
        ("0!", "1"),
        ("100!÷99!", "100"),
        ("1000!÷999!", "1000"),
        ("1.5×10^21", "1.5E21"),
        ("10^20", "100000000000000000000"),
        ("1÷10^8", "1E-8"),
        ("5%", "0.05"),
        ("50+10%", "55"),
        ("200−5%+3", "193"),
        ("100+(10)%", "100.1"),
        ("50+10%×2", "50.2"),
        ("(50+10%)", "50.1"),
        ("50+π%", "50.031415926535897932384626433832795028841971693994"),
        ("10^200+1−10^200", "1"),
        ("(((((2", "2"),
        ("5−", "5"),
        ("5×−", "5"),
        ("", ""),
        ("−", ""),
    ],
)
def test_result(text: str, result: str) -> None:
    assert engine.evaluate(keys(text), degrees=True) == result


@pytest.mark.parametrize(
    ("text", "degrees", "result"),
    [
        ("s0", True, "0"),
        ("s30", True, "0.5"),
        ("s−30", True, "-0.5"),
        ("s90", True, "1"),
        ("s45", True, "0.70710678118654752440084436210484903928483593768847"),
        ("c0", True, "1"),
        ("c60", True, "0.5"),
        ("c90", True, "0"),
        ("c120", True, "-0.5"),
        ("c270", True, "0"),
        ("c360", True, "1"),
        ("t45", True, "1"),
        ("t135", True, "-1"),
        ("t180", True, "0"),
        ("t60", True, "1.7320508075688772935274463415058723669428052538104"),
        ("s10^30", True, "-0.98480775301220805936674302458952301367064325171984"),
        ("s10^30", False, "-0.090116901912138058030386428952987330274396332993043"),
        ("s1", False, "0.84147098480789650665250232163029899962256306079837"),
        ("sπ", False, "0"),
        ("s(π÷6", False, "0.5"),
        ("c(π÷3", False, "0.5"),
        ("cπ", False, "-1"),
        ("t(π÷4", False, "1"),
        ("S.5", True, "30"),
        ("S−1", True, "-90"),
        ("C.5", True, "60"),
        ("C−1", True, "180"),
        ("T1", True, "45"),
        ("T−√3", True, "-60"),
        ("S1", False, "1.5707963267948966192313216916397514420985846996876"),
        ("C0.1", False, "1.4706289056333368228857985121870581235299087274579"),
        ("T100", False, "1.5607966601082313810249815754304718935372153471432"),
        ("T0", False, "0"),
    ],
)
def test_angle(text: str, degrees: bool, result: str) -> None:
    assert engine.evaluate(keys(text), degrees) == result


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1÷0", CalculatorProblem.DIVIDE_BY_ZERO),
        ("1÷(√2×√2−2", CalculatorProblem.DIVIDE_BY_ZERO),
        ("0^−1", CalculatorProblem.DIVIDE_BY_ZERO),
        ("t90", CalculatorProblem.DOMAIN),
        ("t−270", CalculatorProblem.DOMAIN),
        ("√−4", CalculatorProblem.DOMAIN),
        ("(−8)^(1÷3)", CalculatorProblem.DOMAIN),
        ("l0", CalculatorProblem.DOMAIN),
        ("L−1", CalculatorProblem.DOMAIN),
        ("S1.1", CalculatorProblem.DOMAIN),
        ("C−2", CalculatorProblem.DOMAIN),
        ("3.5!", CalculatorProblem.DOMAIN),
        ("(−3)!", CalculatorProblem.DOMAIN),
        ("π!", CalculatorProblem.DOMAIN),
        ("1001!", CalculatorProblem.TOO_LARGE),
        ("4!!!", CalculatorProblem.TOO_LARGE),
        ("999!!", CalculatorProblem.TOO_LARGE),
        ("9^9^9^9^9", CalculatorProblem.TOO_LARGE),
        ("E99999999", CalculatorProblem.TOO_LARGE),
        ("EE99", CalculatorProblem.TOO_LARGE),
        ("2+(", CalculatorProblem.BAD_EXPRESSION),
        ("()", CalculatorProblem.BAD_EXPRESSION),
        ("s", CalculatorProblem.BAD_EXPRESSION),
        ("√", CalculatorProblem.BAD_EXPRESSION),
        ("!", CalculatorProblem.BAD_EXPRESSION),
        (".", CalculatorProblem.BAD_EXPRESSION),
        ("1.2.3", CalculatorProblem.BAD_EXPRESSION),
        ("1+2)", CalculatorProblem.BAD_EXPRESSION),
        ("2−−−3", CalculatorProblem.BAD_EXPRESSION),
        ("2×÷3", CalculatorProblem.BAD_EXPRESSION),
        ("√−−4", CalculatorProblem.BAD_EXPRESSION),
    ],
)
def test_problem(text: str, problem: CalculatorProblem) -> None:
    assert engine.evaluate(keys(text), degrees=True) is problem


def test_what_is_no_key_is_a_bad_expression_and_not_typed() -> None:
    assert engine.evaluate(("digit_1", "toggle_mode"), degrees=True) is CalculatorProblem.BAD_EXPRESSION
    assert typed("digit_1", "toggle_mode", "", "digit_²") == ("digit_1",)


def test_hundred_factorial_is_exact() -> None:
    assert (
        engine.evaluate(keys("100!÷(10^100)"), True)
        == "9.3326215443944152681699238856266700490715968264382E57"
    )
    assert engine.evaluate(keys("100!÷98!÷99"), True) == "100"


@pytest.mark.parametrize(
    ("typing", "shown"),
    [
        ("5+×", "5×"),
        ("5×−", "5×−"),
        ("5×−−", "5×−"),
        ("5×−+", "5+"),
        ("5+−", "5−"),
        ("5−+", "5+"),
        ("×5", "5"),
        ("−5", "−5"),
        ("−+5", "5"),
        ("(×5", "(5"),
        ("√÷5", "√5"),
        ("c+5", "cos(5"),
        ("1.2.3", "1.23"),
        ("1.2+.3", "1.2+.3"),
        ("1..", "1."),
        ("2π3", "2π3"),
        ("STLE", "sin⁻¹(tan⁻¹(log(exp("),
        ("3²", "3²"),
        ("!", "!"),
    ],
)
def test_typing(typing: str, shown: str) -> None:
    assert engine.display(typed(*keys(typing))) == shown


def test_power_of_ten_key_types_ten_and_a_power() -> None:
    assert engine.display(typed("fun_10pow", "digit_3")) == "10^3"
    assert engine.display(typed("digit_2", "fun_10pow", "digit_3")) == "2×10^3"
    assert engine.display(typed("const_pi", "fun_10pow")) == "π10^"


def test_one_key_for_both_parentheses_types_the_binomial_task() -> None:
    five, two, three = keys("523")
    formula = typed(five, *keys("!÷"), "parens", two, *keys("!×"), three, *keys("!"), "parens")
    assert engine.spoken(formula) == "5!÷(2!×3!)"


@pytest.mark.parametrize(("before", "after"), [
    ("", "("), ("5", "5("), ("(", "(("), ("(5", "(5)"), ("(5)", "(5)("), ("c60", "c60)"), ("c", "c("),
    ("(2!", "(2!)"), ("(5+", "(5+("), ("√", "√("), ("((5)", "((5))"),
])  # fmt: skip
def test_one_key_for_both_parentheses(before: str, after: str) -> None:
    assert engine.spoken(engine.append(keys(before), "parens")) == after


def test_delete_takes_a_digit_or_a_whole_function() -> None:
    assert engine.delete(keys("c18")) == keys("c1")
    assert engine.delete(keys("2c")) == keys("2")
    assert engine.delete(()) == ()


@pytest.mark.parametrize(
    ("text", "answer"),
    [("", False), ("12.5", False), ("−12", False), ("12+", False), ("1+2", True), ("π", True)],
)
def test_only_an_operation_has_a_preview(text: str, answer: bool) -> None:
    assert engine.has_operation(keys(text)) is answer


def test_a_locale_has_its_own_digits_point_and_grouping() -> None:
    formula = keys("c1234567.5−12")
    assert engine.display(formula, group=",") == "cos(1,234,567.5−12"
    assert engine.display(formula, decimal=",", group=".") == "cos(1.234.567,5−12"
    assert engine.display(formula, decimal="٫", digits="٠١٢٣٤٥٦٧٨٩") == "cos(١٢٣٤٥٦٧٫٥−١٢"
    assert engine.spoken(formula, decimal=",") == "c1234567,5−12"
    assert engine.localize_result("-1234.56", decimal=",", group=".") == "−1.234,56"
    assert engine.localize_result("1.5E-21", decimal=",") == "1,5E−21"
    assert engine.localize_result("") == ""


def test_a_former_result_goes_on_as_one_token() -> None:
    third = engine.evaluate(keys("1÷3"), True)
    assert isinstance(third, str)
    formula = (engine.result_token(third),)
    assert engine.display(formula) == "0.33333…"
    assert engine.evaluate(engine.append(engine.append(formula, "op_mul"), "digit_3"), True) == "1"
    assert engine.display(engine.append(formula, "digit_3")) == "0.33333…×3"
    assert engine.delete(formula) == ()
    assert not engine.has_operation(formula)
    negative = (engine.result_token("-2"),)
    assert engine.evaluate((*negative, "op_pow", "digit_2"), True) == "4"
    assert engine.display(negative) == "−2"
    assert engine.display((engine.result_token("9.3326215443944152E157"),)) == "9.3…E157"
    assert engine.evaluate((engine.result_token("Infinity"),), True) is CalculatorProblem.BAD_EXPRESSION


@pytest.mark.parametrize(
    ("canonical", "width", "shown"),
    [
        ("", 10, ""),
        ("0", 10, "0"),
        ("0.5", 10, "0.5"),
        ("-1", 2, "-1"),
        ("1234567890", 10, "1234567890"),
        ("12345678901", 10, "1.23456E10"),
        ("-1234567890", 10, "-1.23456E9"),
        ("0.66666666666666666666666666667", 10, "0.66666666"),
        ("1234567.891", 8, "1234567"),
        ("1.00000000000001", 6, "1.0000"),
        ("1.5E21", 12, "1.5E21"),
        ("1.5E21", 30, "1500000000000000000000"),
        ("1E30", 12, "1E30"),
        ("0.0000001", 12, "0.0000001"),
        ("0.00000001", 12, "1E-8"),
        ("0.0000001", 5, "1E-7"),
        ("9.3326215443944152681699238856266700490715968264382E157", 12, "9.332621E157"),
        ("1E1000000", 4, "…"),
        ("12345", 3, "1E4"),
        ("12345", 0, ""),
        ("12345", -3, ""),
    ],
)
def test_result_in_a_width(canonical: str, width: int, shown: str) -> None:
    assert engine.format_result(canonical, width) == shown


@pytest.mark.parametrize("text", ["cos", "1.2.3", "Infinity", "NaN", "1E99999999999999999999999999999"])
def test_what_is_no_result_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="format_result got"):
        engine.format_result(text, 10)


ANY_TOKEN = st.one_of(st.sampled_from(engine.TOKENS), st.sampled_from(["parens", "fun_10pow", "eq", ""]))
ODD_TOKEN = st.one_of(
    ANY_TOKEN, st.text(max_size=8), st.text("0123456789.-E∞", max_size=9).map(engine.result_token)
)
RESULTS = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**40), max_value=10**40)


@given(st.lists(ODD_TOKEN, max_size=250).map(tuple), st.booleans())
def test_no_sequence_of_tokens_raises(formula: tuple[str, ...], degrees: bool) -> None:
    result = engine.evaluate(formula, degrees)
    assert isinstance(result, (str, CalculatorProblem))
    assert engine.evaluate(formula, degrees) == result
    assert isinstance(engine.display(formula, group=",") + engine.spoken(formula), str)
    assert engine.append(formula, "parens")[: len(formula)] == formula
    engine.has_operation(formula)
    if isinstance(result, str):
        assert result.isascii()
        assert len(engine.format_result(result, 12)) <= 12


@given(st.lists(ANY_TOKEN, max_size=120), st.booleans())
def test_typed_formulas_keep_the_rules(tokens: list[str], degrees: bool) -> None:
    formula = typed(*tokens)
    assert set(formula) <= set(engine.TOKENS)
    # No number with two points, no binary operator behind another, but for a minus.
    assert not re.search(r"\.\d*\.|[+−×÷^(√][+×÷^]|[+−]−|^[+×÷^]", engine.spoken(formula))
    for token in engine.TOKENS:
        longer = engine.append(formula, token)
        if len(longer) > len(formula):
            assert engine.delete(longer) == formula


@given(RESULTS, st.integers(-2, 60))
def test_shown_result_fits_and_is_cut_off_not_rounded(number: Decimal, width: int) -> None:
    shown = engine.format_result(str(number), width)
    assert len(shown) <= max(width, 0)
    if shown not in ("", "…"):
        assert abs(Decimal(shown)) <= abs(number)
        assert abs(number - Decimal(shown)) < max(abs(number), Decimal(1))
        assert Decimal(shown).is_signed() == number.is_signed()


@given(st.integers(-(10**15), 10**15), st.integers(0, 10**9), st.sampled_from("+−×÷"), st.integers(1, 999))
def test_arithmetic_agrees_with_fractions(first: int, second: int, operator: str, third: int) -> None:
    left = f"({first})".replace("-", "−")
    result = engine.evaluate(keys(f"{left}{operator}{second}.{third}"), degrees=True)
    other = Fraction(f"{second}.{third}")
    expected = {
        "+": first + other, "−": first - other, "×": first * other, "÷": first / other,
    }[operator]  # fmt: skip
    assert isinstance(result, str)
    assert abs(Fraction(result) - expected) <= abs(expected) / 10**49


def test_the_longest_formula_is_bounded() -> None:
    formula = typed(*["digit_9"] * 300)
    assert len(formula) == engine.MAX_LENGTH
    assert engine.evaluate(formula, True) == "1E200"
    assert engine.append(formula, "fun_10pow") == formula
    assert engine.append(formula[:-1], "fun_10pow") == formula[:-1]
    assert engine.evaluate((*formula, "digit_9"), True) is CalculatorProblem.TOO_LARGE


@pytest.mark.parametrize("opening", ["(", "s", "T", "√"])
def test_deep_nesting_does_not_overflow(opening: str) -> None:
    assert isinstance(engine.evaluate(keys(opening * 199 + "1"), degrees=True), str)
    assert engine.evaluate(keys(opening * 1000 + "1"), degrees=True) is CalculatorProblem.TOO_LARGE
    assert len(engine.display(keys(opening * 1000))) >= 1000
