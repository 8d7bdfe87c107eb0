"""Handlers of Calculator: keys, and the history."""

from __future__ import annotations

from bmoca_gym.handset.apps.calculator.state import Calculator
from bmoca_gym.handset.effects import scroll_to
from bmoca_gym.handset.kits.arithmetic import engine
from bmoca_gym.handset.kits.arithmetic.engine import CalculatorProblem, Formula
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

#: Further than any formula is long, px: what was typed last is in sight.
_FORMULA_END = 1 << 20
HISTORY_LENGTH = 50


def press(state: Calculator, context: Context, token: str) -> Next[Calculator]:
    """Type a token."""
    formula = state.formula
    if state.finished:
        binary = token.startswith("op_") and token not in ("op_sqrt",)
        formula = (engine.result_token(state.finished),) if binary else ()
    state = replace(state, formula=engine.append(formula, token), finished="", problem="")
    return state, scroll_to("formula", _FORMULA_END)


def delete(state: Calculator, context: Context) -> Calculator:
    """Delete the last token, or the result."""
    if state.finished:
        return replace(state, formula=(), finished="")
    return replace(state, formula=engine.delete(state.formula), problem="")


def clear(state: Calculator, context: Context) -> Calculator:
    """Clear the formula."""
    return replace(state, formula=(), finished="", problem="")


def equals(state: Calculator, context: Context) -> Calculator:
    """Evaluate the formula."""
    if state.finished or not state.formula:
        return state
    result = engine.evaluate(state.formula, state.degrees)
    if isinstance(result, CalculatorProblem):
        return replace(state, problem=result.value)
    if not result or not engine.has_operation(state.formula):
        return state
    history = (*state.history, (state.formula, result))[-HISTORY_LENGTH:]
    return replace(state, finished=result, history=history, problem="")


def clear_history(state: Calculator, context: Context) -> Calculator:
    """Clear the history."""
    return without_overlay(state, history=())


def recall(state: Calculator, context: Context, formula: Formula) -> Calculator:
    """Recall a formula from the history."""
    return without_overlay(state, formula=formula, finished="", problem="")
