"""Agent that asks a computer-use model through its vendor's client. Its action is the model's turn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language.asking import Asking
from bmoca_gym.agents.language.formats import preflight
from bmoca_gym.agents.language.formats.agent import DEFAULT_SIZE, resized, size
from bmoca_gym.agents.language.formats.reading import FormatError, Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.models import ChatModel
from bmoca_gym.agents.language.options import OPTIONS as OPTIONS_OF_LLM
from bmoca_gym.agents.language.options import further_fields
from bmoca_gym.agents.language.prompts import Templates
from bmoca_gym.agents.language.templated import TemplatedOptions
from bmoca_gym.agents.language.tokens import of_picture
from bmoca_gym.agents.language.vendors.claude import Claude
from bmoca_gym.agents.language.vendors.gemini import Gemini
from bmoca_gym.agents.language.vendors.openai import OpenAI
from bmoca_gym.agents.language.vendors.vendor import Asked, Call, Result, Turn, Vendor
from bmoca_gym.agents.options import Option
from bmoca_gym.envs.choices import apps_of
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ModelError, SettingsError, cut, nearest

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info

VENDORS: Mapping[str, Vendor] = {
    "gemini-computer-use": Gemini(),
    "claude-computer-use": Claude(),
    "openai-computer-use": OpenAI(),
}

_ENDPOINT = (
    "model", "base_url", "api_key_variable", "prompt", "request", "timeout", "retries", "max_tokens_per_episode",
    "max_cost", "max_time", "price_in", "price_out", "cache", "replay",
)  # fmt: skip
_TEMPLATES = {"system": ("width", "height"), "task": ("goal",)}

#: Replies of a user that agree.
_AGREES = (
    "yes", "y", "yeah", "ok", "okay", "sure", "agree", "agreed", "allow", "allowed", "confirm", "confirmed", "continue",
    "proceed", "go",
)  # fmt: skip


class VendorRecipe(TemplatedOptions):
    """What an evaluation expects from an agent's options module, for a vendor.

    Args:
        name: name of the format.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.vendor = VENDORS[name]

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The options: those of ``llm`` for the endpoint and its limits, and those of the vendor's protocol."""
        vendor = self.vendor
        known = {option.name: option for option in OPTIONS_OF_LLM}
        known["base_url"] = known["base_url"]._replace(
            help=f"address of the endpoint (default: ${vendor.address}, else {vendor.vendor}'s)"
        )
        known["api_key_variable"] = known["api_key_variable"]._replace(
            default=vendor.key,
            help=f"environment variable with the key (default: {vendor.key})",
        )
        chosen = [name for name in known if name in _ENDPOINT or name in vendor.sampling]
        further = [
            Option(
                "picture_size", str, DEFAULT_SIZE, "width and height of the screen's picture, in px; the model may be "
                "sent a smaller one (default: 1080x2400)", metavar="WxH",
            ),
            Option(
                "generation", str, vendor.generations[0],
                "the generation of models whose tools are declared (default: the latest): mobile, browser for Gemini; "
                "toolset-20260801, 20251124, 20250124, 20241022 for Claude; computer, computer-use-preview for OpenAI",
            ),
            Option(
                "consent", str, "never", "the answer when the model's vendor asks for a person's consent to an action: "
                "never ends the episode as refused, always agrees, ask-task asks the task's user (default: never)",
                ("never", "always", "ask-task"),
            ),
        ]  # fmt: skip
        if vendor.pictures:
            further.append(
                Option(
                    "pictures", int, vendor.pictures,
                    "number of the latest pictures in a request; 0 for all (default: 3)",
                )
            )  # fmt: skip
        return (
            *(known[one]._replace(default=vendor.sampling.get(one, known[one].default)) for one in chosen),
            *further,
        )

    def check(self, options: Mapping[str, Any]) -> None:
        """Check the size of pictures and the generation of models.

        Raises:
            SettingsError: one of them is invalid.
        """
        size(options)
        generation, known = options["generation"], self.vendor.generations
        if generation not in known:
            raise SettingsError(
                f"generation is {cut(generation)}; it must be one of {', '.join(known)} for {self.name}."
                f"{nearest(generation, known)}"
            )

    def environment(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of ``gym.make`` for the options."""
        return {"action": self.name, "observation": "pixels", "resolution": size(options)}

    def templates(self, options: Mapping[str, Any]) -> Templates:
        """Read the templates of the prompts.

        Raises:
            PromptError: see `Templates`.
        """
        return Templates(options["prompt"], _TEMPLATES, ("formats/computer-use",))


RECIPES = {name: VendorRecipe(name) for name in VENDORS}


class VendorAgent:
    """Agent that asks a computer-use model. The environment's action mode of that name reads the model's turn.

    All calls of a turn are carried out in one step, and the last one's result has the picture of the screen after it.
    If one of them can't be carried out, none is, and each result says why.

    Args:
        vendor: name of the format.
        client: a replacement for the endpoint's model.
        options: all options of the vendor.
    """

    def __init__(self, vendor: str, client: ChatModel | None = None, **options: Any) -> None:
        self.name = vendor
        self._vendor = VENDORS[vendor]
        self._format = FORMATS[vendor]
        self._fill = RECIPES[vendor].templates(options).fill
        self._options = options
        self._sent = self._format.sent(size(options))
        self._asking = Asking(options, client or ChatModel(options, self._vendor), of_picture(*self._sent))
        self.notes = Notes()

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode with an empty dialogue and a new budget."""
        self._seed = seed
        self._task = self._fill("task", goal=str(info["instruction"]))
        self._apps = [name for name, _ in apps_of(env.task)]
        self._first: bytes | None = None
        self._turns: list[Turn] = []
        self._steps = -1
        self._open: tuple[dict[str, Any], tuple[Call, ...]] | None = (
            None  # the turn that waits for its results
        )
        self._waiting = ""  # its action, while the user is asked for consent
        self.notes = self._asking.begin(seed)

    def act(self, observation: NDArray[np.uint8], info: Info) -> str:
        """Return the model's turn, or a question to the user for consent.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        self._steps += 1
        picture = png(resized(observation, self._sent))
        if self._waiting:
            action, self._waiting = self._waiting, ""
            return action if _agrees(info["reply"]) else self._refused("The user did not agree.")
        if self._open is not None:
            self._turns.append(self._settled(*self._open, picture, observation, info))
        self._first = self._first or picture
        asked = self._asked()
        answer = self._asking.send(
            self._request(asked),
            {"system": asked.system, "task": asked.task, **self._results()},
            [picture],
            self._action,
            step=self._steps,
        )
        turn = json.loads(answer.turn)
        calls = self._vendor.calls(turn)
        self._open = turn, calls
        checks = [check for call in calls for check in call.checks]
        if not checks or self._options["consent"] == "always":
            return answer.text
        reasons = "; ".join(str(check.get("message") or check.get("code") or "no reason") for check in checks)
        if self._options["consent"] == "never":
            return self._refused(f"The model asks for consent: {reasons} (see --consent).")
        self._waiting = answer.text
        return self._vendor.written("ask_user", {"text": f"May I go on? {reasons}"})

    def test_call(self) -> str:
        """Ask the model to tap a button in a test picture, before anything is played; see `preflight`.

        Returns:
            A remark for the user; "" if all is well, and for a replay, which asks nothing.

        Raises:
            ModelError: the model gave no answer, or takes no pictures.
        """
        if self._options["replay"]:
            return ""
        shown = size(self._options)
        self._seed = 0
        task = self._fill("task", goal=preflight.INFO["instruction"])
        picture = png(resized(preflight.picture(shown), self._sent))
        asked = Asked(self._system(), task, picture, (), self._sent)
        try:
            answer = self._asking.test(self._request(asked))
        except ModelError as error:
            raise preflight.explained(error) from error
        return preflight.verdict(self.name, answer, f"{asked.system}\n{task}", Frame(shown, self._sent))

    def close(self) -> None:
        """Close the connections. Any thread may call this."""
        self._asking.close()

    def _system(self) -> str:
        return self._fill("system", width=str(self._sent[0]), height=str(self._sent[1]))

    def _request(self, asked: Asked) -> dict[str, Any]:
        fields = self._vendor.request(self._options, self._seed, asked) | further_fields(
            self._options["request"]
        )
        return {name: value for name, value in fields.items() if value is not None}

    def _asked(self) -> Asked:
        """The dialogue, with its latest pictures."""
        shown = [self._first is not None, *map(_has_picture, self._turns)]
        left_out = _left_out(sum(shown), self._options.get("pictures", 0), self._vendor.at_once)
        turns = []
        seen = 1
        for turn in self._turns:
            old = seen < left_out
            turns.append(_without_pictures(turn) if old else turn)
            seen += _has_picture(turn)
        return Asked(self._system(), self._task, None if left_out else self._first, turns, self._sent)

    def _settled(
        self,
        turn: dict[str, Any],
        calls: Sequence[Call],
        picture: bytes,
        observation: NDArray[np.uint8],
        info: Info,
    ) -> Turn:
        """The results of a turn's calls, given the screen after them."""
        problem = info["wrong_format"]
        if not calls:
            return Turn(turn, (), str(problem or "Go on."), picture)
        last = len(calls) - 1
        return Turn(
            turn,
            tuple(
                Result(
                    call,
                    f"Nothing was done: {problem}" if problem else self._said(call, info),
                    bool(problem),
                    self._shown(call, place == last, picture, observation, bool(problem)),
                )
                for place, call in enumerate(calls)
            ),
        )

    def _said(self, call: Call, info: Info) -> str:
        """The text of a call's result."""
        if call.name == "ask_user":
            return _told(info) or "The user does not answer."
        if call.name == "list_apps":
            return ", ".join(self._apps) or "Go to the home screen to see the apps."
        return f"Done. {_told(info)}".strip()

    def _shown(
        self, call: Call, is_last: bool, picture: bytes, observation: NDArray[np.uint8], failed: bool
    ) -> bytes | None:
        """The picture in a call's result: the screen, or the part of it that the model wants enlarged."""
        if call.name == "zoom" and not failed:
            return png(zoomed(observation, call.given.get("region"), self._sent))
        return picture if is_last or call.kind == "computer_call" else None

    def _results(self) -> dict[str, str]:
        """The last turn's results, for the notes."""
        last = self._turns[-1] if self._turns else None
        lines = [f"{one.call.name}: {one.text}" for one in last.results] if last else []
        return {"results": "\n".join(lines) or (last.says if last else "")} if last else {}

    def _refused(self, why: str) -> str:
        """End the episode without consent, as if the model had refused."""
        self.notes.turns[-1]["stopped_because"] = "refusal"
        return self._vendor.written("refuse", {"text": why})

    def _action(self, answer: str) -> str | None:
        """A turn's actions in the vendor's words, for the transcript."""
        try:
            reading = self._format.read(answer, Frame(self._sent, self._sent))
        except FormatError:
            return None
        return "; ".join(json.dumps(one, ensure_ascii=False) for one in reading.actions)


def zoomed(picture: NDArray[np.uint8], region: object, sent: tuple[int, int]) -> NDArray[np.uint8]:
    """Cut a region out of a picture. Its corners are in px of the smaller picture that the model was sent."""
    high, wide = picture.shape[:2]
    try:
        left, top, right, bottom = (int(one) for one in region)  # type: ignore[attr-defined]
    except (TypeError, ValueError, OverflowError):
        left, top, right, bottom = 0, 0, *sent
    left, right = sorted((left * wide // sent[0], right * wide // sent[0]))
    top, bottom = sorted((top * high // sent[1], bottom * high // sent[1]))
    left, top = min(max(left, 0), wide - 1), min(max(top, 0), high - 1)
    return picture[top : max(bottom, top + 1), left : max(right, left + 1)]


def _has_picture(turn: Turn) -> bool:
    return turn.picture is not None or any(result.picture is not None for result in turn.results)


def _without_pictures(turn: Turn) -> Turn:
    results = tuple(result._replace(picture=None) for result in turn.results)
    return turn._replace(results=results, picture=None)


def _left_out(shown: int, kept: int, at_once: int) -> int:
    """How many of the oldest pictures to leave out."""
    return max(shown - kept, 0) // at_once * at_once if kept else 0


def _agrees(reply: str | None) -> bool:
    words = (reply or "").casefold().replace(",", " ").replace(".", " ").split()
    return bool(words) and words[0] in _AGREES


def _told(info: Mapping[str, Any]) -> str:
    return f"The user says: {info['reply']}" if info["reply"] else ""
