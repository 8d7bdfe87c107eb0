"""The folder that NeMo-Gym's runner takes: the resources server's program, its settings and the rows of its tasks.

``bmoca nemo-gym resources_servers/phone`` writes it. This module doesn't need NeMo-Gym, so any Python can write it.
"""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from bmoca_gym import tasks
from bmoca_gym.envs.rewards import options_of
from bmoca_gym.errors import ArgumentError, writing
from bmoca_gym.integrations.rows import dataset
from bmoca_gym.integrations.tool_calls import schemas
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.version import __version__

#: The folder of resources servers, from which NeMo-Gym's runner finds one by name.
SERVERS = "resources_servers"
#: How many rows NeMo-Gym wants as examples.
EXAMPLES = 5

_PROGRAM = '''\
"""The phone's resources server. NeMo-Gym's runner starts it."""

from bmoca_gym.integrations.nemo_gym import PhoneServer

if __name__ == "__main__":
    PhoneServer.run_webserver()
'''


def rows(
    choice: tasks.TaskChoice, environments: Environments, instances: int, agent: str
) -> list[dict[str, Any]]:
    """Make the rows of a training set, with what the model is told and the tools it may call.

    Args:
        choice, environments, instances: as of `bmoca_gym.integrations.rows.dataset`.
        agent: name of the NeMo-Gym agent that plays them.
    """
    tools = [{"type": "function", "strict": True, **schema} for schema in schemas().values()]
    return [
        {
            "responses_create_params": {
                "input": row.pop("prompt"),
                "tools": tools,
                "parallel_tool_calls": False,
            },
            **row,
            "agent_ref": {"type": "responses_api_agents", "name": agent},
        }
        for row in dataset(choice, environments, instances)
    ]


def settings(name: str, most_steps: int, reward: str) -> dict[str, Any]:
    """Describe the server and its agent, as NeMo-Gym's YAML does.

    Args:
        name: name of the server's folder.
        most_steps: the most model answers in an episode.
        reward: what a step earns, as for `PhoneEnv`.
    """
    data = f"{SERVERS}/{name}/data"
    server = {
        "entrypoint": "app.py",
        "domain": "agent",
        "verified": False,
        "description": "Tasks on a deterministic Android phone, judged from the phone's own state.",
        "value": "Multi-step control of phone apps",
        "reward": reward,
    }
    agent = {
        "entrypoint": "app.py",
        "resources_server": {"type": "resources_servers", "name": name},
        "model_server": {"type": "responses_api_models", "name": "policy_model"},
        "max_steps": most_steps,
        "datasets": [
            {"name": kind, "type": kind, "jsonl_fpath": f"{data}/{kind}.jsonl", "license": "Apache 2.0"}
            for kind in ("train", "example")
        ],
    }
    return {
        name: {"resources_servers": {name: server}},
        agent_of(name): {"responses_api_agents": {"gymnasium_agent": agent}},
    }


def agent_of(name: str) -> str:
    """Return the name of the agent that plays on a server."""
    return f"{name}_gymnasium_agent"


def write(
    folder: Path,
    choice: tasks.TaskChoice = "representative",
    environments: Environments = "train",
    instances: int = 1,
    reward: str = "success",
) -> int:
    """Write the folder, such as ``resources_servers/phone``, anew if it is there. Return the number of rows.

    Raises:
        ArgumentError: the folder is not inside one named ``resources_servers``, or there is no such reward.
        UnknownTaskError, UnknownEnvironmentError: there is no such task or configuration.
        OutputError: the folder can't be written.
    """
    place = folder.absolute()
    name = place.name
    if place.parent.name != SERVERS or not name.isidentifier():
        raise ArgumentError(
            f"The folder is {str(folder)!r}; NeMo-Gym looks for {SERVERS}/NAME, where NAME has only letters, digits "
            f"and underscores. Write {SERVERS}/phone."
        )
    options_of(reward)
    made = rows(choice, environments, instances, agent_of(name))
    # A call that can't be done costs no step of the task, so that a model could go on for ever.
    most_steps = 2 * max(template.first.step_limit for template in tasks.templates(choice))
    texts = {
        "app.py": _PROGRAM,
        "requirements.txt": f"nemo-gym\n{_requirement()}\n",
        f"configs/{name}.yaml": yaml.safe_dump(settings(name, most_steps, reward), sort_keys=False),
        "data/train.jsonl": _lines(made),
        "data/example.jsonl": _lines([made[number % len(made)] for number in range(EXAMPLES)]),
    }
    with writing(folder):
        for path, text in texts.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_text(text, encoding="utf-8")
        # NeMo-Gym's runner keeps figures of the rows beside them, and refuses rows that have others.
        for figures in (place / "data").glob("*_metrics*.json"):
            figures.unlink()
    return len(made)


def _lines(found: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)


def _requirement() -> str:
    """The requirement with which pip installs this package from its current location."""
    try:
        origin = json.loads(importlib.metadata.distribution("bmoca-gym").read_text("direct_url.json") or "{}")
    except importlib.metadata.PackageNotFoundError:
        origin = {}
    address = origin.get("url", "")
    if origin.get("dir_info", {}).get("editable"):
        return f"-e {address}"
    return f"bmoca-gym @ {address}" if address else f"bmoca-gym=={__version__}"
