"""Numbers of calculators: exact fractions if possible, else decimals with 60 digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext
from enum import Enum
from fractions import Fraction

from bmoca_gym.handset.errors import HandsetError

#: The value of a part of a formula. A `Decimal` is never a number that a short `Fraction` can express.
#: Every function here that takes one expects `CONTEXT` to be the active decimal context.
Number = Fraction | Decimal


class CalculatorProblem(Enum):
    """Reasons why a formula has no result; the values are names for a string catalogue."""

    BAD_EXPRESSION = "bad_expression"
    DIVIDE_BY_ZERO = "divide_by_zero"
    DOMAIN = "domain"
    TOO_LARGE = "too_large"


class CalculationError(HandsetError, ValueError):
    """A calculation without a result; ``problem`` says why."""

    def __init__(self, problem: CalculatorProblem) -> None:
        super().__init__(f"the calculation has no result: {problem.value}")
        self.problem = problem


#: Significant digits of a `Decimal` value, and of `canonical`.
PRECISION, RESULT_DIGITS = 60, 50


def _digits(precision: int) -> Context:
    traps = [DivisionByZero, InvalidOperation, Overflow]
    return Context(prec=precision, Emax=1_000_000, Emin=-1_000_000, traps=traps)


CONTEXT = _digits(PRECISION)
_RESULT = _digits(RESULT_DIGITS)
# A power loses as many digits as its exponent has, and reducing an angle as many as the angle has.
_POWER = _digits(PRECISION + 9)
_ANGLE = _digits(PRECISION + 45)
_LARGEST_ANGLE = 10**40
# A decimal that is the same at 30 and at 45 digits counts as that short number: the root of two,
# squared, is two, and the sine of a sixth of π is a half.
_SHORT, _SETTLED = _digits(30), _digits(45)
# A difference below this share of its larger part is a rounding error.
_ROUNDING = Decimal("1E-50")
# A series ends at this share of its sum.
_TINY = Decimal("1E-64")

# Fractions beyond this size become decimals, so that no chain of operations is slow.
_EXACT_BITS = 4096
_LEADING_BITS = 512
_SETTLED_EXPONENT = 1000
_LARGEST_FACTORIAL = 1000

_ZERO, _ONE = Fraction(0), Fraction(1)
PI = Decimal(
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899"
    "86280348253421170679821480865132823066470938"
)
EULER = Decimal(1).exp(CONTEXT)


def settle(number: Decimal) -> Number:
    """Return the short exact number that ``number`` stands for, if there is one."""
    if not number:
        return _ZERO
    short = number.normalize(_SHORT)
    if short == _SETTLED.plus(number) and abs(short.adjusted()) < _SETTLED_EXPONENT:
        return Fraction(short)
    return number


def _widen(number: Number) -> Decimal:
    if isinstance(number, Decimal):
        return number
    return _leading(number.numerator) / _leading(number.denominator)


def _leading(integer: int) -> Decimal:
    """Return the integer's leading bits: converting a long integer to a decimal is slow."""
    surplus = integer.bit_length() - _LEADING_BITS
    if surplus <= 0:
        return Decimal(integer)
    return Decimal(integer >> surplus) * Decimal(2) ** surplus


