"""The cascade: which rules match an element, and the property values that result."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bmoca_gym.handset.web.css.selectors import Styled
from bmoca_gym.handset.web.css.sheets import Declaration, Rule, Sheet, user_agent_sheet
from bmoca_gym.handset.web.css.values import WIDE

#: Properties that an element takes from its parent unless a rule says otherwise.
INHERITED: Final = (
    "border-collapse", "border-spacing", "caption-side", "color", "color-scheme", "cursor", "direction",
    "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style", "font-weight",
    "letter-spacing", "line-height", "list-style-image", "list-style-position", "list-style-type",
    "overflow-wrap", "pointer-events", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "stroke-width", "text-align", "text-anchor", "text-indent", "text-shadow",
    "text-transform", "user-select", "visibility", "white-space", "word-break", "word-spacing",
)  # fmt: skip
#: Matching rules from the weakest to the strongest: for the element, ``::before``, ``::after`` and ``::backdrop``.
Matched = tuple[tuple[Rule, ...], tuple[Rule, ...], tuple[Rule, ...], tuple[Rule, ...]]


def matched_rules(element: Styled, sheets: list[Sheet]) -> Matched:
    """Return the rules that match an element and its pseudo-elements. Later sheets win."""
    own: list[Rule] = []
    before: list[Rule] = []
    after: list[Rule] = []
    behind: list[Rule] = []
    targets = {"": own, "before": before, "after": after, "backdrop": behind}
    strength: dict[int, tuple[int, tuple[int, int, int], int, int]] = {}
    for origin, some in ((0, [user_agent_sheet()]), (1, sheets)):
        for place, sheet in enumerate(some):
            for rule in sheet.rules_for(element):
                selector = rule.selector
                strength[id(rule)] = (origin, selector.specificity, place, rule.order)
                targets[selector.element].append(rule)
    for some_rules in targets.values():
        if len(some_rules) > 1:
            some_rules.sort(key=lambda rule: strength[id(rule)])
    return tuple(own), tuple(before), tuple(after), tuple(behind)


def _flow_names(start: str, end: str) -> dict[str, str]:
    """Map logical side names to physical sides for a text direction."""
    found = {}
    for flow, side in (
        ("inline-start", start),
        ("inline-end", end),
        ("block-start", "top"),
        ("block-end", "bottom"),
    ):
        for kind in ("margin", "padding"):
            found[f"{kind}-{flow}"] = f"{kind}-{side}"
        found[f"inset-{flow}"] = side
        for what in ("width", "style", "color"):
            found[f"border-{flow}-{what}"] = f"border-{side}-{what}"
    for corner, name in (("start-start", f"top-{start}"), ("start-end", f"top-{end}"),
                         ("end-start", f"bottom-{start}"), ("end-end", f"bottom-{end}")):  # fmt: skip
        found[f"border-{corner}-radius"] = f"border-{name}-radius"
    for bound in ("", "min-", "max-"):
        found[f"{bound}inline-size"], found[f"{bound}block-size"] = f"{bound}width", f"{bound}height"
    return found


#: Logical names of sides, and the physical sides they stand for.
FLOWED: Final = _flow_names("left", "right")
FLOWED_RTL: Final = _flow_names("right", "left")


def _given(
    rules: tuple[Rule, ...],
    inline: tuple[Declaration, ...],
    hints: tuple[Declaration, ...],
    values: dict[str, str],
    sides: dict[str, str] | None = None,
) -> dict[str, str]:
    """Merge declarations into ``values``, the strongest last, and return it. ``sides``: aliases of property names."""
    strong: dict[str, str] = {}
    given: dict[str, str] = {}
    own = user_agent_rules(rules)
    for rule in rules[:own]:
        for name, value, _ in rule.declarations:
            given[name if sides is None else sides.get(name, name)] = value
    for name, value, _ in hints:
        given[name] = value
    for rule in rules[own:]:
        for name, value, important in rule.declarations:
            (strong if important else given)[name if sides is None else sides.get(name, name)] = value
    for name, value, important in inline:
        (strong if important else given)[name if sides is None else sides.get(name, name)] = value
    given.update(strong)
    values.update(given)
    return given


def cascaded(
    rules: tuple[Rule, ...],
    inline: tuple[Declaration, ...],
    hints: tuple[Declaration, ...],
    parent: dict[str, str],
) -> dict[str, str]:
    """Return the values of all properties that are set or inherited.

    ``hints``: what attributes such as ``width`` ask for; any rule of the page is stronger. ``parent``: the values of
    the parent.
    """
    values: dict[str, str] = {}
    for name in INHERITED:
        inherited = parent.get(name)
        if inherited is not None:
            values[name] = inherited
    given = _given(rules, inline, hints, values)
    if any(name in FLOWED for name in values):
        # Logical sides: start over now that the direction is known.
        for name in given:
            values.pop(name, None)
        for name in INHERITED:
            if name in parent and name not in values:
                values[name] = parent[name]
        names = FLOWED_RTL if given.get("direction", parent.get("direction")) == "rtl" else FLOWED
        _given(rules, inline, hints, values, names)
    for name in [name for name, value in values.items() if value in WIDE or "var(" in value]:
        value = values[name]
        if "var(" in value:
            values[name] = _with_variables(value, {**parent, **values})
        elif value == "inherit" or (value == "unset" and name in INHERITED):
            if name in parent:
                values[name] = parent[name]
            else:
                del values[name]
        else:
            del values[name]
    for name in [name for name in parent if name.startswith("--") and name not in values]:
        values[name] = parent[name]
    return values


_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")


def _with_variables(value: str, values: dict[str, str]) -> str:
    """Return a value with ``var(…)`` substituted, up to a few levels deep."""
    for _ in range(4):
        value = _VARIABLE.sub(lambda found: values.get(found[1], found[2] or "")[:200], value)
        if "var(" not in value:
            break
    return value.strip()


@cache
def _user_agent_rules() -> frozenset[int]:
    sheet = user_agent_sheet()
    every = [*sheet.universal]
    for some in (sheet.by_id, sheet.by_class, sheet.by_tag):
        for rules in some.values():
            every += rules
    return frozenset(map(id, every))


def user_agent_rules(rules: tuple[Rule, ...]) -> int:
    """Return how many of the matched rules are the user agent's: they come first."""
    known = _user_agent_rules()
    count = 0
    for rule in rules:
        if id(rule) not in known:
            break
        count += 1
    return count
