"""Options of agents whose prompts are templates: what an evaluation expects from such an agent's options module."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from bmoca_gym.agents.language.options import resolve
from bmoca_gym.agents.language.prompts import Templates
from bmoca_gym.agents.options import Option


class TemplatedOptions(ABC):
    """The options of an agent whose prompts are made from templates."""

    @property
    @abstractmethod
    def OPTIONS(self) -> tuple[Option, ...]:
        """The options."""

    @abstractmethod
    def templates(self, options: Mapping[str, Any]) -> Templates:
        """Read the templates of the prompts.

        Raises:
            PromptError: see `Templates`.
        """

    @abstractmethod
    def check(self, options: Mapping[str, Any]) -> None:
        """Check what is specific to this agent.

        Raises:
            SettingsError: an option is invalid.
        """

    def resolve(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Complete the options from environment variables, and check them.

        Raises:
            SettingsError: no model is named, there is a limit on cost without prices, ``request`` is not a JSON object,
                or an option is invalid.
            PromptError: the folder of templates can't be used.
        """
        self.templates(options)
        self.check(options)
        return resolve({**options, "prompt": ""}) | {"prompt": options["prompt"]}

    def identity(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that must be equal to resume a run. ``prompt`` is the digest of the templates."""
        chosen = {option.name: options[option.name] for option in self.OPTIONS if option.scored}
        return chosen | {"prompt": self.templates(options).digest}
