"""Registers an action mode and an interface for each grammar of a phone model, and its agent."""

from bmoca_gym.agents import AgentEntry, register_agent
from bmoca_gym.envs.registries import register_action_mode, register_interface
from bmoca_gym.registry import made_by

#: The formats, listed so that their grammars are imported only when one is used. A test compares them with `FORMATS`.
NAMES = (
    "ui-tars-1.5", "ui-tars-1.5/npm", "ui-tars-doubao", "seed-1.8", "qwen2.5-vl", "qwen3-vl", "qwen3.5",
    "qwen3.5/tools", "gui-owl-1.5", "autoglm-phone", "mai-ui", "ui-venus-1.5", "step-gui", "agentcpm-gui", "os-atlas",
    "cogagent", "gemini-computer-use", "claude-computer-use", "openai-computer-use", "tool-call/1000", "tool-call/px",
)  # fmt: skip

for name in NAMES:
    register_action_mode(name, made_by("bmoca_gym.agents.language.formats.action_mode:make", name))
    register_interface(name, action=name, observation="pixels", resolution=(1080, 2400))

_FORMATS = "bmoca_gym.agents.language.formats.agent:FormatAgent"
_VENDORS = "bmoca_gym.agents.language.vendors.agent:VendorAgent"
_GENERIC = "bmoca_gym.agents.language.generic.agent:GenericAgent"

#: The formats with an agent, and whose models it asks. A test compares them with `STYLES`.
AGENTS = {
    "ui-tars-1.5": "UI-TARS 1.5", "ui-tars-doubao": "UI-TARS 1.0 or Doubao-1.5-UI-TARS", "seed-1.8": "Seed-1.8",
    "qwen2.5-vl": "Qwen2.5-VL", "qwen3-vl": "Qwen3-VL", "qwen3.5": "Qwen3.5 or 3.6", "gui-owl-1.5": "GUI-Owl 1.5",
    "autoglm-phone": "AutoGLM-Phone", "mai-ui": "MAI-UI", "ui-venus-1.5": "UI-Venus 1.5", "step-gui": "Step-GUI",
    "agentcpm-gui": "AgentCPM-GUI", "os-atlas": "OS-Atlas-Pro", "cogagent": "CogAgent",
}  # fmt: skip

#: The computer-use agents, and whose models they ask. A test compares them with `VENDORS`.
VENDORS = {
    "gemini-computer-use": "Gemini",
    "claude-computer-use": "Claude",
    "openai-computer-use": "OpenAI's models",
}

#: Agents of models that a recipe describes: name of the recipe (none: an option names it), the usual action mode, and
#: whose models they ask.
GENERIC = {
    "generic": ("", "tool-call/1000", "any model that a YAML file describes"),
    "tool-call/1000": (
        "tool-call-1000",
        "tool-call/1000",
        "any model with function calls, points in thousandths",
    ),
    "tool-call/px": (
        "tool-call-px",
        "tool-call/px",
        "any model with function calls, points in px of the picture",
    ),
}


#: Each agent: its name, its class in a module with a table RECIPES, its summary, its usual action mode, and arguments
#: of its class.
_AGENTS: tuple[tuple[str, str, str, str, dict[str, str]], ...] = (
    *(
        (name, _FORMATS, f"asks {model} in its maker's format", name, {"format": name})
        for name, model in AGENTS.items()
    ),
    *(
        (name, _VENDORS, f"asks {model} for computer use, through the vendor's client", name, {"vendor": name})
        for name, model in VENDORS.items()
    ),
    *(
        (name, _GENERIC, f"asks {model}", mode, {"name": name} | ({"recipe": recipe} if recipe else {}))
        for name, (recipe, mode, model) in GENERIC.items()
    ),
)  # fmt: skip

for name, target, summary, mode, given in _AGENTS:
    options = f"{target.partition(':')[0]}:RECIPES[{name}]"
    register_agent(
        name,
        AgentEntry(
            target, summary, mode, "pixels", options=options, given=tuple(given.items()), waits=True
        ),
    )  # fmt: skip
