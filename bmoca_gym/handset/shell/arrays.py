"""Arrays in a shell's variables: element ``n`` of ``name`` is stored as ``name[n]``, element 0 as ``name``."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from bmoca_gym.handset.shell.call import CommandError

#: Elements that an array is given at once, and the largest index.
MOST_ELEMENTS = 4096
LARGEST_INDEX = 0x7FFFFFFF


def element(name: str, index: int) -> str:
    """The key that stores an element.

    Raises:
        CommandError: no array has an element of that index.
    """
    if not 0 <= index <= LARGEST_INDEX:
        raise CommandError(f"{name}[{index}]: subscript out of range")
    return f"{name}[{index}]" if index else name


def elements(variables: MutableMapping[str, str], name: str) -> dict[int, str]:
    """The elements of an array by index, in order."""
    start = name + "["
    found = {int(key[len(start) : -1]): text for key, text in variables.items() if key.startswith(start)}
    if name in variables:
        found[0] = variables[name]
    return dict(sorted(found.items()))


def unset(variables: MutableMapping[str, str], name: str) -> None:
    """Delete a variable, a whole array, or one element, ``name[n]``."""
    variables.pop(name, None)
    if name.endswith("]"):
        return
    start = name + "["
    for key in [key for key in variables if key.startswith(start)]:
        del variables[key]


def restore(variables: MutableMapping[str, str], name: str, known: Mapping[int, str]) -> None:
    """Put back the elements that an array had."""
    unset(variables, name)
    for index, text in known.items():
        variables[element(name, index)] = text


def set_array(variables: MutableMapping[str, str], name: str, texts: Sequence[str], first: int = 0) -> None:
    """Assign texts to an array, from index ``first`` on. Elements before ``first`` stay.

    Raises:
        CommandError: there are too many.
    """
    if len(texts) > MOST_ELEMENTS:
        raise CommandError(f"{name}: an array has no more than {MOST_ELEMENTS} elements")
    if not first:
        unset(variables, name)
    for at, text in enumerate(texts, first):
        variables[element(name, at)] = text
