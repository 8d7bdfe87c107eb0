"""The shell's arithmetic compared with Python's, and texts that are not expressions."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.shell.call import CommandError
from bmoca_gym.handset.shell.language.arithmetic import evaluate, wrapped

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<": operator.lt, ">=": operator.ge, "==": operator.eq,
}  # fmt: skip
#: Expressions with their values.
EXPRESSIONS = st.recursive(
    st.integers(0, 2**31 - 1).map(lambda n: (str(n), n)),
    lambda inner: st.tuples(inner, st.sampled_from([*OPERATORS]), inner).map(
        lambda p: (f"({p[0][0]}{p[1]}{p[2][0]})", wrapped(int(OPERATORS[p[1]](p[0][1], p[2][1]))))
    ),
    max_leaves=8,
)
PIECES = st.sampled_from(
    ["1", "2#1", "0x", "99999999999", "x", "y", "+", "-", "++", "--", "*", "/", "%", "<<", ">>", "&&", "||", "?", ":", "=", "+=", "(", ")", ",",
     "!", "~", " ", "é", "$", "\0"]
)  # fmt: skip


@given(EXPRESSIONS)
def test_values(expression: tuple[str, int]) -> None:
    text, value = expression
    assert evaluate(text, {}) == value


@pytest.mark.parametrize("text", ["(" * 40 + "1" + ")" * 40, "x=" * 40 + "1", "1?" * 40 + "1" + ":1" * 40])
def test_expressions_nested_deeper_than_any(text: str) -> None:
    with pytest.raises(CommandError, match="nested too deeply"):
        evaluate(text, {})


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_a_number_or_a_typed_error(text: str) -> None:
    variables = {"x": "7", "y": "no number"}
    with contextlib.suppress(CommandError):
        assert isinstance(evaluate(text, variables), int)
    assert all(value == "no number" or wrapped(int(value)) == int(value) for value in variables.values())
