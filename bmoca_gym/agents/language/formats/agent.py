"""Agent that asks a model in its maker's format. Its action is the model's whole answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.asking import Asking
from bmoca_gym.agents.language.formats import preflight
from bmoca_gym.agents.language.formats.dialogue import Dialogue
from bmoca_gym.agents.language.formats.few_shot import FormatExamples
from bmoca_gym.agents.language.formats.reading import FormatError, Frame, Reading
from bmoca_gym.agents.language.formats.styles import STYLES, Style
from bmoca_gym.agents.language.formats.table import FORMATS, Format
from bmoca_gym.agents.language.models import ChatModel
from bmoca_gym.agents.language.options import OPTIONS as OPTIONS_OF_LLM
from bmoca_gym.agents.language.prompts import Templates
from bmoca_gym.agents.language.templated import TemplatedOptions
from bmoca_gym.agents.language.tokens import of_picture
from bmoca_gym.agents.options import Option
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ModelError, SettingsError, cut

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv

_FEW_SHOT = ("few_shot", "few_shot_from", "few_shot_choice")
_ENDPOINT = (
    "model", "base_url", "api_key_variable", "prompt", "temperature", "top_p", "answer_tokens", "send_seed", "request",
    "stream", "timeout", "retries", "max_tokens_per_episode", "max_cost", "max_time", "price_in", "price_out", "cache",
    "replay", *_FEW_SHOT,
)  # fmt: skip

#: The placeholders that templates may have.
_TOLD = ("goal", "history", "language", "date", "app", "apps", "tool", "width", "height")
_OF_LINES = ("number", "index", "said", "action", "thought")

#: What Open-AutoGLM calls the app in front if it does not know it, as it does for the launcher.
_NO_APP = "System Home"

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_SIZE = re.compile(r"([0-9]{2,4})[x×]([0-9]{2,4})")
DEFAULT_SIZE = "1080x2400"


class FormatRecipe(TemplatedOptions):
    """What an evaluation expects from an agent's options module, for a format.

    Args:
        name: name of the format.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def format(self) -> Format:
        """The grammar."""
        return FORMATS[self.name]

    @property
    def style(self) -> Style:
        """How the format asks."""
        return STYLES[self.name]

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The options: those of ``llm`` for the endpoint and sampling, the size of pictures, the thought's language."""
        sampling = dict(self.style.sampling)
        known = {option.name: option for option in OPTIONS_OF_LLM}
        further = {name: value for name, value in sampling.items() if name not in known}
        defaults = {"temperature": 0.0, "answer_tokens": 2048} | sampling
        defaults |= {"request": json.dumps(further)} if further else {}
        return (
            *(known[name]._replace(default=defaults.get(name, known[name].default)) for name in _ENDPOINT),
            Option(
                "picture_size", str, DEFAULT_SIZE, "width and height of the pictures, in px (default: 1080x2400)",
                metavar="WxH",
            ),
            Option("language", str, "English", "language of the model's thoughts (default: English)", metavar="NAME"),
        )  # fmt: skip

    def check(self, options: Mapping[str, Any]) -> None:
        """Check the size of pictures.

        Raises:
            SettingsError: ``picture_size`` is invalid.
        """
        size(options)

    def environment(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of ``gym.make`` for the options."""
        return {"action": self.name, "observation": "pixels", "resolution": size(options)}

    def identity(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that must be equal to resume a run. ``prompt`` is the digest of the templates."""
        chosen = super().identity(options)
        if not options["few_shot"]:  # as in runs of versions without examples
            chosen = {name: value for name, value in chosen.items() if name not in _FEW_SHOT}
        elif options["few_shot_from"]:
            chosen["few_shot_from"] = solutions.digest(options["few_shot_from"])
        return chosen

    def templates(self, options: Mapping[str, Any]) -> Templates:
        """Read the templates of the prompts.

        Raises:
            PromptError: see `Templates`.
        """
        style = self.style
        names = [*style.system, *style.opening, *style.parts, *style.later]
        told: dict[str, tuple[str, ...]] = {name: _TOLD for name in names if name != "picture"}
        if style.history == "lines" or style.joined:
            told |= {"line": _OF_LINES, "no_lines": ()}
        if style.history == "summary":
            told["no_lines"] = ()
        return Templates(options["prompt"], told, (f"formats/{style.templates}",))


RECIPES = {name: FormatRecipe(name) for name in STYLES}


def size(options: Mapping[str, Any]) -> tuple[int, int]:
    """Return the width and height of pictures.

    Raises:
        SettingsError: the option is invalid.
    """
    found = _SIZE.fullmatch(options["picture_size"])
    if found is None:
        raise SettingsError(
            f"picture_size is {cut(options['picture_size'])}; it must be WIDTHxHEIGHT in px, such as {DEFAULT_SIZE}."
        )
    return int(found[1]), int(found[2])


class FormatAgent:
    """Agent that asks a model in a format. The environment's action mode of that name reads the answer.

    Args:
        format: name of the format.
        client: a replacement for the endpoint's model.
        options: all options of the format.
    """

    def __init__(self, format: str, client: ChatModel | None = None, **options: Any) -> None:
        self.name = format
        self._recipe = RECIPES[format]
        self._fill = self._recipe.templates(options).fill
        self._options = options
        self._sent = self._recipe.format.sent(size(options))
        self._examples: FormatExamples | None = None
        if options["few_shot"]:
            self._examples = FormatExamples(format, size(options), options, self._encoded)
        self._shown: list[dict[str, Any]] = []
        self._asking = Asking(options, client, of_picture(*self._sent))
        self.notes = Notes()

    def reset(self, env: PhoneEnv | None, info: Mapping[str, Any], seed: int) -> None:
        """Begin an episode with an empty dialogue and a new budget."""
        told = {
            "goal": str(info["instruction"]),
            "language": self._options["language"],
            "date": _with_weekday(str(info.get("date") or "")),
            "apps": ", ".join(info.get("apps") or ()),
            "tool": self._recipe.format.tool(self._sent),
            "width": str(self._sent[0]),
            "height": str(self._sent[1]),
        }
        self._dialogue = Dialogue(self._recipe.style, self._fill, told)
        self._app = _NO_APP
        self._last: tuple[str, bytes] | None = None
        self._shown = [] if env is None or self._examples is None else self._examples.messages(env, seed)
        self.notes = self._asking.begin(seed)

    def act(self, observation: NDArray[np.uint8], info: Mapping[str, Any]) -> str:
        """Return the model's answer.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        messages = self.request(observation, info)
        picture = self._picture
        answer = self._asking.ask(messages, texts(messages), [picture], self._action)
        self.note(answer.written())
        return answer.written()

    def request(self, observation: NDArray[np.uint8], info: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Make the messages for a screen. Call this once for each step, and then `note`."""
        if self._last is not None:
            answer, picture = self._last
            self._dialogue.note(
                answer, self._read(answer), picture, str(info.get("reply") or ""), app=self._app
            )
            self._last = None
        self._app = str(info.get("app") or _NO_APP)
        self._picture = self._encoded(observation)
        messages = self._dialogue.request(self._picture, app=self._app)
        first = next((place for place, one in enumerate(messages) if one["role"] != "system"), 0)
        return [*messages[:first], *self._shown, *messages[first:]]

    def _encoded(self, observation: NDArray[np.uint8]) -> bytes:
        """The picture as the model gets it."""
        return png(resized(observation, self._sent))

    def note(self, answer: str) -> None:
        """Record the answer to the last request, for the next one."""
        self._last = answer, self._picture

    def test_call(self) -> str:
        """Ask the model to tap a button in a test picture, before anything is played; see `preflight`.

        Returns:
            A remark for the user; "" if all is well, and for a replay, which asks nothing.

        Raises:
            ModelError: the model gave no answer, takes no pictures, or answers in the grammar of another agent.
        """
        if self._options["replay"]:
            return ""
        shown = size(self._options)
        self.reset(None, dict(preflight.INFO), 0)
        messages = self.request(preflight.picture(shown), {})
        try:
            answer = self._asking.try_out(messages)
        except ModelError as error:
            raise preflight.explained(error) from error
        told = "\n".join(texts(messages).values())
        return preflight.verdict(self.name, answer, told, Frame(shown, self._sent))

    def close(self) -> None:
        """Close the connections. Any thread may call this."""
        self._asking.close()

    def _read(self, answer: str) -> Reading | None:
        try:
            return self._recipe.format.read(answer, Frame(self._sent, self._sent))
        except FormatError:
            return None

    def _action(self, answer: str) -> str | None:
        """The actions in an answer, in the model's own format, for the transcript."""
        reading = self._read(answer)
        return (
            None
            if reading is None
            else "; ".join(json.dumps(one, ensure_ascii=False) for one in reading.actions)
        )


def _with_weekday(day: str) -> str:
    """A date such as ``2023-10-15`` with its weekday; unchanged if it is not a date."""
    try:
        return f"{day}, {_DAYS[date.fromisoformat(day).weekday()]}"
    except ValueError:
        return day


def texts(messages: list[dict[str, Any]]) -> dict[str, str]:
    """Return the texts of a request by the role and place of their message, for the notes."""
    found = {}
    for place, one in enumerate(messages):
        content = one["content"] or ""
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        shown = [part["text"] if part["type"] == "text" else "[picture]" for part in parts]
        found[f"{place + 1} {one['role']}"] = "\n".join(shown)
    return found


def resized(picture: NDArray[np.uint8], to: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture at another size, width and height in px."""
    if (picture.shape[1], picture.shape[0]) == to:
        return picture
    import cv2  # as late as `png` imports it

    return np.asarray(cv2.resize(picture, to, interpolation=cv2.INTER_AREA), np.uint8)
