"""Calculator engine: typing a formula key by key, and evaluating it.

Typing, precedence, percent and errors follow AOSP Calculator (CalculatorExpr.java, KeyMaps.java,
CalculatorResult.java), from which Google Calculator was developed. All functions are pure: a formula is a
tuple of keys.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import DecimalException, Overflow, localcontext
from fractions import Fraction

from bmoca_gym.handset.kits.arithmetic import numbers
from bmoca_gym.handset.kits.arithmetic.numbers import CalculationError, CalculatorProblem, Number
from bmoca_gym.handset.kits.arithmetic.text import (
    NUMBER_KEYS,
    TOKENS,
    Formula,
    Token,
    display,
    format_result,
    localize_result,
    number_text,
    result_of,
    result_token,
    spoken,
)

__all__ = [
    "MAX_LENGTH",
    "TOKENS",
    "CalculatorProblem",
    "Formula",
    "Token",
    "append",
    "delete",
    "display",
    "evaluate",
    "format_result",
    "has_operation",
    "localize_result",
    "result_token",
    "spoken",
]

#: The most tokens that `append` lets a formula have, and that `evaluate` works out.
MAX_LENGTH = 200

_ANGLE_FUNCTIONS: dict[Token, Callable[[Number, bool], Number]] = {
    "fun_sin": numbers.sine,
    "fun_cos": numbers.cosine,
    "fun_tan": numbers.tangent,
    "fun_arcsin": numbers.arcsine,
    "fun_arccos": numbers.arccosine,
    "fun_arctan": numbers.arctangent,
}
_FUNCTIONS: dict[Token, Callable[[Number], Number]] = {
    "fun_ln": numbers.natural_logarithm,
    "fun_log": numbers.common_logarithm,
    "fun_exp": numbers.exponential,
}
_SUFFIXES: dict[Token, Callable[[Number], Number]] = {
    "op_fact": numbers.factorial,
    "op_sqr": numbers.square,
    "op_pct": numbers.percent,
}
_BINARY: dict[Token, Callable[[Number, Number], Number]] = {
    "op_add": numbers.add,
    "op_sub": numbers.subtract,
    "op_mul": numbers.multiply,
    "op_div": numbers.divide,
    "op_pow": numbers.power,
}
_CONSTANTS: dict[Token, Number] = {"const_pi": numbers.PI, "const_e": numbers.EULER}
_ADDITIVE: tuple[Token, ...] = ("op_add", "op_sub")
_OPENING: tuple[Token, ...] = ("lparen", *_ANGLE_FUNCTIONS, *_FUNCTIONS)

# A sign before a factor binds less tightly than a power (-2^2 is -4); after √ it belongs to the root's operand.
_SIGN, _SIGN_UNDER_ROOT = "sign", "sign under root"
_PREFIXES: dict[str, Callable[[Number], Number]] = {
    _SIGN: numbers.negate,
    _SIGN_UNDER_ROOT: numbers.negate,
    "op_sqrt": numbers.square_root,
}
_PRECEDENCE: dict[str, int] = {
    **dict.fromkeys(_OPENING, 0),
    **dict.fromkeys(("op_add", "op_sub"), 1),
    **dict.fromkeys(("op_mul", "op_div"), 2),
    _SIGN: 3,
    "op_pow": 4,
    **dict.fromkeys(("op_sqrt", _SIGN_UNDER_ROOT), 5),
}


def _without_trailing(formula: Formula, operators: tuple[Token, ...] = tuple(_BINARY)) -> Formula:
    end = len(formula)
    while end and formula[end - 1] in operators:
        end -= 1
    return formula[:end]


def _typed_number(formula: Formula) -> Formula:
    """Return the keys of the number being typed at the end; empty if there is none."""
    return formula[len(_without_trailing(formula, NUMBER_KEYS)) :]


def _wants_operand(formula: Formula) -> bool:
    return not formula or formula[-1] in _BINARY or formula[-1] in _OPENING or formula[-1] == "op_sqrt"


def _parenthesis(formula: Formula) -> Token:
    """Return the parenthesis that the combined key types: it closes an open one after an operand."""
    still_open = sum(token in _OPENING for token in formula) > formula.count("rparen")
    return "rparen" if still_open and not _wants_operand(formula) else "lparen"


def _typed_by(formula: Formula, token: Token) -> Formula:
    """Return the tokens that a key other than a binary operator adds to the formula."""
    if token == "fun_10pow":
        typed: Formula = ("digit_1", "digit_0", "op_pow")
    elif token in TOKENS or result_of(token) is not None:
        typed = (token,)
    else:
        return ()
    if token == "dec_point" and "dec_point" in _typed_number(formula):
        return ()
    behind_result = bool(formula) and result_of(formula[-1]) is not None
    begins_number = typed[0] in NUMBER_KEYS and (behind_result or token == "fun_10pow")
    if (begins_number or result_of(token) is not None) and (behind_result or _typed_number(formula)):
        return ("op_mul", *typed)  # Two numbers side by side would read as one.
    return typed


def append(formula: Formula, token: Token) -> Formula:
    """Return the formula after the key ``token``, or the same formula if the app ignores the key.

    A binary operator replaces those before it, except that a minus may follow × ÷ ^ as a sign. A number has one
    decimal point. Two keys beyond `TOKENS` are accepted: ``parens`` opens or closes, whichever fits, and
    ``fun_10pow`` types ``10^``. Unknown keys are ignored.
    """
    kept: Formula = formula
    typed: Formula = (token,)
    if token == "op_sub":
        kept = _without_trailing(formula, _ADDITIVE)
    elif token in _BINARY:
        kept = _without_trailing(formula)
        typed = () if _wants_operand(kept) else typed
    else:
        typed = _typed_by(formula, _parenthesis(formula) if token == "parens" else token)
    return kept + typed if len(kept) + len(typed) <= MAX_LENGTH else formula


def delete(formula: Formula) -> Formula:
    """Return the formula without its last token: one digit, one operator, or a function with its parenthesis."""
    return formula[:-1]


def has_operation(formula: Formula) -> bool:
    """Return whether there is something to evaluate.

    The app shows no result for a number alone, with or without a sign.
    """
    body = _without_trailing(formula)
    unsigned = body[1:] if body[:1] == ("op_sub",) else body
    return any(token not in NUMBER_KEYS and result_of(token) is None for token in unsigned)


def evaluate(formula: Formula, degrees: bool) -> str | CalculatorProblem:
    """Evaluate the formula; trigonometry is in degrees or radians.

    Open parentheses are closed, and binary operators at the end ignored. The result is ASCII text of at most 50
    significant digits, ``-0.5`` or ``1.5E21``, for `format_result`; empty if there is nothing to evaluate. A formula
    longer than `MAX_LENGTH` is TOO_LARGE.
    """
    if len(formula) > MAX_LENGTH:
        return CalculatorProblem.TOO_LARGE
    body = _without_trailing(formula)
    if not body:
        return ""
    with localcontext(numbers.CONTEXT):
        try:
            return numbers.canonical(_Evaluation(_lexed(body), degrees).run())
        except CalculationError as error:
            return error.problem
        except Overflow:
            return CalculatorProblem.TOO_LARGE
        except DecimalException:
            return CalculatorProblem.DOMAIN


def _lexed(formula: Formula) -> list[Number | Token]:
    """Return the formula with digits joined into numbers."""
    items: list[Number | Token] = []
    while formula:
        keys = _typed_number(formula)
        if keys:
            items.append(_constant(number_text(keys)))
        else:
            result = result_of(formula[-1])
            items.append(formula[-1] if result is None else numbers.parse(result))
        formula = formula[: -max(len(keys), 1)]
    return items[::-1]


def _constant(text: str) -> Fraction:
    whole, _, fraction = text.partition(".")
    if not (whole + fraction).isdecimal():
        raise CalculationError(CalculatorProblem.BAD_EXPRESSION)
    return Fraction(int(whole + fraction), 10 ** len(fraction))


class _Evaluation:
    """Operator precedence with two explicit stacks, so that no nesting is too deep.

    ``_waiting`` holds open parentheses, functions and operators whose right operand is not complete yet.
    """

    def __init__(self, items: list[Number | Token], degrees: bool) -> None:
        self._items = items
        self._degrees = degrees
        self._values: list[Number] = []
        self._waiting: list[str] = []

    def run(self) -> Number:
        position, wants_operand = 0, True
        while position < len(self._items):
            item = self._items[position]
            if wants_operand:
                wants_operand = self._begin(item)
                position += 1
            elif not isinstance(item, str) or item in _CONSTANTS or item in _OPENING or item == "op_sqrt":
                # Two operands side by side are multiplied.
                self._apply_down_to(2)
                self._waiting.append("op_mul")
                wants_operand = True
            elif item in _ADDITIVE and self._is_percentage(position + 1):
                self._apply_down_to(1)
                self._change_by_percent(item, self._items[position + 1])
                position += 3
            else:
                wants_operand = self._continue(item)
                position += 1
        if wants_operand:
            raise CalculationError(CalculatorProblem.BAD_EXPRESSION)
        while self._close():
            pass
        return self._values[-1]

    def _begin(self, item: Number | Token) -> bool:
        """Read the start of an operand. Returns True if the operand itself still follows."""
        last = self._waiting[-1] if self._waiting else ""
        if not isinstance(item, str):
            self._push(item)
        elif item in _CONSTANTS:
            self._push(_CONSTANTS[item])
        elif item in _OPENING or item == "op_sqrt":
            self._waiting.append(item)
            return True
        elif item == "op_sub" and last not in (_SIGN, _SIGN_UNDER_ROOT):
            self._waiting.append(_SIGN_UNDER_ROOT if last == "op_sqrt" else _SIGN)
            return True
        else:
            raise CalculationError(CalculatorProblem.BAD_EXPRESSION)
        return False

    def _continue(self, token: Token) -> bool:
        """Take what follows an operand. Returns whether another operand must come."""
        if token in _SUFFIXES:
            self._values.append(_SUFFIXES[token](self._values.pop()))
        elif token in _BINARY:
            if token != "op_pow":  # The only right-associative operator.
                self._apply_down_to(_PRECEDENCE[token])
            self._waiting.append(token)
            return True
        elif token != "rparen" or not self._close():
            raise CalculationError(CalculatorProblem.BAD_EXPRESSION)
        return False

    def _push(self, number: Number) -> None:
        self._values.append(number)
        self._apply_down_to(5)

    def _apply_down_to(self, precedence: int) -> None:
        while self._waiting and _PRECEDENCE[self._waiting[-1]] >= precedence:
            operator = self._waiting.pop()
            value = self._values.pop()
            if operator in _PREFIXES:
                self._values.append(_PREFIXES[operator](value))
            else:
                self._values.append(_BINARY[operator](self._values.pop(), value))

    def _close(self) -> bool:
        """Complete the innermost parenthesis or function, if one is open."""
        self._apply_down_to(1)
        if not self._waiting:
            return False
        opening, value = self._waiting.pop(), self._values.pop()
        if opening in _ANGLE_FUNCTIONS:
            value = _ANGLE_FUNCTIONS[opening](value, self._degrees)
        elif opening in _FUNCTIONS:
            value = _FUNCTIONS[opening](value)
        self._push(value)
        return True

    def _is_percentage(self, position: int) -> bool:
        """Return whether a number with a percent sign is next and nothing after it binds to it."""
        following = self._items[position : position + 3]
        return (
            len(following) > 1
            and not isinstance(following[0], str)
            and following[1] == "op_pct"
            and (len(following) == 2 or following[2] in _ADDITIVE)
        )

    def _change_by_percent(self, operator: Token, share: Number | Token) -> None:
        """Apply a percentage: 50+10% is 50 and a tenth of it. It refers to everything before it."""
        assert not isinstance(share, str)
        factor = _BINARY[operator](Fraction(1), numbers.percent(share))
        self._values.append(numbers.multiply(self._values.pop(), factor))
