"""Options of a language agent: their meaning, what they ask of the environment, which of them change a score."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from bmoca_gym.agents.options import Option
from bmoca_gym.errors import SettingsError, cut

#: Width and height of the pictures that a model is shown, in px (paper, appendix A.1).
RESOLUTION = (256, 512)

OPTIONS: tuple[Option, ...] = (
    Option("model", str, "", "the model's name at the endpoint (default: $BMOCA_MODEL)"),
    Option("base_url", str, "", "the endpoint (default: $OPENAI_BASE_URL, else OpenAI's)", scored=False),
    Option(
        "api_key_variable",
        str,
        "OPENAI_API_KEY",
        "the environment variable with the key (default: OPENAI_API_KEY); endpoints of your own may need none",
        scored=False,
    ),
    Option("multimodal", bool, False, "add a picture of the screen to the text"),
    Option(
        "set_of_mark", bool, False, "draw numbered boxes on the picture; the numbers are the tags of the text"
    ),
    Option(
        "chain_of_thought", bool, True, "have the model describe and reason before it acts (default: yes)"
    ),
    Option("bounding_boxes", bool, False, "add the position of each element"),
    Option("leaves_only", bool, False, "leave out elements that contain others"),
    Option(
        "actions",
        str,
        "paper",
        "the actions in the prompt: those of the paper, or also type, long_press, wait, answer and finish (default: "
        "paper; all where the agent has to end episodes)",
        ("paper", "all"),
    ),
    Option("tools", bool, False, "have the model call functions instead of writing an action line"),
    Option("history", int, 4, "number of previous actions in the prompt (default: 4)"),
    Option("few_shot", int, 0, "number of solutions by experts in the prompt (default: 0)"),
    Option(
        "few_shot_from",
        str,
        "",
        "a folder of demonstrations to choose them from (default: they are recorded in the training configurations)",
    ),
    Option(
        "few_shot_choice",
        str,
        "random",
        "of the same task at random, by similarity of the task, or that without the task itself (default: random)",
        ("random", "similar", "similar-others"),
    ),
    Option("few_shot_redraw", bool, False, "draw new examples at each step, as the paper does"),
    Option(
        "few_shot_tokens",
        int,
        0,
        "cut them to about so many tokens, the oldest screens first (default: no limit)",
    ),
    Option("prompt", str, "", "a folder with your own templates; missing ones are taken from the package"),
    Option(
        "temperature",
        float,
        0.1,
        "of the model's sampling (default: 0.1, the paper's; 0 for m3a, t3a, seeact, al-…)",
    ),
    Option("top_p", float, 1.0, "of the model's sampling (default: 1)"),
    Option(
        "answer_tokens",
        int,
        256,
        "longest answer, in tokens (default: 256, the paper's; 1000 for m3a, t3a, seeact; 512 for al-…)",
    ),
    Option("send_seed", bool, True, "send the episode's seed with each request (default: yes)"),
    Option("request", str, "", "a JSON object with further fields of the request; null removes a field"),
    Option("stream", bool, False, "stream answers", scored=False),
    Option("timeout", float, 120.0, "longest wait for an answer, in seconds (default: 120)", scored=False),
    Option(
        "retries",
        int,
        6,
        "number of times that a request is repeated after 429, 5xx or a lost connection (default: 6)",
        scored=False,
    ),
    Option(
        "max_tokens_per_episode", int, 0, "end an episode that has used that many tokens (default: no limit)"
    ),
    Option(
        "max_cost",
        float,
        0.0,
        "end an episode that has cost that much, in the currency of the prices (default: no limit)",
    ),
    Option(
        "max_time",
        float,
        0.0,
        "end an episode when its answers have taken that many seconds (default: no limit)",
    ),
    Option("price_in", float, 0.0, "price of a million tokens of prompts"),
    Option("price_out", float, 0.0, "price of a million tokens of answers"),
    Option(
        "cache",
        str,
        "",
        "the folder of stored responses (default: responses in the results folder)",
        scored=False,
    ),
    Option("replay", bool, False, "use only stored responses; a missing one is an error", scored=False),
)


def resolve(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with what stands in environment variables.

    Raises:
        SettingsError: no model, a limit on cost without prices, or further fields that are no JSON object.
        PromptError: a folder of templates that can't be used.
    """
    model = options["model"] or os.environ.get("BMOCA_MODEL", "")
    if not model:
        raise SettingsError("No model: give --model NAME, or set BMOCA_MODEL.")
    if options["max_cost"] and not (options["price_in"] or options["price_out"]):
        raise SettingsError(
            "max_cost needs prices: give --price-in and --price-out, for a million tokens each."
        )
    from bmoca_gym.agents.language.prompts import Templates

    further_fields(options["request"])
    Templates(options["prompt"])
    return {**options, "model": model}


def further_fields(text: str) -> dict[str, Any]:
    """The further fields of a request.

    Raises:
        SettingsError: the text is not a JSON object.
    """
    try:
        fields = json.loads(text or "{}")
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise SettingsError(
            f'request is {cut(text)}; it must be a JSON object, such as {{"reasoning_effort": "low"}}.'
        )
    return fields


def environment(options: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``gym.make`` that go with the options."""
    return {
        "action": "text",
        "observation": "both" if options["multimodal"] else "text",
        "resolution": RESOLUTION,
        "bounding_boxes": options["bounding_boxes"],
        "leaves_only": options["leaves_only"],
        "set_of_mark": options["set_of_mark"],
    }


def identity(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that must agree for a run to go on in a results folder; the prompt by its templates' digest."""
    from bmoca_gym.agents.language.prompts import Templates

    chosen = {option.name: options[option.name] for option in OPTIONS if option.scored}
    chosen |= {"prompt": Templates(options["prompt"]).digest}
    if options["few_shot_from"]:
        from bmoca_gym.agents.language import solutions

        chosen["few_shot_from"] = solutions.digest(options["few_shot_from"])
    return chosen
