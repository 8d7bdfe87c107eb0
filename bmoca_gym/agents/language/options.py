"""Options of the agent ``llm``, the environment they need, and the options that may change a score."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from bmoca_gym.agents.options import Option
from bmoca_gym.errors import SettingsError, cut

#: Width and height of pictures in prompts, in px (paper, appendix A.1).
RESOLUTION = (256, 512)

OPTIONS: tuple[Option, ...] = (
    Option("model", str, "", "name of the model at the endpoint (default: $BMOCA_MODEL)", metavar="NAME"),
    Option(
        "base_url",
        str,
        "",
        "address of the endpoint (default: $OPENAI_BASE_URL, $ANTHROPIC_BASE_URL or $GOOGLE_GEMINI_BASE_URL, by the "
        "agent's protocol; else the vendor's)",
        scored=False,
        metavar="URL",
    ),
    Option(
        "api_key_variable",
        str,
        "OPENAI_API_KEY",
        "environment variable with the key; your own endpoints may need none (default: OPENAI_API_KEY; "
        "ANTHROPIC_API_KEY, GEMINI_API_KEY for claude-computer-use, gemini-computer-use)",
        scored=False,
        metavar="NAME",
    ),
    Option("multimodal", bool, False, "add a picture of the screen to the prompt (default: no)"),
    Option(
        "set_of_mark",
        bool,
        False,
        "draw numbered boxes on the picture; the numbers are the tags of the text (default: no)",
    ),
    Option(
        "chain_of_thought",
        bool,
        True,
        "ask the model to describe the screen and reason before it acts (default: yes)",
    ),
    Option("bounding_boxes", bool, False, "add the position of each element to the text (default: no)"),
    Option("leaves_only", bool, False, "leave out elements that contain others (default: no)"),
    Option(
        "elements",
        str,
        "all",
        "elements in the text: all, as in the paper, or compact: a line for each that can be touched, in a shorter "
        "prompt (default: all)",
        ("all", "compact"),
    ),
    Option(
        "actions",
        str,
        "paper",
        "actions in the prompt: those of the paper; all, which are also type, long_press, wait, answer and finish; or "
        "pinch, which is all and pinch (default: paper; all if the agent has to end episodes)",
        ("paper", "all", "pinch"),
    ),
    Option("tools", bool, False, "the model calls functions instead of writing an action line (default: no)"),
    Option("history", int, 4, "number of previous actions in the prompt (default: 4)"),
    Option("few_shot", int, 0, "number of experts' solutions in the prompt (default: 0)"),
    Option(
        "few_shot_from",
        str,
        "",
        "dataset to choose solutions from (default: new ones, recorded in the training configurations)",
        metavar="DIR",
    ),
    Option(
        "few_shot_choice",
        str,
        "random",
        "choice of solutions: random ones of the same task, those of similar tasks, or those of similar other tasks "
        "(default: random)",
        ("random", "similar", "similar-others"),
    ),
    Option(
        "few_shot_redraw", bool, False, "draw new solutions at each step, as the paper does (default: no)"
    ),
    Option(
        "few_shot_tokens",
        int,
        0,
        "cut the solutions to about N tokens, the oldest screens first (default: no limit)",
    ),
    Option(
        "prompt",
        str,
        "",
        "folder with your own templates; missing ones are the package's (default: the package's)",
        metavar="DIR",
    ),
    Option(
        "temperature",
        float,
        0.1,
        "temperature of the model's sampling (default: 0.1, the paper's; 0 for m3a, t3a, seeact, al-…)",
    ),
    Option("top_p", float, 1.0, "top-p of the model's sampling (default: 1; 0.7 for al-…)"),
    Option(
        "answer_tokens",
        int,
        256,
        "longest answer in tokens (default: 256, the paper's; 1000 for m3a, t3a, seeact; 512 for al-…)",
    ),
    Option("send_seed", bool, True, "send the episode's seed with each request (default: yes)"),
    Option(
        "request",
        str,
        "",
        "further fields of each request, as a JSON object; null removes a field (default: none)",
        metavar="JSON",
    ),
    Option("stream", bool, False, "stream the answers (default: no)", scored=False),
    Option("timeout", float, 120.0, "longest wait for an answer, in seconds (default: 120)", scored=False),
    Option(
        "retries",
        int,
        6,
        "largest number of times to send a request again after status 429 or 5xx, a time-out or a lost connection "
        "(default: 6)",
        scored=False,
    ),
    Option("max_tokens_per_episode", int, 0, "end an episode after N tokens (default: no limit)"),
    Option(
        "max_cost",
        float,
        0.0,
        "end an episode after this cost, in the currency of the prices (default: no limit)",
    ),
    Option(
        "max_time",
        float,
        0.0,
        "end an episode when its answers have taken this many seconds (default: no limit)",
    ),
    Option("price_in", float, 0.0, "price of a million prompt tokens (default: unknown)"),
    Option("price_out", float, 0.0, "price of a million answer tokens (default: unknown)"),
    Option(
        "cache",
        str,
        "",
        "folder of stored responses (default: responses in the results folder)",
        scored=False,
        metavar="DIR",
    ),
    Option(
        "replay",
        bool,
        False,
        "use only stored responses; a missing one is an error (default: no)",
        scored=False,
    ),
)


def resolve(options: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the options from environment variables, and check them.

    Raises:
        SettingsError: no model is named, there is a limit on cost without prices, ``request`` is not a JSON object, or
            an option has no effect beside compact elements.
        PromptError: the folder of templates can't be used.
    """
    model = options["model"] or os.environ.get("BMOCA_MODEL", "")
    if not model:
        raise SettingsError("No model: give --model NAME, or set BMOCA_MODEL.")
    if options["max_cost"] and not (options["price_in"] or options["price_out"]):
        raise SettingsError(
            "max_cost needs prices: give --price-in and --price-out, the prices of a million tokens."
        )
    from bmoca_gym.agents.language.prompts import templates_of

    for name in ("bounding_boxes", "leaves_only"):
        if options.get("elements") == "compact" and options[name]:
            raise SettingsError(f"{name} changes the paper's text; leave it out with elements=compact.")
    further_fields(options["request"])
    templates_of(options)
    return {**options, "model": model}


def further_fields(text: str) -> dict[str, Any]:
    """Read the additional fields of a request.

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
    """Return the arguments of ``gym.make`` for the options."""
    return {
        "action": "text",
        "observation": "both" if options["multimodal"] else "text",
        "resolution": RESOLUTION,
        "bounding_boxes": options["bounding_boxes"],
        "leaves_only": options["leaves_only"],
        "set_of_mark": options["set_of_mark"],
        "elements": "compact" if options["elements"] == "compact" else False,
    }


def identity(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that must be equal to resume a run. ``prompt`` is the digest of the templates."""
    from bmoca_gym.agents.language.prompts import templates_of

    chosen = {option.name: options[option.name] for option in OPTIONS if option.scored}
    chosen |= {"prompt": templates_of(options).digest}
    if options["few_shot_from"]:
        from bmoca_gym.agents.language import solutions

        chosen["few_shot_from"] = solutions.digest(options["few_shot_from"])
    return chosen
