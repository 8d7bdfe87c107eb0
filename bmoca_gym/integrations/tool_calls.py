"""The phone's tools as function calls: their JSON schemas, and calls by name with arguments written by a model.

For libraries that pass on a model's calls unchanged, such as NeMo-Gym and CUBE.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
import typing
from collections.abc import Mapping
from typing import Any

from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ActionError, cut, nearest
from bmoca_gym.integrations.tools import TOOLS, PhoneTools

_ARGUMENT = re.compile(r"^ *(\w+): (.+)$", re.MULTILINE)
#: What a type is in a JSON schema, and in words.
_TYPES = {int: ("integer", "a whole number from 0 on"), str: ("string", "a text")}


@functools.cache
def schemas() -> Mapping[str, Mapping[str, Any]]:
    """Describe each tool by name, from its docstring: ``name``, ``description``, and ``parameters``, a JSON schema."""
    return {name: _schema(name) for name in TOOLS}


def _schema(name: str) -> dict[str, Any]:
    description, _, described = str(inspect.getdoc(getattr(PhoneTools, name))).partition("\n\nArgs:\n")
    words = dict(_ARGUMENT.findall(described))
    properties = {
        argument: {"type": _TYPES[kind][0], "description": words[argument]}
        for argument, kind in _parameters(name).items()
    }
    parameters = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    return {"name": name, "description": description, "parameters": parameters}


@functools.cache
def _parameters(name: str) -> Mapping[str, type]:
    types = typing.get_type_hints(getattr(PhoneTools, name))
    return {argument: kind for argument, kind in types.items() if argument != "return"}


class CalledPhone(PhoneTools):
    """A phone whose tools are called by name.

    Args:
        settings: the arguments of `PhoneSession`. Without ``reward`` a success earns 1.
    """

    def call(self, name: str, arguments: object) -> str:
        """Call a tool. Return the resulting screen, or why nothing was done.

        Args:
            name: one of `TOOLS`.
            arguments: the arguments by name, or a JSON object of them.
        """
        try:
            checked = _checked(name, arguments)
        except ActionError as error:
            return f"Nothing was done: {error}"
        answer: str = getattr(self, name)(**checked)
        return answer

    def say(self, answer: str) -> str:
        """Perform the text action in a model's answer. Return the resulting screen, or why nothing was done."""
        return self._say(answer)


def _checked(name: str, arguments: object) -> dict[str, Any]:
    """Return a call's arguments after checking them.

    Raises:
        ActionError: there is no such tool, or an argument is missing, unknown or of the wrong type.
    """
    if name not in TOOLS:
        raise ActionError(f"Unknown tool {cut(name)}.{nearest(name[:200], TOOLS)} Tools: {', '.join(TOOLS)}.")
    given = _read(arguments) if isinstance(arguments, str) else arguments
    wanted = _parameters(name)
    if not isinstance(given, Mapping) or given.keys() != wanted.keys():
        named = [*map(str, given)] if isinstance(given, Mapping) else given
        raise ActionError(
            f"{name} takes {' and '.join(wanted) or 'no arguments'}, as a JSON object, not {cut(named)}."
        )
    for argument, kind in wanted.items():
        value = given[argument]
        # A JSON true is a Python int too; 2**31 is more than any screen has elements.
        of_kind = isinstance(value, kind) and not isinstance(value, bool)
        if not of_kind or (isinstance(value, int) and not 0 <= value < 2**31):
            raise ActionError(f"{argument} of {name} must be {_TYPES[kind][1]}, not {cut(value)}.")
        if isinstance(value, str) and len(value) > MAX_ANSWER:
            raise ActionError(
                f"{argument} of {name} has {len(value)} characters; at most {MAX_ANSWER} are read."
            )
    return dict(given)


def _read(arguments: str) -> object:
    if len(arguments) > MAX_ANSWER:
        raise ActionError(f"The arguments have {len(arguments)} characters; at most {MAX_ANSWER} are read.")
    try:
        return json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        raise ActionError(f"The arguments {cut(arguments)} are not JSON.") from None