def _size(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _bounded(number: Fraction) -> Number:
    return number if _size(number) <= _EXACT_BITS else _widen(number)


def negate(number: Number) -> Number:
    """Return the number with the opposite sign."""
    return -number


def add(left: Number, right: Number) -> Number:
    """Return the sum, or zero if only a rounding error is left."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return _bounded(left + right)
    one, other = _widen(left), _widen(right)
    total = one + other
    if abs(total) < max(abs(one), abs(other)) * _ROUNDING:
        return _ZERO
    return settle(total)


def subtract(left: Number, right: Number) -> Number:
    """Return the difference, or zero if only a rounding error is left."""
    return add(left, -right)


def multiply(left: Number, right: Number) -> Number:
    """The product."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return _bounded(left * right)
    return settle(_widen(left) * _widen(right))


def divide(left: Number, right: Number) -> Number:
    """The quotient.

    Raises:
        CalculationError: DIVIDE_BY_ZERO.
    """
    if not right:
        raise CalculationError(CalculatorProblem.DIVIDE_BY_ZERO)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return _bounded(left / right)
    return settle(_widen(left) / _widen(right))


def power(base: Number, exponent: Number) -> Number:
    """``base`` to the ``exponent``; 0 to the 0 is 1, as in the app.

    Raises:
        CalculationError: DIVIDE_BY_ZERO for zero to a negative exponent, DOMAIN for a negative base
            to an exponent that is not an integer.
    """
    if not exponent:
        return _ONE
    if not base:
        if exponent < 0:
            raise CalculationError(CalculatorProblem.DIVIDE_BY_ZERO)
        return _ZERO
    integer = exponent.numerator if isinstance(exponent, Fraction) and exponent.denominator == 1 else None
    if isinstance(base, Fraction) and integer is not None:
        if abs(base) == 1:
            return base if integer % 2 else _ONE
        if _size(base) * abs(integer) <= _EXACT_BITS:
            return Fraction(base**integer)
    if base < 0 and integer is None:
        raise CalculationError(CalculatorProblem.DOMAIN)
    with localcontext(_POWER):
        magnitude = (abs(_widen(base)).ln() * _widen(exponent)).exp()
    result = settle(+magnitude)
    return -result if base < 0 and integer is not None and integer % 2 else result


def square(number: Number) -> Number:
    """The second power."""
    return multiply(number, number)


def percent(number: Number) -> Number:
    """A hundredth of the number."""
    return multiply(number, Fraction(1, 100))


def square_root(number: Number) -> Number:
    """The square root.

    Raises:
        CalculationError: DOMAIN for a negative number.
    """
    if number < 0:
        raise CalculationError(CalculatorProblem.DOMAIN)
    return settle(_widen(number).sqrt())


def factorial(number: Number) -> Number:
    """The factorial of an integer from 0 to 1000.

    Raises:
        CalculationError: DOMAIN if it is negative or not an integer, TOO_LARGE above 1000.
    """
    if isinstance(number, Decimal):
        # Either not an integer, or one with more digits than are known.
        too_large = number > 10**PRECISION
        raise CalculationError(CalculatorProblem.TOO_LARGE if too_large else CalculatorProblem.DOMAIN)
    if number < 0 or number.denominator != 1:
        raise CalculationError(CalculatorProblem.DOMAIN)
    if number > _LARGEST_FACTORIAL:
        raise CalculationError(CalculatorProblem.TOO_LARGE)
    return _bounded(Fraction(math.factorial(number.numerator)))


def _in_quarter_turns(angle: Number, degrees: bool) -> tuple[int, Decimal]:
    """The nearest whole number of quarter turns, modulo 4, and the rest in radians, at most π/4 away."""
    if degrees and isinstance(angle, Fraction):
        quarters = angle / 90
        whole = round(quarters)
        return whole % 4, _widen(quarters - whole) * PI / 2
    if not -_LARGEST_ANGLE <= angle <= _LARGEST_ANGLE:
        raise CalculationError(CalculatorProblem.TOO_LARGE)
    with localcontext(_ANGLE):
        turned = _widen(angle) / (Decimal(90) if degrees else PI / 2)
        nearest = turned.to_integral_value()
        rest = turned - nearest
        if abs(rest) < max(abs(turned), Decimal(1)) * _ROUNDING:
            rest = Decimal(0)
        return int(nearest) % 4, rest * PI / 2


def _sine_series(angle: Decimal) -> Decimal:
    return _taylor_series(+angle, angle, 2)


def _cosine_series(angle: Decimal) -> Decimal:
    return _taylor_series(Decimal(1), angle, 1)


def _taylor_series(term: Decimal, angle: Decimal, divisor: int) -> Decimal:
    """The sum of ``term`` and those after it: each is the last times -angle²/(n(n+1)), n from ``divisor``."""
    step, total = -angle * angle, term
    while abs(term) > _TINY * abs(total):
        term = term * step / (divisor * (divisor + 1))
        total += term
        divisor += 2
    return total


def sine(angle: Number, degrees: bool) -> Number:
    """The sine of an angle in degrees or radians."""
    quarter, rest = _in_quarter_turns(angle, degrees)
    size = _cosine_series(rest) if quarter % 2 else _sine_series(rest)
    return settle(-size if quarter >= 2 else size)


def cosine(angle: Number, degrees: bool) -> Number:
    """The cosine of an angle in degrees or radians."""
    quarter, rest = _in_quarter_turns(angle, degrees)
    size = _sine_series(rest) if quarter % 2 else _cosine_series(rest)
    return settle(-size if quarter in (1, 2) else size)


def tangent(angle: Number, degrees: bool) -> Number:
    """The tangent of an angle in degrees or radians.

    Raises:
        CalculationError: DOMAIN where there is none (90 degrees).
    """
    quarter, rest = _in_quarter_turns(angle, degrees)
    up, along = _sine_series(rest), _cosine_series(rest)
    if quarter % 2:
        up, along = -along, up
    if not along:
        raise CalculationError(CalculatorProblem.DOMAIN)
    return settle(up / along)


def _from_radians(angle: Decimal, degrees: bool) -> Number:
    return settle(angle * 180 / PI if degrees else +angle)


def _arctangent(ratio: Decimal) -> Decimal:
    """Arc tangent in radians: halves the angle four times, then sums the series of the rest."""
    if abs(ratio) > 1:
        quarter = (PI / 2).copy_sign(ratio)
        return quarter - _arctangent(1 / ratio)
    for _ in range(4):
        ratio = ratio / (1 + (1 + ratio * ratio).sqrt())
    step, power_of_ratio, total, odd = -ratio * ratio, ratio, ratio, 1
    while abs(power_of_ratio) > _TINY * abs(total):
        power_of_ratio *= step
        odd += 2
        total += power_of_ratio / odd
    return total * 16


def _arcsine(number: Number) -> Decimal:
    if not -1 <= number <= 1:
        raise CalculationError(CalculatorProblem.DOMAIN)
    rest = _widen(subtract(_ONE, square(number)))
    ratio = _widen(number)
    if not rest:
        return (PI / 2).copy_sign(ratio)
    return _arctangent(ratio / rest.sqrt())


def arcsine(number: Number, degrees: bool) -> Number:
    """The angle, in degrees or radians, whose sine is ``number``; DOMAIN beyond ±1."""
    return _from_radians(_arcsine(number), degrees)


def arccosine(number: Number, degrees: bool) -> Number:
    """The angle, in degrees or radians, whose cosine is ``number``; DOMAIN beyond ±1."""
    return _from_radians(PI / 2 - _arcsine(number), degrees)


def arctangent(number: Number, degrees: bool) -> Number:
    """The angle, in degrees or radians, whose tangent is ``number``."""
    return _from_radians(_arctangent(_widen(number)), degrees)


def _logarithm(number: Number, of: Callable[[Decimal], Decimal]) -> Number:
    if number <= 0:
        raise CalculationError(CalculatorProblem.DOMAIN)
    return settle(of(_widen(number)))


def natural_logarithm(number: Number) -> Number:
    """The logarithm to the base e; DOMAIN unless the number is positive."""
    return _logarithm(number, Decimal.ln)


def common_logarithm(number: Number) -> Number:
    """The logarithm to the base 10; DOMAIN unless the number is positive."""
    return _logarithm(number, Decimal.log10)


def exponential(number: Number) -> Number:
    """The power of e."""
    return settle(_widen(number).exp())


def parse(text: str) -> Number:
    """Return the number that `canonical` wrote as ``text``. One with 50 digits does not count as exact.

    Raises:
        CalculationError: BAD_EXPRESSION for what is not a finite number, TOO_LARGE beyond 10^1,000,000.
    """
    try:
        number = CONTEXT.create_decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise CalculationError(CalculatorProblem.BAD_EXPRESSION)
    exact = len(number.as_tuple().digits) < RESULT_DIGITS and abs(number.adjusted()) < _SETTLED_EXPONENT
    return Fraction(number) if exact else number


def canonical(number: Number) -> str:
    """ASCII text of at most 50 significant digits: ``-0.5``, ``120``, and ``1.5E21`` from 10^21 on."""
    if not number:
        return "0"
    with localcontext(_RESULT):
        rounded = _widen(number).normalize(_RESULT)
    sign, digits, exponent = rounded.as_tuple()
    assert isinstance(exponent, int)
    if -7 <= rounded.adjusted() <= 20:
        return f"{rounded:f}"
    first, *others = map(str, digits)
    mantissa = f"{first}.{''.join(others)}" if others else first
    return f"{'-' if sign else ''}{mantissa}E{rounded.adjusted()}"
