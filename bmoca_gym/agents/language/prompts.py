"""Prompts, made from templates, with the parts of the paper (section 3.1, figure 4)."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs import action_table
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import PromptError, nearest

#: The templates, and their allowed placeholders.
PLACEHOLDERS: dict[str, tuple[str, ...]] = {
    "role": (),
    "input": ("history",),
    "picture": (),
    "picture_with_marks": (),
    "answer": (),
    "answer_without_thought": (),
    "answer_tools": (),
    "actions": ("actions",),
    "goal": ("goal",),
    "few_shot": ("examples",),
    "previous_actions": ("actions",),
    "wrong_format": ("reason",),
    "observation": ("observation",),
    "closing": (),
}

#: The parts of a prompt, in order. The first is the system message; the others form the user message.
PARTS = (
    "role", "input", "picture", "answer", "actions", "goal", "few_shot", "previous_actions", "wrong_format",
    "observation", "closing",
)  # fmt: skip

#: Largest length of a template file in characters.
_LONGEST = 100_000


class Demonstration(NamedTuple):
    """An expert's solution: (observation, action) of each step, and its goal if that differs from the agent's."""

    steps: Sequence[tuple[str, str]]
    goal: str = ""


class Templates:
    """Templates of prompts: those of a folder, and the package's for missing ones.

    Args:
        folder: a folder with files such as ``role.txt``; empty for the package's templates.
        placeholders: the names of the templates, and their allowed placeholders.
        kinds: the subfolders of the package's templates to search, in order; "" is the top folder, for ``llm``.

    Raises:
        PromptError: there is no such folder, it has no template, or a template can't be read or has an unknown
            placeholder.
    """

    def __init__(
        self,
        folder: str = "",
        placeholders: Mapping[str, tuple[str, ...]] = PLACEHOLDERS,
        kinds: Sequence[str] = ("",),
    ) -> None:
        own = Path(__file__).with_name("templates")
        if folder and not Path(folder).is_dir():
            raise PromptError(
                f"There is no folder {folder!r} with templates; copy those of {own.name} and change them."
            )
        found = {name: Path(folder) / f"{name}.txt" for name in placeholders} if folder else {}
        if folder and not any(path.is_file() for path in found.values()):
            files = ", ".join(f"{name}.txt" for name in placeholders)
            raise PromptError(f"The folder {folder!r} has no template; files are {files}.")
        self._texts = {}
        for name, may_have in placeholders.items():
            places = [*filter(None, [found.get(name)]), *(own / kind / f"{name}.txt" for kind in kinds)]
            path = next((place for place in places if place.is_file()), places[-1])
            self._texts[name] = _read(path, may_have)

    @property
    def digest(self) -> str:
        """Digest of the templates: 12 hexadecimal digits."""
        return hashlib.sha256(repr(sorted(self._texts.items())).encode()).hexdigest()[:12]

    def fill(self, name: str, **values: str) -> str:
        """Fill the placeholders of a template."""
        return Template(self._texts[name]).substitute(values)


def _read(path: Path, known: tuple[str, ...]) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"The template {path} can't be read as UTF-8: {error}") from error
    return checked(text, f"The template {path}", known)


def checked(text: str, what: str, known: Sequence[str]) -> str:
    """Check the placeholders of a template, and return it stripped of surrounding white space.

    Args:
        text: the template.
        what: what it is, for messages.
        known: the placeholders that it may have.

    Raises:
        PromptError: it is too long, or has an unknown placeholder.
    """
    if len(text) > _LONGEST:
        raise PromptError(f"{what} has {len(text)} characters; the limit is {_LONGEST}.")
    may = f"it may have {', '.join('$' + one for one in known)}" if known else "it may have no placeholders"
    for match in Template.pattern.finditer(text):
        placeholder = match["named"] or match["braced"]
        if match["invalid"] is not None:
            raise PromptError(f"{what} has a $ without a placeholder; write $$ for a dollar sign.")
        if placeholder and placeholder not in known:
            raise PromptError(f"{what} has ${placeholder}; {may}.{nearest(placeholder, known)}")
    return text.strip()


class Prompt(NamedTuple):
    """A prompt: its non-empty parts by name, and its picture as PNG or None."""

    parts: dict[str, str]
    picture: bytes | None = None

    def messages(self) -> list[dict[str, Any]]:
        """Make the messages of a chat-completions request."""
        text = "\n\n".join(part for name, part in self.parts.items() if name != "role")
        pictures = [] if self.picture is None else [self.picture]
        system = [{"role": "system", "content": self.parts["role"]}] if "role" in self.parts else []
        return [*system, message(text, pictures)]


def message(text: str, pictures: Sequence[bytes] = (), role: str = "user") -> dict[str, Any]:
    """Make a message of a chat-completions request from a text, and from pictures as PNG."""
    if not pictures:
        return {"role": role, "content": text}
    addresses = ["data:image/png;base64," + base64.b64encode(picture).decode() for picture in pictures]
    images = [{"type": "image_url", "image_url": {"url": address}} for address in addresses]
    return {"role": role, "content": [{"type": "text", "text": text}, *images]}


def templates_of(options: Mapping[str, Any]) -> Templates:
    """Read the templates of the agent ``llm`` for its options.

    Raises:
        PromptError: see `Templates`.
    """
    kinds = ("compact", "") if options.get("elements") == "compact" else ("",)
    return Templates(options["prompt"], kinds=kinds)


class Prompts:
    """Maker of prompts.

    Args:
        options: options of the language agent, see `bmoca_gym.agents.language.options`.
        to_user: whether there is a user to ask.
    """

    def __init__(self, options: Mapping[str, Any], to_user: bool = False) -> None:
        self._templates = templates_of(options)
        compact = options["elements"] == "compact"
        fill = self._templates.fill
        offered = action_table.offered(options["actions"], to_user)
        answer = "answer" if options["chain_of_thought"] else "answer_without_thought"
        picture = ""
        if options["multimodal"]:
            picture = fill("picture_with_marks" if options["set_of_mark"] else "picture")
        self._constant = {
            "role": fill("role"),
            "input": fill("input", history=str(options["history"])),
            "picture": picture,
            "answer": fill("answer_tools" if options["tools"] else answer),
            "actions": ""
            if options["tools"]
            else fill("actions", actions=(action_table.forms if compact else action_table.listing)(offered)),
            "closing": "" if options["tools"] else fill("closing"),
        }
        self.tools = action_table.tools(offered) if options["tools"] else []

    def build(
        self,
        goal: str,
        observation: str,
        *,
        previous: Sequence[str] = (),
        wrong_format: str | None = None,
        picture: NDArray[np.uint8] | None = None,
        demonstrations: Sequence[Demonstration] = (),
    ) -> Prompt:
        """Make the prompt of one step.

        Args:
            goal: the task's instruction.
            observation: the screen as text.
            previous: the last actions, newest last.
            wrong_format: why the last answer was not a valid action, or None.
            picture: the screen, uint8[H, W, 3] RGB, or None.
            demonstrations: few-shot examples.
        """
        fill = self._templates.fill
        parts = {
            **self._constant,
            "goal": fill("goal", goal=goal.removesuffix(".")),
            "few_shot": fill("few_shot", examples="\n\n".join(map(_example, demonstrations)))
            if demonstrations
            else "",
            "previous_actions": fill(
                "previous_actions", actions="\n".join(f"- {action}" for action in previous) or "none"
            ),
            "wrong_format": fill("wrong_format", reason=wrong_format) if wrong_format else "",
            "observation": fill("observation", observation=observation),
        }
        return Prompt(
            {name: parts[name] for name in PARTS if parts[name]}, None if picture is None else png(picture)
        )


def _example(demonstration: Demonstration) -> str:
    goal = [f"- Goal: {demonstration.goal}"] if demonstration.goal else []
    steps = [
        f"- Observation: {observation}\n- Action: {action}" for observation, action in demonstration.steps
    ]
    return "\n\n".join(["Demonstration Example:", *goal, *steps])


_STRING = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
#: An element of a screen description, and its tag. (`ast.literal_eval` fails in threads of Python 3.11.)
_ELEMENT = re.compile(rf"\{{'numeric_tag': ([0-9]+)(?:, '\w+': (?:{_STRING}))*\}}")


def described(observation: str, tag: int) -> str | None:
    """Return the part of a screen description, or of a compact text, for the element with this tag, or None."""
    if not observation.startswith("["):
        lines = (line.partition(" ") for line in observation.split("\n"))
        return next((words for number, _, words in lines if number == str(tag)), None)
    return next((found[0] for found in _ELEMENT.finditer(observation) if int(found[1]) == tag), None)
