"""What is wrong with a message, in one sentence: pydantic's own report takes several lines for each fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmoca_gym.errors import cut

if TYPE_CHECKING:
    from pydantic import ValidationError


def told(error: ValidationError) -> str:
    """Say what is wrong with a message: its first five faults, each with the field and what was given.

    Returns:
        A text such as ``seed: Input should be a valid integer, given 'x'``.
    """
    return "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'the message'}: {one['msg']}, given {cut(one['input'])}"
        for one in error.errors(include_url=False, include_context=False)[:5]
    )
